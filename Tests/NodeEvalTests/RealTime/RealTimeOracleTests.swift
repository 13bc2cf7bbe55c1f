// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Synchronization
import TestSupport
import Testing

/// Plans for a real-time thread, compared with the evaluator of which they are copies.
@Suite struct RealTimeOracleTests {
  /// A random graph, and the outputs that its plan reads.
  private final class Script {
    let evaluator = Evaluator(definitions: RealTimeKinds.all)
    let tick: Variable<Int>
    var numbers: [Variable<Double>] = []
    var delays: [Delay<Double>] = []
    var nodes: [NodeID] = []
    let read: [Output<Double>]
    let plan: RealTimePlan
    var ticks = 0
    /// Whether the plan has received the last change.
    var isPublished = true

    init(_ random: inout SplitMix64) throws {
      let tick = evaluator.input("tick", 0)
      self.tick = tick
      for index in 0..<6 { numbers.append(evaluator.input("number \(index)", Double(index))) }
      for index in 0..<3 {
        delays.append(evaluator.delay("delay \(index)", of: Double.self, initial: 0, tick: tick))
      }
      var read: [Output<Double>] = []
      for _ in 0..<4 { read.append(try evaluator.addReading("Mix")) }
      self.read = read
      nodes = read.map(\.port.node)
      plan = try RealTimePlan(evaluator, outputs: read[0], read[1], read[2], read[3])
      for _ in 0..<30 { try change(&random) }
    }

    /// Returns an output that a node can read.
    private func source(_ random: inout SplitMix64) throws -> OutputPort {
      switch random.below(4) {
      case 0: return random.pick(numbers).port
      case 1: return random.pick(delays).port
      default:
        let node = random.pick(nodes)
        return node.output(random.below(try evaluator.graph.kind(of: node).outputs.count))
      }
    }

    /// Changes the graph.
    func change(_ random: inout SplitMix64) throws {
      switch random.below(6) {
      case 0, 1:
        let kind = random.pick(["Sum", "Mix", "Sign", "Split", "Sum so far"])
        var added: NodeID?
        try evaluator.edit { edit in
          let node = try edit.add(kind)
          if kind == "Sum so far" { try edit.connect(tick.port, to: node.input("tick")) }
          try edit.connect(try source(&random), to: node.input("a"))
          added = node
        }
        if let added { nodes.append(added) }
      case 2:
        guard nodes.count > 20 else { return }
        let node = nodes.remove(at: 4 + random.below(nodes.count - 4))
        try evaluator.edit { try $0.remove(node) }
      case 3:
        let delay = random.pick(delays)
        let source = random.pick(nodes).output(0)
        try evaluator.edit { try $0.connect(source, to: delay.input, replacing: true) }
      case 4:
        let node = random.pick(nodes)
        try evaluator.edit { try $0.disconnect(node.input("a")) }
      default:
        let (node, source) = (random.pick(nodes), try source(&random))
        let inputs = try evaluator.graph.kind(of: node).inputs.map(\.name).filter { $0 != "tick" }
        do {
          try evaluator.edit { try $0.connect(source, to: node.input(random.pick(inputs)), replacing: true) }
        } catch let error as GraphError {
          guard case .cycle = error else { throw error }
        }
      }
      isPublished = false
    }

    /// The nodes that the outputs depend on, including those that write delays.
    private var cone: Set<NodeID> {
      var (seen, stack) = (Set<NodeID>(), read.map(\.port.node))
      while let node = stack.popLast() {
        guard seen.insert(node).inserted else { continue }
        for delay in delays where delay.variable.node == node { stack.append(delay.input.node) }
        let inputs = (try? evaluator.graph.kind(of: node))?.inputs.count ?? 0
        for input in 0..<inputs { stack += evaluator.graph.sources(of: node.input(input)).map(\.node) }
      }
      return seen
    }

    /// Gives values to both sides and compares the results. Returns a complaint.
    func render(_ random: inout SplitMix64) throws -> String? {
      if !isPublished {
        try plan.publish()
        // Otherwise the graph from before the change would compute the end of this tick.
        plan.render()
        isPublished = true
      }
      let given = numbers.shuffled(using: &random).prefix(random.below(4)).map { ($0, Double(random.below(9)) - 4) }
      let ticks = random.oneIn(2)
      if ticks { self.ticks += 1 }
      let receipt = evaluator.edit { edit in
        for (variable, value) in given { edit.set(variable, to: value) }
        if ticks { edit.set(tick, to: self.ticks) }
      }
      for (variable, value) in given { plan.set(variable, to: value) }
      let ran = plan.render { if ticks { $0.set(tick, to: self.ticks) } }
      let cone = cone
      let expected = receipt.evaluated.count { cone.contains($0) }
      if ran != expected { return "\(ran) nodes ran, not \(expected)" }
      for output in read where plan[output].bitPattern != evaluator[output].bitPattern {
        return "\(output) is \(plan[output]), not \(evaluator[output])"
      }
      return nil
    }
  }

  @Test func aPlanComesToWhatTheEvaluatorDoes() throws {
    var (rendered, failures) = (0, 0)
    for seed in 0..<UInt64(fuzzSteps(80)) {
      var random = SplitMix64(seed: 9_900 + seed)
      let script = try Script(&random)
      for step in 0..<60 {
        if random.oneIn(4) { for _ in 0...random.below(4) { try script.change(&random) } }
        // Publishes again, which replaces a publication that was not yet taken.
        if random.oneIn(8) {
          try script.change(&random)
          try script.plan.publish()
          script.isPublished = false
        }
        if let complaint = try script.render(&random) {
          Issue.record("seed \(seed), step \(step): \(complaint)")
          failures += 1
          break
        }
        rendered += 1
      }
      if failures > 2 { return }
    }
    #expect(rendered > 100)
  }

  /// Each edit gives two sources the same value, while connections change. No block may see only one of the two values.
  @Test func noBlockIsTorn() async throws {
    let evaluator = Evaluator(definitions: RealTimeKinds.all)
    let (a, b) = (evaluator.input("a", 1.0), evaluator.input("b", 1.0))
    var (first, second, end): (NodeID, NodeID, NodeID) = (a.node, a.node, a.node)
    try evaluator.edit { edit in
      first = try edit.add("Sum")
      second = try edit.add("Sum")
      end = try edit.add("Mix")
      for node in [first, second] {
        try edit.connect(a.port, to: node.input(0))
        try edit.connect(b.port, to: node.input(1))
      }
      for (index, source) in [first, second, first].enumerated() {
        try edit.connect(source.output, to: end.input(index))
      }
    }
    // (2 v + 2 v + 2 v) / 2
    let mix = try evaluator.typed(end, Double.self)
    let plan = try RealTimePlan(evaluator, outputs: mix)
    let edits = fuzzSteps(10_000)
    let (hasBegun, hasEnded) = (Flag(), Flag())
    async let torn = Self.renderBlocks(of: plan, mix, hasBegun, until: hasEnded)
    while !hasBegun.isSet { await Task.yield() }
    for version in 1...edits {
      try evaluator.edit { edit in
        edit.set(a, to: Double(version))
        edit.set(b, to: Double(version))
        try edit.connect((version.isMultiple(of: 2) ? first : second).output, to: end.input(0), replacing: true)
      }
      try plan.publish()
    }
    hasEnded.set()
    let found = await torn
    #expect(found.torn == 0 && found.blocks > 0)
    #expect(found.versions > 1, "blocks were rendered meanwhile")
    plan.render()
    #expect(plan[mix] == 3 * Double(edits))
  }

  /// Values that are queued while the other thread renders arrive in order, including the last one.
  @Test func queuedValuesArriveInOrder() async throws {
    let evaluator = Evaluator(definitions: RealTimeKinds.all)
    let a = evaluator.input("a", 0.0)
    var node = a.node
    try evaluator.edit { edit in
      node = try edit.add("Sum")
      try edit.connect(a.port, to: node.input(0))
    }
    let sum = try evaluator.typed(node, Double.self)
    let plan = try RealTimePlan(evaluator, outputs: sum, queueByteCount: 1024)
    let hasEnded = Flag()
    async let found = Self.renderRising(plan, sum, until: hasEnded)
    for value in 1...fuzzSteps(20_000) {
      while !plan.set(a, to: Double(value)) { await Task.yield() }
      if value.isMultiple(of: 100) { try plan.publish() }
    }
    hasEnded.set()
    #expect(await found)
    plan.render()
    #expect(plan[sum] == Double(fuzzSteps(20_000)) + 1.5)
  }

  private static func renderBlocks(
    of plan: RealTimePlan, _ output: Output<Double>, _ hasBegun: Flag, until hasEnded: Flag
  ) async -> (blocks: Int, versions: Int, torn: Int) {
    await Task.detached {
      var (blocks, versions, torn, last) = (0, 0, 0, 0.0)
      while !hasEnded.isSet {
        plan.render()
        let value = plan[output]
        if value / 3 != (value / 3).rounded() || value < last { torn += 1 }
        if value != last { versions += 1 }
        last = value
        blocks += 1
        hasBegun.set()
      }
      return (blocks, versions, torn)
    }.value
  }

  private static func renderRising(
    _ plan: RealTimePlan, _ output: Output<Double>, until hasEnded: Flag
  ) async -> Bool {
    await Task.detached {
      var (last, isRising) = (0.0, true)
      while !hasEnded.isSet {
        plan.render()
        if plan[output] < last { isRising = false }
        last = plan[output]
        await Task.yield()
      }
      return isRising
    }.value
  }
}

/// Tells another thread to stop.
private final class Flag: Sendable {
  private let value = Atomic<Bool>(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}
