// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Nodes that are muted or bypassed instead of being removed.
extension Session {
  /// Mutes or bypasses nodes and groups, or makes them active again, as one step.
  ///
  /// A muted node has no value, and neither have the nodes that depend on it. A bypassed node gives the value of its first input
  /// that has the type of its output; without such an input it has no value.
  ///
  /// ```swift
  /// try session.run("price = 20; reduced = price * 90%; total = reduced + 5")
  /// try session.setMode(.bypassed, of: [SourceName("reduced", range: 0..<7)])
  /// session.value(of: "total")          // 25
  /// ```
  ///
  /// - Parameters:
  ///   - mode: The new mode.
  ///   - names: Names of nodes, and scoped names of groups and of nodes in them, as `Tax › rate`.
  /// - Returns: What changed.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name; the session is unchanged.
  /// - Complexity: O(nodes that run, and nodes that are muted or bypassed)
  @discardableResult
  public func setMode(_ mode: NodeMode, of names: [SourceName]) throws(Diagnostic) -> Result {
    var members: [NodeID] = []
    for name in names { members.append(try formulas.member(name)) }
    if members.allSatisfy({ evaluator.mode(of: $0) == mode }) { return Result() }
    let title = stepTitle(([mode.verb] + names.map(\.spelling)).joined(separator: " "))
    return try timeline.recorded(title) { () throws(Diagnostic) in
      let receipt = try edit(names.first?.range ?? 0..<0) { edit in
        for member in members { try edit.graph.setMode(mode, of: member) }
      }
      return result(of: receipt)
    }
  }

  /// The commands that set the modes of named nodes that are not active, in the order of the names.
  var modeCommands: [String] {
    if !evaluator.hasModes { return [] }
    let graph = evaluator.graph
    let named = graph.nodes.filter { evaluator.mode(of: $0) != .active }.compactMap { node in
      graph.name(of: node).map { (name: $0, mode: evaluator.mode(of: node)) }
    }
    return named.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.map {
      ".\($0.mode.verb) \(SourceName.spelling($0.name))"
    }
  }
}

extension NodeMode {
  /// The command that sets the mode.
  package var verb: String {
    switch self {
    case .active: "activate"
    case .muted: "mute"
    case .bypassed: "bypass"
    }
  }
}
