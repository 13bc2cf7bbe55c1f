// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import NodeGraph
import TestSupport
import Testing

@Suite struct SweepBlockTests {
  private static func text(
    _ options: SweepOptions, of session: Session, rows: String = "", byRows: Bool
  ) throws -> String {
    let scenarios = try options.scenarios { _ throws(FileFailure) in Array(rows.utf8) }
    var text = ""
    let outcome = try SweepRun(options, scenarios, of: session, byRows: byRows).run {
      text += $0
      return true
    }
    return text + "\(outcome)"
  }

  /// Rows with many values that fail or nearly fail.
  private static func rows(_ formulas: inout RandomFormula, count: Int) -> String {
    var lines = ["a,b,n,zero,c"]
    for _ in 0..<count {
      var fields: [String] = []
      for _ in 0..<3 {
        fields.append(formulas.random.below(200) == 0 ? formulas.pick(["NaN", "Infinity"]) : formulas.number())
      }
      // Most rows succeed.
      fields.append(formulas.random.below(16) == 0 ? "0" : formulas.pick(["1", "2", "0.5"]))
      fields.append(formulas.pick(["true", "false"]))
      lines.append(fields.joined(separator: ","))
    }
    return lines.joined(separator: "\n")
  }

  @Test func blocksHaveTheBytesOfRowsThatAreEvaluatedOneByOne() throws {
    for seed in 0..<UInt64(fuzzSteps(80)) {
      var formulas = RandomFormula(random: SplitMix64(seed: seed))
      let session = Session(reportsChanges: false)
      for line in RandomFormula.functions + RandomFormula.inputs { _ = try session.run(line) }
      var options = SweepOptions()
      var definitions: [String] = []
      for number in 0..<6 {
        let name = "f\(number)"
        let text = formulas.text()
        guard (try? session.run("\(name) = \(text)")) != nil else { continue }
        definitions.append("\(name) = \(text)")
        options.outputs.append(name)
        if (try? session.run("sum\(number) = \(name) + a")) != nil { formulas.numbers += [name, "sum\(number)"] }
      }
      // Lists and texts have no columns.
      for line in [
        "list = [a, b, n]", "total = sum(list)", "word = if(c, \"yes\", \"no\")",
        "size = if(word == \"yes\", 3, 2) + n",
      ] {
        _ = try session.run(line)
      }
      options.outputs += ["list", "total", "word", "size", "a"]
      options.rows = "rows.csv"
      options.isJSON = seed.isMultiple(of: 2)
      let rows = Self.rows(&formulas, count: (seed.isMultiple(of: 5) ? 513 : 20) + formulas.random.below(60))
      let blocks = try Self.text(options, of: session, rows: rows, byRows: false)
      let expected = try Self.text(options, of: session, rows: rows, byRows: true)
      guard blocks != expected else { continue }
      let pairs = zip(blocks.split(separator: "\n"), expected.split(separator: "\n"))
      let first = pairs.first { $0 != $1 }
      Issue.record("seed \(seed): \(first.map { "\($0)\n\($1)" } ?? "")\n\(definitions.joined(separator: "\n"))")
      return
    }
  }

  @Test func zeroIsNegatedToMinusZero() throws {
    let session = try Session(running: "x = 1", "r = -x", "s = -(x - 1)")
    var options = SweepOptions()
    options.each = [("x", "0,1,2")]
    options.outputs = ["r", "s"]
    let blocks = try Self.text(options, of: session, byRows: false)
    #expect(blocks == (try Self.text(options, of: session, byRows: true)))
    #expect(blocks.contains("0,0,-0,1,") && blocks.contains("1,1,-1,-0,"), "\(blocks)")
  }

  @Test func theNumberOfThreadsDoesNotChangeAByte() throws {
    let session = try Session(
      running: "x = 1", "y = 2", "z = 1 / (y - 5)", "f = sqrt(x) + y", "g = if(x > 100, f * z, f - z)", "h = g > 3")
    for form in 0..<3 {
      var options = SweepOptions()
      options.each = [("x", "0..350:0.25"), ("y", "1..6")]
      options.draws = []
      options.outputs = ["f", "g"] + (form == 2 ? [] : ["h"])
      options.isJSON = form == 1
      options.isSummary = form == 2
      options.workers = 1
      let expected = try Self.text(options, of: session, byRows: true)
      for workers in 1...3 {
        options.workers = workers
        let text = try Self.text(options, of: session, byRows: false)
        #expect(text.utf8.elementsEqual(expected.utf8), "\(workers) threads, form \(form)")
      }
    }
  }

  @Test(arguments: [
    "1 / (x * 1e300)", "if(x * 1e300 > 1, 2, 3)", "x / (x * 1e300) + 1", "if(y > 0, 1, x * 1e300)",
    "2 - 1e300 / (x * 1e300)",
    "if(1 / (x * 1e300) < 1, x, y)", "iferror(1 / (x * 1e300), 7)", "max(1, 1 / (x * 1e300))",
  ])
  func anOverflowThatNoResultShowsFailsAsItDoesAlone(formula: String) throws {
    let session = try Session(running: "x = 1", "y = 1", "r = \(formula)")
    var options = SweepOptions()
    options.each = [("x", "1,2,1e9,-1e9,0,3,1e10,5,6,1e11"), ("y", "-1,1")]
    options.outputs = ["r"]
    let blocks = try Self.text(options, of: session, byRows: false)
    #expect(blocks == (try Self.text(options, of: session, byRows: true)))
    #expect(blocks.contains("overflow") != formula.hasPrefix("iferror"))
  }
}
