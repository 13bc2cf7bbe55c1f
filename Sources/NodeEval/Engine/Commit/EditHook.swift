// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The closure that an application has called after each edit, and the receipts that it has not received yet.
struct EditHook {
  private var body: ((Receipt) -> Void)?
  /// The receipts in the order of their edits; those before `start` were delivered.
  private var receipts: [Receipt] = []
  private var start = 0
  /// Whether there is a closure to call; each edit checks this.
  private(set) var isOn = false
  /// Whether it is being called.
  var isCalling = false

  /// The closure to call. Setting another one drops the receipts that wait: the new closure receives edits that end afterwards.
  var call: ((Receipt) -> Void)? {
    get { body }
    set {
      body = newValue
      isOn = newValue != nil
      (receipts, start) = ([], 0)
    }
  }

  /// Whether the closure has not been called yet for an edit that has ended.
  var isWaiting: Bool { start < receipts.count }

  mutating func add(_ receipt: Receipt) { receipts.append(receipt) }

  /// Removes and returns the next receipt, with the closure to call.
  mutating func takeNext() -> (call: (Receipt) -> Void, receipt: Receipt)? {
    guard let body, isWaiting else { return nil }
    let receipt = receipts[start]
    start += 1
    if start == receipts.count { (receipts, start) = ([], 0) }
    return (body, receipt)
  }
}

extension Evaluator {
  /// Called after each edit that had an effect, whatever caused it: for reloading a view, for example, or marking a document as
  /// changed.
  ///
  /// ```swift
  /// evaluator.onEdit = { receipt in view.reload(receipt.affected) }
  /// ```
  ///
  /// Edits in this sense are each outermost ``edit(_:)`` and ``set(_:to:)``, each node made in code, ``undo()``, ``redo()``,
  /// ``Fork/commit(_:)``, ``land()``, ``cancel(_:)``, ``resume()``, ``invalidate(_:)``, ``receive(_:history:)``, and the evaluation
  /// of nodes that have become needed. The closure is called once for each with its receipt, after the observers, and while no edit
  /// is under way. It is not called for an edit that was reverted, for a fork that was not committed, or if the receipt is empty:
  /// no node was set, run or deferred, and the graph was not changed.
  ///
  /// The closure may make edits. It is called for these as well, in order and never inside itself; a closure that makes an edit
  /// with an effect each time it is called is called forever. An edit that an observer makes comes after the edit of which the
  /// observer was notified.
  ///
  /// The evaluator retains the closure; if that refers to the evaluator, use a weak reference. Without a closure, edits have no
  /// additional cost; with one, the receipt of each edit is kept until the closure was called.
  public var onEdit: ((Receipt) -> Void)? {
    get { state.observers.hook.call }
    set { state.observers.hook.call = newValue }
  }

  /// Queues a call of the hook for the edit in the log, if there is a hook and the edit had an effect.
  @inline(__always)
  func queueForHook() {
    if state.observers.hook.isOn { queueReceipt() }
  }

  private func queueReceipt() {
    if !state.log.isWithoutEffect { state.observers.hook.add(state.log.receipt) }
  }

  /// Calls the hook for all edits that have ended, unless observers are still being notified or the hook is already being called.
  @inline(__always)
  func callHook() {
    if state.observers.hook.isWaiting { callHookWithAll() }
  }

  private func callHookWithAll() {
    if state.observers.isDelivering || state.observers.hook.isCalling { return }
    state.observers.hook.isCalling = true
    while let (call, receipt) = state.observers.hook.takeNext() { call(receipt) }
    state.observers.hook.isCalling = false
  }
}
