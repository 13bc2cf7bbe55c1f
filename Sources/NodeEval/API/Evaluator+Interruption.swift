// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Stopping an evaluation that takes too long, and finishing it later.
extension Evaluator {
  /// A closure that an evaluation polls: whether to stop. With `nil`, the default, evaluations run to their end.
  ///
  /// It is called after every 256th node, and after each node that ends a few milliseconds after the last call. So an
  /// evaluation stops within 20 ms of the answer becoming `true`, wherever no node takes longer than that by itself. A
  /// node that takes longer is run to its end, and the evaluation stops behind it. With ``workers``, it stops behind the heavy
  /// nodes that run together. For short nodes the closure costs little, since it is called at most once for 256 of them or for some milliseconds; it should be quick all the same.
  ///
  /// An evaluation that is stopped ends between two nodes. The edit stays, and its receipt lists the nodes that ran.
  /// The others are ``unfinished``: until ``resume()`` or the next edit that evaluates something has run them, what they
  /// have is a failure, ``NodeFailure/Reason-swift.enum/unfinished``, although the subscript still reads the last value.
  ///
  /// ```swift
  /// evaluator.isInterrupted = { keyboard.hasBeenStruck }
  /// evaluator.set(price, to: 25)       // returns soon after that
  /// evaluator.isInterrupted = nil
  /// evaluator.resume()                 // runs the rest
  /// ```
  ///
  /// The closure must neither read nor change the evaluator.
  public var isInterrupted: (() -> Bool)? {
    get { state.settings.isInterrupted }
    set { state.settings.isInterrupted = newValue }
  }

  /// What tests use in place of the system's clock: nanoseconds, by which it is decided when ``isInterrupted`` is asked.
  package var stopClock: (() -> UInt64)? {
    get { state.settings.stopClock }
    set { state.settings.stopClock = newValue }
  }

  /// Whether an evaluation was stopped and nodes wait to be run.
  public var hasUnfinished: Bool { !state.unfinished.isEmpty }

  /// The nodes that may have to run before their values are right again, in evaluation order.
  ///
  /// - Complexity: O(nodes) if there are any.
  public var unfinished: [NodeID] {
    guard hasUnfinished else { return [] }
    return graph.nodes.filter { isUnfinished($0.slot) }
  }

  /// Runs what an evaluation that was stopped has left, unless it is stopped again: every attempt gets further.
  ///
  /// What this runs belongs to the last edit: ``undo()`` undoes both. What can be redone can still be redone.
  ///
  /// - Returns: What ran and changed; as of an edit that changes nothing in the graph.
  /// - Precondition: No edit is under way, and no node's code is running.
  /// - Complexity: O(nodes that run).
  @discardableResult
  public func resume() -> Receipt {
    requireIdle()
    require(state.activity.editDepth == 0, "resume() comes between edits: inside one nothing is evaluated")
    return evaluateFurther(as: .resumption)
  }

  /// Evaluates between edits what they have left, or what has been given since: it belongs to the last of them.
  ///
  /// - Parameters:
  ///   - cause: What this is to observers.
  ///   - isOutside: Whether what runs is no part of the history: undoing the last edit does not take it back.
  ///   - begin: Stores values that have arrived, and makes pending what reads them. The log has begun.
  ///   - end: What is to be done when everything has run.
  /// - Returns: What ran and changed.
  func evaluateFurther(
    as cause: EditCause, outsideHistory isOutside: Bool = false, _ begin: () -> Void = {}, end: () -> Void = {}
  ) -> Receipt {
    let pending = state.history.isOn ? state.pendingWords() : []
    beginLog()
    begin()
    state.queueDue()
    if state.history.isOn {
      let runs = propagateKeepingRuns { propagate() }
      let patch = Patch(runs: runs, pending: state.pendingChanges(since: (pending, [])))
      if isOutside, !patch.isEmpty { state.history.noteOutsideChange() }
      if patch.isEmpty { forget(patch) } else { complete(with: patch) }
    } else {
      propagate()
    }
    end()
    let receipt = makeReceipt()
    deliverKeepingReceipt(as: cause)
    return receipt
  }
}

extension EvaluatorState {
  /// Notifies observers that know their node as unfinished where it is not any more. It need not have run: what it
  /// depends on may have turned out as it was, or an edit may have been undone.
  ///
  /// - Parameters:
  ///   - before: What was unfinished before.
  ///   - start: The first of the notices of what happened since, which are in evaluation order and stay so.
  mutating func notifyOfFinished(since before: Unfinished, from start: Int) {
    if !before.isMarked { return }
    let count = observers.notices.count
    // What was marked may be gone, and its slot too.
    for slot in before.markedSlots where slot < topology.records.count && !marksUnfinished(slot) {
      guard nodes.status[slot].contains(.isObserved), topology.isAlive(slot) else { continue }
      observers.notices.append(Notice(slot: slot, outputs: 0))
    }
    if unfinished.isEmpty { observers.mayWait = false }
    if observers.notices.count == count { return }
    sortNotices(from: start)
  }

  /// Sorts the notices from an index on by rank.
  mutating func sortNotices(from start: Int) {
    let sorted = (start..<observers.notices.count)
      .map { (rank: topology.records[observers.notices[$0].slot].rank, notice: observers.notices[$0]) }
      .sorted { ($0.rank, $1.notice.outputs) < ($1.rank, $0.notice.outputs) }
    for (index, element) in sorted.enumerated() { observers.notices[start + index] = element.notice }
  }
}
