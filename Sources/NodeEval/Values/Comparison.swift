// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A rule that compares the values of an output. It is a type and not a closure, because kernels are specialised for it: the
/// choice of a rule has no cost while nodes run.
@usableFromInline
protocol Comparison<Value> {
  associatedtype Value

  /// Whether a new value equals the one that propagated last.
  static func isSame(_ old: Value, _ new: Value) -> Bool
}

/// The automatic rule for types that can be compared.
@usableFromInline
enum EqualityComparison<Value: Equatable>: Comparison {
  @inlinable @inline(__always)
  static func isSame(_ old: Value, _ new: Value) -> Bool {
    FloatingPointBits.isSame(old, new) ?? (old == new)
  }
}

/// The automatic rule for objects that can't be compared.
@usableFromInline
enum IdentityComparison<Value>: Comparison {
  /// Whether values of the type are references to objects. Evaluated once for each kind or node, because it is a cast at run
  /// time.
  @inlinable static var applies: Bool { Value.self is AnyClass || Value.self == AnyObject.self }

  /// Compares the words of the references. `===` would cast both to `AnyObject` at run time (0.6 µs).
  ///
  /// - Precondition: It `applies`.
  @inlinable @inline(__always)
  static func isSame(_ old: Value, _ new: Value) -> Bool { word(old) == word(new) }

  @inlinable @inline(__always)
  static func word(_ value: Value) -> UInt {
    unsafe withUnsafePointer(to: value) { unsafe UnsafeRawPointer($0).load(as: UInt.self) }
  }
}

/// The rule that lets every value propagate.
@usableFromInline
enum NoComparison<Value>: Comparison {
  @inlinable @inline(__always)
  static func isSame(_ old: Value, _ new: Value) -> Bool { false }
}
