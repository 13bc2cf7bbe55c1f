// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Nodes whose value arrives later than the edit that starts their code.
///
/// Such a node is evaluated in two steps. An edit that reaches it starts its code, away from the evaluator, with copies of its
/// arguments; nodes downstream wait, and keep their last values. Results are collected until they are landed. Everything else
/// stays on the thread of the evaluator.
///
/// ```swift
/// let city = evaluator.asyncNode("city", postcode, debounce: .milliseconds(150)) { run, code in
///   try await lookUp(code)
/// }
/// evaluator.onArrival = { Task { @MainActor in model.land() } }   // from any thread; land() calls evaluator.land()
/// ```
extension Evaluator {
  /// Called when a result has arrived and can be landed, or values wait in the ``inbox()``: from any thread, while the
  /// evaluator may be at work. It must not use the evaluator, but make its owner call ``land()``, and ``receive(_:history:)``
  /// if there is an inbox. The result may have been landed before the call, by an owner that also lands at other times, or that
  /// waits with ``settled(isolation:)``.
  public var onArrival: (@Sendable () -> Void)? {
    get { state.reach.flights.arrivals.onArrival }
    set { state.reach.flights.arrivals.onArrival = newValue }
  }

  /// Whether asynchronous code is running.
  public var hasPending: Bool { !state.reach.flights.isEmpty }

  /// The nodes whose asynchronous code is running, in evaluation order, without the nodes that wait for them.
  ///
  /// - Complexity: O(n log n) for n nodes.
  public var pendingNodes: [NodeID] {
    let topology = state.graph.storage
    return state.reach.flights.slots.sorted { topology.value.records[$0].rank < topology.value.records[$1].rank }
      .map { topology.value.id(of: $0) }
  }

  /// Whether a value has yet to arrive: that of the node itself, or one that it waits for. ``state(of:)`` says more.
  ///
  /// - Parameter node: The node. A node that is gone is not pending.
  /// - Returns: Whether the node is pending.
  /// - Complexity: O(1).
  public func isPending(_ node: NodeID) -> Bool {
    state.topology.isLive(node) && !state.nodes.status[node.slot].isDisjoint(with: [.isInFlight, .isWaiting])
  }

  /// Takes the results that have arrived, and evaluates what was waiting for them, in one edit.
  ///
  /// A result is dropped if its run was superseded or cancelled meanwhile: by an input that changed, by ``undo()`` or
  /// ``redo()``, by ``cancel(_:)``, or because the node was removed. The changes belong to the last edit that can be undone, as
  /// with ``resume()``. Undoing that edit while the code runs cancels the run, and redoing the edit starts it again, once all
  /// inputs have a value.
  ///
  /// - Returns: What ran and changed, the landed nodes first; empty if no result has arrived.
  /// - Precondition: No edit is under way, and no node's code is running.
  /// - Complexity: O(results, and nodes that have waited for them, with their connections), and O(nodes that run).
  @discardableResult
  public func land() -> Receipt {
    requireIdle()
    require(state.activity.editDepth == 0, "land() must be called between edits")
    let arrivals = state.reach.flights.takeArrivals()
    if arrivals.isEmpty { return Receipt(edit: 0, log: ReceiptLog()) }
    var continuing: [UInt32] = []
    // Numbers are sorted instead of results, because moving results counts references.
    let order = arrivals.indices.map { UInt64(state.topology.records[arrivals[$0].slot].rank) << 32 | UInt64($0) }
      .sorted()
    // A node may have got other ports since it was started, so that observers may know its value already.
    state.observers.asksEach = true
    return evaluateFurther(as: .landing) {
      for key in order {
        let arrival = arrivals[Int(UInt32(truncatingIfNeeded: key))]
        if state.settings.measuresRuns { state.noteRun(of: arrival.slot, arrival.nanoseconds) }
        if land(arrival.result, at: arrival.slot) { continuing.append(arrival.slot) }
      }
    } end: {
      for slot in continuing { startNext(slot) }
    }
  }

  /// Stores a result and makes its consumers pending. Returns whether another run waits for this one.
  private func land(_ arrived: Result<any Sendable, any Error>, at slot: UInt32) -> Bool {
    if state.undo.history.isOn { runs.value.add(slot, of: state) }
    let result = store(arrived, at: slot)
    state.nodes.status[slot].remove(.isInFlight)
    if let entry = result.entry { state.log.entries.append(entry) }
    if state.undo.history.isOn { runs.value.finishLast(result.entry, in: state) }
    state.settleRoot(slot)
    if result.outputs != 0 {
      state.notify(of: slot, outputs: result.outputs)
      state.queueConsumers(of: slot)
    }
    return state.reach.flights.land(slot, arrived)
  }

  private func store(_ arrived: Result<any Sendable, any Error>, at slot: UInt32) -> RunResult {
    switch arrived {
    case .failure(let error):
      return RunResult(slot, changed: setFailure(failure(of: slot, throwing: error), of: slot) ? .max : 0)
    case .success(let value):
      guard let code = state.kernel(of: slot).asyncCode else { return .later }
      let isFirst = state.nodes.status[slot].contains(.empty)
      let call = makeCall(state.topology.records[slot], flags: isFirst ? KernelCall.firstTime : 0)
      state.activity.phase = .evaluating
      var changed = code.store(call, value)
      state.activity.phase = .idle
      state.nodes.status[slot].remove(.empty)
      if state.nodes.status[slot].contains(.failed) {
        state.nodes.clearFailure(of: slot)
        changed = .max
      }
      return RunResult(slot, changed: changed)
    }
  }

  /// Starts the run that waited for one that was landed, unless the landing has blocked the node.
  private func startNext(_ slot: UInt32) {
    guard state.reach.flights.next(slot, edit: state.log.number) else { return }
    state.nodes.status[slot].insert(.isInFlight)
    state.settleRoot(slot)
    state.log.enterStarted(slot)
  }

  /// Cancels the run of a node's asynchronous code, and the runs that wait for it.
  ///
  /// The node keeps its last value and is ``NodeState/stale``; without a value it fails with
  /// ``NodeFailure/Reason-swift.enum/cancelled``. Nodes that have waited for it are evaluated. The code starts again by
  /// ``bringUpToDate(_:)-(NodeID)``, when an input changes, or when an asynchronous node upstream that was started later is
  /// landed, whether or not its value changes.
  ///
  /// - Parameter node: The node.
  /// - Returns: What ran and changed; empty if the node is not in flight.
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``.
  /// - Precondition: No edit is under way, and no node's code is running.
  /// - Complexity: O(nodes that have waited for it, with their connections), and O(nodes that run).
  @discardableResult
  public func cancel(_ node: NodeID) throws(GraphError) -> Receipt {
    requireIdle()
    require(state.activity.editDepth == 0, "cancel(_:) must be called between edits")
    let slot = try state.graph.storage.value.slot(node)
    guard state.reach.flights.hasFlight(slot) else { return Receipt(edit: 0, log: ReceiptLog()) }
    return evaluateFurther(as: .cancellation) {
      if state.undo.history.isOn { runs.value.add(slot, of: state) }
      state.reach.flights.cancel(slot)
      state.nodes.status[slot].remove(.isInFlight)
      state.nodes.status[slot].insert(.isPutOff)
      var entry: LogEntry?
      if state.nodes.status[slot].contains(.empty) {
        _ = setFailure(NodeFailure(origin: node, reason: .cancelled), of: slot)
        state.log.entries.append(LogEntry(slot, .changed))
        entry = LogEntry(slot, .changed)
        state.notify(of: slot, outputs: .max)
        state.queueConsumers(of: slot)
      }
      if state.undo.history.isOn { runs.value.finishLast(entry, in: state) }
      state.settleRoot(slot)
      // The node could run, but must not start again by itself.
      state.reach.due.removeAll { $0 == slot }
    }
  }

  /// Lands results until none is pending. For tests and batch runs.
  ///
  /// - Parameter isolation: The actor that the evaluator belongs to, by default that of the caller.
  /// - Returns: True once no result is pending; false if the task was cancelled before that.
  /// - Precondition: No edit is under way, and no node's code is running.
  @discardableResult
  public func settled(isolation: isolated (any Actor)? = #isolation) async -> Bool {
    while true {
      land()
      if !hasPending { return true }
      if Task.isCancelled { return false }
      await state.reach.flights.arrivals.wait()
    }
  }

  /// Waits until a result has arrived that can be landed, or the task is cancelled. It may return early.
  package func arrival(isolation: isolated (any Actor)? = #isolation) async {
    await state.reach.flights.arrivals.wait()
  }

  /// The function that waits for a debounce. Tests replace the system's clock by it.
  package var debounceSleep: @Sendable (Duration) async throws -> Void {
    get { state.reach.flights.sleep }
    set { state.reach.flights.sleep = newValue }
  }

  /// Makes the tasks of asynchronous code. Tests replace it to run tasks when they choose.
  package var makeTask: (_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    get { state.reach.flights.makeTask }
    set { state.reach.flights.makeTask = newValue }
  }

  /// How the runs of asynchronous code have ended so far.
  package var flightCounts: FlightCounts { state.reach.flights.counts }

  /// Starts and cancels the runs that an edit requires.
  @inline(never)
  func launch() {
    let slots = state.reach.flights.takeUnsettled()
    for slot in slots {
      guard isInFlight(slot), let code = state.kernel(of: slot).asyncCode else {
        state.reach.flights.cancel(slot)
        continue
      }
      if state.nodes.status[slot].contains(.isSeen) { continue }
      if isToRun(slot) {
        giveUpRun(of: slot)
        continue
      }
      state.nodes.status.markSeen(slot)
      assert(readsValues(slot), "a run of code begins when all that it reads has a value")
      let work = code.prepare(makeCall(state.topology.records[slot], flags: 0))
      state.reach.flights.start(work, of: code, at: slot, edit: state.log.number)
      state.reach.isFollowed = true
    }
    for slot in slots where isInFlight(slot) { state.nodes.status.unmarkSeen(slot) }
  }

  /// Whether a change has reached a node that was in flight, and the node has not run since: it waits, it is not needed, or the
  /// evaluation was stopped. The arguments of its former run are not kept, and its inputs may not have a value yet.
  private func isToRun(_ slot: UInt32) -> Bool {
    state.nodes.status[slot].contains(.isPutOff) || state.pending.contains(state.topology.records[slot].rank)
  }

  /// Ends the flight of a node that undo, redo or a fork has put in flight. Its code starts when the node runs: also if another undo
  /// takes it from the pending nodes before that.
  private func giveUpRun(of slot: UInt32) {
    state.reach.flights.cancel(slot)
    state.nodes.status[slot].remove(.isInFlight)
    state.nodes.status[slot].insert(.isPutOff)
    state.settleRoot(slot)
  }

  /// Whether all inputs of a node have a value.
  private func readsValues(_ slot: UInt32) -> Bool {
    (0..<state.topology.layout(of: slot).inputCount).allSatisfy { input in
      state.topology.arguments(of: InputPlace(node: slot, input: input)).allSatisfy { argument in
        let cell = state.topology.arguments[argument]
        guard let source = state.topology.source(ofCell: cell) else { return cell != NodeRecord.none }
        return state.nodes.hasValue(source.node)
      }
    }
  }

  private func isInFlight(_ slot: UInt32) -> Bool {
    slot < state.topology.records.count && state.topology.isAlive(slot)
      && state.nodes.status[slot].contains(.isInFlight)
  }
}
