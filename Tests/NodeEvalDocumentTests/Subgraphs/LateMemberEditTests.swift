// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Edits of nodes that have no code yet: when the code is registered, the graph is as if the code had been present from the
/// beginning.
@Suite struct LateMemberEditTests: TaxGraphTests {
  let taxes: TaxGraph

  init() throws { taxes = try TaxGraph() }

  private static let lateKinds = [["Add"], ["Number"], ["Sum"], ["Split", "Sum"], ["Add", "Number", "Split", "Sum"]]

  private static func kind(_ name: String) throws -> NodeDefinition {
    try #require(SubgraphScript.kinds.first { $0.kind.name == name })
  }

  /// Makes two instances of a group that contains another one, to which the outer definition gives a literal, and nodes around
  /// them.
  private func document() throws -> GraphDocument {
    let inner = try group()
    try evaluator.edit { edit in
      try edit.change(try definition(inner), lookingAt: inner) { scope in
        let split = try scope.add("Split", named: "split", at: GraphPoint(3, 4))
        let sum = try scope.add("Sum", named: "sum")
        try scope.connect(tax.output, to: split.input("x"))
        try scope.connect(split.output("high"), to: sum.input("terms"))
        try scope.connect(rate.output, to: sum.input("terms"))
        try scope.connect(split.output("high"), to: sum.input("terms"))
        try scope.disconnect(tax.input("y"))
        try scope.setLiteral(tax.input("y"), to: 5)
        try scope.expose(tax.input("y"), as: "plus")
        try scope.expose(sum.output, as: "all")
      }
      let outer = try edit.group([inner.node, total], named: "Invoice")
      try edit.change(try definition(outer), lookingAt: outer) { scope in
        try scope.rename(inner.node, to: "levy")
        try scope.setLiteral(inner.node.input("plus"), to: 9)
        try scope.expose(inner.node.output("all"), as: "All")
      }
      let second = try edit.add(instanceOf: try definition(outer), named: "Second")
      try edit.rename(outer, to: "First")
      let sums = try edit.add("Sum", named: "sums")
      for instance in [outer, second, outer] { try edit.connect(instance.node.output("All"), to: sums.input("terms")) }
      try edit.connect(price.output, to: second.node.input(0))
      try edit.setLiteral(edit.add("Add", named: "spare").input("y"), to: 4)
    }
    return try DocumentKinds.document(DocumentKinds.json(try evaluator.document()))
  }

  private func opened(_ document: GraphDocument, without late: [String] = []) throws -> Evaluator {
    let kinds = SubgraphScript.kinds.filter { !late.contains($0.kind.name) }
    let evaluator = try Evaluator(definitions: kinds, document: document)
    evaluator.undoLimit = 1 << 30
    return evaluator
  }

  private static func definition(_ name: String, in evaluator: Evaluator) throws -> DefinitionID {
    try #require(evaluator.subgraphs.definitions.first { evaluator.subgraphs.name(of: $0) == name })
  }

  /// Makes the same edit with all kinds, and without some that are registered afterwards. Both graphs must then be equal, and
  /// undo must restore the previous state.
  private func expectSame(_ edit: (Evaluator) throws -> Void) throws {
    let document = try document()
    for late in Self.lateKinds {
      let (known, loaded) = (try opened(document), try opened(document, without: late))
      let before = SubgraphSnapshot(loaded)
      for evaluator in [known, loaded] {
        try edit(evaluator)
        evaluator.checkInvariants()
        #expect(SubgraphSnapshot.brokenRules(of: evaluator, comparingValues: evaluator === known).isEmpty, "\(late)")
      }
      let saved = try DocumentKinds.document(DocumentKinds.json(try loaded.document()))
      #expect(try opened(saved, without: late).document() == saved)
      let edited = SubgraphSnapshot(loaded)
      for name in late { #expect(loaded.register(try Self.kind(name)) == []) }
      loaded.checkInvariants()
      #expect(SubgraphSnapshot.brokenRules(of: loaded).isEmpty, "\(late)")
      let (snapshot, expected) = (SubgraphSnapshot(loaded), SubgraphSnapshot(known))
      #expect(snapshot == expected, "\(late): \(snapshot.difference(to: expected))")
      #expect(try loaded.document() == known.document(), "\(late)")
      for _ in late { loaded.undo() }
      #expect(SubgraphSnapshot(loaded) == edited, "\(late)")
      while loaded.undo() != nil {}
      #expect(SubgraphSnapshot(loaded) == before, "\(late)")
      while loaded.redo() != nil {}
      #expect(SubgraphSnapshot(loaded) == expected, "\(late)")
    }
  }

  @Test func whatHasNoCodeIsGroupedAndBecomesRealInAllInstances() throws {
    try expectSame { evaluator in
      try evaluator.edit { edit in
        let members = try ["price", "sums", "spare"].map { try #require(edit.node(named: $0)) }
        let both = try edit.group(members, named: "Both")
        try edit.rename(both, to: "both")
        try edit.change(try Self.definition("Tax", in: evaluator)) { scope in
          let parts = try ["split", "sum"].map { try #require(scope.node(named: $0)) }
          try scope.rename(scope.group(parts, named: "Parts").node, to: "parts")
        }
        for (index, definition) in evaluator.subgraphs.definitions.enumerated() {
          try edit.add(instanceOf: definition, named: "new\(index)")
        }
        try edit.add(instanceOf: try #require(evaluator.subgraphs.definition(of: both)), named: "Again")
      }
    }
  }

  @Test func whatHasNoCodeIsTakenOutOfGroupsWithWhatItWasGiven() throws {
    try expectSame { evaluator in
      try evaluator.edit { edit in
        let invoice = try Self.definition("Invoice", in: evaluator)
        try edit.change(invoice) { scope in
          let levy = try #require(scope.members.first { scope.name(of: $0) == "levy" })
          try scope.ungroup(try #require(InstanceID(levy)))
        }
        let third = try edit.add(instanceOf: invoice, named: "Third")
        try edit.ungroup(third)
        try edit.add(instanceOf: invoice, named: "Fourth")
      }
    }
  }

  @Test func whatHasNoCodeIsMovedOutOfAGroupWithWhatItWasGiven() throws {
    try expectSame { evaluator in
      let groups = evaluator.subgraphs
      let tax = try Self.definition("Tax", in: evaluator)
      try evaluator.edit { edit in try edit.moveOut(groups.members(of: groups.instances(of: tax)[0])) }
    }
  }

  @Test func whatHasNoCodeIsPastedIntoADefinitionAndBecomesRealInAllInstances() throws {
    try expectSame { evaluator in
      let groups = evaluator.subgraphs
      let tax = try Self.definition("Tax", in: evaluator)
      let nodes = groups.members(of: groups.instances(of: tax)[0])
      let around = try ["price", "spare"].map { try #require(evaluator.graph.node(named: $0)) }
      let fragments = [
        try evaluator.copy(nodes), try evaluator.copy(around), try evaluator.copy(Array(nodes.prefix(1))),
      ]
      try evaluator.edit { edit in
        try edit.change(tax) { scope in for fragment in fragments { try scope.paste(fragment) } }
        try edit.add(instanceOf: tax, named: "New")
      }
    }
  }

  @Test func aGroupWhoseNodesHaveNoCodeIsPastedIntoADefinition() throws {
    try expectSame { evaluator in
      try evaluator.edit { edit in
        try edit.rename(edit.group([try #require(edit.node(named: "spare"))], named: "Alone"), to: "alone")
      }
      let groups = evaluator.subgraphs
      let fragment = try evaluator.copy(groups.instances(of: try Self.definition("Alone", in: evaluator)).map(\.node))
      try evaluator.edit { edit in
        try edit.change(try Self.definition("Tax", in: evaluator)) { scope in
          for pasted in try scope.paste(fragment).values where InstanceID(pasted) != nil {
            try scope.rename(pasted, to: "pasted")
          }
        }
      }
    }
  }

  // MARK: Other kinds

  /// Sets the kind of each node without code to the kind that its name refers to.
  private func setKinds(_ evaluator: Evaluator, of names: [String]) throws {
    let groups = evaluator.subgraphs
    try evaluator.edit("kinds") { edit in
      for definition in groups.definitions {
        guard let instance = groups.instances(of: definition).first else { continue }
        try edit.change(definition, lookingAt: instance) { scope in
          for member in scope.members where InstanceID(member) == nil {
            let name = try evaluator.graph.kind(of: member).name
            if names.contains(name) { try scope.setKind(of: member, to: name) }
          }
        }
      }
      for node in evaluator.graph.nodes where groups.scope(of: node) == nil {
        let name = try evaluator.graph.kind(of: node).name
        if names.contains(name) { try edit.setKind(of: node, to: name) }
      }
    }
  }

  @Test func afterARegistrationIsUndoneNodesGetTheirKindOneByOne() throws {
    let document = try document()
    for late in Self.lateKinds {
      let loaded = try opened(document, without: late)
      let before = SubgraphSnapshot(loaded)
      for name in late { loaded.register(try Self.kind(name)) }
      let known = try opened(document)
      try setKinds(known, of: [])
      let expected = SubgraphSnapshot(known)
      for _ in late { loaded.undo() }
      #expect(SubgraphSnapshot(loaded) == before)
      try setKinds(loaded, of: late)
      loaded.checkInvariants()
      #expect(SubgraphSnapshot.brokenRules(of: loaded).isEmpty, "\(late)")
      let snapshot = SubgraphSnapshot(loaded)
      #expect(snapshot == expected, "\(late): \(snapshot.difference(to: expected))")
      loaded.undo()
      #expect(SubgraphSnapshot(loaded) == before, "\(late)")
      loaded.redo()
      #expect(SubgraphSnapshot(loaded) == expected, "\(late)")
    }
  }

  @Test func whatWasDoneBeforeInTheSameEditIsDoneInAllInstancesFirst() throws {
    let document = try document()
    let (known, loaded) = (try opened(document), try opened(document, without: ["Add"]))
    loaded.register(try Self.kind("Add"))
    loaded.undo()
    for evaluator in [known, loaded] {
      try evaluator.edit { edit in
        try edit.change(try Self.definition("Tax", in: evaluator)) { scope in
          let (tax, sum) = (try #require(scope.node(named: "tax")), try #require(scope.node(named: "sum")))
          try scope.connect(tax.output, to: sum.input("terms"))
          if evaluator === loaded { try scope.setKind(of: tax, to: "Add") }
          let more = try scope.add("Add", named: "more")
          try scope.connect(tax.output, to: more.input("x"))
          try scope.setLiteral(more.input("y"), to: 3)
          try scope.expose(more.output, as: "more")
        }
        let invoice = try Self.definition("Invoice", in: evaluator)
        try edit.change(invoice) { scope in
          if evaluator === loaded { try scope.setKind(of: try #require(scope.node(named: "total")), to: "Add") }
        }
        if evaluator === loaded { try edit.setKind(of: try #require(edit.node(named: "spare")), to: "Add") }
      }
      evaluator.checkInvariants()
    }
    #expect(SubgraphSnapshot.brokenRules(of: loaded).isEmpty)
    let (snapshot, expected) = (SubgraphSnapshot(loaded), SubgraphSnapshot(known))
    #expect(snapshot == expected, "\(snapshot.difference(to: expected))")
    #expect(loaded.undo()?.evaluated == [] && loaded.redo()?.evaluated == [])
    #expect(SubgraphSnapshot(loaded) == expected)
  }

  @Test func aNodeWithoutCodeOfADefinitionGetsCodeOfItsOwn() throws {
    let document = try document()
    let (known, loaded) = (try opened(document), try opened(document, without: ["Split"]))
    for evaluator in [known, loaded] {
      try evaluator.edit { edit in
        try edit.change(try Self.definition("Tax", in: evaluator)) { scope in
          try scope.setDefinition(of: try #require(scope.node(named: "split")), to: try Self.kind("Split"))
        }
      }
      evaluator.checkInvariants()
    }
    #expect(SubgraphSnapshot.brokenRules(of: loaded).isEmpty)
    let sums = try [known, loaded].map { evaluator in
      let node = try #require(evaluator.graph.node(named: "sums"))
      return evaluator[try #require(try evaluator.output(node.output, as: Int.self))]
    }
    #expect(sums[0] == sums[1])
    #expect(loaded.register(try Self.kind("Split")).isEmpty && loaded.undoCount == 1)
  }

  @Test func whileADefinitionAroundIsChangedANodeWithoutCodeStaysSo() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let tests = try LateMemberEditTests()
      let loaded = try tests.opened(try tests.document(), without: ["Split"])
      loaded.register(try LateMemberEditTests.kind("Split"))
      loaded.undo()
      try loaded.edit { edit in
        try edit.change(try LateMemberEditTests.definition("Invoice", in: loaded)) { _ in
          try edit.change(try LateMemberEditTests.definition("Tax", in: loaded)) { scope in
            try scope.setKind(of: try #require(scope.node(named: "split")), to: "Split")
          }
        }
      }
    }
    #expect(
      result?.sentence == "a node can't get code while a definition around its own is being changed")
  }
}
