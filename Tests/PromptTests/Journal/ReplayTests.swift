// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import Prompt
import TestSupport
import Testing

@Suite struct ReplayTests {
  /// The session restored from the journal.
  private func replayed(_ conversation: Conversation) throws -> Session {
    let journal = try #require(JournalText.read(conversation.journals?.bytes ?? []))
    let replay = Replay(journal, host: RecordingHost())
    #expect(replay.isWhole)
    return replay.session
  }

  @Test(arguments: 0..<UInt64(fuzzSteps(20)))
  func aJournalBringsBackEverySession(seed: UInt64) throws {
    var lines = RandomStatements(seed: seed)
    let conversation = Conversation("a = 1")
    let dialogue = conversation.dialogue
    conversation.host.files["lines.nc"] = "a = 4\nn1 = a + 1\n.undo\nn1 = z\n"
    for step in 0..<400 {
      switch lines.below(40) {
      case 0: dialogue.answer("undo \(lines.below(5) + 1)")
      case 1, 2: dialogue.answer("undo")
      case 3, 4: dialogue.answer("redo \(lines.below(3) + 1)")
      case 5: dialogue.answer("undo; \(lines.line()); redo")
      case 6: dialogue.answer("\(lines.line()); undo 2; \(lines.line())")
      case 7: dialogue.answer(pasted: (0..<lines.below(6)).map { _ in lines.line() } + ["undo"] + [lines.line()])
      case 8, 9: dialogue.answer(pasted: (0..<lines.below(6)).map { _ in lines.line() })
      case 10: dialogue.answer("source lines.nc")
      case 11: dialogue.answer("save! saved.nc")
      case 12: dialogue.answer("\(lines.line()); save! saved.nc; \(lines.line())")
      case 13: dialogue.answer("open saved.nc")
      case 14:
        conversation.host.interruptsAfter = lines.below(12)
        dialogue.answer("\(lines.line()); source lines.nc; \(lines.line())")
        conversation.host.interruptsAfter = nil
        conversation.host.isInterrupted = false
        dialogue.answer("run")
      case 15: conversation.journals?.failure = lines.below(2) == 0 ? nil : FileFailure("full")
      default: dialogue.answer(lines.line())
      }
      guard step % 5 == 0 || step > 390, conversation.journals?.failure == nil else { continue }
      // Text that could not be written earlier is written with the next line.
      dialogue.answer("w = \(step)")
      let text = try replayed(conversation).text
      #expect(text == dialogue.session.text, "seed \(seed), step \(step)")
      if text != dialogue.session.text { return }
    }
  }

  @Test func stepsThatAJournalKnowsStayInIt() throws {
    let conversation = Conversation("a = 1", "b = 2", "undo", "c = 3", "undo 2", "redo")
    #expect(conversation.journals?.replacements == 1)
    #expect(try replayed(conversation).history == ["a = 1"])
    conversation.say("save a.nc")
    conversation.say("d = 4")
    conversation.say("undo")
    #expect(conversation.journals?.replacements == 2)
    conversation.say("undo")
    #expect(conversation.journals?.replacements == 3)
    #expect(try replayed(conversation).text == "# nodecalc 1\n")
    conversation.say("redo")
    #expect(conversation.journals?.replacements == 4)
    #expect(try replayed(conversation).text == "# nodecalc 1\na = 1\n")
  }

  @Test func aLineThatGoesBackAndThenChangesSomethingIsNotCarriedOutAgain() throws {
    // The initial content of the journal has no steps to undo.
    let conversation = Conversation("a = 2", "b = a", "save a.nc", "undo; a = 1")
    #expect(try replayed(conversation).text == "# nodecalc 1\na = 1\n")
    // A separate undo reverts what preceded that line, as it did here.
    conversation.say("c = 3")
    conversation.say("undo")
    #expect(try replayed(conversation).text == conversation.dialogue.session.text)
  }

  @Test func aFileThatWasReadIsInTheJournalAsWhatItMade() throws {
    let conversation = Conversation("a = 1")
    conversation.host.files["more.nc"] = "b = a + 1\n"
    conversation.say("source more.nc")
    conversation.host.files["more.nc"] = "b = 7\n"
    #expect(JournalText.read(conversation.journals?.bytes ?? [])?.blocks.isEmpty == true)
    #expect(try replayed(conversation).text == "# nodecalc 1\na = 1\nb = a + 1\n")
  }

  @Test func aLineFeedWithinALineMakesNoOtherLine() throws {
    let conversation = Conversation("a = 1")
    conversation.dialogue.answer(pasted: ["b = 2", "c = 3\nd = 4"])
    #expect(try replayed(conversation).text == conversation.dialogue.session.text)
  }

  @Test func linesThatChangeNothingAreNotInIt() {
    let conversation = Conversation(
      "a = 1", "a", "list", "why a", "nope", "a + ", "b = nope", "delete nope", "set digits 3")
    #expect(JournalText.read(conversation.journals?.bytes ?? [])?.blocks == [["a = 1"]])
    conversation.dialogue.answer("b = 2; nope; c = 3")
    #expect(JournalText.read(conversation.journals?.bytes ?? [])?.blocks == [["a = 1"], ["b = 2; nope; c = 3"]])
  }

  @Test func anAnswerIsPrintedWhenTheJournalHasTheLine() {
    final class Watcher: CommandHost {
      let isInteractive = true
      let usesColor = false
      let width = 80
      let seconds = 0.0
      let memory: Int? = nil
      let store = RecordingJournals()
      var journals: (any JournalStore)? { store }
      var known: [Int?] = []
      func print(_ line: String) { known.append(JournalText.read(store.bytes ?? [])?.count) }
      func readFile(_ path: String) throws(FileFailure) -> [UInt8] { throw FileFailure("no files") }
      func writeFile(_ text: String, to path: String) throws(FileFailure) {}
      func entries(of folder: String) -> [String] { [] }
    }
    let host = Watcher()
    let dialogue = Dialogue(host: host)
    dialogue.answer("a = 1; b = a; b")
    #expect(host.known == [1, 1, 1])
    dialogue.answer(pasted: ["a = 2", "b"])
    #expect(host.known == [1, 1, 1, 3, 3, 3])
  }

  @Test func aScriptHasNoJournal() throws {
    let host = RecordingHost()
    let dialogue = Dialogue(host: host, manner: .script)
    for statement in try dialogue.session.parse("a = 1; .save a.nc".utf8).statements { _ = try dialogue.run(statement) }
    #expect((host.journals as? RecordingJournals)?.bytes == nil)
  }
}
