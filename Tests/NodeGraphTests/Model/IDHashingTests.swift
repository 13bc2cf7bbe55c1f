// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import Testing

/// Hash values of ids, which hash tables use in place of those of the standard library.
@Suite struct IDHashingTests {
  /// The size of the fullest of 4,096 buckets, chosen by the low bits as in a hash table.
  private func fullestBucket(_ values: some Collection<Int>) -> Int {
    var counts: [Int: Int] = [:]
    for value in values { counts[value & 4095, default: 0] += 1 }
    return counts.values.max() ?? 0
  }

  @Test(arguments: [0, 1, -1, 0x1234_5678_9abc])
  func idsThatFollowOneAnotherAreSpread(seed: Int) {
    let nodes = (0..<4096).map { NodeID(slot: UInt32($0), generation: 0) }
    let apart = (0..<4096).map { NodeID(slot: UInt32($0 * 4096), generation: 3) }
    let generations = (0..<4096).map { NodeID(slot: 7, generation: UInt32($0)) }
    // With 4,096 random values in 4,096 buckets, a bucket rarely has more than 9.
    for ids in [nodes, apart, generations] {
      #expect(fullestBucket(ids.map { $0._rawHashValue(seed: seed) }) <= 12)
    }
    #expect(fullestBucket((0..<4096).map { nodes[0].input($0)._rawHashValue(seed: seed) }) <= 12)
    #expect(fullestBucket(nodes.map { $0.output._rawHashValue(seed: seed) }) <= 12)
    let chain = zip(nodes, nodes.dropFirst()).map { Connection(from: $0.output, to: $1.input(1)) }
    #expect(fullestBucket(chain.map { $0._rawHashValue(seed: seed) }) <= 12)
  }

  @Test func idsOfOtherGraphsAndOfDocumentsAreOtherIDs() {
    let (known, read) = (NodeID(slot: 5, stamp: 0x30002), NodeID(slot: 5, generation: 2))
    let foreign = NodeID(slot: 5, stamp: 0x40002)
    #expect(
      Set([known, foreign, read]).count == 3 && Set([known.input(1), foreign.input(1), read.input(1)]).count == 3)
    #expect(known.inDocument == read && foreign.inDocument == read)
    #expect(known._rawHashValue(seed: 9) != read._rawHashValue(seed: 9))
    #expect(known._rawHashValue(seed: 9) != read._rawHashValue(seed: 10))
    #expect(known.input(0)._rawHashValue(seed: 9) != known.input(1)._rawHashValue(seed: 9))
  }
}
