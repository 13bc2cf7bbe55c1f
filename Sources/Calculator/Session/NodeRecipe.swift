// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A description of a node that is sufficient to make it again, with the names of the nodes that it reads.
package struct NodeRecipe: Equatable {
  /// A formula with the types of its names, which are needed for names that no node has.
  package struct Formulated: Equatable {
    package let text: String
    let types: [CalculatorType]
    /// The distribution of an uncertain input; `nil` if the value is certain.
    package var uncertainty: Uncertainty?
  }

  /// The source of a port.
  package enum Source: Equatable {
    case node(String)
    case formula(Formulated)
  }

  /// A port of a node of a kind. The literal is kept while the port is connected.
  package struct Feed: Equatable {
    package let port: String
    /// The literal; `nil` if it is the default.
    package let literal: CalculatorValue?
    package let source: Source?
  }

  package enum Form: Equatable {
    case formula(Formulated)
    /// `value` is the value of a kind without ports; `nil` if it is 0.
    case kind(String, value: CalculatorValue?, feeds: [Feed])
  }

  package let form: Form
}

extension Session {
  /// The recipe of a node in its current state; of a node in a group with the names of that scope.
  ///
  /// - Complexity: O(its inputs, and the length of its formulas).
  package func recipe(of node: NodeID) -> NodeRecipe? {
    let graph = evaluator.graph
    guard let kind = try? graph.kind(of: node) else { return nil }
    let groups = evaluator.subgraphs
    let scope = groups.scope(of: node)
    if let formulated = formulated(node) { return NodeRecipe(form: .formula(formulated)) }
    let feeds = kind.inputs.enumerated().map { index, input in
      let port = node.input(index)
      let unnamed = graph.sources(of: port).first.flatMap { groups.scope(of: $0.node) == scope ? $0.node : nil }
      let source = unnamed.flatMap { formulated(unnamed: $0) } ?? formulas.name(readBy: port).map { .node($0) }
      return NodeRecipe.Feed(port: input.name, literal: literal(of: port), source: source)
    }
    var given: CalculatorValue?
    if feeds.isEmpty, case .value(let value) = value(of: node), !value.isDefault { given = value }
    return NodeRecipe(form: .kind(kind.name, value: given, feeds: feeds))
  }

  private func formulated(_ node: NodeID) -> NodeRecipe.Formulated? {
    formulas.text(of: node).map { text in
      NodeRecipe.Formulated(
        text: text, types: formulas.inputTypes(of: node), uncertainty: formulas.uncertainty(of: node))
    }
  }

  private func formulated(unnamed node: NodeID) -> NodeRecipe.Source? {
    guard evaluator.subgraphs.name(of: node) == nil else { return nil }
    return formulated(node).map { .formula($0) }
  }

  /// The value of an input while it is not connected; `nil` if it is the default, 0 or black.
  private func literal(of port: InputPort) -> CalculatorValue? {
    evaluator.unconnectedValue(of: port).flatMap { $0.isDefault ? nil : $0 }
  }

  /// Makes a node with a name that no node has, from a recipe. A formula waits for names that no node has.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if the recipe doesn't fit the graph; the session is unchanged.
  func make(_ name: String, _ recipe: NodeRecipe) throws(Diagnostic) {
    _ = try changing(nil, 0..<0, adopting: waitingInputs(for: [name], in: nil)) { edit in
      switch recipe.form {
      case .formula(let formulated): return [try edit.add(try bound(formulated), named: name)]
      case .kind(let kind, let value, let feeds):
        let node = try edit.add(kind, named: name)
        if let value { try edit.graph.set(node, toConstant: value) }
        for (index, feed) in feeds.enumerated() { try make(feed, at: node.input(index), in: &edit) }
        return [node]
      }
    }
    // The value comes from the recipe, not from a statement.
    if let node = node(named: name) { reports.given[node] = nil }
  }

  private func make(_ feed: NodeRecipe.Feed, at input: InputPort, in edit: inout FormulaEdit) throws {
    if let literal = feed.literal { try edit.graph.setLiteral(input, toConstant: literal) }
    switch feed.source {
    case .node(let name)?: try edit.feed(input, from: formulas.rootNames.meaning(of: name))
    case .formula(let formulated)?: try edit.feed(input, from: .node(try edit.add(try bound(formulated), named: nil)))
    case nil: break
    }
  }

  private func bound(_ formulated: NodeRecipe.Formulated) throws(Diagnostic) -> ScopedFormula {
    let formula = try formulas.resolved(try Formula(formulated.text))
    let types = formulated.types
    return scoped(
      try formulas.bind(formula, to: formula.names.map { formulas.rootNode(named: $0.text) }) { index in
        types.indices.contains(index) ? types[index].port : nil
      })
  }
}

extension NodeRecipe {
  /// The right side of `name = …`: the formula, or `Kind(port: expression, …)`.
  package var definition: String {
    switch form {
    case .formula(let formulated): return formulated.text
    case .kind(let kind, let value, let feeds):
      var arguments: [String] = []
      if let value { arguments.append("value: \(value.exactText)") }
      for feed in feeds {
        // A connected port with a literal needs two statements: the first gives the literal.
        guard let expression = feed.literal?.exactText ?? feed.source?.text else { continue }
        arguments.append("\(SourceName.spelling(feed.port)): \(expression)")
      }
      return "\(kind)(\(arguments.joined(separator: ", ")))"
    }
  }

  /// The statements that make the node with a name.
  package func statements(naming name: String) -> [String] {
    if case .formula(let formulated) = form, let uncertainty = formulated.uncertainty {
      return [uncertainty.statement(naming: name)]
    }
    let name = SourceName.spelling(name)
    var statements = ["\(name) = \(definition)"]
    guard case .kind(_, _, let feeds) = form else { return statements }
    for feed in feeds where feed.literal != nil {
      let port = "\(name).\(SourceName.spelling(feed.port))"
      switch feed.source {
      case .node?: statements.append("\(feed.source?.text ?? "") -> \(port)")
      case .formula?: statements.append("\(port) = \(feed.source?.text ?? "")")
      case nil: break
      }
    }
    return statements
  }

  /// The definition for descriptions: a connected port has its source, without its literal.
  var summary: String {
    guard case .kind(let kind, let value, let feeds) = form else { return definition }
    let read = feeds.map { Feed(port: $0.port, literal: $0.source == nil ? $0.literal : nil, source: $0.source) }
    return NodeRecipe(form: .kind(kind, value: value, feeds: read)).definition
  }
}

extension NodeRecipe.Source {
  /// The expression that feeds the port.
  var text: String {
    switch self {
    case .node(let name): SourceName.spelling(name)
    case .formula(let formulated): formulated.text
    }
  }
}

extension CalculatorValue {
  /// Whether a value is 0 or black. −0 is not: some functions tell it from 0.
  var isDefault: Bool {
    switch self {
    case .number(let number): number.bitPattern == 0
    case .color(let color): color.bits == 0
    case .boolean, .text, .numbers, .booleans, .colors, .texts, .quantity, .quantities: false
    }
  }
}
