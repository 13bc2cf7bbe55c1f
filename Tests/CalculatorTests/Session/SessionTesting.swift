// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt

extension SourceName {
  /// Makes a name that is the whole text of a verb's argument.
  init(_ text: String) { self.init(text, range: 0..<text.utf8.count) }
}

extension Session {
  /// Makes a session that has run some lines.
  convenience init(running first: String, _ others: String...) throws {
    self.init()
    for line in [first] + others { try run(line) }
  }

  /// All names with their formulas and values.
  var state: [String] {
    names.map { name in "\(name) = \(source(of: name) ?? "") = \(value(of: name)?.text ?? "")" }.sorted()
  }
}

/// The refusal of a verb, on one line.
func refusal(_ body: () throws(Diagnostic) -> Void) -> String {
  do throws(Diagnostic) {
    try body()
    return "it was not refused"
  } catch {
    return error.summary
  }
}
