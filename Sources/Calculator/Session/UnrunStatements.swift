// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The statements of any input that were not run after a refused one, on whose effects they may depend.
public struct UnrunStatements: Sendable {
  /// How many lines, or statements of the refused line, were left out.
  public let count: Int
  private let first: String
  private let last: String
  private let noun: String

  /// The rest of a script: definitions that still wait, the rest of the current line, and the lines after it; `nil` if these are
  /// only blank lines and comments.
  init?(waiting: [ArraySlice<UInt8>], of line: [ArraySlice<UInt8>], lines: [ArraySlice<UInt8>]) {
    let lines = lines.filter(Self.isStatement)
    if waiting.isEmpty, lines.isEmpty {
      self.init(line, "statement")
    } else {
      self.init(waiting + line + lines, line.isEmpty ? "line" : "statement")
    }
  }

  /// The statements among some lines; `nil` if there are only blank lines and comments.
  package init?(lines: some Collection<String>) {
    self.init(lines.map { Array($0.utf8)[...] }.filter(Self.isStatement), "line")
  }

  package init?(_ texts: [ArraySlice<UInt8>], _ noun: String) {
    guard let first = texts.first, let last = texts.last else { return nil }
    count = texts.count
    self.first = Self.quoted(first)
    self.last = Self.quoted(last)
    self.noun = noun
  }

  /// The message: `3 lines were not run: 'c = 6' to 'd = 1'`
  public var text: String {
    count == 1 ? "1 \(noun) was not run: \(first)" : "\(count) \(noun)s were not run: \(first) to \(last)"
  }

  private static func isStatement(_ bytes: ArraySlice<UInt8>) -> Bool {
    var lexer = Lexer(Array(bytes))
    lexer.skipBlanks()
    return lexer.position < bytes.count
  }

  private static func quoted(_ text: ArraySlice<UInt8>) -> String {
    let text = text.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return VisibleText.standIns(SourceText.quote(Array(text), 0..<text.count))
  }
}
