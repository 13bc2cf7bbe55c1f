// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The declared rules of one step, or of all steps. ``step(_:_:)`` and ``anyStep(_:)`` make it.
///
/// A function can return one, to declare several steps in the same way:
///
/// ```swift
/// func page(_ screen: Screen, before next: Screen) -> FlowDeclaration<Screen, Happening> {
///   step(screen) {
///     on(.continued) { forward(to: next) }
///     on(.cancelled) { back() }
///   }
/// }
/// ```
public struct FlowDeclaration<Step: Hashable & Sendable, Event: Hashable & Sendable>: Sendable {
  let step: Step?
  let rules: [FlowRule<Step, Event>]

  func text(of rule: FlowRule<Step, Event>) -> String { rule.event.map { "\($0)" } ?? "next" }
}

/// The declaration of the move that an event causes. ``on(_:_:)`` makes one, and ``next(_:)-(()->FlowMove<Step>)`` a rule that
/// needs no event.
///
/// The rules of a flow that has been declared are ``FlowGraph/Rule`` values.
public struct FlowRule<Step: Hashable & Sendable, Event: Hashable & Sendable>: Sendable {
  let event: Event?
  let move: FlowMove<Step>
}

/// Declares the rules of a step in the declaration of a ``FlowGraph``.
///
/// ```swift
/// step(.cart) {
///   on(.paid) { next(.done) }
///   on(.failed) { back() }
/// }
/// ```
///
/// - Parameters:
///   - step: The step.
///   - rules: The rules of its events; empty for a step at which the flow ends.
/// - Returns: The declaration.
public func step<Step, Event>(
  _ step: Step, @FlowRuleBuilder<Step, Event> _ rules: () -> [FlowRule<Step, Event>]
) -> FlowDeclaration<Step, Event> {
  FlowDeclaration(step: step, rules: rules())
}

/// Declares rules that hold at all steps. They take precedence over rules of a step for the same event.
///
/// ```swift
/// anyStep {
///   on(.quit) { restart(at: .home) }
/// }
/// ```
///
/// - Parameter rules: The rules.
/// - Returns: The declaration.
public func anyStep<Step, Event>(
  @FlowRuleBuilder<Step, Event> _ rules: () -> [FlowRule<Step, Event>]
) -> FlowDeclaration<Step, Event> {
  FlowDeclaration(step: nil, rules: rules())
}

/// Declares the move that an event causes: ``forward(to:)``, ``back()``, ``back(to:)`` or ``restart(at:)``.
///
/// - Parameters:
///   - event: The event. Values with associated values are compared as a whole.
///   - move: Returns the move. It is called once, when the flow is declared.
/// - Returns: The rule.
public func on<Step, Event>(_ event: Event, _ move: () -> FlowMove<Step>) -> FlowRule<Step, Event> {
  FlowRule(event: event, move: move())
}

/// Declares the move that follows a step which has ended without an event.
///
/// ```swift
/// step(.amount) {
///   on(.tooSmall) { forward(to: .help) }
///   next { forward(to: .tariffs) }
/// }
/// ```
///
/// ``FlowState/continue()`` makes this move, as does a flow of ``FlowTransitions/emit(using:)`` if it derives no event from a
/// value. It isn't a default: an event without a rule of its own is still refused.
///
/// - Parameter move: Returns the move. It is called once, when the flow is declared.
/// - Returns: The rule.
public func next<Step, Event>(_ move: () -> FlowMove<Step>) -> FlowRule<Step, Event> {
  FlowRule(event: nil, move: move())
}

/// Returns the move forward to a step. It is the same as ``forward(to:)``.
///
/// - Parameter step: The step.
/// - Returns: ``FlowMove/next(_:)``.
public func next<Step>(_ step: Step) -> FlowMove<Step> { .next(step) }

/// Returns the move forward to a step, from which ``back()`` returns.
///
/// The path grows with each such move, also if the step is on it already. To begin the path again, use ``restart(at:)``.
///
/// - Parameter step: The step.
/// - Returns: ``FlowMove/next(_:)``.
public func forward<Step>(to step: Step) -> FlowMove<Step> { .next(step) }

/// Returns the move back to the step before.
///
/// The context of the event goes with it. At the first step the event is refused with ``FlowError/nothingBefore(_:)``.
///
/// - Returns: ``FlowMove/back``.
public func back<Step>() -> FlowMove<Step> { .back }

/// Returns the move back to the last visit of a step on the path. The steps after it are removed from the path.
///
/// If the step isn't on the path before the present step, the event is refused with ``FlowError/notOnTheWay(_:to:)``.
///
/// - Parameter step: The step.
/// - Returns: ``FlowMove/backTo(_:)``.
public func back<Step>(to step: Step) -> FlowMove<Step> { .backTo(step) }

/// Returns the move to a step at which the path begins again, so that going back from it is impossible.
///
/// - Parameter step: The step.
/// - Returns: ``FlowMove/restart(_:)``.
public func restart<Step>(at step: Step) -> FlowMove<Step> { .restart(step) }

/// The result builder for the declaration of a ``FlowGraph``.
///
/// Conditions and loops are evaluated once, when the flow is declared:
///
/// ```swift
/// let tour = FlowGraph<Int, Happening> {
///   for page in 0..<3 {
///     step(page) { on(.continued) { forward(to: page + 1) } }
///   }
///   if isTrial {
///     anyStep { on(.bought) { restart(at: 0) } }
///   }
/// }
/// ```
@resultBuilder
public enum FlowBuilder<Step: Hashable & Sendable, Event: Hashable & Sendable> {
  /// Builds a declaration of a step.
  public static func buildExpression(
    _ declaration: FlowDeclaration<Step, Event>
  ) -> [FlowDeclaration<Step, Event>] { [declaration] }
  /// Builds a list of declarations, in order.
  public static func buildBlock(_ parts: [FlowDeclaration<Step, Event>]...) -> [FlowDeclaration<Step, Event>] {
    parts.flatMap { $0 }
  }
  /// Builds an `if` without `else`.
  public static func buildOptional(_ part: [FlowDeclaration<Step, Event>]?) -> [FlowDeclaration<Step, Event>] {
    part ?? []
  }
  /// Builds the first branch of a condition.
  public static func buildEither(first part: [FlowDeclaration<Step, Event>]) -> [FlowDeclaration<Step, Event>] { part }
  /// Builds the second branch of a condition.
  public static func buildEither(second part: [FlowDeclaration<Step, Event>]) -> [FlowDeclaration<Step, Event>] { part }
  /// Builds a `for` loop.
  public static func buildArray(_ parts: [[FlowDeclaration<Step, Event>]]) -> [FlowDeclaration<Step, Event>] {
    parts.flatMap { $0 }
  }
}

/// The result builder for the rules of a step.
///
/// Conditions and loops are evaluated once, when the flow is declared. A rule that depends on the context of a state belongs in
/// ``FlowTransitions/emit(using:)`` or in an implementation of ``FlowTransitions``.
@resultBuilder
public enum FlowRuleBuilder<Step: Hashable & Sendable, Event: Hashable & Sendable> {
  /// Builds a rule.
  public static func buildExpression(_ rule: FlowRule<Step, Event>) -> [FlowRule<Step, Event>] { [rule] }
  /// Builds a list of rules, in order.
  public static func buildBlock(_ parts: [FlowRule<Step, Event>]...) -> [FlowRule<Step, Event>] {
    parts.flatMap { $0 }
  }
  /// Builds an `if` without `else`.
  public static func buildOptional(_ part: [FlowRule<Step, Event>]?) -> [FlowRule<Step, Event>] { part ?? [] }
  /// Builds the first branch of a condition.
  public static func buildEither(first part: [FlowRule<Step, Event>]) -> [FlowRule<Step, Event>] { part }
  /// Builds the second branch of a condition.
  public static func buildEither(second part: [FlowRule<Step, Event>]) -> [FlowRule<Step, Event>] { part }
  /// Builds a `for` loop.
  public static func buildArray(_ parts: [[FlowRule<Step, Event>]]) -> [FlowRule<Step, Event>] {
    parts.flatMap { $0 }
  }
}
