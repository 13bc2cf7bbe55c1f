// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Diagnostic {
  /// The first line of every form: `error[name]: unknown name 'totl'; did you mean 'total'?`.
  public var summary: String {
    "error[\(code.rawValue)]: \(message)" + (hint.map { "; \($0)" } ?? "")
  }

  /// The diagnostic as text, without a newline at its end.
  ///
  /// Without a location, the summary is followed by the line, a caret and the notes, each indented by two spaces:
  ///
  ///     error[name]: unknown name 'totl'; did you mean 'total'?
  ///       totl * 2
  ///       ^~~~
  ///
  /// - Parameters:
  ///   - line: the bytes of the line the ranges refer to.
  ///   - location: a file and line number such as `-e:1`; the column is added, and the line is not shown.
  /// - Returns: the lines, joined by line feeds.
  public func rendered(line: [UInt8], location: String? = nil) -> String {
    var lines: [String]
    if let location {
      lines = ["\(location):\(column(in: line)): \(summary)"]
    } else {
      let excerpt = Excerpt(of: line, around: range)
      lines = [summary, "  " + excerpt.text, "  " + excerpt.caret]
    }
    lines += notes.map { "  " + $0 }
    return lines.joined(separator: "\n")
  }

  /// The column the diagnostic points at, counted in characters from 1.
  public func column(in line: [UInt8]) -> Int {
    String(decoding: line.prefix(range.lowerBound), as: UTF8.self).count + 1
  }
}
