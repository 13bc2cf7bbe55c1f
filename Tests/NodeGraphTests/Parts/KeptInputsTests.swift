// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

/// Inputs that keep their position when their node gets other ports.
@Suite struct KeptInputsTests {
  private struct Stopped: Error {}

  private static let number = PortType(Double.self)
  private static let kinds = [
    NodeKind("Number", outputs: [.init("value", number)]),
    NodeKind("Two", outputs: [.init("a", number), .init("b", number)]),
    NodeKind("Three", outputs: [.init("b", number), .init("text", PortType(String.self)), .init("a", number)]),
    NodeKind(
      "Small", inputs: [.init("x", number), .init("terms", number, arity: .many), .init("y", number)],
      outputs: [.init("v", number)]),
    NodeKind(
      "Large",
      inputs: [
        .init("x", number), .init("terms", number, arity: .many), .init("y", number, hasDefault: true),
        .init("z", number),
      ], outputs: [.init("v", number)]),
    NodeKind(
      "Other", inputs: [.init("x", number), .init("terms", number), .init("w", number)], outputs: [.init("v", number)]),
  ]

  private var graph = Graph(kinds: kinds)
  private let one, two, node: NodeID

  /// Makes three nodes. The last one's first input reads output 1 of `two`; its second reads that twice and `one` once.
  init() throws {
    (one, two, node) = (try graph.add("Number"), try graph.add("Two"), try graph.add("Small"))
    try graph.connect(two.output(1), to: node.input(0))
    for source in [two.output(1), one.output, two.output(1)] { try graph.connect(source, to: node.input(1)) }
  }

  private func connections(of graph: Graph) -> [Connection] { graph.connections(of: node) }

  /// Makes an edit twice, reverting it the first time, and checks the graph. Returns the changes and the edited graph.
  private func changes(_ body: (inout Graph) throws -> Void) throws -> (changes: [Change], graph: Graph) {
    var (failed, done) = (graph, graph)
    #expect(throws: Stopped.self) {
      try failed.edit { graph in
        try body(&graph)
        throw Stopped()
      }
    }
    failed.checkInvariants()
    #expect(failed.connections == graph.connections)
    #expect(failed.consumers(of: two.output(1)) == graph.consumers(of: two.output(1)))
    let changes = try done.edit(body)
    done.checkInvariants()
    return (changes, done)
  }

  @Test func theyAreToldAsCutAndMadeAgain() throws {
    let connections = connections(of: graph)
    for matching in [Graph.PortMatching.position, .name] {
      let (changes, after) = try changes { try $0.setKind(of: node, to: "Large", matching: matching) }
      #expect(
        changes == connections.reversed().map { .disconnected($0) } + [.kindChanged(node)]
          + connections.map { .connected($0) })
      #expect(self.connections(of: after) == connections)
    }
  }

  @Test func oneStepStandsForAllOfThem() throws {
    var graph = graph
    try graph.edit { graph in
      try graph.setKind(of: node, to: "Large", matching: .name)
      #expect(graph.storage.value.steps.count == 1)
      // The input that now takes one connection is disconnected, and one step records each of its connections.
      try graph.setKind(of: node, to: "Other", matching: .name)
      #expect(graph.storage.value.steps.count == 1 + 3 + 1)
    }
    graph.checkInvariants()
    #expect(graph.connections == [Connection(from: two.output(1), to: node.input(0))])
  }

  @Test func theirConnectionsKeepTheirPlacesAmongTheConsumers() throws {
    var graph = graph
    let late = try graph.add("Small")
    try graph.connect(two.output(1), to: late.input(0))
    let before = graph.consumers(of: two.output(1))
    try graph.setKind(of: node, to: "Large")
    #expect(graph.consumers(of: two.output(1)) == before)
    graph.checkInvariants()
  }

  @Test func whatIsToldIsWhatWasConnectedWhateverComesLater() throws {
    let connections = connections(of: graph)
    let (changes, after) = try changes { graph in
      try graph.setKind(of: node, to: "Large")
      // The outputs change their positions and their cells.
      try graph.setKind(of: two, to: "Three", matching: .name)
      try graph.disconnect(node.input(0))
      try graph.remove(one)
    }
    #expect(changes.prefix(4) == connections.reversed().map { .disconnected($0) }[...])
    #expect(changes.dropFirst(5).prefix(4) == connections.map { .connected($0) }[...])
    #expect(after.sources(of: node.input(1)) == [two.output, two.output])
  }

  @Test func gapsOfAnInputAreClosedWhenTheEditEnds() throws {
    let (_, after) = try changes { graph in
      try graph.disconnect(one.output, from: node.input(1))
      try graph.setKind(of: node, to: "Large")
      try graph.connect(one.output, to: node.input(1))
      try graph.setKind(of: node, to: "Small")
      try graph.connect(one.output, to: node.input(1))
    }
    #expect(after.sources(of: node.input(1)) == [two.output(1), two.output(1), one.output, one.output])
  }

  @Test func literalsStayBehindConnectionsAndWithoutThem() throws {
    var graph = graph
    let cells = (0..<2).map { _ in graph.storage.value.makeLiteralCell(words: 1, index: 0) }
    let places = [0, 2].map { InputPlace(node: node.slot, input: $0) }
    graph.edit { graph in
      for (place, cell) in zip(places, cells) { graph.storage.value.setLiteral(place, cell: cell) }
    }
    for kind in ["Large", "Small", "Large"] {
      let changes = try graph.edit { try $0.setKind(of: node, to: kind) }
      graph.checkInvariants()
      #expect(places.map { graph.storage.value.literal($0) } == cells)
      #expect(!changes.contains { if case .literalChanged = $0 { true } else { false } })
    }
    // Without a literal, the input reads the port's default value.
    graph.edit { graph in graph.storage.value.setLiteral(places[1], cell: NodeRecord.none) }
    let argument = graph.storage.value.arguments(of: places[1]).lowerBound
    #expect(graph.storage.value.wiring.arguments.cells[argument] == graph.storage.value.shapes[4].defaultCells[2])
    try graph.setKind(of: node, to: "Small")
    graph.checkInvariants()
  }

  @Test func othersAreThoseBetweenThem() {
    var kept = KeptInputs()
    for input: UInt32 in [1, 2, 5] { kept.append(input) }
    var others: [UInt32] = []
    kept.forEachOther(of: 8) { others.append($0) }
    #expect(others == [0, 3, 4, 6, 7])
    others = []
    KeptInputs().forEachOther(of: 2) { others.append($0) }
    #expect(others == [0, 1])
  }
}
