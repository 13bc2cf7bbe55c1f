// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import Prompt
import Testing

/// Formulas in groups that call user-defined functions.
@Suite struct FunctionsInGroupsTests: ConversingTests {
  let conversation = Conversation(
    "vat(x) = x * 20%", "gross(x) = x + vat(x)", "price = 20", "tax = vat(price)", "total = gross(price)",
    "twice = tax * 2",
    "group Tax = tax", "duplicate Tax", "Tax2.price = 50")

  private func values(_ names: String...) -> [String] { names.map { say($0).joined() } }

  @Test func aGroupCallsWhatFollowsFromArguments() {
    #expect(values("Tax.tax", "Tax2.tax", "total") == ["  4", "  10", "  24"])
    #expect(say("enter Tax", "net = gross(tax) / 2", "net").last == "  2.4")
    #expect(say("expose net", "leave", "Tax2.net") == ["  6"])
  }

  @Test func aChangedFunctionChangesTheFormulasOfAllInstances() {
    #expect(
      say("vat(x) = x * 10%") == [
        "  vat(x) = x * 10%", "  Tax.tax   4 → 2", "  total     24 → 22", "  twice     8 → 4", "  Tax2.tax  10 → 5",
      ])
    #expect(values("Tax.tax", "Tax2.tax", "total") == ["  2", "  5", "  22"])
    say("undo")
    #expect(values("Tax.tax", "Tax2.tax", "total") == ["  4", "  10", "  24"])
    say("redo", "enter Tax", "both = gross(tax)", "vat(x) = x")
    #expect(values("both", "tax") == ["  40", "  20"])
  }

  @Test func aConstantOfOneInstanceIsNoCallAnyMore() {
    say("enter Tax", "fee = vat(100)", "expose fee", "leave", "enter Tax2", "fee = 7", "leave")
    // A value set in one instance also changes the instances that had an equal value.
    #expect(values("Tax.fee", "Tax2.fee") == ["  7", "  7"])
    say("enter Tax", "fee = vat(200)", "leave", "vat(x) = x * 50%")
    #expect(values("Tax.fee", "Tax2.fee") == ["  100", "  100"])
  }

  @Test func whatAGroupCouldNotUseIsRefused() {
    let before = session.text
    #expect(
      say("vat(x) = x * price") == [
        "  error[kind]: Tax › tax = vat(price) could no longer use vat: "
          + "a group can't call vat, which reads 'price' outside of it; nothing changed", "    vat(x) = x * price",
        "    ^~~", "    vat(x) = x * price",
      ])
    #expect(say("vat(x) = x > 3").first?.hasPrefix("  error[type]: ") == true)
    #expect(
      say("delete vat").first
        == "  error[name]: 'vat' is used by gross(x), Tax › tax, Tax2 › tax; nothing changed; change them first")
    #expect(session.text == before)
  }

  @Test func aFunctionIsRenamedInGroupsAsWell() {
    say("rename vat levy", "enter Tax")
    #expect(session.source(of: "tax") == "levy(price)")
    say("leave", "levy(x) = x")
    #expect(values("Tax.tax", "Tax2.tax") == ["  20", "  50"])
    say("undo 2", "enter Tax2")
    #expect(session.source(of: "tax") == "vat(price)")
  }

  @Test func groupsThatCallFunctionsAreSavedAndTakenApart() throws {
    let text = session.text
    let loaded = try Session(document: session.document())
    loaded.checkInvariants()
    #expect(loaded.text == text)
    try loaded.run("vat(x) = x * 50%")
    #expect(loaded.value(of: "Tax.tax")?.text == "10" && loaded.value(of: "Tax2.tax")?.text == "25")
    say("delete Tax2", "ungroup Tax", "vat(x) = x * 50%")
    #expect(values("tax", "total") == ["  10", "  30"])
    // A document is refused if a function called in a group reads a name outside.
    var document = try loaded.document()
    document.others["functions"] = .array([.string("vat(x) = x * price"), .string("gross(x) = x + vat(x)")])
    let error = #expect(throws: DocumentError.self) { try Session(document: document) }
    #expect(error?.reason == "'vat' reads 'price' outside of the group, and can't be called in a group")
  }
}
