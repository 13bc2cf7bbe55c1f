// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import NodeEval
import Testing

/// Evaluations that are stopped inside a function of a long list.
@Suite struct ListBlocksTests {
  /// Formulas of `n`, 140,000 of whose elements need three blocks.
  private static let formulas = [
    "sum(1..n)", "sum((1..n)^0.5)", "-(1..n)", "(1..n) * (n..1)", "2 ^ ((1..n) / n)", "clamp(1..n, 5, 100)",
    "if((1..n) > 5, 1..n, 0)", "mean(1..n)", "median(n..1)", "max(1..n)", "sort(sin(1..n))", "unique(1..n)",
    "filter(1..n, (1..n) > 100)", "sumby(1..n, mod(1..n, 3))", "match(1..n, n..1)", "(1..n)[n..1]", "\"x\" & (1..n)",
    "upper(\"x\" & (1..n))", "number(\"\" & (1..n))", "contains(\"x\" & (1..n), \"7\")",
  ]

  /// A session that is asked whether to stop by code only.
  private func session(_ lines: String...) throws -> (Session, Answer) {
    let (session, answer) = (Session(), Answer())
    session.evaluator.stopClock = { 0 }
    for line in lines { try session.run(line) }
    session.evaluator.isInterrupted = { answer.next() }
    return (session, answer)
  }

  private final class Answer {
    var stopsAfter = Int.max
    private(set) var questions = 0

    func next() -> Bool {
      questions += 1
      return questions > stopsAfter
    }

    func begin(stoppingAfter count: Int) { (questions, stopsAfter) = (0, count) }
  }

  @Test(arguments: formulas) func aNodeIsStoppedBetweenBlocksAndComputedLater(formula: String) throws {
    let (session, answer) = try session("n = 10", "x = \(formula)", "y = x")
    // Short lists never ask.
    #expect(answer.questions == 0)
    try session.run("n = 20")
    #expect(answer.questions == 0)
    let before = session.value(of: "x")
    answer.begin(stoppingAfter: 1)
    try session.run("n = 140000")
    #expect(answer.questions == 2)
    #expect(session.evaluator.unfinished.count == 2)
    for name in ["x", "y"] {
      guard case .failure("unfinished", _)? = session.value(of: name) else {
        Issue.record("\(name) must be unfinished")
        continue
      }
    }
    session.evaluator.checkInvariants()
    answer.begin(stoppingAfter: .max)
    let resumed = session.resume()
    #expect(resumed.changes.map(\.name).first == "x" && resumed.changes.first?.old == before)
    #expect(answer.questions > 2)
    let (whole, _) = try self.session("n = 140000", "x = \(formula)")
    whole.evaluator.isInterrupted = nil
    #expect(session.value(of: "x") == whole.value(of: "x"))
    session.evaluator.checkInvariants()
  }

  @Test func noGuardCatchesIt() throws {
    let (session, answer) = try session("n = 10", "x = iferror(sum(sin(1..n)), -1)", "y = iserror(sum(sin(1..n)))")
    answer.begin(stoppingAfter: 1)
    try session.run("n = 140000")
    #expect(session.evaluator.unfinished.count == 2)
    answer.begin(stoppingAfter: .max)
    _ = session.resume()
    #expect(session.value(of: "y") == .value(.boolean(false)))
    guard case .value(.number(let sum))? = session.value(of: "x") else { throw Missing() }
    #expect(sum != -1)
  }

  private struct Missing: Error {}

  @Test func aConstantIsComputedLaterAsOtherFormulasAre() throws {
    let (session, answer) = try session("a = 2")
    answer.begin(stoppingAfter: 0)
    try session.run("x = sum(1..200000)")
    #expect(session.evaluator.unfinished == [session.node(named: "x")])
    answer.begin(stoppingAfter: .max)
    _ = session.resume()
    #expect(session.value(of: "x") == .value(.number(20_000_100_000)))
    #expect(session.source(of: "x") == "sum(1..200000)")
    // A constant that was replaced comes back by undo.
    answer.begin(stoppingAfter: 0)
    try session.run("a = sum(1..200000)")
    #expect(session.evaluator.unfinished == [session.node(named: "a")])
    answer.begin(stoppingAfter: .max)
    try session.undo()
    #expect(session.value(of: "a") == .value(.number(2)) && !session.evaluator.hasUnfinished)
    try session.redo()
    _ = session.resume()
    #expect(session.value(of: "a") == .value(.number(20_000_100_000)))
    session.evaluator.checkInvariants()
  }

  @Test func anExpressionThatIsStoppedHasNoValue() throws {
    let (session, answer) = try session("n = 140000")
    answer.begin(stoppingAfter: 1)
    #expect(throws: Diagnostic.self) { try session.run("sum((1..n)^0.5)") }
    answer.begin(stoppingAfter: .max)
    #expect(try session.run("sum(1..n)").first?.value == .value(.number(9_800_070_000)))
  }
}
