// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Moves through a flow whose parts may have to wait: for a server that decides the next step, for a payment, for a user.
///
/// ```swift
/// let run = FlowRun<Screen, Happening, Order>(in: checkout, reducing: PayingReducer())
/// run.start(from: .cart, with: order)
/// try await run.continue(with: .paid)      // waits for the reducer
/// // Or from the first step to the result:
/// let paid = try await run.run(from: .cart, with: order, showing: Screens())
/// ```
///
/// Events are handled one at a time. While one is pending:
/// - another event is refused with ``FlowError/pending(_:)``, so that a second tap on *Pay* doesn't pay twice;
/// - ``start(from:with:)``, ``resume(_:)``, ``back()``, ``back(to:)``, ``backToRoot()`` and ``cancel()`` abandon it: its call
///   throws `CancellationError`, and its result is ignored, whenever its parts return;
/// - cancelling its task does the same, as soon as the waiting part returns or throws.
///
/// An event that fails or is abandoned leaves the run where it was, and ``retry()`` tries the event again. A run isn't `Sendable`:
/// it belongs to one actor or one task, on which its parts run too.
///
/// Going back doesn't undo side effects of the parts, such as a payment. It only restores the context of the earlier step.
///
/// There are two ways to use a run. An application that shows steps itself calls ``continue(with:)`` when a user acts. With an
/// ``AsyncFlowNavigator``, ``run(from:with:showing:)`` shows all steps and returns the result.
public final class FlowRun<Step: Hashable & Sendable, Event: Hashable & Sendable, Context> {
  private typealias Move = nonisolated(nonsending) (Step, Event?, Context) async throws -> FlowMove<Step>?
  private typealias Reduce = nonisolated(nonsending) (inout Context, Step, Event) async throws -> Bool

  private let move: Move
  /// Changes the context, and returns whether the flow is finished.
  private let reduce: Reduce
  /// The visited steps and their contexts. Save it, and continue with ``resume(_:)``; a pending event isn't part of it.
  public private(set) var progress = FlowProgress<Step, Context>()
  /// The progress before the last event, and that event.
  private var last: (progress: FlowProgress<Step, Context>, event: Event?)?
  /// The number of events that were started or abandoned. An event with a lower number no longer has an effect.
  private var generation = 0
  /// Whether an event is waiting for a part of the flow.
  ///
  /// Disable the controls of the step meanwhile, or show that the application is busy. Going back stays possible.
  public private(set) var isPending = false

  private init(_ move: @escaping Move, _ reduce: @escaping Reduce) { (self.move, self.reduce) = (move, reduce) }

  /// Creates a run that has not started, of a flow whose transitions decide immediately.
  ///
  /// - Parameters:
  ///   - transitions: Decides which move an event causes; usually a ``FlowGraph``.
  ///   - reducer: Changes the context for events, and decides when the flow is finished.
  public convenience init(
    in transitions: some FlowTransitions<Step, Event>, reducing reducer: some AsyncFlowReducer<Step, Event, Context>
  ) {
    self.init({ step, event, _ in transitions.move(at: step, on: event) }, Self.reduce(by: reducer))
  }

  /// Creates a run that has not started, of a flow whose transitions may have to wait.
  ///
  /// - Parameters:
  ///   - transitions: Decides which move an event causes. It is called after the reducer.
  ///   - reducer: Changes the context for events, and decides when the flow is finished.
  public convenience init(
    in transitions: some AsyncFlowTransitions<Step, Event, Context>,
    reducing reducer: some AsyncFlowReducer<Step, Event, Context>
  ) {
    self.init(
      { step, event, context in try await transitions.move(at: step, on: event, with: context) },
      Self.reduce(by: reducer))
  }

  /// Creates a run that has not started, of a flow whose transitions may have to wait and whose events don't change the context.
  ///
  /// Without a reducer the flow is never finished, so ``run(from:with:showing:)`` ends only with an error.
  ///
  /// - Parameter transitions: Decides which move an event causes.
  public convenience init(in transitions: some AsyncFlowTransitions<Step, Event, Context>) {
    self.init(
      { step, event, context in try await transitions.move(at: step, on: event, with: context) },
      { _, _, _ in false })
  }

  private static func reduce(by reducer: some AsyncFlowReducer<Step, Event, Context>) -> Reduce {
    { context, step, event in
      try await reducer.reduce(&context, at: step, on: event)
      return reducer.isFinished(context, at: step, on: event)
    }
  }

  /// The present step; `nil` if the run has not started.
  public var step: Step? { progress.step }
  /// The context at the present step; `nil` if the run has not started.
  public var context: Context? { progress.context }
  /// The steps from the first to the present one, both included. Complexity: O(path).
  public var path: [Step] { progress.path }
  /// The context with which the reducer has finished the flow; `nil` while it isn't finished.
  public var result: Context? { progress.isFinished ? progress.context : nil }
}

@available(*, unavailable)
extension FlowRun: Sendable {}

// MARK: Starting and going back

extension FlowRun {
  /// Starts the flow, or starts it again. A pending event is abandoned.
  ///
  /// - Parameters:
  ///   - step: The first step.
  ///   - context: The context to carry along.
  /// - Returns: The transition, for a navigator.
  @discardableResult
  public func start(from step: Step, with context: Context) -> FlowTransition<Step> {
    let from = self.step
    (progress, last) = (FlowProgress(along: [step], with: context), nil)
    cancel()
    return progress.transition(from: from)
  }

  /// Continues from saved progress of a run or a ``FlowState``, or from the end of a deep link. A pending event is abandoned.
  ///
  /// The present progress is replaced, and ``retry()`` has no event to try.
  ///
  /// ```swift
  /// run.resume(FlowProgress(along: [.home, .cart], with: order))
  /// let paid = try await run.run(showing: Screens())
  /// ```
  ///
  /// - Parameter progress: The saved progress. Steps that the flow doesn't have are accepted.
  /// - Returns: The transition, for a navigator; `nil` if the progress has not started.
  @discardableResult
  public func resume(_ progress: FlowProgress<Step, Context>) -> FlowTransition<Step>? {
    let from = step
    (self.progress, last) = (progress, nil)
    cancel()
    return progress.visits.isEmpty ? nil : progress.transition(from: from)
  }

  /// Goes back to the step before, with the context that it had there. A pending event is abandoned.
  ///
  /// - Returns: The transition, for a navigator.
  /// - Throws: ``FlowError/notStarted``, ``FlowError/nothingBefore(_:)``. A pending event then stays pending.
  /// - Complexity: O(path), for the path of the result.
  @discardableResult
  public func back() throws(FlowError<Step, Event>) -> FlowTransition<Step> {
    try leave { progress throws(FlowError<Step, Event>) in try progress.goBack(1, on: Event.self) }
  }

  /// Goes back to the last visit of a step before the present one, with the context that it had there. A pending event is
  /// abandoned.
  ///
  /// - Parameter step: A step on the path.
  /// - Returns: The transition, for a navigator.
  /// - Throws: ``FlowError/notStarted``, ``FlowError/notOnTheWay(_:to:)``. A pending event then stays pending.
  /// - Complexity: O(path).
  @discardableResult
  public func back(to step: Step) throws(FlowError<Step, Event>) -> FlowTransition<Step> {
    try leave { progress throws(FlowError<Step, Event>) in try progress.goBack(to: step, on: Event.self) }
  }

  /// Goes back to the first step, with the context that it had there. A pending event is abandoned, even at the first step.
  ///
  /// - Returns: The transition, for a navigator.
  /// - Throws: ``FlowError/notStarted``.
  /// - Complexity: O(path).
  @discardableResult
  public func backToRoot() throws(FlowError<Step, Event>) -> FlowTransition<Step> {
    try leave { progress throws(FlowError<Step, Event>) in
      try progress.goBack(max(progress.visits.count - 1, 0), on: Event.self)
    }
  }

  private func leave(
    _ body: (inout FlowProgress<Step, Context>) throws(FlowError<Step, Event>) -> Void
  ) throws(FlowError<Step, Event>) -> FlowTransition<Step> {
    let from = step
    try body(&progress)
    last = nil
    cancel()
    return progress.transition(from: from)
  }

  /// Abandons the pending event: the run stays at its step and accepts other events immediately.
  ///
  /// The parts of the flow that handle the event continue unless its task is cancelled too; their result is ignored.
  ///
  /// ```swift
  /// if run.isPending { run.cancel() }  // a button next to the progress indicator
  /// ```
  ///
  /// - Returns: Whether an event was pending.
  @discardableResult
  public func cancel() -> Bool {
    let wasPending = isPending
    generation += 1
    isPending = false
    return wasPending
  }
}

// MARK: Events

extension FlowRun {
  /// Handles an event: waits for the reducer and the transitions, and makes the move.
  ///
  /// ```swift
  /// do {
  ///   navigator.navigate(try await run.continue(with: .paid))
  /// } catch is CancellationError {
  ///   // The user went back in the meantime.
  /// }
  /// ```
  ///
  /// - Parameter event: The event.
  /// - Returns: The transition, for a navigator.
  /// - Throws: A ``FlowError``; an error of the parts; `CancellationError` if the event was abandoned or its task cancelled. The
  ///   event then has no effect on the run; the call that abandoned it may have moved the run.
  @discardableResult
  public nonisolated(nonsending) func `continue`(with event: Event) async throws -> FlowTransition<Step> {
    try await advance(event, from: progress)
  }

  /// Makes the move that follows a step which has ended without an event.
  ///
  /// The rule is declared with ``next(_:)-(()->FlowMove<Step>)``. The reducer isn't called.
  ///
  /// - Returns: The transition, for a navigator.
  /// - Throws: The errors of ``continue(with:)``.
  @discardableResult
  public nonisolated(nonsending) func `continue`() async throws -> FlowTransition<Step> {
    try await advance(nil, from: progress)
  }

  /// Tries the last event again, with the step and context from before it.
  ///
  /// Also an event that has succeeded is tried again from there, which replaces its move.
  ///
  /// ```swift
  /// do {
  ///   try await run.continue(with: .paid)
  /// } catch is URLError {
  ///   try await run.retry()  // the reducer gets the context from before the first attempt
  /// }
  /// ```
  ///
  /// - Returns: The transition, for a navigator.
  /// - Throws: ``FlowError/nothingToRetry`` if no event was tried since the run was started, resumed or gone back in; otherwise
  ///   the errors of ``continue(with:)``.
  @discardableResult
  public nonisolated(nonsending) func retry() async throws -> FlowTransition<Step> {
    guard let last else { throw FlowError<Step, Event>.nothingToRetry }
    return try await advance(last.event, from: last.progress)
  }

  private nonisolated(nonsending) func advance(
    _ event: Event?, from start: FlowProgress<Step, Context>
  ) async throws -> FlowTransition<Step> {
    guard let visit = start.visits.last, let from = step else { throw FlowError<Step, Event>.notStarted }
    if isPending { throw FlowError<Step, Event>.pending(from) }
    if start.isFinished { throw FlowError<Step, Event>.finished(visit.step) }
    (last, isPending) = ((start, event), true)
    generation += 1
    let own = generation
    // If this event was abandoned, another one may be pending now.
    defer { if generation == own { isPending = false } }
    try Task.checkCancellation()
    var (context, next) = (visit.context, start)
    var isFinished = false
    if let event {
      isFinished = try await answer(own) { try await reduce(&context, visit.step, event) }
    }
    if isFinished {
      next.finish(with: context)
    } else {
      guard let move = try await answer(own, { try await move(visit.step, event, context) }) else {
        throw FlowError<Step, Event>.noRule(visit.step, event)
      }
      try next.take(move, carrying: context, on: Event.self)
    }
    progress = next
    return progress.transition(from: from)
  }

  /// Waits for a part of the flow. If the event was abandoned in the meantime, throws `CancellationError` whatever the result.
  private nonisolated(nonsending) func answer<Answer>(
    _ own: Int, _ body: nonisolated(nonsending) () async throws -> Answer
  ) async throws -> Answer {
    let answer: Result<Answer, any Error>
    do { answer = .success(try await body()) } catch { answer = .failure(error) }
    if generation != own { throw CancellationError() }
    try Task.checkCancellation()
    return try answer.get()
  }

  /// Runs the flow from a step to its result: shows each step, waits for the event there, and handles it.
  ///
  /// It returns when the reducer finishes the flow (``AsyncFlowReducer/isFinished(_:at:on:)``), or throws.
  ///
  /// ```swift
  /// let order = try await run.run(from: .cart, with: Order(), showing: Screens())
  /// ```
  ///
  /// A refused event ends the call too. To continue, call ``run(showing:)``: the step is shown again.
  ///
  /// - Parameters:
  ///   - step: The first step.
  ///   - context: The context to carry along.
  ///   - navigator: Shows each step and returns the event there.
  /// - Returns: The context with which the reducer has finished the flow.
  /// - Throws: The errors of ``continue(with:)`` and of the navigator. The run then stays at its step, and ``run(showing:)``
  ///   continues from there.
  public nonisolated(nonsending) func run(
    from step: Step, with context: Context, showing navigator: some AsyncFlowNavigator<Step, Event, Context>
  ) async throws -> Context {
    start(from: step, with: context)
    return try await run(showing: navigator)
  }

  /// Runs the flow from the present step to its result, as ``run(from:with:showing:)`` does. The present step is shown first.
  ///
  /// While the navigator waits, the application may go back, start again or continue with events itself. The event that the
  /// navigator then returns for the former step is ignored, and the present step is shown.
  ///
  /// - Parameter navigator: Shows each step and returns the event there.
  /// - Returns: The context with which the reducer has finished the flow; immediately, if the flow is finished already.
  /// - Throws: ``FlowError/notStarted``, and the errors of ``run(from:with:showing:)``.
  public nonisolated(nonsending) func run(
    showing navigator: some AsyncFlowNavigator<Step, Event, Context>
  ) async throws -> Context {
    var from: Step?
    while true {
      if let result { return result }
      guard let context else { throw FlowError<Step, Event>.notStarted }
      try Task.checkCancellation()
      let transition = progress.transition(from: from)
      let shown = generation
      let event = try await navigator.navigate(transition, with: context)
      try Task.checkCancellation()
      from = transition.to
      if generation == shown { _ = try await advance(event, from: progress) }
    }
  }
}
