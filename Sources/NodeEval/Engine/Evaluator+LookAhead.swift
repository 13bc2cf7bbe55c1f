// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension Evaluator {
  /// Reads what the next nodes will need, a few dozen of them, so that their cache misses overlap: nodes that lie
  /// scattered over a large graph wait for memory most of the time, and one after the other if each is run alone.
  ///
  /// Nothing depends on what it finds, so that a node that is woken in between only waits longer.
  ///
  /// - Parameters:
  ///   - word: The word of the pending set at work.
  ///   - bits: Its nodes.
  ///   - scratch: Where the log goes on. It has room for the nodes, since they are going to be entered there.
  /// - Returns: The last word that was looked at.
  @inline(never)
  func lookAhead(from word: Int, _ bits: UInt64, _ scratch: UnsafeMutablePointer<UInt32>) -> Int {
    var summary = unsafe box.value.pending.levels[1][word >> 6]
    // A few nodes are not worth it.
    guard summary & (summary &- 1) != 0, box.value.topology.arguments.count > 1, box.value.values.byteCount > 0 else {
      return word
    }
    let words = unsafe box.value.pending.levels[0]
    let nodeAtRank = unsafe box.value.topology.nodeAtRank.base
    var (word, bits) = (word, bits)
    var count = 0
    while true {
      while bits != 0 {
        unsafe scratch[count] = nodeAtRank[word << 6 | bits.trailingZeroBitCount]
        count &+= 1
        bits &= bits &- 1
      }
      guard summary != 0, count < 32 else { break }
      word = word & ~63 | summary.trailingZeroBitCount
      summary &= summary &- 1
      bits = unsafe words[word]
    }
    let records = unsafe box.value.topology.records.base
    let status = unsafe box.value.status.base
    let arguments = unsafe box.value.topology.arguments.base
    let consumerNodes = unsafe box.value.topology.consumerNodes.base
    let values = unsafe box.value.values.base
    // What is no cell, or belongs to the next node, may be read as if it were: whatever is there, within the tables.
    let lastArgument = UInt32(box.value.topology.arguments.count - 2)
    let lastCell = UInt32(box.value.values.byteCount / 8 - 1)
    func peek(_ cell: UInt32) -> UInt32 { unsafe (values + Int(min(cell, lastCell)) &* 8).load(as: UInt32.self) }
    var sum: UInt32 = 0
    for index in 0..<count {
      let node = unsafe Int(scratch[index])
      let record = unsafe records[node]
      unsafe sum &+= UInt32(status[node]) &+ arguments[Int(min(record.arguments, lastArgument))] &+ peek(record.output)
      if record.consumers.hasOverflow { unsafe sum &+= consumerNodes[Int(record.consumers.first)] }
    }
    for index in 0..<count {
      let record = unsafe records[Int(scratch[index])]
      let block = unsafe arguments + Int(min(record.arguments, lastArgument))
      unsafe sum &+= peek(block[0]) &+ peek(block[1])
      let list = record.consumers
      if list.hasOverflow {
        let consumers = unsafe consumerNodes + Int(list.first)
        for index in 0..<Int(min(list.count, 4)) { unsafe sum &+= records[Int(consumers[index])].rank }
      } else if list.count > 0 {
        unsafe sum &+= records[Int(list.first)].rank &+ records[Int(list.count > 1 ? list.second : list.first)].rank
      }
    }
    // Were it not kept, all that reading would be left out.
    unsafe scratch[0] = sum
    return word
  }
}
