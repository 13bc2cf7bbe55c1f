// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import NodeGraph
import Prompt
import Testing

/// Queries inside an entered group, which show the group in the same way as the root.
@Suite struct GroupLookingTests: ConversingTests {
  let conversation = Conversation(
    "price = 20", "rate = 20%", "tax = price * rate", "n = Add(x: tax, y: 2)", "total = price + tax",
    "group Tax = rate tax n", "enter Tax")

  /// The completions of a line with the cursor at its end.
  private func completed(_ line: String) -> [String] {
    conversation.dialogue.completions(of: line, cursor: line.utf8.count).map(\.text)
  }

  // MARK: Pictures

  @Test func insidePicturesShowTheGroupAndItsInputs() {
    #expect(
      say("graph") == [
        "  ○    price  = 20   input", "  │ ○  rate   = 0.2  20%", "  ●─┘  tax    = 4    price * rate",
        "  ◆    n      = 6    Add",
      ])
    #expect(
      say("graph tax") == [
        "  ○    price  = 20   input", "  │ ○  rate   = 0.2  20%", "  ◆─┘  tax    = 4    price * rate",
      ])
    #expect(say("graph rate price") == ["  ◇  price  = 20   input", "  ◇  rate   = 0.2  20%"])
    #expect(say("graph nosuch").first == "  error[name]: unknown name 'nosuch'")
    #expect(say("graph total").first == "  error[name]: 'total' is outside of Tax; leave Tax first")
    #expect(
      say("graph tax --box") == [
        "                   ┌ tax ─────────┐", "                   │ 4     Number ○",
        "  ┌ price ─────┐   │ price * rate │", "  │ 20  Number ●───● price        │",
        "  │ input      │ ┌─● rate         │", "  └────────────┘ │ └──────────────┘", "                 │",
        "  ┌ rate ──────┐ │", "  │ 0.2 Number ●─┘", "  │ 20%        │", "  └────────────┘",
      ])
  }

  @Test func anInputWithoutASourceShowsItsValueOrThatItHasNone() {
    say("leave", "Tax.price = 50", "enter Tax")
    #expect(say("graph tax").first == "  ○    price  = 50   input")
    #expect(say("why tax").suffix(2) == ["  ├─ Tax › rate = 0.2", "  └─ price = 50      an input"])
  }

  @Test func aGroupInAGroupIsClosedOrOpenAsOutside() {
    say("group Inner = tax rate")
    #expect(
      say("graph") == [
        "  ○  price  = 20  input", "  ●  Inner  = 4   2 nodes", "  ◆  n      = 6   Add",
      ])
    #expect(say("graph Inner") == say("graph tax") && say("graph tax").count == 2)
    #expect(
      say("graph --open") == [
        "  ○    price               = 20   input", "  │ ○  Tax › Inner › rate  = 0.2  20%",
        "  ●─┘  Tax › Inner › tax   = 4    price * rate", "  ◆    n                   = 6    Add",
      ])
    let boxes = say("graph --open --box")
    #expect(boxes.contains { $0.contains("┌ Inner ─") } && boxes.contains { $0.contains("┌ price ─") })
    #expect(boxes.contains { $0.contains("┌ n ─") } && !boxes.contains { $0.contains("total") })
    #expect(
      say("enter Inner", "graph") == [
        "  ○    price  = 20   input", "  │ ○  rate   = 0.2  20%", "  ◆─┘  tax    = 4    price * rate",
      ])
    // Outside, a group stands for its members.
    say("leave", "leave")
    #expect(say("graph tax") == ["  ○  price  = 20", "  ◆  Tax    = 4   2 nodes"])
    #expect(say("graph Tax") == say("graph tax"))
    #expect(say("graph Tax --open").count == 4 && say("graph tax --open").count == 3)
  }

  @Test func exportsShowTheGroup() throws {
    say("export dot g.dot", "export svg g.svg", "export json g.json", "export html g.html")
    let files = conversation.host.files
    let dot = try #require(files["g.dot"])
    #expect(dot.contains("20  (input)") && dot.contains("<b>tax</b>") && !dot.contains("total"))
    #expect(dot.split(separator: "\n").count { $0.contains("->") } == 3)
    let svg = try #require(files["g.svg"])
    #expect(svg.contains(">tax</text>") && svg.contains(">price</text>") && !svg.contains(">total</text>"))
    #expect(
      files["g.json"] == """
        {"v":1,"nodes":[
        {"name":"price","kind":"input","value":20},
        {"name":"rate","kind":"formula","formula":"20%","value":0.2},
        {"name":"tax","kind":"formula","formula":"price * rate","value":4},
        {"name":"n","kind":"Add","inputs":{"x":{"from":"tax"},"y":{"value":2}},"value":6}
        ]}

        """)
    let html = try #require(files["g.html"])
    #expect(html.contains("<h2>price</h2>\n<p><output>20</output></p>"))
    #expect(html.contains("<h2>tax</h2>\n<p><output>4</output></p>\n<p><code>price * rate</code></p>"))
    #expect(!html.contains("<h2>total</h2>"))
    say("leave", "export json all.json")
    #expect(conversation.host.files["all.json"]?.contains(#"{"name":"tax","kind":"output of Tax","value":4}"#) == true)
  }

  // MARK: Lists

  @Test func listsHaveTheNamesOfTheGroup() {
    #expect(say("order") == ["  price", "  rate", "  tax", "  n"])
    #expect(say("upstream tax") == ["  price = 20", "  rate = 0.2    20%"])
    #expect(
      say("downstream price") == ["  tax = 4    price * rate", "  n = 6", "  `› total` = 24    price + tax"])
    #expect(say("leave", "order") == ["  price", "  tax", "  total"])
  }

  @Test func aNodeIsInspectedWithItsFormulaAndTheInputsThatReadIt() {
    #expect(
      say("inspect tax") == [
        "  Tax › tax = 4", "    kind       formula", "    formula    price * rate",
        "    price      Number  ← price = 20", "    rate       Number  ← Tax › rate = 0.2",
        "    gives      Number  → Tax › n.x, total", "    evaluated  3 of 5",
      ])
  }

  @Test func wordsAreCompletedToPortsOfTheGroup() {
    #expect(completed("connect rate n.") == ["n.x", "n.y", "n.z"])
    #expect(completed("disconnect n") == ["n.x", "n.y", "n.z"])
    #expect(completed("connect n n.").isEmpty && completed("connect tax total").isEmpty)
    say("group Inner = tax")
    #expect(completed("connect rate Inner.") == ["Inner.rate", "Inner.price"])
    // A node that reads the group can't feed it.
    #expect(completed("connect n Inner.").isEmpty)
    say("leave")
    #expect(completed("connect price Tax.") == ["Tax.price"])
    #expect(completed("Tax.") == ["price"])
  }

  // MARK: Late values

  @Test func whatIsStillToComeIsNamedAndCancelledInside() {
    say("slow = Later(x: price, seconds: 2)", "double = slow * 2")
    #expect(say("cancel double").first == "  error[domain]: 'double' only waits for other nodes; pending: slow")
    #expect(say("cancel slow") == ["  slow    pending → ⚠ cancelled", "  double  pending → ⚠ from Tax › slow"])
    say("slow.x = 3")
    #expect(conversation.passing(.seconds(2)) == ["  slow    pending → 3", "  double  ⚠ from Tax › slow → 6"])
    say("slow.x = 4", "leave")
    #expect(say("cancel rate").first?.hasPrefix("  error[name]") == true)
    say("cancel")
    #expect(say("cancel") == ["  nothing is pending"])
    say("enter Tax", "expose slow", "slow.x = 5", "leave")
    #expect(conversation.passing(.seconds(2)) == ["  slow  3 → 5"])
  }

  // MARK: Functions and files

  @Test func functionsAreDefinedInsideAndBelongToTheWholeDocument() throws {
    #expect(say("vat(x) = x * rate0").first == "  error[name]: unknown name 'rate0'")
    #expect(say("vat(x) = x * 10%") == ["  vat(x) = x * 10%"])
    #expect(say("vat(price)") == ["  2"] && say("functions").first == "  vat(x) = x * 10%")
    #expect(say("vat(x) = x * rate").first?.contains("make it a parameter of vat") == true)
    #expect(say("rate(x) = x").first?.contains("'rate' is a node; nothing changed") == true)
    #expect(say("total(x) = x").first?.contains("'total' is a node; nothing changed") == true)
    #expect(say("leave", "Tax(x) = x").first?.contains("the name 'Tax' is taken") == true)
    #expect(say("owed = vat(total)") == ["  owed = 2.4"])
    // The function reads names of the root, and its callers are updated.
    #expect(say("enter Tax", "vat(x) = x * 50% + price") == ["  vat(x) = x * 50% + price", "  `› owed`  2.4 → 32"])
    #expect(say("vat(2)") == ["  21"])
    #expect(say("undo") == ["  undone: Tax › vat(x) = x * 50% + price", "  `› owed`  32 → 2.4"])
    #expect(say("rename vat levy").first == "  renamed vat → levy; rewrote owed")
    #expect(say("delete levy").first?.contains("'levy' is used by owed") == true)
    #expect(try Session(document: session.document()).text == session.text)
  }

  @Test func aFunctionOfSeveralResultsIsChangedInside() {
    say("leave", "split(x) = (net: x, gross: x * 2)", "s = split(price)", "enter Tax")
    #expect(
      say("split(x) = (net: x, gross: x * 3, more: x)")
        == ["  split(x) = (net: x, gross: x * 3, more: x)", "  `› s.more`   = 20", "  `› s.gross`  40 → 60"])
    #expect(say("leave", "s.more") == ["  20"])
  }

  @Test func aFileIsReadAsIfItWereTypedInside() throws {
    conversation.host.files["more.nc"] = """
      # Each of them behind what it reads, whatever the order.
      fee = tax * share
      share = 50%
      f(x) = x + 1
      over = price * 2
      """
    let before = session.text
    #expect(say("source more.nc") == ["  share  = 0.5", "  fee    = 2", "  over   = 40"])
    #expect(say("fee") == ["  2"] && say("over") == ["  40"] && say("f(1)") == ["  2"])
    #expect(say("leave", "fee").first?.hasPrefix("  error[name]") == true && session.functions == ["f(x) = x + 1"])
    #expect(say("undo") == ["  undone: Tax › source more.nc"] && session.text == before)
    say("redo")
    #expect(try Session(document: session.document()).text == session.text)
    // A file may enter and leave groups; its definitions wait only in the scope where the file began.
    conversation.host.files["in.nc"] = """
      late = base + 1
      .enter Tax
      base = 7
      .leave
      base = 3
      """
    say("source in.nc")
    #expect(say("late") == ["  4"] && say("enter Tax", "base") == ["  7"])
    // A refusal is reported, and the statements after it are not run.
    conversation.host.files["bad.nc"] = "ok = rate * 2\nprice = 3\nok = 7\n"
    #expect(say("source bad.nc").joined().contains("'price' is an input of Tax"))
    #expect(say("ok") == ["  0.4"])
  }
}
