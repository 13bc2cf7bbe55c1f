// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What is told of an output's numbers instead of the numbers. Summaries of parts are joined to that of the whole, which is
/// the same to the last bit however the rows were shared out.
package struct SweepSummary: Hashable, Sendable {
  /// The name of the output.
  package let name: String
  /// How many rows have no number.
  package private(set) var failureCount = 0
  private var moments = SweepMomentsTree()
  private var least = Double.infinity
  private var greatest = -Double.infinity
  private var histogram = SweepHistogram()
  private var quantiles = SweepQuantiles()

  private static let parts = [0.05, 0.25, 0.5, 0.75, 0.95]

  package init(_ name: String) { self.name = name }

  /// Adds the value of a row behind all others.
  package mutating func add(_ value: NodeValue, row: Int) {
    guard case .value(.number(let number)) = value else {
      failureCount += 1
      moments.append(nil, row: row)
      return
    }
    moments.append(number, row: row)
    least = min(least, number)
    greatest = max(greatest, number)
    histogram.add(number)
    quantiles.add(number)
  }

  /// Joins the summary of other rows of the same output.
  ///
  /// - Throws: A `FileFailure` if it is of another output, or some rows are in both.
  package mutating func merge(_ other: SweepSummary) throws(FileFailure) {
    guard name == other.name else { throw FileFailure("a summary of '\(other.name)' is none of '\(name)'") }
    guard moments.merge(other.moments) else { throw FileFailure("some rows are in two of the summaries") }
    failureCount += other.failureCount
    least = min(least, other.least)
    greatest = max(greatest, other.greatest)
    histogram.merge(other.histogram)
    quantiles.merge(other.quantiles)
  }

  private var deviation: Double {
    let total = moments.total
    return total.count > 1 ? (total.squares / Double(total.count - 1)).squareRoot() : 0
  }

  /// Lines for people.
  package var lines: [String] {
    let total = moments.total
    func text(_ number: Double) -> String { number.isFinite ? NumberText.people(number, digits: 6) : "\(number)" }
    let (numbers, failures) = (MessageText.counted(total.count, "number"), MessageText.counted(failureCount, "failure"))
    var lines = ["\(SourceName.readSpelling(name)): \(numbers), \(failures)"]
    guard total.count > 0 else { return lines }
    lines.append("  mean \(text(total.sum / Double(total.count)))  deviation \(text(deviation))")
    let middle = quantiles.values(at: Self.parts, least: least, greatest: greatest).map(text)
    lines.append(
      "  min \(text(least))  5% \(middle[0])  25% \(middle[1])  50% \(middle[2])  75% \(middle[3])  95% \(middle[4])"
        + "  max \(text(greatest))")
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

  /// A JSON object: figures for a reader, and under `parts` what is joined with other summaries.
  package var json: String {
    let total = moments.total
    func list(_ texts: some Sequence<String>) -> String { "[" + texts.joined(separator: ",") + "]" }
    var fields = ["\"get\":\(JSONTree.text(name))", "\"count\":\(total.count)", "\"failures\":\(failureCount)"]
    if total.count > 0 {
      let middle = quantiles.values(at: Self.parts, least: least, greatest: greatest)
      let names = ["p5", "p25", "p50", "p75", "p95"]
      fields.append("\"mean\":\(JSONTree.text(total.sum / Double(total.count)))")
      fields.append("\"deviation\":\(JSONTree.text(deviation))")
      fields.append("\"min\":\(JSONTree.text(least))")
      fields.append("\"max\":\(JSONTree.text(greatest))")
      for (name, value) in zip(names, middle) { fields.append("\"\(name)\":\(JSONTree.text(value))") }
      let bars = histogram.list.map {
        "[\(JSONTree.text($0.from)),\(JSONTree.text($0.through)),\($0.count)]"
      }
      fields.append("\"histogram\":\(list(bars))")
    }
    let pieces = moments.pieces.map {
      let moments = $0.moments
      return
        "[\($0.level),\($0.index),\(moments.count),\(JSONTree.text(moments.sum)),\(JSONTree.text(moments.squares))]"
    }
    var parts = ["\"moments\":\(list(pieces))"]
    if total.count > 0 {
      let bars = histogram.bars.sorted { $0.key < $1.key }.map { "[\($0.key),\($0.value)]" }
      let counts = quantiles.counts.sorted { $0.key < $1.key }.map { "[\($0.key),\($0.value)]" }
      parts += ["\"exponent\":\(histogram.exponent)", "\"bars\":\(list(bars))", "\"bins\":\(list(counts))"]
    }
    fields.append("\"parts\":{\(parts.joined(separator: ","))}")
    return "{\(fields.joined(separator: ","))}"
  }

  /// Reads what ``json`` is; `nil` if it is none.
  package init?(_ tree: JSONTree) {
    guard let name = tree["get"]?.string, let failures = tree["failures"]?.int, failures >= 0,
      let parts = tree["parts"], let pieces = parts["moments"]?.elements
    else { return nil }
    self.name = name
    failureCount = failures
    for piece in pieces {
      guard let fields = piece.elements, fields.count == 5, let level = fields[0].int, (0...62).contains(level),
        let index = fields[1].int, index >= 0, index < Int.max >> level, let count = fields[2].int, count >= 0,
        let sum = fields[3].double, let squares = fields[4].double
      else { return nil }
      moments.append(.init(level: level, index: index, moments: .init(count: count, sum: sum, squares: squares)))
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
    guard moments.total.count > 0 else { return }
    guard let least = tree["min"]?.double, let greatest = tree["max"]?.double, least <= greatest,
      let exponent = parts["exponent"]?.int, (-1100...1100).contains(exponent), let bars = counts("bars"),
      let bins = counts("bins")
    else { return nil }
    self.least = least
    self.greatest = greatest
    histogram = SweepHistogram(exponent: exponent, bars: bars, least: least, greatest: greatest)
    quantiles = SweepQuantiles(counts: bins)
  }
}
