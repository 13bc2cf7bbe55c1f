// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension EditorMessage {
  /// The number that ``refuse(field:_:place:)`` and ``endEdit(field:)`` have for the field in the table of scenarios.
  package static let scenarioField = 1 << 32 + 1
  /// The number that they have for the name of a new scenario.
  package static let newScenarioField = 1 << 32 + 2

  /// What the scenarios side by side show.
  package enum Scenarios: Hashable, Sendable {
    /// Show this table, whose cells follow; `nil` to close it.
    case table(ScenarioTable?)
    /// What a new scenario would contain.
    case offer(String)
    /// Cells that are new or have changed.
    case cells([ScenarioCell])
    /// The user has opened the table: it gets the focus, or the field for the name of a new scenario.
    case focus(onName: Bool)
  }

  /// The rows and columns of the scenarios side by side. The first column has the present values.
  package struct ScenarioTable: Hashable, Sendable {
    /// A node by its number.
    package struct Row: Hashable, Sendable {
      package var id: Int
      package var title: String
      package var isInput: Bool

      package init(id: Int, title: String, isInput: Bool) {
        (self.id, self.title, self.isInput) = (id, title, isInput)
      }
    }

    /// What is missing, and why; may be empty.
    package var remark: String
    /// Whether the user has chosen the outputs.
    package var isChosen: Bool
    package var scenarios: [String]
    package var rows: [Row]
    /// The outputs that can be added.
    package var others: [Row]

    package init(remark: String, isChosen: Bool, scenarios: [String], rows: [Row], others: [Row]) {
      (self.remark, self.isChosen, self.scenarios, self.rows, self.others) = (remark, isChosen, scenarios, rows, others)
    }
  }

  /// A value in the table of scenarios.
  package struct ScenarioCell: Hashable, Sendable {
    package var row: Int
    package var column: Int
    package var text: String
    package var difference: String
    /// Whether the scenario gives the input this value.
    package var isOwn: Bool
    package var isFailure: Bool
    /// The text to edit; empty if the value can't be edited.
    package var source: String

    package init(
      row: Int, column: Int, text: String, difference: String, isOwn: Bool, isFailure: Bool, source: String
    ) {
      (self.row, self.column, self.text, self.difference) = (row, column, text, difference)
      (self.isOwn, self.isFailure, self.source) = (isOwn, isFailure, source)
    }
  }
}

extension EditorMessage.Scenarios {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .table(let table):
      writer.byte(34)
      writer.byte(table == nil ? 0 : 1)
      guard let table else { return }
      writer.text(table.remark)
      writer.byte(table.isChosen ? 1 : 0)
      writer.count(table.scenarios.count)
      for name in table.scenarios { writer.text(name) }
      for rows in [table.rows, table.others] {
        writer.count(rows.count)
        for row in rows {
          writer.count(row.id)
          writer.text(row.title)
          writer.byte(row.isInput ? 1 : 0)
        }
      }
    case .offer(let text):
      writer.byte(34)
      writer.byte(2)
      writer.text(text)
    case .focus(let isOnName):
      writer.byte(34)
      writer.byte(isOnName ? 4 : 3)
    case .cells(let cells):
      writer.byte(44)
      writer.count(cells.count)
      for cell in cells {
        writer.count(cell.row)
        writer.count(cell.column)
        for text in [cell.text, cell.difference, cell.source] { writer.text(text) }
        writer.byte((cell.isOwn ? 1 : 0) | (cell.isFailure ? 2 : 0))
      }
    }
  }
}
