// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Edits outside of the history: for the reading of a meter, the time, or the answer of a server.
extension Evaluator {
  /// Sets sources and literals in an edit that can't be undone, and that does not affect which edits can be undone and redone.
  ///
  /// ```swift
  /// evaluator.undo()
  /// evaluator.edit(history: .none) { $0.set(answer, to: 42) }
  /// evaluator.redo()                       // still possible, and keeps the answer
  /// ```
  ///
  /// With ``EditRecording/none`` the edit changes only values: a method that would change the graph throws
  /// ``NodeGraph/GraphError/valuesOnly``, and so does adding the first literal of an input, or removing one.
  ///
  /// Undoing and redoing earlier edits makes nodes run afterwards: what these edits have changed, and everything downstream of it,
  /// is evaluated with the current values of sources. A source that both edits have set gets back the value that it had before the
  /// undone edit; redoing restores the value that it had when the edit was undone.
  ///
  /// - Parameters:
  ///   - history: Whether it can be undone.
  ///   - body: Makes the changes, with the ``Edit`` it gets or the evaluator itself.
  /// - Returns: What the edit caused.
  /// - Throws: What `body` throws; then no value has changed.
  /// - Precondition: No other edit is under way and no node's code is running. With ``EditRecording/none``, `body` makes no
  ///   nodes in code and registers no kinds.
  /// - Complexity: As ``edit(_:)``.
  @inlinable
  @discardableResult
  public func edit<Failure>(
    history: EditRecording, _ body: (Edit) throws(Failure) -> Void
  ) throws(Failure) -> Receipt {
    if history == .automatic { return try edit(body) }
    beginUnrecorded()
    do {
      try change(body)
    } catch {
      endUnrecorded()
      throw error
    }
    finishUnrecorded()
    return handed
  }

  @usableFromInline
  func beginUnrecorded() {
    requireIdle()
    require(state.activity.editDepth == 0, "an edit outside the history can't be made inside another edit")
    state.activity.changesValuesOnly = true
  }

  @usableFromInline
  func endUnrecorded() { state.activity.changesValuesOnly = false }

  @usableFromInline
  func finishUnrecorded() {
    require(
      state.topology.steps.isEmpty
        && state.undo.journal.steps.allSatisfy { !$0.kind.isDisjoint(with: [.gave, .wroteLiteral]) },
      "an edit outside the history must not make nodes or register kinds")
    endUnrecorded()
    guard state.undo.history.isOn else { return finish() }
    state.activity.editDepth = 0
    state.endCopies()
    // The patch is kept while it runs, so that the order stays as other patches name it.
    let patch = commitKeepingPatch().patch
    if !patch.isEmpty { state.undo.history.noteOutsideChange() }
    forget(patch)
    deliverKeepingReceipt()
  }
}

/// Undoing and redoing edits after values have changed outside of the history.
///
/// The values in such patches were computed from previous values of sources. Toggling a patch therefore leaves values that are
/// consistent upstream of what was touched, and in doubt downstream of it; the nodes that were touched, and those that read them,
/// are made pending and evaluated. Nodes whose state the patches did not advance keep their values until then, because their state
/// may have advanced since.
extension Evaluator {
  /// Reverts patches, or applies them again, runs the nodes that they touched, and returns the changes.
  ///
  /// - Complexity: O(patches, and connections of nodes in them), O(nodes that run), and O(nodes) to check all observers.
  func toggleAndRun(_ patches: [Patch]) -> Receipt {
    keepReceipts()
    state.graph.makeUnique()
    let net = NetChanges(ofAllIn: patches, in: self)
    state.reach.modes.forgetChanged()
    let beside = BesideGraph(of: patches, in: state)
    let changes = visitForGood(patches, leavingStates: true)
    beginLog()
    log(beside)
    let firstNotice = state.observers.notices.count
    for patch in patches { queueTouched(by: patch) }
    state.queueDue()
    state.queueSwitched()
    let runs = propagateKeepingRuns { propagate() }
    var outputs = ChangedOutputs()
    for patch in patches { patch.addChanges(to: &outputs) }
    net.addChanges(to: &outputs, in: self)
    for index in 0..<runs.entries.count where !net.knows(runs.entries[index].slot) {
      let entry = runs.entries[index]
      if entry.outputs != 0 { outputs[entry.slot, default: 0] |= entry.outputs }
    }
    state.log.tellDifference(inEvaluationOrder(outputs))
    // Observers are notified of the difference from what each has received last.
    state.observers.notices.resize(to: firstNotice, repeating: Notice(slot: 0, outputs: 0))
    for slot in state.observedSlots() { state.observers.notices.append(Notice(slot: slot, outputs: .max)) }
    state.undo.history.noteOutsideChange()
    return makeReceipt(changes)
  }

  /// Makes the nodes that a patch has touched pending, and those that read them, whether or not they changed when it was made.
  private func queueTouched(by patch: Patch) {
    for slot in patch.given { queueReaders(of: slot) }
    for slot in patch.pending { queueChecking(slot) }
    for index in 0..<patch.runs.entries.count { queueWithReaders(patch.runs.entries[index].slot) }
    for step in patch.journal {
      switch step {
      case .gave(let slot, _, _, _): queueReaders(of: slot)
      case .wroteLiteral(let place, _, _, _): queueChecking(place.node)
      case .reshaped(let reshaping): queueWithReaders(reshaping.slot)
      // Muting and bypassing queues the nodes that it affects separately.
      case .entry, .owned: break
      }
    }
    for step in patch.steps {
      switch step {
      case .added(let slot), .removed(let slot, _): queueWithReaders(slot)
      default: step.forEachRewiredNode { queueChecking($0) }
      }
    }
  }

  private func queueWithReaders(_ slot: UInt32) {
    queueChecking(slot)
    queueReaders(of: slot)
  }

  private func queueReaders(of slot: UInt32) {
    guard state.topology.isAlive(slot) else { return }
    let storage = state.graph.storage
    storage.value.forEachNeighbour(of: slot, isUpstream: false) { queueChecking($0) }
  }

  /// Makes a node pending if it exists and runs. An input may have failed, or recovered, since its status was recorded.
  private func queueChecking(_ slot: UInt32) {
    guard state.topology.isAlive(slot), !state.nodes.status[slot].contains(.isSource) else { return }
    state.nodes.status[slot].insert(.checksInputs)
    state.queue(slot)
  }
}

extension EvaluatorState {
  /// The nodes that have observers, in evaluation order.
  fileprivate func observedSlots() -> [UInt32] {
    (0..<UInt32(topology.records.count)).filter { nodes.status[$0].contains(.isObserved) && topology.isAlive($0) }
      .sorted { topology.records[$0].rank < topology.records[$1].rank }
  }
}
