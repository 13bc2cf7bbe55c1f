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
