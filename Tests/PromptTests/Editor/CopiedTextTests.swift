// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Prompt
import Testing

/// Groups as text: copying them, and pasting the text.
@Suite struct CopiedTextTests {
  /// An editor of a session that has run some lines.
  private func editor(_ lines: String...) throws -> SessionEditor {
    let host = RecordingHost()
    let dialogue = Dialogue(host: host)
    for line in lines { #expect(dialogue.answer(line), "\(line): \(host.lines)") }
    return SessionEditor(dialogue.session)
  }

  private func group(_ title: String, in editor: SessionEditor) throws -> NodeID {
    let groups = editor.session.evaluator.subgraphs
    let all = editor.session.evaluator.subgraphs.members(of: nil)
    return try #require(all.first { member in InstanceID(member).map { groups.title(of: $0) == title } ?? false })
  }

  private func value(_ name: String, _ editor: SessionEditor) -> String? { editor.session.value(of: name)?.text }

  @Test func aPastedGroupComputesAsTheOneThatWasCopied() throws {
    let one = try editor(
      "price = 20", "rate = 20%", "tax = price * rate", "total = price + tax", "group Tax = rate tax")
    let nodes = [try #require(one.session.node(named: "price")), try group("Tax", in: one)]
    let total = try #require(one.session.node(named: "total"))
    let text = one.text(of: nodes + [total])
    #expect(text.contains(".group Tax = rate tax\n"), "\(text)")
    // In another session, names stay as they are.
    let other = try editor()
    #expect(try other.paste(text).count == 3)
    #expect(value("total", other) == "24" && value("Tax › rate", other) == "0.2")
    try other.session.run("price = 100")
    #expect(value("total", other) == "120")
    let again = other.text(of: [try #require(other.session.node(named: "price")), try group("Tax", in: other)])
    #expect(again.contains(".group Tax = rate tax"))
    // In the same session, nodes get new names, and pasting is one step.
    let steps = one.session.history.count
    let made = try one.paste(text)
    #expect(made.count == 3 && one.session.history.count == steps + 1)
    #expect(value("total2", one) == "24")
    try one.session.run("price2 = 10")
    #expect(value("total2", one) == "12" && value("total", one) == "24")
    one.undo()
    one.undo()
    #expect(value("total2", one) == nil && one.session.evaluator.subgraphs.members(of: nil).count == 3)
  }

  @Test func aGroupAloneReadsWhatItReadBefore() throws {
    let one = try editor(
      "price = 20", "rate = 20%", "tax = price * rate", "total = price + tax", "group Tax = rate tax")
    let made = try one.paste(one.text(of: [try group("Tax", in: one)]))
    #expect(made.count == 1 && value("Tax2 › tax2", one) == "4")
    try one.session.run("price = 100")
    #expect(value("Tax2 › tax2", one) == "20" && value("tax", one) == "20")
  }

  @Test func groupsInGroupsComeAlong() throws {
    let one = try editor(
      "a = 3", "b = a + 1", "c = b * 2", "d = c + b", "group In = b", "group Out = In c")
    let text = one.text(of: [try group("Out", in: one)])
    let other = try editor("a = 5")
    #expect(try other.paste(text).count == 1)
    #expect(value("Out › c", other) == "12" && value("Out › In › b", other) == "6", "\(text)")
  }

  @Test func nodesInAGroupMakeWayForThoseAroundIt() throws {
    let one = try editor(
      "a = 3", "b = a + 1", "x = a", "group G = b", "enter G", "x = 7", "expose x", "leave", "y = x + G.x")
    let text = one.text(of: [try group("G", in: one), try #require(one.session.node(named: "y"))])
    let other = try editor("a = 1", "x = 100")
    try other.paste(text)
    #expect(value("y", other) == "107", "\(text)")
  }

  @Test func aLineThatGroupsSomethingElseIsRefused() throws {
    let one = try editor("a = 3", "b = a + 1")
    for text in [".group G = a\n", "c = 1\n.group G\n", ".group\n", ".delete a\n"] {
      #expect(throws: Diagnostic.self, "\(text)") { try one.paste(text) }
      #expect(one.session.names == ["a", "b"])
    }
  }
}
