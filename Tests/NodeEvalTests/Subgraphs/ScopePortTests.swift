// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Ports of definitions that come and go, and what instances gave them.
@Suite struct ScopePortTests: TaxGraphTests {
  let taxes: TaxGraph

  init() throws { taxes = try TaxGraph() }

  private func reopened() throws -> Evaluator {
    let text = try DocumentKinds.json(try evaluator.document())
    return try Evaluator(definitions: SubgraphScript.kinds, document: DocumentKinds.document(text))
  }

  /// The node of a name in an instance, or in a group that lies in it.
  private func node(_ name: String, in instance: InstanceID) -> NodeID? {
    var waiting = [instance]
    while let next = waiting.popLast() {
      for member in groups.members(of: next) {
        if let inner = InstanceID(member) {
          waiting.append(inner)
        } else if groups.name(of: member) == name {
          return member
        }
      }
    }
    return nil
  }

  @Test func aPortOfAnInnerGroupIsGivenOutThroughThreeLevels() throws {
    let inner = try group()
    let middle = try evaluator.edited { edit in try edit.group([inner.node], named: "Invoice") }
    let outer = try evaluator.edited { edit in try edit.group([middle.node], named: "Book") }
    let other = try evaluator.edited { edit in
      let other = try edit.add(instanceOf: try definition(outer), named: "Other")
      try edit.connect(price.output, to: other.node.input(0))
      return other
    }
    try evaluator.edit { edit in
      try edit.change(try definition(inner)) { inner in
        let more = try inner.add("Add", named: "more")
        try inner.connect(tax.output, to: more.input("x"))
        try inner.expose(more.input("y"), as: "extra")
      }
    }
    let before = SubgraphSnapshot(evaluator)
    try evaluator.edit { edit in
      try edit.change(try definition(middle)) { try $0.expose(inner.input("extra"), as: "extra") }
      try edit.change(try definition(outer)) { try $0.expose(middle.input("extra"), as: "extra") }
    }
    for instance in [outer, other] {
      #expect(groups.inputs(of: try definition(instance)).map(\.name) == ["x", "extra"])
    }
    try evaluator.edit { edit in
      try edit.setLiteral(outer.input("extra"), to: 5)
      try edit.connect(price.output, to: other.input("extra"))
    }
    let nodes = try [outer, other].map { try #require(node("more", in: $0)) }
    #expect(try nodes.map { try value($0) } == [125, 220])
    #expect(groups.connections(in: nil).contains(Connection(from: price.output, to: other.node.input(1))))
    #expect(try SubgraphSnapshot(reopened()) == SubgraphSnapshot(evaluator))
    evaluator.undo()
    evaluator.undo()
    #expect(try SubgraphSnapshot(evaluator) == before && nodes.map { try value($0) } == [120, 120])
    evaluator.checkInvariants()
  }

  @Test func whatInstancesGaveAPortGoesWithIt() throws {
    let first = try group()
    let id = try definition(first)
    try evaluator.edit { edit in
      try edit.change(id) { inner in
        try inner.disconnect(tax.input("y"))
        try inner.setLiteral(tax.input("y"), to: 20)
        try inner.expose(tax.input("y"), as: "rate")
      }
    }
    let others = try evaluator.edited { edit in
      try (0..<2).map { _ in
        let other = try edit.add(instanceOf: id)
        try edit.connect(price.output, to: other.input("x"))
        return other
      }
    }
    let nodes = try ([first] + others).map { try #require(node("tax", in: $0)) }
    #expect(try nodes.map { try value($0) } == [120, 120, 120])
    let plain = try DocumentKinds.json(try evaluator.document())
    try evaluator.edit { edit in try edit.setLiteral(others[0].input("rate"), to: 7) }
    #expect(try nodes.map { try value($0) } == [120, 107, 120])
    let before = SubgraphSnapshot(evaluator)
    try evaluator.edit { edit in try edit.change(id) { inner in try inner.removeInput("rate", cutting: true) } }
    #expect(try nodes.map { try value($0) } == [120, 120, 120])
    #expect(try evaluator.document().instances.allSatisfy { $0.values.isEmpty && $0.literals.isEmpty })
    #expect(try SubgraphSnapshot(reopened()) == SubgraphSnapshot(evaluator))
    // A port of that name is another.
    try evaluator.edit { edit in try edit.change(id) { inner in try inner.expose(tax.input("y"), as: "rate") } }
    #expect(try nodes.map { try value($0) } == [120, 120, 120])
    #expect(try DocumentKinds.json(try evaluator.document()).count == plain.count)
    evaluator.undo()
    evaluator.undo()
    #expect(try SubgraphSnapshot(evaluator) == before && nodes.map { try value($0) } == [120, 107, 120])
    evaluator.checkInvariants()
  }
}
