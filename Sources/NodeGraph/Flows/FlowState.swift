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
/// Kept in a variable, an earlier state goes on from where it was, as if nothing had happened since.
public struct FlowState<Step: Hashable & Sendable, Event: Hashable & Sendable, Context> {
  private struct Visit {
    let step: Step
    /// What was carried along when the step was entered, or changed since by events that were thrown out.
    var context: Context
  }

  private let transitions: any FlowTransitions<Step, Event>
  private let reduce: (inout Context, Step, Event) throws -> Void
  private var visits: [Visit] = []
  /// What there was before the last event, and that event.
  private var last: (visits: [Visit], event: Event)?

  /// A state that has not started, of a flow whose events leave what is carried along as it is.
  public init(in transitions: some FlowTransitions<Step, Event>) {
    self.transitions = transitions
    reduce = { _, _, _ in }
  }

  /// A state that has not started.
  ///
  /// - Parameters:
  ///   - transitions: Says what events lead to.
  ///   - reducer: Says what they make of what is carried along.
  public init(
    in transitions: some FlowTransitions<Step, Event>, reducing reducer: some FlowReducer<Step, Event, Context>
  ) {
    self.transitions = transitions
    reduce = { context, step, event in try reducer.reduce(&context, at: step, on: event) }
  }

  /// Where it is; `nil` if it has not started.
  public var step: Step? { visits.last?.step }
  /// What is carried along; `nil` if it has not started.
  public var context: Context? { visits.last?.context }
  /// The way from the beginning to where it is, both included.
  public var path: [Step] { visits.map(\.step) }

  /// Starts, or starts again.
  ///
  /// - Parameters:
  ///   - step: Where to begin.
  ///   - context: What is carried along.
  /// - Returns: What a ``FlowNavigator`` shows.
  @discardableResult
  public mutating func start(from step: Step, with context: Context) -> FlowTransition<Step> {
    let from = self.step
    visits = [Visit(step: step, context: context)]
    last = nil
    return transition(from: from)
  }

  /// Goes where an event leads.
  ///
  /// - Parameter event: What has happened.
  /// - Returns: What a ``FlowNavigator`` shows.
  /// - Throws: ``FlowError``, or what the reducer throws: nothing has changed then, and ``retry()`` tries the event again.
  /// - Complexity: O(path).
  @discardableResult
  public mutating func `continue`(with event: Event) throws -> FlowTransition<Step> {
    guard var visit = visits.last else { throw FlowError<Step, Event>.notStarted }
    last = (visits, event)
    guard let move = transitions.move(at: visit.step, on: event) else {
      throw FlowError<Step, Event>.noRule(visit.step, event)
    }
    if move == .back, visits.count < 2 { throw FlowError<Step, Event>.nothingBefore(visit.step) }
    let step = visit.step
    try reduce(&visit.context, step, event)
    switch move {
    case .next(let next): visits.append(Visit(step: next, context: visit.context))
    case .forward(let next): visits = [Visit(step: next, context: visit.context)]
    case .back:
      visits.removeLast()
      visits[visits.count - 1].context = visit.context
    }
    return transition(from: step)
  }

  /// Tries the last event again, from where and what there was before it.
  ///
  /// - Returns: What a ``FlowNavigator`` shows.
  /// - Throws: ``FlowError/nothingToRetry`` if there was none since the start, and what ``continue(with:)`` throws.
  /// - Complexity: O(path).
  @discardableResult
  public mutating func retry() throws -> FlowTransition<Step> {
    guard let (visits, event) = last else { throw FlowError<Step, Event>.nothingToRetry }
    let (from, present) = (step, self.visits)
    self.visits = visits
    do {
      let made = try self.continue(with: event)
      return FlowTransition(from: from, to: made.to, path: made.path)
    } catch {
      self.visits = present
      throw error
    }
  }

  /// Goes to the step before, with what was carried along there: as if what followed had not happened.
  ///
  /// - Returns: What a ``FlowNavigator`` shows.
  /// - Throws: ``FlowError/notStarted``, ``FlowError/nothingBefore(_:)``.
  @discardableResult
  public mutating func back() throws(FlowError<Step, Event>) -> FlowTransition<Step> {
    guard let from = step else { throw .notStarted }
    guard visits.count > 1 else { throw .nothingBefore(from) }
    visits.removeLast()
    last = nil
    return transition(from: from)
  }

  private func transition(from: Step?) -> FlowTransition<Step> {
    FlowTransition(from: from, to: visits[visits.count - 1].step, path: path)
  }
}
