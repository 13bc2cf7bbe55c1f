// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A table of the evaluator whose entries are changed by edits and restored by undo and redo.
///
/// To add one, declare its storage, describe it by a type that conforms to this protocol, and change it by
/// `EvaluatorState.set(_:at:to:)`. Failed edits, undo, redo, forks, receipts, the memory limit, and the history's titles and scopes
/// are derived from this description.
protocol JournaledTable {
  associatedtype Key: Hashable
  associatedtype Value

  /// The value of an entry; `nil` if there is none, or it has its default.
  static func value(at key: Key, in state: borrowing EvaluatorState) -> Value?

  /// Replaces an entry; `nil` removes it, and so does a value that is the default.
  static func put(_ value: Value?, at key: Key, in state: inout EvaluatorState)

  /// Whether a change of an entry is a change of the graph that receipts report.
  static var isReported: Bool { get }

  /// Adds the change of an entry to those that receipts report.
  ///
  /// - Parameters:
  ///   - key: The key of the entry.
  ///   - before: Its value before the edit.
  ///   - value: Its current value.
  ///   - state: The evaluator's state after the edit.
  ///   - changes: The changes of the receipt.
  static func report(
    _ key: Key, from before: Value?, to value: Value?, in state: borrowing EvaluatorState,
    into changes: inout EntryChanges)

  /// Whether values may own memory outside of a step.
  static var holdsMemory: Bool { get }

  /// Counts the memory that a value owns.
  static func count(_ value: Value, in tally: inout ByteTally)

  /// The scope of an edit that changed an entry.
  static func place(of key: Key, from before: Value?, to value: Value?) -> EntryPlace

  /// The title of an edit that changed an entry, and neither nodes nor connections.
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

/// The scope that an entry of a table belongs to.
enum EntryPlace {
  /// No scope.
  case nowhere
  /// The root.
  case root
  /// The scope that contains a node or an instance.
  case scope(of: NodeID)
}

/// The changes that edits made to tables, as receipts report them.
struct EntryChanges {
  var changes: [Change] = []
  /// The nodes and instances with another mode.
  var switched: Set<NodeID> = []
  /// The nodes and instances with another look, or a connection of another look.
  var restyled: Set<NodeID> = []
  /// The nodes that joined or left an instance.
  var regrouped: Set<NodeID>

  init(regrouped: Set<NodeID>) { self.regrouped = regrouped }

  /// All changes. Those of modes and looks are in the order of slots.
  var all: [Change] {
    func sorted(_ members: Set<NodeID>) -> [NodeID] { members.sorted { $0.slot < $1.slot } }
    return changes + sorted(switched).map { .modeChanged($0) } + sorted(restyled).map { .lookChanged($0) }
  }
}

/// The change of one entry of a table. Toggling turns it into the opposite change.
struct EntryStep<Table: JournaledTable>: TableStep {
  let key: Table.Key
  /// The value that the entry has after the next toggle.
  private(set) var other: Table.Value?
  /// The value that the entry has after the last toggle.
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
    // The current value is counted by the table, or by a later step.
    if let other { Table.count(other, in: &tally) }
  }

  /// The values of the entry before and after the edit, whether or not the edit is undone.
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
  /// The identity of the table.
  var table: ObjectIdentifier { get }
  /// The identity of the table and of the entry.
  var entry: EntryID { get }
  var isReported: Bool { get }
  var holdsMemory: Bool { get }
  /// Reverts the step, or applies it again, and turns it into its opposite.
  mutating func toggle(in state: inout EvaluatorState)
  /// A step of the same entry whose `other` value is the current one.
  func present(in state: borrowing EvaluatorState) -> any TableStep
  /// Reports the difference between the step's `other` value and the current one.
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
  /// The step as a step of a certain table; `nil` if it belongs to another.
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

  /// Records the value of an entry for the edit under way, before the entry changes by other means than ``set(_:at:to:)``.
  mutating func keep<Table: JournaledTable>(_ table: Table.Type, at key: Table.Key) {
    journal(.entry(EntryStep(table, key, other: Table.value(at: key, in: self), now: nil)))
  }
}
