// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Reads numbers and Booleans of cells: one reader for columns of formulas and for the rows of a sweep.
struct CellReader: Hashable {
  /// What stands before the fraction.
  var decimal = UInt8(ascii: ".")
  /// What stands between thousands; 0 for nothing. A blank stands for blanks that don't break too.
  var thousands: UInt8 = 0

  /// The largest number up to which all whole numbers are told apart.
  private static let largestWhole: UInt64 = 1 << 53

  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  /// The number of a cell: digits with a sign, an exponent, and `%` after it.
  ///
  /// `007` is a number only where zeros in front may be lost. A whole number that would lose digits is none at all.
  ///
  /// - Parameters:
  ///   - content: The cell without blanks around it.
  ///   - keepsZeros: Whether zeros in front make it a text.
  /// - Returns: The number, correctly rounded; `nil` if it is none.
  func number(_ content: ArraySlice<UInt8>, keepsZeros: Bool = true) -> Double? {
    let end = content.endIndex
    var index = Self.afterSign(content)
    let start = index
    var (mantissa, whole, scale, count, sinceGroup, groups) = (UInt64(0), UInt64(0), 0, 0, 0, 0)
    var (isExact, isWholeExact) = (true, true)
    while index < end {
      let byte = content[index]
      if byte.isDigit {
        if mantissa < 100_000_000_000_000_000 {
          mantissa = mantissa * 10 + UInt64(byte - 48)
        } else {
          (isExact, isWholeExact, scale) = (false, false, scale + 1)
        }
        (count, sinceGroup, index) = (count + 1, sinceGroup + 1, index + 1)
      } else {
        let length = separatorLength(content, at: index)
        guard length > 0, count > 0, groups == 0 ? count <= 3 : sinceGroup == 3, index + length < end,
          content[index + length].isDigit
        else { break }
        (groups, sinceGroup, index) = (groups + 1, 0, index + length)
      }
    }
    if groups > 0, sinceGroup != 3 { return nil }
    if keepsZeros, count > 1, content[start] == UInt8(ascii: "0") { return nil }
    whole = mantissa
    if index < end, content[index] == decimal {
      index += 1
      while index < end, content[index].isDigit {
        if mantissa < 100_000_000_000_000_000 {
          mantissa = mantissa * 10 + UInt64(content[index] - 48)
          scale -= 1
        } else {
          isExact = false
        }
        (count, index) = (count + 1, index + 1)
      }
    }
    if count == 0 { return nil }
    let (exponent, afterExponent) = Self.exponent(content, at: index)
    if exponent == nil, !isWholeExact || whole > Self.largestWhole && Double(exactly: whole) == nil { return nil }
    let isPercent = Self.isPercent(content[afterExponent...])
    guard afterExponent == end || isPercent else { return nil }
    let power = scale + (exponent ?? 0)
    var value: Double
    if isExact, mantissa <= Self.largestWhole, power.magnitude < Self.powers.count {
      value = power < 0 ? Double(mantissa) / Self.powers[-power] : Double(mantissa) * Self.powers[power]
    } else {
      guard let slow = Double(plain(content[start..<afterExponent])) else { return nil }
      value = slow
    }
    // What is too large or too small for a number is none.
    guard value.isFinite, value != 0 || mantissa == 0 else { return nil }
    if isPercent { value /= 100 }
    return content.first == UInt8(ascii: "+") || start == content.startIndex ? value : -value
  }

  /// Whether a cell says "not a number" or an infinity, as results of sweeps do.
  static func nonFinite(_ content: ArraySlice<UInt8>) -> Double? {
    guard (3...9).contains(content.count) else { return nil }
    switch String(decoding: content, as: UTF8.self).lowercased() {
    case "nan": return .nan
    case "inf", "infinity", "+inf", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: return nil
    }
  }

  /// `true` or `false`, in small letters, in capitals or with one.
  static func boolean(_ content: ArraySlice<UInt8>) -> Bool? {
    guard content.count == 4 || content.count == 5 else { return nil }
    for word in ["true", "True", "TRUE"] where content.elementsEqual(word.utf8) { return true }
    for word in ["false", "False", "FALSE"] where content.elementsEqual(word.utf8) { return false }
    return nil
  }

  /// Whether a cell says that its value is missing.
  static func isMissing(_ content: ArraySlice<UInt8>) -> Bool {
    guard content.count <= 8 else { return false }
    return missing.contains(String(decoding: content, as: UTF8.self).lowercased())
  }

  private static let missing: Set<String> = [
    "", "na", "n/a", "#n/a", "nan", "null", "none", "nil", "-", "--", "?", ".", "..", "missing", "err", "error",
  ]

  private static func afterSign(_ content: ArraySlice<UInt8>) -> Int {
    let start = content.startIndex
    guard let first = content.first else { return start }
    if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") { return start + 1 }
    // A minus sign of its own, which tables on the web have.
    return content.starts(with: [0xe2, 0x88, 0x92]) ? start + 3 : start
  }

  /// How many bytes a separator of thousands has at a place; 0 if there is none.
  private func separatorLength(_ content: ArraySlice<UInt8>, at index: Int) -> Int {
    if thousands == 0 { return 0 }
    if content[index] == thousands { return 1 }
    if thousands == UInt8(ascii: "'"), content[index...].starts(with: [0xe2, 0x80, 0x99]) { return 3 }
    guard thousands == 0x20 else { return 0 }
    if content[index...].starts(with: [0xc2, 0xa0]) { return 2 }
    return content[index...].starts(with: [0xe2, 0x80, 0xaf]) || content[index...].starts(with: [0xe2, 0x80, 0x89])
      ? 3 : 0
  }

  /// The exponent at a place, and where it ends; `nil` if there is none.
  private static func exponent(_ content: ArraySlice<UInt8>, at start: Int) -> (Int?, Int) {
    guard start < content.endIndex, content[start] | 0x20 == UInt8(ascii: "e") else { return (nil, start) }
    var index = start + 1
    var isNegative = false
    if index < content.endIndex, content[index] == UInt8(ascii: "-") || content[index] == UInt8(ascii: "+") {
      isNegative = content[index] == UInt8(ascii: "-")
      index += 1
    }
    let digits = index
    var value = 0
    while index < content.endIndex, content[index].isDigit {
      value = min(value * 10 + Int(content[index] - 48), 100_000)
      index += 1
    }
    return index > digits ? (isNegative ? -value : value, index) : (nil, start)
  }

  private static func isPercent(_ rest: ArraySlice<UInt8>) -> Bool {
    var rest = rest
    if rest.starts(with: [0xc2, 0xa0]) { rest = rest.dropFirst(2) }
    while rest.first == 0x20 { rest.removeFirst() }
    return rest.count == 1 && rest.first == UInt8(ascii: "%")
  }

  /// Digits as the system reads them.
  private func plain(_ digits: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    for byte in digits {
      if byte.isDigit || byte | 0x20 == UInt8(ascii: "e") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
        bytes.append(byte)
      } else if byte == decimal {
        bytes.append(UInt8(ascii: "."))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
