// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import FormulaTestSupport
import Formulas
import Testing

/// Results and refusals of formulas with units.
@Suite struct QuantityFormulaTests {
  private static let formulas: [(formula: String, answer: String)] = [
    ("3 km / 20 min in km/h", "9 km/h"), ("3 ft + 1 m", "6.28083989501312 ft"), ("1 m + 3 ft", "1.9144 m"),
    ("20 USD/h * 3 h", "60 USD"), ("60 km/h * 30 min", "30 km"), ("5km", "5 km"), ("5 km to m", "5000 m"),
    ("5 in in cm", "12.7 cm"), ("1 mi in km", "1.609344 km"), ("5 eV in J", "8.01088317e-19 J"), ("5eV", "5 eV"),
    ("1e3m", "1000 m"), ("2E3 m", "2000 m"), ("1 atm in psi", "14.6959487755134 psi"), ("1 gal in L", "3.785411784 L"),
    ("1 hp in W", "745.69987158227 W"), ("1 acre in m^2", "4046.8564224 m²"), ("1 lb in g", "453.59237 g"),
    ("3 m^2 * 2 m", "6 m³"), ("(3 km)^2", "9 km²"), ("2 m ** 2", "2 m²"), ("2 m ^ 2", "2 m²"), ("2 m ^ -1", "2 m⁻¹"),
    ("5 in * 2 in cm", "25.4 cm"), ("3 in to cm", "7.62 cm"), ("(2 m)²", "4 m²"), ("2 m²", "2 m²"),
    ("sqrt(9 m^2)", "3 m"), ("cbrt(8 L) in cm", "20 cm"), ("sqrt(20 J / 5 kg)", "2 m/s"),
    ("(4 m)^0.5", "error[type]: '(4 m)' is a length, and m has no such power"),
    ("sqrt(3 m)", "error[type]: '3 m' is a length, and m has no such root"),
    ("sin(30 deg)", "0.5"), ("cos(1 turn)", "1"), ("sin(pi / 6)", "0.5"), ("1 turn in deg", "360 deg"),
    ("180 deg in rad", "3.14159265358979 rad"), ("3000 rpm * 2 s in turn", "100 turn"),
    ("sin(3 m)", "error[type]: 'sin' needs an angle or a number, '3 m' is a length"),
    ("10 km / 5 m", "2000"), ("10 km / (5 m)", "2000"), ("5 N / (1 kg * 1 m/s^2)", "5"), ("1/2 m", "0.5 m⁻¹"),
    ("100 W * 2 h to kWh", "0.2 kWh"), ("1 GB in MiB", "953.67431640625 MiB"), ("100 Mbit/s * 1 min in MB", "750 MB"),
    ("5 m - 5 m", "0 m"), ("-3 km", "-3 km"), ("-(3 km) + 5 km", "2 km"), ("+3 km", "3 km"),
    ("5 m / 0", "division by zero"),
    ("20% of 50 USD", "10 USD"), ("50 USD * (1 + 20%)", "60 USD"), ("100 USD * 0.9 EUR/USD", "90 EUR"),
    ("1 year in d", "365.25 d"), ("1 month * 12 in year", "1 year"), ("2 h + 30 min", "2.5 h"),
    // Functions.
    ("abs(-3 km)", "3 km"), ("sign(-3 km)", "-1"), ("round(3.14159 km, 2)", "3.14 km"), ("floor(3.7 km)", "3 km"),
    ("max(3 km, 200 m, 5 mi)", "8.04672 km"), ("min(3 km, 200 m)", "0.2 km"), ("sum(1 km, 200 m)", "1.2 km"),
    ("mean(1 km, 200 m)", "0.6 km"), ("median(3 km, 200 m, 5 mi)", "3 km"), ("median(200 m, 3 km, 5 mi)", "3000 m"),
    ("clamp(5 km, 1 m, 3000 m)", "3 km"), ("hypot(3 km, 4000 m)", "5 km"), ("mod(1 h, 7 min) in min", "4 min"),
    ("roundto(17 min, 0.25 h)", "15 min"), ("stdev(1 m, 2 m, 300 cm)", "1 m"), ("atan2(1 m, 100 cm) / pi", "0.25"),
    ("if(2 < 1, 3 km, 200 m)", "0.2 km"), ("iferror(1 km / 0, 200 m)", "0.2 km"), ("2 > 1 ? 3 km : 200 m", "3 km"),
    ("3 km > 200 m", "true"), ("1 km == 1000 m", "true"), ("1 km < 2000 m < 3 mi", "true"),
    ("1 km < 500 m < 3 mi", "false"),
    // Lists.
    ("[1 km, 200 m]", "[1 km, 0.2 km]"), ("[1, 2] * 1 km", "[1 km, 2 km]"), ("sum([1 km, 200 m])", "1.2 km"),
    ("max([1 km, 200 m], 5 mi)", "8.04672 km"), ("[1 km, 2 km] + 500 m", "[1.5 km, 2.5 km]"),
    ("sort([3 km, 2 m])", "[0.002 km, 3 km]"), ("([3 km, 2 m] where [3 km, 2 m] > 1 km)[1]", "3 km"),
    ("lookup(2000 m, [1 km, 2 km], [\"a\", \"b\"])", "\"b\""), ("match(2000 m, [1 km, 2 km])", "2"),
    ("match(5 m, [1 km, 2 km])", "0.005 km is not in the list"),
    ("join([1 km], 5 m, [2 mi])", "[1 km, 0.005 km, 3.218688 km]"),
    ("sumproduct([1 USD/h, 2 USD/h], [30 min, 1 h])", "2.5 USD"), ("count([1 km, 2 km] > 1500 m)", "1"),
    ("sumby([1 km, 200 m, 3 km], [\"a\", \"b\", \"a\"])", "[4 km, 0.2 km]"),
    ("sumby([1, 2, 3], [1 km, 1000 m, 2 km])", "[3, 3]"),
    ("sumby([2025-01-01], [1])", "error[type]: 'sumby' can't be applied, '[2025-01-01]' is a list in date"),
    ("if([true, false], 3 km, 200 m)", "[3 km, 0.2 km]"), ("\"d: \" & 3 km", "\"d: 3 km\""),
    // Temperatures are points on a scale; their differences are in K.
    ("20 °C to °F", "68 °F"), ("-5 °C to °F", "23 °F"), ("98.6 degF in degC", "37 °C"), ("300 K in °C", "26.85 °C"),
    ("0 K to °F", "-459.67 °F"), ("25 °C - 20 °C", "5 K"), ("68 °F - 50 °F", "10 K"), ("25 °C - 68 °F", "5 K"),
    ("20 °C + 5 K", "25 °C"), ("50 °F + 10 K", "68 °F"), ("20 °C - 5 K", "15 °C"), ("20 °C < 70 °F", "true"),
    ("300000 mK to °C", "26.85 °C"), ("20 °C to mK", "293150 mK"), ("max(20 °C, 300000 mK)", "26.85 °C"),
    ("1 m^64 / (1 m^60)", "1 m⁴"),
    ("1 m^64 * 1 m", "error[type]: exponents of units are 64 at most, '1 m' is a length"),
    ("mean(20 °C, 86 °F)", "25 °C"), ("max([20 °C, 30 °C])", "30 °C"), ("20 °C == 293.15 K", "true"),
    ("20 °C + 5 °C", "error[type]: '+' can't add two temperatures in °C; add a difference: 20 °C + 5 K"),
    (
      "5 K + 20 °C",
      "error[type]: '+' needs a temperature in °C on its left, '5 K' is a temperature in K; a difference comes second: 20 °C + 5 K"
    ),
    (
      "20 °C * 2",
      "error[type]: '*' needs a temperature in K, '20 °C' is a temperature in °C; convert it: (20 °C to K)"
    ),
    ("(20 °C to K) * 2", "586.3 K"),
    (
      "sum([1 °C, 2 °C])",
      "error[type]: 'sum' needs a temperature in K, '[1 °C, 2 °C]' is a list in °C; convert it: (20 °C to K)"
    ),
    // Refusals name both dimensions.
    (
      "3 km + 20 min",
      "error[type]: '+' needs two values of one dimension, '3 km' is a length and '20 min' is a time"
    ),
    (
      "3 km + 5",
      "error[type]: '+' needs two values of one dimension, '3 km' is a length and '5' is a Number; a number with a unit is 5 km"
    ),
    (
      "50 USD + 20%",
      "error[type]: '+' needs two values of one dimension, '50 USD' is an amount of USD and '20%' is a Number; a part of it is x * (1 + 20%)"
    ),
    (
      "3 km < 2 h",
      "error[type]: '<' needs two values of one dimension, '3 km' is a length and '2 h' is a time"
    ),
    (
      "[1 km, 2 h]",
      "error[type]: a list needs two values of one dimension, '1 km' is a length and '2 h' is a time"
    ),
    (
      "100 USD + 3 EUR",
      "error[type]: '+' needs two values of one dimension, '100 USD' is an amount of USD and '3 EUR' is an amount of EUR; no rates are known: multiply by one, as in 100 USD * 0.9 EUR/USD"
    ),
    (
      "100 USD to EUR",
      "error[type]: a conversion to EUR needs an amount of EUR, '100 USD' is an amount of USD; no rates are known: multiply by one, as in 100 USD * 0.9 EUR/USD"
    ),
    ("3 km in h", "error[type]: a conversion to h needs a time, '3 km' is a length"),
    (
      "20 C in K",
      "error[type]: a conversion to K needs a temperature, '20 C' is a charge; temperatures are in °C or °F, degC or degF"
    ),
    ("5 to km", "error[type]: a conversion to km needs a length, '5' is a Number; multiply by a unit: x * 1 km"),
    ("ln(3 km)", "error[type]: 'ln' needs a number, '3 km' is a length; divide by a unit for the number: x / (1 km)"),
    ("if(3 > 2, 3 km, 2 h)", "error[type]: 'if' needs two values of one type, '3 km' is a length and '2 h' is a time"),
    (
      "(3 m)^if(2 > 1, 1, -2)",
      "error[type]: the exponent of a length must be a constant, because it determines the unit of the result"
    ),
    (
      "(3 m)^iferror(1 / 0, 2)",
      "error[type]: the exponent of a length must be a constant, because it determines the unit of the result"
    ),
    (
      "(3 m)^if(2 > 1, 2, 3)",
      "error[type]: the exponent of a length must be a constant, because it determines the unit of the result"
    ),
    ("2^(3 m)", "error[type]: an exponent is a number, '(3 m)' is a length"),
    (
      "product(2 m, 3 m)",
      "error[type]: 'product' needs numbers, '2 m' is a length; divide by a unit for the number: x / (1 km)"
    ),
    // Texts that are not units.
    ("5 KM", "error[syntax]: expected an operator before 'KM'; did you mean 'km'?"),
    ("2 m3", "error[syntax]: expected an operator before 'm3'; did you mean 'm^3'?"),
    ("3 lb 4 oz", "error[syntax]: expected an operator before '4'; write 3 lb + 4 oz"),
    ("3 km in", "error[syntax]: expected a unit after 'in'; write in km/h"),
    ("3 km in kmh", "error[name]: unknown unit 'kmh'; write km/h"),
    ("3 km in m/foo", "error[name]: unknown unit 'foo'; help units"),
    ("3 km in m / foo", "error[syntax]: 'in' must come last; put the conversion in parentheses"),
    ("1 km/°C", "error[syntax]: expected an operator before 'km'; help units"),
    ("3 km in meter2", "error[name]: unknown unit 'meter2'; did you mean 'meter^2'?"),
    ("3 h in min + 1 min", "error[syntax]: 'in' must come last; put the conversion in parentheses"),
    ("(3 h in min) + 1 min", "181 min"), ("2x", "error[number]: '2x' is not a number; to multiply write 2*x"),
  ]

  @Test func formulasWithUnitsGiveQuantitiesOrNameBothDimensions() {
    for (formula, expected) in Self.formulas {
      #expect(answer(formula) == expected, "\(formula)")
    }
  }

  @Test func wordsAreUnitsBehindNumbersOnly() {
    #expect(answer("3 * m / h", [.number(5), .number(2)]) == "7.5")
    #expect(answer("min(m, s)", [.number(5), .number(2)]) == "2")
    #expect(answer("h to_ + in_", [.number(1), .number(2)]) == "error[syntax]: expected an operator before 'to_'")
    #expect(answer("to + in", [.number(1), .number(2)]) == "3")
    // Without blanks the unit continues; with blanks the word is a name.
    #expect(answer("20 km/h", []) == "20 km/h")
    #expect(answer("20 km / h", [.number(2)]) == "10 km")
    #expect(answer("20 km*h", [.number(2)]) == "40 km")
    #expect(answer("20 km/x", [.number(2)]) == "10 km")
    #expect(answer("(3 m)^x", [.number(2)]).hasPrefix("error[type]: the exponent of a length must be a constant"))
    // A power after a unit belongs to the unit, or is refused because it is ambiguous.
    for text in [
      "3 m^x", "3 m^2.0", "3 m^0.5", "3 m^0", "3 m^2^2", "3 m²^2", "3 m ^ 2.5", "3 m^65", "3 m**2.0", "3 m^2²",
    ] {
      #expect(
        answer(text, [.number(2)]).hasPrefix("error[syntax]: a power after a unit applies to the unit"), "\(text)")
    }
    for (text, value) in [("3 m^2", "3 m²"), ("3 m ** 2", "3 m²"), ("(3 m)^2.0", "9 m²"), ("(3 m^2)^2", "9 m⁴")] {
      #expect(answer(text, []) == value)
    }
  }

  @Test(arguments: [
    ("1 km..3 km", "[1 km, 2 km, 3 km]"), ("0 m..1 km step 250 m", "[0 m, 250 m, 500 m, 750 m, 1000 m]"),
    ("1 km..500 m step -250 m", "[1 km, 0.75 km, 0.5 km]"), ("10 °C..20 °C step 5 K", "[10 °C, 15 °C, 20 °C]"),
    ("50 °F..68 °F step 5 K", "[50 °F, 59 °F, 68 °F]"), ("10 USD..20 USD step 5 USD", "[10 USD, 15 USD, 20 USD]"),
    (
      "1 km..3 kg", "error[type]: '..' needs two values of one dimension, '1 km' is a length and '3 kg' is a mass"
    ),
    (
      "1 km..3",
      "error[type]: '..' needs two values of one dimension, '1 km' is a length and '3' is a Number; a number with a unit is 5 km"
    ),
    ("1 km..3 km step 2", "error[type]: a step of '..' needs a length, '2' is a Number; write step 5 km"),
    (
      "10 °C..20 °C step 5 °C",
      "error[type]: a step of '..' is a difference, '5 °C' is a temperature; write step 5 K"
    ),
    ("[1 km]..3 km", "error[type]: '..' needs two values, '[1 km]' is a list in km"),
  ])
  func rangesCountInTheUnitOfTheirFirstValue(formula: String, value: String) {
    #expect(answer(formula, []) == value)
  }

  @Test func namesOfUnitsTakeUnitsFromTheirNodes() {
    let speed = CalculatorValue.quantity(50, UnitOfMeasure("km/h") ?? unit)
    #expect(answer("v * t", [speed, .quantity(30, UnitOfMeasure("min") ?? unit)]) == "25 km")
    #expect(answer("v * t", [speed, .number(2)]) == "100 km/h")
    #expect(
      answer("v + t", [speed, .number(2)]).hasPrefix(
        "error[type]: '+' needs two values of one dimension, 'v' is a speed"))
    #expect(answer("l * v", [.numbers([1, 2]), speed]) == "[50 km/h, 100 km/h]")
    #expect(answer("max(l)", [.quantities([1, 2], unit)]) == "2 m")
  }

  private let unit: UnitOfMeasure

  init() throws { unit = try #require(UnitOfMeasure("m")) }
}
