// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// An action on a view from outside, as recordings contain it.
///
/// Actions of the view, and calls of its delegate, follow from these steps. They aren't recorded, and happen again when
/// the recording is replayed. Use ``Recorder`` to write steps and ``Recording`` to read them.
///
/// ```swift
/// view.onStep = { step in recorder.record(step, at: now()) }
/// recorder.record(.host("dark"), at: now())  // edits and styles are the host's to record
/// view.style = .dark
/// ```
public enum GraphViewStep: Hashable, Sendable, Codable {
  /// The user did something, and ``GraphView/handle(_:)`` received the event.
  case event(InputEvent)
  /// The host set ``GraphView/viewport``: it scrolled, zoomed or resized the view.
  case viewport(Viewport)
  /// The host did something else, such as an edit or a change of style, under a name that it chose. The view doesn't
  /// record these.
  case host(String)
}

extension GraphView {
  /// Repeats the steps of a recording in this view.
  ///
  /// If the view shows the same graph as the recorded one did at the beginning, in the same size, viewport, profile and
  /// style, the effects and the final picture are the same. Another graph with equal contents has other ids, so its
  /// effects compare as different.
  ///
  /// ```swift
  /// view.replay(recording) { name in view.style = name == "dark" ? .dark : .light }
  /// ```
  ///
  /// Nothing waits for the times of the recording: the view uses only the times in the events. The steps are reported
  /// to ``GraphView/onStep``, so set it to `nil` unless you want to record the replay.
  ///
  /// - Parameters:
  ///   - recording: The steps.
  ///   - host: Repeats what the host has recorded under a name; see ``GraphViewStep/host(_:)``.
  /// - Returns: The effects of all events, in order.
  /// - Complexity: That of the steps.
  @discardableResult
  public func replay(
    _ recording: Recording<GraphViewStep>, host: (String) -> Void = { _ in }
  ) -> [GraphViewEffect] {
    var effects: [GraphViewEffect] = []
    for entry in recording.entries {
      switch entry.step {
      case .event(let event): effects += handle(event)
      case .viewport(let viewport): self.viewport = viewport
      case .host(let name): host(name)
      }
    }
    return effects
  }
}
