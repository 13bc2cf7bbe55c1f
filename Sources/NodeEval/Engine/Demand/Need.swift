// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Keeps some nodes, and everything upstream of them, up to date when evaluation is ``EvaluationPolicy/onDemand``.
///
/// It ends when it is released or ``end()`` is called. Nodes that are removed leave it, and rejoin it when their removal is undone.
/// It may name groups, by ``NodeGraph/InstanceID/node``. It then applies to the nodes that give the group's outputs, however the
/// group changes; for a group without outputs, to all nodes in it.
///
/// ```swift
/// let visible = evaluator.need(view.visibleNodes)
/// visible.change(to: view.visibleNodes)     // after scrolling; costs the difference
/// ```
public final class Need {
  private let link: EvaluatorLink
  /// The nodes and groups that are kept up to date.
  public private(set) var nodes: Set<NodeID> = []

  init(_ nodes: Set<NodeID>, of evaluator: Evaluator) {
    link = evaluator.link
    change(to: nodes)
  }

  deinit { end() }

  /// Replaces the needed nodes. Deferred nodes that become needed are evaluated, between edits at once.
  ///
  /// - Parameter nodes: All nodes and groups that are needed; those that don't exist are left out.
  /// - Complexity: O(nodes), and O(nodes that become needed or unneeded, with their connections).
  public func change(to nodes: some Sequence<NodeID>) {
    guard let evaluator = link.evaluator else { return }
    let wanted = Set(nodes.compactMap { evaluator.subgraphs.member(inDocument: $0) })
    let added = wanted.subtracting(self.nodes)
    let removed = self.nodes.subtracting(wanted)
    self.nodes = wanted
    evaluator.changeNeeds(adding: added, removing: removed)
  }

  /// Ends the need: nodes that are not needed otherwise are deferred from now on.
  ///
  /// - Complexity: O(nodes that become unneeded, with their connections).
  public func end() { change(to: []) }
}

@available(*, unavailable)
extension Need: Sendable {}
