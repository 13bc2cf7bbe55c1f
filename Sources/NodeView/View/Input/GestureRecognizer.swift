// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What fingers and buttons do, as gestures. Points are in view points.
package enum Gesture: Hashable, Sendable {
  /// A finger or button came down.
  case press(GraphPoint, InputEvent.Button)
  /// It was lifted where it had come down, for the `count`th time in a row.
  case tap(GraphPoint, count: Int)
  /// It stayed down for long. It may still move, or be lifted.
  case longPress(GraphPoint)
  /// It was lifted where it had stayed down for long.
  case longPressEnded(GraphPoint)
  /// It began to move, immediately or after it had stayed down for long.
  case dragBegan(from: GraphPoint, afterLongPress: Bool)
  /// It moved further, or is at rest here before the drag ends.
  case dragged(to: GraphPoint)
  /// It was lifted.
  case dragEnded
  /// It was cancelled, or became part of another gesture: what was dragged is put back.
  case dragCancelled
  /// Two fingers moved apart by a factor, and their middle by an offset.
  case pinch(about: GraphPoint, factor: Double, offset: GraphPoint)
  /// The pointer moved without being down.
  case hover(GraphPoint)
}

/// Turns events into gestures. It has no clock: each event carries its time.
///
/// Invariant (see `checkInvariants`): the pointers that the phase names are down.
package struct GestureRecognizer: Hashable, Sendable {
  /// The one pointer that is down and has an effect.
  private struct Pressed: Hashable {
    let pointer: Int
    let start: GraphPoint
    let since: Double
    let button: InputEvent.Button
    /// Whether it has moved at least as far as the drag threshold.
    var isDragging = false
    /// Whether it has stayed near its start, so that it can still become a long press.
    var mayBeLong = true
    /// Whether it has become a long press.
    var isLong = false
  }

  /// Two fingers that are down, and the last position of each.
  private struct Pinch: Hashable {
    let first: Int
    var one: GraphPoint
    let second: Int
    var two: GraphPoint
  }

  /// The last tap, to count taps that follow each other.
  private struct Tap: Hashable {
    let point: GraphPoint
    let time: Double
    let count: Int
  }

  private enum Phase: Hashable {
    case idle
    case pressed(Pressed)
    /// The pointers that are down have no effect until all of them are up.
    case spent
    case pinching(Pinch)
  }

  private var phase = Phase.idle
  /// The pointers that are down, with their positions.
  private var pointers: [Int: GraphPoint] = [:]
  private var lastTap: Tap?

  package init() {}

  /// Whether a pointer is down.
  package var isActive: Bool { phase != .idle }

  /// Whether the pointers that are down have an effect.
  var isMeant: Bool {
    switch phase {
    case .idle, .spent: false
    case .pressed, .pinching: true
    }
  }

  /// Ignores the pointers that are down until all of them are up.
  mutating func spend() {
    if phase != .idle { phase = pointers.isEmpty ? .idle : .spent }
  }

  /// Returns the gestures that an event completes or continues.
  package mutating func recognize(_ event: InputEvent, _ profile: InteractionProfile) -> [Gesture] {
    var gestures = longPress(at: event.time, profile)
    switch event.action {
    case .down(let pointer, let point, let button):
      gestures += down(pointer, point, button, event.time)
    case .moved(let pointer, let point):
      gestures += moved(pointer, point, profile)
    case .up(let pointer, let point):
      gestures += up(pointer, point, event.time, profile)
    case .cancelled(let pointer):
      if pointers.removeValue(forKey: pointer) != nil { gestures += leave() }
    case .scroll, .pinch, .key, .draggedOver, .dropped, .dragLeft, .tick: break
    }
    return gestures
  }

  private mutating func longPress(at time: Double, _ profile: InteractionProfile) -> [Gesture] {
    guard case .pressed(var pressed) = phase, pressed.button == .primary, pressed.mayBeLong,
      let delay = profile.longPressDelay, time - pressed.since >= delay
    else { return [] }
    let wasDragging = pressed.isDragging
    (pressed.mayBeLong, pressed.isLong, pressed.isDragging) = (false, true, false)
    phase = .pressed(pressed)
    return (wasDragging ? [.dragCancelled] : []) + [.longPress(pressed.start)]
  }

  private mutating func down(
    _ pointer: Int, _ point: GraphPoint, _ button: InputEvent.Button, _ time: Double
  ) -> [Gesture] {
    guard pointers[pointer] == nil else { return [] }
    pointers[pointer] = point
    switch phase {
    case .idle:
      phase = .pressed(Pressed(pointer: pointer, start: point, since: time, button: button))
      return [.press(point, button)]
    case .pressed(let pressed) where pressed.button == .primary && button == .primary:
      let one = pointers[pressed.pointer] ?? point
      phase = .pinching(Pinch(first: pressed.pointer, one: one, second: pointer, two: point))
      return pressed.isDragging ? [.dragCancelled] : []
    case .pressed, .spent, .pinching: return []
    }
  }

  private mutating func moved(_ pointer: Int, _ point: GraphPoint, _ profile: InteractionProfile) -> [Gesture] {
    guard pointers[pointer] != nil else { return pointers.isEmpty ? [.hover(point)] : [] }
    pointers[pointer] = point
    switch phase {
    case .pressed(var pressed) where pressed.pointer == pointer:
      let distance = point.distance(to: pressed.start)
      let begins = !pressed.isDragging && distance >= profile.dragThreshold
      if begins { pressed.isDragging = true }
      if distance > profile.longPressSlop { pressed.mayBeLong = false }
      phase = .pressed(pressed)
      let beginning = begins ? [Gesture.dragBegan(from: pressed.start, afterLongPress: pressed.isLong)] : []
      return beginning + (pressed.isDragging ? [.dragged(to: point)] : [])
    case .pinching(let last):
      var pinch = last
      if pointer == pinch.first { pinch.one = point }
      if pointer == pinch.second { pinch.two = point }
      guard pinch != last else { return [] }
      phase = .pinching(pinch)
      let before = last.one.distance(to: last.two)
      let factor = before > 0 ? pinch.one.distance(to: pinch.two) / before : 1
      let (oldMiddle, middle) = ((last.one + last.two) * 0.5, (pinch.one + pinch.two) * 0.5)
      return [.pinch(about: middle, factor: factor > 0 ? factor : 1, offset: middle - oldMiddle)]
    default: return []
    }
  }

  private mutating func up(
    _ pointer: Int, _ point: GraphPoint, _ time: Double, _ profile: InteractionProfile
  ) -> [Gesture] {
    guard pointers[pointer] != nil else { return [] }
    let moves = moved(pointer, point, profile)
    pointers[pointer] = nil
    guard case .pressed(let pressed) = phase, pressed.pointer == pointer else { return moves + leave() }
    phase = .idle
    if pressed.isDragging {
      lastTap = nil
      return moves + [.dragEnded]
    }
    guard pressed.button == .primary else { return [] }
    if pressed.isLong {
      lastTap = nil
      return [.longPressEnded(pressed.start)]
    }
    var count = 1
    if let lastTap, time - lastTap.time <= profile.doubleTapInterval,
      lastTap.point.distance(to: pressed.start) <= profile.longPressSlop
    {
      count = lastTap.count + 1
    }
    lastTap = Tap(point: pressed.start, time: time, count: count)
    return [.tap(pressed.start, count: count)]
  }

  /// Handles a pointer that went up without having tapped or ended a drag.
  private mutating func leave() -> [Gesture] {
    var isDragging = false
    if case .pressed(let pressed) = phase {
      // The pointer that went up had no part in the gesture, such as another button.
      if pointers[pressed.pointer] != nil { return [] }
      isDragging = pressed.isDragging
    }
    phase = pointers.isEmpty ? .idle : .spent
    return isDragging ? [.dragCancelled] : []
  }

  /// Checks every invariant and stops with the rule that is broken.
  package func checkInvariants() {
    switch phase {
    case .idle: break
    case .spent: precondition(!pointers.isEmpty, "pointers without a meaning are down")
    case .pressed(let pressed): precondition(pointers[pressed.pointer] != nil, "the pressed pointer is down")
    case .pinching(let pinch):
      precondition(pinch.first != pinch.second, "two fingers pinch")
      precondition(pointers[pinch.first] != nil && pointers[pinch.second] != nil, "the fingers that pinch are down")
    }
  }
}
