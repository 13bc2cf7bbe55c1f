// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The connections with looks by the members that they connect, so that an edit checks only those of the members it has touched.
///
/// It is made when it is first used, because most graphs with looks are shown and not rewired. Invariant (see `brokenRules`): once
/// made, it contains exactly the connections of the sheet.
struct WireIndex {
  typealias Wire = LookSheet<ScopePort>.Wire

  /// `nil` until it is made.
  private var wires: [NodeID: Set<Wire>]?

  /// The connections of a member that have looks. Complexity: O(those connections); the first time, O(all connections with looks).
  mutating func wires(of member: NodeID, in sheet: LookSheet<ScopePort>) -> Set<Wire> {
    if wires == nil {
      wires = [:]
      for wire in sheet.wires.keys { insert(wire) }
    }
    return wires?[member] ?? []
  }

  /// Updates the index after a change of the sheet.
  mutating func follow(_ wire: Wire, in sheet: LookSheet<ScopePort>) {
    if wires == nil { return }
    if sheet.wires[wire] != nil { insert(wire) } else { remove(wire) }
  }

  /// Drops the index after the sheet was replaced as a whole.
  mutating func forget() { wires = nil }

  private mutating func insert(_ wire: Wire) {
    wires?[wire.source.member, default: []].insert(wire)
    wires?[wire.target.member, default: []].insert(wire)
  }

  private mutating func remove(_ wire: Wire) {
    for member in [wire.source.member, wire.target.member] {
      wires?[member]?.remove(wire)
      if wires?[member]?.isEmpty == true { wires?[member] = nil }
    }
  }

  /// The rules that are violated. Complexity: O(connections with looks).
  func brokenRules(_ sheet: LookSheet<ScopePort>) -> [String] {
    guard let wires else { return [] }
    var fresh = WireIndex()
    _ = fresh.wires(of: NodeID(slot: 0, generation: 0), in: sheet)
    return fresh.wires == wires ? [] : ["connections with looks are found by their members"]
  }
}
