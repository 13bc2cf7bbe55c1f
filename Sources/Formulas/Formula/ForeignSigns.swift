// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Characters of other keyboards and word processors, with their equivalents in formulas.
enum ForeignSigns {
  /// A hint that names the equivalent of a character with which no token begins; `nil` if none is known.
  ///
  /// - Parameters:
  ///   - scalar: The character.
  ///   - number: The digits directly before it, as in `2½` and `5′`; empty if there are none.
  /// - Returns: A hint.
  static func hint(for scalar: Unicode.Scalar, behind number: String) -> String? {
    if let hint = hints[scalar] { return hint }
    if let code = currencies[scalar] { return "write \(number.isEmpty ? "5" : number) \(code)" }
    if let fraction = fractions[scalar] {
      if !fraction.contains("/") { return "write \(number.isEmpty ? "0" : number)\(fraction)" }
      return number.isEmpty ? "write \(fraction)" : "write (\(number) + \(fraction))"
    }
    switch scalar {
    case "'", "’", "‘", "′", "‵", "´", "\"", "″", "”", "“":
      return number.isEmpty ? "texts need double quotes: \"tea\"" : "feet and inches are added: 5 ft + 11 in"
    case _ where scalar.isInvisible: return "it is invisible: delete it"
    case "\u{ff01}"..."\u{ff5e}":
      return Unicode.Scalar(scalar.value - 0xfee0).map { "write '\($0)'" }
    default: return scalar.value < 0x80 ? nil : "a name with such characters is written in back-ticks"
    }
  }

  private static let hints: [Unicode.Scalar: String] = {
    var hints: [Unicode.Scalar: String] = [:]
    for (signs, hint) in rows { for sign in signs.unicodeScalars { hints[sign] = hint } }
    return hints
  }()

  private static let rows: [(signs: String, hint: String)] = [
    ("–—‒―‐‑﹣－", "subtract with '-'"),
    ("✕✖⨯∗＊•", "multiply with '*'"),
    ("|", "write 'or', and abs(x) for a magnitude"),
    ("√", "write sqrt(x)"), ("∛", "write cbrt(x)"), ("∜", "write x ^ (1 / 4)"),
    ("∑Σ", "write sum(x, …)"), ("∏", "write product(x, …)"),
    ("∞", "values are finite"),
    ("¥", "write 5 JPY or 5 CNY"),
    ("$", "write the currency after the number, as in 5 USD or 5 AUD"),
    ("¢", "write 0.05 USD"),
    ("‰", "write x / 1000"), ("±", "x + y and x - y are two formulas"),
    ("~¬", "write '!' or 'not'"), ("∧", "write 'and'"), ("∨", "write 'or'"), ("⊕", "write x != y"),
    ("≈≅≃", "write abs(x - y) < 0.001"), ("≡", "write '=='"),
    ("←≔", "write name = formula"), ("→⟶", "write '->'"),
    ("…", "write a range as 2..4"),
    ("›", "write a path as a group and a name: Tax › rate"),
    ("„«»‹", "texts need double quotes: \"tea\""),
    ("{", "write a list in brackets: [3, 4, 5]"),
    ("℃º˚", "write 20 °C"), ("℉", "write 68 °F"),
  ]

  private static let currencies: [Unicode.Scalar: String] = [
    "€": "EUR", "£": "GBP", "₹": "INR", "₽": "RUB", "₩": "KRW", "₪": "ILS", "₺": "TRY", "₿": "BTC", "฿": "THB",
    "₫": "VND", "₴": "UAH", "₱": "PHP", "₦": "NGN",
  ]

  /// The digits after the decimal point, or the quotient where no decimal is exact.
  private static let fractions: [Unicode.Scalar: String] = [
    "½": ".5", "¼": ".25", "¾": ".75", "⅕": ".2", "⅖": ".4", "⅗": ".6", "⅘": ".8", "⅛": ".125", "⅜": ".375",
    "⅝": ".625", "⅞": ".875", "⅒": ".1", "⅓": "1/3", "⅔": "2/3", "⅙": "1/6", "⅚": "5/6", "⅐": "1/7", "⅑": "1/9",
  ]
}

extension Unicode.Scalar {
  /// Whether the scalar is not displayed at all.
  var isInvisible: Bool {
    switch value {
    case 0xad, 0x180e, 0x200b...0x200d, 0x2060...0x2064: true
    default: false
    }
  }
}
