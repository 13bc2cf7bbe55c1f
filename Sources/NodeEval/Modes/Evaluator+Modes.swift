// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Muting and bypassing.
extension Edit {
  /// Says whether a node or an instance does its work, is muted, or is bypassed.
  ///
  /// ```swift
  /// try evaluator.edit { edit in try edit.setMode(.bypassed, of: blur) }
  /// try evaluator.edit { edit in try edit.setMode(.muted, of: tax.node) }
  /// ```
  ///
  /// What is muted has the failure ``NodeFailure/Reason/muted``, and so has all that lies in an instance that is muted. A node
  /// that is bypassed gives what flows into it; an instance, at each output, what flows into its first input of that type on which the
  /// output depends. Its inner nodes have the failure meanwhile. No code runs of what is muted or bypassed; values of sources and
  /// states stay, and come back with ``NodeGraph/NodeMode/active``. Where one lies in the other, the outermost instance
  /// that is not active decides.
  ///
  /// Modes belong to nodes and instances, not to definitions: other instances go on, and a new one is active throughout. So this
  /// takes what lies in instances, too, at any depth. Documents and fragments have modes; edits undo them.
  ///
  /// - Parameters:
  ///   - mode: What it does.
  ///   - member: A node, or an instance by its ``NodeGraph/InstanceID/node``, at any depth.
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``; ``NodeGraph/GraphError/valuesOnly`` in an edit that is not remembered.
  /// - Complexity: O(1); when the edit ends, O(nodes that are muted or bypassed, and their connections). So do later edits of
  ///   the graph as long as something is.
  public func setMode(_ mode: NodeMode, of member: NodeID) throws(GraphError) {
    try checkStructureMayChange()
    let id: NodeID
    if let instance = InstanceID(member) {
      guard let index = evaluator.state.subgraphs.index(instance) else { throw .stale(member) }
      id = evaluator.state.subgraphs.id(of: index).node
    } else {
      id = evaluator.state.topology.id(of: try evaluator.state.topology.slot(member))
    }
    if evaluator.state.modes.mode(of: id) == mode { return }
    evaluator.state.set(ModeTable.self, at: id, to: mode)
  }

  /// Says whether an instance does its work, is muted, or is bypassed; see ``setMode(_:of:)-(_,NodeID)``.
  ///
  /// - Throws: As there.
  public func setMode(_ mode: NodeMode, of instance: InstanceID) throws(GraphError) {
    try setMode(mode, of: instance.node)
  }
}

extension Evaluator {
  /// What was said of a node or an instance itself; ``NodeGraph/NodeMode/active`` also if it doesn't exist.
  ///
  /// - Complexity: O(1).
  public func mode(of member: NodeID) -> NodeMode { state.modes.mode(of: state.topology.own(member)) }

  /// What a node or an instance does, those around it considered: the outermost instance that is not active decides.
  ///
  /// - Complexity: O(depth).
  public func effectiveMode(of member: NodeID) -> NodeMode {
    guard state.modes.isInUse else { return .active }
    let scope = subgraphs.scope(of: member)?.index ?? SubgraphTable.none
    return state.decidingInstance(around: scope)?.mode ?? mode(of: member)
  }

  /// Whether anything is muted or bypassed.
  package var hasModes: Bool { !state.modes.modes.isEmpty }

  /// What is muted or bypassed, and what was and is gone.
  package var modes: [NodeID: NodeMode] { state.modes.modes }

  /// The value that a variable was given, also while it is muted and has none to read.
  ///
  /// - Precondition: The variable exists in this evaluator.
  /// - Complexity: O(1).
  public func givenValue<Value>(of variable: Variable<Value>) -> Value {
    let cell = cell(of: variable.port, ObjectIdentifier(Value.self))
    return state.nodes.arena.load(cell, as: Value.self)
  }

  /// What is muted or bypassed, by ids without tags: all of it, or that which belongs to some nodes and instances.
  func documentedModes(of members: ((NodeID) -> Bool)? = nil) -> [NodeID: NodeMode] {
    guard state.modes.isInUse else { return [:] }
    var found: [NodeID: NodeMode] = [:]
    for (member, mode) in state.modes.modes {
      if state.exists(member), members?(member) ?? true { found[member.inDocument] = mode }
    }
    return found
  }
}

extension Edit {
  /// Mutes and bypasses what a fragment says, under the ids that its nodes and instances have got.
  func setModes(of fragment: GraphDocument, _ ids: [NodeID: NodeID]) throws(DocumentError) {
    for (member, mode) in fragment.modes {
      var faults = DocumentFaults(isRepairing: false)
      guard let id = ids[member] else { return try faults.noteMode(of: member) }
      // What was pasted exists.
      try? setMode(mode, of: id)
    }
  }
}
