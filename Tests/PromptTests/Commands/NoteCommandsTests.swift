// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import Prompt
import Testing

/// Notes of nodes and texts of frames, set by commands.
@Suite struct NoteCommandsTests: ConversingTests {
  let conversation = Conversation("price = 20", "qty = 3", "total = price * qty")

  @Test func aNoteIsAStepAndIsPrintedAndInspected() throws {
    let before = session.text
    #expect(say("note total what is paid, see [[price]]").isEmpty)
    #expect(say("note total") == ["  what is paid, see [[price]]"])
    #expect(session.history.last == "note total what is paid, see [[price]]")
    #expect(say("note total \"first\\nsecond\"", "note total") == ["  first", "  second"])
    let rows = say("inspect total").map { $0.split(separator: " ") }
    #expect(rows.contains(["note", "first"]) && rows.contains(["second"]))
    #expect(session.text.contains("# first\n# second\ntotal = price * qty\n"))
    #expect(say("undo", "note total") == ["  what is paid, see [[price]]"])
    #expect(say("note total none", "note total") == ["  total has no note"])
    #expect(session.text == before)
    #expect(say("look total note=net").isEmpty && say("look total") == ["  total  note=\"net\""])
  }

  @Test func aTextThatIsTooLongIsRefusedAndNothingIsLost() throws {
    _ = say("note total short")
    let long = String(repeating: "x", count: 1 << 20)
    let said = say("note total \(long)").joined(separator: "\n")
    #expect(said.contains("a note has at most 64 KiB; this one has 1024 KiB"))
    #expect(say("note total") == ["  short"])
    // A document of another program may have longer ones, which are kept.
    var document = try session.document()
    for (member, var look) in document.looks.nodes {
      look.note = long
      document.looks.nodes[member] = look
    }
    let read = try Session(document: document)
    #expect(try read.document() == document)
  }

  @Test func aFrameHasATextAndMayHaveNoTitle() throws {
    #expect(say("frame Inputs price qty text=\"both of **them**\"") == ["  1  Inputs \"both of **them**\": price, qty"])
    #expect(say("frame \"\" 0 -200 300 80 text=\"on the canvas\"").isEmpty)
    #expect(say("frame").last == "  2  \"on the canvas\": nothing")
    #expect(session.text.hasPrefix("# nodecalc 1\n# on the canvas\n\n"))
    #expect(try Session(document: session.document()).text == session.text)
    #expect(say("look total text=x").joined().contains("its note is set by note NODE TEXT"))
  }

  @Test func aNoteInAGroupIsThatOfAllItsInstances() throws {
    _ = say("group G = total", "duplicate G", "note G of a group")
    _ = say("enter G", "note total inner")
    _ = say("leave", "enter G2")
    #expect(say("note total") == ["  inner"])
    _ = say("leave")
    #expect(say("note G") == ["  of a group"])
    let read = try Session(document: session.document())
    #expect(read.text == session.text && session.text.contains("inner"))
  }

  @Test func theJournalHasTheNotes() throws {
    _ = say("note total \"a\\nb\"", "frame \"\" 0 -200 300 80 text=\"free\"")
    let restored = Replay(Journal(base: session.text), host: conversation.host)
    #expect(restored.isWhole && restored.session.text == session.text)
  }

  @Test func anOpenedScriptKeepsItsCommentsAndSavesThem() throws {
    conversation.host.files["bill.nc"] = "# A bill\n\n# of one\nprice = 20\n"
    _ = say("open! bill.nc")
    #expect(conversation.dialogue.session.text.contains("# of one\nprice = 20\n"))
    // Nothing would be lost, so that it isn't asked.
    #expect(say("save bill.nc").last?.contains("saved bill.nc") == true)
    let saved = try #require(conversation.host.files["bill.nc"])
    #expect(saved.hasPrefix("# nodecalc 1\n# A bill\n\n# of one\nprice = 20\n"))
  }
}
