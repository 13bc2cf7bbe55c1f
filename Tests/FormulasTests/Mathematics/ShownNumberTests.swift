// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Formulas
import TestSupport
import Testing

@Suite struct ShownNumberTests {
  /// The text with plain spaces.
  private func plain(_ text: String) -> String { text.replacing("\u{202f}", with: " ") }

  @Test func fiveDigitsAndMoreHaveSpacesBetweenThousands() {
    let texts: KeyValuePairs = [
      "0": "0", "1234": "1234", "12345": "12 345", "-98765.4321": "−98 765.4321", "123456789.12": "123 456 789.12",
      "100000000000000": "100 000 000 000 000", "0.000123456": "0.000123456", "1.5e20": "1.5e20", "-0.5": "−0.5",
    ]
    for (number, shown) in texts { #expect(plain(ShownNumber.grouped(number)) == shown) }
  }

  @Test func wholeNumbersBelowTenToTheFifteenthKeepAllTheirDigits() {
    for number in [0, 7, 200_000, -123_456_789_012_345, 999_999_999_999_999] {
      #expect(ShownNumber.forms(Double(number)) == [ShownNumber.grouped("\(number)")])
    }
    #expect(ShownNumber.forms(1e15).count > 1 && ShownNumber.forms(200_000.5).count > 1)
  }

  @Test func formsGetShorterAndSayThatTheyAreShortened() {
    #expect(ShownNumber.forms(12).map(plain) == ["12"])
    #expect(
      ShownNumber.forms(1.0 / 3).map(plain) == [
        "0.333333333333333", "≈0.3333333333", "≈0.333333333", "≈0.33333333", "≈0.3333333", "≈0.333333", "≈0.33333",
        "≈0.3333",
      ])
    #expect(
      ShownNumber.forms(123_456_789.12).map(plain) == [
        "123 456 789.12", "≈123 456 789", "≈1.2346e+8",
      ])
    #expect(ShownNumber.forms(1.2345678901e21).map(plain).last == "≈1.235e21")
    #expect(ShownNumber.forms(-123_456_789_012_345.5).map(plain).last == "≈−1.2346e+14")
    var random = SplitMix64(seed: 11)
    for _ in 0..<2000 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      let forms = ShownNumber.forms(number)
      for (form, next) in zip(forms, forms.dropFirst()) {
        #expect(next.count < form.count && next.hasPrefix("≈"), "\(number): \(forms)")
      }
      // The displayed number is never far off.
      for form in forms {
        let text = form.filter { $0 != "≈" && $0 != "\u{202f}" }.replacing("−", with: "-")
        let shown = Double(text) ?? .nan
        #expect(abs(shown - number) <= abs(number) * 0.0006, "\(number): \(form)")
      }
    }
  }
}
