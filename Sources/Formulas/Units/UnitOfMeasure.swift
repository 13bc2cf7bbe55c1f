// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A unit: symbols with prefixes and exponents, such as km/h or m/s². The unit is part of a value's type: at run time
/// values are plain numbers, and a conversion is a multiplication that was compiled into the formula.
///
///     UnitOfMeasure("km/h")?.description   // "km/h"
///     UnitOfMeasure("m / s^2")?.description  // "m/s²"
///
/// Two units are equal if they are printed alike: N and kg·m/s² have the same dimension, but are two units. Units
/// contain no numbers, and scales with an offset, °C and °F, can't be combined with other symbols.
public struct UnitOfMeasure: Hashable, Sendable {
  /// A symbol of the tables, with its exponent.
  package struct Factor: Hashable, Sendable {
    var symbol: UInt16
    var prefix: UInt8
    var power: Int

    package var row: UnitSymbol { UnitSymbol.table[Int(symbol)] }
    var name: String { UnitPrefix.table[Int(prefix)].symbol + row.name }
    /// The ratio of the symbol to the SI unit.
    var ratio: UnitRatio { UnitPrefix.table[Int(prefix)].ratio * row.ratio }
  }

  /// The factors in the order of the tables; no exponent is 0, and no symbol occurs twice.
  package private(set) var factors: [Factor]

  init(_ factors: [Factor]) {
    self.factors = factors.filter { $0.power != 0 }.sorted { ($0.symbol, $0.prefix) < ($1.symbol, $1.prefix) }
  }

  /// Reads a unit as people write it: `km/h`, `m/s^2`, `N*m`, `kilometers`; `nil` if the text is not a unit.
  ///
  /// - Parameter text: The unit, without any other text.
  /// - Complexity: O(length)
  public init?(_ text: String) {
    if let place = UnitSymbol.table.firstIndex(where: { $0.isCalendar && $0.name == text }) {
      self.init([Factor(symbol: UInt16(place), prefix: 0, power: 1)])
      return
    }
    guard let found = UnitReader.unit(Array(text.utf8), at: 0, isTarget: true), found.end == text.utf8.count else {
      return nil
    }
    self = found.unit
  }

  /// The dimension that it measures.
  package var dimension: UnitDimension {
    factors.reduce(.none) { $0 * $1.row.dimension.power($1.power) }
  }

  /// The quantity that it measures, for a sentence: "a speed". Values of units with the same quantity can be added and converted.
  public var quantity: String { dimension.phrase }

  /// The ratio of the unit to the SI units.
  package var ratio: UnitRatio { factors.reduce(.one) { $0 * $1.ratio.power($1.power) } }

  /// The reading at 0 °C on the scales °C and °F; `nil` for other units.
  package var zero: Double? { factors.count == 1 && factors[0].power == 1 ? factors[0].row.zero : nil }

  /// The unit of hundredths.
  package static let percent = UnitOfMeasure([UnitReader.factor(named: "%")].compactMap { $0 })

  /// Whether the unit only determines how a number is shown: %, or a ratio of like units, such as h/d.
  var isShare: Bool { dimension == .none }

  /// The type of days of the calendar, and the type of moments.
  package static let date = calendar("date")
  package static let moment = calendar("moment")

  private static func calendar(_ name: String) -> UnitOfMeasure {
    let place = UnitSymbol.table.firstIndex { $0.name == name && $0.isCalendar } ?? 0
    return UnitOfMeasure([Factor(symbol: UInt16(place), prefix: 0, power: 1)])
  }

  /// The type of moments that are shown by the clocks of a zone in the table.
  package static func moment(inZone zone: Int) -> UnitOfMeasure {
    let place = UnitSymbol.table.count - ZoneName.table.count + zone
    return UnitOfMeasure([Factor(symbol: UInt16(place), prefix: 0, power: 1)])
  }

  /// The index of the zone whose clocks show moments of this type; `nil` for other units.
  var zone: Int? {
    guard isMoment, let symbol = factors.first?.symbol else { return nil }
    let place = Int(symbol) - (UnitSymbol.table.count - ZoneName.table.count)
    return place < 0 ? nil : place
  }

  /// The name of the zone whose clocks show moments of this type.
  var zoneName: String? { zone.map { ZoneName.table[$0].name } }

  /// Whether values are moments, in UTC or in a zone.
  package var isMoment: Bool { isCalendar && self != .date }

  /// Whether values are dates or moments.
  package var isCalendar: Bool { factors.contains { $0.row.isCalendar } }

  /// The unit of differences on a scale: K, days or seconds; `nil` for units that are not scales.
  package var ofDifferences: UnitOfMeasure? {
    guard zero != nil else { return nil }
    let name = self == .date ? "d" : isMoment ? "s" : "K"
    return UnitOfMeasure([UnitReader.factor(named: name)].compactMap { $0 })
  }

  /// Converts a difference of two values to ``ofDifferences``: a difference in °F to K.
  package func number(ofDifference number: Double) -> Double {
    guard let shift = ofDifferences, !isCalendar else { return number }
    return (ratio * shift.ratio.inverse).scaling(number)
  }

  /// Converts a difference in ``ofDifferences`` to the numbers of the unit: a difference in K to °F.
  package func number(ofDifferenceInItsUnit number: Double) -> Double {
    guard let shift = ofDifferences, !isCalendar else { return number }
    return (shift.ratio * ratio.inverse).scaling(number)
  }

  /// The least and the greatest number that a date or a moment can have; `nil` for other units.
  package var calendar: ClosedRange<Double>? {
    guard isCalendar else { return nil }
    return self == .date ? CivilDate.days : CivilDate.moments.lowerBound...CivilDate.moments.upperBound.nextDown
  }

  /// The text of a value: `3 km`, `2026-03-01`.
  package func text(_ value: Double, _ number: (Double) -> String) -> String {
    if self == .date { return CivilDate.text(day: value) }
    if isMoment { return CivilDate.text(moment: value, in: factors.first?.row.zone) }
    return self == .percent ? "\(number(value))%" : "\(number(value)) \(self)"
  }

  /// The reading of a temperature scale at 0 °C.
  private var zeroOfScale: Double {
    if let zero { return zero }
    let steps = ratio.steps
    return steps.factors.reduce(steps.divisors.reduce(273.15, *), /)
  }

  /// The greatest exponent of a symbol that can be read.
  static let greatestExponent = 64

  /// Whether the text of the unit can be read again.
  var isReadable: Bool { factors.allSatisfy { $0.power.magnitude <= Self.greatestExponent } }

  /// The factor for the product or quotient of two values with units, and the unit of the result: `nil` for a plain number.
  ///
  /// A symbol of the right side is converted to a symbol with the same dimension on the left side, so km/h · min is a
  /// length in km. Symbols that cancel leave a number, as in W·h/kWh, and so does a result without a dimension.
  func combined(with other: UnitOfMeasure, isDivided: Bool) -> (unit: UnitOfMeasure?, ratio: UnitRatio) {
    var result = factors
    var ratio = UnitRatio.one
    for var factor in other.factors {
      if isDivided { factor.power = -factor.power }
      if let place = result.firstIndex(where: { $0.row.dimension == factor.row.dimension }) {
        ratio = ratio * (factor.ratio * result[place].ratio.inverse).power(factor.power)
        result[place].power += factor.power
      } else {
        result.append(factor)
      }
    }
    var unit = UnitOfMeasure(result)
    if unit.dimension == .none { return (nil, ratio * unit.ratio) }
    while let part = unit.partWithoutDimension {
      ratio = ratio * part.ratio
      unit = UnitOfMeasure(unit.factors.filter { !part.factors.contains($0) })
    }
    return (unit, ratio)
  }

  /// The smallest set of symbols whose product has no dimension; `nil` if there is none, or if the unit has fewer
  /// than three or more than six symbols.
  private var partWithoutDimension: UnitOfMeasure? {
    guard (3...6).contains(factors.count) else { return nil }
    let dimensions = factors.map { $0.row.dimension.power($0.power) }
    let parts = (1..<(1 << factors.count)).filter { part in
      let places = factors.indices.filter { part >> $0 & 1 == 1 }
      return places.reduce(.none) { $0 * dimensions[$1] } == UnitDimension.none
    }
    guard let least = parts.min(by: { ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1) }) else { return nil }
    return UnitOfMeasure(factors.indices.filter { least >> $0 & 1 == 1 }.map { factors[$0] })
  }

  /// The unit to a power; `nil` if the exponents would not be whole numbers. To the power of 0 the unit has no symbols.
  func raised(to exponent: Double) -> UnitOfMeasure? {
    var result = factors
    for index in result.indices {
      guard let power = Int(exactly: Double(result[index].power) * exponent), power.magnitude <= Self.greatestExponent
      else { return nil }
      result[index].power = power
    }
    return UnitOfMeasure(result)
  }

  /// The unit of the same dimension in base units of the SI: m²/s² for J/kg.
  var inBaseUnits: UnitOfMeasure {
    UnitOfMeasure(
      dimension.powers.map { base, power in
        let name: String =
          switch base {
          case .length: "m"
          case .mass: "kg"
          case .time: "s"
          case .current: "A"
          case .temperature: "K"
          case .amount: "mol"
          case .luminousIntensity: "cd"
          case .angle: "rad"
          case .information: "bit"
          case .date, .moment: "s"
          case .money(let code): code
          }
        var factor = UnitReader.factor(named: name) ?? Factor(symbol: 0, prefix: 0, power: 1)
        factor.power = power
        return factor
      })
  }

  /// The conversion of a value to another unit of the same dimension: the number that is subtracted, the ratio, and
  /// the number that is added.
  func conversion(to other: UnitOfMeasure) -> (before: Double, ratio: UnitRatio, after: Double) {
    let ratio = ratio * other.ratio.inverse
    if zero == nil, other.zero == nil { return (0, ratio, 0) }
    return (zeroOfScale, ratio, other.zeroOfScale)
  }
}

extension UnitOfMeasure: CustomStringConvertible {
  /// The text of the unit, which can be read again: `km/h`, `kg·m/s²`, `s⁻¹`.
  public var description: String {
    let above = factors.filter { $0.power > 0 }
    if above.isEmpty { return factors.map { UnitDimension.text($0.name, $0.power) }.joined(separator: "·") }
    let below = factors.filter { $0.power < 0 }
    return above.map { UnitDimension.text($0.name, $0.power) }.joined(separator: "·")
      + below.map { "/" + UnitDimension.text($0.name, -$0.power) }.joined()
  }
}

extension UnitOfMeasure {
  /// A number of this unit in another of the same dimension, computed as formulas do.
  package func converted(_ number: Double, to other: UnitOfMeasure) -> Double {
    guard self != other else { return number }
    let (before, ratio, after) = conversion(to: other)
    if before == after, ratio == .one { return number }
    return ratio.scaling(number - before) + after
  }
}
