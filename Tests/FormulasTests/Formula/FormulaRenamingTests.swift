// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Formulas
import NodeGraph
import TestSupport
import Testing

@Suite struct FormulaRenamingTests {
  private static let formulas = [
    "a", "  a + b * c # sum", "sum([a, b, a, 3]) / count([c, b])", "if(a > b and not c, -a ^ 2, b%)",
    "20 km/ a + 3 * b",
    "a * 5 km/h to mi/h", "f(a, g(b, a)) + f(b, c)", "split(a).net + split(b).tax - a", "`odd name` * a + b.slope",
    "a & \" a \" & upper(b)", "[a, b, a] * c", "iferror(a / b, `odd name`)", "2026-03-01 + a * 1 d - b",
    "(a + b) to km",
    "b.slope + b + a.slope",
  ]
  private static let names = [
    "a", "b", "c", "odd name", "b.slope", "a.slope", "km", "h", "if", "two words", "Zahl", "d",
  ]

  private func expectEqual(_ first: Formula, _ second: Formula, _ comment: Comment) {
    #expect(first.text == second.text, comment)
    #expect(first.names == second.names && first.range == second.range && first.line == second.line, comment)
    #expect(first.calls.map { "\($0)" } == second.calls.map { "\($0)" } && first.functions == second.functions, comment)
    #expect(first.operations.map { "\($0)" } == second.operations.map { "\($0)" }, comment)
    #expect(first.texts == second.texts && first.columns == second.columns, comment)
    #expect(first.units.map { "\($0)" } == second.units.map { "\($0)" }, comment)
  }

  @Test func aRenamedFormulaIsWhatItsTextIsParsedAs() throws {
    var random = SplitMix64(seed: 5)
    for text in Self.formulas {
      let formula = try Formula(text)
      for _ in 0..<fuzzSteps(200) {
        let used = formula.names.map(\.text)
        let renamed = used.filter { _ in random.below(3) > 0 }.map { ($0, Self.names[random.below(Self.names.count)]) }
        let replacements = Dictionary(renamed) { first, _ in first }
        let expected = try Formula(formula.text(renaming: replacements))
        expectEqual(formula.renaming(replacements), expected, "\(text) with \(replacements)")
        // A formula that was renamed before renames like one parsed from a line.
        expectEqual(formula.renaming(replacements).renaming([:]), expected, "\(text) with \(replacements)")
      }
    }
  }

  @Test func aFormulaOfAStatementIsRenamedWithoutTheStatement() throws {
    let line = try StatementParser(kinds: []).parse("total = price + tax; rate = 3".utf8)
    guard case .definition(_, let formula)? = line.statements.first?.form else {
      Issue.record("a definition is read")
      return
    }
    let renamed = formula.renaming(["tax": "VAT", "price": "net price"])
    expectEqual(renamed, try Formula("`net price` + VAT"), "of a statement")
    #expect(renamed.names.map(\.text) == ["net price", "VAT"])
  }
}
