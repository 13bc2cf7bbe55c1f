// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The values of some nodes for each row of some scenarios.
public struct Sweep: Hashable, Sendable {
  /// One output of a sweep.
  public struct Column: Hashable, Sendable {
    /// The name of the node.
    public let name: String
    /// Its values, one for each row.
    public internal(set) var values: [NodeValue]
  }

  /// The values that the inputs were given.
  public let scenarios: Scenarios
  /// The rows of the scenarios that were evaluated.
  public let rows: Range<Int>
  /// The outputs, in the order of the request.
  public let columns: [Column]
  /// The kinds of values that each input was given; `nil` for numbers. Empty if all inputs are numbers.
  var kinds: [SweptKind?] = []

  /// The values that an input was given, one for each row; `nil` for a node that was given none.
  ///
  /// - Complexity: O(rows × inputs).
  public func values(of input: String) -> [Double]? {
    scenarios.names.firstIndex(of: input).map { place in rows.map { scenarios.values(of: $0)[place] } }
  }
}

extension Sweep {
  /// The sweep as a table, with a line for each input and each output.
  ///
  /// ```
  /// price  10  20   30   40   50
  /// total  36  72  108  144  180   ▁▂▄▆█
  /// ```
  ///
  /// If the table is too wide, each row has its own line, and curves follow. A failure is shown as `⚠`, with its
  /// reason below the table.
  ///
  /// - Parameters:
  ///   - width: The greatest number of characters in a line.
  ///   - style: How values are shown; the values of inputs always have all digits, and swatches are omitted.
  ///   - session: The session, in whose formats values are shown; `nil` for no formats.
  /// - Returns: The lines, without indentation.
  /// - Complexity: O(values).
  public func lines(width: Int, style: ValueStyle = ValueStyle(), in session: Session? = nil) -> [String] {
    let given = rows.map(scenarios.values)
    var names = scenarios.names.map(SourceName.readSpelling)
    var cells = names.indices.map { place in given.map { text($0[place], place) } }
    for column in columns {
      names.append(SourceName.readSpelling(column.name))
      let style = style.withoutSwatches.formatted(session?.format(of: column.name))
      cells.append(column.values.map { $0.isFailure ? "⚠" : style.text($0) })
    }
    let inputCount = scenarios.names.count
    return (table(names, cells, inputCount, width: width) ?? list(names, cells, inputCount, width: width))
      + reasons(given)
  }

  private func table(_ names: [String], _ cells: [[String]], _ inputCount: Int, width: Int) -> [String]? {
    var table = names.map { $0 + String(repeating: " ", count: Self.widest(names) - $0.count) }
    for index in rows.indices.map({ $0 - rows.lowerBound }) {
      let columnWidth = Self.widest(cells.map { $0[index] })
      for row in table.indices { table[row] += "  " + Self.padded(cells[row][index], to: columnWidth) }
      if table[0].count > width { return nil }
    }
    for (index, column) in columns.enumerated() where rows.count > 1 {
      let line = index + inputCount
      guard table[line].count + 3 + rows.count <= width, let curve = Self.sparkline(column.values) else { continue }
      table[line] += "   " + curve
    }
    return table
  }

  private func list(_ names: [String], _ cells: [[String]], _ inputCount: Int, width: Int) -> [String] {
    let widths = zip(names, cells).map { max($0.count, Self.widest($1)) }
    func line(_ texts: [String]) -> String {
      zip(texts, widths).map { Self.padded($0, to: $1) }.joined(separator: "  ")
    }
    var lines = [line(names)] + (0..<rows.count).map { index in line(cells.map { $0[index] }) }
    let nameWidth = Self.widest(Array(names.dropFirst(inputCount)))
    guard nameWidth + 2 + rows.count <= width else { return lines }
    for (name, column) in zip(names.dropFirst(inputCount), columns) {
      guard let curve = Self.sparkline(column.values) else { continue }
      lines.append(name + String(repeating: " ", count: nameWidth - name.count + 2) + curve)
    }
    return lines
  }

  /// The reasons why outputs have no value, each with the first row in which it occurs.
  private func reasons(_ given: [[Double]]) -> [String] {
    var reasons: [String] = []
    for column in columns {
      var seen: Set<NodeValue> = []
      for (value, row) in zip(column.values, given) where value.isFailure && seen.insert(value).inserted {
        guard seen.count <= 3 else { break }
        let place = row.indices.map { "\(SourceName.readSpelling(scenarios.names[$0])) = \(text(row[$0], $0))" }
        reasons.append("\(SourceName.readSpelling(column.name)) at \(place.joined(separator: ", ")): \(value.text)")
      }
    }
    return reasons
  }

  /// Numbers as a curve of eight heights from the least to the greatest; `nil` without numbers.
  static func sparkline(_ values: [NodeValue]) -> String? {
    let numbers = values.map { $0.number ?? Double.nan }
    let known = numbers.filter { !$0.isNaN }
    guard let least = known.min(), let greatest = known.max() else { return nil }
    let heights = Array("▁▂▃▄▅▆▇█")
    // Halves are subtracted, because the difference of two finite numbers may be infinite.
    let range = greatest / 2 - least / 2
    return String(
      numbers.map { number -> Character in
        if number.isNaN { return " " }
        return range > 0 ? heights[Int((number / 2 - least / 2) / range * 7)] : heights[0]
      })
  }

  /// The text of a value that an input was given, in its unit.
  private func text(_ number: Double, _ place: Int) -> String {
    let text = number.isFinite ? NumberText.people(number) : "\(number)"
    guard place < kinds.count, let kind = kinds[place] else { return text }
    guard let unit = kind.unit else { return ValueStyle().text(.value(kind.value(number))) }
    return number.isFinite ? unit.text(number, { _ in text }) : "\(text) \(unit)"
  }

  private static func widest(_ texts: [String]) -> Int { texts.map(\.count).max() ?? 0 }

  private static func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 0)) + text
  }
}
