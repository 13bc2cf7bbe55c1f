// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The model of the ShinpuruNodeUI demo: a small calculator, edited call by call.
///
/// Each editing call returns the nodes that it affected, so that a view reloads only these. A refused call throws the
/// reason and leaves the model unchanged.
///
/// ```swift
/// let model = CalculatorModel()                     // Add = One + 0 + Two
/// let add = model.nodes[2]
/// try model.setValue(5, of: model.nodes[0])         // [One, Add]
/// try model.value(of: add)                          // .success(.number(7))
/// ```
///
/// The affected nodes of a call are the edited node, if it still exists, followed in evaluation order by the nodes
/// whose value or failure differs and the nodes with an input that was connected or disconnected. Each node is listed
/// once. A call that changes nothing affects no node. Numbers are compared by their bits: −0 after 0 is a change. If
/// the evaluation is stopped, the call affects the nodes that ran; the values of the evaluator's `unfinished` nodes
/// also differ, and only the receipt of the resumed evaluation lists the nodes that it runs.
///
/// Use the ``evaluator`` to move, rename and read nodes; use the model to add and delete nodes and to change their
/// kinds.
/// No call may be made inside an edit of the evaluator. A model belongs to one task or thread.
public final class CalculatorModel {
  /// The evaluator that holds the graph and the values. Read from it, but make edits through the model, which tracks
  /// names and results.
  public let evaluator: Evaluator

  /// The nodes in the order in which they were created. A view that shows the model uses this list, as
  /// ``CalculatorView/CalculatorController`` does.
  ///
  /// - Complexity: O(1), and O(nodes) for the first access after nodes were deleted.
  public var nodes: [NodeID] {
    if !deleted.isEmpty {
      listed.removeAll { deleted.contains($0) }
      deleted = []
    }
    return listed
  }

  /// The receipt of the last editing call that was not refused: which nodes ran, were cut off or are blocked. Before any
  /// call, the receipt of the initial graph.
  public private(set) var lastReceipt: Receipt

  /// The nodes, including those deleted since ``nodes`` was last read, because removing one from the list takes O(nodes).
  private var listed: [NodeID]
  private var deleted: Set<NodeID> = []
  /// The last number that each node had.
  private var lastNumbers: [NodeID: Double] = [:]
  /// How many nodes were added by ``addNode(at:)``.
  package var addedCount = 0

  /// The demo's graph: the Numbers "One" = 1 at (210, 10) and "Two" = 2 at (220, 350), and at (570, 170) an "Add" whose
  /// first input is connected to One and the third to Two.
  public init() {
    let evaluator = Evaluator(definitions: CalculatorKinds.all)
    var nodes: [NodeID] = []
    do throws(GraphError) {
      lastReceipt = try evaluator.edit { edit throws(GraphError) in
        let one = try edit.add(CalculatorKinds.number.kind.name, named: "One", at: GraphPoint(210, 10))
        let two = try edit.add(CalculatorKinds.number.kind.name, named: "Two", at: GraphPoint(220, 350))
        let add = try edit.add(CalculatorKinds.add.kind.name, named: "Add", at: GraphPoint(570, 170))
        try edit.set(one, to: 1.0)
        try edit.set(two, to: 2.0)
        try edit.connect(one.output, to: add.input(0))
        try edit.connect(two.output, to: add.input(2))
        nodes = [one, two, add]
      }
    } catch {
      preconditionFailure("an empty graph takes the demo's nodes")
    }
    self.evaluator = evaluator
    listed = nodes
    keepNumbers()
  }

  /// The value of a node, or why it has none.
  ///
  /// - Parameter node: The node.
  /// - Returns: Its value; if it failed or is blocked, the failure with the node where it started.
  /// - Throws: `stale`.
  /// - Precondition: The node's kind is one of ``CalculatorKinds``, or another that gives a number, boolean or colour.
  public func value(of node: NodeID) throws(GraphError) -> Result<CalculatorValue, NodeFailure> {
    if let value = try evaluator.calculatorValue(of: node) { return value }
    stop(
      "a node of the calculator gives a value of its types, '\(evaluator.graph.name(of: node) ?? node.description)' gives none"
    )
  }
}

extension CalculatorModel {
  /// Makes an edit and returns the nodes that it affected.
  ///
  /// - Parameters:
  ///   - node: The edited node, which comes first; `nil` for one that is deleted.
  ///   - body: Makes the changes.
  /// - Returns: The affected nodes.
  /// - Throws: What `body` throws; the model is unchanged then.
  func edit(
    _ node: NodeID?, _ body: (Edit) throws(GraphError) -> Void
  ) throws(GraphError) -> [NodeID] {
    let receipt = try evaluator.edit(body)
    require(receipt.edit > 0, "a call of the model is an edit of its own, none is made inside an edit")
    lastReceipt = receipt
    keepNumbers()
    return affected(with: node)
  }

  /// The nodes that the last edit affected. Complexity: O(k log k) for k nodes that ran or have a new or lost connection.
  private func affected(with node: NodeID?) -> [NodeID] {
    let graph = evaluator.graph
    let changed = lastReceipt.changed.filter { $0 != node }
    var unordered: Set<NodeID> = []
    for change in lastReceipt.changes {
      switch change {
      case .connected(let connection), .disconnected(let connection):
        if graph.contains(connection.target.node), connection.target.node != node {
          unordered.insert(connection.target.node)
        }
      default: break
      }
    }
    let first = node.map { [$0] } ?? []
    if unordered.isSubset(of: changed) { return first + changed }
    return first + graph.inEvaluationOrder(unordered.union(changed))
  }

  /// Keeps the numbers that the last edit computed. Complexity: O(nodes that ran).
  private func keepNumbers() {
    for node in lastReceipt.changed {
      if let number = presentNumber(of: node) { lastNumbers[node] = number }
    }
  }

  /// The value of a node if it is a number, else the last number that the node had.
  func lastNumber(of node: NodeID) -> Double? { presentNumber(of: node) ?? lastNumbers[node] }

  func forgetNumber(of node: NodeID) { lastNumbers[node] = nil }

  private func presentNumber(of node: NodeID) -> Double? {
    guard case .success(.number(let number))? = try? evaluator.calculatorValue(of: node) else { return nil }
    return number
  }
}

@available(*, unavailable)
extension CalculatorModel: Sendable {}

extension CalculatorModel {
  /// Adds a Number of value 1, named "New 1", "New 2" and so on. Names that are taken are skipped, and those of deleted
  /// nodes are not used again.
  ///
  /// - Parameter position: Its position in canvas points.
  /// - Returns: Its id, the only node that is affected.
  @discardableResult
  public func addNode(at position: GraphPoint) -> NodeID {
    var name: String
    repeat {
      addedCount += 1
      name = "New \(addedCount)"
    } while evaluator.graph.node(named: name) != nil
    do throws(GraphError) {
      _ = try edit(nil) { edit throws(GraphError) in
        let node = try edit.add(CalculatorKinds.number.kind.name, named: name, at: position)
        try edit.set(node, to: 1.0)
        listed.append(node)
      }
    } catch {
      preconditionFailure("a Number with a free name is not refused")
    }
    return listed[listed.count - 1]
  }

  /// Deletes a node and its connections.
  ///
  /// - Parameter node: The node.
  /// - Returns: The nodes that read it, and those whose value has changed, in evaluation order. The deleted node
  ///   is not among them.
  /// - Throws: `stale`.
  /// - Complexity: O(degree) and O(nodes that run).
  @discardableResult
  public func deleteNode(_ node: NodeID) throws(GraphError) -> [NodeID] {
    let affected = try edit(nil) { edit throws(GraphError) in try edit.remove(node) }
    deleted.insert(node)
    forgetNumber(of: node)
    return affected
  }

  /// Connects an output to an input, replacing what is connected there, or disconnects the two if they are connected.
  ///
  /// - Parameters:
  ///   - source: The output that gives values.
  ///   - target: The input that reads them.
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

  /// Connects a node's output to an input, or disconnects the two if they are connected.
  ///
  /// - Parameters:
  ///   - source: The node that gives values.
  ///   - target: The input that reads them.
  /// - Returns: The target's node, then the others whose value has changed, in evaluation order.
  /// - Throws: `cycle`, `typeMismatch`, `noSuchInput`, `stale`.
  /// - Complexity: As ``NodeGraph/Graph/connect(_:to:replacing:)``, and O(nodes that run).
  @discardableResult
  public func toggleConnection(
    from source: NodeID, to target: some InputReference
  ) throws(GraphError) -> [NodeID] {
    try toggleConnection(from: source.output, to: target)
  }

  /// Gives a Number a value.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - node: The Number.
  /// - Returns: The node, then the others whose value has changed, in evaluation order; no node if it had this value.
  /// - Throws: `stale`; `notGivable` if the node is an operator.
  /// - Precondition: The value is finite.
  /// - Complexity: O(nodes that run).
  @discardableResult
  public func setValue(_ value: Double, of node: NodeID) throws(GraphError) -> [NodeID] {
    require(value.isFinite, "the calculator's numbers are finite, \(value) is not")
    let affected = try edit(node) { edit throws(GraphError) in try edit.set(node, to: value) }
    return lastReceipt.changed.isEmpty ? [] : affected
  }

  /// Gives a node another kind; it keeps its id, name and position.
  ///
  /// Inputs are kept by position; those that the new kind lacks or has in another type are disconnected. If the output has
  /// another type now, the nodes that read it are disconnected. Then values are computed. A node that becomes a
  /// Number keeps its value if that is a number, else the last number that it had, else 0.
  ///
  /// - Parameters:
  ///   - kind: The name of a kind, such as `Add`.
  ///   - node: The node.
  /// - Returns: The node, then the others whose value has changed or that no longer read it, in evaluation order;
  ///   no node if it was of this kind.
  /// - Throws: `stale`, `unknownKind`.
  /// - Complexity: O(degree) and O(nodes that run).
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

extension CalculatorModel {
  /// A node and all that depend on it, each once. Nothing is computed: values are always up to date.
  ///
  /// - Parameter node: The node.
  /// - Returns: The node, then its descendants in evaluation order.
  /// - Throws: `stale`.
  /// - Complexity: O(k log k) for k of them and their connections.
  public func updateDescendants(of node: NodeID) throws(GraphError) -> [NodeID] {
    let graph = evaluator.graph
    guard graph.contains(node) else { throw .stale(node) }
    return [node] + graph.downstream(of: node)
  }

  /// Whether `toggleConnection(from:to:)` would connect or disconnect these ports.
  ///
  /// Types of ports are compared, not values, so a node that has failed can be a source.
  ///
  /// - Parameters:
  ///   - source: The node that gives values.
  ///   - target: The node that would read them.
  ///   - index: The index of one of its inputs.
  /// - Returns: `false` for a node and itself, an index that the target doesn't have, another type, a cycle, and a node that
  ///   is gone; else `true`, also if another connection would be replaced or this one would be removed.
  /// - Complexity: As ``verdict(onConnecting:to:)``.
  public func areRelationshipCandidates(source: NodeID, target: NodeID, index: Int) -> Bool {
    if case .refused = verdict(onConnecting: source.output, to: target.input(index)) { false } else { true }
  }

  /// What `toggleConnection(from:to:)` would do, or why it would be refused. Nothing changes.
  ///
  /// - Parameters:
  ///   - source: The output that gives values.
  ///   - target: The input that reads them.
  /// - Returns: Allowed; allowed by replacing a connection, which is this one if toggling would remove it; or the
  ///   error that toggling throws.
  /// - Complexity: O(1) if the connection agrees with the evaluation order, else the region between the two nodes.
  public func verdict(
    onConnecting source: some OutputReference, to target: some InputReference
  ) -> ConnectionVerdict {
    evaluator.graph.verdict(onConnecting: source, to: target)
  }
}
