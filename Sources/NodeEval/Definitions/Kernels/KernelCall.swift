// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// One call of a kernel: a node's code reads its arguments from it and stores its outputs through it.
///
/// Only this module makes calls and uses their contents. A call is valid while the kernel runs; it fits into four registers, and
/// each of its members is inlined into the kernel.
@safe
@frozen
public struct KernelCall {
  /// The base of all values.
  @usableFromInline let values: UnsafeMutableRawPointer
  /// The next entry of the node's argument block. For an input that takes many connections the block contains the start, count and
  /// capacity of its list.
  @usableFromInline var next: UnsafePointer<UInt32>
  /// The base of all arguments, which contain those lists.
  @usableFromInline let arguments: UnsafePointer<UInt32>
  /// The cell of the first output, with `firstTime` set while the cell has no value.
  @usableFromInline let output: UInt32

  @inlinable @inline(__always)
  init(
    values: UnsafeMutableRawPointer, block: UnsafePointer<UInt32>, arguments: UnsafePointer<UInt32>, output: UInt32
  ) {
    unsafe self.values = values
    unsafe next = block
    unsafe self.arguments = arguments
    self.output = output
  }

  /// Set in the output cell when the cell has no value yet.
  @inlinable static var firstTime: UInt32 { 1 << 31 }
}

/// Reading arguments.
///
/// - Precondition: The types are those of the kind, and every input has a value.
extension KernelCall {
  /// The argument at an index of the block, in a kind whose inputs take one connection each.
  @inlinable @inline(__always)
  package func read<Value>(_ type: Value.Type, at index: Int) -> Value {
    unsafe Cell.load(values, next[index], as: type)
  }

  /// The next argument, of an input that takes one connection.
  @inlinable @inline(__always)
  mutating func read<Value>(_ type: Value.Type) -> Value {
    defer { unsafe next += 1 }
    return unsafe Cell.load(values, next.pointee, as: type)
  }

  /// The next argument, of an input that takes many connections.
  @inlinable @inline(__always)
  mutating func readMany<Value>(_ type: Value.Type) -> [Value] {
    defer { unsafe next += NodeRecord.wordsOfMany }
    let start = unsafe arguments + Int(next[0])
    let count = unsafe Int(next[1])
    // For few values, appending costs less than initialising an array in place (the standard library takes 400 instructions to look
    // up a type).
    if count <= 32 {
      var elements: [Value] = []
      elements.reserveCapacity(count)
      for index in 0..<count { elements.append(unsafe Cell.load(values, start[index], as: type)) }
      return elements
    }
    return unsafe Array(unsafeUninitializedCapacity: count) { elements, initialized in
      for index in 0..<count {
        unsafe elements.initializeElement(at: index, to: Cell.load(values, start[index], as: type))
      }
      initialized = count
    }
  }

  /// The arguments from a word on, for an input that takes many connections.
  func readMany<Value>(_ type: Value.Type, at word: Int) -> [Value] {
    var call = self
    unsafe call.next += word
    return call.readMany(type)
  }

  /// Appends the next argument, of an input that takes many connections, to an array.
  @inlinable @inline(__always)
  mutating func appendMany<Value>(to elements: inout [Value]) {
    defer { unsafe next += NodeRecord.wordsOfMany }
    let start = unsafe arguments + Int(next[0])
    let count = unsafe Int(next[1])
    elements.reserveCapacity(count)
    for index in 0..<count { elements.append(unsafe Cell.load(values, start[index], as: Value.self)) }
  }
}

/// Storing results, unless they equal the ones that propagated last. This is where a value is cut off: an output whose bit is not
/// returned does not propagate.
extension KernelCall {
  /// Stores the value of the only output. Returns a bit if it changed.
  @inlinable @inline(__always)
  func store<Value: Equatable>(_ value: Value) -> UInt32 { store(value, comparing: EqualityComparison.self) }

  /// Stores the value of the only output, compared by a rule. Returns a bit if it changed.
  @inlinable @inline(__always)
  func store<Rule: Comparison>(_ value: Rule.Value, comparing rule: Rule.Type) -> UInt32 {
    unsafe Self.store(value, values, output, unless: rule.isSame)
  }

  /// Stores the value of the only output, unless a closure says that it is the same. Returns a bit if it changed.
  @inlinable @inline(__always)
  func store<Value>(_ value: Value, unless isSame: (_ old: Value, _ new: Value) -> Bool) -> UInt32 {
    unsafe Self.store(value, values, output, unless: isSame)
  }

  /// Stores the values of several outputs, one after the other. Returns a bit for each that changed.
  @inlinable @inline(__always)
  func storeEach<each Value: Equatable>(_ results: repeat each Value) -> UInt32 {
    var outputs = OutputWriter(self)
    repeat outputs.store(each results)
    return outputs.changed
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

/// Stores the outputs of a call one after the other.
@safe
@usableFromInline
struct OutputWriter {
  @usableFromInline let values: UnsafeMutableRawPointer
  @usableFromInline var output: UInt32
  @usableFromInline var bit: UInt32 = 1
  /// A bit for each output that changed.
  @usableFromInline var changed: UInt32 = 0

  @inlinable @inline(__always)
  init(_ call: KernelCall) {
    unsafe values = call.values
    output = call.output
  }

  @inlinable @inline(__always)
  mutating func store<Value: Equatable>(_ value: Value) {
    if unsafe KernelCall.store(value, values, output, unless: { EqualityComparison.isSame($0, $1) }) != 0 {
      changed |= bit
    }
    output += PortType.words(of: Value.self)
    bit <<= 1
  }

  /// Stores a value, compared by a closure.
  mutating func store<Value>(_ value: Value, unless isSame: (_ old: Value, _ new: Value) -> Bool) {
    if unsafe KernelCall.store(value, values, output, unless: isSame) != 0 { changed |= bit }
    output += PortType.words(of: Value.self)
    bit <<= 1
  }

  /// Stores the argument at a word, whose type only the caller knows.
  mutating func pass(_ call: KernelCall, _ word: Int, _ type: ValueType) {
    let (source, cell) = unsafe (call.next[word], output & ~KernelCall.firstTime)
    let isFirst = output & KernelCall.firstTime != 0
    if unsafe isFirst || !type.isSame(values, source, values, cell) {
      if !isFirst { unsafe type.destroy(values, cell) }
      unsafe type.duplicate(values, source, values, cell)
      changed |= bit
    }
    output += type.port.words
    bit <<= 1
  }
}
