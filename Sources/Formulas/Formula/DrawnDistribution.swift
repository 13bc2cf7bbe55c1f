// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The distribution of the random values of an input.
///
///     DrawnDistribution("normal(0.2, 0.01)")   // a mean and a standard deviation
public enum DrawnDistribution: Hashable, Sendable {
  /// A uniform distribution between two bounds.
  case uniform(from: Double, through: Double)
  /// The normal distribution.
  case normal(mean: Double, deviation: Double)
  /// Values whose logarithm is normally distributed.
  case lognormal(mean: Double, deviation: Double)
  /// A density that rises linearly up to a mode and falls linearly after it.
  case triangular(from: Double, mode: Double, through: Double)

  /// Creates the distribution with a name and numbers; `nil` if the name is unknown, a number is infinite, bounds are
  /// in the wrong order, or a deviation is negative.
  package init?(_ name: String, _ numbers: [Double]) {
    guard Self.brokenRule(name, numbers) == nil else { return nil }
    switch (name, numbers.count) {
    case ("uniform", 2): self = .uniform(from: numbers[0], through: numbers[1])
    case ("normal", 2): self = .normal(mean: numbers[0], deviation: numbers[1])
    case ("lognormal", 2): self = .lognormal(mean: numbers[0], deviation: numbers[1])
    case ("triangular", 3): self = .triangular(from: numbers[0], mode: numbers[1], through: numbers[2])
    default: return nil
    }
  }

  /// The rule that the numbers of a distribution don't keep; `nil` if they keep all, and for unknown distributions.
  package static func brokenRule(_ name: String, _ numbers: [Double]) -> String? {
    guard numbers.allSatisfy(\.isFinite) else { return "the numbers of \(name) must be finite" }
    switch (name, numbers.count) {
    case ("uniform", 2) where numbers[0] > numbers[1]: return "a must not exceed b in uniform(a, b)"
    case ("normal", 2) where numbers[1] < 0: return "the deviation must not be negative"
    case ("lognormal", 2):
      if numbers[1] < 0 { return "the deviation must not be negative" }
      guard PortableMathematics.exponential(numbers[0]).isFinite else {
        return "lognormal takes mean and deviation of the logarithm"
      }
      return nil
    case ("triangular", 3) where numbers[0] > numbers[1] || numbers[1] > numbers[2]:
      return "the mode must not be outside of a and b in triangular(a, mode, b)"
    default: return nil
    }
  }

  /// Reads `normal(0.2, 0.01)`; `nil` for text that is not a distribution.
  ///
  /// - Parameter text: `uniform(a, b)`, `normal(mean, deviation)`, `lognormal(mean, deviation)` of the logarithm, or
  ///   `triangular(a, mode, b)`.
  public init?(_ text: String) {
    guard let (name, numbers) = Self.parts(text) else { return nil }
    self.init(name, numbers)
  }

  /// The name and the numbers of `normal(0.2, 0.01)`; `nil` for text of another form.
  package static func parts(_ text: String) -> (name: String, numbers: [Double])? {
    guard text.last == ")", let bracket = text.firstIndex(of: "(") else { return nil }
    let fields = text[text.index(after: bracket)...].dropLast().split(separator: ",", omittingEmptySubsequences: false)
    let numbers = fields.compactMap { Double($0.filter { $0 != " " }) }
    return numbers.count == fields.count ? (String(text[..<bracket]), numbers) : nil
  }

  /// The notation of distributions, for messages.
  package static let expectation =
    "uniform(a, b), normal(mean, deviation), lognormal(mean, deviation) or triangular(a, mode, b)"

  /// Returns the value that a row draws. Complexity: O(1).
  package func value(_ random: CounterRandom, row: Int, name: UInt64) -> Double {
    value(random.stream(name: name).words(row: UInt64(row)))
  }

  private func value(_ words: (UInt64, UInt64)) -> Double {
    let first = CounterRandom.fraction(words.0)
    switch self {
    case .uniform(let low, let high):
      let width = high - low
      return width.isFinite ? low + first * width : low * (1 - first) + high * first
    case .normal(let mean, let deviation):
      return mean + deviation * PortableMathematics.normal(first, CounterRandom.fraction(words.1))
    case .lognormal(let mean, let deviation):
      let normal = PortableMathematics.normal(first, CounterRandom.fraction(words.1))
      return PortableMathematics.exponential(mean + deviation * normal)
    case .triangular(let low, let mode, let high):
      let width = high - low
      // A product of two such widths would not be a normal number, and powers of two scale numbers exactly.
      let scale = width > 0x1p500 ? 0x1p-520 : width > 0 && width < 0x1p-500 ? 0x1p520 : 1.0
      if scale != 1 {
        return Self.triangular(first, low * scale, mode * scale, high * scale) / scale
      }
      return Self.triangular(first, low, mode, high)
    }
  }

  private static func triangular(_ first: Double, _ low: Double, _ mode: Double, _ high: Double) -> Double {
    let width = high - low
    if first * width < mode - low { return low + (first * width * (mode - low)).squareRoot() }
    return high - ((1 - first) * width * (high - mode)).squareRoot()
  }

  /// Replaces numbers by the values that consecutive rows draw with ``value(_:row:name:)``.
  ///
  /// - Complexity: O(numbers)
  package func fill(_ column: inout [Double], _ random: CounterRandom, firstRow: Int, name: UInt64) {
    let (stream, row) = (random.stream(name: name), UInt64(firstRow))
    switch self {
    case .normal(let mean, let deviation):
      fill(&column, stream, row) { mean + deviation * $0 }
    case .lognormal(let mean, let deviation):
      fill(&column, stream, row) { PortableMathematics.exponential(mean + deviation * $0) }
    case .uniform, .triangular:
      for index in column.indices { column[index] = value(stream.words(row: row + UInt64(index))) }
    }
  }

  /// Replaces numbers by functions of normally distributed numbers, four at a time.
  @inline(__always)
  private func fill(
    _ column: inout [Double], _ stream: CounterRandom.Stream, _ row: UInt64, _ value: (Double) -> Double
  ) {
    func fractions(_ row: UInt64) -> (first: Double, second: Double) {
      let words = stream.words(row: row)
      return (CounterRandom.fraction(words.0), CounterRandom.fraction(words.1))
    }
    var start = 0
    // A loop over the four numbers costs a fifth more.
    while start + 4 <= column.count {
      let row = row &+ UInt64(start)
      let (a, b, c, d) = (fractions(row), fractions(row &+ 1), fractions(row &+ 2), fractions(row &+ 3))
      let normals = PortableMathematics.normal(
        .init(a.first, b.first, c.first, d.first), .init(a.second, b.second, c.second, d.second))
      column[start] = value(normals[0])
      column[start + 1] = value(normals[1])
      column[start + 2] = value(normals[2])
      column[start + 3] = value(normals[3])
      start += 4
    }
    for index in start..<column.count { column[index] = self.value(stream.words(row: row &+ UInt64(index))) }
  }
}
