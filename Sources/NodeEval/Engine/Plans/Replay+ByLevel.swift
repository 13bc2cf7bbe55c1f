// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Replays of plans of which much runs, one level and one kernel at a time.
///
/// While every value changes, all nodes of the next level must run, so changed bits are neither set nor tested. After the first level in
/// which a value does not change, the entries of a span that read a changed value are collected before the kernel is called. Spans that
/// read no level in which a value changed are skipped. The nodes that run are the same as in other replays, and receipts and
/// observers get them in the order of ranks.
extension Evaluator {
  /// The dense form of a plan, which is made on first use; `nil` if this evaluation can't use it.
  @inline(never)
  func denseForm(of plan: Plan) -> DensePlan? {
    // Dense replays don't measure nodes.
    guard state.plans.usesDenseForms, !state.kernels.heavyKinds.isMeasuring else { return nil }
    let number = state.plans.dense.number(ofPlan: plan.number) ?? DenseBuilder.makeDense(plan, in: &state)
    if state.activity.keepsRuns, !state.plans.dense.plans[number].keepsWords { return nil }
    state.plans.refreshDense(number, plan, state.nodes.status)
    let dense = state.plans.dense.plans[number]
    if !dense.isByLevel, !plan.isNarrow { state.plans.noteNarrow(plan.number) }
    let runsByRank = plan.isFull && state.log.givenCount == plan.sources.count
    return dense.isPlain && (dense.isByLevel || runsByRank) ? dense : nil
  }

  /// Runs the nodes that read a changed value, lowest level first. If a node fails, the remaining nodes run without the plan.
  @inline(never)
  func runByLevel(_ plan: Plan, _ dense: DensePlan) {
    state.plans.noteDense()
    state.log.noteDense()
    state.log.noteOtherOrder()
    let firstNotice = state.observers.notices.count
    let version = state.nodes.status.version
    var sharing = beginSharing(of: dense)
    var replay = unsafe DenseReplay(state, plan, dense)
    if state.log.givenCount < plan.sources.count { unsafe beginTesting(&replay, plan) }
    var isLeft = false
    var index = dense.spans.lowerBound
    while index < dense.spans.upperBound {
      defer { index += 1 }
      var span = state.plans.dense.spans[index]
      if unsafe replay.skips(span) {
        unsafe replay.endLevel(with: span)
        continue
      }
      var failures: [DenseFailure] = []
      do {
        if span.runsEach {
          try unsafe runEach(of: span, in: &replay)
        } else if let spans = unsafe sharing?.spans(from: index, of: dense, state.plans.dense, replay), let sharing {
          failures = unsafe share(spans, sharing, in: &replay, plan)
          index = spans.upperBound - 1
          span = state.plans.dense.spans[index]
        } else if state.activity.keepsRuns {
          try unsafe replay.run(span, &runs.value, Watching.self)
        } else {
          try unsafe replay.run(span, &runs.value, NoWatch.self)
        }
      } catch {
        if let node = unsafe replay.stoppedAt { failures = [DenseFailure(node: node, error: error)] }
      }
      // The code of a node may have added or removed observers.
      let hasOtherStatus = state.nodes.status.version != version
      isLeft = !failures.isEmpty || hasOtherStatus || !state.reach.due.isEmpty
      if unsafe isLeft || span.endsLevel && replay.hasUnchanged { unsafe beginTesting(&replay, plan) }
      unsafe replay.endLevel(with: span)
      if isLeft {
        if hasOtherStatus { noteObservedNow(plan) } else { unsafe noteObserved(plan, dense, replay) }
        for failure in failures { unsafe fail(failure.node, with: failure.error, in: &replay) }
        unsafe queueReached(behind: index, of: dense, in: replay)
        break
      }
    }
    if let sharing, !isLeft { unsafe endSharing(sharing, of: dense, ran: replay.ranCount) }
    unsafe state.log.entries.assumeWritten(replay.logCount)
    if !isLeft { unsafe noteObserved(plan, dense, replay) }
    if unsafe replay.hasBits { forgetChanged(plan) }
    if isLeft {
      state.activity.phase = .idle
      leave(first: plan.first)
    }
    if isLeft || dense.isAttended { state.sortNotices(from: firstNotice) }
    if dense.isScattered, !isLeft { compactAfterDense(dense) }
  }

  /// Runs the nodes of a span one at a time.
  @inline(never)
  private func runEach(of span: DenseSpan, in replay: inout DenseReplay) throws {
    let all = state.topology.outputMask(of: state.plans.dense.entries[span.first].slot)
    unsafe replay.beginEach(of: span)
    while let entry = unsafe replay.nextOfEach {
      let slot = unsafe entry.pointee.slot
      if unsafe !replay.isEverythingChanged && !readsChanged(slot) {
        unsafe replay.endOfEach()
        continue
      }
      let outputs: UInt32
      if span.isAttended {
        let result = unsafe runSpecially(slot, logCount: replay.logCount)
        assert(result.entry != nil, "the nodes of a dense plan are not deferred")
        if let logged = result.entry { unsafe replay.log(logged) }
        outputs = result.outputs
      } else {
        let before = state.activity.keepsRuns ? state.plainWord(of: slot) : nil
        outputs = try unsafe replay.tables.call(entry, of: span)
        if let before, outputs != 0 { runs.value.append(before) }
        unsafe replay.log(LogEntry(slot, changed: outputs))
      }
      if outputs & all != all { unsafe replay.hasUnchanged = true }
      if outputs != 0 { unsafe replay.hasChanged = true }
      if span.notesEach {
        unsafe replay.hasBits = true
        insert(outputs, of: slot)
      } else if unsafe !replay.isEverythingChanged {
        unsafe replay.changed.insert(entry.pointee.output, if: outputs)
      }
      unsafe replay.endOfEach()
    }
  }

  /// Records the failure of a node.
  @inline(never)
  private func fail(_ slot: UInt32, with error: any Error, in replay: inout DenseReplay) {
    unsafe state.log.entries.assumeWritten(replay.logCount)
    // Code that throws has not stored a value.
    if state.activity.keepsRuns { runs.value.add(slot, of: state) }
    let result = fail(slot, with: error)
    if state.activity.keepsRuns { runs.value.finishLast(result.entry, in: state) }
    if let logged = result.entry { unsafe replay.log(logged) }
    insert(result.outputs, of: slot)
  }

  /// Queues the nodes that read a changed value and have not run: those left of the current span, and those of later spans.
  @inline(never)
  private func queueReached(behind index: Int, of dense: DensePlan, in replay: DenseReplay) {
    for slot in unsafe replay.slotsLeftOfSpan where readsChanged(slot) { state.queue(slot) }
    for index in index + 1..<dense.spans.upperBound {
      let span = state.plans.dense.spans[index]
      for index in span.first..<span.first + span.count {
        let slot = state.plans.dense.entries[index].slot
        if readsChanged(slot) { state.queue(slot) }
      }
    }
  }

  /// Sets the changed bits of everything that has run, so that the following nodes can test what they read.
  func beginTesting(_ replay: inout DenseReplay, _ plan: Plan) {
    if unsafe !replay.isEverythingChanged { return }
    forEachGiven(plan) { unsafe replay.changed.insert($0.cell, if: 1) }
    unsafe replay.setBits()
  }

  /// Makes the notices of nodes that are observed now. Observers that were added after their node ran know its value, so
  /// `asksEach` skips them.
  func noteObservedNow(_ plan: Plan) {
    state.observers.asksEach = true
    for index in plan.entries {
      let slot = state.plans.entries[index].slot
      if !state.nodes.status[slot].contains(.isAttended) { state.notify(of: slot, outputs: changedOutputs(of: slot)) }
    }
  }

  /// Makes the notices of observed nodes, in the order of ranks.
  private func noteObserved(_ plan: Plan, _ dense: DensePlan, _ replay: DenseReplay) {
    if !dense.isObserved { return }
    for place in state.plans.dense.observed[dense.number] {
      let entry = state.plans.entries[plan.first + Int(place)]
      let outputs =
        unsafe replay.isEverythingChanged ? state.topology.outputMask(of: entry.slot) : changedOutputs(of: entry)
      state.notify(of: entry.slot, outputs: outputs)
    }
  }
}
