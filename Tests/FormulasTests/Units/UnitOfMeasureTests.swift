// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Formulas
import Testing

@Suite struct UnitOfMeasureTests {
  @Test(arguments: [
    ("km/h", "km/h"), ("m / s^2", "m/s²"), ("m/s/s", "m/s²"), ("kg*m/s^2", "kg·m/s²"), ("N·m", "N·m"), ("m*N", "N·m"),
    ("kilometers", "km"), ("hours", "h"), ("degC", "°C"), ("um", "µm"), ("μm", "µm"), ("µm", "µm"), ("s^-1", "s⁻¹"),
    ("s⁻²", "s⁻²"), ("l", "L"), ("inches", "in"), ("feet", "ft"), ("€", "EUR"), ("ohm", "Ω"), ("kohm", "nil"),
    ("kiloohms", "kΩ"), ("MiB", "MiB"), ("min", "min"), ("cd", "cd"), ("ha", "ha"), ("mmin", "nil"), ("m2", "nil"),
    ("KM", "nil"), ("m/m", "nil"), ("°C/m", "nil"), ("°C^2", "nil"), ("", "nil"), ("km /", "nil"), ("3 km", "nil"),
    ("m^0", "nil"), ("m^", "nil"), ("mB", "nil"), ("x", "nil"), ("km/h ", "nil"),
  ])
  func unitsAreReadAsPeopleWriteThem(text: String, printed: String) {
    #expect(UnitOfMeasure(text)?.description ?? "nil" == printed)
  }

  @Test func everyUnitAndEveryPrefixReadsBackAsItself() throws {
    let prefixes = ["", "k", "M", "G", "T", "P", "m", "µ", "n", "p", "c", "d", "h", "Ki", "Mi", "Gi", "Ti"]
    let symbols = [
      "USD", "EUR", "B", "bit", "N", "lbf", "Pa", "bar", "atm", "psi", "mmHg", "J", "cal", "Wh", "eV", "BTU", "W", "hp",
      "mph", "kn", "c0", "g", "t", "lb", "oz", "m", "in", "ft", "yd", "mi", "nmi", "au", "ly", "ha", "acre", "L", "gal",
      "cup", "tbsp", "tsp", "K", "°C", "°F", "mol", "cd", "lm", "lx", "rad", "deg", "turn", "V", "Ω", "S", "F", "H",
      "Wb", "T", "Ah", "C", "A", "Hz", "rpm", "s", "min", "h", "d", "week", "month", "year",
    ]
    var (count, names) = (0, Set<String>())
    for symbol in symbols {
      #expect(UnitOfMeasure(symbol)?.description == symbol)
      for prefix in prefixes {
        // "min" is a minute and "cd" a candela, regardless of prefixes.
        guard let unit = UnitOfMeasure(prefix + symbol) else { continue }
        count += 1
        names.insert(unit.description)
        #expect(UnitOfMeasure(unit.description) == unit)
        let squared = UnitOfMeasure("\(unit)/s^2") ?? UnitOfMeasure("m/\(unit)^2") ?? unit
        #expect(UnitOfMeasure(squared.description) == squared, "\(squared)")
      }
    }
    #expect(count > 400 && names.count > 390, "\(count) \(names.count)")
  }

  @Test(arguments: [
    ("m", "a length"), ("km²", "an area"), ("km/h", "a speed"), ("N·m", "an energy"), ("USD", "an amount of USD"),
    ("USD/h", "a quantity of USD/time"), ("kg/m", "a quantity of mass/length"), ("Hz", "a frequency"),
    ("mol/kg", "a quantity of amount of substance/mass"), ("W/m^2/K", "a quantity of mass/temperature/time³"),
  ])
  func aUnitSaysWhatItMeasures(text: String, quantity: String) throws {
    let unit = try #require(UnitOfMeasure(text))
    #expect(unit.quantity == quantity)
  }
}
