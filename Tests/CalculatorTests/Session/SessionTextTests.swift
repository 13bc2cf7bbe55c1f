// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import FoundationEssentials
import NodeGraph
import TestSupport
import Testing

@Suite struct SessionTextTests {
  /// Makes a session that has run a text, of which no statement may be refused.
  func load(_ text: String) -> Session {
    let session = Session()
    let script = Script(for: session, named: "t.nc") { command throws(Diagnostic) in
      if command.name.text == "scenario" { return try session.run(saved: command) }
      guard command.name.text == "delete" else {
        throw Diagnostic(.command, "unknown command '\(command.name.text)'", command.name.range)
      }
      let name = command.arguments.text.split(separator: "`").joined()
      return try session.delete(SourceName(name, range: command.arguments.range))
    }
    script.run(Array(text.utf8)) { report in
      if case .failure(let diagnostic) = report.outcome {
        Issue.record("\(diagnostic.rendered(line: report.line, location: report.location))")
      }
      return .proceed
    }
    return session
  }

  func expectSame(_ session: Session, _ comment: String = "") {
    let text = session.text
    let copy = load(text)
    #expect(copy.state == session.state, "\(comment)")
    for name in session.names { #expect(copy.value(of: name) == session.value(of: name), "\(comment) \(name)") }
    #expect(copy.text == text, "\(comment)")
  }

  @Test func eachNameComesAfterWhatItDependsOn() throws {
    let session = try Session(
      running: "z = 20%", "price = 2_5", "c = z * price", "brand = #36c", "a = c +  1  # sum", "b = 1 / 0",
      "n = Number(value: 0.1)", "soft = ColorAdjust(color: brand, multiplier: n * 500)", "`a b` = Add(x: a, z: -3)",
      "is = `a b` > 2 and true")
    #expect(
      session.text == """
        # nodecalc 1
        z = 20%
        price = 2_5
        c = z * price
        a = c +  1
        `a b` = Add(x: a, z: -3)
        b = 1 / 0
        brand = #36c
        is = `a b` > 2 and true
        n = Number(value: 0.1)
        soft = ColorAdjust(color: brand, multiplier: n * 500)

        """)
    expectSame(session)
  }

  @Test func theOrderOfCreationDoesNotShow() throws {
    let one = try Session(running: "b = 1", "a = b", "c = a + b", "x = Add(x: c)", "x.y = 2", "a -> x.z")
    let other = try Session(
      running: "x = 3", "c = 3", "a = 1", "b = 1", "a = b", "c = a + b", "x = Add(z: a, y: 2, x: c)")
    #expect(one.text == other.text)
  }

  @Test func aLiteralUnderAConnectionIsKept() throws {
    let session = try Session(running: "a = 1", "x = Add(x: 4, y: 5)", "a -> x.x", "x.y = a * 2")
    #expect(
      session.text == "# nodecalc 1\na = 1\nx = Add(x: 4, y: 5)\na -> x.x\nx.y = a * 2\n")
    expectSame(session)
    _ = try session.delete(SourceName("a"))
    #expect(session.text == "# nodecalc 1\na = 0\nx = Add(x: 4, y: 5)\nx.y = a * 2\n.delete a\n")
    expectSame(session)
  }

  @Test func whatFormulasWaitForIsDefinedAndDeletedAgain() throws {
    let session = try Session(
      running: "`a b` = 1", "t = #fff", "c = `a b` + 1", "d = red(t)")
    for name in ["a b", "t"] { _ = try session.delete(SourceName(name)) }
    #expect(
      session.text
        == "# nodecalc 1\n`a b` = 0\nt = #000000\nc = `a b` + 1\nd = red(t)\n.delete `a b`\n.delete t\n")
    expectSame(session)
    try session.run("c = 1; d = 2")
    #expect(session.text == "# nodecalc 1\nc = 1\nd = 2\n")
  }

  @Test func numbersAreExact() throws {
    let session = Session()
    for (index, number) in [
      0.1 + 0.2, Double.leastNonzeroMagnitude, -1.7976931348623157e308, 1e22, 123456789.123456789, -0.0,
    ].enumerated() {
      try session.run("n\(index) = Number(value: \(NumberText.exact(number)))")
      try session.run("x\(index) = Add(x: \(NumberText.exact(number)))")
    }
    expectSame(session)
  }

  @Test func positionsComeLast() throws {
    let session = try Session(running: "a = 1", "`b c` = a")
    let node = try #require(session.node(named: "b c"))
    try session.evaluator.edit { edit in try edit.move(node, to: GraphPoint(10.5, -3)) }
    #expect(session.text == "# nodecalc 1\na = 1\n`b c` = a\n.move `b c` 10.5 -3\n")
  }

  @Test func anEmptySessionHasAText() { #expect(Session().text == "# nodecalc 1\n") }

  @Test func aLongChainIsWrittenWithoutRecursion() throws {
    let session = try Session(running: "n0 = 1")
    for index in 1...3_000 { try session.run("n\(index) = n\(index - 1) + 1") }
    let lines = session.text.split(separator: "\n")
    #expect(lines.count == 3_002)
    #expect(lines.contains("n3000 = n2999 + 1"))
  }

  @Test(arguments: 0..<12)
  func everyRandomSessionIsReadBackAsItWas(seed: UInt64) {
    var statements = RandomStatements(seed: seed)
    let session = Session()
    for step in 0..<fuzzSteps(400) {
      statements.step(session)
      if step % 20 == 19 { expectSame(session, "seed \(seed), step \(step)") }
    }
  }

  @Test(.enabled(if: WorkbookTests.isPresent, "the workbooks are not on this machine"), arguments: WorkbookTests.names)
  func everyWorkbookIsReadBackAsItWas(name: String) throws {
    let data = try Data(contentsOf: URL(filePath: "\(WorkbookTests.folder)/\(name).nc"))
    let session = load(String(decoding: data, as: UTF8.self))
    #expect(!session.names.isEmpty)
    expectSame(session)
  }

  @Test func minusZeroIsKept() throws {
    let session = try Session(running: "n = Number(value: -0)", "m = Number()", "a = atan2(0, n) - atan2(0, m)")
    expectSame(session)
    #expect(session.text == "# nodecalc 1\nn = Number(value: -0)\nm = Number()\na = atan2(0, n) - atan2(0, m)\n")
    try session.run("m = -0")
    try session.undo()
    #expect(session.value(of: "a") == .value(.number(.pi)))
    #expect(session.history.count == 3)
  }
}
