// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The rule that decides when a new value stops at the node that computed it, so that the node's consumers don't run.
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

  /// Equal values don't propagate.
  ///
  /// - `Equatable` types are compared with `==`.
  /// - The standard library's floating-point types are compared by value: −0 after 0 propagates, and NaN after NaN does not,
  ///   whatever its sign and payload, which differ between processors. So are optionals and arrays of them, arrays of such
  ///   arrays, and optional arrays.
  /// - Objects that are not `Equatable` are compared by identity.
  /// - Other types that are not `Equatable`, tuples and closures among them, always propagate.
  ///
  /// In any other type that holds floating-point numbers `==` decides: a struct with a NaN in it always propagates.
  /// Give such a type an `==` that fits, or use ``custom(_:)``.
  public static var automatic: Cutoff { Cutoff(.automatic) }

  /// Every value propagates.
  public static var never: Cutoff { Cutoff(.never) }

  /// A value does not propagate if `isSame` returns true.
  ///
  /// - Parameter isSame: Compares the value that propagated last with the new one.
  /// - Returns: The rule.
  public static func custom(_ isSame: @escaping @Sendable (_ old: Value, _ new: Value) -> Bool) -> Cutoff {
    Cutoff(.custom(isSame))
  }
}

extension Cutoff where Value: BinaryFloatingPoint {
  /// A value does not propagate while it is within `distance` of the value that propagated last, so that small steps
  /// in one direction add up.
  ///
  /// - Parameter distance: The largest difference that does not propagate, in the unit of the value.
  /// - Returns: The rule.
  public static func tolerance(_ distance: Value) -> Cutoff where Value: Sendable {
    .custom { old, new in old == new || abs(new - old) <= distance || (old.isNaN && new.isNaN) }
  }
}
