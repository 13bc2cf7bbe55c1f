// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What one edit did, in a form that can be taken back and done again at the cost of what it changed, without running
/// anyone's code.
///
/// What it removed lies out of sight in the tables, so a patch has to be forgotten by the evaluator when it is of no
/// more use; the values that it keeps itself go with it.
final class Patch {
  // Nobody holds on to these while they are changed, and checking that at run time costs a tenth of an edit.
  @safe @exclusivity(unchecked) var steps: [Step]
  @safe @exclusivity(unchecked) var journal: [ValueStep]
  /// The sources whose value is news.
  @safe @exclusivity(unchecked) var given: [UInt32]
  @safe @exclusivity(unchecked) var runs: RunRecord
  /// What was unfinished on the other side.
  @safe @exclusivity(unchecked) var unfinished: [NodeID]
  @safe @exclusivity(unchecked) var isUnfinished: [Bool]
  /// What the application changed beside the graph, in order.
  @safe @exclusivity(unchecked) var companions: [any UndoCompanion] = []
  @safe @exclusivity(unchecked) private(set) var isUndone = false
  /// Whether it was made of several that changed values.
  @safe @exclusivity(unchecked) private(set) var isMerged = false
  /// What its values hold elsewhere, while an edit history counts it.
  @safe @exclusivity(unchecked) var holding = HeldBytes.Holding()

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
  var isEmpty: Bool {
    steps.isEmpty && journal.isEmpty && runs.isEmpty && unfinished.isEmpty && companions.isEmpty
  }

  /// Whether values, and positions of nodes, are all it changed.
  var isOfValuesOnly: Bool {
    unfinished.isEmpty && steps.allSatisfy { if case .moved = $0 { true } else { false } }
  }

  /// Whether it changed nothing by itself, but ran what an edit that was stopped had left.
  var onlyFinishes: Bool { steps.isEmpty && journal.isEmpty && companions.isEmpty }

  /// The nodes that were given values or literals; some twice.
  var givenSlots: [UInt32] {
    given + journal.compactMap { if case .wroteLiteral(let place, _, _, _) = $0 { place.node } else { nil } }
  }

  /// How much there is to go through.
  var weight: Int { steps.count + journal.count + runs.entries.count }

  /// Whether all it changes lies beside the graph.
  var isOfCompanionsOnly: Bool { steps.isEmpty && journal.isEmpty && runs.isEmpty }

  /// The bytes it holds, its object and the heads of its lists among them, without what values and names hold elsewhere.
  var byteCount: Int {
    steps.reduce(256) { $0 + $1.byteCount } + journal.count * MemoryLayout<ValueStep>.stride + given.count * 4
      + runs.byteCount + isUnfinished.count + companions.reduce(0) { $0 + $1.byteCount }
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
    for companion in isUndone ? companions : companions.reversed() { companion.exchange() }
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
      step.forEachRewiredNode { node in
        if topology.value.isAlive(node) { evaluator.checkInputs(of: node) }
      }
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

  /// Another patch that does the same, of one that only finishes what an edit has left.
  func copyOfRuns() -> Patch {
    precondition(onlyFinishes && !isUndone, "a patch of runs only is copied before it is taken back")
    let copy = Patch(
      steps: [], journal: [], given: [], runs: runs.copy(), unfinished: unfinished, isUnfinished: isUnfinished)
    copy.holding = holding
    return copy
  }

  /// Takes over a later patch as if both were one edit, where both changed values only, of which it keeps what there was
  /// at first, or the later one nothing but companions. Complexity: O(weight of both).
  func absorb(_ later: Patch) {
    companions += later.companions
    if later.isOfCompanionsOnly { return }
    isMerged = true
    journal = (journal + later.journal).firstOfEachCell
    given += Set(later.given).subtracting(given).sorted()
    runs.absorb(&later.runs)
    var moves: [UInt32: Int] = [:]
    for (index, step) in steps.enumerated() { if case .moved(let slot, _, _) = step { moves[slot] = index } }
    for case .moved(let slot, let before, let after) in later.steps {
      if let index = moves[slot], case .moved(_, let first, _) = steps[index] {
        steps[index] = .moved(slot, before: first, after: after)
      } else {
        moves[slot] = steps.count
        steps.append(.moved(slot, before: before, after: after))
      }
    }
    later.steps = []
  }
}

extension Step {
  /// The nodes whose inputs it wired in another way.
  fileprivate func forEachRewiredNode(_ body: (UInt32) -> Void) {
    switch self {
    case .linked(let place, _, _, _), .unlinked(let place, _, _, _, _), .literal(let place, _, _): body(place.node)
    case .linkedAll(let connections): for connection in connections { body(connection.target.node.slot) }
    case .reshaped(let slot, _): body(slot)
    default: break
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
    box.value.phase = .releasing
    for step in patch.steps {
      switch step {
      case .added(let slot) where patch.isUndone: destroyOutputs(of: slot)
      case .removed(let slot, _) where !patch.isUndone: destroyOutputs(of: slot)
      default: break
      }
    }
    destroyOtherValues(patch.journal, areUndone: patch.isUndone)
    if !patch.steps.isEmpty {
      // Somebody may hold a copy of the graph, and read it elsewhere at the same time.
      box.value.graph.makeUnique()
      release(box.value.graph.storage.value.forget(patch.steps, areUndone: patch.isUndone))
    }
    patch.steps = []
    patch.journal = []
    patch.runs = RunRecord()
    patch.companions = []
    box.value.phase = phase
  }
}
