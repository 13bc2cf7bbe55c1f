// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Formulas
import TestSupport
import Testing

@Suite struct NumberTextTests {
  @Test(
    arguments: [
      (0.1 + 0.2, "0.3"), (1.0 / 3, "0.333333333333333"), (2.0 / 3, "0.666666666666667"), (100, "100"), (-1.5, "-1.5"),
      (0, "0"),
      (-0.0, "0"), (1e-5, "0.00001"), (9.99e-6, "9.99e-6"), (1e-9, "1e-9"), (1.5e20, "1.5e20"),
      (1e15, "1000000000000000"),
      (999_999_999_999_999, "999999999999999"), (999_999_999_999_999.9, "1e15"), (-1e15, "-1000000000000000"),
      (0x1p53, "9007199254740992"), (-0x1p53 + 1, "-9007199254740991"), (0x1p53 + 2, "9.00719925474099e15"),
      (.leastNonzeroMagnitude, "5e-324"),
      (1.7976931348623157e308, "1.79769313486232e308"), (123_456_789.123456789, "123456789.123457"),
      (0.00012345, "0.00012345"),
      (1e23, "1e23"),
    ] as [(Double, String)])
  func peopleSeeFifteenDigits(number: Double, text: String) {
    #expect(NumberText.people(number) == text)
  }

  @Test(
    arguments: [
      (0.1 + 0.2, "0.30000000000000004"), (100, "100"), (-0.0, "-0"), (0, "0"), (1e15, "1e15"),
      (.leastNonzeroMagnitude, "5e-324"),
      (123_456_789_012_345_680, "1.2345678901234568e17"), (1e23, "1e23"), (-0.00001, "-0.00001"), (1e22, "1e22"),
      (9_007_199_254_740_992, "9.007199254740992e15"), (1.5, "1.5"),
    ] as [(Double, String)])
  func filesHoldTheShortestExactText(number: Double, text: String) {
    #expect(NumberText.exact(number) == text)
  }

  @Test func exactTextReadsBackBitEqual() throws {
    var random = SplitMix64(seed: 2)
    for _ in 0..<fuzzSteps(100_000) {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      let text = NumberText.exact(number)
      #expect(Double(text)?.bitPattern == number.bitPattern, "\(text)")
      var lexer = Lexer(Array(text.utf8))
      var token = try lexer.next()
      let isNegative = token.kind == .minus
      if isNegative { token = try lexer.next() }
      #expect((isNegative ? -token.value : token.value).bitPattern == number.bitPattern, "\(text)")
      #expect(token.end == text.utf8.count)
    }
  }

  /// Checks the digits of numbers of all sizes against `DecimalDigits`.
  @Test func exactTextHasTheDigitsOfTheNumberWhateverItsSize() {
    var random = SplitMix64(seed: 3)
    var numbers = [0, -0.0, 1e-4, 1e-5, 1e15, 1e14, 0x1p53, 0x1p54, 0.5, 1e15 - 0.125, -1e15, 123_456_789_012_345]
    numbers += numbers.flatMap { [$0.nextUp, $0.nextDown] }
    for _ in 0..<fuzzSteps(20_000) {
      let power = Double(sign: random.oneIn(2) ? .plus : .minus, exponent: random.below(120) - 60, significand: 1)
      let number = power * (1 + Double(random.next() >> 11) * 0x1p-53)
      numbers += [number, (number * 64).rounded() / 64]
    }
    for number in numbers {
      let text = NumberText.exact(number)
      #expect(text == DecimalDigits(number).text)
      var bytes = TextBytes()
      bytes.append(contentsOf: "x".utf8)
      NumberText.append(number, to: &bytes)
      #expect(bytes.string == "x" + text)
    }
    for whole in [0, 7, 10, -1, 120, .min, .max] as [Int] {
      var bytes = TextBytes()
      bytes.append(contentsOf: "x".utf8)
      NumberText.append(whole, to: &bytes)
      #expect(bytes.string == "x\(whole)")
    }
  }

  /// Powers of two have neighbours at two distances, and sixteenths of large numbers are as near to one decimal as to another.
  @Test func exactTextIsTheShortestAndNearestAsTheStandardLibraryFindsIt() {
    var random = SplitMix64(seed: 5)
    func fraction() -> Double { Double(random.next() >> 11) * 0x1p-53 }
    var wrong: [Double] = []
    for _ in 0..<fuzzSteps(20_000) {
      let power = Double(sign: .plus, exponent: random.below(63) - 13, significand: 1)
      let place: Double = random.pick([10, 100, 1000, 1e6, 1e9])
      let bits = UInt64.max << UInt64(random.below(53))
      let number: Double = power * (1 + fraction())
      let whole: Double = (fraction() * 0x1p50).rounded()
      var numbers: [Double] = [power, power.nextUp, power.nextDown, number]
      numbers.append((power * place * fraction()).rounded() / place)
      numbers.append(Double(bitPattern: number.bitPattern & bits))
      numbers.append(whole + Double(random.below(16)) / 16)
      numbers.append(whole + Double(random.below(512)) / 512)
      for number in numbers where number >= 1e-4 && number < 1e15 && number != number.rounded() {
        let isExact =
          NumberText.exact(number) == number.description && NumberText.exact(-number) == (-number).description
          && DecimalDigits(number).value == number
        if !isExact { wrong.append(number) }
      }
    }
    #expect(wrong == [])
  }

  @Test func digitsAreWrittenInAnyWidth() {
    for (number, text) in [
      (0, "0"), (7, "7"), (99_999_999, "99999999"), (100_000_000, "100000000"),
      (1_234_567_890_123_456, "1234567890123456"),
      (10_000_000_000_000_000, "10000000000000000"), (UInt64.max, "18446744073709551615"),
    ] as [(UInt64, String)] {
      for before in [0, 1, 1017, 1024] {
        var bytes = TextBytes()
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "x"), count: before))
        bytes.append(digitsOf: number)
        bytes.append(UInt8(ascii: ","))
        #expect(bytes.string == String(repeating: "x", count: before) + text + ",")
      }
    }
  }

  @Test func differentNumbersGetDifferentTexts() {
    #expect(NumberText.distinguishing(20, 25) == ("20", "25"))
    #expect(NumberText.distinguishing(0.3, 0.1 + 0.2) == ("0.3", "0.30000000000000004"))
    #expect(NumberText.distinguishing(1, 1 + 0x1p-52) == ("1", "1.0000000000000002"))
    #expect(
      NumberText.distinguishing(1.0000000000000011, 1.0000000000000018) == ("1.000000000000001", "1.000000000000002"))
    #expect(NumberText.distinguishing(0, -0.0) == ("0", "0"))
    #expect(NumberText.distinguishing(0.1 + 0.2, 0.1 + 0.2) == ("0.3", "0.3"))
    var random = SplitMix64(seed: 4)
    for _ in 0..<10_000 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite, number.nextUp.isFinite, number != 0 else { continue }
      let (old, new) = NumberText.distinguishing(number, number.nextUp)
      #expect(old != new)
    }
  }
}
