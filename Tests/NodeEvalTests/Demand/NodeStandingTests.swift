// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// The standing of nodes, as one query reports it.
@Suite struct NodeStandingTests {
  @Test func whatHasAValueOrFailedOrIsBlockedSaysSo() throws {
    let evaluator = Evaluator()
    let source = evaluator.input("source", 1.0)
    let half = evaluator.node("half", source) { value throws -> Double in
      if value < 0 { throw Complaint(description: "negative") }
      return value / 2
    }
    let next = evaluator.node("next", half) { $0 + 1 }
    let nodes = [source.node, half.node, next.node]
    #expect(nodes.map { evaluator.standing(of: $0) } == [.current, .current, .current])
    evaluator.set(source, to: -1)
    #expect(nodes.map { evaluator.standing(of: $0) } == [.current, .failed, .blocked])
    try evaluator.edit { edit in try edit.remove(next.node) }
    #expect(evaluator.standing(of: next.node) == nil)
  }

  @Test func lateValuesAreWaitedForWithWhatIsSaidOfTheirProgress() async {
    let graph = LateGraph()
    func standings() -> [NodeStanding?] { [graph.late.node, graph.next.node].map { graph.evaluator.standing(of: $0) } }
    #expect(standings() == [.waiting(progress: nil), .waiting(progress: nil)])
    await graph.land()
    #expect(standings() == [.current, .current] && graph.nextRuns == 1)
  }

  @Test func onDemandNothingRunsByBeingLookedAt() {
    let evaluator = Evaluator()
    evaluator.policy = .onDemand
    let source = evaluator.input("source", 1.0)
    var runs = 0
    let first = evaluator.node("first", source) { value in
      runs += 1
      return value + 1
    }
    let second = evaluator.node("second", first) { value in
      runs += 1
      return value + 1
    }
    func standings() -> [NodeStanding?] { [first.node, second.node].map { evaluator.standing(of: $0) } }
    #expect(standings() == [.unneeded, .unneeded] && runs == 0)
    let need = evaluator.need(second)
    #expect(standings() == [.current, .current] && runs == 2)
    need.end()
    #expect(standings() == [.unneeded, .unneeded])
    evaluator.set(source, to: 2)
    // The change was stopped at the first node; the query for the second checks only that node.
    #expect(standings() == [.stale, .unneeded] && runs == 2)
    #expect(evaluator.state(of: second.node) == .stale)
  }

  @Test func aNodeThatWaitsForTwoFlightsIsPendingSinceTheFirst() {
    let evaluator = Evaluator()
    let runs = LateRuns(of: evaluator)
    let (a, b) = (evaluator.input("a", 1), evaluator.input("b", 1))
    let late = [a, b].map { source in evaluator.asyncNode(nil, source) { (_: NodeRun, value: Int) in value } }
    let sum = evaluator.node("sum", late[0], late[1]) { $0 + $1 }
    // The node is pending since the first edit whichever of its inputs waits longer.
    for order in [[a, b], [b, a]] {
      let first = evaluator.set(order[0], to: evaluator[order[0]] + 1).edit
      evaluator.set(order[1], to: evaluator[order[1]] + 1)
      #expect(evaluator.state(of: sum.node) == .pending(progress: nil, since: first))
    }
    #expect(runs.count > 0)
  }

  @Test func whatAStoppedEvaluationHasNotReachedStandsStale() {
    let evaluator = Evaluator()
    let source = evaluator.input("source", 1)
    let first = evaluator.node("first", source) { $0 + 1 }
    let second = evaluator.node("second", first) { $0 + 1 }
    let third = evaluator.node("third", second) { $0 + 1 }
    evaluator.budget = .nodes(1)
    evaluator.set(source, to: 2)
    #expect(evaluator.hasUnfinished)
    let standings = [first, second, third].map { evaluator.standing(of: $0.node) }
    #expect(standings == [.current, .stale, .stale])
    evaluator.budget = nil
    evaluator.resume()
    #expect([first, second, third].allSatisfy { evaluator.standing(of: $0.node) == .current })
  }

  @Test func modesComeBeforeAllElse() throws {
    let evaluator = Evaluator(definitions: [
      .source("Number", output: ValuePort("value"), initial: 1),
      NodeDefinition("Tag", inputs: ValuePort("text", default: ""), ValuePort("x", default: 0), output: ValuePort("y"))
      {
        (text: String, x: Int) -> Int in x + text.utf8.count
      },
      NodeDefinition("Show", inputs: ValuePort("x", default: 0), output: ValuePort("text")) { (x: Int) -> String in
        "\(x)"
      },
    ])
    let (tag, show) = try evaluator.edited { edit in (try edit.add("Tag"), try edit.add("Show")) }
    try evaluator.edit { edit in
      try edit.connect(tag.output, to: show.input(0))
      try edit.setMode(.muted, of: tag)
    }
    #expect(evaluator.standing(of: tag) == .muted && evaluator.standing(of: show) == .blocked)
    try evaluator.edit { edit in
      try edit.setMode(.bypassed, of: tag)
      try edit.setMode(.bypassed, of: show)
    }
    #expect(evaluator.standing(of: tag) == .bypassed(from: tag.input(1)))
    #expect(evaluator.standing(of: show) == .bypassed(from: nil))
    let group = try evaluator.edited { edit in try edit.group([tag], named: "Group") }
    try evaluator.edit { edit in try edit.setMode(.muted, of: group) }
    #expect(evaluator.standing(of: tag) == .muted && evaluator.standing(of: group.node) == nil)
    evaluator.checkInvariants()
  }
}
