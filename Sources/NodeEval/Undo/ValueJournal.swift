// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A source that an edit wrote: the word that was there, or none if it is new. Most writes are of this kind, so they don't go
/// through the steps of everything else, which count references.
struct WordWrite: BitwiseCopyable {
  /// The slot, with the top bit if the source had no value.
  private let bits: UInt32
  let cell: UInt32
  var word: UInt64

  init(slot: UInt32, cell: UInt32, word: UInt64) { (bits, self.cell, self.word) = (slot, cell, word) }

  /// The first value of a source.
  init(newSlot slot: UInt32, cell: UInt32) { (bits, self.cell, word) = (slot | Self.newMark, cell, 0) }

  var slot: UInt32 { bits & ~Self.newMark }
  /// Whether the source had no value.
  var isFirst: Bool { bits & Self.newMark != 0 }
  /// What the source had.
  var before: KeptValue? { isFirst ? nil : .word(word) }

  private static let newMark: UInt32 = 1 << 31
}

/// What the edit under way has done to values, in order: what it takes to revert it.
///
/// Invariant (see `brokenRules`): `kinds` has the kind of each step. The writes come behind all steps; before another step
/// is added they become steps themselves.
struct ValueJournal: ~Copyable {
  private(set) var steps: [ValueStep] = []
  /// The writes since the last step.
  private(set) var writes = Buffer<WordWrite>()
  /// What kinds of steps there are: who looks for one kind goes through the steps only if it is there.
  private(set) var kinds: ValueStep.Kinds = []

  var isEmpty: Bool { steps.isEmpty && writes.isEmpty }

  /// Enters a write.
  @inline(__always)
  mutating func append(_ write: WordWrite) { writes.append(write) }

  /// Whether there are writes that have not become steps.
  @inline(__always)
  var hasWrites: Bool { !writes.isEmpty }

  /// Whether the nodes written come in the order of their slots. Then none was written twice, and each has another value
  /// than before, or had none: that was found when it was written.
  var writesAscend: Bool {
    for index in 1..<max(writes.count, 1) where writes[index - 1].slot >= writes[index].slot { return false }
    return true
  }

  /// Enters a step. There are no writes.
  @inline(__always)
  mutating func append(_ step: consuming ValueStep) {
    kinds.formUnion(step.kind)
    steps.append(step)
  }

  /// Turns the writes into steps, where something else follows them, or they are to be kept.
  mutating func enterWrites(_ kernels: borrowing KernelTable, _ topology: borrowing Topology) {
    for index in 0..<writes.count {
      let write = writes[index]
      let type = kernels[topology.records[write.slot].shape].outputs[0]
      steps.append(.gave(slot: write.slot, cell: write.cell, type: type, other: write.before))
    }
    kinds.formUnion(.gave)
    writes.removeAll()
  }

  /// Takes the last step out, to revert it. There are no writes.
  mutating func removeLastStep() -> ValueStep { steps.removeLast() }

  /// Takes the last write out, to revert it.
  mutating func removeLastWrite() -> WordWrite? { writes.isEmpty ? nil : writes.removeLast() }

  mutating func swapWrites(_ index: Int, _ other: Int) {
    if index != other { (writes[index], writes[other]) = (writes[other], writes[index]) }
  }

  /// Keeps the first writes.
  mutating func keepWrites(_ count: Int) {
    if count != writes.count { writes.truncate(to: count) }
  }

  /// Takes the writes out. Their memory is used again, unless they took a small part of it.
  mutating func removeWrites() {
    writes.truncate(to: writes.count)
    writes.removeAll()
  }

  /// Takes the steps out. There are no writes.
  mutating func takeSteps() -> (steps: [ValueStep], kinds: ValueStep.Kinds) {
    var taken: [ValueStep] = []
    if !steps.isEmpty { Swift.swap(&taken, &steps) }
    defer { kinds = [] }
    return (taken, kinds)
  }

  /// Uses the memory of a few steps that were taken out for the next edit.
  mutating func reuse(_ taken: consuming [ValueStep]) {
    taken.removeAll(keepingCapacity: taken.count < 1024)
    // Values that went may have had code of their own, which made an edit.
    if steps.isEmpty { Swift.swap(&taken, &steps) }
  }

  /// Breaks a rule, for the test that sees it reported.
  mutating func damage() { steps.append(.entry(EntryStep(EnteredInstances.self, 0, other: nil, now: nil))) }

  /// The rules that are broken.
  func brokenRules() -> [String] {
    let isKept = steps.allSatisfy { kinds.contains($0.kind) }
    return isKept ? [] : ["a journal knows what kinds of steps it has"]
  }
}
