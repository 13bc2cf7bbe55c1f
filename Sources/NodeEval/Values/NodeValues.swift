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
  @usableFromInline var status = StatusTable()
  /// By slot, of nodes whose status is `failed`.
  private(set) var failures = FailureTable()
  /// The types of what default cells hold, where they hold something.
  private var defaults: [UInt32: ValueType] = [:]
  /// The types of literals. The graph names them by these indices, so a literal's own type takes no memory.
  private(set) var literalTypes: [ValueType] = []
  private var literalTypeIndices: [ObjectIdentifier: Int] = [:]
  /// The one that was asked for last: most literals are of the same type as the one before.
  private var lastLiteralType: (identity: ObjectIdentifier, index: Int)?

  /// The index of a type of literals; `make` makes it where it is new.
  @inline(__always)
  mutating func literalType(_ identity: ObjectIdentifier, make: () -> ValueType) -> Int {
    if let last = lastLiteralType, last.identity == identity { return last.index }
    return findLiteralType(identity, make)
  }

  @inline(never)
  private mutating func findLiteralType(_ identity: ObjectIdentifier, _ make: () -> ValueType) -> Int {
    let index = literalTypeIndices[identity] ?? literalTypes.count
    if index == literalTypes.count {
      literalTypes.append(make())
      literalTypeIndices[identity] = index
    }
    lastLiteralType = (identity, index)
    return index
  }

  /// Makes room for so many nodes and cells.
  @inline(__always)
  mutating func reserve(nodes: Int, cells: Int) {
    status.reserve(nodes)
    arena.reserve(cells)
  }

  /// Gives memory back behind so many nodes and cells, where it is most of a table.
  mutating func shrink(nodes: Int, cells: Int) {
    status.shrink(to: nodes)
    failures.shrink(to: nodes)
    defaults.shrinkIfSparse()
    arena.shrink(to: cells)
  }

  /// The bytes it holds on to, texts of failures and types of constants aside.
  var byteCount: Int { arena.byteCount + status.byteCount + failures.byteCount }

  /// Whether a node has a value to read.
  @inlinable
  func hasValue(_ slot: UInt32) -> Bool { status[slot].isDisjoint(with: .withoutValue) }

  /// Breaks a rule, for the test that sees it reported.
  mutating func damage() { if status.count > 0 { status[0].insert(.failed) } }

  /// The rules that are broken among the first `count` nodes.
  func brokenRules(nodes count: Int) -> [String] {
    guard status.count >= count else { return ["each node has a status"] }
    let failed = (0..<UInt32(count)).allSatisfy { status[$0].contains(.failed) == (failures[$0] != nil) }
    let seen = (0..<UInt32(count)).contains { status[$0].contains(.isSeen) }
    return failures.brokenRules() + (failed ? [] : ["a failed node has a failure"])
      + (seen ? ["no node stays marked as visited"] : [])
  }
}

/// Failures.
extension NodeValues {
  /// Whether no node has failed.
  var hasNoFailure: Bool { failures.isEmpty }

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
  mutating func initializeDefault(_ cell: UInt32, to value: ErasedDefault) {
    arena.initialize(cell, value.type, to: value.value)
    defaults[cell] = value.type
  }

  /// The type of what an input of a type reads while it is not connected: a default, or a literal.
  func restingType(in cell: UInt32, _ port: PortType) -> ValueType? {
    defaults[cell] ?? literalTypeIndices[port.identity].map { literalTypes[$0] }
  }

  /// The value of a default.
  func defaultValue(in cell: UInt32) -> (type: ValueType, value: KeptValue)? {
    defaults[cell].map { ($0, arena.keep(cell, $0)) }
  }

  /// Puts the value of another default into the cell of one.
  mutating func initializeDefault(_ cell: UInt32, _ type: ValueType, to value: KeptValue) {
    arena.restore(value, to: cell, type)
    defaults[cell] = type
  }

  /// Destroys the value of a default whose cell was released.
  mutating func destroyDefault(_ cell: UInt32) {
    guard let type = defaults.removeValue(forKey: cell) else { return }
    arena.destroy(cell, type)
  }

  /// Destroys the value of a literal whose cell was released.
  func destroyLiteral(_ cell: UInt32, _ type: Int) {
    if !literalTypes[type].isTrivial { arena.destroy(cell, literalTypes[type]) }
  }

  /// Values have other cells.
  mutating func moveCells(by map: borrowing CellMap) {
    arena.move(by: map)
    var moved: [UInt32: ValueType] = [:]
    for (cell, type) in defaults { moved[map[cell]] = type }
    defaults = moved
  }

  /// Destroys the values of all defaults; the evaluator is going.
  mutating func destroyAllDefaults() {
    for (cell, type) in defaults { arena.destroy(cell, type) }
    defaults = [:]
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
