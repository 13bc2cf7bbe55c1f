// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Functions that other calculators, spreadsheets and languages have, and what is written here.
enum ForeignNames {
  private static let rows: [(names: [String], hint: String)] = [
    (["avg"], "write mean(x)"),
    (["length", "size", "numel"], "write count(x)"),
    (
      ["append", "push", "concat", "concatenate", "extend", "vstack"],
      "join(x, y) makes one list of two; '&' joins texts"
    ),
    (["sumif", "sumifs"], "write sum(amounts where names == \"tea\")"),
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
    (["left", "right", "mid", "substr", "substring"], "no function takes texts apart"),
    (["cumsum"], "no function adds up step by step; sum(x[1..n]) is one of its elements"),
  ]

  private static let hints: [String: String] = {
    var hints: [String: String] = [:]
    for row in rows { for name in row.names { hints[name] = row.hint } }
    return hints
  }()

  /// What is written in place of a function; `nil` if nothing is known of its name.
  static func hint(for function: String) -> String? { hints[function.lowercased()] }

  /// The zones and their regions that are written behind times.
  static func isZone(_ word: some StringProtocol) -> Bool {
    [
      "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific", "US",
      "UTC", "GMT", "BST", "CET", "CEST", "EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT", "JST", "IST",
    ].contains(String(word))
  }

  /// Whether a word is the name of a month, or its first letters.
  static func isMonth(_ word: some StringProtocol) -> Bool {
    let text = word.lowercased()
    guard text.utf8.count >= 3 else { return false }
    return [
      "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
      "december",
    ].contains { $0.hasPrefix(text) }
  }
}
