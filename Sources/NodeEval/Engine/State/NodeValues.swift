// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The values of nodes in cells, their failures, and the status that describes both; and the values of literals and defaults.
///
/// Invariants (see `brokenRules`): a node has a failure exactly if its status is `failed`. The cells of a node hold values
/// unless it is `empty`. The cells themselves do not show that, so code that changes one must change the other.
@usableFromInline
struct NodeValues: ~Copyable {
  @usableFromInline var arena = ValueArena()
  /// The status by slot. There may be entries beyond the last node.
  @usableFromInline var status = StatusTable()
  /// The failures by slot, of nodes whose status is `failed`.
  private(set) var failures = FailureTable()
  /// How often nodes have run, if that is counted.
  var runCounts = RunCounts()
  /// The types of the values in default cells. Cells without a value have no entry.
  private var defaults: [UInt32: ValueType] = [:]
  /// The types of literals. The graph refers to them by these indices, so a literal's own type takes no memory.
  private(set) var literalTypes: [ValueType] = []
  private var literalTypeIndices: [ObjectIdentifier: Int] = [:]
  /// The literal type that was found last: most literals have the type of the one before.
  private var lastLiteralType: (identity: ObjectIdentifier, index: Int)?

  /// The index of a type of literals; `make` is called if the type is new.
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

  /// Makes room for a number of nodes and cells.
  @inline(__always)
  mutating func reserve(nodes: Int, cells: Int) {
    status.reserve(nodes)
    arena.reserve(cells)
  }

  /// Releases the memory beyond a number of nodes and cells, if it is most of a table.
  mutating func shrink(nodes: Int, cells: Int) {
    status.shrink(to: nodes)
    failures.shrink(to: nodes)
    defaults.shrinkIfSparse()
    arena.shrink(to: cells)
  }

  /// The bytes of values, statuses and failures, without texts of failures and types of constants.
  var byteCount: Int { arena.byteCount + status.byteCount + failures.byteCount }

  /// Whether a node has a value that can be read.
  @inlinable
  func hasValue(_ slot: UInt32) -> Bool { status[slot].isDisjoint(with: .withoutValue) }

  /// Breaks a rule, for the test that checks that it is reported.
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

  /// Removes the failure of a node, if it has one.
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

  /// Replaces the status of a node and its failure. Returns the former ones.
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
  /// Stores an erased value in a cell of a source, which then has a value. Returns the former value.
  mutating func give(_ value: ErasedDefault, to slot: UInt32, cell: UInt32) -> KeptValue? {
    let before = take(from: cell, value.type, of: slot)
    arena.initialize(cell, value.type, to: value.value)
    status[slot].remove(.empty)
    return before
  }

  /// Stores another value, or none, in the cell of a source. Returns the former value.
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

  /// Stores the value of a default in its cell.
  mutating func initializeDefault(_ cell: UInt32, to value: ErasedDefault) {
    arena.initialize(cell, value.type, to: value.value)
    defaults[cell] = value.type
  }

  /// The type of the value that an input reads while it is not connected: a default or a literal.
  func restingType(in cell: UInt32, _ port: PortType) -> ValueType? {
    defaults[cell] ?? literalTypeIndices[port.identity].map { literalTypes[$0] }
  }

  /// The value of a default.
  func defaultValue(in cell: UInt32) -> (type: ValueType, value: KeptValue)? {
    defaults[cell].map { ($0, arena.keep(cell, $0)) }
  }

  /// Stores a kept value in the cell of a default.
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

  /// Moves values to other cells.
  mutating func moveCells(by map: borrowing CellMap) {
    arena.move(by: map)
    var moved: [UInt32: ValueType] = [:]
    for (cell, type) in defaults { moved[map[cell]] = type }
    defaults = moved
  }

  /// Destroys the values of all defaults, before the evaluator is released.
  mutating func destroyAllDefaults() {
    for (cell, type) in defaults { arena.destroy(cell, type) }
    defaults = [:]
  }

  /// Destroys values of some types that are stored in sequence.
  func destroy(_ types: [ValueType], from cell: UInt32) {
    var cell = cell
    for type in types {
      if !type.isTrivial { arena.destroy(cell, type) }
      cell += type.port.words
    }
  }

  /// Marks a node whose values have been destroyed as one without value and failure.
  mutating func clear(_ slot: UInt32) {
    clearFailure(of: slot)
    status[slot] = .empty
  }

  /// Counts the bytes that values of some types, stored in sequence, hold elsewhere.
  func count(_ types: [ValueType], from cell: UInt32, in tally: inout ByteTally) {
    var cell = cell
    for type in types {
      if !type.isTrivial { arena.count(cell, type, in: &tally) }
      cell += type.port.words
    }
  }
}

extension EvaluatorPart {
  static let nodes = EvaluatorPart(
    "nodes",
    contents: "values in cells (`ValueArena`), `NodeStatus`, failures (`FailureTable`), types of literals and defaults"
  ) { state in
    state.nodes.brokenRules(nodes: state.topology.records.count)
  } damage: { state in
    state.nodes.damage()
  }
}
