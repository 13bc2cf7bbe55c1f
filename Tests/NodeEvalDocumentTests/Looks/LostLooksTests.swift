// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// In a graph where everything has a look, an edit removes the looks of what it removes or disconnects, in any scope, and no
/// others.
@Suite struct LostLooksTests {
  private let evaluator = Evaluator(definitions: [
    .source("Number", output: ValuePort("value"), initial: 1),
    NodeDefinition("Add", inputs: ValuePort("x", default: 0), ValuePort("y", default: 0), output: ValuePort("z")) {
      (x: Int, y: Int) -> Int in x &+ y
    },
    NodeDefinition("Half", inputs: ValuePort("x", default: 0.0), output: ValuePort("y")) {
      (x: Double) -> Double in x / 2
    },
  ])

  private var groups: Subgraphs { evaluator.subgraphs }

  /// The labels of the connections in the root.
  private var labels: [Connection: String] {
    Dictionary(uniqueKeysWithValues: groups.connections(in: nil).map { ($0, groups.look(of: $0).label ?? "") })
  }

  /// Makes three groups of one definition, each between a source and nodes that read it, with conversions among them.
  private func build() throws {
    evaluator.convert(Int.self, to: Double.self) { Double($0) }
    try evaluator.edit { edit in
      var last = try edit.add("Number").output
      var group: InstanceID?
      for _ in 0..<3 {
        let (first, second, after) = (try edit.add("Add"), try edit.add("Add"), try edit.add("Add"))
        try edit.connect(last, to: first.input(0))
        try edit.connect(first.output, to: second.input(0))
        try edit.connect(first.output, to: second.input(1))
        if let group, let definition = groups.definition(of: group) {
          let other = try edit.add(instanceOf: definition)
          try edit.connect(last, to: other.node.input(0))
          try edit.connect(other.node.output(0), to: after.input(1))
          try edit.remove(first)
          try edit.remove(second)
        } else {
          try edit.connect(second.output, to: after.input(0))
          group = try edit.group([first, second], named: "Group")
        }
        let half = try edit.add("Half")
        try edit.connect(last, to: half.input(0))
        last = after.output
      }
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>) func editsTakeLooksOfWhatTheyTakeAway(seed: UInt64) throws {
    try build()
    evaluator.undoLimit = seed % 2 == 0 ? 1 << 20 : 0
    var random = SplitMix64(seed: seed)
    try evaluator.edit { edit in
      for (index, connection) in groups.connections(in: nil).enumerated() {
        try edit.setLook(ConnectionLook(label: "\(index)"), of: connection)
      }
      for (index, member) in groups.members(of: nil).enumerated() {
        try edit.setLook(NodeLook(depth: index + 1), of: member)
      }
    }
    for step in 0..<12 {
      let before = labels
      let depths = Dictionary(uniqueKeysWithValues: groups.members(of: nil).map { ($0, groups.look(of: $0).depth) })
      if step % 4 == 3, evaluator.canUndo, seed % 2 == 0 {
        evaluator.undo()
        evaluator.redo()
        #expect(labels == before, "seed \(seed)")
      }
      // Some edits combine two changes.
      _ = try? evaluator.edit { edit in for _ in 0...random.below(2) { try change(edit, &random) } }
      #expect(evaluator.brokenRules().isEmpty, "seed \(seed), step \(step): \(evaluator.brokenRules())")
      for (connection, label) in labels { #expect(label == before[connection] ?? "", "seed \(seed), step \(step)") }
      for member in groups.members(of: nil) { #expect(groups.look(of: member).depth == depths[member] ?? 0) }
    }
  }

  private func change(_ edit: Edit, _ random: inout SplitMix64) throws {
    let (members, wires) = (groups.members(of: nil), groups.connections(in: nil))
    guard let member = members.randomElement(using: &random), let wire = wires.randomElement(using: &random) else {
      return
    }
    let groupsHere = members.compactMap { InstanceID($0) }
    switch random.below(6) {
    case 0: if let group = InstanceID(member) { try edit.remove(group) } else { try edit.remove(member) }
    case 1: try edit.disconnect(wire.target)
    case 2:
      let source = wires.randomElement(using: &random)?.source ?? wire.source
      try edit.connect(source, to: wire.target, replacing: true)
    case 3: try edit.add("Number", named: nil)
    default:
      guard let group = groupsHere.randomElement(using: &random), let definition = groups.definition(of: group) else {
        return
      }
      let inside = groups.members(of: group)
      try edit.change(definition, lookingAt: group) { inner in
        if random.oneIn(2), let node = inside.randomElement(using: &random) {
          try inner.remove(node)
        } else if let wire = groups.connections(in: group).randomElement(using: &random) {
          try inner.disconnect(wire.target)
        }
      }
    }
  }
}
