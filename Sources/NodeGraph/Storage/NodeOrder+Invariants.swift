// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension NodeOrder {
  /// Returns a sentence for each broken invariant. Complexity: O(nodes + connections).
  package func checkInvariants(in wiring: borrowing Wiring) -> [String] {
    var broken: [String] = []
    var ranked = 0
    for rank in 0..<nodeAtRank.count {
      let node = nodeAtRank[rank]
      guard node != NodeRecord.none else { continue }
      ranked += 1
      if node >= wiring.records.count || wiring.records[node].rank != rank {
        broken.append("ranks and nodes name each other, slot \(node) does not have rank \(rank)")
      }
    }
    var living = 0
    for index in 0..<wiring.records.count {
      let (slot, rank) = (UInt32(index), wiring.records[index].rank)
      guard rank != NodeRecord.none else { continue }
      living += 1
      if rank >= end || nodeAtRank[rank] != slot {
        broken.append("ranks and nodes name each other, rank \(rank) does not have slot \(slot)")
      }
      wiring.forEachNeighbour(of: slot, isUpstream: true) { source in
        if wiring.records[source].rank >= rank {
          broken.append("an edge leads to a higher rank, that from slot \(source) to slot \(slot) does not")
        }
      }
    }
    if ranked != nodeCount || living != nodeCount {
      broken.append("the node count is right: \(ranked) ranks and \(living) records, not \(nodeCount)")
    }
    return broken
  }
}
