// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A table of what a document has apart from its graph, with an entry for each key whose value is not the default.
///
/// Differences compare, apply and describe tables by these descriptions. To add one, give ``GraphDiff/Step`` a case, declare
/// the table and list it in `GraphDiff.tables`. An evaluator that keeps the table declares where.
package protocol DocumentTable {
  associatedtype Key: EntryKey
  associatedtype Value: Hashable

  /// The entries in a document. All components are stored properties, so that entries are changed in place.
  static var entries: WritableKeyPath<GraphDocument, [Key: Value]> { get }
  /// The value of keys without an entry; `nil` if they have none.
  static var standard: Value? { get }
  static func step(_ change: EntryChange<Key, Value>) -> GraphDiff.Step
  /// Returns what a step changes; `nil` if it changes something else.
  static func change(by step: GraphDiff.Step) -> EntryChange<Key, Value>?
  static func text(_ change: EntryChange<Key, Value>, _ name: (NodeID) -> String) -> String
}

/// The change of an entry; `nil` stands for no entry.
package typealias EntryChange<Key, Value> = (key: Key, from: Value?, to: Value?)

extension GraphDiff {
  /// All tables, in the order in which their entries are set.
  package static var tables: [any DocumentTable.Type] {
    [DocumentModes.self, DocumentNodeLooks.self, DocumentWireLooks.self, DocumentFrames.self]
  }
}

extension DocumentTable {
  /// Returns the entry of a document; `nil` for the default.
  static func value(at key: Key, in document: GraphDocument) -> Value? {
    normal(document[keyPath: entries][key])
  }

  /// Returns a value as an entry: `nil` for the default.
  package static func normal(_ value: Value?) -> Value? { value == standard ? nil : value }

  /// Applies a step to a document, unless it changes something else.
  static func apply(_ step: GraphDiff.Step, to document: inout GraphDocument) {
    if let (key, _, value) = change(by: step) { document[keyPath: entries][key] = normal(value) }
  }

  static func text(of step: GraphDiff.Step) -> String? { change(by: step).map { text($0, DocumentText.text) } }
}

/// The modes of nodes and instances, at any depth.
package enum DocumentModes: DocumentTable {
  package static var entries: WritableKeyPath<GraphDocument, [NodeID: NodeMode]> { \.modes }
  package static var standard: NodeMode? { .active }

  package static func step(_ change: EntryChange<NodeID, NodeMode>) -> GraphDiff.Step {
    .setMode(change.key, from: change.from ?? .active, to: change.to ?? .active)
  }

  package static func change(by step: GraphDiff.Step) -> EntryChange<NodeID, NodeMode>? {
    if case .setMode(let member, let from, let to) = step { (member, from, to) } else { nil }
  }

  package static func text(_ change: EntryChange<NodeID, NodeMode>, _ name: (NodeID) -> String) -> String {
    switch change.to ?? .active {
    case .active: "activate \(name(change.key))"
    case .muted: "mute \(name(change.key))"
    case .bypassed: "bypass \(name(change.key))"
    }
  }
}

/// The looks of nodes and instances outside of instances.
package enum DocumentNodeLooks: DocumentTable {
  package static var entries: WritableKeyPath<GraphDocument, [NodeID: NodeLook]> { \.root.looks.nodes }
  package static var standard: NodeLook? { NodeLook() }

  package static func step(_ change: EntryChange<NodeID, NodeLook>) -> GraphDiff.Step {
    .setLook(change.key, from: change.from ?? NodeLook(), to: change.to ?? NodeLook())
  }

  package static func change(by step: GraphDiff.Step) -> EntryChange<NodeID, NodeLook>? {
    if case .setLook(let member, let from, let to) = step { (member, from, to) } else { nil }
  }

  package static func text(_ change: EntryChange<NodeID, NodeLook>, _ name: (NodeID) -> String) -> String {
    var other = change.from
    other?.note = change.to?.note
    guard other == change.to, change.from != change.to else { return "restyle \(name(change.key))" }
    guard let note = change.to?.note else { return "remove the note of \(name(change.key))" }
    return "set the note of \(name(change.key)) to '\(VisibleText.beginning(of: note))'"
  }
}

/// The looks of connections outside of instances.
package enum DocumentWireLooks: DocumentTable {
  package static var entries: WritableKeyPath<GraphDocument, [DocumentLooks.Wire: ConnectionLook]> {
    \.root.looks.connections
  }
  package static var standard: ConnectionLook? { ConnectionLook() }

  package static func step(_ change: EntryChange<DocumentLooks.Wire, ConnectionLook>) -> GraphDiff.Step {
    .setConnectionLook(change.key, from: change.from ?? ConnectionLook(), to: change.to ?? ConnectionLook())
  }

  package static func change(by step: GraphDiff.Step) -> EntryChange<DocumentLooks.Wire, ConnectionLook>? {
    if case .setConnectionLook(let wire, let from, let to) = step { (wire, from, to) } else { nil }
  }

  package static func text(_ change: EntryChange<DocumentLooks.Wire, ConnectionLook>, _: (NodeID) -> String) -> String {
    "restyle the wire from \(change.key.text)"
  }
}

/// The frames outside of instances.
package enum DocumentFrames: DocumentTable {
  package static var entries: WritableKeyPath<GraphDocument, [FrameID: GraphFrame]> { \.root.looks.frames }
  package static var standard: GraphFrame? { nil }

  package static func step(_ change: EntryChange<FrameID, GraphFrame>) -> GraphDiff.Step {
    .setFrame(change.key, from: change.from, to: change.to)
  }

  package static func change(by step: GraphDiff.Step) -> EntryChange<FrameID, GraphFrame>? {
    if case .setFrame(let id, let from, let to) = step { (id, from, to) } else { nil }
  }

  package static func text(_ change: EntryChange<FrameID, GraphFrame>, _: (NodeID) -> String) -> String {
    guard let from = change.from else { return "add frame '\(change.to?.title ?? "")'" }
    guard let to = change.to else { return "remove frame '\(from.title)'" }
    if to.text == from.text { return "change frame '\(from.title)'" }
    return "set the text of frame '\(from.title)' to '\(VisibleText.beginning(of: to.text))'"
  }
}

/// A key of a table.
package protocol EntryKey: Hashable {
  /// The nodes and instances that it names. The table has an entry for it only as long as they exist.
  var namedMembers: [NodeID] { get }
  static func precedes(_ left: Self, _ right: Self) -> Bool
}

extension NodeID: EntryKey {
  package var namedMembers: [NodeID] { [self] }
}

extension DocumentLooks.Wire: EntryKey {
  package var namedMembers: [NodeID] { [source.member, target.member] }
  package static func precedes(_ left: Self, _ right: Self) -> Bool { left.sortKey < right.sortKey }
}

extension FrameID: EntryKey {
  package var namedMembers: [NodeID] { [] }
  package static func precedes(_ left: Self, _ right: Self) -> Bool { left < right }
}
