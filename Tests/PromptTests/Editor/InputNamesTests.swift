// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import Prompt
import Testing

/// The names of inputs that cards of formulas show.
@Suite struct InputNamesTests {
  private func inputs(of name: String, in scope: String? = nil, _ editor: SessionEditor) -> [String]? {
    let groups = editor.groups
    let group = scope.flatMap { title in groups.instances(in: nil).first { groups.title(of: $0) == title } }
    let member = groups.members(of: group).first { editor.summary(of: $0).title == name }
    return member.flatMap(editor.kind)?.inputs.map(\.name)
  }

  @Test func inputsOfFormulasHaveTheCurrentNamesOfTheirSources() throws {
    let session = Session()
    try session.run("price = 20; qty = 3; sub = price * qty")
    let editor = SessionEditor(session)
    _ = try session.rename(SourceName("price", range: 0..<0), to: SourceName("unit price", range: 0..<0))
    #expect(inputs(of: "sub", editor) == ["unit price", "qty"])
  }

  @Test func inputsOfFormulasInAGroupHaveTheNamesOfTheGroup() {
    let conversation = Conversation("a = 2", "net = a * 3", "tax = net * 0.2", "group G = net tax")
    let editor = SessionEditor(conversation.dialogue.session)
    conversation.say("rename a amount")
    #expect(inputs(of: "net", in: "G", editor) == ["a"])
    for line in ["enter G", "rename net base", "leave"] { conversation.say(line) }
    #expect(inputs(of: "tax", in: "G", editor) == ["base"])
  }
}
