// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A source that an edit wrote: the word that was there. Most are of this kind, so they don't go through the journal
/// of everything else, whose steps count references.
struct WordWrite: BitwiseCopyable {
  let slot: UInt32
  let cell: UInt32
  var word: UInt64
}

/// Writing sources inside an edit.
extension Evaluator {
  private typealias Status = EvaluatorState.Status

  /// Enters writes into the journal, where something else follows them, or they are to be kept.
  @inline(__always)
  func journalWrites() {
    if !box.value.writes.isEmpty { journalAllWrites() }
  }

  @inline(never)
  private func journalAllWrites() {
    for index in 0..<box.value.writes.count {
      let write = box.value.writes[index]
      let type = kernel(of: write.slot).outputs[0]
      box.value.journal.append(.gave(slot: write.slot, cell: write.cell, type: type, other: .word(write.word)))
    }
    box.value.writes.removeAll()
  }

  /// Takes back the writes since the last entry of the journal.
  func takeBackWrites() {
    while !box.value.writes.isEmpty {
      var write = box.value.writes.removeLast()
      box.value.values.exchange(write.cell, &write.word)
    }
  }

  /// Enters the sources that were written into the log as `noteGivenSources` does, where there is no more to know.
  func noteWrites() {
    let count = box.value.writes.count
    for index in 0..<count {
      var write = box.value.writes[index]
      guard box.value.status[write.slot] & Status.seen == 0 else { continue }
      box.value.status[write.slot] |= Status.seen
      if isNews(after: .word(write.word), in: write.slot) {
        noteGiven(write.slot)
      } else {
        box.value.values.exchange(write.cell, &write.word)
      }
    }
    for index in 0..<count { box.value.status[box.value.writes[index].slot] &= ~Status.seen }
    if count > 1024 { box.value.writes = Buffer() } else { box.value.writes.removeAll() }
  }
}
