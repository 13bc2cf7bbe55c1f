// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

extension Session {
  /// Describes a node: its value, kind and formula, the sources or values of its ports, its readers, and when it is
  /// evaluated.
  ///
  /// ```
  /// soft = #1a3366
  ///   kind        ColorAdjust
  ///   color       RGBColor   ← brand = #3366cc
  ///   multiplier  Number  128
  ///   gives       RGBColor   → logo, page.color
  ///   evaluated   5 of 9
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of a node.
  ///   - limit: How many ports, and how many readers, are listed at most; the others are counted. If there are more readers, those
  ///     that were connected first are listed, sorted by name.
  ///   - style: How numbers are shown, without swatches.
  /// - Returns: The lines, without indentation of the first.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name.
  /// - Complexity: O(ports and length of the formula + limit), and that of ``/NodeEval/Evaluator/idleReason(of:)``; O(nodes) where
  ///   the order of nodes has gaps.
  public func inspect(
    _ name: SourceName, limit: Int = 24, style: ValueStyle = ValueStyle()
  ) throws(Diagnostic) -> [String] {
    if let input = formulas.names.unconnected(name.text) {
      let shown = input.readers.prefix(limit).map { formulas.spelledTitle(of: $0) }
      return [
        input.line, "  kind   input of \(input.group)",
        "  gives  \(input.type.name)  → \(MessageText.list(shown[...], of: input.readers.count))",
      ]
    }
    let node = try formulas.shownNode(name)
    guard let inspection = NodeInspection(of: node, in: self, limit, style.withoutSwatches) else {
      throw formulas.unknown(name)
    }
    return inspection.lines
  }
}

/// The description of a node for ``Session/inspect(_:limit:)``.
private struct NodeInspection {
  private let session: Session
  private let graph: Graph
  private let node: NodeID
  private let kind: NodeKind
  private let limit: Int
  private let style: ValueStyle
  /// The length of the longest name of a port's type, in characters.
  private let typeWidth: Int

  init?(of node: NodeID, in session: Session, _ limit: Int, _ style: ValueStyle) {
    self.session = session
    self.node = node
    self.limit = limit
    self.style = style
    graph = session.evaluator.graph
    guard let kind = try? graph.kind(of: node) else { return nil }
    self.kind = kind
    typeWidth = (kind.inputs.map(\.type) + kind.outputs.map(\.type)).map(\.name.count).max() ?? 0
  }

  private var formulas: FormulaTable { session.formulas }

  var lines: [String] {
    var rows: [(String, String)] = [("kind", kind.name)]
    if let text = formulas.text(of: node) { rows.append(("formula", text)) }
    if let uncertainty = formulas.uncertainty(of: node) { rows.append(("uncertain", uncertainty.text)) }
    rows += inputs
    for output in kind.outputs.prefix(1) { rows.append(("gives", typed(output.type, readers))) }
    if let given = session.reports.given[node] { rows.append(("set by you", style.text(given))) }
    let note = session.evaluator.subgraphs.look(of: node).note
    for (index, line) in (note?.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) ?? []).enumerated()
    {
      rows.append((index == 0 ? "note" : "", VisibleText.standIns(String(line))))
    }
    rows.append(("evaluated", "\((graph.place(of: node) ?? 0) + 1) of \(graph.nodeCount)"))
    rows += lastEdit.map { [("last edit", $0)] } ?? []
    let width = rows.map(\.0.count).max() ?? 0
    return ["\(formulas.spelledTitle(of: node)) = \(style.text(of: node, in: session))"]
      + rows.map { "  " + $0 + String(repeating: " ", count: width - $0.count + 2) + $1 }
  }

  /// What the last edit did to the node, and why; `nil` if the edit named the node itself, or did not affect its inputs.
  private var lastEdit: String? {
    let evaluator = session.evaluator
    guard let explanation = evaluator.explain(node) else { return evaluator.idleReason(of: node).flatMap(text) }
    guard let edited = explanation.path.first, edited != node else { return nil }
    let cause = "since \(formulas.spelledTitle(of: edited)) changed"
    if case .blocked = explanation.outcome { return "could not run, \(cause)" }
    let run =
      switch explanation.method {
      case .plan: "ran by a plan, \(cause)"
      case .onWorkers: "ran with other nodes on several threads, \(cause)"
      case .remembered: "took a kept result, \(cause)"
      case .switchedOff: "did not run, as it is bypassed"
      case .byRank, .asynchronous, nil: "ran, \(cause)"
      }
    return explanation.outcome == .cutOff ? "\(run); its value stayed the same" : run
  }

  private func text(_ reason: IdleReason) -> String? {
    switch reason {
    case .unreached: return nil
    case .cutOff(let other): return "did not reach it: \(formulas.spelledTitle(of: other)) stayed the same"
    case .held(let other, let standing):
      let name = other == node ? "it" : formulas.spelledTitle(of: other)
      switch standing {
      case .waiting: return "did not reach it: \(name) waits for a value"
      case .muted: return "did not reach it: \(name) is muted"
      case .bypassed: return "did not reach it: \(name) is bypassed"
      case .stale, .unneeded, .current, .failed, .blocked: return "did not reach it: \(name) is not up to date"
      }
    }
  }

  private var inputs: [(String, String)] {
    let names = formulas.formula(of: node)?.names.map(\.text) ?? kind.inputs.map(\.name)
    let rows = kind.inputs.prefix(limit).enumerated().map { index, input in
      (SourceName.spelling(names[index]), typed(input.type, reading(node.input(index))))
    }
    return rows + (kind.inputs.count > limit ? [("…", "\(kind.inputs.count - limit) more")] : [])
  }

  /// A type and a text in two columns.
  private func typed(_ type: PortType, _ text: String) -> String {
    if text.isEmpty { return type.name }
    return type.name + String(repeating: " ", count: typeWidth - type.name.count + 2) + text
  }

  /// What an input reads: its source, or else its literal or default.
  private func reading(_ input: InputPort) -> String {
    guard let source = graph.sources(of: input).first else {
      return session.evaluator.unconnectedValue(of: input)?.exactText ?? "unset"
    }
    let title =
      graph.name(of: source.node).map(SourceName.spelling) ?? session.evaluator.groupedTitle(of: source.node)
      ?? formulas.text(of: source.node) ?? ""
    return "← \(title) = \(style.text(of: source.node, in: session))"
  }

  /// The nodes that read the node, by name, with the port of a node of a kind. Sorting all readers of a hub would take longer
  /// than visiting them, so only those that were connected first are listed.
  private var readers: String {
    let count = graph.consumerCount(of: node.output)
    if count == 0 { return "" }
    let first = graph.consumers(of: node.output, atMost: limit)
    let listed = first.map { formulas.spelledTitle(of: $0.node) + port(of: $0) }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    return "→ " + MessageText.list(listed, of: count)
  }

  /// A dot and the name of an input; empty for a formula.
  private func port(of input: InputPort) -> String {
    guard !formulas.isFormula(input.node),
      (graph.name(of: input.node) ?? session.evaluator.subgraphs.name(of: input.node)) != nil,
      let inputs = try? graph.kind(of: input.node).inputs
    else { return "" }
    return ".\(inputs[input.index].name)"
  }
}
