// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import NodeEval
import NodeGraph
import Testing

/// What becomes of formulas inside of groups: their types, texts, and those without a name.
@Suite struct GroupFormulaTests: ConversingTests {
  let conversation = Conversation(
    "price = 20", "rate = 20%", "tax = price * rate", "group Tax = rate tax", "duplicate Tax", "enter Tax")

  /// What a name stands for in both instances, that of Tax first.
  private func members(_ name: String) -> [NodeID] {
    session.evaluator.graph.nodes.filter { session.evaluator.subgraphs.name(of: $0) == name }
  }

  @Test func aGroupThatIsUsedElsewhereTooDoesNotReadAnOuterName() {
    say("group Inner = rate", "leave", "x = 1", "enter Tax", "enter Inner")
    #expect(say("more = rate + x") == ["  more                   = 1.2", "  `Tax2 › Inner › more`  = 1.2"])
    say("undo", "leave", "leave", "group Outer = Tax", "enter Outer", "enter Tax")
    let before = session.text
    let said = say("more = rate + x")
    #expect(said.first?.hasPrefix("  error[name]: 'x' lies outside of Tax, which is used elsewhere too") == true)
    #expect(session.text == before && members("more").isEmpty)
    // Also where the group between is the one that is used elsewhere.
    say("enter Inner")
    #expect(say("more = rate + x").first?.contains("'x' lies outside of Tax, which is used elsewhere too") == true)
    #expect(session.text == before)
  }

  @Test func anOutputOfAGroupKeepsItsTypeThoughNothingReadsIt() {
    say("more = rate + 1", "expose more")
    let before = session.text
    for line in ["more = rate > 0", "more = true"] {
      #expect(
        conversation.say(line).first
          == "  error[type]: more is a Number, and Tax gives it as one; nothing changed; in a group a name that is read keeps its type"
      )
      #expect(session.text == before)
    }
    #expect(say("more = rate + 2", "more") == ["  2.2"])
    // What is no output, and is not read, gets any type.
    say("other = 1", "other = rate > 0")
    #expect(say("other") == ["  true"])
  }

  @Test func aValueSetInOneInstanceLeavesTheTextOfAnInstanceThatHasItsOwn() throws {
    let rates = members("rate")
    try session.evaluator.edit { try $0.set(rates[1], to: 0.5) }
    session.formulas.inner[rates[1]] = "50%"
    say("rate = 25%")
    #expect(rates.map { session.formulas.inner[$0] } == ["25%", "50%"])
    #expect(say("tax") == ["  5"])
    #expect(say("leave", "enter Tax2", "tax") == ["  10"])
    // Nor does one whose text is the same and whose value is another.
    session.formulas.inner[rates[1]] = "25%"
    say("leave", "enter Tax", "rate = 30%")
    #expect(rates.map { session.formulas.inner[$0] } == ["30%", "25%"])
  }

  @Test func deletingInAGroupForgetsTheFormulasOfAllItsInstances() {
    say("extra = rate * 2")
    let extras = members("extra")
    #expect(extras.map { session.formulas.inner[$0] } == ["rate * 2", "rate * 2"])
    conversation.say("delete extra")
    #expect(extras.map { session.formulas.inner[$0] } == [nil, nil])
    conversation.say("undo")
    #expect(extras.map { session.formulas.inner[$0] } == ["rate * 2", "rate * 2"])
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
    #expect(say("delete extra rate").first?.hasPrefix("  error") == true)
    #expect(session.text == before && session.history.count == count && session.undoneHistory.isEmpty)
    #expect(say("redo").first?.hasPrefix("  error") == true && session.text == before)
  }
}
