// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The memory of all values: 8-byte words, indexed by cell. What lies in them is the evaluator's to know.
///
/// It may move when it grows; only types that allow it lie in place (see `Cell`).
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

  /// Keeps the first `count` words, if most of the others are unused. There is no value behind them.
  mutating func shrink(to count: Int) {
    guard GrowingMemory.isSparse(count, of: words, stride: 8) else { return }
    words = GrowingMemory.capacity(ofSparse: count)
    memory.grow(to: words * 8, keeping: count * 8)
    unsafe base = memory.start
  }

  /// Puts values into other cells.
  mutating func move(by map: borrowing CellMap) {
    var moved = ValueArena()
    moved.reserve(Int(map.end))
    for cell in 0..<UInt32(map.count) where map.isPlaced(cell) {
      unsafe (moved.base + Int(map[cell]) &* 8).storeBytes(of: word(cell), as: UInt64.self)
    }
    self = moved
  }

  /// The bytes it holds on to.
  var byteCount: Int { words * 8 }
}

/// A value outside of a cell: what there was before an edit.
@usableFromInline
enum KeptValue {
  /// Of a type whose values take a word and may be copied as bits.
  case word(UInt64)
  case value(Any)

  @inlinable
  func load<Value>(as type: Value.Type) -> Value? {
    switch self {
    case .word(let word): Self.load(word, as: type)
    case .value(let value): value as? Value
    }
  }

  /// The value that a word is, of a type whose values take one.
  @inlinable @inline(__always)
  static func load<Value>(_ word: UInt64, as type: Value.Type) -> Value {
    unsafe withUnsafePointer(to: word) { unsafe UnsafeRawPointer($0).assumingMemoryBound(to: type).pointee }
  }
}

/// Access for those who know that a cell has, or has not, a value of a type.
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

  /// The bits of a word.
  func word(_ cell: UInt32) -> UInt64 { unsafe (base + Int(cell) &* 8).load(as: UInt64.self) }

  /// Swaps a word for another, whatever values they are part of.
  func swapWord(_ cell: UInt32, _ word: inout UInt64) {
    let place = unsafe base + Int(cell) &* 8
    let other = unsafe place.load(as: UInt64.self)
    unsafe place.storeBytes(of: word, as: UInt64.self)
    word = other
  }

  /// Takes a value out and leaves none.
  func take(_ cell: UInt32, _ type: ValueType) -> KeptValue {
    defer { destroy(cell, type) }
    return keep(cell, type)
  }

  /// Copies a value to a cell that has one, or has none yet.
  ///
  /// - Returns: Whether the cell has another value now, as far as that can be known.
  func copyValue(from source: UInt32, to cell: UInt32, _ type: ValueType, isFirst: Bool) -> Bool {
    if !isFirst {
      if unsafe type.isSame(base, source, base, cell) { return false }
      destroy(cell, type)
    }
    unsafe type.duplicate(base, source, base, cell)
    return true
  }

  func destroy(_ cell: UInt32, _ type: ValueType) { unsafe type.destroy(base, cell) }

  /// Counts what a value holds elsewhere.
  func count(_ cell: UInt32, _ type: ValueType, in tally: inout ByteTally) { unsafe type.count(base, cell, &tally) }
}

extension ValueType {
  /// A value outside of a cell, in the form that cells of its type are kept in.
  func keep(_ value: Any) -> KeptValue {
    guard isWord else { return .value(value) }
    var word: UInt64 = 0
    unsafe withUnsafeMutableBytes(of: &word) { bytes in
      if let base = bytes.baseAddress { unsafe initialize(base, 0, value) }
    }
    return .word(word)
  }

  /// The value that was kept.
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
