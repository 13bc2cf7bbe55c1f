// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension Evaluator {
  /// Makes several changes, all or none, and evaluates once at the end.
  ///
  /// If `body` throws, structure, names, literals and values are as they were before, and ids that were handed out in between are
  /// stale. Edits nest: a nested edit that fails reverts only its own changes.
  ///
  /// ```swift
  /// let receipt = try evaluator.edit { graph in
  ///   let side = try graph.add("Number", named: "side", at: GraphPoint(210, 10))
  ///   let diagonal = try graph.add("Hypotenuse", named: "diagonal")
  ///   try graph.connect(side.output, to: diagonal.input("a"))
  /// }
  /// ```
  ///
  /// - Parameter body: Makes the changes, with the ``Edit`` it gets or the evaluator itself.
  /// - Returns: What the edit caused; empty for a nested edit, which is evaluated with the outermost one.
  /// - Throws: What `body` throws.
  /// - Precondition: No node's code is running.
  /// - Complexity: What `body` does, and O(nodes that run).
  @inlinable
  @discardableResult
  public func edit<Failure>(_ body: (Edit) throws(Failure) -> Void) throws(Failure) -> Receipt {
    try change(body)
    finish()
    return handed
  }

  /// Makes several changes, all or none, under a title that ``undoTitles`` lists.
  ///
  /// - Parameters:
  ///   - title: The title in ``undoTitles``; with `nil`, a description of the change and the node.
  ///   - gesture: Consecutive edits with the same key, such as those of one drag, are undone as one.
  ///   - body: Makes the changes, with the ``Edit`` it gets or the evaluator itself.
  /// - Returns: What the edit caused; empty for a nested edit, which is evaluated with the outermost one.
  /// - Throws: What `body` throws.
  /// - Precondition: No node's code is running.
  /// - Complexity: What `body` does, and O(nodes that run).
  @inlinable
  @discardableResult
  public func edit<Failure>(
    _ title: String?, gesture: AnyHashable? = nil, _ body: (Edit) throws(Failure) -> Void
  ) throws(Failure) -> Receipt {
    try change(body)
    finish(title: title, gesture: gesture)
    return handed
  }

  /// Ends an edit. If it is the outermost, evaluates its changes, and remembers it if the history is on. The receipt to return is
  /// ``handed`` out.
  @usableFromInline
  func finish() {
    guard state.activity.editDepth == 1, !state.undo.history.isOn else { return finish(title: nil, gesture: nil) }
    state.activity.editDepth = 0
    state.endCopies()
    commit()
    rememberCauses()
    deliverKeepingReceipt()
  }

  @usableFromInline
  func finish(title: String?, gesture: AnyHashable?) {
    guard state.activity.editDepth == 1 else { return endInner() }
    guard state.undo.history.isOn else { return finish() }
    state.activity.editDepth = 0
    state.endCopies()
    let label = EditLabel.make(title: title, key: gesture)
    if state.onlyWritesWords, state.topology.endEmptyEdit() {
      commitWritesKeeping(label)
    } else {
      remember(commitKeepingPatch().patch, label)
    }
    deliverKeepingReceipt()
  }

  private func endInner() {
    state.activity.editDepth -= 1
    state.leaveCopies()
    state.topology.commitEdit()
    state.log.handNone()
  }

  /// Delivers the edit's changes to observers and to the hook. Its receipt stays the one that is handed out, even if they make
  /// edits.
  @inline(__always)
  func deliverKeepingReceipt() {
    checkIfAsked()
    if state.reach.flights.isUnsettled || !state.observers.notices.isEmpty || state.observers.hook.isOn {
      tellKeepingReceipt()
    }
    // The flag applies to the notices of one evaluation, of which there may be none.
    state.observers.asksEach = false
  }

  /// Delivers the changes of something other than an edit to observers and to the hook, under the given cause.
  func deliverKeepingReceipt(as cause: EditCause) {
    state.observers.cause = cause
    deliverKeepingReceipt()
    state.observers.cause = .edit
  }

  @inline(never)
  private func tellKeepingReceipt() {
    let receipt = state.log.await()
    queueForHook()
    deliver()
    state.observers.cause = .edit
    callHook()
    state.log.end(receipt)
  }

  /// Makes the changes of an edit, or reverts them if `body` throws.
  ///
  /// Only this much is generic: the module that calls it specialises it.
  @inlinable
  func change<Failure>(_ body: (Edit) throws(Failure) -> Void) throws(Failure) {
    let (mark, valueMark) = beginChange()
    do {
      try body(Edit(evaluator: self))
    } catch {
      rollBack(to: mark, valueMark)
      throw error
    }
  }

  @usableFromInline @inline(__always)
  func checkEditUnderWay() {
    require(state.activity.editDepth > 0, "an edit must not be used after its closure has returned")
    state.leaveCopies()
  }

  /// Begins an edit. Returns the marks of the graph and of the values that it can be reverted to.
  @usableFromInline
  func beginChange() -> (mark: Int, valueMark: Int) {
    requireIdle()
    if state.activity.editDepth == 0 {
      keepReceipts()
      if state.hasStalePlans { state.dropPlans() }
    }
    state.graph.makeUnique()
    state.activity.editDepth += 1
    state.journalWrites()
    return (state.topology.beginEdit(), state.undo.journal.steps.count)
  }

  @usableFromInline
  func rollBack(to mark: Int, _ valueMark: Int) {
    state.activity.editDepth -= 1
    if state.activity.editDepth == 0 { state.endCopies() } else { state.leaveCopies() }
    // Values that are released may have a `deinit` of their own, which must not change the graph either.
    state.activity.phase = .releasing
    state.revertWrites()
    var reshaped: [UInt32] = []
    while state.undo.journal.steps.count > valueMark {
      var step = state.undo.journal.removeLastStep()
      state.toggle(&step)
      guard case .reshaped(let reshaping) = step else { continue }
      reshaped.append(reshaping.slot)
      if reshaping.hasOtherValues { state.nodes.destroy(reshaping.after.types, from: reshaping.after.cell) }
    }
    dropNodesMade(since: mark)
    state.release(state.graph.storage.value.rollBackEdit(to: mark))
    // The state, ranks and cells included, is again as the plans expect it.
    if state.activity.editDepth == 0 { state.plans.renew(state.topology.wiringVersion) }
    for slot in reshaped { state.markCost(of: slot) }
    // The marked nodes may have been part of what was reverted.
    if state.activity.unfinished.isMarked { state.markUnfinished() }
    state.activity.phase = .idle
    shrinkTables()
    state.graph.checkIfAsked()
    if state.activity.editDepth == 0 {
      state.observers.asksEach = false
      // Nodes that the edit made needed stay needed.
      if !state.reach.touched.isEmpty || !state.reach.due.isEmpty { settleNeeds() }
    }
    releaseEnded()
  }

  /// Ends observers and needs of nodes that the reverted edit has made.
  private func dropNodesMade(since mark: Int) {
    for index in mark..<state.topology.steps.count {
      guard case .added(let slot) = state.topology.steps[index] else { continue }
      state.nodes.status[slot].remove(.isObserved)
      endInterest(in: slot)
    }
  }

  /// Ends observers and needs of a node that is permanently gone; the caller still has to release the observers.
  func endInterest(in slot: UInt32) {
    state.observers.removeAll(of: slot)
    state.reach.demand.removeNeeds(of: slot)
    if state.reach.isFollowed { state.reach.touched.append(slot) }
  }
}
