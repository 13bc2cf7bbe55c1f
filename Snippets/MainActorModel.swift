// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// A model that belongs to the main actor and owns an evaluator.

// snippet.show
import NodeEval

@MainActor
final class BillModel {
  private let evaluator = Evaluator()
  private let price: Variable<Double>
  private let share: Output<Double>
  /// What the user interface shows: plain values, set after each edit.
  private(set) var shareText = ""

  init() {
    price = evaluator.input("price", 20.0)
    share = evaluator.node("share", price) { $0 / 2 }
    refresh()
  }

  func setPrice(_ value: Double) {
    evaluator.set(price, to: value)
    refresh()
  }

  private func refresh() {
    do { shareText = "\(try evaluator.value(of: share))" } catch { shareText = error.message }
  }
}

let model = BillModel()
model.setPrice(30)
print(model.shareText)  // 15.0
// snippet.hide
