// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// A table whose changes can be recorded, so that undo and redo revert and repeat them.
protocol UndoableState: AnyObject {
  /// Whether changes are being recorded.
  var isRecording: Bool { get }

  /// Starts to record changes.
  func beginChange()

  /// Stops recording; returns what reverts the recorded changes, or `nil` if there are none.
  func endChange() -> (any UndoCompanion)?
}

/// A dictionary whose changes belong to the edits of the graph: undo and redo apply to both.
///
/// Invariant: a recorded change has the value that its key had before, in the order of the changes. Values that are set
/// without recording can't be undone.
package final class UndoableTable<Key: Hashable, Value: Equatable>: UndoableState {
  package fileprivate(set) var entries: [Key: Value] = [:] { didSet { changeCount &+= 1 } }
  /// The number of changes, those by undo and redo included.
  private(set) var changeCount = 0
  /// The bytes that a value holds outside the table.
  fileprivate let size: (Value) -> Int
  /// The changes of the current statement, while they are recorded.
  private var change: TableChange<Key, Value>?

  init(size: @escaping (Value) -> Int = { _ in 0 }) { self.size = size }

  package var isEmpty: Bool { entries.isEmpty }

  package var isRecording: Bool { change != nil }

  package subscript(key: Key) -> Value? {
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

  package func beginChange() { change = TableChange(of: self) }

  package func endChange() -> (any UndoCompanion)? {
    defer { change = nil }
    return change.flatMap { $0.steps.isEmpty ? nil : $0 }
  }
}

/// The recorded changes of a table.
private final class TableChange<Key: Hashable, Value: Equatable>: UndoCompanion {
  private let table: UndoableTable<Key, Value>
  /// The other value of each changed key: the one before the change, in the order of the changes; once the change is
  /// reverted, the one after it, in the opposite order.
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
