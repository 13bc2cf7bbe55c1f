// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Storing a result, if it is news. Returns whether it is, as a bit.
extension Kernel {
  @inlinable @inline(__always)
  static func store<Value: Equatable>(_ value: Value, _ values: UnsafeMutableRawPointer, _ output: UInt32) -> UInt32 {
    unsafe store(value, values, output) { isSame($0, $1) }
  }

  @inlinable @inline(__always)
  static func store<Value>(_ value: Value, _ values: UnsafeMutableRawPointer, _ output: UInt32) -> UInt32 {
    unsafe store(value, values, output) { isSame($0, $1) }
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
