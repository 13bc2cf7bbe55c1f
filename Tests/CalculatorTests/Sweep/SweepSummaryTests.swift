// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import FoundationEssentials
import TestSupport
import Testing

/// Mean, deviation, quantiles and failures of a sweep, beside those computed from all its numbers at once.
@Suite struct SweepSummaryTests {
  private struct Numbers: Decodable {
    struct Parts: Decodable { let moments: [[Double]] }
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

  /// Numbers around 1000, of which some fail.
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
      let place = Int((part * Double(known.count)).rounded(.up)) - 1
      #expect(abs(quantile - known[place]) <= abs(known[place]) / 1024, "\(part) of \(count)")
    }
  }

  @Test func partsGiveTheWholeWhateverTheyAre() throws {
    let values = values(500, seed: 5)
    let whole = summary(values)
    var random = SplitMix64(seed: 6)
    for _ in 0..<50 {
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

  @Test func aSummaryStaysSmallHoweverManyRowsThereAre() throws {
    let numbers = try numbers(summary(values(5_000, seed: 7)))
    // One sum for each bit of the number of rows.
    #expect(numbers.parts.moments.count == 5_000.nonzeroBitCount)
  }
}
