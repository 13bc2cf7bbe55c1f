// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Prompt
import Testing

/// Formulas inside groups: their types, their texts, and formulas without names.
@Suite struct GroupFormulaTests: ConversingTests {
  let conversation = Conversation(
    "price = 20", "rate = 20%", "tax = price * rate", "group Tax = rate tax", "duplicate Tax", "enter Tax")

  /// The members with a name in all instances; the first belongs to Tax.
  private func members(_ name: String) -> [NodeID] {
    session.evaluator.graph.nodes.filter { session.evaluator.subgraphs.name(of: $0) == name }
  }

  @Test func aGroupThatIsUsedElsewhereTooDoesNotReadAnOuterName() {
    say("group Inner = rate", "leave", "x = 1", "enter Tax", "enter Inner")
    #expect(say("more = rate + x") == ["  more                   = 1.2", "  `Tax2 › Inner › more`  = 1.2"])
    say("undo", "leave", "leave", "group Outer = Tax", "enter Outer", "enter Tax")
    let before = session.text
    let said = say("more = rate + x")
    #expect(said.first?.hasPrefix("  error[name]: 'x' is outside of Tax, which is used elsewhere too") == true)
    #expect(session.text == before && members("more").isEmpty)
    // The same from an inner group, when the group around it is used elsewhere.
    say("enter Inner")
    #expect(say("more = rate + x").first?.contains("'x' is outside of Tax, which is used elsewhere too") == true)
    #expect(session.text == before)
  }

  @Test func anOutputOfAGroupGetsAnotherTypeAtItsPlaceInAllInstances() {
    say(
      "extra = 1", "more = rate + 1", "expose more", "expose extra", "leave", "n = `Tax.more` * 2",
      "m = `Tax2.more` * 3")
    let (before, values) = (session.text, say("show n m"))
    let groups = session.evaluator.subgraphs
    let outputs = { groups.definitions.map { groups.outputs(of: $0).map(\.name) } }
    #expect(outputs() == [["more", "extra"]])
    #expect(say("Tax › more = rate > 0").first?.contains("* 2 multiplies, and `Tax.more` would be a Boolean") == true)
    #expect(session.text == before)
    say("Tax › more = [rate, 2]")
    #expect(say("show n m") == ["  n = [0.4, 4]    `Tax.more` * 2", "  m = [0.6, 6]    `Tax2.more` * 3"])
    #expect(outputs() == [["more", "extra"]])
    session.checkInvariants()
    say("undo")
    #expect(session.text == before && say("show n m") == values)
    say("redo")
    #expect(say("n") == ["  [0.4, 4]"])
  }

  @Test func aValueSetInOneInstanceLeavesTheTextOfAnInstanceThatHasItsOwn() throws {
    let rates = members("rate")
    try session.evaluator.edit { try $0.set(rates[1], to: 0.5) }
    session.formulas.texts[rates[1]] = "50%"
    say("rate = 25%")
    #expect(rates.map { session.formulas.texts[$0] } == ["25%", "50%"])
    #expect(say("tax") == ["  5"])
    #expect(say("leave", "enter Tax2", "tax") == ["  10"])
    // Neither does an instance with an equal text but another value.
    session.formulas.texts[rates[1]] = "25%"
    say("leave", "enter Tax", "rate = 30%")
    #expect(rates.map { session.formulas.texts[$0] } == ["30%", "25%"])
  }

  @Test func deletingInAGroupForgetsTheFormulasOfAllItsInstances() {
    say("extra = rate * 2")
    let extras = members("extra")
    #expect(extras.map { session.formulas.texts[$0] } == ["rate * 2", "rate * 2"])
    conversation.say("delete extra")
    #expect(extras.map { session.formulas.texts[$0] } == [nil, nil])
    conversation.say("undo")
    #expect(extras.map { session.formulas.texts[$0] } == ["rate * 2", "rate * 2"])
  }

  @Test func aHelperThatIsAnOutputOfItsGroupStays() throws {
    say("n = Add(x: price * 2, y: 1)", "m = Add(x: price * 3, y: 1)")
    let groups = session.evaluator.subgraphs
    let scope = try #require(groups.scope(of: members("n")[0]))
    let definition = try #require(groups.definition(of: scope))
    let helpers = ["n", "m"].compactMap { session.evaluator.graph.sources(of: members($0)[0].input(0)).first?.node }
    try session.evaluator.edit { edit in
      try edit.change(definition, lookingAt: scope) { try $0.expose(helpers[0].output, as: "twice") }
    }
    say("delete n", "delete m")
    #expect(helpers.map(session.evaluator.graph.contains) == [true, false])
    #expect(say("leave", "`Tax.twice`") == ["  40"])
  }

  @Test func aStepThatFailedAsAWholeCanNotBeRedone() {
    say("extra = 1", "other = 2")
    let (before, count) = (session.text, session.history.count)
    // The first of the two is deleted before the second is refused.
    #expect(say("delete extra nosuch").first?.hasPrefix("  error") == true)
    #expect(session.text == before && session.history.count == count && session.undoneHistory.isEmpty)
    #expect(say("redo").first?.hasPrefix("  error") == true && session.text == before)
  }
}
