// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Where someone is in a flow, how they came there, and what they carry along: a value, which shows nothing and asks nobody.
///
/// ```swift
/// var state = FlowState<Screen, Happening, Order>(in: checkout, reducing: OrderReducer())
/// navigator.navigate(state.start(from: .cart, with: order))
/// navigator.navigate(try state.continue(with: .paid))
/// ```
///
/// Kept in a variable, an earlier state continues from where it was, as if nothing had happened since. ``progress`` is what to save of
/// it. Where a part of the flow has to wait, use a ``FlowRun``.
public struct FlowState<Step: Hashable & Sendable, Event: Hashable & Sendable, Context> {
  /// What the roles of a flow say.
  private struct Rules {
    let move: (Step, Event?, Context) -> FlowMove<Step>?
    var reduce: (inout Context, Step, Event) throws -> Void = { _, _, _ in }
    var isFinished: (Context, Step, Event) -> Bool = { _, _, _ in false }
  }

  private let rules: Rules
  /// How far it has come, to be saved.
  public private(set) var progress = FlowProgress<Step, Context>()
  /// What there was before the last event, and that event.
  private var last: (progress: FlowProgress<Step, Context>, event: Event?)?

  /// A state that has not started, of a flow whose events leave what is carried along as it is.
  public init(in transitions: some FlowTransitions<Step, Event>) {
    rules = Rules(move: { step, event, _ in transitions.move(at: step, on: event) })
  }

  /// A state that has not started.
  ///
  /// - Parameters:
  ///   - transitions: Says what events lead to.
  ///   - reducer: Says what they make of what is carried along, and when the flow is finished.
  public init(
    in transitions: some FlowTransitions<Step, Event>, reducing reducer: some FlowReducer<Step, Event, Context>
  ) {
    rules = Self.rules(
      Rules(move: { step, event, _ in transitions.move(at: step, on: event) }), reducer)
  }

  /// A state that has not started, of a flow whose events are found in what its steps give; they leave what is carried along as it is.
  public init(in flow: EmittingFlow<Step, Event, Context>) { rules = Rules(move: flow.move) }

  /// A state that has not started, of a flow whose events are found in what its steps give.
  ///
  /// - Parameters:
  ///   - flow: Says what the values lead to, after the reducer.
  ///   - reducer: Says what they make of what is carried along, and when the flow is finished.
  public init(
    in flow: EmittingFlow<Step, Event, Context>, reducing reducer: some FlowReducer<Step, Event, Context>
  ) {
    rules = Self.rules(Rules(move: flow.move), reducer)
  }

  private static func rules(_ rules: Rules, _ reducer: some FlowReducer<Step, Event, Context>) -> Rules {
    var rules = rules
    rules.reduce = { context, step, event in try reducer.reduce(&context, at: step, on: event) }
    rules.isFinished = { reducer.isFinished($0, at: $1, on: $2) }
    return rules
  }

  /// Where it is; `nil` if it has not started.
  public var step: Step? { progress.step }
  /// What is carried along; `nil` if it has not started.
  public var context: Context? { progress.context }
  /// The way from the beginning to where it is, both included.
  public var path: [Step] { progress.path }
  /// What was carried along when the reducer said that the flow is finished; `nil` before.
  public var result: Context? { progress.isFinished ? progress.context : nil }

  /// Starts, or starts again.
  ///
  /// - Parameters:
  ///   - step: Where to begin.
  ///   - context: What is carried along.
  /// - Returns: What a ``FlowNavigator`` shows.
  @discardableResult
  public mutating func start(from step: Step, with context: Context) -> FlowTransition<Step> {
    start(along: [step], with: context)
  }

  /// Starts, or starts again, at the end of a way, as a deep link asks for it: one can go back through its steps.
  ///
  /// - Parameters:
  ///   - path: The steps, the last of which is where to begin. Whether rules lead along them isn't checked.
  ///   - context: What is carried along, the same at each step.
  /// - Returns: What a ``FlowNavigator`` shows.
  /// - Precondition: The way has a step.
  @discardableResult
  public mutating func start(along path: [Step], with context: Context) -> FlowTransition<Step> {
    require(!path.isEmpty, "a flow starts along a path of at least one step")
    let from = step
    (progress, last) = (FlowProgress(along: path, with: context), nil)
    return progress.transition(from: from)
  }

  /// Continues from where it was when its ``progress`` was saved, in place of where it is.
  ///
  /// - Parameter progress: How far it had come.
  /// - Returns: What a ``FlowNavigator`` shows; `nil` if it had not started.
  @discardableResult
  public mutating func resume(_ progress: FlowProgress<Step, Context>) -> FlowTransition<Step>? {
    let from = step
    (self.progress, last) = (progress, nil)
    return progress.visits.isEmpty ? nil : progress.transition(from: from)
  }

  /// Goes where an event leads.
  ///
  /// - Parameter event: What has happened.
  /// - Returns: What a ``FlowNavigator`` shows.
  /// - Throws: ``FlowError``, or what the reducer throws: nothing has changed then, and ``retry()`` tries the event again.
  /// - Complexity: O(path).
  @discardableResult
  public mutating func `continue`(with event: Event) throws -> FlowTransition<Step> { try advance(event) }

  /// Goes where the step leads when it is over and no event has happened, as ``next(_:)-(()->FlowMove<Step>)`` declares it. The reducer isn't asked.
  ///
  /// - Returns: What a ``FlowNavigator`` shows.
  /// - Throws: ``FlowError``: nothing has changed then.
  /// - Complexity: O(path).
  @discardableResult
  public mutating func `continue`() throws -> FlowTransition<Step> { try advance(nil) }

  private mutating func advance(_ event: Event?) throws -> FlowTransition<Step> {
    guard let visit = progress.visits.last else { throw FlowError<Step, Event>.notStarted }
    if progress.isFinished { throw FlowError<Step, Event>.finished(visit.step) }
    last = (progress, event)
    var (context, next) = (visit.context, progress)
    if let event {
      try rules.reduce(&context, visit.step, event)
      if rules.isFinished(context, visit.step, event) {
        progress.finish(with: context)
        return progress.transition(from: visit.step)
      }
    }
    guard let move = rules.move(visit.step, event, context) else {
      throw FlowError<Step, Event>.noRule(visit.step, event)
    }
    try next.take(move, carrying: context, on: Event.self)
    progress = next
    return progress.transition(from: visit.step)
  }

  /// Tries the last event again, from where and what there was before it.
  ///
  /// - Returns: What a ``FlowNavigator`` shows.
  /// - Throws: ``FlowError/nothingToRetry`` if there was none since the start, and what ``continue(with:)`` throws.
  /// - Complexity: O(path).
  @discardableResult
  public mutating func retry() throws -> FlowTransition<Step> {
    guard let (earlier, event) = last else { throw FlowError<Step, Event>.nothingToRetry }
    let (from, present) = (step, progress)
    progress = earlier
    do {
      let made = try advance(event)
      return FlowTransition(from: from, to: made.to, path: made.path, isFinished: made.isFinished)
    } catch {
      progress = present
      throw error
    }
  }

  // MARK: Going back

  /// Goes to the step before, with what was carried along there: as if what followed had not happened.
  ///
  /// - Returns: What a ``FlowNavigator`` shows.
  /// - Throws: ``FlowError/notStarted``, ``FlowError/nothingBefore(_:)``.
  @discardableResult
  public mutating func back() throws(FlowError<Step, Event>) -> FlowTransition<Step> {
    try leave { progress throws(FlowError<Step, Event>) in try progress.goBack(1, on: Event.self) }
  }

  /// Goes back to the last visit of a step, the present one left out, with what was carried along there.
  ///
  /// - Parameter step: A step on the way here.
  /// - Returns: What a ``FlowNavigator`` shows.
  /// - Throws: ``FlowError/notStarted``, ``FlowError/notOnTheWay(_:to:)``.
  /// - Complexity: O(path).
  @discardableResult
  public mutating func back(to step: Step) throws(FlowError<Step, Event>) -> FlowTransition<Step> {
    try leave { progress throws(FlowError<Step, Event>) in try progress.goBack(to: step, on: Event.self) }
  }

  /// Goes back to the first step, with what was carried along there. At the first step it stays.
  ///
  /// - Returns: What a ``FlowNavigator`` shows.
  /// - Throws: ``FlowError/notStarted``.
  /// - Complexity: O(path).
  @discardableResult
  public mutating func backToRoot() throws(FlowError<Step, Event>) -> FlowTransition<Step> {
    try leave { progress throws(FlowError<Step, Event>) in
      try progress.goBack(max(progress.visits.count - 1, 0), on: Event.self)
    }
  }

  private mutating func leave(
    _ body: (inout FlowProgress<Step, Context>) throws(FlowError<Step, Event>) -> Void
  ) throws(FlowError<Step, Event>) -> FlowTransition<Step> {
    let from = step
    try body(&progress)
    last = nil
    return progress.transition(from: from)
  }
}
