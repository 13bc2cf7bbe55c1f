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
    preconditionFailure("a node of the calculator gives a number, a boolean or a colour")
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
    precondition(receipt.edit > 0, "a call of the model is an edit of its own")
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
