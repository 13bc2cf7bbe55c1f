// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import FoundationEssentials
import Testing

/// Real workbooks with the values stored by their spreadsheet program. They are not part of the repository; without them,
/// these tests are skipped.
@Suite struct WorkbookTests {
  /// A number; −0 is stored as text.
  struct Stored: Decodable {
    let number: Double

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        self.number = number
      } else {
        number = try #require(Double(try container.decode(String.self)))
      }
    }
  }

  struct Expectation: Decodable {
    struct Edit: Decodable {
      let set: String
      let value: Stored
      let descendants: Int
      let changed: [String: Stored]
    }

    let values: [String: Stored]
    let edits: [Edit]
  }

  static let folder: String = {
    let root = #filePath.split(separator: "/").dropLast(4)
    return "/" + root.dropLast().joined(separator: "/") + "/shared/data/workbooks"
  }()
  static let names = ["carbon-trust-eu", "decc-2050-pathways"]
  static let isPresent = names.allSatisfy { FileManager.default.fileExists(atPath: "\(folder)/\($0).nc") }

  @Test(.enabled(if: isPresent, "the workbooks are not on this machine"), arguments: names)
  func everyFormulaHasItsStoredValueAndEachEditChangesExactlyWhatHangsOnIt(name: String) throws {
    let expectation = try JSONDecoder().decode(
      Expectation.self, from: Data(contentsOf: URL(filePath: "\(Self.folder)/\(name).expected.json")))
    let session = try load("\(Self.folder)/\(name).nc")
    for (formula, value) in expectation.values {
      let computed = try #require(number(formula, in: session), "\(formula) has no number")
      #expect(isClose(computed, value.number), "\(formula) = \(computed), stored \(value.number)")
    }
    for edit in expectation.edits {
      let before = try #require(number(edit.set, in: session))
      let spelled = SourceName.spelling(edit.set)
      let result = try #require(try session.run("\(spelled) = \(edit.value.number)").first)
      let changed = result.changes.dropFirst()
      #expect(result.changes.first?.name == edit.set)
      #expect(Set(changed.map(\.name)) == Set(edit.changed.keys), "after \(edit.set) = \(edit.value.number)")
      #expect(result.evaluatedCount <= edit.descendants)
      for (formula, value) in edit.changed {
        let computed = try #require(number(formula, in: session))
        #expect(isClose(computed, value.number), "\(formula) = \(computed), not \(value.number), after \(edit.set)")
      }
      try session.run("\(spelled) = \(before)")
    }
    #expect(!expectation.edits.isEmpty)
  }

  private func load(_ path: String) throws -> Session {
    let session = Session()
    var refused: [Diagnostic] = []
    let script = Script(for: session, named: path) { command throws(Diagnostic) in
      throw Diagnostic(.command, "a workbook has no commands", command.name.range)
    }
    script.run(Array(try Data(contentsOf: URL(filePath: path)))) { report in
      if case .failure(let diagnostic) = report.outcome { refused.append(diagnostic) }
      return .proceed
    }
    #expect(refused.isEmpty)
    return session
  }

  private func number(_ name: String, in session: Session) -> Double? {
    guard case .value(.number(let number))? = session.value(of: name) else { return nil }
    return number
  }

  private func isClose(_ left: Double, _ right: Double) -> Bool {
    abs(left - right) <= 1e-9 * max(abs(left), abs(right)) || left == right
  }
}
