// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import NodeGraph
import Prompt
import Testing

/// Documents that commands open and save.
@Suite struct DocumentCommandsTests {
  @Test func unknownKindsStayAndNoScriptTakesThem() throws {
    let conversation = Conversation()
    let text = try TestDocuments().text(
      of: try TestDocuments().document(
        Array(
          (#"{"format":"NodeGraph","nodes":[{"id":"0","kind":"Number","name":"n","value":0},"#
            + #"{"id":"1","kind":"Blur","name":"blur","inputs":"x=0.value","literals":{"r":[1]},"formula":"x"},"#
            + #"{"id":"2","kind":"formula","name":"f","formula":"blur + 1","inputs":"blur=1.out"}]}"#).utf8)))
    conversation.host.files["b.json"] = text
    #expect(conversation.say("open b.json") == ["  opened b.json: 3 names"])
    #expect(conversation.say("list blur") == ["  blur = ⚠ unknown kind 'Blur'"])
    #expect(conversation.say("f") == ["  ⚠ from blur: unknown kind 'Blur'"])
    // The types of the ports of a kind without code are unknown.
    #expect(conversation.say("blur.x = n") == ["  blur = ⚠ unknown kind 'Blur'"])
    #expect(conversation.say("save c.json") == ["  saved c.json: 3 names"])
    #expect(conversation.host.files["c.json"] == text)
    #expect(
      conversation.say("save c.nc").first
        == "  error[kind]: blur has the unknown kind 'Blur', which a script can't contain; "
        + "save a document instead, to a file that ends in .json")
    #expect(conversation.host.files["c.nc"] == nil)
  }

  @Test func whatIsRefusedChangesNothing() {
    let conversation = Conversation("a = 3")
    conversation.host.files["b.json"] = "{}"
    #expect(
      conversation.say("open b.json").first
        == #"  error[file]: b.json:1:1: format: expected "NodeGraph"; nothing changed"#)
    #expect(conversation.say("a") == ["  3"])
  }

  @Test func aRefusalMentionsTheRepair() {
    let conversation = Conversation()
    let node = #"{"id":"0","kind":"Number","name":"a"}"#
    conversation.host.files["a.json"] =
      #"{"format":"NodeGraph","version":1,"nodes":[\#(node),{"id":"0","kind":"Number"}]}"#
    #expect(
      conversation.say("open a.json").first
        == "  error[file]: a.json:1:88: nodes[1].id: the id '0' is already used by nodes[0]; nothing changed; "
        + "nodecalc --repair a.json writes its sound parts")
  }

  @Test func scriptsAndDocumentsBecomeEachOther() {
    let conversation = Conversation(
      "a = 3", "b = a * 2", "save one.json", "save one.nc", "open one.json", "save two.nc")
    #expect(conversation.host.files["one.nc"] == conversation.host.files["two.nc"])
    conversation.say("open two.nc")
    conversation.say("save two.json")
    #expect(conversation.host.files["one.json"] == conversation.host.files["two.json"])
    #expect(conversation.host.files["one.json"]?.contains("\"formula\" : \"a * 2\"") == true)
  }

  @Test func aDocumentHoldsGroupsAndAScriptDoesNot() throws {
    let conversation = Conversation()
    let coder = TestDocuments()
    let session = try DocumentFile.session(Array(TestDocuments.groups.utf8), named: "m", coder)
    let written = try coder.text(of: try session.document())
    conversation.host.files["b.json"] = TestDocuments.groups
    #expect(conversation.say("open b.json") == ["  opened b.json: 2 names"])
    #expect(conversation.say("total") == ["  25"])
    #expect(conversation.say("save c.json") == ["  saved c.json: 2 names"])
    #expect(conversation.host.files["c.json"] == written)
    #expect(
      conversation.say("save c.nc").first
        == "  error[kind]: a script can't contain groups; "
        + "save a document instead, to a file that ends in .json")
  }

  @Test func whyTakesTheNameOfAMember() {
    let conversation = Conversation()
    conversation.host.files["b.json"] = TestDocuments.groups
    _ = conversation.say("open b.json")
    #expect(conversation.say("why `Tax › rate`") == ["  Tax › rate = 0.5"])
  }

  @Test func aDocumentOfAnotherEditorIsNamedWhereverItIsOpened() throws {
    let text = #"[{"id":"a","type":"f","wires":[]}]"#
    let conversation = Conversation()
    for path in ["flow.json", "flow.nc", "my flow"] {
      conversation.host.files[path] = text
      let word = path == "my flow" ? "'my flow'" : path
      for command in ["open", "source"] where path != "my flow" || command == "open" {
        let said = conversation.say("\(command) \"\(path)\"").joined(separator: "\n")
        #expect(said.contains("'\(path)' is a document of Node-RED"), "\(command) \(path): \(said)")
        #expect(said.contains("write: nodecalc import \(word) -o NEW.json"), "\(command) \(path): \(said)")
      }
    }
    #expect(!DocumentFile.isDocument("a.nc", holding: Array("[1, 2]\n".utf8)))
    #expect(!DocumentFile.isDocument("a.csv", holding: Array(#"[{"a":1}]"#.utf8)))
  }

  @Test func wiresOfFormulasKeepTheirLooksWhenTheirSourceIsRenamed() throws {
    let conversation = Conversation(
      "a = 2", "b = a * 2", "c = b + a", "reroute b.a 30 8", "look c.b label=net", "rename a z", "rename b y")
    let session = conversation.dialogue.session
    let document = try session.document()
    #expect(
      document.looks.connections.keys.map { "\($0.target.member.documentText).\($0.target.port)" }.sorted()
        == ["1.z", "2.y"])
    let opened = try Session(document: document)
    #expect(try opened.document() == document)
    // Likewise for a port that keeps the name of an input of an expanded group.
    let group = Conversation(
      "a = 2", "b2 = 3", "`e 3` = a * b2", "group K = b2", "enter K", "rename b2 b", "leave", "group G = `e 3`",
      "expand K", "rename b z", "reroute G.b 30 8", "expand G")
    let saved = try group.dialogue.session.document()
    #expect(saved.looks.connections.count == 1)
    #expect(try Session(document: saved).document() == saved)
  }
}
