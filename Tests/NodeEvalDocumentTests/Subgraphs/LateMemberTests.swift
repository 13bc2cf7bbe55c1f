// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Synchronization
import TestSupport
import Testing

/// Kinds that are registered after nodes of them exist in definitions of groups.
@Suite struct LateMemberTests: TaxGraphTests {
  private struct Stop: Error {}

  let taxes: TaxGraph

  init() throws { taxes = try TaxGraph() }

  private static func kind(_ name: String) throws -> NodeDefinition {
    try #require(SubgraphScript.kinds.first { $0.kind.name == name })
  }

  private static func others(than names: [String]) -> [NodeDefinition] {
    SubgraphScript.kinds.filter { !names.contains($0.kind.name) }
  }

  /// Makes two levels of groups with two instances, one of which has values and modes of its own; a definition without instances;
  /// and inputs that take many connections, both on nodes and as ports.
  private func document() throws -> GraphDocument {
    let inner = try group()
    let id = try definition(inner)
    try evaluator.edit { edit in
      try edit.change(id, lookingAt: inner) { scope in
        let split = try scope.add("Split", named: "split", at: GraphPoint(3, 4))
        let sum = try scope.add("Sum", named: "sum")
        try scope.connect(tax.output, to: split.input("x"))
        try scope.connect(split.output("high"), to: sum.input("terms"))
        try scope.connect(rate.output, to: sum.input("terms"))
        try scope.connect(split.output("high"), to: sum.input("terms"))
        try scope.expose(sum.input("terms"), as: "more")
        try scope.expose(sum.output, as: "all")
        try scope.disconnect(tax.input("y"))
        try scope.setLiteral(tax.input("y"), to: 5)
        try scope.expose(tax.input("y"), as: "plus")
      }
    }
    let outer = try evaluator.edited { edit in
      try edit.connect(price.output, to: inner.node.input("more"))
      let outer = try edit.group([inner.node, total], named: "Invoice")
      try edit.rename(outer, to: "First")
      return outer
    }
    let around = try definition(outer)
    let second = try evaluator.edited { edit in
      try edit.change(around, lookingAt: outer) { scope in
        try scope.setLiteral(inner.node.input("plus"), to: 9)
        try scope.rename(inner.node, to: "levy")
        try scope.expose(inner.node.input("plus"), as: "Plus")
        try scope.expose(inner.node.output("all"), as: "All")
      }
      let second = try edit.add(instanceOf: around, named: "Second", at: GraphPoint(5, 6))
      try edit.connect(price.output, to: second.node.input(0))
      let sum = try edit.add("Sum", named: "sums")
      for port in [second.node.output("All"), outer.node.output("All"), second.node.output("All")] {
        try edit.connect(port, to: sum.input("terms"))
      }
      return second
    }
    let nested = try #require(groups.members(of: second).compactMap { InstanceID($0) }.first)
    func member(_ name: String) throws -> NodeID {
      try #require(groups.members(of: nested).first { groups.name(of: $0) == name })
    }
    try evaluator.edit { edit in
      try edit.set(try member("rate"), to: 7)
      try edit.setLiteral(second.node.input("Plus"), to: 11)
      try edit.setMode(.bypassed, of: try member("split"))
      try edit.setMode(.muted, of: try member("sum"))
      let unused = try edit.group(
        [try edit.add("Add", named: "a"), try edit.add("Number", named: "n")], named: "Unused")
      try edit.remove(unused)
    }
    evaluator.checkInvariants()
    return try DocumentKinds.document(DocumentKinds.json(try evaluator.document()))
  }

  @Test(arguments: [
    ["Add"], ["Number"], ["Sum"], ["Split"], ["Split", "Sum"], ["Sum", "Add", "Number"],
    ["Add", "Number", "Split", "Sum"], ["Sum", "Split", "Number", "Add"],
  ])
  func aKindThatIsRegisteredLateTakesOverTheNodesOfAllInstances(late: [String]) throws {
    let document = try document()
    let expected = SubgraphSnapshot(evaluator)
    let loaded = try Evaluator(definitions: Self.others(than: late), document: document)
    loaded.undoLimit = 1 << 20
    var before: [SubgraphSnapshot] = []
    for name in late {
      before.append(SubgraphSnapshot(loaded))
      #expect(before.last != expected)
      #expect(loaded.register(try Self.kind(name)).isEmpty)
      loaded.checkInvariants()
      #expect(try loaded.document() == document)
    }
    #expect(SubgraphSnapshot(loaded) == expected, "\(SubgraphSnapshot(loaded).difference(to: expected))")
    #expect(SubgraphSnapshot.brokenRules(of: loaded).isEmpty)
    #expect(loaded.undoTitles == late.map { "register \($0)" })
    for snapshot in before.reversed() {
      loaded.undo()
      loaded.checkInvariants()
      #expect(SubgraphSnapshot(loaded) == snapshot)
      #expect(try loaded.document() == document)
    }
    while loaded.redo() != nil {}
    #expect(SubgraphSnapshot(loaded) == expected)
    // New instances equal those of the saved graph.
    let known = try Evaluator(definitions: SubgraphScript.kinds, document: document)
    let both = try [loaded, known].map { evaluator in
      for definition in evaluator.subgraphs.definitions {
        try evaluator.edit { edit in try edit.add(instanceOf: definition) }
      }
      return SubgraphSnapshot(evaluator)
    }
    #expect(both[0] == both[1], "\(both[0].difference(to: both[1]))")
    #expect(try loaded.document() == known.document())
  }

  @Test func whatIsAddedMeanwhileBecomesRealAsWell() throws {
    let document = try document()
    for late in [["Add"], ["Number"], ["Split", "Sum"]] {
      let (known, loaded) = (
        try Evaluator(definitions: SubgraphScript.kinds, document: document),
        try Evaluator(definitions: Self.others(than: late), document: document)
      )
      for evaluator in [known, loaded] {
        try evaluator.edit { edit in
          for definition in evaluator.subgraphs.definitions { try edit.add(instanceOf: definition) }
          let outer = try #require(
            evaluator.subgraphs.definitions.first { evaluator.subgraphs.name(of: $0) == "Invoice" })
          let copy = try edit.add(instanceOf: outer, named: "Copy")
          try edit.makeIndependent(copy)
        }
      }
      #expect(try known.document() == loaded.document())
      for name in late { #expect(loaded.register(try Self.kind(name)).isEmpty) }
      loaded.checkInvariants()
      #expect(SubgraphSnapshot(loaded) == SubgraphSnapshot(known))
      #expect(try known.document() == loaded.document())
    }
  }

  @Test func registeringInAnEditIsTakenBackWithItAndInAForkWaitsForIt() throws {
    let document = try document()
    let loaded = try Evaluator(definitions: Self.others(than: ["Add"]), document: document)
    loaded.undoLimit = 1 << 20
    let (add, before) = (try Self.kind("Add"), SubgraphSnapshot(loaded))
    #expect(throws: Stop.self) {
      try loaded.edit { edit in
        #expect(loaded.register(add).isEmpty)
        throw Stop()
      }
    }
    #expect(SubgraphSnapshot(loaded) == before && loaded.graph.kind(named: "Add") == nil)
    let fork = try loaded.fork { _ in loaded.register(add) }
    #expect(SubgraphSnapshot(loaded) == before)
    try fork.commit()
    loaded.checkInvariants()
    #expect(SubgraphSnapshot(loaded) == SubgraphSnapshot(evaluator))
    loaded.undo()
    #expect(SubgraphSnapshot(loaded) == before && loaded.graph.kind(named: "Add") == nil)
    #expect(try loaded.document() == document)
  }

  @Test func onlyTheNodesAndWhatReadsThemRun() throws {
    let document = try document()
    let runs = Atomic<Int>(0)
    let others =
      Self.others(than: ["Split", "Add"]) + [
        NodeDefinition("Add", inputs: ValuePort("x", default: 0), ValuePort("y", default: 0), output: ValuePort("sum"))
        {
          (x: Int, y: Int) -> Int in
          runs.add(1, ordering: .relaxed)
          return (x &+ y) % 1009
        }
      ]
    let loaded = try Evaluator(definitions: others, document: document)
    loaded.undoLimit = 1 << 20
    let before = runs.load(ordering: .relaxed)
    let splits = Atomic<Int>(0)
    loaded.register(
      NodeDefinition(
        "Split", inputs: ValuePort("x", default: 7), outputs: ValuePort<Int>("low"), ValuePort<Int>("high")
      ) {
        (x: Int) -> (Int, Int) in
        splits.add(1, ordering: .relaxed)
        return (x % 10, x / 10)
      })
    // One of the two splitting nodes is bypassed, and no Add reads either of them.
    #expect(splits.load(ordering: .relaxed) == 1 && runs.load(ordering: .relaxed) == before)
    #expect(SubgraphSnapshot(loaded) == SubgraphSnapshot(evaluator))
    #expect(loaded.undo()?.evaluated == [] && loaded.redo()?.evaluated == [])
    #expect(splits.load(ordering: .relaxed) == 1)
  }

  @Test func aDefinitionThatIsChangedGetsNoKindMeanwhile() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let document = try LateMemberTests().document()
      let loaded = try Evaluator(definitions: LateMemberTests.others(than: ["Split"]), document: document)
      let tax = try #require(loaded.subgraphs.definitions.first { loaded.subgraphs.name(of: $0) == "Tax" })
      try loaded.edit { edit in
        try edit.change(tax) { _ in loaded.register(try LateMemberTests.kind("Split")) }
      }
    }
    #expect(
      result?.sentence
        == "'Split' can't be registered while a definition with nodes of this kind is being changed")
  }

  @Test func whereAnotherDefinitionIsChangedAKindIsRegisteredAtOnce() throws {
    let document = try document()
    let loaded = try Evaluator(definitions: Self.others(than: ["Split"]), document: document)
    let invoice = try #require(groups.definitions.first { groups.name(of: $0) == "Invoice" })
    let split = try Self.kind("Split")
    for evaluator in [loaded, evaluator] {
      try evaluator.edit { edit in
        try edit.change(invoice) { scope in
          let total = try #require(scope.node(named: "total"))
          try scope.expose(total.output, as: "early")
          if evaluator === loaded { #expect(loaded.register(split).isEmpty) }
          let tax = try #require(scope.members.first { scope.name(of: $0) == "levy" })
          try scope.connect(tax.output("all"), to: total.input("y"), replacing: true)
        }
      }
    }
    loaded.checkInvariants()
    #expect(SubgraphSnapshot.brokenRules(of: loaded).isEmpty)
    #expect(SubgraphSnapshot(loaded) == SubgraphSnapshot(evaluator))
    #expect(try loaded.document() == evaluator.document())
  }

  @Test func nodesInSixtyFourNestedGroupsBecomeReal() throws {
    var group = try group()
    for level in 1..<64 {
      group = try evaluator.edited { edit in
        try edit.rename(group, to: "level \(level)")
        return try edit.group([group.node], named: "Level")
      }
    }
    try evaluator.edit { edit in
      let other = try edit.add(instanceOf: try definition(group))
      try edit.connect(price.output, to: other.node.input(0))
      try edit.connect(other.node.output(0), to: total.input("x"), replacing: true)
    }
    let document = try evaluator.document()
    #expect(document.definitions.count == 64)
    let loaded = try Evaluator(definitions: Self.others(than: ["Add", "Number"]), document: document)
    loaded.undoLimit = 1 << 20
    let before = SubgraphSnapshot(loaded)
    for name in ["Add", "Number"] { #expect(loaded.register(try Self.kind(name)).isEmpty) }
    loaded.checkInvariants()
    #expect(SubgraphSnapshot(loaded) == SubgraphSnapshot(evaluator))
    #expect(try loaded.document() == document)
    // Registering a kind without the output removes the ports of all levels.
    for _ in 0..<2 { loaded.undo() }
    #expect(SubgraphSnapshot(loaded) == before)
    let add = NodeDefinition(
      "Add", inputs: ValuePort("x", default: 0), ValuePort("y", default: 0), output: ValuePort("z")
    ) { (x: Int, y: Int) in x + y }
    let dropped = try dropped(document, add)
    #expect(dropped.count == 66)
    #expect(dropped.first == "Tax.outputs.sum: Add has no output 'sum'")
    #expect(dropped.dropFirst().first == "Level.outputs.sum: Tax has no output 'sum'")
    #expect(dropped.suffix(2).allSatisfy { $0.hasPrefix("total.inputs: Level has no output 'sum', which") })
  }

  // MARK: What doesn't fit

  /// Returns what registering a kind drops, and checks that the rest equals the document repaired with the kind.
  private func dropped(_ document: GraphDocument, _ late: NodeDefinition) throws -> [String] {
    let others = Self.others(than: [late.kind.name])
    let loaded = try Evaluator(definitions: others, document: document)
    loaded.undoLimit = 1 << 20
    let before = SubgraphSnapshot(loaded)
    let dropped = loaded.register(late).map(\.description)
    loaded.checkInvariants()
    #expect(loaded.brokenRules().isEmpty)
    var faults: [DocumentError] = []
    let repaired = try Evaluator(definitions: others + [late], repairing: document, dropped: &faults)
    #expect(try DocumentKinds.json(loaded.document()) == DocumentKinds.json(repaired.document()))
    #expect(dropped.isEmpty == faults.isEmpty)
    loaded.undo()
    loaded.checkInvariants()
    #expect(SubgraphSnapshot(loaded) == before)
    #expect(try loaded.document() == document)
    return dropped
  }

  private func expect(_ late: NodeDefinition, drops expected: [String]) throws {
    let dropped = try dropped(try document(), late)
    #expect(dropped == expected, "\(dropped.joined(separator: "\n"))")
  }

  @Test func aKindOfOtherPortsDropsWhatDoesNotFitAndSaysSo() throws {
    let add = NodeDefinition("Add", inputs: ValuePort("x", default: 0), output: ValuePort("total")) { (x: Int) in x }
    try expect(
      add,
      drops: [
        "Tax.tax.literals.y: Add has no input 'y'",
        "Tax.inputs.plus: Add has no input 'y'",
        "Tax.outputs.sum: Add has no output 'sum'",
        "Tax.split.inputs: Add has no output 'sum', which is connected to 'x'",
        "Invoice.inputs.Plus: Tax has no input 'plus'",
        "Invoice.total.inputs: Add has no input 'y'",
        "First.levy.tax.literals.y: Add has no input 'y'",
        "Second.levy.tax.literals.y: Add has no input 'y'",
      ])
  }

  @Test func aKindOfOtherTypesDropsWhatDoesNotFitAndSaysSo() throws {
    let add = NodeDefinition(
      "Add", inputs: ValuePort("x", default: ""), ValuePort("y", default: ""), output: ValuePort("sum")
    ) { (x: String, y: String) in x + y }
    try expect(
      add,
      drops: [
        "Tax.tax.literals.y: expected a string, not a number",
        "Tax.split.inputs: 'x' takes Int, but 'sum' of Add gives String",
        "Invoice.levy.literals.plus: expected a string, not a number",
        "First.levy.tax.literals.y: expected a string, not a number",
        "Second.levy.tax.literals.y: expected a string, not a number",
        "First.inputs: 'x' takes String, but 'value' of Number gives Int",
        "Second.inputs: 'x' takes String, but 'value' of Number gives Int",
      ])
  }

  @Test func anInputThatTurnsFromOneToManyIsNoPortAnyMore() throws {
    let add = NodeDefinition("Add", inputs: ManyPort<Int>("x"), ManyPort<Int>("y"), output: ValuePort("sum")) {
      (x: [Int], y: [Int]) in x.count + y.count
    }
    try expect(
      add,
      drops: [
        "Tax.tax.literals.y: 'y' takes many connections, so it can't have a literal",
        "Tax.inputs.x: 'x' and its port 'x' differ in whether they take many connections",
        "Tax.inputs.plus: 'y' and its port 'plus' differ in whether they take many connections",
        "Invoice.inputs.x: 'x' and its port 'x' differ in whether they take many connections",
        "Invoice.inputs.x: Tax has no input 'x'",
        "Invoice.inputs.Plus: Tax has no input 'plus'",
        "First.levy.tax.literals.y: 'y' takes many connections, so it can't have a literal",
        "Second.levy.tax.literals.y: 'y' takes many connections, so it can't have a literal",
        "First.inputs: First has no input 'x'",
        "Second.inputs: Second has no input 'x'",
      ])
  }

  @Test func anInputThatTurnsFromManyToOneKeepsTheFirstConnection() throws {
    let sum = NodeDefinition("Sum", inputs: ValuePort("terms", default: 0), output: ValuePort("sum")) { (x: Int) in x }
    try expect(
      sum,
      drops: [
        "Tax.inputs.more: 'terms' and its port 'more' differ in whether they take many connections",
        "Tax.sum.inputs: 'terms' takes only one connection",
        "Tax.sum.inputs: 'terms' takes only one connection",
        "Invoice.inputs.more: Tax has no input 'more'",
        "First.inputs: First has no input 'more'",
      ])
  }

  @Test func aSourceOfAnotherTypeBeginsWithItsOwnValue() throws {
    try expect(
      .source("Number", output: ValuePort("value"), initial: "none"),
      drops: [
        "Tax.rate.value: expected a string, not a number",
        "Tax.sum.inputs: 'terms' takes Int, but 'value' of Number gives String",
        "Unused.n.value: expected a string, not a number",
        "Second.levy.rate.value: expected a string, not a number",
        "price.value: expected a string, not a number",
        "First.inputs: 'more' takes Int, but 'value' of Number gives String",
        "Second.inputs: 'x' takes Int, but 'value' of Number gives String",
        "First.inputs: 'x' takes Int, but 'value' of Number gives String",
      ])
  }

  /// Makes the document with a port that leads to two nodes, and with an instance that gives the port a value.
  private func joined() throws -> GraphDocument {
    _ = try document()
    let tax = try #require(groups.definitions.first { groups.name(of: $0) == "Tax" })
    try evaluator.edit { edit in
      try edit.change(tax) { scope in
        let split = try #require(scope.node(named: "split"))
        try scope.disconnect(split.input("x"))
        try scope.expose(split.input("x"), joining: "x")
      }
      let third = try edit.add(instanceOf: tax, named: "Third")
      try edit.setLiteral(third.input("x"), to: 4)
    }
    return try evaluator.document()
  }

  @Test func whatAPortDoesNotTakeIsCutFromAllThatItLeadsTo() throws {
    let document = try joined()
    let add = NodeDefinition(
      "Add", inputs: ValuePort("x", default: ""), ValuePort("y", default: 0), output: ValuePort("sum")
    ) { (x: String, y: Int) in x.utf8.count + y }
    let others = Self.others(than: ["Add", "Split"])
    let loaded = try Evaluator(definitions: others, document: document)
    #expect(loaded.register(add).contains { $0.description.hasPrefix("First.inputs: 'x' takes String, but") })
    loaded.checkInvariants()
    var faults: [DocumentError] = []
    let repaired = try Evaluator(definitions: others + [add], repairing: document, dropped: &faults)
    #expect(try DocumentKinds.json(loaded.document()) == DocumentKinds.json(repaired.document()))
    // The splitting nodes have no code yet, and their input is still disconnected.
    for node in loaded.graph.nodes where loaded.subgraphs.name(of: node) == "split" {
      #expect(try loaded.graph.sources(of: node.input("x").resolved(in: loaded.graph)).isEmpty)
    }
  }

  @Test func whatInstancesGaveToAnInputThatIsNoPortAnyMoreIsTakenBack() throws {
    let document = try joined()
    let add = NodeDefinition(
      "Add", inputs: ValuePort("x", default: 0.5), ValuePort("y", default: 0), output: ValuePort("sum")
    ) { (x: Double, y: Int) in Int(x) + y }
    let loaded = try Evaluator(definitions: Self.others(than: ["Add"]), document: document)
    loaded.undoLimit = 1 << 20
    let dropped = loaded.register(add).map(\.description)
    #expect(dropped.contains("Tax.inputs.x: 'x' takes Double, but another end of the port takes Int"))
    loaded.checkInvariants()
    let third = try #require(loaded.subgraphs.members(of: nil).first { loaded.subgraphs.name(of: $0) == "Third" })
    let members = loaded.subgraphs.members(of: InstanceID(third))
    let node = { (name: String) in members.first { loaded.subgraphs.name(of: $0) == name } }
    #expect(loaded.subgraphs.literalValue(of: try #require(node("split")).input(0)) == 4)
    let x = try #require(node("tax")).input(0)
    #expect(try loaded.unconnectedValue(of: x, as: Double.self) == 0.5)
    loaded.undo()
    #expect(try loaded.document() == document)
  }

  @Test func inputsInAnotherOrderAreConnectedByTheirNames() throws {
    let group = try evaluator.edited { edit in try edit.group([price, rate, tax], named: "All") }
    try evaluator.edit { edit in try edit.add(instanceOf: try definition(group)) }
    let add = NodeDefinition(
      "Add", inputs: ValuePort("y", default: 0), ValuePort("x", default: 0), output: ValuePort("sum")
    ) { (y: Int, x: Int) in x - y }
    #expect(try dropped(try evaluator.document(), add).isEmpty)
  }

  @Test func codeThatFailsFailsInAllInstancesAndNothingIsLost() throws {
    let document = try document()
    let loaded = try Evaluator(definitions: Self.others(than: ["Split"]), document: document)
    let split = NodeDefinition(
      "Split", inputs: ValuePort("x", default: 7), outputs: ValuePort<Int>("low"), ValuePort<Int>("high")
    ) { (_: Int) throws -> (Int, Int) in throw Stop() }
    #expect(loaded.register(split).isEmpty)
    loaded.checkInvariants()
    #expect(try loaded.document() == document)
    let nodes = loaded.graph.nodes.filter { loaded.subgraphs.name(of: $0) == "split" }
    #expect(nodes.count == 2)
    for node in nodes where loaded.mode(of: node) == .active {
      #expect(loaded.failure(of: node)?.origin == node && loaded.failure(of: node)?.message == "Stop()")
    }
  }
}
