// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The dimension of a unit: a product of powers of base quantities, as length/time for a speed.
package struct UnitDimension: Hashable, Sendable {
  /// A quantity that is not composed of others. Each currency is one, because no exchange rates are known.
  enum Base: Hashable, Sendable {
    case length, mass, time, current, temperature, amount, luminousIntensity, angle, information
    /// Days of the calendar, and points in time. They are not times, but their differences are.
    case date, moment
    case money(String)

    var name: String {
      switch self {
      case .length: "length"
      case .mass: "mass"
      case .time: "time"
      case .current: "current"
      case .temperature: "temperature"
      case .amount: "amount of substance"
      case .luminousIntensity: "luminous intensity"
      case .angle: "angle"
      case .information: "data"
      case .date: "date"
      case .moment: "moment"
      case .money(let code): code
      }
    }

    /// A key for the order of base quantities in the names of quantities.
    var order: String {
      switch self {
      case .money(let code): "0" + code
      case .information: "1"
      case .mass: "2"
      case .length: "3"
      case .temperature: "4"
      case .amount: "5"
      case .current: "6"
      case .luminousIntensity: "7"
      case .angle: "8"
      case .time, .date, .moment: "9"
      }
    }
  }

  /// The exponents; none is 0.
  private(set) var powers: [Base: Int]

  /// The dimension of plain numbers.
  static let none = UnitDimension([:])

  init(_ powers: [Base: Int]) { self.powers = powers.filter { $0.value != 0 } }

  static func * (left: UnitDimension, right: UnitDimension) -> UnitDimension {
    UnitDimension(left.powers.merging(right.powers, uniquingKeysWith: +))
  }

  func power(_ exponent: Int) -> UnitDimension { UnitDimension(powers.mapValues { $0 * exponent }) }

  /// The code of the currency of amounts of money; `nil` for other quantities.
  package var currency: String? {
    guard powers.count == 1, let (base, power) = powers.first, power == 1, case .money(let code) = base else {
      return nil
    }
    return code
  }

  /// The quantity in a sentence: "a length", "an amount of USD", "a quantity of mass·length/time".
  var phrase: String {
    if powers.isEmpty { return "a Number" }
    if let name = Self.names[self] { return ("aeiou".contains(name.first ?? "x") ? "an " : "a ") + name }
    let sorted = powers.sorted { $0.key.order < $1.key.order }
    if let currency { return "an amount of \(currency)" }
    let above = sorted.filter { $0.value > 0 }.map { Self.text($0.key.name, $0.value) }
    let below = sorted.filter { $0.value < 0 }.map { "/" + Self.text($0.key.name, -$0.value) }
    return "a quantity of \(above.isEmpty ? "1" : above.joined(separator: "·"))\(below.joined())"
  }

  static func text(_ name: String, _ power: Int) -> String {
    power == 1 ? name : name + (power < 0 ? "⁻" : "") + String(power.magnitude).map { superscripts[$0] ?? "" }.joined()
  }

  private static let superscripts: [Character: String] = [
    "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸", "9": "⁹",
  ]

  static let length = UnitDimension([.length: 1])
  static let area = UnitDimension([.length: 2])
  static let volume = UnitDimension([.length: 3])
  static let mass = UnitDimension([.mass: 1])
  static let time = UnitDimension([.time: 1])
  static let frequency = UnitDimension([.time: -1])
  static let speed = UnitDimension([.length: 1, .time: -1])
  static let force = UnitDimension([.mass: 1, .length: 1, .time: -2])
  static let pressure = UnitDimension([.mass: 1, .length: -1, .time: -2])
  static let energy = UnitDimension([.mass: 1, .length: 2, .time: -2])
  static let power = UnitDimension([.mass: 1, .length: 2, .time: -3])
  static let current = UnitDimension([.current: 1])
  static let charge = UnitDimension([.current: 1, .time: 1])
  static let voltage = UnitDimension([.mass: 1, .length: 2, .time: -3, .current: -1])
  static let resistance = UnitDimension([.mass: 1, .length: 2, .time: -3, .current: -2])
  static let conductance = UnitDimension([.mass: -1, .length: -2, .time: 3, .current: 2])
  static let capacitance = UnitDimension([.mass: -1, .length: -2, .time: 4, .current: 2])
  static let inductance = UnitDimension([.mass: 1, .length: 2, .time: -2, .current: -2])
  static let flux = UnitDimension([.mass: 1, .length: 2, .time: -2, .current: -1])
  static let fluxDensity = UnitDimension([.mass: 1, .time: -2, .current: -1])
  static let temperature = UnitDimension([.temperature: 1])
  static let amount = UnitDimension([.amount: 1])
  static let luminousIntensity = UnitDimension([.luminousIntensity: 1])
  static let illuminance = UnitDimension([.luminousIntensity: 1, .length: -2])
  static let angle = UnitDimension([.angle: 1])
  static let rotation = UnitDimension([.angle: 1, .time: -1])
  static let information = UnitDimension([.information: 1])

  private static let names: [UnitDimension: String] = [
    .length: "length", .area: "area", .volume: "volume", .mass: "mass", .time: "time", .frequency: "frequency",
    .speed: "speed", .force: "force", .pressure: "pressure", .energy: "energy", .power: "power",
    .current: "electric current", .charge: "charge", .voltage: "voltage", .resistance: "resistance",
    .conductance: "conductance", .capacitance: "capacitance", .inductance: "inductance", .flux: "magnetic flux",
    .fluxDensity: "magnetic flux density", .temperature: "temperature", .amount: "amount of substance",
    .luminousIntensity: "luminous intensity", .illuminance: "illuminance", .angle: "angle",
    .rotation: "rotational speed", .information: "amount of data",
    UnitDimension([.date: 1]): "date", UnitDimension([.moment: 1]): "moment",
    UnitDimension([.length: 1, .time: -2]): "acceleration",
    UnitDimension([.mass: 1, .length: -3]): "density",
    UnitDimension([.information: 1, .time: -1]): "data rate",
    UnitDimension([.length: 3, .time: -1]): "flow",
  ]
}
