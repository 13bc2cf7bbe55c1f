// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// Rules of groups that could be broken without another test failing, each tested by itself.
@Suite struct GroupRulesTests {
  private let evaluator = Evaluator(definitions: SubgraphScript.kinds)
  private let add: NodeID
  private let sum: NodeID
  private let first: InstanceID
  private let second: InstanceID
  private let definition: DefinitionID

  /// Makes two instances of a group that contains a sum of two values and a sum of many.
  init() throws {
    evaluator.undoLimit = 1 << 20
    var (nodes, groups): ([NodeID], [InstanceID]) = ([], [])
    try evaluator.edit { edit in
      nodes = [try edit.add("Add", named: "add"), try edit.add("Sum", named: "sum")]
      groups.append(try edit.group(nodes, named: "G"))
    }
    (add, sum, first) = (nodes[0], nodes[1], groups[0])
    let number = try #require(evaluator.subgraphs.definition(of: first))
    try evaluator.edit { edit in
      try edit.change(number) { inner in
        try inner.expose(nodes[0].input("x"), as: "x")
        try inner.expose(nodes[1].input("terms"), as: "terms")
      }
      groups.append(try edit.add(instanceOf: number, named: "second"))
    }
    (second, definition) = (groups[1], number)
  }

  private func member(_ name: String, of instance: InstanceID) throws -> NodeID {
    try #require(evaluator.subgraphs.members(of: instance).first { evaluator.subgraphs.name(of: $0) == name })
  }

  @Test func aLiteralOfTheDefinitionLeavesWhatAnInstanceHasOfItsOwn() throws {
    let other = try member("add", of: second)
    try evaluator.edit { edit in
      try edit.setLiteral(second.input("x"), to: 5)
      try edit.change(definition, lookingAt: first) { try $0.setLiteral(add.input("x"), to: 3) }
    }
    #expect(evaluator.subgraphs.literalValue(of: InputPort(node: add, index: 0)) == 3)
    #expect(evaluator.subgraphs.literalValue(of: InputPort(node: other, index: 0)) == 5)
  }

  @Test func aPortThatOnlyTheSecondInstanceUsesIsNotRemoved() throws {
    try evaluator.edit { edit in try edit.connect(try edit.add("Number").output, to: second.input("x")) }
    let before = try evaluator.document()
    #expect(throws: SubgraphError.portInUse("x", second)) {
      try evaluator.edit { edit in try edit.change(definition, lookingAt: first) { try $0.removeInput("x") } }
    }
    #expect(try evaluator.document() == before)
  }

  @Test func aMemberOfAGroupIsNotRenamedToTheNameOfAnother() throws {
    #expect(throws: GraphError.duplicateName("sum", sum)) {
      try evaluator.edit { edit in try edit.change(definition, lookingAt: first) { try $0.rename(add, to: "sum") } }
    }
    #expect(evaluator.subgraphs.name(of: add) == "add")
    #expect(throws: GraphError.duplicateName("sum", sum)) {
      try evaluator.edit { edit in
        try edit.change(definition, lookingAt: first) { _ = try $0.add("Add", named: "sum") }
      }
    }
  }

  @Test func anInputThatJoinsAManyInputHasItsConnectionsInTheSameOrder() throws {
    var sources: [NodeID] = []
    try evaluator.edit { edit in
      sources = try (0..<4).map { _ in try edit.add("Number") }
      for place in [2, 0, 3, 1] { try edit.connect(sources[place].output, to: first.input("terms")) }
    }
    var joined: NodeID?
    try evaluator.edit { edit in
      try edit.change(definition, lookingAt: second) { inner in
        let node = try inner.add("Sum", named: "joined")
        try inner.expose(node.input("terms"), joining: "terms")
      }
      joined = try member("joined", of: first)
    }
    let node = try #require(joined)
    #expect(
      evaluator.graph.sources(of: InputPort(node: node, index: 0)).map(\.node) == [2, 0, 3, 1].map { sources[$0] })
    #expect(evaluator.brokenRules().isEmpty)
  }

  @Test func undoTakesBackWhatANodeMadeInAGroupKeptOfItsDocument() throws {
    var document = try evaluator.document()
    document.definitions[0].nodes[0].others["note"] = .string("kept")
    let opened = try Evaluator(definitions: SubgraphScript.kinds, document: document)
    opened.undoLimit = 1 << 20
    let before = try opened.document()
    var made: [NodeID] = []
    try opened.edit { edit in
      let instance = try edit.add(instanceOf: definition)
      made = opened.subgraphs.members(of: instance)
    }
    #expect(made.compactMap { opened.documentField("note", of: $0) } == [.string("kept")])
    opened.undo()
    #expect(made.compactMap { opened.documentField("note", of: $0) }.isEmpty)
    #expect(try opened.document() == before)
    opened.redo()
    #expect(made.compactMap { opened.documentField("note", of: $0) } == [.string("kept")])
  }

  @Test func aDefinitionIsGoneWithItsLastInstanceThatIsDissolved() throws {
    try evaluator.edit { edit in
      try edit.ungroup(first)
      #expect(evaluator.subgraphs.definitions == [definition])
      try edit.ungroup(second)
    }
    #expect(evaluator.subgraphs.definitions.isEmpty && evaluator.brokenRules().isEmpty)
  }
}
