// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// What can be learned about a failure: the error itself, its text, and everything that blocks a node.
@Suite struct FailureTests {
  private struct LookupError: Error, Equatable {
    let code: Int
  }

  private struct Worded: DescribedError, CustomStringConvertible {
    let errorDescription: String?
    let description = "Worded()"
  }

  @Test func aFailureKeepsWhatWasThrown() throws {
    let evaluator = Evaluator()
    let code = evaluator.input("code", 404)
    let page = evaluator.node("page", code) { (code: Int) -> Int in throw LookupError(code: code) }
    let size = evaluator.node("size", page) { $0 + 1 }
    for node in [page.node, size.node] {
      let failure = try #require(evaluator.failure(of: node))
      #expect(failure.underlying as? LookupError == LookupError(code: 404))
      #expect(failure.message == "LookupError(code: 404)" && failure.origin == page.node)
    }
    evaluator.set(code, to: 500)
    #expect(evaluator.failure(of: size.node)?.underlying as? LookupError == LookupError(code: 500))
  }

  @Test func failuresAreEqualByOriginAndReason() {
    let node = NodeID(slot: 1, generation: 0)
    let bare = NodeFailure(origin: node, reason: .thrown("no"))
    let full = NodeFailure(origin: node, reason: .thrown("no"), underlying: LookupError(code: 1))
    #expect(bare == full && bare.hashValue == full.hashValue && bare.underlying == nil)
    #expect(bare != NodeFailure(origin: node, reason: .thrown("yes")))
    #expect(bare != NodeFailure(origin: NodeID(slot: 2, generation: 0), reason: .thrown("no")))
    #expect(MemoryLayout<NodeFailure>.size == MemoryLayout<UInt>.size)
  }

  @Test func anErrorThatDescribesItselfIsQuoted() {
    let evaluator = Evaluator()
    let text = evaluator.input("text", "the disk is full" as String?)
    let node = evaluator.node("node", text) { (text: String?) -> Int in throw Worded(errorDescription: text) }
    #expect(evaluator.failure(of: node.node)?.message == "the disk is full")
    evaluator.set(text, to: nil)
    #expect(evaluator.failure(of: node.node)?.message == "Worded()")
  }

  @Test func theApplicationPutsOtherErrorsIntoWords() {
    let evaluator = Evaluator()
    evaluator.errorDescription = { ($0 as? LookupError).map { "there is no page \($0.code)" } }
    let code = evaluator.input("code", 404)
    let page = evaluator.node("page", code) { (code: Int) -> Int in
      if code == 0 { throw Complaint(description: "no code") }
      throw LookupError(code: code)
    }
    #expect(evaluator.failure(of: page.node)?.message == "there is no page 404")
    evaluator.set(code, to: 0)
    #expect(evaluator.failure(of: page.node)?.message == "no code")
  }

  @Test func allCausesOfABlockedNodeAreKnown() throws {
    let evaluator = Evaluator()
    let (a, b) = (evaluator.input("a", -1), evaluator.input("b", -2))
    func checked(_ name: String, _ source: Variable<Int>) -> Output<Int> {
      evaluator.node(name, source) { (value: Int) -> Int in
        if value < 0 { throw Complaint(description: "\(value) is below zero") }
        return value
      }
    }
    let (first, second) = (checked("first", a), checked("second", b))
    let left = evaluator.node("left", first, second) { $0 + $1 }
    let right = evaluator.node("right", second, first) { $0 - $1 }
    let top = evaluator.node("top", left, right) { $0 * $1 }
    let causes = [
      NodeFailure(origin: first.node, reason: .thrown("-1 is below zero")),
      NodeFailure(origin: second.node, reason: .thrown("-2 is below zero")),
    ]
    for node in [left, right, top] {
      #expect(evaluator.failures(of: node.node) == causes, "in evaluation order, each once")
    }
    #expect(evaluator.failures(of: first.node) == [causes[0]])
    #expect(evaluator.failures(of: a.node) == [])
    evaluator.set(a, to: 1)
    #expect(evaluator.failures(of: top.node) == [causes[1]])
    evaluator.set(b, to: 1)
    #expect(evaluator.failures(of: top.node) == [])
  }

  @Test func inputsThatAreNotSetAreCausesToo() throws {
    let evaluator = Evaluator(definitions: [
      NodeDefinition("Fail", inputs: ValuePort("x", default: 0.0), output: ValuePort("y")) { (x: Double) -> Double in
        throw Complaint(description: "never")
      },
      NodeDefinition(
        "Sum", inputs: ValuePort<Double>("a"), ValuePort<Double>("b"), ManyPort<Double>("rest"), output: ValuePort("s")
      ) { (a: Double, b: Double, rest: [Double]) -> Double in
        rest.reduce(a + b, +)
      },
    ])
    var ids: [NodeID] = []
    try evaluator.edit { edit in
      ids = [try edit.add("Fail"), try edit.add("Fail"), try edit.add("Sum")]
      try edit.connect(ids[0].output, to: ids[2].input("rest"))
      try edit.connect(ids[1].output, to: ids[2].input("rest"))
    }
    #expect(
      evaluator.failures(of: ids[2]) == [
        NodeFailure(origin: ids[0], reason: .thrown("never")), NodeFailure(origin: ids[1], reason: .thrown("never")),
        NodeFailure(origin: ids[2], reason: .unsetInput("a")), NodeFailure(origin: ids[2], reason: .unsetInput("b")),
      ])
  }

  @Test func aChainOfFailuresIsFollowedWithoutRecursion() {
    let evaluator = Evaluator()
    let start = evaluator.input("start", 1)
    var last = evaluator.node("origin", start) { (_: Int) -> Int in throw Complaint(description: "broken") }
    let origin = last.node
    for _ in 0..<100_000 { last = evaluator.node(nil, last) { $0 + 1 } }
    #expect(evaluator.failures(of: last.node) == [NodeFailure(origin: origin, reason: .thrown("broken"))])
  }

  @Test func whatWasCutFromAnInputOfManyIsNoCauseInsideAnEdit() throws {
    let evaluator = Evaluator(definitions: [
      NodeDefinition("Sum", inputs: ManyPort<Int>("terms"), output: ValuePort("sum")) { (terms: [Int]) -> Int in
        terms.reduce(0, +)
      }
    ])
    let fine = evaluator.input("fine", 1)
    let broken = evaluator.node("broken", fine) { (_: Int) -> Int in throw LookupError(code: 1) }
    let sum = try evaluator.edited { edit in
      let sum = try edit.add("Sum")
      try edit.connect(fine.port, to: sum.input("terms"))
      try edit.connect(broken.port, to: sum.input("terms"))
      return sum
    }
    let causes = evaluator.failures(of: sum)
    #expect(causes.map(\.origin) == [broken.node])
    try evaluator.edit { edit in
      try edit.disconnect(fine.port, from: sum.input("terms"))
      #expect(evaluator.failures(of: sum) == causes)
    }
  }

  @Test func aFailureOfAnotherEvaluatorIsACauseToo() {
    let inner = Evaluator()
    let x = inner.input("x", 1)
    for _ in 0..<20 { _ = inner.input(nil, 0) }
    let broken = inner.node("broken", x) { (_: Int) -> Int in throw LookupError(code: 1) }
    let outer = Evaluator()
    let go = outer.input("go", 1)
    let left = outer.node("left", go) { (_: Int) -> Int in try inner.value(of: broken) }
    let right = outer.node("right", go) { (_: Int) -> Int in throw LookupError(code: 2) }
    let top = outer.node("top", left, right) { $0 + $1 }
    #expect(outer.failures(of: top.node).map(\.message) == ["LookupError(code: 1)", "LookupError(code: 2)"])
  }
}
