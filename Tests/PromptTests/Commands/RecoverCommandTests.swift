// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt
import Testing

@Suite struct RecoverCommandTests {
  @Test func aSessionThatCameToNoEndIsToldAboutAndBroughtBack() {
    let next = Conversation("open Examples/tax.nc", "price = 25", "`net price` = 1", "undo").afterCrash()
    #expect(
      next.dialogue.greeting() == [
        "session 1 was not ended: 21 Nov 14:03, 3 lines for Examples/tax.nc;",
        "recover 1 restores them, recover drop 1 deletes them",
      ])
    #expect(next.say("recover") == ["  recovered 3 lines", "  save writes Examples/tax.nc"])
    #expect(next.say("price") == ["  25"])
    #expect(next.say("undo") == ["  undone: price = 25", "  price  25 → 20", "  total  75 → 60"])
    #expect(next.dialogue.greeting() == [])
    #expect(next.say("recover") == ["  nothing to recover"])
  }

  @Test func whatIsBroughtBackOutlivesTheNextCrash() {
    let first = Conversation("a = 1", "b = a + 1").afterCrash()
    first.say("recover")
    let second = first.afterCrash()
    second.say("recover")
    second.say("c = b")
    let third = second.afterCrash()
    #expect(third.say("recover") == ["  recovered 3 lines"])
    #expect(third.say("list") == ["  a = 1", "  b = 2    a + 1", "  c = 2    b"])
  }

  @Test func whatWasThereIsKeptInItsPlace() {
    let next = Conversation("a = 1").afterCrash()
    next.say("b = 2")
    #expect(
      next.say("recover") == [
        "  recovered 1 line", "  1 unsaved line is kept: recover restores it",
      ])
    #expect(next.say("order") == ["  a"])
    next.say("recover")
    #expect(next.say("order") == ["  b"])
  }

  @Test func severalSessionsAreListed() {
    let conversation = Conversation("a = 1", "open Examples/tax.nc", "qty = 4", "price = 2")
    let next = conversation.afterCrash()
    #expect(
      next.dialogue.greeting().first
        == "session 1 was not ended: 21 Nov 14:03, 2 lines for Examples/tax.nc;")
    #expect(
      next.say("recover") == [
        "  1  21 Nov 14:03, 2 lines for Examples/tax.nc", "     price = 2",
        "  2  21 Nov 14:03, 1 line", "     a = 1", "  recover 1 restores the first",
      ])
    for word in ["3", "0", "x"] {
      #expect(next.say("recover \(word)")[0] == "  error[command]: session \(word) does not exist; recover lists them")
    }
    #expect(next.say("recover 2") == ["  recovered 1 line"])
    #expect(next.say("recover 2")[0] == "  error[command]: session 2 no longer exists; recover lists them")
    #expect(next.say("recover! drop") == ["  deleted the session of 21 Nov 14:03, 2 lines for Examples/tax.nc"])
    #expect(next.say("recover drop") == ["  nothing to recover"])
  }

  @Test func severalSessionsAreForgottenTogether() {
    let next = Conversation("a = 1", "open Examples/tax.nc", "qty = 4").afterCrash()
    #expect(next.say("recover drop").last == "  recover! drop 1 deletes the first, recover! drop all deletes all")
    #expect(
      next.say("recover drop all") == [
        "  error[file]: this would permanently delete 2 sessions; to do so, write recover! drop all",
        "    recover drop all", "    ^~~~~~~~~~~~~~~~", "    1  21 Nov 14:03, 1 line for Examples/tax.nc",
        "    2  21 Nov 14:03, 1 line",
      ])
    #expect(next.say("recover! drop all") == ["  forgot 2 sessions"])
    #expect(next.say("recover") == ["  nothing to recover"])
  }

  /// A prompt after two archived sessions with unsaved changes and an older one that crashed.
  private func afterThree() -> Conversation {
    let next = Conversation()
    func entry(_ id: String, _ line: String, _ time: String) -> EndedJournal {
      EndedJournal(id: id, time: time, bytes: JournalText.whole(Journal(blocks: [[line]])).bytes)
    }
    let kept = [entry("k2", "kept = 2", "21 Nov 14:03"), entry("k1", "kept = 1", "20 Nov 9:12")]
    next.journals?.archived = kept
    next.journals?.crashed = [entry("c", "crashed = 1", "19 Nov 8:00")]
    next.journals?.crashedComeLast = true
    return next
  }

  @Test func theNoticeNumbersASessionAsRecoverDoes() {
    let next = afterThree()
    #expect(
      next.dialogue.greeting() == [
        "session 3 was not ended: 19 Nov 8:00, 1 line;", "recover 3 restores it, recover drop 3 deletes it",
      ])
    #expect(next.say("recover").contains("  3  19 Nov 8:00, 1 line"))
    #expect(next.say("recover! drop 3") == ["  deleted the session of 19 Nov 8:00, 1 line"])
    #expect(next.journals?.archived.map(\.id) == ["k2", "k1"])
  }

  @Test func noSessionIsForgottenUnasked() {
    let next = afterThree()
    #expect(
      next.say("recover drop 1") == [
        "  error[file]: this would permanently delete the session of 21 Nov 14:03, 1 line; "
          + "to do so, write recover! drop 1",
        "    recover drop 1", "    ^~~~~~~~~~~~~~", "    its last line: kept = 2",
      ])
    #expect(next.say("recover").count == 7)
    #expect(next.say("recover! drop 1") == ["  deleted the session of 21 Nov 14:03, 1 line"])
    #expect(next.say("recover! drop 1")[0] == "  error[command]: session 1 no longer exists; recover lists them")
  }

  @Test func aNumberMeansWhatWasListedWhateverEndsMeanwhile() {
    let next = afterThree()
    #expect(next.dialogue.greeting().first?.hasPrefix("session 3 ") == true)
    let late = EndedJournal(
      id: "late", time: "21 Nov 15:00", bytes: JournalText.whole(Journal(blocks: [["late = 1"]])).bytes)
    next.journals?.archived.insert(late, at: 0)
    #expect(next.say("recover! drop 3") == ["  deleted the session of 19 Nov 8:00, 1 line"])
    #expect(next.say("recover 4") == ["  recovered 1 line"])
    #expect(next.say("order") == ["  late"])
    // The sessions are numbered again whenever they are listed.
    next.journals?.archived.insert(late, at: 0)
    #expect(next.say("recover")[0] == "  1  21 Nov 15:00, 1 line")
  }

  @Test func severalSessionsThatCameToNoEndAreToldWithTheirNumbers() {
    let next = afterThree()
    let line = JournalText.whole(Journal(blocks: [["a = 1"]])).bytes
    next.journals?.crashed = (1...7).map { EndedJournal(id: "c\($0)", time: "\($0) Nov 8:00", bytes: line) }
    #expect(
      next.dialogue.greeting() == [
        "7 sessions were not ended:", "  3  1 Nov 8:00, 1 line", "  4  2 Nov 8:00, 1 line", "  5  3 Nov 8:00, 1 line",
        "  6  4 Nov 8:00, 1 line", "  7  5 Nov 8:00, 1 line", "  … 2 more: recover lists all",
        "recover 3 restores the first of them, recover drop 3 deletes it",
      ])
  }

  @Test func whatIsBrokenOffIsNotTakenForAll() {
    let next = afterThree()
    next.host.interruptsAfter = 1
    #expect(next.say("recover").first == "  error[file]: stopped; nothing changed")
    next.host.isInterrupted = false
    #expect(next.say("recover").count == 7)
  }

  @Test func aJournalThatCanNotBeBegunAnewDoesNotBringBackWhatIsOlderThanTheFile() {
    let conversation = Conversation("a = 1", "save a.nc", "b = 2")
    conversation.journals?.failure = FileFailure("full")
    #expect(conversation.say("save").first == "  saved a.nc: 2 names")
    let next = conversation.afterCrash()
    #expect(next.dialogue.greeting() == [])
    #expect(next.say("recover") == ["  nothing to recover"])
  }

  @Test func whatTheFileHasAlreadyIsSaved() {
    let conversation = Conversation("a = 1")
    conversation.say("save a.nc")
    conversation.say("b = 2")
    let before = conversation.journals?.bytes
    conversation.say("save")
    // The program crashed after writing the file and before updating the journal.
    conversation.journals?.bytes = before
    let next = conversation.afterCrash()
    #expect(next.say("recover") == ["  recovered 1 line", "  a.nc already contains it"])
    next.say("c = 3")
    let last = next.afterCrash()
    #expect(last.say("recover") == ["  recovered 1 line", "  save writes a.nc"])
    #expect(last.say("undo").first == "  undone: c = 3")
    #expect(last.dialogue.farewell() == [])
  }

  @Test func aFileElsewhereKeepsItsWholePath() {
    let journal = Journal(file: Journal.File(path: "/srv/a.nc", contents: Fingerprint()), blocks: [["a = 1"]])
    let next = Conversation()
    next.journals?.crashed = [EndedJournal(id: "x", time: "21 Nov 14:03", bytes: JournalText.whole(journal).bytes)]
    #expect(next.say("recover") == ["  recovered 1 line", "  save writes /srv/a.nc"])
  }

  @Test func aSessionWithoutChangesLeavesNothing() {
    let conversation = Conversation("open Examples/tax.nc", "qty = 4", "undo")
    #expect(conversation.dialogue.farewell() == [])
    #expect(conversation.journals?.bytes == nil)
    #expect(Conversation("open Examples/tax.nc").afterCrash().dialogue.greeting() == [])
  }

  @Test func aSessionThatEndsWithChangesKeepsThem() {
    let conversation = Conversation("a = 1", "b = 2")
    #expect(conversation.dialogue.farewell() == ["2 unsaved lines are kept: recover restores them"])
    let next = conversation.afterCrash()
    #expect(next.dialogue.greeting() == [])
    #expect(next.say("recover") == ["  recovered 2 lines"])
  }

  @Test func whatCanNotBeReadIsNotForgottenUnasked() {
    let next = Conversation()
    next.journals?.crashed = [EndedJournal(id: "x", time: "21 Nov 14:03", bytes: Array("noise\n".utf8))]
    #expect(
      next.dialogue.greeting().first
        == "session 1 was not ended: 21 Nov 14:03, this version can't read its journal;")
    #expect(next.dialogue.greeting().last == "recover drop 1 deletes it")
    #expect(next.say("recover")[0] == "  error[file]: this version can't read the journal of 21 Nov 14:03")
    #expect(
      next.say("recover drop")[0].hasPrefix("  error[file]: this would permanently delete the session of 21 Nov 14:03"))
    #expect(next.say("recover! drop").count == 1)
    #expect(next.say("recover") == ["  nothing to recover"])
  }

  @Test func whereNoJournalCanBeKeptThatIsSaidAtOnce() {
    let host = RecordingHost()
    host.journals = nil
    #expect(Dialogue(host: host).greeting() == ["no journal can be written: a crash would lose unsaved changes"])
  }

  @Test func whatOnlyDocumentsHoldComesBackAfterACrash() {
    let document = """
      {
        "format" : "NodeGraph",
        "kindsVersion" : 3,
        "nodes" : [
          {
            "id" : "0",
            "kind" : "Number",
            "name" : "n",
            "note" : "kept",
            "value" : 1
          },
          {
            "id" : "1",
            "inputs" : "x=0.value",
            "kind" : "Blur",
            "name" : "blur"
          }
        ],
        "owner" : "someone",
        "version" : 1
      }

      """
    let first = Conversation()
    first.host.files["u.json"] = document
    first.say("open u.json")
    first.say("n = 2")
    let next = first.afterCrash()
    #expect(next.say("recover") == ["  recovered 1 line", "  save writes u.json"])
    #expect(next.say("save") == ["  saved u.json: 2 names"])
    #expect(next.host.files["u.json"] == document.replacing("\"value\" : 1", with: "\"value\" : 2"))
  }
}
