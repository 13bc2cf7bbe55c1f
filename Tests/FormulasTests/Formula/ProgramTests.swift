// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import FormulaTestSupport
import Formulas
import Testing

@Suite struct ProgramTests {
  @Test func everyExampleOfTheTableIsRight() {
    for row in FormulaFunction.table {
      #expect(answer(row.example.formula) == row.example.value, "\(row.example.formula)")
      #expect(row.example.formula.contains("\(row.name)("))
    }
  }

  @Test func theLexerKnowsEveryFunctionByItsName() throws {
    #expect(FormulaFunction.table.count == FormulaFunction.all.count)
    for function in FormulaFunction.all {
      var lexer = Lexer(Array("\(function.row.name) (".utf8))
      #expect(try lexer.next().function == function)
      // Newer function names mean nodes unless called, so that files with nodes of these names keep their meaning.
      lexer = Lexer(Array("\(function.row.name) +".utf8))
      #expect(try lexer.next().kind == (function.row.needsCall ? .name : .function))
      #expect(function.row.name.utf8.count <= (function.row.needsCall ? 10 : 8))
    }
  }

  @Test(arguments: [
    ("abs(0)", "0"), ("sign(0)", "0"), ("sign(2)", "1"), ("min(2)", "2"), ("max(-1, -2)", "-1"), ("mean(2)", "2"),
    ("median(4, 1, 3, 2)", "2.5"), ("median(7)", "7"), ("1 + median(3, 2, 1) * 2", "5"), ("sum(1)", "1"),
    ("round(2.5)", "3"), ("round(-2.5)", "-3"), ("round(0.49999999999999994)", "0"), ("round(1.005, 2)", "1.01"),
    ("round(1234.5, -2)", "1200"), ("round(1250, -2)", "1300"), ("round(-0.05, 1)", "-0.1"), ("round(60, -2)", "100"),
    ("round(6, -2)", "0"), ("round(pi, 1000)", "3.14159265358979"), ("round(0, 2)", "0"), ("floor(1.5)", "1"),
    ("ceil(-1.5)", "-1"),
    ("trunc(1.5)", "1"), ("log2(1024)", "10"), ("log(8, 2)", "3"), ("log(0.001, 10)", "-3"), ("log(125, 5)", "3"),
    ("mod(7, 3)", "1"), ("mod(7, -3)", "-2"), ("mod(-7, -3)", "-1"), ("mod(6, 3)", "0"), ("rem(7, -3)", "1"),
    ("rem(-7, 3)", "-1"), ("mod(5.5, 2)", "1.5"), ("clamp(-1, 0, 1)", "0"), ("clamp(0.5, 0, 1)", "0.5"),
    ("cos(0)", "1"),
    ("tanh(100)", "1"), ("hypot(0, 0)", "0"), ("rgb(300, -1, 127.5)", "#ff0080"), ("0^0", "1"), ("0 * -1", "0"),
    ("-0", "0"), ("(-8)^3", "-512"), ("cbrt(-8)", "-2"), ("exp(1) == e", "true"), ("green(rgb(1, 2, 3))", "2"),
  ])
  func functionsHaveTheirValues(formula: String, value: String) {
    #expect(answer(formula) == value)
  }

  @Test(arguments: [
    ("1 / 0", "division by zero"), ("0 / 0", "division by zero"), ("mod(1, 0)", "division by zero"),
    ("rem(1, 0)", "division by zero"), ("0^-1", "division by zero"), ("1 / -0", "division by zero"),
    ("1e308 * 10", "overflow"), ("-1e308 - 1e308", "overflow"), ("exp(1000)", "overflow"), ("sinh(1000)", "overflow"),
    ("cosh(1000)", "overflow"), ("10^400", "overflow"), ("hypot(1e308, 1.7e308)", "overflow"),
    ("sum(1e308, 1e308)", "overflow"),
    ("1e308 / 1e-10", "overflow"), ("round(1.7e308, -308)", "overflow"), ("sqrt(-1)", "domain"), ("ln(0)", "domain"),
    ("ln(-1)", "domain"), ("log2(0)", "domain"), ("log10(-1)", "domain"), ("log(0, 2)", "domain"),
    ("log(2, 0)", "domain"),
    ("log(2, 1)", "domain"), ("asin(2)", "domain"), ("acos(-2)", "domain"), ("(-8)^(1/3)", "domain"),
    ("clamp(1, 2, 0)", "domain"),
    ("a", "unset input"), ("a - a", "unset input"),
  ])
  func resultsAreFiniteOrFailures(formula: String, failure: String) {
    #expect(answer(formula) == failure)
  }

  @Test(arguments: [
    ("if(true, 1, 1 / 0)", "1"), ("if(false, 1 / 0, 2)", "2"), ("if(1 / 0 > 1, 1, 2)", "division by zero"),
    ("false and 1 / 0 > 1", "false"), ("true or 1 / 0 > 1", "true"), ("true and 1 / 0 > 1", "division by zero"),
    ("iferror(1, 1 / 0)", "1"), ("iferror(sqrt(-1), 7)", "7"), ("iferror(1 / 0, sqrt(-1))", "domain"),
    ("iferror(iferror(1 / 0, 1 / 0), 3)", "3"), ("iferror(1 / iferror(1 / 0, 0), 4)", "4"), ("iserror(1)", "false"),
    ("iserror(a)", "true"), ("iserror(iserror(1 / 0))", "false"), ("1 + iferror(2 * (3 + 1 / 0), 5) * 2", "11"),
    ("iferror(sum(1, 2, iferror(3, 1 / 0), 1 / 0), 9) + 1", "10"), ("iferror(if(iserror(1 / 0), 1 / 0, 2), 6)", "6"),
    ("iferror(1, 2) + 1 / 0", "division by zero"), ("sum(1, iferror(1 + 1 / 0, 1), 1)", "3"),
    ("iserror(1 / 0) and iserror(#fff) == false", "true"), ("if(true, #fff, #000)", "#ffffff"),
    ("iferror(true, false)", "true"),
  ])
  func failuresPassBranchesNotTakenAndAreCaught(formula: String, value: String) {
    #expect(answer(formula) == value)
  }

  @Test func loadedFailuresAreReportedAndCaught() throws {
    let failures: [FormulaFailure] = [.divisionByZero, .upstream(0), .unsetInput(0), .domain, .overflow]
    for failure in failures {
      let inputs = ListedInputs(values: [.failure(failure)])
      let plain = try Formula("1 + a").program(types: [.number])
      #expect(throws: failure) { try plain.evaluate(inputs) }
      #expect(try Formula("2 * iferror(1 + a, 3)").program(types: [.number]).evaluate(inputs) == 6)
    }
    let program = try Formula("a").program(types: [.number])
    #expect(throws: FormulaFailure.overflow) { try program.evaluate(ListedInputs(values: [.success(-.infinity)])) }
    #expect(throws: FormulaFailure.domain) { try program.evaluate(ListedInputs(values: [.success(.nan)])) }
  }

  @Test func negativeZeroIsKeptInValues() throws {
    let value = try Formula("-0").program(types: []).evaluate(ListedInputs())
    #expect(value == 0 && value.sign == .minus)
  }

  @Test(arguments: [
    ("1 + brand", "'+' needs numbers, 'brand' is a Color", "    ^~~~~"),
    ("brand * 2", "'*' needs numbers, 'brand' is a Color", "^~~~~"),
    ("-brand", "'-' needs a number, 'brand' is a Color", " ^~~~~"),
    ("+brand", "'+' needs a number, 'brand' is a Color", " ^~~~~"),
    ("brand%", "'%' needs a number, 'brand' is a Color", "^~~~~"),
    ("1 ** brand", "'**' needs numbers, 'brand' is a Color", "     ^~~~~"),
    ("(brand) / 2", "'/' needs numbers, '(brand)' is a Color", "^~~~~~~"),
    ("1 < brand", "'<' needs numbers, 'brand' is a Color", "    ^~~~~"),
    ("brand == 1", "'==' needs two values of one type, 'brand' is a Color and '1' is a Number", "         ^"),
    ("1 < 2 == brand", "'==' needs two values of one type, '2' is a Number and 'brand' is a Color", "         ^~~~~"),
    ("1 < brand < 2", "'<' needs numbers, 'brand' is a Color", "    ^~~~~"),
    ("!brand", "'!' needs a boolean, 'brand' is a Color", " ^~~~~"),
    ("not 1", "'not' needs a boolean, '1' is a Number; compare it, as in x != 0", "    ^"),
    ("1 and true", "'and' needs booleans, '1' is a Number; compare it, as in x != 0", "^"),
    ("true or 1", "'or' needs booleans, '1' is a Number; compare it, as in x != 0", "        ^"),
    ("sin(brand)", "'sin' needs a number, 'brand' is a Color", "    ^~~~~"),
    ("sum(brand)", "'sum' needs numbers, 'brand' is a Color", "    ^~~~~"),
    ("mean(1, true)", "'mean' needs numbers, 'true' is a Boolean", "        ^~~~"),
    ("median(1, true)", "'median' needs numbers, 'true' is a Boolean", "          ^~~~"),
    ("red(1)", "'red' needs a colour, '1' is a Number", "    ^"),
    ("rgb(1, 2, brand)", "'rgb' needs numbers, 'brand' is a Color", "          ^~~~~"),
    ("if(1, 2, 3)", "'if' needs a boolean condition, '1' is a Number", "   ^"),
    (
      "if(true, 1, #fff)", "'if' needs two values of one type, '1' is a Number and '#fff' is a Color",
      "            ^~~~"
    ),
    (
      "iferror(1, #fff)", "'iferror' needs two values of one type, '1' is a Number and '#fff' is a Color",
      "           ^~~~"
    ),
    ("1 + (2 < 3)", "'+' needs numbers, '(2 < 3)' is a Boolean", "    ^~~~~~~"),
    (
      "1 + if(1 < 2, true, false)", "'+' needs numbers, 'if(1 < 2, true, false)' is a Boolean",
      "    ^~~~~~~~~~~~~~~~~~~~~~"
    ),
    ("!(1 < 2 and 3 < 4) + 1", "'+' needs numbers, '!(1 < 2 and 3 < 4)' is a Boolean", "^~~~~~~~~~~~~~~~~~"),
    (
      "sin(true and false or true)", "'sin' needs a number, 'true and false or true' is a Boolean",
      "    ^~~~~~~~~~~~~~~~~~~~~~"
    ),
    ("-(2) * sin(1 < 2 < 3)", "'sin' needs a number, '1 < 2 < 3' is a Boolean", "           ^~~~~~~~~"),
  ])
  func typeErrorsPointAtTheOperand(text: String, message: String, caret: String) throws {
    let formula = try Formula(text)
    #expect {
      try formula.program(types: formula.names.map { _ in .color })
    } throws: { error in
      (error as? Diagnostic)?.rendered(line: formula.line) == "error[type]: \(message)\n  \(text)\n  \(caret)"
    }
  }

  @Test func logarithmsOfPowersAreWhole() {
    for (power, base, exponent) in [
      ("125", "5", "3"), ("1000", "10", "3"), ("243", "3", "5"), ("1 / 125", "5", "-3"), ("6^20", "6", "20"),
    ] {
      #expect(answer("log(\(power), \(base)) == \(exponent)") == "true", "log(\(power), \(base))")
    }
    #expect(answer("log(126, 5) > 3 and log(124, 5) < 3") == "true")
  }
}
