// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Goes through a flow whose parts may have to wait: for a server that says what comes next, for a payment, for what a user does.
///
/// ```swift
/// let run = FlowRun<Screen, Happening, Order>(in: checkout, reducing: PayingReducer())
/// run.start(from: .cart, with: order)
/// try await run.continue(with: .paid)      // waits for the reducer
/// // Or from the first step to the result:
/// let paid = try await run.run(from: .cart, with: order, showing: Screens())
/// ```
///
/// Events are taken one at a time. While one is pending:
/// - another one is refused with ``FlowError/pending(_:)``, so that a second tap on *Pay* doesn't pay twice;
/// - ``start(from:with:)``, ``resume(_:)``, ``back()``, ``back(to:)``, ``backToRoot()`` and ``cancel()`` abandon it: it throws
///   `CancellationError`, and what it would have led to is ignored, whenever its parts come to an end;
/// - cancelling its task does the same, as soon as the part that is waiting returns or throws.
///
/// Whatever fails or is abandoned leaves the run where it was, and ``retry()`` tries the event again. A run belongs to one actor, or to one
/// task: its parts run there too.
public final class FlowRun<Step: Hashable & Sendable, Event: Hashable & Sendable, Context> {
  private typealias Move = nonisolated(nonsending) (Step, Event?, Context) async throws -> FlowMove<Step>?
  private typealias Reduce = nonisolated(nonsending) (inout Context, Step, Event) async throws -> Bool

  private let move: Move
  /// Changes the context, and says whether the flow is finished.
  private let reduce: Reduce
  /// How far it has come, to be saved.
  public private(set) var progress = FlowProgress<Step, Context>()
  /// What there was before the last event, and that event.
  private var last: (progress: FlowProgress<Step, Context>, event: Event?)?
  /// Counts what was begun and abandoned: an event of an earlier number has no effect any more.
  private var generation = 0
  /// Whether an event waits for a part of the flow.
  public private(set) var isPending = false

  private init(_ move: @escaping Move, _ reduce: @escaping Reduce) { (self.move, self.reduce) = (move, reduce) }

  /// A run that has not started, of a flow whose rules are known at once.
  ///
  /// - Parameters:
  ///   - transitions: Says what events lead to.
  ///   - reducer: Says what they make of what is carried along, and when the flow is finished.
  public convenience init(
    in transitions: some FlowTransitions<Step, Event>, reducing reducer: some AsyncFlowReducer<Step, Event, Context>
  ) {
    self.init({ step, event, _ in transitions.move(at: step, on: event) }, Self.reduce(by: reducer))
  }

  /// A run that has not started, of a flow that may have to ask where events lead.
  ///
  /// - Parameters:
  ///   - transitions: Says what events lead to, after the reducer.
  ///   - reducer: Says what they make of what is carried along, and when the flow is finished.
  public convenience init(
    in transitions: some AsyncFlowTransitions<Step, Event, Context>,
    reducing reducer: some AsyncFlowReducer<Step, Event, Context>
  ) {
    self.init(
      { step, event, context in try await transitions.move(at: step, on: event, with: context) },
      Self.reduce(by: reducer))
  }

  /// A run that has not started, of a flow that may have to ask where events lead; they leave what is carried along as it is.
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

  /// Where it is; `nil` if it has not started.
  public var step: Step? { progress.step }
  /// What is carried along; `nil` if it has not started.
  public var context: Context? { progress.context }
  /// The way from the beginning to where it is, both included.
  public var path: [Step] { progress.path }
  /// What was carried along when the reducer said that the flow is finished; `nil` before.
  public var result: Context? { progress.isFinished ? progress.context : nil }
}

@available(*, unavailable)
extension FlowRun: Sendable {}

// MARK: Starting and going back

extension FlowRun {
  /// Starts, or starts again. An event that is pending is abandoned.
  ///
  /// - Parameters:
  ///   - step: Where to begin.
  ///   - context: What is carried along.
  /// - Returns: What a navigator shows.
  @discardableResult
  public func start(from step: Step, with context: Context) -> FlowTransition<Step> {
    let from = self.step
    (progress, last) = (FlowProgress(along: [step], with: context), nil)
    cancel()
    return progress.transition(from: from)
  }

  /// Continues from where a run or a ``FlowState`` was when its progress was saved, or from where a deep link leads. An event that is
  /// pending is abandoned.
  ///
  /// - Parameter progress: How far it had come.
  /// - Returns: What a navigator shows; `nil` if it had not started.
  @discardableResult
  public func resume(_ progress: FlowProgress<Step, Context>) -> FlowTransition<Step>? {
    let from = step
    (self.progress, last) = (progress, nil)
    cancel()
    return progress.visits.isEmpty ? nil : progress.transition(from: from)
  }

  /// Goes to the step before, with what was carried along there. An event that is pending is abandoned.
  ///
  /// - Returns: What a navigator shows.
  /// - Throws: ``FlowError/notStarted``, ``FlowError/nothingBefore(_:)``; an event that is pending stays so then.
  @discardableResult
  public func back() throws(FlowError<Step, Event>) -> FlowTransition<Step> {
    try leave { progress throws(FlowError<Step, Event>) in try progress.goBack(1, on: Event.self) }
  }

  /// Goes back to the last visit of a step, the present one left out, with what was carried along there. An event that is pending is
  /// abandoned.
  ///
  /// - Parameter step: A step on the way here.
  /// - Returns: What a navigator shows.
  /// - Throws: ``FlowError/notStarted``, ``FlowError/notOnTheWay(_:to:)``; an event that is pending stays so then.
  /// - Complexity: O(path).
  @discardableResult
  public func back(to step: Step) throws(FlowError<Step, Event>) -> FlowTransition<Step> {
    try leave { progress throws(FlowError<Step, Event>) in try progress.goBack(to: step, on: Event.self) }
  }

  /// Goes back to the first step, with what was carried along there. An event that is pending is abandoned, at the first step too.
  ///
  /// - Returns: What a navigator shows.
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

  /// Abandons an event that is pending: the run stays where it is, and takes other events at once. What the flow's parts do for it runs
  /// on unless its task is cancelled too.
  ///
  /// - Returns: Whether one was pending.
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
  /// Goes where an event leads, when the reducer and the transitions have answered.
  ///
  /// - Parameter event: What has happened.
  /// - Returns: What a navigator shows.
  /// - Throws: ``FlowError``; what the parts throw; `CancellationError` if the event was abandoned or its task cancelled. The run is
  ///   where it was then, or where what abandoned the event has put it.
  @discardableResult
  public nonisolated(nonsending) func `continue`(with event: Event) async throws -> FlowTransition<Step> {
    try await advance(event, from: progress)
  }

  /// Goes where the step leads when it is over and no event has happened, as ``next(_:)-(()->FlowMove<Step>)`` declares it. The reducer isn't asked.
  ///
  /// - Returns: What a navigator shows.
  /// - Throws: As ``continue(with:)`` does.
  @discardableResult
  public nonisolated(nonsending) func `continue`() async throws -> FlowTransition<Step> {
    try await advance(nil, from: progress)
  }

  /// Tries the last event again, from where and what there was before it.
  ///
  /// - Returns: What a navigator shows.
  /// - Throws: ``FlowError/nothingToRetry`` if there was none since the start, and what ``continue(with:)`` throws.
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
    // An event that was abandoned has made way for another, which may be pending now.
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

  /// Waits for a part of the flow. Whatever it answers, or throws, an event that was abandoned meanwhile is cancelled.
  private nonisolated(nonsending) func answer<Answer>(
    _ own: Int, _ body: nonisolated(nonsending) () async throws -> Answer
  ) async throws -> Answer {
    let answer: Result<Answer, any Error>
    do { answer = .success(try await body()) } catch { answer = .failure(error) }
    if generation != own { throw CancellationError() }
    try Task.checkCancellation()
    return try answer.get()
  }

  /// Goes through the flow from a step to its result: shows each step, waits for what happens there, and goes where that leads.
  ///
  /// - Parameters:
  ///   - step: Where to begin.
  ///   - context: What is carried along.
  ///   - navigator: Shows the steps.
  /// - Returns: What was carried along when the reducer said that the flow is finished.
  /// - Throws: What ``continue(with:)`` throws, and what the navigator does. The run stays where it is then, and
  ///   ``run(showing:)`` continues from there.
  public nonisolated(nonsending) func run(
    from step: Step, with context: Context, showing navigator: some AsyncFlowNavigator<Step, Event, Context>
  ) async throws -> Context {
    start(from: step, with: context)
    return try await run(showing: navigator)
  }

  /// Goes through the flow from where it is to its result, as ``run(from:with:showing:)`` does, and shows the present step first.
  ///
  /// While the navigator waits, the application may go back, start anew or hand in events by itself: what the navigator returns for a
  /// step that is no longer the present one is ignored, and the present one is shown.
  ///
  /// - Parameter navigator: Shows the steps.
  /// - Returns: What was carried along when the reducer said that the flow is finished.
  /// - Throws: As ``run(from:with:showing:)`` does; ``FlowError/notStarted``.
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
