// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The result of an edit that was evaluated but not made. It is kept apart from the evaluator's state, to be read or committed.
///
/// ```swift
/// let fork = try evaluator.fork { edit in edit.set(price, to: 30) }
/// fork.changed                            // the nodes that would have another value
/// fork.read { evaluator[total] }          // the total after the edit
/// evaluator[total]                        // the current total
/// try fork.commit()                       // makes the edit; no node runs again
/// ```
///
/// A fork costs what its edit changes, however large the graph is. Until it is released, it retains its evaluator and what it would
/// add.
public final class Fork {
  /// What the edit would cause, with the number it would have had when the fork was made.
  public let receipt: Receipt
  private let evaluator: Evaluator
  private let body: (Edit) throws -> Void
  /// `nil` after the fork was committed or dropped.
  private var patch: Patch?
  /// What happened to each node.
  private var log: EditLog
  /// The edit it was made after.
  private let base: Int
  /// Whether its evaluation ran to its end, that is, was not stopped.
  private let finishes: Bool
  /// The kinds that it would register.
  private let kinds: [String]

  // Inlined, it stops the compiler of Swift 6.3.1 ("a leaked owned value").
  @inline(never)
  init(
    of evaluator: Evaluator, _ patch: Patch, _ receipt: Receipt, _ log: consuming EditLog, base: Int,
    finishes: Bool, body: @escaping (Edit) throws -> Void
  ) {
    self.evaluator = evaluator
    self.patch = patch
    self.receipt = receipt
    self.log = log
    self.base = base
    self.finishes = finishes
    kinds = patch.registeredKinds
    self.body = body
    evaluator.state.activity.forkCount += 1
  }

  deinit { drop() }

  /// The nodes that would have another value, as ``Receipt/changed`` lists them. Complexity: O(nodes that ran).
  public var changed: [NodeID] { receipt.changed }

  /// Whether the evaluator is as it was when the fork was made, and the fork was neither committed nor dropped.
  public var isCurrent: Bool {
    guard patch != nil, evaluator.state.log.number == base else { return false }
    // Registering a kind is not an edit, unless it is part of one.
    return kinds.allSatisfy { evaluator.state.kernels.definitions[$0] == nil }
  }

  /// Reads the result of the fork. While `body` runs, the evaluator has the values and the graph of after the edit.
  ///
  /// - Parameter body: Reads the evaluator. It must not change it.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  /// - Precondition: The fork ``isCurrent``, no edit is under way and no node's code is running.
  /// - Complexity: O(what the edit changes), and what `body` does.
  public func read<Value, Failure>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    let patch = currentPatch()
    evaluator.requireIdle()
    require(evaluator.state.activity.editDepth == 0, "a fork must be read between edits")
    evaluator.visit(patch)
    evaluator.state.forgetStarted()
    evaluator.state.activity.phase = .readingFork
    defer {
      evaluator.visit(patch)
      evaluator.state.forgetStarted()
      evaluator.leave()
    }
    return try body()
  }

  /// Whether the evaluation ran to its end, that is, was not stopped through ``Evaluator/isInterrupted``.
  public var isFinished: Bool { patch == nil || finishes }

  /// Makes the edit. If the evaluator is as it was when the fork was made, no node runs again; otherwise the edit is made again.
  ///
  /// - Parameter title: The title in ``Evaluator/undoTitles``; with `nil`, a description of the change and the node.
  /// - Returns: What the edit caused.
  /// - Throws: What the edit throws if it has to be made again; then the evaluator is unchanged.
  /// - Precondition: The fork was neither committed nor dropped, no edit is under way and no node's code is running.
  /// - Complexity: O(what the edit changes), or the edit's own complexity if it is made again.
  @discardableResult
  public func commit(_ title: String? = nil) throws -> Receipt {
    require(patch != nil, "a fork can't be committed after it was committed or dropped")
    require(evaluator.state.activity.editDepth == 0, "a fork must be committed between edits")
    guard isCurrent, let patch else {
      let receipt = try evaluator.edit(title, body)
      drop()
      return receipt
    }
    endPatch()
    return evaluator.adopt(patch, &log, receipt.changes, title: title)
  }

  /// Drops the fork, as releasing it does. If its edit began a need (``Evaluator/need(_:)-(NodeID)``) that continues, the needed
  /// nodes are evaluated now, and other forks are not current any more.
  public func drop() {
    guard let patch else { return }
    endPatch()
    evaluator.forgetAll([patch])
    if !evaluator.state.reach.due.isEmpty { evaluator.settleNeeds() }
  }

  /// Ends the fork's claim to its patch, which is committed or dropped.
  private func endPatch() {
    patch = nil
    evaluator.state.activity.forkCount -= 1
  }

  private func currentPatch() -> Patch {
    guard let patch else { stop("a fork can't be read after it was committed or dropped") }
    require(isCurrent, "the evaluator has changed since the fork was made: make another fork")
    return patch
  }
}

@available(*, unavailable)
extension Fork: Sendable {}

extension Evaluator {
  /// Evaluates an edit without making it: values, structure, order, receipts and the undo history stay as they are, and observers
  /// receive no changes.
  ///
  /// - Parameter body: Makes the changes; it is kept in case it has to be run again when the fork is committed.
  /// - Returns: The fork, which holds what would be different.
  /// - Throws: What `body` throws.
  /// - Precondition: No edit is under way, and no node's code is running.
  /// - Complexity: As for ``edit(_:)``, and O(what it changes) to store that separately.
  public func fork(_ body: @escaping (Edit) throws -> Void) throws -> Fork {
    require(state.activity.editDepth == 0, "a fork must be made between edits: nothing is evaluated inside an edit")
    // A receipt of the last edit may be read while the log is replaced.
    keepReceipts()
    let base = state.log.number
    let mayWait = state.observers.mayWait
    var other = EditLog(receipts: ReceiptLog(of: self))
    other.number = base
    swap(&other, &state.log)
    state.activity.isForking = true
    state.nodes.runCounts.isPaused = true
    do {
      try change(body)
    } catch {
      state.activity.isForking = false
      state.nodes.runCounts.isPaused = false
      swap(&other, &state.log)
      settleNeeds()
      throw error
    }
    state.activity.isForking = false
    state.activity.editDepth = 0
    let (patch, receipt) = commitKeepingPatch()
    checkIfAsked()
    state.nodes.runCounts.isPaused = false
    keepReceipts()
    state.observers.notices.removeAll()
    state.observers.asksEach = false
    let finishes = !hasUnfinished
    // What was unfinished is unfinished again, and observers that wait for it continue to wait.
    state.observers.mayWait = mayWait
    visit(patch)
    state.forgetStarted()
    leave()
    // Swapped back: the last edit's log is the evaluator's again, and the other log belongs to the fork.
    swap(&other, &state.log)
    return Fork(of: self, patch, receipt, other, base: base, finishes: finishes, body: body)
  }
}
