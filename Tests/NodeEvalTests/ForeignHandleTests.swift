// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Ids and handles that are passed to an evaluator other than their own.
@Suite struct ForeignHandleTests {
  private struct World {
    let evaluator = Evaluator(definitions: [.source("Number", output: ValuePort("value"), initial: 0.0)])
    let variable: Variable<Double>
    let double: Output<Double>

    init(_ value: Double) {
      variable = evaluator.input("x", value)
      double = evaluator.node("y", variable) { $0 * 2 }
    }
  }

  /// Makes two evaluators with the same nodes. Tags are random, so four equal ones in a row indicate a bug.
  private func worlds() -> (World, World) {
    let one = World(1)
    let others = (0..<4).map { _ in World(2) }
    return (one, others.first { $0.variable.node.tag != one.variable.node.tag } ?? others[0])
  }

  @Test func everyVerbRefusesAnIdOfAnotherEvaluator() throws {
    let (one, other) = worlds()
    let foreign = GraphError.foreign(other.variable.node)
    #expect(foreign.description == "#0 belongs to another graph; a graph loaded from a document has its own ids")
    one.evaluator.edit { edit in
      #expect(throws: foreign) { try edit.remove(other.variable.node) }
      #expect(throws: foreign) { try edit.rename(other.variable.node, to: "z") }
      #expect(throws: foreign) { try edit.set(other.variable.node, to: 3.0) }
      #expect(throws: foreign) { try edit.connect(other.variable.node.output, to: one.double.node.input(0)) }
      #expect(throws: foreign) { try edit.disconnect(other.variable.node.input(0)) }
      #expect(throws: foreign) { try edit.setKind(of: other.variable.node, to: "Number") }
    }
    #expect(throws: foreign) { try one.evaluator.variable(other.variable.node, as: Double.self) }
    #expect(one.evaluator.failure(of: other.variable.node) == nil)
    #expect(!one.evaluator.graph.contains(other.variable.node))
    #expect(one.evaluator[one.double] == 2 && one.evaluator.graph.nodeCount == 2)
  }

  @Test func anIdThatIsGoneIsStaleInItsOwnGraph() throws {
    let (one, _) = worlds()
    try one.evaluator.edit { edit in try edit.remove(one.double.node) }
    #expect(throws: GraphError.stale(one.double.node)) {
      try one.evaluator.edit { edit in try edit.remove(one.double.node) }
    }
  }

  @Test func copiesOfAGraphTakeTheSameIds() throws {
    let (one, other) = worlds()
    var graph = one.evaluator.graph
    try graph.rename(one.variable.node, to: "renamed")
    #expect(graph.contains(one.variable.node) && !graph.contains(other.variable.node))
  }

  @Test func idsOfADocumentAreThoseOfTheEvaluatorMadeOfIt() throws {
    let kinds: [NodeDefinition] = [.source("Number", output: ValuePort("value"), initial: 0.0)]
    let first = Evaluator(definitions: kinds)
    try first.edit { edit in
      let gone = try edit.add("Number")
      _ = try edit.add("Number", named: "kept")
      try edit.remove(gone)
    }
    try first.edit { edit in _ = try edit.add("Number", named: "in its place") }
    let document = try first.document()
    let second = Evaluator(definitions: kinds)
    let again = try Evaluator(definitions: kinds, document: document)
    for node in document.nodes {
      let id = try #require(NodeID(documentText: node.id.documentText))
      #expect(id == node.id && id.tag == 0 && node.id.tag == 0)
      #expect(again.graph.contains(id) && first.graph.contains(id) && !second.graph.contains(id))
      #expect(again.graph.name(of: id) == node.name)
    }
  }

  @Test func aSlotWhoseGenerationsAreUsedUpIsNotUsedAgain() throws {
    var graph = Graph(kinds: [NodeKind("Number", outputs: [.init("value", PortType(Double.self))])])
    let first = try graph.add("Number")
    try graph.remove(first)
    for generation in 1..<0xFFFF {
      let node = try graph.add("Number")
      #expect(node.slot == first.slot && node.generation == generation)
      try graph.remove(node)
    }
    let next = try graph.add("Number")
    #expect(next.slot != first.slot && next.generation == 0 && next.tag == first.tag)
  }

  #if !os(iOS) && !os(tvOS) && !os(watchOS)
    @Test func readingAndWritingWithAHandleOfAnotherEvaluatorStopsTheProgram() async {
      let read = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let (one, other) = ForeignHandleTests().worlds()
        _ = one.evaluator[other.double]
      }
      #expect(read?.sentence == "#1 belongs to another graph or evaluator")
      let written = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let (one, other) = ForeignHandleTests().worlds()
        one.evaluator.set(other.variable, to: 3)
      }
      #expect(written?.sentence == "#0 belongs to another graph or evaluator")
      let input = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let (one, other) = ForeignHandleTests().worlds()
        _ = one.evaluator.node("z", other.double) { $0 }
      }
      #expect(input?.sentence == "#1 belongs to another graph or evaluator")
    }
  #endif
}
