// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The values of nodes before patches are undone or redone, where nodes may end with the values that they had before: because more
/// than one patch changes them, or because nodes run as well.
struct NetChanges: ~Copyable {
  private var before = RunRecord()
  private var types: [[ValueType]] = []
  /// The nodes whose values are kept.
  private var kept: Set<UInt32> = []

  /// Keeps the values of nodes that several changes may restore; `nil` if there is only one patch, and it was not merged.
  init?(of patches: [Patch], in evaluator: Evaluator) {
    guard patches.count > 1 || patches.contains(where: \.isMerged) else { return nil }
    // A node is in doubt if it changes in two of the patches, or in a merged one.
    var seen: [UInt32: UInt32] = [:]
    var inDoubt: Set<UInt32> = []
    for patch in patches {
      var changed = ChangedOutputs()
      patch.addChanges(to: &changed)
      for (slot, outputs) in changed where outputs != 0 {
        if patch.isMerged || seen.updateValue(outputs, forKey: slot) != nil { inDoubt.insert(slot) }
      }
    }
    for slot in inDoubt { keep(slot, of: evaluator) }
  }

  /// Keeps the values of all nodes that patches touch, whether or not they changed when the patches were made.
  init(ofAllIn patches: [Patch], in evaluator: Evaluator) {
    for patch in patches {
      for slot in patch.given { keep(slot, of: evaluator) }
      for case .gave(let slot, _, _, _) in patch.journal { keep(slot, of: evaluator) }
      for index in 0..<patch.runs.entries.count { keep(patch.runs.entries[index].slot, of: evaluator) }
    }
  }

  private mutating func keep(_ slot: UInt32, of evaluator: Evaluator) {
    guard evaluator.state.topology.isAlive(slot), kept.insert(slot).inserted else { return }
    before.add(slot, of: evaluator.state)
    types.append(evaluator.state.kernel(of: slot).outputs)
  }

  /// Whether the values of a node were kept.
  func knows(_ slot: UInt32) -> Bool { kept.contains(slot) }

  /// Adds the kept nodes whose values differ from the kept ones, and removes those whose values don't.
  func addChanges(to outputs: inout ChangedOutputs, in evaluator: Evaluator) {
    for slot in kept { outputs[slot] = .max }
    removeUnchanged(from: &outputs, in: evaluator)
  }

  /// Removes the nodes whose values are the kept ones.
  func removeUnchanged(from outputs: inout ChangedOutputs, in evaluator: Evaluator) {
    evaluator.state.activity.phase = .comparing
    defer { evaluator.state.activity.phase = .idle }
    for index in types.indices {
      let slot = before.entries[index].slot
      guard let mayHaveChanged = outputs[slot], evaluator.state.topology.isAlive(slot) else { continue }
      let now = evaluator.state.kernel(of: slot).outputs
      guard now.map(\.port) == types[index].map(\.port) else { continue }
      let changed = mayHaveChanged & before.changedOutputs(of: index, now, in: evaluator.state)
      outputs[slot] = changed == 0 ? nil : changed
    }
  }
}

/// The slots of nodes that have changed, with a bit for each output that changed; no bit for a node that was only restored.
typealias ChangedOutputs = [UInt32: UInt32]

extension RunRecord {
  /// A bit for each output of a node whose value differs from that of an entry.
  fileprivate func changedOutputs(of index: Int, _ types: [ValueType], in state: borrowing EvaluatorState) -> UInt32 {
    let entry = entries[index]
    guard failures[index] == state.nodes.failures[entry.slot] else { return .max }
    // The cells of a failed node contain no values, but those of a muted source keep what it was given.
    if failures[index] != nil, !state.nodes.status[entry.slot].contains(.isSource) { return 0 }
    guard entry.holdsValues != state.nodes.status[entry.slot].contains(.empty) else { return .max }
    if !entry.holdsValues { return 0 }
    var changed: UInt32 = 0
    var cell = state.topology.records[entry.slot].output
    var offset = entry.offset
    let outputCount = Int(state.topology.layout(of: entry.slot).outputCount)
    for (output, type) in types.prefix(outputCount).enumerated() {
      if unsafe !type.isSame(words.base, offset, state.nodes.arena.base, cell) { changed |= 1 << UInt32(output) }
      offset += type.port.words
      cell += type.port.words
    }
    return changed
  }
}
