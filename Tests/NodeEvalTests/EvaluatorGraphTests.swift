// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

/// The graph of an evaluator is a value: a copy of it never changes.
@Suite struct EvaluatorGraphTests {
  private let evaluator = Evaluator(definitions: ModelKind.all(RunCounter()).map(\.definition))

  @Test func aCopyStaysAsItWasWhileTheEvaluatorGoesOn() {
    let kinds = evaluator.graph.kinds
    let copy = evaluator.graph
    let source = evaluator.input("source", 1)
    let node = evaluator.node("node", source) { $0 + 1 }
    evaluator.edit { $0.set(source, to: 2) }
    #expect(evaluator[node] == 3)
    #expect(copy.nodeCount == 0 && copy.kinds == kinds)
    copy.checkInvariants()
    evaluator.checkInvariants()
  }

  @Test func kindsAreThoseThatCanBeAddedByName() {
    let kinds = evaluator.graph.kinds
    let source = evaluator.input("source", 1)
    _ = evaluator.node("node", source) { $0 + 1 }
    #expect(evaluator.graph.kinds == kinds)
  }

  @Test func aCopyTakenInAnEditStaysAsItWasWhileTheEditGoesOn() throws {
    var copies: [Graph] = []
    var ids: [NodeID] = []
    try evaluator.edit { edit in
      ids = [try edit.add("Number"), try edit.add("Root"), try edit.add("Sum")]
      copies.append(evaluator.graph)
      try edit.connect(ids[0].output, to: ids[1].input(0))
      try edit.connect(ids[1].output, to: ids[2].input(0))
      try edit.connect(ids[0].output, to: ids[2].input(0))
      copies.append(evaluator.graph)
      try edit.setLiteral(ids[1].input(0), to: 4.0)
      try edit.remove(ids[0])
      copies.append(evaluator.graph)
    }
    #expect(copies.map(\.nodeCount) == [3, 3, 2])
    #expect(copies.map(\.connectionCount) == [0, 3, 1])
    #expect(evaluator.graph.connectionCount == 1)
    let result = try #require(try evaluator.output(ids[2].output, as: Double.self))
    #expect(evaluator[result] == 2)
    for copy in copies { copy.checkInvariants() }
    evaluator.checkInvariants()
    var other = copies[1]
    try other.remove(ids[1])
    #expect(other.nodeCount == 2 && copies[1].nodeCount == 3)
    other.checkInvariants()
  }

  @Test func aCopyTakenInAnEditThatIsTakenBackStaysAsItWas() throws {
    var copies: [Graph] = []
    #expect(throws: Abandoned.self) {
      try evaluator.edit { edit in
        try edit.add("Number", named: "gone")
        copies.append(evaluator.graph)
        throw Abandoned()
      }
    }
    #expect(copies[0].nodeCount == 1 && copies[0].node(named: "gone") != nil)
    #expect(evaluator.graph.nodeCount == 0)
    try evaluator.edit { try $0.add("Seven") }
    #expect(copies[0].node(named: "gone").map { copies[0].contains($0) } == true)
    copies[0].checkInvariants()
    evaluator.checkInvariants()
  }

  @Test func aCopyTakenInAnEditThatSucceedsIsNotChangedByItsEnd() throws {
    var copies: [Graph] = []
    try evaluator.edit { edit in
      let node = try edit.add("Number")
      try edit.remove(node)
      copies.append(evaluator.graph)
    }
    try evaluator.edit { try $0.add("Seven", named: "seven") }
    #expect(copies[0].nodeCount == 0)
    var copy = copies[0]
    try copy.add("Number")
    #expect(copy.nodeCount == 1)
    copy.checkInvariants()
    evaluator.checkInvariants()
  }

  @Test func readingTheGraphInAnEditCopiesNothing() throws {
    let records = ObjectIdentifier(evaluator.graph.storage)
    try evaluator.edit { edit in
      for _ in 0..<8 {
        let node = try edit.add("Number")
        #expect(evaluator.graph.contains(node))
        #expect(ObjectIdentifier(evaluator.graph.storage) == records)
      }
      #expect(throws: Abandoned.self) {
        try evaluator.edit { edit in
          try edit.add("Number", named: "gone")
          #expect(evaluator.graph.nodeCount == 9)
          throw Abandoned()
        }
      }
    }
    #expect(ObjectIdentifier(evaluator.graph.storage) == records)
    #expect(evaluator.graph.nodeCount == 8)
  }

  /// A copy of a graph, with what the graph contained when the copy was made.
  private struct Copy {
    var graph: Graph
    let nodes: Set<NodeID>
    let connections: Set<Connection>
    let names: Set<String>

    init(_ graph: Graph) {
      self.graph = graph
      nodes = Set(graph.nodes)
      connections = Set(graph.connections)
      names = Set(graph.names)
    }

    var isAsItWas: Bool {
      Set(graph.nodes) == nodes && Set(graph.connections) == connections && Set(graph.names) == names
    }
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func copiesTakenInNestedEditsStayAsTheyWere(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var copies: [Copy] = []
    func changeSomething(_ depth: Int, _ edit: Edit) throws {
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let nodes = edit.nodes
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: try edit.add(Bool.random(using: &random) ? "Number" : "Sum", named: "node \(random.next())")
        case 2: if let node = nodes.randomElement(using: &random) { try edit.remove(node) }
        case 3, 4:
          guard let source = nodes.randomElement(using: &random), let target = nodes.randomElement(using: &random)
          else { break }
          _ = try? edit.connect(source.output, to: target.input(0))
        case 5: copies.append(Copy(evaluator.graph))
        case 6: #expect(evaluator.graph.nodeCount == edit.nodeCount)
        default:
          if depth == 2 { break }
          let fails = Bool.random(using: &random)
          _ = try? evaluator.edit { edit in
            try changeSomething(depth + 1, edit)
            if fails { throw Abandoned() }
          }
        }
      }
    }
    for _ in 0..<12 {
      let fails = Int.random(in: 0..<3, using: &random) == 0
      _ = try? evaluator.edit { edit in
        try changeSomething(0, edit)
        if fails { throw Abandoned() }
      }
      evaluator.checkInvariants()
      for copy in copies { #expect(copy.isAsItWas) }
      guard let index = copies.indices.randomElement(using: &random) else { continue }
      var other = copies[index].graph
      try other.add("Number")
      other.checkInvariants()
      #expect(other.nodeCount == copies[index].nodes.count + 1 && copies[index].isAsItWas)
      if Bool.random(using: &random) { copies.remove(at: index) }
    }
  }
}
