// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The state of a user in a flow: the present step, the path to it and the context. It is a value without side effects.
///
/// ```swift
/// var state = FlowState<Screen, Happening, Order>(in: checkout, reducing: OrderReducer())
/// navigator.navigate(state.start(from: .cart, with: order))
/// navigator.navigate(try state.continue(with: .paid))
/// ```
///
/// A copy is independent: an earlier copy continues from its own step. Save its ``progress``, since a state contains code. If a
/// part of the flow has to wait, use a ``FlowRun``.
///
/// Each call that changes the step returns a ``FlowTransition`` for a navigator, or throws and leaves step and context unchanged.
/// An event is handled in this order: the reducer changes the context, the reducer decides whether the flow is finished, and the
/// transitions decide the move. The context is saved at each step, so that going back restores it:
///
/// ```swift
/// try state.continue(with: .paid)  // the reducer has added the receipt to the context
/// try state.back()                 // the context is again without it
/// ```
public struct FlowState<Step: Hashable & Sendable, Event: Hashable & Sendable, Context> {
  /// The functions of the parts of a flow.
  private struct Rules {
    let move: (Step, Event?, Context) -> FlowMove<Step>?
    var reduce: (inout Context, Step, Event) throws -> Void = { _, _, _ in }
    var isFinished: (Context, Step, Event) -> Bool = { _, _, _ in false }
  }

  private let rules: Rules
  /// The visited steps and their contexts. Save it, and continue with ``resume(_:)``.
  public private(set) var progress = FlowProgress<Step, Context>()
  /// The progress before the last event, and that event.
  private var last: (progress: FlowProgress<Step, Context>, event: Event?)?

  /// Creates a state that has not started, of a flow whose events don't change the context.
  ///
  /// The type of the context can't be inferred: `FlowState<Screen, Happening, Order>(in: checkout)`. Use `Void` for none.
  ///
  /// - Parameter transitions: Decides which move an event causes; usually a ``FlowGraph``, of which the state keeps a copy.
  public init(in transitions: some FlowTransitions<Step, Event>) {
    rules = Rules(move: { step, event, _ in transitions.move(at: step, on: event) })
  }

  /// Creates a state that has not started, of a flow whose events change the context.
  ///
  /// - Parameters:
  ///   - transitions: Decides which move an event causes; usually a ``FlowGraph``, of which the state keeps a copy.
  ///   - reducer: Changes the context for events, and decides when the flow is finished.
  public init(
    in transitions: some FlowTransitions<Step, Event>, reducing reducer: some FlowReducer<Step, Event, Context>
  ) {
    rules = Self.rules(
      Rules(move: { step, event, _ in transitions.move(at: step, on: event) }), reducer)
  }

  /// Creates a state that has not started, of a flow that derives its events from values. The values don't change the context.
  ///
  /// - Parameter flow: A flow of ``FlowTransitions/emit(using:)``, whose values are the events of the state.
  public init(in flow: EmittingFlow<Step, Event, Context>) { rules = Rules(move: flow.move) }

  /// Creates a state that has not started, of a flow that derives its events from values.
  ///
  /// - Parameters:
  ///   - flow: A flow of ``FlowTransitions/emit(using:)``. It derives the event after the reducer has changed the context.
  ///   - reducer: Changes the context for values, and decides when the flow is finished.
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

  /// The present step; `nil` if the state has not started.
  public var step: Step? { progress.step }
  /// The context at the present step; `nil` if the state has not started.
  public var context: Context? { progress.context }
  /// The steps from the first to the present one, both included. Complexity: O(path).
  public var path: [Step] { progress.path }
  /// The context with which the reducer has finished the flow; `nil` while it isn't finished.
  ///
  /// ```swift
  /// try state.continue(with: .paid)
  /// if let order = state.result { print(order) }
  /// ```
  ///
  /// Without a reducer a flow is never finished. Going back from a finished flow makes it unfinished again.
  public var result: Context? { progress.isFinished ? progress.context : nil }

  /// Starts the flow, or starts it again with a new path.
  ///
  /// - Parameters:
  ///   - step: The first step. It need not be a step of the flow.
  ///   - context: The context to carry along.
  /// - Returns: The transition, for a ``FlowNavigator``.
  @discardableResult
  public mutating func start(from step: Step, with context: Context) -> FlowTransition<Step> {
    start(along: [step], with: context)
  }

  /// Starts the flow, or starts it again, at the end of a path, for instance for a deep link. Its steps can be gone back to.
  ///
  /// ```swift
  /// navigator.navigate(state.start(along: [.home, .cart], with: order))
  /// ```
  ///
  /// - Parameters:
  ///   - path: The steps, with the present one last. Whether rules lead along them isn't checked.
  ///   - context: The context, the same at each step.
  /// - Returns: The transition, for a ``FlowNavigator``.
  /// - Precondition: The path has at least one step; the program traps otherwise.
  @discardableResult
  public mutating func start(along path: [Step], with context: Context) -> FlowTransition<Step> {
    require(!path.isEmpty, "a flow starts along a path of at least one step")
    let from = step
    (progress, last) = (FlowProgress(along: path, with: context), nil)
    return progress.transition(from: from)
  }

  /// Continues from saved ``progress``, which replaces the present progress.
  ///
  /// ```swift
  /// let progress = try JSONDecoder().decode(FlowProgress<Screen, Order>.self, from: saved)
  /// if let transition = state.resume(progress) { navigator.navigate(transition) }
  /// ```
  ///
  /// - Parameter progress: The saved progress. Steps that the flow doesn't have are accepted.
  /// - Returns: The transition, for a ``FlowNavigator``; `nil` if the progress has not started.
  @discardableResult
  public mutating func resume(_ progress: FlowProgress<Step, Context>) -> FlowTransition<Step>? {
    let from = step
    (self.progress, last) = (progress, nil)
    return progress.visits.isEmpty ? nil : progress.transition(from: from)
  }

  /// Handles an event: changes the context with the reducer, and makes the move of the event's rule.
  ///
  /// ```swift
  /// navigator.navigate(try state.continue(with: .paid))
  /// ```
  ///
  /// - Parameter event: The event.
  /// - Returns: The transition, for a ``FlowNavigator``.
  /// - Throws: ``FlowError/notStarted``, ``FlowError/finished(_:)``, ``FlowError/noRule(_:_:)``, ``FlowError/nothingBefore(_:)`` or
  ///   ``FlowError/notOnTheWay(_:to:)``, or an error of the reducer. Step and context are then unchanged, and ``retry()`` tries the
  ///   event again.
  /// - Complexity: O(path).
  @discardableResult
  public mutating func `continue`(with event: Event) throws -> FlowTransition<Step> { try advance(event) }

  /// Makes the move that follows a step which has ended without an event.
  ///
  /// The rule is declared with ``next(_:)-(()->FlowMove<Step>)``. The reducer isn't called.
  ///
  /// - Returns: The transition, for a ``FlowNavigator``.
  /// - Throws: A ``FlowError``, as ``continue(with:)``. Step and context are then unchanged.
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

  /// Tries the last event again, with the step and context from before it.
  ///
  /// Also an event that has succeeded is tried again from there, which replaces its move. If that fails, the state stays where it
  /// is now.
  ///
  /// ```swift
  /// do {
  ///   try state.continue(with: .paid)
  /// } catch {
  ///   try state.retry()  // with the context from before the first attempt
  /// }
  /// ```
  ///
  /// - Returns: The transition, for a ``FlowNavigator``.
  /// - Throws: ``FlowError/nothingToRetry`` if no event was tried since the state was started, resumed or gone back in; otherwise
  ///   the errors of ``continue(with:)``.
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

  /// Goes back to the step before, with the context that it had there. Changes made since then are discarded.
  ///
  /// - Returns: The transition, for a ``FlowNavigator``.
  /// - Throws: ``FlowError/notStarted``, ``FlowError/nothingBefore(_:)``. The state is then unchanged.
  /// - Complexity: O(path), for the path of the result.
  @discardableResult
  public mutating func back() throws(FlowError<Step, Event>) -> FlowTransition<Step> {
    try leave { progress throws(FlowError<Step, Event>) in try progress.goBack(1, on: Event.self) }
  }

  /// Goes back to the last visit of a step before the present one, with the context that it had there.
  ///
  /// ```swift
  /// navigator.navigate(try state.back(to: .cart))  // leaves all steps after the last visit of the cart
  /// ```
  ///
  /// - Parameter step: A step on the path.
  /// - Returns: The transition, for a ``FlowNavigator``.
  /// - Throws: ``FlowError/notStarted``, ``FlowError/notOnTheWay(_:to:)``.
  /// - Complexity: O(path).
  @discardableResult
  public mutating func back(to step: Step) throws(FlowError<Step, Event>) -> FlowTransition<Step> {
    try leave { progress throws(FlowError<Step, Event>) in try progress.goBack(to: step, on: Event.self) }
  }

  /// Goes back to the first step, with the context that it had there. At the first step it stays there.
  ///
  /// - Returns: The transition, for a ``FlowNavigator``.
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
