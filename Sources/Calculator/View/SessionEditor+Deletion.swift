// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

/// Deleting what is selected.
extension SessionEditor {
  /// Deletes nodes in one step. Formulas that use them have no value until a node has the name again.
  ///
  /// - Parameter nodes: The nodes; those that are gone are left out.
  /// - Throws: A ``Diagnostic`` if one can't be deleted.
  public func delete(_ nodes: [NodeID]) throws(Diagnostic) { try delete(GraphSelection(nodes: nodes)) }

  /// Deletes nodes, and cuts the connections at none of them, in one step. When that is undone, ``newSelection`` is what was deleted.
  ///
  /// - Parameter selection: The nodes and connections; those that are gone are left out. Connections at the nodes go with these,
  ///   also where they can't be cut.
  /// - Throws: A ``Diagnostic`` if something can't be deleted; nothing is deleted then.
  public func delete(_ selection: GraphSelection) throws(Diagnostic) {
    let nodes = selection.nodes
    let titles = nodes.map { isGrouped($0) ? groups.scopedName(of: $0) : session.formulas.spelledTitle(of: $0) }
    let wires = selection.remainingConnections.filter {
      contains($0.target.node) && sources(of: $0.target).contains($0.source)
    }
    if nodes.isEmpty, wires.isEmpty { return }
    try step(nodes.isEmpty ? "disconnect" : "delete \(titles.joined(separator: " "))") { () throws(Diagnostic) in
      for wire in wires { try removeConnection(wire) }
      // A formula of a port goes with the node that it feeds.
      // Groups come last: what reads them may be among the others.
      for node in nodes where InstanceID(node) == nil && contains(node) { try delete(node) }
      for group in nodes where InstanceID(group) != nil && contains(group) { try delete(group, with: selection) }
      session.evaluator.attach(Deletion(selection, self), title: "delete")
    }
  }

  /// Deletes a node, one of a group in all its instances. On a canvas one of several results may go alone; the others are nodes like any
  /// other then.
  private func delete(_ node: NodeID) throws(Diagnostic) {
    try session.within(groups.path(of: node)) { () throws(Diagnostic) in
      if let name = groups.name(of: node) {
        _ = try session.delete(node, SourceName(naming: name))
      } else if let port = port(fedBy: node) {
        _ = try session.disconnect(port)
      }
    }
  }

  /// Deletes a group.
  ///
  /// - Parameters:
  ///   - group: The group; one in a group goes from all instances of that.
  ///   - doomed: What is deleted with it: formulas among that are no reason to refuse it.
  /// - Throws: A ``Diagnostic`` if a formula that stays reads it.
  private func delete(_ group: NodeID, with doomed: GraphSelection) throws(Diagnostic) {
    for index in (kind(of: group)?.outputs ?? []).indices {
      for reader in readers(of: group.output(index)) where !doomed.contains(reader.node) {
        try refuseFormula(of: reader.node, using: group)
      }
    }
    try change(around: group) { edit in try edit.remove(group) }
  }

  /// Tells the editor what a step has deleted when that is undone.
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
