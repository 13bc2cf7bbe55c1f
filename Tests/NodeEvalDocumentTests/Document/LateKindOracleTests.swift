// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Random graphs of kinds and of nodes made in code, loaded with only a part of their code. The rest is registered later in any
/// order: the document stays unchanged throughout, and in the end the graph equals the original.
@Suite struct LateKindOracleTests {
  /// Definitions that have the names of kinds but do something else, and one with a name of its own.
  private static let own: [NodeDefinition] = [
    NodeDefinition("Add", inputs: ValuePort("x", default: 1.5), ValuePort<Double>("the y"), output: ValuePort("sum")) {
      (x: Double, y: Double) -> Double in x * 100 + y
    },
    NodeDefinition("Total", inputs: ManyPort<Double>("all"), output: ValuePort("total")) {
      (all: [Double]) -> Double in -all.reduce(0, +)
    },
    .source("Number", output: ValuePort("value"), initial: 7.0),
    NodeDefinition(
      "Mine", inputs: ValuePort("x", default: 8.0), outputs: ValuePort<Double>("half"), ValuePort<String>("label")
    ) {
      (x: Double) -> (Double, String) in (x / 3, "third of \(x)")
    },
  ]

  private struct World {
    let document: GraphDocument
    let state: [String]
    /// The definitions of nodes made in code, by name.
    let own: [String: NodeDefinition]

    init(_ random: inout SplitMix64) throws {
      let evaluator = Evaluator(definitions: DocumentKinds.all)
      var own: [String: NodeDefinition] = [:]
      for index in 0..<6 {
        DocumentKinds.edit(evaluator, &random, steps: 8)
        let definition = random.pick(LateKindOracleTests.own)
        own["own \(index)"] = definition
        try evaluator.edit { edit in try edit.add(own: definition, named: "own \(index)") }
      }
      DocumentKinds.edit(evaluator, &random, steps: 20)
      document = try DocumentKinds.document(DocumentKinds.json(try evaluator.document()))
      state = DocumentKinds.state(evaluator)
      self.own = own
    }
  }

  /// A loaded graph whose code is registered bit by bit.
  private struct Late {
    let world: World
    let evaluator: Evaluator
    private var kinds: [NodeDefinition]

    init(_ world: World, _ random: inout SplitMix64) throws {
      self.world = world
      var known: [NodeDefinition] = []
      kinds = []
      for kind in DocumentKinds.all.shuffled(using: &random) {
        if random.below(2) == 0 { known.append(kind) } else { kinds.append(kind) }
      }
      var random = random
      evaluator = try Evaluator(
        definitions: known, document: world.document,
        reading: DocumentReading(
          own: world.own.sorted { $0.key < $1.key }.reduce(into: [:]) { own, supplied in
            if random.below(2) == 0 { own[supplied.key] = supplied.value }
          }))
      evaluator.undoLimit = 1 << 24
    }

    /// Returns the nodes that fail because they have no code.
    private func missing(_ reason: String) -> [NodeID] {
      evaluator.graph.nodes.filter { node in
        guard let failure = evaluator.failure(of: node) else { return false }
        return failure.origin == node && failure.message.contains(reason)
      }
    }

    mutating func registerOne() throws {
      guard let kind = kinds.popLast() else { return }
      #expect(evaluator.register(kind).isEmpty)
    }

    func supplyOne(_ random: inout SplitMix64) throws {
      let nodes = missing("was made in code")
      guard !nodes.isEmpty else { return }
      let node = random.pick(nodes)
      let definition = try #require(evaluator.graph.name(of: node).flatMap { world.own[$0] })
      try evaluator.edit { edit in try edit.setDefinition(of: node, to: definition) }
    }

    /// Makes changes that are reverted completely.
    func tryOut(_ random: inout SplitMix64) throws {
      let fragment = try evaluator.copy(evaluator.graph.nodes.filter { _ in random.below(2) == 0 })
      let reading = DocumentReading(own: random.below(2) == 0 ? world.own : [:])
      let late = kinds.last
      if random.below(2) == 0 {
        _ = try? evaluator.edit { edit in
          try edit.paste(fragment, keepingOuterConnections: true, reading: reading)
          if let late { evaluator.register(late) }
          throw CancellationError()
        }
      } else {
        let fork = try evaluator.fork { edit in
          if let late { evaluator.register(late) }
          try edit.paste(fragment, keepingOuterConnections: true, reading: reading)
        }
        fork.read { evaluator.checkInvariants() }
      }
    }

    mutating func finish(_ random: inout SplitMix64) throws {
      while !kinds.isEmpty { try registerOne() }
      while !missing("was made in code").isEmpty { try supplyOne(&random) }
      // Nodes whose kind an undo made unknown again.
      for node in missing("unknown kind").shuffled(using: &random) {
        let kind = try evaluator.graph.kind(of: node).name
        try evaluator.edit { edit in try edit.setKind(of: node, to: kind) }
      }
    }

    func expectSameDocument(_ comment: String) throws {
      evaluator.checkInvariants()
      let document = try evaluator.document()
      for (before, after) in zip(world.document.nodes, document.nodes) where before != after {
        Issue.record("\(comment): \(before) became \(after)")
      }
      #expect(document.nodes.count == world.document.nodes.count, "\(comment)")
    }
  }

  @Test func codeThatComesLateMakesWhatWasSaved() throws {
    for seed in 0..<fuzzSteps(60) {
      var random = SplitMix64(seed: UInt64(seed))
      let world = try World(&random)
      var late = try Late(world, &random)
      try late.expectSameDocument("seed \(seed), loaded")
      for step in 0..<12 {
        switch random.below(6) {
        case 0: try late.registerOne()
        case 1: try late.supplyOne(&random)
        case 2: late.evaluator.undo()
        case 3: late.evaluator.redo()
        default: try late.tryOut(&random)
        }
        try late.expectSameDocument("seed \(seed), step \(step)")
      }
      try late.finish(&random)
      try late.expectSameDocument("seed \(seed), in the end")
      #expect(DocumentKinds.state(late.evaluator) == world.state, "seed \(seed)")
      while late.evaluator.undo() != nil { try late.expectSameDocument("seed \(seed), undone") }
    }
  }
}
