// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Differences that are applied to a document that someone else has changed in the meantime.
@Suite struct ConcurrentDiffTests {
  private func load(_ document: GraphDocument) throws -> Evaluator {
    try Evaluator(definitions: ConversionKinds.all + ConversionKinds.conversions, document: document)
  }

  /// A count, two means and a labelled wire; one of two instances of a group reads the count.
  private struct Base: Sendable {
    let document: GraphDocument
    let count: NodeID
    let mean: NodeID
    let last: NodeID
    let group: InstanceID
    let second: InstanceID

    init() throws {
      let evaluator = ConversionKinds.evaluator()
      var (nodes, groups): ([NodeID], [InstanceID]) = ([], [])
      try evaluator.edit { edit in
        nodes = try ["Measure", "Mean", "Mean", "Mean"].map { try edit.add($0) }
        for (index, name) in ["count", "mean", "last", "inner"].enumerated() { try edit.rename(nodes[index], to: name) }
        try edit.connect(nodes[0].output, to: nodes[1].input("x"))
        try edit.connect(nodes[1].output, to: nodes[2].input("x"))
        try edit.connect(nodes[0].output, to: nodes[3].input("x"))
        try edit.connect(nodes[3].output, to: nodes[2].input("y"))
        groups.append(try edit.group([nodes[3]], named: "G"))
        groups.append(try edit.add(instanceOf: try #require(evaluator.subgraphs.definition(of: groups[0]))))
      }
      document = try evaluator.document()
      (count, mean, last) = (nodes[0].inDocument, nodes[1].inDocument, nodes[2].inDocument)
      (group, second) = (
        try #require(InstanceID(groups[0].node.inDocument)), try #require(InstanceID(groups[1].node.inDocument))
      )
    }
  }

  private typealias Change = @Sendable (Base, Edit, Evaluator) throws -> Void

  private func changed(_ base: Base, _ body: Change) throws -> GraphDocument {
    let evaluator = try load(base.document)
    try evaluator.edit { edit in try body(base, edit, evaluator) }
    return try evaluator.document()
  }

  private static func inside(
    _ base: Base, _ edit: Edit, _ evaluator: Evaluator, _ body: (Edit) throws -> Void
  ) throws {
    guard let definition = evaluator.subgraphs.definition(of: base.group) else { return }
    try edit.change(definition, lookingAt: base.group, body)
  }

  private static func wire(_ base: Base) -> Connection {
    Connection(from: OutputPort(node: base.count, index: 0), to: InputPort(node: base.mean, index: 0))
  }

  /// Changes that collide: the first is the one of the difference, the second is made by someone else in the meantime.
  private static let collisions: [(String, Change, Change)] = [
    (
      "a literal inside a group, a node in it",
      { base, edit, evaluator in
        try inside(base, edit, evaluator) {
          try $0.setLiteral(try #require($0.node(named: "inner")).input("y"), to: 4.0)
        }
      }, { base, edit, evaluator in try inside(base, edit, evaluator) { try $0.add("Mean", named: "new") } }
    ),
    (
      "the name of a port, a wire to another instance",
      { base, edit, evaluator in try inside(base, edit, evaluator) { try $0.renameInput("x", to: "in") } },
      { base, edit, evaluator in try edit.connect(base.count.output, to: base.second.input("x")) }
    ),
    (
      "the name of a port, a reader of another instance",
      { base, edit, evaluator in try inside(base, edit, evaluator) { try $0.renameInput("x", to: "in") } },
      { base, edit, evaluator in
        let node = try edit.add("Mean")
        try edit.connect(base.second.output("mean"), to: node.input("x"))
      }
    ),
    (
      "the name of a port, a value of an instance",
      { base, edit, evaluator in try inside(base, edit, evaluator) { try $0.renameInput("x", to: "in") } },
      { base, edit, evaluator in try edit.setLiteral(base.second.input("x"), to: 7.0) }
    ),
    (
      "the name of a port, the look of an instance",
      { base, edit, evaluator in try inside(base, edit, evaluator) { try $0.renameInput("x", to: "in") } },
      { base, edit, evaluator in try edit.setLook(NodeLook(depth: 3), of: base.group.node) }
    ),
    (
      "the name of a port, the mode of a node inside",
      { base, edit, evaluator in try inside(base, edit, evaluator) { try $0.renameInput("x", to: "in") } },
      { base, edit, evaluator in
        try edit.setMode(.muted, of: try #require(evaluator.subgraphs.members(of: base.group).first))
      }
    ),
    (
      "removing a node, a reader of it", { base, edit, evaluator in try edit.remove(base.mean) },
      { base, edit, evaluator in
        let node = try edit.add("Mean")
        try edit.connect(base.mean.output, to: node.input("x"))
      }
    ),
    (
      "removing a node, an instance that reads it", { base, edit, evaluator in try edit.remove(base.mean) },
      { base, edit, evaluator in try edit.connect(base.mean.output, to: base.second.input("x")) }
    ),
    (
      "removing a node, its literal", { base, edit, evaluator in try edit.remove(base.mean) },
      { base, edit, evaluator in try edit.setLiteral(base.mean.input("y"), to: 3.0) }
    ),
    (
      "removing a node, another connection of it", { base, edit, evaluator in try edit.remove(base.mean) },
      { base, edit, evaluator in try edit.connect(base.count.output, to: base.mean.input("y")) }
    ),
    (
      "removing a node, its place", { base, edit, evaluator in try edit.remove(base.mean) },
      { base, edit, evaluator in try edit.move(base.mean, to: GraphPoint(1, 2)) }
    ),
    (
      "removing a node, its name", { base, edit, evaluator in try edit.remove(base.mean) },
      { base, edit, evaluator in try edit.rename(base.mean, to: "other") }
    ),
    (
      "removing a node, its look", { base, edit, evaluator in try edit.remove(base.mean) },
      { base, edit, evaluator in try edit.setLook(NodeLook(isLocked: true), of: base.mean) }
    ),
    (
      "removing a node, its mode", { base, edit, evaluator in try edit.remove(base.mean) },
      { base, edit, evaluator in try edit.setMode(.muted, of: base.mean) }
    ),
    (
      "cutting a connection, its label", { base, edit, evaluator in try edit.disconnect(base.mean.input("x")) },
      { base, edit, evaluator in try edit.setLook(ConnectionLook(label: "l"), of: wire(base)) }
    ),
    (
      "removing an instance, its name", { base, edit, evaluator in try edit.remove(base.second) },
      { base, edit, evaluator in try edit.rename(base.second, to: "other") }
    ),
    (
      "connecting an input, connecting it to another",
      { base, edit, evaluator in try edit.connect(base.count.output, to: base.mean.input("y")) },
      { base, edit, evaluator in
        let node = try edit.add("Mean")
        try edit.connect(node.output, to: base.mean.input("y"))
      }
    ),
    (
      "reading an instance, which reads the node",
      { base, edit, evaluator in try edit.connect(base.second.output("mean"), to: base.mean.input("y")) },
      { base, edit, evaluator in try edit.connect(base.mean.output, to: base.second.input("x")) }
    ),
    (
      "reading a node, removing it",
      { base, edit, evaluator in
        let node = try edit.add("Mean")
        try edit.connect(base.mean.output, to: node.input("x"))
      }, { base, edit, evaluator in try edit.remove(base.mean) }
    ),
    (
      "reading a port, renaming it",
      { base, edit, evaluator in try edit.connect(base.count.output, to: base.second.input("x")) },
      { base, edit, evaluator in try inside(base, edit, evaluator) { try $0.renameInput("x", to: "in") } }
    ),
    (
      "one more instance, a node in its definition",
      { base, edit, evaluator in
        try edit.add(instanceOf: try #require(evaluator.subgraphs.definition(of: base.group)))
      }, { base, edit, evaluator in try inside(base, edit, evaluator) { try $0.add("Mean", named: "new") } }
    ),
    (
      "one more instance, removing its definition",
      { base, edit, evaluator in
        try edit.add(instanceOf: try #require(evaluator.subgraphs.definition(of: base.group)))
      }, { base, edit, evaluator in _ = try (edit.ungroup(base.group), edit.ungroup(base.second)) }
    ),
    (
      "a name, the same name", { base, edit, evaluator in try edit.rename(base.mean, to: "new") },
      { base, edit, evaluator in try edit.rename(base.last, to: "new") }
    ),
    (
      "a new node of a name, the same name", { base, edit, evaluator in try edit.add("Mean", named: "new") },
      { base, edit, evaluator in try edit.rename(base.last, to: "new") }
    ),
  ]

  @Test func whatSomebodyElseHasChangedIsNotOverwritten() throws {
    let base = try Base()
    for (name, mine, theirs) in Self.collisions {
      let difference = GraphDiff(from: base.document, to: try changed(base, mine))
      let other = try changed(base, theirs)
      #expect(throws: GraphDiffError.self, "\(name)") { try difference.applied(to: other) }
      let evaluator = try load(other)
      evaluator.undoLimit = 1 << 20
      #expect(throws: GraphDiffError.self, "\(name)") {
        try evaluator.edit { edit in _ = try edit.apply(difference) }
      }
      #expect(try evaluator.document() == other, "\(name)")
      // The difference is accepted where the document is unchanged.
      #expect(try difference.applied(to: base.document) == changed(base, mine), "\(name)")
    }
  }

  @Test func whatTwoHaveChangedInDifferentPlacesIsJoined() throws {
    let base = try Base()
    let changes: [Change] = [
      { base, edit, evaluator in try edit.connect(base.count.output, to: base.mean.input("y")) },
      { base, edit, evaluator in edit.set(try #require(try evaluator.variable(base.count, as: Double.self)), to: 9) },
      { base, edit, evaluator in try edit.connect(base.count.output, to: base.second.input("x")) },
      { base, edit, evaluator in try edit.setLook(ConnectionLook(label: "l"), of: Self.wire(base)) },
      { base, edit, evaluator in try edit.rename(base.group, to: "renamed") },
      { base, edit, evaluator in try edit.setMode(.muted, of: base.last) },
      { base, edit, evaluator in try edit.setLiteral(base.mean.input("y"), to: 3.0) },
    ]
    for mine in changes.indices {
      for theirs in changes.indices where theirs != mine {
        // A connected input cannot get a literal.
        if Set([mine, theirs]) == [0, 6] { continue }
        let difference = GraphDiff(from: base.document, to: try changed(base, changes[mine]))
        let other = try changed(base, changes[theirs])
        let joined = try difference.applied(to: other)
        let evaluator = try load(other)
        try evaluator.edit { edit in _ = try edit.apply(difference) }
        #expect(try evaluator.document() == joined)
        let both = try changed(base) { base, edit, evaluator in
          try changes[mine](base, edit, evaluator)
          try changes[theirs](base, edit, evaluator)
        }
        #expect(joined == both)
      }
    }
  }

  @Test func aDifferenceOfAnotherMomentIsRefusedBothWaysOrGivesWhatOpens() throws {
    var (joined, refused) = (0, 0)
    for seed in 1...3 as ClosedRange<UInt64> {
      let script = SubgraphScript(seed: seed)
      var documents: [GraphDocument] = []
      for step in 0..<72 {
        script.step()
        if step % 6 == 0 { documents.append(try script.evaluator.document()) }
      }
      for (old, new) in zip(documents, documents.dropFirst()) {
        let difference = GraphDiff(from: old, to: new)
        for (place, other) in documents.enumerated() where place % 3 == 0 {
          let evaluator = try Evaluator(definitions: SubgraphScript.kinds, document: other)
          let isTaken = (try? evaluator.edit { edit in _ = try edit.apply(difference) }) != nil
          #expect(evaluator.brokenRules().isEmpty)
          do {
            let result = try difference.applied(to: other)
            #expect(isTaken, "seed \(seed), \(difference)")
            _ = try Evaluator(definitions: SubgraphScript.kinds, document: result)
            joined += 1
          } catch let GraphDiffError.doesNotFit(_, step) {
            // Only a graph can assign free ids.
            switch step {
            case .addNode, .addInstance, .addDefinition: break
            default: #expect(!isTaken, "seed \(seed), \(step)")
            }
            refused += 1
          }
        }
      }
    }
    #expect(joined > 20 && refused > 20)
  }
}
