// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The end of an outermost edit, in phases. Each phase relies on those before it:
///
/// 1. `close` ends the edit of the graph, and begins the log. Removed nodes lose their ids here, so changes are read first.
/// 2. `settle` brings ranks, plans, modes, and the sets of nodes that are needed or wait up to date. Nodes become pending by rank.
/// 3. `queue` logs the sources that have another value, and makes the nodes that the edit touched pending.
/// 4. `evaluate` runs pending nodes, and keeps what they had if the edit can be undone.
/// 5. The changes become a patch (`takePatch`), or are released (`release`).
///
/// Afterwards the evaluator remembers the patch, and delivers the receipt (`Evaluator.deliverKeepingReceipt`). A set alone, and what
/// is evaluated between edits, leave the graph as it is: they begin with `closeValues` and need no `settle`.
///
/// Edits that need few of the phases have shorter forms: a set alone (`Evaluator.assign`), and edits that only connect nodes or
/// write words (`Evaluator.commit`, `Evaluator.commitWritesKeeping`).
struct Commit: ~Copyable {
  private let evaluator: Evaluator
  private var state: StateBox<EvaluatorState> { evaluator.box }
  /// Whether the edit becomes a patch.
  private let keepsPatch: Bool
  private var journal: [ValueStep]
  /// The kinds of steps in the journal.
  private let kinds: ValueStep.Kinds
  /// Whether the edit removed something that no undo brings back.
  private var removes = false
  /// The graph's changes, if they must be computed before the edit ends.
  private var changes: [Change] = []
  /// The graph's steps, if a patch keeps them; otherwise they are in the log.
  private var steps: [GraphStep] = []
  /// What was pending before the edit, if a patch notes it: bits by rank, and nodes that can't run any more.
  private var pending: (words: [UInt64], dropped: [UInt32]) = ([], [])
  private var runs = RunRecord()

  // Inlined, it stops the compiler of Swift 6.3.1 ("a leaked owned value").
  @inline(never)
  init(of evaluator: Evaluator, keepsPatch: Bool) {
    self.evaluator = evaluator
    self.keepsPatch = keepsPatch
    evaluator.state.dropLooks()
    evaluator.state.journalWrites()
    (journal, kinds) = evaluator.state.undo.journal.takeSteps()
  }

  /// Takes the phases of an edit of the graph.
  mutating func endEdit() {
    close()
    settle()
    queue()
    evaluate()
  }

  /// Ends the edit of the graph. Frees what it has removed, unless a patch keeps that.
  private mutating func close() {
    removes = !keepsPatch && state.value.topology.steps.hidesSomething
    if keepsPatch || removes { changes = state.value.topology.changes() }
    if keepsPatch { steps = state.value.topology.commitEditKeepingSteps() }
    beginLog()
    if keepsPatch { return }
    guard removes || kinds.contains(.reshaped) else {
      return state.value.topology.commitEdit(handingStepsTo: &state.value.log.steps)
    }
    // Releasing values may run their own code. That code cannot change the graph.
    state.value.activity.phase = .releasing
    state.value.topology.steps.forEachRemoved { evaluator.destroyOutputs(of: $0) }
    if kinds.contains(.reshaped) { evaluator.destroyOtherValues(journal, areUndone: false) }
    state.value.release(state.value.topology.commitRemovingEdit(handingStepsTo: &state.value.log.steps))
    state.value.activity.phase = .idle
  }

  /// Begins the log of something that does not change the graph.
  mutating func closeValues() {
    if keepsPatch { pending.words = state.value.pendingWords() }
    evaluator.keepReceipts()
    beginLog()
  }

  private func beginLog() {
    assert(state.value.activity.phase != .telling, "what is to be told is queued before values change")
    state.value.log.begin()
    if !kinds.isDisjoint(with: [.entry, .wroteLiteral]) { evaluator.log(BesideGraph(before: journal)) }
  }

  /// Brings what depends on the graph's order and connections up to date. Makes nodes pending whose mode the edit has changed.
  private mutating func settle() {
    pending.dropped = evaluator.settleRanks(after: changedSteps, closesOrder: !keepsPatch)
    state.value.reach.modes.forgetChanged()
    if state.value.reach.isFollowed { state.value.settleReach(after: changedSteps) }
    if keepsPatch { pending.words = state.value.pendingWords() }
    state.value.queueSwitched()
  }

  /// The steps of the graph.
  private var changedSteps: [GraphStep] { steps.isEmpty ? evaluator.loggedSteps : steps }

  /// Makes pending the nodes that the edit touched: those that were rewired or whose literal was written.
  /// `Evaluator.propagateGiven` handles the consumers of sources whose value changed.
  mutating func queue() {
    state.value.queueDue()
    if !kinds.isDisjoint(with: [.gave, .reshaped]) {
      if kinds.contains(.reshaped) { state.value.activity.combinationEpoch += 1 }
      logGivenSources(recovered: kinds.contains(.reshaped) ? bringBackFailures() : [])
      if state.value.kernels.hasFeedback { journal += evaluator.giveBack() }
    }
    if kinds.contains(.reshaped) {
      evaluator.touch(after: changedSteps, journal)
    } else if steps.isEmpty {
      evaluator.touchRewired()
    } else {
      for step in steps { evaluator.touch(step) }
    }
    guard kinds.contains(.wroteLiteral) else { return }
    for case .wroteLiteral(let place, let cell, _, _) in journal where state.value.topology.reads(place, cell: cell) {
      state.value.touch(place.node)
    }
  }

  /// Restores the failures of nodes that were sources during the edit only. Returns the sources that had a failure.
  private func bringBackFailures() -> Set<UInt32> {
    var seen: Set<UInt32> = []
    var recovered: Set<UInt32> = []
    for case .reshaped(let reshaping) in journal
    where isOutput(reshaping.before.cell, of: reshaping.slot) && seen.insert(reshaping.slot).inserted {
      guard reshaping.status.contains(.failed), let failure = reshaping.failure else { continue }
      if state.value.nodes.status[reshaping.slot].contains(.isSource) {
        recovered.insert(reshaping.slot)
      } else {
        _ = state.value.nodes.setFailure(failure, of: reshaping.slot)
      }
    }
    return recovered
  }

  /// Enters the sources whose value changed into the log, in the order in which the edit first wrote them.
  ///
  /// A value that does not propagate, or whose node is not a source any more, is reverted. Cells therefore hold the value that
  /// propagated last, and a new value is compared with that one. The step that reverts the value joins the journal.
  private mutating func logGivenSources(recovered: Set<UInt32>) {
    var reverted: [ValueStep] = []
    for case .gave(let slot, let cell, let type, let before) in journal
    where isOutput(cell, of: slot) && !state.value.nodes.status[slot].contains(.isSeen) {
      state.value.nodes.status.markSeen(slot)
      let isSource = state.value.nodes.status[slot].contains(.isSource)
      if isSource, before.map({ evaluator.propagates(slot, after: $0) }) ?? true || recovered.contains(slot) {
        state.value.logGiven(slot)
        continue
      }
      var step = ValueStep.gave(slot: slot, cell: cell, type: type, other: before)
      state.value.toggle(&step)
      reverted.append(step)
    }
    for case .gave(let slot, _, _, _) in journal { state.value.nodes.status.unmarkSeen(slot) }
    journal += reverted
  }

  /// Whether a node's outputs start at `cell` now that the edit has ended.
  private func isOutput(_ cell: UInt32, of slot: UInt32) -> Bool {
    state.value.topology.isAlive(slot) && state.value.topology.records[slot].output == cell
  }

  /// Runs pending nodes.
  mutating func evaluate() {
    guard keepsPatch else { return evaluator.propagateGiven() }
    runs = evaluator.propagateKeepingRuns { evaluator.propagateGiven() }
  }

  /// Returns the patch that undoes the edit.
  consuming func takePatch() -> Patch {
    if !changes.isEmpty { state.value.log.changes = changes }
    if steps.isEmpty { dropRepetitions() }
    return Patch(
      steps: steps, journal: journal, given: state.value.log.given, runs: runs,
      pending: state.value.pendingChanges(since: pending))
  }

  /// Keeps only the first step of each changed source, and drops the steps of unchanged ones, if no ports changed.
  private mutating func dropRepetitions() {
    guard journal.count > 1 else { return }
    let given = Set(state.value.log.given)
    // Releasing values may run their own code. That code cannot change the graph.
    state.value.activity.phase = .releasing
    journal = journal.firstOfEachCell.filter { step in
      if case .gave(let slot, _, _, _) = step { given.contains(slot) } else { true }
    }
    state.value.activity.phase = .idle
  }

  /// Releases what the edit has changed. Its receipt stays the one that is handed out.
  consuming func release() {
    if removes {
      state.value.log.steps.removeAll()
      state.value.log.changes = changes
    }
    if !journal.isEmpty {
      evaluator.rememberCauses()
      let receipt = state.value.log.receipt
      releaseJournal()
      state.value.log.hand(receipt)
    }
    evaluator.shrinkTables()
  }

  /// Drops the journal and returns its memory for reuse. Releasing values may run their own code, and that code may make edits.
  private mutating func releaseJournal() {
    var taken: [ValueStep] = []
    swap(&taken, &journal)
    state.value.undo.journal.reuse(taken)
  }
}

/// The end of the outermost edit. Its lists are stored in the state, and the next edit reuses them.
extension Evaluator {
  /// Ends an edit that is not remembered, and evaluates the nodes that it touched.
  func commit() {
    guard state.undo.journal.steps.isEmpty, !state.topology.steps.hidesSomething, !state.reach.isFollowed else {
      return commitEverything()
    }
    state.log.begin()
    if state.topology.endEmptyEdit() {
      if state.undo.journal.hasWrites { return commitWrites() }
      if !state.activity.unfinished.isEmpty { propagate() }
      return
    }
    state.topology.commitEdit(handingStepsTo: &state.log.steps)
    _ = settleRanks(after: loggedSteps, closesOrder: true)
    if state.undo.journal.hasWrites {
      touchRewired()
      return commitWrites()
    }
    if state.log.steps.count == 1 {
      let slot = state.log.steps.rewiredNode(at: 0)
      if slot != NodeRecord.none, state.prepare(slot, reading: state.log.steps.newSource(at: 0)) {
        return runAlone(slot)
      }
    }
    touchRewired()
    propagate()
  }

  private func commitWrites() {
    logWrites()
    state.undo.journal.removeWrites()
    if state.kernels.hasFeedback { _ = giveBack() }
    propagateGiven()
  }

  /// Enters written sources into the log as `Commit.logGivenSources` does with steps, if the edit wrote only words. Keeps the
  /// writes that hold what those sources had before.
  private func logWrites() {
    if state.undo.journal.writesAscend { return state.logAscendingWrites() }
    let count = state.undo.journal.writes.count
    var kept = 0
    for index in 0..<count {
      var write = state.undo.journal.writes[index]
      guard !state.nodes.status[write.slot].contains(.isSeen) else { continue }
      state.nodes.status.markSeen(write.slot)
      if write.isFirst || propagates(write.slot, after: write.word) {
        state.logGiven(write.slot)
        state.undo.journal.swapWrites(kept, index)
        kept += 1
      } else {
        state.nodes.arena.swapWord(write.cell, &write.word)
      }
    }
    for index in 0..<count { state.nodes.status.unmarkSeen(state.undo.journal.writes[index].slot) }
    state.undo.journal.keepWrites(kept)
  }

  /// Ends an edit that wrote values of any type or literals, removed something, or may change what is needed.
  @inline(never)
  private func commitEverything() {
    var commit = Commit(of: self, keepsPatch: false)
    commit.endEdit()
    commit.release()
  }

  /// Ends an edit so that it can be undone, and evaluates the nodes that it touched.
  ///
  /// - Returns: The patch that undoes the edit, and its receipt.
  func commitKeepingPatch() -> (patch: Patch, receipt: Receipt) {
    var commit = Commit(of: self, keepsPatch: true)
    commit.endEdit()
    let patch = commit.takePatch()
    return (patch, makeReceipt())
  }

  /// Ends a set that can be undone and is not part of an edit.
  func commitValueKeepingPatch() -> Patch {
    var commit = Commit(of: self, keepsPatch: true)
    commit.closeValues()
    commit.queue()
    commit.evaluate()
    let patch = commit.takePatch()
    rememberCauses()
    return patch
  }

  /// Ends an edit that can be undone and that only wrote words, as most remembered edits do.
  func commitWritesKeeping(_ label: EditLabel? = nil) {
    state.log.begin()
    logWrites()
    state.activity.keepsRuns = true
    propagateGiven()
    state.activity.keepsRuns = false
    rememberCauses()
    if state.activity.unfinished.isEmpty, let edit = WordEdit(given: state.undo.journal.writes, runs.value) {
      state.undo.journal.removeWrites()
      runs.value.removeAll()
      if !edit.isEmpty { remember(edit, label) }
    } else {
      rememberWrites(label)
    }
  }

  /// Remembers an edit that only wrote words, but whose effects a `WordEdit` can't hold.
  @inline(never)
  private func rememberWrites(_ label: EditLabel?) {
    state.journalWrites()
    let patch = Patch(
      journal: state.undo.journal.takeSteps().steps, given: state.log.given, runs: takeRuns(),
      pending: state.pendingChanges(since: ([], [])))
    remember(patch, label)
  }

  /// Calls `run`, which runs nodes. Returns what these nodes had before.
  func propagateKeepingRuns(_ run: () -> Void) -> RunRecord {
    state.activity.keepsRuns = true
    run()
    state.activity.keepsRuns = false
    return takeRuns()
  }

  private func takeRuns() -> RunRecord {
    var taken = RunRecord()
    swap(&taken, &runs.value)
    return taken
  }

  /// Brings ranks and plans up to date after an edit: moves what a stopped evaluation left to its nodes' ranks, and closes the
  /// order. An order with holes is closed later if a patch names ranks (see `EditHistory.closeOrder`).
  ///
  /// - Returns: The pending nodes that can't run any more.
  @inline(__always)
  fileprivate func settleRanks(after steps: @autoclosure () -> [GraphStep], closesOrder: Bool) -> [UInt32] {
    let dropped = hasUnfinished ? state.movePending(after: steps()) : []
    if closesOrder, state.topology.hasManyHoles(reserved: 0) { closeOrder() }
    // Connecting nodes may have spread the order out.
    state.pending.reserve(state.topology.nodeAtRank.count)
    if state.hasStalePlans { state.keepPlans(after: steps()) }
    return dropped
  }

  fileprivate var loggedSteps: [GraphStep] { (0..<state.log.steps.count).map { state.log.steps[$0] } }

  @inline(never)
  func closeOrder() { state.pending.replaceRanks(state.topology.closeOrder()) }

  fileprivate func touchRewired() {
    var last = NodeRecord.none
    for index in 0..<state.log.steps.count {
      let slot = state.log.steps.rewiredNode(at: index)
      let source = state.log.steps.newSource(at: index)
      // A further input that was connected to the same node matters only if its source has failed.
      if slot == last, source != NodeRecord.none, state.nodes.hasNoFailure { continue }
      last = slot
      if slot == NodeRecord.none {
        touch(state.log.steps[index])
      } else if state.prepare(slot, reading: source) {
        state.queue(slot)
      }
    }
  }

  /// Makes nodes run again that were touched by the steps of an edit that reshaped nodes, except those whose inputs read the
  /// same outputs as before.
  fileprivate func touch(after steps: [GraphStep], _ journal: [ValueStep]) {
    let unchanged = UnchangedReaders(after: steps, journal, in: state.topology)
    for step in steps {
      switch step {
      case .linked(let place, _, let source, _) where unchanged.contains(place):
        _ = state.prepare(place.node, reading: source)
      case .unlinked(let place, _, _, _, _) where unchanged.contains(place): break
      default: touch(step)
      }
    }
  }

  /// Makes the node that a step of the edit touched run again, if it still exists.
  fileprivate func touch(_ step: GraphStep) {
    switch step {
    case .added(let slot), .reshaped(let slot, _): state.touch(slot)
    case .linked(let place, _, let source, _): state.touch(place.node, reading: source)
    case .unlinked(let place, _, _, _, _): state.touch(place.node)
    case .linkedAll(let connections):
      for connection in connections { state.touch(connection.target.node.slot, reading: connection.source.node.slot) }
    case .literal(let place, _, _): if state.topology.isResting(place) { state.touch(place.node) }
    default: break
    }
  }

  /// Whether a source's value, which was `before`, has changed enough to propagate.
  @inline(__always)
  fileprivate func propagates(_ slot: UInt32, after before: KeptValue) -> Bool {
    compares(slot) { !$0.isUnchanged(before, in: state.nodes.arena, $1) }
  }

  /// Whether the value of a source of one word, which was `word`, has changed enough to propagate.
  @inline(__always)
  private func propagates(_ slot: UInt32, after word: UInt64) -> Bool {
    compares(slot) { !$0.isUnchanged(word: word, in: state.nodes.arena, $1) }
  }

  /// Calls `body` with a source's kernel and cell. The code that compares values cannot change the graph.
  @inline(__always)
  private func compares(_ slot: UInt32, _ body: (_ kernel: Kernel, _ cell: UInt32) -> Bool) -> Bool {
    state.activity.phase = .comparing
    defer { state.activity.phase = .idle }
    let record = state.topology.records[slot]
    return state.kernels.withKernel(of: record.shape) { body($0, record.output) }
  }
}

extension EvaluatorState {
  /// Enters the written sources into the log, if each was written once and has another value than before.
  fileprivate mutating func logAscendingWrites() {
    log.entries.reserve(undo.journal.writes.count)
    for index in 0..<undo.journal.writes.count { logGiven(undo.journal.writes[index].slot) }
  }

  /// Whether the edit that is ending wrote words and changed no other values.
  var onlyWritesWords: Bool {
    undo.journal.hasWrites && undo.journal.steps.isEmpty && activity.unfinished.isEmpty && !reach.isFollowed
      && !kernels.hasFeedback
  }
}
