// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Beginning with another document.
extension GraphView {
  /// Shows nothing any more, and forgets all that belonged to what it showed: the selection, gestures that are going on, pictures,
  /// what is pointed at, and ``edgeAttributes``. The viewport stays.
  ///
  /// Call it before ``reload()`` when the host has begun to show another document, unless ``present(_:)`` makes another host
  /// show it. Ids of different graphs are never equal, so it matters for what has no id (a gesture on the canvas), and for copies of
  /// one graph, whose ids are the same.
  ///
  /// The delegate is told that the selection is empty, and of nothing else that ends. Pointers that are down mean nothing until
  /// they are up.
  ///
  /// - Complexity: O(nodes + connections).
  public func clear() {
    for node in Array(scene.nodes.keys) { remove(node) }
    presentation.setFrames([:])
    pointedAt = PointedAt()
    edgeAttributes = [:]
    candidates.forget()
    presentation.dirty.everything()
    perform { interaction, reaction in
      // What was selected before a rectangle was opened is gone when that is cancelled.
      _ = interaction.forget(missingFrom: reaction.scene)
      interaction.cancel(&reaction)
      interaction.forgetPressed()
      reaction.effects = [.selected(interaction.selection)]
    }
    tellChanges()
  }

  /// Things by the ids that they have in the view: those of documents become those of the nodes that are shown.
  ///
  /// - Complexity: O(things); where some have ids of documents, O(nodes shown).
  func shown(_ selection: GraphSelection) -> GraphSelection {
    let isFromDocument =
      selection.nodes.contains { $0.isInDocument } || selection.connections.contains { $0.isInDocument }
    var ids: [NodeID: NodeID] = [:]
    if isFromDocument { for node in scene.nodes.keys { ids[node.inDocument] = node } }
    let own = { (id: NodeID) in id.isInDocument ? ids[id] ?? id : id }
    return GraphSelection(
      nodes: selection.nodes.map(own).filter(isShown),
      connections: selection.connections.map { connection in
        Connection(
          from: own(connection.source.node).output(connection.source.index),
          to: own(connection.target.node).input(connection.target.index))
      }.filter(scene.contains))
  }
}

extension Connection {
  fileprivate var isInDocument: Bool { source.node.isInDocument || target.node.isInDocument }
}
