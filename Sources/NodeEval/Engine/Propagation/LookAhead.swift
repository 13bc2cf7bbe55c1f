// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Reads what the next few dozen nodes or writes need, so that their cache misses overlap. Nodes that are scattered over a large
/// graph wait for memory most of the time, and one after the other if each is run or written alone.
///
/// No result depends on what it reads. It may read a value that is not a cell, or belongs to the next node, as if it were one:
/// the address is within the tables.
@unsafe
struct LookAhead {
  /// Smaller graphs fit into the cache.
  static let leastNodes = 1 << 14

  private let records: UnsafeMutablePointer<NodeRecord>
  private let status: UnsafePointer<NodeStatus>
  private let arguments: UnsafeMutablePointer<UInt32>
  private let consumerNodes: UnsafeMutablePointer<UInt32>
  private let values: UnsafeMutableRawPointer
  /// The last index at which two arguments are stored, and the last cell.
  private let lastArgument: UInt32
  private let lastCell: UInt32

  /// - Returns: `nil` where nodes have no arguments or values.
  @inline(__always)
  private init?(_ state: borrowing EvaluatorState) {
    guard state.topology.arguments.count > 1, state.nodes.arena.byteCount > 0 else { return nil }
    unsafe records = state.topology.records.base
    unsafe status = state.nodes.status.base
    unsafe arguments = state.topology.arguments.base
    unsafe consumerNodes = state.topology.consumerNodes.base
    unsafe values = state.nodes.arena.base
    unsafe lastArgument = UInt32(state.topology.arguments.count - 2)
    unsafe lastCell = UInt32(state.nodes.arena.byteCount / 8 - 1)
  }

  /// Reads ahead for the nodes that come next in an evaluation.
  ///
  /// - Parameters:
  ///   - cursor: The evaluation's position.
  ///   - scratch: The end of the log. It has room for the nodes, since they are going to be entered there.
  ///   - state: The state whose tables are read.
  /// - Returns: The last word of the pending set that was read.
  @inline(never)
  static func read(
    _ cursor: PendingSet.Cursor, _ scratch: UnsafeMutablePointer<UInt32>, _ state: borrowing EvaluatorState
  ) -> Int {
    guard let upcoming = unsafe cursor.listUpcoming(state.topology.nodeAtRank.base, to: scratch),
      let reader = unsafe LookAhead(state)
    else { return unsafe cursor.word }
    // If the sum were not kept, the compiler would remove all the reads.
    unsafe scratch[0] = reader.readRecords(scratch, upcoming.count) &+ reader.readBehindRecords(scratch, upcoming.count)
    return upcoming.lastWord
  }

  /// Reads the records and values of the sources that an edit is expected to write next.
  @inline(never)
  static func readExpectedWrites(in state: inout EvaluatorState) {
    let expected = state.undo.journal.takeExpected()
    guard unsafe state.topology.nodeCount >= leastNodes, let reader = unsafe LookAhead(state) else { return }
    var sum: UInt32 = 0
    for index in expected {
      let write = unsafe state.undo.journal.writes.base[index]
      if write.slot >= state.topology.records.count { break }
      unsafe sum &+= reader.records[Int(write.slot)].rank &+ reader.peek(write.cell)
    }
    state.undo.journal.readAhead = sum
  }

  /// Reads records, and what they point to.
  @inline(__always)
  private func readRecords(_ nodes: UnsafeMutablePointer<UInt32>, _ count: Int) -> UInt32 {
    var sum: UInt32 = 0
    for index in 0..<count {
      let node = unsafe Int(nodes[index])
      let record = unsafe records[node]
      unsafe sum &+= UInt32(status[node].rawValue) &+ arguments[Int(min(record.arguments, lastArgument))]
      unsafe sum &+= peek(record.output)
      if record.consumers.hasOverflow { unsafe sum &+= consumerNodes[Int(record.consumers.first)] }
    }
    return sum
  }

  /// Reads the values of arguments and the records of consumers, once the first misses have been served.
  @inline(__always)
  private func readBehindRecords(_ nodes: UnsafeMutablePointer<UInt32>, _ count: Int) -> UInt32 {
    var sum: UInt32 = 0
    for index in 0..<count {
      let record = unsafe records[Int(nodes[index])]
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
    return sum
  }

  @inline(__always)
  private func peek(_ cell: UInt32) -> UInt32 { unsafe (values + Int(min(cell, lastCell)) &* 8).load(as: UInt32.self) }
}
