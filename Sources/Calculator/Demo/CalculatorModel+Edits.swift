// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

extension CalculatorModel {
  /// Adds a Number of value 1, named "New 1", "New 2" and so on; names that are taken are passed over, those of deleted
  /// nodes don't come again. Mirrors the seed's `addNodeAt`, whose nodes are all called "New!".
  ///
  /// - Parameter position: Where it is shown.
  /// - Returns: Its id, which is all that is affected.
  @discardableResult
  public func addNode(at position: Point) -> NodeID {
    var name: String
    repeat {
      addedCount += 1
      name = "New \(addedCount)"
    } while evaluator.graph.node(named: name) != nil
    do throws(GraphError) {
      _ = try edit(nil) { edit throws(GraphError) in
        let node = try edit.add(CalculatorKinds.number.kind.name, named: name, at: position)
        try edit.set(node, to: 1.0)
        nodes.append(node)
      }
    } catch {
      preconditionFailure("a Number with a free name is not refused")
    }
    return nodes[nodes.count - 1]
  }

  /// Deletes a node and its connections. Mirrors the seed's `deleteNode`.
  ///
  /// - Parameter node: The node.
  /// - Returns: The nodes that read it, and those whose value has changed, in evaluation order. The deleted node, being
  ///   gone, is not among them.
  /// - Throws: `stale`.
  /// - Complexity: O(nodes).
  @discardableResult
  public func deleteNode(_ node: NodeID) throws(GraphError) -> [NodeID] {
    let affected = try edit(nil) { edit throws(GraphError) in try edit.remove(node) }
    nodes.removeAll { $0 == node }
    forgetNumber(of: node)
    return affected
  }

  /// Connects an output to an input in place of whatever was connected, or cuts the connection if it is this one.
  /// Mirrors the seed's `toggleRelationship`, which checks neither types nor cycles.
  ///
  /// - Parameters:
  ///   - source: Where values come from.
  ///   - target: Where they go.
  /// - Returns: The target's node, then the others whose value has changed, in evaluation order.
  /// - Throws: `cycle`, `typeMismatch`, `noSuchInput`, `noSuchOutput`, `stale`.
  /// - Complexity: As ``NodeGraph/Graph/connect(_:to:replacing:)``, and O(nodes that run).
  @discardableResult
  public func toggleConnection(
    from source: some OutputReference, to target: some InputReference
  ) throws(GraphError) -> [NodeID] {
    let source = try source.resolved(in: evaluator.graph)
    let target = try target.resolved(in: evaluator.graph)
    let isConnected = evaluator.graph.sources(of: target).contains(source)
    return try edit(target.node) { edit throws(GraphError) in
      if isConnected {
        try edit.disconnect(source, from: target)
      } else {
        try edit.connect(source, to: target, replacing: true)
      }
    }
  }

  /// Connects a node's output to an input, or cuts the connection, as `toggleConnection(from:to:)` with ports does.
  ///
  /// - Parameters:
  ///   - source: The node where values come from.
  ///   - target: Where they go.
  /// - Returns: The target's node, then the others whose value has changed, in evaluation order.
  /// - Throws: `cycle`, `typeMismatch`, `noSuchInput`, `stale`.
  /// - Complexity: As ``NodeGraph/Graph/connect(_:to:replacing:)``, and O(nodes that run).
  @discardableResult
  public func toggleConnection(
    from source: NodeID, to target: some InputReference
  ) throws(GraphError) -> [NodeID] {
    try toggleConnection(from: source.output, to: target)
  }

  /// Gives a Number a value. Mirrors what the seed does when its slider moves: `value` of the selected node.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - node: The Number.
  /// - Returns: The node, then the others whose value has changed, in evaluation order; nothing if it had this value.
  /// - Throws: `stale`; `notGivable` if the node is an operator.
  /// - Precondition: The value is finite.
  /// - Complexity: O(nodes that run).
  @discardableResult
  public func setValue(_ value: Double, of node: NodeID) throws(GraphError) -> [NodeID] {
    precondition(value.isFinite, "the calculator's numbers are finite")
    let affected = try edit(node) { edit throws(GraphError) in try edit.set(node, to: value) }
    return lastReceipt.changed.isEmpty ? [] : affected
  }

  /// Makes a node one of another kind; it keeps its id, name and position. Mirrors the seed's change of a node's `type`,
  /// which computes with inputs of the wrong type before it removes them.
  ///
  /// Inputs are kept by position; those the new kind lacks or takes in another type are disconnected. If the node now
  /// gives another type, whatever read it is disconnected. Only then are values computed. A node that becomes a
  /// Number has the value it has, or last had, as a number, else 0.
  ///
  /// - Parameters:
  ///   - kind: The name of a kind, such as `Add`.
  ///   - node: The node.
  /// - Returns: The node, then the others whose value has changed or that no longer read it, in evaluation order;
  ///   nothing if it was of this kind.
  /// - Throws: `stale`, `unknownKind`.
  /// - Complexity: O(degree) and O(nodes that run); O(nodes) if a consumer that is disconnected keeps its value.
  @discardableResult
  public func setKind(_ kind: String, of node: NodeID) throws(GraphError) -> [NodeID] {
    if try evaluator.graph.kind(of: node).name == kind { return [] }
    let number = lastNumber(of: node) ?? 0
    return try edit(node) { edit throws(GraphError) in
      try edit.setKind(of: node, to: kind)
      if kind == CalculatorKinds.number.kind.name { try edit.set(node, to: number) }
    }
  }
}
