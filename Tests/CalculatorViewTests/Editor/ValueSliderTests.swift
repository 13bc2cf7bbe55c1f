// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import Testing

@Suite struct ValueSliderTests {
  private func text(_ number: String, _ share: Double, isFine: Bool = false) -> String? {
    ValueSlider(number)?.text(at: share, isFine: isFine)
  }

  @Test func aNumberGoesFromZeroToTheNextPowerOfTen() {
    for (number, end) in [
      ("0", "10"), ("3", "10"), ("20", "100"), ("100", "1000"), ("0.2", "1"), ("0.05", "0.1"), ("2.5", "10"),
    ] {
      #expect(text(number, 0) == "0", "\(number)")
      #expect(text(number, 1) == end, "\(number)")
    }
    #expect(text("-5", 0) == "-10" && text("-5", 0.5) == "0" && text("-5", 1) == "10")
    #expect(text("20%", 0) == "0%" && text("20%", 1) == "100%" && text("5%", 1) == "100%" && text("150%", 1) == "1000%")
  }

  @Test func itMovesInHundredthsAndWholeNumbersStayWhole() {
    #expect(text("20", 0.573) == "57" && text("3", 0.573) == "6" && text("200", 0.573) == "570")
    #expect(text("200", 0.573, isFine: true) == "573" && text("20", 0.573, isFine: true) == "57")
    #expect(text("0.2", 0.573) == "0.57" && text("0.2", 0.573, isFine: true) == "0.573")
    #expect(text("0.2", 0.3) == "0.3" && text("2.5", 0.3) == "3" && text("-0.5", 0.2) == "-0.6")
    #expect(text("20%", 0.25) == "25%")
  }

  @Test func whatLiesBeyondTheEndsCountsAsTheEnd() {
    #expect(text("20", -3) == "0" && text("20", 3) == "100" && text("20", .nan) == "0")
    #expect(text("20", .infinity) == "100")
  }

  @Test func theShareOfWhatItWritesIsWhereThatWasWritten() throws {
    for number in ["20", "-20", "0.2", "-0.002", "37%", "999999999"] {
      let slider = try #require(ValueSlider(number))
      for place in 0...100 {
        let text = slider.text(at: Double(place) / 100)
        let share = try #require(slider.share(of: text), "\(text)")
        #expect(
          abs(share - Double(place) / 100) <= (number.contains(".") || number.count > 3 ? 0.0051 : 0.051), "\(text)")
        #expect(slider.text(at: share) == text)
      }
    }
  }

  @Test func theBoundsHoldOnlyForWhatIsWrittenAlike() throws {
    let slider = try #require(ValueSlider("20"))
    #expect(slider.share(of: "9") == 0.09)
    for other in ["101", "-1", "2.5", "20%", "a", ""] { #expect(slider.share(of: other) == nil, "\(other)") }
    #expect(ValueSlider("2.5")?.share(of: "3") == 0.3)
  }

  @Test func stepsGoUpAndDownWithinTheBounds() throws {
    let slider = try #require(ValueSlider("20"))
    #expect(slider.text(1, after: "20") == "21" && slider.text(-30, after: "20") == "0")
    #expect(slider.text(1, after: "100") == "100" && slider.text(1, after: "a") == nil)
    #expect(ValueSlider("0.2")?.text(1, after: "0.2", isFine: true) == "0.201")
  }

  @Test func onlyNumbersThatAreWrittenOutHaveOne() {
    for text in [
      "a", "", "%", "-", "1e3", "0x10", "2 * 3", "1 + 1", "pi", "1000000000", "20 %", "1-2", "1.2.3",
      "0.12345678901234567",
    ] {
      #expect(ValueSlider(text) == nil, "\(text)")
    }
  }
}
