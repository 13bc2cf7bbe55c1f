// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Topology {
  /// Sorts everything at once: Kahn (1962), nodes that are ready taken in the order they had.
  ///
  /// - Returns: The nodes left on or behind cycles; the order is unchanged unless there are none.
  package mutating func sortAll() -> [UInt32] {
    var missing = countConnectedInputs()
    var ordered = Buffer<UInt32>()
    ordered.resize(to: nodeCount + 1, repeating: NodeRecord.none)
    var count = 0
    for rank in 0..<nodeAtRank.count where nodeAtRank[rank] != NodeRecord.none {
      ordered[count] = nodeAtRank[rank]
      count += missing[nodeAtRank[rank]] == 0 ? 1 : 0
    }
    var rank: UInt32 = 0
    var next = 0
    while next < count {
      // First the records of all that are ready, which are fetched side by side, then their consumers.
      let batch = next..<min(count, next + 64)
      for index in batch {
        while nodeAtRank[rank] == NodeRecord.none { rank += 1 }
        records[ordered[index]].rank = rank
        rank += 1
      }
      for index in batch {
        forEachConsumer(of: ordered[index]) { consumer in
          let left = missing[consumer] - 1
          missing[consumer] = left
          // Written whether it is ready or not, and counted only if it is: nobody can foresee which of the two, and a
          // branch foreseen wrongly holds up all that could be fetched meanwhile.
          ordered[count] = consumer
          count += left == 0 ? 1 : 0
        }
      }
      next = batch.upperBound
    }
    guard count == nodeCount else { return restoreRanks(missing) }
    enter(ordered)
    return []
  }

  /// For each slot how many connections its node has that lead to it.
  private func countConnectedInputs() -> Buffer<UInt32> {
    var counts = Buffer<UInt32>()
    counts.resize(to: records.count, repeating: 0)
    for slot in 0..<UInt32(records.count) where records[slot].rank != NodeRecord.none {
      for input in 0..<layout(of: slot).inputCount {
        for argument in arguments(of: InputPlace(node: slot, input: input)) where isConnected(argument) {
          counts[slot] += 1
        }
      }
    }
    return counts
  }

  /// Gives nodes the ranks back that they have in `nodeAtRank`. Returns those that wait for others.
  private mutating func restoreRanks(_ missing: borrowing Buffer<UInt32>) -> [UInt32] {
    var waiting: [UInt32] = []
    for rank in 0..<UInt32(nodeAtRank.count) where nodeAtRank[rank] != NodeRecord.none {
      let node = nodeAtRank[rank]
      records[node].rank = rank
      if missing[node] > 0 { waiting.append(node) }
    }
    return waiting
  }

  /// Enters nodes that have their ranks already.
  private mutating func enter(_ ordered: borrowing Buffer<UInt32>) {
    var before: [Step.Placement] = []
    if isJournalled { before.reserveCapacity(nodeCount) }
    var next = 0
    for rank in 0..<UInt32(nodeAtRank.count) where nodeAtRank[rank] != NodeRecord.none {
      if isJournalled { before.append(Step.Placement(node: nodeAtRank[rank], rank: rank)) }
      nodeAtRank[rank] = ordered[next]
      next += 1
    }
    if isJournalled { steps.append(.ranked(before)) }
  }
}
