// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

@Suite struct GraphEditTests {
  @Test func anEditReturnsItsChangesInOrder() throws {
    var graph = Graph(kinds: mixedKinds)
    let one = try graph.add("Number", named: "one", at: GraphPoint(1, 1))
    let minus = try graph.add("Negate")
    try graph.connect(one.output, to: minus.input(0))
    var new: NodeID?
    let changes = try graph.edit { graph in
      new = try graph.add("Add", named: "sum")
      try graph.move(one, to: GraphPoint(2, 2))
      try graph.move(one, to: GraphPoint(3, 3))
      try graph.setKind(of: minus, to: "Label")
      try graph.remove(one)
    }
    let connection = Connection(from: one.output, to: minus.input(0))
    let sum = try #require(new)
    #expect(
      changes == [
        .added(sum), .renamed(sum, from: nil, to: "sum"),
        .moved(one, from: GraphPoint(1, 1), to: GraphPoint(2, 2)),
        .moved(one, from: GraphPoint(2, 2), to: GraphPoint(3, 3)),
        .disconnected(connection), .kindChanged(minus), .connected(connection), .disconnected(connection),
        .renamed(one, from: "one", to: nil), .moved(one, from: GraphPoint(3, 3), to: .zero), .removed(one),
      ])
  }

  @Test func whatAnEditLeavesOpenIsClosedAfterAnEditWithinItHasFailed() throws {
    var graph = Graph(kinds: mixedKinds)
    var sources: [NodeID] = []
    for _ in 0..<4 { sources.append(try graph.add("Number")) }
    let total = try graph.add("Sum")
    for source in sources { try graph.connect(source.output, to: total.input(0)) }
    try graph.edit { graph in
      try graph.disconnect(sources[1].output, from: total.input(0))
      #expect(throws: EditScript.Abandoned.self) {
        try graph.edit { graph in
          try graph.disconnect(sources[2].output, from: total.input(0))
          throw EditScript.Abandoned()
        }
      }
    }
    graph.checkInvariants()
    #expect(graph.sources(of: total.input(0)) == [sources[0].output, sources[2].output, sources[3].output])
  }

  @Test func anEditWithoutChangesReturnsNone() throws {
    var graph = Graph(kinds: mixedKinds)
    let one = try graph.add("Number", named: "one", at: GraphPoint(1, 1))
    let changes = try graph.edit { graph in
      try graph.rename(one, to: "one")
      try graph.move(one, to: GraphPoint(1, 1))
      #expect(throws: GraphError.unknownKind("Divide")) { try graph.add("Divide") }
    }
    #expect(changes.isEmpty)
  }

  @Test func aFailedEditForgetsTheKindsItRegistered() throws {
    var graph = Graph(kinds: [constant, add])
    var failed: NodeID?
    #expect(throws: EditScript.Abandoned.self) {
      try graph.edit { graph in
        graph.register(negate)
        failed = try graph.add("Negate")
        throw EditScript.Abandoned()
      }
    }
    #expect(graph.kinds == [constant, add])
    #expect(graph.kind(named: "Negate") == nil)
    #expect(throws: GraphError.unknownKind("Negate")) { try graph.add("Negate") }
    #expect(!graph.contains(try #require(failed)))
    graph.register(negate)
    try graph.add("Negate")
    graph.checkInvariants()
  }

  @Test func kindsAreListedInTheOrderOfTheirRegistration() throws {
    var graph = Graph(kinds: [constant])
    let own = try graph.add(own: label)
    graph.register(add)
    try graph.remove(own)
    graph.register(negate)
    #expect(graph.kinds == [constant, add, negate])
    try graph.add(own: label)
    #expect(graph.kinds == [constant, add, negate])
  }

  @Test func aKindLeavesWhatItsOutputsFeedIfTheirTypesStay() throws {
    var graph = Graph(kinds: mixedKinds)
    let (one, two) = (try graph.add("Number"), try graph.add("Number"))
    let (total, minus) = (try graph.add("Add"), try graph.add("Negate"))
    try graph.connect(one.output, to: total.input("x"))
    try graph.connect(two.output, to: total.input("y"))
    try graph.connect(total.output, to: minus.input(0))
    var copy = graph
    try graph.setKind(of: total, to: "Twin", matching: .position)
    #expect(graph.sources(of: total.input(0)) == [one.output])
    try copy.setKind(of: total, to: "Twin", matching: .name)
    #expect(copy.sources(of: total.input(0)) == [two.output])
    #expect(copy.sources(of: minus.input(0)) == [total.output])
    try copy.setKind(of: total, to: "Label", matching: .name)
    #expect(copy.sources(of: total.input(0)) == [one.output])
    #expect(copy.sources(of: minus.input(0)).isEmpty)
  }
}
