// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// Figures that are reported for an output instead of all its numbers. The summaries of parts are joined to the
/// summary of the whole, which is the same to the last bit for any distribution of the rows.
package struct SweepSummary: Hashable, Sendable {
  /// The name of the output.
  package let name: String
  /// The number of rows without a number.
  package private(set) var failureCount = 0
  private var rows = SweepRows()
  private var moments = ExactMoments()
  private var least = Double.infinity
  private var greatest = -Double.infinity
  private var histogram = SweepHistogram()
  private var quantiles = SweepQuantiles()

  private static let percents = [5, 25, 50, 75, 95]

  package init(_ name: String) { self.name = name }

  /// Adds the value of a row that follows all previous rows.
  package mutating func add(_ value: NodeValue, row: Int) {
    rows.append(row)
    guard case .value(.number(let number)) = value else {
      failureCount += 1
      return
    }
    moments.add(number)
    least = min(least, number)
    greatest = max(greatest, number)
    histogram.add(number)
    quantiles.add(number)
  }

  /// Adds the numbers of consecutive rows that follow all previous rows. This costs far less than adding them one by one.
  ///
  /// - Parameters:
  ///   - numbers: A finite number for each row.
  ///   - rows: The rows.
  /// - Precondition: There are as many numbers as rows.
  /// - Complexity: O(rows)
  package mutating func add(_ numbers: [Double], rows: Range<Int>) {
    precondition(numbers.count == rows.count, "\(rows.count) rows have as many numbers, not \(numbers.count)")
    guard let first = numbers.first else { return }
    self.rows.append(rows)
    moments.add(contentsOf: numbers)
    var (low, high) = (first, first)
    for number in numbers {
      low = number < low ? number : low
      high = number >= high ? number : high
    }
    // Of zeros of both signs, the first is the least and the last is the greatest, as if numbers were added one by one.
    least = min(least, low)
    greatest = max(greatest, high)
    histogram.add(contentsOf: numbers, least: low, greatest: high)
    quantiles.add(contentsOf: numbers)
  }

  /// Joins the summary of other rows of this output.
  ///
  /// - Throws: A `FileFailure` if the summary is of another output, or some rows are in both.
  package mutating func merge(_ other: SweepSummary) throws(FileFailure) {
    guard name == other.name else { throw FileFailure("a summary of '\(other.name)' is not one of '\(name)'") }
    guard rows.merge(other.rows) else { throw FileFailure("some rows are in two of the summaries") }
    moments.merge(other.moments)
    failureCount += other.failureCount
    least = min(least, other.least)
    greatest = max(greatest, other.greatest)
    histogram.merge(other.histogram)
    quantiles.merge(other.quantiles)
  }

  private var deviation: Double { moments.count > 1 ? moments.deviation : 0 }

  /// The figures as lines for people.
  package var lines: [String] {
    func text(_ number: Double) -> String { number.isFinite ? NumberText.people(number, digits: 6) : "\(number)" }
    let (numbers, failures) = (
      MessageText.counted(moments.count, "number"), MessageText.counted(failureCount, "failure")
    )
    var lines = ["\(SourceName.readSpelling(name)): \(numbers), \(failures)"]
    guard moments.count > 0 else { return lines }
    lines.append("  mean \(text(moments.mean))  deviation \(text(deviation))")
    let middle = quantiles.values(atPercents: Self.percents, least: least, greatest: greatest).map(text)
    lines.append(
      "  min \(text(least))  5% \(middle[0])  25% \(middle[1])  50% \(middle[2])  75% \(middle[3])  95% \(middle[4])"
        + "  max \(text(greatest))")
    if !quantiles.isExact {
      let error = text(SweepQuantiles.greatestError * 100)
      lines.append("  more than \(SweepQuantiles.exactLimit) numbers: 5% to 95% are within \(error)% of the exact ones")
    }
    let bars = histogram.list
    let most = bars.map(\.count).max() ?? 1
    let rows = bars.map { ("\(text($0.from))…\(text($0.through))", $0.count) }
    let width = rows.map(\.0.count).max() ?? 0
    for (bounds, count) in rows {
      let bar = String(repeating: "█", count: max(1, count * 40 / most))
      lines.append("  \(String(repeating: " ", count: width - bounds.count))\(bounds)  \(bar) \(count)")
    }
    return lines
  }

  /// The summary as a JSON object: figures for people, and under `parts` the data for joining summaries.
  package var json: String {
    func list(_ texts: some Sequence<String>) -> String { "[" + texts.joined(separator: ",") + "]" }
    var fields = ["\"get\":\(JSONTree.text(name))", "\"count\":\(moments.count)", "\"failures\":\(failureCount)"]
    if moments.count > 0 {
      let middle = quantiles.values(atPercents: Self.percents, least: least, greatest: greatest)
      let names = ["p5", "p25", "p50", "p75", "p95"]
      fields.append("\"mean\":\(JSONTree.text(moments.mean))")
      fields.append("\"deviation\":\(JSONTree.text(deviation))")
      fields.append("\"min\":\(JSONTree.text(least))")
      fields.append("\"max\":\(JSONTree.text(greatest))")
      for (name, value) in zip(names, middle) { fields.append("\"\(name)\":\(JSONTree.text(value))") }
      if !quantiles.isExact { fields.append("\"quantileError\":\(JSONTree.text(SweepQuantiles.greatestError))") }
      let bars = histogram.list.map {
        "[\(JSONTree.text($0.from)),\(JSONTree.text($0.through)),\($0.count)]"
      }
      fields.append("\"histogram\":\(list(bars))")
    }
    var parts = ["\"rows\":\(list(rows.pieces.map { "[\($0.level),\($0.index)]" }))"]
    if moments.count > 0 {
      parts += ["\"sum\":\(JSONTree.text(moments.sum.text))", "\"squares\":\(JSONTree.text(moments.squares.text))"]
      let bars = histogram.bars.sorted { $0.key < $1.key }.map { "[\($0.key),\($0.value)]" }
      parts += ["\"exponent\":\(histogram.exponent)", "\"bars\":\(list(bars))"]
      if quantiles.isExact {
        parts.append("\"values\":\(list(quantiles.sorted.map { JSONTree.text($0) }))")
      } else {
        let counts = quantiles.counts.map { "[\($0.key),\($0.count)]" }
        parts.append("\"bins\":\(list(counts))")
      }
    }
    fields.append("\"parts\":{\(parts.joined(separator: ","))}")
    return "{\(fields.joined(separator: ","))}"
  }

  /// Reads ``json``; `nil` for other values.
  package init?(_ tree: JSONTree) {
    guard let name = tree["get"]?.string, let failures = tree["failures"]?.int, failures >= 0,
      let count = tree["count"]?.int, count >= 0, let parts = tree["parts"], let pieces = parts["rows"]?.elements
    else { return nil }
    self.name = name
    failureCount = failures
    for piece in pieces {
      guard let fields = piece.elements, fields.count == 2, let level = fields[0].int, (0...62).contains(level),
        let index = fields[1].int, index >= 0, index < Int.max >> level
      else { return nil }
      rows.append(.init(level: level, index: index))
    }
    func counts(_ name: String) -> [Int: Int]? {
      guard let pairs = parts[name]?.elements else { return nil }
      var result: [Int: Int] = [:]
      for pair in pairs {
        guard let fields = pair.elements, fields.count == 2, let key = fields[0].int, let count = fields[1].int,
          count > 0, abs(key) <= 1 << 53, count <= 1 << 40
        else { return nil }
        result[key] = count
      }
      return result
    }
    guard count > 0 else { return }
    guard let least = tree["min"]?.double, let greatest = tree["max"]?.double, least <= greatest,
      let exponent = parts["exponent"]?.int, (-1100...1100).contains(exponent), let bars = counts("bars"),
      let sum = parts["sum"]?.string.flatMap({ ExactSum($0, ofProductsOf: 1) }),
      let squares = parts["squares"]?.string.flatMap({ ExactSum($0, ofProductsOf: 2) }),
      let moments = ExactMoments(count: count, sum: sum, squares: squares)
    else { return nil }
    if let values = parts["values"]?.elements {
      let numbers = values.compactMap(\.double)
      guard numbers.count == count, numbers.allSatisfy({ $0 >= least && $0 <= greatest }) else { return nil }
      quantiles = SweepQuantiles(values: numbers)
    } else if let bins = counts("bins") {
      guard let quantiles = SweepQuantiles(counts: bins) else { return nil }
      self.quantiles = quantiles
    }
    guard quantiles.total == count else { return nil }
    self.moments = moments
    self.least = least
    self.greatest = greatest
    histogram = SweepHistogram(exponent: exponent, bars: bars, least: least, greatest: greatest)
  }
}
