// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import FormulaTestSupport
import Formulas
import TestSupport
import Testing

@Suite struct LexerTests {
  @Test(arguments: [
    ("1,000", "'1,000' has a comma in it; write 1_000, or a space after the comma between arguments", "^~~~~"),
    (
      "1,234,567", "'1,234,567' has a comma in it; write 1_234_567, or a space after the comma between arguments",
      "^~~~~~~~~"
    ),
    ("1e400", "'1e400' is too large: the largest number is 1.7976931348623157e308", "^~~~~"),
    ("0x", "'0x' has no digits", "^~"), ("0b", "'0b' has no digits", "^~"), ("0b2", "'2' is not a binary digit", "^~~"),
    ("0xfg", "'g' is not a hexadecimal digit", "^~~~"),
    ("1__0", "an underscore in '1__0' is not between two digits", "^~~~"),
    ("1_", "an underscore in '1_' is not between two digits", "^~"),
    ("0x_1", "an underscore in '0x_1' is not between two digits", "^~~~"),
    ("1._5", "a digit must follow the decimal point of '1._5'", "^~~~"),
    ("1.", "a digit must follow the decimal point of '1.'", "^~"),
    ("1e", "the exponent of '1e' has no digits; to multiply write 1*e", "^~"),
    ("2.5e+", "the exponent of '2.5e' has no digits; to multiply write 2.5*e", "^~~~"),
    ("2x", "'2x' is not a number; to multiply write 2*x", "^~"),
    ("2größe", "'2größe' is not a number; to multiply write 2*größe", "^~~~~~"),
    ("1e5x", "'1e5x' is not a number; to multiply write 1e5*x", "^~~~"),
    ("1.2.3", "'1.2.3' has more than one decimal point", "^~~~~"),
    (
      "0xffffffffffffffff", "'0xffffffffffffffff' is too large: hexadecimal numbers have at most 53 bits",
      "^~~~~~~~~~~~~~~~~~"
    ),
  ])
  func malformedNumbersAreExplained(literal: String, message: String, caret: String) {
    #expect(refusal(literal) == "error[number]: \(message)\n  \(literal)\n  \(caret)")
  }

  @Test func hexadecimalNumbersOfMoreThan53BitsAreRefusedEvenWhereTheyRoundToOneThatFits() {
    #expect(answer("0x1fffffffffffff == 9007199254740991") == "true")
    for literal in ["0x20000000000000", "0x20000000000001", "0x00020000000000001", "0x3_0000_0000_0000_0"] {
      #expect(refusal(literal).contains("'\(literal)' is too large: hexadecimal numbers have at most 53 bits"))
    }
    let ones = String(repeating: "1", count: 53)
    #expect(answer("0b\(ones) - 0x1fffffffffffff") == "0")
    for literal in ["0b1\(String(repeating: "0", count: 53))", "0b1\(String(repeating: "0", count: 52))1"] {
      #expect(refusal(literal).contains("is too large: binary numbers have at most 53 bits"))
    }
  }

  @Test func thousandsAreRefusedBetweenArgumentsToo() {
    #expect(refusal("max(1,000)").hasPrefix("error[number]: '1,000' has a comma in it"))
    #expect(answer("max(1, 000)") == "1")
    #expect(answer("max(0,100)") == "100")
    #expect(answer("max(1,00)") == "1")
    #expect(answer("max(1,2000)") == "2000")
    #expect(answer("max(.5,100)") == "100")
  }

  @Test(arguments: [
    (
      "#12", "'#12' is not a colour; colours have 3 or 6 hexadecimal digits, and a comment needs a space after '#'",
      "^~~"
    ),
    (
      "#xyz", "'#xyz' is not a colour; colours have 3 or 6 hexadecimal digits, and a comment needs a space after '#'",
      "^~~~"
    ),
    ("`abc", "'`' is never closed", "^"),
    ("$", "unexpected character '$'; write the currency after the number, as in 5 USD or 5 AUD", "^"),
    ("💥", "unexpected character '💥' (U+1F4A5); a name with such characters is written in back-ticks", "^~"),
  ])
  func otherPiecesAreExplained(line: String, message: String, caret: String) {
    #expect(refusal(line) == "error[syntax]: \(message)\n  \(line)\n  \(caret)")
  }

  @Test func bytesThatAreNoTextAreNamed() {
    #expect(refusal([0x61, 0]) == "error[syntax]: control character U+0000\n  a\\u{0}\n   ^~~~~")
    #expect(refusal([0x31, 0x2b, 0xff]) == "error[syntax]: invalid UTF-8: byte 0xff\n  1+\\xff\n    ^~~~")
    #expect(refusal([0xe4, 0xb8]).hasPrefix("error[syntax]: invalid UTF-8: byte 0xe4"))
    #expect(refusal([0xc0, 0x80]).hasPrefix("error[syntax]: invalid UTF-8: byte 0xc0"))
    #expect(refusal([0xed, 0xa0, 0x80]).hasPrefix("error[syntax]: invalid UTF-8: byte 0xed"))
    #expect(refusal("# \u{202e}").hasPrefix("error[syntax]: control character U+202E"))
    #expect(refusal("a\rb").hasPrefix("error[syntax]: control character U+000D"))
  }

  @Test func onlyValidUTF8IsAccepted() {
    var random = SplitMix64(seed: 5)
    let edges: [UInt8] = [
      0x41, 0x7e, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff,
    ]
    for _ in 0..<20_000 {
      let bytes = (0..<4).map { _ in edges.randomElement(using: &random) ?? 0 }
      let text = String(decoding: bytes, as: UTF8.self)
      let isValid = Array(text.utf8) == bytes && !text.unicodeScalars.contains(where: \.isHidden)
      #expect(((try? SourceText.check(bytes)) != nil) == isValid, "\(bytes)")
    }
  }

  @Test(arguments: ["größe", "αβγ", "价格", "السعر", "कीमत", "x_1", "e\u{301}tat", "`💥 any text; = #`"])
  func namesAreOfAnyScript(name: String) throws {
    let formula = try Formula("\(name) + 1")
    #expect(formula.names.map(\.range) == [0..<name.utf8.count])
    #expect(answer("\(name) + 1", [.number(2)]) == "3")
  }

  @Test func aNameIsTheSameInBackTicks() throws {
    #expect(try Formula("a + `a`").names.count == 1)
    #expect(refusal("``") == "error[name]: a name in back-ticks cannot be empty\n  ``\n  ^~")
  }

  @Test func decimalsAreTheNearestDouble() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<20_000 {
      let digits = String(UInt64.random(in: 0...UInt64.max, using: &random)).prefix(
        Int.random(in: 1...20, using: &random))
      let point = Int.random(in: 0...digits.count, using: &random)
      let fraction = digits.dropFirst(point)
      let text =
        "0\(digits.prefix(point))\(fraction.isEmpty ? "" : ".")\(fraction)e\(Int.random(in: -330...280, using: &random))"
      // A text that would become 0 is refused.
      guard let expected = Double(text), expected > 0 else { continue }
      var lexer = Lexer(Array(text.utf8))
      guard let token = try? lexer.next() else {
        // The refusal is right if digits would be lost.
        #expect(expected >= 0x1p53 && digits.count > 15, "\(text)")
        continue
      }
      #expect(token.value == expected, "\(text)")
    }
  }
}
