// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import NodeEval
import NodeGraph

extension CalculatorModel {
  /// The node with a name.
  package func node(_ name: String) throws -> NodeID {
    guard let node = evaluator.graph.node(named: name) else { throw NoSuchNode(name: name) }
    return node
  }

  /// The names of nodes, in the order given.
  package func names(_ nodes: [NodeID]) -> [String] { nodes.map { evaluator.graph.name(of: $0) ?? "\($0)" } }

  /// The value of a node, or its failure, as shown to people.
  package func text(_ name: String) throws -> String {
    switch try value(of: node(name)) {
    case .success(let value): "\(value)"
    case .failure(let failure): "\(failure)"
    }
  }

  /// The connections of a node's inputs: the name of the source, or a hyphen.
  package func inputs(_ name: String) throws -> [String] {
    let node = try node(name)
    return try evaluator.graph.kind(of: node).inputs.indices.map { index in
      names(evaluator.graph.sources(of: node.input(index)).map(\.node)).first ?? "-"
    }
  }

  /// The names of a node's inputs.
  package func inputNames(_ node: NodeID) throws -> [String] { try evaluator.graph.kind(of: node).inputs.map(\.name) }

  /// Adds a node of a kind with a name.
  @discardableResult
  package func add(_ kind: String, _ name: String) throws -> NodeID {
    let node = addNode(at: .zero)
    try evaluator.edit { edit throws(GraphError) in try edit.rename(node, to: name) }
    try setKind(kind, of: node)
    return node
  }

  /// The visible state of every node.
  package func snapshot() throws -> [NodeID: Snapshot] {
    var all: [NodeID: Snapshot] = [:]
    for node in nodes {
      let kind = try evaluator.graph.kind(of: node)
      let sources = kind.inputs.indices.map { evaluator.graph.sources(of: node.input($0)) }
      all[node] = Snapshot(kind: kind.name, sources: sources, value: try value(of: node))
    }
    return all
  }
}

package struct NoSuchNode: Error {
  package let name: String
}

/// The visible state of a node. Values are compared by their bits, as in evaluation: −0 is not 0.
package struct Snapshot: Equatable {
  package let kind: String
  package let sources: [[OutputPort]]
  package let value: Result<CalculatorValue, NodeFailure>

  package func hasValue(_ other: Result<CalculatorValue, NodeFailure>) -> Bool {
    switch (value, other) {
    case (.success(let value), .success(let other)):
      value.type == other.type && value.packed.bitPattern == other.packed.bitPattern
    default: value == other
    }
  }

  package static func == (left: Snapshot, right: Snapshot) -> Bool {
    left.kind == right.kind && left.sources == right.sources && left.hasValue(right.value)
  }
}

/// A naive calculator that computes every value from the Numbers' values and the connections, without code of the engine.
package struct NaiveCalculator {
  package let nodes: [NodeID: Snapshot]
  private var known: [NodeID: Result<CalculatorValue, NodeFailure>] = [:]

  package init(_ nodes: [NodeID: Snapshot]) { self.nodes = nodes }

  package mutating func value(of node: NodeID) -> Result<CalculatorValue, NodeFailure> {
    if let value = known[node] { return value }
    let value = compute(node)
    known[node] = value
    return value
  }

  private mutating func compute(_ node: NodeID) -> Result<CalculatorValue, NodeFailure> {
    guard let seen = nodes[node] else { return fail(node, "gone") }
    if seen.kind == "Number" { return seen.value }
    var numbers: [Double] = []
    var color = RGBColor(red: 0, green: 0, blue: 0)
    for sources in seen.sources {
      switch sources.first.map({ value(of: $0.node) }) {
      case .success(.number(let number)): numbers.append(number)
      case .success(.color(let given)): color = given
      case .success(.boolean), .success(.text), .success(.numbers), .success(.booleans), .success(.colors),
        .success(.texts), .success(.quantity), .success(.quantities):
        return fail(node, "no number")
      case .failure(let failure): return .failure(failure)
      case nil: numbers.append(0)
      }
    }
    switch seen.kind {
    case "Add": return finite(numbers[0] + numbers[1] + numbers[2], node)
    case "Subtract": return finite(numbers[0] - numbers[1], node)
    case "Multiply": return finite(numbers[0] * numbers[1], node)
    case "Divide": return numbers[1] == 0 ? fail(node, "division by zero") : finite(numbers[0] / numbers[1], node)
    case "Color": return .success(.color(RGBColor(clampingRed: numbers[0], green: numbers[1], blue: numbers[2])))
    // For an unconnected colour, a number precedes the multiplier.
    default: return .success(.color(color.adjusted(by: numbers[numbers.count - 1])))
    }
  }

  private func finite(_ number: Double, _ node: NodeID) -> Result<CalculatorValue, NodeFailure> {
    number.isFinite ? .success(.number(number)) : fail(node, number.isNaN ? "domain" : "overflow")
  }

  private func fail(_ node: NodeID, _ text: String) -> Result<CalculatorValue, NodeFailure> {
    .failure(NodeFailure(origin: node, reason: .thrown(text)))
  }
}
