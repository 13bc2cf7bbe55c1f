// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt
import Testing

@Suite struct HelpTextTests {
  @Test func aCommandIsToldWithItsUsageAndExamples() {
    #expect(
      Conversation().say("help show") == [
        "  show NODE…", "  Prints values with their formulas.", "", "  Examples:", "    show total",
        "    show a b",
      ])
    #expect(
      Conversation().say("?toggle") == [
        "  toggle NODE NODE.PORT", "  Connects a node to a port, or disconnects them if they are connected.", "",
        "  Examples:", "    toggle a sum1.x", "    toggle a sum1.x",
      ])
  }

  @Test func everythingThatHelpListsHasHelp() {
    for topic in ["numbers", "formulas", "errors", "Add", "round", "if"] + CommandTable.names {
      #expect(Conversation().say("help \(topic)").count >= 1)
      #expect(!Conversation().say("help \(topic)")[0].hasPrefix("  error["), "\(topic)")
    }
    let overview = Conversation().say("help").joined(separator: "\n")
    for command in CommandTable.commands { #expect(overview.contains(" " + command.name)) }
    for topic in ["percent", "pending", "groups", "looks"] { #expect(overview.contains(", \(topic)"), "\(topic)") }
  }

  @Test func aNodeIsExplainedByItsFormula() {
    let conversation = Conversation("price = 20", "net = price * 0.8", "`net price` = 3", "group Tax = net")
    #expect(
      conversation.say("help price") == [
        "  price = 20", "  price is a node; 'why price' explains its value, 'show price' prints it",
      ])
    #expect(
      conversation.say("help Tax › net") == [
        "  `Tax › net` = 16    price * 0.8",
        "  `Tax › net` is a node; 'why `Tax › net`' explains its value, 'show `Tax › net`' prints it",
      ])
    #expect(conversation.say("help `net price`")[1].contains("'why `net price`' explains"))
    conversation.say("show = 3")
    #expect(conversation.say("help show")[0] == "  show NODE…")
  }

  @Test func aTopicNobodyKnowsIsRefusedWithASuggestion() {
    #expect(
      Conversation().say("help shwo")[0]
        == "  error[command]: unknown help topic 'shwo'; did you mean 'show'?")
  }
}
