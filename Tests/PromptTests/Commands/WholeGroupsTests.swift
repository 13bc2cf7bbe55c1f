// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import Prompt
import Testing

/// Commands that act on a group as a whole.
@Suite struct WholeGroupsTests: ConversingTests {
  let conversation = Conversation(
    "price = 20", "rate = 20%", "tax = price * rate", "total = price + tax", "group Tax = rate tax", "duplicate Tax")

  private func refused(_ line: String, _ message: String) {
    let before = session.text
    let history = session.history
    #expect(say(line).first?.contains(message) == true, "\(line): \(conversation.host.lines.last ?? "")")
    #expect(session.text == before && session.history == history)
  }

  // MARK: Expanding

  @Test func anExpandedGroupGivesNewNamesWhereOthersHaveThem() throws {
    say("both = Tax.tax + Tax2.tax", "y = Tax2.tax + 1")
    let before = session.text
    // The formula of total reads the other tax.
    #expect(say("expand Tax2") == ["  expanded Tax2 into rate, Tax2_tax"])
    #expect(say("show both y") == ["  both = 8    Tax.tax + Tax2_tax", "  y = 5    Tax2_tax + 1"])
    #expect(say("show Tax2_tax") == ["  Tax2_tax = 4    price * rate"])
    #expect(say("rate = 10%").contains("  Tax2_tax  4 → 2"))
    #expect(say("tax") == ["  4"] && say("undo 2", "y") == ["  5"] && session.text == before)
    say("redo 2", "undo")
    // The expanded nodes refer to each other by their new names.
    #expect(say("expand Tax") == ["  expanded Tax into Tax_rate, tax"])
    #expect(say("show tax both") == ["  tax = 4    price * Tax_rate", "  both = 8    tax + Tax2_tax"])
    #expect(say("Tax_rate = 50%", "total") == ["  30"])
    #expect(try Session(document: session.document()).text == session.text)
    #expect(session.evaluator.subgraphs.members(of: nil).allSatisfy { InstanceID($0) == nil })
  }

  @Test func whatCannotBeExpandedSaysWhy() {
    refused("expand Nobody", "unknown name 'Nobody'")
    say("f(x) = x * `Tax2.tax`", "z = f(2)")
    refused("expand Tax2", "z can't be rewritten to read the nodes of Tax2; nothing changed")
    say("delete z f", "group Outer = Tax2")
    #expect(say("expand Outer").first == "  expanded Outer into Tax2")
    say("undo 2", "again = Tax2.tax")
    #expect(say("ungroup Tax2").first?.hasSuffix("or use expand Tax2, which makes new names") == true)
  }

  @Test func aValueOfAnInputBecomesANodeWhereTheGroupIsTakenApart() throws {
    say("Tax2.price = 3")
    let (before, value) = (session.text, say("Tax2.tax"))
    #expect(say("expand Tax2") == ["  expanded Tax2 into rate, Tax2_tax"])
    #expect(say("show Tax2_tax Tax2_price").last == "  Tax2_price = 3" && say("Tax2_tax") == value)
    #expect(say("undo", "Tax2.tax") == value && session.text == before)
    // Each instance of an enclosing group keeps its own values.
    say("again = Tax2.tax + 1", "group Outer = Tax2 again", "enter Outer", "expose again", "leave", "duplicate Outer")
    let groups = session.evaluator.subgraphs
    let other = try #require(groups.member(scopedName: "Outer2 › Tax2"))
    let target = try #require(groups.targets(of: other.input(0)).first)
    try session.evaluator.edit { try $0.setLiteral(target, to: 50.0) }
    let values = ["Outer", "Outer2"].map { say("`\($0) › again`") }
    #expect(values == [["  1.6"], ["  11"]])
    say("enter Outer", "expand Tax2", "leave")
    #expect(["Outer", "Outer2"].map { say("`\($0) › again`") } == values)
    #expect(["Outer", "Outer2"].map { say("`\($0) › price`") } == [["  3"], ["  50"]])
    #expect(try Session(document: session.document()).text == session.text)
    session.checkInvariants()
  }

  // MARK: Deleting, renaming, moving

  @Test func aGroupIsDeletedThatNoFormulaReads() {
    say("plus = Add(y: 1)", "Tax2.tax -> plus.x", "Tax2.price = price * 3")
    let count = session.evaluator.graph.nodeCount
    refused("delete Tax", "total reads 'tax'; nothing changed; change total first")
    #expect(say("delete Tax2") == ["  plus  13 → 1"])
    // Two nodes of the group, and the formula that fed it, are removed.
    #expect(session.evaluator.graph.nodeCount == count - 3)
    #expect(say("list").last == "  Tax: price → tax")
    #expect(say("undo") == ["  undone: delete Tax2", "  Tax2.tax  = 12", "  plus      1 → 13"])
    #expect(say("total = 0", "delete Tax Tax2").contains("  plus  13 → 1"))
    #expect(session.evaluator.subgraphs.members(of: nil).allSatisfy { InstanceID($0) == nil })
    // A definition without instances is not part of a document.
    #expect(session.evaluator.subgraphs.definitions.isEmpty)
    #expect(say("duplicate Tax").first?.contains("unknown name 'Tax'") == true)
  }

  /// Checks the same for an edit that removes the last instance directly.
  @Test func aDefinitionThatNothingIsAnInstanceOfIsNotWritten() throws {
    say("total = 0", "group Outer = Tax Tax2")
    let group = try #require(session.evaluator.subgraphs.members(of: nil).compactMap { InstanceID($0) }.first)
    try session.evaluator.edit { edit in try edit.remove(group) }
    #expect(!session.evaluator.subgraphs.definitions.isEmpty)
    #expect(try Session(document: session.document()).names == session.names)
  }

  @Test func aGroupIsRenamedWithWhatNamesIt() {
    say("both = Tax.tax + Tax2.tax", "other = Tax2.tax")
    #expect(say("rename Tax2 `My levy`") == ["  renamed Tax2 → `My levy`; rewrote both, other"])
    #expect(say("show both other") == ["  both = 8    Tax.tax + `My levy.tax`", "  other = 4    `My levy.tax`"])
    #expect(say("price = 40", "both") == ["  16"])
    #expect(say("undo", "rename `My levy` Levy") == ["  renamed `My levy` → Levy; rewrote both, other"])
    #expect(say("undo 2", "other") == ["  4"])
    #expect(say("show other") == ["  other = 4    Tax2.tax"])
    refused("rename Tax2 Tax", "the name 'Tax' is taken")
    refused("rename Tax2 price", "the name 'price' is taken")
    say("f(x) = x * `Tax2.tax`")
    refused("rename Tax2 Levy", "f(x) reads an output of Tax2; nothing changed; change f(x) first")
  }

  @Test func aGroupIsMoved() throws {
    say("move Tax 30 40")
    let group = try #require(session.evaluator.subgraphs.members(of: nil).compactMap { InstanceID($0) }.first)
    #expect(session.evaluator.subgraphs.position(of: group.node) == GraphPoint(30, 40))
    say("undo")
    #expect(session.evaluator.subgraphs.position(of: group.node) != GraphPoint(30, 40))
  }

  // MARK: What inputs take

  @Test func anInputTakesAQuantityAndAListOfItsType() throws {
    let conversation = Conversation(
      "p = 3 km", "t = 20 min", "v = p / t", "w = v * 1", "a = [1, 2, 3]", "b = sum(a)", "c = b + 1", "n = \"x\"",
      "m = n & n", "o = m & n", "group Speed = v", "group S = b", "group N = m")
    func say(_ line: String) -> [String] { conversation.say(line) }
    #expect(say("Speed.p = 5 km").first == "  v  0.15 km/min → 0.25 km/min")
    #expect(say("Speed.p = 5").first == "  error[type]: p takes km, and 5 is a Number; write 5 km")
    #expect(say("Speed.p = 5 kg").first?.hasPrefix("  error[type]: p takes km, and 5 kg is") == true)
    #expect(say("p -> Speed.p").first == "  v  0.25 km/min → 0.15 km/min")
    // The nodes that fed it are removed.
    let session = conversation.dialogue.session
    #expect(
      session.evaluator.graph.nodes.allSatisfy {
        session.evaluator.graph.name(of: $0) != nil || session.evaluator.subgraphs.scope(of: $0) != nil
      })
    #expect(say("S.a = [4, 5]").first == "  b  6 → 9")
    _ = say("N.n = \"tea\"")
    // A copy has the literals too, and they are visible inside.
    #expect(say("duplicate S").last == "  S2.b = 9" && say("duplicate N").last == "  N2.m = \"teatea\"")
    _ = say("enter S2")
    #expect(say("a") == ["  [4, 5]"] && say("count(a)") == ["  2"])
    session.checkInvariants()
    #expect(try Session(document: session.document()).text == session.text)
  }
}
