// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

extension Session {
  /// The session as a script of plain statements. Run in an empty session, the script makes the same names with the same
  /// formulas and values, and that session has the same text.
  ///
  /// Names come in alphabetical order, each after what it depends on, so that a small change of the session is a small
  /// change of the text. Names that formulas wait for are defined and deleted again; positions come last.
  ///
  /// ```
  /// # nodecalc 1
  /// brand = #3366cc
  /// soft = ColorAdjust(color: brand, multiplier: 128)
  /// ```
  ///
  /// - Complexity: O(n log n) for n nodes, and their connections and formulas.
  public var text: String { SessionText(of: self).text }
}

/// Writes a session as a script.
private struct SessionText {
  private let session: Session
  private let graph: Graph

  init(of session: Session) {
    self.session = session
    graph = session.evaluator.graph
  }

  var text: String {
    var lines = ["# nodecalc 1"]
    let missing = missingNames
    lines += missing.map { "\(SourceName.spelling($0.name)) = \($0.type.placeholder)" }
    var moves: [String] = []
    for node in orderedNodes {
      guard let name = graph.name(of: node), let recipe = session.recipe(of: node) else { continue }
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

  /// The names that formulas wait for, and the type that each has to have.
  private var missingNames: [(name: String, type: CalculatorType)] {
    let formulas = session.formulas
    return session.missing.all.filter { graph.node(named: $0) == nil }.sorted(by: Self.isBefore).compactMap { name in
      guard let reader = session.missing.formulas(waitingFor: name).first, let formula = formulas.formula(of: reader),
        let index = formula.names.firstIndex(where: { $0.text == name })
      else { return nil }
      return (name, formulas.inputTypes(of: reader)[index])
    }
  }

  /// All nodes by name, each after those that it reads.
  private var orderedNodes: [NodeID] {
    let named = graph.names.sorted(by: Self.isBefore).compactMap { graph.node(named: $0) }
    var ordered: [NodeID] = []
    var entered: Set<NodeID> = []
    for start in named where entered.insert(start).inserted {
      var open = [(node: start, sources: session.formulas.sources(of: start)[...])]
      while let last = open.last {
        if let source = last.sources.first {
          open[open.count - 1].sources.removeFirst()
          if entered.insert(source).inserted { open.append((source, session.formulas.sources(of: source)[...])) }
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
  /// A constant of the type, for a name that is deleted again.
  fileprivate var placeholder: String {
    switch self {
    case .number: "0"
    case .boolean: "false"
    case .color: "#000000"
    }
  }
}
