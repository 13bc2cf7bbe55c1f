// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A flow: a graph whose nodes are steps, and whose connections are rules for the events that lead from one step to another.
///
/// ```swift
/// let checkout = FlowGraph<Screen, Happening> {
///   step(.cart) {
///     on(.paid) { next(.done) }
///     on(.failed) { back() }
///   }
///   anyStep {
///     on(.quit) { restart(at: .home) }
///   }
/// }
/// var state = FlowState<Screen, Happening, Order>(in: checkout)
/// state.start(from: .cart, with: order)
/// try state.continue(with: .paid)          // state.step == .done
/// ```
///
/// It is a value that only describes the rules: a ``FlowState`` or a ``FlowRun`` moves through it. Unlike the graph of an
/// evaluator it may have cycles. A step without rules is an end. Editors change a flow rule by rule, for instance with
/// ``set(_:at:on:)``; states that already move through it keep the copy they were made with.
///
/// Steps and events are values of the application, usually enumerations. Both may have associated values, but a rule holds for
/// one value only: `on(.selected(3))` isn't a rule for `.selected(4)`. For rules that depend on associated values, implement
/// ``FlowTransitions``.
///
/// A flow is `Codable` if its steps and events are, and is drawn with ``dot(named:)``.
public struct FlowGraph<Step: Hashable & Sendable, Event: Hashable & Sendable>: Sendable {
  /// A rule: the move that an event causes at a step.
  ///
  /// ```swift
  /// for rule in checkout.rules where rule.step == .cart { print("\(rule.eventText): \(rule.move)") }
  /// ```
  ///
  /// To change rules, use ``FlowGraph/set(_:at:on:)`` and ``FlowGraph/removeRule(at:on:)``.
  public struct Rule: Hashable, Sendable {
    /// The step at which the rule holds; `nil` for a rule that holds at all steps.
    public let step: Step?
    /// The event; `nil` for the rule that applies when the step has ended without an event.
    ///
    /// ``next(_:)-(()->FlowMove<Step>)`` declares a rule without an event.
    public let event: Event?
    /// The move that the event causes.
    public let move: FlowMove<Step>
  }

  /// All rules, in the order in which they were declared or first set.
  ///
  /// They include rules that have no effect because a rule of all steps has the same event. At most one rule has a given step and
  /// event.
  public internal(set) var rules: [Rule]
  /// All steps that were declared, added or named by rules, in the order of their first appearance.
  public internal(set) var steps: [Step]
  // The same rules, indexed by step and event.
  var moves: [Step: [Event?: FlowMove<Step>]]
  var movesAnywhere: [Event?: FlowMove<Step>]

  /// Declares a flow.
  ///
  /// - Parameter declaration: The rules, with ``step(_:_:)`` and ``anyStep(_:)``. A step may be declared several times.
  /// - Precondition: An event has at most one rule at a step, and at most one for all steps; the program traps otherwise. If an
  ///   event has both, the rule for all steps takes precedence.
  public init(@FlowBuilder<Step, Event> _ declaration: () -> [FlowDeclaration<Step, Event>]) {
    var rules: [Rule] = []
    var steps: [Step] = []
    var moves: [Step: [Event?: FlowMove<Step>]] = [:]
    var anywhere: [Event?: FlowMove<Step>] = [:]
    var seen: Set<Step> = []
    func note(_ step: Step?) {
      if let step, seen.insert(step).inserted { steps.append(step) }
    }
    for part in declaration() {
      note(part.step)
      for rule in part.rules {
        if let step = part.step {
          let other = moves[step, default: [:]].updateValue(rule.move, forKey: rule.event)
          require(other == nil, "an event has one rule at a step, '\(part.text(of: rule))' has two at '\(step)'")
        } else {
          let other = anywhere.updateValue(rule.move, forKey: rule.event)
          require(other == nil, "an event has one rule that holds everywhere, '\(part.text(of: rule))' has two")
        }
        rules.append(Rule(step: part.step, event: rule.event, move: rule.move))
        note(rule.move.target)
      }
    }
    (self.rules, self.steps, self.moves, movesAnywhere) = (rules, steps, moves, anywhere)
  }

  /// Returns the events that have a rule at a step: first those of rules for all steps, then those of the step.
  ///
  /// Use it to enable the controls of a step. An event may still be refused, such as `back` at the first step.
  ///
  /// ```swift
  /// payButton.isEnabled = checkout.events(at: .cart).contains(.paid)
  /// ```
  ///
  /// - Parameter step: The step.
  /// - Returns: The events, in the order of their rules, each once.
  /// - Complexity: O(rules).
  public func events(at step: Step) -> [Event] {
    let anywhere = rules.filter { $0.step == nil }.compactMap(\.event)
    return anywhere + rules.filter { $0.step == step && movesAnywhere[$0.event] == nil }.compactMap(\.event)
  }
}

extension FlowGraph.Rule {
  /// The description of the event; `next` for a rule that needs no event.
  public var eventText: String { event.map { "\($0)" } ?? "next" }
}

extension FlowGraph: FlowTransitions {
  /// Returns the move that an event causes at a step. A rule for all steps takes precedence over one of the step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - event: The event.
  /// - Returns: The move; `nil` if the event has no rule.
  /// - Complexity: O(1).
  public func move(at step: Step, on event: Event) -> FlowMove<Step>? { effectiveMove(at: step, on: event) }

  /// Returns the move that follows a step which has ended without an event.
  ///
  /// - Parameter step: The step.
  /// - Returns: The move; `nil` if the step has no such rule.
  /// - Complexity: O(1).
  public func next(at step: Step) -> FlowMove<Step>? { effectiveMove(at: step, on: nil) }

  private func effectiveMove(at step: Step, on event: Event?) -> FlowMove<Step>? {
    movesAnywhere[event] ?? moves[step]?[event]
  }
}
