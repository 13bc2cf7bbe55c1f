// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A unit with a name of its own, such as `m`, `min` or `USD`.
///
/// To add a unit, add its row. Reading, printing, conversion, help and completion use the table. Units are printed in
/// the order of the table.
package struct UnitSymbol: Sendable {
  /// The prefixes that a symbol accepts.
  enum Prefixes: Sendable {
    case none
    /// All prefixes of the SI.
    case all
    /// Prefixes above one, and those for powers of 1024.
    case large
  }

  /// The name that is printed.
  package let name: String
  /// Other names that are read.
  let others: [String]
  /// Longer names, which accept prefixes that are written out, and a plural `s`.
  let words: [String]
  package let dimension: UnitDimension
  /// The ratio to the SI unit.
  let ratio: UnitRatio
  let prefixes: Prefixes
  /// The reading of a scale at 0 °C, or at the beginning of 1970; `nil` for units that are not scales.
  let zero: Double?
  /// The zone in which moments are shown; `nil` for UTC, and for all other units.
  var zone: ZoneName?

  /// Whether values are dates or moments, which are not amounts of something: no word after a number stands for this unit.
  package var isCalendar: Bool { dimension.powers.keys.contains(.date) || dimension.powers.keys.contains(.moment) }

  private init(
    _ name: String, _ dimension: UnitDimension, _ numerator: Double = 1, over denominator: Double = 1,
    powerOfPi: Int = 0, prefixes: Prefixes = .none, zero: Double? = nil, or others: [String] = [],
    words: [String] = []
  ) {
    self.name = name
    self.others = others
    self.words = words
    self.dimension = dimension
    ratio = UnitRatio(numerator, denominator, powerOfPi: powerOfPi)
    self.prefixes = prefixes
    self.zero = zero
  }

  /// All units, in the order in which products are printed.
  package static let table: [UnitSymbol] =
    shares + money + data + mechanics + matter + electricity + times + calendar + zoned

  /// The currencies. No rates are known, so each currency is a quantity of its own.
  static let currencies = [
    "USD", "EUR", "GBP", "JPY", "CHF", "CNY", "INR", "AUD", "CAD", "NZD", "SEK", "NOK", "DKK", "ISK", "PLN", "CZK",
    "HUF", "RON", "BGN", "TRY", "RUB", "UAH", "BRL", "MXN", "ARS", "CLP", "COP", "ZAR", "KRW", "SGD", "HKD", "TWD",
    "THB", "IDR", "MYR", "PHP", "VND", "ILS", "AED", "SAR", "EGP", "NGN", "KES", "BTC",
  ]

  private static let money = currencies.map { code in
    UnitSymbol(
      code, UnitDimension([.money(code): 1]), or: code == "EUR" ? ["€"] : code == "GBP" ? ["£"] : [],
      words: code == "EUR" ? ["euro"] : [])
  }

  /// Forms in which a number is shown. They are read after `in` and `to`; after a number, `%` divides by 100.
  private static let shares = [UnitSymbol("%", .none, 1, over: 100)]

  private static let data = [
    UnitSymbol("B", .information, 8, prefixes: .large, words: ["byte"]),
    UnitSymbol("bit", .information, prefixes: .large, or: ["bits"]),
  ]

  private static let mechanics = [
    UnitSymbol("N", .force, prefixes: .all, words: ["newton"]),
    UnitSymbol("lbf", .force, 44_482_216_152_605, over: 10_000_000_000_000),
    UnitSymbol("Pa", .pressure, prefixes: .all, words: ["pascal"]),
    UnitSymbol("bar", .pressure, 100_000, prefixes: .all, or: ["bars"]),
    UnitSymbol("atm", .pressure, 101_325),
    UnitSymbol("psi", .pressure, 44_482_216_152_605, over: 6_451_600_000),
    UnitSymbol("mmHg", .pressure, 133_322_387_415, over: 1_000_000_000),
    UnitSymbol("J", .energy, prefixes: .all, words: ["joule"]),
    UnitSymbol("cal", .energy, 4184, over: 1000, prefixes: .all, words: ["calorie"]),
    UnitSymbol("Wh", .energy, 3600, prefixes: .all),
    UnitSymbol("eV", .energy, 1_602_176_634, over: 1e28, prefixes: .all),
    UnitSymbol("BTU", .energy, 105_505_585_262, over: 100_000_000),
    UnitSymbol("W", .power, prefixes: .all, words: ["watt"]),
    UnitSymbol("hp", .power, 745.69987158227022, words: ["horsepower"]),
    UnitSymbol("mph", .speed, 1_609_344, over: 3_600_000),
    UnitSymbol("kn", .speed, 1852, over: 3600, words: ["knot"]),
    UnitSymbol("c0", .speed, 299_792_458),
  ]

  private static let matter = [
    UnitSymbol("g", .mass, 1, over: 1000, prefixes: .all, words: ["gram", "gramme"]),
    UnitSymbol("t", .mass, 1000, words: ["tonne"]),
    UnitSymbol("lb", .mass, 45_359_237, over: 100_000_000, or: ["lbs"], words: ["pound"]),
    UnitSymbol("oz", .mass, 45_359_237, over: 1_600_000_000, words: ["ounce"]),
    UnitSymbol("m", .length, prefixes: .all, words: ["meter", "metre"]),
    UnitSymbol("in", .length, 254, over: 10_000, or: ["inches"], words: ["inch"]),
    UnitSymbol("ft", .length, 3048, over: 10_000, or: ["feet"], words: ["foot"]),
    UnitSymbol("yd", .length, 9144, over: 10_000, words: ["yard"]),
    UnitSymbol("mi", .length, 1_609_344, over: 1000, words: ["mile"]),
    UnitSymbol("nmi", .length, 1852),
    UnitSymbol("au", .length, 149_597_870_700),
    UnitSymbol("ly", .length, 9_460_730_472_580_800, words: ["lightyear"]),
    UnitSymbol("ha", .area, 10_000, words: ["hectare"]),
    UnitSymbol("acre", .area, 40_468_564_224, over: 10_000_000, or: ["acres"]),
    UnitSymbol("L", .volume, 1, over: 1000, prefixes: .all, or: ["l"], words: ["liter", "litre"]),
    UnitSymbol("gal", .volume, 3_785_411_784, over: 1_000_000_000_000, words: ["gallon"]),
    UnitSymbol("cup", .volume, 2_365_882_365, over: 10_000_000_000_000, or: ["cups"]),
    UnitSymbol("tbsp", .volume, 147_867_647_812_5, over: 100_000_000_000_000_000),
    UnitSymbol("tsp", .volume, 492_892_159_375, over: 100_000_000_000_000_000),
    UnitSymbol("K", .temperature, prefixes: .all, words: ["kelvin"]),
    UnitSymbol("°C", .temperature, zero: 0, or: ["degC", "℃", "ºC", "˚C"], words: ["celsius"]),
    UnitSymbol("°F", .temperature, 5, over: 9, zero: 32, or: ["degF", "℉", "ºF", "˚F"], words: ["fahrenheit"]),
    UnitSymbol("mol", .amount, prefixes: .all, words: ["mole"]),
    UnitSymbol("cd", .luminousIntensity, prefixes: .all, words: ["candela"]),
    UnitSymbol("lm", .luminousIntensity, prefixes: .all, words: ["lumen"]),
    UnitSymbol("lx", .illuminance, prefixes: .all, words: ["lux"]),
    UnitSymbol("rad", .angle, prefixes: .all, words: ["radian"]),
    UnitSymbol("deg", .angle, 1, over: 180, powerOfPi: 1, or: ["°", "º", "˚"], words: ["degree"]),
    UnitSymbol("turn", .angle, 2, powerOfPi: 1, or: ["turns"]),
  ]

  private static let electricity = [
    UnitSymbol("V", .voltage, prefixes: .all, words: ["volt"]),
    UnitSymbol("Ω", .resistance, prefixes: .all, or: ["\u{2126}"], words: ["ohm"]),
    UnitSymbol("S", .conductance, prefixes: .all),
    UnitSymbol("F", .capacitance, prefixes: .all, words: ["farad"]),
    UnitSymbol("H", .inductance, prefixes: .all, words: ["henry"]),
    UnitSymbol("Wb", .flux, prefixes: .all, words: ["weber"]),
    UnitSymbol("T", .fluxDensity, prefixes: .all, words: ["tesla"]),
    UnitSymbol("Ah", .charge, 3600, prefixes: .all),
    UnitSymbol("C", .charge, prefixes: .all, words: ["coulomb"]),
    UnitSymbol("A", .current, prefixes: .all, or: ["amp", "amps"], words: ["ampere"]),
  ]

  /// Days and seconds since the beginning of 1970. Differences are in days or in seconds.
  private static let calendar = [
    UnitSymbol("date", UnitDimension([.date: 1]), 86_400, zero: 0),
    UnitSymbol("moment", UnitDimension([.moment: 1]), zero: 0),
  ]

  /// Moments that are shown by the clocks of a zone, in the order of the zones.
  private static let zoned = ZoneName.table.map { zone in
    // In documents, blanks separate the names of types.
    let name = String(zone.name.map { $0 == " " ? "_" : $0 })
    var unit = UnitSymbol("moment@\(name)", UnitDimension([.moment: 1]), zero: 0)
    unit.zone = zone
    return unit
  }

  /// A year has 365.25 days, and a month is a twelfth of it.
  private static let times = [
    UnitSymbol("Hz", .frequency, prefixes: .all, words: ["hertz"]),
    UnitSymbol("rpm", .rotation, 1, over: 30, powerOfPi: 1),
    UnitSymbol("s", .time, prefixes: .all, or: ["sec", "secs"], words: ["second"]),
    UnitSymbol("min", .time, 60, or: ["mins"], words: ["minute"]),
    UnitSymbol("h", .time, 3600, or: ["hr", "hrs"], words: ["hour"]),
    UnitSymbol("d", .time, 86_400, words: ["day"]),
    UnitSymbol("week", .time, 604_800, or: ["weeks"]),
    UnitSymbol("month", .time, 2_629_800, or: ["months"]),
    UnitSymbol("year", .time, 31_557_600, or: ["years", "yr"]),
  ]
}

/// A prefix of a symbol, such as `k` in `km`.
struct UnitPrefix: Sendable {
  let symbol: String
  let word: String
  let ratio: UnitRatio
  let isLarge: Bool

  private init(_ symbol: String, _ word: String, _ numerator: Double, over denominator: Double = 1) {
    self.symbol = symbol
    self.word = word
    ratio = UnitRatio(numerator, denominator)
    isLarge = numerator > 100
  }

  /// The first row is the empty prefix.
  static let table =
    [
      UnitPrefix("", "", 1), UnitPrefix("k", "kilo", 1e3), UnitPrefix("M", "mega", 1e6), UnitPrefix("G", "giga", 1e9),
      UnitPrefix("T", "tera", 1e12), UnitPrefix("P", "peta", 1e15), UnitPrefix("m", "milli", 1, over: 1e3),
      UnitPrefix("µ", "micro", 1, over: 1e6), UnitPrefix("n", "nano", 1, over: 1e9),
      UnitPrefix("p", "pico", 1, over: 1e12), UnitPrefix("c", "centi", 1, over: 100),
      UnitPrefix("d", "deci", 1, over: 10), UnitPrefix("h", "hecto", 100),
    ] + binary

  private static let binary = [
    UnitPrefix("Ki", "kibi", 0x1p10), UnitPrefix("Mi", "mebi", 0x1p20), UnitPrefix("Gi", "gibi", 0x1p30),
    UnitPrefix("Ti", "tebi", 0x1p40),
  ]

  /// Whether symbols with these prefixes accept the prefix.
  func fits(_ prefixes: UnitSymbol.Prefixes) -> Bool {
    switch prefixes {
    case .none: symbol.isEmpty
    case .all: symbol.count < 2
    case .large: symbol.isEmpty || isLarge
    }
  }
}
