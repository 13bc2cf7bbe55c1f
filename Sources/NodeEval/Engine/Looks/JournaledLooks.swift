// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The looks of members of the root that are not the default.
enum MemberLookTable: JournaledTable {
  static func value(at member: NodeID, in state: borrowing EvaluatorState) -> NodeLook? {
    state.looks.sheet.nodes[member]
  }

  static func put(_ look: NodeLook?, at member: NodeID, in state: inout EvaluatorState) {
    state.looks.set(look, of: member)
  }

  static func report(
    _ member: NodeID, from before: NodeLook?, to look: NodeLook?, in state: borrowing EvaluatorState,
    into changes: inout EntryChanges
  ) {
    if before != look { changes.restyled.insert(member) }
  }

  static var holdsMemory: Bool { true }

  static func count(_ look: NodeLook, in tally: inout ByteTally) { if let note = look.note { tally.add(note) } }

  static func place(of member: NodeID, from before: NodeLook?, to look: NodeLook?) -> EntryPlace { .root }

  static func title(
    of member: NodeID, from before: NodeLook?, to look: NodeLook?, _ name: (NodeID) -> String
  ) -> String? {
    "restyle \(name(member))"
  }
}

/// The looks of connections of the root that are not the default.
enum WireLookTable: JournaledTable {
  typealias Wire = LookSheet<ScopePort>.Wire

  static func value(at wire: Wire, in state: borrowing EvaluatorState) -> ConnectionLook? {
    state.looks.sheet.wires[wire]
  }

  static func put(_ look: ConnectionLook?, at wire: Wire, in state: inout EvaluatorState) {
    state.looks.set(look, of: wire)
  }

  static func report(
    _ wire: Wire, from before: ConnectionLook?, to look: ConnectionLook?, in state: borrowing EvaluatorState,
    into changes: inout EntryChanges
  ) {
    if before != look { changes.restyled.formUnion([wire.source.member, wire.target.member]) }
  }

  static var holdsMemory: Bool { true }

  static func count(_ look: ConnectionLook, in tally: inout ByteTally) {
    if let label = look.label { tally.add(label) }
    if !look.reroutes.isEmpty { tally.add(byteCount: 32 + look.reroutes.count * MemoryLayout<GraphPoint>.stride) }
  }

  static func place(of wire: Wire, from before: ConnectionLook?, to look: ConnectionLook?) -> EntryPlace { .root }

  static func title(
    of wire: Wire, from before: ConnectionLook?, to look: ConnectionLook?, _ name: (NodeID) -> String
  ) -> String? {
    "restyle the wire from \(name(wire.source.member)) to \(name(wire.target.member))"
  }
}

/// The frames of the root.
enum FrameTable: JournaledTable {
  static func value(at id: FrameID, in state: borrowing EvaluatorState) -> GraphFrame? { state.looks.sheet.frames[id] }

  static func put(_ frame: GraphFrame?, at id: FrameID, in state: inout EvaluatorState) {
    state.looks.set(frame, of: id)
  }

  static var holdsMemory: Bool { true }

  static func count(_ frame: GraphFrame, in tally: inout ByteTally) {
    tally.add(frame.title)
    tally.add(frame.text)
  }

  static func place(of id: FrameID, from before: GraphFrame?, to frame: GraphFrame?) -> EntryPlace { .root }

  static func title(
    of id: FrameID, from before: GraphFrame?, to frame: GraphFrame?, _ name: (NodeID) -> String
  ) -> String? {
    switch (before, frame) {
    case (nil, let frame?): "add frame \(frame.title)"
    case (let frame?, nil): "remove frame \(frame.title)"
    case (let frame?, _): "change frame \(frame.title)"
    case (nil, nil): nil
    }
  }
}
