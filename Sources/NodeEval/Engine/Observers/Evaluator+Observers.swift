// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Keeps an observer alive. The observer ends when the token is released or cancelled, and when its node is permanently gone.
///
/// While the node's output has another type, and while the node is removed but the removal can be undone, the observer receives no
/// changes. It continues when the node is restored, or its output has the type again, and then receives the value if that differs.
///
/// Keep the token as long as the observer is to be called; the observer of a token that is dropped at once ends at once.
public final class ObservationToken {
  private let link: EvaluatorLink
  private let observer: Observer

  init(_ observer: Observer, of evaluator: Evaluator) {
    self.observer = observer
    link = evaluator.link
  }

  deinit { cancel() }

  /// Ends the observer at once; changes that are queued for it are not delivered.
  public func cancel() {
    observer.isCancelled = true
    link.evaluator?.remove(observer)
  }
}

extension Evaluator {
  /// Calls a closure with every change of a value.
  ///
  /// The observer is called once per edit in which the value, or failure, has changed, after everything is up to date. Several
  /// observers are called in evaluation order of their nodes, those of one node in the order in which they were added. An observer
  /// may set variables and make edits: these are carried out at once, and their changes are delivered after those already queued.
  ///
  /// After an evaluation that was stopped, an observer is called once its own node has run. Until then ``undo()`` and ``redo()``
  /// may deliver ``NodeFailure/Reason-swift.enum/unfinished``, and an observer that is added meanwhile has that as its old value.
  /// Both receive the node's value or failure as soon as that is certain, even if the node has not run again.
  ///
  /// The evaluator retains `body` as long as the observation continues; if `body` refers to the evaluator, use a weak reference.
  ///
  /// - Parameters:
  ///   - source: The variable or output.
  ///   - initial: Whether the observer is called at once with the current result, as ``EditCause/initial``. During a delivery to
  ///     other observers, it is called after what is already queued.
  ///   - body: Receives the change.
  /// - Returns: The token that keeps the observer alive.
  /// - Precondition: The source exists in this evaluator and was evaluated.
  @inlinable
  public func observe<Source: Readable>(
    _ source: Source, initial: Bool = false, _ body: @escaping (ValueChange<Source.Value>) -> Void
  ) -> ObservationToken {
    let port = source.port
    prepareToObserve(port.node)
    let observer = TypedObserver(port, present: result(of: source), body: body)
    let token = begin(observer)
    if initial {
      observer.isWaiting = true
      tellInitially(observer)
    }
    return token
  }

  /// Evaluates a node that is about to be observed.
  @usableFromInline
  func prepareToObserve(_ node: NodeID) {
    guard state.reach.demand.isOn, state.topology.isLive(node), !state.nodes.status[node.slot].contains(.isObserved)
    else {
      return
    }
    state.reach.demand.addNeed(node.slot)
    settleNeeds(touching: node.slot)
    // The node stays needed until needs are settled next; by then it is observed.
    endNeed(of: node)
  }

  @usableFromInline
  func begin(_ observer: Observer) -> ObservationToken {
    add(observer)
    return ObservationToken(observer, of: self)
  }

  /// Adds an observer, which is notified from now on until its output is gone or it is removed.
  func add(_ observer: Observer) {
    endTellingAtOnce()
    state.observers.add(observer)
    state.nodes.status[observer.port.node.slot].insert(.isObserved)
  }

  /// Delivers the current result to a new observer, which already holds it as its change.
  @usableFromInline
  func tellInitially(_ observer: Observer) {
    unsafe state.observers.await(.passUnretained(observer))
    if state.observers.isDelivering { return }
    state.observers.isDelivering = true
    tellWaiting()
    callHook()
  }

  @inlinable
  func result<Source: Readable>(of source: Source) -> Result<Source.Value, NodeFailure> {
    do { return .success(try value(of: source)) } catch { return .failure(error) }
  }

  func remove(_ observer: Observer) {
    state.observers.remove(observer)
    let slot = observer.port.node.slot
    // The node may be gone, and its slot released.
    if slot < state.nodes.status.count, !state.observers.hasObservers(of: slot) {
      state.nodes.status[slot].remove(.isObserved)
      if state.reach.demand.isOn { settleNeeds(touching: slot) }
    }
    releaseEnded()
  }

  /// Releases observers that have ended. Releasing what they held may run client code, which may end other observers.
  func releaseEnded() {
    if !state.observers.hasEnded { return }
    let ended = state.observers.takeEnded()
    withExtendedLifetime(ended) {}
  }

  /// Delivers the edit's changes to observers. If a delivery is under way already, it delivers them afterwards.
  @inline(__always)
  func deliver() {
    if state.reach.flights.isUnsettled { launch() }
    if !state.observers.notices.isEmpty { deliverNotices() }
  }

  @inline(__always)
  private func deliverNotices() {
    let isAtWork = state.observers.isDelivering
    state.observers.isDelivering = true
    if isAtWork || state.observers.asksEach || !state.activity.unfinished.isEmpty {
      queueObservers()
    } else {
      tellAtOnce()
    }
    if !isAtWork { tellWaiting() }
  }

  /// Calls observers one after the other with the current values, until one of them is about to change values: then the rest is
  /// queued with the values it would have received. Notices that can't be delivered so simply are queued as well.
  private func tellAtOnce() {
    state.activity.phase = .telling
    let cause = state.observers.cause
    while state.observers.seenCount < state.observers.notices.count {
      let notice = state.observers.notices[state.observers.seenCount]
      // A notice without output bits is for observers to which the node was unfinished.
      guard state.nodes.hasValue(notice.slot),
        let observer = unsafe state.observers.onlyObserver(of: notice.slot)
      else { return endTellingAtOnce() }
      let isTold = unsafe observer._withUnsafeGuaranteedRef { observer in
        guard notice.outputs & observer.bit != 0, let cell = cell(of: observer) else { return false }
        state.observers.seenCount &+= 1
        unsafe observer.tellAtOnce(observer, state.nodes.arena.base, cell, cause)
        return true
      }
      if !isTold { return endTellingAtOnce() }
      if state.activity.phase != .telling { return }
    }
    state.activity.phase = .idle
    state.observers.cause = .edit
    state.observers.removeNotices()
  }

  /// Queues the notices that were not delivered yet, if a delivery at once is under way, because values are about to change.
  @inline(never)
  func endTellingAtOnce() {
    guard state.activity.phase == .telling else { return }
    state.activity.phase = .idle
    queueObservers()
  }

  /// Queues the observers of the notices.
  private func queueObservers() {
    let asksObservers = state.observers.asksEach
    let cause = state.observers.cause
    state.observers.asksEach = false
    state.observers.cause = .edit
    // Queueing runs no client code that could stop an evaluation.
    let isPlain = !asksObservers && state.activity.unfinished.isEmpty
    for index in state.observers.seenCount..<state.observers.notices.count {
      let notice = state.observers.notices[index]
      if isPlain, !notice.isForWaiting, state.nodes.hasValue(notice.slot) {
        unsafe note(notice, nil, cause)
      } else if asksObservers || notice.isForWaiting {
        noteIfChanged(notice, cause)
      } else {
        noteFailure(notice, cause)
      }
    }
    state.observers.removeNotices()
  }

  /// Calls observers one after the other with the changes that are queued, including changes that are queued meanwhile.
  @inline(__always)
  private func tellWaiting() {
    while let observer = unsafe state.observers.takeWaiting() {
      unsafe observer._withUnsafeGuaranteedRef { if !$0.isCancelled { $0.tell($0) } }
    }
    state.observers.isDelivering = false
    releaseEnded()
  }

  /// Delivers the changes of undone or redone edits, or of a fork, to observers and to the hook, after evaluating nodes that became
  /// due. What each observer received last depends on what happened in between, and while its node was gone, so each is compared
  /// with the current result.
  func deliverAfterTravel(as cause: EditCause) {
    queueForHook()
    evaluateDue(as: cause)
    checkIfAsked()
    state.observers.asksEach = true
    state.observers.cause = cause
    deliver()
    state.observers.asksEach = false
    state.observers.cause = .edit
    callHook()
  }

  /// Queues the changed outputs of a node that may have failed, or be unfinished, for its observers.
  @inline(never)
  private func noteFailure(_ notice: Notice, _ cause: EditCause) {
    guard var failure = failure(of: state.topology.id(of: notice.slot)) else {
      // A node without a failure may be gone.
      if state.nodes.hasValue(notice.slot) { unsafe note(notice, nil, cause) }
      return
    }
    unsafe note(notice, &failure, cause)
  }

  /// Queues the changed outputs of a node for its observers.
  @inline(__always)
  private func note(_ notice: Notice, _ failure: UnsafePointer<NodeFailure>?, _ cause: EditCause) {
    unsafe forEachObserver(of: notice.slot, outputs: notice.outputs) { reference, observer, cell in
      unsafe observer.note(observer, state.nodes.arena.base, cell, failure, cause)
      unsafe state.observers.await(reference)
    }
  }

  /// Queues the changed outputs of a node for those of its observers that received something else last.
  @inline(never)
  private func noteIfChanged(_ notice: Notice, _ cause: EditCause) {
    let failure = failure(of: state.topology.id(of: notice.slot))
    guard failure != nil || state.nodes.hasValue(notice.slot) else { return }
    let outputs = notice.isForWaiting ? .max : notice.outputs
    unsafe forEachObserver(of: notice.slot, outputs: outputs) { reference, observer, cell in
      guard !notice.isForWaiting || observer.waitsForNode else { return }
      state.activity.phase = .comparing
      let isKnown = unsafe observer.knows(state.nodes.arena.base, cell, failure)
      state.activity.phase = .idle
      if isKnown { return }
      if var failure {
        unsafe observer.note(observer, state.nodes.arena.base, cell, &failure, cause)
      } else {
        unsafe observer.note(observer, state.nodes.arena.base, cell, nil, cause)
      }
      unsafe state.observers.await(reference)
    }
  }

  /// Calls `body` with the observers of some outputs of a node, and the cell of what they observe.
  @inline(__always)
  private func forEachObserver(
    of slot: UInt32, outputs: UInt32, _ body: (Unmanaged<Observer>, Observer, UInt32) -> Void
  ) {
    unsafe state.observers.forEach(of: slot) { reference in
      unsafe reference._withUnsafeGuaranteedRef { observer in
        guard outputs & observer.bit != 0, let cell = cell(of: observer) else { return }
        unsafe body(reference, observer, cell)
      }
    }
  }

  /// The cell of an observed output; `nil` while there is none, because the edit that made the node was undone or the node has
  /// become another one.
  @inline(__always)
  private func cell(of observer: Observer) -> UInt32? {
    observer.place.version == state.topology.wiringVersion ? observer.place.cell : findCell(of: observer)
  }

  @inline(never)
  private func findCell(of observer: Observer) -> UInt32? {
    let node = observer.port.node
    guard state.topology.isLive(node),
      let cell = state.topology.cell(of: node.slot, output: observer.port.index, type: observer.type)
    else { return nil }
    observer.place = (cell, state.topology.wiringVersion)
    return cell
  }
}
