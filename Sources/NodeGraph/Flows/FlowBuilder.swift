// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The rules of one step, or of all, as ``step(_:_:)`` and ``anyStep(_:)`` declare them.
public struct FlowDeclaration<Step: Hashable & Sendable, Event: Hashable & Sendable>: Sendable {
  let step: Step?
  let rules: [FlowRule<Step, Event>]

  func text(of rule: FlowRule<Step, Event>) -> String { rule.event.map { "\($0)" } ?? "next" }
}

/// What an event leads to, as ``on(_:_:)`` declares it, or what needs no event, as ``next(_:)-(()->FlowMove<Step>)`` does.
public struct FlowRule<Step: Hashable & Sendable, Event: Hashable & Sendable>: Sendable {
  let event: Event?
  let move: FlowMove<Step>
}

/// Declares the rules of a step.
///
/// - Parameters:
///   - step: The step.
///   - rules: What events lead to; none at an end of the flow.
/// - Returns: The declaration.
public func step<Step, Event>(
  _ step: Step, @FlowRuleBuilder<Step, Event> _ rules: () -> [FlowRule<Step, Event>]
) -> FlowDeclaration<Step, Event> {
  FlowDeclaration(step: step, rules: rules())
}

/// Declares rules that hold at all steps, before those of the step.
public func anyStep<Step, Event>(
  @FlowRuleBuilder<Step, Event> _ rules: () -> [FlowRule<Step, Event>]
) -> FlowDeclaration<Step, Event> {
  FlowDeclaration(step: nil, rules: rules())
}

/// Says what an event leads to: ``forward(to:)``, ``back()``, ``back(to:)`` or ``restart(at:)``.
public func on<Step, Event>(_ event: Event, _ move: () -> FlowMove<Step>) -> FlowRule<Step, Event> {
  FlowRule(event: event, move: move())
}

/// Says what a step leads to when it is over and no event has happened.
///
/// ```swift
/// step(.amount) {
///   on(.tooSmall) { forward(to: .help) }
///   next { forward(to: .tariffs) }
/// }
/// ```
///
/// ``FlowState/continue()`` takes it, and ``FlowTransitions/emit(using:)`` where it finds no event in what a step gave. An event without
/// a rule is refused all the same.
public func next<Step, Event>(_ move: () -> FlowMove<Step>) -> FlowRule<Step, Event> {
  FlowRule(event: nil, move: move())
}

/// Leads to a step, from which ``back()`` returns: another word for ``forward(to:)``.
public func next<Step>(_ step: Step) -> FlowMove<Step> { .next(step) }

/// Leads to a step, from which ``back()`` returns. For a step as a new beginning use ``restart(at:)``.
public func forward<Step>(to step: Step) -> FlowMove<Step> { .next(step) }

/// Leads to the step before.
public func back<Step>() -> FlowMove<Step> { .back }

/// Leads back to the last visit of a step on the way here. What came after it is left; a state that was never at the step refuses
/// the event.
public func back<Step>(to step: Step) -> FlowMove<Step> { .backTo(step) }

/// Leads to a step as a new beginning: there is no step before it.
public func restart<Step>(at step: Step) -> FlowMove<Step> { .restart(step) }

/// Collects the declarations of a ``FlowGraph``. Conditions and loops are taken as they are.
@resultBuilder
public enum FlowBuilder<Step: Hashable & Sendable, Event: Hashable & Sendable> {
  /// Takes the rules of a step.
  public static func buildExpression(
    _ declaration: FlowDeclaration<Step, Event>
  ) -> [FlowDeclaration<Step, Event>] { [declaration] }
  /// Puts declarations one behind the other.
  public static func buildBlock(_ parts: [FlowDeclaration<Step, Event>]...) -> [FlowDeclaration<Step, Event>] {
    parts.flatMap { $0 }
  }
  /// Takes those of a condition, or none.
  public static func buildOptional(_ part: [FlowDeclaration<Step, Event>]?) -> [FlowDeclaration<Step, Event>] {
    part ?? []
  }
  /// Takes those of a condition that holds.
  public static func buildEither(first part: [FlowDeclaration<Step, Event>]) -> [FlowDeclaration<Step, Event>] { part }
  /// Takes those of a condition that does not.
  public static func buildEither(second part: [FlowDeclaration<Step, Event>]) -> [FlowDeclaration<Step, Event>] { part }
  /// Takes those of a loop.
  public static func buildArray(_ parts: [[FlowDeclaration<Step, Event>]]) -> [FlowDeclaration<Step, Event>] {
    parts.flatMap { $0 }
  }
}

/// Collects the rules of a step.
@resultBuilder
public enum FlowRuleBuilder<Step: Hashable & Sendable, Event: Hashable & Sendable> {
  /// Takes a rule.
  public static func buildExpression(_ rule: FlowRule<Step, Event>) -> [FlowRule<Step, Event>] { [rule] }
  /// Puts rules one behind the other.
  public static func buildBlock(_ parts: [FlowRule<Step, Event>]...) -> [FlowRule<Step, Event>] {
    parts.flatMap { $0 }
  }
  /// Takes those of a condition, or none.
  public static func buildOptional(_ part: [FlowRule<Step, Event>]?) -> [FlowRule<Step, Event>] { part ?? [] }
  /// Takes those of a condition that holds.
  public static func buildEither(first part: [FlowRule<Step, Event>]) -> [FlowRule<Step, Event>] { part }
  /// Takes those of a condition that does not.
  public static func buildEither(second part: [FlowRule<Step, Event>]) -> [FlowRule<Step, Event>] { part }
  /// Takes those of a loop.
  public static func buildArray(_ parts: [[FlowRule<Step, Event>]]) -> [FlowRule<Step, Event>] {
    parts.flatMap { $0 }
  }
}
