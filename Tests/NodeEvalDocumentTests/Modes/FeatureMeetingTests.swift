// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Features of the engine that meet in one edit: each must keep the guarantees that it gives alone.
@Suite struct FeatureMeetingTests {
  private let kinds: [NodeDefinition] = [
    .source("Number", output: ValuePort("value"), initial: 16.0),
    .source("Count", output: ValuePort("count"), initial: 1),
    NodeDefinition("Root", inputs: ValuePort<Double>("x"), output: ValuePort("y")) { (x: Double) -> Double in
      x.squareRoot()
    },
    NodeDefinition("Half", inputs: ValuePort<Double>("x"), output: ValuePort("y"), memo: .bytes(10_000)) {
      (x: Double) -> Double in x / 2
    },
    NodeDefinition("Third", inputs: ValuePort<Double>("x"), output: ValuePort("y"), memo: .bytes(10_000)) {
      (x: Double) -> Double in x / 3
    },
    NodeDefinition(
      "Sum so far", tick: ValuePort<Double>("x"), inputs: ValuePort("k", default: 0.0), output: ValuePort<Double>("y"),
      state: 0.0
    ) { (sum: inout Double, k: Double) -> Double in
      sum += k
      return sum + 2
    },
    NodeDefinition("All", combining: ManyPort<Double>("x"), output: ValuePort("y"), empty: 0, by: +),
    NodeDefinition(
      "Swap", inputs: ValuePort<Double>("a"), ValuePort<Double>("b"),
      outputs: ValuePort<Double>("p"), ValuePort<Double>("q")
    ) { (a: Double, b: Double) -> (Double, Double) in (b, a) }.bypassing("q", by: "b"),
  ]
  private let evaluator: Evaluator

  init() {
    evaluator = Evaluator(definitions: kinds)
    evaluator.undoLimit = 1 << 20
  }

  private func add(_ names: String...) throws -> [NodeID] {
    try evaluator.edited { edit in try names.map { try edit.add($0) } }
  }

  private func connect(_ pairs: (NodeID, InputPort)...) throws {
    try evaluator.edit { edit in for (source, target) in pairs { try edit.connect(source.output, to: target) } }
  }

  private func value(_ node: NodeID, output: Int = 0, of evaluator: Evaluator? = nil) throws -> Double {
    let evaluator = evaluator ?? self.evaluator
    return try evaluator.value(of: try #require(try evaluator.output(node.output(output), as: Double.self)))
  }

  // MARK: Kinds

  /// Includes kinds whose nodes keep memory between runs, so that their outputs move to other cells.
  @Test(arguments: ["Half", "Root", "Sum so far", "All"], [false, true])
  func aNodeThatGetsOtherCodeAndGivesTheSameWakesNobody(kind: String, isOwn: Bool) throws {
    let nodes = try add("Number", kind, "Root", "All", "Number")
    let (number, node, reader, all, other) = (nodes[0], nodes[1], nodes[2], nodes[3], nodes[4])
    try connect(
      (number, node.input(0)), (node, reader.input(0)), (node, all.input(0)), (other, all.input(0)),
      (node, all.input(0)))
    var told: [Double?] = []
    let output = try #require(try evaluator.output(node.output, as: Double.self))
    let token = evaluator.observe(output) { told.append(try? $0.new.get()) }
    let texts = try [node, reader, all].map { try value($0) }
    let definition = try #require(kinds.first { $0.kind.name == kind })
    let receipt = try evaluator.edit { edit in
      if isOwn { try edit.setDefinition(of: node, to: definition) } else { try edit.setKind(of: node, to: kind) }
    }
    #expect(receipt.evaluated == [node] && receipt.cutOff == [node] && told == [])
    evaluator.checkInvariants()
    // Connections of an input that takes many have no counterpart in the other kind.
    if kind == "All" { return }
    // Readers run if the value differs; a reader whose connections change runs in any case.
    try evaluator.edit { edit in try edit.setKind(of: node, to: "Third") }
    #expect(try value(reader) == (16.0 / 3).squareRoot())
    let both = try evaluator.edit { edit in
      try edit.setKind(of: node, to: "Third")
      try edit.disconnect(other.output, from: all.input(0))
    }
    #expect(Set(both.evaluated) == [node, all])
    #expect(try value(all) == 2 * 16.0 / 3)
    evaluator.checkInvariants()
    for _ in 0..<3 { evaluator.undo() }
    #expect(try [node, reader, all].map { try value($0) } == texts)
    try evaluator.edit { edit in try edit.set(number, to: 81.0) }
    #expect(try value(all) != texts[2] || kind == "Sum so far")
    evaluator.checkInvariants()
    withExtendedLifetime(token) {}
  }

  @Test func anEditThatFailsGivesBackTheCodeAndTheValuesOfANodeThatKeepsResults() throws {
    let nodes = try add("Number", "Half", "Root")
    try connect((nodes[0], nodes[1].input(0)), (nodes[1], nodes[2].input(0)))
    for kinds in [["Third"], ["Third", "All"], ["Root", "Third", "Sum so far"]] {
      #expect(throws: Abandoned.self) {
        try evaluator.edit { edit in
          for kind in kinds { try edit.setKind(of: nodes[1], to: kind) }
          throw Abandoned()
        }
      }
      evaluator.checkInvariants()
      #expect(try value(nodes[1]) == 8)
    }
    try evaluator.edit { edit in try edit.set(nodes[0], to: 18.0) }
    #expect(try value(nodes[2]) == 3)
  }

  /// A value that was set in the edit has not propagated, so it must not be used for the comparison.
  @Test func aSourceThatIsGivenAValueAndBecomesComputedWakesItsReaders() throws {
    let nodes = try add("Number", "Root", "Number")
    try connect((nodes[0], nodes[1].input(0)))
    try evaluator.edit { edit in
      try edit.set(nodes[0], to: 8.0)
      try edit.setKind(of: nodes[0], to: "Half")
      try edit.connect(nodes[2].output, to: nodes[0].input(0))
    }
    #expect(try value(nodes[1]) == 8.0.squareRoot())
  }

  @Test func anObserverGoesOnWhenItsNodeHasItsTypeAgain() throws {
    let node = try add("Number")[0]
    var told: [Double] = []
    let variable = try #require(try evaluator.variable(node, as: Double.self))
    let token = evaluator.observe(variable) { change in (try? change.new.get()).map { told.append($0) } }
    let observed = evaluator.observed(variable)
    try evaluator.edit { edit in try edit.setKind(of: node, to: "Count") }
    try evaluator.edit { edit in try edit.set(node, to: 5) }
    for _ in 0..<2 { evaluator.undo() }
    evaluator.set(variable, to: 3)
    #expect(told == [3] && observed.value == 3)
    try evaluator.edit { edit in try edit.setKind(of: node, to: "Count") }
    try evaluator.edit { edit in try edit.setKind(of: node, to: "Number") }
    evaluator.set(variable, to: 4)
    #expect(told == [3, 16, 4] && observed.value == 4)
    evaluator.checkInvariants()
    withExtendedLifetime(token) {}
  }

  // MARK: Modes

  @Test func aBypassedGroupOfANodeThatKeepsResultsOpensAsItWasSaved() throws {
    let nodes = try add("Number", "Root", "Half", "Root")
    try connect((nodes[0], nodes[1].input(0)), (nodes[1], nodes[2].input(0)), (nodes[2], nodes[3].input(0)))
    try evaluator.edit { edit in
      try edit.setMode(.bypassed, of: try edit.group([nodes[1], nodes[2]], named: "G"))
    }
    #expect(try value(nodes[3]) == 4)
    let opened = try Evaluator(definitions: kinds, document: try evaluator.document())
    let reader = try #require(opened.graph.nodes.first { $0.slot == nodes[3].slot })
    #expect(try value(reader, of: opened) == 4)
  }

  @Test func ofABypassedNodeOnlyTheOutputsThatChangeAreTold() throws {
    let nodes = try add("Number", "Number", "Swap", "Root", "Root")
    let (x, b, swap) = (nodes[0], nodes[1], nodes[2])
    try evaluator.edit { edit in try edit.set(b, to: 4.0) }
    try connect((x, swap.input(0)), (b, swap.input(1)), (swap, nodes[3].input(0)))
    var told: [String] = []
    let tokens = try ["p", "q"].map { name in
      let output = try #require(try evaluator.output(swap.output(name), as: Double.self))
      return evaluator.observe(output) { change in told.append("\(name): \(change)") }
    }
    try evaluator.edit { edit in try edit.setMode(.bypassed, of: swap) }
    #expect(told == ["p: 4.0 → 16.0", "q: 16.0 → 4.0"])
    told = []
    try evaluator.edit { edit in try edit.set(x, to: 9.0) }
    #expect(told == ["p: 16.0 → 9.0"])
    // In a bypassed group, the node that gives an output makes its readers in the group run whether or not its value has changed.
    try evaluator.edit { edit in
      try edit.setMode(.active, of: swap)
      try edit.setMode(.bypassed, of: try edit.group([swap, nodes[3]], named: "G"))
    }
    told = []
    try evaluator.edit { edit in try edit.set(b, to: 25.0) }
    try evaluator.edit { edit in try edit.set(x, to: 36.0) }
    #expect(!told.contains { $0.contains("16.0 → 16.0") || $0.contains("25.0 → 25.0") || $0.contains("4.0 → 4.0") })
    evaluator.checkInvariants()
    withExtendedLifetime(tokens) {}
  }

  /// The last run of the node's code may have had values of another type, or there may have been none.
  @Test func aStateThatADocumentBringsSurvivesThatItsNodeIsBypassed() throws {
    let nodes = try add("Number", "Number", "Sum so far")
    let (tick, k, sum) = (nodes[0], nodes[1], nodes[2])
    try connect((tick, sum.input(0)), (k, sum.input(1)))
    for value in [1.0, 2.0, 3.0] { try evaluator.edit { edit in try edit.set(tick, to: value) } }
    try evaluator.edit { edit in try edit.setMode(.bypassed, of: sum) }
    let opened = try Evaluator(definitions: kinds, document: try evaluator.document())
    let node = try #require(opened.graph.nodes.first { $0.slot == sum.slot })
    for evaluator in [evaluator, opened] {
      try evaluator.edit { edit in try edit.setMode(.active, of: evaluator === opened ? node : sum) }
    }
    #expect(try value(node, of: opened) == value(sum))
    #expect(try value(sum) == 4 * 16 + 2)
  }

  // MARK: Demand

  @Test func aGroupThatIsNeededKeepsWhatItShowsUpToDate() throws {
    let nodes = try add("Number", "Root", "Half", "Number", "Root")
    let (number, root, half, other, reader) = (nodes[0], nodes[1], nodes[2], nodes[3], nodes[4])
    try connect((number, root.input(0)), (root, half.input(0)), (half, reader.input(0)))
    evaluator.policy = .onDemand
    let group = try evaluator.edited { edit in try edit.group([root, half], named: "G") }
    let need = evaluator.need([group.node])
    #expect(need.nodes == [group.node])
    try evaluator.edit { edit in try edit.set(number, to: 25.0) }
    #expect(try value(half) == 2.5)
    #expect(evaluator.state(of: reader) != .current)
    evaluator.checkInvariants()
    // Another kind of node may give the output.
    let definition = try #require(evaluator.subgraphs.definition(of: group))
    try evaluator.edit { edit in
      try edit.change(definition) { scope in try scope.setKind(of: half, to: "Root") }
      try edit.set(number, to: 16.0)
    }
    #expect(try value(half) == 2)
    evaluator.checkInvariants()
    try evaluator.edit { edit in try edit.remove(group) }
    evaluator.checkInvariants()
    try evaluator.edit { edit in try edit.set(other, to: 1.0) }
    for _ in 0..<2 { evaluator.undo() }
    evaluator.checkInvariants()
    try evaluator.edit { edit in try edit.set(number, to: 81.0) }
    #expect(try value(half) == 3)
    need.end()
    evaluator.checkInvariants()
    try evaluator.edit { edit in try edit.set(number, to: 25.0) }
    #expect(evaluator.state(of: half) == .stale)
    try evaluator.bringUpToDate(group.node)
    #expect(try value(half) == 5.0.squareRoot())
    evaluator.checkInvariants()
    evaluator.policy = .eager
    let early = evaluator.need([group.node])
    evaluator.policy = .onDemand
    try evaluator.edit { edit in try edit.set(number, to: 16.0) }
    #expect(try value(half) == 2)
    evaluator.checkInvariants()
    withExtendedLifetime(early) {}
  }

  // MARK: History

  @Test func undoingAGroupingLeavesWhatWasInvalidatedSince() throws {
    final class Meter: @unchecked Sendable { var value = 1.0 }
    let meter = Meter()
    let number = try add("Number")[0]
    let source = try #require(try evaluator.variable(number, as: Double.self))
    let read = evaluator.node("read", source) { [meter] (value: Double) -> Double in value * meter.value }
    let end = evaluator.node("end", read) { $0 + 1 }
    try evaluator.edit { edit in _ = try edit.group([end.node], named: "G") }
    meter.value = 2
    try evaluator.invalidate(read.node)
    #expect(evaluator[end] == 33)
    evaluator.undo()
    #expect(evaluator[read] == 32 && evaluator[end] == 33)
    evaluator.redo()
    #expect(evaluator[read] == 32 && evaluator[end] == 33)
    evaluator.set(source, to: 10)
    meter.value = 3
    try evaluator.invalidate(read.node)
    evaluator.undo()
    #expect(evaluator[read] == 48 && evaluator[end] == 49)
    evaluator.checkInvariants()
  }

  @Test func theHookIsCalledForWhateverCanBeUndone() throws {
    let nodes = try add("Number", "Root", "Half")
    try connect((nodes[0], nodes[1].input(0)), (nodes[1], nodes[2].input(0)))
    let group = try evaluator.edited { edit in try edit.group([nodes[1]], named: "G") }
    let definition = try #require(evaluator.subgraphs.definition(of: group))
    let wire = Connection(from: nodes[0].output(0), to: InputPort(node: group.node, index: 0))
    var calls: [Receipt] = []
    evaluator.onEdit = { calls.append($0) }
    func check(_ name: Comment, affects expected: Set<NodeID>, _ body: (Edit) throws -> Void) throws {
      let count = evaluator.undoCount
      try evaluator.edit(body)
      for isUndone in [false, true, false] {
        if isUndone { evaluator.undo() } else if evaluator.undoCount == count { evaluator.redo() }
        #expect(calls.count == 1, name)
        let affected = Set(calls.last?.affected ?? [])
        #expect(expected.isEmpty || affected.isSuperset(of: expected), "\(name) \(affected)")
        #expect(expected.isEmpty || calls.last?.changes.isEmpty == false, name)
        calls = []
      }
      evaluator.undo()
      calls = []
    }
    try check("move", affects: [group.node]) { try $0.move(group.node, to: GraphPoint(7, 8)) }
    try check("rename", affects: [group.node]) { try $0.rename(group, to: "other") }
    try check("look", affects: [nodes[0]]) { try $0.setLook(NodeLook(color: GraphColor(0xff0000)), of: nodes[0]) }
    try check("look of a group", affects: [group.node]) {
      try $0.setLook(NodeLook(color: GraphColor(0xff0000)), of: group.node)
    }
    try check("label", affects: [nodes[0], group.node]) { try $0.setLook(ConnectionLook(label: "a"), of: wire) }
    try check("mode", affects: [group.node]) { try $0.setMode(.muted, of: group) }
    try check("group", affects: []) { _ = try $0.group([nodes[2]], named: "H") }
    try check("ungroup", affects: [group.node]) { try $0.ungroup(group) }
    try check("member", affects: [nodes[1]]) { edit in
      try edit.change(definition) { scope in try scope.move(nodes[1], to: GraphPoint(1, 1)) }
    }
    try check("frame", affects: []) { _ = try $0.addFrame("F", around: [nodes[0]]) }
    try check("definition", affects: []) { try $0.rename(definition, to: "D") }
  }

  @Test func groupingIsNotToldAsTakingNamesAway() throws {
    let node = try add("Number")[0]
    try evaluator.edit { edit in try edit.rename(node, to: "r") }
    let receipt = try evaluator.edit { edit in _ = try edit.group([node], named: "G") }
    let sentences = receipt.changes.map(evaluator.subgraphs.describe)
    #expect(sentences.allSatisfy { !$0.contains("name") && !$0.contains("nothing") })
    let group = try #require(evaluator.subgraphs.member(scopedName: "G"))
    #expect(receipt.changes.contains(.added(group)))
    #expect(evaluator.undo()?.changes == [.removed(group)])
  }

  // MARK: Sentences

  @Test func aGroupWhereANodeIsAskedForIsCalledWhatItIs() throws {
    let nodes = try add("Number", "Root")
    try connect((nodes[0], nodes[1].input(0)))
    let group = try evaluator.edited { edit in try edit.group([nodes[1]], named: "G") }.node
    var errors: [GraphError] = []
    func note(_ body: () throws(GraphError) -> Void) { do { try body() } catch { errors.append(error) } }
    note { () throws(GraphError) in _ = try evaluator.output(group.output(0), as: Double.self) }
    note { () throws(GraphError) in _ = try evaluator.variable(group, as: Double.self) }
    note { () throws(GraphError) in _ = try evaluator.invalidate(group) }
    note { () throws(GraphError) in _ = try evaluator.cancel(group) }
    note { () throws(GraphError) in
      try evaluator.edit { edit throws(GraphError) in try edit.set(group, to: 1.0) }
    }
    note { () throws(GraphError) in
      try evaluator.edit { edit throws(GraphError) in try edit.setKind(of: group, to: "Half") }
    }
    #expect(errors == Array(repeating: .group(group), count: 6))
    #expect(
      errors.first.map(evaluator.subgraphs.describe)
        == "G is a group, which has no kind, code or value of its own; name one of its nodes")
    try evaluator.edit { edit in try edit.remove(try #require(InstanceID(group))) }
    #expect(evaluator.subgraphs.describe(.group(group)) == "group @0 does not exist; it may have been removed")
  }

  @Test func whatIsPutIntoAWireAndIsConnectedAlreadyIsRefusedForThat() throws {
    let nodes = try add("Number", "Root", "Number", "Root")
    let (a, q, b, r) = (nodes[0], nodes[1], nodes[2], nodes[3])
    try connect((a, q.input(0)), (b, r.input(0)))
    let taken = Connection(from: b.output(0), to: r.input(0))
    #expect(throws: GraphError.occupied(taken)) {
      try evaluator.edit { edit throws(GraphError) in
        try edit.insert(r, into: Connection(from: a.output(0), to: q.input(0)))
      }
    }
  }
}
