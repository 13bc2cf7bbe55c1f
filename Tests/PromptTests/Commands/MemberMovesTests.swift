// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Prompt
import Testing

/// Moving nodes into and out of groups by commands.
@Suite struct MemberMovesTests {
  private func conversation(_ lines: String...) -> Conversation {
    let conversation = Conversation()
    for line in lines { conversation.say(line) }
    return conversation
  }

  private func value(_ name: String, _ conversation: Conversation) -> String? {
    conversation.dialogue.session.value(of: name)?.text
  }

  private func levy() -> Conversation {
    conversation(
      "price = 20", "rate = 20%", "tax = price * rate", "total = price + tax", "each = total / 2",
      "group Levy = rate tax")
  }

  @Test func aNodeMovesIntoAGroupAndOutOfItAgain() throws {
    let conversation = levy()
    let session = conversation.dialogue.session
    let before = session.text
    #expect(conversation.say("move total into Levy") == ["  Levy: price → total"])
    #expect(value("each", conversation) == "12" && value("Levy › total", conversation) == "24")
    conversation.say("price = 100")
    #expect(value("each", conversation) == "60")
    conversation.say("undo")
    #expect(conversation.say("move Levy › total out") == ["  Levy: price → tax"])
    #expect(value("each", conversation) == "12" && value("total", conversation) == "24")
    #expect(session.text == before)
    conversation.say("price = 100")
    #expect(value("each", conversation) == "60")
  }

  @Test func aMoveIsOneStepThatCanBeUndone() throws {
    let conversation = levy()
    let session = conversation.dialogue.session
    let before = session.text
    conversation.say("move total each into Levy")
    let after = session.text
    #expect(session.history.last?.hasPrefix("move total each into Levy") == true, "\(session.history)")
    conversation.say("undo")
    #expect(session.text == before && value("each", conversation) == "12")
    conversation.say("redo")
    #expect(session.text == after && value("Levy › each", conversation) == "12")
    conversation.say("enter Levy")
    conversation.say("move each total out")
    conversation.say("leave")
    #expect(value("each", conversation) == "12" && session.text == before)
  }

  /// Checks that the unnamed formula of a port moves with its node.
  @Test func nodesWithFormulasOfPortsMoveTogetherWithOthers() throws {
    let conversation = conversation(
      "q = 2", "b = Add(x: q * 2, y: 1)", "c = b + 1", "d = c + b", "group G = b c", "enter G")
    #expect(conversation.say("move b c out").first?.contains("error") == false)
    conversation.say("leave")
    #expect(value("b", conversation) == "5" && value("d", conversation) == "11")
    conversation.say("q = 3")
    #expect(value("b", conversation) == "7" && value("d", conversation) == "15")
    conversation.dialogue.session.checkInvariants()
  }

  @Test func otherInstancesGetTheSameNode() throws {
    let conversation = levy()
    conversation.say("duplicate Levy")
    conversation.say("move total into Levy")
    #expect(value("each", conversation) == "12")
    #expect(value("Levy2 › total", conversation) != nil)
    let session = conversation.dialogue.session
    let read = try Session(document: session.document())
    #expect(read.value(of: "each")?.text == "12" && read.text == session.text)
  }

  @Test func aFormulaThatWaitsReadsWhatComesOut() {
    let conversation = conversation(
      "a = 3", "b = a + 1", "c = b * 2", "group G = b c", "missing = 1", "d = missing + 1", "delete missing")
    conversation.say("enter G")
    conversation.say("missing = 5")
    conversation.say("leave")
    #expect(value("d", conversation) != "6")
    conversation.say("move G › missing out")
    #expect(value("d", conversation) == "6")
  }

  @Test(arguments: [
    ("move total into Nowhere", "unknown group 'Nowhere'"), ("move nothing into Levy", "unknown name 'nothing'"),
    ("move Levy into Levy", "can't contain itself"), ("move price out", "'price' is not in a group"),
    ("move price total", "move needs a destination"), ("move price 3 nowhere", "'nowhere' is not a number"),
    ("move price", "wrong number of arguments"), ("move Levy › nothing out", "unknown name 'nothing'"),
    ("duplicate Levy; group K = Levy2; move K into Levy", "Levy would contain itself: Levy › K › Levy"),
    ("rename total rate; move rate into Levy", "'rate' exists in Levy too; nothing changed"),
    ("rate = 3; move Levy › rate out", "'rate' exists outside of Levy too; nothing changed"),
  ])
  func aRefusedMoveSaysWhy(lines: String, reason: String) {
    let conversation = levy()
    let session = conversation.dialogue.session
    let lines = lines.split(separator: ";").map(String.init)
    for line in lines.dropLast() { #expect(conversation.say(line).allSatisfy { !$0.contains("error[") }) }
    let before = session.text
    let count = session.history.count
    let said = conversation.say(lines[lines.count - 1])
    #expect(session.history.count == count)
    #expect(said.first?.contains("error[") == true && said.first?.contains(reason) == true, "\(said)")
    #expect(session.text == before)
    session.checkInvariants()
  }

  /// Checks that what outside nodes read becomes an output, in all instances, and that undo reverts each step.
  @Test func undoRevertsMovesIntoAndOutOfGroupsOfGroups() throws {
    let conversation = levy()
    let session = conversation.dialogue.session
    conversation.say("duplicate Levy")
    let lines = [
      "group K = Levy Levy2", "move total into K", "K › half = total / 2", "move K › half out", "move K › Levy2 out",
      "move total into Levy2", "move K › total out", "move K › Levy out", "move half into K",
    ]
    var texts: [String] = []
    for line in lines {
      let (text, count, said) = (session.text, session.history.count, conversation.say(line))
      session.checkInvariants()
      if said.contains(where: { $0.contains("error[") }) {
        #expect(session.text == text && session.history.count == count)
      } else {
        #expect(session.history.count == count + 1, "\(line): \(said)")
        texts.append(text)
      }
      #expect(value("each", conversation) == "12", "\(line)")
    }
    #expect(texts.count == lines.count - 1 && session.source(of: "total") == "price + Levy.tax")
    for text in texts.reversed() {
      try session.undo()
      #expect(session.text == text)
      session.checkInvariants()
    }
  }

  @Test func whatAnUnsetInputOfAnotherInstanceLedToWaitsOutside() throws {
    let conversation = levy()
    let session = conversation.dialogue.session
    for line in ["duplicate Levy", "move total into Levy", "move Levy › total out"] {
      conversation.say(line)
      session.checkInvariants()
    }
    #expect(value("each", conversation) == "12")
    let text = session.text
    try session.undo()
    session.checkInvariants()
    try session.redo()
    session.checkInvariants()
    #expect(session.text == text)
  }
}
