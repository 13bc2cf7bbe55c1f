// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeGraph
import Testing

/// Functions of files whose names later became names of built-in functions.
@Suite struct ShadowedFunctionsTests {
  private static let remark = "'year' is now a built-in function; this file uses its own function of that name, `year`"

  @Test func inAScriptTheFilesOwnFunctionIsMeantFromItsDefinitionOn() {
    let session = Session()
    var remarks: [String] = []
    var errors: [String] = []
    let text = """
      early = year(2026-03-01)
      a = 1; year(x) = x * 12 # months
      months = year(a + 1)
      date(day, month) = day + year(month) ; last = date(1, 2)
      later = wait(3)
      heat = (20 °C - 10 °C) / (1 K) + year(1)
      wait(x) = year(x)
      """
    let script = Script(for: session, named: "old.nc") { (_) throws(Diagnostic) in Session.Result() }
    script.run(Array(text.utf8)) { report in
      switch report.outcome {
      case .success(let result): if let remark = result.remark { remarks.append(remark) }
      case .failure(let diagnostic): errors.append(diagnostic.summary)
      }
      return .proceed
    }
    #expect(errors == [])
    #expect(remarks == [Self.remark, Self.remark.replacing("year", with: "date")])
    let values = ["early", "months", "last", "later", "heat"].map { session.value(of: $0)?.text ?? "" }
    #expect(values == ["2026", "24", "25", "36", "22"])
    #expect(session.functions.contains("`year`(x) = x * 12"))
    session.checkInvariants()
  }

  @Test func inADocumentItIsMeantEverywhere() throws {
    let session = try Session(
      running: "`year`(x) = x * 12", "f(x) = `year`(x) + 1", "months = `year`(2)", "both = f(2) + `year`(1)")
    let json = try SessionDocumentTests.json(try session.document())
    // The document as written before the function was built in.
    let old = json.replacing("`year`", with: "year")
    #expect(old != json)
    let opened = try Session(document: try SessionDocumentTests.document(old))
    #expect(opened.state == session.state)
    #expect(opened.functions == session.functions)
    #expect(opened.shadowedFunctions == ["year"])
    opened.checkInvariants()
    #expect(try Session(document: try SessionDocumentTests.document(json)).shadowedFunctions == [])
    // A document saved now distinguishes the two functions.
    #expect(try SessionDocumentTests.json(try opened.document()) == json)
    var dropped: [DocumentError] = []
    let repaired = try Session(repairing: try SessionDocumentTests.document(old), dropped: &dropped)
    #expect(dropped == [] && repaired.state == session.state)
  }

  @Test func namesThatWereAlwaysReservedStaySo() {
    #expect(
      refusal { () throws(Diagnostic) in try Session().run("max(x) = x") }
        == "error[name]: 'max' is a function and cannot be redefined; as a name, it needs back-ticks: `max`")
  }
}
