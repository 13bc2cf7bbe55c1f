// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Storing a result unless it is the one that propagated last. Returns whether it was stored, as a bit.
extension Kernel {
  @inlinable @inline(__always)
  static func store<Value: Equatable>(_ value: Value, _ values: UnsafeMutableRawPointer, _ output: UInt32) -> UInt32 {
    unsafe store(value, values, output, comparing: EqualityComparison.self)
  }

  @inlinable @inline(__always)
  static func store<Rule: Comparison>(
    _ value: Rule.Value, _ values: UnsafeMutableRawPointer, _ output: UInt32, comparing rule: Rule.Type
  ) -> UInt32 {
    unsafe store(value, values, output, unless: rule.isSame)
  }

  @inlinable @inline(__always)
  static func store<Value>(
    _ value: Value, _ values: UnsafeMutableRawPointer, _ output: UInt32,
    unless isSame: (_ old: Value, _ new: Value) -> Bool
  ) -> UInt32 {
    if output & firstTime != 0 {
      unsafe Cell.initialize(values, output & ~firstTime, to: value)
      return 1
    }
    if isSame(unsafe Cell.load(values, output, as: Value.self), value) { return 0 }
    unsafe Cell.replace(values, output, with: value)
    return 1
  }
}
