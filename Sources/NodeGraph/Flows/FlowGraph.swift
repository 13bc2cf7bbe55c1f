// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A flow: a graph whose nodes are steps, and whose connections are events that lead from one to another.
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
/// It is a value that says what happens, and does nothing by itself: a ``FlowState`` goes through it. Unlike the graph of an
/// evaluator it may have cycles. A step needs no rules: it is an end then. Editors change it rule by rule, as with
/// ``set(_:at:on:)``; a state that goes through it has a copy, and keeps to that.
public struct FlowGraph<Step: Hashable & Sendable, Event: Hashable & Sendable>: Sendable {
  /// What an event leads to.
  public struct Rule: Hashable, Sendable {
    /// Where it holds; `nil` for a rule that holds at all steps.
    public let step: Step?
    /// What happens there; `nil` for the rule that holds when the step is over and no event has happened, as ``next(_:)-(()->FlowMove<Step>)`` declares it.
    public let event: Event?
    /// What that leads to.
    public let move: FlowMove<Step>
  }

  /// All rules, in the order in which they were declared or first set.
  public internal(set) var rules: [Rule]
  /// All steps that are declared, added or named by rules, in the order in which they came up first.
  public internal(set) var steps: [Step]
  // The rules again, to be found by step and event.
  var moves: [Step: [Event?: FlowMove<Step>]]
  var movesAnywhere: [Event?: FlowMove<Step>]

  /// Declares a flow.
  ///
  /// - Parameter declaration: The rules of steps.
  /// - Precondition: No event has two rules at one step, nor two that hold everywhere. A rule of a step and one that holds
  ///   everywhere may have the same event: the latter comes first.
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

  /// The events that lead somewhere from a step, in the order of their rules, those that hold everywhere first.
  ///
  /// - Complexity: O(rules).
  public func events(at step: Step) -> [Event] {
    let anywhere = rules.filter { $0.step == nil }.compactMap(\.event)
    return anywhere + rules.filter { $0.step == step && movesAnywhere[$0.event] == nil }.compactMap(\.event)
  }
}

extension FlowGraph.Rule {
  /// The event as text; `next` for the rule that no event needs.
  public var eventText: String { event.map { "\($0)" } ?? "next" }
}

extension FlowGraph: FlowTransitions {
  /// What an event leads to at a step; `nil` if there is no rule. Rules that hold everywhere come first.
  ///
  /// - Complexity: O(1).
  public func move(at step: Step, on event: Event) -> FlowMove<Step>? { effectiveMove(at: step, on: event) }

  /// What a step leads to when it is over and no event has happened; `nil` if there is no rule.
  ///
  /// - Complexity: O(1).
  public func next(at step: Step) -> FlowMove<Step>? { effectiveMove(at: step, on: nil) }

  private func effectiveMove(at step: Step, on event: Event?) -> FlowMove<Step>? {
    movesAnywhere[event] ?? moves[step]?[event]
  }
}
