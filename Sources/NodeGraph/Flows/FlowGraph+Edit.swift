// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Why a flow refused an edit. Nothing has changed when one is thrown.
public enum FlowEditError<Step: Hashable & Sendable, Event: Hashable & Sendable>: Error, Hashable, Sendable {
  /// There is such a step already.
  case stepExists(Step)
  /// There is no such step.
  case noStep(Step)
  /// The event has no rule at this step; `nil` for none that holds at all steps, and for the event of a rule that needs none.
  case noRule(Step?, Event?)
  /// The application does not want the event to lead from the first step to the second, and says why in words of its own.
  case vetoed(Step?, Event?, to: Step, reason: String)
}

extension FlowEditError: CustomStringConvertible {
  /// The reason as a sentence.
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
  /// Whether both have the same rules and steps, in the same order.
  public static func == (left: FlowGraph, right: FlowGraph) -> Bool {
    left.rules == right.rules && left.steps == right.steps
  }
}

extension FlowGraph {
  /// Adds a step without rules, to which none leads yet.
  ///
  /// - Throws: ``FlowEditError/stepExists(_:)``.
  /// - Complexity: O(steps).
  public mutating func add(_ step: Step) throws(FlowEditError<Step, Event>) {
    if steps.contains(step) { throw .stepExists(step) }
    steps.append(step)
  }

  /// Says what an event leads to, in place of what it led to. Steps that are new are added.
  ///
  /// ```swift
  /// checkout.set(.next(.done), at: .cart, on: .paid)
  /// checkout.set(.restart(.home), at: nil, on: .quit)  // at all steps
  /// ```
  ///
  /// A rule that takes the place of another has its place in ``rules`` as well. One of a step does nothing while there is one
  /// for the event that holds at all steps.
  ///
  /// - Parameters:
  ///   - move: What the event leads to.
  ///   - step: Where the rule holds; `nil` for all steps.
  ///   - event: What happens there; `nil` for the rule that no event needs.
  /// - Returns: What it led to before; `nil` if there was no such rule.
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
  ///   - step: Where it holds; `nil` for all steps.
  ///   - event: What happens there; `nil` for the rule that no event needs.
  /// - Returns: What the event led to.
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

  /// Removes a step with its rules and all that lead to it.
  ///
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

  /// Puts another step in the place of one, in all rules. A step that is renamed to itself stays as it is.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - name: What is to stand in its place.
  /// - Throws: ``FlowEditError/noStep(_:)``; ``FlowEditError/stepExists(_:)`` if `name` is another step already.
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

  /// The steps to which one can come from a step, itself included, by rules that are not hidden behind one of all steps.
  ///
  /// - Parameter start: Where one begins; what is no step leads nowhere but by rules of all steps.
  /// - Returns: The steps.
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

  /// What the rule of a step itself says of an event, or for `nil` that of all steps, hidden or not.
  ///
  /// - Complexity: O(1).
  package func ownMove(at step: Step?, on event: Event?) -> FlowMove<Step>? {
    if let step { moves[step]?[event] } else { movesAnywhere[event] }
  }

  private func place(at step: Step?, on event: Event?) -> Int? {
    rules.firstIndex { $0.step == step && $0.event == event }
  }

  /// Changes what rules are found by, and returns what it was.
  private mutating func replaceMove(at step: Step?, on event: Event?, by move: FlowMove<Step>?) -> FlowMove<Step>? {
    let old = ownMove(at: step, on: event)
    if let step { moves[step, default: [:]][event] = move } else { movesAnywhere[event] = move }
    return old
  }

  /// Checks that rules are found as they are listed, and stops with the rule that is broken. Complexity: O(rules + steps).
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
