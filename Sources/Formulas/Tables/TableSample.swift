// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The first rows of a file, from which its form is guessed.
struct TableSample {
  /// The greatest numbers of rows and bytes that are read for a guess.
  private static let (rowLimit, byteLimit) = (1000, 1 << 18)

  let bytes: [UInt8]
  private(set) var rows: [RowReader.Row] = []
  private(set) var cells: [TableCell] = []
  /// The index of each row's first cell.
  private var starts: [Int] = []
  /// Whether some cells could not be separated.
  private(set) var isBroken = false

  /// Reads the first rows. Complexity: O(1), because their number is limited.
  init(_ bytes: [UInt8], _ dialect: TableDialect, skip: Int) {
    self.bytes = bytes
    var reader = RowReader(bytes, path: "", dialect, skip: skip)
    do throws(FileFailure) {
      while rows.count < Self.rowLimit, reader.position < Self.byteLimit {
        let start = cells.count
        guard let row = try reader.row(into: &cells) else { break }
        starts.append(start)
        rows.append(row)
      }
    } catch {
      isBroken = true
    }
  }

  /// The cells of a row.
  func cells(of row: Int) -> ArraySlice<TableCell> { cells[starts[row]..<starts[row] + rows[row].count] }

  /// The content of a cell without blanks around it; empty if the row has no such cell.
  func content(_ row: Int, _ column: Int) -> ArraySlice<UInt8> {
    column < rows[row].count ? bytes.content(of: cells[starts[row] + column]) : []
  }

  /// The number of cells in most rows of the table. Rows before the table may have any number of cells.
  var usualCount: Int {
    var first: [Int: Int] = [:]
    var frequency: [Int: Int] = [:]
    for (index, row) in rows.enumerated() {
      if first[row.count] == nil { first[row.count] = index }
      frequency[row.count, default: 0] += 1
    }
    func isBetter(_ left: Int, _ right: Int) -> Bool {
      let (mine, other) = (frequency[left] ?? 0, frequency[right] ?? 0)
      return mine == other ? (first[left] ?? 0) < (first[right] ?? 0) : mine > other
    }
    let steady = frequency.keys.filter { count in
      count > 1 && (frequency[count] ?? 0) * 2 > rows.count - (first[count] ?? 0)
    }
    return steady.sorted(by: isBetter).first ?? frequency.keys.sorted(by: isBetter).first ?? 0
  }

  /// The fraction of rows that have `count` cells, counted from the first row that does.
  func steadiness(_ count: Int) -> Double {
    guard let first = rows.firstIndex(where: { $0.count == count }) else { return 0 }
    let usual = rows[first...].count { $0.count == count }
    return Double(usual) / Double(rows.count - first)
  }
}

extension [UInt8] {
  /// The bytes of a cell without blanks around them.
  func content(of cell: TableCell) -> ArraySlice<UInt8> {
    var (start, end) = (Int(cell.start), Int(cell.end))
    while start < end, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
    while start < end, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
    return self[start..<end]
  }

  /// The text of a cell whose quotes are `quote`.
  func text(of cell: TableCell, quote: UInt8) -> String {
    let text = String(decoding: self[cell.range], as: UTF8.self)
    guard cell.isEscaped else { return text }
    let mark = String(UnicodeScalar(quote))
    return text.replacing(mark + mark, with: mark)
  }
}
