// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import NodeGraph
import Prompt
import Testing

/// Muting and bypassing nodes at the prompt.
@Suite struct ModeCommandsTests {
  private let conversation = Conversation("price = 20", "reduced = price * 90%", "total = reduced + 5")

  private var session: Session { conversation.dialogue.session }

  @Test func whatIsMutedOrBypassedTellsWhatThatChanges() {
    #expect(conversation.say("mute reduced") == ["  reduced  18 → ⚠ muted", "  total    23 → ⚠ from reduced"])
    #expect(conversation.say("total") == ["  ⚠ from reduced: muted"])
    #expect(conversation.say("bypass reduced") == ["  reduced  ⚠ muted → 20", "  total    ⚠ from reduced → 25"])
    #expect(conversation.say("price = 30") == ["  price    20 → 30", "  reduced  20 → 30", "  total    25 → 35"])
    #expect(conversation.say("activate reduced total") == ["  reduced  30 → 27", "  total    35 → 32"])
    #expect(conversation.say("activate reduced").isEmpty)
    #expect(
      conversation.say("undo") == ["  undone: activate reduced total", "  reduced  27 → 30", "  total    32 → 35"])
    #expect(conversation.say("total") == ["  35"])
    #expect(conversation.say("mute reduced nobody").first == "  error[name]: unknown name 'nobody'")
    #expect(session.value(of: "total")?.text == "35")
    session.checkInvariants()
  }

  @Test func aScriptSaysWhatIsMutedAndADocumentToo() throws {
    conversation.say("mute price")
    conversation.say("bypass reduced")
    #expect(session.text.hasSuffix("\n.mute price\n.bypass reduced\n"))
    conversation.say("save a.nc")
    conversation.say("save a.json")
    for file in ["a.nc", "a.json"] {
      let other = Conversation()
      other.host.files = conversation.host.files
      #expect(other.say("open \(file)").first?.hasPrefix("  opened") == true)
      #expect(other.dialogue.session.text == session.text && other.say("total") == ["  ⚠ from price: muted"], "\(file)")
      #expect(other.say("activate price").last == "  total    ⚠ from price → 25", "\(file)")
    }
  }

  @Test func aSweepLeavesOutWhatTheSessionDoes() throws {
    conversation.say("bypass reduced")
    let sweep = try session.sweep(try Session.sweepOfPrice(), ["total"])
    #expect(sweep.columns[0].values.map(\.text) == ["15", "25"])
  }

  @Test func whatLiesInAGroupIsMutedByItsScopedName() throws {
    let conversation = Conversation()
    conversation.host.files["b.json"] = TestDocuments.groups
    conversation.say("open b.json")
    #expect(
      conversation.say("mute `Tax › rate`") == [
        "  `Tax › rate`  0.5 → ⚠ muted", "  total         25 → ⚠ from Tax › rate",
      ])
    #expect(conversation.say("why total").contains { $0.contains("Tax › rate = ⚠ muted") })
    #expect(conversation.say("bypass Tax") == ["  total  ⚠ from Tax › rate → 30"])
    conversation.say("save c.json")
    let other = Conversation()
    other.host.files = conversation.host.files
    other.say("open c.json")
    #expect(other.say("total") == ["  30"])
  }
}

extension Session {
  fileprivate static func sweepOfPrice() throws -> Scenarios {
    var scenarios = Scenarios()
    try scenarios.vary("price", over: [10, 20])
    return scenarios
  }
}
