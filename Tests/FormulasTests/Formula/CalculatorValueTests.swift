// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Formulas
import Testing

@Suite struct CalculatorValueTests {
  @Test func colorsAreReadAndWritten() {
    #expect(RGBColor("#36c") == RGBColor(red: 0x33, green: 0x66, blue: 0xcc))
    #expect(RGBColor("#3366CC")?.description == "#3366cc")
    #expect(RGBColor("#000001")?.description == "#000001")
    for text in ["36c", "#36", "#36cc", "#36g", "", "#", "#3366cc0"] { #expect(RGBColor(text) == nil, "\(text)") }
  }

  @Test func componentsAreRoundedAndClamped() {
    #expect(RGBColor(clampingRed: -5, green: 127.5, blue: 1e300) == RGBColor(red: 0, green: 128, blue: 255))
    #expect(RGBColor(clampingRed: .nan, green: 254.4, blue: 254.5) == RGBColor(red: 0, green: 254, blue: 255))
    #expect(RGBColor("#3366cc")?.adjusted(by: 128).description == "#1a3366")
    #expect(RGBColor("#3366cc")?.adjusted(by: 1000).description == "#c8ffff")
  }

  @Test(arguments: [
    (CalculatorValue.number(0.1 + 0.2), "0.3", "0.30000000000000004"), (.boolean(true), "true", "true"),
    (.color(RGBColor(red: 1, green: 2, blue: 3)), "#010203", "#010203"), (.boolean(false), "false", "false"),
  ])
  func valuesHaveATextForPeopleAndAnExactOne(value: CalculatorValue, people: String, exact: String) {
    #expect(value.description == people)
    #expect(value.exactText == exact)
    #expect(CalculatorValue(packed: value.packed, type: value.type) == value)
  }

  @Test func typesHaveNames() {
    #expect(
      CalculatorType.plain.map(\.description) == [
        "Number", "Boolean", "Color", "Text", "Numbers", "Booleans", "Colors", "Texts",
      ])
  }
}
