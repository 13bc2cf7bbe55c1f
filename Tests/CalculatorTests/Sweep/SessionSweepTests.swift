// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeEval
import NodeGraph
import Testing

@Suite struct SessionSweepTests {
  func sweep(_ input: String, _ range: String, _ outputs: String..., in session: Session) throws -> Sweep {
    try session.sweep(SourceName(input), over: SweepRange(SourceName(range)), outputs.map { SourceName($0) })
  }

  @Test func outputsAreTabulatedForEachValueOfAnInput() throws {
    let session = try Session(
      running: "price = 25", "qty = 3", "sub = price * qty", "rate = 20%", "tax = sub * rate", "total = sub + tax")
    #expect(
      try sweep("price", "10..50 step 10", "total", in: session).lines(width: 80) == [
        "price  10  20   30   40   50", "total  36  72  108  144  180   ▁▂▄▆█",
      ])
  }

  @Test func aSweepLeavesNoTrace() throws {
    let session = try Session(running: "a = 2", "b = 1 / a", "c = b + 1")
    let evaluator = session.evaluator
    var heard = 0
    let node = try #require(session.node(named: "c"))
    let output = try #require(try evaluator.output(node.output, as: Double.self))
    let observation = evaluator.observe(output) { _ in heard += 1 }
    let before = session.state
    let edit = try #require(evaluator.explain(output.node))
    let swept = try sweep("a", "-1..1", "b", "c", in: session)
    #expect(
      swept.columns.map { $0.values.map(\.text) } == [
        ["-1", "⚠ division by zero", "1"], ["0", "⚠ from b: division by zero", "2"],
      ])
    #expect(session.state == before)
    #expect(heard == 0)
    #expect(evaluator.explain(output.node) == edit)
    try session.run("a = 4")
    #expect(heard == 1)
    observation.cancel()
  }

  @Test func everyPointIsWhatTheSessionItselfWouldSay() throws {
    let session = try Session(
      running: "k = 3", "q = 5", "n = Number(value: 7)", "z = 0", "bad = k / z", "worse = bad + 1", "x = n * 2",
      "all = Add(x: x - 1, y: k, z: q * 10)", "mix = if(n > 2, all, worse)", "is = mix > 5", "t = rgb(n, k, x)",
      "shade = ColorAdjust(color: t, multiplier: n + k)", "free = k + 1", "gone = 1", "lost = gone + n",
      "fails = worse * n")
    _ = try session.delete(SourceName("gone"))
    let outputs = ["x", "all", "mix", "is", "t", "shade", "free", "lost", "fails", "worse", "n"]
    let swept = try session.sweep(
      SourceName("n"), over: SweepRange(from: -3, through: 5, step: 0.5), outputs.map { SourceName($0) })
    for (index, value) in try #require(swept.values(of: "n")).enumerated() {
      try session.run("n = \(value)")
      #expect(swept.columns.map { $0.values[index] } == outputs.map { session.value(of: $0) }, "n = \(value)")
    }
  }

  @Test func onlyANumberThatIsGivenCanBeSwept() throws {
    let session = try Session(running: "a = 2", "total = a * 2", "c = #fff", "bad = 1 / 0")
    func refused(_ input: String, _ outputs: [String]) -> String {
      refusal { () throws(Diagnostic) in
        _ = try session.sweep(
          SourceName(input), over: SweepRange(from: 0, through: 1, step: 1), outputs.map { SourceName($0) })
      }
    }
    #expect(
      refused("total", ["a"]) == "error[type]: 'total' is not given a number, so it can't be varied; "
        + "it is computed: vary what it depends on")
    #expect(refused("c", ["a"]) == "error[type]: 'c' is not given a number, so it can't be varied")
    #expect(refused("bad", ["a"]) == "error[type]: 'bad' is not given a number, so it can't be varied")
    #expect(refused("totl", ["a"]) == "error[name]: unknown name 'totl'; did you mean 'total'?")
    #expect(refused("a", ["totl"]) == "error[name]: unknown name 'totl'; did you mean 'total'?")
    #expect(refused("a", []) == "error[command]: a sweep needs a node to evaluate")
  }
}

@Suite struct SweepTests {
  let session: Session

  init() throws {
    session = try Session(
      running: "a = 1", "half = a / 2", "`in verse` = 1 / a", "is = a > 2", "same = 4", "tint = rgb(a, a, a)",
      "huge = a * 1e308")
  }

  func lines(_ range: String, _ outputs: String..., width: Int) throws -> [String] {
    try session.sweep(SourceName("a"), over: SweepRange(SourceName(range)), outputs.map { SourceName($0) })
      .lines(width: width)
  }

  @Test func failuresAreMarkedAndTheirReasonsGivenBelow() throws {
    #expect(
      try lines("-2..2", "in verse", "half", width: 80) == [
        "a             -2    -1  0    1    2", "`in verse`  -0.5    -1  ⚠    1  0.5   ▂▁ █▆",
        "half          -1  -0.5  0  0.5    1   ▁▂▄▆█", "`in verse` at a = 0: ⚠ division by zero",
      ])
  }

  @Test func aSweepGivesThreeReasonsForAnOutputAtMost() throws {
    try session.run("other = 1 / (a - 4)")
    try session.run("some = if(a == 1, 1 / 0, if(a == 2, sqrt(-1), if(a == 3, exp(1000), if(a == 4, other, a))))")
    let reasons = try lines("1..5", "some", "other", width: 80).dropFirst(3)
    #expect(
      reasons.map { $0.prefix { $0 != ":" } }
        == ["some at a = 1", "some at a = 2", "some at a = 3", "other at a = 4"])
  }

  @Test func whatIsNoNumberHasNoCurveAndWhatStaysTheSameAFlatOne() throws {
    #expect(
      try lines("1..3", "is", "tint", "same", width: 80) == [
        "a           1        2        3", "is      false    false     true", "tint  #010101  #020202  #030303",
        "same        4        4        4   ▁▁▁",
      ])
  }

  @Test func theLargestNumbersHaveACurveToo() throws {
    #expect(
      try lines("-1..1", "huge", width: 80) == ["a         -1  0      1", "huge  -1e308  0  1e308   ▁▄█"])
  }

  @Test func aCurveThatDoesNotFitIsLeftOut() throws {
    #expect(try lines("1..3", "half", width: 20) == ["a       1  2    3", "half  0.5  1  1.5"])
    #expect(try lines("1..3", "half", width: 23) == ["a       1  2    3", "half  0.5  1  1.5   ▁▄█"])
  }

  @Test func aTableThatIsTooWideIsAListWithItsCurvesBelow() throws {
    #expect(
      try lines("1..3", "half", "same", width: 16) == [
        "a  half  same", "1   0.5     4", "2     1     4", "3   1.5     4", "half  ▁▄█", "same  ▁▁▁",
      ])
    #expect(try lines("1..9", "half", width: 12).count == 10)
    #expect(try lines("0..9999", "half", width: 80).count == 10_001)
  }

  @Test func aSweepStopsWhenItIsAskedTo() throws {
    let session = try Session(running: "a = 2", "b = a + 1")
    var questions = 0
    session.evaluator.isInterrupted = {
      questions += 1
      return questions == 3
    }
    let message = refusal { () throws(Diagnostic) in
      _ = try session.sweep(
        SourceName("a"), over: SweepRange(from: 1, through: 10_000, step: 1), [SourceName("b")])
    }
    #expect(message == "error[command]: the sweep was stopped; nothing changed")
    #expect(questions == 3)
    #expect(session.value(of: "b") == .value(.number(3)))
  }
}
