// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The effects of an edit: which nodes ran, which changed, and where the change was cut off.
///
/// The only cost of making a receipt is a log that is written anyway; the arrays are made when they are read.
public struct Receipt {
  /// The number of the edit, counted from 1; 0 for an edit inside another one, which has no effects of its own.
  public let edit: Int
  @usableFromInline let log: ReceiptLog

  @inlinable @inline(__always)
  init(edit: Int, log: ReceiptLog) {
    self.edit = edit
    self.log = log
  }

  /// What changed in the graph, in order. Complexity: O(changes) when it is first read.
  public var changes: [Change] { log.changes }

  /// The nodes whose value or failure changed: first those that were given a value, in that order, then the rest in evaluation
  /// order. After an undo or a redo, the nodes that did not run come first, all of them in evaluation order; usually no node
  /// has run.
  ///
  /// A user interface shows more than values: it reloads what is ``affected``.
  ///
  /// - Complexity: O(nodes that ran).
  public var changed: [NodeID] { log.changed }

  /// The nodes that a user interface has to draw again, each once: those that ``changed``, then, in the order of ``changes``,
  /// those that were added, removed, moved or renamed, whose kind or literals changed, and both ends of each connection that
  /// was made or cut, whether or not a value changed with it.
  ///
  /// Removed nodes are included, so that a user interface can remove what it showed of them.
  ///
  /// - Complexity: O(nodes that ran + changes).
  public var affected: [NodeID] {
    var seen: Set<NodeID> = []
    var affected = changed.filter { seen.insert($0).inserted }
    for change in changes {
      for node in change.affectedNodes where seen.insert(node).inserted { affected.append(node) }
    }
    return affected
  }

  /// The nodes whose code ran, in evaluation order. Complexity: O(nodes that ran).
  public var evaluated: [NodeID] { log.entries.filter(\.isEvaluated).map(\.node) }

  /// The nodes that ran and whose value stayed the same, so that the change was cut off. Complexity: O(nodes that ran).
  public var cutOff: [NodeID] { log.entries.filter { $0.outcome == .cutOff }.map(\.node) }

  /// The nodes that could not run because an input has failed. Complexity: O(nodes that ran).
  public var blocked: [NodeID] {
    log.entries.filter { $0.outcome == .blocked || $0.outcome == .stillBlocked }.map(\.node)
  }

  /// The nodes whose asynchronous code was started, in evaluation order; their values come with ``Evaluator/land()``.
  ///
  /// - Complexity: O(nodes that were started).
  public var started: [NodeID] { log.started }

  /// The nodes that a change reached and that did not run, in evaluation order: they are not needed
  /// (``EvaluationPolicy/onDemand``), or something upstream is ``NodeState/pending(progress:since:)``. Nodes downstream of them
  /// were not reached.
  ///
  /// - Complexity: O(nodes that were deferred).
  public var putOff: [NodeID] { log.putOff }

  /// How many nodes ran. Complexity: O(nodes that ran).
  public var evaluatedCount: Int { log.evaluatedCount }
}

/// What happened to one node in an edit.
struct ReceiptEntry {
  let node: NodeID
  let outcome: NodeOutcome
  /// Whether the node was given a value from outside; otherwise its code ran, or could not.
  let isGiven: Bool

  var isChanged: Bool { outcome == .changed || outcome == .blocked }
  var isEvaluated: Bool { !isGiven && (outcome == .changed || outcome == .cutOff) }
}

/// The contents of receipts. Read from the evaluator as long as the edit is its last one; copied if a receipt is still held
/// when the next edit begins.
@usableFromInline
final class ReceiptLog {
  // An evaluator detaches the log in its `deinit`.
  private unowned(unsafe) var evaluator: Evaluator?
  private var kept: (entries: [ReceiptEntry], changes: [Change], started: [NodeID], putOff: [NodeID]) = ([], [], [], [])

  init(of evaluator: Evaluator? = nil) { unsafe self.evaluator = evaluator }

  var entries: [ReceiptEntry] { unsafe evaluator?.lastEntries ?? kept.entries }

  /// The nodes that changed, read in place.
  var changed: [NodeID] { unsafe evaluator?.lastChanged ?? kept.entries.filter(\.isChanged).map(\.node) }

  var changes: [Change] { unsafe evaluator?.lastChanges ?? kept.changes }

  var started: [NodeID] { unsafe evaluator?.lastStarted ?? kept.started }

  var putOff: [NodeID] { unsafe evaluator?.lastPutOff ?? kept.putOff }

  /// How many nodes ran, counted in place.
  var evaluatedCount: Int { unsafe evaluator?.state.log.evaluatedCount ?? kept.entries.count(where: \.isEvaluated) }

  /// Copies what the evaluator is about to overwrite.
  func detach() {
    kept = (entries, changes, started, putOff)
    unsafe evaluator = nil
  }
}

extension Evaluator {
  /// Starts the log of a new edit.
  @inline(__always)
  @usableFromInline
  func beginLog() {
    assert(state.activity.phase != .telling, "what is to be told is queued before values change")
    keepReceipts()
    state.log.begin()
  }

  /// Detaches receipts that are held from the log. Copies the log only if there are any.
  @inline(__always)
  func keepReceipts() {
    if !state.log.hasNoReader() { detachReceipts() }
  }

  @inline(never)
  private func detachReceipts() { state.log.replaceReceipts(by: ReceiptLog(of: self)) }

  /// Makes a receipt of the last edit, with these changes.
  func makeReceipt(_ changes: [Change] = []) -> Receipt {
    if !changes.isEmpty { state.log.changes = changes }
    rememberCauses()
    return state.log.receipt
  }

  /// The receipt that the call that is ending returns.
  @inlinable var handed: Receipt {
    @inline(__always) get { box.value.log.handed }
  }

  /// What the last edit changed in the graph.
  var lastChanges: [Change] {
    let topology = state.graph.storage
    return state.log.takeChanges(in: topology.value)
  }

  /// The nodes that the last edit started, and those that it deferred.
  var lastStarted: [NodeID] { state.log.later.started.map { state.topology.id(of: $0) } }
  var lastPutOff: [NodeID] { state.log.later.putOff.map { state.topology.id(of: $0) } }

  /// The entries of the last edit, with ids instead of slots.
  var lastEntries: [ReceiptEntry] {
    sortLog()
    let topology = state.graph.storage
    return state.log.receiptEntries(in: topology.value)
  }

  /// The nodes that the last edit changed.
  var lastChanged: [NodeID] {
    sortLog()
    let topology = state.graph.storage
    return state.log.changed(in: topology.value)
  }

  /// Sorts the log by rank. Inside an edit, and while a fork is read, ranks are not those of the last edit.
  private func sortLog() {
    guard state.activity.editDepth == 0, state.activity.phase != .readingFork else { return }
    let topology = state.graph.storage
    state.log.sort(in: topology.value)
  }
}
