// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What some nodes have for each of an input's values.
public struct Sweep: Hashable, Sendable {
  /// One output of a sweep.
  public struct Column: Hashable, Sendable {
    /// The name of the node.
    public let name: String
    /// What it has for each value of the input, in order.
    public internal(set) var values: [NodeValue]
  }

  /// The name of the input.
  public let input: String
  /// The values it took.
  public let inputs: [Double]
  /// The outputs, in the order in which they were asked for.
  public let columns: [Column]
}

extension Sweep {
  /// The sweep as a table.
  ///
  /// ```
  /// price  10  20   30   40   50
  /// total  36  72  108  144  180   ▁▂▄▆█
  /// ```
  ///
  /// If that is too wide, each value of the input has a line of its own, and curves follow. A value that is missing is
  /// `⚠`; below the table its reasons are given.
  ///
  /// - Parameter width: How many characters fit into a line.
  /// - Returns: The lines, without indentation.
  /// - Complexity: O(values).
  public func lines(width: Int) -> [String] {
    var names = [SourceName.spelling(input)]
    var cells = [inputs.map(NumberText.people)]
    for column in columns {
      names.append(SourceName.spelling(column.name))
      cells.append(column.values.map(Self.cell))
    }
    return (rows(names, cells, width: width) ?? list(names, cells, width: width)) + reasons
  }

  private func rows(_ names: [String], _ cells: [[String]], width: Int) -> [String]? {
    var table = names.map { $0 + String(repeating: " ", count: Self.widest(names) - $0.count) }
    for index in inputs.indices {
      let columnWidth = Self.widest(cells.map { $0[index] })
      for row in table.indices { table[row] += "  " + Self.padded(cells[row][index], to: columnWidth) }
      if table[0].count > width { return nil }
    }
    for (index, column) in columns.enumerated() where inputs.count > 1 {
      guard table[index + 1].count + 3 + inputs.count <= width, let curve = Self.sparkline(column.values) else {
        continue
      }
      table[index + 1] += "   " + curve
    }
    return table
  }

  private func list(_ names: [String], _ cells: [[String]], width: Int) -> [String] {
    let widths = zip(names, cells).map { max($0.count, Self.widest($1)) }
    func line(_ texts: [String]) -> String {
      zip(texts, widths).map { Self.padded($0, to: $1) }.joined(separator: "  ")
    }
    var lines = [line(names)] + inputs.indices.map { index in line(cells.map { $0[index] }) }
    let nameWidth = Self.widest(Array(names.dropFirst()))
    guard nameWidth + 2 + inputs.count <= width else { return lines }
    for (name, column) in zip(names.dropFirst(), columns) {
      guard let curve = Self.sparkline(column.values) else { continue }
      lines.append(name + String(repeating: " ", count: nameWidth - name.count + 2) + curve)
    }
    return lines
  }

  /// Each reason why an output has no value, with the first value of the input that gives it.
  private var reasons: [String] {
    var reasons: [String] = []
    for column in columns {
      var seen: Set<NodeValue> = []
      for (value, input) in zip(column.values, inputs) where value.isFailure && seen.insert(value).inserted {
        guard seen.count <= 3 else { break }
        let place = "\(SourceName.spelling(self.input)) = \(NumberText.people(input))"
        reasons.append("\(SourceName.spelling(column.name)) at \(place): \(value.text)")
      }
    }
    return reasons
  }

  /// Numbers as a curve of eight heights from the least to the greatest; nothing if there are no numbers.
  static func sparkline(_ values: [NodeValue]) -> String? {
    let numbers = values.map { value in
      if case .value(.number(let number)) = value { number } else { Double.nan }
    }
    let known = numbers.filter { !$0.isNaN }
    guard let least = known.min(), let greatest = known.max() else { return nil }
    let heights = Array("▁▂▃▄▅▆▇█")
    // Halves, because the difference of two finite numbers need not be finite.
    let range = greatest / 2 - least / 2
    return String(
      numbers.map { number -> Character in
        if number.isNaN { return " " }
        return range > 0 ? heights[Int((number / 2 - least / 2) / range * 7)] : heights[0]
      })
  }

  private static func cell(_ value: NodeValue) -> String { value.isFailure ? "⚠" : value.text }

  private static func widest(_ texts: [String]) -> Int { texts.map(\.count).max() ?? 0 }

  private static func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 0)) + text
  }
}
