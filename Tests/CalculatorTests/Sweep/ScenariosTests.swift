// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import TestSupport
import Testing

@Suite struct ScenariosTests {
  private func rows(_ scenarios: Scenarios) -> [[Double]] { (0..<scenarios.count).map(scenarios.values) }

  @Test func whatIsVariedLaterChangesFaster() throws {
    var scenarios = Scenarios()
    try scenarios.vary("a", over: [1, 2])
    try scenarios.vary("b", over: SweepRange(from: 0, through: 0.2, step: 0.1))
    try scenarios.fix("c", at: 7)
    #expect(scenarios.names == ["a", "b", "c"])
    #expect(rows(scenarios) == [[1, 0, 7], [1, 0.1, 7], [1, 0.2, 7], [2, 0, 7], [2, 0.1, 7], [2, 0.2, 7]])
  }

  @Test func columnsChangeTogether() throws {
    var scenarios = Scenarios()
    try scenarios.vary(["a", "b"], over: [[1, 2], [10, 20]])
    try scenarios.vary("c", over: [5, 6])
    #expect(rows(scenarios) == [[1, 10, 5], [1, 10, 6], [2, 20, 5], [2, 20, 6]])
  }

  /// Random scenarios of every shape: groups of ranges and lists, draws, fixed inputs and repetitions.
  private func scenarios(_ random: inout SplitMix64) throws -> Scenarios {
    var scenarios = Scenarios()
    func list(_ count: Int, _ random: inout SplitMix64) -> [Double] {
      (0..<count).map { _ in Double(random.below(2001) - 1000) / 8 }
    }
    for group in 0..<random.below(4) {
      switch random.below(3) {
      case 0:
        // No power of ten makes the second step a whole number.
        let step = random.oneIn(2) ? 0.1 : 1.0 / 3
        try scenarios.vary("range\(group)", over: SweepRange(from: -0.3, through: 1.7, step: step))
      case 1: try scenarios.vary("list\(group)", over: list(1 + random.below(7), &random))
      default:
        let count = 1 + random.below(5)
        try scenarios.vary(
          ["first\(group)", "second\(group)"], over: [list(count, &random), list(count, &random)])
      }
    }
    let distributions: [DrawnDistribution] = [
      .uniform(from: -1, through: 3), .normal(mean: 10, deviation: 2), .lognormal(mean: 0, deviation: 0.5),
      .triangular(from: 0, mode: 1, through: 5),
    ]
    for draw in 0..<random.below(3) { try scenarios.draw("draw\(draw)", from: random.pick(distributions)) }
    for constant in 0..<random.below(3) { try scenarios.fix("fixed\(constant)", at: Double(constant) + 0.5) }
    if random.oneIn(2) { try scenarios.repeatRows(1 + random.below(700)) }
    scenarios.seed = random.next()
    if random.oneIn(2) { scenarios.offset = random.below(1 << 40) }
    return scenarios
  }

  @Test func columnsHaveTheBitsOfRows() throws {
    var random = SplitMix64(seed: 21)
    var column: [Double] = []
    for round in 0..<60 {
      let scenarios = try scenarios(&random)
      let start = random.below(scenarios.count + 1)
      let rows = start..<start + random.below(min(scenarios.count - start, 1100) + 1)
      let expected = rows.map { scenarios.values(of: $0).map(\.bitPattern) }
      for place in scenarios.names.indices {
        scenarios.fill(&column, input: place, rows: rows)
        let name = scenarios.names[place]
        #expect(column.map(\.bitPattern) == expected.map { $0[place] }, "\(name) in \(rows) of round \(round)")
      }
    }
  }

  @Test func nothingVariedIsOneRow() { #expect(rows(Scenarios()) == [[]]) }

  @Test func anInputGetsValuesOnce() {
    func message(_ body: (inout Scenarios) throws(Diagnostic) -> Void) -> String {
      refusal { () throws(Diagnostic) in
        var scenarios = Scenarios()
        try scenarios.vary("a", over: [1, 2])
        try body(&scenarios)
      }
    }
    #expect(
      message { (s) throws(Diagnostic) in try s.vary("a", over: [1]) } == "error[command]: 'a' is given values twice")
    #expect(message { (s) throws(Diagnostic) in try s.fix("a", at: 1) } == "error[command]: 'a' is given values twice")
    #expect(
      message { (s) throws(Diagnostic) in try s.draw("a", from: .uniform(from: 0, through: 1)) }
        == "error[command]: 'a' is given values twice")
    #expect(
      message { (s) throws(Diagnostic) in try s.vary("b", over: []) } == "error[command]: 'b' has no values")
    #expect(
      message { (s) throws(Diagnostic) in try s.vary(["b", "c"], over: [[1], [1, 2]]) }
        == "error[command]: 'c' has 2 values, but 'b', which changes with it, has 1")
    #expect(message { (s) throws(Diagnostic) in try s.repeatRows(0) } == "error[command]: a row comes at least once")
    #expect(
      message { (s) throws(Diagnostic) in for _ in 0..<3 { try s.repeatRows(1 << 20) } }
        == "error[command]: a sweep has at most 1099511627776 rows; take larger steps")
    #expect(
      message { (s) throws(Diagnostic) in for _ in 0..<4 { try s.repeatRows(1 << 62) } }
        == "error[command]: a sweep has at most 1099511627776 rows; take larger steps")
  }

  @Test func shardsAreAllRowsInOrderAndDifferByOneAtMost() throws {
    for count in [1, 2, 7, 100, 1 << 40] {
      var scenarios = Scenarios()
      try scenarios.repeatRows(count)
      for shards in [1, 2, 3, 10, 10_000] {
        var next = 0
        for number in 1...shards {
          let rows = scenarios.rows(ofShard: number, of: shards)
          #expect(rows.lowerBound == next)
          #expect((count / shards...count / shards + 1).contains(rows.count))
          next = rows.upperBound
        }
        #expect(next == count)
      }
    }
  }

  @Test func theCounterGivesTheWordsOfPhilox() {
    // The expected words are those of numpy.random.Philox(counter=…, key=…).random_raw(4).
    #expect(
      CounterRandom(seed: 3).words(row: 1, name: 2)
        == (0x2b68_08c3_5ad8_4f4c, 0x9c3c_4aff_5188_ef56, 0x8344_73a2_5aee_d90c, 0x4a50_eafe_bbce_46fc))
    #expect(
      CounterRandom(seed: 0).words(row: 0, name: 0)
        == (0x1655_4d9e_ca36_314c, 0xdb20_fe9d_672d_0fdc, 0xd7e7_72ce_e186_176b, 0x7e68_b68a_ec7b_a23b))
    #expect(
      CounterRandom(seed: .max).words(row: (1 << 40) - 1, name: 0xcbf2_9ce4_8422_2325)
        == (0xa6e3_1ff7_4c16_239f, 0x2e17_fb45_457f_3ce4, 0x2e5d_7de7_aaff_6b67, 0x4b04_0573_e5fd_26cb))
  }

  @Test func aStreamHasTheFirstWordsOfItsRows() {
    var random = SplitMix64(seed: 61)
    for _ in 0..<200 {
      let (counter, name, row) = (
        CounterRandom(seed: random.next()), random.next(), random.next() >> UInt64(random.below(64))
      )
      let (words, all) = (counter.stream(name: name).words(row: row), counter.words(row: row, name: name))
      #expect(words == (all.0, all.1), "row \(row) of \(counter.seed) with \(name)")
    }
  }

  @Test func drawsDependOnSeedRowAndNameOnly() throws {
    func drawn(_ names: [String], seed: UInt64) throws -> Scenarios {
      var scenarios = Scenarios()
      scenarios.seed = seed
      for name in names { try scenarios.draw(name, from: .normal(mean: 0, deviation: 1)) }
      try scenarios.repeatRows(10)
      return scenarios
    }
    let both = try drawn(["a", "b"], seed: 1)
    let one = try drawn(["b"], seed: 1)
    let other = try drawn(["b"], seed: 2)
    for row in 0..<10 {
      #expect(both.values(of: row)[1] == one.values(of: row)[0])
      #expect(both.values(of: row)[0] != both.values(of: row)[1])
      #expect(other.values(of: row) != one.values(of: row))
    }
    #expect(Set(rows(one)).count == 10)
  }

  @Test func distributionsHaveTheirMeanAndDeviation() throws {
    let expected: [(String, mean: Double, deviation: Double)] = [
      ("uniform(2, 4)", 3, 2 / 12.0.squareRoot()), ("normal(0.2, 0.01)", 0.2, 0.01),
      ("lognormal(0, 0.5)", 1.1331484530668263, 0.6039005332108811),
      ("triangular(0, 1, 5)", 2, (21.0 / 18).squareRoot()),
    ]
    for (text, mean, deviation) in expected {
      var scenarios = Scenarios()
      try scenarios.draw("x", from: try #require(DrawnDistribution(text)))
      try scenarios.repeatRows(4000)
      let values = rows(scenarios).map { $0[0] }
      #expect(!values.contains { !$0.isFinite })
      let average = values.reduce(0, +) / 4000
      let spread = (values.reduce(0) { $0 + ($1 - average) * ($1 - average) } / 4000).squareRoot()
      #expect(abs(average - mean) < deviation * 0.06, "\(text) has mean \(average)")
      #expect(abs(spread - deviation) < deviation * 0.06, "\(text) has deviation \(spread)")
    }
  }

  @Test(arguments: [1.7e308, 1e200, 1e-200, 0x1p-1030])
  func drawsHaveTheirDistributionAtAnyMagnitude(size: Double) throws {
    for text in ["uniform(-1, 1)", "triangular(-1, 0.5, 1)", "triangular(-1, -1, 1)"] {
      let plain = try #require(DrawnDistribution(text))
      let (name, numbers) = try #require(DrawnDistribution.parts(text))
      let scaled = try #require(DrawnDistribution(name, numbers.map { $0 * size }))
      var both = Scenarios()
      try both.draw("x", from: plain)
      try both.repeatRows(500)
      var other = Scenarios()
      try other.draw("x", from: scaled)
      try other.repeatRows(500)
      for (value, large) in zip(rows(both), rows(other)) {
        #expect(abs(value[0] - large[0] / size) < 1e-6, "\(text) × \(size): \(value[0]) and \(large[0])")
      }
    }
  }

  @Test(arguments: [
    ("uniform(2, 1)", "a must not exceed b in uniform(a, b)"), ("normal(1, -1)", "the deviation must not be negative"),
    ("lognormal(1, -1)", "the deviation must not be negative"),
    ("lognormal(800, 1)", "lognormal takes mean and deviation of the logarithm"),
    ("triangular(0, 2, 1)", "the mode must not be outside of a and b in triangular(a, mode, b)"),
    ("normal(inf, 1)", "the numbers of normal must be finite"),
  ])
  func onlyTheRuleThatNumbersBreakIsNamed(text: String, rule: String) throws {
    var options = SweepOptions()
    options.draws = [("x", text)]
    let given = refusal { () throws(Diagnostic) in
      do {
        _ = try options.scenarios { _ throws(FileFailure) in [] }
      } catch let error as Diagnostic {
        throw error
      } catch {
        Issue.record("\(error)")
      }
    }
    #expect(given == "error[number]: '\(text)' is not a distribution: \(rule)")
    let (name, numbers) = try #require(DrawnDistribution.parts(text))
    guard numbers.allSatisfy(\.isFinite) else { return }
    let session = Session(reportsChanges: false)
    let written = refusal { () throws(Diagnostic) in _ = try session.run("x ~ \(text)") }
    #expect(written == "error[number]: these numbers don't define a \(name) distribution; \(rule)")
  }

  @Test(arguments: [
    "normal", "normal(1)", "normal(1, -1)", "normal(1, 2", "uniform(2, 1)", "uniform(1,, 2)", "gauss(0, 1)",
    "normal(nan, 1)", "uniform(0, inf)", "triangular(0, 2, 1)", "",
  ])
  func whatIsNoDistributionIsNone(text: String) { #expect(DrawnDistribution(text) == nil) }
}
