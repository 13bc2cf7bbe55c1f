// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeGraph
import TestSupport
import Testing

/// Formats that nodes have because they are computed from money.
@Suite struct ShownFormatsTests {
  private static let lines = [
    "price = 20", "cost = 5", "euro = 7", "fine = 0.0123", "prices = [1, 2, 3]", "share = 0.2", "qty = 3", "yes = true",
    "double(x) = 2 * x", #".look price format="$0.00""#, #".look cost format="$#,##0""#, #".look euro format="0.00 €""#,
    #".look fine format="$0.0000""#,
    #".look prices format="$0.00""#, #".look share format="0%""#,
  ]

  /// The format of a formula's value; `nil` if it is shown without one.
  private static let cases: [(formula: String, format: String?)] = [
    ("price", "$0.00"), ("(price)", "$0.00"), ("qty", nil), ("price * qty", "$0.00"), ("qty * price", "$0.00"),
    ("price + cost", "$0.00"), ("cost + price", "$#,##0.00"), ("price - 0", "$0.00"), ("0 + price", "$0.00"),
    ("price + 1", nil), ("price - 0.5", nil), ("price / qty", "$0.00"), ("price / cost", nil), ("price * cost", nil),
    ("1 / price", nil), ("price * cost / price", "$0.00"), ("price ^ 2", nil), ("price ^ 1", nil), ("2 ^ qty", nil),
    ("price * 2 ^ qty", "$0.00"), ("sqrt(price * price)", nil), ("-price", "$0.00"), ("+price", "$0.00"),
    ("price * 20%", "$0.00"), ("20% * price", "$0.00"), ("price + 20% * price", "$0.00"),
    ("price * (1 + 20%)", "$0.00"),
    ("price * share", "$0.00"), ("abs(price - cost)", "$0.00"), ("round(price, 1)", "$0.00"), ("round(price)", "$0.00"),
    ("round(qty, price)", nil), ("floor(price)", "$0.00"), ("ceil(price)", "$0.00"), ("trunc(price)", "$0.00"),
    ("min(price, cost)", "$0.00"), ("max(0, price - cost)", "$0.00"), ("max(0, 5)", nil), ("min(price, 5)", nil),
    ("clamp(price, 0, cost)", "$0.00"), ("sum(prices)", "$0.00"), ("mean(prices)", "$0.00"),
    ("median(prices)", "$0.00"),
    ("sum(price, cost)", "$0.00"), ("sum(price, qty)", nil), ("max(prices)", "$0.00"), ("sort(prices)", "$0.00"),
    ("product(prices)", nil), ("product(qty, 2) * price", "$0.00"), ("gcd(qty, 6)", nil), ("sign(price)", nil),
    ("sign(price - cost) * cost", "$#,##0.00"), ("sin(price)", nil), ("sin(qty) * price", "$0.00"),
    ("prices * qty", "$0.00"), ("[price, cost]", "$0.00"), ("[price, 1]", nil), ("prices[1]", "$0.00"),
    ("prices where prices > 1", "$0.00"), ("first(prices)", "$0.00"), ("join(prices, prices)", "$0.00"),
    ("sum(prices) / count(prices)", "$0.00"), ("count(prices)", nil), ("sumproduct(prices, [1, 2, 3])", "$0.00"),
    ("sumproduct(prices, prices)", nil), ("sumby(prices, [1, 1, 2])", "$0.00"),
    ("lookup(2, [1, 2, 3], prices)", "$0.00"), ("match(2, prices)", nil),
    ("if(qty > 1, price, cost)", "$0.00"), ("if(price > 100, price * 0.9, price)", "$0.00"),
    ("if(yes, price, 0)", "$0.00"), ("if(yes, price, 1)", nil), ("if(yes, price, price * cost)", nil),
    ("if(price > 5 and qty > 1, price, cost)", "$0.00"), ("if(1 < qty < 5 or yes, price, cost)", "$0.00"),
    ("iferror(price / qty, 0)", "$0.00"), ("iferror(price / qty, 1)", nil),
    ("if(iserror(price), price, cost)", "$0.00"),
    ("price > cost", nil), ("not yes", nil), ("price & \"\"", nil), ("price + euro", nil), ("price * euro / euro", nil),
    ("if(yes, price, euro)", nil), ("price / cost * euro", "0.00 €"), ("euro * 2", "0.00 €"), ("fine * 100", nil),
    ("fine * 100 + price", nil), ("double(price)", nil), ("price * 2 km", nil), ("price * 2 + cost / 4", "$0.00"),
    ("1..qty", nil), ("(1..qty) * price", "$0.00"),
  ]

  private func session(_ lines: [String]) throws -> Session { try Session(opening: lines.joined(separator: "\n")) }

  @Test func moneyIsWhatAFormulaMakesOfIt() throws {
    let session = try session(Self.lines)
    for (formula, format) in Self.cases {
      try session.run("x = \(formula)")
      #expect(session.inheritedFormat(of: try #require(session.node(named: "x"))) == format, "\(formula)")
    }
  }

  @Test(
    arguments: [
      ("$0.00", "$"), ("$#,##0", "$"), ("US$ 0.00", "US$"), ("0.00 €", "EUR"), ("€0.00", "EUR"), ("0.00 EUR", "EUR"),
      ("0.00 CHF", "CHF"), ("CHF 0.00", "CHF"), ("£0.00", "GBP"), ("0.00", nil), ("0%", nil), ("0.0 km", nil),
      ("0.00 EUR/h", nil), ("0 \"pieces\"", nil), ("plain", nil), ("-0.00", nil),
    ] as [(String, String?)])
  func aCurrencyIsACodeOrASign(format: String, currency: String?) throws {
    #expect(try #require(ValueFormat(format)).currency == currency)
  }

  @Test func aChangedFormulaChangesTheFormat() throws {
    let session = try session(["price = 20", "qty = 3", "x = price * qty", "y = x + x", #".look price format="$0.00""#])
    let y = try #require(session.node(named: "y"))
    #expect(session.inheritedFormat(of: y) == "$0.00")
    try session.run("x = price / price * 3")
    #expect(session.inheritedFormat(of: y) == nil)
    try session.undo()
    #expect(session.inheritedFormat(of: y) == "$0.00")
  }

  @Test func aChangedValueReadsNoFormula() throws {
    let session = try session([
      "price = 20", "a = price * 2", "b = a + price", "c = b / a", #".look price format="$0.00""#,
    ])
    let nodes = try ["a", "b", "c"].map { try #require(session.node(named: $0)) }
    _ = nodes.map { session.format(of: $0) }
    let count = session.formulas.formats.readCount
    for value in 1...10 {
      try session.run("price = \(value)")
      _ = nodes.map { session.format(of: $0) }
    }
    #expect(session.formulas.formats.readCount == count)
    // Another node changes what is connected, but not what is read.
    try session.run("d = 7")
    _ = nodes.map { session.format(of: $0) }
    #expect(session.formulas.formats.readCount == count)
  }

  @Test func membersOfGroupsShowWhatTheirInstanceReads() throws {
    let session = try session(["price = 20", "qty = 3", "total = price * qty", "tax = total * 20%"])
    let nodes = try ["total", "tax"].map { try #require(session.node(named: $0)) }
    try session.evaluator.edit { edit in _ = try edit.group(nodes, named: "Bill") }
    let price = try #require(session.node(named: "price"))
    try session.evaluator.edit { edit in try edit.setLook(NodeLook(format: "$0.00"), of: price) }
    #expect(nodes.map { session.inheritedFormat(of: $0) } == ["$0.00", "$0.00"])
  }
}
