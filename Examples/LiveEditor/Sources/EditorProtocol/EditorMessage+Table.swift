// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension EditorMessage {
  /// The number that ``refuse(field:_:place:)`` and ``endEdit(field:)`` have for the formula of a new column.
  package static let columnField = 1 << 30

  /// Some rows of a table.
  package struct Table: Hashable, Sendable {
    package struct Column: Hashable, Sendable {
      /// How the rows are sorted by a column.
      package enum Order: UInt8, Hashable, Sendable {
        case none, ascending, descending
      }

      package var title: String
      package var isNumeric: Bool
      package var order: Order

      package init(title: String, isNumeric: Bool, order: Order) {
        (self.title, self.isNumeric, self.order) = (title, isNumeric, order)
      }
    }

    /// A row with its number in the lists, from 1.
    package struct Row: Hashable, Sendable {
      package var number: Int
      package var cells: [String]

      package init(number: Int, cells: [String]) { (self.number, self.cells) = (number, cells) }
    }

    package var title: String
    /// What is not shown; may be empty.
    package var note: String
    /// Whether the user has just opened it, so that it gets the focus.
    package var isNew: Bool
    package var columns: [Column]
    package var rowCount: Int
    /// The index of the first row that is sent, and the rows.
    package var first: Int
    package var rows: [Row]

    package init(
      title: String, note: String, isNew: Bool, columns: [Column], rowCount: Int, first: Int, rows: [Row]
    ) {
      (self.title, self.note, self.isNew, self.columns) = (title, note, isNew, columns)
      (self.rowCount, self.first, self.rows) = (rowCount, first, rows)
    }
  }
}

extension ByteWriter {
  /// Writes a table, or that none is shown.
  mutating func write(_ table: EditorMessage.Table?) {
    byte(41)
    byte(table == nil ? 0 : 1)
    guard let table else { return }
    text(table.title)
    text(table.note)
    byte(table.isNew ? 1 : 0)
    count(table.columns.count)
    for column in table.columns {
      text(column.title)
      byte(column.isNumeric ? 1 : 0)
      byte(column.order.rawValue)
    }
    count(table.rowCount)
    count(table.first)
    count(table.rows.count)
    for row in table.rows {
      count(row.number)
      for cell in row.cells { text(cell) }
    }
  }
}
