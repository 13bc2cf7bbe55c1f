// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What happens when the outermost edit ends. Its lists lie in the state and are used again by the next one.
extension Evaluator {
  /// Ends an edit that nobody can take back, and evaluates what it touched.
  func commit() {
    guard box.value.journal.isEmpty, !box.value.topology.steps.hidesSomething else { return commitEverything() }
    clearLog()
    if box.value.topology.endEmptyEdit() {
      if !box.value.writes.isEmpty { return commitWrites() }
      if box.value.hasUnfinished { settle() }
      return
    }
    box.value.topology.commitEdit(handingStepsTo: &box.value.lastSteps)
    reserveRanks()
    if !box.value.writes.isEmpty {
      touchRewired()
      return commitWrites()
    }
    if box.value.lastSteps.count == 1 {
      let slot = box.value.lastSteps.rewiredNode(at: 0)
      if slot != NodeRecord.none, prepare(slot, mayLackInput: box.value.lastSteps.mayLackInput(at: 0)) {
        runAlone(slot)
        return box.value.graph.checkIfAsked()
      }
    }
    touchRewired()
    settle()
    box.value.graph.checkIfAsked()
  }

  /// Connections may have spaced the order out.
  private func reserveRanks() { box.value.pending.reserve(box.value.topology.nodeAtRank.count) }

  private func commitWrites() {
    noteWrites()
    for index in 0..<box.value.given { markConsumers(of: box.value.log[index]) }
    settle()
    box.value.graph.checkIfAsked()
  }

  /// The same where values of all types and literals were written, or something was removed.
  @inline(never)
  private func commitEverything() {
    let removes = box.value.topology.steps.hidesSomething
    // Afterwards what was removed is called something else.
    let changes = removes ? box.value.topology.changes() : []
    var (journal, writesOnly) = takeJournal()
    clearLog()
    if removes || !writesOnly {
      forgetCommitted(journal)
    } else {
      box.value.topology.commitEdit(handingStepsTo: &box.value.lastSteps)
    }
    reserveRanks()
    if !journal.isEmpty { noteGivenSources(&journal, recovered: writesOnly ? [] : bringBackFailures(journal)) }
    for index in 0..<box.value.given { markConsumers(of: box.value.log[index]) }
    touchRewired()
    if !writesOnly { touchOverwritten(journal) }
    settle()
    if removes {
      box.value.lastSteps.removeAll()
      box.value.madeChanges = changes
    }
    box.value.graph.checkIfAsked()
    if journal.isEmpty { return }
    // Values that go may have code of their own, which makes edits.
    rememberCauses()
    let receipt = lastReceipt
    reuse(&journal)
    handOut(receipt)
  }

  /// Ends an edit so that it can be taken back, and evaluates what it touched.
  ///
  /// - Returns: What takes it back, and what it caused.
  func commitKeepingPatch() -> (patch: Patch, receipt: Receipt) {
    let changes = box.value.topology.changes()
    var (journal, writesOnly) = takeJournal()
    let steps = box.value.topology.commitEditKeepingSteps()
    let unfinished = box.value.unfinished
    let isUnfinished = box.value.isUnfinished
    clearLog()
    reserveRanks()
    if !journal.isEmpty { noteGivenSources(&journal, recovered: writesOnly ? [] : bringBackFailures(journal)) }
    let given = (0..<box.value.given).map { box.value.log[$0] }
    for slot in given { markConsumers(of: slot) }
    for step in steps { touch(step) }
    if !writesOnly { touchOverwritten(journal) }
    box.value.keepsRuns = true
    settle()
    box.value.keepsRuns = false
    box.value.graph.checkIfAsked()
    let receipt = makeReceipt(changes)
    if steps.isEmpty { leaveOutRepetitions(of: &journal, given) }
    let patch = Patch(
      steps: steps, journal: journal, given: given, runs: takeRuns(), unfinished: unfinished,
      isUnfinished: isUnfinished)
    return (patch, receipt)
  }

  private func takeJournal() -> (journal: [ValueStep], writesOnly: Bool) {
    journalWrites()
    var journal: [ValueStep] = []
    if !box.value.journal.isEmpty { swap(&journal, &box.value.journal) }
    let writesOnly = box.value.journalsWritesOnly
    box.value.journalsWritesOnly = true
    return (journal, writesOnly)
  }

  /// Where ports stayed as they were, keeps of each source that has news the first step, and of others none.
  private func leaveOutRepetitions(of journal: inout [ValueStep], _ given: [UInt32]) {
    guard journal.count > 1 else { return }
    let news = Set(given)
    // Values that go may have code of their own: it changes no graph.
    box.value.phase = .releasing
    journal = journal.firstOfEachCell.filter { step in
      if case .gave(let slot, _, _, _) = step { news.contains(slot) } else { true }
    }
    box.value.phase = .idle
  }

  /// Frees what an edit has removed that nobody can take back.
  private func forgetCommitted(_ journal: [ValueStep]) {
    // Values that go may have code of their own: it changes no graph either.
    box.value.phase = .releasing
    for index in 0..<box.value.topology.steps.count {
      if case .removed(let slot, _) = box.value.topology.steps[index] { destroyOutputs(of: slot) }
    }
    destroyOtherValues(journal, areUndone: false)
    release(box.value.topology.commitRemovingEdit(handingStepsTo: &box.value.lastSteps))
    box.value.phase = .idle
  }

  /// Keeps the memory of a small journal for the next edit.
  private func reuse(_ journal: inout [ValueStep]) {
    journal.removeAll(keepingCapacity: journal.count < 1024)
    // Values that went may have had code of their own, which made an edit.
    if box.value.journal.isEmpty { swap(&journal, &box.value.journal) }
  }

  /// Has the node run again that a step of the edit touched, if it still is there.
  private func touch(_ step: Step) {
    switch step {
    case .added(let slot), .reshaped(let slot, _): touch(slot)
    case .linked(let place, _, _, _), .unlinked(let place, _, _, _, _): touch(place.node)
    case .linkedAll(let connections): for connection in connections { touch(connection.target.node.slot) }
    case .literal(let place, _, _): if box.value.topology.isResting(place) { touch(place.node) }
    default: break
    }
  }

  private func touchRewired() {
    for index in 0..<box.value.lastSteps.count {
      let slot = box.value.lastSteps.rewiredNode(at: index)
      if slot == NodeRecord.none {
        touch(box.value.lastSteps[index])
      } else if prepare(slot, mayLackInput: box.value.lastSteps.mayLackInput(at: index)) {
        mark(slot)
      }
    }
  }

  /// Has the nodes run again that read a literal which was overwritten.
  private func touchOverwritten(_ journal: [ValueStep]) {
    for case .wroteLiteral(let place, let cell, _, _) in journal where box.value.topology.reads(place, cell: cell) {
      touch(place.node)
    }
  }

  private func touch(_ slot: UInt32) {
    if prepare(slot, mayLackInput: true) { mark(slot) }
  }

  /// Has a node look at its inputs if one may lack a value that had one. Returns false if it is gone, or never runs.
  @inline(__always)
  private func prepare(_ slot: UInt32, mayLackInput: Bool) -> Bool {
    let status = box.value.status[slot]
    guard box.value.topology.isAlive(slot), status & EvaluatorState.Status.source == 0 else { return false }
    if status & EvaluatorState.Status.checkInputs == 0,
      !box.value.failures.isEmpty || mayLackInput && box.value.topology.hasUnsetInput(slot)
    {
      box.value.status[slot] = status | EvaluatorState.Status.checkInputs
    }
    return true
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

  func isNews(after before: KeptValue, in slot: UInt32) -> Bool {
    // Code that compares changes no graph.
    box.value.phase = .comparing
    defer { box.value.phase = .idle }
    let cell = box.value.topology.records[slot].output
    return !kernel(of: slot).isNoNews(before, in: box.value.values, cell)
  }
}
