// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeEval
import Testing

@Suite struct SpreadTests {
  private func spread(_ name: String, _ samples: Int = 10_000, seed: UInt64 = 0, _ lines: String...) throws -> Spread {
    let session = Session()
    for line in lines { try session.run(line) }
    let before = session.text
    let spread = try session.spread(of: SourceName(name), samples: samples, seed: seed)
    #expect(session.text == before)
    return spread
  }

  @Test func deviationsOfASumAddBySquares() throws {
    for (first, second) in [(1.0, 1.0), (3, 4), (0.5, 0.01), (2, 0)] {
      let found = try spread("c", 40_000, "a = 5 ± \(first)", "b = 7 ± \(second)", "c = a + b")
      let expected = (first * first + second * second).squareRoot()
      #expect(abs(found.mean - 12) < 4 * expected / 200)
      #expect(abs(found.deviation / expected - 1) < 0.02)
      // The quantiles of a normal distribution.
      #expect(abs(found.quantile(0.95) - 12 - 1.6449 * expected) < 0.04 * expected)
      #expect(abs(found.quantile(0.5) - 12) < 0.04 * expected)
      #expect(found.inputs == ["a", "b"] && found.sampleCount == 40_000 && found.failureCount == 0)
    }
  }

  @Test func eachDistributionHasItsMeanAndDeviation() throws {
    for (definition, mean, deviation) in [
      ("a ~ uniform(2, 8)", 5.0, 1.7320508), ("a ~ triangular(0, 3, 6)", 3, 1.2247449),
      ("a ~ lognormal(0, 0.25)", 1.0317434, 0.26201),
    ] {
      let found = try spread("a", 40_000, definition)
      #expect(abs(found.mean - mean) < 0.03 && abs(found.deviation - deviation) < 0.03, "\(definition)")
    }
  }

  @Test func rowsAreThoseOfASweepThatDrawsTheInputs() throws {
    let session = try Session(
      running: "a = 5 ± 1", "b ~ uniform(1 m, 2 m)", "`net price` = 3 +/- 10%", "k = 2", "c = a * b * `net price` * k")
    var scenarios = Scenarios()
    scenarios.seed = 42
    try scenarios.draw("a", from: .normal(mean: 5, deviation: 1))
    try scenarios.draw("net price", from: .normal(mean: 3, deviation: 3 * 0.1))
    try scenarios.draw("b", from: .uniform(from: 1, through: 2))
    try scenarios.repeatRows(1000)
    let swept = try session.sweep(scenarios, ["c"]).columns[0].values.compactMap { value -> Double? in
      if case .value(.quantity(let number, _)) = value { number } else { nil }
    }
    let found = try session.spread(of: SourceName("c"), samples: 1000, seed: 42)
    #expect(swept.count == 1000 && found.values == swept.sorted())
    #expect(found.unit == UnitOfMeasure("m"))
    // A single draw is the first row.
    #expect(try session.spread(of: SourceName("c"), samples: 1, seed: 42).values == [swept[0]])
    #expect(try session.spread(of: SourceName("c"), samples: 1000, seed: 42) == found)
    #expect(try session.spread(of: SourceName("c"), samples: 1000, seed: 43).values != found.values)
  }

  @Test func failuresAreCounted() throws {
    let found = try spread("b", 1000, "a ~ uniform(-1, 1)", "b = sqrt(a)")
    #expect(found.failureCount > 400 && found.failureCount < 600)
    #expect(found.sampleCount == 1000 && found.values.count == 1000 - found.failureCount)
    #expect(found.failure?.isFailure == true && found.quantile(0) >= 0)
    let session = try Session(running: "a ~ uniform(-2, -1)", "b = sqrt(a)")
    #expect(throws: Diagnostic.self) { try session.spread(of: SourceName("b")) }
  }

  @Test func quantilesLieBetweenValues() throws {
    let found = try spread("a", 5, "a = 3 ± 1")
    #expect(found.quantile(0) == found.values[0] && found.quantile(1) == found.values[4])
    #expect(found.quantile(0.5) == found.values[2] && found.quantile(0.25) == found.values[1])
    #expect(abs(found.quantile(0.125) - (found.values[0] + found.values[1]) / 2) < 1e-12)
  }

  @Test func whatHasNoSpreadIsRefused() throws {
    let session = try Session(
      running: "a = 3 ± 1", "z = 4", "w = z + 1", "t = \"x\" & a", "is = a > 3", "l = [a, 1]")
    for (name, samples, message) in [
      ("w", 10, "w does not depend on an uncertain input"), ("nope", 10, "unknown name 'nope'"),
      ("a", 0, "0 is not a number of draws"), ("a", 10_000_001, "10000001 is not a number of draws"),
      ("t", 10, "'t' is a Text, and only a number has a spread"),
      ("is", 10, "'is' is a Boolean, and only a number has a spread"),
      ("l", 10, "'l' is a list of Numbers, and only a number has a spread"),
    ] {
      let error = #expect(throws: Diagnostic.self) { try session.spread(of: SourceName(name), samples: samples) }
      #expect(error?.message == message)
    }
    session.evaluator.isInterrupted = { true }
    #expect(throws: Diagnostic.self) { try session.spread(of: SourceName("a")) }
  }

  @Test func groupsBetweenAreEvaluated() throws {
    let session = try Session(running: "a = 3 ± 1", "b = a * 2", "c = b + 1", "d = c * 1")
    let plain = try session.spread(of: SourceName("d"), samples: 600)
    try session.group([SourceName("b"), SourceName("c")], as: SourceName("G"))
    let grouped = try session.spread(of: SourceName("d"), samples: 600)
    #expect(grouped == plain)
    // A member of a group, from outside and from inside.
    let inner = try session.spread(of: SourceName("G › b"), samples: 600)
    try session.enter(SourceName("G"))
    #expect(try session.spread(of: SourceName("b"), samples: 600).values == inner.values)
    #expect(session.breadcrumb == ["G"])
  }

}
