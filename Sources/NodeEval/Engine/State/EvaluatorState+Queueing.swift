// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Making nodes pending.
extension EvaluatorState {
  @inline(__always)
  mutating func queue(_ slot: UInt32) { pending.insert(topology.records[slot].rank) }

  /// Makes the consumers of a source pending.
  @inline(__always)
  mutating func queueConsumers(of slot: UInt32) { queue(topology.records[slot].consumers) }

  /// Makes the consumers of the sources that the edit gave a value pending.
  @inline(__always)
  mutating func queueConsumersOfGiven() {
    for index in 0..<log.givenCount { queueConsumers(of: log.entries[index].slot) }
  }

  @inline(__always)
  mutating func queue(_ list: ConsumerList) {
    if list.hasOverflow { return queue(listed: list) }
    if list.count > 0 { queue(list.first) }
    if list.count > 1 { queue(list.second) }
  }

  /// The ranks of a source's consumers, or `nil` unless they are all in one word.
  @inline(__always)
  func word(of list: ConsumerList) -> PendingSet.Word? {
    if list.hasOverflow { return word(ofListed: list) }
    let (first, second) = (
      topology.records[list.first].rank, topology.records[list.count > 1 ? list.second : list.first].rank
    )
    guard first >> 6 == second >> 6 else { return nil }
    return PendingSet.Word(word: Int(first >> 6), bits: 1 << UInt64(first & 63) | 1 << UInt64(second & 63))
  }

  private func word(ofListed list: ConsumerList) -> PendingSet.Word? {
    let records = unsafe topology.records.base
    let consumers = unsafe topology.consumerNodes.base + Int(list.first)
    let word = unsafe records[Int(consumers[0])].rank >> 6
    var bits: UInt64 = 0
    for index in 0..<Int(list.count) {
      let rank = unsafe records[Int(consumers[index])].rank
      guard rank >> 6 == word else { return nil }
      bits |= 1 << UInt64(rank & 63)
    }
    return PendingSet.Word(word: Int(word), bits: bits)
  }

  /// Makes the consumers of a long list pending. Consumers that were made in sequence have consecutive ranks, so the bits of a
  /// word are collected before they are inserted.
  @inline(never)
  private mutating func queue(listed list: ConsumerList) {
    let records = unsafe topology.records.base
    let consumers = unsafe topology.consumerNodes.base + Int(list.first)
    var word: UInt32 = 0
    var bits: UInt64 = 0
    var last = NodeRecord.none
    for index in 0..<Int(list.count) {
      // Several connections to one node are mostly adjacent.
      let consumer = unsafe consumers[index]
      if consumer == last { continue }
      last = consumer
      let rank = unsafe records[Int(consumer)].rank
      if rank >> 6 != word {
        pending.insert(bits, inWord: word)
        word = rank >> 6
        bits = 0
      }
      bits |= 1 << UInt64(rank & 63)
    }
    pending.insert(bits, inWord: word)
  }

  /// Makes a node check its inputs if one of them may have lost its value.
  ///
  /// When a node fails, its consumers at that time are already marked to check their inputs. So only connections that were made
  /// since matter.
  ///
  /// - Parameters:
  ///   - slot: The node.
  ///   - source: The node that it reads since the edit, or `NodeRecord.none` if one of its inputs was cut.
  /// - Returns: False if the node is gone, or never runs.
  @inline(__always)
  mutating func prepare(_ slot: UInt32, reading source: UInt32) -> Bool {
    guard topology.isAlive(slot) else { return false }
    let status = nodes.status[slot]
    if status.contains(.isSource) { return false }
    if !status.contains(.checksInputs),
      source == NodeRecord.none ? topology.hasUnsetInput(slot) : nodes.status[source].contains(.failed)
    {
      nodes.status[slot].insert(.checksInputs)
    }
    if status.contains(.isAttended) { forgetCombination(of: slot) }
    return true
  }

  /// Makes a node that an edit touched run again, if it still exists; see ``prepare(_:reading:)``.
  mutating func touch(_ slot: UInt32, reading source: UInt32 = NodeRecord.none) {
    if prepare(slot, reading: source) { queue(slot) }
  }
}
