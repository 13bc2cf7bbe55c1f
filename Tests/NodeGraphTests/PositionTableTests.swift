// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

@Suite struct PositionTableTests {
  @Test func aPositionIsReadAsItWasWritten() {
    var table = PositionTable()
    table.extend(to: 8)
    for position: UInt32 in [0, 1, 253, 254, 255, 256, 1 << 25] {
      table[3] = position
      let (read, isConnected) = (table[3], table.isConnected(3))
      #expect(read == position && isConnected)
    }
    table[3] = NodeRecord.none
    for argument: UInt32 in [2, 3] {
      let (read, isConnected) = (table[argument], table.isConnected(argument))
      #expect(read == NodeRecord.none && !isConnected)
    }
  }

  @Test func positionsTakeAByteUnlessThereAreManyConsumers() {
    var table = PositionTable()
    table.extend(to: 1000)
    for argument: UInt32 in 0..<1000 { table[argument] = argument % 254 }
    let bytes = table.byteCount
    #expect(bytes == 1000)
    table[0] = 254
    let more = table.byteCount
    #expect(more == 5000)
    table.extend(to: 4000)
    table[3999] = 300
    let read = [table[0], table[1], table[3999]]
    #expect(read == [254, 1, 300])
  }

  @Test func aCopyIsIndependent() {
    var table = PositionTable()
    table.extend(to: 4)
    table[0] = 7
    table[1] = 1000
    let copy = table.copy()
    table[0] = 8
    table[1] = 2000
    let read = [copy[0], copy[1]]
    #expect(read == [7, 1000])
  }

  @Test func connectionsOfAHubAreCutAndMadeAgainInAnyOrder() throws {
    let type = PortType(Double.self)
    var graph = Graph(kinds: [
      NodeKind("Source", outputs: [.init("value", type)]),
      NodeKind("Reader", inputs: [.init("x", type)], outputs: [.init("y", type)]),
    ])
    let hub = try graph.add("Source")
    var readers = try (0..<600).map { _ in try graph.add("Reader") }
    for reader in readers { try graph.connect(hub.output, to: reader.input(0)) }
    var random = SplitMix64(seed: 5)
    for _ in 0..<3 {
      readers.shuffle(using: &random)
      for reader in readers.prefix(400) { try graph.disconnect(reader.input(0)) }
      graph.checkInvariants()
      struct Refusal: Error {}
      #expect(throws: Refusal.self) {
        try graph.edit { graph throws in
          for reader in readers.suffix(100) { try graph.disconnect(reader.input(0)) }
          for reader in readers.prefix(400) { try graph.connect(hub.output, to: reader.input(0)) }
          throw Refusal()
        }
      }
      graph.checkInvariants()
      for reader in readers.prefix(400) { try graph.connect(hub.output, to: reader.input(0)) }
      graph.checkInvariants()
    }
    #expect(graph.connectionCount == 600)
  }
}
