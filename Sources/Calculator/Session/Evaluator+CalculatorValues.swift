// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Reads values of any of the calculator's types.
extension Evaluator {
  /// The value of a node's first output, or its failure.
  ///
  /// - Throws: `stale`.
  /// - Returns: `nil` if the output has another type.
  func calculatorValue(of node: NodeID) throws(GraphError) -> Result<CalculatorValue, NodeFailure>? {
    if let number = try output(node.output, as: Double.self) {
      let value = result(of: number)
      if let unit = unit(of: node) { return value.map { .quantity($0, unit) } }
      return value.map { .number($0) }
    }
    if let boolean = try output(node.output, as: Bool.self) { return result(of: boolean).map { .boolean($0) } }
    if let color = try output(node.output, as: RGBColor.self) { return result(of: color).map { .color($0) } }
    if let text = try output(node.output, as: String.self) { return result(of: text).map { .text($0) } }
    if let list = try output(node.output, as: [Double].self) {
      let value = result(of: list)
      if let unit = unit(of: node) { return value.map { .quantities($0, unit) } }
      return value.map { .numbers($0) }
    }
    if let list = try output(node.output, as: [Bool].self) { return result(of: list).map { .booleans($0) } }
    if let list = try output(node.output, as: [RGBColor].self) { return result(of: list).map { .colors($0) } }
    if let list = try output(node.output, as: [String].self) { return result(of: list).map { .texts($0) } }
    return nil
  }

  /// The unit of a node's first output; `nil` if it has none.
  package func unit(of node: NodeID) -> UnitOfMeasure? {
    guard let type = graph.firstOutputType(of: node), type.isDistinguishedByName else { return nil }
    return CalculatorType(type)?.unit
  }

  private func result<Value>(of output: Output<Value>) -> Result<Value, NodeFailure> {
    Result { () throws(NodeFailure) in try value(of: output) }
  }

  /// The value of a node, or its failure.
  package func nodeValue(of node: NodeID) -> NodeValue {
    if let number = plainNumber(of: node) { return .value(.number(number)) }
    if hasPending, isPending(node) {
      let last = try? calculatorValue(of: node)?.get()
      return .pending(last: last)
    }
    // A node of an unknown kind has a failure, even if it has no outputs, or none of a known type.
    if let failure = failure(of: node) {
      let origin = failure.origin == node ? nil : shownName(of: failure.origin)
      return .failure(message: failure.message, origin: origin)
    }
    switch Result(catching: { () throws(GraphError) in try calculatorValue(of: node) }) {
    case .success(.success(let value)?): return .value(value)
    case .success(.failure(let failure)?): return .failure(message: failure.message, origin: nil)
    case .success(nil): return .failure(message: "\(FormulaFailure.domain)", origin: nil)
    case .failure(let error): return .failure(message: "\(error)", origin: nil)
    }
  }

  /// The name of a node, with its path if the node is in a group.
  func shownName(of node: NodeID) -> String? { groupedTitle(of: node) ?? graph.name(of: node) }

  /// The title of a node in a group: `Tax › rate`. A node without a name is called by the output of the group that it gives,
  /// `Tax.tax`, or else `Tax › a formula`. `nil` for nodes outside of groups.
  func groupedTitle(of node: NodeID) -> String? {
    let groups = subgraphs
    guard let group = groups.scope(of: node) else { return nil }
    return nameInGroup(of: node) ?? "\(groups.scopedName(of: group.node)) › a formula"
  }

  /// The title of a node in a group; `nil` if no name leads to it, as for a node computed for an input.
  private func nameInGroup(of node: NodeID) -> String? {
    let groups = subgraphs
    guard let group = groups.scope(of: node) else { return nil }
    if groups.name(of: node) != nil { return groups.scopedName(of: node) }
    let outputs = groups.outputs(of: group)
    let given = outputs.indices.first { groups.source(of: group.node.output($0))?.node == node }
    return given.map { "\(groups.scopedName(of: group.node)).\(outputs[$0].name)" }
  }

  /// The names of the nodes on a path, with their groups. Nodes computed for inputs have no name and are left out.
  func names(along way: some Sequence<NodeID>) -> [String] {
    way.compactMap { graph.name(of: $0) ?? nameInGroup(of: $0) }
  }

  /// The literal or default of an input; `nil` if it has none.
  package func unconnectedValue(of input: InputPort) -> CalculatorValue? {
    if let number = try? unconnectedValue(of: input, as: Double.self) { return .number(number) }
    if let boolean = try? unconnectedValue(of: input, as: Bool.self) { return .boolean(boolean) }
    if let color = try? unconnectedValue(of: input, as: RGBColor.self) { return .color(color) }
    if let text = try? unconnectedValue(of: input, as: String.self) { return .text(text) }
    if let list = try? unconnectedValue(of: input, as: [Double].self) { return .numbers(list) }
    if let list = try? unconnectedValue(of: input, as: [Bool].self) { return .booleans(list) }
    if let list = try? unconnectedValue(of: input, as: [RGBColor].self) { return .colors(list) }
    if let list = try? unconnectedValue(of: input, as: [String].self) { return .texts(list) }
    return nil
  }
}
