// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What an edit caused: which nodes ran, which changed, and which were spared.
///
/// Making one costs nothing beyond a log that is written anyway; the arrays are made when they are asked for.
public struct Receipt {
  /// The number of the edit, counted from 1; 0 for an edit inside another one, which has no effects of its own.
  public let edit: Int
  @usableFromInline let log: ReceiptLog

  @inlinable @inline(__always)
  init(edit: Int, log: ReceiptLog) {
    self.edit = edit
    self.log = log
  }

  /// What changed in the graph, in order. Complexity: O(changes) when it is asked for first.
  public var changes: [Change] { log.changes }

  /// The nodes whose value, or failure, is another than before: first those that were given a value, in the order in
  /// which they were, then the rest in evaluation order. After an undo or a redo, all of them in evaluation order.
  ///
  /// A user interface shows more than values: it reloads what is ``affected``.
  ///
  /// - Complexity: O(nodes that ran).
  public var changed: [NodeID] { log.entries.filter(\.isChanged).map(\.node) }

  /// The nodes that a user interface has to show again, each once: those that ``changed``, then, in the order of
  /// ``changes``, those that were added, removed, moved or renamed, whose kind or literals changed, and both ends of
  /// each connection that was made or cut, whether or not a value changed with it.
  ///
  /// Removed nodes are among them, so that what was shown of them goes.
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

  /// The nodes that ran and whose value stayed the same, so that nobody was woken. Complexity: O(nodes that ran).
  public var cutOff: [NodeID] { log.entries.filter { $0.outcome == .cutOff }.map(\.node) }

  /// The nodes that could not run because an input has failed. Complexity: O(nodes that ran).
  public var blocked: [NodeID] {
    log.entries.filter { $0.outcome == .blocked || $0.outcome == .stillBlocked }.map(\.node)
  }

  /// How many nodes ran. Complexity: O(nodes that ran).
  public var evaluatedCount: Int { log.evaluatedCount }
}

/// What became of one node in an edit.
struct ReceiptEntry {
  enum Outcome {
    case given, changed, cutOff, blocked, stillBlocked
  }

  let node: NodeID
  let outcome: Outcome

  var isChanged: Bool { outcome == .given || outcome == .changed || outcome == .blocked }
  var isEvaluated: Bool { outcome == .changed || outcome == .cutOff }
}

/// What happened in an edit: read in the evaluator while that was the last one, copied out if someone still holds the
/// log when the next one begins.
@usableFromInline
final class ReceiptLog {
  // An evaluator lets go of it before it goes itself.
  private unowned(unsafe) var evaluator: Evaluator?
  private var kept: (entries: [ReceiptEntry], changes: [Change]) = ([], [])

  init(of evaluator: Evaluator? = nil) { unsafe self.evaluator = evaluator }

  var entries: [ReceiptEntry] { unsafe evaluator?.lastEntries ?? kept.entries }

  var changes: [Change] { unsafe evaluator?.lastChanges ?? kept.changes }

  /// How many nodes ran, counted in place.
  var evaluatedCount: Int { unsafe evaluator?.lastEvaluatedCount ?? kept.entries.count(where: \.isEvaluated) }

  /// Copies what the evaluator is about to overwrite.
  func detach() {
    kept = (entries, changes)
    unsafe evaluator = nil
  }
}

extension Evaluator {
  /// Starts the log of a new edit.
  @usableFromInline
  func beginLog() {
    keepReceipts()
    clearLog()
  }

  /// The same, where receipts that someone holds have been let go before the edit.
  @inline(__always)
  func clearLog() {
    box.value.editNumber += 1
    box.value.log.removeAll()
    box.value.given = 0
    if !box.value.lastSteps.isEmpty { box.value.lastSteps.removeAll() }
    if !box.value.madeChanges.isEmpty { box.value.madeChanges = [] }
    hand(box.value.editNumber, box.value.receiptLog)
  }

  /// Lets receipts that someone holds go on without the log. Where nobody does, nothing is copied.
  @inline(__always)
  func keepReceipts() {
    if !isKnownUniquelyReferenced(&box.value.receiptLog) { detachReceipts() }
  }

  @inline(never)
  private func detachReceipts() {
    box.value.receiptLog.detach()
    box.value.receiptLog = ReceiptLog(of: self)
  }

  /// A receipt of the last edit, which has made these changes.
  @usableFromInline
  func makeReceipt(_ changes: [Change] = []) -> Receipt {
    if !changes.isEmpty { box.value.madeChanges = changes }
    rememberCauses()
    return lastReceipt
  }

  var lastReceipt: Receipt { Receipt(edit: box.value.editNumber, log: box.value.receiptLog) }

  /// What ``handed`` is from now on.
  @inline(__always)
  func hand(_ edit: Int, _ log: ReceiptLog) {
    box.value.handedEdit = edit
    unsafe box.value.handedLog = .passUnretained(log)
  }

  /// Has the call that ends return a receipt, whatever edits were made since.
  func handOut(_ receipt: Receipt) {
    box.value.outerLog = box.value.receiptLog === receipt.log ? nil : receipt.log
    hand(receipt.edit, receipt.log)
  }

  /// What the call that ends returns. Its caller makes it, so that nobody counts references for a receipt that is not
  /// looked at.
  @inlinable var handed: Receipt {
    @inline(__always) get {
      unsafe Receipt(edit: box.value.handedEdit, log: box.value.handedLog.takeUnretainedValue())
    }
  }

  /// What the last edit changed in the graph.
  var lastChanges: [Change] {
    if !box.value.lastSteps.isEmpty {
      box.value.madeChanges = box.value.topology.changes(of: box.value.lastSteps)
      box.value.lastSteps.removeAll()
    }
    return box.value.madeChanges
  }

  var lastEvaluatedCount: Int {
    (box.value.given..<box.value.log.count).count { box.value.log[$0] & ~LogEntry.slot <= LogEntry.cutOff }
  }

  /// The log of the last edit, readable.
  var lastEntries: [ReceiptEntry] {
    let topology = box.value.graph.storage
    return (0..<box.value.log.count).map { index in
      let entry = box.value.log[index]
      let outcome: ReceiptEntry.Outcome =
        if index < box.value.given {
          .given
        } else {
          switch entry & ~LogEntry.slot {
          case 0: .changed
          case LogEntry.cutOff: .cutOff
          case LogEntry.blocked: .blocked
          default: .stillBlocked
          }
        }
      return ReceiptEntry(node: topology.value.id(of: entry & LogEntry.slot), outcome: outcome)
    }
  }
}
