// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A queue of values from one thread to another. Neither waits for the other.
///
/// A message is a header and the bytes of a value, in words. Both counters only grow. The words between them belong to the
/// reader, the rest to the writer. Invariant: `read` ≤ `written` ≤ `read` + capacity.
@safe
final class RealTimeRing: @unchecked Sendable {
  private let memory: Buffer<UInt64>
  /// Memory for the value that is being read, in one piece: in the ring, a value may continue at the beginning.
  private let scratch: Buffer<UInt64>
  private let mask: UInt64
  private let written = SharedWord()
  private let read = SharedWord()

  private static let headerWords: UInt64 = 3

  /// Makes a ring of at least the given number of words.
  init(words: Int) {
    var capacity = 64
    while capacity < words { capacity *= 2 }
    mask = UInt64(capacity - 1)
    var memory = Buffer<UInt64>()
    memory.append(0, count: capacity)
    self.memory = memory
    var scratch = Buffer<UInt64>()
    scratch.append(0, count: capacity)
    self.scratch = scratch
  }

  /// The position up to which the reader may read now.
  var end: UInt64 { written.load() }

  /// Appends a value. Returns false if there is not enough room.
  func append(_ node: NodeID, _ type: ObjectIdentifier, _ value: UnsafeRawBufferPointer) -> Bool {
    let payload = UInt64(value.count + 7) / 8
    let start = written.load()
    guard Self.headerWords + payload <= mask + 1 - (start - read.load()) else { return false }
    put(UInt64(node.slot) | UInt64(node.stamp) << 32, at: start)
    put(UInt64(UInt(bitPattern: type)), at: start + 1)
    put(payload, at: start + 2)
    for index in 0..<Int(payload) {
      var word: UInt64 = 0
      unsafe withUnsafeMutableBytes(of: &word) {
        unsafe $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: value[index * 8..<min(index * 8 + 8, value.count)]))
      }
      put(word, at: start + Self.headerWords + UInt64(index))
    }
    written.store(start + Self.headerWords + payload)
    return true
  }

  /// Removes the values that were appended before `end`, and calls `body` with each.
  func takeAll(before end: UInt64, _ body: (_ node: NodeID, _ type: UInt, _ value: UnsafeRawPointer) -> Void) {
    var position = read.load()
    while position < end {
      let node = word(at: position)
      let type = UInt(word(at: position + 1))
      let payload = word(at: position + 2)
      position += Self.headerWords
      for index in 0..<payload { unsafe scratch.base[Int(index)] = word(at: position + index) }
      position += payload
      unsafe body(
        NodeID(slot: UInt32(truncatingIfNeeded: node), stamp: UInt32(node >> 32)), type, UnsafeRawPointer(scratch.base))
      // From here on the writer may use these words again.
      read.store(position)
    }
  }

  private func word(at position: UInt64) -> UInt64 { unsafe memory.base[Int(position & mask)] }

  private func put(_ word: UInt64, at position: UInt64) { unsafe memory.base[Int(position & mask)] = word }
}
