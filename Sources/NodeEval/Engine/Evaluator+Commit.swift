// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What happens when the outermost edit ends. Its lists lie in the state and are used again by the next one.
extension Evaluator {
  /// Ends an edit and evaluates what it touched.
  ///
  /// - Parameter keepsPatch: Whether it has to be possible to take it back.
  /// - Returns: What takes it back, if that is kept, and what it caused.
  func commit(keepingPatch keepsPatch: Bool) -> (patch: Patch?, receipt: Receipt) {
    var changes: [Change] = []
    swap(&changes, &box.value.spareChanges)
    box.value.topology.addChanges(to: &changes)
    noteTouched()
    var journal: [ValueStep] = []
    swap(&journal, &box.value.journal)
    let writesOnly = box.value.journalsWritesOnly
    box.value.journalsWritesOnly = true
    var steps: [Step] = []
    if keepsPatch {
      steps = box.value.topology.commitEditKeepingSteps()
    } else {
      forgetCommitted(writesOnly ? [] : journal)
    }
    let unfinished = keepsPatch ? box.value.unfinished : []
    let isUnfinished = keepsPatch ? box.value.isUnfinished : []
    beginLog()
    if !journal.isEmpty { noteGivenSources(&journal, recovered: writesOnly ? [] : bringBackFailures(journal)) }
    let given = keepsPatch ? (0..<box.value.given).map { box.value.log[$0] } : []
    for index in 0..<box.value.given { markConsumers(of: box.value.log[index]) }
    markTouched()
    box.value.keepsRuns = keepsPatch
    settle()
    box.value.keepsRuns = false
    box.value.graph.checkIfAsked()
    let receipt = makeReceipt(changes)
    guard keepsPatch else {
      if !journal.isEmpty { reuse(&journal) }
      return (nil, receipt)
    }
    steps.removeAll { if case .registered = $0 { true } else { false } }
    if steps.isEmpty { leaveOutRepetitions(of: &journal, given) }
    let patch = Patch(
      steps: steps, journal: journal, given: given, runs: takeRuns(), unfinished: unfinished,
      isUnfinished: isUnfinished)
    return (patch, receipt)
  }

  /// Where ports stayed as they were, keeps of each source that has news the first step, and of others none.
  private func leaveOutRepetitions(of journal: inout [ValueStep], _ given: [UInt32]) {
    guard journal.count > 1 else { return }
    let news = Set(given)
    // Values that go may have code of their own: it changes no graph.
    box.value.phase = .evaluating
    journal = journal.firstOfEachCell.filter { step in
      if case .gave(let slot, _, _, _) = step { news.contains(slot) } else { true }
    }
    box.value.phase = .idle
  }

  /// Frees what an edit has removed that nobody can take back.
  private func forgetCommitted(_ journal: [ValueStep]) {
    // Values that go may have code of their own: it changes no graph either.
    box.value.phase = .evaluating
    for case .removed(let slot, _) in box.value.topology.steps { destroyOutputs(of: slot) }
    destroyOtherValues(journal, areUndone: false)
    release(box.value.topology.commitEdit())
    box.value.phase = .idle
  }

  /// Keeps the memory of a small journal for the next edit.
  private func reuse(_ journal: inout [ValueStep]) {
    journal.removeAll(keepingCapacity: journal.count < 1024)
    // Values that went may have had code of their own, which made an edit.
    if box.value.journal.isEmpty { swap(&journal, &box.value.journal) }
  }

  /// Notes the nodes that the steps of the edit make run again; those it removed included.
  private func noteTouched() {
    box.value.touched.removeAll()
    for step in box.value.topology.steps {
      switch step {
      case .added(let slot), .reshaped(let slot, _): box.value.touched.append(slot)
      case .linked(let place, _, _, _), .unlinked(let place, _, _, _, _): box.value.touched.append(place.node)
      case .literal(let place, _, _) where box.value.topology.isResting(place): box.value.touched.append(place.node)
      default: break
      }
    }
    if box.value.journalsWritesOnly { return }
    for case .wroteLiteral(let place, let cell, _, _) in box.value.journal
    where box.value.topology.reads(place, cell: cell) {
      box.value.touched.append(place.node)
    }
  }

  /// Marks the nodes that were noted, and are still there.
  private func markTouched() {
    for index in 0..<box.value.touched.count {
      let slot = box.value.touched[index]
      guard box.value.topology.isAlive(slot), box.value.status[slot] & EvaluatorState.Status.source == 0 else {
        continue
      }
      box.value.status[slot] |= EvaluatorState.Status.checkInputs
      mark(slot)
    }
  }

  /// Enters the sources whose value is news into the log, in the order in which they were first given one.
  ///
  /// What was written and is no news, or lies in a node that is no source any more, is taken back, so that cells hold
  /// what consumers were told last: that is what a new value is compared with.
  private func noteGivenSources(_ journal: inout [ValueStep], recovered: Set<UInt32>) {
    let count = journal.count
    for index in 0..<count {
      guard case .gave(let slot, let cell, let type, let before) = journal[index], isOutput(cell, of: slot),
        box.value.status[slot] & EvaluatorState.Status.seen == 0
      else { continue }
      box.value.status[slot] |= EvaluatorState.Status.seen
      let isSource = box.value.status[slot] & EvaluatorState.Status.source != 0
      if isSource, before.map({ isNews(after: $0, in: slot) }) ?? true || recovered.contains(slot) {
        noteGiven(slot)
        continue
      }
      var takenBack = ValueStep.gave(slot: slot, cell: cell, type: type, other: before)
      exchange(&takenBack)
      journal.append(takenBack)
    }
    for index in 0..<count {
      if case .gave(let slot, _, _, _) = journal[index] { box.value.status[slot] &= ~EvaluatorState.Status.seen }
    }
  }

  /// Gives nodes that were sources for a while the failure they had. Returns the sources that had one.
  private func bringBackFailures(_ journal: [ValueStep]) -> Set<UInt32> {
    var seen: Set<UInt32> = []
    var recovered: Set<UInt32> = []
    for case .reshaped(let reshaping) in journal
    where isOutput(reshaping.before.cell, of: reshaping.slot) && seen.insert(reshaping.slot).inserted {
      guard reshaping.status & EvaluatorState.Status.failed != 0 else { continue }
      if box.value.status[reshaping.slot] & EvaluatorState.Status.source != 0 {
        recovered.insert(reshaping.slot)
      } else {
        box.value.status[reshaping.slot] |= EvaluatorState.Status.failed
        box.value.failures[reshaping.slot] = reshaping.failure
      }
    }
    return recovered
  }

  /// Whether a cell is where the outputs of a node lie, now that the edit is over.
  private func isOutput(_ cell: UInt32, of slot: UInt32) -> Bool {
    box.value.topology.isAlive(slot) && box.value.topology.records[slot].output == cell
  }

  private func isNews(after before: KeptValue, in slot: UInt32) -> Bool {
    let cell = box.value.topology.records[slot].output
    return !kernel(of: slot).isNoNews(before, in: box.value.values, cell)
  }
}
