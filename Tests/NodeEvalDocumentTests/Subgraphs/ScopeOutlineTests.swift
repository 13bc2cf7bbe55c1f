// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Scopes as separate graphs.
@Suite struct ScopeOutlineTests: TaxGraphTests {
  let taxes: TaxGraph

  init() throws { taxes = try TaxGraph() }

  /// Returns the connections of an outline, between the members that its nodes show.
  private static func wires(_ outline: ScopeOutline) -> Set<Connection> {
    Set(
      outline.graph.connections.compactMap { wire in
        guard let source = outline.member(wire.source.node), let target = outline.member(wire.target.node) else {
          return nil
        }
        return Connection(from: source.output(wire.source.index), to: target.input(wire.target.index))
      })
  }

  private static func members(_ outline: ScopeOutline) -> [NodeID] { outline.graph.nodes.compactMap(outline.member) }

  @Test func aClosedGroupIsOneNodeWithThePortsOfItsDefinition() throws {
    let group = try group()
    let outline = groups.outline()
    #expect(Set(Self.members(outline)) == [price, total, group.node] && outline.frames.isEmpty)
    #expect(Self.wires(outline) == Set(groups.connections(in: nil)))
    let shown = try #require(outline.graph.nodes.first { outline.member($0) == group.node })
    let kind = try outline.graph.kind(of: shown)
    #expect(kind.inputs.map(\.name) == ["x"] && kind.outputs.map(\.name) == ["sum"])
    #expect(outline.graph.nodes.map(outline.title).sorted() == ["Tax", "price", "total"])
    let inside = groups.outline(of: group)
    #expect(Self.members(inside) == [rate, tax] && inside.graph.nodes.map(inside.title) == ["rate", "tax"])
    #expect(Self.wires(inside) == Set(groups.connections(in: group)))
    try evaluator.edit { edit in try edit.remove(group) }
    #expect(groups.outline(of: group).graph.nodeCount == 0)
  }

  @Test func anOpenGroupShowsItsMembersWhereTheyAre() throws {
    let group = try group()
    let around = try evaluator.edited { edit in
      try edit.move(group.node, to: GraphPoint(1000, 500))
      return try edit.group([group.node, total], named: "All")
    }
    let outline = groups.outline { _ in true }
    #expect(outline.frames.map(\.title) == ["All", "Tax"] && outline.frames.map(\.enclosing) == [nil, 0])
    #expect(outline.frames.map { $0.nodes.map(outline.title) } == [["total"], ["rate", "tax"]])
    #expect(Set(Self.members(outline)) == [price, rate, tax, total])
    #expect(Self.wires(outline) == Set(evaluator.graph.connections))
    // When they were grouped, rate and tax were 200 apart, around their middle.
    let places = Dictionary(
      uniqueKeysWithValues: outline.graph.nodes.map { (outline.title(of: $0), outline.graph.position(of: $0)) })
    #expect(places["rate"] == GraphPoint(900, 500) && places["tax"] == GraphPoint(1100, 500))
    // Only the surrounding group is open.
    let half = groups.outline { $0 == around }
    #expect(half.frames.map(\.title) == ["All"] && Set(Self.members(half)) == [price, group.node, total])
  }

  @Test func groupsThatReadEachOtherInACircleAreOpen() throws {
    // In the group a → A and b → B; outside A → x and x → B.
    let nodes = try evaluator.edited { edit in
      let nodes = try ["A", "B", "x"].map { try edit.add("Add", named: $0) }
      try edit.connect(nodes[0].output, to: nodes[2].input("x"))
      try edit.connect(nodes[2].output, to: nodes[1].input("x"))
      try edit.group([nodes[0], nodes[1]], named: "Both")
      return nodes
    }
    let both = try #require(groups.scope(of: nodes[0]))
    let other = try group()
    let outline = groups.outline()
    #expect(outline.frames.map(\.instance) == [both])
    #expect(Set(Self.members(outline)) == Set(nodes + [price, total, other.node]))
    #expect(
      outline.graph.path(
        from: try #require(outline.graph.nodes.first { outline.title(of: $0) == "A" }),
        to: try #require(outline.graph.nodes.first { outline.title(of: $0) == "B" }))?.count == 3)
  }

  @Test func aWireInAClosedGroupIsNoneOfItsPortsToItself() throws {
    // Both ends are ports: one is read by a node outside, and the other reads a node outside.
    let group = try evaluator.edited { edit in
      let (one, sum) = (try edit.add("Number"), try edit.add("Sum"))
      try edit.connect(one.output, to: sum.input("terms"))
      try edit.connect(price.output, to: sum.input("terms"))
      try edit.connect(one.output, to: edit.add("Add").input("x"))
      return try edit.group([one, sum], named: "Both")
    }
    let outline = groups.outline()
    #expect(outline.frames.isEmpty && Self.wires(outline) == Set(groups.connections(in: nil)))
    #expect(groups.connections(in: group).count == 1 && Self.members(outline).contains(group.node))
  }

  @Test func whatConvertsIsPartOfAWire() throws {
    let evaluator = ConversionKinds.evaluator()
    let (count, mean) = try evaluator.edited { edit in
      let (count, mean) = (try edit.add("Count", named: "count"), try edit.add("Mean", named: "mean"))
      try edit.connect(count.output, to: mean.input("x"))
      try edit.connect(mean.output, to: edit.add("Add", named: "add").input("x"))
      return (count, mean)
    }
    for open in [true, false] {
      let outline = evaluator.subgraphs.outline { _ in open }
      #expect(outline.graph.nodes.map(outline.title) == ["count", "mean", "add"])
      #expect(Self.wires(outline) == Set(evaluator.subgraphs.connections(in: nil)))
      if !open { try evaluator.edit { edit in _ = try edit.group([count, mean], named: "Both") } }
    }
    let closed = evaluator.subgraphs.outline()
    #expect(Set(closed.graph.nodes.map(closed.title)) == ["Both", "add"] && closed.graph.connectionCount == 1)
  }

  /// Checks the outline of an instance with its inputs: these come first, and feed the nodes to which they lead.
  private func expectInputs(of scope: InstanceID, in groups: Subgraphs, _ comment: Comment) {
    let outline = groups.outline(of: scope, showingInputs: true)
    let inputs = groups.definition(of: scope).map(groups.inputs) ?? []
    let shown = outline.graph.nodes.filter { outline.input($0) != nil }
    let plain = groups.outline(of: scope)
    #expect(shown.map(outline.title) == inputs.map(\.name) && shown.allSatisfy { outline.member($0) == nil }, comment)
    #expect(Set(Self.members(outline)) == Set(Self.members(plain)) && Self.wires(outline) == Self.wires(plain), comment)
    for (index, node) in shown.enumerated() {
      #expect(outline.input(node) == scope.node.input(index), comment)
      let readers = outline.graph.consumers(of: node.output).compactMap { reader in
        outline.member(reader.node).map { $0.input(reader.index) }
      }
      let targets = Set(groups.targets(of: scope.node.input(index)))
      #expect(Set(readers.flatMap(groups.targets)) == targets && Set(readers).count == readers.count, comment)
    }
  }

  @Test func theInputsOfAScopeShowAsNodesIfThatIsAskedFor() throws {
    let group = try group()
    let outline = groups.outline(of: group, showingInputs: true)
    #expect(outline.graph.nodes.map(outline.title) == ["x", "rate", "tax"])
    #expect(outline.graph.nodes.map { outline.input($0) } == [group.node.input(0), nil, nil])
    #expect(outline.graph.connectionCount == 2 && outline.frames.isEmpty)
    let around = groups.outline(showingInputs: true)
    #expect(around.graph.nodes.allSatisfy { around.input($0) == nil })
    expectInputs(of: group, in: groups, "")
  }

  @Test func outlinesShowWhatScopesHaveWhateverIsEdited() {
    var seen = (closed: 0, open: 0, circles: 0)
    for seed in 1...3 as ClosedRange<UInt64> {
      let script = SubgraphScript(seed: seed)
      for step in 0..<fuzzSteps(300) {
        script.step()
        let groups = script.evaluator.subgraphs
        let scopes = [nil] + groups.definitions.flatMap { groups.instances(of: $0) }.map { Optional($0) }
        for scope in scopes {
          let outline = groups.outline(of: scope)
          guard outline.frames.isEmpty else {
            seen.circles += 1
            continue
          }
          seen.closed += scope == nil ? 0 : 1
          let isSame =
            Set(Self.members(outline)) == Set(groups.members(of: scope))
            && Self.wires(outline) == Set(groups.connections(in: scope))
          #expect(isSame, "seed \(seed), step \(step)")
          if let scope { expectInputs(of: scope, in: groups, "seed \(seed), step \(step)") }
        }
        let flat = groups.outline { _ in true }
        seen.open += flat.frames.count
        #expect(Set(Self.members(flat)) == Set(script.evaluator.graph.nodes), "seed \(seed), step \(step)")
        #expect(Self.wires(flat) == Set(script.evaluator.graph.connections), "seed \(seed), step \(step)")
        #expect(flat.frames.count == scopes.count - 1)
      }
    }
    #expect(seen.closed > 20 && seen.open > 20, "\(seen)")
  }
}
