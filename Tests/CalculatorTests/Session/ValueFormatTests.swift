// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import Testing

/// The formats of numbers, by the notation of spreadsheets.
@Suite struct ValueFormatTests {
  private func text(_ value: CalculatorValue, _ format: String) throws -> String {
    try #require(ValueFormat(format)).text(value, atMost: 24) { NumberText.people($0) }
  }

  @Test(arguments: [
    ("0.00", 1479.37585121852, "1479.38"), ("0.00", 2, "2.00"), ("0.00", -0.004, "0.00"), ("0.00", -0.005, "-0.01"),
    ("0.00", 1.005, "1.01"), ("0.00", 0.125, "0.13"), ("0", 2.5, "3"), ("0", -2.5, "-3"), ("0", 0.4, "0"),
    ("#", 0, "0"),
    ("#.##", 0.5, ".5"), ("#.##", 0, "0"), ("0.##", 2, "2"), ("0.0##", 2.12345, "2.123"), ("0.0##", 2, "2.0"),
    ("000", 7, "007"), ("000.0", 0.05, "000.1"), ("#,##0", 999, "999"), ("#,##0", 1000, "1,000"),
    ("#,##0.00", -1_234_567.891, "-1,234,567.89"), ("#_##0", 1_234_567, "1_234_567"), ("# ##0.0", 12345, "12 345.0"),
    ("0,000", 5, "0,005"), ("0.0%", 0.1234, "12.3%"), ("0%", 1, "100%"), ("0 %", 0.07, "7 %"), ("$0.00", 5, "$5.00"),
    ("$#,##0.00", -1234.5, "-$1,234.50"), ("0.00 €", 5, "5.00 €"), ("0.00€", 5, "5.00€"), ("CHF 0.00", 5, "CHF 5.00"),
    ("0.00 CHF", 5, "5.00 CHF"), ("0 \"pieces\"", 12, "12 pieces"), ("0 'pieces'", 12, "12 pieces"),
    ("'0' 0", 12, "0 12"),
    ("0.00", 1e-300, "0.00"), ("0.00", 999_999_999_999_999, "999999999999999.00"), ("0.00", 1e15, "1000000000000000"),
    ("0.00", 1e300, "1e300"), ("0.0 km", 3.14159, "3.1"),
    ("0.000000000000000", 100_000_000_000_000, "100000000000000.000000000000000"),
  ])
  func aNumberIsShownInItsFormat(format: String, number: Double, shown: String) throws {
    #expect(try text(.number(number), format) == shown)
  }

  @Test(arguments: [
    "", " ", "x", "abc", "0.0.0", "0.", ".", "%", "0%%", "0 kmh", "0#", "0,0_0", "'0", "0 \"pieces", "1", "0.00 5",
    ",0.00",
    "0.0000000000000000", "0000000000000000", "0,", "#,", "0 pieces 0", String(repeating: "#", count: 65), "0 date",
  ])
  func whatIsNoFormatIsNotRead(format: String) { #expect(ValueFormat(format) == nil) }

  @Test func quantitiesKeepOrChangeTheirUnit() throws {
    func unit(_ text: String) throws -> UnitOfMeasure { try #require(UnitOfMeasure(text)) }
    let speed = CalculatorValue.quantity(10, try unit("m/s"))
    #expect(try text(speed, "0.0 km/h") == "36.0 km/h")
    #expect(try text(speed, "0.00") == "10.00 m/s")
    #expect(try text(speed, "0.0 kg") == "10.0 m/s")
    #expect(try text(.quantities([10, 20.55], try unit("m/s")), "0.0 km/h") == "[36.0 km/h, 74.0 km/h]")
    #expect(try text(.quantity(5, try unit("EUR")), "0.00 €") == "5.00 EUR")
    #expect(try text(.quantity(12.34, try unit("%")), "0.0%") == "12.3%")
    #expect(try text(.quantity(12.34, try unit("%")), "0.0") == "12.3%")
    #expect(try text(.quantity(20.55, try unit("°C")), "0.0 K") == "20.6 °C")
    #expect(try text(.quantity(20_000, try unit("date")), "0.00") == "2024-10-04")
  }

  @Test func otherValuesAreShownWithoutIt() throws {
    for value in [
      CalculatorValue.text("a"), .boolean(true), .color(RGBColor(red: 1, green: 2, blue: 3)), .texts(["b"]),
    ] {
      #expect(try text(value, "0.00") == value.description)
    }
    #expect(try text(.numbers([1, 2.555]), "0.00") == "[1.00, 2.56]")
  }
}
