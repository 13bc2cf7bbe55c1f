// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Why nodes have no value.
extension Evaluator {
  /// The reason why a node has no value; `nil` if it has one. For a node with several failed inputs, the failure of the first;
  /// ``failures(of:)`` has all.
  ///
  /// - Complexity: O(1). After an evaluation was stopped, O(nodes + connections downstream of what is ``Evaluator/unfinished``) for
  ///   the first call about a node.
  public func failure(of node: NodeID) -> NodeFailure? {
    guard state.graph.contains(node) else { return nil }
    if isUnfinished(node.slot) { return NodeFailure(origin: node, reason: .unfinished) }
    if isUnevaluated(node.slot) { return NodeFailure(origin: node, reason: .notEvaluated) }
    return state.nodes.failures[node.slot]
  }

  /// Whether a node has had neither a value nor a failure yet, and gets one later.
  private func isUnevaluated(_ slot: UInt32) -> Bool {
    let status = state.nodes.status[slot]
    return status.intersection(.withoutValue) == .empty && !status.isDisjoint(with: .later)
  }

  /// Everything that keeps a node from having a value: one failure for each origin, in evaluation order.
  ///
  /// Nodes whose code handles failures (``NodeDefinition/dynamic(_:inputs:output:evaluate:)``) pass on one failure; other failures
  /// upstream of them are not included.
  ///
  /// - Parameter node: A node of this evaluator.
  /// - Returns: The failures; none if the node has a value, or doesn't exist.
  /// - Complexity: O(failed nodes upstream, and their inputs).
  public func failures(of node: NodeID) -> [NodeFailure] {
    guard let failure = failure(of: node) else { return [] }
    if failure.reason == .unfinished || failure.reason == .notEvaluated { return [failure] }
    var found: [(rank: UInt32, failure: NodeFailure)] = []
    var origins: Set<NodeFailure> = []
    var visited: Set<UInt32> = [node.slot]
    var waiting = [node.slot]
    while let slot = waiting.popLast() {
      let direct = directFailures(of: slot)
      for failure in direct.failures where origins.insert(failure).inserted {
        // A failure that code has passed on may belong to another evaluator.
        let place = state.topology.isLive(failure.origin) ? failure.origin.slot : slot
        found.append((state.topology.records[place].rank, failure))
      }
      for source in direct.sources where visited.insert(source).inserted { waiting.append(source) }
    }
    return found.sorted { $0.rank < $1.rank }.map(\.failure)
  }

  /// The failures that a failed node has itself, and the nodes that block it.
  private func directFailures(of slot: UInt32) -> (failures: [NodeFailure], sources: [UInt32]) {
    guard let failure = state.nodes.failures[slot] else {
      return (isUnfinished(slot) ? [NodeFailure(origin: id(of: slot), reason: .unfinished)] : [], [])
    }
    if case .thrown = failure.reason, failure.origin == id(of: slot) { return ([failure], []) }
    if state.nodes.status[slot].contains(.isSwitched) { return ([failure], []) }
    if state.kernel(of: slot).runsDespiteFailures { return ([failure], []) }
    let topology = state.graph.storage
    var found: (failures: [NodeFailure], sources: [UInt32]) = ([], [])
    let inputs = topology.value.shapes[Int(topology.value.records[slot].shape)].kind.inputs
    for (index, input) in inputs.enumerated() {
      for argument in topology.value.arguments(of: InputPlace(node: slot, input: UInt32(index))) {
        let cell = topology.value.arguments[argument]
        if cell == NodeRecord.none {
          // Inside an edit, where a connection of many was cut.
          if input.arity == .many { continue }
          found.failures.append(NodeFailure(origin: id(of: slot), reason: .unsetInput(input.name)))
        } else if let source = topology.value.source(ofCell: cell)?.node,
          state.nodes.failures[source] != nil || isUnfinished(source)
        {
          found.sources.append(source)
        }
      }
    }
    // An edit has rewired the node since it was blocked, and is still under way.
    return found.failures.isEmpty && found.sources.isEmpty ? ([failure], []) : found
  }

  func isUnfinished(_ slot: UInt32) -> Bool { !state.activity.unfinished.isEmpty && state.marksUnfinished(slot) }

  private func id(of slot: UInt32) -> NodeID { state.topology.id(of: slot) }

  /// Describes errors that nodes throw, unless the error is a ``DescribedError`` and does so itself. With `nil`, or where the
  /// closure returns `nil`, the error's description is used.
  ///
  /// An application that uses Foundation can show the texts of its localized errors:
  ///
  /// ```swift
  /// evaluator.errorDescription = { ($0 as? any LocalizedError)?.errorDescription }
  /// ```
  ///
  /// It applies to errors thrown from then on. The closure runs within an evaluation and must not change the graph.
  public var errorDescription: ((any Error) -> String?)? {
    get { state.settings.errorDescription }
    set { state.settings.errorDescription = newValue }
  }

  /// The failure of a node whose code has thrown.
  func failure(of slot: UInt32, throwing error: any Error) -> NodeFailure {
    if let failure = error as? NodeFailure { return failure }
    let text = (error as? any DescribedError)?.errorDescription ?? state.settings.errorDescription?(error) ?? "\(error)"
    return NodeFailure(origin: id(of: slot), reason: .thrown(text), underlying: error)
  }
}
