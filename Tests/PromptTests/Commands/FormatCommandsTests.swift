// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import Prompt
import Testing

/// Formats of nodes, set by commands.
@Suite struct FormatCommandsTests: ConversingTests {
  let conversation = Conversation("price = 1234.567", "qty = 3", "total = price * qty", "share = price / total")

  @Test func valuesAreShownInTheFormatOfTheirNode() throws {
    #expect(say("format total #,##0.00", "format share 0.0%").isEmpty)
    #expect(say("total") == ["  3,703.70"])
    #expect(say("show total share") == ["  total = 3,703.70    price * qty", "  share = 33.3%    price / total"])
    #expect(say("list t*") == ["  total = 3,703.70    price * qty"])
    #expect(say("why total").first == "  total = 3,703.70     price * qty")
    #expect(say("inspect share").first == "  share = 33.3%")
    #expect(say("qty = 4") == ["  qty    3 → 4", "  total  3,703.70 → 4,938.27", "  share  33.3% → 25.0%"])
    // Formulas compute with the value, not with its text.
    #expect(say("total - 4938.268 < 1e-9") == ["  true"])
    // Values that don't differ in their format are shown with the digits in which they do.
    #expect(say("price = 1234.5671").last == "  total  4938.268 → 4938.2684")
    #expect(say("undo").last == "  total  4938.2684 → 4938.268")
  }

  @Test func tablesShowEachNodeInItsFormat() {
    _ = say("format total #,##0", "scenario cheap: price = 1000")
    #expect(say("sweep price 1000..3000 step 1000 : total").last?.hasPrefix("  total  3,000  6,000  9,000") == true)
    #expect(say("compare total").last == "  total  3,704  3,000 (-703.701, -19%)")
  }

  @Test func aFormatIsAStepAndIsSaved() throws {
    let before = session.text
    let changes = say("format total \"0.0 'apiece'\"", "format total")
    #expect(changes == ["  0.0 'apiece'"])
    #expect(session.history.last == "format total 0.0 'apiece'")
    #expect(session.text.contains(".look total format=\"0.0 'apiece'\"\n"))
    let read = try Session(document: session.document())
    #expect(read.text == session.text)
    #expect(say("undo", "format total") == ["  total has no format"])
    #expect(session.text == before)
    #expect(say("redo", "format total none", "look") == ["  everything is shown as by default"])
  }

  @Test func aFormatInAGroupIsThatOfAllItsInstances() {
    _ = say("group G = total", "duplicate G")
    _ = say("enter G", "format total 0.0")
    #expect(say("total").last == "  3703.7")
    _ = say("leave", "enter G2")
    #expect(say("total").last == "  3703.7")
    #expect(say("undo", "total").last == "  3703.701")
  }

  @Test func whatIsNoFormatIsRefused() {
    let before = session.text
    for line in ["format total 0.0.0", "format total kmh", "look total format=x"] {
      #expect(
        say(line).first == "  error[command]: 'format' takes a format such as 0.00, \"#,##0.00\", 0%, $0.00 or "
          + "\"0.0 km\", or plain; or none", "\(line)")
    }
    #expect(say("format nosuch 0.00").first == "  error[name]: unknown name 'nosuch'")
    #expect(say("look total.price format=0.00").first == "  error[command]: a wire has no format")
    #expect(session.text == before)
  }

  @Test func anOutputOfAGroupHasTheFormatOfTheNodeThatGivesIt() {
    _ = say("part = total * 2", "after = part + 1", "group Part = part", "group Outer = Part")
    #expect(say("format Outer.part $0.0").isEmpty && session.history.last == "Outer › Part › format part $0.0")
    #expect(say("format Outer.part") == ["  $0.0"] && say("enter Outer", "enter Part", "format part").last == "  $0.0")
    #expect(say("leave", "leave", "undo", "format Outer.part").last == "  Outer.part has no format")
  }

  /// Another application may store formats that the calculator doesn't know.
  @Test func aFormatOfAnotherApplicationIsKeptAndIgnored() throws {
    var document = try session.document()
    let total = try #require(document.nodes.first { $0.name == "total" })
    document.looks.nodes[total.id] = NodeLook(format: "hh:mm")
    let read = try Session(document: document)
    #expect(try read.document().looks.nodes[total.id]?.format == "hh:mm")
    #expect(try read.run("total").first?.value?.text == "3703.701")
  }

  @Test func theFormatGoesOnFromNodeToNode() {
    let conversation = Conversation()
    for line in ["price = 20", "qty = 3", "total = price * qty", "tax = total * 20%", "ratio = total / price"] {
      conversation.say(line)
    }
    conversation.say("format price $0.00")
    #expect(conversation.say("tax") == ["  $12.00"])
    #expect(conversation.say("ratio") == ["  3"])
    #expect(
      conversation.say("price = 21.5") == [
        "  price  $20.00 → $21.50", "  total  $60.00 → $64.50", "  tax    $12.00 → $12.90",
      ])
    #expect(
      conversation.say("format tax") == [
        "  $0.00, inherited; 'format tax plain' shows the number alone"
      ])
    conversation.say("format total plain")
    #expect(conversation.say("total") == ["  64.5"] && conversation.say("tax") == ["  12.9"])
    #expect(conversation.say("format total") == ["  plain"])
    conversation.say("undo")
    #expect(conversation.say("total") == ["  $64.50"] && conversation.say("tax") == ["  $12.90"])
    // Another format of its own has precedence, and goes on.
    conversation.say("format total \"0.00 €\"")
    #expect(conversation.say("tax") == ["  12.90 €"])
    conversation.say("format total 0.0")
    #expect(conversation.say("tax") == ["  12.9"])
    conversation.say("format total none")
    #expect(conversation.say("tax") == ["  $12.90"])
    // Nothing of it is kept: the only node with a format is the one that was given it.
    let session = conversation.dialogue.session
    let formatted = session.evaluator.graph.nodes.filter { session.evaluator.subgraphs.look(of: $0).format != nil }
    #expect(formatted == [session.node(named: "price")])
  }

  @Test func reportsHaveAsManyDigitsAsWasSet() {
    let conversation = Conversation("a = 2 / 3", "b = a * 2", "c = 3", "c = 3.14159", "set digits 3")
    #expect(conversation.say("why b") == ["  b = 1.33     a * 2", "  └─ a = 0.667"])
    #expect(conversation.say("why c") == ["  c = 3.14     you set it: 3 → 3.14"])
    let lines = conversation.say("inspect b")
    #expect(lines.first == "  b = 1.33" && lines.contains { $0.hasSuffix("← a = 0.667") })
    #expect(conversation.say("inspect c").contains { $0.hasSuffix("3 → 3.14") })
  }
}
