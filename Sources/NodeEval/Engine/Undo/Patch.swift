// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The changes of one edit, in a form that can be reverted and applied at the cost of what changed, without running any node's
/// code.
///
/// A patch swaps its stored state with the current one: the first time this undoes the edit, the second time it redoes it. What the
/// edit removed stays archived in the tables, so the evaluator has to forget a patch that is not used any more; the values that the
/// patch stores itself are released with it.
final class Patch {
  // These are never accessed while they are being changed, and checking that at run time costs a tenth of an edit.
  @safe @exclusivity(unchecked) var steps: [GraphStep]
  @safe @exclusivity(unchecked) var journal: [ValueStep]
  /// The sources whose value changed.
  @safe @exclusivity(unchecked) var given: [UInt32]
  @safe @exclusivity(unchecked) var runs: RunRecord
  /// The nodes that were pending either before or after the edit, but not both.
  @safe @exclusivity(unchecked) private(set) var pending: [UInt32]
  /// The application's changes outside the graph, in order.
  @safe @exclusivity(unchecked) var companions: [any UndoCompanion]
  @safe @exclusivity(unchecked) private(set) var isUndone = false
  /// The number of changes outside of the history when it was made (see `EditHistory.outsideChanges`).
  @safe @exclusivity(unchecked) var outsideChanges = 0
  /// Whether it was merged from several patches that changed values.
  @safe @exclusivity(unchecked) private(set) var isMerged: Bool
  /// The memory that its values own, while an edit history counts it.
  @safe @exclusivity(unchecked) var holding = HeldBytes.Holding()

  init(
    steps: [GraphStep] = [], journal: [ValueStep] = [], given: [UInt32] = [], runs: consuming RunRecord = RunRecord(),
    pending: [UInt32] = [], companions: [any UndoCompanion] = [], isMerged: Bool = false
  ) {
    self.steps = steps
    self.journal = journal
    self.given = given
    runs.makeEntries()
    self.runs = runs
    self.pending = pending
    self.companions = companions
    self.isMerged = isMerged
  }

  /// Whether it contains no changes.
  var isEmpty: Bool {
    steps.isEmpty && journal.isEmpty && runs.isEmpty && pending.isEmpty && companions.isEmpty
  }

  /// Whether it changed only values and positions of nodes. Slices of an evaluation, which change pending nodes, are not included:
  /// each is as large as the others, so absorbing them would traverse all of them often.
  var isOfValuesOnly: Bool {
    pending.isEmpty && steps.allSatisfy { if case .moved = $0 { true } else { false } }
  }

  /// Whether it contains no changes of its own, but only the runs that a stopped edit had left.
  var onlyFinishes: Bool { steps.isEmpty && journal.isEmpty && companions.isEmpty }

  /// The nodes whose values or literals were set; some are listed twice.
  var givenSlots: [UInt32] {
    given + journal.compactMap { if case .wroteLiteral(let place, _, _, _) = $0 { place.node } else { nil } }
  }

  /// The number of changes to traverse.
  var weight: Int { steps.count + journal.count + runs.entries.count }

  /// Whether all its changes are outside the graph.
  var isOfCompanionsOnly: Bool { steps.isEmpty && journal.isEmpty && runs.isEmpty && pending.isEmpty }

  /// The bytes that its companions hold.
  var companionByteCount: Int {
    var bytes = 0
    for companion in companions { bytes += companion.byteCount }
    return bytes
  }

  /// The bytes of the patch, including its object and the headers of its lists, but without the memory that values and names own.
  var byteCount: Int {
    var bytes = 256 + journal.count * MemoryLayout<ValueStep>.stride + (given.count + pending.count) * 4
    for step in steps { bytes += step.byteCount }
    return bytes + runs.byteCount + companionByteCount
  }
}

extension Patch {
  /// Reverts the patch, or applies it again.
  ///
  /// - Parameters:
  ///   - evaluator: The evaluator that made it.
  ///   - leavesStates: Whether nodes whose state it did not advance are not changed: they run afterwards.
  /// - Precondition: It was the last change of the evaluator that is not undone, or the first that is.
  func toggle(in evaluator: Evaluator, leavingStates leavesStates: Bool = false) {
    let topology = evaluator.state.graph.storage
    evaluator.state.activity.combinationEpoch += 1
    if evaluator.state.hasStalePlans { evaluator.state.dropPlans() }
    if isUndone {
      for index in steps.indices { topology.value.redo(&steps[index]) }
      for index in journal.indices { evaluator.state.toggle(&journal[index]) }
      for index in 0..<runs.entries.count { toggleRun(index, in: evaluator, leavesStates) }
    } else {
      for index in steps.indices.reversed() { topology.value.undo(&steps[index]) }
      for index in (0..<runs.entries.count).reversed() { toggleRun(index, in: evaluator, leavesStates) }
      for index in journal.indices.reversed() { evaluator.state.toggle(&journal[index]) }
    }
    for companion in isUndone ? companions : companions.reversed() { companion.toggle() }
    evaluator.state.makeRoom()
    let pending = togglePending(in: evaluator)
    evaluator.state.touchReturned(by: steps)
    if evaluator.state.reach.isFollowed { evaluator.state.settleReach(after: steps, areReverted: !isUndone) }
    if let pending { settlePending(pending, in: evaluator) }
    if evaluator.state.hasStalePlans { evaluator.state.keepPlans(after: steps) }
    isUndone.toggle()
    haveInputsChecked(in: evaluator)
  }

  private func toggleRun(_ index: Int, in evaluator: Evaluator, _ leavesStates: Bool) {
    if leavesStates, runs.entries[index].leavesState { return }
    runs.swap(index, in: &evaluator.state)
  }

  /// Toggles the pending bits of nodes. Returns the nodes that may have been pending, or `nil` if none was or is.
  private func togglePending(in evaluator: Evaluator) -> [UInt32]? {
    if pending.isEmpty, !evaluator.hasUnfinished { return nil }
    var dropped: [UInt32] = []
    if evaluator.hasUnfinished {
      dropped =
        isUndone
        ? evaluator.state.movePending(after: steps) : evaluator.state.movePending(after: steps.reversed())
    }
    evaluator.state.togglePending(pending)
    return pending + dropped
  }

  private func settlePending(_ slots: [UInt32], in evaluator: Evaluator) {
    evaluator.state.settlePendingSources(slots)
    evaluator.state.activity.unfinished = Unfinished(isEmpty: evaluator.state.pending.isEmpty)
    if evaluator.state.observers.mayWait { evaluator.state.markUnfinished() }
  }

  /// Makes nodes check their inputs when they run next, if their connections changed or an input has failed.
  private func haveInputsChecked(in evaluator: Evaluator) {
    let topology = evaluator.state.graph.storage
    for step in steps {
      step.forEachRewiredNode { node in
        if topology.value.isAlive(node) { evaluator.state.checkInputs(of: node) }
      }
    }
    guard !evaluator.state.nodes.hasNoFailure else { return }
    for index in 0..<runs.entries.count { evaluator.state.checkInputs(behind: runs.entries[index].slot) }
    for case .reshaped(let reshaping) in journal { evaluator.state.checkInputs(behind: reshaping.slot) }
  }

  /// The changes of the graph that the next toggle makes, as callers see them; after a toggle, those that it made.
  func changes(in topology: borrowing Topology, isUndo: Bool) -> [Change] {
    let changes = topology.changes(of: steps)
    return isUndo ? changes.reversed().map(\.inverse) : changes
  }

  /// Adds the nodes that have another value, or were restored, with a bit for each of their outputs that changed.
  func addChanges(to changed: inout ChangedOutputs) {
    for slot in given { changed[slot, default: 0] |= 1 }
    for index in 0..<runs.entries.count where runs.entries[index].outputs != 0 {
      changed[runs.entries[index].slot, default: 0] |= runs.entries[index].outputs
    }
    for step in steps {
      if case .added(let slot) = step, !isUndone { changed[slot, default: 0] |= 0 }
      if case .removed(let slot, _) = step, isUndone { changed[slot, default: 0] |= 0 }
    }
  }

  /// A copy of a patch that only finishes what an edit has left.
  func copyOfRuns() -> Patch {
    precondition(onlyFinishes && !isUndone, "a patch of runs only is copied before it is undone")
    let copy = Patch(runs: runs.copy(), pending: pending)
    copy.outsideChanges = outsideChanges
    copy.holding = holding
    return copy
  }

  /// Whether a later patch can be merged into this one: both changed only values, or the later one contains only companions.
  ///
  /// Merging costs the weight of both. It is refused if that exceeds three times the weight of the later one, so that thousands of
  /// patches are merged into a few, and none is traversed often.
  func canAbsorb(_ later: Patch) -> Bool {
    later.isOfCompanionsOnly || weight <= 2 * later.weight && isOfValuesOnly && later.isOfValuesOnly
  }

  /// Merges a later patch into this one, as if both were one edit. Either both changed only values, of which this keeps the
  /// earliest ones, or the later one contains only companions. Complexity: O(weight of both).
  func absorb(_ later: Patch) {
    companions += later.companions
    if later.isOfCompanionsOnly { return }
    isMerged = true
    outsideChanges = min(outsideChanges, later.outsideChanges)
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

extension GraphStep {
  /// Calls `body` with the nodes whose connections or literals it changed.
  func forEachRewiredNode(_ body: (UInt32) -> Void) {
    switch self {
    case .linked(let place, _, _, _), .unlinked(let place, _, _, _, _), .literal(let place, _, _): body(place.node)
    case .linkedAll(let connections): for connection in connections { body(connection.target.node.slot) }
    case .reshaped(let slot, _): body(slot)
    default: break
    }
  }
}

extension EvaluatorState {
  fileprivate mutating func checkInputs(of slot: UInt32) {
    if !nodes.status[slot].contains(.isSource) { nodes.status[slot].insert(.checksInputs) }
  }

  fileprivate mutating func checkInputs(behind slot: UInt32) {
    guard nodes.status[slot].contains(.failed), topology.isAlive(slot) else { return }
    let topology = graph.storage
    topology.value.forEachNeighbour(of: slot, isUpstream: false) { checkInputs(of: $0) }
  }
}

extension Evaluator {
  /// Frees what is archived only for a patch; the patch can't be used any more.
  func forget(_ patch: Patch) {
    // Values that are released may have a `deinit` of their own, which must not change the graph.
    let phase = state.activity.phase
    state.activity.phase = .releasing
    for step in patch.steps {
      switch step {
      case .added(let slot) where patch.isUndone: destroyOutputs(of: slot)
      case .removed(let slot, _) where !patch.isUndone: destroyOutputs(of: slot)
      default: break
      }
    }
    destroyOtherValues(patch.journal, areUndone: patch.isUndone)
    if !patch.steps.isEmpty {
      // A copy of the graph may be read elsewhere at the same time.
      state.graph.makeUnique()
      state.release(state.graph.storage.value.forget(patch.steps, areUndone: patch.isUndone))
    }
    patch.steps = []
    patch.journal = []
    patch.runs = RunRecord()
    patch.companions = []
    state.activity.phase = phase
  }

  /// Destroys the values in output cells that reshaped nodes no longer use: the cells from before the steps, or with
  /// `areUndone` those from after them.
  func destroyOtherValues(_ journal: [ValueStep], areUndone: Bool) {
    // Most steps are of another kind, and finding that out should not copy them.
    for index in journal.indices where journal[index].kind == .reshaped {
      guard case .reshaped(let reshaping) = journal[index], reshaping.hasOtherValues else { continue }
      let outputs = areUndone ? reshaping.after : reshaping.before
      state.nodes.destroy(outputs.types, from: outputs.cell)
    }
  }

  /// Destroys the outputs of a node that is permanently gone, and ends its observers.
  func destroyOutputs(of slot: UInt32) {
    if !state.nodes.status[slot].contains(.empty) {
      state.nodes.destroy(state.kernel(of: slot).outputs, from: state.topology.records[slot].output)
    }
    state.nodes.clear(slot)
    endInterest(in: slot)
    releaseEnded()
    state.reach.modes.forget(state.topology.id(of: slot))
    guard !state.documents.kept.isEmpty else { return }
    state.documents.kept[state.topology.id(of: slot)] = nil
    state.documents.kept.shrinkIfSparse()
  }
}
