// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt
import Testing

/// Formulas in all instances of a group that wait for a name.
@Suite struct WaitingInGroupsTests {
  private func conversation(_ lines: String...) -> Conversation {
    let conversation = Conversation("price = 20", "rate = 20%", "tax = price * rate", "total = price + tax")
    for line in ["group Tax = rate tax", "duplicate Tax", "enter Tax"] + lines {
      #expect(conversation.say(line).allSatisfy { !$0.contains("error") }, "\(line)")
    }
    return conversation
  }

  @Test func whatIsSavedWaitsWhenItIsOpened() throws {
    let conversation = conversation("delete rate")
    #expect(conversation.say("tax") == ["  ⚠ from tax: unset input 'rate'"])
    conversation.say("save waits.json")
    conversation.say("open waits.json")
    conversation.dialogue.session.checkInvariants()
    #expect(conversation.say("total") == ["  ⚠ from Tax › tax: unset input 'rate'"])
    conversation.say("enter Tax2")
    #expect(conversation.say("rate = 10%").contains { $0.hasSuffix("⚠ unset input 'rate' → 2") })
    #expect(conversation.say("leave") == [] && conversation.say("total") == ["  22"])
    conversation.say("undo")
    #expect(conversation.say("total") == ["  ⚠ from Tax › tax: unset input 'rate'"])
  }

  @Test func membersThatMoveAreTheOnesThatFormulasWaitFor() {
    let conversation = conversation("delete rate", "leave", "rate = 5%", "move rate into Tax")
    #expect(conversation.say("total") == ["  21"])
    conversation.say("undo")
    conversation.dialogue.session.checkInvariants()
    #expect(conversation.say("total").first?.contains("unset input 'rate'") == true)
  }

  @Test func whatIsTakenApartReadsTheNameThatThereIs() {
    let conversation = conversation("delete rate", "leave", "delete Tax2", "rate = 50%", "ungroup Tax")
    #expect(conversation.say("total") == ["  30"])
    conversation.say("undo 2")
    #expect(conversation.say("ungroup Tax").first?.hasPrefix("  Tax is tax again") == true)
    conversation.dialogue.session.checkInvariants()
    // The formula now waits in the root.
    #expect(conversation.say("rate = 25%").contains { $0.hasSuffix("→ 5") })
  }

  @Test func whatWaitsTakesNoOtherType() {
    let conversation = conversation("delete rate")
    let before = conversation.dialogue.session.text
    #expect(conversation.say("rate = \"a\"").first?.contains("tax needs 'rate' as a Number") == true)
    #expect(conversation.say("rate = tax * 2").first?.contains("rate would depend on itself") == true)
    #expect(conversation.dialogue.session.text == before)
  }

  @Test(arguments: [false, true]) func aFormulaThatHadOtherTypesInItsDocumentIsSavedWithItsOwn(inGroup: Bool) throws {
    let conversation = Conversation("a = 2", "c = 3 km", "b = c * 1", "t = \"x\"", "u = t & t")
    // The group's input that leads to it states its type.
    if inGroup { for line in ["group G = c b t u", "enter G"] { conversation.say(line) } }
    for line in ["save types.json", "open types.json", inGroup ? "enter G" : "a", "b = a", "u = a"] {
      conversation.say(line)
    }
    let session = conversation.dialogue.session
    let opened = try Session(document: session.document(), promptCommands: CommandTable.names)
    #expect(opened.text == session.text)
    #expect(conversation.say("show b u") == ["  b = 2    a", "  u = 2    a"])
  }

  /// Checks that only a node or an input of the group ends the waiting, as in the root.
  @Test func whatWaitsTakesNoOutputOfAGroup() throws {
    let taken = conversation("delete rate", "leave", "delete Tax2", "rate = 5", "twice = rate * 2", "group R = rate")
    #expect(taken.say("ungroup Tax").first?.hasPrefix("  Tax is tax again") == true)
    #expect(taken.say("tax") == ["  ⚠ from tax: unset input 'rate'"])
    // Nor does a formula that gets another type.
    let retyped = Conversation("x = 1", "p = 2", "f = p + x", "delete p", "a = 3", "group G = a", "enter G", "p = 7")
    for line in ["expose p", "leave", "x = [1, 2]"] { retyped.say(line) }
    #expect(retyped.say("f") == ["  ⚠ from f: unset input 'p'"])
    for session in [taken, retyped].map(\.dialogue.session) {
      session.checkInvariants()
      #expect(try Session(document: session.document(), promptCommands: CommandTable.names).text == session.text)
    }
  }

  /// Checks that such a name is refused: it would stand for another node once only one of the groups had that output.
  @Test func aNameThatSeveralGroupsGiveIsNotReadFromOutside() {
    let conversation = Conversation("a = 2", "x = 1", "y = x + 1", "group G = y x", "enter G")
    for line in ["a = 5", "b = a * 2", "group H = a", "duplicate H"] { conversation.say(line) }
    #expect(conversation.say("z = a + 1").first?.contains("several groups have an output 'a'") == true)
    #expect(conversation.say("z = `H2.a` + 1") == ["  z = 6"])
  }
}
