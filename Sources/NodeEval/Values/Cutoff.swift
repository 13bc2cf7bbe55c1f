// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// When a new value is no news: what consumes it is then not evaluated.
public struct Cutoff<Value>: Sendable {
  @usableFromInline
  enum Rule: Sendable {
    case automatic
    case never
    case custom(@Sendable (_ old: Value, _ new: Value) -> Bool)
  }

  @usableFromInline let rule: Rule

  @usableFromInline init(_ rule: Rule) { self.rule = rule }

  @usableFromInline var isAutomatic: Bool {
    if case .automatic = rule { true } else { false }
  }

  /// Equal values are no news. Floating-point values are compared bit by bit, so that NaN after NaN is no news and
  /// −0 after 0 is; objects by identity unless they are `Equatable`; other types that are not `Equatable` always count
  /// as news.
  public static var automatic: Cutoff { Cutoff(.automatic) }

  /// Every value is news.
  public static var never: Cutoff { Cutoff(.never) }

  /// A value is no news if `isSame` says so.
  ///
  /// - Parameter isSame: Compares the value that was passed on last with the new one.
  /// - Returns: The rule.
  public static func custom(_ isSame: @escaping @Sendable (_ old: Value, _ new: Value) -> Bool) -> Cutoff {
    Cutoff(.custom(isSame))
  }
}

extension Cutoff where Value: BinaryFloatingPoint {
  /// A value is no news while it is within `distance` of the value that was passed on last, so that small steps in
  /// one direction add up to news.
  ///
  /// - Parameter distance: The largest difference that is no news, in the unit of the value.
  /// - Returns: The rule.
  public static func tolerance(_ distance: Value) -> Cutoff where Value: Sendable {
    .custom { old, new in abs(new - old) <= distance || (old.isNaN && new.isNaN) }
  }
}

/// The automatic rule for types that can be compared.
@inlinable @inline(__always)
func isSame<Value: Equatable>(_ old: Value, _ new: Value) -> Bool {
  if Value.self == Double.self {
    return unsafe unsafeBitCast(old, to: UInt64.self) == unsafeBitCast(new, to: UInt64.self)
  }
  if Value.self == Float.self {
    return unsafe unsafeBitCast(old, to: UInt32.self) == unsafeBitCast(new, to: UInt32.self)
  }
  return old == new
}

/// The automatic rule for types that can't: identity for objects, else everything is news.
@inlinable @inline(__always)
func isSame<Value>(_ old: Value, _ new: Value) -> Bool {
  guard Value.self is AnyClass else { return false }
  return (old as AnyObject) === (new as AnyObject)
}
