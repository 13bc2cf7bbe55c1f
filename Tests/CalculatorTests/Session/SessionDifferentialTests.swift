// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import FoundationEssentials
import NodeEval
import TestSupport
import Testing

/// Random sessions whose evaluations are stopped at random, compared with new sessions that load their texts.
@Suite struct SessionDifferentialTests {
  /// More nodes than run between two checks for an interruption.
  private static let chainLength = 280

  /// The number of statements: NODEGRAPH_FUZZ_STEPS, or 60.
  private static let steps = fuzzSteps(60)

  private var steps = RandomStatements(seed: 0)
  private var session = Session()
  /// The session's texts after each step of the history.
  private var texts: [String] = []
  private var redoable = 0
  private var comment: Comment = ""

  private mutating func start(_ seed: UInt64) throws {
    steps = RandomStatements(seed: seed)
    session = Session()
    try session.run("s = 1; t0 = s")
    for index in 1...Self.chainLength { try session.run("t\(index) = t\(index - 1) + 1") }
    session.undoLimit = 0
    session.undoLimit = 1 << 30
    texts = [session.text]
  }

  private mutating func name() -> String { ["a", "b", "c", "d", "x", "y", "z", "s"][steps.below(8)] }

  private mutating func step() throws(Diagnostic) {
    let link = "t\(steps.below(Self.chainLength + 1))"
    switch steps.below(14) {
    case 0...2: try session.run("s = \(steps.below(3) - 1)")
    case 3: try session.run("\(name()) = \(link) * \(name())")
    case 4: try session.run("\(name()) = ColorAdjust(color: rgb(\(link), s, 3), multiplier: \(link))")
    case 5: try session.run("\(name()) = Add(x: \(link) * 2, y: \(link))")
    case 6: try session.run("\(link) = \(steps.below(2) == 0 ? name() : "Number(value: -0)")")
    case 7: _ = try session.delete(SourceName([link, "s", name()][steps.below(3)]))
    case 8: try session.expand(SourceName([link, name()][steps.below(2)]))
    case 9: try session.rename(SourceName([link, name()][steps.below(2)]), to: SourceName(name()))
    case 10: try sweep(SourceName(["s", name()][steps.below(2)]), [SourceName(name()), SourceName(link)])
    case 11:
      // The nodes that this evaluates belong to the last step, and undone steps can still be redone.
      let undone = session.undoneHistory
      _ = session.resume()
      #expect(session.undoneHistory == undone, comment)
      redoable = session.undoneHistory.count
    default: steps.step(session)
    }
  }

  private func load() -> Session {
    let text = session.text
    let loaded = SessionTextTests().load(text)
    #expect(loaded.text == text, comment)
    return loaded
  }

  /// Compares a sweep with setting each value in turn.
  private func sweep(_ input: SourceName, _ outputs: [SourceName]) throws(Diagnostic) {
    let range = try SweepRange(from: -1, through: 2, step: 1.5)
    let asked = session.evaluator.isInterrupted
    session.evaluator.isInterrupted = nil
    defer { session.evaluator.isInterrupted = asked }
    let sweep = try session.sweep(input, over: range, outputs)
    let loaded = load()
    for (index, value) in range.values.enumerated() {
      try loaded.run("`\(input.text)` = \(value)")
      for column in sweep.columns {
        #expect(column.values[index] == loaded.value(of: column.name), "\(comment) sweeping \(column.name)")
      }
    }
  }

  /// Checks all values that are finished.
  private func check() {
    session.checkInvariants()
    let loaded = load()
    for name in loaded.names {
      let value = session.value(of: name)
      if case .failure("unfinished", _) = value, session.evaluator.hasUnfinished { continue }
      #expect(value == loaded.value(of: name), "\(comment) \(name)")
    }
    #expect(session.names.count == loaded.names.count, comment)
  }

  private mutating func travel() throws {
    let count = 1 + steps.below(4)
    let isRedo = steps.below(3) == 0
    let from = session.history.count
    do throws(Diagnostic) {
      if isRedo { try session.redo(count) } else { try session.undo(count) }
    } catch {
      guard !error.message.hasPrefix("there is nothing to") else { return }
      Issue.record("\(comment) \(error.summary)")
    }
    if isRedo { #expect(session.history.count >= from, comment) }
    #expect(session.text == texts[session.history.count], "\(comment) \(isRedo ? "redo" : "undo") \(count)")
  }

  @Test(arguments: 0..<2 as Range<UInt64>)
  mutating func whateverHappensValuesAreThoseOfTheText(seed: UInt64) throws {
    try start(seed)
    var stops = steps
    session.evaluator.isInterrupted = { stops.below(3) > 0 }
    for step in 0..<Self.steps {
      comment = "seed \(seed), step \(step)"
      if steps.below(6) == 0 {
        try travel()
      } else {
        let before = session.history.count
        redoable = session.undoneHistory.count
        do throws(Diagnostic) { try self.step() } catch { _ = error }
        let after = session.history.count
        if after != before || session.undoneHistory.count != redoable {
          #expect(after == before + 1, comment)
          texts.removeLast(max(texts.count - after, 0))
          texts.append(session.text)
        }
        #expect(session.text == texts[after], comment)
      }
      if steps.below(4) == 0 { check() }
      let name = SourceName(name())
      _ = try? session.why(name)
      _ = try? session.inspect(name)
    }
    while session.evaluator.hasUnfinished { _ = session.resume() }
    check()
  }
}
