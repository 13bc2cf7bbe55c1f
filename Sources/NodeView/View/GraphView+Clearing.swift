// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Beginning with another document.
extension GraphView {
  /// Removes everything that is shown, and forgets all that belonged to it: the selection, gestures in progress,
  /// pictures, what is pointed at, and ``edgeAttributes``. The viewport stays.
  ///
  /// Call it before ``reload()`` when the host has begun to show another document, unless ``present(_:)`` makes another
  /// host show it. Ids of different graphs are never equal, so it matters for gestures that have no id, such as one on
  /// the canvas, and for copies of one graph, whose ids are the same.
  ///
  /// ```swift
  /// view.clear()
  /// document = other
  /// view.reload()
  /// ```
  ///
  /// The delegate receives the empty selection, but no call for anything else that ends. Pointers that are down have no
  /// effect until all of them are up.
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
      // The cancellation would restore the selection from before a rectangle, so removed things are dropped first.
      _ = interaction.forget(missingFrom: reaction.scene)
      interaction.cancel(&reaction)
      interaction.forgetPressed()
      reaction.effects = [.selected(interaction.selection)]
    }
    tellChanges()
  }

  /// Returns a selection by the ids that its nodes have in the view: ids from documents become those of the nodes that
  /// are shown. What is not shown is left out.
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
