// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// One run through what is pending. Nothing it points to moves while nodes run: neither their code nor the careful
/// path changes the graph.
@unsafe
struct Wave {
  let records: UnsafeMutablePointer<NodeRecord>
  let nodeAtRank: UnsafeMutablePointer<UInt32>
  let arguments: UnsafeMutablePointer<UInt32>
  let consumerNodes: UnsafeMutablePointer<UInt32>
  let values: UnsafeMutableRawPointer
  let status: UnsafeMutablePointer<UInt8>
  let kernels: UnsafeMutablePointer<UInt>
  let entries: UnsafeMutablePointer<UInt32>
  let levels: UnsafeMutablePointer<UnsafeMutablePointer<UInt64>>
  let depth: Int
  /// The two lowest levels of the pending set and the highest.
  let words: UnsafeMutablePointer<UInt64>
  let summaries: UnsafeMutablePointer<UInt64>
  let top: UnsafeMutablePointer<UInt64>
  var logCount: Int
  /// The word of the pending set at work, whose bits are here and not in the set.
  var word = 0
  var bits: UInt64 = 0
  /// The nodes of that word.
  var nodes: UnsafeMutablePointer<UInt32>
  /// All bits if that word had several nodes to begin with, or else none: whether the nodes at work lie close together.
  var crowded: UInt64 = 0

  @inline(__always)
  init(box: StateBox<EvaluatorState>) {
    unsafe records = box.value.graph.storage.value.records.base
    unsafe nodeAtRank = box.value.graph.storage.value.nodeAtRank.base
    unsafe nodes = nodeAtRank
    unsafe arguments = box.value.graph.storage.value.arguments.base
    unsafe consumerNodes = box.value.graph.storage.value.consumerNodes.base
    unsafe values = box.value.values.base
    unsafe status = box.value.status.base
    unsafe kernels = box.value.kernelPointers.base
    unsafe entries = box.value.log.base
    unsafe levels = box.value.pending.levels
    unsafe depth = box.value.pending.depth
    unsafe words = box.value.pending.levels[0]
    unsafe summaries = box.value.pending.levels[1]
    unsafe top = box.value.pending.levels[box.value.pending.depth - 1]
    unsafe logCount = box.value.log.count
  }

  @inline(__always)
  func call(_ record: UnsafeMutablePointer<NodeRecord>) throws -> UInt32 {
    let kernel = unsafe Unmanaged<Kernel>.fromOpaque(
      UnsafeRawPointer(bitPattern: kernels[Int(record.pointee.shape)]).unsafelyUnwrapped)
    return try unsafe kernel._withUnsafeGuaranteedRef {
      try unsafe $0.body(
        KernelCall(
          values: values, block: arguments + Int(record.pointee.arguments), arguments: arguments,
          output: record.pointee.output))
    }
  }

  @inline(__always)
  mutating func log(_ entry: UInt32) {
    unsafe entries[logCount] = entry
    unsafe logCount &+= 1
  }

  @inline(__always)
  mutating func takeWord() -> Bool {
    if unsafe top.pointee == 0 { return false }
    let taken = unsafe PendingSet.takeWord(after: word, levels, depth)
    unsafe word = taken.word
    unsafe bits = taken.bits
    unsafe nodes = nodeAtRank + taken.word << 6
    unsafe crowded = taken.bits & (taken.bits &- 1) == 0 ? 0 : .max
    return true
  }

  /// Gives the bits at work back to the set.
  mutating func putBack() {
    while unsafe bits != 0 {
      unsafe PendingSet.insert(word << 6 | bits.trailingZeroBitCount, levels, depth)
      unsafe bits &= bits - 1
    }
  }

  @inline(__always)
  mutating func takeNode() -> UInt32 {
    let node = unsafe nodes[bits.trailingZeroBitCount]
    unsafe bits &= bits &- 1
    return node
  }

  /// Makes a consumer pending.
  ///
  /// Where nodes lie close together, most words have bits already, and their summary is left alone. Where they are
  /// scattered it is written whether it has the bit or not: nobody can foretell, and a wrong guess waits for the memory
  /// that the rank comes from (1,000 of 1,000,000 nodes: 17 → 14 ns a node).
  @inline(__always)
  mutating func mark(_ consumer: UInt32) {
    let rank = unsafe Int(records[Int(consumer)].rank)
    if unsafe rank >> 6 == word {
      unsafe bits |= 1 << UInt64(rank & 63)
    } else {
      let before = unsafe words[rank >> 6]
      unsafe words[rank >> 6] = before | 1 << UInt64(rank & 63)
      if unsafe before & crowded == 0 { unsafe PendingSet.summarize(rank >> 6, summaries, levels, depth) }
    }
  }

  /// Marks consumers; the only one is returned instead if nothing else is pending.
  @inline(__always)
  mutating func wake(_ list: ConsumerList) -> UInt32? {
    if list.hasOverflow {
      let start = unsafe consumerNodes + Int(list.first)
      for index in 0..<Int(list.count) { unsafe mark(start[index]) }
    } else if list.count > 0 {
      if unsafe list.count == 1 && bits | top.pointee == 0 { return list.first }
      unsafe mark(list.first)
      if list.count == 2 { unsafe mark(list.second) }
    }
    return nil
  }
}
