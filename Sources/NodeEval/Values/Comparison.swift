// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// How the values of an output are compared. A type rather than a closure: kernels are specialised for it, and which
/// one it is costs nothing while nodes run.
@usableFromInline
protocol Comparison<Value> {
  associatedtype Value

  /// Whether a value is the one that propagated last.
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
  /// Whether values of the type are references to objects. Asked once a kind or node: it is a cast at run time.
  @inlinable static var applies: Bool { Value.self is AnyClass || Value.self == AnyObject.self }

  /// Compares the words that the references are. `===` would cast both to `AnyObject` at run time (0.6 µs).
  ///
  /// - Precondition: It `applies`.
  @inlinable @inline(__always)
  static func isSame(_ old: Value, _ new: Value) -> Bool { word(old) == word(new) }

  @inlinable @inline(__always)
  static func word(_ value: Value) -> UInt {
    unsafe withUnsafePointer(to: value) { unsafe UnsafeRawPointer($0).load(as: UInt.self) }
  }
}

/// Every value propagates.
@usableFromInline
enum NoComparison<Value>: Comparison {
  @inlinable @inline(__always)
  static func isSame(_ old: Value, _ new: Value) -> Bool { false }
}
