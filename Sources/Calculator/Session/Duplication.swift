// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

extension Session {
  /// Copies nodes, in one step of the history. Where a node reads another of them, its copy reads that node's copy.
  ///
  /// - Parameters:
  ///   - names: The nodes.
  ///   - offset: How far the copies are from the nodes.
  /// - Returns: The names of nodes and copies, each after what it reads, and what changed.
  /// - Throws: A ``Diagnostic`` for an unknown name, and for a node of an unknown kind.
  /// - Complexity: O(k log k) for k nodes, and their formulas.
  public func duplicate(
    _ names: [SourceName], offset: GraphPoint = GraphPoint(20, 20)
  ) throws(Diagnostic) -> (copies: [(name: String, copy: String)], result: Result) {
    if let scope = formulas.path.scope { return try duplicate(names, offset: offset, in: scope) }
    var nodes: [NodeID] = []
    for name in names {
      let node = try ownNode(name)
      if let kind = unknownKind(of: node) {
        // What only its document knows can't be copied.
        throw Diagnostic(
          .kind, "\(name.text) is of the unknown kind '\(kind)', and can't be copied", name.range)
      }
      nodes.append(node)
    }
    // No copy of the graph is held from here on: each edit would copy the records for it.
    let originals = self.names(of: evaluator.graph.inEvaluationOrder(Set(nodes)))
    var copies: [String: String] = [:]
    for name in originals { copies[name] = freeName(like: name) }
    var isDone = false
    // Names that were found stay free if no node gets them.
    defer { if !isDone { formulas.numbers.removeAll() } }
    var pairs: [(name: String, copy: String, recipe: NodeRecipe)] = []
    for name in originals {
      guard let copy = copies[name], let node = node(named: name), let recipe = recipe(of: node) else { continue }
      let position = recipe.position == .zero ? .zero : recipe.position + offset
      pairs.append((name, copy, try recipe.renaming(copies, at: position)))
    }
    let result = try timeline.recorded(
      "duplicate \(originals.map(SourceName.spelling).joined(separator: " "))"
    ) { () throws(Diagnostic) in
      try make(pairs.map { (name: $0.copy, recipe: $0.recipe) })
    }
    isDone = pairs.count == originals.count
    return (pairs.map { ($0.name, $0.copy) }, result)
  }

  /// `total2` for `total`, `total3` for `total2`; in back-ticks, `net price 2` for `net price`.
  func freeName(like name: String) -> String {
    let digits = name.utf8.reversed().prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
    let isNumbered = digits < 12 && digits < name.utf8.count
    var stem = isNumbered ? String(Substring(name.utf8.dropLast(digits))) : name
    let number = isNumbered ? Int(Substring(name.utf8.suffix(digits))) ?? 1 : 1
    if stem.utf8.last != UInt8(ascii: " "), SourceName.spelling(stem).hasPrefix("`") { stem += " " }
    return stem + String(formulas.numbers.next(from: number + 1, of: stem) { isTaken(stem + String($0)) })
  }

  /// A node of a document whose kind the calculator doesn't know, and that kind; `nil` if there is none.
  var unknownNode: (name: String, kind: String)? {
    for node in evaluator.graph.nodes {
      if let kind = unknownKind(of: node) { return (evaluator.graph.name(of: node) ?? node.description, kind) }
    }
    return nil
  }

  /// The kind of a node if the calculator doesn't know it.
  func unknownKind(of node: NodeID) -> String? {
    // A node without code may have the name of a kind.
    guard !formulas.isFormula(node), let kind = try? evaluator.graph.kind(of: node),
      !CalculatorKinds.known.contains(kind)
    else { return nil }
    return kind.name
  }
}

extension NodeRecipe {
  /// Replaces the names of the nodes that the recipe reads.
  fileprivate func renaming(_ names: [String: String], at position: GraphPoint) throws(Diagnostic) -> NodeRecipe {
    switch form {
    case .formula(let formulated):
      return NodeRecipe(form: .formula(try formulated.renaming(names)), position: position)
    case .kind(let kind, let value, let feeds):
      var renamed: [Feed] = []
      for feed in feeds {
        var source = feed.source
        switch feed.source {
        case .node(let name)?: source = .node(names[name] ?? name)
        case .formula(let formulated)?: source = .formula(try formulated.renaming(names))
        case nil: break
        }
        renamed.append(Feed(port: feed.port, literal: feed.literal, source: source))
      }
      return NodeRecipe(form: .kind(kind, value: value, feeds: renamed), position: position)
    }
  }
}

extension NodeRecipe.Formulated {
  fileprivate func renaming(_ names: [String: String]) throws(Diagnostic) -> NodeRecipe.Formulated {
    // Without names there is nothing to rename, and the formula need not be read.
    if types.isEmpty { return self }
    return NodeRecipe.Formulated(text: try Formula(text).text(renaming: names), types: types)
  }
}
