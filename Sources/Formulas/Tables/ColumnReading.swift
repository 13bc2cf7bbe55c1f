// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The kind of a column's cells, and a cell that keeps them from being all of one kind.
package struct ColumnReading {
  /// The kind that all cells have.
  package enum Kind: Hashable {
    case number
    case boolean
    case time
    case quantity
    case text
  }

  /// A cell that differs from the other cells.
  package struct Odd {
    package let row: Int
    /// The kind that it doesn't have.
    package let expected: Kind
    /// The number of such cells.
    let count: Int
  }

  /// The kind of the values.
  private(set) var kind = Kind.text
  /// The order of day and month.
  private(set) var format: DateFormat?
  /// The first cell that keeps others from being numbers or another kind; `nil` if there is none.
  package private(set) var odd: Odd?
  /// Whether NaN and infinities are numbers.
  let takesNonFinite: Bool
  /// Whether the dates don't show which of their parts is the month.
  private(set) var isAmbiguous = false

  /// The number of cells after which a column is taken as texts if few of them are of another kind.
  private static let sampleSize = 2000

  /// Reads a column.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - column: The place of the column.
  ///   - takesNonFinite: Whether NaN and infinities are numbers.
  /// - Complexity: O(cells)
  package init(_ table: CSVTable, _ column: Int, takesNonFinite: Bool = false) {
    self.takesNonFinite = takesNonFinite
    var counts: [Kind: Int] = [:]
    // Counts cells that would be numbers if they had fewer digits or no currency sign.
    var almostCount = 0
    var firsts: [Kind: Int] = [:]
    var orders: Set<DateFormat> = [.dayFirst, .monthFirst]
    var (count, hasOrder) = (0, false)
    for row in 0..<table.count {
      let content = table.content(row, column)
      if content.isEmpty { continue }
      count += 1
      if count == Self.sampleSize, ((counts.filter { $0.key != .text }.values.max() ?? 0) + almostCount) * 4 < count {
        count = 0
        break
      }
      var kind = Self.kind(content, table, table.cell(row, column))
      if takesNonFinite, kind == .text, CellReader.nonFinite(content) != nil { kind = .number }
      counts[kind, default: 0] += 1
      if kind == .text, table.reader.losesDigits(content) || !takesNonFinite && OddCell.isAmount(content) {
        almostCount += 1
      }
      if firsts[kind] == nil { firsts[kind] = row }
      if kind == .time, table.options.dates == nil, CellTime(content, nil).map({ _ in true }) == nil {
        hasOrder = true
        for order in orders where CellTime(content, order).map({ _ in true }) == nil { orders.remove(order) }
      }
    }
    if hasOrder {
      isAmbiguous = orders.count != 1
      format = orders.count == 1 ? orders.first : nil
    } else {
      format = table.options.dates
    }
    var expected = counts
    if almostCount > 0 { expected[.number, default: 0] += almostCount }
    guard count > 0, let most = expected.filter({ $0.key != .text }).max(by: { $0.value < $1.value }) else { return }
    if most.key == .time, isAmbiguous {
      odd = firsts[.time].map { Odd(row: $0, expected: .time, count: most.value) }
      return
    }
    if counts[most.key] == count {
      kind = most.key
    } else if most.value * 2 >= count {
      let row = firsts.filter { $0.key != most.key }.values.min() ?? 0
      odd = Odd(row: row, expected: most.key, count: count - (counts[most.key] ?? 0))
    }
  }

  private static func kind(_ content: ArraySlice<UInt8>, _ table: CSVTable, _ cell: TableCell) -> Kind {
    if !cell.isText {
      if table.reader.number(content) != nil { return .number }
      if CellReader.boolean(content) != nil { return .boolean }
    }
    if let format = table.options.dates {
      if CellTime(content, format).map({ _ in true }) == true { return .time }
    } else if CellTime.isRead(content) {
      return .time
    }
    return quantity(content, table.reader) == nil ? .text : .quantity
  }

  /// Reads a number followed by a blank and a unit.
  static func quantity(_ content: ArraySlice<UInt8>, _ reader: CellReader) -> (Double, UnitOfMeasure)? {
    guard let first = content.first, first.isDigit || first == UInt8(ascii: "-") || first == UInt8(ascii: "."),
      content.count < 64, let blank = content.firstIndex(of: 0x20),
      let number = reader.number(content[..<blank])
    else { return nil }
    let bytes = Array(content[(blank + 1)...])
    guard let (unit, end) = UnitReader.unit(bytes, at: 0, isTarget: false), end == bytes.count else { return nil }
    return (number, unit)
  }
}
