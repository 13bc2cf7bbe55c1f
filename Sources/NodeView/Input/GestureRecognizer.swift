// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What fingers and buttons do, as gestures. Points are in view points.
package enum Gesture: Hashable, Sendable {
  /// A finger or button came down.
  case press(Point, InputEvent.Button)
  /// It came up where it had come down, `count` times in a row.
  case tap(Point, count: Int)
  /// It stayed down for long.
  case longPress(Point)
  /// It began to move.
  case dragBegan(from: Point)
  /// It moved on, or came to rest here before the drag ended.
  case dragged(to: Point)
  /// It came up.
  case dragEnded
  /// It was taken away, or became part of another gesture: what was dragged goes back.
  case dragCancelled
  /// Two fingers moved apart by a factor, and their middle by an offset.
  case pinch(about: Point, factor: Double, offset: Point)
  /// The pointer moved without being pressed.
  case hover(Point)
}

/// Turns events into gestures. Pure: time comes with the events.
package struct GestureRecognizer: Hashable, Sendable {
  private enum Phase: Hashable {
    case idle
    /// One pointer is down; `isDragging` once it has moved, `mayBeLong` while it has stayed near.
    case pressed(
      pointer: Int, start: Point, since: Double, button: InputEvent.Button, isDragging: Bool, mayBeLong: Bool)
    /// What the pointers do no longer matters until all are up.
    case spent
    /// Two fingers are down.
    case pinching(Int, Point, Int, Point)
  }

  private var phase = Phase.idle
  /// Which pointers are down, and where each is.
  private var pointers: [Int: Point] = [:]
  private var lastTap: (point: Point, time: Double, count: Int)? {
    get { lastTapCount > 0 ? (lastTapPoint, lastTapTime, lastTapCount) : nil }
    set { (lastTapPoint, lastTapTime, lastTapCount) = newValue ?? (.zero, 0, 0) }
  }
  private var lastTapPoint = Point.zero
  private var lastTapTime = 0.0
  private var lastTapCount = 0

  package init() {}

  /// Whether a pointer is down.
  package var isActive: Bool { phase != .idle }

  /// Whether what the pointers do still means something.
  var isMeant: Bool {
    switch phase {
    case .idle, .spent: false
    case .pressed, .pinching: true
    }
  }

  /// Forgets what the pointers that are down do; they mean nothing until all are up.
  mutating func spend() {
    if phase != .idle { phase = pointers.isEmpty ? .idle : .spent }
  }

  /// The gestures an event completes or continues.
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
    case .scroll, .pinch, .key, .tick: break
    }
    return gestures
  }

  private mutating func longPress(at time: Double, _ profile: InteractionProfile) -> [Gesture] {
    guard case .pressed(_, let start, let since, .primary, let isDragging, true) = phase,
      let delay = profile.longPressDelay, time - since >= delay
    else { return [] }
    phase = .spent
    return (isDragging ? [.dragCancelled] : []) + [.longPress(start)]
  }

  private mutating func down(
    _ pointer: Int, _ point: Point, _ button: InputEvent.Button, _ time: Double
  ) -> [Gesture] {
    guard pointers[pointer] == nil else { return [] }
    pointers[pointer] = point
    switch phase {
    case .idle:
      phase = .pressed(
        pointer: pointer, start: point, since: time, button: button, isDragging: false, mayBeLong: true)
      return [.press(point, button)]
    case .pressed(let first, _, _, .primary, let isDragging, _) where button == .primary:
      phase = .pinching(first, pointers[first] ?? point, pointer, point)
      return isDragging ? [.dragCancelled] : []
    case .pressed, .spent, .pinching: return []
    }
  }

  private mutating func moved(_ pointer: Int, _ point: Point, _ profile: InteractionProfile) -> [Gesture] {
    guard pointers[pointer] != nil else { return pointers.isEmpty ? [.hover(point)] : [] }
    pointers[pointer] = point
    switch phase {
    case .pressed(pointer, let start, let since, let button, let isDragging, let mayBeLong):
      let distance = point.distance(to: start)
      let begins = !isDragging && distance >= profile.dragThreshold
      phase = .pressed(
        pointer: pointer, start: start, since: since, button: button, isDragging: isDragging || begins,
        mayBeLong: mayBeLong && distance <= profile.longPressSlop)
      return (begins ? [.dragBegan(from: start)] : []) + (isDragging || begins ? [.dragged(to: point)] : [])
    case .pinching(let first, let one, let second, let two):
      let (newOne, newTwo) = (pointer == first ? point : one, pointer == second ? point : two)
      guard newOne != one || newTwo != two else { return [] }
      phase = .pinching(first, newOne, second, newTwo)
      let before = one.distance(to: two)
      let factor = before > 0 ? newOne.distance(to: newTwo) / before : 1
      let (oldMiddle, middle) = ((one + two) * 0.5, (newOne + newTwo) * 0.5)
      return [.pinch(about: middle, factor: factor > 0 ? factor : 1, offset: middle - oldMiddle)]
    default: return []
    }
  }

  private mutating func up(
    _ pointer: Int, _ point: Point, _ time: Double, _ profile: InteractionProfile
  ) -> [Gesture] {
    guard pointers[pointer] != nil else { return [] }
    let moves = moved(pointer, point, profile)
    pointers[pointer] = nil
    guard case .pressed(pointer, let start, _, let button, let isDragging, _) = phase else { return moves + leave() }
    phase = .idle
    if isDragging {
      lastTap = nil
      return moves + [.dragEnded]
    }
    guard button == .primary else { return [] }
    var count = 1
    if let lastTap, time - lastTap.time <= profile.doubleTapInterval,
      lastTap.point.distance(to: start) <= profile.longPressSlop
    {
      count = lastTap.count + 1
    }
    lastTap = (start, time, count)
    return [.tap(start, count: count)]
  }

  /// A pointer went away without having tapped or ended a drag.
  private mutating func leave() -> [Gesture] {
    var isDragging = false
    if case .pressed(let pointer, _, _, _, let drags, _) = phase {
      // One that had no part in it, such as another button.
      if pointers[pointer] != nil { return [] }
      isDragging = drags
    }
    phase = pointers.isEmpty ? .idle : .spent
    return isDragging ? [.dragCancelled] : []
  }
}
