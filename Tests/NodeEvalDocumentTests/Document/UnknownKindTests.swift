// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

@Suite struct UnknownKindTests {
  /// Makes nodes of an unknown kind, each of which reads a source through an input with a distinct name.
  private func scattered(_ count: Int) -> GraphDocument {
    let source = NodeID(slot: 0, generation: 0)
    var document = GraphDocument(nodes: [DocumentNode(id: source, kind: "Blur")])
    for index in 1...count {
      var node = DocumentNode(id: NodeID(slot: UInt32(index), generation: 0), kind: "Blur", name: "blur \(index)")
      node.connections = [DocumentConnection("port \(index)", from: source, "out")]
      document.nodes.append(node)
    }
    return document
  }

  @Test func nodesThatNameFewInputsShareThoseOfTheirKind() throws {
    let evaluator = try Evaluator(document: scattered(10))
    #expect(try evaluator.graph.kind(of: NodeID(slot: 1, generation: 0)).inputs.count == 10)
  }

  @Test func nodesThatNameManyDifferentInputsHaveTheirOwn() throws {
    let document = scattered(20_000)
    let evaluator = try Evaluator(document: document)
    evaluator.checkInvariants()
    #expect(
      try evaluator.graph.kind(of: NodeID(slot: 7, generation: 0)).inputs.map(\.name) == ["port 7"])
    #expect(evaluator.byteCount < 20_000 * 1_000)
    #expect(try evaluator.document() == document)
  }

  @Test func theyArePastedWithTheInputsThatOnlyConnectionsFromOutsideName() throws {
    let evaluator = try Evaluator(document: scattered(2_000))
    let nodes = (1...2_000).map { NodeID(slot: $0, generation: 0) }
    let fragment = try evaluator.copy(nodes)
    var pasted: [NodeID: NodeID] = [:]
    try evaluator.edit { edit in
      pasted = try edit.paste(fragment, keepingOuterConnections: true)
    }
    let copy = try #require(pasted[nodes[6]])
    #expect(try evaluator.graph.kind(of: copy).inputs.map(\.name) == ["port 7"])
    #expect(evaluator.graph.sources(of: copy.input(0)).map(\.inDocument) == [NodeID(slot: 0, generation: 0).output])
  }

  @Test func portsOfADefinitionAreLookedThroughOnceForAllNodesWithoutCode() throws {
    let nodes = (0..<20_000).map { DocumentNode(id: NodeID(slot: $0, generation: 0), kind: "Blur") } as [DocumentNode]
    let definition = DocumentDefinition(
      id: DefinitionID(1), name: "D",
      inputs: nodes.map { .init("in \($0.id.slot)", leadingTo: [.init($0.id, "x")]) }, nodes: nodes)
    let evaluator = try expectWithinAMinute { try Evaluator(document: GraphDocument(definitions: [definition])) }
    let inputs = evaluator.subgraphs.inputs(of: DefinitionID(1))
    #expect(inputs.count == nodes.count && inputs[7].name == "in 7")
  }
}
