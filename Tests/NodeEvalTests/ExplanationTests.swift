// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

@Suite struct ExplanationTests {
  let evaluator = Evaluator()
  let price: Variable<Double>
  let quantity: Variable<Double>
  let subtotal: Output<Double>
  let rounded: Output<Double>
  let label: Output<String>

  init() {
    price = evaluator.input("price", 20.2)
    quantity = evaluator.input("quantity", 3.0)
    subtotal = evaluator.node("subtotal", quantity, price) { $0 * $1 }
    rounded = evaluator.node("rounded", subtotal) { Double(Int($0)) }
    label = evaluator.node("label", rounded) { "\($0)" }
  }

  @Test func theWayBackLeadsToWhatWasEdited() throws {
    let receipt = evaluator.set(price, to: 25)
    let explanation = try #require(evaluator.explain(label.node))
    #expect(explanation.outcome == .changed)
    #expect(explanation.edit == receipt.edit)
    #expect(explanation.input == label.node.input(0))
    #expect(explanation.path == [price.node, subtotal.node, rounded.node, label.node])
    #expect(evaluator.explain(subtotal.node)?.input == subtotal.node.input(1))
    #expect(evaluator.explain(price.node)?.outcome == .given)
    #expect(evaluator.explain(price.node)?.path == [price.node])
    #expect(evaluator.explain(quantity.node) == nil)
  }

  @Test func aNodeThatSwallowsAChangeIsCutOffAndNobodyBehindItIsExplained() {
    evaluator.set(price, to: 20.1)
    #expect(evaluator.explain(rounded.node)?.outcome == .cutOff)
    #expect(evaluator.explain(label.node) == nil)
  }

  @Test func earlierEditsAreKnownWhereTheyAreRemembered() {
    evaluator.remembersCauses = true
    let first = evaluator.set(price, to: 25).edit
    evaluator.set(quantity, to: 3)
    evaluator.set(price, to: 25.1)
    #expect(evaluator.explain(label.node)?.edit == first)
    #expect(evaluator.explain(rounded.node)?.outcome == .cutOff)
    evaluator.remembersCauses = false
    #expect(evaluator.explain(label.node) == nil)
  }

  @Test func nodesMadeCallByCallAreRememberedToo() {
    evaluator.remembersCauses = true
    let made = evaluator.node("made", price) { $0 + 1 }
    _ = evaluator.input("other", 0.0)
    #expect(evaluator.explain(made.node)?.outcome == .changed)
  }

  @Test func aBlockedNodeNamesTheFailureAndANewConnectionIsTheGuiltyInput() throws {
    struct Negative: Error {}
    let root = evaluator.node("root", price) { (value: Double) throws -> Double in
      if value < 0 { throw Negative() }
      return value.squareRoot()
    }
    let twice = evaluator.node("twice", root) { $0 * 2 }
    evaluator.set(price, to: -1)
    let failure = try #require(evaluator.failure(of: root.node))
    #expect(evaluator.explain(twice.node)?.outcome == .blocked(failure))
    try evaluator.edit { try $0.connect(quantity.port, to: twice.node.input(0), replacing: true) }
    let explanation = try #require(evaluator.explain(twice.node))
    #expect(explanation.input == twice.node.input(0))
    #expect(explanation.outcome == .changed)
    #expect(explanation.path == [twice.node])
  }

  @Test func theWayOfAnEarlierEditStopsAtWhatHasRunAgainSince() throws {
    evaluator.remembersCauses = true
    let earlier = evaluator.set(price, to: 25)
    #expect(evaluator.explain(label.node)?.path == [price.node, subtotal.node, rounded.node, label.node])
    // This change is cut off at `rounded`.
    evaluator.set(price, to: 25.1)
    let explanation = try #require(evaluator.explain(label.node))
    #expect(explanation.edit == earlier.edit && explanation.input == label.node.input(0))
    #expect(explanation.path == [label.node])
  }

  @Test func whatIsExplainedWhileAForkIsReadIsNotKept() throws {
    let evaluator = Evaluator()
    let (first, other) = (evaluator.input("first", 1), evaluator.input("other", 1))
    let next = evaluator.node("next", first) { $0 }
    evaluator.set(first, to: 2)
    let fork = try evaluator.fork { try $0.connect(other.port, to: next.node.input(0), replacing: true) }
    fork.read { _ = evaluator.explain(next.node) }
    #expect(evaluator.explain(next.node)?.path == [first.node, next.node])
  }
}

/// By which way a node ran, and why another one did not.
@Suite struct EvaluationMethodTests {
  private let evaluator = Evaluator()

  private func method(_ source: some Readable) -> Explanation.Method? {
    evaluator.explain(source.port.node)?.method
  }

  @Test func aNodeRunsByRankUntilAPlanListsIt() throws {
    let source = evaluator.input("source", 0)
    let inner = (0..<8).map { shift in evaluator.node("n\(shift)", source) { $0 + shift } }
    let last = try #require(inner.last)
    #expect(method(last) == .byRank)
    #expect(evaluator.explain(last.node)?.isPlanned == false)
    evaluator.forcesPlans = true
    evaluator.set(source, to: 1)
    #expect(evaluator.explain(last.node)?.isPlanned == true)
    var methods: Set<Explanation.Method> = []
    for value in 2..<20 {
      let before = evaluator.planStatistics
      evaluator.set(source, to: value)
      let method = try #require(self.method(last))
      methods.insert(method)
      let after = evaluator.planStatistics
      #expect((method == .plan(.dense)) == (after.dense > before.dense))
      #expect((method == .plan(.pulling)) == (after.pulled > before.pulled))
      #expect(self.method(source) == nil && evaluator.explain(source.node)?.isPlanned == true)
    }
    #expect(methods.contains(.plan(.dense)) && methods.contains(.plan(.pushing)))
    evaluator.planLimit = 0
    evaluator.set(source, to: 0)
    #expect(method(last) == .byRank)
    #expect(evaluator.explain(last.node)?.isPlanned == false)
  }

  @Test func whatIsKeptIsNotRun() throws {
    let source = evaluator.input("source", 1.0)
    let square = evaluator.node("square", source, memo: .bytes(1 << 20)) { $0 * $0 }
    evaluator.set(source, to: 2)
    #expect(method(square) == .byRank)
    evaluator.set(source, to: 1)
    #expect(method(square) == .remembered)
    evaluator.set(source, to: 3)
    #expect(method(square) == .byRank)
  }

  @Test func aBypassedNodePassesOnWithoutRunning() throws {
    let source = evaluator.input("source", 1.0)
    let square = evaluator.node("square", source) { $0 * $0 }
    let next = evaluator.node("next", square) { $0 + 1 }
    try evaluator.edit { try $0.setMode(.bypassed, of: square.node) }
    evaluator.set(source, to: 3)
    #expect(method(square) == .switchedOff)
    #expect(method(next) == .byRank)
  }

  @Test func aNodeNamesWhereTheChangeEnded() throws {
    let (source, other) = (evaluator.input("source", 1.2), evaluator.input("other", 1.0))
    let rounded = evaluator.node("rounded", source) { $0.rounded() }
    let next = evaluator.node("next", rounded, other) { $0 + $1 }
    let last = evaluator.node("last", next) { $0 * 2 }
    evaluator.set(source, to: 1.3)
    #expect(evaluator.idleReason(of: last.node) == .cutOff(at: rounded.node))
    #expect(evaluator.idleReason(of: rounded.node) == nil)
    #expect(evaluator.idleReason(of: other.node) == .unreached)
    evaluator.set(other, to: 2)
    #expect(evaluator.idleReason(of: rounded.node) == .unreached)
    #expect(evaluator.idleReason(of: last.node) == nil)
    try evaluator.edit { try $0.remove(last.node) }
    #expect(evaluator.idleReason(of: last.node) == nil)
  }

  @Test func aNodeThatIsNotNeededHoldsTheChange() throws {
    let source = evaluator.input("source", 1.0)
    let next = evaluator.node("next", source) { $0 + 1 }
    let last = evaluator.node("last", next) { $0 * 2 }
    evaluator.policy = .onDemand
    evaluator.set(source, to: 2)
    guard case .held(let node, _) = evaluator.idleReason(of: last.node) else {
      Issue.record("nothing holds the change")
      return
    }
    #expect(node == next.node)
    let other = evaluator.input("other", 1.0)
    evaluator.set(other, to: 2)
    #expect(evaluator.idleReason(of: last.node) == .unreached)
  }
}
