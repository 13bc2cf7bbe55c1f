// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

extension Session {
  /// Where a value comes from: the tree of what a node depends on, with values, formulas and what people set last.
  ///
  /// ```
  /// total = 90           sub + tax
  /// ├─ sub = 75          price * qty
  /// │  ├─ price = 25     you set it: 20 → 25
  /// │  └─ qty = 3
  /// └─ tax = 15          sub * rate
  ///    ├─ sub ↑
  ///    └─ rate = 0.2
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of a node.
  ///   - depth: How many levels are shown below the node; deeper ones are counted.
  ///   - limit: How many nodes are shown; the rest is counted in a last line.
  /// - Returns: The lines, without indentation.
  /// - Throws: A ``Diagnostic`` for an unknown name.
  /// - Complexity: O(`limit`, and the inputs of the nodes shown), and if that is not all, O(k log k) for all k nodes
  ///   that the node depends on.
  public func why(_ name: SourceName, depth: Int = 12, limit: Int = 60) throws(Diagnostic) -> [String] {
    let root = try node(name)
    var tree = WhyTree()
    /// A node to show, and whether its parent has no further input.
    var open: [(node: NodeID, depth: Int, isLast: Bool)] = [(root, 0, true)]
    var shown: Set<NodeID> = []
    while let next = open.popLast() {
      let title = spelledTitle(of: next.node)
      guard shown.count < limit else { break }
      guard shown.insert(next.node).inserted else {
        tree.append("\(title) ↑", depth: next.depth, isLast: next.isLast)
        continue
      }
      tree.append(
        "\(title) = \(value(of: next.node).text)", note: note(on: next.node), depth: next.depth, isLast: next.isLast)
      let sources = sources(of: next.node)
      if next.depth < depth {
        for (index, source) in sources.enumerated().reversed() {
          open.append((source, next.depth + 1, index == sources.count - 1))
        }
      } else if !sources.isEmpty {
        tree.append("… \(sources.count) more", depth: next.depth + 1, isLast: true)
      }
    }
    if shown.count == limit {
      let hidden = evaluator.graph.upstream(of: root).count + 1 - shown.count
      if hidden > 0 { tree.appendRest("… \(hidden) more") }
    }
    return tree.lines
  }

  /// What feeds the inputs of a node, in their order, each once.
  func sources(of node: NodeID) -> [NodeID] {
    let graph = evaluator.graph
    guard let inputs = try? graph.kind(of: node).inputs else { return [] }
    var seen: Set<NodeID> = []
    return inputs.indices.flatMap { graph.sources(of: node.input($0)) }.map(\.node).filter { seen.insert($0).inserted }
  }

  /// What a node was made of, or what was last done to a constant.
  private func note(on node: NodeID) -> String? {
    if let change = given[node] { return "you set it: \(change.text)" }
    let isConstant = (try? evaluator.graph.kind(of: node).inputs.isEmpty) == true
    if isConstant && !value(of: node).isFailure { return nil }
    // A formula may be megabytes long.
    let text = recipe(of: node)?.summary ?? ""
    return text.utf8.count > 64 ? "\(text.prefix(63))…" : text
  }

  /// Remembers what people gave a constant in place of another value.
  func noteGiven(_ change: NodeChange, _ node: NodeID) {
    guard let old = change.old, old != change.new else { return }
    let isConstant = (try? evaluator.graph.kind(of: node).inputs.isEmpty) == true
    given[node] = isConstant && !old.isFailure && !change.new.isFailure ? change : nil
  }
}

/// A tree drawn with lines, notes in a column at its right.
private struct WhyTree {
  /// Whether the branch of each level above goes on, for the line that comes next.
  private var goesOn: [Bool] = []
  private var rows: [(text: String, width: Int, note: String?)] = []

  /// Adds a line; those below it come next, at a greater depth.
  mutating func append(_ text: String, note: String? = nil, depth: Int, isLast: Bool) {
    goesOn.removeLast(goesOn.count - min(max(depth - 1, 0), goesOn.count))
    var line = goesOn.map { $0 ? "│  " : "   " }.joined()
    if depth > 0 {
      line += isLast ? "└─ " : "├─ "
      goesOn.append(!isLast)
    }
    line += text
    rows.append((line, line.count, note))
  }

  /// Adds a line for what is not shown.
  mutating func appendRest(_ text: String) { rows.append((text, text.count, nil)) }

  var lines: [String] {
    // A line much longer than the others pushes its own note only.
    let column = min(rows.map { $0.note == nil ? 0 : $0.width }.max() ?? 0, 43) + 5
    return rows.map { row in
      guard let note = row.note else { return row.text }
      return row.text + String(repeating: " ", count: max(column - row.width, 2)) + note
    }
  }
}
