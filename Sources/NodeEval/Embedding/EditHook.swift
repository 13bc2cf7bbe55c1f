// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What an application has called after each edit, and the receipts that it has not received yet.
struct EditHook {
  private var body: ((Receipt) -> Void)?
  /// In the order of the edits; those before `start` were received.
  private var receipts: [Receipt] = []
  private var start = 0
  /// Whether there is something to call: what each edit looks at.
  private(set) var isOn = false
  /// Whether it is being called.
  var isCalling = false

  /// What is called. With another one, receipts that wait are dropped: it is called for edits that end afterwards.
  var call: ((Receipt) -> Void)? {
    get { body }
    set {
      body = newValue
      isOn = newValue != nil
      (receipts, start) = ([], 0)
    }
  }

  /// Whether an edit has ended for which it was not called.
  var isWaiting: Bool { start < receipts.count }

  mutating func add(_ receipt: Receipt) { receipts.append(receipt) }

  /// Takes the receipt out whose turn it is, with what is to be called.
  mutating func takeNext() -> (call: (Receipt) -> Void, receipt: Receipt)? {
    guard let body, isWaiting else { return nil }
    let receipt = receipts[start]
    start += 1
    if start == receipts.count { (receipts, start) = ([], 0) }
    return (body, receipt)
  }
}

extension Evaluator {
  /// Called after each edit that had an effect, whoever made it: what a view is reloaded by, or a document marked as changed.
  ///
  /// ```swift
  /// evaluator.onEdit = { receipt in view.reload(receipt.affected) }
  /// ```
  ///
  /// That is each outermost ``edit(_:)`` and ``set(_:to:)``, each node made in code, ``undo()``, ``redo()``, ``Fork/commit(_:)``,
  /// ``land()``, ``cancel(_:)``, ``resume()``, ``invalidate(_:)``, ``receive(_:history:)``, and the evaluation of what has become
  /// needed. It is called once for each of them with its receipt, after the observers, and while no edit is under way. It is
  /// not called for an edit that was given up, for a fork that was not committed, nor where the receipt is empty: nothing was
  /// given, run, put off or changed in the graph.
  ///
  /// It may make edits. It is called for these as well, each after those that came before, never inside itself; one that
  /// makes an edit with an effect each time it is called is called for ever. An edit that an observer makes follows the edit
  /// that the observer was told of.
  ///
  /// The evaluator keeps the closure; if that refers to the evaluator, let it do so weakly. Without one, edits cost what they
  /// cost otherwise; with one, the receipt of each is kept until it was called.
  public var onEdit: ((Receipt) -> Void)? {
    get { state.hook.call }
    set { state.hook.call = newValue }
  }

  /// Has the hook called for the edit that the log is about, if there is a hook and the edit had an effect.
  @inline(__always)
  func queueForHook() {
    if state.hook.isOn { queueReceipt() }
  }

  private func queueReceipt() {
    if !state.log.isWithoutEffect { state.hook.add(state.log.receipt) }
  }

  /// Calls the hook for all edits that have ended, unless observers are still being told, or it is at work.
  @inline(__always)
  func callHook() {
    if state.hook.isWaiting { callHookWithAll() }
  }

  private func callHookWithAll() {
    if state.observers.isDelivering || state.hook.isCalling { return }
    state.hook.isCalling = true
    while let (call, receipt) = state.hook.takeNext() { call(receipt) }
    state.hook.isCalling = false
  }
}
