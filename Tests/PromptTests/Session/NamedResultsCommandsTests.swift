// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt
import Testing

/// Names for several results of a function, at the prompt and in groups.
@Suite struct NamedResultsCommandsTests {
  private static let split = "split(x) = (net: x / 1.2, tax: x - x / 1.2)"

  @Test func thePromptShowsCompletesAndConnectsThem() {
    let conversation = Conversation(Self.split, "price = 120")
    #expect(conversation.say("split(price)") == ["  net = 100", "  tax = 20"])
    #expect(conversation.say("s = split(price)") == ["  s.net  = 100", "  s.tax  = 20"])
    #expect(conversation.say("s") == ["  s.net = 100", "  s.tax = 20"])
    #expect(conversation.say("show s") == ["  s.net = 100    split(price).net", "  s.tax = 20    split(price).tax"])
    #expect(conversation.say("list s.*") == conversation.say("show s"))
    #expect(conversation.say("help split") == ["  \(Self.split)"])
    #expect(conversation.say("plus = Add(y: 1)") == ["  plus = 1"])
    #expect(conversation.say("s.net -> plus.x") == ["  plus  1 → 101"])
    #expect(conversation.say("watch s.tax") == ["  s.tax = 20    split(price).tax"])
    #expect(conversation.say("price = 60;") == ["  s.tax  20 → 10"])
    #expect(conversation.say("sweep price 60..120 step 60 : s.net").contains { $0.contains("100") })
    #expect(conversation.say("delete s") == ["  plus  51 → 1"])
  }

  /// Checks that a group reads a result like any other node outside.
  @Test func aResultBecomesAnInputOfAGroup() {
    let conversation = Conversation(
      Self.split, "s = split(120)", "rate = 2", "y = s.net * rate", "z = y", "group G = rate y")
    #expect(conversation.say("list G") == ["  G: `s.net` → y"])
    #expect(conversation.say("enter G").isEmpty && conversation.say("s.net + 1") == ["  101"])
    #expect(conversation.say("s.tax").first == "  error[name]: unknown name 's.tax'")
    #expect(conversation.say("y = s.net + s.tax").first?.hasPrefix("  y") == true)
    #expect(conversation.say("leave").isEmpty && conversation.say("list G") == ["  G: `s.net`, `s.tax` → y"])
    #expect(conversation.say("s = split(60)").contains { $0.hasPrefix("  z") && $0.hasSuffix("→ 60") })
    #expect(conversation.say("split(6).net + y") == ["  65"])
    conversation.dialogue.session.checkInvariants()
  }

  /// Checks that inside a group, names for all results are members of the group in all instances.
  @Test func inAGroupTheyAreMembersInAllInstances() throws {
    let conversation = Conversation(
      Self.split, "price = 120", "rate = 2", "y = price * rate", "z = y", "group G = y rate", "duplicate G", "enter G")
    let session = conversation.dialogue.session
    let before = session.text
    #expect(conversation.say("s = split(y)").prefix(2) == ["  s.net         = 200", "  s.tax         = 40"])
    #expect(conversation.say("s") == ["  s.net = 200", "  s.tax = 40"])
    #expect(conversation.say("y = s.net").first?.contains("error[cycle]") == true)
    #expect(
      conversation.say("t = split(price)").first?.hasSuffix("= 100") == true, "a name from outside the new nodes read")
    #expect(conversation.say("rename t u") == ["  renamed t → u"])
    #expect(conversation.say("expose s.tax") == ["  G: price → y, `s.tax`"])
    #expect(conversation.say("leave") == [])
    #expect(conversation.say("more = `G2.s.tax` + 1") == ["  more = 41"])
    #expect(conversation.say("enter G2") == [] && conversation.say("u.net + s.net") == ["  300"])
    #expect(
      conversation.say("delete s") == [
        "  error[name]: more reads 's.tax'; nothing changed; change more first", "    delete s", "           ^",
      ])
    #expect(conversation.say("split(x) = (tax: x, all: 2 * x)").contains { $0.hasSuffix("= 480") })
    #expect(conversation.say("u") == ["  u.tax = 120", "  u.all = 240"])
    #expect(
      conversation.say("split(x) = (all: x)").first?.contains("more reads 's.tax', which split doesn't return") == true)
    session.checkInvariants()
    let loaded = try Session(document: session.document())
    #expect(try loaded.document() == session.document())
    let after = session.text
    let start = try #require(session.history.firstIndex(of: "G › s = split(y)"))
    try session.undo(session.history.count - start)
    #expect(session.text == before)
    while !session.undoneHistory.isEmpty { try session.redo() }
    #expect(session.text == after)
    session.checkInvariants()
  }

  @Test func resultsAreCompletedBehindADot() {
    let conversation = Conversation(Self.split, "s = split(120)")
    func completed(_ line: String) -> [String] {
      conversation.dialogue.completions(of: line, cursor: line.utf8.count).map(\.text)
    }
    #expect(completed("s.") == ["net", "tax"] && completed("x = 2 * s.n") == ["net"])
    #expect(completed("x = split(min(3, 4)).") == ["net", "tax"] && completed("x = split(3).t") == ["tax"])
    #expect(completed("x = s").prefix(3) == ["s.net", "s.tax", "split("])
    #expect(completed("why s.") == ["s.net", "s.tax"])
    #expect(completed("x = (3).").isEmpty && completed("x = min(3).").isEmpty)
  }
}
