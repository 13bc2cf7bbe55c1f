// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Lists as columns of a file of comma-separated values (RFC 4180). Numbers read back unchanged.
struct ListExport {
  private let names: [String]
  private let lists: [CalculatorValue]

  /// Reads lists from a session.
  ///
  /// - Parameters:
  ///   - names: The names of the lists.
  ///   - session: The session.
  ///   - range: The bytes of the line that a diagnostic points at if no names are given.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name, for a value that is not a list, and for lists of
  ///   different lengths.
  init(of names: [SourceName], in session: Session, at range: Range<Int>) throws(Diagnostic) {
    guard let first = names.first else {
      throw Diagnostic(.command, "csv needs the names of lists", range, hint: "write export csv FILE NAME…")
    }
    var lists: [CalculatorValue] = []
    for name in names {
      let name = name.withoutBackticks
      switch session.value(of: try session.formulas.node(name)) {
      case .value(let value):
        guard let count = value.count else {
          throw Diagnostic(.type, "\(name.text) is \(value.type.phrase), not a list", name.range)
        }
        if let length = lists.first?.count, length != count {
          throw Diagnostic(
            .type, "\(first.withoutBackticks.text) has \(length) elements and \(name.text) \(count)", name.range)
        }
        lists.append(value)
      case .pending:
        throw Diagnostic(.domain, "\(name.text) is pending", name.range, hint: "'wait' waits for its value")
      case .failure(let message, _): throw Diagnostic(.domain, "\(name.text) has no value: \(message)", name.range)
      }
    }
    // Quantities are written as numbers, with the unit in the header; dates are written as texts.
    self.names = zip(names, lists).map { name, list in
      let unit = list.type.unit.flatMap { $0.isCalendar ? nil : " (\($0))" } ?? ""
      return name.withoutBackticks.text + unit
    }
    self.lists = lists
  }

  /// The text of the file. Complexity: O(elements).
  var text: String {
    var text = names.map(SweepRowText.field).joined(separator: ",") + "\n"
    for row in 0..<(lists.first?.count ?? 0) {
      for (column, list) in lists.enumerated() {
        if column > 0 { text += "," }
        text += Self.field(list.element(at: row), isAlone: lists.count == 1)
      }
      text += "\n"
    }
    return text
  }

  private static func field(_ value: CalculatorValue, isAlone: Bool) -> String {
    if case .quantity(let number, let unit) = value, !unit.isCalendar { return NumberText.exact(number) }
    guard case .text(let text) = value else { return value.exactText }
    // An empty line would be skipped as blank.
    return text.isEmpty && isAlone ? "\"\"" : SweepRowText.field(text)
  }
}
