// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

extension Session {
  /// Explains a value: the tree of the nodes that a node depends on, with values, formulas and the last change of each
  /// constant.
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
  /// Calls of user-defined functions follow the nodes: `vat(price) = 5     x = 25, x * 20%`.
  ///
  /// - Parameters:
  ///   - name: The name of a node, in a group with its path: `Tax › rate`; for a group, the node that gives its first output.
  ///   - depth: How many levels below the node are shown; deeper nodes are counted.
  ///   - limit: How many nodes are shown; a last line counts the others.
  ///   - style: How numbers are shown, without swatches.
  /// - Returns: The lines, without indentation.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name.
  /// - Complexity: O(`limit`, and the inputs of the nodes shown); if some are left out, O(k log k) for all k nodes that
  ///   the node depends on.
  public func why(
    _ name: SourceName, depth: Int = 12, limit: Int = 60, style: ValueStyle = ValueStyle()
  ) throws(Diagnostic) -> [String] {
    let style = style.withoutSwatches
    if let input = formulas.names.unconnected(name.text) { return ["\(input.line)     an input of \(input.group)"] }
    let root = try formulas.shownNode(name)
    var tree = ValueTree()
    /// The items to show, and whether each is the last child of its parent.
    var open: [(item: WhyItem, depth: Int, isLast: Bool)] = [(.node(root), 0, true)]
    var (callCount, leftCount) = (0, 0)
    var shown: Set<NodeID> = []
    while let next = open.popLast() {
      guard shown.count + callCount < limit else {
        leftCount = open.count + 1
        break
      }
      let below: [WhyItem]
      switch next.item {
      case .node(let node):
        let title = formulas.spelledTitle(of: node)
        guard shown.insert(node).inserted else {
          tree.append("\(title) ↑", depth: next.depth, isLast: next.isLast)
          continue
        }
        tree.append(
          "\(title) = \(style.text(of: node, in: self))", note: note(on: node, style), depth: next.depth,
          isLast: next.isLast)
        below =
          formulas.sources(of: node).map { .node($0) } + givenInputs(of: node)
          + formulas.calls(in: node).map { .call($0) }
      case .call(let call):
        callCount += 1
        tree.append(call.text(style), note: Self.clipped(call.note(style)), depth: next.depth, isLast: next.isLast)
        below = call.calls.map { .call($0) }
      case .input(let line, let note):
        tree.append(line, note: note, depth: next.depth, isLast: next.isLast)
        below = []
      }
      if next.depth < depth {
        for (index, item) in below.enumerated().reversed() {
          open.append((item, next.depth + 1, index == below.count - 1))
        }
      } else if !below.isEmpty {
        tree.append("… \(below.count) more", depth: next.depth + 1, isLast: true)
      }
    }
    if shown.count + callCount == limit {
      let hidden = max(evaluator.graph.upstream(of: root).count + 1 - shown.count, callCount > 0 ? leftCount : 0)
      if hidden > 0 { tree.appendRest("… \(hidden) more") }
    }
    return tree.lines
  }

  /// The names of a formula that refer to no node: those of inputs of a group that are not connected, with their values, and
  /// those that the formula waits for.
  private func givenInputs(of node: NodeID) -> [WhyItem] {
    let names = formulas.ownFormula(of: node)?.names ?? []
    return names.enumerated().compactMap { index, name in
      let input = node.input(index)
      guard evaluator.graph.sources(of: input).isEmpty else { return nil }
      let value = evaluator.unconnectedValue(of: input)?.exactText ?? "unset"
      return .input(
        "\(SourceName.readSpelling(name.text)) = \(value)",
        note: formulas.isUnconnected(input) ? "no node has this name" : "an input")
    }
  }

  /// The definition of a node, or the last change of a constant.
  private func note(on node: NodeID, _ style: ValueStyle) -> String? {
    if let uncertainty = formulas.uncertainty(of: node) { return uncertainty.text }
    if let change = reports.given[node] { return "you set it: \(style.text(change))" }
    let isConstant = (try? evaluator.graph.kind(of: node).inputs.isEmpty) == true && !formulas.readsFile(node)
    if isConstant && !value(of: node).isFailure { return nil }
    // This includes the formulas of nodes in groups.
    if let text = formulas.text(of: node) { return Self.clipped(text) }
    return Self.clipped(recipe(of: node)?.summary ?? "")
  }

  /// The beginning of a formula, which may be megabytes long.
  private static func clipped(_ text: String) -> String {
    text.utf8.count > 64 ? "\(text.prefix(63))…" : text
  }
}

/// An item that explains a value: a node that it depends on, an input, or a call of a user-defined function in its formula.
private enum WhyItem {
  case node(NodeID)
  /// A name in a formula that no node has: `price = 5`, with a note on what it is.
  case input(String, note: String)
  case call(FunctionCall)
}

/// A tree drawn with lines, with a column of notes on the right.
private struct ValueTree {
  /// For each level, whether its branch continues below the next line.
  private var continues: [Bool] = []
  private var rows: [(text: String, width: Int, note: String?)] = []

  /// Adds a line; its children are added next, at a greater depth.
  mutating func append(_ text: String, note: String? = nil, depth: Int, isLast: Bool) {
    continues.removeLast(continues.count - min(max(depth - 1, 0), continues.count))
    var line = continues.map { $0 ? "│  " : "   " }.joined()
    if depth > 0 {
      line += isLast ? "└─ " : "├─ "
      continues.append(!isLast)
    }
    line += text
    rows.append((line, line.count, note))
  }

  /// Adds a line for the nodes that are left out.
  mutating func appendRest(_ text: String) { rows.append((text, text.count, nil)) }

  var lines: [String] {
    // A line much longer than the others moves only its own note.
    let column = min(rows.map { $0.note == nil ? 0 : $0.width }.max() ?? 0, 43) + 5
    return rows.map { row in
      guard let note = row.note else { return row.text }
      return row.text + String(repeating: " ", count: max(column - row.width, 2)) + note
    }
  }
}
