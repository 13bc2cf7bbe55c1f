// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Stopping an evaluation that takes too long, and finishing it later.
extension Evaluator {
  /// Is asked whether to stop while nodes run; `nil`, at first, means that evaluations always run to their end.
  ///
  /// It is asked after every 256th node, and after each node that ends a few milliseconds after it was asked last. So an
  /// evaluation stops within 20 ms of the answer becoming `true`, wherever no node takes longer than that by itself. A
  /// node that takes longer is run to its end, and the evaluation stops behind it. For short nodes the closure costs
  /// little, since it is called at most once for 256 of them or for some milliseconds; let it be quick all the same.
  ///
  /// An evaluation that is stopped ends between two nodes. The edit stays, and its receipt tells of the nodes that ran.
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
  /// The closure leaves the evaluator alone.
  public var isInterrupted: (() -> Bool)? {
    get { box.value.isInterrupted }
    set { box.value.isInterrupted = newValue }
  }

  /// What tests use in place of the system's clock: nanoseconds, by which it is decided when ``isInterrupted`` is asked.
  package var stopClock: (() -> UInt64)? {
    get { box.value.stopClock }
    set { box.value.stopClock = newValue }
  }

  /// Whether an evaluation was stopped and nodes wait to be run.
  public var hasUnfinished: Bool { box.value.hasUnfinished }

  /// The nodes that may have to run before their values are right again, in evaluation order.
  ///
  /// - Complexity: O(nodes) if there are any.
  public var unfinished: [NodeID] {
    guard hasUnfinished else { return [] }
    return graph.nodes.filter { isUnfinished($0.slot) }
  }

  /// Runs what an evaluation that was stopped has left, unless it is stopped again: every attempt gets further.
  ///
  /// What this runs belongs to the last edit: ``undo()`` takes both back. What can be done again stays so.
  ///
  /// - Returns: What was caused; as of an edit that changes nothing in the graph.
  /// - Precondition: No edit is under way, and no node's code is running.
  /// - Complexity: O(nodes that run).
  @discardableResult
  public func resume() -> Receipt {
    requireIdle()
    require(box.value.editDepth == 0, "resume() comes between edits: inside one nothing is evaluated")
    let unfinished = (nodes: box.value.unfinished, marks: box.value.isUnfinished)
    beginLog()
    box.value.keepsRuns = box.value.remembersEdits
    settle()
    box.value.keepsRuns = false
    let receipt = makeReceipt()
    if !unfinished.nodes.isEmpty, box.value.remembersEdits {
      complete(
        with: Patch(
          steps: [], journal: [], given: [], runs: takeRuns(), unfinished: unfinished.nodes,
          isUnfinished: unfinished.marks))
    }
    deliver()
    return receipt
  }

  func isUnfinished(_ slot: UInt32) -> Bool {
    // A node added in an edit under way may lie beyond those that were there when the evaluation stopped.
    hasUnfinished && Int(slot) < box.value.isUnfinished.count && box.value.isUnfinished[Int(slot)]
  }

  /// Remembers what is pending by node, since an edit may change the ranks, and what lies behind it.
  @inline(never)
  func putOffPending() {
    let topology = box.value.graph.storage
    var reached: [UInt32] = []
    while let (word, bits) = box.value.pending.takeWord() {
      var bits = bits
      while bits != 0 {
        reached.append(topology.value.nodeAtRank[UInt32(word << 6 | bits.trailingZeroBitCount)])
        bits &= bits - 1
      }
    }
    box.value.unfinished = reached.map { topology.value.id(of: $0) }
    var isReached = [Bool](repeating: false, count: topology.value.records.count)
    for slot in reached { isReached[Int(slot)] = true }
    while let next = reached.popLast() {
      topology.value.forEachNeighbour(of: next, isUpstream: false) { consumer in
        guard !isReached[Int(consumer)] else { return }
        isReached[Int(consumer)] = true
        reached.append(consumer)
      }
    }
    box.value.isUnfinished = isReached
  }

  /// Runs what was put off together with what is pending.
  @inline(never)
  func settleUnfinished() {
    let marks = box.value.isUnfinished
    let start = box.value.notices.count
    takeUpUnfinished()
    settle()
    noteFinished(marks, from: start)
  }

  /// Has observers told that know their node as unfinished where it is not any more. It need not have run: what it
  /// depends on may have turned out as it was, or an edit may have been taken back.
  ///
  /// - Parameters:
  ///   - marks: What was unfinished before.
  ///   - start: The first of the notices of what happened since, which are in evaluation order and stay so.
  func noteFinished(_ marks: [Bool], from start: Int) {
    let topology = box.value.graph.storage
    let count = box.value.notices.count
    for slot in 0..<UInt32(marks.count) where marks[Int(slot)] && !isUnfinished(slot) {
      guard box.value.status[slot] & EvaluatorState.Status.observed != 0, topology.value.isAlive(slot) else { continue }
      box.value.notices.append(Notice(slot: slot, outputs: 0))
    }
    if box.value.notices.count == count { return }
    func rank(_ notice: Notice) -> UInt32 { topology.value.records[notice.slot].rank }
    let sorted = (start..<box.value.notices.count).map { box.value.notices[$0] }
      .sorted { (rank($0), $1.outputs) < (rank($1), $0.outputs) }
    for (index, notice) in sorted.enumerated() { box.value.notices[start + index] = notice }
  }

  /// Makes pending again what was put off and still is there to be run.
  private func takeUpUnfinished() {
    for node in box.value.unfinished where box.value.graph.contains(node) {
      if box.value.status[node.slot] & EvaluatorState.Status.source == 0 { mark(node.slot) }
    }
    box.value.unfinished = []
    box.value.isUnfinished = []
  }
}
