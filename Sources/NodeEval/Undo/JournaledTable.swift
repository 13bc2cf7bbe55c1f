// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A table of the evaluator whose entries edits change, and which undo and redo change back.
///
/// To add one, declare its storage, have a type name it by this protocol, and change it by `EvaluatorState.set(_:at:to:)`. Failed edits,
/// undo, redo, forks, receipts, the limit of memory and the history's titles and paths follow from what the type says here.
protocol JournaledTable {
  associatedtype Key: Hashable
  associatedtype Value

  /// The value of an entry; `nil` if there is none, or it has its default.
  static func value(at key: Key, in state: borrowing EvaluatorState) -> Value?

  /// Replaces an entry; `nil` removes it, and so does a value that is the default.
  static func put(_ value: Value?, at key: Key, in state: inout EvaluatorState)

  /// Whether a change of an entry is a change of the graph that receipts report.
  static var isReported: Bool { get }

  /// Adds what the change of an entry is to receipts.
  ///
  /// - Parameters:
  ///   - key: The entry.
  ///   - before: What it was before the edit.
  ///   - value: What it is now.
  ///   - state: The evaluator's, after the edit.
  ///   - changes: The receipt's.
  static func report(
    _ key: Key, from before: Value?, to value: Value?, in state: borrowing EvaluatorState,
    into changes: inout EntryChanges)

  /// Whether values may hold memory outside of a step.
  static var holdsMemory: Bool { get }

  /// Counts the memory that a value holds.
  static func count(_ value: Value, in tally: inout ByteTally)

  /// Where in the graph an edit took place that changed an entry.
  static func place(of key: Key, from before: Value?, to value: Value?) -> EntryPlace

  /// What the history calls an edit that changed an entry, and neither nodes nor connections.
  static func title(
    of key: Key, from before: Value?, to value: Value?, _ name: (NodeID) -> String
  ) -> String?
}

extension JournaledTable {
  static var isReported: Bool { true }
  static var holdsMemory: Bool { false }

  static func report(
    _ key: Key, from before: Value?, to value: Value?, in state: borrowing EvaluatorState,
    into changes: inout EntryChanges
  ) {}

  static func count(_ value: Value, in tally: inout ByteTally) {}

  static func place(of key: Key, from before: Value?, to value: Value?) -> EntryPlace { .nowhere }

  static func title(
    of key: Key, from before: Value?, to value: Value?, _ name: (NodeID) -> String
  ) -> String? { nil }
}

/// Where an entry of a table belongs.
enum EntryPlace {
  /// Nowhere in particular.
  case nowhere
  /// The root.
  case root
  /// The scope that contains a node or an instance.
  case scope(of: NodeID)
}

/// What edits changed in tables, as receipts report it.
struct EntryChanges {
  var changes: [Change] = []
  /// The nodes and instances with another mode.
  var switched: Set<NodeID> = []
  /// The nodes and instances with another look, or a connection of another look.
  var restyled: Set<NodeID> = []
  /// The nodes that became members of an instance, or were.
  var regrouped: Set<NodeID>

  init(regrouped: Set<NodeID>) { self.regrouped = regrouped }

  /// All changes. Those of modes and looks are in the order of slots.
  var all: [Change] {
    func sorted(_ members: Set<NodeID>) -> [NodeID] { members.sorted { $0.slot < $1.slot } }
    return changes + sorted(switched).map { .modeChanged($0) } + sorted(restyled).map { .lookChanged($0) }
  }
}

/// The change of one entry of a table, which toggling makes its opposite.
struct EntryStep<Table: JournaledTable>: TableStep {
  let key: Table.Key
  /// What the entry is on the other side.
  private(set) var other: Table.Value?
  /// What it is on this side.
  private(set) var now: Table.Value?

  init(_ table: Table.Type, _ key: Table.Key, other: Table.Value?, now: Table.Value?) {
    (self.key, self.other, self.now) = (key, other, now)
  }

  var table: ObjectIdentifier { ObjectIdentifier(Table.self) }
  var entry: EntryID { EntryID(table: table, key: AnyHashable(key)) }
  var isReported: Bool { Table.isReported }
  var holdsMemory: Bool { Table.holdsMemory }

  mutating func toggle(in state: inout EvaluatorState) {
    now = other
    other = Table.value(at: key, in: state)
    Table.put(now, at: key, in: &state)
  }

  func present(in state: borrowing EvaluatorState) -> any TableStep {
    EntryStep(Table.self, key, other: Table.value(at: key, in: state), now: other)
  }

  func report(in state: borrowing EvaluatorState, into changes: inout EntryChanges) {
    Table.report(key, from: other, to: Table.value(at: key, in: state), in: state, into: &changes)
  }

  func count(in tally: inout ByteTally) {
    // The value on this side is counted by the table, or by a later step.
    if let other { Table.count(other, in: &tally) }
  }

  /// What the edit made of the entry, whether it is undone or not.
  private func sides(isUndone: Bool) -> (before: Table.Value?, after: Table.Value?) {
    isUndone ? (now, other) : (other, now)
  }

  func place(isUndone: Bool) -> EntryPlace {
    let (before, after) = sides(isUndone: isUndone)
    return Table.place(of: key, from: before, to: after)
  }

  func title(isUndone: Bool, _ name: (NodeID) -> String) -> String? {
    let (before, after) = sides(isUndone: isUndone)
    return Table.title(of: key, from: before, to: after, name)
  }
}

/// The change of one entry of any table.
protocol TableStep {
  /// Which table it is.
  var table: ObjectIdentifier { get }
  /// Which entry of which table it is.
  var entry: EntryID { get }
  var isReported: Bool { get }
  var holdsMemory: Bool { get }
  /// Reverts the step, or applies it again, and makes it its opposite.
  mutating func toggle(in state: inout EvaluatorState)
  /// A step of the same entry that has, on the other side, what the entry is now.
  func present(in state: borrowing EvaluatorState) -> any TableStep
  /// Reports how the entry differs now from the other side of the step.
  func report(in state: borrowing EvaluatorState, into changes: inout EntryChanges)
  func count(in tally: inout ByteTally)
  func place(isUndone: Bool) -> EntryPlace
  func title(isUndone: Bool, _ name: (NodeID) -> String) -> String?
}

/// An entry of a table.
struct EntryID: Hashable {
  let table: ObjectIdentifier
  let key: AnyHashable
}

extension ValueStep {
  /// The step as one of a table; `nil` if it is of another.
  func entry<Table: JournaledTable>(in table: Table.Type) -> EntryStep<Table>? {
    // The cast takes some hundred instructions, and most steps are of other tables.
    guard case .entry(let step) = self, step.table == ObjectIdentifier(table) else { return nil }
    return step as? EntryStep<Table>
  }
}

extension EvaluatorState {
  /// Replaces an entry of a table, as a step of the edit under way; `nil` removes it.
  mutating func set<Table: JournaledTable>(_ table: Table.Type, at key: Table.Key, to value: Table.Value?) {
    let before = Table.value(at: key, in: self)
    Table.put(value, at: key, in: &self)
    journal(.entry(EntryStep(table, key, other: before, now: Table.value(at: key, in: self))))
  }

  /// Keeps an entry of a table for the edit under way, before it changes by itself.
  mutating func keep<Table: JournaledTable>(_ table: Table.Type, at key: Table.Key) {
    journal(.entry(EntryStep(table, key, other: Table.value(at: key, in: self), now: nil)))
  }
}
