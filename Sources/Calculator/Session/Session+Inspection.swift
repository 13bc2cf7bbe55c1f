// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Looking at single nodes and at what depends on what.
extension Session {
  /// All names, each after those it depends on. Complexity: O(nodes).
  public var order: [String] { names }

  /// The names of all that a node depends on, in evaluation order.
  ///
  /// - Parameter name: The name of a node.
  /// - Returns: The names, that of the node not among them.
  /// - Throws: A ``Diagnostic`` for an unknown name.
  /// - Complexity: O(k log k) for k of them and their connections.
  public func upstream(_ name: SourceName) throws(Diagnostic) -> [String] {
    named(evaluator.graph.upstream(of: try node(name)))
  }

  /// The names of all that depend on a node, in evaluation order.
  ///
  /// - Parameter name: The name of a node.
  /// - Returns: The names, that of the node not among them.
  /// - Throws: A ``Diagnostic`` for an unknown name.
  /// - Complexity: O(k log k) for k of them and their connections.
  public func downstream(_ name: SourceName) throws(Diagnostic) -> [String] {
    named(evaluator.graph.downstream(of: try node(name)))
  }

  /// All about a node: its value, kind and formula, what its ports are connected to or have, who reads it, and when it
  /// is evaluated.
  ///
  /// ```
  /// soft = #1a3366
  ///   kind        ColorAdjust
  ///   color       Color   ← brand = #3366cc
  ///   multiplier  Number  128
  ///   gives       Color   → logo, page.color
  ///   evaluated   5 of 9
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of a node.
  ///   - limit: How many ports, and how many readers, are shown; the rest is counted.
  /// - Returns: The lines, without indentation of the first.
  /// - Throws: A ``Diagnostic`` for an unknown name.
  /// - Complexity: O(nodes).
  public func inspect(_ name: SourceName, limit: Int = 24) throws(Diagnostic) -> [String] {
    let inspected = try node(name)
    let graph = evaluator.graph
    guard let kind = try? graph.kind(of: inspected) else { throw unknown(name) }
    var rows: [(String, String)] = [("kind", kind.name)]
    if let text = formulaText(of: inspected) { rows.append(("formula", text)) }
    let portNames = formula(of: inspected)?.names.map(\.text) ?? kind.inputs.map(\.name)
    let typeWidth = (kind.inputs.map(\.type) + kind.outputs.map(\.type)).map(\.name.count).max() ?? 0
    func typed(_ type: PortType, _ text: String) -> String {
      text.isEmpty ? type.name : type.name + String(repeating: " ", count: typeWidth - type.name.count + 2) + text
    }
    for (index, input) in kind.inputs.prefix(limit).enumerated() {
      rows.append((SourceName.spelling(portNames[index]), typed(input.type, reading(inspected.input(index)))))
    }
    if kind.inputs.count > limit { rows.append(("…", "\(kind.inputs.count - limit) more")) }
    for output in kind.outputs.prefix(1) { rows.append(("gives", typed(output.type, readers(of: inspected, limit)))) }
    if let given = given[inspected] { rows.append(("set by you", given.text)) }
    let order = graph.nodes
    rows.append(("evaluated", "\((order.firstIndex(of: inspected) ?? 0) + 1) of \(order.count)"))
    let width = rows.map(\.0.count).max() ?? 0
    return ["\(spelledTitle(of: inspected)) = \(value(of: inspected).text)"]
      + rows.map { "  " + $0 + String(repeating: " ", count: width - $0.count + 2) + $1 }
  }

  /// What an input reads: the node behind it, its literal or default, or nothing.
  private func reading(_ input: InputPort) -> String {
    guard let source = evaluator.graph.sources(of: input).first else {
      return evaluator.unconnectedValue(of: input)?.exactText ?? "unset"
    }
    let title = evaluator.graph.name(of: source.node).map(SourceName.spelling) ?? formulaText(of: source.node) ?? ""
    return "← \(title) = \(value(of: source.node).text)"
  }

  /// Who reads a node, in order of their names; a port of a kind with its name.
  private func readers(of node: NodeID, _ limit: Int) -> String {
    let graph = evaluator.graph
    let titles = graph.consumers(of: node.output).map { input -> String in
      guard graph.name(of: input.node) != nil, !isFormula(input.node),
        let inputs = try? graph.kind(of: input.node).inputs
      else { return spelledTitle(of: input.node) }
      return "\(spelledTitle(of: input.node)).\(inputs[input.index].name)"
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    guard !titles.isEmpty else { return "" }
    let rest = titles.count > limit ? " and \(titles.count - limit) more" : ""
    return "→ " + titles.prefix(limit).joined(separator: ", ") + rest
  }

  private func named(_ nodes: [NodeID]) -> [String] {
    let graph = evaluator.graph
    return nodes.compactMap { graph.name(of: $0) }
  }
}
