// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import TestSupport
import Testing

@Suite struct ScriptRunTests {
  /// A small generator with the same numbers on every platform.
  struct Dice {
    var state: UInt64

    mutating func roll(_ sides: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % sides
    }
  }

  func describe(_ report: Script.Report) -> String {
    switch report.outcome {
    case .success(let result):
      let changes = ChangeReport(result.changes, limit: nil).lines.joined(separator: ", ")
      return "\(report.location) \(result.isQuiet) \(result.value?.text ?? "") \(changes)"
    case .failure(let diagnostic): return diagnostic.rendered(line: report.line, location: report.location)
    }
  }

  func delete(_ command: Command, in session: Session) throws(Diagnostic) -> Session.Result {
    guard command.name.text == "delete", let word = command.words.first else {
      throw Diagnostic(.command, "unknown command", command.name.range)
    }
    return try session.delete(word)
  }

  func script(_ dice: inout Dice) -> String {
    let names = ["a", "b", "c", "d", "x"]
    func name() -> String { names[dice.roll(names.count)] }
    func formula() -> String {
      switch dice.roll(8) {
      case 0: "\(dice.roll(9))"
      case 1: name()
      case 2: "\(name()) + nope"
      case 3: "if(\(name()) > 1, \(name()), \(name()))"
      case 4: "\(name()) + \(name()) + \(name()) + \(name()) + \(name())"
      case 5: dice.roll(4) == 0 ? "#123" : "\(name()) / 2"
      default: "\(name()) * \(name())"
      }
    }
    func statement() -> String {
      switch dice.roll(16) {
      case 0: formula()
      case 1: "\(name()) = Add(x: \(formula()), y: \(formula()))"
      case 2: "\(name()).x = \(formula())"
      case 3: "\(name()) -> \(name()).y"
      case 4: ".delete \(name())"
      case 5: "\(name()) = 1 +"
      case 6: "# nothing"
      default: "\(name()) = \(formula())"
      }
    }
    return (0..<2 + dice.roll(12)).map { _ in
      let statements = (0..<1 + dice.roll(3) / 2 * dice.roll(3)).map { _ in statement() }
      return statements.joined(separator: "; ") + (dice.roll(6) == 0 ? ";" : "")
    }.joined(separator: "\n")
  }

  @Test func statementsComeToTheSameAsIfAllWereParsedFirst() {
    var dice = Dice(state: 1)
    for round in 0..<fuzzSteps(3000) {
      let text = script(&dice)
      var expected: [String] = []
      let session = Session()
      var reference = ReferenceScript(for: session)
      reference.run(text) { command throws(Diagnostic) in
        try delete(command, in: session)
      } report: {
        expected.append(describe($0))
      }
      var reports: [String] = []
      let tried = Session()
      Script(for: tried, named: "s.nc") { command throws(Diagnostic) in
        try delete(command, in: tried)
      }.run(Array(text.utf8)) {
        reports.append(describe($0))
        return .proceed
      }
      tried.checkInvariants()
      #expect(reports == expected, "round \(round):\n\(text)")
      if reports != expected { return }
    }
  }

  /// The work of a script relative to its size; each progress call stands for 64 KiB that were read.
  func work(_ text: String) -> Double {
    var calls = 0
    var last = 0.0
    var isRising = true
    Script(for: Session(), named: "s.nc") { _ throws(Diagnostic) in Session.Result() }.run(
      Array(text.utf8),
      progress: { fraction in
        calls += 1
        isRising = isRising && fraction >= last && fraction <= 1
        last = fraction
      },
      report: { _ in .proceed })
    #expect(isRising)
    return Double(calls) * 65_536 / Double(text.utf8.count)
  }

  @Test func linesInOrderAreReadOnce() {
    let text = "n0 = 0\n" + (1..<8000).map { "n\($0) = n\($0 - 1) + 1\n" }.joined()
    #expect(work(text) < 1.3)
  }

  @Test func linesInReverseOrderAreLookedAtAFewTimesEach() {
    let text = (1..<8000).reversed().map { "n\($0) = n\($0 - 1) + 1\n" }.joined() + "n0 = 0\n"
    #expect(work(text) < 3.5)
  }

  @Test func aNameThatIsDefinedNowhereIsLookedForOnceThroughTheFile() {
    let text = (0..<4000).map { "n\($0) = nowhere\($0 % 7) + n\($0)\n" }.joined()
    #expect(work(text) < 2.5)
  }

  @Test func aLineOfManyNamesIsNotReadAgainForEach() {
    let names = (0..<3000).map { "x\($0)" }
    let text = "t = \(names.joined(separator: " + "))\n" + names.map { "\($0) = 1\n" }.joined()
    #expect(work(text) < 3.5)
  }
}
