// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The model of the ShinpuruNodeUI demo: a small calculator, edited call by call.
///
/// Each editing call says which nodes it affected, so that a view reloads these and no others. A call that is refused
/// throws the reason and has changed nothing.
///
/// ```swift
/// let model = CalculatorModel()                     // Add = One + 0 + Two
/// let add = model.nodes[2]
/// try model.setValue(5, of: model.nodes[0])         // [One, Add]
/// try model.value(of: add)                          // .success(.number(7))
/// ```
///
/// The affected nodes of a call are the edited one, if it still exists, and then, in evaluation order, those whose
/// value or failure is another than before and those with an input that was connected or disconnected. None comes
/// twice. A call that leaves everything as it was affects nothing. Numbers are told apart by their bits: −0 after 0 is
/// a change. If the evaluator is asked to stop, a call affects the nodes it came to; the evaluator's `unfinished` nodes
/// have another value than before as well, and those that it resumes are told of by its receipt only.
///
/// Nodes may be moved, renamed and read with the ``evaluator``, but are added, deleted and given another kind here.
/// No call may be made inside an edit of the evaluator. A model belongs to one task or thread.
public final class CalculatorModel {
  /// Keeps the graph and its values.
  public let evaluator: Evaluator

  /// The nodes in the order in which they were created. Mirrors the seed's `nodes`, which `dataProviderForView` gives
  /// to the view.
  public package(set) var nodes: [NodeID]

  /// What the last editing call that was not refused caused: which nodes ran, were spared or are blocked. Before any
  /// call, what building the initial graph caused.
  public private(set) var lastReceipt: Receipt

  /// The value each node last had as a number.
  private var lastNumbers: [NodeID: Double] = [:]
  /// How many nodes were added by ``addNode(at:)``.
  package var addedCount = 0

  /// The demo's graph: the Numbers "One" = 1 at (210, 10) and "Two" = 2 at (220, 350), and at (570, 170) an "Add" whose
  /// inputs are One, nothing, and Two.
  public init() {
    let evaluator = Evaluator(definitions: CalculatorKinds.all)
    var nodes: [NodeID] = []
    do throws(GraphError) {
      lastReceipt = try evaluator.edit { edit throws(GraphError) in
        let one = try edit.add(CalculatorKinds.number.kind.name, named: "One", at: Point(210, 10))
        let two = try edit.add(CalculatorKinds.number.kind.name, named: "Two", at: Point(220, 350))
        let add = try edit.add(CalculatorKinds.add.kind.name, named: "Add", at: Point(570, 170))
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
    self.nodes = nodes
    noteNumbers()
  }

  /// The value of a node, or why it has none. Mirrors `value` of the seed's nodes.
  ///
  /// - Parameter node: The node.
  /// - Returns: Its value; if it failed or is blocked, the failure with the node where it began.
  /// - Throws: `stale`.
  /// - Precondition: The node's kind is one of ``CalculatorKinds``, or another that gives a number, boolean or colour.
  public func value(of node: NodeID) throws(GraphError) -> Result<CalculatorValue, NodeFailure> {
    if let value = try evaluator.calculatorValue(of: node) { return value }
    stop(
      "a node of the calculator gives a number, a boolean or a colour, '\(evaluator.graph.name(of: node) ?? node.description)' gives none"
    )
  }
}

extension CalculatorModel {
  /// Makes an edit and says whom it affected.
  ///
  /// - Parameters:
  ///   - node: The edited node, which comes first; nothing for one that is deleted.
  ///   - body: Makes the changes.
  /// - Returns: The affected nodes.
  /// - Throws: What `body` throws; nothing has changed then.
  func edit(
    _ node: NodeID?, _ body: (Edit) throws(GraphError) -> Void
  ) throws(GraphError) -> [NodeID] {
    let receipt = try evaluator.edit(body)
    require(receipt.edit > 0, "a call of the model is an edit of its own, none is made inside an edit")
    lastReceipt = receipt
    noteNumbers()
    return affected(with: node)
  }

  /// Whom the last edit affected. Complexity: O(nodes that ran), or O(nodes) if one with a new or lost connection kept
  /// its value: only the whole graph's order says where it belongs.
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
    unordered.formUnion(changed)
    return first + graph.nodes.filter(unordered.contains)
  }

  /// Remembers the numbers that the last edit brought. Complexity: O(nodes that ran).
  private func noteNumbers() {
    for node in lastReceipt.changed {
      if let number = presentNumber(of: node) { lastNumbers[node] = number }
    }
  }

  /// The value a node has, or else last had, as a number.
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
    require(value.isFinite, "the calculator's numbers are finite, \(value) is not")
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

extension CalculatorModel {
  /// A node and all that depend on it, each once. Mirrors the seed's `updateDescendantNodes`, which recomputes them,
  /// on diamonds again and again; here they are up to date already, and nothing is computed.
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

  /// Whether `toggleConnection(from:to:)` would make or cut this connection. Mirrors the seed's
  /// `nodesAreRelationshipCandidates`, which the seed's model itself never asks.
  ///
  /// What counts is the type of the ports, so that a node that has failed can be a source.
  ///
  /// - Parameters:
  ///   - source: The node where values come from.
  ///   - target: The node where they go.
  ///   - index: Which of its inputs.
  /// - Returns: False for a node and itself, an index the target doesn't have, another type, a cycle, and a node that
  ///   is gone; else true, also where another connection would make way and where this one would be cut.
  /// - Complexity: As ``verdict(onConnecting:to:)``.
  public func areRelationshipCandidates(source: NodeID, target: NodeID, index: Int) -> Bool {
    if case .refused = verdict(onConnecting: source.output, to: target.input(index)) { false } else { true }
  }

  /// What `toggleConnection(from:to:)` would mean, or why it would be refused; nothing changes.
  ///
  /// - Parameters:
  ///   - source: Where values come from.
  ///   - target: Where they go.
  /// - Returns: Allowed; in place of another connection, which is this one itself if toggling would cut it; or the
  ///   reason why not, which toggling throws.
  /// - Complexity: O(1) if the connection agrees with the evaluation order, else the region between the two nodes.
  public func verdict(
    onConnecting source: some OutputReference, to target: some InputReference
  ) -> ConnectionVerdict {
    evaluator.graph.verdict(onConnecting: source, to: target)
  }
}
