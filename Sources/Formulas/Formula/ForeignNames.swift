// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Functions of other calculators, spreadsheets and languages, with their equivalents in formulas.
package enum ForeignNames {
  private static let rows: [(names: [String], hint: String)] = [
    (["avg"], "write mean(x)"),
    (["length", "size", "numel"], "write count(x)"),
    (
      ["append", "push", "concat", "concatenate", "extend", "vstack"],
      "join(x, y) makes one list of two; '&' joins texts"
    ),
    (["sumif", "sumifs"], "write sum(amounts where names == \"tea\")"),
    (["groupby", "pivot", "sumgroup", "subtotal"], "write sumby(amounts, names), in the order of unique(names)"),
    (["countif", "countifs"], "write count(amounts where amounts > 3)"),
    (["averageif", "averageifs"], "write mean(amounts where names == \"tea\")"),
    (["map", "apply"], "functions are applied to each element: x * 2"),
    (["vlookup", "hlookup", "xlookup"], "write lookup(key, keys, values)"),
    (["indexof", "find", "position"], "write match(key, list)"),
    (["pow", "power"], "write x ^ y"),
    (["sq", "sqr", "square"], "write x ^ 2"),
    (["root", "nthroot"], "write x ^ (1 / n)"),
    (["fact"], "write factorial(x)"),
    (["arcsin", "arccos", "arctan"], "asin, acos and atan"),
    (["std", "stddev", "sd"], "write stdev(x)"),
    (["var"], "write variance(x)"),
    (["ceiling"], "write ceil(x)"),
    (["int", "fix"], "write trunc(x)"),
    (["range", "linspace", "arange", "seq"], "write 1..10, or 0..1 step 0.1"),
    (["today", "now"], "it is a name, without brackets"),
    (["days", "datedif", "datediff"], "dates are subtracted: 2026-12-24 - today"),
    (["pmt"], "define it: pmt(rate, n, loan) = loan * rate / (1 - (1 + rate)^-n)"),
    (["edate"], "write addmonths(date, months)"),
    (["str", "text", "tostring"], "'&' makes a text of a number: \"\" & x"),
    (["substr", "substring", "slice"], "write mid(text, place, count)"),
    (["split"], "write part(text, separator, place)"),
    (["strip"], "write trim(text)"),
    (["cumsum"], "no function computes running totals; sum(x[1..n]) is the total of the first n elements"),
  ]

  private static let hints: [String: String] = {
    var hints: [String: String] = [:]
    for row in rows { for name in row.names { hints[name] = row.hint } }
    return hints
  }()

  /// A hint that names the equivalent of a foreign function; `nil` if the name is unknown.
  static func hint(for function: String) -> String? { hints[function.lowercased()] }

  /// Whether a word is a zone, or the region of a zone, that may be written after a time.
  static func isZone(_ word: some StringProtocol) -> Bool {
    [
      "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific", "US",
      "UTC", "GMT", "BST", "CET", "CEST", "EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT", "JST", "IST",
    ].contains(String(word))
  }

  /// The hexadecimal form of a colour name of web pages; `nil` for other words.
  package static func color(_ word: some StringProtocol) -> String? {
    [
      "black": "#000000", "white": "#ffffff", "gray": "#808080", "grey": "#808080", "silver": "#c0c0c0",
      "red": "#ff0000", "maroon": "#800000", "orange": "#ffa500", "yellow": "#ffff00", "olive": "#808000",
      "lime": "#00ff00", "green": "#008000", "teal": "#008080", "aqua": "#00ffff", "cyan": "#00ffff",
      "blue": "#0000ff", "navy": "#000080", "purple": "#800080", "magenta": "#ff00ff", "fuchsia": "#ff00ff",
      "pink": "#ffc0cb", "brown": "#a52a2a",
    ][word.lowercased()]
  }

  /// The digits of a number word; `nil` for other words.
  package static func number(_ word: some StringProtocol) -> String? {
    let words = [
      "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    ]
    let word = word.lowercased()
    return words.firstIndex(of: word).map { String($0) } ?? scales.first { $0.names.contains(word) }?.number
  }

  /// The formula for a number and a number word after it, as in `5 million` or `2 dozen`; `nil` for other words.
  static func product(_ number: String, _ word: some StringProtocol) -> String? {
    let word = word.lowercased()
    guard let scale = scales.first(where: { $0.names.contains(word) })?.number else { return nil }
    let isPlain = number.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
    return isPlain && scale.hasPrefix("1e") ? number + scale.dropFirst() : "\(number) * \(scale)"
  }

  private static let scales: [(names: [String], number: String)] = [
    (["hundred"], "100"), (["dozen", "dozens"], "12"), (["k", "thousand"], "1e3"),
    (["million", "millions", "mio"], "1e6"),
    (["billion", "billions", "bn"], "1e9"), (["trillion", "trillions"], "1e12"),
  ]

  /// Whether a word is the name of a month, or the beginning of one.
  static func isMonth(_ word: some StringProtocol) -> Bool {
    let text = word.lowercased()
    guard text.utf8.count >= 3 else { return false }
    return [
      "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
      "december",
    ].contains { $0.hasPrefix(text) }
  }
}
