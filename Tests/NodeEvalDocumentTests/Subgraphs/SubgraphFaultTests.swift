// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// Documents whose groups are contradictory: each is refused with a location, and repaired.
@Suite struct SubgraphFaultTests {
  private static func node(_ slot: UInt32) -> NodeID { NodeID(slot: slot, generation: 0) }
  private static func instance(_ index: UInt32) -> InstanceID { InstanceID(index: index, tag: 0) }

  /// An instance of a definition that holds an instance of another, in which a sum reads a number twice.
  private static var document: GraphDocument {
    let read = DocumentConnection("terms", from: node(0), "value")
    let inner = DocumentDefinition(
      id: DefinitionID(1), name: "Inner",
      nodes: [
        DocumentNode(id: node(0), kind: "Number", name: "number"),
        DocumentNode(id: node(1), kind: "Sum", name: "sum", connections: [read, read]),
      ])
    let outer = DocumentDefinition(
      id: DefinitionID(2), name: "Outer", instances: [DocumentInstance(id: instance(0), of: DefinitionID(1))])
    return GraphDocument(
      definitions: [inner, outer],
      instances: [
        DocumentInstance(
          id: instance(0), of: DefinitionID(2), members: [.init(instance(0).node, is: instance(1).node)]),
        DocumentInstance(
          id: instance(1), of: DefinitionID(1), members: [.init(node(0), is: node(0)), .init(node(1), is: node(1))]),
      ])
  }

  /// An instance of a definition in which an instance of another definition reads a number through its port.
  private static var wired: GraphDocument {
    let inner = DocumentDefinition(
      id: DefinitionID(1), name: "Inner", inputs: [.init("x", leadingTo: [.init(node(0), "x")])],
      outputs: [.init("sum", leadingTo: [.init(node(0), "sum")])], nodes: [DocumentNode(id: node(0), kind: "Add")])
    let outer = DocumentDefinition(
      id: DefinitionID(2), name: "Outer", nodes: [DocumentNode(id: node(1), kind: "Number")],
      instances: [
        DocumentInstance(
          id: instance(0), of: DefinitionID(1), connections: [DocumentConnection("x", from: node(1), "value")])
      ])
    return GraphDocument(
      definitions: [inner, outer],
      instances: [
        DocumentInstance(
          id: instance(0), of: DefinitionID(2),
          members: [.init(instance(0).node, is: instance(1).node), .init(node(1), is: node(0))]),
        DocumentInstance(id: instance(1), of: DefinitionID(1), members: [.init(node(0), is: node(1))]),
      ])
  }

  /// Returns the refusal of a changed document, and checks that the repaired one is sound and keeps all members.
  private func refusal(
    of document: GraphDocument = document, _ change: (inout GraphDocument) -> Void
  ) throws -> String {
    var document = document
    #expect(try Evaluator(definitions: SubgraphScript.kinds, document: document).graph.nodeCount == 2)
    change(&document)
    let refused = try RefusedDocument(document)
    let repaired = refused.repaired
    #expect(repaired.graph.nodeCount == 2 && repaired.subgraphs.definitions.count == document.definitions.count)
    return refused.refusal
  }

  @Test func aMemberIsNamedOnce() throws {
    let text = try refusal { $0.instances[1].members.append(.init(Self.node(0), is: Self.node(5))) }
    #expect(text == "instances[1].members: '0=5': the member is listed twice")
  }

  @Test func whatLiesInAnInstanceIsWhatTheDefinitionSays() throws {
    let text = try refusal { document in
      let other = DocumentNode(id: Self.node(0), kind: "Number")
      let more = DocumentNode(id: Self.node(1), kind: "Number")
      document.definitions.append(DocumentDefinition(id: DefinitionID(3), name: "Other", nodes: [other, more]))
      document.instances[1].definition = DefinitionID(3)
    }
    #expect(text == "instances[1].of: it must be '1', as in the enclosing definition")
  }

  @Test func nameAndPlaceOfWhatLiesInAnInstanceAreTheDefinitions() throws {
    for change in [{ $0.name = "mine" }, { $0.position = GraphPoint(1, 2) }] as [(inout DocumentInstance) -> Void] {
      let text = try refusal { change(&$0.instances[1]) }
      #expect(text == "instances[1]: its name, position and connections are those in the enclosing definition")
    }
  }

  @Test func anOrderNamesEachConnectionOnce() throws {
    let text = try refusal { $0.instances[1].orders = [.init(of: Self.node(1), "terms", [0, 0])] }
    #expect(
      text == "instances[1].orders: '1.terms' does not exist, or the order is not a permutation of its connections")
  }

  @Test func portsOfADefinitionHaveNamesOfTheirOwn() throws {
    let text = try refusal { document in
      document.definitions[0].outputs = [(0, "value"), (1, "sum")].map { member, port in
        .init("out", leadingTo: [.init(Self.node(member), port)])
      }
    }
    #expect(text == "definitions[0].outputs[1].name: the name 'out' is already used by another port")
  }

  @Test func aPortOfAnInstanceReadsOneThingAndNothingOfItsOwn() throws {
    var text = try refusal(of: Self.wired) { document in
      document.definitions[1].inputs = [.init("more", leadingTo: [.init(Self.instance(0).node, "x")])]
    }
    #expect(
      text
        == "definitions[1].instances[0].inputs: 'x' is exposed as a port of the definition, so it can't be connected here"
    )
    text = try refusal(of: Self.wired) { document in
      document.definitions[1].instances[0].connections += document.definitions[1].instances[0].connections
    }
    #expect(text == "definitions[1].instances[0].inputs: 'x' takes only one connection")
    text = try refusal(of: Self.wired) { document in
      document.definitions[1].instances[0].connections[0].source = Self.instance(0).node
      document.definitions[1].instances[0].connections[0].output = "sum"
    }
    #expect(text == "definitions[1].instances[0].inputs: 'x' reads an output of the same instance")
  }

  @Test func typesAndPortsFitWithinADefinition() throws {
    let nodes = [DocumentNode(id: Self.node(0), kind: "Add"), DocumentNode(id: Self.node(1), kind: "Mean")]
    let ports = [DocumentDefinition.Port("x", leadingTo: [.init(Self.node(0), "x"), .init(Self.node(1), "x")])]
    let refusal = { (definition: DocumentDefinition) throws -> String in
      let document = GraphDocument(definitions: [definition])
      var dropped: [DocumentError] = []
      let repaired = try Evaluator(definitions: ConversionKinds.all, repairing: document, dropped: &dropped)
      #expect(repaired.brokenRules().isEmpty && repaired.subgraphs.definitions.count == 1)
      do throws(DocumentError) {
        _ = try Evaluator(definitions: ConversionKinds.all, document: document)
        return "it was not refused"
      } catch {
        #expect(dropped.map(\.description) == [error.description])
        return error.description
      }
    }
    var definition = DocumentDefinition(id: DefinitionID(1), name: "Types", inputs: ports, nodes: nodes)
    #expect(
      try refusal(definition) == "definitions[0].inputs[0]: 'x' takes Double, but another end of the port takes Int")
    definition.inputs = []
    definition.nodes[1].connections = [DocumentConnection("x", from: Self.node(0), "sum")]
    #expect(try refusal(definition) == "definitions[0].nodes[1].inputs: 'x' takes Double, but 'sum' of Add gives Int")
    definition.nodes[0].connections = [DocumentConnection("y", from: Self.node(2), "value")]
    definition.nodes[1].connections = []
    definition.nodes.append(DocumentNode(id: Self.node(2), kind: "Count"))
    definition.inputs = [.init("y", leadingTo: [.init(Self.node(0), "y")])]
    #expect(
      try refusal(definition)
        == "definitions[0].nodes[0].inputs: 'y' is exposed as a port of the definition, so it can't be connected here")
  }

  @Test func aWayBackToADefinitionIsFoundBehindOneThatIsNoPartOfIt() throws {
    let text = try refusal { document in
      document.definitions[0].instances = [DocumentInstance(id: Self.instance(7), of: DefinitionID(3))]
      document.definitions.append(
        DocumentDefinition(
          id: DefinitionID(3), name: "Back", instances: [DocumentInstance(id: Self.instance(0), of: DefinitionID(1))]))
      document.definitions.swapAt(0, 1)
    }
    #expect(text.contains("a definition contains itself: Inner › Back › Inner"))
  }

  @Test func aLongCycleIsNamedAlikeInADefinitionAndOutside() throws {
    let nodes = (0..<14 as Range<UInt32>).map { slot in
      DocumentNode(
        id: Self.node(slot), kind: "Add", name: "n\(slot)",
        connections: [DocumentConnection("x", from: Self.node((slot + 13) % 14), "sum")])
    }
    let cycle =
      "nodes[1].inputs: 'x' closes a cycle: "
      + "n1 → n2 → n3 → n4 → n5 → n6 → … 4 more … → n11 → n12 → n13 → n0 → n1"
    #expect(try RefusedDocument(GraphDocument(nodes: nodes)).refusal == cycle)
    let definition = DocumentDefinition(id: DefinitionID(1), name: "D", nodes: nodes)
    #expect(try RefusedDocument(GraphDocument(definitions: [definition])).refusal == "definitions[0].\(cycle)")
    let empty = DocumentDefinition(id: DefinitionID(1), name: "D")
    #expect(try RefusedDocument(GraphDocument(nodes: nodes, definitions: [empty])).refusal == cycle)
  }
}
