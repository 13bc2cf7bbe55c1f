// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Reading and writing values where an evaluator keeps them: in 8-byte words, the type known to whoever does it.
///
/// Types that fit 8-byte alignment and may be moved by copying bytes lie in place, others in a box.
@usableFromInline
package enum Cell {
  /// A value that can't lie in place.
  @usableFromInline
  final class Box<Value> {
    @usableFromInline let value: Value
    @inlinable init(_ value: Value) { self.value = value }
  }

  @inlinable @inline(__always)
  static func place<Value>(
    _ base: UnsafeMutableRawPointer, _ cell: UInt32, as type: Value.Type
  ) -> UnsafeMutablePointer<Value> {
    unsafe (base + Int(cell) &* 8).assumingMemoryBound(to: type)
  }

  /// A copy of the value in a cell that has one.
  @inlinable @inline(__always)
  package static func load<Value>(_ base: UnsafeMutableRawPointer, _ cell: UInt32, as type: Value.Type) -> Value {
    if PortType.isKeptInPlace(type) { return unsafe place(base, cell, as: type).pointee }
    return unsafe place(base, cell, as: Box<Value>.self).pointee.value
  }

  /// Puts a value into a cell that has none.
  @inlinable @inline(__always)
  package static func initialize<Value>(_ base: UnsafeMutableRawPointer, _ cell: UInt32, to value: consuming Value) {
    if PortType.isKeptInPlace(Value.self) {
      unsafe place(base, cell, as: Value.self).initialize(to: value)
    } else {
      unsafe place(base, cell, as: Box<Value>.self).initialize(to: Box(value))
    }
  }

  /// Puts a value in place of another.
  @inlinable @inline(__always)
  package static func replace<Value>(_ base: UnsafeMutableRawPointer, _ cell: UInt32, with value: consuming Value) {
    if PortType.isKeptInPlace(Value.self) {
      unsafe place(base, cell, as: Value.self).pointee = value
    } else {
      unsafe place(base, cell, as: Box<Value>.self).pointee = Box(value)
    }
  }

  /// Copies a value into a cell of other memory that has none.
  @inlinable
  package static func duplicate<Value>(
    _ base: UnsafeMutableRawPointer, _ cell: UInt32, _ other: UnsafeMutableRawPointer, _ place: UInt32,
    as type: Value.Type
  ) {
    if PortType.isKeptInPlace(type) {
      unsafe self.place(other, place, as: type).initialize(to: self.place(base, cell, as: type).pointee)
    } else {
      unsafe self.place(other, place, as: Box<Value>.self).initialize(
        to: self.place(base, cell, as: Box<Value>.self).pointee)
    }
  }

  /// Adds what the value in a cell holds elsewhere, the box included where it has one.
  static func count<Value>(
    _ base: UnsafeMutableRawPointer, _ cell: UInt32, as type: Value.Type, in tally: inout ByteTally
  ) {
    if PortType.isKeptInPlace(type) { return tally.add(unsafe place(base, cell, as: type).pointee) }
    let box = unsafe place(base, cell, as: Box<Value>.self).pointee
    let address = UInt(bitPattern: ObjectIdentifier(box))
    tally.add(storage: address, byteCount: 16 + MemoryLayout<Value>.stride) { $0.add(box.value) }
  }

  /// Takes the value out of a cell and leaves none.
  @inlinable
  package static func destroy<Value>(_ base: UnsafeMutableRawPointer, _ cell: UInt32, as type: Value.Type) {
    if PortType.isKeptInPlace(type) {
      unsafe place(base, cell, as: type).deinitialize(count: 1)
    } else {
      unsafe place(base, cell, as: Box<Value>.self).deinitialize(count: 1)
    }
  }
}
