// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

extension Session {
  /// The session as a script of plain statements: run in an empty session, it makes the same names with the same
  /// formulas and values, and that session has the same text.
  ///
  /// Names come in alphabetical order, each after what it depends on, whatever the order in which they were made; so a
  /// change of one makes a small difference. What formulas wait for is defined and deleted again; positions come last.
  ///
  /// ```
  /// # nodecalc 1
  /// brand = #3366cc
  /// soft = ColorAdjust(color: brand, multiplier: 128)
  /// ```
  ///
  /// - Complexity: O(n log n) for n nodes, and their connections and formulas.
  public var text: String {
    let graph = evaluator.graph
    var lines = ["# nodecalc 1"]
    let missing = missingNames
    lines += missing.map { "\(SourceName.spelling($0.name)) = \($0.type.placeholder)" }
    var moves: [String] = []
    for node in nodesInTextOrder {
      guard let name = graph.name(of: node), let recipe = recipe(of: node) else { continue }
      lines += recipe.statements(naming: name)
      let position = recipe.position
      if position != .zero {
        let place = "\(NumberText.exact(position.x)) \(NumberText.exact(position.y))"
        moves.append(".move \(SourceName.spelling(name)) \(place)")
      }
    }
    lines += missing.map { ".delete \(SourceName.spelling($0.name))" }
    return (lines + moves).joined(separator: "\n") + "\n"
  }

  /// The names that formulas wait for, and of what type they have to be.
  private var missingNames: [(name: String, type: CalculatorType)] {
    orphans.entries.keys.filter { node(named: $0) == nil }.sorted(by: Self.isBefore).compactMap { name in
      guard let reader = waiting(for: name).first, let formula = formula(of: reader),
        let index = formula.names.firstIndex(where: { $0.text == name })
      else { return nil }
      return (name, inputTypes(of: reader)[index])
    }
  }

  /// All nodes, each after those that it reads, and else by name.
  private var nodesInTextOrder: [NodeID] {
    let graph = evaluator.graph
    let named = graph.names.sorted(by: Self.isBefore).compactMap { graph.node(named: $0) }
    var ordered: [NodeID] = []
    var entered: Set<NodeID> = []
    for start in named where entered.insert(start).inserted {
      var open = [(node: start, sources: sources(of: start)[...])]
      while let last = open.last {
        if let source = last.sources.first {
          open[open.count - 1].sources.removeFirst()
          if entered.insert(source).inserted { open.append((source, sources(of: source)[...])) }
        } else {
          ordered.append(last.node)
          open.removeLast()
        }
      }
    }
    return ordered
  }

  private static func isBefore(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}

extension CalculatorType {
  /// A constant of the type.
  fileprivate var placeholder: String {
    switch self {
    case .number: "0"
    case .boolean: "false"
    case .color: "#000000"
    }
  }
}
