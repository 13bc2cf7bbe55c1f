// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Nodes that are inserted into wires and dissolved.
@Suite struct WireEditTests: TaxGraphTests {
  let taxes: TaxGraph

  init() throws { taxes = try TaxGraph() }

  private func sources(of target: InputPort, in scope: InstanceID? = nil) -> [NodeID] {
    groups.connections(in: scope).filter { $0.target == target }.map(\.source.node)
  }

  @Test func aNodeThatIsDissolvedLeavesWhatItReadToWhatReadIt() throws {
    let before = SubgraphSnapshot(evaluator)
    try evaluator.edit { edit in try edit.dissolve(tax) }
    #expect(sources(of: total.input(1)) == [price] && !evaluator.graph.contains(tax))
    #expect(try value(total) == 200 && evaluator.graph.consumers(of: rate.output).isEmpty)
    evaluator.undo()
    #expect(SubgraphSnapshot(evaluator) == before)
    // A node that reads no input passes no value on.
    try evaluator.edit { edit in try edit.dissolve(rate) }
    #expect(sources(of: tax.input(1)).isEmpty && sources(of: tax.input(0)) == [price])
    evaluator.checkInvariants()
  }

  @Test func aNodeComesIntoAWireAndDissolvedItIsAsBefore() throws {
    let more = try evaluator.edited { edit in try edit.add("Add", named: "more") }
    let before = SubgraphSnapshot(evaluator)
    for wire in groups.connections(in: nil) {
      try evaluator.edit { edit in try edit.insert(more, into: wire) }
      #expect(sources(of: wire.target) == [more] && sources(of: more.input(0)) == [wire.source.node])
      try evaluator.edit { edit in try edit.setLiteral(more.input("y"), to: 5) }
      evaluator.checkInvariants()
      for _ in 0..<2 { evaluator.undo() }
      #expect(SubgraphSnapshot(evaluator) == before)
      try evaluator.edit { edit in
        try edit.insert(more, into: wire)
        try edit.dissolve(more)
      }
      #expect(sources(of: wire.target) == [wire.source.node])
      evaluator.undo()
    }
  }

  @Test func whatDoesNotFitIntoAWireLeavesAllAsItWas() throws {
    let (number, more) = try evaluator.edited { edit in (try edit.add("Number"), try edit.add("Add")) }
    let wire = Connection(from: price.output, to: total.input(0))
    let before = SubgraphSnapshot(evaluator)
    let refusal = { (body: (Edit) throws(GraphError) -> Void) -> GraphError? in
      do throws(GraphError) {
        try evaluator.edit(body)
        return nil
      } catch {
        return error
      }
    }
    let torn = Connection(from: rate.output, to: total.input(0))
    #expect(refusal { edit throws(GraphError) in try edit.insert(more, into: torn) } == .notConnected(torn))
    #expect(
      refusal { edit throws(GraphError) in try edit.insert(number, into: wire) }
        == .noSuchInput(number, .index(0), among: []))
    #expect(refusal { edit throws(GraphError) in try edit.insert(total, into: wire) } != nil)
    // The new node reads the wire's target, so the insertion would close a cycle after the wire was cut.
    try evaluator.edit { edit in try edit.connect(total.output, to: more.input("y")) }
    guard case .cycle = refusal({ edit throws(GraphError) in try edit.insert(more, into: wire) }) else {
      Issue.record("what would go round is refused")
      return
    }
    evaluator.undo()
    #expect(SubgraphSnapshot(evaluator) == before)
  }

  @Test func inputsThatTakeManyKeepTheirOrder() throws {
    let (sum, nodes, split) = try evaluator.edited { edit in
      let sum = try edit.add("Sum")
      let nodes = try (0..<3).map { _ in try edit.add("Add") }
      let split = try edit.add("Split")
      for node in nodes { try edit.connect(node.output, to: sum.input("terms")) }
      try edit.connect(nodes[0].output, to: split.input("x"))
      for output in [1, 0, 1] { try edit.connect(split.output(output), to: sum.input("terms")) }
      try edit.connect(price.output, to: nodes[1].input("x"))
      return (sum, nodes, split)
    }
    let target = sum.input(0)
    #expect(sources(of: target) == nodes + [split, split, split])
    try evaluator.edit { edit in try edit.dissolve(nodes[1]) }
    #expect(sources(of: target) == [nodes[0], price, nodes[2], split, split, split])
    try evaluator.edit { edit in try edit.dissolve(split) }
    #expect(sources(of: target) == [nodes[0], price, nodes[2], nodes[0], nodes[0], nodes[0]])
    let more = try evaluator.edited { edit in try edit.add("Add") }
    try evaluator.edit { edit in try edit.insert(more, into: Connection(from: price.output, to: target)) }
    #expect(sources(of: target) == [nodes[0], more, nodes[2], nodes[0], nodes[0], nodes[0]])
    try evaluator.edit { edit in try edit.dissolve(nodes[2]) }
    #expect(sources(of: target) == [nodes[0], more, nodes[0], nodes[0], nodes[0]])
    evaluator.checkInvariants()
  }

  @Test func aDefinitionIsHealedInAllItsInstances() throws {
    let group = try evaluator.edited { edit in try edit.group([rate, tax, total], named: "Tax") }
    let id = try definition(group)
    let other = try evaluator.edited { edit in
      let other = try edit.add(instanceOf: id)
      for index in groups.inputs(of: id).indices { try edit.connect(price.output, to: other.node.input(index)) }
      return other
    }
    let wire = try #require(groups.connections(in: group).first { $0.target == total.input(1) })
    try evaluator.edit { edit in
      try edit.change(id, lookingAt: group) { inner in
        let more = try inner.add("Add", named: "more")
        try inner.setLiteral(more.input("y"), to: 7)
        try inner.insert(more, into: wire)
        // The refusal is caught. The node is inserted in no instance.
        #expect(throws: GraphError.self) { try inner.insert(more, into: wire) }
      }
    }
    for instance in [group, other] {
      let last = try #require(groups.members(of: instance).first { groups.name(of: $0) == "total" })
      let more = try #require(groups.members(of: instance).first { groups.name(of: $0) == "more" })
      #expect(sources(of: last.input(1), in: instance) == [more] && evaluator.graph.isUpstream(more, of: last))
    }
    evaluator.checkInvariants()
    try evaluator.edit { edit in
      try edit.change(id, lookingAt: group) { inner in
        try inner.dissolve(try #require(inner.node(named: "more")))
        try inner.dissolve(rate)
      }
    }
    #expect(sources(of: total.input(1), in: group) == [tax] && groups.members(of: other).count == 2)
    evaluator.checkInvariants()
  }

  @Test func anInstanceIsDissolvedByTheTypesOfItsPorts() throws {
    let group = try group()
    try evaluator.edit { edit in try edit.dissolve(group.node) }
    #expect(sources(of: total.input(1)) == [price] && groups.members(of: nil) == [price, total])
    #expect(try value(total) == 200)
    evaluator.undo()
    let second = try evaluator.edited { edit in try edit.add(instanceOf: try definition(group)) }
    try evaluator.edit { edit in
      try edit.insert(second.node, into: Connection(from: price.output, to: group.node.input(0)))
    }
    #expect(sources(of: group.node.input(0)) == [second.node] && sources(of: second.node.input(0)) == [price])
    evaluator.checkInvariants()
  }

  @Test func convertedWiresAreHealedToo() throws {
    let evaluator = ConversionKinds.evaluator()
    let nodes = try evaluator.edited { edit in
      let nodes = try ["Count", "Mean", "Add", "Add"].map { try edit.add($0) }
      try edit.connect(nodes[0].output, to: nodes[1].input(0))
      try edit.connect(nodes[1].output, to: nodes[2].input(0))
      return nodes
    }
    try evaluator.edit { edit in
      try edit.insert(nodes[3], into: Connection(from: nodes[1].output, to: nodes[2].input(0)))
    }
    let wires = { evaluator.subgraphs.connections(in: nil).map { [$0.source.node, $0.target.node] } }
    #expect(Set(wires()) == [[nodes[0], nodes[1]], [nodes[1], nodes[3]], [nodes[3], nodes[2]]])
    #expect(evaluator.graph.nodeCount == 6)
    try evaluator.edit { edit in try edit.dissolve(nodes[1]) }
    #expect(Set(wires()) == [[nodes[0], nodes[3]], [nodes[3], nodes[2]]] && evaluator.graph.nodeCount == 3)
    evaluator.checkInvariants()
  }
}
