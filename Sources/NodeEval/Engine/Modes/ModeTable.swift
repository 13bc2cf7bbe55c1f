// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The modes of nodes and instances that are not active, and their effects on nodes: the *switches*.
///
/// A mode is set for a node or an instance. Its effect on nodes depends on the graph, and is computed again when the graph has
/// changed (`EvaluatorState.settleModes`). Nodes with a switch are marked `isSwitched`, so the inner loop finds them as it
/// finds other special nodes, and an evaluator without modes checks one flag per edit.
///
/// Invariants (see `EvaluatorState.brokenModeRules`): the switches are those that follow from the modes; a node is marked
/// exactly if it has a switch.
struct ModeTable {
  /// What a node does instead of running its code.
  enum Switch: Equatable {
    /// The node fails.
    case muted
    /// The node fails, and all its consumers run, so that nodes that pass on what flows into the bypassed instance around it
    /// check that.
    case idle
    /// Each output of the node passes on what an input reads. `readers` are its consumers in the bypassed instance around it.
    /// They run after it even if its outputs are unchanged, since they lead to nodes that pass on something else.
    case passing([Passage], readers: [UInt32])
  }

  /// An input, and the connection that counts if it takes many.
  struct Passage: Equatable {
    let input: InputPlace
    let ordinal: Int
  }

  /// The modes of nodes and instances that are not active.
  private(set) var modes: [NodeID: NodeMode] = [:]
  /// The switches by slot.
  private(set) var switches: [UInt32: Switch] = [:]
  /// The nodes whose switch has changed and that have not run since.
  private var changed: Set<UInt32> = []
  private var isStale = false
  /// The `changeCount` of subgraphs when the switches were computed.
  private var foundAt = 0

  /// Whether any node or instance is muted or bypassed, or was until now.
  var isInUse: Bool { !modes.isEmpty || !switches.isEmpty }

  func mode(of member: NodeID) -> NodeMode { modes[member] ?? .active }

  /// Sets the mode of a node or an instance; `nil` makes it active.
  mutating func set(_ mode: NodeMode?, of member: NodeID) {
    isStale = true
    modes[member] = mode == .active ? nil : mode
  }

  /// Removes the mode of a node that was removed permanently.
  mutating func forget(_ node: NodeID) { if !modes.isEmpty { modes[node] = nil } }

  /// Whether the switches may have changed.
  func needsSettling(_ changeCount: Int) -> Bool { isStale || foundAt != changeCount }

  /// Replaces the switches. Returns the nodes that had or have one.
  mutating func settle(_ found: [UInt32: Switch], _ changeCount: Int) -> Set<UInt32> {
    (isStale, foundAt) = (false, changeCount)
    let concerned = Set(switches.keys).union(found.keys)
    changed.formUnion(concerned.filter { switches[$0] != found[$0] })
    switches = found
    return concerned
  }

  /// Makes a node with a switch run again, because its ports have changed.
  mutating func touch(_ slot: UInt32) { if switches[slot] != nil { changed.insert(slot) } }

  /// Clears the list of nodes that have to run, because undo or redo restores their values.
  mutating func forgetChanged() { if !changed.isEmpty { changed = [] } }

  /// Returns and clears the list of nodes that have to run because their switch has changed.
  mutating func takeChanged() -> [UInt32] {
    if changed.isEmpty { return [] }
    defer { changed = [] }
    return changed.sorted()
  }
}

extension ModeTable: JournaledTable {
  static func value(at member: NodeID, in state: borrowing EvaluatorState) -> NodeMode? {
    state.reach.modes.modes[member]
  }

  static func put(_ mode: NodeMode?, at member: NodeID, in state: inout EvaluatorState) {
    state.reach.modes.set(mode, of: member)
  }

  static func report(
    _ member: NodeID, from before: NodeMode?, to mode: NodeMode?, in state: borrowing EvaluatorState,
    into changes: inout EntryChanges
  ) {
    if before != mode { changes.switched.insert(member) }
  }

  static func place(of member: NodeID, from before: NodeMode?, to mode: NodeMode?) -> EntryPlace { .scope(of: member) }

  static func title(
    of member: NodeID, from before: NodeMode?, to mode: NodeMode?, _ name: (NodeID) -> String
  ) -> String? {
    DocumentModes.text((member, before, mode), name)
  }
}

extension DocumentModes: JournaledDocumentTable {
  typealias Journaled = ModeTable

  static func key(_ member: NodeID, in root: Edit, _ id: (NodeID) -> NodeID) -> NodeID? {
    root.evaluator.state.exists(id(member)) ? id(member) : nil
  }
}
