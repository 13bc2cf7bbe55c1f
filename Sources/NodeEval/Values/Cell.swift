// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Reads and writes values in an evaluator's memory: in 8-byte words, as a type that the caller knows.
///
/// Values of types that fit 8-byte alignment and may be moved by copying bytes are stored in place, others in a box.
@usableFromInline
package enum Cell {
  /// A value that can't be stored in place.
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

  /// Stores a value in a cell that has none.
  @inlinable @inline(__always)
  package static func initialize<Value>(_ base: UnsafeMutableRawPointer, _ cell: UInt32, to value: consuming Value) {
    if PortType.isKeptInPlace(Value.self) {
      unsafe place(base, cell, as: Value.self).initialize(to: value)
    } else {
      unsafe place(base, cell, as: Box<Value>.self).initialize(to: Box(value))
    }
  }

  /// Replaces the value in a cell.
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

  /// Adds the bytes that the value in a cell holds elsewhere, including its box if it has one.
  static func count<Value>(
    _ base: UnsafeMutableRawPointer, _ cell: UInt32, as type: Value.Type, in tally: inout ByteTally
  ) {
    if PortType.isKeptInPlace(type) { return tally.add(unsafe place(base, cell, as: type).pointee) }
    let box = unsafe place(base, cell, as: Box<Value>.self).pointee
    let address = UInt(bitPattern: ObjectIdentifier(box))
    tally.add(storage: address, byteCount: 16 + MemoryLayout<Value>.stride) { $0.add(box.value) }
  }

  /// Destroys the value in a cell, which then has none.
  @inlinable
  package static func destroy<Value>(_ base: UnsafeMutableRawPointer, _ cell: UInt32, as type: Value.Type) {
    if PortType.isKeptInPlace(type) {
      unsafe place(base, cell, as: type).deinitialize(count: 1)
    } else {
      unsafe place(base, cell, as: Box<Value>.self).deinitialize(count: 1)
    }
  }
}
