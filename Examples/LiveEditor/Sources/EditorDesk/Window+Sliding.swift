// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorProtocol
import NodeGraph
import NodeView

/// A number that a pointer drags along its track, or that it may begin to drag.
struct Sliding {
  let node: NodeID
  let pointer: Int
  /// The original number.
  let text: String
  /// The length of the track, in view points.
  private let length: Double
  /// The position of the thumb on the track. It may be beyond the ends, so that the thumb stays below the pointer.
  private(set) var share: Double
  private var place: GraphPoint
  private let start: GraphPoint
  /// Whether the pointer has moved far enough for a drag.
  private(set) var isMeant = false

  init(_ node: NodeID, _ text: String, at share: Double, by pointer: Int, from place: GraphPoint, length: Double) {
    (self.node, self.text, self.share, self.pointer) = (node, text, share, pointer)
    (self.place, start, self.length) = (place, place, length)
  }

  /// Follows the pointer; with fine movement, at a tenth of its speed.
  mutating func move(to point: GraphPoint, isFine: Bool, threshold: Double) {
    if !isMeant {
      guard point.distance(to: start) > threshold else { return }
      isMeant = true
    }
    share += (point.x - place.x) / length * (isFine ? 0.1 : 1)
    place = point
  }
}

extension Window {
  /// Whether the pointer is on the track of a node's number.
  func isOnTrack(of node: NodeID) -> Bool {
    controller?.sliderTrack(of: node)?.contains(view.viewport.canvasPoint(pointer)) == true
  }

  /// Checks whether the press may begin the drag of a number.
  func beginSliding(_ number: Int, _ modifiers: InputEvent.Modifiers) {
    cancelSliding()
    guard modifiers.isSubset(of: .shift), case .outputRow(let port) = view.hitTest(pointer), isOnTrack(of: port.node),
      let track = controller?.sliderTrack(of: port.node), track.width > 0, let share = editor.share(of: port.node),
      let text = editor.text(of: .definition(port.node))
    else { return }
    sliding = Sliding(
      port.node, text, at: share, by: number, from: pointer, length: track.width * view.viewport.zoom)
  }

  /// Drags a number.
  ///
  /// - Returns: Whether the event belongs only to the drag.
  func slide(_ number: Int, _ event: InputEvent) -> Bool {
    guard var now = sliding, now.pointer == number else { return false }
    let wasMeant = now.isMeant
    now.move(to: pointer, isFine: event.modifiers.contains(.shift), threshold: view.profile.dragThreshold)
    sliding = now
    guard now.isMeant else { return true }
    // The view has handled the press, so it has to cancel its own gesture.
    if !wasMeant { view.handle(InputEvent(.cancelled(pointer: number), time: event.time)) }
    do throws(Diagnostic) {
      try editor.slide(now.node, to: now.share, isFine: event.modifiers.contains(.shift))
    } catch {
      // The node was removed, or no longer is a number.
      sliding = nil
      editor.endSliding(now.node)
    }
    return true
  }

  /// Handles that the pointer was released.
  ///
  /// - Returns: Whether it was dragging a number.
  func endSliding(_ number: Int) -> Bool {
    guard let now = sliding, now.pointer == number else { return false }
    sliding = nil
    if now.isMeant {
      editor.endSliding(now.node)
      send(.announce("\(editor.summary(of: now.node).title) is \(editor.summary(of: now.node).text)"))
    }
    return now.isMeant
  }

  /// Restores a number that is being dragged.
  func cancelSliding() {
    guard let now = sliding else { return }
    sliding = nil
    if now.isMeant { editor.endSliding(now.node, to: now.text) }
  }

  /// Changes the number with the keyboard focus by a step.
  func step(_ node: NodeID, by count: Int, _ modifiers: InputEvent.Modifiers) {
    attempt { () throws(Diagnostic) in
      try editor.slide(node, by: count, isFine: modifiers.contains(.shift))
      let summary = editor.summary(of: node)
      send(.announce("\(summary.title) is \(summary.text)"))
    }
    editor.endMoving()
  }
}
