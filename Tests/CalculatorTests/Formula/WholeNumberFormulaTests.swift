// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import FormulaTestSupport
import Testing

/// Whole numbers keep all of their digits or are refused; below 2⁵³ they are exact.
@Suite struct WholeNumberFormulaTests {
  private static let lost = "its last digits are lost: whole numbers are exact below 2^53"

  @Test(arguments: [
    ("9007199254740991", "9007199254740991"), ("9007199254740992", "9007199254740992"),
    ("9007199254740994", "9.00719925474099e15"), ("1152921504606846976 / 2^60", "1"),
    ("1180591620717411303424 / 2^70", "1"), ("123456789012345680", "1.23456789012346e17"),
    ("100000000000000000000000", "1e23"), ("1.2345678901234567890", "1.23456789012346"),
    ("1e23", "1e23"), ("6.02214076e23", "6.02214076e23"), ("1.7976931348623157e308 > 1e308", "true"),
    ("9007199254740994e0", "9.00719925474099e15"), ("9.007199254740992e15", "9007199254740992"),
    ("1.2345678901234568e17", "1.23456789012346e17"), ("1.152921504606846976e18 / 2^60", "1"),
    ("123456789012345e290", "1.23456789012345e304"), ("1.23456789012345678901e-7", "1.23456789012346e-7"),
    ("9_007_199_254_740_994 - 9_007_199_254_740_992", "2"),
  ]) func aNumberWhoseDigitsAreKeptIsTaken(formula: String, value: String) {
    #expect(answer(formula) == value)
  }

  @Test(arguments: [
    ("9007199254740993", "9.007199254740992e15"), ("-9007199254740993", "9.007199254740992e15"),
    ("9_007_199_254_740_993", "9.007199254740992e15"), ("9007199254740993.0", "9.007199254740992e15"),
    ("12345678901234567890", "1.2345678901234567e19"), ("9007199254740993.5", "9.007199254740994e15"),
    ("123456789012345678", "1.2345678901234568e17"), ("9007199254740993e0", "9.007199254740992e15"),
    ("9.007199254740993e15", "9.007199254740992e15"), ("90071992547409930e-1", "9.007199254740992e15"),
    ("9007199254740983e1", "9.007199254740982e16"), ("1.2345678901234567890123e40", "1.2345678901234568e40"),
  ]) func aNumberThatWouldLoseDigitsIsRefusedWithWhatToWrite(formula: String, nearest: String) {
    let text = formula.drop { $0 == "-" }
    #expect(
      answer(formula)
        == "error[number]: '\(text)' has more digits than a number keeps; write \(nearest), or a text in quotes; "
        + "whole numbers are exact below 2^53")
    #expect(
      answer("number(\"\(formula.filter { $0 != "_" })\")").hasSuffix(
        "has more digits than a number keeps: it stays a text"))
  }

  @Test func aComparisonOfNumbersThatMayHaveLostDigitsIsNoted() throws {
    let note = "2^53 + 1 is 9007199254740992, and may have lost its last digits: whole numbers are exact below 2^53"
    for formula in ["2^53 + 1 == 2^53", "[1, 2^53 + 1] == [0, 2^53]"] {
      #expect(try Session().run(formula).first?.notes.first?.hasSuffix(note.dropFirst(8)) == true, "\(formula)")
    }
    let session = Session()
    try session.run("x = 2^53")
    #expect(try session.run("x + 1 > x").first?.notes == ["x + 1" + note.dropFirst(8)])
    #expect(try session.run("x == x").first?.notes == [])
    #expect(try session.run("9007199254740992 == x").first?.notes == [])
    #expect(try session.run("2^52 + 1 == 2^52").first?.notes == [])
  }

  @Test func aSettingKeepsItsDigitsOrIsRefused() throws {
    let session = Session()
    try session.run("x = 1; y = x * 2")
    let line = try #require(session.statement(setting: "x", to: "9007199254740993"))
    #expect(throws: Diagnostic.self) { try session.run(line) }
    #expect(session.value(of: "x")?.text == "1")
    try session.run(session.statement(setting: "x", to: "9007199254740994") ?? "")
    #expect(try session.run("x - 9007199254740992").first?.value?.text == "2")
  }

  @Test func aDocumentWithANumberThatLosesDigitsIsNoted() throws {
    let session = Session()
    try session.run("y = Add(x: 4503599627370497)")
    let text = try TestDocuments().text(of: session.document())
    #expect(try DocumentFile.session(Array(text.utf8), named: "x.json", TestDocuments()).documentNotes == [])
    let other = text.replacing("4503599627370497", with: "9007199254740993")
    let read = try DocumentFile.session(Array(other.utf8), named: "x.json", TestDocuments())
    #expect(read.documentNotes.first?.contains("has more digits than a number keeps") == true, "\(other)")
  }

  @Test func whatWouldBeZeroIsRefused() {
    #expect(answer("1.5e-400") == "error[number]: '1.5e-400' is too small: the smallest number is 5e-324")
    #expect(answer("1e-324").hasPrefix("error[number]"))
    #expect(answer("5e-324 > 0") == "true" && answer("0e-400") == "0" && answer("0.0") == "0")
    #expect(answer("number(\"1.5e-400\")").hasSuffix("has more digits than a number keeps: it stays a text"))
  }

  @Test(arguments: [
    "mod(27^28, 29)", "rem(27^28, 29)", "mod(-(2^53), 3)", "gcd(2^53, 6)", "lcm(2^53, 3)", "lcm(2^52, 3)",
    "gcd([6, 2^60])", "mod([7, 2^60], 5)[2]", "mod(-1, 2^60)", "powmod(2^53, 2, 5)", "if(true, mod(2^53 + 1, 2), 0)",
  ]) func remaindersAndDivisorsOfNumbersThatLostDigitsHaveNoValue(formula: String) {
    #expect(answer(formula).hasPrefix(Self.lost), "\(answer(formula))")
  }

  @Test(arguments: [
    ("powmod(27, 28, 29)", "1"), ("powmod(2, 100, 1_000_000_007)", "976371285"), ("powmod(-3, 3, 5)", "3"),
    ("powmod(3, 4, -5)", "-4"), ("powmod(7, 0, 1)", "0"), ("powmod(7, 0, 3)", "1"),
    ("powmod(2, 10, 0)", "division by zero"),
    ("powmod(2, -1, 5)", "domain"), ("powmod(2.5, 2, 5)", "domain"), ("mod(9007199254740991, 10)", "1"),
    ("powmod(9007199254740991, 9007199254740991, 9007199254740881)", "5558404220026795"),
    ("mod(1, 2^60)", "1"), ("rem(-1, 2^60)", "-1"), ("mod(2^53, 0)", "division by zero"),
  ]) func remaindersOfPowersAreExact(formula: String, value: String) {
    #expect(answer(formula) == value)
  }
}
