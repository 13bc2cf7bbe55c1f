// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Numbers as pictures show them: with spaces between thousands, and in shorter forms where there is little room.
package enum ShownNumber {
  /// The forms of a number, the longest first: all digits, then fewer digits after `≈`, at least four, and last a power of
  /// ten. A shortened form always has the sign. A whole number below 10¹⁵ has only the form with all digits.
  package static func forms(_ number: Double) -> [String] {
    let whole = grouped(NumberText.people(number))
    var forms = [whole]
    if number.magnitude < 1e15, number == number.rounded(.towardZero) { return forms }
    for digits in stride(from: 10, through: 4, by: -1) {
      let short = NumberText.people(number, digits: digits)
      let form = "≈" + grouped(short)
      if form.count < (forms.last?.count ?? 0), grouped(short) != whole { forms.append(form) }
    }
    var digits = DecimalDigits(number)
    digits.round(significant: 5)
    let power = "≈" + scientific(digits)
    if number != 0, power.count < (forms.last?.count ?? 0) { forms.append(power) }
    return forms
  }

  /// A number's text with narrow spaces between thousands from five digits on, and a true minus sign.
  package static func grouped(_ text: String) -> String {
    let isNegative = text.hasPrefix("-")
    let magnitude = isNegative ? text.dropFirst() : text[...]
    let sign = isNegative ? "−" : ""
    let whole = magnitude.prefix { $0.isASCII && $0.isNumber }
    guard whole.count > 4 else { return sign + magnitude }
    var result = ""
    for (index, digit) in whole.enumerated() {
      if index > 0, (whole.count - index) % 3 == 0 { result += "\u{202f}" }
      result.append(digit)
    }
    return sign + result + magnitude.dropFirst(whole.count)
  }

  /// The number in scientific notation: `1.2346e+21`.
  private static func scientific(_ digits: DecimalDigits) -> String {
    let text = String(digits.significand)
    let exponent = digits.scale + text.utf8.count - 1
    let fraction = text.dropFirst()
    return (digits.isNegative ? "−" : "") + text.prefix(1) + (fraction.isEmpty ? "" : ".") + fraction
      + (exponent < 0 ? "e−\(-exponent)" : "e+\(exponent)")
  }
}
