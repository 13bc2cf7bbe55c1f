// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Entries of a replay that share a kernel, which runs them in a loop of its own.
///
/// Where nodes of one shape follow each other, the loop around a node costs twice what a light node does: its kernel is looked up
/// and called, and hands back what the loop then looks at. A kernel that contains the loop keeps all of that in
/// registers. It stops at the first node that is of another shape, or about which there is something else to know.
@safe
@frozen
@usableFromInline
struct ReplayBatch: KernelBatch {
  /// The entries of the word at work.
  @usableFromInline var entries: UnsafeMutablePointer<PlanEntry>
  /// Those of them that wait.
  @usableFromInline var bits: UInt64
  /// Which word that is.
  @usableFromInline var word = 0
  /// The shape of the next one, with its marks.
  @usableFromInline var shape: UInt32 = 0
  /// Where the next one is logged.
  @usableFromInline var log: UnsafeMutablePointer<LogEntry>
  @usableFromInline let status: UnsafePointer<NodeStatus>
  @usableFromInline let values: UnsafeMutableRawPointer
  @usableFromInline let arguments: UnsafeMutablePointer<UInt32>
  @usableFromInline let evaluator: Unmanaged<Evaluator>

  /// A batch of those that wait in the first word. The evaluator outlives it.
  @inline(__always)
  init(
    of evaluator: Unmanaged<Evaluator>, _ replay: ReplayTables, _ status: UnsafePointer<NodeStatus>,
    start: UInt64, log: UnsafeMutablePointer<LogEntry>
  ) {
    unsafe entries = replay.entries
    bits = start
    unsafe self.log = log
    unsafe self.status = status
    unsafe values = replay.values
    unsafe arguments = replay.arguments
    unsafe self.evaluator = evaluator
  }

  /// Takes the next word that has some that wait. Returns whether there is one.
  @inline(__always)
  mutating func takeWord(of replay: ReplayTables) -> Bool {
    if unsafe replay.places.isEmpty { return false }
    unsafe (word, bits) = replay.places.takeWord(after: word)
    unsafe entries = replay.entries + word << 6
    return true
  }

  /// The next entry that waits.
  @inlinable
  var entry: UnsafeMutablePointer<PlanEntry> {
    @inline(__always) get { unsafe entries + bits.trailingZeroBitCount }
  }

  /// The call of the next one, which has a value.
  @inlinable var call: KernelCall {
    @inline(__always)
    get {
      unsafe KernelCall(
        values: values, block: PlanEntry.block(of: entry), arguments: arguments,
        output: entry.pointee.output & ~KernelCall.firstTime)
    }
  }

  /// Whether nothing is known of the next one but perhaps that it is observed.
  var isNextPlain: Bool {
    @inline(__always) get { unsafe status[Int(entry.pointee.slot)].isSubset(of: .isObserved) }
  }

  /// Ends the next one, which did not run as the others do.
  @inline(__always)
  mutating func end(_ result: RunResult, in replay: ReplayTables) {
    let entry = unsafe self.entry
    bits &= bits &- 1
    if let logged = result.entry {
      unsafe log.pointee = logged
      unsafe log += 1
    }
    unsafe bits |= replay.queueReaders(of: entry, outputs: result.outputs, word: word)
  }
}

/// What a kernel does.
extension ReplayBatch {
  /// Whether there is a next one, of the shape, that a kernel can run.
  @inlinable @inline(__always)
  func findNext() -> Bool {
    if bits == 0 { return false }
    let entry = unsafe self.entry
    return unsafe entry.pointee.shapeAndMarks == shape && status[Int(entry.pointee.slot)].isSubset(of: .isObserved)
  }

  /// Ends the next one, of which these outputs changed.
  @inlinable @inline(__always)
  mutating func end(_ outputs: UInt32) {
    let entry = unsafe self.entry
    unsafe log.pointee = LogEntry(entry.pointee.slot, changed: outputs)
    unsafe log += 1
    bits &= bits &- 1
    if outputs == 0 { return }
    unsafe bits |= entry.pointee.near
    if unsafe !entry.pointee.far.isEmpty || !status[Int(entry.pointee.slot)].isEmpty {
      unsafe bits |= Self.passOn(entry, outputs: outputs, entries, word: word, evaluator)
    }
  }

  /// Notes a change for observers and has consumers of other words wait. Returns those of the word at work.
  ///
  /// It takes parts of the batch and not the batch itself, which could not stay in registers then.
  @usableFromInline @inline(never)
  static func passOn(
    _ entry: UnsafeMutablePointer<PlanEntry>, outputs: UInt32, _ entries: UnsafeMutablePointer<PlanEntry>, word: Int,
    _ evaluator: Unmanaged<Evaluator>
  ) -> UInt64 {
    unsafe evaluator._withUnsafeGuaranteedRef { unsafe $0.passOn(entry, outputs: outputs, entries, word: word) }
  }
}

extension Evaluator {
  /// What `ReplayBatch.passOn` does.
  @inline(never)
  fileprivate func passOn(
    _ entry: UnsafeMutablePointer<PlanEntry>, outputs: UInt32, _ entries: UnsafeMutablePointer<PlanEntry>, word: Int
  ) -> UInt64 {
    let slot = unsafe entry.pointee.slot
    if !state.nodes.status[slot].isEmpty { note(Notice(slot: slot, outputs: outputs)) }
    if unsafe entry.pointee.far.isEmpty { return 0 }
    let replay = unsafe ReplayTables(state, entries: entries - word << 6)
    return unsafe replay.queueFar(entry, outputs: outputs, word: word)
  }
}
