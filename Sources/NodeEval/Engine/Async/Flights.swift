// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// How runs of asynchronous code have ended. Each run that was started ends in one of these ways.
package struct FlightCounts: Equatable, Sendable {
  package var started = 0
  /// The result was landed.
  package var landed = 0
  /// The run failed, and its failure was landed.
  package var failed = 0
  /// An input changed, and another run replaced this one.
  package var superseded = 0
  /// The result is not needed: the node is gone or blocked, an edit was undone, or the run was cancelled.
  package var cancelled = 0

  package init(started: Int = 0, landed: Int = 0, failed: Int = 0, superseded: Int = 0, cancelled: Int = 0) {
    self.started = started
    self.landed = landed
    self.failed = failed
    self.superseded = superseded
    self.cancelled = cancelled
  }

  package var ended: Int { landed + failed + superseded + cancelled }
}

/// The nodes whose asynchronous code was started and has not ended.
///
/// Whether a node is in flight is part of its status, which is undone and redone with the edit. This table holds the tasks of
/// these nodes. They are started and cancelled when an edit has ended (`unsettled`), never by a fork.
///
/// Invariant (see `brokenRules`): between edits a node is in flight exactly if it has a flight, and these nodes are the roots
/// of `waiting`, except those whose consumers may use the last value.
struct Flights: ~Copyable {
  /// A run under way.
  fileprivate struct Flight {
    let number: Int
    let run: NodeRun
    let task: Task<Void, Never>
    /// The edit that started it.
    let edit: Int
    /// The next runs, with other arguments.
    var queue: [AsyncCode.Work] = []
    /// Whether the result was landed, so that the next run is about to begin.
    var isLanded = false
  }

  /// The nodes downstream of something in flight.
  var waiting = ReachSet(isUpstream: false)
  /// The nodes that were started or have left flight, to be settled when the edit has ended; some appear twice.
  private var unsettled: [UInt32] = []
  /// The nodes whose run, if there is one, is cancelled when the edit has ended, whatever their status is then.
  private var abandoned: [UInt32] = []
  let arrivals = Arrivals()
  /// Where other threads store values; `nil` until it is first used.
  var inbox: Inbox?
  /// Waits for a debounce.
  var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  /// Makes the task of a run. Tests replace it to run tasks when they choose.
  var makeTask: (_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> = { Task(operation: $0) }
  /// Whether runs are measured.
  var measuresRuns = false
  private(set) var counts = FlightCounts()
  private var flights: [UInt32: Flight] = [:]
  private var lastNumber = 0

  deinit {
    for flight in flights.values { flight.stop() }
  }

  var isEmpty: Bool { flights.isEmpty }

  func hasFlight(_ slot: UInt32) -> Bool { flights[slot] != nil }

  /// Whether runs have to be started or cancelled when the edit has ended.
  private(set) var isUnsettled = false

  /// Marks a node to be settled when the edit has ended.
  mutating func unsettle(_ slot: UInt32) {
    unsettled.append(slot)
    isUnsettled = true
  }

  /// Marks the run of a node to be cancelled when the edit has ended.
  mutating func abandon(_ slot: UInt32) {
    abandoned.append(slot)
    isUnsettled = true
  }

  /// Returns and clears the list of nodes to settle after an edit, and cancels abandoned runs.
  mutating func takeUnsettled() -> [UInt32] {
    for slot in abandoned { cancel(slot) }
    var taken: [UInt32] = []
    swap(&taken, &unsettled)
    abandoned.removeAll()
    isUnsettled = false
    return taken
  }

  /// Leaves all flights as they are, whatever a fork has changed.
  mutating func forgetUnsettled() {
    unsettled.removeAll()
    abandoned.removeAll()
    isUnsettled = false
  }

  /// The nodes that have a flight.
  var slots: [UInt32] { Array(flights.keys) }

  /// The progress of a node's run, and the edit that started it.
  func progress(of slot: UInt32) -> (progress: Double?, edit: Int)? {
    flights[slot].map { ($0.run.progress, $0.edit) }
  }

  /// Starts a run for a node, or makes it wait for the current one, as the code's policy says.
  mutating func start(_ work: @escaping AsyncCode.Work, of code: AsyncCode, at slot: UInt32, edit: Int) {
    switch flights[slot] == nil ? .restart : code.policy {
    case .restart:
      end(slot, \.superseded)
      begin(work, debounce: code.debounce, at: slot, edit: edit)
    case .finishThenLatest: flights[slot]?.queue = [work]
    case .every: flights[slot]?.queue.append(work)
    }
  }

  private mutating func begin(
    _ work: @escaping AsyncCode.Work, debounce: Duration?, at slot: UInt32, edit: Int, queue: [AsyncCode.Work] = []
  ) {
    lastNumber += 1
    counts.started += 1
    let run = NodeRun()
    let task = makeTask { [arrivals, sleep, number = lastNumber, isMeasured = measuresRuns] in
      let result: Result<any Sendable, any Error>
      var start: UInt64 = 0
      do {
        if let debounce { try await sleep(debounce) }
        if isMeasured { start = HeavyClock.now() }
        try run.checkCancellation()
        result = .success(try await work(run))
      } catch {
        result = .failure(error)
      }
      if run.isCancelled { return }
      let nanoseconds = start == 0 ? 0 : HeavyClock.duration(since: start)
      arrivals.add(Arrivals.Arrival(slot: slot, run: number, result: result, nanoseconds: nanoseconds))
    }
    flights[slot] = Flight(number: lastNumber, run: run, task: task, edit: edit, queue: queue)
  }

  /// Cancels the run of a node, if there is one, and the runs that wait for it.
  mutating func cancel(_ slot: UInt32) {
    end(slot, \.cancelled)
    // A run that was stopped never arrives.
    if flights.isEmpty { arrivals.endWaiting() }
  }

  private mutating func end(_ slot: UInt32, _ count: WritableKeyPath<FlightCounts, Int>) {
    guard let flight = flights.removeValue(forKey: slot) else { return }
    flight.stop()
    counts[keyPath: count] += 1
  }

  /// Takes the results that have arrived and are still wanted.
  mutating func takeArrivals() -> [Arrivals.Arrival] {
    arrivals.takeAll().filter { flights[$0.slot]?.number == $0.run }
  }

  /// Ends a run whose result is landed. The flight continues if another run waits for this one.
  ///
  /// - Returns: Whether another run waits.
  mutating func land(_ slot: UInt32, _ result: Result<any Sendable, any Error>) -> Bool {
    if case .success = result { counts.landed += 1 } else { counts.failed += 1 }
    if flights[slot]?.queue.isEmpty == false {
      flights[slot]?.isLanded = true
      return true
    }
    flights[slot] = nil
    return false
  }

  /// Starts the run that waited for one that was landed.
  ///
  /// - Returns: Whether there is still such a run.
  mutating func next(_ slot: UInt32, edit: Int) -> Bool {
    guard var queue = flights.removeValue(forKey: slot)?.queue, !queue.isEmpty else { return false }
    let work = queue.removeFirst()
    begin(work, debounce: nil, at: slot, edit: edit, queue: queue)
    return true
  }

  /// Drops the runs that wait for one that was landed, if there are any. No fork can occur between the landing and the next
  /// run.
  mutating func forgetNext(_ slot: UInt32) {
    if flights[slot]?.isLanded == true { flights[slot] = nil }
  }
}

extension Flights.Flight {
  fileprivate func stop() {
    run.cancel()
    task.cancel()
  }
}
