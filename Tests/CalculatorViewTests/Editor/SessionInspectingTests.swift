// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct SessionInspectingTests {
  private let session = Session()
  private let editor: SessionEditor

  init() throws {
    for line in ["price = 20", "qty = 3", "sub = price * qty", "rate = 20%", "tax = sub * rate", "total = sub + tax"] {
      try session.run(line)
    }
    editor = SessionEditor(session)
  }

  private func node(_ name: String) throws -> NodeID { try #require(session.node(named: name)) }

  private func value(_ name: String) throws -> NodeValue { try #require(session.value(of: name)) }

  private func causes(of name: String, depth: Int = 9, limit: Int = 99) throws -> [String] {
    editor.causes(of: try node(name), depth: depth, limit: limit).causes.map {
      "\($0.depth) \(editor.summary(of: $0.member).title)"
    }
  }

  private func message(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return (error as? Diagnostic)?.message ?? "\(error)" }
    return nil
  }

  @Test func causesAreATreeWithEachNodeOnce() throws {
    #expect(try causes(of: "total") == ["1 sub", "2 price", "2 qty", "1 tax", "2 rate"])
    #expect(try causes(of: "total", depth: 1) == ["1 sub", "1 tax"])
    #expect(try causes(of: "total", limit: 3) == ["1 sub", "2 price", "2 qty"])
    #expect(editor.causes(of: try node("total"), depth: 9, limit: 5).isComplete)
    #expect(!editor.causes(of: try node("total"), depth: 9, limit: 4).isComplete)
    #expect(try causes(of: "price").isEmpty)
  }

  @Test func theOriginOfAFailureIsANode() throws {
    #expect(editor.failureOrigin(of: try node("total")) == nil)
    try session.run("qty = 0 / 0")
    #expect(editor.failureOrigin(of: try node("total")) == (try node("qty")))
    #expect(editor.failureOrigin(of: try node("qty")) == (try node("qty")))
  }

  @Test func exactTextsAreShortened() throws {
    try session.run("list = 1..9")
    #expect(editor.exactText(of: try node("total"), atMost: 9) == "72")
    #expect(editor.exactText(of: try node("list"), atMost: 4)?.hasSuffix("…") == true)
    try session.run("qty = 0 / 0")
    #expect(editor.exactText(of: try node("total"), atMost: 9) == nil)
  }

  @Test func totalsAreOfNumbersWhoseUnitsAgree() throws {
    for line in [
      "a = 3 km", "b = 500 m", "warm = 20 °C", "cold = -4 °C", "day = 2026-05-01", "later = 2026-05-03", "t = \"text\"",
    ] { try session.run(line) }
    func totals(_ names: String...) throws -> SessionEditor.Totals? { editor.totals(of: try names.map(node)) }
    let plain = try #require(try totals("price", "qty", "t"))
    #expect(plain.count == 2 && plain.sum == "23" && plain.mean == "11.5")
    #expect(plain.least == "3" && plain.greatest == "20")
    let lengths = try #require(try totals("a", "b"))
    #expect(lengths.sum == "3.5 km" && lengths.mean == "1.75 km" && lengths.least == "0.5 km")
    // A sum of temperatures has no meaning, a mean has.
    let temperatures = try #require(try totals("warm", "cold"))
    #expect(temperatures.sum == nil && temperatures.mean == "8 °C" && temperatures.least == "-4 °C")
    #expect(try totals("a", "qty") == nil && totals("day", "later") == nil && totals("a", "t") == nil)
    // In the format of all, if they have the same.
    editor.changeLooks(of: [try node("price"), try node("qty")]) { $0.format = "0.00" }
    #expect(try totals("price", "qty")?.sum == "23.00" && totals("price", "qty", "rate")?.sum == "23.2")
  }

  @Test func aNumberBecomesAnotherByChangingAnInputInOneStep() throws {
    #expect(editor.inputNames(of: try node("total")).sorted() == ["price", "qty", "rate"])
    #expect(editor.inputNames(of: try node("price")) == ["price"])
    let count = session.history.count
    #expect(try editor.makeEqual(node("total"), to: "90", changing: "price") == "price = 25")
    #expect(try value("total").text == "90" && session.history.count == count + 1)
    editor.undo()
    #expect(try value("total").text == "72" && value("price").text == "20")
    #expect(message { try editor.makeEqual(node("total"), to: "90 km", changing: "price") }?.contains("Number") == true)
    let independent = message { try editor.makeEqual(node("sub"), to: "9", changing: "rate") }
    #expect(independent == "'sub' doesn't depend on 'rate'")
    try session.run("positive = price ^ 2")
    let reason = try #require(message { try editor.makeEqual(node("positive"), to: "-4", changing: "price") })
    #expect(reason.contains("no price was found for which positive is -4"))
    #expect(try value("price").text == "20")
  }

  @Test func aNumberInAGroupIsFoundByItsPath() throws {
    let group = try editor.group([try node("rate"), try node("tax")], as: "Tax")
    #expect(InstanceID(group) != nil)
    let names = editor.inputNames(of: try node("total"))
    #expect(names.contains("Tax › rate"))
    #expect(try editor.makeEqual(node("total"), to: "90", changing: "Tax › rate") == "Tax › rate = 0.5")
    #expect(try value("total").text == "90")
  }

  @Test func whatChangesANumberMostComesFirst() throws {
    let influences = try editor.influences(on: node("total"), atMost: 9)
    #expect(influences.map(\.title).last == "rate" && Set(influences.map(\.title)) == ["price", "qty", "rate"])
    #expect(influences[0].lowOffset == -1 && influences[0].highOffset == 1)
    #expect(influences[2].low == "71.88" && influences[2].high == "72.12")
    #expect(influences[2].member == (try node("rate")))
    #expect(try editor.influences(on: node("total"), atMost: 1).count == 1)
  }
}
