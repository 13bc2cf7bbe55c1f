// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Random wires between ports of two types, grouped and ungrouped, undone and redone, compared with a table of wires.
@Suite struct ConversionOracleTests {
  @Test func whatFlowsIsWhatTheWiresSayAndNoConversionIsLeftOver() throws {
    var done: [String: Int] = [:]
    for seed in 1...6 as ClosedRange<UInt64> {
      var script = try Script(seed: seed)
      for step in 0..<fuzzSteps(600) {
        try script.step()
        guard let complaint = script.complaint else { continue }
        Issue.record("seed \(seed), step \(step): \(complaint)")
        return
      }
      done.merge(script.done) { $0 + $1 }
    }
    for name in ["connect", "refused", "replace", "cut", "remove", "group", "ungroup", "undo", "redo", "open", "fails"]
    {
      #expect(done[name, default: 0] > 0, "\(name) is done now and then: \(done)")
    }
  }
}

private struct Script {
  private enum Value: Equatable {
    case whole(Int)
    case broken(Double)
    case failed

    var double: Double? {
      switch self {
      case .whole(let value): Double(value)
      case .broken(let value): value
      case .failed: nil
      }
    }

    var int: Int? {
      switch self {
      case .whole(let value): value
      case .broken(let value): try? ConversionKinds.whole(value)
      case .failed: nil
      }
    }
  }

  private struct State: Equatable {
    /// The wires by their targets.
    var wires: [InputPort: OutputPort] = [:]
    var given: [NodeID: Int] = [:]
    var kinds: [NodeID: String] = [:]
  }

  private var evaluator = ConversionKinds.evaluator()
  private var random: SplitMix64
  private var state = State()
  private var past: [State] = []
  private var future: [State] = []
  private(set) var complaint: String?
  private(set) var done: [String: Int] = [:]

  init(seed: UInt64) throws { random = SplitMix64(seed: seed) }

  private mutating func note(_ name: String) { done[name, default: 0] += 1 }

  private mutating func edited(_ next: State) {
    past.append(state)
    future = []
    state = next
  }

  private var loose: [NodeID] {
    state.kinds.keys.filter { evaluator.subgraphs.scope(of: $0) == nil }.sorted { $0.slot < $1.slot }
  }

  mutating func step() throws {
    var next = state
    switch random.below(14) {
    case 0...1 where state.kinds.count < 12:
      let kind = random.pick(["Count", "Measure", "Add", "Mean", "Mean", "Add"])
      let node = try evaluator.edited { edit in try edit.add(kind) }
      next.kinds[node] = kind
      edited(next)
    case 2...3:
      guard let node = loose.filter({ state.kinds[$0] == "Count" }).randomElement(using: &random) else { return }
      let value = random.below(3000)
      try evaluator.edit("give") { edit in try edit.set(node, to: value) }
      next.given[node] = value
      edited(next)
    case 4...6: try connect()
    case 7:
      guard
        let (target, source) = state.wires.filter({ loose.contains($0.key.node) && loose.contains($0.value.node) })
          .sorted(by: { ($0.key.node.slot, $0.key.index) < ($1.key.node.slot, $1.key.index) })
          .randomElement(using: &random)
      else { return }
      let isSingle = random.oneIn(2)
      try evaluator.edit("cut") { edit in
        if isSingle { try edit.disconnect(source, from: target) } else { try edit.disconnect(target) }
      }
      next.wires[target] = nil
      note("cut")
      edited(next)
    case 8 where random.oneIn(2):
      guard let node = loose.randomElement(using: &random) else { return }
      try evaluator.edit("remove") { edit in try edit.remove(node) }
      next.kinds[node] = nil
      next.given[node] = nil
      next.wires = next.wires.filter { $0.key.node != node && $0.value.node != node }
      note("remove")
      edited(next)
    case 9:
      let selection = Array(loose.shuffled(using: &random).prefix(1 + random.below(4)))
      if selection.isEmpty { return }
      try evaluator.edit("group") { edit in try edit.group(selection, named: "g") }
      note("group")
      edited(next)
    case 10...11:
      let members = evaluator.subgraphs.members(of: nil)
      guard let group = members.compactMap({ InstanceID($0) }).randomElement(using: &random) else { return }
      try evaluator.edit("ungroup") { edit in try edit.ungroup(group) }
      note("ungroup")
      edited(next)
    case 12:
      for _ in 0...random.below(3) {
        guard let last = past.popLast() else { break }
        future.append(state)
        state = last
        if evaluator.undo()?.evaluated.isEmpty != true { complaint = "undo runs nothing" }
        note("undo")
      }
      for _ in 0..<random.below(2) {
        guard let last = future.popLast() else { break }
        past.append(state)
        state = last
        evaluator.redo()
        note("redo")
      }
    default: try open()
    }
    check()
  }

  private mutating func connect() throws {
    let nodes = loose
    guard let source = nodes.randomElement(using: &random),
      let node = nodes.filter({ state.kinds[$0] == "Add" || state.kinds[$0] == "Mean" }).randomElement(using: &random)
    else { return }
    let target = node.input(random.below(2))
    let replacing = random.oneIn(2)
    var next = state
    next.wires[target] = source.output
    let isCyclic = reaches(source, from: node)
    let isLegal = !isCyclic && (replacing || state.wires[target] == nil)
    let verdict = evaluator.subgraphs.verdict(onConnecting: source.output, to: target)
    var isRefused = false
    if case .refused = verdict { isRefused = true }
    if isRefused != isCyclic { complaint = "the verdict is \(verdict), and there is \(isCyclic ? "a" : "no") cycle" }
    do {
      try evaluator.edit("connect") { edit in try edit.connect(source.output, to: target, replacing: replacing) }
      if !isLegal { complaint = "it should be refused" }
      note(state.wires[target] == nil ? "connect" : "replace")
      if evaluator.undoTitle == "connect" { edited(next) }
    } catch {
      if isLegal { complaint = "it was refused: \(error)" }
      note("refused")
    }
  }

  /// Whether values flow from one node to another.
  private func reaches(_ end: NodeID, from start: NodeID) -> Bool {
    var open = [start]
    var seen: Set<NodeID> = []
    while let node = open.popLast() {
      if node == end { return true }
      guard seen.insert(node).inserted else { continue }
      open += state.wires.filter { $0.value.node == node }.map(\.key.node)
    }
    return false
  }

  /// Saves the graph, opens it, and checks that the opened graph has an equal document.
  private mutating func open() throws {
    let text = try DocumentKinds.json(try evaluator.document())
    let opened = try Evaluator(
      definitions: ConversionKinds.all + ConversionKinds.conversions, document: DocumentKinds.document(text))
    if try DocumentKinds.json(try opened.document()) != text { complaint = "what is opened is saved as it was" }
    note("open")
  }

  private mutating func check() {
    if complaint != nil { return }
    let rules = evaluator.brokenRules()
    if !rules.isEmpty { complaint = rules.joined(separator: "; ") }
    var memo: [NodeID: Value] = [:]
    var converting = 0
    for (target, source) in state.wires where isWhole(source.node) != isWhole(target.node) { converting += 1 }
    let count = evaluator.graph.nodes.count { ConversionKinds.isConversion($0, in: evaluator) }
    if count != converting { complaint = "there are \(count) conversions for \(converting) wires that need one" }
    for node in state.kinds.keys where complaint == nil {
      let expected = value(of: node, &memo)
      let found = evaluated(node)
      if found == .failed { note("fails") }
      if found != expected { complaint = "\(node) is \(found), not \(expected)" }
    }
    let shown = Set(evaluator.subgraphs.connections(in: nil).map { [$0.source.node, $0.target.node] })
    for (target, source) in state.wires where loose.contains(source.node) && loose.contains(target.node) {
      if !shown.contains([source.node, target.node]) { complaint = "a wire shows as one" }
    }
  }

  private func isWhole(_ node: NodeID) -> Bool { state.kinds[node] == "Count" || state.kinds[node] == "Add" }

  private func evaluated(_ node: NodeID) -> Value {
    if isWhole(node) {
      guard let output = try? evaluator.output(node.output, as: Int.self), let value = try? evaluator.value(of: output)
      else { return .failed }
      return .whole(value)
    }
    guard let output = try? evaluator.output(node.output, as: Double.self), let value = try? evaluator.value(of: output)
    else { return .failed }
    return .broken(value)
  }

  /// Returns the outcome of a node according to the table of wires. The table has few nodes and no cycles, so recursion is safe.
  private func value(of node: NodeID, _ memo: inout [NodeID: Value]) -> Value {
    if let known = memo[node] { return known }
    var operands: [Value] = []
    for index in 0..<2 {
      let source = state.wires[node.input(index)]
      operands.append(source.map { value(of: $0.node, &memo) } ?? .whole(0))
    }
    let result: Value
    switch state.kinds[node] {
    case "Count": result = .whole(state.given[node] ?? 1)
    case "Measure": result = .broken(0.5)
    case "Add":
      let whole = operands.compactMap(\.int)
      result = whole.count == 2 ? .whole(whole[0] + whole[1]) : .failed
    default:
      let broken = operands.compactMap(\.double)
      result = broken.count == 2 ? .broken((broken[0] + broken[1]) / 2) : .failed
    }
    memo[node] = result
    return result
  }
}
