// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import FoundationEssentials
import TestSupport
import Testing

/// Mean, deviation, quantiles and failures of a sweep, compared with those computed from all its numbers at once.
@Suite struct SweepSummaryTests {
  private struct Numbers: Decodable {
    struct Parts: Decodable { let rows: [[Int]] }
    let count: Int
    let failures: Int
    let mean: Double
    let deviation: Double
    let min: Double
    let max: Double
    let p5: Double
    let p25: Double
    let p50: Double
    let p75: Double
    let p95: Double
    let parts: Parts
  }

  private func numbers(_ summary: SweepSummary) throws -> Numbers {
    try JSONDecoder().decode(Numbers.self, from: Data(summary.json.utf8))
  }

  private func summary(_ values: [Double?], from start: Int = 0) -> SweepSummary {
    var summary = SweepSummary("total")
    for (row, value) in values.enumerated() {
      let result = value.map { NodeValue.value(.number($0)) } ?? .failure(message: "domain", origin: nil)
      summary.add(result, row: start + row)
    }
    return summary
  }

  /// Random numbers around 1000; `nil` for failures.
  private func values(_ count: Int, seed: UInt64) -> [Double?] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      random.next() % 9 == 0 ? nil : 1000 + Double(Int(random.next() % 20_001) - 10_000) / 8
    }
  }

  @Test(arguments: [2, 3, 7, 20, 100, 1000]) func aSummaryIsThatOfItsNumbers(count: Int) throws {
    let values = [3.0, nil] + values(count, seed: UInt64(count))
    let known = values.compactMap { $0 }.sorted()
    let numbers = try numbers(summary(values))
    let mean = known.reduce(0, +) / Double(known.count)
    let squares = known.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    #expect(numbers.count == known.count && numbers.failures == values.count - known.count)
    #expect(abs(numbers.mean - mean) <= 1e-12 * abs(mean))
    let deviation = (squares / Double(known.count - 1)).squareRoot()
    #expect(abs(numbers.deviation - deviation) <= 1e-12 * deviation)
    #expect(numbers.min == known[0] && numbers.max == known[known.count - 1])
    let quantiles = [
      (0.05, numbers.p5), (0.25, numbers.p25), (0.5, numbers.p50), (0.75, numbers.p75), (0.95, numbers.p95),
    ]
    for (part, quantile) in quantiles {
      let place = part * Double(known.count - 1)
      let (low, high) = (known[Int(place)], known[min(Int(place) + 1, known.count - 1)])
      #expect(abs(quantile - (low + (high - low) * (place - place.rounded(.down)))) <= 1e-9, "\(part) of \(count)")
    }
  }

  @Test func partsGiveTheWholeWhateverTheyAre() throws {
    let values = values(500, seed: 5)
    let whole = summary(values)
    var random = SplitMix64(seed: 6)
    for _ in 0..<fuzzSteps(50) {
      var ends = [0, values.count]
      for _ in 0..<(1 + random.next() % 6) { ends.append(Int(random.next() % UInt64(values.count + 1))) }
      ends.sort()
      var parts = zip(ends, ends.dropFirst()).map { summary(Array(values[$0..<$1]), from: $0) }
      parts.shuffle(using: &random)
      var joined = parts[0]
      for part in parts.dropFirst() { try joined.merge(part) }
      #expect(joined.json == whole.json, "\(ends)")
    }
    #expect(try numbers(whole).failures == values.count { $0 == nil })
  }

  @Test func theRowsOfASummaryAreFewRangesHoweverManyThereAre() throws {
    let numbers = try numbers(summary(values(5_000, seed: 7)))
    // One range for each bit set in the number of rows.
    #expect(numbers.parts.rows.count == 5_000.nonzeroBitCount)
  }

  @Test func theMedianOfASummaryIsThatOfTheFunction() throws {
    let whole = summary((1...100).map { Double($0) })
    #expect(try numbers(whole).p50 == 50.5)
    #expect(whole.lines[2] == "  min 1  5% 5.95  25% 25.75  50% 50.5  75% 75.25  95% 95.05  max 100")
    let halves = [1.7e308, 1.6e308, -1.0, 1.5e308]
    #expect(try numbers(summary(halves)).p50 == 1.55e308)
  }

  @Test func aSummaryOfLargeNumbersHasAMeanAndADeviation() throws {
    let numbers = try numbers(summary([1e308, -1e308, 1.5e308, 1e200]))
    #expect(numbers.mean == 3.75e307 && numbers.deviation == 1.1086778913041725e308)
    #expect(try self.numbers(summary([1e16, 1, -1e16])).mean == 1.0 / 3)
  }

  /// A generator of numbers that are near each other, of all sizes, subnormal, zero, or whole.
  private func numbers(_ random: inout SplitMix64) -> (inout SplitMix64) -> Double {
    func sign(_ random: inout SplitMix64) -> Double { random.oneIn(2) ? -1 : 1 }
    switch random.below(6) {
    case 0: return { random in 1000 + Double(random.below(20_001) - 10_000) / 8 }
    case 1:
      return { random in
        sign(&random) * Double(bitPattern: random.next() % Double.infinity.bitPattern)
      }
    case 2: return { random in sign(&random) * Double(bitPattern: UInt64(random.below(1 << 55))) }
    case 3: return { random in sign(&random) * Double(random.below(3)) }
    case 4: return { random in random.pick([-.leastNonzeroMagnitude, 1e300, -0.0, 0, 1]) }
    default: return { random in Double(random.next() >> 11) * 0x1p-53 }
    }
  }

  @Test func blocksOfRowsAreAddedAsTheirRowsAre() {
    var random = SplitMix64(seed: 31)
    for round in 0..<40 {
      let start = random.below(5000)
      let next = numbers(&random)
      var (blocks, rows) = (SweepSummary("total"), SweepSummary("total"))
      var row = start
      for _ in 0..<random.below(5) {
        let count = random.oneIn(10) ? 1100 + random.below(1000) : random.below(600)
        let block = (0..<count).map { _ in next(&random) }
        blocks.add(block, rows: row..<row + count)
        for (place, number) in block.enumerated() { rows.add(.value(.number(number)), row: row + place) }
        row += count + random.below(2)
        if random.oneIn(3) {
          blocks.add(.failure(message: "domain", origin: nil), row: row)
          rows.add(.failure(message: "domain", origin: nil), row: row)
          row += 1
        }
      }
      #expect(blocks == rows && blocks.json == rows.json && blocks.lines == rows.lines, "round \(round)")
    }
  }

  @Test func theBarOfANumberDoesNotDependOnTheOrder() throws {
    let least = -Double.leastNonzeroMagnitude
    let (first, second) = (summary([least, 1e300]), summary([1e300, least]))
    #expect(first.json.contains(#""bars":[[-1,1],[23,1]]"#), "\(first.json)")
    #expect(second.json.contains(#""bars":[[-1,1],[23,1]]"#), "\(second.json)")
  }

  @Test func quantilesOfMoreNumbersThanAreKeptAreNearTheExactOnes() throws {
    let limit = 1 << 20
    var random = SplitMix64(seed: 41)
    let values = (0..<limit + 3).map { _ in Double(random.below(1 << 30) - 1 << 28) }
    var whole = SweepSummary("total")
    whole.add(Array(values[..<limit]), rows: 0..<limit)
    #expect(!whole.lines.contains { $0.contains("more than") })
    whole.add(Array(values[limit...]), rows: limit..<limit + 3)
    let json = whole.json
    #expect(json.contains("quantileError"))
    let sorted = values.sorted()
    let numbers = try numbers(whole)
    for (part, quantile) in [(0.05, numbers.p5), (0.5, numbers.p50), (0.95, numbers.p95)] {
      let exact = sorted[Int(part * Double(limit))]
      #expect(abs(quantile - exact) <= abs(exact) * 0x1p-10, "\(part): \(quantile) beside \(exact)")
    }
    let read = try #require(SweepSummary(JSONTree(Array(json.utf8))))
    #expect(read.json == json)
    // The bins of the parts are created in another order.
    var (first, second) = (SweepSummary("total"), SweepSummary("total"))
    first.add(Array(values[..<1000]), rows: 0..<1000)
    second.add(Array(values[1000...]), rows: 1000..<limit + 3)
    try second.merge(first)
    #expect(second == whole && second.json == json)
  }

  @Test func aCountOfNoNumberIsNoSummary() throws {
    let json = """
      {"get":"a","count":1,"failures":0,"min":1,"max":1,"parts":{"rows":[[0,0]],"sum":"1p0","squares":"1p0",\
      "exponent":-50,"bars":[[1,1]],"bins":[[KEY,1]]}}
      """
    for (key, isSummary) in [(0x3ff << 10, true), (-(0x7ff << 10) + 1, true), (0x7ff << 10, false), (-1 << 21, false)] {
      let text = json.replacing("KEY", with: "\(key)")
      #expect((SweepSummary(try JSONTree(Array(text.utf8))) != nil) == isSummary, "\(key)")
    }
  }
}
