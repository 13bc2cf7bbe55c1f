// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What nodes had before they ran: values, failures, status. Swapped with what they have, it undoes their run; swapped
/// again, it redoes it, and no node's code runs either way.
///
/// Values are moved word by word: whatever lies in a cell may be moved by copying bytes.
struct RunRecord: ~Copyable {
  /// A node that ran. Its outputs lie in one run of cells.
  struct Entry: BitwiseCopyable {
    let slot: UInt32
    fileprivate(set) var cell: UInt32
    /// Where the other values begin.
    var offset: UInt32
    let words: UInt32
    /// A bit for each output that changed.
    var outputs: UInt32
    /// The other status.
    var status: NodeStatus
    /// Whether there are values here.
    var holdsValues: Bool
    /// Whether the node has a state that the run left where it was: it belongs to no edit of this record.
    var leavesState: Bool
  }

  private(set) var entries = Buffer<Entry>()
  private(set) var words = Buffer<UInt64>()
  /// The types of values that have to be destroyed, by entry.
  private var types: [Int: [ValueType]] = [:]
  /// The other failures, by entry.
  private(set) var failures = FailureTable()

  init() {}

  deinit {
    for index in types.keys { forEachValue(of: index) { type, offset in unsafe type.destroy(words.base, offset) } }
  }

  /// Calls `body` with the type and place of each value of an entry that holds something elsewhere.
  private func forEachValue(of index: Int, _ body: (ValueType, UInt32) -> Void) {
    guard !types.isEmpty, let types = types[index], entries[index].holdsValues else { return }
    var offset = entries[index].offset
    for type in types {
      if !type.isTrivial { body(type, offset) }
      offset += type.port.words
    }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// Tells it that cells have other places.
  mutating func moveCells(by map: borrowing CellMap) {
    for index in 0..<entries.count { entries[index].cell = map[entries[index].cell] }
  }

  /// The bytes it holds, those that values hold elsewhere aside.
  var byteCount: Int { entries.byteCount + words.byteCount + types.count * 64 + failures.byteCount }

  /// Keeps what a node has.
  mutating func add(_ slot: UInt32, of state: borrowing EvaluatorState) {
    let record = state.topology.records[slot]
    // A kernel is borrowed: counting references would cost as much as all else.
    state.kernels.withKernel(of: record.shape) { add(slot, $0, from: record.output, of: state) }
  }

  private mutating func add(_ slot: UInt32, _ kernel: Kernel, from cell: UInt32, of state: borrowing EvaluatorState) {
    let status = state.nodes.status[slot]
    let holdsValues = !status.contains(.empty)
    let offset = UInt32(words.count)
    if kernel.isTrivial, holdsValues {
      for word in 0..<kernel.outputWords { words.append(state.nodes.arena.word(cell + word)) }
    } else {
      words.resize(to: Int(offset + kernel.outputWords), repeating: 0)
      if holdsValues { duplicate(kernel.outputs, from: cell, of: state, to: offset) }
      if !kernel.isTrivial { types[entries.count] = kernel.outputs }
    }
    if status.contains(.failed) { failures[entries.count] = state.nodes.failures[slot] }
    entries.append(
      Entry(
        slot: slot, cell: cell, offset: offset, words: kernel.outputWords, outputs: 0, status: status,
        holdsValues: holdsValues, leavesState: false))
  }

  /// Keeps the word that a node had which changed.
  @inline(__always)
  mutating func append(_ slot: UInt32, had word: PlainWord) {
    entries.append(
      Entry(
        slot: slot, cell: word.cell, offset: UInt32(words.count), words: 1, outputs: .max, status: word.status,
        holdsValues: true, leavesState: false))
    words.append(word.bits)
  }

  private func duplicate(
    _ types: [ValueType], from cell: UInt32, of state: borrowing EvaluatorState, to offset: UInt32
  ) {
    var word: UInt32 = 0
    for type in types {
      unsafe type.duplicate(state.nodes.arena.base, cell + word, words.base, offset + word)
      word += type.port.words
    }
  }

  /// Completes the entry of the node added last by what the log says, which is nothing for one that was put off or started.
  /// Without a change, the entry is dropped; code that was started again has other arguments, and a state may have changed
  /// although the output has not.
  mutating func finishLast(_ logged: LogEntry?, in state: borrowing EvaluatorState) {
    let index = entries.count - 1
    let status = state.nodes.status[entries[index].slot]
    let hasChanged = logged?.outcome == .changed || logged?.outcome == .blocked
    let tick = state.stateTick(of: entries[index].slot)
    let mayHaveAdvanced = logged?.outcome == .cutOff && tick != nil
    guard hasChanged || mayHaveAdvanced || status != entries[index].status || status.contains(.isInFlight) else {
      destroyValues(of: index)
      failures[index] = nil
      words.resize(to: Int(entries.removeLast().offset), repeating: 0)
      return
    }
    if let tick { entries[index].leavesState = leavesState(index, tick, in: state) }
    guard hasChanged else { return }
    entries[index].outputs = status.contains(.hasSeveralOutputs) ? state.activity.changedOutputs : .max
  }

  /// Whether the tick of a node with a state is the one that it had: only a run that advances the state replaces it.
  private func leavesState(_ index: Int, _ tick: Range<UInt32>, in state: borrowing EvaluatorState) -> Bool {
    let entry = entries[index]
    if state.nodes.status[entry.slot].contains(.empty) { return true }
    return entry.holdsValues
      && tick.allSatisfy { state.nodes.arena.word(entry.cell + $0) == words[entry.offset + $0] }
  }

  private mutating func destroyValues(of index: Int) {
    forEachValue(of: index) { type, offset in unsafe type.destroy(words.base, offset) }
    if !types.isEmpty { types[index] = nil }
  }

  /// Forgets what nodes had, where that is words; the memory of a few is used again.
  mutating func removeAll() {
    if entries.count > 1024 {
      self = RunRecord()
    } else {
      entries.removeAll()
      words.removeAll()
    }
  }

  /// Swaps what an entry has for what its node has.
  mutating func swap(_ index: Int, in state: inout EvaluatorState) {
    var entry = entries[index]
    // A source runs where it is switched, which leaves its value alone: it may have been given another one since.
    if !entry.status.contains(.isSource) {
      for word in 0..<entry.words { state.nodes.arena.swapWord(entry.cell + word, &words[entry.offset + word]) }
    }
    let present = state.nodes.swapStatus(of: entry.slot, with: entry.status, failures[index])
    // It may have got its first value outside of the history.
    entry.holdsValues = !present.status.contains(.empty)
    entry.status = present.status
    failures[index] = present.failure
    entries[index] = entry
    state.followSwap(of: entry.slot, from: present.status)
  }

  /// Whether there are values or failures that may hold something elsewhere.
  var mayHold: Bool { !types.isEmpty || !failures.isEmpty }

  /// Counts what its values and failures hold elsewhere.
  func count(in tally: inout ByteTally) {
    for index in types.keys {
      forEachValue(of: index) { type, offset in unsafe type.count(words.base, offset, &tally) }
    }
    failures.forEachFailure { tally.add($0.message) }
  }

  /// The same with values of its own.
  func copy() -> RunRecord {
    var copy = RunRecord()
    copy.entries = entries.copy()
    copy.words = words.copy()
    copy.types = types
    copy.failures = failures
    for index in types.keys {
      forEachValue(of: index) { type, offset in unsafe type.duplicate(words.base, offset, copy.words.base, offset) }
    }
    return copy
  }

  /// Takes over a later record as if both were one run: of a node that ran twice it keeps what it had at first.
  ///
  /// - Precondition: Neither is undone, and no ports were replaced in between.
  mutating func absorb(_ later: inout RunRecord) {
    var places: [UInt32: Int] = [:]
    for index in 0..<entries.count { places[entries[index].slot] = index }
    for index in 0..<later.entries.count {
      let entry = later.entries[index]
      if let place = places[entry.slot] {
        entries[place].outputs |= entry.outputs
        entries[place].leavesState = entries[place].leavesState && entry.leavesState
        continue
      }
      places[entry.slot] = entries.count
      take(index, of: &later)
    }
  }

  /// Takes over an entry of another record, behind all others.
  mutating func take(_ index: Int, of other: inout RunRecord) {
    var entry = other.entries[index]
    let start = entry.offset
    entry.offset = UInt32(words.count)
    for word in 0..<entry.words { words.append(other.words[start + word]) }
    types[entries.count] = other.types.removeValue(forKey: index)
    failures[entries.count] = other.failures[index]
    entries.append(entry)
  }
}

/// The only output of a node, where it is a word and all there is to keep: it has run before, has not failed, and keeps
/// nothing from one run to the next.
struct PlainWord: BitwiseCopyable {
  let cell: UInt32
  /// Nothing, or that it is observed.
  let status: NodeStatus
  let bits: UInt64
}

extension EvaluatorState {
  /// What a node has, if that is a word and nothing else is to be known of it.
  @inline(__always)
  func plainWord(of slot: UInt32) -> PlainWord? {
    let status = nodes.status[slot]
    guard status.isSubset(of: .isObserved) else { return nil }
    let record = topology.records[slot]
    guard kernels.withKernel(of: record.shape, { $0.isPlainWord }) else { return nil }
    return PlainWord(cell: record.output, status: status, bits: nodes.arena.word(record.output))
  }

  /// The words of the tick that advances the state of a node, if it has one.
  @inline(__always)
  fileprivate func stateTick(of slot: UInt32) -> Range<UInt32>? {
    kernels.withKernel(of: topology.records[slot].shape) { $0.stateTick }
  }
}
