// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

/// Edits of flows, rule by rule.
@Suite struct FlowEditTests {
  private typealias Flow = FlowGraph<String, String>
  private typealias Refusal = FlowEditError<String, String>

  private var checkout: Flow {
    Flow {
      step("home") { on("order") { next("cart") } }
      step("cart") {
        on("pay") { next("done") }
        on("fail") { back() }
      }
      anyStep { on("quit") { restart(at: "home") } }
    }
  }

  @Test func aRuleThatIsSetTakesThePlaceOfTheOneThereWas() {
    var flow = checkout
    #expect(flow.set(.restart("help"), at: "cart", on: "pay") == .next("done"))
    #expect(flow.rules.map(\.event) == ["order", "pay", "fail", "quit"] && flow.rules[1].move == .restart("help"))
    #expect(flow.steps == ["home", "cart", "done", "help"] && flow.move(at: "cart", on: "pay") == .restart("help"))
    #expect(flow.set(.back, at: nil, on: "undo") == nil)
    #expect(flow.rules.last?.step == nil && flow.move(at: "done", on: "undo") == .back)
    flow.checkInvariants()
  }

  @Test func aRuleThatIsRemovedLeavesItsSteps() throws {
    var flow = checkout
    #expect(try flow.removeRule(at: "cart", on: "pay") == .next("done"))
    #expect(flow.steps == checkout.steps && flow.move(at: "cart", on: "pay") == nil)
    #expect(try flow.removeRule(at: nil, on: "quit") == .restart("home"))
    #expect(flow.move(at: "cart", on: "quit") == nil && flow.rules.count == 2)
    flow.checkInvariants()
  }

  @Test func aStepGoesWithItsRulesAndThoseThatLeadToIt() throws {
    var flow = checkout
    try flow.remove("cart")
    #expect(flow.steps == ["home", "done"] && flow.rules.map(\.event) == ["quit"])
    try flow.remove("home")
    #expect(flow.steps == ["done"] && flow.rules.isEmpty && flow.move(at: "done", on: "quit") == nil)
    flow.checkInvariants()
  }

  @Test func aStepThatIsRenamedKeepsItsRulesAndPlace() throws {
    var flow = checkout
    flow.set(.next("home"), at: "home", on: "again")
    try flow.rename("home", to: "start")
    #expect(flow.steps == ["start", "cart", "done"])
    #expect(
      flow.move(at: "start", on: "again") == .next("start") && flow.move(at: "start", on: "order") == .next("cart"))
    #expect(flow.move(at: "cart", on: "quit") == .restart("start") && flow.ownMove(at: "home", on: "order") == nil)
    flow.checkInvariants()
    let renamed = flow
    try flow.rename("start", to: "start")
    #expect(flow == renamed)
    try flow.rename("start", to: "home")
    var expected = checkout
    expected.set(.next("home"), at: "home", on: "again")
    #expect(flow == expected)
  }

  @Test func whatCannotBeEditedIsRefusedWithAReasonAndChangesNothing() {
    var flow = checkout
    #expect(throws: Refusal.stepExists("cart")) { try flow.add("cart") }
    #expect(throws: Refusal.stepExists("cart")) { try flow.rename("home", to: "cart") }
    #expect(throws: Refusal.noStep("help")) { try flow.rename("help", to: "cart") }
    #expect(throws: Refusal.noStep("help")) { try flow.remove("help") }
    #expect(throws: Refusal.noRule("home", "pay")) { try flow.removeRule(at: "home", on: "pay") }
    #expect(throws: Refusal.noRule(nil, "pay")) { try flow.removeRule(at: nil, on: "pay") }
    #expect(flow == checkout)
    #expect("\(Refusal.stepExists("a"))" == "step 'a' already exists")
    #expect("\(Refusal.noStep("a"))" == "step 'a' does not exist")
    #expect("\(Refusal.noRule("a", "e"))" == "'e' has no rule at 'a'")
    #expect("\(Refusal.noRule(nil, "e"))" == "'e' has no rule that holds at all steps")
  }

  @Test func flowsAreTheSameIfRulesAndStepsAreInTheSameOrder() throws {
    var flow = checkout
    try flow.add("help")
    #expect(flow != checkout)
    try flow.remove("help")
    #expect(flow == checkout)
    // Removed and set again, the rule is the last one.
    try flow.removeRule(at: "home", on: "order")
    flow.set(.next("cart"), at: "home", on: "order")
    #expect(flow != checkout)
  }

  @Test func stepsAreReachedByRulesThatAreNotHidden() {
    var flow = checkout
    #expect(flow.steps(reachableFrom: "home") == ["home", "cart", "done"])
    #expect(flow.steps(reachableFrom: "done") == ["home", "cart", "done"])
    flow.set(.next("help"), at: "done", on: "quit")
    #expect(!flow.steps(reachableFrom: "home").contains("help"))
    flow.set(.back, at: nil, on: "pay")
    #expect(flow.steps(reachableFrom: "home") == ["home", "cart"])
  }

  /// Compares random edits of a flow with those of plain lists of rules and steps that are searched each time.
  @Test func randomEditsMakeOfAFlowWhatTheyMakeOfAList() {
    struct Listed: Equatable {
      let step: Int?
      let event: Int
      var move: FlowMove<Int>
    }
    for seed in 1...20 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      var flow = FlowGraph<Int, Int> {}
      var (rules, steps): ([Listed], [Int]) = ([], [])
      func step() -> Int? { random.oneIn(4) ? nil : random.below(6) }
      for edit in 0..<200 {
        let comment = Comment(rawValue: "seed \(seed), edit \(edit)")
        switch random.below(6) {
        case 0, 1, 2:
          let (step, event) = (step(), random.below(4))
          let move = random.pick([.next(random.below(6)), .back, FlowMove.restart(random.below(6))])
          for named in [step, move.target] { if let named, !steps.contains(named) { steps.append(named) } }
          if let place = rules.firstIndex(where: { $0.step == step && $0.event == event }) {
            rules[place].move = move
          } else {
            rules.append(Listed(step: step, event: event, move: move))
          }
          flow.set(move, at: step, on: event)
        case 3:
          let (step, event) = (step(), random.below(4))
          let known = rules.firstIndex { $0.step == step && $0.event == event }
          if let known { rules.remove(at: known) }
          #expect(((try? flow.removeRule(at: step, on: event)) != nil) == (known != nil), comment)
        case 4:
          let step = random.below(6)
          let isKnown = steps.contains(step)
          steps.removeAll { $0 == step }
          rules.removeAll { $0.step == step || $0.move.target == step }
          #expect(((try? flow.remove(step)) != nil) == isKnown, comment)
        default:
          let (step, name) = (random.below(6), random.below(6))
          let isPossible = steps.contains(step) && (step == name || !steps.contains(name))
          if isPossible {
            func renamed(_ other: Int) -> Int { other == step ? name : other }
            steps = steps.map(renamed)
            rules = rules.map { rule in
              let move: FlowMove<Int> =
                switch rule.move {
                case .next(let target): .next(renamed(target))
                case .restart(let target): .restart(renamed(target))
                case .backTo(let target): .backTo(renamed(target))
                case .back: .back
                }
              return Listed(step: rule.step.map(renamed), event: rule.event, move: move)
            }
          }
          #expect(((try? flow.rename(step, to: name)) != nil) == isPossible, comment)
        }
        flow.checkInvariants()
        #expect(flow.steps == steps, comment)
        #expect(flow.rules.map { Listed(step: $0.step, event: $0.event ?? -1, move: $0.move) } == rules, comment)
        for step in steps {
          for event in 0..<4 {
            let rule = rules.first { $0.step == nil && $0.event == event }
            let own = rules.first { $0.step == step && $0.event == event }
            #expect(flow.move(at: step, on: event) == (rule ?? own)?.move, comment)
          }
        }
      }
    }
  }
}
