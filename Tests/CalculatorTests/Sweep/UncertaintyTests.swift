// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import Testing

@Suite struct UncertaintyTests {
  private func uncertainty(_ definition: String) throws -> Uncertainty {
    let session = try Session(running: definition)
    return try #require(session.uncertainty(of: "x"))
  }

  @Test func aDeviationIsThatOfANormalDistribution() throws {
    for (definition, mean, deviation) in [
      ("x = 20 ± 1", 20.0, 1.0), ("x = 20 +/- 1", 20, 1), ("x = 20±1", 20, 1), ("x = 20 ± 5%", 20, 1),
      ("x = -20 ± 5%", -20, 1), ("x = 1/4 ± (2 + 1) / 2", 0.25, 1.5), ("x = 20 ± 0", 20, 0),
      // The uncertainty of a percentage is in percentage points.
      ("x = 5% ± 1%", 0.05, 0.01), ("x = 3 m ± 10 cm", 3, 0.1), ("x = 3 m ± 5%", 3, 3 * 0.05),
      ("x = 20 USD ± 1 USD", 20, 1), ("x = 20 °C ± 2 K", 20, 2), ("x = 50 °F ± 5 K", 50, 9),
    ] {
      let found = try uncertainty(definition)
      #expect(found.distribution == .normal(mean: mean, deviation: deviation), "\(definition)")
    }
    #expect(try uncertainty("x = 3 m ± 10 cm").unit == UnitOfMeasure("m"))
  }

  @Test func distributionsTakeConstantsAndUnits() throws {
    for (definition, distribution) in [
      ("x ~ normal(20, 1)", DrawnDistribution.normal(mean: 20, deviation: 1)),
      ("x~normal(20,1)", .normal(mean: 20, deviation: 1)),
      ("x ~ normal(3 km, 100 m)", .normal(mean: 3, deviation: 0.1)),
      ("x ~ uniform(10%, 1/4)", .uniform(from: 0.1, through: 0.25)),
      ("x ~ uniform(1 m, 300 cm)", .uniform(from: 1, through: 3)),
      ("x ~ lognormal(0, 0.1)", .lognormal(mean: 0, deviation: 0.1)),
      ("x ~ triangular(1, 2, 4)", .triangular(from: 1, mode: 2, through: 4)),
    ] {
      #expect(try uncertainty(definition).distribution == distribution, "\(definition)")
    }
  }

  @Test func theInputHasTheMiddle() throws {
    for (definition, value) in [
      ("x = 20 ± 1", "20"), ("x = 10 + 10 ± 1", "20"), ("x ~ normal(-3, 1)", "-3"), ("x ~ uniform(10, 30)", "20"),
      ("x ~ triangular(1, 2, 4)", "2"), ("x ~ lognormal(0, 1)", "1"), ("x ~ uniform(1 m, 300 cm)", "2 m"),
    ] {
      #expect(try Session(running: definition).value(of: "x")?.text == value, "\(definition)")
    }
  }

  @Test func aDefinitionIsShownAsItIsWritten() throws {
    #expect(try uncertainty("x =  20   +/- 1").text == "20 ± 1")
    #expect(try uncertainty("x ~ normal(20,  1)").text == "~ normal(20, 1)")
    let session = Session()
    #expect(try session.parse("`a b` = 20 +/- 5%".utf8).statements[0].text == "`a b` = 20 ± 5%")
    #expect(try session.parse("`a b` ~ uniform(1, 2)".utf8).statements[0].text == "`a b` ~ uniform(1, 2)")
  }

  @Test func whatIsNoConstantNumberIsRefusedWithWhatToWrite() throws {
    let session = try Session(running: "a = 3", "f(x) = x")
    let before = session.text
    for (line, summary) in [
      ("x = a ± 1", "an uncertain input needs constants, and 'a' is a name"),
      ("x = 20 ± a", "an uncertain input needs constants, and 'a' is a name"),
      ("x = 20 ± f(1)", "an uncertain input needs constants, and 'f' is a name"),
      ("x ~ normal(a, 1)", "an uncertain input needs constants, and 'a' is a name"),
      ("x = 20 ± -1", "a deviation can't be negative, and '-1' is"),
      ("x = 20 ±-1", "a deviation can't be negative, and '-1' is"),
      ("x = 20 ± 0/0", "division by zero"),
      ("x = true ± 1", "'true' is a Boolean, and only a number is uncertain"),
      ("x = \"a\" ± 1", "'\"a\"' is a Text, and only a number is uncertain"),
      ("x = [1, 2] ± 1", "'[1, 2]' is a list of Numbers, and only a number is uncertain"),
      ("x = 3 m ± 10", "'10' is a Number, and '3 m' is a length"),
      ("x = 3 ± 10 cm", "'10 cm' is a length, and '3' is a Number"),
      ("x = 3 m ± 10 s", "'10 s' is a time, and '3 m' is a length"),
      ("x = 20 °C ± 1 °C", "a deviation must be a difference, and '1 °C' is a point on a scale"),
      ("x = 20 °C ± 5%", "a percentage of a temperature on a scale has no meaning"),
      ("x = 2026-03-01 ± 3 d", "a date can't be uncertain, because its draws would have fractions of days"),
      ("x ~ norml(1, 2)", "'norml' is not a distribution"),
      ("x ~ normal(1)", "normal takes 2 numbers, not 1"),
      ("x ~ 20", "expected a distribution after '~'"),
      ("x ~ normal", "expected '(' and the numbers of the distribution"),
      ("x ~ normal(1, -2)", "these numbers don't define a normal distribution"),
      ("x ~ uniform(3, 1)", "these numbers don't define a uniform distribution"),
      ("x ~ lognormal(1000, 1)", "these numbers don't define a lognormal distribution"),
      ("x ~ lognormal(1 m, 1)", "the numbers of lognormal are of a logarithm, which has no unit, and this is a length"),
      ("x ~ uniform(1 m, 2 s)", "'2 s' is a time, and '1 m' is a length"),
      ("pi = 20 ± 1", "'pi' is a constant and cannot be redefined"),
    ] {
      let error = #expect(throws: Diagnostic.self, "\(line)") { try session.run(line) }
      #expect(error?.message == summary, "\(line)")
      #expect(error.map { $0.range.upperBound <= line.utf8.count } == true, "\(line)")
    }
    let misplaced = "'±' is allowed only in the definition of an input, between two constants"
    for line in [
      "20 ± 3", "x = (20 ± 1) * 2", "x = [1 ± 2]", "x = ± 1", "x = 20 ± 1 ± 2", "x = Number(value: 3 ± 1)",
      "g(x) = x ± 1", "x = 20 +/- 1 +/- 2", "n.value = 3 ± 1",
    ] {
      let error = #expect(throws: Diagnostic.self, "\(line)") { try session.run(line) }
      #expect(error?.message == misplaced, "\(line)")
      #expect(error?.isIncomplete == false)
    }
    #expect(session.text == before)
    // Inside quotes and comments, the sign has no meaning.
    #expect(try session.run("x = \"20 ± 1\" # ± 3")[0].value == nil)
    #expect(session.uncertainty(of: "x") == nil)
  }

  @Test func aPathAtThePromptIsNoDistribution() throws {
    let session = Session(promptCommands: ["open", "save"])
    for line in ["open ~/bill.nc", "save ~someone/bill.nc", "open ~"] {
      guard case .command = try session.parse(line.utf8).statements[0].form else {
        Issue.record("\(line) is a command")
        continue
      }
    }
    #expect(try session.parse("open ~ normal(1, 2)".utf8).statements[0].uncertainty != nil)
  }
}
