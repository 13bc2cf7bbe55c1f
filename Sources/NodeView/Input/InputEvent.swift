// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Something a person did with a device, at a time.
///
/// Events can be recorded as they are and played back later: nothing else, no clock and no timer, decides what they do.
public struct InputEvent: Hashable, Sendable, Codable {
  /// A button of a pointing device; fingers press the primary one.
  public enum Button: String, Hashable, Sendable, Codable {
    /// The main button, or a finger.
    case primary
    /// The one for menus.
    case secondary
    /// The one in the middle.
    case middle
  }

  /// A key that means something to the view.
  public enum Key: String, Hashable, Sendable, Codable {
    /// Towards the left.
    case left
    /// Towards the right.
    case right
    /// Upwards.
    case up
    /// Downwards.
    case down
    /// Delete or backspace.
    case delete
    /// Ends what is going on.
    case escape
    /// With command held, all that can be selected is.
    case a
  }

  /// Keys held down that change what an event means.
  public struct Modifiers: OptionSet, Hashable, Sendable, Codable {
    /// The keys as bits.
    public let rawValue: Int

    /// The keys with these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Adds to a selection; makes nudges longer.
    public static let shift = Modifiers(rawValue: 1)
    /// Toggles in a selection; Control where there is no Command key.
    public static let command = Modifiers(rawValue: 2)
    /// Drags the canvas, whatever is below the pointer.
    public static let space = Modifiers(rawValue: 4)
  }

  /// What was done. Points are in view points.
  public enum Action: Hashable, Sendable, Codable {
    /// A finger came down, or a button. Each finger is a pointer of its own, and so is each button of a mouse.
    case down(pointer: Int, at: Point, button: Button)
    /// A finger or the pointer moved, pressed or not.
    case moved(pointer: Int, at: Point)
    /// A finger or button came up.
    case up(pointer: Int, at: Point)
    /// The system took the pointer away.
    case cancelled(pointer: Int)
    /// A wheel was turned, or two fingers moved on a pad: to the right and down is positive.
    case scroll(at: Point, by: Point)
    /// Two fingers moved apart on a pad, by this factor since the last such event.
    case pinch(at: Point, factor: Double)
    /// A key was pressed.
    case key(Key)
    /// Nothing but time passed.
    case tick
  }

  /// What was done.
  public var action: Action
  /// When, in seconds from any beginning; never less than that of the event before.
  public var time: Double
  /// The keys held down.
  public var modifiers: Modifiers

  /// Describes an event.
  ///
  /// - Parameters:
  ///   - action: What was done.
  ///   - time: When, in seconds from any beginning.
  ///   - modifiers: The keys held down.
  public init(_ action: Action, time: Double, modifiers: Modifiers = []) {
    self.action = action
    self.time = time
    self.modifiers = modifiers
  }

  /// Whether all numbers in it are numbers; others are ignored.
  var isFinite: Bool {
    guard time.isFinite else { return false }
    return switch action {
    case .down(_, let point, _), .moved(_, let point), .up(_, let point): point.isFinite
    case .scroll(let point, let offset): point.isFinite && offset.isFinite
    case .pinch(let point, let factor): point.isFinite && factor.isFinite && factor > 0
    case .cancelled, .key, .tick: true
    }
  }
}
