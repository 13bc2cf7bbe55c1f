// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import Prompt
import Testing

@Suite struct FileCommandsTests {
  @Test func whatIsNotSavedIsKeptWhenAnotherFileIsOpened() {
    let conversation = Conversation("a = 1", "b = 2")
    #expect(
      conversation.say("open Examples/tax.nc") == [
        "  opened Examples/tax.nc: 3 names", "  2 unsaved lines are kept: recover restores them",
      ])
    #expect(conversation.say("open Examples/tax.nc") == ["  opened Examples/tax.nc: 3 names"])
    conversation.say("qty = 4")
    conversation.say("undo")
    #expect(conversation.say("open Examples/tax.nc") == ["  opened Examples/tax.nc: 3 names"])
    #expect(conversation.journals?.archived.count == 1)
  }

  @Test func whatNoJournalKeepsIsNotLostUnasked() {
    let conversation = Conversation()
    conversation.journals?.failure = FileFailure("can't write the journal: the disk is full")
    #expect(
      conversation.say("a = 1") == [
        "  a = 1", "  can't write the journal: the disk is full",
        "  until that is possible, a crash would lose unsaved changes",
      ])
    #expect(conversation.say("b = 2") == ["  b = 2"])
    let refusal = conversation.say("open Examples/tax.nc")
    #expect(
      refusal[0]
        == "  error[file]: unsaved changes would be lost, because no journal keeps them; save them first, or discard them with open!"
    )
    #expect(conversation.say("quit")[0].hasPrefix("  error[file]: unsaved changes would be lost"))
    #expect(conversation.say("order") == ["  a", "  b"])
    #expect(conversation.say("open! Examples/tax.nc") == ["  opened Examples/tax.nc: 3 names"])
    conversation.say("qty = 4")
    conversation.say("save a.nc")
    conversation.say("quit")
    #expect(conversation.dialogue.isOver)
  }

  @Test func aJournalThatCanBeWrittenAgainHasEverything() throws {
    let conversation = Conversation("a = 1")
    conversation.journals?.failure = FileFailure("full")
    conversation.say("b = 2")
    conversation.journals?.failure = nil
    #expect(conversation.say("c = 3") == ["  c = 3", "  the journal is written again"])
    let next = conversation.afterCrash()
    #expect(next.say("recover") == ["  recovered 3 lines"])
    #expect(next.say("order") == ["  a", "  b", "  c"])
  }

  @Test func aFileThatIsThereIsNotReplacedUnasked() {
    let conversation = Conversation("a = 1")
    #expect(
      conversation.say("save Examples/tax.nc") == [
        "  error[file]: 'Examples/tax.nc' already exists; save! replaces it, or save to another file",
        "    save Examples/tax.nc", "         ^~~~~~~~~~~~~~~",
      ])
    #expect(conversation.say("save! Examples/tax.nc") == ["  saved Examples/tax.nc: 1 name"])
    conversation.say("a = 2")
    #expect(conversation.say("save") == ["  saved Examples/tax.nc: 1 name"])
  }

  @Test func aFileThatSomeoneElseHasChangedIsNotReplacedUnasked() {
    let conversation = Conversation("open Examples/tax.nc", "qty = 4")
    conversation.host.files["Examples/tax.nc"]? += "# mine\n"
    #expect(
      conversation.say("save")[0]
        == "  error[file]: 'Examples/tax.nc' was changed by another program since it was opened or saved; "
        + "save! replaces it, or save to another file")
    #expect(conversation.host.files["Examples/tax.nc"]?.hasSuffix("# mine\n") == true)
    #expect(conversation.say("save!") == ["  saved Examples/tax.nc: 3 names"])
    conversation.host.files["Examples/tax.nc"] = nil
    #expect(conversation.say("save") == ["  saved Examples/tax.nc: 3 names"])
  }

  @Test(arguments: [
    "# A bill.\nprice = 20\n", "price = 20 # net\n", "# nodecalc 1\n# mine\nprice = 20\n", "t = \"#\" # text\n",
    "`#` = 20 # net\n", "price = 20\n# the end", "price = 20\r\n\r\n# alone\r\n#\r\n# second\r\n\r\n",
  ])
  func commentsOfAScriptAreKept(text: String) throws {
    let conversation = Conversation()
    conversation.host.files["a.nc"] = text
    conversation.say("open a.nc")
    conversation.say("qty = 3")
    #expect(conversation.say("save") == ["  saved a.nc: 2 names"])
    let saved = try #require(conversation.host.files["a.nc"])
    for comment in text.split(whereSeparator: \.isNewline).compactMap({ $0.firstRange(of: "# ").map { $0.lowerBound } })
    {
      #expect(saved.contains(text[comment...].prefix { !$0.isNewline }), "\(saved)")
    }
    conversation.say("open! a.nc")
    #expect(conversation.dialogue.session.text == saved)
  }

  @Test(arguments: [
    "#!/usr/bin/env nodecalc\nprice = 20\n", "price = 20\r\n#\r\n", "# nodecalc 1\nprice = 20\n# mine\n",
  ])
  func commentsOfAScriptAreNotLostUnasked(text: String) {
    let conversation = Conversation()
    conversation.host.files["a.nc"] = text
    conversation.say("open a.nc")
    conversation.say("qty = 3")
    #expect(
      conversation.say("save")[0]
        == "  error[file]: 'a.nc' has comments, which would be lost; save! replaces it, or save to another file")
    #expect(conversation.host.files["a.nc"] == text)
    #expect(conversation.say("save a.json") == ["  saved a.json: 2 names"])
    #expect(conversation.say("save! a.nc") == ["  saved a.nc: 2 names"])
    #expect(conversation.say("save") == ["  saved a.nc: 2 names"])
  }

  @Test func whatOnlyLooksLikeACommentKeepsNoFileFromBeingSaved() {
    let conversation = Conversation()
    conversation.host.files["a.nc"] = "t = \"# 1\"\n`# a` = 2\nbrand = #3366cc\n"
    conversation.say("open a.nc")
    conversation.say("frame \"# all\" brand")
    #expect(conversation.say("save") == ["  saved a.nc: 3 names"])
    conversation.say("qty = 3")
    #expect(conversation.say("save") == ["  saved a.nc: 4 names"])
  }

  @Test func twoSessionsOnAFileAreToldOfEachOther() {
    let conversation = Conversation()
    conversation.host.holders["Examples/tax.nc"] = "process 12"
    #expect(
      conversation.say("open Examples/tax.nc") == [
        "  opened Examples/tax.nc: 3 names",
        "  another session is using it as well (process 12); only save! replaces it",
      ])
    conversation.say("qty = 4")
    #expect(
      conversation.say("save")[0]
        == "  error[file]: another session is using 'Examples/tax.nc' (process 12); "
        + "save! replaces it, or save to another file")
    #expect(conversation.say("save mine.nc") == ["  saved mine.nc: 3 names"])
    #expect(conversation.host.held == "mine.nc")
  }

  @Test func whatGoesThroughAPipeIsNotSaved() {
    let conversation = Conversation("a = 1")
    #expect(conversation.say("save pipe") == ["  saved pipe: 1 name"])
    #expect(conversation.say("save")[0] == "  error[command]: the session has no file yet; usage: save [FILE]")
    #expect(conversation.dialogue.farewell() == ["1 unsaved line is kept: recover restores it"])
  }

  @Test func aFileThatCanNotBeWrittenChangesNothing() {
    let conversation = Conversation("a = 1", "save a.nc", "a = 2")
    #expect(conversation.say("save /a.nc")[0] == "  error[file]: can't write '/a.nc': Permission denied")
    #expect(conversation.say("save") == ["  saved a.nc: 1 name"])
  }

  @Test func aFileThatWasNotReadToItsEndIsNotReplaced() {
    final class StoppedHost: CommandHost {
      let isInteractive = true
      let usesColor = false
      let width = 80
      let seconds = 0.0
      let memory: Int? = nil
      var isInterrupted = false
      var written: [String] = []
      var lines: [String] = []
      func print(_ line: String) { lines.append(line) }
      func readFile(_ path: String) throws(FileFailure) -> [UInt8] {
        isInterrupted = true
        throw FileFailure("interrupted")
      }
      func writeFile(_ text: String, to path: String) throws(FileFailure) { written.append(path) }
      func standing(of path: String) -> FileStanding { .free }
      func entries(of folder: String) -> [String] { [] }
    }
    let host = StoppedHost()
    let dialogue = Dialogue(host: host)
    dialogue.answer("a = 1")
    dialogue.answer("save a.nc")
    #expect(host.lines.suffix(3).first == "  error[file]: stopped; nothing was written")
    #expect(host.written.isEmpty)
  }

  @Test func aModelIsNotExportedOver() {
    let conversation = Conversation("a = 1", "save a.json", "b = [1, 2]")
    let before = conversation.host.files
    for line in ["export dot a.json", "export json a.json", "export svg other.nc", "export html x.nodegraph"] {
      #expect(conversation.say(line).first?.contains("would overwrite the model") == true, "\(line)")
    }
    #expect(conversation.host.files == before)
    #expect(conversation.say("export json other.json") == ["  exported other.json"])
  }

  @Test func whatATerminalObeysIsNotPrintedOfFiles() {
    let conversation = Conversation("a = 1")
    conversation.host.files["t.csv"] = "a\u{1b}[31m,b\n1,2\n3,4\n"
    let printed = conversation.say(#"c = csv("t.csv").x"#)
    #expect(printed.contains { $0.contains("it has a[31m, b") } && !printed.contains { $0.contains("\u{1b}") })
  }
}
