// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// All that a person gave a node: enough to make it again, by the names of what it is connected to.
struct NodeRecipe: Equatable {
  /// A formula, with the types of its names: while one is gone, nothing else tells its type.
  struct Formulated: Equatable {
    let text: String
    let types: [CalculatorType]
  }

  /// What a port reads.
  enum Source: Equatable {
    case node(String)
    case formula(Formulated)
  }

  /// A port of a kind. A literal is kept under a connection.
  struct Feed: Equatable {
    let port: String
    /// Nothing if it is the default.
    let literal: CalculatorValue?
    let source: Source?
  }

  enum Form: Equatable {
    case formula(Formulated)
    /// The value is that of a kind without ports; nothing if it is 0.
    case kind(String, value: CalculatorValue?, feeds: [Feed])
  }

  let form: Form
  let position: Point
}

extension Session {
  /// How a node is made as it is now.
  ///
  /// - Complexity: O(its inputs, and the length of its formulas).
  func recipe(of node: NodeID) -> NodeRecipe? {
    let graph = evaluator.graph
    guard let kind = try? graph.kind(of: node) else { return nil }
    let position = graph.position(of: node)
    if let formulated = formulated(node) { return NodeRecipe(form: .formula(formulated), position: position) }
    let feeds = kind.inputs.enumerated().map { index, input in
      let port = node.input(index)
      let source = graph.sources(of: port).first.flatMap { source in
        formulated(unnamed: source.node) ?? graph.name(of: source.node).map { NodeRecipe.Source.node($0) }
      }
      return NodeRecipe.Feed(port: input.name, literal: literal(of: port), source: source)
    }
    var given: CalculatorValue?
    if feeds.isEmpty, case .value(let value) = value(of: node), !isDefault(value) { given = value }
    return NodeRecipe(form: .kind(kind.name, value: given, feeds: feeds), position: position)
  }

  private func formulated(_ node: NodeID) -> NodeRecipe.Formulated? {
    formulaText(of: node).map { NodeRecipe.Formulated(text: $0, types: inputTypes(of: node)) }
  }

  private func formulated(unnamed node: NodeID) -> NodeRecipe.Source? {
    guard evaluator.graph.name(of: node) == nil else { return nil }
    return formulated(node).map { .formula($0) }
  }

  /// What an input reads while it is not connected, unless it is what every such input reads: 0 or black.
  private func literal(of port: InputPort) -> CalculatorValue? {
    evaluator.unconnectedValue(of: port).flatMap { isDefault($0) ? nil : $0 }
  }

  /// Whether a value is 0 or black. −0 is not 0: it is another value to some functions.
  private func isDefault(_ value: CalculatorValue) -> Bool {
    switch value {
    case .number(let number): number.bitPattern == 0
    case .color(let color): color.bits == 0
    case .boolean: false
    }
  }
}
