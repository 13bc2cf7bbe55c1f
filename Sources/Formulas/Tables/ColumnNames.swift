// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The names of columns: the unique names of the header, and numbers for columns that have none.
package struct ColumnNames {
  package private(set) var all: [String] = []
  /// The indices of columns without a name of their own.
  private(set) var unnamed: Set<Int> = []
  /// A note on names that occurred twice and were changed.
  package private(set) var note: String?

  /// Creates the names from the lines of a header.
  ///
  /// - Parameters:
  ///   - lines: The texts of each line of the header, from the top.
  ///   - width: The number of columns.
  package init(_ lines: [[String]], width: Int) {
    let lines = lines.map { line in
      (0..<width).map { $0 < line.count ? Self.clean(line[$0]) : "" }
    }
    var names = Self.joined(lines, width)
    if lines.count > 1, Set(names).count < width {
      // A name over several columns is written above the first of them.
      let spread = Self.joined(lines.dropLast().map(Self.spread) + lines.suffix(1), width)
      for column in 0..<width where names.count(where: { $0 == names[column] }) > 1 { names[column] = spread[column] }
    }
    // The header is a comment line.
    if let first = names.first, first.hasPrefix("#"), names.count > 1, first.count > 1 {
      names[0] = String(first.dropFirst()).trimmingBlanks
    }
    number(names)
  }

  /// Numbers the columns of a file without a header.
  init(width: Int) { number(Array(repeating: "", count: width)) }

  private mutating func number(_ names: [String]) {
    var taken = Set(names)
    var seen: Set<String> = []
    for (column, name) in names.enumerated() {
      if !name.isEmpty, seen.insert(name).inserted {
        all.append(name)
        continue
      }
      let candidate = Self.free(name.isEmpty ? "column\(column + 1)" : name, isTaken: taken.contains)
      if name.isEmpty {
        unnamed.insert(column)
      } else if note == nil {
        note =
          "several columns are called '\(MessageText.shortened(name, to: 40))': the second is \(SourceName(naming: candidate).spelling)"
      }
      taken.insert(candidate)
      all.append(candidate)
    }
  }

  /// The name, or the first of `name_2`, `name_3` and so on that is not taken.
  static func free(_ name: String, isTaken: (String) -> Bool) -> String {
    var (candidate, number) = (name, 1)
    while isTaken(candidate) {
      number += 1
      candidate = "\(name)_\(number)"
    }
    return candidate
  }

  private static func joined(_ lines: [[String]], _ width: Int) -> [String] {
    (0..<width).map { column in
      lines.map { $0[column] }.filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  private static func spread(_ line: [String]) -> [String] {
    var last = ""
    return line.map { name in
      if !name.isEmpty { last = name }
      return last
    }
  }

  /// A name on one line, without blanks at its ends.
  private static func clean(_ name: String) -> String {
    let words = name.replacing("`", with: "'").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if words.isEmpty || SourceName.isSpellable(words) { return words }
    return String(
      String.UnicodeScalarView(words.unicodeScalars.filter { SourceName.isSpellable("\($0)") || $0 == " " }))
  }
}
