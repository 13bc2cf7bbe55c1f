// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Something the user did with a device, at a time.
///
/// ```swift
/// view.handle(InputEvent(.down(pointer: 0, at: point, button: .primary), time: now, modifiers: [.shift]))
/// view.handle(InputEvent(.up(pointer: 0, at: point), time: now + 0.1, modifiers: [.shift]))
/// ```
///
/// Events are all that a view depends on: it reads no clock and starts no timer. So a recorded session plays back to
/// the same calls and the same picture. Pass all events of a view in order, on the task that owns it.
public struct InputEvent: Hashable, Sendable, Codable {
  /// A button of a pointing device; fingers press the primary one. Only ``InteractionProfile/Manner/desktop`` gives the
  /// other buttons a meaning.
  ///
  /// A mouse whose buttons are pressed together sends a `down` event for each, with different pointers.
  public enum Button: String, Hashable, Sendable, Codable {
    /// The main button, or a finger.
    case primary
    /// The button for menus.
    case secondary
    /// The middle button, which pans.
    case middle
  }

  /// A key that the view handles. A host handles all others itself, including undo and copy, and sends these only while
  /// no text is being edited.
  public enum Key: String, Hashable, Sendable, Codable {
    /// The left arrow.
    case left
    /// The right arrow.
    case right
    /// The up arrow.
    case up
    /// The down arrow.
    case down
    /// Delete or backspace.
    case delete
    /// Cancels a gesture, else the connecting mode, else the selection: the first of these that there is.
    case escape
    /// With command held, selects all nodes; on desktops only.
    case a
  }

  /// Keys held down that change what an event means.
  ///
  /// The view keeps no state of keys: pass the modifiers with every event, also with those of pointers and with ticks.
  ///
  /// ```swift
  /// var modifiers: InputEvent.Modifiers = []
  /// if event.shiftKey { modifiers.insert(.shift) }
  /// if event.metaKey || event.ctrlKey { modifiers.insert(.command) }
  /// ```
  public struct Modifiers: OptionSet, Hashable, Sendable, Codable {
    /// The keys as bits: 1 for shift, 2 for command, 4 for space.
    public let rawValue: Int

    /// Makes a set of the keys with these bits. Other bits have no meaning, except that they make the set differ from
    /// an empty one.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Adds to a selection, and makes nudges by arrow keys ten times as long. Where the background's drag moves the
    /// canvas, it opens the rectangle instead.
    public static let shift = Modifiers(rawValue: 1)
    /// Toggles in a selection; Control where there is no Command key. During a drag of nodes it suspends alignment and
    /// drops on nodes; before a drag of a line it adds a reroute where the profile pulls wires from inputs.
    public static let command = Modifiers(rawValue: 2)
    /// Drags the canvas, whatever is below the pointer. On desktops only; it has to be down when the drag begins.
    public static let space = Modifiers(rawValue: 4)
  }

  /// What was done. Points are in view points, from the top left corner of the view.
  ///
  /// An action with a number that is not finite, or a pinch by a factor of 0 or less, is ignored.
  public enum Action: Hashable, Sendable, Codable {
    /// A finger or a button came down. Each finger is a pointer of its own, and so is each button of a mouse, with any
    /// number that no other pointer that is down has. A pointer that is down already is ignored.
    case down(pointer: Int, at: GraphPoint, button: Button)
    /// A finger or the mouse moved. For a pointer that is not down it is a hover.
    case moved(pointer: Int, at: GraphPoint)
    /// A finger or a button came up. A pointer that is not down is ignored. Without this event or ``cancelled(pointer:)``
    /// the gesture never ends.
    case up(pointer: Int, at: GraphPoint)
    /// The system cancelled the pointer: what it did is reverted.
    case cancelled(pointer: Int)
    /// A wheel was turned, or two fingers moved on a trackpad, by an offset in view points; right and down are positive.
    case scroll(at: GraphPoint, by: GraphPoint)
    /// Two fingers moved apart on a trackpad, by this factor since the last such event.
    case pinch(at: GraphPoint, factor: Double)
    /// A key was pressed.
    case key(Key)
    /// Things that come from outside, usually one, were dragged to a point of the view, so that the delegate can accept
    /// or refuse them there. It may be followed by any number of these, and then by a drop or ``dragLeft``.
    case draggedOver([GraphPayload], at: GraphPoint)
    /// Things that come from outside were dropped.
    case dropped([GraphPayload], at: GraphPoint)
    /// What was dragged over the view has left it.
    case dragLeft
    /// Only time passed. Send ticks, for example ten a second, while a pointer is down: they complete long presses, and
    /// make ``GraphView/onChanges`` report changes during a gesture.
    case tick

    /// Makes the action of one thing that comes from outside and was dragged to a point of the view.
    ///
    /// Send it for each movement: the view highlights what accepts the payload, and ``GraphView/payloadTarget`` has it.
    ///
    /// - Parameters:
    ///   - payload: What it is. The content may be empty while it isn't known.
    ///   - point: Where, in view points.
    /// - Returns: The action.
    public static func draggedOver(_ payload: GraphPayload, at point: GraphPoint) -> Action {
      .draggedOver([payload], at: point)
    }

    /// Makes the action of one thing that comes from outside and was dropped.
    ///
    /// The delegate receives ``GraphViewDelegate/graphView(_:didDrop:on:at:)`` only if it accepts the payload there,
    /// whether or not a `draggedOver` action came before.
    ///
    /// - Parameters:
    ///   - payload: What it is, with its content.
    ///   - point: Where, in view points.
    /// - Returns: The action.
    public static func dropped(_ payload: GraphPayload, at point: GraphPoint) -> Action {
      .dropped([payload], at: point)
    }
  }

  /// What was done, and where in the view.
  public var action: Action
  /// The time, in seconds from any beginning that all events of a view share, such as the start of the system.
  ///
  /// An event with an earlier time than the last counts as happening then; a time that is not finite makes the event
  /// invalid. Use a clock that doesn't jump: after a time that is far too late, all events count as happening then.
  public var time: Double
  /// The keys that were held down. The view keeps no state of keys: send them with every event, including those of
  /// pointers and ticks.
  public var modifiers: Modifiers

  /// Describes an event.
  ///
  /// ```swift
  /// let tick = InputEvent(.tick, time: now)
  /// let zoom = InputEvent(.scroll(at: point, by: GraphPoint(0, -20)), time: now, modifiers: [.command])
  /// ```
  ///
  /// - Parameters:
  ///   - action: What was done.
  ///   - time: The time, in seconds from any beginning. Long presses and double taps are measured by it.
  ///   - modifiers: The keys held down.
  public init(_ action: Action, time: Double, modifiers: Modifiers = []) {
    self.action = action
    self.time = time
    self.modifiers = modifiers
  }

  /// Whether all its numbers are finite; other events are ignored.
  var isFinite: Bool {
    guard time.isFinite else { return false }
    return switch action {
    case .down(_, let point, _), .moved(_, let point), .up(_, let point): point.isFinite
    case .scroll(let point, let offset): point.isFinite && offset.isFinite
    case .pinch(let point, let factor): point.isFinite && factor.isFinite && factor > 0
    case .draggedOver(_, let point), .dropped(_, let point): point.isFinite
    case .cancelled, .key, .dragLeft, .tick: true
    }
  }
}
