// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What an evaluator knows of its last edit, set aside while another is tried.
final class EditLog {
  private var entries = Buffer<UInt32>()
  private var given = 0
  private(set) var editNumber = 0
  private var receipts: ReceiptLog
  private var steps = StepList()
  private var changes: [Change] = []
  private var causes: [NodeID: Cause]?

  init(of evaluator: Evaluator) { receipts = ReceiptLog(of: evaluator) }

  /// Exchanges it for what the evaluator has.
  func exchange(in evaluator: Evaluator) {
    swap(&entries, &evaluator.box.value.log)
    swap(&given, &evaluator.box.value.given)
    swap(&editNumber, &evaluator.box.value.editNumber)
    swap(&receipts, &evaluator.box.value.receiptLog)
    swap(&steps, &evaluator.box.value.lastSteps)
    swap(&changes, &evaluator.box.value.madeChanges)
    swap(&causes, &evaluator.box.value.causes)
  }

  /// Makes its entries those of the edit under way.
  func enter(in evaluator: Evaluator) {
    swap(&entries, &evaluator.box.value.log)
    swap(&given, &evaluator.box.value.given)
  }
}
