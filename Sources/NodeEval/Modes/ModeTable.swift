// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Which nodes and instances are muted or bypassed, and what that makes of nodes: its *switches*.
///
/// A mode is said of a node, or of an instance; what it makes of nodes depends on the graph, and is found again when that has
/// changed (`EvaluatorState.settleModes`). Nodes with a switch are marked `isSwitched`, so the inner loop finds them where it
/// finds other special nodes, and an evaluator without modes asks one flag an edit.
///
/// Invariants (see `EvaluatorState.brokenModeRules`): the switches are those that follow from the modes; a node is marked
/// exactly if it has one.
struct ModeTable {
  /// What a node does instead of running its code.
  enum Switch: Equatable {
    /// It fails.
    case muted
    /// It fails, and has what it wakes look at what flows into the bypassed instance around it.
    case idle
    /// Each of its outputs gives what an input reads. `readers` are nodes of the bypassed instance around it that read it: they
    /// run after it even if its outputs are the same, since they lead to nodes that pass something else.
    case passing([Passage], readers: [UInt32])
  }

  /// An input, and which of its connections counts where it takes many.
  struct Passage: Equatable {
    let input: InputPlace
    let ordinal: Int
  }

  /// By nodes and instances, what is not active.
  private(set) var modes: [NodeID: NodeMode] = [:]
  /// By slot.
  private(set) var switches: [UInt32: Switch] = [:]
  /// The nodes whose switch has changed and that have not run since.
  private var changed: Set<UInt32> = []
  private var isStale = false
  /// The `changeCount` of subgraphs for which switches were found.
  private var foundAt = 0

  /// Whether anything is, or was until now, muted or bypassed.
  var isInUse: Bool { !modes.isEmpty || !switches.isEmpty }

  func mode(of member: NodeID) -> NodeMode { modes[member] ?? .active }

  /// Says what a node or an instance does; `nil` makes it active.
  mutating func set(_ mode: NodeMode?, of member: NodeID) {
    isStale = true
    modes[member] = mode == .active ? nil : mode
  }

  /// Forgets a node that is gone for good.
  mutating func forget(_ node: NodeID) { if !modes.isEmpty { modes[node] = nil } }

  /// Whether switches may be others.
  func needsSettling(_ changeCount: Int) -> Bool { isStale || foundAt != changeCount }

  /// Takes over switches. Returns the nodes that had one, or have one.
  mutating func settle(_ found: [UInt32: Switch], _ changeCount: Int) -> Set<UInt32> {
    (isStale, foundAt) = (false, changeCount)
    let concerned = Set(switches.keys).union(found.keys)
    changed.formUnion(concerned.filter { switches[$0] != found[$0] })
    switches = found
    return concerned
  }

  /// Has a node run again whose ports are others.
  mutating func touch(_ slot: UInt32) { if switches[slot] != nil { changed.insert(slot) } }

  /// Forgets which nodes have to run: their values follow in another way, by undo or redo.
  mutating func forgetChanged() { if !changed.isEmpty { changed = [] } }

  /// The nodes that have to run because of their switch.
  mutating func takeChanged() -> [UInt32] {
    if changed.isEmpty { return [] }
    defer { changed = [] }
    return changed.sorted()
  }
}

extension ModeTable: JournaledTable {
  static func value(at member: NodeID, in state: borrowing EvaluatorState) -> NodeMode? { state.modes.modes[member] }

  static func put(_ mode: NodeMode?, at member: NodeID, in state: inout EvaluatorState) {
    state.modes.set(mode, of: member)
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
    switch mode ?? .active {
    case .active: "activate \(name(member))"
    case .muted: "mute \(name(member))"
    case .bypassed: "bypass \(name(member))"
    }
  }
}
