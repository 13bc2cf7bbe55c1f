// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Names what was not run after something was refused.
enum UnrunText {
  /// Names lines, except blank lines and comments.
  static func text(of lines: some Collection<String>) -> String? {
    let texts = lines.map { Array($0.utf8)[...] }.filter { bytes in
      var lexer = Lexer(Array(bytes))
      lexer.skipBlanks()
      return lexer.position < bytes.count
    }
    return text(of: texts, "line")
  }

  /// `3 lines were not run: 'c = 6' to 'd = 1'`; `nil` where all were run.
  static func text(of texts: [ArraySlice<UInt8>], _ noun: String) -> String? {
    guard let first = texts.first, let last = texts.last else { return nil }
    if texts.count == 1 { return "1 \(noun) was not run: \(quoted(first))" }
    return "\(texts.count) \(noun)s were not run: \(quoted(first)) to \(quoted(last))"
  }

  private static func quoted(_ text: ArraySlice<UInt8>) -> String {
    VisibleText.standIns(SourceText.quote(Array(text), 0..<text.count))
  }
}
