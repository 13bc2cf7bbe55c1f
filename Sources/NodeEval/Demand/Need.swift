// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Keeps some nodes, and everything upstream of them, up to date where evaluation is ``EvaluationPolicy/onDemand``.
///
/// It ends when it is released or told to ``end()``. Nodes that are removed drop out of it, and are in it again when their
/// removal is undone. It may name groups, by ``NodeGraph/InstanceID/node``: then it is about the nodes that give their outputs,
/// whatever becomes of the group; of a group without outputs, about all that lies in it.
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

  /// Needs other nodes from now on. What is needed now and was put off is evaluated, between edits at once.
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

  /// Ends it: what nobody else needs is put off from now on.
  ///
  /// - Complexity: O(nodes that become unneeded, with their connections).
  public func end() { change(to: []) }
}

@available(*, unavailable)
extension Need: Sendable {}
