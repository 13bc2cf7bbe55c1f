// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Muting and bypassing.
extension Edit {
  /// Sets whether a node or an instance is active, muted, or bypassed.
  ///
  /// ```swift
  /// try evaluator.edit { edit in try edit.setMode(.bypassed, of: blur) }
  /// try evaluator.edit { edit in try edit.setMode(.muted, of: tax.node) }
  /// ```
  ///
  /// A muted node has the failure ``NodeFailure/Reason/muted``, and so have all nodes in a muted instance. A bypassed node
  /// passes on what flows into it. A bypassed instance passes on, at each output, what flows into its first input of that type
  /// on which the output depends; its inner nodes have the failure meanwhile. The code of muted and bypassed nodes does not
  /// run. Values of sources and states are kept, and are used again with ``NodeGraph/NodeMode/active``. If an instance contains
  /// another, the outermost one that is not active decides.
  ///
  /// Modes belong to nodes and instances, not to definitions: other instances continue unchanged, and all members of a new one
  /// are active. So this method also accepts nodes and instances inside instances, at any depth. Documents and fragments
  /// contain modes; modes are undone with their edit.
  ///
  /// - Parameters:
  ///   - mode: The mode.
  ///   - member: A node, or an instance by its ``NodeGraph/InstanceID/node``, at any depth.
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``; ``NodeGraph/GraphError/valuesOnly`` in an edit that is not remembered.
  /// - Complexity: O(1); when the edit ends, O(nodes that are muted or bypassed, and their connections). The same applies to
  ///   later edits of the graph, as long as any node is muted or bypassed.
  public func setMode(_ mode: NodeMode, of member: NodeID) throws(GraphError) {
    try checkStructureMayChange()
    let id: NodeID
    if let instance = InstanceID(member) {
      guard let index = evaluator.state.scopes.subgraphs.index(instance) else { throw .stale(member) }
      id = evaluator.state.scopes.subgraphs.id(of: index).node
    } else {
      id = evaluator.state.topology.id(of: try evaluator.state.topology.slot(member))
    }
    if evaluator.state.reach.modes.mode(of: id) == mode { return }
    evaluator.state.set(ModeTable.self, at: id, to: mode)
  }

  /// Sets whether an instance is active, muted, or bypassed; see ``setMode(_:of:)-(_,NodeID)``.
  ///
  /// - Throws: The errors of that method.
  public func setMode(_ mode: NodeMode, of instance: InstanceID) throws(GraphError) {
    try setMode(mode, of: instance.node)
  }

  /// Sets the modes of a fragment, under the new ids of its nodes and instances.
  func setModes(of fragment: GraphDocument, _ ids: [NodeID: NodeID]) throws(DocumentError) {
    for (member, mode) in fragment.modes {
      var faults = DocumentFaults(isRepairing: false)
      guard let id = ids[member] else { return try faults.noteMode(of: member) }
      // Pasted members exist.
      try? setMode(mode, of: id)
    }
  }
}
