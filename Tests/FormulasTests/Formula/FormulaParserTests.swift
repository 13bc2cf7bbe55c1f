// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import FormulaTestSupport
import Formulas
import Testing

@Suite struct FormulaParserTests {
  @Test(arguments: [
    ("-2^2", "-4"), ("2^3^2", "512"), ("2**3**2", "512"), ("2^-1", "0.5"), ("2^-2^2", "0.0625"),
    ("2^20%*1", "1.14869835499704"),
    ("50%^2", "0.25"), ("200%%", "0.02"), ("-50%", "-0.5"), ("2 + 3 * 4", "14"), ("(2 + 3) * 4", "20"),
    ("8 / 4 / 2", "1"),
    ("8 - 4 - 2", "2"), ("-2 * -3", "6"), ("- - 2", "2"), ("+2 - +3", "-1"), ("!true == false", "true"),
    ("!(1 > 2)", "true"),
    ("not 1 == 2", "true"), ("not not true", "true"), ("not false and false", "false"),
    ("true or true and false", "true"),
    ("(true or true) and false", "false"), ("1 < 2 == 2", "true"), ("1 + 1 < 2 + 1", "true"), ("1 <= 1", "true"),
    ("2 >= 3", "false"), ("2 != 3", "true"), ("#fff == #ffffff", "true"), ("true != false", "true"),
    ("-2^2 + 1 > -4", "true"),
    ("1_000", "1000"), (".5", "0.5"), ("1e-9", "1e-9"), ("0xff", "255"), ("0b101", "5"), ("0xFF_FF", "65535"),
    ("1E+2", "100"),
    ("20%", "0.2"), ("#36c", "#3366cc"), ("pi", "3.14159265358979"), ("tau / pi", "2"), ("ln(e)", "1"),
    ("1 # one", "1"),
    ("1 #", "1"), ("2#\tx", "2"),
  ])
  func operatorsBindAsTheTableSays(formula: String, value: String) {
    #expect(answer(formula) == value)
  }

  @Test(arguments: [
    ("1 < 2 < 3", "true"), ("1 < 3 < 2", "false"), ("3 < 2 < 1 / 0", "false"), ("1 < 2 < 1 / 0", "division by zero"),
    ("1 < 2 < 3 < 4 < 5", "true"), ("5 > 4 >= 4 != 3 == 3 <= 3 < 9", "true"), ("1 < 2 > 3", "false"),
    ("2 + sum(1 < 2, 3)", "error[type]: 'sum' needs numbers, '1 < 2' is a Boolean"),
    ("if(3 > 2 > 1, 7, 8) + 1", "8"), ("if(1 > 2 > 1, 7, 8) + 1", "9"),
  ])
  func comparisonsChain(formula: String, value: String) {
    #expect(answer(formula) == value)
  }

  @Test func everyOperandOfAChainIsLoadedOnce() throws {
    final class Counter { var loads: [Int] = [] }
    struct CountingInputs: FormulaInputs {
      let counter: Counter
      func load(_ index: Int) throws(FormulaFailure) -> Double {
        counter.loads.append(index)
        return Double(index)
      }
    }
    let formula = try Formula("a < b < c < a < b")
    let counter = Counter()
    _ = try formula.program(types: [.number, .number, .number]).evaluate(CountingInputs(counter: counter))
    #expect(counter.loads == [0, 1, 2, 0])
  }

  @Test(arguments: [
    "(", "-", "!", "not ", "2^", "abs(", "if(", "+", "1+(", "max(1, (", "1 or 1 and 1 < 1 + 1 * (", "iferror(",
  ])
  func nestingIsLimited(opening: String) {
    let line = Array(String(repeating: opening, count: 100_000).utf8)
    #expect(refusal(line).hasPrefix("error[syntax]: the formula is nested more than 256 levels deep\n"))
  }

  @Test(arguments: [("(", "1", ")"), ("-", "1", ""), ("1^", "1", ""), ("abs(", "1", ")"), ("iferror(", "1", ", 2)")])
  func twoHundredAndFiftySixLevelsAreAllowed(opening: String, middle: String, closing: String) {
    func nest(_ levels: Int) -> String {
      answer(String(repeating: opening, count: levels) + middle + String(repeating: closing, count: levels))
    }
    #expect(nest(256) == "1")
    #expect(nest(257) == "error[syntax]: the formula is nested more than 256 levels deep")
  }

  @Test func chainsOfOneLevelHaveNoLimit() {
    #if DEBUG
      let count = 50_000
    #else
      let count = 200_000
    #endif
    #expect(answer(String(repeating: "1+", count: count) + "1") == "\(count + 1)")
    #expect(answer(String(repeating: "true and ", count: count) + "true") == "true")
    #expect(answer("sum(" + String(repeating: "1,", count: count) + "1)") == "\(count + 1)")
    #expect(answer("median(" + String(repeating: "1, ", count: count) + "2)") == "1")
    #expect(answer((0..<count).map(String.init).joined(separator: " < ")) == "true")
    #expect(answer(String(repeating: "iferror(1/0, 1)+", count: count) + "1") == "\(count + 1)")
  }

  @Test func namesComeInOrderOfFirstUse() throws {
    let formula = try Formula("b + a * b - `two words` + a + sin(δ)")
    #expect(formula.names.map(\.text) == ["b", "a", "two words", "δ"])
    #expect(formula.names.map(\.range) == [0..<1, 4..<5, 12..<23, 34..<36])
  }

  @Test func renamingRewritesEveryUse() throws {
    let formula = try Formula("avg * 2 + avg # avg")
    #expect(formula.text == "avg * 2 + avg")
    #expect(formula.text(renaming: "avg", to: "mean") == "`mean` * 2 + `mean`")
    #expect(formula.text(renaming: "avg", to: "größe") == "größe * 2 + größe")
    #expect(formula.text(renaming: "other", to: "x") == "avg * 2 + avg")
  }

  @Test(arguments: [
    ("a1_", "a1_"), ("two words", "`two words`"), ("if", "`if`"), ("pi", "`pi`"), ("7up", "`7up`"), ("", "``"),
    ("名", "名"),
    ("a ", "`a `"), ("_x", "`_x`"),
  ])
  func namesAreSpeltWithBackTicksWhereNeeded(name: String, spelling: String) {
    #expect(SourceName.spelling(name) == spelling)
  }

  @Test(arguments: [
    ("", "expected a value at the end of the line"), ("1 +", "expected a value at the end of the line"),
    ("* 2", "expected a value before '*'"), ("(1", "'(' is never closed"), ("1)", "')' without '('"),
    ("max(,1)", "expected a value before ','"), ("(1, 2)", "unexpected ','; a list is [1, 2, 3]"),
    ("2 x", "expected an operator before 'x'; multiply with '*'"),
    ("2 3", "expected an operator before '3'; multiply with '*'"),
    ("(2) (3)", "expected an operator before '('; multiply with '*'"),
    ("5 % 3", "expected an operator before '3'; '%' divides by 100, and the remainder is mod(x, y)"),
    ("if(a = 1, 2, 3)", "the left side of '=' must be a name or a port; '==' compares"),
    ("1 == not true", "'not' needs parentheses here; write (not …) or '!'"),
    ("abs", "'abs' is a function; write abs(x)"),
    ("a .b", "a port cannot be read in a formula; use the name of its node"),
    ("log(3)", "log needs a base; ln or log10?"), ("sin()", "'sin' takes 1 argument, not 0; write sin(x)"),
    ("max()", "'max' takes at least 1 argument, not 0; write max(x, …)"),
    ("round(1, 2, 3)", "'round' takes 1 or 2 arguments, not 3; write round(x, digits)"),
    ("if(true, 2)", "'if' takes 3 arguments, not 2; write if(condition, x, y)"),
    ("iferror(1, 2, 3)", "'iferror' takes 2 arguments, not 3; write iferror(x, y)"),
    ("a ?", "'?' needs two values; write condition ? x : y"),
    ("1 < 2 ? 3", "'?' needs a ':' and another value; write condition ? x : y"),
    ("√2", "unexpected character '√' (U+221A); write sqrt(x)"),
  ])
  func syntaxErrorsSayWhatToDo(formula: String, message: String) {
    #expect(answer(formula) == "error[syntax]: \(message)")
  }

  @Test func unknownFunctionsSuggestOneOrAMultiplication() {
    #expect(answer("sqt(2)") == "error[name]: unknown function 'sqt'; did you mean 'sqrt'?")
    #expect(answer("width(2)") == "error[name]: unknown function 'width'")
  }
}
