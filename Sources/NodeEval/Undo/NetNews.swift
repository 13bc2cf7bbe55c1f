// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What nodes had before several patches are exchanged, of which more than one gives them something else: in the end
/// they may have what they had.
struct NetNews: ~Copyable {
  private var before = RunRecord()
  private var types: [[ValueType]] = []

  /// Keeps what those nodes have; `nil` if there are none.
  init?(of patches: [Patch], in evaluator: Evaluator) {
    guard patches.count > 1 || patches.contains(where: \.isMerged) else { return nil }
    // A node is in doubt that is news in two of them, or in one that was made of several.
    var seen: [UInt32: UInt32] = [:]
    var inDoubt: Set<UInt32> = []
    for patch in patches {
      var news: [UInt32: UInt32] = [:]
      patch.addNews(to: &news)
      for (slot, outputs) in news where outputs != 0 {
        if patch.isMerged || seen.updateValue(outputs, forKey: slot) != nil { inDoubt.insert(slot) }
      }
    }
    for slot in inDoubt where evaluator.box.value.topology.isAlive(slot) {
      let kernel = evaluator.kernel(of: slot)
      before.add(slot, of: evaluator.box.value, kernel)
      types.append(kernel.outputs)
    }
  }

  /// Takes those away from the news that have what they had.
  func removeUnchanged(from news: inout [UInt32: UInt32], in evaluator: Evaluator) {
    evaluator.box.value.phase = .comparing
    defer { evaluator.box.value.phase = .idle }
    for index in types.indices {
      let slot = before.entries[index].slot
      guard let outputs = news[slot], evaluator.box.value.topology.isAlive(slot) else { continue }
      let now = evaluator.kernel(of: slot).outputs
      guard now.map(\.port) == types[index].map(\.port) else { continue }
      let changed = outputs & before.changedOutputs(of: index, now, in: evaluator.box.value)
      news[slot] = changed == 0 ? nil : changed
    }
  }
}

extension RunRecord {
  /// A bit for each output of a node that is another than what an entry has.
  fileprivate func changedOutputs(of index: Int, _ types: [ValueType], in state: borrowing EvaluatorState) -> UInt32 {
    let entry = entries[index]
    let status = state.status[entry.slot]
    guard failures[index] == state.failures[entry.slot],
      entry.holdsValues == (status & EvaluatorState.Status.empty == 0)
    else { return .max }
    if failures[index] != nil || !entry.holdsValues { return 0 }
    var changed: UInt32 = 0
    var cell = state.topology.records[entry.slot].output
    var offset = entry.offset
    for (output, type) in types.enumerated() {
      if unsafe !type.isSame(words.base, offset, state.values.base, cell) { changed |= 1 << UInt32(output) }
      offset += type.port.words
      cell += type.port.words
    }
    return changed
  }
}
