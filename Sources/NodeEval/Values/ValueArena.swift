// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The memory of all values: 8-byte words, indexed by cell. The evaluator knows which values are stored in them.
///
/// The memory may move when it grows; only values of types that allow that are stored in place (see `Cell`).
@safe
@usableFromInline
package struct ValueArena: ~Copyable {
  @usableFromInline package private(set) var base: UnsafeMutableRawPointer
  private var words: Int
  private var memory = GrowingMemory()

  init() {
    words = 0
    unsafe base = memory.start
  }

  /// Makes room for `count` words. Complexity: amortised O(1) a word.
  @inline(__always)
  mutating func reserve(_ count: Int) {
    if count > words { grow(count) }
  }

  @inline(never)
  private mutating func grow(_ count: Int) {
    let grown = GrowingMemory.capacity(of: 8, holding: words, atLeast: count)
    memory.grow(to: grown * 8, keeping: words * 8)
    unsafe base = memory.start
    words = grown
  }

  /// Keeps the first `count` words only, if most of the memory is unused. There must be no value from `count` on.
  mutating func shrink(to count: Int) {
    guard GrowingMemory.isSparse(count, of: words, stride: 8) else { return }
    words = GrowingMemory.capacity(ofSparse: count)
    memory.grow(to: words * 8, keeping: count * 8)
    unsafe base = memory.start
  }

  /// Moves values to other cells.
  mutating func move(by map: borrowing CellMap) {
    var moved = ValueArena()
    moved.reserve(Int(map.end))
    for cell in 0..<UInt32(map.count) where map.isPlaced(cell) {
      unsafe (moved.base + Int(map[cell]) &* 8).storeBytes(of: word(cell), as: UInt64.self)
    }
    self = moved
  }

  /// The bytes of the memory.
  var byteCount: Int { words * 8 }
}

/// A value outside of a cell, such as the one before an edit.
@usableFromInline
enum KeptValue {
  /// A value of a type whose values take one word and may be copied as bits.
  case word(UInt64)
  case value(Any)

  @inlinable
  func load<Value>(as type: Value.Type) -> Value? {
    switch self {
    case .word(let word): Self.load(word, as: type)
    case .value(let value): value as? Value
    }
  }

  /// The value that a word represents, of a type whose values take one word.
  @inlinable @inline(__always)
  static func load<Value>(_ word: UInt64, as type: Value.Type) -> Value {
    unsafe withUnsafePointer(to: word) { unsafe UnsafeRawPointer($0).assumingMemoryBound(to: type).pointee }
  }
}

/// Access for callers that know whether a cell has a value, and of which type.
extension ValueArena {
  @inlinable @inline(__always)
  func load<Value>(_ cell: UInt32, as type: Value.Type) -> Value { unsafe Cell.load(base, cell, as: type) }

  @inlinable @inline(__always)
  func initialize<Value>(_ cell: UInt32, to value: Value) { unsafe Cell.initialize(base, cell, to: value) }

  @inlinable @inline(__always)
  func replace<Value>(_ cell: UInt32, with value: Value) { unsafe Cell.replace(base, cell, with: value) }

  func copy(_ cell: UInt32, _ type: ValueType) -> Any { unsafe type.copy(base, cell) }

  func keep(_ cell: UInt32, _ type: ValueType) -> KeptValue {
    type.isWord ? .word(word(cell)) : .value(copy(cell, type))
  }

  func restore(_ value: KeptValue, to cell: UInt32, _ type: ValueType) {
    switch value {
    case .word(var word): swapWord(cell, &word)
    case .value(let value): initialize(cell, type, to: value)
    }
  }

  func initialize(_ cell: UInt32, _ type: ValueType, to value: Any) { unsafe type.initialize(base, cell, value) }

  /// The bits of a word of the memory.
  func word(_ cell: UInt32) -> UInt64 { unsafe (base + Int(cell) &* 8).load(as: UInt64.self) }

  /// Swaps a word of the memory for another, whatever values they are part of.
  func swapWord(_ cell: UInt32, _ word: inout UInt64) {
    let place = unsafe base + Int(cell) &* 8
    let other = unsafe place.load(as: UInt64.self)
    unsafe place.storeBytes(of: word, as: UInt64.self)
    word = other
  }

  /// Moves a value out of its cell, which then has none.
  func take(_ cell: UInt32, _ type: ValueType) -> KeptValue {
    defer { destroy(cell, type) }
    return keep(cell, type)
  }

  /// Copies a value to a cell, replacing the cell's value unless `isFirst` says that it has none.
  ///
  /// - Returns: Whether the cell has another value now, as far as the values can be compared.
  func copyValue(from source: UInt32, to cell: UInt32, _ type: ValueType, isFirst: Bool) -> Bool {
    if !isFirst {
      if unsafe type.isSame(base, source, base, cell) { return false }
      destroy(cell, type)
    }
    unsafe type.duplicate(base, source, base, cell)
    return true
  }

  func destroy(_ cell: UInt32, _ type: ValueType) { unsafe type.destroy(base, cell) }

  /// Counts the bytes that a value holds elsewhere.
  func count(_ cell: UInt32, _ type: ValueType, in tally: inout ByteTally) { unsafe type.count(base, cell, &tally) }
}

extension ValueType {
  /// Converts a value to the form in which values of the type are kept outside of cells.
  func keep(_ value: Any) -> KeptValue {
    guard isWord else { return .value(value) }
    var word: UInt64 = 0
    unsafe withUnsafeMutableBytes(of: &word) { bytes in
      if let base = bytes.baseAddress { unsafe initialize(base, 0, value) }
    }
    return .word(word)
  }

  /// The value of a kept one.
  func value(of kept: KeptValue) -> Any {
    switch kept {
    case .value(let value): return value
    case .word(var word):
      return unsafe withUnsafeMutableBytes(of: &word) { bytes in
        guard let base = bytes.baseAddress else { preconditionFailure("a word has an address") }
        return unsafe copy(base, 0)
      }
    }
  }

  /// Whether two values that are kept as words are the same.
  func isSame(_ word: UInt64, _ other: UInt64) -> Bool {
    var (word, other) = (word, other)
    return unsafe withUnsafeMutableBytes(of: &word) { left in
      unsafe withUnsafeMutableBytes(of: &other) { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return true }
        return unsafe isSame(left, 0, right, 0)
      }
    }
  }
}
