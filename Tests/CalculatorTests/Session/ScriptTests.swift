// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import TestSupport
import Testing

@Suite struct ScriptTests {
  /// The values of each statement, or its diagnostic with its place.
  func run(_ text: String, stopsAtFirst: Bool = false) -> [String] {
    let session = Session()
    var lines: [String] = []
    let script = Script(for: session, named: "s.nc") { command throws(Diagnostic) in
      throw Diagnostic(.command, "unknown command '\(command.name.text)'", command.name.range)
    }
    script.run(Array(text.utf8)) { report in
      switch report.outcome {
      case .success(let result):
        let changes = ChangeReport(result.changes, limit: nil).lines
        lines.append(result.value?.text ?? changes.joined(separator: ", "))
      case .failure(let diagnostic):
        lines.append(diagnostic.rendered(line: report.line, location: report.location))
        if stopsAtFirst { return .stop }
      }
      return .proceed
    }
    session.checkInvariants()
    return lines
  }

  @Test func definitionsMayComeInAnyOrder() {
    #expect(run("c = a + b\nb = a * 2\na = 3\nc\n") == ["a = 3", "b = 6", "c = 9", "9"])
  }

  @Test func aFirstLineForTheSystemIsNoStatement() {
    #expect(
      run("#!/usr/bin/env nodecalc\na = b\nb = 3\nnope\n") == [
        "b = 3", "a = 3", "s.nc:4:1: error[name]: unknown name 'nope'",
      ])
    #expect(run("\u{feff}#!/usr/bin/env nodecalc\r\na = 3") == ["a = 3"])
    #expect(run("a = 3\n#!/usr/bin/env nodecalc\n").count == 2)
  }

  @Test func aStatementThatGoesOnInTheNextLineIsToldThatNoneDoes() {
    #expect(
      run("a = (1 +\n2)\n") == [
        "s.nc:1:9: error[syntax]: expected a value at the end of the line; in a script, a statement must be on one line",
        "s.nc:2:2: error[syntax]: ')' without '('",
      ])
    #expect(run("a = )\n") == ["s.nc:1:5: error[syntax]: expected a value before ')'"])
  }

  @Test func aDefinitionThatWaitsDoesNotOvertakeALaterOne() {
    #expect(run("a = b\na = 5\nb = 1\na") == ["a = 5", "b = 1", "5"])
  }

  @Test func aDefinitionMayNameManyThatComeLater() {
    let names = (0..<2000).map { "x\($0)" }
    let text = "t = \(names.joined(separator: " + "))\n" + names.map { "\($0) = 1\n" }.joined() + "t\n"
    #expect(run(text).last == "2000")
  }

  @Test func statementsRunInTheOrderOfTheFile() {
    #expect(run("a = 3; b = a*2+1; b; a = 5; b") == ["a = 3", "b = 7", "7", "a  3 → 5, b  7 → 11", "11"])
  }

  @Test func definitionsThatNeedEachOtherAreReportedWithTheirCycle() {
    let lines = run("a = c\nb = a\nc = b\nd = 1")
    #expect(lines.count == 4)
    #expect(lines.first == "d = 1")
    #expect(lines.dropFirst().allSatisfy { $0.contains("error[cycle]") && $0.contains("→") })
  }

  @Test func whatDependsOnARefusedDefinitionSaysSo() {
    #expect(
      run("b = a + 1\na = nope\n") == [
        "s.nc:2:5: error[name]: unknown name 'nope'", "s.nc:1:5: error[name]: 'a' was refused",
      ])
  }

  @Test func aScriptStopsWhereItIsToldTo() {
    let lines = run("a = 1\nb = nope\nc = 2", stopsAtFirst: true)
    #expect(lines == ["a = 1", "s.nc:2:5: error[name]: unknown name 'nope'"])
  }

  @Test func lineEndsOfAnySystemAreTheSame() {
    #expect(run("a = 1\r\nb = a\r\nb") == ["a = 1", "b = 1", "1"])
  }

  @Test func aLongChainInReverseOrderLoadsInLinearTimeAndWithoutRecursion() {
    let count = largeCount(100_000)
    let text = (1...count).reversed().map { "n\($0) = n\($0 - 1) + 1\n" }.joined() + "n0 = 0\nn\(count)\n"
    #expect(run(text).last == "\(count)")
  }

  @Test func everyLineOfGarbageIsAnswered() {
    var state: UInt64 = 7
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
    let session = Session()
    var bytes: [UInt8] = []
    for _ in 0..<2000 {
      bytes += (0..<200).map { _ in UInt8(truncatingIfNeeded: next()) }.filter { $0 != 10 } + [10]
    }
    var answered: Set<String> = []
    let script = Script(for: session, named: "x") { _ throws(Diagnostic) in Session.Result() }
    script.run(bytes) { report in
      answered.insert(report.location)
      return .proceed
    }
    #expect(answered.count == 2000)
    session.checkInvariants()
  }
}

@Suite struct ArrivingScriptTests {
  /// The reports of a script, each with the number of pieces read by then.
  private func reports(_ pieces: [String]) -> [String] {
    let session = Session()
    var read = 0
    var reports: [String] = []
    let script = Script(for: session, named: "f") { command throws(Diagnostic) in
      throw Diagnostic(.command, "none", command.name.range)
    }
    func next() -> [UInt8]? {
      guard read < pieces.count else { return nil }
      read += 1
      return Array(pieces[read - 1].utf8)
    }
    script.run(reading: next) { report in
      switch report.outcome {
      case .success(let result): reports.append("\(read) \(report.location) \(result.value?.text ?? "")")
      case .failure(let diagnostic): reports.append("\(read) \(report.location) \(diagnostic.message)")
      }
      return .proceed
    }
    return reports
  }

  @Test func aStatementRunsWhenItsLineIsThere() {
    #expect(reports(["a = 1\n", "a + ", "1\r\n", "a + 2"]) == ["1 f:1 ", "3 f:2 2", "4 f:3 3"])
    #expect(reports(["\u{feff}a = 1\n", "", "a"]) == ["1 f:1 ", "3 f:2 1"])
    #expect(reports([]) == [])
  }

  @Test func aDefinitionWaitsForANameThatMayStillCome() {
    #expect(reports(["b = a + 1\n", "a = 1\n", "b\n"]) == ["2 f:2 ", "2 f:1 ", "3 f:3 2"])
    #expect(reports(["b = a + 1\n", "c = 1\n"]) == ["2 f:1 unknown name 'a'", "2 f:2 "])
    #expect(reports(["b + 1\n", "b = 1\n"]) == ["1 f:1 unknown name 'b'", "2 f:2 "])
  }

  @Test func piecesOfAnyLengthGiveTheSameReports() {
    let text = "x = y * 2\ny = z\n`long name` = 3\r\nz = `long name` + 1; q = 1 / 0\nx; q\nx = nothing\n\n# end\nx"
    func said(_ reports: [String]) -> [String] { reports.map { String($0.drop { $0 != " " }) } }
    let whole = said(reports([text]))
    #expect(whole.count == 9)
    for length in 1...text.utf8.count {
      let bytes = Array(text.utf8)
      let pieces = stride(from: 0, to: bytes.count, by: length).map {
        String(decoding: bytes[$0..<min($0 + length, bytes.count)], as: UTF8.self)
      }
      #expect(said(reports(pieces)) == whole, "pieces of \(length) bytes")
    }
  }

  @Test func aLineOfMoreThan16MiBIsRefusedAndTheNextOneIsRun() {
    let line = [UInt8](repeating: 0x31, count: StatementParser.lineLimit + 1)
    let session = Session()
    let script = Script(for: session, named: "a.nc") { command throws(Diagnostic) in
      throw Diagnostic(.command, "none", command.name.range)
    }
    var reports: [String] = []
    script.run(line + Array("\na = 1\n".utf8)) { report in
      if case .failure(let diagnostic) = report.outcome { reports.append("\(report.location) \(diagnostic.summary)") }
      return .proceed
    }
    #expect(reports == ["a.nc:1 error[syntax]: the line has more than 16 MiB, the most that is read"])
    #expect(session.names == ["a"])
  }
}
