// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension CSVTable {
  /// The guesses and the columns, one per line. Complexity: O(bytes).
  package var inspection: [String] {
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
