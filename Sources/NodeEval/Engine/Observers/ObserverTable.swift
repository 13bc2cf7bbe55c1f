// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The observers of each node, and those that have changes queued.
///
/// The observers of a node form a ring. They are retained manually, so that traversing them counts no references.
@safe
struct ObserverTable: ~Copyable {
  /// The last observer of each node, by slot. The one after it in the ring is the first.
  private var last = unsafe Buffer<Unmanaged<Observer>?>()
  private var waiting = unsafe Buffer<Unmanaged<Observer>>()
  private var firstWaiting = 0
  /// Observers that have ended, but may still be in the queue or running.
  private var ended: [Observer] = []
  var isDelivering = false
  /// Observed nodes that changed, before their observers are notified or queued.
  var notices = Buffer<Notice>()
  /// How many of the notices have been handled, while observers are notified immediately.
  var seenCount = 0
  /// Whether observers may already have received what the notices report, so that each is checked.
  var asksEach = false
  /// The cause of the notices.
  var cause = EditCause.edit
  /// Whether an observer may know its node as one that an evaluation has not reached yet.
  var mayWait = false
  /// What is called after each edit.
  var hook = EditHook()

  deinit {
    for slot in 0..<UInt32(unsafe last.count) {
      unsafe forEach(of: slot) { unsafe $0.release() }
    }
  }

  /// The only observer of a node; `nil` if it has none or several.
  func onlyObserver(of slot: UInt32) -> Unmanaged<Observer>? {
    guard let last = unsafe last[slot], unsafe last._withUnsafeGuaranteedRef({ $0.next })?.toOpaque() == last.toOpaque()
    else { return nil }
    return unsafe last
  }

  func hasObservers(of slot: UInt32) -> Bool { unsafe slot < last.count && last[slot] != nil }

  /// Adds an observer after the others of its node.
  mutating func add(_ observer: Observer) {
    let slot = observer.port.node.slot
    if unsafe slot >= last.count { unsafe last.resize(to: Int(slot) + 1, repeating: nil) }
    let added = unsafe Unmanaged.passRetained(observer)
    let before = unsafe last[slot] ?? added
    let first = unsafe before._withUnsafeGuaranteedRef { $0.next } ?? added
    unsafe link(before, added)
    unsafe link(added, first)
    unsafe last[slot] = added
  }

  /// Ends an observer, if it has not ended before.
  mutating func remove(_ observer: Observer) {
    guard let next = observer.next, let previous = observer.previous else { return }
    let removed = unsafe Unmanaged.passUnretained(observer)
    let slot = observer.port.node.slot
    if unsafe last[slot]?.toOpaque() == removed.toOpaque() {
      unsafe last[slot] = previous.toOpaque() == removed.toOpaque() ? nil : previous
    }
    unsafe link(previous, next)
    observer.next = nil
    observer.previous = nil
    unsafe ended.append(removed.takeRetainedValue())
  }

  /// Ends all observers of a node.
  mutating func removeAll(of slot: UInt32) {
    guard hasObservers(of: slot) else { return }
    while let observer = unsafe last[slot] { unsafe remove(observer.takeUnretainedValue()) }
  }

  /// Releases the memory beyond a number of slots, if it is most of the table, and that of long queues.
  mutating func shrink(to slots: Int) {
    if isDelivering { return }
    unsafe last.shrink(to: slots)
    unsafe waiting.truncate(to: waiting.count)
    notices.truncate(to: notices.count)
  }

  /// Adds a notice if that needs no further memory; contains no code to allocate any. Returns whether it did.
  @inline(__always)
  mutating func noteIfThereIsRoom(_ notice: Notice) -> Bool {
    let count = notices.count
    guard count < notices.capacity else { return false }
    unsafe (notices.base + count).initialize(to: notice)
    unsafe notices.assumeWritten(count &+ 1)
    return true
  }

  /// Removes the notices, which have been handled.
  mutating func removeNotices() {
    notices.removeAll()
    seenCount = 0
  }

  /// Whether observers have ended that can be released now; false during a delivery.
  var hasEnded: Bool { !isDelivering && !ended.isEmpty }

  /// Takes the observers that have ended, for the caller to release. Not inlined: an optimised caller would release them first
  /// and empty the list afterwards.
  @inline(never)
  mutating func takeEnded() -> [Observer] {
    var taken: [Observer] = []
    swap(&taken, &ended)
    return taken
  }

  /// Calls `body` with each observer of a node, in the order in which they were added. `body` may end the observer it receives.
  @inline(__always)
  func forEach(of slot: UInt32, _ body: (Unmanaged<Observer>) -> Void) {
    guard let last = unsafe last[slot], var observer = unsafe last._withUnsafeGuaranteedRef({ $0.next }) else {
      return
    }
    while true {
      let next = unsafe observer._withUnsafeGuaranteedRef { $0.next }
      unsafe body(observer)
      guard unsafe observer.toOpaque() != last.toOpaque(), let next = unsafe next else { return }
      unsafe observer = next
    }
  }

  /// Queues an observer.
  mutating func await(_ observer: Unmanaged<Observer>) { unsafe waiting.append(observer) }

  /// Takes the next observer out of the queue.
  mutating func takeWaiting() -> Unmanaged<Observer>? {
    let index = firstWaiting
    guard unsafe index < waiting.count else {
      firstWaiting = 0
      unsafe waiting.removeAll()
      return nil
    }
    firstWaiting = index &+ 1
    return unsafe waiting[index]
  }

  private func link(_ observer: Unmanaged<Observer>, _ next: Unmanaged<Observer>) {
    unsafe observer._withUnsafeGuaranteedRef { unsafe $0.next = next }
    unsafe next._withUnsafeGuaranteedRef { unsafe $0.previous = observer }
  }
}

/// An observed node that changed, and its changed outputs.
struct Notice: BitwiseCopyable {
  let slot: UInt32
  /// One bit for each changed output. Without any, the notice is only for observers that know the node as unfinished.
  let outputs: UInt32

  var isForWaiting: Bool { outputs == 0 }
}

extension EvaluatorPart {
  static let observers = EvaluatorPart(
    "observers",
    contents: "observers, their queue, notices of changes; `EditHook`: the closure that is called after each edit"
  ) { state in
    for slot in 0..<UInt32(state.topology.records.count)
    where state.nodes.status[slot].contains(.isObserved) != state.observers.hasObservers(of: slot) {
      return ["an observed node has an observer"]
    }
    return []
  } damage: { state in
    state.nodes.status[0].formSymmetricDifference(.isObserved)
  }
}
