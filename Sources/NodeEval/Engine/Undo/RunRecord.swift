// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The values, failures and status that nodes had before they ran. Swapping them with the current ones undoes the runs; swapping
/// them again redoes the runs. No node's code runs either way.
///
/// Values are moved word by word: the contents of every cell may be moved by copying bytes.
struct RunRecord: ~Copyable {
  /// A node that ran. Its outputs are stored in consecutive cells.
  struct Entry: BitwiseCopyable {
    let slot: UInt32
    fileprivate(set) var cell: UInt32
    /// The index of the first of its other values.
    var offset: UInt32
    let words: UInt32
    /// A bit for each output that changed.
    var outputs: UInt32
    /// The other status.
    var status: NodeStatus
    /// Whether the record holds values of the node.
    var holdsValues: Bool
    /// Whether the node's state was not advanced by the run, and so belongs to no edit of this record; false without a state.
    var leavesState: Bool
  }

  /// The nodes of a single word that changed, with the word before, as long as nodes of no other kind were added. Most evaluations
  /// run no others, and these take half the memory of entries.
  ///
  /// Invariant: there are entries or these, and a `Patch` has entries only (see `makeEntries`).
  private(set) var plainWords = Buffer<WordWrite>()
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

  /// Calls `body` with the type and place of each value of an entry that may own memory.
  private func forEachValue(of index: Int, _ body: (ValueType, UInt32) -> Void) {
    guard !types.isEmpty, let types = types[index], entries[index].holdsValues else { return }
    var offset = entries[index].offset
    for type in types {
      if !type.isTrivial { body(type, offset) }
      offset += type.port.words
    }
  }

  var isEmpty: Bool { entries.isEmpty && plainWords.isEmpty }

  /// Replaces the cells in all entries.
  mutating func moveCells(by map: borrowing CellMap) {
    for index in 0..<entries.count { entries[index].cell = map[entries[index].cell] }
  }

  /// The bytes of the record, without the memory that values own.
  var byteCount: Int { entries.byteCount + words.byteCount + types.count * 64 + failures.byteCount }

  /// Adds an entry with the values, failure and status of a node.
  mutating func add(_ slot: UInt32, of state: borrowing EvaluatorState) {
    makeEntries()
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

  /// Adds a node that changed, with its previous word.
  @inline(__always)
  mutating func append(_ node: WordWrite) {
    if entries.isEmpty { plainWords.append(node) } else { appendEntry(node) }
  }

  private mutating func appendEntry(_ node: WordWrite) {
    // A status of observed nodes is not recorded: undo leaves it as it is.
    entries.append(
      Entry(
        slot: node.slot, cell: node.cell, offset: UInt32(words.count), words: 1, outputs: .max, status: [],
        holdsValues: true, leavesState: false))
    words.append(node.word)
  }

  /// Turns nodes of a single word into entries.
  mutating func makeEntries() {
    if plainWords.isEmpty { return }
    entries.reserve(plainWords.count)
    words.reserve(plainWords.count)
    for index in 0..<plainWords.count { appendEntry(plainWords[index]) }
    plainWords = Buffer()
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

  /// Completes the entry of the node that was added last, from its entry in the log. The log has no entry for a node that was
  /// deferred or started. Without a change, the entry is dropped. Code that was started again counts as changed, because it has
  /// other arguments. So does a state, which may have changed although the output has not.
  mutating func finishLast(_ logged: LogEntry?, in state: borrowing EvaluatorState) {
    let index = entries.count - 1
    let status = state.nodes.status[entries[index].slot]
    let hasChanged = logged?.outcome == .changed || logged?.outcome == .blocked
    let tick = state.stateTick(of: entries[index].slot)
    let mayHaveAdvanced = logged?.outcome == .cutOff && tick != nil
    let hasOtherStatus = status.replaced(by: entries[index].status) != status
    guard hasChanged || mayHaveAdvanced || hasOtherStatus || status.contains(.isInFlight) else {
      destroyValues(of: index)
      failures[index] = nil
      words.resize(to: Int(entries.removeLast().offset), repeating: 0)
      return
    }
    if let tick { entries[index].leavesState = leavesState(index, tick, in: state) }
    guard hasChanged else { return }
    entries[index].outputs = status.contains(.hasSeveralOutputs) ? state.activity.changedOutputs : .max
  }

  /// Whether the tick of a node with a state is unchanged: only a run that advances the state replaces it.
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

  /// Removes all entries, which must consist of words; the memory is reused if there were few.
  mutating func removeAll() {
    if max(entries.count, plainWords.count) > 1024 {
      self = RunRecord()
    } else {
      plainWords.removeAll()
      entries.removeAll()
      words.removeAll()
    }
  }

  /// Swaps the values, failure and status of an entry with those of its node.
  mutating func swap(_ index: Int, in state: inout EvaluatorState) {
    var entry = entries[index]
    // A muted or bypassed source runs, but keeps its value, which may have been set since.
    if !entry.status.contains(.isSource) {
      for word in 0..<entry.words { state.nodes.arena.swapWord(entry.cell + word, &words[entry.offset + word]) }
    }
    let present = state.nodes.swapStatus(of: entry.slot, with: entry.status, failures[index])
    // The node may have got its first value outside of the history.
    entry.holdsValues = !present.status.contains(.empty)
    entry.status = present.status
    failures[index] = present.failure
    entries[index] = entry
    state.followSwap(of: entry.slot, from: present.status)
  }

  /// Whether there are values or failures that may own memory.
  var mayHold: Bool { !types.isEmpty || !failures.isEmpty }

  /// Counts the memory that its values and failures own.
  func count(in tally: inout ByteTally) {
    for index in types.keys {
      forEachValue(of: index) { type, offset in unsafe type.count(words.base, offset, &tally) }
    }
    failures.forEachFailure { tally.add($0.message) }
  }

  /// Returns a copy of the record, with copies of its values.
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

  /// Merges a later record into this one, as if both were one run: for a node that ran twice it keeps the earlier values.
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

  /// Moves an entry of another record to the end of this one.
  mutating func take(_ index: Int, of other: inout RunRecord) {
    makeEntries()
    var entry = other.entries[index]
    let start = entry.offset
    entry.offset = UInt32(words.count)
    for word in 0..<entry.words { words.append(other.words[start + word]) }
    types[entries.count] = other.types.removeValue(forKey: index)
    failures[entries.count] = other.failures[index]
    entries.append(entry)
  }
}

extension EvaluatorState {
  /// The only output of a node that is a word and all there is to record; `nil` for others: a node that has not run, has failed, or
  /// keeps values from one run to the next.
  @inline(__always)
  func plainWord(of slot: UInt32) -> WordWrite? {
    guard nodes.status[slot].isSubset(of: .isObserved) else { return nil }
    let record = topology.records[slot]
    guard kernels.withKernel(of: record.shape, { $0.isPlainWord }) else { return nil }
    return WordWrite(slot: slot, cell: record.output, word: nodes.arena.word(record.output))
  }

  /// The words of the tick that advances the state of a node; `nil` for a node without state.
  @inline(__always)
  fileprivate func stateTick(of slot: UInt32) -> Range<UInt32>? {
    kernels.withKernel(of: topology.records[slot].shape) { $0.stateTick }
  }
}
