// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// What a session knows beside the graph, by key; its changes are taken back and done again together with edits.
final class UndoableTable<Key: Hashable, Value: Equatable> {
  fileprivate(set) var entries: [Key: Value]
  /// The bytes that a value holds elsewhere.
  fileprivate let size: (Value) -> Int
  /// What the statement under way has changed, if it can be taken back.
  private var change: TableChange<Key, Value>?

  init(_ entries: [Key: Value] = [:], size: @escaping (Value) -> Int = { _ in 0 }) {
    self.entries = entries
    self.size = size
  }

  var isEmpty: Bool { entries.isEmpty }

  subscript(key: Key) -> Value? {
    get { entries[key] }
    set {
      guard let change else {
        entries[key] = newValue
        return
      }
      let before = entries[key]
      guard before != newValue else { return }
      change.steps.append((key, before))
      entries[key] = newValue
    }
  }

  subscript(key: Key, default fallback: @autoclosure () -> Value) -> Value {
    get { entries[key] ?? fallback() }
    set { self[key] = newValue }
  }

  /// Remembers from now on what there was.
  func beginChange() { change = TableChange(of: self) }

  /// How to take back what has changed since then, if anything has.
  func endChange() -> (any UndoCompanion)? {
    defer { change = nil }
    return change.flatMap { $0.steps.isEmpty ? nil : $0 }
  }
}

/// What a statement has changed in a table.
private final class TableChange<Key: Hashable, Value: Equatable>: UndoCompanion {
  private let table: UndoableTable<Key, Value>
  /// What there was, in the order in which it was changed; once that is taken back, what there is without that, in the
  /// opposite order.
  var steps: [(key: Key, other: Value?)] = []

  init(of table: UndoableTable<Key, Value>) { self.table = table }

  func toggle() {
    steps.reverse()
    for index in steps.indices {
      let present = table.entries[steps[index].key]
      table.entries[steps[index].key] = steps[index].other
      steps[index].other = present
    }
  }

  var byteCount: Int {
    steps.reduce(96 + steps.count * MemoryLayout<(Key, Value?)>.stride) { $0 + ($1.other.map(table.size) ?? 0) }
  }
}
