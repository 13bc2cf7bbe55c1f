// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeGraph
import TestSupport
import Testing

@Suite struct SweepBlockTests {
  static func text(
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

  /// Some of the runs have enough rows for several threads, which the number of threads depends on.
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
      options.workers = 1 + Int(seed % 3)
      let count = seed % 40 == 20 ? 8200 : seed.isMultiple(of: 5) ? 513 : 20
      let rows = Self.rows(&formulas, count: count + formulas.random.below(60))
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
    "min(1, x * 1e300)", "max(x * 1e300, y)", "exp(0 - abs(x) * 1e300)", "1 / floor(x * 1e300)", "1 / round(x * 1e300)",
    "ln(abs(x) * 1e300 + 1)", "1 / sqrt(abs(x) * 1e300)", "if(y > 0, 2, 1 / ceil(x * 1e300))",
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

  /// Numbers at which functions change their ways: limits of exponents, halves, the greatest numbers with fractions.
  private static let numbers: [Double] = {
    var numbers: [Double] = [
      0, 0.5, 1, 1.5, 2.5, 0.5.nextDown, 0.5.nextUp, 1 - 0x1p-53, 0x1p51 + 0.5, 0x1p52 - 0.5, 0x1p52, 0x1p52 + 1,
      0x1p53, 1e22,
      1e300, .leastNormalMagnitude, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 699.5, 700, 701, 709.78, 710,
      745.1, 745.2,
      746, 0.1, 0.2, 1e-8, 1e-17, .pi, .pi / 2, 2.675,
    ]
    numbers += numbers.map { -$0 }
    var random = SplitMix64(seed: 11)
    for _ in 0..<fuzzSteps(2000) {
      let fraction = Double(random.next() >> 11) * 0x1p-53
      numbers.append((fraction - 0.5) * random.pick([1, 4, 50, 1500, 1e6, 1e17]))
      numbers.append(Double(random.below(2000) - 1000) / 2)
      let any = Double(bitPattern: random.next())
      numbers.append(any.isFinite ? any : 1)
    }
    return numbers
  }()

  @Test func vectorsOfFunctionsHaveTheBitsOfSingleValues() throws {
    let functions = ["abs", "floor", "ceil", "trunc", "round", "sqrt", "exp", "ln"].map { "\($0)(x)" }
    let formulas =
      functions + functions.map { "if(y > 0, \($0), 0 - x)" } + ["min(x, y)", "max(x, y)", "max(0 * x, -y, x)"]
    let session = try Session(running: "x = 1", "y = 1")
    for (index, formula) in formulas.enumerated() { _ = try session.run("r\(index) = \(formula)") }
    var random = SplitMix64(seed: 12)
    let rows = Self.numbers.map { x in
      let y = random.pick([x, -x, 0, -0.0, random.pick(Self.numbers)])
      return "\(NumberText.exact(x)),\(NumberText.exact(y))"
    }
    var options = SweepOptions()
    options.rows = "rows.csv"
    options.outputs = formulas.indices.map { "r\($0)" }
    let text = (["x,y"] + rows).joined(separator: "\n")
    let blocks = try Self.text(options, of: session, rows: text, byRows: false).split(separator: "\n")
    let expected = try Self.text(options, of: session, rows: text, byRows: true).split(separator: "\n")
    #expect(blocks.count == rows.count + 2 && blocks.count == expected.count)
    if let first = zip(blocks, expected).first(where: { $0 != $1 }) { Issue.record("\(first.0)\n\(first.1)") }
  }
}
