// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What nodes have: values in cells, or failures, and what their status says of both; and the values of literals and
/// defaults.
///
/// Invariants (see `brokenRules`): a node has a failure exactly if its status says so. The cells of a node hold values
/// unless it is `empty`. This can't be seen in the cells: who changes one changes the other.
@usableFromInline
struct NodeValues: ~Copyable {
  @usableFromInline var arena = ValueArena()
  /// By slot; there may be entries beyond the last node.
  @usableFromInline var status = Buffer<NodeStatus>()
  /// By slot, of nodes whose status is `failed`.
  private(set) var failures: [UInt32: NodeFailure] = [:]
  /// The types of what literal and default cells hold, where they hold something.
  private(set) var constants: [UInt32: ValueType] = [:]

  /// The types of literals by type, so that all literals of one share it (310 → 100 bytes a literal).
  private var literalTypes: [ObjectIdentifier: ValueType] = [:]

  /// The type of literals that are values of a type.
  mutating func literalType<Value>(of type: Value.Type) -> ValueType {
    if let known = literalTypes[ObjectIdentifier(type)] { return known }
    let made = ValueType(type)
    literalTypes[ObjectIdentifier(type)] = made
    return made
  }

  /// Makes room for so many nodes and cells.
  @inline(__always)
  mutating func reserve(nodes: Int, cells: Int) {
    if status.count < nodes { status.extend(to: nodes, repeating: .empty) }
    arena.reserve(cells)
  }

  /// The bytes it holds on to, failures and types of constants aside.
  var byteCount: Int { arena.byteCount + status.byteCount }

  /// Whether a node has a value to read.
  @inlinable
  func hasValue(_ slot: UInt32) -> Bool { status[slot].isDisjoint(with: .withoutValue) }

  /// Breaks a rule, for the test that sees it reported.
  mutating func damage() { if !status.isEmpty { status[0].insert(.failed) } }

  /// The rules that are broken among the first `count` nodes.
  func brokenRules(nodes count: Int) -> [String] {
    guard status.count >= count else { return ["each node has a status"] }
    let failed = (0..<UInt32(count)).allSatisfy { status[$0].contains(.failed) == (failures[$0] != nil) }
    let seen = (0..<UInt32(count)).contains { status[$0].contains(.isSeen) }
    return (failed ? [] : ["a failed node has a failure"]) + (seen ? ["no node stays marked as visited"] : [])
  }
}

/// Failures.
extension NodeValues {
  /// Whether no node has failed.
  var hasNoFailure: Bool {
    // Asking an empty table is cheap, looking something up in it isn't.
    failures.isEmpty
  }

  /// Takes the failure of a node away, if it has one.
  mutating func clearFailure(of slot: UInt32) {
    guard status[slot].contains(.failed) else { return }
    status[slot].remove(.failed)
    failures[slot] = nil
  }

  /// Gives a node a failure. Returns false if it had an equal one.
  mutating func setFailure(_ failure: NodeFailure, of slot: UInt32) -> Bool {
    if failures[slot] == failure { return false }
    failures[slot] = failure
    status[slot].insert(.failed)
    return true
  }

  /// Gives a node another status with the failure that belongs to it. Returns those it had.
  mutating func swapStatus(
    of slot: UInt32, with other: NodeStatus, _ failure: NodeFailure?
  ) -> (status: NodeStatus, failure: NodeFailure?) {
    let before = status[slot]
    status[slot] = before.replaced(by: other)
    guard before.contains(.failed) || failure != nil else { return (before, nil) }
    let old = failures[slot]
    failures[slot] = failure
    return (before, old)
  }
}

/// Values in cells.
extension NodeValues {
  /// Puts an erased value into a cell of a source, and says that it has one. Returns what was there.
  mutating func give(_ value: ErasedDefault, to slot: UInt32, cell: UInt32) -> KeptValue? {
    let before = take(from: cell, value.type, of: slot)
    arena.initialize(cell, value.type, to: value.value)
    status[slot].remove(.empty)
    return before
  }

  /// Puts another value, or none, into the cell of a source. Returns what was there.
  mutating func swap(_ other: KeptValue?, in cell: UInt32, _ type: ValueType, of slot: UInt32) -> KeptValue? {
    let before = take(from: cell, type, of: slot)
    if let other {
      arena.restore(other, to: cell, type)
      status[slot].remove(.empty)
    } else {
      status[slot].insert(.empty)
    }
    return before
  }

  private mutating func take(from cell: UInt32, _ type: ValueType, of slot: UInt32) -> KeptValue? {
    if status[slot].contains(.empty) { return nil }
    return arena.take(cell, type)
  }

  /// Puts the value of a default into its cell.
  mutating func initializeConstant(_ cell: UInt32, to value: ErasedDefault) {
    arena.initialize(cell, value.type, to: value.value)
    constants[cell] = value.type
  }

  /// Puts the first value of a literal into its cell.
  mutating func initializeConstant<Value>(_ cell: UInt32, _ type: ValueType, to value: Value) {
    arena.initialize(cell, to: value)
    constants[cell] = type
  }

  /// Destroys the value of a literal or default whose cell was released.
  mutating func destroyConstant(_ cell: UInt32) {
    guard let type = constants.removeValue(forKey: cell) else { return }
    arena.destroy(cell, type)
  }

  /// Destroys the values of all literals and defaults; the evaluator is going.
  mutating func destroyAllConstants() {
    for (cell, type) in constants { arena.destroy(cell, type) }
    constants = [:]
  }

  /// Destroys values of some types that lie one behind the other.
  func destroy(_ types: [ValueType], from cell: UInt32) {
    var cell = cell
    for type in types {
      if !type.isTrivial { arena.destroy(cell, type) }
      cell += type.port.words
    }
  }

  /// Leaves a node without value and failure whose values have been destroyed.
  mutating func clear(_ slot: UInt32) {
    clearFailure(of: slot)
    status[slot] = .empty
  }

  /// Counts what values of some types hold elsewhere that lie one behind the other.
  func count(_ types: [ValueType], from cell: UInt32, in tally: inout ByteTally) {
    var cell = cell
    for type in types {
      if !type.isTrivial { arena.count(cell, type, in: &tally) }
      cell += type.port.words
    }
  }
}
