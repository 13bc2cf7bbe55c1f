// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

/// Memory that is released when most nodes have been removed.
@Suite struct GraphShrinkingTests {
  private let size = InvariantChecks.areOn ? 900 : 40_000

  private func makeGraph() throws -> (graph: Graph, nodes: [NodeID]) {
    var graph = Graph(kinds: mixedKinds)
    var nodes: [NodeID] = []
    try graph.edit { graph in
      for index in 0..<size {
        nodes.append(try graph.add(mixedKinds[index % mixedKinds.count].name, named: "node \(index)"))
      }
    }
    return (graph, nodes)
  }

  private func slotCount(_ graph: Graph) -> Int { graph.storage.value.records.count }

  @Test func idsOfSlotsThatWereGivenBackAreRefusedWhenThereAreSuchSlotsAgain() throws {
    var (graph, nodes) = try makeGraph()
    try graph.edit { graph in for node in nodes { try graph.remove(node) } }
    #expect(slotCount(graph) == 0)
    for round in 1...3 {
      let more = try (0..<size).map { _ in try graph.add("Number") }
      #expect(more.map(\.slot) == (0..<UInt32(size)).map { $0 })
      #expect(more.allSatisfy { $0.generation == UInt32(round) })
      for node in nodes {
        #expect(throws: GraphError.stale(node)) { try graph.remove(node) }
        #expect(!graph.contains(node.inDocument))
      }
      nodes = more
      try graph.edit { graph in for node in nodes { try graph.remove(node) } }
      graph.checkInvariants()
    }
  }

  @Test func whatIsInFrontOfANodeStaysUntilThatIsGone() throws {
    var (graph, nodes) = try makeGraph()
    let before = graph.storage.value.byteCount
    try graph.edit { graph in for node in nodes.dropLast().reversed() { try graph.remove(node) } }
    #expect(slotCount(graph) == size && graph.contains(nodes[size - 1]))
    let one = try graph.add("Number")
    #expect(one.generation == 1 && one.slot == 0)
    try graph.remove(nodes[size - 1])
    #expect(graph.nodes == [one])
    try graph.remove(one)
    #expect(slotCount(graph) == 0 && graph.storage.value.byteCount < before / 4)
    graph.checkInvariants()
  }

  @Test func idsBeginWithGenerationZeroWhereNothingWasGivenBack() throws {
    var (graph, nodes) = try makeGraph()
    try graph.edit { graph in for node in nodes.prefix(size / 2) { try graph.remove(node) } }
    let again = try (0..<size / 2).map { _ in try graph.add("Number") }
    #expect(again.allSatisfy { $0.generation == 1 })
    let new = try graph.add("Number")
    #expect(new.generation == 0)
  }

  @Test func nodesThatComeAndGoAroundASizeNeitherGiveMemoryBackNorTakeMore() throws {
    var (graph, nodes) = try makeGraph()
    var sizes: Set<Int> = []
    // Down to a few nodes: memory is released several times on the way.
    while nodes.count > 40 {
      try graph.remove(nodes.removeLast())
      sizes.insert(graph.storage.value.records.byteCount)
    }
    #expect((2...8).contains(sizes.count), "each step is a fraction of the one before")
    // At each of several sizes, the count goes down and up by a tenth.
    while nodes.count < size {
      for _ in 0..<nodes.count / 10 + 1 { nodes.append(try graph.add("Number")) }
      var changes = 0
      var last = graph.storage.value.records.byteCount
      for _ in 0..<5 {
        let count = nodes.count / 10
        for isComing in [false, true] {
          for _ in 0..<count {
            if isComing { nodes.append(try graph.add("Number")) } else { try graph.remove(nodes.removeLast()) }
            if graph.storage.value.records.byteCount != last { changes += 1 }
            last = graph.storage.value.records.byteCount
          }
        }
      }
      #expect(changes == 0)
      for _ in 0..<nodes.count { nodes.append(try graph.add("Number")) }
    }
    graph.checkInvariants()
  }

  @Test func aSlotOfAHighGenerationIsNotGivenBack() throws {
    var (graph, nodes) = try makeGraph()
    // Raise the free slot's generation just above the greatest at which a slot may be released.
    let last = UInt32(size - 1)
    try graph.remove(nodes[size - 1])
    graph.storage.value.wiring.records[last].stamp += FreeSlots.greatestFirstGeneration
    try graph.edit { graph in for node in nodes.dropLast() { try graph.remove(node) } }
    #expect(slotCount(graph) == size)
    graph.storage.value.wiring.records[last].stamp -= 1
    try graph.remove(try graph.add("Number"))
    #expect(slotCount(graph) <= 1)
    let next = try graph.add("Number").generation
    #expect(next >= FreeSlots.greatestFirstGeneration)
  }

  @Test func copiesKeepWhatTheyHave() throws {
    var (graph, nodes) = try makeGraph()
    let copy = graph
    try graph.edit { graph in
      for node in nodes.dropLast(3) { try graph.remove(node) }
      let inside = graph
      for node in nodes.suffix(3) { try graph.remove(node) }
      #expect(inside.nodeCount == 3)
    }
    #expect(slotCount(graph) == 0 && copy.nodes == nodes && copy.node(named: "node 7") == nodes[7])
    let later = graph
    _ = try graph.add("Number")
    #expect(later.nodeCount == 0 && later.storage.value.freeSlots.count == 0)
    for graph in [graph, copy, later] { graph.checkInvariants() }
  }

  @Test func whatAFailedEditHasAddedIsGivenBack() throws {
    var graph = Graph(kinds: mixedKinds)
    let kept = try graph.add("Number")
    var nodes: [NodeID] = []
    #expect(throws: EditScript.Abandoned.self) {
      try graph.edit { graph in
        for _ in 0..<size { nodes.append(try graph.add("Add")) }
        try graph.edit { graph in for node in nodes.suffix(10) { try graph.remove(node) } }
        throw EditScript.Abandoned()
      }
    }
    #expect(slotCount(graph) == 1 && graph.nodes == [kept])
    #expect(nodes.allSatisfy { !graph.contains($0) })
    let again = try graph.add("Number")
    #expect(again.generation == 1)
    graph.checkInvariants()
  }

  @Test func shapesAtTheEndAreGivenBack() throws {
    var graph = Graph(kinds: mixedKinds)
    let nodes = try (0..<size).map { try graph.add(own: NodeKind("own \($0)", inputs: negate.inputs)) }
    #expect(graph.storage.value.shapes.count == mixedKinds.count + size)
    try graph.edit { graph in for node in nodes { try graph.remove(node) } }
    #expect(graph.storage.value.shapes.count == mixedKinds.count)
    let node = try graph.add(own: negate)
    let kind = try graph.kind(of: node)
    #expect(kind == negate)
    graph.checkInvariants()
  }
}
