// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import Prompt
import Testing

/// Edits inside an entered group: they apply to all instances, and each is one step.
@Suite struct GroupEditingTests: ConversingTests {
  let conversation = Conversation(
    "price = 20", "rate = 20%", "tax = price * rate", "total = price + tax", "group Tax = rate tax", "duplicate Tax",
    "both = Tax.tax + Tax2.tax", "enter Tax")

  /// The list of both instances, which must be equal.
  private func listed() -> [String] {
    let first = say("list")
    say("leave", "enter Tax2")
    #expect(say("list") == first)
    say("leave", "enter Tax")
    return first
  }

  /// Runs lines that must be one step each, and checks that undo, redo and saving restore the session.
  private func steps(_ lines: String...) throws {
    var texts = [session.text]
    for line in lines {
      let count = session.history.count
      let said = conversation.say(line)
      #expect(session.history.count == count + 1, "\(line): \(said)")
      texts.append(session.text)
      session.checkInvariants()
      let loaded = try Session(document: session.document())
      #expect(loaded.text == session.text, "\(line)")
      var model = GroupExpansionModel(of: session)
      #expect(try model.differences() == [], "\(line)")
    }
    for text in texts.dropLast().reversed() {
      try session.undo()
      #expect(session.text == text)
    }
    try session.redo(lines.count)
    #expect(session.text == texts.last)
    session.checkInvariants()
  }

  // MARK: Renaming

  @Test func aNodeIsRenamedWithTheOutputThatHasItsName() throws {
    #expect(say("rename rate pct") == ["  renamed rate → pct; rewrote tax"])
    #expect(say("rename tax levy") == ["  renamed tax → levy; rewrote `› both`, `› total`"])
    #expect(listed() == ["  price = 20", "  pct = 0.2    20%", "  levy = 4    price * pct"])
    say("leave")
    #expect(
      say("show total both") == ["  total = 24    price + Tax.levy", "  both = 8    Tax.levy + Tax2.levy"])
    #expect(say("price = 40", "total") == ["  48"])
    say("undo 3", "enter Tax")
    try steps("rename rate pct", "rename tax levy", "rename levy `net tax`", "rename pct rate")
  }

  @Test func anInputIsRenamedInside() throws {
    #expect(say("rename price cost") == ["  renamed price → cost; rewrote tax"])
    #expect(listed() == ["  cost = 20", "  rate = 0.2    20%", "  tax = 4    cost * rate"])
    // Renaming an input works as well.
    say("leave", "Tax.cost = 50", "enter Tax")
    try steps("rename cost price", "tax = price * rate * 2", "rename price cost")
    #expect(say("tax") == ["  20"])
    #expect(say("rename rate cost").first == "  error[name]: the name 'cost' is taken; nothing changed")
  }

  @Test func aGroupInAGroupIsRenamedWithWhatNamesIt() throws {
    try steps("group Inner = rate", "duplicate Inner", "tax = price * Inner.rate", "rename Inner Part")
    #expect(say("show tax") == ["  tax = 4    price * Part.rate"])
    #expect(say("enter Part", "rate = 10%").contains("  `Tax2 › Part › rate`    0.2 → 0.1"))
    say("leave", "leave", "f(x) = x * `Tax.tax`")
    #expect(say("enter Tax", "rename tax levy").first?.contains("f(x) reads an output of Tax; nothing changed") == true)
    #expect(say("rename f g") == ["  renamed f → g"])
  }

  // MARK: Grouping

  @Test func nodesOfAGroupAreGroupedAndTakenApart() throws {
    let before = session.text
    let evaluations = say("stats").filter { $0.contains("evaluations") }
    #expect(say("group Inner = rate tax") == ["  Inner: price → tax"])
    #expect(say("stats").filter { $0.contains("evaluations") } == evaluations && evaluations.count == 1)
    #expect(listed() == ["  price = 20", "  tax = 4    price * rate", "  Inner: price → tax"])
    #expect(say("enter Inner", "rate = 50%").contains("  `Tax2 › Inner › tax`   4 → 10"))
    say("leave", "undo")
    #expect(say("ungroup Inner") == ["  Inner is rate, tax again"])
    #expect(listed() == ["  price = 20", "  rate = 0.2    20%", "  tax = 4    price * rate"])
    say("undo 2")
    #expect(session.text == before)
    try steps("group Inner = tax", "rename price cost", "ungroup Inner", "tax = cost * rate + 1")
    #expect(say("leave", "total") == ["  25"])
  }

  @Test func whatIsTakenOutHasTheNamesAround() throws {
    try steps("extra = tax + rate", "group Inner = extra", "rename rate pct")
    #expect(say("ungroup Inner", "show extra") == ["  extra = 4.2    tax + pct"])
    #expect(listed().contains("  extra = 4.2    tax + pct"))
    try steps(
      "more = extra * 2", "group Inner = extra", "duplicate Inner", "extra2 = Inner2.extra", "expand Inner2")
    #expect(say("show extra2 more") == ["  extra2 = 4.2    Inner2_extra", "  more = 8.4    extra * 2"])
    try steps("more = 1", "delete Inner")
    #expect(listed().count == 6)
  }

  @Test func whatIsReadFarOutsideIsNotDeleted() {
    say("group Inner = tax", "duplicate Inner")
    let before = session.text
    // Formulas outside read this output of both instances.
    #expect(say("delete Inner").first == "  error[name]: total reads 'tax'; nothing changed; change total first")
    say("leave", "total = 0", "enter Tax")
    #expect(say("delete Inner").first?.contains("both reads 'Tax.tax'; nothing changed") == true)
    #expect(say("delete Inner2").isEmpty)
    say("undo 2")
    #expect(session.text == before)
  }

  /// Checks that outputs of an inner group keep their names when the outer group is expanded.
  @Test func aGroupIsTakenApartInWhichGroupsGiveWhatIsRead() throws {
    say("group Inner = tax rate", "more = tax + 1", "leave", "tax2 = 5", "extra = `Tax2.tax` + 1")
    try steps("rename tax2 rate", "expand Tax", "expand Inner")
    #expect(say("show extra total") == ["  extra = 5    `Tax2.tax` + 1", "  total = 24    price + tax"])
    try steps("x = more * 2", "price = 30")
  }

  @Test func aGroupInAGroupIsDeletedThatNothingReads() throws {
    try steps("group Inner = rate", "duplicate Inner", "delete Inner2")
    #expect(say("delete Inner").first?.contains("tax reads 'rate'; nothing changed") == true)
    try steps("tax = price * 2", "delete Inner")
    #expect(listed() == ["  price = 20", "  tax = 40    price * 2"])
  }

  // MARK: Copying

  @Test func copiesInsideReadEachOther() throws {
    #expect(say("duplicate tax rate").prefix(2) == ["  rate2 is a copy of rate", "  tax2 is a copy of tax"])
    #expect(
      listed() == [
        "  price = 20", "  rate = 0.2    20%", "  tax = 4    price * rate", "  rate2 = 0.2    20%",
        "  tax2 = 4    price * rate2",
      ])
    #expect(say("rate2 = 30%").contains("  `Tax2 › tax2`   4 → 6"))
    say("undo 2")
    try steps("duplicate rate tax", "duplicate tax2", "rate2 = 1", "n = Add(x: price * 2, y: 4)", "duplicate n")
    #expect(say("n = 1", "n2") == ["  44"])
  }

  @Test func aGroupInsideIsCopiedWithWhatItReads() throws {
    try steps("group Inner = tax", "duplicate Inner")
    #expect(
      listed().suffix(3) == [
        "  Inner2.tax = 4    price * rate", "  Inner: rate, price → tax", "  Inner2: rate, price → tax",
      ])
    try steps("rate -> Inner2.price", "Inner2.rate = 7", "duplicate Inner2")
    #expect(say("add2 = Inner2.tax + Inner3.tax") == ["  add2           = 2.8", "  `Tax2 › add2`  = 2.8"])
  }

  // MARK: Kinds and ports

  @Test func kindsAndPortsAreChangedInAllInstances() throws {
    try steps(
      "n = Add(x: price, y: rate * 10, z: 1)", "n.z = 5", "rate -> n.y", "disconnect n.x", "toggle price n.x",
      "toggle price n.x", "kind n Multiply", "move n 10 20", "n = price * 2", "n = Add(x: price)", "n = 4", "add Add",
      "kind n Number", "n = 5", "m = rate + price * 2", "expand m", "price -> m.x", "l = [1, 2, 3]", "l[2] = n")
    #expect(say("m", "disconnect m.nosuch").first?.contains("m has no input 'nosuch'; it has x, y, z") == true)
    #expect(say("disconnect n.x").first?.contains("has no input") == true)
    #expect(say("l") == ["  [1, 5, 3]"])
  }

  /// Checks that a group's input stays while a node reads it, also when that node changes its kind, and is removed afterwards.
  @Test func inputsOfTheGroupStayAsLongAsSomethingReadsThem() throws {
    say("leave", "qty = 3", "enter Tax")
    try steps("n = qty + 1", "n = Add(x: qty)", "n = qty * 2")
    #expect(say("n") == ["  6"])
    try steps("n = Add(x: qty, y: qty * 2)", "n.x = qty", "n.y = 1")
    #expect(say("leave", "qty = 10", "enter Tax", "n") == ["  11"])
    #expect(say("leave", "list Tax*").suffix(2) == ["  Tax: price, qty → tax", "  Tax2: price, qty → tax"])
    #expect(
      say("enter Tax", "delete n", "leave", "list Tax*").suffix(2) == ["  Tax: price → tax", "  Tax2: price → tax"])
  }

  /// Checks that an unnamed formula is removed with the input that it feeds.
  @Test func noFormulaIsLeftThatFeedsNothing() {
    let count = session.evaluator.graph.nodeCount
    for lines in [["delete n"], ["n.x = 1", "delete n"], ["price -> n.x", "delete n"], ["n = 3", "delete n"]] {
      say("n = Add(x: price * 2, y: rate)")
      #expect(session.evaluator.graph.nodeCount == count + 4)
      for line in lines { say(line) }
      #expect(session.evaluator.graph.nodeCount == count, "\(lines)")
    }
  }

  @Test func aNameAroundIsReadThroughAllGroupsBetween() throws {
    say("leave", "qty = 3", "enter Tax", "group Inner = rate", "enter Inner")
    try steps("more = qty + rate")
    #expect(say("more", "leave", "leave", "qty = 4", "enter Tax2", "enter Inner", "more") == ["  4.2"])
  }

  // MARK: Looking

  @Test func namesInsideAreSweptAndDrawn() {
    #expect(
      say("sweep rate 10%..30% step 10% : tax").prefix(2) == ["  rate  0.1  0.2  0.3", "  tax     2    4    6   ▁▄█"])
    #expect(say("sweep price 10..20 step 10 : tax").first == "  price  10  20")
    #expect(say("plot rate 0..1 : tax").count > 3)
  }

  @Test func aFunctionsNameIsRefusedInside() {
    say("leave", "f(x) = x", "enter Tax")
    #expect(say("f = 3").first?.contains("'f' is a function; nothing changed") == true)
    #expect(say("rename rate f").first?.contains("the name 'f' is taken") == true)
  }

  @Test func aNameThatSeveralGroupsGiveIsNoNewNode() {
    say("group Inner = rate", "duplicate Inner")
    #expect(
      say("rate = 3").first == "  error[name]: several groups have an output 'rate'; write Inner.rate or Inner2.rate")
  }

  @Test func aRenamedGroupIsSavedAndOpened() throws {
    say("leave", "rename Tax2 Levy", "rename Tax Duty")
    let loaded = try Session(document: session.document())
    #expect(loaded.text == session.text && loaded.value(of: "both")?.text == "8")
    #expect(loaded.source(of: "both") == "Duty.tax + Levy.tax")
  }

  @Test func aCycleThroughAGroupNamesWhatLiesInIt() {
    let other = Conversation("a = 1", "b = a + 1", "c = b + 1", "d = c * 2", "group G = b c")
    let said = other.say("a = d")
    #expect(said.contains { $0.contains("a → G › b → G.c → d → a") || $0.contains("a → G › b → G › c → d → a") })
  }

  @Test func aNameGivenTwiceToGroupIsTakenOnce() {
    let other = Conversation("a = 1", "b = a + 1", "group G = b b")
    other.say("enter G")
    #expect(other.say("list").filter { $0.contains("b =") } == ["  b = 2    a + 1"])
  }
}
