// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Why a flow refused an edit. The flow is unchanged when one is thrown.
///
/// A ``FlowGraph`` doesn't throw ``vetoed(_:_:to:reason:)``, which stands for a refusal of the application when a user edits a
/// flow in a view.
///
/// ```swift
/// do {
///   try checkout.rename(.cart, to: .basket)
/// } catch {
///   print(error)  // there is a step 'basket' already
/// }
/// ```
public enum FlowEditError<Step: Hashable & Sendable, Event: Hashable & Sendable>: Error, Hashable, Sendable {
  /// The step already exists.
  case stepExists(Step)
  /// The step doesn't exist.
  case noStep(Step)
  /// The event has no rule at this step. A `nil` step stands for all steps, a `nil` event for the rule that needs none.
  case noRule(Step?, Event?)
  /// The application has refused to let the event lead from the first step to the second, with a reason in its own words.
  case vetoed(Step?, Event?, to: Step, reason: String)
}

extension FlowEditError: CustomStringConvertible {
  /// The reason as one sentence without a full stop. Steps and events are shown by their descriptions.
  public var description: String {
    switch self {
    case .stepExists(let step): "step '\(step)' already exists"
    case .noStep(let step): "step '\(step)' does not exist"
    case .noRule(let step?, let event): "'\(event.map { "\($0)" } ?? "next")' has no rule at '\(step)'"
    case .noRule(nil, let event): "'\(event.map { "\($0)" } ?? "next")' has no rule that holds at all steps"
    case .vetoed(_, _, _, let reason): reason
    }
  }
}

extension FlowGraph: Equatable {
  /// Returns whether both have the same rules and steps, in the same order.
  ///
  /// Flows with the same rules in another order aren't equal, although they behave alike.
  public static func == (left: FlowGraph, right: FlowGraph) -> Bool {
    left.rules == right.rules && left.steps == right.steps
  }
}

extension FlowGraph {
  /// Adds a step without rules.
  ///
  /// Setting a rule adds the steps that it names, so this is needed only for a step that has none yet.
  ///
  /// ```swift
  /// try checkout.add(.gift)
  /// checkout.set(.next(.gift), at: .cart, on: .wrapped)
  /// ```
  ///
  /// - Parameter step: The step.
  /// - Throws: ``FlowEditError/stepExists(_:)``.
  /// - Complexity: O(steps).
  public mutating func add(_ step: Step) throws(FlowEditError<Step, Event>) {
    if steps.contains(step) { throw .stepExists(step) }
    steps.append(step)
  }

  /// Sets the rule of an event at a step, replacing the present one. New steps are added.
  ///
  /// ```swift
  /// checkout.set(.next(.done), at: .cart, on: .paid)
  /// checkout.set(.restart(.home), at: nil, on: .quit)  // at all steps
  /// ```
  ///
  /// A rule that replaces another keeps its place in ``rules``. A rule of a step has no effect while a rule for the same event
  /// holds at all steps.
  ///
  /// - Parameters:
  ///   - move: The move that the event causes.
  ///   - step: The step at which the rule holds; `nil` for all steps.
  ///   - event: The event; `nil` for the rule that needs no event.
  /// - Returns: The move of the rule that was replaced; `nil` if there was none.
  /// - Complexity: O(rules + steps).
  @discardableResult
  public mutating func set(_ move: FlowMove<Step>, at step: Step?, on event: Event?) -> FlowMove<Step>? {
    for named in [step, move.target] {
      if let named, !steps.contains(named) { steps.append(named) }
    }
    let rule = Rule(step: step, event: event, move: move)
    let old = replaceMove(at: step, on: event, by: move)
    if old == nil {
      rules.append(rule)
    } else if let place = place(at: step, on: event) {
      rules[place] = rule
    }
    return old
  }

  /// Removes a rule. The steps that it names stay.
  ///
  /// - Parameters:
  ///   - step: The step at which the rule holds; `nil` for the rule of all steps.
  ///   - event: The event; `nil` for the rule that needs no event.
  /// - Returns: The move of the removed rule.
  /// - Throws: ``FlowEditError/noRule(_:_:)``.
  /// - Complexity: O(rules).
  @discardableResult
  public mutating func removeRule(
    at step: Step?, on event: Event?
  ) throws(FlowEditError<Step, Event>) -> FlowMove<Step> {
    guard let place = place(at: step, on: event), let old = replaceMove(at: step, on: event, by: nil) else {
      throw .noRule(step, event)
    }
    rules.remove(at: place)
    return old
  }

  /// Removes a step, its rules and all rules that lead to it.
  ///
  /// A ``FlowState`` that is at the step has a copy of the flow and isn't affected.
  ///
  /// - Parameter step: The step.
  /// - Throws: ``FlowEditError/noStep(_:)``.
  /// - Complexity: O(rules + steps).
  public mutating func remove(_ step: Step) throws(FlowEditError<Step, Event>) {
    guard let place = steps.firstIndex(of: step) else { throw .noStep(step) }
    steps.remove(at: place)
    for rule in rules where rule.step == step || rule.move.target == step {
      _ = replaceMove(at: rule.step, on: rule.event, by: nil)
    }
    rules.removeAll { $0.step == step || $0.move.target == step }
    moves[step] = nil
  }

  /// Replaces a step by another in the list of steps and in all rules, which keep their order.
  ///
  /// Renaming a step to itself has no effect. Saved progress (``FlowProgress``) still names the old step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - name: The step that replaces it.
  /// - Throws: ``FlowEditError/noStep(_:)``; ``FlowEditError/stepExists(_:)`` if `name` is another step of the flow.
  /// - Complexity: O(rules + steps).
  public mutating func rename(_ step: Step, to name: Step) throws(FlowEditError<Step, Event>) {
    guard let place = steps.firstIndex(of: step) else { throw .noStep(step) }
    if step == name { return }
    if steps.contains(name) { throw .stepExists(name) }
    steps[place] = name
    for (place, rule) in rules.enumerated() where rule.step == step || rule.move.target == step {
      let move = rule.move.target == step ? rule.move.leading(to: name) : rule.move
      let owner = rule.step == step ? name : rule.step
      _ = replaceMove(at: rule.step, on: rule.event, by: nil)
      _ = replaceMove(at: owner, on: rule.event, by: move)
      rules[place] = Rule(step: owner, event: rule.event, move: move)
    }
    moves[step] = nil
  }

  /// Returns the steps that can be reached from a step, including the step itself.
  ///
  /// Rules of a step that are overridden by a rule of all steps are ignored. Moves ``FlowMove/back`` lead to steps that were
  /// reached before, so they don't matter. An editor can mark the other steps as unreachable:
  ///
  /// ```swift
  /// let unreachable = Set(checkout.steps).subtracting(checkout.steps(reachableFrom: .home))
  /// ```
  ///
  /// - Parameter start: The step to start from. If it isn't a step of the flow, only rules of all steps lead on from it.
  /// - Returns: The reachable steps.
  /// - Complexity: O(rules).
  public func steps(reachableFrom start: Step) -> Set<Step> {
    var targets: [Step: [Step]] = [:]
    var open = [start]
    for rule in rules {
      guard let target = rule.move.target else { continue }
      if let step = rule.step {
        if movesAnywhere[rule.event] == nil { targets[step, default: []].append(target) }
      } else {
        open.append(target)
      }
    }
    var reached: Set<Step> = []
    while let step = open.popLast() {
      if reached.insert(step).inserted { open += targets[step] ?? [] }
    }
    return reached
  }

  /// Returns the move of a step's own rule, or for `nil` of the rule for all steps, whether or not it is overridden.
  ///
  /// - Complexity: O(1).
  package func ownMove(at step: Step?, on event: Event?) -> FlowMove<Step>? {
    if let step { moves[step]?[event] } else { movesAnywhere[event] }
  }

  private func place(at step: Step?, on event: Event?) -> Int? {
    rules.firstIndex { $0.step == step && $0.event == event }
  }

  /// Changes the tables by which rules are found, and returns the former move.
  private mutating func replaceMove(at step: Step?, on event: Event?, by move: FlowMove<Step>?) -> FlowMove<Step>? {
    let old = ownMove(at: step, on: event)
    if let step { moves[step, default: [:]][event] = move } else { movesAnywhere[event] = move }
    return old
  }

  /// Checks that the tables agree with the list of rules, and traps if they don't. Complexity: O(rules + steps).
  package func checkInvariants() {
    let named = Set(steps)
    precondition(named.count == steps.count, "a flow lists each step once")
    precondition(
      rules.count == movesAnywhere.count + moves.values.reduce(0) { $0 + $1.count },
      "rules are found as often as listed")
    for rule in rules {
      precondition(ownMove(at: rule.step, on: rule.event) == rule.move, "a rule is found as it is listed")
      for step in [rule.step, rule.move.target] {
        precondition(step.map(named.contains) ?? true, "a flow lists the steps that rules name")
      }
    }
  }
}
