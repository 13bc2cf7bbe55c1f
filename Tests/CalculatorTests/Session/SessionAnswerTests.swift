// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeGraph
import Testing

@Suite struct SessionAnswerTests {
  private func error(_ line: String, in session: Session) -> String {
    refusal { () throws(Diagnostic) in try session.run(line) }
  }

  @Test func ansIsTheLastAnswerAndFormulasKeepItsValue() throws {
    let session = Session()
    #expect(error("ans + 1", in: session).hasPrefix("error[name]: no formula alone has been evaluated yet"))
    #expect(try session.run("3 - 5; ans * 2; _ ^ 2").map { $0.value?.text } == ["-2", "-4", "16"])
    try session.run("1 - 3; x = ans ^ 2 + _")
    #expect(session.source(of: "x") == "(-2) ^ 2 + (-2)")
    // Neither a failure nor a definition is an answer.
    try session.run("1 / 0; y = 100; z = ans")
    #expect(session.value(of: "z")?.text == "-2")
    try session.run("#36c; c = ans; 1 < 2; b = ans")
    #expect(session.source(of: "c") == "#3366cc" && session.source(of: "b") == "true")
    // A later answer does not change earlier uses.
    #expect(try session.run("7")[0].changes.isEmpty && session.value(of: "x")?.text == "2")
    #expect(try Session(running: "a = 1").text == Session(running: "5", "a = 1").text)
  }

  @Test func aNodeOfSuchANameComesFirst() throws {
    let session = try Session(running: "5", "ans = 3", "x = ans * 2", "`π` = 3", "y = `π` + π", "`_` = 8", "z = _")
    #expect(session.value(of: "x")?.text == "6")
    #expect(session.source(of: "y") == "`π` + π")
    #expect(session.value(of: "z")?.text == "8")
    #expect(try session.run("ans = 4")[0].changes.map(\.name) == ["ans", "x"])
    #expect(SessionTextTests().load(session.text).text == session.text)
  }

  @Test func functionsAndPortsSpellItOut() throws {
    let session = try Session(
      running: "20%", "vat(x) = x * ans", "area(r) = π * r²", "s = Add(x: ans, y: 1)", "s.z = _")
    #expect(session.functions == ["area(r) = π * r²", "vat(x) = x * 0.2"])
    #expect(session.value(of: "s")?.text == "1.4")
    try session.run("f(ans) = ans + 1")
    #expect(try session.run("f(2)")[0].value?.text == "3")
  }

  @Test func aNameThatUsesItselfGetsItsNewValue() throws {
    let session = try Session(running: "x = 3", "y = x * 2")
    #expect(
      error("x = x + 1", in: session)
        == "error[cycle]: x would depend on itself; nothing changed; a formula can't use the name that it defines; for its new value write x = 4"
    )
    #expect(error("x = y + 1", in: session) == "error[cycle]: x would depend on itself; nothing changed")
  }

  @Test(arguments: [
    ("50 + 20%", "20% is 0.2; a part of what is before it is 50 * (1 + 20%)"),
    ("p - 5%", "5% is 0.05; a part of what is before it is p * (1 - 5%)"),
    ("p * 2 + 7.5%", "7.5% is 0.075; a part of what is before it is x * (1 + 7.5%)"), ("p * (1 + 20%)", nil),
    ("10% + 5%", nil), ("p * 20%", nil), ("p + q%", nil), ("20% of p", nil),
    ("p % -3", "'%' divides by 100, as in (x%) - y; the remainder is mod(x, y)"),
    ("3 pm", "'pm' is picometres; a time of day is written with its day and zone, as in 2026-12-24T15:00Z"),
    ("p * 12pm", "'pm' is picometres; a time of day is written with its day and zone, as in 2026-12-24T15:00Z"),
    ("154 pm", nil), ("1.5 pm", nil), ("3 pm in m", nil), ("3 pm + 1 m", nil), ("0 pm", nil),
    ("p % +q", "'%' divides by 100, as in (x%) - y; the remainder is mod(x, y)"), ("p% - 3", nil), ("p % - 3", nil),
  ])
  func whatMayBeReadOtherwiseIsRemarked(formula: String, remark: String?) throws {
    #expect(try Formula(formula).remark == remark)
    let session = try Session(running: "p = 50", "q = 2")
    #expect(try session.run("r = \(formula)")[0].remark == remark)
  }

  @Test func wholeNumbersAreExactAndOthersRefused() throws {
    for (formula, value) in [
      ("gcd(0, 0)", "0"), ("gcd(-12, 18)", "6"), ("gcd(2^52, 2^20)", "1048576"), ("gcd(12, 18, 8)", "2"),
      ("lcm(0, 4)", "0"), ("lcm(-4, 6)", "12"), ("lcm(2^52, 2)", "4503599627370496"),
      ("gcd(1.5, 3)", "⚠ domain"), ("factorial(0)", "1"),
      ("factorial(18)", "6402373705728000"),
      ("factorial(22) / factorial(21)", "22"), ("factorial(171)", "⚠ overflow"), ("factorial(-1)", "⚠ domain"),
      ("factorial(2.5)", "⚠ domain"), ("factorial(170) / factorial(169)", "170"), ("roundto(-17.5, 5)", "-20"),
      ("roundto(1, 0)", "⚠ division by zero"), ("roundto(17.525, 0.05)", "17.55"), ("roundto(1.005, 0.01)", "1.01"),
      ("roundto(1.15, 0.1)", "1.2"), ("roundto(-0.35, 0.1)", "-0.4"), ("roundto(0.3, 0.1) == 0.3", "true"),
      ("roundto(0.15, 0.05) == 0.15", "true"), ("roundto(0.1 + 0.2, 0.1) == 0.3", "true"),
      ("roundto(17, -5)", "15"), ("roundto(1e300, 7) / 1e300", "1"), ("roundto(1e-300, 7)", "0"),
      ("roundto(2.5e-7, 1e-7) == 3e-7", "true"), ("roundto(8e22, 3e22)", "9e22"),
      ("roundto(1e300, 1e-300)", "⚠ overflow"), ("stdev(3, 3)", "0"), ("stdev(1, 2, 3, 4) ^ 2 * 3", "5"),
      ("hypot(2, 3, 6)", "7"), ("acosh(0.5)", "⚠ domain"), ("atanh(1)", "⚠ overflow"),
      ("asinh(1e300) / ln(2e300)", "1"),
    ] {
      #expect(try Session().run(formula)[0].value?.text == value, "\(formula)")
    }
  }
}
