// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import TestSupport
import Testing

/// Notes that show hidden digits where these decide a result.
@Suite struct HiddenDigitsTests {
  /// The notes on the last of several lines.
  private func notes(_ lines: String...) throws -> [String] {
    let session = Session()
    for line in lines.dropLast() { try session.run(line) }
    return try session.run(lines.last ?? "").last?.notes ?? []
  }

  @Test(arguments: [
    ("floor(0.29 * 100)", "0.29 * 100 is 28.999999999999996, shown as 29"),
    ("ceil(0.07*100)", "0.07*100 is 7.000000000000001, shown as 7"),
    ("trunc(0.29 * 100)", "0.29 * 100 is 28.999999999999996, shown as 29"),
    ("round(1.005*100)", "1.005*100 is 100.49999999999999, shown as 100.5"),
    ("floor(0.3/0.1)", "0.3/0.1 is 2.9999999999999996, shown as 3"),
    ("0.1+0.2 == 0.3", "0.1+0.2 is 0.30000000000000004, shown as 0.3"),
    ("0.3 != 0.1 + 0.2", "0.1 + 0.2 is 0.30000000000000004, shown as 0.3"),
    ("0 < 0.1+0.2 <= 0.3", "0.1+0.2 is 0.30000000000000004, shown as 0.3"),
    ("if(0.1+0.2 > 0.3, 1, 2)", "0.1+0.2 is 0.30000000000000004, shown as 0.3"),
    ("floor(0.29 m * 100)", "0.29 m * 100 is 28.999999999999996 m, shown as 29 m"),
    ("[1, 2, 3][0.29*100 - 26]", "0.29*100 - 26 is 2.9999999999999964, shown as 3"),
    ("floor([0.29*100, 3.5])", "an element of [0.29*100, 3.5] is 28.999999999999996, shown as 29"),
    ("count([0.1+0.2, 1] > 0.3)", "an element of [0.1+0.2, 1] is 0.30000000000000004, shown as 0.3"),
    ("unique([0.3, 0.1+0.2])", "an element of [0.3, 0.1+0.2] is 0.30000000000000004, shown as 0.3"),
    ("lookup(0.3, [0.1+0.2, 4], [1, 2])", "an element of [0.1+0.2, 4] is 0.30000000000000004, shown as 0.3"),
    ("gcd(0.29*100, 2)", "0.29*100 is 28.999999999999996, shown as 29"),
    ("powmod(0.29*100, 2, 5)", "0.29*100 is 28.999999999999996, shown as 29"),
    ("iferror(floor(0.29*100), 2)", "0.29*100 is 28.999999999999996, shown as 29"),
    ("2^60 > 1_152_921_504_606_846_000 - 24", "2^60 is 1.152921504606847e18, shown as 1.15292150460685e18"),
    (
      "mod(1, 0.1)", "mod(1, 0.1) is 0.09999999999999995, because numbers are binary; of the decimals it is 0"
    ),
    (
      "rem(-1, 0.1)", "rem(-1, 0.1) is -0.09999999999999995, because numbers are binary; of the decimals it is 0"
    ),
    (
      "mod([5, 1], 0.1)",
      "an element of mod([5, 1], 0.1) is 0.09999999999999973, because numbers are binary; of the decimals it is 0"
    ),
  ]) func aNoteShowsTheDigitsThatDecide(formula: String, note: String) throws {
    #expect(try notes(formula) == [note])
    #expect(try notes("y = \(formula)") == [note])
  }

  @Test(arguments: [
    "floor(29)", "floor(0.5)", "0.5 < 0.25 + 0.5", "sin(pi) == 0", "mod(5.3, 1)", "mod(10.1, 0.2)", "mod(1000, pi)",
    "mod(370 deg, 360 deg)", "round(0.29*100, 0)", "round(2.675, 2)", "roundto(0.29*100, 1)", "0.7 m == 70 cm",
    "0.30000000000000004 == 0.3", "2026-03-01 < 2026-03-02", "0.1 + 0.2", "false and floor(0.29*100) == 3",
    "if(true, 1, floor(0.29*100))", "floor(2^53)", "mod(7, 0)", "mod(1e300, 3)", "mod(1e-300, 1e300)", "\"a\" < \"b\"",
    "sum([0.1, 0.2]) == 0.3000000000000000444", "max(0.1+0.2, 0.3)",
    // Overflows, and a number that is displayed as more than the greatest one.
    "1e308 * 10 > 1", "[1e308 * 10, 1] > 2", "floor(1e308 * 10)", "floor(1.7976931348623157e308 * 1)",
    "mod(1.7976931348623157e308, 7)",
  ]) func whereShownDigitsGiveTheSameThereIsNoNote(formula: String) throws {
    #expect(try notes(formula) == [])
  }

  @Test func whatAFunctionComputesIsNotedInItsOwnWords() throws {
    #expect(try notes("cents(x) = floor(x * 100)") == [])
    #expect(
      try notes("cents(x) = floor(x * 100)", "cents(0.29)") == ["x * 100 is 28.999999999999996, shown as 29"])
  }

  @Test func aChangedNodeIsNotedWithItsName() throws {
    let note = "in y, x * 100 is 28.999999999999996, shown as 29"
    #expect(try notes("x = 0.5; y = floor(x * 100)", "x = 0.29") == [note])
    #expect(try notes("x = 0.5; y = floor(x * 100); x = 0.29", "y") == [note])
    #expect(try notes("x = 0.29; y = floor(x * 100)", "x = 0.5") == [])
    let many = (1...40).map { "y\($0) = floor(x * 100)" }.joined(separator: "; ")
    #expect(try notes("x = 0.5; \(many)", "x = 0.29").count == 3)
  }

  @Test func aSessionWhoseNotesNobodyReadsHasNone() throws {
    let session = Session()
    session.notesDigits = false
    #expect(try session.run("floor(0.29 * 100)").map(\.notes) == [[]])
  }

  /// A text is not parsed for a note only if its formula has no instruction that jumps.
  @Test func charactersExcludeOnlyFormulasThatDoNotJump() throws {
    var texts = ["p + 1", "0.5 * a ^ 2 / -b", "a.b + c", "a ≤ b", "x[1]", "sum(1..3)", "1.5 < x", "a = b", "a != b"]
    var random = RandomFormula(random: SplitMix64(seed: 31))
    for _ in 0..<fuzzSteps(4000) { texts.append(random.text()) }
    var excluded = 0
    for text in texts where !Formula.mayJump(text) {
      excluded += 1
      #expect(try !Formula(text).mayJump, "\(text)")
    }
    #expect(excluded > texts.count / 100)
    #expect(texts[..<9].map(Formula.mayJump) == [false, false, false, true, true, true, true, true, true])
  }
}
