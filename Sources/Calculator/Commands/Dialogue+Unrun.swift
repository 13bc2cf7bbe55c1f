// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What a refusal or ^C keeps from being run, which a person must not take for done.
extension Dialogue {
  /// Carries out the statements of a line, up to the first that is refused or to ^C, and names those behind it.
  ///
  /// - Returns: Whether none was refused.
  func carryOut(
    _ parsed: StatementLine, of line: String, _ body: (Statement) throws(Diagnostic) -> Void
  ) -> Bool {
    let statements = parsed.statements
    func tellUnrun(from index: Int) {
      let texts = statements[index...].map { Array(line.utf8)[$0.range] }
      if let text = Self.text(unrun: texts, "statement") { put(text) }
    }
    for (index, statement) in statements.enumerated() where !isOver {
      guard goesOn else {
        tellUnrun(from: index)
        break
      }
      do throws(Diagnostic) {
        try body(statement)
      } catch {
        show(error, line)
        tellUnrun(from: index + 1)
        return false
      }
    }
    return true
  }

  /// Names lines that were not run, except blank ones and comments.
  func tellUnrun(_ lines: some Collection<String>) {
    let texts = lines.map { Array($0.utf8)[...] }.filter { bytes in
      var lexer = Lexer(Array(bytes))
      lexer.skipBlanks()
      return lexer.position < bytes.count
    }
    if let text = Self.text(unrun: texts, "line") { host.print("  \(text)") }
  }

  /// `3 lines were not run: 'c = 6' to 'd = 1'`; `nil` where all were run.
  private static func text(unrun texts: [ArraySlice<UInt8>], _ noun: String) -> String? {
    guard let first = texts.first, let last = texts.last else { return nil }
    func quoted(_ text: ArraySlice<UInt8>) -> String {
      VisibleText.standIns(SourceText.quote(Array(text), 0..<text.count))
    }
    if texts.count == 1 { return "1 \(noun) was not run: \(quoted(first))" }
    return "\(texts.count) \(noun)s were not run: \(quoted(first)) to \(quoted(last))"
  }
}
