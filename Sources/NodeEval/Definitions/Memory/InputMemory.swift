// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The cells in which a node keeps the arrays of inputs that take many connections, so that a run allocates none.
///
/// Only declarations of this module make and use one. It is valid while the kernel runs.
@safe
public struct InputMemory {
  @usableFromInline let values: UnsafeMutableRawPointer
  @usableFromInline var cell: UInt32
  /// Whether the cells have no values yet.
  @usableFromInline let isFirst: Bool

  /// Makes the memory of a call, which begins `offset` words after the output.
  @inlinable @inline(__always)
  init(_ call: KernelCall, offset: UInt32) {
    unsafe values = call.values
    isFirst = call.output & KernelCall.firstTime != 0
    cell = (call.output & ~KernelCall.firstTime) + offset
  }

  /// Reads an input that takes many connections into the array of the last run, unless the array is still held elsewhere.
  @inlinable
  mutating func readMany<Element>(_ call: inout KernelCall, _ type: Element.Type) -> [Element] {
    defer { cell += 1 }
    if isFirst { return call.readMany(Element.self) }
    let place = unsafe Cell.place(values, cell, as: [Element].self)
    unsafe place.pointee.removeAll(keepingCapacity: true)
    unsafe call.appendMany(to: &place.pointee)
    return unsafe place.pointee
  }

  /// Releases the elements of an array, and keeps its capacity.
  @inlinable
  mutating func clearMany<Element>(_ type: Element.Type) {
    defer { cell += 1 }
    if isFirst { return unsafe Cell.initialize(values, cell, to: [Element]()) }
    unsafe Cell.place(values, cell, as: [Element].self).pointee.removeAll(keepingCapacity: true)
  }
}

/// The types of the arrays that nodes keep for their inputs.
public struct InputMemoryTypes {
  var types: [ValueType] = []
  private var beginnings: [(inout InputMemory) -> Void] = []

  @usableFromInline init() {}

  /// Adds the array of an input that takes many connections.
  mutating func appendMany<Element>(_ type: Element.Type) {
    types.append(ValueType([Element].self))
    beginnings.append { $0.clearMany(Element.self) }
  }

  /// Makes the arrays of a node that has not run, `offset` words after its output.
  func begin(_ call: KernelCall, offset: UInt32) {
    var memory = InputMemory(call, offset: offset)
    for begin in beginnings { begin(&memory) }
  }
}
