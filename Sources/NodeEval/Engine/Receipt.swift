// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What an edit caused: which nodes ran, which changed, and which were spared.
///
/// Making one costs nothing beyond a log that is written anyway; the arrays are made when they are asked for.
public struct Receipt {
  /// The number of the edit, counted from 1; 0 for an edit inside another one, which has no effects of its own.
  public let edit: Int
  /// What changed in the graph, in order.
  public let changes: [Change]
  private let log: ReceiptLog

  init(edit: Int, changes: [Change], log: ReceiptLog) {
    self.edit = edit
    self.changes = changes
    self.log = log
  }

  /// The nodes whose value, or failure, is another than before: first those that were given a value, in the order in
  /// which they were, then the rest in evaluation order. This is what a user interface reloads.
  ///
  /// - Complexity: O(nodes that ran).
  public var changed: [NodeID] { log.entries.filter(\.isChanged).map(\.node) }

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

/// The log of an edit: read in place while it is the last one, copied out if someone still holds it then.
final class ReceiptLog {
  private weak var evaluator: Evaluator?
  private var kept: [ReceiptEntry] = []
  /// Whether the entries are still in the evaluator's log. Asking the weak reference would cost 20 ns an edit.
  private(set) var isAttached: Bool

  init() { isAttached = false }

  init(of evaluator: Evaluator) {
    self.evaluator = evaluator
    isAttached = true
  }

  var entries: [ReceiptEntry] { evaluator?.lastEntries ?? kept }

  /// How many nodes ran, counted in place.
  var evaluatedCount: Int { evaluator?.lastEvaluatedCount ?? kept.count(where: \.isEvaluated) }

  /// Copies the entries before the evaluator reuses its log.
  func detach(keeping entries: [ReceiptEntry]) {
    kept = entries
    evaluator = nil
    isAttached = false
  }
}

extension Evaluator {
  /// Starts the log of a new edit.
  @usableFromInline
  func beginLog() {
    keepReceipts()
    if !box.value.receiptLog.isAttached { box.value.receiptLog = ReceiptLog(of: self) }
    box.value.editNumber += 1
    box.value.log.removeAll()
    if !box.value.lastChanges.isEmpty { clearChanges() }
    box.value.given = 0
  }

  /// Keeps the memory of few changes for the next edit, unless somebody has their receipt.
  private func clearChanges() {
    box.value.lastChanges.removeAll(keepingCapacity: box.value.lastChanges.count < 1024)
    swap(&box.value.lastChanges, &box.value.spareChanges)
  }

  /// Lets receipts that someone holds go on without the log. Where nobody does, nothing is copied.
  func keepReceipts() {
    guard box.value.receiptLog.isAttached, !isKnownUniquelyReferenced(&box.value.receiptLog) else { return }
    box.value.receiptLog.detach(keeping: lastEntries)
  }

  @usableFromInline
  func makeReceipt(_ changes: [Change] = []) -> Receipt {
    if !changes.isEmpty { box.value.lastChanges = changes }
    rememberCauses()
    return Receipt(edit: box.value.editNumber, changes: changes, log: box.value.receiptLog)
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
