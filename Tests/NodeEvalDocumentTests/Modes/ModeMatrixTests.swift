// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// The outputs of nodes of all kinds in each mode depend only on the graph, not on earlier or kept values or on the history.
@Suite struct ModeMatrixTests {
  /// The kinds that are tested. Each has inputs `x` and `k`, and passes on `x` when it is bypassed.
  private static let tried = [
    "Plain", "Kept", "Kept pair", "Heavy", "Late", "State", "Buffer", "State buffer", "Pair", "All", "Fold",
    "Dynamic",
  ]

  private static let kinds: [NodeDefinition] = {
    let (x, k) = (ValuePort<Double>("x"), ValuePort<Double>("k"))
    let (y, z) = (ValuePort<Double>("y"), ValuePort<Double>("z"))
    return [
      .source("Number", output: ValuePort("value"), initial: 16.0),
      .source("Clock", output: ValuePort("tick"), initial: 0),
      NodeDefinition("Broken", inputs: ValuePort<Int>("tick"), output: y) { (_: Int) throws -> Double in
        throw Complaint(description: "broken")
      },
      NodeDefinition("Root", inputs: x, output: y) { (x: Double) -> Double in x.squareRoot() },
      NodeDefinition("Plain", inputs: x, k, output: y) { (x: Double, k: Double) -> Double in x + k },
      NodeDefinition("Kept", inputs: x, k, output: y, memo: .bytes(10_000)) { (x: Double, k: Double) -> Double in
        x + k
      },
      NodeDefinition("Kept pair", inputs: x, k, outputs: y, z, memo: .bytes(10_000)) {
        (x: Double, k: Double) -> (Double, Double) in (x + k, x)
      },
      NodeDefinition("Heavy", inputs: x, k, output: y, cost: .heavy) { (x: Double, k: Double) -> Double in x + k },
      NodeDefinition("Late", inputs: x, k, output: y, whenInputsChange: .restart) {
        (_: NodeRun, x: Double, k: Double) async throws -> Double in x + k
      },
      NodeDefinition("State", tick: ValuePort<Int>("tick"), inputs: x, k, output: y, state: 0.0) {
        (state: inout Double, x: Double, k: Double) -> Double in
        state += k
        return x + state
      },
      NodeDefinition("Buffer", inputs: x, k, output: y, initial: 0.0) { (value: inout Double, x: Double, k: Double) in
        value = x + k
      },
      NodeDefinition("State buffer", tick: ValuePort<String>("text"), inputs: x, k, output: y, initial: 0.0, state: 0.0)
      {
        (state: inout Double, value: inout Double, x: Double, k: Double) in
        state += k
        value = x + state
      },
      NodeDefinition("Pair", inputs: k, x, outputs: z, y) { (k: Double, x: Double) -> (Double, Double) in (k, x) }
        .bypassing("z", by: "x").bypassing("y", by: "x"),
      NodeDefinition("All", combining: ManyPort<Double>("x"), output: y, empty: 0, by: +),
      NodeDefinition(
        "Fold", folding: ManyPort<Double>("x"), output: y, empty: ExactSum(), adding: { $0.add($1) },
        removing: { $0.remove($1) }, result: { $0.value }),
      .dynamic(
        "Dynamic", inputs: [NodeKind.Input("x", PortType(Double.self)), NodeKind.Input("k", PortType(Double.self))],
        output: y
      ) { inputs in
        try inputs.value(0, as: Double.self) + inputs.value(1, as: Double.self)
      },
    ]
  }()

  /// How the node gets its mode.
  private enum Way: CaseIterable {
    case atOnce, afterRunning, brokenLater, brokenBefore, undone, redone, forked, inGroup, inGroupAtOnce, onDemand
  }

  private struct World {
    let evaluator: Evaluator
    let kind: String
    let node: NodeID
    let second: NodeID
    let broken: NodeID
    let reader: NodeID

    init(_ kind: String, onDemand: Bool) throws {
      evaluator = Evaluator(definitions: ModeMatrixTests.kinds)
      evaluator.undoLimit = 1 << 20
      evaluator.workers = .exactly(2)
      if onDemand { evaluator.policy = .onDemand }
      self.kind = kind
      var made: [NodeID] = []
      try evaluator.edit { edit in
        let (x, second, clock) = (try edit.add("Number"), try edit.add("Number"), try edit.add("Clock"))
        let (broken, node, reader) = (try edit.add("Broken"), try edit.add(kind), try edit.add("Root"))
        made = [node, second, broken, reader]
        try edit.set(second, to: 3.0)
        try edit.connect(clock.output, to: broken.input(0))
        if kind == "State" { try edit.connect(clock.output, to: node.input("tick")) }
        try edit.connect(x.output, to: node.input("x"))
        let output = kind == "Pair" ? 1 : 0
        try edit.connect(node.output(output), to: reader.input(0))
      }
      (node, second, broken, reader) = (made[0], made[1], made[2], made[3])
    }

    /// Connects the second input, which a bypassed node does not pass on.
    func connectSecond(_ edit: Edit, broken isBroken: Bool) throws {
      let input = node.input(kind == "All" || kind == "Fold" ? "x" : "k")
      let many = kind == "All" || kind == "Fold"
      if many, isBroken, (try? edit.disconnect(second.output, from: input)) != nil {}
      try edit.connect((isBroken ? broken : second).output, to: input, replacing: !many)
    }
  }

  /// Returns the outcomes of all nodes, by slot.
  private static func texts(_ evaluator: Evaluator) -> [UInt32: String] {
    var texts: [UInt32: String] = [:]
    for node in evaluator.graph.nodes {
      if let failure = evaluator.failure(of: node) {
        texts[node.slot] = "\(failure.origin.slot): \(failure.message)"
        continue
      }
      guard let kind = try? evaluator.graph.kind(of: node) else { continue }
      texts[node.slot] = kind.outputs.indices.map { index in
        if let output = try? evaluator.output(node.output(index), as: Double.self) { return "\(evaluator[output])" }
        if let output = try? evaluator.output(node.output(index), as: String.self) { return evaluator[output] }
        return "?"
      }.joined(separator: ", ")
    }
    return texts
  }

  private static func make(_ kind: String, _ mode: NodeMode, _ way: Way, broken: Bool) async throws -> World {
    let world = try World(kind, onDemand: way == .onDemand)
    let (evaluator, node) = (world.evaluator, world.node)
    let isGrouped = way == .inGroup || way == .inGroupAtOnce
    func second(_ isBroken: Bool) throws { try evaluator.edit { try world.connectSecond($0, broken: isBroken) } }
    func setMode() throws {
      try evaluator.edit { edit in
        try edit.setMode(mode, of: isGrouped ? try edit.group([node], named: "G").node : node)
      }
    }
    switch way {
    case .atOnce, .inGroupAtOnce:
      try evaluator.edit { edit in
        try world.connectSecond(edit, broken: broken)
        try edit.setMode(mode, of: isGrouped ? try edit.group([node], named: "G").node : node)
      }
    case .afterRunning, .inGroup, .onDemand:
      try second(broken)
      await evaluator.settled()
      try setMode()
    case .brokenLater:
      try second(false)
      await evaluator.settled()
      try setMode()
      if broken { try second(true) }
    case .brokenBefore:
      try second(false)
      await evaluator.settled()
      if broken { try second(true) }
      try setMode()
    case .undone:
      try second(broken)
      await evaluator.settled()
      try setMode()
      await evaluator.settled()
      for other in NodeMode.allCases where other != mode {
        try evaluator.edit { edit in try edit.setMode(other, of: node) }
        await evaluator.settled()
      }
      try evaluator.edit { edit in try edit.setKind(of: node, to: "Root") }
      for _ in 0..<3 { evaluator.undo() }
    case .redone:
      try second(broken)
      await evaluator.settled()
      try setMode()
      while evaluator.undoCount > 1 { evaluator.undo() }
      while evaluator.canRedo { evaluator.redo() }
    case .forked:
      try second(broken)
      await evaluator.settled()
      let fork = try evaluator.fork { edit in try edit.setMode(mode, of: node) }
      _ = fork.read { texts(evaluator) }
      try fork.commit()
    }
    return world
  }

  @Test(arguments: tried)
  func whatANodeGivesInAModeFollowsFromTheGraphAlone(kind: String) async throws {
    let late = try #require(Self.kinds.first { $0.kind.name == kind })
    for mode in NodeMode.allCases {
      for isBroken in [false, true] {
        for way in Way.allCases {
          let world = try await Self.make(kind, mode, way, broken: isBroken)
          let need = world.evaluator.need(world.evaluator.graph.nodes)
          await world.evaluator.settled()
          world.evaluator.checkInvariants()
          let live = Self.texts(world.evaluator)
          let document = try world.evaluator.document()
          let opened = try Evaluator(definitions: Self.kinds, document: document)
          await opened.settled()
          let note = Comment(rawValue: "\(kind) \(mode) \(way) \(isBroken)")
          #expect(Self.texts(opened) == live, note)
          let supplied = try Evaluator(
            definitions: Self.kinds.filter { $0.kind.name != kind }, document: document)
          supplied.register(late)
          await supplied.settled()
          #expect(Self.texts(supplied) == live, note)
          // A group passes on its first input of the type, whatever its nodes' kinds declare.
          let isOther = kind == "Pair" && (way == .inGroup || way == .inGroupAtOnce)
          if mode == .bypassed, !isOther { #expect(live[world.reader.slot] == "4.0", note) }
          withExtendedLifetime(need) {}
        }
      }
    }
  }
}
