// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator

extension SourceName {
  /// Makes a name that is the whole text of a verb's argument.
  package init(_ text: String) { self.init(text, range: 0..<text.utf8.count) }
}

extension Session {
  /// Makes a session that has run some lines.
  package convenience init(running first: String, _ others: String...) throws {
    self.init()
    for line in [first] + others { try run(line) }
  }

  /// Opens a script, whose comments become notes.
  package convenience init(opening text: String) throws {
    self.init()
    let script = Script(for: self, named: "t.nc", keepsComments: true) { [unowned self] command throws(Diagnostic) in
      try run(saved: command)
    }
    var failure: Diagnostic?
    script.run(Array(text.utf8)) { report in
      if case .failure(let diagnostic) = report.outcome, failure == nil { failure = diagnostic }
      return .proceed
    }
    if let failure { throw failure }
  }

  /// All names with their formulas and values.
  package var state: [String] {
    names.map { name in "\(name) = \(source(of: name) ?? "") = \(value(of: name)?.text ?? "")" }.sorted()
  }
}

/// The refusal of a verb, on one line.
package func refusal(_ body: () throws(Diagnostic) -> Void) -> String {
  do throws(Diagnostic) {
    try body()
    return "it was not refused"
  } catch {
    return error.summary
  }
}
