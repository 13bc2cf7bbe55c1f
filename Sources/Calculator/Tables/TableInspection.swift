// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Describes how a file of rows is read: the guesses, their reasons, and how to change them.
extension Session {
  /// The lines of `inspect "f.csv"`. Options may follow the path, as in a formula: `inspect "f.csv", skip: 3`.
  ///
  /// - Throws: A ``Diagnostic`` if the file can't be read, or an option is unknown.
  func inspection(ofFile command: Command) throws(Diagnostic) -> [String] {
    let range = command.arguments.range
    let column: TableColumn?
    do throws(Diagnostic) {
      column = try Formula("csv(\(command.arguments.text))").columns.first
    } catch {
      throw Diagnostic(error.code, error.message, range, hint: error.hint)
    }
    guard let column, let files else { throw Diagnostic(.file, UnreadFile().description, range) }
    do throws(FileFailure) {
      return try files.table(column.path, column.options).inspection
    } catch {
      throw Diagnostic(.file, error.message, range, hint: error.hint)
    }
  }
}

extension CSVTable {
  /// The guesses and the columns, one per line. Complexity: O(bytes).
  var inspection: [String] {
    var lines = [
      "\(path): \(MessageText.counted(count, "row")), \(MessageText.counted(names.count, "column"))"
        + (isJSON ? ", from records of JSON" : "")
    ]
    for finding in findings {
      let doubt = finding.isSure || finding.isSet ? "" : " (unsure)"
      lines.append("  \(finding.spelling)\(doubt): \(finding.reason)")
    }
    for column in names.indices {
      let reading = ColumnReading(self, column)
      let name = SourceName(naming: names[column]).spelling
      let type =
        switch reading.kind {
        case .number: "numbers"
        case .boolean: "true or false"
        case .time: "dates"
        case .quantity: "quantities"
        case .text: "texts"
        }
      lines.append("  \(name): \(type)")
      for note in columnNotes(column, reading) { lines.append("    \(note)") }
    }
    for remark in remarks { lines.append("  \(remark)") }
    let settable = findings.map(\.spelling).filter { !$0.hasSuffix(": no") || $0.hasPrefix("header") }
    if !isJSON {
      lines.append(
        "  to read it differently, write csv(\(([TextLiteral.spelling(path)] + settable).joined(separator: ", "))) with other values"
      )
    }
    return lines
  }
}
