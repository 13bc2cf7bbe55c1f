// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import Testing

@Suite struct SessionDiagnosticsTests {
  @Test func namesThatAreTooLongToBeReadAreShortened() {
    let long = String(repeating: "ab", count: 100_000)
    let session = Session()
    let unknown = refusal { () throws(Diagnostic) in _ = try session.run("\(long) * 2") }
    #expect(unknown == "error[name]: unknown name '\(long.prefix(31))…'")
    // Names in backticks, with an apostrophe, unquoted, of one character with 50,000 marks, and repeated many times.
    for name in ["`\(long) \(long)`", "`it's \(long)`", "e" + String(repeating: "\u{301}", count: 50_000)] {
      let texts = [
        refusal { () throws(Diagnostic) in _ = try session.run("\(name) + nope") },
        refusal { () throws(Diagnostic) in _ = try session.run("\(name) = nope") },
        refusal { () throws(Diagnostic) in _ = try session.run("a = 1; \(name) = a; a = \(name)") },
        refusal { () throws(Diagnostic) in _ = try session.delete(SourceName(name)) },
      ]
      for text in texts { #expect(text.utf8.count < 1700, "\(text)") }
    }
  }

  @Test func ofALongCycleTheEndsAreShown() throws {
    let session = try Session(running: "n0 = 1")
    for index in 1...40 { try session.run("n\(index) = n\(index - 1)") }
    do throws(Diagnostic) {
      _ = try session.run("n0 = n40")
      Issue.record("it was not refused")
    } catch {
      #expect(
        error.notes == ["n0 → n1 → n2 → n3 → n4 → n5 → … 30 more … → n36 → n37 → n38 → n39 → n40 → n0"])
    }
  }
}
