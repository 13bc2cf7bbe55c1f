// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

/// Deletion of the selection.
extension SessionEditor {
  /// Deletes nodes in one step. Formulas that use them have no value until a node has the name again.
  ///
  /// - Parameter nodes: The nodes; those that no longer exist are ignored.
  /// - Throws: A ``Formulas/Diagnostic`` if one can't be deleted.
  public func delete(_ nodes: [NodeID]) throws(Diagnostic) { try delete(GraphSelection(nodes: nodes)) }

  /// Deletes nodes, and cuts connections of other nodes, in one step. When that is undone, ``newSelection`` is what was deleted.
  ///
  /// - Parameter selection: The nodes and connections; those that no longer exist are ignored. Connections of the nodes are removed
  ///   with them, even if they can't be cut.
  /// - Throws: A ``Formulas/Diagnostic`` if something can't be deleted; the session is unchanged.
  public func delete(_ selection: GraphSelection) throws(Diagnostic) {
    let nodes = selection.nodes
    let titles = nodes.map { isGrouped($0) ? groups.scopedName(of: $0) : session.formulas.spelledTitle(of: $0) }
    let wires = selection.remainingConnections.filter {
      (contains($0.target.node) || GroupEdge($0.target.node) != nil) && shownSources(of: $0.target).contains($0.source)
    }
    if nodes.isEmpty, wires.isEmpty { return }
    try step(nodes.isEmpty ? "disconnect" : "delete \(titles.joined(separator: " "))") { () throws(Diagnostic) in
      for wire in wires { try removeConnection(wire) }
      // A formula that feeds a port is removed with the node that it feeds.
      // Groups come last, because their readers may be among the other nodes.
      for node in nodes where InstanceID(node) == nil && contains(node) { try delete(node) }
      for group in nodes where InstanceID(group) != nil && contains(group) { try delete(group, with: selection) }
      session.evaluator.attach(Deletion(selection, self), title: "delete")
    }
  }

  /// Deletes a node; in a group, from all instances. On a canvas, one of several results may be deleted alone; the others then
  /// become ordinary nodes.
  private func delete(_ node: NodeID) throws(Diagnostic) {
    try session.within(groups.path(of: node)) { () throws(Diagnostic) in
      if let name = groups.name(of: node) {
        _ = try session.delete([(node, SourceName(naming: name))], SourceName(naming: name))
      } else if let port = port(fedBy: node) {
        _ = try session.disconnect(port)
      }
    }
  }

  /// Deletes a group.
  ///
  /// - Parameters:
  ///   - group: The group; a group in a group is removed from all instances of the latter.
  ///   - doomed: What is deleted with it. Formulas in it don't prevent the deletion.
  /// - Throws: A ``Formulas/Diagnostic`` if a formula that is not deleted reads the group.
  private func delete(_ group: NodeID, with doomed: GraphSelection) throws(Diagnostic) {
    for index in (kind(of: group)?.outputs ?? []).indices {
      for reader in readers(of: group.output(index)) where !doomed.contains(reader.node) {
        try refuseFormula(of: reader.node, using: group)
      }
    }
    try change(around: group) { edit in try edit.remove(group) }
  }

  /// Restores the selection of an editor when the step that deleted it is undone.
  private final class Deletion: UndoCompanion {
    private let selection: GraphSelection
    private weak var editor: SessionEditor?
    private var isDeleted = true

    init(_ selection: GraphSelection, _ editor: SessionEditor) { (self.selection, self.editor) = (selection, editor) }

    func toggle() {
      isDeleted.toggle()
      editor?.newSelection = isDeleted ? GraphSelection() : selection
    }

    var byteCount: Int { 64 + 32 * (selection.nodes.count + selection.connections.count) }
  }
}
