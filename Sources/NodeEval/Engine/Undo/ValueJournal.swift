// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A source or node of one word whose value changed, with the previous word, if it had a value. Most changes are of this kind, so
/// they are kept separate from others, which count references.
struct WordWrite: BitwiseCopyable {
  /// The slot, with the top bit if the source had no value.
  private let bits: UInt32
  let cell: UInt32
  var word: UInt64

  init(slot: UInt32, cell: UInt32, word: UInt64) { (bits, self.cell, self.word) = (slot, cell, word) }

  /// A write of a source's first value.
  init(newSlot slot: UInt32, cell: UInt32) { (bits, self.cell, word) = (slot | Self.newMark, cell, 0) }

  var slot: UInt32 { bits & ~Self.newMark }
  /// Whether the source had no value.
  var isFirst: Bool { bits & Self.newMark != 0 }
  /// The previous value of the source; `nil` if it had none.
  var before: KeptValue? { isFirst ? nil : .word(word) }

  private static let newMark: UInt32 = 1 << 31
}

/// The changes that the edit under way has made to values, in order, as needed to revert it.
///
/// Invariant (see `brokenRules`): `kinds` contains the kind of each step. The writes come after all steps; before another step is
/// added they are converted to steps. If `writesAscend`, the slots of the writes ascend.
struct ValueJournal: ~Copyable {
  private(set) var steps: [ValueStep] = []
  /// The writes since the last step.
  private(set) var writes = Buffer<WordWrite>()
  /// Whether the slots of the written nodes ascend. Then no node was written twice, and each has another value than before, or had
  /// none, as was checked when it was written.
  private(set) var writesAscend = true
  /// The least slot that the next write may have so that they ascend.
  private var nextSlot: UInt32 = 0
  /// How many writes the last edit made. Their memory still holds those from `writes.count` on.
  private var lastCount = 0
  /// The number of writes after which those that are expected next are read ahead; the maximum if few are expected.
  private var nextReading = Int.max
  /// The sum of what was read ahead. If it were not kept, the compiler would remove the reads.
  var readAhead: UInt32 = 0
  /// The kinds of the steps. Code that searches for one kind can skip the steps if it is not included.
  private(set) var kinds: ValueStep.Kinds = []

  var isEmpty: Bool { steps.isEmpty && writes.isEmpty }

  /// Adds a write.
  @inline(__always)
  mutating func append(_ write: WordWrite) {
    if write.slot < nextSlot { writesAscend = false }
    nextSlot = write.slot + 1
    writes.append(write)
  }

  /// Whether there are writes that were not converted to steps.
  @inline(__always)
  var hasWrites: Bool { !writes.isEmpty }

  /// Adds a step. There must be no writes.
  @inline(__always)
  mutating func append(_ step: consuming ValueStep) {
    kinds.formUnion(step.kind)
    steps.append(step)
  }

  /// Converts the writes to steps. This is necessary before another step is added, and before the journal is archived.
  mutating func enterWrites(_ kernels: borrowing KernelTable, _ topology: borrowing Topology) {
    for index in 0..<writes.count {
      let write = writes[index]
      let type = kernels[topology.records[write.slot].shape].outputs[0]
      steps.append(.gave(slot: write.slot, cell: write.cell, type: type, other: write.before))
    }
    kinds.formUnion(.gave)
    forgetWrites()
  }

  /// Removes and returns the last step, to revert it. There must be no writes.
  mutating func removeLastStep() -> ValueStep { steps.removeLast() }

  /// Removes and returns the last write, to revert it.
  mutating func removeLastWrite() -> WordWrite? { writes.isEmpty ? nil : writes.removeLast() }

  mutating func swapWrites(_ index: Int, _ other: Int) {
    if index != other { (writes[index], writes[other]) = (writes[other], writes[index]) }
  }

  /// Keeps only the first writes.
  mutating func keepWrites(_ count: Int) {
    if count != writes.count { writes.truncate(to: count) }
  }

  /// Removes the writes. Their memory is reused, unless they took a small part of it.
  mutating func removeWrites() {
    writes.truncate(to: writes.count)
    forgetWrites()
  }

  private mutating func forgetWrites() {
    lastCount = writes.count
    writes.removeAll()
    (writesAscend, nextSlot) = (true, 0)
    nextReading = lastCount >= Self.expectedTogether ? 0 : .max
  }

  // MARK: Expected writes

  /// How many writes are expected at a time.
  private static let expectedTogether = 64

  /// Whether many writes are expected to follow whose records have not been read: those that the last edit made next.
  @inline(__always)
  var expectsMany: Bool { writes.count >= nextReading }

  /// Where the memory of `writes` has the writes that are expected next.
  mutating func takeExpected() -> Range<Int> {
    let start = writes.count
    let end = max(start, min(start + Self.expectedTogether, lastCount))
    nextReading = end < lastCount ? end : .max
    return start..<end
  }

  /// Removes and returns the steps. There must be no writes.
  mutating func takeSteps() -> (steps: [ValueStep], kinds: ValueStep.Kinds) {
    var taken: [ValueStep] = []
    if !steps.isEmpty { Swift.swap(&taken, &steps) }
    defer { kinds = [] }
    return (taken, kinds)
  }

  /// Reuses the memory of steps that were removed for the next edit, if they were few.
  mutating func reuse(_ taken: consuming [ValueStep]) {
    taken.removeAll(keepingCapacity: taken.count < 1024)
    // Values that were released may have a `deinit` of their own, which made an edit.
    if steps.isEmpty { Swift.swap(&taken, &steps) }
  }

  /// Violates a rule, for the test that expects the report.
  mutating func damage() { steps.append(.entry(EntryStep(EnteredInstances.self, 0, other: nil, now: nil))) }

  /// The rules that are violated.
  func brokenRules() -> [String] {
    var broken: [String] = []
    if !steps.allSatisfy({ kinds.contains($0.kind) }) { broken.append("a journal knows what kinds of steps it has") }
    let areSorted = (1..<max(writes.count, 1)).allSatisfy { writes[$0 - 1].slot < writes[$0].slot }
    if writesAscend, !areSorted { broken.append("a journal knows whether its writes ascend") }
    return broken
  }
}

extension EvaluatorPart {
  static let journal = EvaluatorPart(
    "undo.journal", contents: "what the current edit did to values"
  ) { state in
    var rules = state.undo.journal.brokenRules()
    if state.activity.editDepth == 0, !state.undo.journal.isEmpty { rules.append("after an edit its journal is empty") }
    return rules
  } damage: { state in
    state.undo.journal.damage()
  }
}
