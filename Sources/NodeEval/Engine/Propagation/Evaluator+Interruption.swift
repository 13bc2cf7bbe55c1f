// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Stopping an evaluation that takes too long, and finishing it later.
extension Evaluator {
  /// A closure that an evaluation polls to find out whether to stop. With `nil`, the default, evaluations run to their end.
  ///
  /// It is called after every 256th node, and after each node that ends a few milliseconds after the last call. An evaluation
  /// therefore stops within 20 ms of the answer becoming `true`, unless a single node takes longer than that. A node that takes
  /// longer runs to its end, and the evaluation stops after it, unless its code calls ``checkInterruption()``. With ``workers``, it
  /// stops after the heavy nodes that run together.
  /// For short nodes the closure costs little, since it is called at most once for 256 of them or for some milliseconds; it should
  /// still be quick.
  ///
  /// An evaluation that is stopped ends between two nodes. The edit stays, and its receipt lists the nodes that ran. The others are
  /// ``unfinished`` until ``resume()``, or the next edit that evaluates something, has run them: they have the failure
  /// ``NodeFailure/Reason-swift.enum/unfinished``, although the subscript still reads their last value.
  ///
  /// ```swift
  /// evaluator.isInterrupted = { keyboard.hasBeenStruck }
  /// evaluator.set(price, to: 25)       // returns soon after that
  /// evaluator.isInterrupted = nil
  /// evaluator.resume()                 // runs the rest
  /// ```
  ///
  /// The closure must not change the evaluator, and must not read values. It may read ``unfinished``, which then has the nodes that
  /// would be unfinished if the evaluation stopped now, and the groups of nodes (``subgraphs``).
  public var isInterrupted: (() -> Bool)? {
    get { state.settings.question?.isInterrupted }
    set { state.settings.question = newValue.map { StopQuestion(box, $0) } }
  }

  /// A clock for tests, in nanoseconds, that replaces the system's clock in deciding when ``isInterrupted`` is called.
  package var stopClock: (() -> UInt64)? {
    get { state.settings.stopClock }
    set { state.settings.stopClock = newValue }
  }

  /// Whether an evaluation was stopped and nodes still have to run.
  public var hasUnfinished: Bool { !state.activity.unfinished.isEmpty }

  /// The nodes that may have to run before their values are current again, in evaluation order.
  ///
  /// - Complexity: O(nodes) if there are any.
  public var unfinished: [NodeID] {
    if let slots = state.unfinishedNow() { return slots.map { state.topology.id(of: $0) } }
    guard hasUnfinished else { return [] }
    return graph.nodes.filter { isUnfinished($0.slot) }
  }

  /// Runs the nodes that a stopped evaluation has left, unless it is stopped again. Every attempt gets further, except by code that
  /// ends early by ``checkInterruption()``, which begins again.
  ///
  /// Its changes belong to the last edit: ``undo()`` undoes both. Edits that can be redone stay so.
  ///
  /// - Returns: What ran and changed, as for an edit that does not change the graph.
  /// - Precondition: No edit is under way, and no node's code is running.
  /// - Complexity: O(nodes that run).
  @discardableResult
  public func resume() -> Receipt {
    requireIdle()
    require(state.activity.editDepth == 0, "resume() must be called between edits: nothing is evaluated inside an edit")
    return evaluateFurther(as: .resumption)
  }

  /// Evaluates, between edits, nodes that they have left or values that have arrived since. The changes belong to the last edit.
  ///
  /// - Parameters:
  ///   - cause: The cause that observers receive.
  ///   - isOutside: Whether the runs are not part of the history, so that undoing the last edit does not revert them.
  ///   - begin: Stores values that have arrived, and makes the nodes that read them pending. The log has begun.
  ///   - end: Runs after the evaluation.
  /// - Returns: What ran and changed.
  func evaluateFurther(
    as cause: EditCause, outsideHistory isOutside: Bool = false, _ begin: () -> Void = {}, end: () -> Void = {}
  ) -> Receipt {
    var commit = Commit(of: self, keepsPatch: state.undo.history.isOn)
    commit.closeValues()
    begin()
    commit.queue()
    commit.evaluate()
    if state.undo.history.isOn {
      let patch = commit.takePatch()
      if isOutside, !patch.isEmpty { state.undo.history.noteOutsideChange() }
      if patch.isEmpty { forget(patch) } else { complete(with: patch) }
    }
    end()
    let receipt = makeReceipt()
    deliverKeepingReceipt(as: cause)
    return receipt
  }
}

extension EvaluatorState {
  /// Notifies observers to which their node was unfinished and is not any more. The node need not have run: its inputs may have
  /// turned out unchanged, or an edit may have been undone.
  ///
  /// - Parameters:
  ///   - before: What was unfinished before.
  ///   - start: The index of the first notice since then. Notices from there on are in evaluation order and stay so.
  mutating func notifyOfFinished(since before: Unfinished, from start: Int) {
    if !before.isMarked { return }
    let count = observers.notices.count
    // Nodes that were marked may be gone, and so may their slots.
    for slot in before.markedSlots where slot < topology.records.count && !marksUnfinished(slot) {
      guard nodes.status[slot].contains(.isObserved), topology.isAlive(slot) else { continue }
      observers.notices.append(Notice(slot: slot, outputs: 0))
    }
    if activity.unfinished.isEmpty { observers.mayWait = false }
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
