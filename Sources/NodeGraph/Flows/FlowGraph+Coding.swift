// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The encoded form of a flow:
///
/// ```json
/// {
///   "rules" : [
///     { "event" : "paid", "move" : "next", "step" : "cart", "to" : "done" },
///     { "event" : "failed", "move" : "back", "step" : "cart" }
///   ],
///   "steps" : [ "cart", "done" ]
/// }
/// ```
///
/// A rule without `step` holds at all steps; a rule without `event` applies when a step has ended without an event.
private enum FlowKey: String, CodingKey { case steps, rules }
private enum RuleKey: String, CodingKey { case step, event, move, to }
private enum MoveWord: String, CaseIterable { case next, back, backTo, restart }

extension FlowGraph: Encodable where Step: Encodable, Event: Encodable {
  /// Writes the steps and the rules of the flow, in their order.
  ///
  /// ```json
  /// { "rules" : [ { "event" : "paid", "move" : "next", "step" : "cart", "to" : "done" } ], "steps" : [ "cart", "done" ] }
  /// ```
  ///
  /// A move is `next`, `back`, `backTo` or `restart`. A rule for all steps has no `step`, a rule that needs no event no `event`.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: An error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: FlowKey.self)
    try fields.encode(steps, forKey: .steps)
    var list = fields.nestedUnkeyedContainer(forKey: .rules)
    for rule in rules {
      var fields = list.nestedContainer(keyedBy: RuleKey.self)
      try fields.encodeIfPresent(rule.step, forKey: .step)
      try fields.encodeIfPresent(rule.event, forKey: .event)
      try fields.encode(rule.move.word.rawValue, forKey: .move)
      try fields.encodeIfPresent(rule.move.target, forKey: .to)
    }
  }
}

extension FlowMove {
  fileprivate var word: MoveWord {
    switch self {
    case .next: .next
    case .back: .back
    case .backTo: .backTo
    case .restart: .restart
    }
  }

  fileprivate init?(_ word: MoveWord, to step: Step?) {
    switch (word, step) {
    case (.next, let step?): self = .next(step)
    case (.back, nil): self = .back
    case (.backTo, let step?): self = .backTo(step)
    case (.restart, let step?): self = .restart(step)
    case (.next, nil), (.back, _?), (.backTo, nil), (.restart, nil): return nil
    }
  }
}

extension FlowGraph: Decodable where Step: Decodable, Event: Decodable {
  /// Reads a flow. Steps that only rules name are added to its steps.
  ///
  /// Data that would break a precondition of ``init(_:)`` is an error here.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: An error of the decoder, or `DecodingError.dataCorrupted` for a step that is listed twice, an event with two
  ///   rules at one step, an unknown move, a move without its target, or `back` with a target.
  public init(from decoder: any Decoder) throws {
    self.init {}
    let fields = try decoder.container(keyedBy: FlowKey.self)
    var list = try fields.nestedUnkeyedContainer(forKey: .steps)
    var known: Set<Step> = []
    while !list.isAtEnd {
      let step = try list.decode(Step.self)
      guard known.insert(step).inserted else {
        throw DecodingError.dataCorruptedError(in: list, debugDescription: "the step '\(step)' is listed twice")
      }
      steps.append(step)
    }
    list = try fields.nestedUnkeyedContainer(forKey: .rules)
    while !list.isAtEnd {
      let rule = try Self.rule(list.nestedContainer(keyedBy: RuleKey.self))
      guard ownMove(at: rule.step, on: rule.event) == nil else {
        let place = rule.step.map { "at '\($0)'" } ?? "at all steps"
        throw DecodingError.dataCorruptedError(
          in: list, debugDescription: "an event has one rule \(place), '\(rule.eventText)' has two")
      }
      append(rule, knowing: &known)
    }
  }

  private static func rule(_ fields: KeyedDecodingContainer<RuleKey>) throws -> Rule {
    let text = try fields.decode(String.self, forKey: .move)
    guard let word = MoveWord(rawValue: text) else {
      let words = MoveWord.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw DecodingError.dataCorruptedError(
        forKey: .move, in: fields, debugDescription: "'\(VisibleText.standIns(text))' is not a move: \(words)")
    }
    let target = try fields.decodeIfPresent(Step.self, forKey: .to)
    guard let move = FlowMove(word, to: target) else {
      throw DecodingError.dataCorruptedError(
        forKey: .to, in: fields,
        debugDescription: target == nil
          ? "'\(text)' needs the step that it leads to, in 'to'" : "'back' can't have a step in 'to'")
    }
    return Rule(
      step: try fields.decodeIfPresent(Step.self, forKey: .step),
      event: try fields.decodeIfPresent(Event.self, forKey: .event), move: move)
  }

  private mutating func append(_ rule: Rule, knowing known: inout Set<Step>) {
    rules.append(rule)
    if let step = rule.step {
      moves[step, default: [:]][rule.event] = rule.move
    } else {
      movesAnywhere[rule.event] = rule.move
    }
    for step in [rule.step, rule.move.target] {
      if let step, known.insert(step).inserted { steps.append(step) }
    }
  }
}
