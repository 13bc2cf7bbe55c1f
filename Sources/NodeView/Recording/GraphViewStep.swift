// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Something that was done to a view from outside, as recordings keep it.
///
/// What the view, its delegate and the delegate's calls do of their own follows from these: it is in no recording, and happens
/// again when that is replayed.
public enum GraphViewStep: Hashable, Sendable, Codable {
  /// The user did something.
  case event(InputEvent)
  /// The host showed another part of the canvas, at another zoom or in another size.
  case viewport(Viewport)
  /// The host did something else, such as an edit or another style, by a name that it gave.
  case host(String)
}

extension GraphView {
  /// Does once more what was recorded of a view that showed the same: the effects are the same, and so is what is drawn then.
  ///
  /// ```swift
  /// view.replay(recording) { name in view.style = name == "dark" ? .dark : .light }
  /// ```
  ///
  /// - Parameters:
  ///   - recording: What was done. Its times are not waited for: those that matter are in the events.
  ///   - host: Does what the host has recorded by a name; see ``GraphViewStep/host(_:)``.
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
