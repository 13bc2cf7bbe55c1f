// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import Prompt
import TestSupport
import Testing

/// Formats that nodes have because they are computed from money.
@Suite struct ShownFormatsTests {
  private static let lines = [
    "price = 20", "cost = 5", "euro = 7", "fine = 0.0123", "prices = [1, 2, 3]", "share = 0.2", "qty = 3", "yes = true",
    "double(x) = 2 * x", ".format price $0.00", ".format cost $#,##0", ".format euro 0.00 €", ".format fine $0.0000",
    ".format prices $0.00", ".format share 0%",
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

  private func session(_ lines: [String]) throws -> Session {
    let conversation = Conversation()
    for line in lines { conversation.say(line) }
    return conversation.dialogue.session
  }

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

  @Test func theFormatGoesOnFromNodeToNode() {
    let conversation = Conversation()
    for line in ["price = 20", "qty = 3", "total = price * qty", "tax = total * 20%", "ratio = total / price"] {
      conversation.say(line)
    }
    conversation.say("format price $0.00")
    #expect(conversation.say("tax") == ["  $12.00"])
    #expect(conversation.say("ratio") == ["  3"])
    #expect(
      conversation.say("price = 21.5") == [
        "  price  $20.00 → $21.50", "  total  $60.00 → $64.50", "  tax    $12.00 → $12.90",
      ])
    #expect(
      conversation.say("format tax") == [
        "  $0.00, inherited; 'format tax plain' shows the number alone"
      ])
    conversation.say("format total plain")
    #expect(conversation.say("total") == ["  64.5"] && conversation.say("tax") == ["  12.9"])
    #expect(conversation.say("format total") == ["  plain"])
    conversation.say("undo")
    #expect(conversation.say("total") == ["  $64.50"] && conversation.say("tax") == ["  $12.90"])
    // Another format of its own has precedence, and goes on.
    conversation.say("format total \"0.00 €\"")
    #expect(conversation.say("tax") == ["  12.90 €"])
    conversation.say("format total 0.0")
    #expect(conversation.say("tax") == ["  12.9"])
    conversation.say("format total none")
    #expect(conversation.say("tax") == ["  $12.90"])
    // Nothing of it is kept: the only node with a format is the one that was given it.
    let session = conversation.dialogue.session
    let formatted = session.evaluator.graph.nodes.filter { session.evaluator.subgraphs.look(of: $0).format != nil }
    #expect(formatted == [session.node(named: "price")])
  }

  @Test func aChangedFormulaChangesTheFormat() throws {
    let session = try session(["price = 20", "qty = 3", "x = price * qty", "y = x + x", ".format price $0.00"])
    let y = try #require(session.node(named: "y"))
    #expect(session.inheritedFormat(of: y) == "$0.00")
    try session.run("x = price / price * 3")
    #expect(session.inheritedFormat(of: y) == nil)
    try session.undo()
    #expect(session.inheritedFormat(of: y) == "$0.00")
  }

  @Test func aChangedValueReadsNoFormula() throws {
    let session = try session(["price = 20", "a = price * 2", "b = a + price", "c = b / a", ".format price $0.00"])
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

  /// Whatever is changed, formats are those that follow from the whole graph, and an editor reports each node whose format changes.
  @Test func formatsFollowFromTheWholeGraph() throws {
    for seed in fuzzSeeds(1...8) {
      var random = SplitMix64(seed: seed)
      let session = Session()
      session.undoLimit = 1 << 20
      let editor = SessionEditor(session)
      var reported: Set<NodeID> = []
      editor.onEdit = { reported.formUnion($0) }
      var names = ["a", "b", "c"]
      for name in names { try session.run("\(name) = 3") }
      func formula() -> String {
        func name() -> String { names[Int.random(in: 0..<names.count, using: &random)] }
        let operation = ["+", "-", "*", "/", "* 0 +", "* 2 -"][Int.random(in: 0..<6, using: &random)]
        return "\(name()) \(operation) \(name())"
      }
      for index in 0..<24 {
        try session.run("n\(index) = \(formula())")
        names.append("n\(index)")
      }
      var before = shown(in: session)
      for step in 0..<60 {
        reported = []
        let name = names[Int.random(in: 0..<names.count, using: &random)]
        let node = try #require(session.node(named: name))
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1:
          let formats = ["", "", "$0.00", "$0", "0.00 €", "0.0", "plain", "$0.000"]
          try editor.commit(formats[Int.random(in: 0..<formats.count, using: &random)], to: .format(node))
        case 2: try session.run("a = \(step)")
        case 3: _ = try? session.undo()
        case 4: _ = try? session.redo()
        default: if name.count > 1 { _ = try? session.run("\(name) = \(formula())") }
        }
        editor.reloadViews()
        let now = shown(in: session)
        #expect(now == expected(in: session), "seed \(seed), step \(step)")
        let changed = session.evaluator.graph.nodes.filter { now[$0] != before[$0] }
        #expect(reported.isSuperset(of: changed), "seed \(seed), step \(step)")
        before = now
      }
    }
  }

  private func shown(in session: Session) -> [NodeID: ValueFormat] {
    var formats: [NodeID: ValueFormat] = [:]
    for node in session.evaluator.graph.nodes { formats[node] = session.format(of: node) }
    return formats
  }

  /// The formats by the rule alone, in evaluation order.
  private func expected(in session: Session) -> [NodeID: ValueFormat] {
    let graph = session.evaluator.graph
    var formats: [NodeID: ValueFormat] = [:]
    for node in graph.nodes {
      if let own = session.evaluator.subgraphs.look(of: node).format {
        formats[node] = own == "plain" ? nil : ValueFormat(own)
        continue
      }
      guard let text = graph.name(of: node).flatMap({ session.source(of: $0) }), let formula = try? Formula(text) else {
        continue
      }
      let amounts = formula.names.indices.map { index -> MoneyAmount? in
        let format = graph.sources(of: node.input(index)).first.flatMap { formats[$0.node] }
        return format.flatMap { $0.currency == nil ? nil : .money($0) } ?? .plain
      }
      formats[node] = formula.moneyFormat(amounts)
    }
    return formats
  }
}
