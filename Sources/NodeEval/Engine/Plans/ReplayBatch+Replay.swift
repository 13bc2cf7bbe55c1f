// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What a replay does with its batch outside of kernels' loops.
extension ReplayBatch {
  /// Makes a batch of the pending entries of the first word. The evaluator must outlive it.
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
    unsafe self.evaluator = UnsafeRawPointer(evaluator.toOpaque())
  }

  /// Makes the next word that has pending entries the current one. Returns whether there is one.
  @inline(__always)
  mutating func takeWord(of replay: ReplayTables) -> Bool {
    if unsafe replay.places.isEmpty { return false }
    unsafe (word, bits) = replay.places.takeWord(after: word)
    unsafe entries = replay.entries + word << 6
    return true
  }

  /// Whether the next node has no special state, except that it may be observed.
  var isNextPlain: Bool {
    @inline(__always) get { unsafe status[Int(entry.pointee.slot)].isSubset(of: .isObserved) }
  }

  /// Ends the next node, which did not run in the kernel's loop.
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

  /// Notes a change for observers and makes consumers in other words pending. Returns those in the current word.
  ///
  /// It takes parts of the batch, because the batch itself could not stay in registers if it were passed.
  @usableFromInline @inline(never)
  static func passOn(
    _ entry: UnsafeMutablePointer<PlanEntry>, outputs: UInt32, _ entries: UnsafeMutablePointer<PlanEntry>, word: Int,
    _ evaluator: UnsafeRawPointer
  ) -> UInt64 {
    unsafe Unmanaged<Evaluator>.fromOpaque(evaluator)._withUnsafeGuaranteedRef {
      unsafe $0.passOn(entry, outputs: outputs, entries, word: word)
    }
  }
}

extension Evaluator {
  /// The implementation of `ReplayBatch.passOn`.
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
