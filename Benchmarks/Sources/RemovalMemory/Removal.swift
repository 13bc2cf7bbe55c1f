// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring
import NodeEval
import NodeGraph

/// A way of removing all nodes.
struct Removal {
  let name: String
  /// The history's limit in bytes while nodes are added and removed.
  var undoLimit = 0
  /// Whether nodes are removed in another order than they were added.
  var isShuffled = false
  /// Removes nodes, and forgets the history of that.
  let remove: (Evaluator, ArraySlice<NodeID>) throws -> Void

  private static let nodeCount = 1_000_000
  private static let most = 25 << 20

  static var all: [Removal] {
    [
      Removal(name: "in one edit") { evaluator, nodes in
        try evaluator.edit { edit in for node in nodes { try edit.remove(node) } }
      },
      Removal(name: "one by one, front to back") { evaluator, nodes in
        for node in nodes { try evaluator.edit { edit in try edit.remove(node) } }
      },
      Removal(name: "one by one, back to front") { evaluator, nodes in
        for node in nodes.reversed() { try evaluator.edit { edit in try edit.remove(node) } }
      },
      Removal(name: "one by one, in any order", isShuffled: true) { evaluator, nodes in
        for node in nodes { try evaluator.edit { edit in try edit.remove(node) } }
      },
      Removal(name: "all but the first and some that come and go") { evaluator, nodes in
        try evaluator.edit { edit in for node in nodes.dropFirst().reversed() { try edit.remove(node) } }
        for _ in 0..<1000 {
          var node: NodeID?
          try evaluator.edit { edit in node = try edit.add("Add") }
          if let node { try evaluator.edit { edit in try edit.remove(node) } }
        }
        if let first = nodes.first { try evaluator.edit { edit in try edit.remove(first) } }
      },
      Removal(name: "by undoing", undoLimit: 1 << 40) { evaluator, _ in
        while evaluator.undo() != nil {}
        evaluator.undoLimit = 0
      },
      Removal(name: "in an edit that is remembered for a while", undoLimit: 1 << 40) { evaluator, nodes in
        try evaluator.edit { edit in for node in nodes { try edit.remove(node) } }
        evaluator.undoLimit = 0
      },
      Removal(name: "in edits that are remembered for a while", undoLimit: 1 << 40) { evaluator, nodes in
        for node in nodes { try evaluator.edit { edit in try edit.remove(node) } }
        evaluator.undoLimit = 0
      },
      Removal(name: "by an edit that fails") { evaluator, nodes in
        _ = try? evaluator.edit { edit in
          var more: [NodeID] = []
          try add(in: edit, named: "another", to: &more)
          throw Refusal()
        }
        try evaluator.edit { edit in for node in nodes { try edit.remove(node) } }
      },
    ]
  }

  private struct Refusal: Error {}

  private static let kinds: [NodeDefinition] = [
    .source("Number", output: ValuePort("value"), initial: 1.0),
    NodeDefinition(
      "Add", inputs: ValuePort("x", default: 0.0), ValuePort("y", default: 0.0), output: ValuePort("sum")
    ) { (x: Double, y: Double) in x + y },
  ]

  /// Adds a hundredth of the nodes as sources, and nodes that each read the preceding node and a source.
  private static func add(in edit: Edit, named name: String = "node number", to nodes: inout [NodeID]) throws {
    let start = nodes.count
    for index in 0..<nodeCount {
      let isSource = index % 100 == 0
      let node = try edit.add(
        isSource ? "Number" : "Add", named: "\(name) \(index)", at: GraphPoint(Double(index), 0))
      if !isSource {
        try edit.connect(nodes[start + index - 1].output, to: node.input(0))
        try edit.connect(nodes[start + index / 200 * 100].output, to: node.input(1))
      }
      nodes.append(node)
    }
  }

  /// Adds a node and removes it. Returns its id.
  private static func addFirst(to evaluator: Evaluator) throws -> NodeID {
    let first = evaluator.input("first", 0.0).node
    try evaluator.edit { edit in try edit.remove(first) }
    return first
  }

  /// Prints the memory. Returns whether little is left, and all earlier ids are stale.
  func measure() throws -> Bool {
    let evaluator = Evaluator(definitions: Self.kinds)
    // The evaluator's memory is touched before measuring.
    let first = try Self.addFirst(to: evaluator)
    var known: [NodeID] = []
    let all = 3 * Self.nodeCount
    known.reserveCapacity(all)
    for _ in 0..<all { known.append(first) }
    known.removeAll(keepingCapacity: true)
    let before = residentBytes()
    var taken: [Int] = []
    var random = SplitMix64(state: 1)
    for _ in 0..<2 {
      evaluator.undoLimit = undoLimit
      let start = known.count
      try evaluator.edit { edit in try Self.add(in: edit, to: &known) }
      if isShuffled { known[start...].shuffle(using: &random) }
      taken.append(residentBytes() - before)
      try remove(evaluator, known[start...])
      // The data of the last edit is kept until the next one.
      evaluator.edit { _ in }
      taken.append(residentBytes() - before)
    }
    let old = known.count
    try evaluator.edit { edit in try Self.add(in: edit, to: &known) }
    let graph = evaluator.graph
    let areStale = known.prefix(old).allSatisfy { !graph.contains($0) } && known[old...].allSatisfy(graph.contains)
    let isKept = taken[1] <= Self.most && taken[3] <= Self.most && areStale
    let shown = taken.map { "\($0 >> 20)" }.joined(separator: ", ")
    print("\(name): \(shown) MB\(areStale ? "" : ", an old id is taken")\(isKept ? "" : "  ← MORE")")
    return isKept
  }
}
