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
      let inOrder = nodes.filter { !isGrouped($0) } + nodes.filter { isGrouped($0) }
      for node in inOrder where contains(node) {
        if isGrouped(node) {
          try deleteGrouped(node, with: selection)
        } else if let name = session.evaluator.graph.name(of: node) {
          let name = SourceName(name, range: 0..<0)
          // On a canvas one result may go alone; the others are nodes like any other then.
          _ = try session.namedResults(with: node) == nil ? session.delete(name) : session.deleteAlone(node, name)
        } else if let port = port(fedBy: node) {
          _ = try session.disconnect(port)
        }
      }
      session.evaluator.attach(Deletion(selection, self), title: "delete")
    }
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
