// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The columns of a file of rows as lists, for nodes that keep the values when the file is gone.
package struct TableImport {
  /// A column that becomes a node.
  package struct Column {
    /// A name that formulas can have, and that is free.
    package let name: String
    package let values: CalculatorValue
  }

  /// The greatest number of columns that become nodes.
  static let greatestColumns = 200
  /// The greatest length of a name, in bytes.
  private static let greatestName = 60

  /// The number of rows below the names.
  package let rowCount: Int
  package private(set) var columns: [Column] = []
  /// What the user has to know: doubtful guesses, cells that are read as texts, columns that are left out and names that
  /// were changed; one sentence each, without a full stop.
  package private(set) var notes: [String] = []

  /// Reads a file as formulas with `csv` do, without options.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - file: Its name in messages.
  ///   - isTaken: Whether a node can't have a name.
  /// - Throws: A ``FileFailure`` if it is broken, or has no rows or too many columns.
  /// - Complexity: O(bytes)
  package init(_ bytes: [UInt8], named file: String, isTaken: (String) -> Bool) throws(FileFailure) {
    let table: CSVTable
    do throws(FileFailure) {
      table = try CSVTable(bytes, path: file)
    } catch {
      throw FileFailure(MessageText.shortened(TableAdvice.withoutAdvice(error.message)))
    }
    rowCount = table.count
    guard table.names.count <= Self.greatestColumns else {
      throw FileFailure(
        "'\(file)' has \(table.names.count) columns, and at most \(Self.greatestColumns) become nodes",
        hint: "leave out those that are not needed")
    }
    guard table.count > 0 else { throw FileFailure("'\(file)' has names of columns, but no rows") }
    notes = table.findings.compactMap { $0.note(file) } + table.remarks
    var given: Set<String> = []
    for (place, header) in table.names.enumerated() {
      let reading = ColumnReading(table, place)
      // A name can't contain the sign between the parts of a path.
      let short = MessageText.shortened(header.replacing("›", with: ">"), to: Self.greatestName)
      let name = ColumnNames.free(short) {
        given.contains($0) || isTaken($0)
      }
      do throws(FileFailure) {
        columns.append(Column(name: name, values: try table.values(place, reading)))
      } catch {
        notes.append("\(SourceName(naming: name).spelling) is left out: \(error.message)")
        continue
      }
      given.insert(name)
      notes += table.columnNotes(place, reading)
      if name != header {
        let (old, new) = (MessageText.shortened(header, to: 40), SourceName(naming: name).spelling)
        notes.append("the column '\(old)' is called \(new)\(isTaken(header) ? ", because its name is taken" : "")")
      }
    }
    notes = notes.map { MessageText.shortened(TableAdvice.withoutAdvice($0)) }
    guard !columns.isEmpty else {
      throw FileFailure("'\(file)' has no column that can be read; \(notes.first ?? "")")
    }
  }

  /// Whether a file that is neither a document nor a script is a table: its rows can be read and have several cells.
  package static func isTable(_ bytes: [UInt8]) -> Bool {
    guard let table = try? CSVTable(bytes, path: "") else { return false }
    return table.names.count > 1 && table.count > 0
  }
}
