// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Counting the memory that values own, which ``Evaluator/undoLimit`` and ``Evaluator/memoLimit`` limit.
extension Evaluator {
  /// Counts the bytes that values of a type own, if only the application knows them. ``undoLimit`` and ``memoLimit`` then limit
  /// these bytes too.
  ///
  /// ```swift
  /// evaluator.countBytes(of: Image.self) { image in image.width * image.height * 4 }
  /// ```
  ///
  /// Strings, arrays, dictionaries, sets and optionals are counted without a counter, with their elements. The memory that an
  /// application's structures, enumerations, tuples and objects own is not counted, unless their type has a counter; then it is
  /// counted inside arrays and the like as well.
  ///
  /// An object is counted once, however many edits keep it. A structure is counted each time it is kept; if its copies share
  /// storage, use ``countBytes(of:in:_:)``. Edits that are already kept are counted in the new way when they are undone or redone.
  ///
  /// - Parameters:
  ///   - type: The type of a port. The closure is not called for a type whose values are plain bytes.
  ///   - count: Returns the bytes that a value owns outside of itself; a negative number counts as 0. It is called when an edit is
  ///     remembered, undone or redone, once or more for each value that is kept. It has to be quick, and must return the same count
  ///     for a value as long as the value stays the same. It must neither read nor change the evaluator.
  /// - Precondition: No edit is under way, and no node's code is running.
  public func countBytes<Value>(of type: Value.Type, _ count: @escaping (Value) -> Int) {
    if type is AnyClass { return countBytes(of: type, in: { $0 as AnyObject }, count) }
    checkCounting()
    counters.count(type) { value, tally in tally.add(byteCount: count(value)) }
  }

  /// Counts the bytes that values of a type own in storage that copies share, once for each piece of storage.
  ///
  /// ```swift
  /// evaluator.countBytes(of: Image.self, in: \.pixels) { image in image.pixels.count * 4 }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of a port.
  ///   - storage: The object that copies of a value share.
  ///   - count: As for ``countBytes(of:_:)``.
  /// - Precondition: As for ``countBytes(of:_:)``.
  public func countBytes<Value, Storage: AnyObject>(
    of type: Value.Type, in storage: @escaping (Value) -> Storage, _ count: @escaping (Value) -> Int
  ) {
    checkCounting()
    counters.count(type) { value, tally in
      let address = UInt(bitPattern: ObjectIdentifier(storage(value)))
      tally.add(storage: address, byteCount: count(value))
    }
  }

  private func checkCounting() {
    requireIdle()
    require(state.activity.editDepth == 0, "the counting of bytes must be changed between edits")
  }

  /// Counts the memory of a patch, which differs each time the patch has been toggled.
  func count(_ patch: Patch) {
    // Client code that counts must not change the graph.
    let phase = state.activity.phase
    state.activity.phase = .counting
    patch.holding = held.hold { tally in
      patch.countValues(in: &tally)
      countHidden(by: patch, in: &tally)
    }
    state.activity.phase = phase
  }

  /// Counts what is archived only for a patch: nodes, ports, literals, and their values.
  private func countHidden(by patch: Patch, in tally: inout ByteTally) {
    for step in patch.steps {
      switch step {
      case .added(let slot) where patch.isUndone: countArchived(slot, in: &tally)
      case .removed(let slot, _) where !patch.isUndone: countArchived(slot, in: &tally)
      case .reshaped(_, let other): tally.add(byteCount: state.topology.archivedByteCount(of: other))
      case .literal(_, let before, let after):
        let cell = patch.isUndone ? after : before
        guard cell != NodeRecord.none, let index = state.topology.literalType(ofCell: cell) else { continue }
        let type = state.nodes.literalTypes[index]
        tally.add(byteCount: Int(type.port.words) * 12)
        if !type.isTrivial { state.nodes.arena.count(cell, type, in: &tally) }
      default: break
      }
    }
    for case .reshaped(let reshaping) in patch.journal where reshaping.hasOtherValues {
      let outputs = patch.isUndone ? reshaping.after : reshaping.before
      state.nodes.count(outputs.types, from: outputs.cell, in: &tally)
    }
  }

  private func countArchived(_ slot: UInt32, in tally: inout ByteTally) {
    tally.add(byteCount: state.topology.archivedByteCount(ofNode: slot))
    guard !state.nodes.status[slot].contains(.empty) else { return }
    state.nodes.count(state.kernel(of: slot).outputs, from: state.topology.records[slot].output, in: &tally)
  }
}

extension ValueStep {
  /// Whether its value may own memory.
  fileprivate var mayHold: Bool {
    switch self {
    case .gave(_, _, let type, _), .wroteLiteral(_, _, let type, _): !type.isTrivial
    case .reshaped: true
    case .entry(let step): step.holdsMemory
    case .owned: false
    }
  }
}

extension Patch {
  /// Whether it may own memory that has to be counted: numbers that were set own none.
  var mayHold: Bool {
    if runs.mayHold { return true }
    // Read in place, because copying a step would count references.
    for index in journal.indices where journal[index].mayHold { return true }
    for step in steps {
      switch step {
      case .added, .removed, .reshaped, .literal, .named: return true
      default: break
      }
    }
    return false
  }

  /// Counts the memory of the values, failures and names that the patch itself stores.
  func countValues(in tally: inout ByteTally) {
    runs.count(in: &tally)
    for step in journal {
      switch step {
      case .gave(_, _, let type, let other?), .wroteLiteral(_, _, let type, let other):
        if case .value(let value) = other { type.countKept(value, &tally) }
      case .reshaped(let reshaping): if let failure = reshaping.failure { tally.add(failure.message) }
      case .entry(let step): step.count(in: &tally)
      default: break
      }
    }
    for case .named(_, let before, let after) in steps {
      if let before { tally.add(before) }
      if let after { tally.add(after) }
    }
  }
}
