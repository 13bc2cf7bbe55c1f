// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension FlowGraph {
  /// Returns the flow in the language of Graphviz: a node for each step, and an arrow with the event for each rule.
  ///
  /// The node `*` stands for all steps. Arrows back are dashed, and `back` has one to each step from which its step can be reached;
  /// arrows of restarts are bold. Rules that need no event have no label.
  ///
  /// Equal flows give equal text. Arrows may be parallel, so the graph is not `strict`.
  ///
  /// ```swift
  /// print(checkout.dot(named: "checkout"))  // pipe it to: dot -Tsvg
  /// ```
  ///
  /// - Parameter name: The name of the graph.
  /// - Returns: The text of a `digraph`, which `dot -Tsvg` renders.
  /// - Complexity: O(rules + steps), plus O(rules) for each rule that leads back.
  public func dot(named name: String = "flow") -> String {
    let ids = Dictionary(uniqueKeysWithValues: zip(steps, steps.indices.map { "s\($0)" }))
    var lines = ["digraph \(Self.quoted(name)) {"]
    if rules.contains(where: { $0.step == nil }) { lines.append("  any [label=\"*\", shape=circle];") }
    for (index, step) in steps.enumerated() {
      lines.append("  s\(index) [label=\(Self.quoted("\(step)"))];")
    }
    for rule in rules {
      let source = rule.step.flatMap { ids[$0] } ?? "any"
      let label = rule.event.map { "label=\(Self.quoted("\($0)"))" }
      func arrow(to step: Step, _ style: String?) -> String {
        let attributes = [label, style.map { "style=\($0)" }].compactMap(\.self).joined(separator: ", ")
        return "  \(source) -> \(ids[step] ?? "")\(attributes.isEmpty ? "" : " [\(attributes)]");"
      }
      switch rule.move {
      case .next(let step): lines.append(arrow(to: step, nil))
      case .restart(let step): lines.append(arrow(to: step, "bold"))
      case .backTo(let step): lines.append(arrow(to: step, "dashed"))
      case .back: for step in before(rule.step) { lines.append(arrow(to: step, "dashed")) }
      }
    }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  /// Returns the steps from which a step is reached by a forward move; for `nil`, all steps with a forward move.
  private func before(_ step: Step?) -> [Step] {
    var found: Set<Step> = []
    for rule in rules {
      guard case .next(let target) = rule.move, step == nil || target == step else { continue }
      if let source = rule.step { found.insert(source) } else { found.formUnion(steps) }
    }
    return steps.filter { found.contains($0) }
  }

  /// Returns a text in quotation marks, with special characters escaped.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n", "\r": quoted += "\\n"
      case let scalar where scalar.value < 32: quoted += " "
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
