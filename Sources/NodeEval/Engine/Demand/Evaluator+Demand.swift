// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Evaluating only what is needed.
///
/// The marks are those of Adapton (Hammer, Khoo, Hicks and Foster 2014), but placed where a change stops: a node that is not needed
/// is marked when a change reaches it, and the nodes downstream of it are not.
extension Evaluator {
  /// The policy that decides what is evaluated when something changes: everything, by default, or only what is needed.
  ///
  /// ```swift
  /// evaluator.policy = .onDemand
  /// let need = evaluator.need(preview)      // kept up to date until the need ends
  /// evaluator.bringUpToDate(histogram)      // once
  /// ```
  ///
  /// On demand, nodes that were never needed have no value: reading one fails with ``NodeFailure/Reason-swift.enum/notEvaluated``.
  /// Others keep their last value, which may be out of date; ``state(of:)`` returns whether it is.
  ///
  /// Changing the policy to ``EvaluationPolicy/eager`` evaluates all deferred nodes.
  ///
  /// - Precondition: It is changed between edits, and no node's code is running.
  /// - Complexity: O(nodes + connections) for a change, and O(nodes that run).
  public var policy: EvaluationPolicy {
    get { state.reach.demand.policy }
    set {
      requireIdle()
      require(state.activity.editDepth == 0, "the policy must be changed between edits")
      guard newValue != policy else { return }
      state.settleRoots()
      state.setPolicy(newValue)
      evaluateDue()
    }
  }

  /// Keeps a node, and everything upstream of it, up to date until the need ends.
  ///
  /// - Parameter node: The node, or a group by ``NodeGraph/InstanceID/node``.
  /// - Returns: The need; it ends when it is released.
  /// - Complexity: O(nodes that become needed, with their connections), and O(nodes that run).
  public func need(_ node: NodeID) -> Need { need(CollectionOfOne(node)) }

  /// Keeps an output, and everything upstream of it, up to date until the need ends.
  ///
  /// - Parameter source: The output.
  /// - Returns: The need; it ends when it is released.
  /// - Complexity: As ``need(_:)-(NodeID)``.
  public func need(_ source: some Readable) -> Need { need(source.port.node) }

  /// Keeps nodes, and everything upstream of them, up to date until the need ends; the need can be changed to other nodes.
  ///
  /// - Parameter nodes: The nodes, and groups by ``NodeGraph/InstanceID/node``, as a view lists them. Those that don't exist are
  ///   left out.
  /// - Returns: The need; it ends when it is released.
  /// - Complexity: As ``need(_:)-(NodeID)``.
  public func need(_ nodes: some Sequence<NodeID>) -> Need { Need(Set(nodes), of: self) }

  /// Brings a node up to date once: evaluates the deferred nodes among it and everything upstream of it.
  ///
  /// The changes belong to the last edit, as with ``resume()``. Asynchronous code is started, but not awaited.
  ///
  /// - Parameter node: The node, or a group by ``NodeGraph/InstanceID/node``: then all nodes that give its outputs.
  /// - Returns: The receipt of what ran.
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``.
  /// - Precondition: No edit is under way, and no node's code is running.
  /// - Complexity: O(nodes upstream that are not needed, with their connections), and O(nodes that run).
  @discardableResult
  public func bringUpToDate(_ node: NodeID) throws(GraphError) -> Receipt {
    requireIdle()
    require(
      state.activity.editDepth == 0,
      "bringUpToDate(_:) must be called between edits: nothing is evaluated inside an edit")
    var slots: [UInt32] = []
    if let instance = InstanceID(node) {
      guard let index = state.scopes.subgraphs.index(instance) else { throw .stale(node) }
      slots = state.nodesShown(by: index)
    } else {
      slots = [try state.graph.storage.value.slot(node)]
    }
    beginNeed(of: node)
    state.settleRoots()
    // Asynchronous code that was cancelled is deferred although it could run.
    state.reach.due += slots
    let receipt = evaluateFurther(as: .resumption)
    endNeed(of: node)
    state.settleRoots()
    return receipt
  }

  /// Begins a need of a node, or of a group, that exists.
  private func beginNeed(of node: NodeID) {
    if let instance = InstanceID(node) { return state.reach.demand.addNeed(ofGroup: instance.index) }
    state.reach.demand.addNeed(node.slot)
    state.reach.touched.append(node.slot)
  }

  /// Ends one need of a node or a group. A node that is gone is skipped: its slot may belong to another node, which has needs of
  /// its own.
  func endNeed(of node: NodeID) {
    if let instance = InstanceID(node) { return state.reach.demand.removeNeed(ofGroup: instance.index) }
    guard state.topology.isKnown(node) else { return }
    state.reach.demand.removeNeed(node.slot)
    state.reach.touched.append(node.slot)
  }

  /// Brings an output up to date once; see ``bringUpToDate(_:)-(NodeID)``.
  ///
  /// - Parameter source: The output.
  /// - Returns: The receipt of what ran.
  /// - Precondition: The output exists in this evaluator, no edit is under way, and no node's code is running.
  @discardableResult
  public func bringUpToDate(_ source: some Readable) -> Receipt {
    do { return try bringUpToDate(source.port.node) } catch { stopForMissing(source.port.node) }
  }

  /// Runs a node again although nothing upstream has changed, because something else that its code reads has changed, or to try
  /// again after a failure.
  ///
  /// Nodes that read it run only if its value changes. On demand, a node that is not needed is deferred. The changes belong to no
  /// edit: undo does not revert them, and makes nodes run, as after ``edit(history:_:)``.
  ///
  /// - Parameter node: The node.
  /// - Returns: The receipt of what ran.
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``.
  /// - Precondition: No edit is under way, and no node's code is running.
  /// - Complexity: O(nodes that run).
  @discardableResult
  public func invalidate(_ node: NodeID) throws(GraphError) -> Receipt {
    requireIdle()
    require(
      state.activity.editDepth == 0, "invalidate(_:) must be called between edits: nothing is evaluated inside an edit")
    let slot = try state.graph.storage.value.slot(node)
    forgetResults(of: slot)
    if state.nodes.status[slot].contains(.isAttended) { state.forgetCombination(of: slot) }
    return evaluateFurther(as: .invalidation, outsideHistory: true) {
      if !state.nodes.status[slot].contains(.isSource) { state.queue(slot) }
    }
  }

  /// Adds and removes nodes that a need names, and evaluates what becomes due: at once, or when an edit under way ends.
  func changeNeeds(adding added: Set<NodeID>, removing removed: Set<NodeID>) {
    for node in added { beginNeed(of: node) }
    for node in removed { endNeed(of: node) }
    settleNeeds()
  }

  /// Updates what is needed after a node may have become needed by itself, or stopped being so.
  func settleNeeds(touching slot: UInt32) {
    state.reach.touched.append(slot)
    settleNeeds()
  }

  /// Updates what is needed after the noted nodes may have changed. Inside an edit or a fork, and while nodes run, this is deferred
  /// to their end.
  func settleNeeds() {
    endTellingAtOnce()
    guard state.activity.phase == .idle, state.activity.editDepth == 0, !state.activity.isForking else { return }
    state.settleRoots()
    evaluateDue()
  }

  /// Runs deferred nodes that are needed by now, because of another need or policy or since an edit was undone or redone.
  func evaluateDue(as cause: EditCause = .resumption) {
    if state.hasDue() { _ = evaluateFurther(as: cause) }
  }
}
