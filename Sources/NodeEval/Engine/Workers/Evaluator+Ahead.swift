// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Running heavy nodes together. Other threads run only the code of nodes. The thread of the edit checks arguments before, and
/// handles results afterwards, lowest rank first.
extension Evaluator {
  /// Whether a node's code can run now: the node is needed, nothing upstream of it is in flight, and no input has failed.
  @inline(never)
  func canRunAhead(_ node: UInt32) -> Bool {
    let status = state.nodes.status[node]
    guard status.isDisjoint(with: [.restrained, .isAsync, .isSwitched]) else { return false }
    // With a state from a document, a node runs twice.
    if status.contains(.empty), state.hasDocumentedState(node) { return false }
    return !status.contains(.checksInputs) || firstInputFailure(of: node) == nil
  }

  /// Runs a heavy node together with others that are pending and independent of it.
  ///
  /// Light nodes in between run first, as far as possible: heavy nodes mostly wait for these.
  ///
  /// - Parameters:
  ///   - leader: The lowest pending node. It was already taken from the pending set.
  ///   - limit: How many nodes may run.
  /// - Returns: How many nodes ran.
  @inline(never)
  func runTogether(_ leader: UInt32, atMost limit: Int) -> Int {
    let (floor, shape) = (state.topology.records[leader].rank, state.topology.records[leader].shape)
    var patience = ahead.value.begin(state.kernels.heavyKinds.estimate(of: shape), in: state)
    state.pending.insert(floor)
    var estimates = Ahead.Estimates()
    join(leader, &estimates)
    var (next, count) = (Int(floor) + 1, 1)
    while patience > 0, count < limit, ahead.value.members.count < Ahead.mostMembers,
      let rank = state.pending.first(from: next)
    {
      next = rank + 1
      patience -= 1
      let node = state.topology.nodeAtRank[rank]
      guard canRunAhead(node), ahead.value.isSettled(node, floor: floor, in: state, &patience) else { continue }
      count += 1
      if state.nodes.status[node].contains(.isHeavy) {
        join(node, &estimates)
        patience += Ahead.patienceForMember
      } else {
        runAhead(node)
      }
    }
    let isTimed = ahead.value.run(estimates: estimates, workers, isTimed: state.countsRuns)
    for index in ahead.value.members.indices { finish(index, isTimed: isTimed) }
    ahead.value.endBatch()
    return count
  }

  /// Adds a node to the batch.
  private func join(_ node: UInt32, _ estimates: inout Ahead.Estimates) {
    if state.activity.keepsRuns { ahead.value.runs.add(node, of: state) }
    state.nodes.status[node].subtract([.isPutOff, .checksInputs])
    let record = state.topology.records[node]
    let flags = state.nodes.status[node].contains(.empty) ? KernelCall.firstTime : 0
    unsafe ahead.value.add(node, state.kernels.borrowed(record.shape), makeCall(record, flags: flags))
    estimates.add(
      state.kernels.heavyKinds.estimate(of: record.shape), isMeasured: state.kernels.heavyKinds.isMeasured(record.shape)
    )
  }

  /// Runs a light node before its turn.
  private func runAhead(_ node: UInt32) {
    state.pending.remove(state.topology.records[node].rank)
    let noticeCount = state.observers.notices.count
    if state.activity.keepsRuns { runs.value.add(node, of: state) }
    let result = runCounted(node, logCount: state.log.entries.count)
    ahead.value.takeNotices(behind: noticeCount, of: &state.observers)
    settle(node, result, isLeader: false)
  }

  /// Handles the result of a member of the batch.
  private func finish(_ index: Int, isTimed: Bool) {
    let node = ahead.value.members[index]
    let noticeCount = state.observers.notices.count
    state.pending.remove(state.topology.records[node].rank)
    if state.activity.keepsRuns { runs.value.take(index, of: &ahead.value.runs) }
    let (outputs, error, nanoseconds) = ahead.value.result(of: index)
    if isTimed {
      let clock = state.settings.costClock
      let time = clock.map { clock in (0 &- clock()) &+ clock() } ?? nanoseconds
      state.kernels.heavyKinds.note(time, of: state.topology.records[node].shape)
      if state.countsRuns { state.noteRun(of: node, time) }
    }
    let result = error.map { takeOn($0, node) } ?? succeed(node, changed: outputs)
    state.notify(of: node, outputs: result.outputs)
    if index > 0 { ahead.value.takeNotices(behind: noticeCount, of: &state.observers) }
    settle(node, result, isLeader: index == 0)
  }

  /// Enters the result of a node into the log and the record of runs, and makes its consumers pending.
  private func settle(_ node: UInt32, _ result: RunResult, isLeader: Bool) {
    if let entry = result.entry {
      if isLeader { state.log.entries.append(entry) } else { ahead.value.log(entry) }
    }
    if state.nodes.status[node].contains(.hasSeveralOutputs) {
      state.activity.changedOutputs = result.outputs
      let topology = state.graph.storage
      topology.value.forEachConsumer(of: node, outputs: result.outputs) { state.queue($0) }
    } else if result.outputs != 0 {
      state.queueConsumers(of: node)
    }
    state.queueDue()
    if state.activity.keepsRuns { runs.value.finishLast(result.entry, in: state) }
  }

  /// Runs the code of a node and measures it.
  @inline(never)
  func measure(_ node: UInt32, _ run: () throws -> UInt32) rethrows -> UInt32 {
    let start = state.settings.costNow()
    defer {
      if state.kernels.heavyKinds.note(state.settings.cost(since: start), of: state.topology.records[node].shape) {
        state.nodes.status[node].remove(.isMeasured)
      }
    }
    return try run()
  }

  /// Ends an evaluation during which heavy nodes ran, or kinds were measured.
  @inline(never)
  func endAhead() {
    if ahead.value.isUsed { ahead.value.end(in: &state) }
    state.settleCosts()
  }
}
