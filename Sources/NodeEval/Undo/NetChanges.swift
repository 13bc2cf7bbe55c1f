// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What nodes had before several patches are undone or redone, of which more than one changes them, or before nodes are run
/// besides: in the end they may have what they had.
struct NetChanges: ~Copyable {
  private var before = RunRecord()
  private var types: [[ValueType]] = []
  /// The nodes of which that is kept.
  private var kept: Set<UInt32> = []

  /// Keeps what those nodes have; `nil` if there are none.
  init?(of patches: [Patch], in evaluator: Evaluator) {
    guard patches.count > 1 || patches.contains(where: \.isMerged) else { return nil }
    // A node is in doubt that changes in two of them, or in one that was made of several.
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

  /// Keeps what all nodes have that patches touch, whether or not it changed when they were made.
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

  /// Whether it was kept what a node had.
  func knows(_ slot: UInt32) -> Bool { kept.contains(slot) }

  /// Adds the nodes that have something else than they had, and takes out those that have not.
  func addChanges(to outputs: inout ChangedOutputs, in evaluator: Evaluator) {
    for slot in kept { outputs[slot] = .max }
    removeUnchanged(from: &outputs, in: evaluator)
  }

  /// Takes the nodes out that have what they had.
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

/// For slots of nodes that have changed, a bit for each of their outputs; no bit for a node that only is there again.
typealias ChangedOutputs = [UInt32: UInt32]

extension RunRecord {
  /// A bit for each output of a node that is another than what an entry has.
  fileprivate func changedOutputs(of index: Int, _ types: [ValueType], in state: borrowing EvaluatorState) -> UInt32 {
    let entry = entries[index]
    guard failures[index] == state.nodes.failures[entry.slot] else { return .max }
    // What lies in the cells of a node that has failed is nobody's value.
    if failures[index] != nil { return 0 }
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
