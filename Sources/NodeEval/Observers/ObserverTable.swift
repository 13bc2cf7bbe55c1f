// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Which observers each node has, and which of them have changes queued.
///
/// The observers of a node form a ring. They are retained by hand, so that going through them counts no references.
@safe
struct ObserverTable: ~Copyable {
  /// By slot the observer that came last; the one after it came first.
  private var last = unsafe Buffer<Unmanaged<Observer>?>()
  private var waiting = unsafe Buffer<Unmanaged<Observer>>()
  private var firstWaiting = 0
  /// Observers that have ended, but may be in the queue or running.
  private var ended: [Observer] = []
  var isDelivering = false
  /// Observed nodes that changed, before their observers are told or queued.
  var notices = Buffer<Notice>()
  /// How many of the notices were seen to already, while observers are told at once.
  var seenCount = 0
  /// Whether observers may have received already what the notices are about, so that each is asked.
  var asksEach = false
  /// By what the notices came about.
  var cause = EditCause.edit
  /// Whether an observer may know its node as one that an evaluation has not come to.
  var mayWait = false

  deinit {
    for slot in 0..<UInt32(unsafe last.count) {
      unsafe forEach(of: slot) { unsafe $0.release() }
    }
  }

  /// The observer of a node that has no other.
  func onlyObserver(of slot: UInt32) -> Unmanaged<Observer>? {
    guard let last = unsafe last[slot], unsafe last._withUnsafeGuaranteedRef({ $0.next })?.toOpaque() == last.toOpaque()
    else { return nil }
    return unsafe last
  }

  func hasObservers(of slot: UInt32) -> Bool { unsafe slot < last.count && last[slot] != nil }

  /// Adds an observer behind the others of its node.
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

  /// Gives memory back behind so many slots, where it is most of it, and that of long queues.
  mutating func shrink(to slots: Int) {
    if isDelivering { return }
    unsafe last.shrink(to: slots)
    unsafe waiting.truncate(to: waiting.count)
    notices.truncate(to: notices.count)
  }

  /// Adds a notice where that takes no more memory, without the code for more. Returns whether it did.
  @inline(__always)
  mutating func noteIfThereIsRoom(_ notice: Notice) -> Bool {
    let count = notices.count
    guard count < notices.capacity else { return false }
    unsafe (notices.base + count).initialize(to: notice)
    unsafe notices.assumeWritten(count &+ 1)
    return true
  }

  /// Forgets the notices, which were seen to.
  mutating func removeNotices() {
    notices.removeAll()
    seenCount = 0
  }

  /// Whether observers have ended that can be released: not during a delivery.
  var hasEnded: Bool { !isDelivering && !ended.isEmpty }

  /// Takes those that have ended out, for the caller to release. Not inlined: an optimised caller would release them first
  /// and empty the list afterwards.
  @inline(never)
  mutating func takeEnded() -> [Observer] {
    var taken: [Observer] = []
    swap(&taken, &ended)
    return taken
  }

  /// Calls `body` with each observer of a node, in the order in which they came. It may end the one it gets.
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

  /// Takes the observer out whose turn it is.
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

/// An observed node that changed: which outputs.
struct Notice: BitwiseCopyable {
  let slot: UInt32
  /// A bit for each that changed; without one the notice is for those observers only that know the node as unfinished.
  let outputs: UInt32

  var isForWaiting: Bool { outputs == 0 }
}
