// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Random pastes among nodes with numbered names, compared with names found by trying one number after the other.
@Suite struct FreshNameOracleTests {
  @Test(arguments: 0..<3 as Range<UInt64>)
  func pastedNodesGetTheNextNumbersThatAreFree(seed: UInt64) {
    let script = NamingScript(seed: seed)
    for step in 0..<fuzzSteps(300) {
      do {
        try script.step()
      } catch {
        Issue.record("seed \(seed), step \(step): \(error)")
        return
      }
    }
    guard fuzzSteps(300) >= 300 else { return }
    #expect(script.pastedCount > 500 && script.gapCount > 20, "many are pasted, and gaps are filled")
  }
}

/// Nodes that are added, renamed, removed, pasted, and restored.
private final class NamingScript {
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  private let evaluator = Evaluator(definitions: [.source("Number", output: ValuePort("value"), initial: 0.0)])
  private var random: SplitMix64
  /// The expected names of the graph's nodes, by id.
  private var names: [NodeID: String] = [:]
  private(set) var pastedCount = 0
  /// How often a fresh name was below a taken one.
  private(set) var gapCount = 0

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    evaluator.undoLimit = 1 << 30
  }

  func step() throws {
    switch random.below(8) {
    case 0: travel()
    case 1, 2: try edit { try paste(in: $0) }
    default:
      try edit { edit in
        for _ in 0...random.below(names.count > 60 ? 40 : 6) { try change(in: edit) }
        if random.oneIn(3) { try paste(in: edit) }
        if random.oneIn(3) { try paste(in: edit) }
      }
    }
    try compare()
  }

  /// Makes an edit, which is given up occasionally.
  private func edit(_ body: (Edit) throws -> Void) throws {
    let before = names
    fragment = try copy()
    do {
      try evaluator.edit { edit in
        try body(edit)
        if random.oneIn(6) { throw Abandoned() }
      }
    } catch is Abandoned {
      names = before
    }
  }

  /// The fragment to paste. It is copied before the edit, which may rename or remove its nodes.
  private var fragment = GraphDocument()

  private func copy() throws -> GraphDocument {
    let nodes = evaluator.graph.nodes
    return try evaluator.copy(nodes.filter { _ in random.oneIn(2 + nodes.count / 8) })
  }

  private func travel() {
    for _ in 0...random.below(4) {
      if random.oneIn(3) { evaluator.redo() } else { evaluator.undo() }
    }
    let graph = evaluator.graph
    names = [:]
    for node in graph.nodes { names[node] = graph.name(of: node) }
  }

  /// Returns a name from few stems and numbers, so that names collide. Some have leading zeros or an ending that only resembles a
  /// number.
  private func anyName() -> String {
    let stem = random.pick(["node", "node", "a", "a b", "", "node 1"])
    let odd = ["01", "002", "0", "-1", "x", "1x", "99999999999999999999"]
    let number = random.oneIn(3) ? random.pick(odd) : "\(random.below(14))"
    return random.oneIn(4) ? stem : stem + random.pick([" ", " ", " ", "", "  "]) + number
  }

  private func change(in edit: Edit) throws {
    let name = anyName()
    let isFree = !names.values.contains(name)
    let node = edit.nodes.randomElement(using: &random)
    switch (random.below(names.count > 60 ? 8 : 5), node) {
    case (0, let node?), (5..., let node?):
      try edit.remove(node)
      names[node] = nil
    case (1, let node?):
      guard isFree || names[node] == name else { return }
      try edit.rename(node, to: name)
      names[node] = name
    default:
      guard isFree else { return }
      names[try edit.add("Number", named: name)] = name
    }
  }

  private func paste(in edit: Edit) throws {
    let ids = try edit.paste(fragment)
    for node in fragment.nodes {
      guard let name = node.name, let id = ids[node.id] else { throw Fault(description: "a node was not pasted") }
      let expected = fresh(name)
      let given = edit.name(of: id) ?? ""
      guard given == expected else {
        throw Fault(description: "'\(name)' became '\(given)', not '\(expected)', among \(names.values.sorted())")
      }
      names[id] = expected
      pastedCount += 1
    }
  }

  /// Returns the name itself if it is free, or its stem with the next free number.
  private func fresh(_ name: String) -> String {
    let taken = Set(names.values)
    guard taken.contains(name) else { return name }
    let words = name.split(separator: " ", omittingEmptySubsequences: false)
    var (stem, number) = (name, 1)
    if let last = words.last, words.count > 1, !last.isEmpty, last.count < 10, last.allSatisfy(\.isWholeNumber),
      let found = Int(last), found > 0
    {
      (stem, number) = (words.dropLast().joined(separator: " "), found)
    }
    number += 1
    while taken.contains("\(stem) \(number)") { number += 1 }
    if taken.contains("\(stem) \(number + 1)") { gapCount += 1 }
    return "\(stem) \(number)"
  }

  private func compare() throws {
    let graph = evaluator.graph
    guard graph.nodeCount == names.count, graph.names.count == names.count else {
      throw Fault(description: "\(graph.nodeCount) nodes have \(graph.names.count) names, not \(names.count)")
    }
    for (node, name) in names where graph.name(of: node) != name || graph.node(named: name) != node {
      throw Fault(description: "\(node) is called '\(graph.name(of: node) ?? "")', not '\(name)'")
    }
  }
}
