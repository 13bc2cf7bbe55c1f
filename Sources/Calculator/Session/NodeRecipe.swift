// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// What a node was made from: enough to make it again, with names for the nodes that it reads.
struct NodeRecipe: Equatable {
  /// A formula, with the types of its names: a missing name has no other type.
  struct Formulated: Equatable {
    let text: String
    let types: [CalculatorType]
  }

  /// What a port reads.
  enum Source: Equatable {
    case node(String)
    case formula(Formulated)
  }

  /// A port of a kind. A literal stays while the port is connected.
  struct Feed: Equatable {
    let port: String
    /// `nil` if it is the default.
    let literal: CalculatorValue?
    let source: Source?
  }

  enum Form: Equatable {
    case formula(Formulated)
    /// `value` is the value of a kind without ports; `nil` if it is 0.
    case kind(String, value: CalculatorValue?, feeds: [Feed])
  }

  let form: Form
  let position: GraphPoint
}

extension Session {
  /// The recipe of a node as it is now; of one in a group by the names there.
  ///
  /// - Complexity: O(its inputs, and the length of its formulas).
  func recipe(of node: NodeID) -> NodeRecipe? {
    let graph = evaluator.graph
    guard let kind = try? graph.kind(of: node) else { return nil }
    let groups = evaluator.subgraphs
    let scope = groups.scope(of: node)
    let position = groups.position(of: node)
    if let formulated = formulated(node) { return NodeRecipe(form: .formula(formulated), position: position) }
    let feeds = kind.inputs.enumerated().map { index, input in
      let port = node.input(index)
      let unnamed = graph.sources(of: port).first.flatMap { groups.scope(of: $0.node) == scope ? $0.node : nil }
      let source = unnamed.flatMap { formulated(unnamed: $0) } ?? formulas.name(readBy: port).map { .node($0) }
      return NodeRecipe.Feed(port: input.name, literal: literal(of: port), source: source)
    }
    var given: CalculatorValue?
    if feeds.isEmpty, case .value(let value) = value(of: node), !value.isDefault { given = value }
    return NodeRecipe(form: .kind(kind.name, value: given, feeds: feeds), position: position)
  }

  private func formulated(_ node: NodeID) -> NodeRecipe.Formulated? {
    formulas.text(of: node).map { NodeRecipe.Formulated(text: $0, types: formulas.inputTypes(of: node)) }
  }

  private func formulated(unnamed node: NodeID) -> NodeRecipe.Source? {
    guard evaluator.subgraphs.name(of: node) == nil else { return nil }
    return formulated(node).map { .formula($0) }
  }

  /// The value of an input while it is not connected; `nil` if it is the default, 0 or black.
  private func literal(of port: InputPort) -> CalculatorValue? {
    evaluator.unconnectedValue(of: port).flatMap { $0.isDefault ? nil : $0 }
  }

  /// Makes the node of a name what a recipe says. Its position stays, and a formula waits for names that no node has.
  ///
  /// - Throws: A ``Diagnostic`` if the recipe doesn't fit the graph; the session is unchanged.
  func restore(_ name: String, to recipe: NodeRecipe) throws(Diagnostic) -> Result {
    let target = SourceName(name, range: 0..<0)
    let result: Result
    switch recipe.form {
    case .formula(let formulated):
      result = try define(target, as: try bound(formulated, in: evaluator.graph))
    case .kind(let kind, let value, let feeds):
      result = try restore(target, kind, value, feeds)
    }
    // The value comes from the recipe, not from a statement.
    if let node = node(named: name) { reports.given[node] = nil }
    return result
  }

  /// Makes nodes of names that no node has, each after those that it reads, in one edit where that is possible.
  ///
  /// - Throws: As ``restore(_:to:)``.
  func make(_ nodes: [(name: String, recipe: NodeRecipe)]) throws(Diagnostic) -> Result {
    // Formulas that wait for names may wait for the new ones, which is decided node by node.
    guard missing.isEmpty else {
      var result = Result()
      for (name, recipe) in nodes {
        let made = try restore(name, to: recipe)
        result.changes += made.changes
        result.evaluatedCount += made.evaluatedCount
      }
      return result
    }
    var made: [(node: NodeID, formula: BoundFormula?)] = []
    let receipt = try edit(0..<0) { edit in
      for (name, recipe) in nodes { made.append(try make(name, recipe, in: &edit)) }
    }
    for (node, bound) in made { if let bound { setFormula(bound, of: node) } }
    return result(of: receipt, editing: made.map(\.node))
  }

  private func make(
    _ name: String, _ recipe: NodeRecipe, in edit: inout FormulaEdit
  ) throws -> (node: NodeID, formula: BoundFormula?) {
    switch recipe.form {
    case .formula(let formulated):
      let bound = try bound(formulated, in: edit.graph)
      let definition = bound.constant?.definition ?? formulas.definition(of: bound)
      return (try edit.add(bound, definition, named: name), bound)
    case .kind(let kind, let value, let feeds):
      let node = try edit.add(kind, named: name)
      try restore(node, value, feeds, in: &edit)
      return (node, nil)
    }
  }

  private func bound(
    _ formulated: NodeRecipe.Formulated, in graph: some GraphReading
  ) throws(Diagnostic) -> BoundFormula {
    let formula = try formulas.resolved(try Formula(formulated.text))
    let types = formulated.types
    let nodes = formula.names.map { graph.node(named: $0.text) ?? formulas.rootNode(named: $0.text) }
    return try formulas.bind(formula, to: nodes) { index in
      types.indices.contains(index) ? types[index].port : nil
    }
  }

  private func restore(
    _ name: SourceName, _ kind: String, _ value: CalculatorValue?, _ feeds: [NodeRecipe.Feed]
  ) throws(Diagnostic) -> Result {
    let present = node(named: name.text)
    var made = present
    let receipt = try edit(name.range) { edit in
      let helpers = present.map { edit.helpers(of: $0) } ?? []
      if let present {
        try edit.setKind(of: present, to: kind, keepsNames: true)
      } else {
        made = try edit.add(kind, named: name.text)
      }
      guard let made else { return }
      try restore(made, value, feeds, in: &edit)
      try edit.removeIdle(helpers)
    }
    guard let made else { return Result() }
    setNoFormula(of: made, named: name.text)
    return result(of: receipt, editing: made)
  }

  /// Gives a node of a kind its value and what its ports read.
  private func restore(
    _ node: NodeID, _ value: CalculatorValue?, _ feeds: [NodeRecipe.Feed], in edit: inout FormulaEdit
  ) throws {
    if case .number(let number)? = value {
      try edit.graph.set(node, to: number)
    } else if feeds.isEmpty {
      try edit.graph.set(node, to: 0.0)
    }
    for (index, feed) in feeds.enumerated() { try restore(feed, at: node.input(index), in: &edit) }
  }

  private func restore(_ feed: NodeRecipe.Feed, at input: InputPort, in edit: inout FormulaEdit) throws {
    try edit.setLiteral(input, to: feed.literal)
    switch feed.source {
    case .node(let name)?:
      let node = edit.graph.node(named: name) ?? formulas.rootNode(named: name)
      if let node { try edit.connect(node, to: input) }
    case .formula(let formulated)?:
      try edit.feed(try bound(formulated, in: edit.graph), to: input)
    case nil:
      if !edit.graph.sources(of: input).isEmpty { try edit.graph.disconnect(input) }
    }
  }
}

extension NodeRecipe {
  /// The right side of `name = …`: the formula, or `Kind(port: expression, …)`.
  var definition: String {
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

  /// The statements that make a node of a name.
  func statements(naming name: String) -> [String] {
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

  /// The definition for descriptions: a connected port is shown with its source only.
  var summary: String {
    guard case .kind(let kind, let value, let feeds) = form else { return definition }
    let read = feeds.map { Feed(port: $0.port, literal: $0.source == nil ? $0.literal : nil, source: $0.source) }
    return NodeRecipe(form: .kind(kind, value: value, feeds: read), position: position).definition
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
