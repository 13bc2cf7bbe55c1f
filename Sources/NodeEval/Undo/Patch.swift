// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What one edit did, in a form that can be taken back and done again at the cost of what it changed, without running
/// anyone's code.
///
/// What it removed lies out of sight in the tables, so a patch has to be forgotten by the evaluator when it is of no
/// more use; the values that it keeps itself go with it.
final class Patch {
  var steps: [Step]
  var journal: [ValueStep]
  /// The sources whose value is news.
  var given: [UInt32]
  var runs: RunRecord
  /// What was unfinished on the other side.
  var unfinished: [NodeID]
  var isUnfinished: [Bool]
  private(set) var isUndone = false

  init(
    steps: [Step], journal: [ValueStep], given: [UInt32], runs: consuming RunRecord, unfinished: [NodeID],
    isUnfinished: [Bool]
  ) {
    self.steps = steps
    self.journal = journal
    self.given = given
    self.runs = runs
    self.unfinished = unfinished
    self.isUnfinished = isUnfinished
  }

  /// Whether it changes nothing.
  var isEmpty: Bool { steps.isEmpty && journal.isEmpty && runs.isEmpty && unfinished.isEmpty }

  /// Whether values are all it changed.
  var isOfValuesOnly: Bool { steps.isEmpty && unfinished.isEmpty }

  /// The bytes it holds, those that names and values hold elsewhere aside.
  var byteCount: Int {
    steps.reduce(128) { $0 + $1.byteCount } + journal.count * MemoryLayout<ValueStep>.stride + given.count * 4
      + runs.byteCount + isUnfinished.count
  }
}

extension Patch {
  /// Takes it back in an evaluator, or does it again.
  ///
  /// - Precondition: It was the last change of the evaluator that is not taken back, or else the first that is.
  func exchange(in evaluator: Evaluator) {
    let topology = evaluator.box.value.graph.storage
    if isUndone {
      for index in steps.indices { topology.value.redo(&steps[index]) }
      for index in journal.indices { evaluator.exchange(&journal[index]) }
      for index in 0..<runs.entries.count { runs.exchange(index, in: &evaluator.box.value) }
    } else {
      for index in steps.indices.reversed() { topology.value.undo(&steps[index]) }
      for index in (0..<runs.entries.count).reversed() { runs.exchange(index, in: &evaluator.box.value) }
      for index in journal.indices.reversed() { evaluator.exchange(&journal[index]) }
    }
    isUndone.toggle()
    swap(&unfinished, &evaluator.box.value.unfinished)
    swap(&isUnfinished, &evaluator.box.value.isUnfinished)
    evaluator.makeRoom()
    haveInputsChecked(in: evaluator)
  }

  /// Whoever reads something else than before, or something that has failed, looks at its inputs when it runs next.
  private func haveInputsChecked(in evaluator: Evaluator) {
    let topology = evaluator.box.value.graph.storage
    for step in steps {
      guard let node = step.rewiredNode, topology.value.isAlive(node) else { continue }
      evaluator.checkInputs(of: node)
    }
    guard !evaluator.box.value.failures.isEmpty else { return }
    for index in 0..<runs.entries.count { evaluator.checkInputs(behind: runs.entries[index].slot) }
    for case .reshaped(let reshaping) in journal { evaluator.checkInputs(behind: reshaping.slot) }
  }

  /// What it changes when it is exchanged next, as callers see it; after the exchange, what that did.
  func changes(in topology: borrowing Topology, isUndo: Bool) -> [Change] {
    let changes = topology.changes(of: steps)
    return isUndo ? changes.reversed().map(\.inverse) : changes
  }

  /// Adds the nodes that have another value, or are there again, with a bit for each of their outputs.
  func addNews(to news: inout [UInt32: UInt32]) {
    for slot in given { news[slot, default: 0] |= 1 }
    for index in 0..<runs.entries.count where runs.entries[index].outputs != 0 {
      news[runs.entries[index].slot, default: 0] |= runs.entries[index].outputs
    }
    for step in steps {
      if case .added(let slot) = step, !isUndone { news[slot, default: 0] |= 0 }
      if case .removed(let slot, _) = step, isUndone { news[slot, default: 0] |= 0 }
    }
  }

  /// Takes over a later patch as if both were one edit, where both changed values only: of each it keeps what there was
  /// at first.
  func absorb(_ later: Patch) {
    var seen: Set<UInt32> = []
    for case .gave(_, let cell, _, _) in journal { seen.insert(cell) }
    for case .wroteLiteral(_, let cell, _, _) in journal { seen.insert(cell) }
    journal += later.journal.filter { step in
      switch step {
      case .gave(_, let cell, _, _), .wroteLiteral(_, let cell, _, _): seen.insert(cell).inserted
      case .reshaped: true
      }
    }
    given += Set(later.given).subtracting(given).sorted()
    runs.absorb(&later.runs)
  }
}

extension Step {
  /// The node whose inputs it wired in another way.
  fileprivate var rewiredNode: UInt32? {
    switch self {
    case .linked(let place, _, _, _), .unlinked(let place, _, _, _, _), .literal(let place, _, _): place.node
    case .reshaped(let slot, _): slot
    default: nil
    }
  }
}

extension Evaluator {
  fileprivate func checkInputs(of slot: UInt32) {
    guard box.value.status[slot] & EvaluatorState.Status.source == 0 else { return }
    box.value.status[slot] |= EvaluatorState.Status.checkInputs
  }

  fileprivate func checkInputs(behind slot: UInt32) {
    let topology = box.value.graph.storage
    guard box.value.status[slot] & EvaluatorState.Status.failed != 0, topology.value.isAlive(slot) else { return }
    topology.value.forEachNeighbour(of: slot, isUpstream: false) { checkInputs(of: $0) }
  }

  /// Frees what lies out of sight for a patch only, which is then of no more use.
  func forget(_ patch: Patch) {
    // Values that go may have code of their own: it changes no graph.
    let phase = box.value.phase
    box.value.phase = .evaluating
    for step in patch.steps {
      switch step {
      case .added(let slot) where patch.isUndone: destroyOutputs(of: slot)
      case .removed(let slot, _) where !patch.isUndone: destroyOutputs(of: slot)
      default: break
      }
    }
    destroyOtherValues(patch.journal, areUndone: patch.isUndone)
    release(box.value.graph.storage.value.forget(patch.steps[...], areUndone: patch.isUndone))
    patch.steps = []
    patch.journal = []
    patch.runs = RunRecord()
    box.value.phase = phase
  }
}
