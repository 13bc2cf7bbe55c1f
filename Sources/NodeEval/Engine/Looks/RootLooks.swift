// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The looks of the root, the members whose looks have changed recently, and an index of the connections with looks.
///
/// Invariants: the log has numbered each change of the sheet; those of `WireIndex`.
struct RootLooks {
  private(set) var sheet = LookSheet<ScopePort>()
  private(set) var log = LookLog()
  private var index = WireIndex()

  /// Sets the look of a member; `nil` is the default look.
  mutating func set(_ look: NodeLook?, of member: NodeID) {
    sheet.set(look ?? NodeLook(), of: member)
    log.note(member)
  }

  /// Sets the look of a connection; `nil` is the default look.
  mutating func set(_ look: ConnectionLook?, of wire: LookSheet<ScopePort>.Wire) {
    sheet.set(look ?? ConnectionLook(), of: wire)
    log.note(wire.target.member)
    index.follow(wire, in: sheet)
  }

  /// Sets a frame; `nil` removes it.
  mutating func set(_ frame: GraphFrame?, of id: FrameID) {
    sheet.set(frame, of: id)
    log.note(nil)
  }

  /// Replaces all looks by those of a document.
  mutating func replace(by loaded: LookSheet<ScopePort>) {
    sheet = loaded
    log.noteAll()
    index.forget()
  }

  /// The looks of some members and of connections to or from them, and all frames.
  ///
  /// - Complexity: O(looks of the members and their connections, and frames).
  mutating func part(of members: some Sequence<NodeID>) -> LookSheet<ScopePort> {
    var wires: Set<LookSheet<ScopePort>.Wire> = []
    if !sheet.wires.isEmpty { for member in members { wires.formUnion(index.wires(of: member, in: sheet)) } }
    return sheet.part(of: members, wires)
  }

  /// The rules of the index that are violated. Complexity: O(connections with looks).
  func brokenRules() -> [String] { index.brokenRules(sheet) }
}
