// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A column of a file, as a formula names it: `csv("prices.csv", skip: 3).price`.
package struct TableColumn: Hashable, Sendable {
  /// The path of the file.
  package let path: String
  /// The name of the column.
  package let name: String
  /// The type of its cells; `nil` for the type that they have.
  package let type: CalculatorType?
  /// How the file is read.
  package let options: TableOptions

  init(path: String, name: String, type: CalculatorType? = nil, options: TableOptions = TableOptions()) {
    (self.path, self.name, self.type, self.options) = (path, name, type, options)
  }

  /// The types that cells can be read as.
  static let types: [String: CalculatorType] = [
    "number": .number, "boolean": .boolean, "text": .text, "date": .quantity(.date), "moment": .quantity(.moment),
  ]

  /// The names of ``types`` for messages.
  static let typeNames = "\"number\", \"boolean\", \"date\", \"moment\" or \"text\""
}
