// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Values of many connections that are read in place.
@Suite struct ManyValuesTests {
  private static let definitions = [
    NodeDefinition("Copied", inputs: ManyPort<Double>("all"), output: ValuePort<Double>("mix")) { (all: [Double]) in
      all.reduce(1) { $0 / 2 + $1 }
    },
    NodeDefinition("Lent", reading: ManyPort<Double>("all"), output: ValuePort<Double>("mix")) { all in
      all.reduce(1) { $0 / 2 + $1 }
    },
    NodeDefinition("Words", reading: ManyPort<String>("all"), output: ValuePort<String>("line")) { all in
      var line = "\(all.count)"
      for index in all.indices { line += " " + all[index] }
      return all.isEmpty ? "none" : line + " " + all.indices.reversed().map { String(all[$0].reversed()) }.joined()
    },
    NodeDefinition(
      "Gain", inputs: ValuePort("gain", default: 2.0), reading: ManyPort<Double>("all"),
      output: ValuePort<Double>("mix")
    ) { (gain: Double, all: borrowing ManyValues<Double>) in gain * all.reduce(0, +) },
    NodeDefinition(
      "Both", inputs: ManyPort<Double>("copied"), reading: ManyPort<Double>("lent"), output: ValuePort<Double>("mix")
    ) { (copied: [Double], lent: borrowing ManyValues<Double>) in copied.reduce(0, +) - lent.reduce(0, +) },
    NodeDefinition("Picky", reading: ManyPort<Double>("all"), output: ValuePort<Double>("mix")) { all in
      try all.reduce(0) { sum, value in if value < 0 { throw CancellationError() } else { sum + value } }
    },
  ]

  @Test func theyAreThoseThatAnArrayHas() throws {
    let evaluator = Evaluator(definitions: Self.definitions)
    let sources = (0..<40).map { evaluator.input(nil, Double($0)) }
    var nodes: [NodeID] = []
    try evaluator.edit { edit in nodes = [try edit.add("Copied"), try edit.add("Lent")] }
    var random = SplitMix64(seed: 5)
    var connected: [Int] = []
    evaluator.undoLimit = 1 << 20
    for _ in 0..<600 {
      let source = Int(random.next() % 40)
      switch random.next() % 4 {
      case 0: evaluator.set(sources[source], to: Double(random.next() % 100))
      case 1: evaluator.undo()
      case 2 where connected.contains(source):
        try evaluator.edit { edit in
          for node in nodes { try edit.disconnect(sources[source].port, from: node.input(0)) }
        }
      default:
        try evaluator.edit { edit in for node in nodes { try edit.connect(sources[source].port, to: node.input(0)) } }
      }
      connected = evaluator.graph.sources(of: nodes[0].input(0)).compactMap { port in
        sources.firstIndex { $0.port == port }
      }
      let (copied, lent) = (try evaluator.value(nodes[0]), try evaluator.value(nodes[1]))
      #expect(copied == lent)
    }
    #expect(connected.count > 5)
    evaluator.checkInvariants()
  }

  @Test func valuesThatHoldSomethingAndOtherInputsAreRead() throws {
    let evaluator = Evaluator(definitions: Self.definitions)
    let words = ["one", "two", "three"].map { evaluator.input(nil, $0) }
    let numbers = [1.0, 2.5].map { evaluator.input(nil, $0) }
    var nodes: [String: NodeID] = [:]
    try evaluator.edit { edit in
      for kind in ["Words", "Gain", "Both", "Picky"] { nodes[kind] = try edit.add(kind) }
    }
    let line = try evaluator.typed(nodes["Words"], String.self)
    let gain = try evaluator.typed(nodes["Gain"], Double.self)
    let both = try evaluator.typed(nodes["Both"], Double.self)
    let picky = try evaluator.typed(nodes["Picky"], Double.self)
    #expect(evaluator[line] == "none" && evaluator[gain] == 0 && evaluator[both] == 0 && evaluator[picky] == 0)
    try evaluator.edit { edit in
      for word in words { try edit.connect(word.port, to: line.port.node.input(0)) }
      for number in numbers {
        try edit.connect(number.port, to: gain.port.node.input(1))
        try edit.connect(number.port, to: both.port.node.input(0))
        try edit.connect(number.port, to: both.port.node.input(1))
        try edit.connect(number.port, to: picky.port.node.input(0))
      }
    }
    #expect(evaluator[line] == "3 one two three eerhtowteno" && evaluator[gain] == 7 && evaluator[both] == 0)
    evaluator.set(numbers[0], to: -1)
    #expect(evaluator[gain] == 3 && evaluator.failure(of: picky.port.node) != nil)
    evaluator.set(numbers[0], to: 3)
    #expect(evaluator[picky] == 5.5)
  }

  @Test func aRealTimePlanTakesThem() throws {
    let evaluator = Evaluator(definitions: Self.definitions)
    let sources = (0..<20).map { evaluator.input(nil, Double($0)) }
    let gain = try evaluator.addReading("Gain")
    try evaluator.edit { edit in
      for source in sources { try edit.connect(source.port, to: gain.port.node.input(1)) }
    }
    let both = try evaluator.addReading("Both", sources[0].port)
    #expect(throws: RealTimeError.self) { _ = try RealTimePlan(evaluator, outputs: both) }
    // Adds a second list to the same plan, in another order.
    let lent = try evaluator.addReading("Lent")
    try evaluator.edit { edit in
      for source in sources.suffix(7).reversed() { try edit.connect(source.port, to: lent.port.node.input(0)) }
    }
    let plan = try RealTimePlan(evaluator, outputs: gain, lent)
    plan.render()
    #expect(plan[gain] == 380 && plan[lent] == evaluator[lent])
    plan.set(sources[3], to: 103)
    plan.render()
    #expect(plan[gain] == 580)
    try evaluator.edit { edit in
      for source in sources.dropLast(2) { try edit.disconnect(source.port, from: gain.port.node.input(1)) }
    }
    try plan.publish()
    plan.render()
    #expect(plan[gain] == 74 && evaluator[gain] == 74)
    try evaluator.edit { edit in
      for source in sources.suffix(2) { try edit.disconnect(source.port, from: gain.port.node.input(1)) }
    }
    try plan.publish()
    plan.render()
    #expect(plan[gain] == 0, "an input without connections")
  }
}

extension Evaluator {
  fileprivate func value(_ node: NodeID) throws -> Double {
    let output = try typed(node, Double.self)
    return self[output]
  }
}
