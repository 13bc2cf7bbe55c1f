// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Nodes that are left out without being removed.
extension Session {
  /// Mutes or bypasses nodes and groups, or makes them active again, as one step.
  ///
  /// What is muted has no value, and neither has what depends on it. What is bypassed gives the value of its first input of the type
  /// that it gives, and has none if there is no such input.
  ///
  /// ```swift
  /// try session.run("price = 20; reduced = price * 90%; total = reduced + 5")
  /// try session.setMode(.bypassed, of: [SourceName("reduced", range: 0..<7)])
  /// session.value(of: "total")          // 25
  /// ```
  ///
  /// - Parameters:
  ///   - mode: What they do from now on.
  ///   - names: Names of nodes; of what lies in a group, and of groups, their scoped names, as `Tax › rate`.
  /// - Returns: What changed.
  /// - Throws: A ``Diagnostic`` for an unknown name; nothing has changed then.
  /// - Complexity: O(nodes that run, and what is muted or bypassed)
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

  /// What nodes with names do, those that are not active, as commands that say so; in the order of the names.
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
  /// The command that sets it.
  var verb: String {
    switch self {
    case .active: "activate"
    case .muted: "mute"
    case .bypassed: "bypass"
    }
  }
}
