// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import EditorProtocol
import NodeGraph
import NodeView

/// A number that a pointer drags along its track, or that it may begin to drag.
struct Sliding {
  let node: NodeID
  let pointer: Int
  /// What the number was.
  let text: String
  /// How long the track is, in view points.
  private let length: Double
  /// Where the thumb is on the track; beyond its ends as well, so that it stays below the pointer.
  private(set) var share: Double
  private var place: GraphPoint
  private let start: GraphPoint
  /// Whether the pointer has moved so far that it drags.
  private(set) var isMeant = false

  init(_ node: NodeID, _ text: String, at share: Double, by pointer: Int, from place: GraphPoint, length: Double) {
    (self.node, self.text, self.share, self.pointer) = (node, text, share, pointer)
    (self.place, start, self.length) = (place, place, length)
  }

  /// Follows the pointer; while the movement is fine, at a tenth of its speed.
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
  /// Whether the pointer is where a number can be dragged.
  func isOnTrack(of node: NodeID) -> Bool {
    controller?.sliderTrack(of: node)?.contains(view.viewport.canvasPoint(pointer)) == true
  }

  /// Looks whether the press may become the drag of a number.
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
  /// - Returns: Whether the event belongs to that, and to nothing else.
  func slide(_ number: Int, _ event: InputEvent) -> Bool {
    guard var now = sliding, now.pointer == number else { return false }
    let wasMeant = now.isMeant
    now.move(to: pointer, isFine: event.modifiers.contains(.shift), threshold: view.profile.dragThreshold)
    sliding = now
    guard now.isMeant else { return true }
    // The view has seen the press: it is no longer one of its own.
    if !wasMeant { view.handle(InputEvent(.cancelled(pointer: number), time: event.time)) }
    do throws(Diagnostic) {
      try editor.slide(now.node, to: now.share, isFine: event.modifiers.contains(.shift))
    } catch {
      // The node is gone, or is no number any more.
      sliding = nil
      editor.endSliding(now.node)
    }
    return true
  }

  /// The pointer is up.
  ///
  /// - Returns: Whether it was dragging a number.
  func endSliding(_ number: Int) -> Bool {
    guard let now = sliding, now.pointer == number else { return false }
    sliding = nil
    if now.isMeant {
      editor.endSliding(now.node)
      send(.announce("\(editor.summary(of: now.node).title) is \(editor.summary(of: now.node).value.text)"))
    }
    return now.isMeant
  }

  /// Puts a number that is being dragged back.
  func cancelSliding() {
    guard let now = sliding else { return }
    sliding = nil
    if now.isMeant { editor.endSliding(now.node, to: now.text) }
  }

  /// Changes the number that the keyboard is at by a step.
  func step(_ node: NodeID, by count: Int, _ modifiers: InputEvent.Modifiers) {
    attempt { () throws(Diagnostic) in
      try editor.slide(node, by: count, isFine: modifiers.contains(.shift))
      let summary = editor.summary(of: node)
      send(.announce("\(summary.title) is \(summary.value.text)"))
    }
    editor.endMoving()
  }
}
