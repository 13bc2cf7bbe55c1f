// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A column of a file, as a formula names it: `csv("prices.csv").price`.
package struct TableColumn: Hashable, Sendable {
  /// The path of the file.
  package let path: String
  /// The name of the column.
  package let name: String
  /// The type of its cells; `nil` for the one that they have.
  package let type: CalculatorType?

  /// What cells can be read as.
  static let types: [String: CalculatorType] = [
    "number": .number, "boolean": .boolean, "text": .text, "date": .quantity(.date), "moment": .quantity(.moment),
  ]
}

/// When a file was changed last, as far as the system tells.
package struct FileStamp: Hashable, Sendable {
  /// Nanoseconds since 1970, the size in bytes, and the number of the file, which another in its place has not.
  package let modified: Int64
  package let size: Int64
  package let number: UInt64

  package init(modified: Int64, size: Int64, number: UInt64) {
    self.modified = modified
    self.size = size
    self.number = number
  }
}
