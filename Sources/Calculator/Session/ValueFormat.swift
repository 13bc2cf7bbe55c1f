// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// How the numbers of a node are shown, in the notation of spreadsheets: `0.00`, `#,##0.00`, `0.0%`, `$0.00`, `0.0 km/h`.
///
/// | part | meaning |
/// |---|---|
/// | `0` | a digit, also if it is a leading or trailing zero |
/// | `#` | a digit, unless it is a leading or trailing zero |
/// | `,` `_` or a blank, before the last digit of the whole part | this sign separates groups of three digits |
/// | `%` at the end | the number times 100, with `%` |
/// | a unit at the end | values of the same quantity are converted to it; a currency is also added to numbers without a unit |
/// | other signs, words before the digits, and text in quotes | shown as they are |
///
/// The format `plain` shows numbers as they are without a format, also where they would be shown as money
/// (``Formulas/Formula/moneyFormat(_:)``).
///
/// Numbers are rounded half away from zero, from their 15 significant digits: 1.005 is shown as `1.01`. A format changes no value,
/// and texts, Booleans, colours, dates and numbers of 10¹⁵ or more are shown without it.
package struct ValueFormat: Hashable, Sendable {
  /// The greatest number of digits after the decimal point.
  static let greatestDecimals = 15
  /// The greatest length of a format, in bytes.
  static let greatestLength = 64

  /// Some formats, for messages.
  package static let examples = "0.00, \"#,##0.00\", 0%, $0.00 or \"0.0 km\""

  /// The name of the format that shows numbers as they are without one.
  package static let plain = "plain"

  private var (prefix, suffix) = ("", "")
  private var separator: Character?
  private var leastWholeDigits = 0
  private var decimals = 0...0
  private var isPercent = false
  private var unit: UnitOfMeasure?
  /// Whether it is `plain`. Each report of a change holds a format, so this takes no field of its own.
  private var isPlain: Bool { leastWholeDigits < 0 }

  /// Reads a format; `nil` if the text is none.
  package init?(_ text: String) {
    if text == Self.plain {
      leastWholeDigits = -1
      return
    }
    guard text.utf8.count <= Self.greatestLength else { return nil }
    var rest = Array(text)[...]
    guard let before = Self.literal(&rest, until: { "0#".contains($0) }), readDigits(&rest) else { return nil }
    prefix = before
    // What follows the digits: a percent sign, a unit, or text.
    let blanks = String(rest.prefix { $0 == " " })
    rest = rest.dropFirst(blanks.count)
    if rest.first == "%" {
      isPercent = true
      suffix = "\(blanks)%"
      rest.removeFirst()
    } else if let unit = UnitOfMeasure(String(rest)), !unit.isCalendar {
      self.unit = unit
      // Most amounts of money are plain numbers.
      if unit.dimension.currency != nil { suffix = blanks + String(rest) }
      rest = []
    } else {
      suffix = blanks
    }
    guard let after = Self.literal(&rest, until: { "0#%".contains($0) || $0.isLetter }), rest.isEmpty else {
      return nil
    }
    suffix += after
  }

  /// Reads text that is shown as it is, some of which may be in quotes; `nil` if a quote is not closed, or for a sign that has a
  /// meaning elsewhere.
  private static func literal(_ rest: inout ArraySlice<Character>, until isEnd: (Character) -> Bool) -> String? {
    var text = ""
    while let first = rest.first, !isEnd(first) {
      rest.removeFirst()
      guard first == "\"" || first == "'" else {
        if ",_.%".contains(first) || first.isNumber { return nil }
        text.append(first)
        continue
      }
      guard let end = rest.firstIndex(of: first) else { return nil }
      text += String(rest[..<end])
      rest = rest[(end + 1)...]
    }
    return text
  }

  /// Reads the places of digits, `#,##0.00`. Returns whether there are any, in an order that makes sense.
  private mutating func readDigits(_ rest: inout ArraySlice<Character>) -> Bool {
    var count = 0
    while let sign = rest.first {
      if sign == "0" {
        leastWholeDigits += 1
      } else if sign == "#" {
        if leastWholeDigits > 0 { return false }
      } else if ",_ ".contains(sign), count > 0, let next = rest.dropFirst().first, "0#".contains(next) {
        if let separator, separator != sign { return false }
        separator = sign
        count -= 1
      } else {
        break
      }
      count += 1
      rest.removeFirst()
    }
    guard leastWholeDigits <= Self.greatestDecimals else { return false }
    guard rest.first == "." else { return count > 0 }
    rest.removeFirst()
    let always = rest.prefix { $0 == "0" }.count
    let perhaps = rest.dropFirst(always).prefix { $0 == "#" }.count
    rest = rest.dropFirst(always + perhaps)
    decimals = always...(always + perhaps)
    return always + perhaps > 0 && decimals.upperBound <= Self.greatestDecimals
  }

  // MARK: Formatting

  /// The text of a value; numbers that it doesn't fit are shown by another function.
  ///
  /// - Parameters:
  ///   - value: A value of any type.
  ///   - limit: The greatest number of elements of a list that are shown.
  ///   - number: Shows other numbers.
  /// - Returns: The text.
  package func text(_ value: CalculatorValue, atMost limit: Int, _ number: (Double) -> String) -> String {
    let value = converted(value)
    return value.text(atMost: limit) { self.text($0, in: value.type.unit) ?? number($0) }
  }

  /// The value in the unit of the format, if it is of the same quantity.
  package func converted(_ value: CalculatorValue) -> CalculatorValue {
    guard let unit, let own = value.type.unit, own != unit, own.dimension == unit.dimension, own.zero == nil,
      unit.zero == nil, !own.isCalendar
    else { return value }
    let ratio = own.ratio * unit.ratio.inverse
    switch value {
    case .quantity(let number, _): return .quantity(ratio.scaling(number), unit)
    case .quantities(let numbers, _): return .quantities(numbers.map(ratio.scaling), unit)
    default: return value
    }
  }

  /// The text of a number, to which its unit is added; `nil` if it is too large.
  private func text(_ number: Double, in own: UnitOfMeasure?) -> String? {
    if isPlain { return nil }
    var digits = DecimalDigits(number)
    if isPercent, own != .percent { digits.scale += 2 }
    digits.round(significant: 15)
    digits.round(decimals: decimals.upperBound)
    guard digits.value.magnitude < 1e15 else { return nil }
    func zeros(_ count: Int) -> String { String(repeating: "0", count: max(count, 0)) }
    let figures = digits.significand == 0 ? "" : "\(digits.significand)\(zeros(digits.scale))"
    let wholeCount = max(figures.count + min(digits.scale, 0), 0)
    var whole = String(figures.prefix(wholeCount))
    var fraction = zeros(-digits.scale - figures.count) + figures.dropFirst(wholeCount)
    fraction += zeros(decimals.lowerBound - fraction.count)
    whole = zeros(leastWholeDigits - whole.count) + whole
    if whole.isEmpty, fraction.isEmpty { whole = "0" }
    let sign = digits.isNegative && digits.significand != 0 ? "-" : ""
    let shown = sign + prefix + grouped(whole) + (fraction.isEmpty ? "" : ".") + fraction
    let hasSign = isPercent ? own == .percent : unit != nil && own != nil
    return hasSign ? shown : shown + suffix
  }

  private func grouped(_ whole: String) -> String {
    guard let separator, whole.count > 3 else { return whole }
    var result = ""
    for (index, digit) in whole.enumerated() {
      if index > 0, (whole.count - index) % 3 == 0 { result.append(separator) }
      result.append(digit)
    }
    return result
  }
}

extension Evaluator {
  /// The format of the values of a node; `nil` if it has none, or one that another application defines.
  package func format(of node: NodeID) -> ValueFormat? {
    let groups = subgraphs
    // This is called for each node that a statement changes, and most sessions have no looks.
    if groups.isEmpty, !groups.hasLooks(in: nil) { return nil }
    guard let format = groups.look(of: node).format, format != ValueFormat.plain else { return nil }
    return ValueFormat(format)
  }
}

/// Formats of money.
extension ValueFormat {
  /// The currency in which amounts are shown, as a code or a sign: `EUR` for `0.00 €` and `€0.00`, `$` for `$0.00`; `nil` for formats
  /// of other numbers.
  package var currency: String? {
    if isPercent || isPlain { return nil }
    if let unit { return unit.dimension.currency }
    return Self.currency(of: prefix) ?? Self.currency(of: suffix)
  }

  private static func currency(of text: String) -> String? {
    let sign = text.trimmingBlanks
    if let code = UnitOfMeasure(sign)?.dimension.currency { return code }
    let scalars = sign.unicodeScalars.map(\.properties)
    guard scalars.contains(where: { $0.generalCategory == .currencySymbol }),
      scalars.allSatisfy({ $0.generalCategory == .currencySymbol || $0.isAlphabetic })
    else { return nil }
    return sign
  }

  /// Whether amounts have more than two decimals, as prices of small parts do.
  var isFinerThanMoney: Bool { currency != nil && decimals.upperBound > 2 }

  /// The format with two decimals.
  var withTwoDecimals: ValueFormat {
    var format = self
    format.decimals = 2...2
    format.leastWholeDigits = max(1, leastWholeDigits)
    return format
  }

  /// A format of money as text: `$#,##0.00`.
  var moneyText: String { "\(prefix)\(separator.map { "#\($0)##0" } ?? "0").00\(suffix)" }
}

extension UnitOfMeasure {
  /// Whether it has a currency in it, as EUR and EUR/h do.
  var holdsMoney: Bool { factors.contains { $0.row.dimension.currency != nil } }
}

extension NodeValue {
  /// The text of the value in a format, or the reason why there is none.
  package func text(in format: ValueFormat?) -> String { ValueStyle().formatted(format).text(self) }
}

extension ValueStyle {
  /// The text of a node's value, in its format.
  package func text(of node: NodeID, in session: Session) -> String {
    formatted(session.format(of: node)).text(session.value(of: node))
  }
}
