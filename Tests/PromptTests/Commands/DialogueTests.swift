// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import Prompt
import Testing

@Suite struct DialogueTests {
  @Test func aWatchedNodeIsPrintedWhereTheReportDoesNotShowIt() {
    let conversation = Conversation("price = 20", "total = price * 3")
    #expect(conversation.say("watch total") == ["  total = 60    price * 3"])
    #expect(conversation.say("price = 25") == ["  price  20 → 25", "  total  60 → 75"])
    #expect(conversation.say("price = 30;") == ["  total  75 → 90"])
    #expect(conversation.say("unwatch total") == [])
    #expect(conversation.say("price = 35;") == [])
  }

  @Test func theTimerTellsHowManyNodesRan() {
    let conversation = Conversation("price = 20", "total = price * 3", "timer on")
    #expect(
      conversation.say("price = 25") == ["  price  20 → 25", "  total  60 → 75", "  0 ms, 1 node evaluated"])
    #expect(conversation.say("list;") == [])
    conversation.say("timer off")
    #expect(conversation.say("price = 25;") == [])
  }

  @Test func statsCountsWhatThereIsAndWhatRan() {
    let conversation = Conversation("a = 1", "b = a + 1", "a = 2")
    #expect(
      conversation.say("stats") == [
        "  nodes        2", "  connections  1", "  evaluations  2", "  memory       12.3 MB",
      ])
  }

  @Test func aLongReportIsCutAndTheRestIsThere() {
    let conversation = Conversation("a = 1")
    for number in 0..<20 { conversation.say("b\(number) = a + \(number)") }
    let report = conversation.say("a = 2")
    #expect(report.count == 13)
    #expect(report.last == "  … 9 more (.changes)")
    #expect(conversation.say("changes").count == 21)
  }

  @Test func linesPastedTogetherReportOnce() {
    let conversation = Conversation("a = 1", "b = a + 1")
    conversation.host.lines = []
    conversation.dialogue.answer(pasted: ["a = 2", "a = 3", "a + 10", "c = b"])
    #expect(conversation.host.lines == ["  13", "  a  1 → 3", "  b  2 → 4", "  c  = 4"])
  }

  @Test func aFileIsRunAndReportedOnce() {
    let conversation = Conversation("price = 10")
    #expect(
      conversation.say("source Examples/tax.nc") == ["  price  10 → 20", "  qty    = 3", "  total  = 60"])
  }

  @Test func aFileThatIsReadAtThePromptIsRefusedWhatIsForThePrompt() {
    let conversation = Conversation("a = 1")
    conversation.host.files["bad.nc"] = ".quit\n.open Examples/tax.nc\n.recover\na = 2\n"
    #expect(
      conversation.say("source bad.nc").filter { $0.contains("bad.nc:") } == [
        "    bad.nc:1:2: error[command]: 'quit' works only at the prompt"
      ])
    for command in ["open Examples/tax.nc", "recover"] {
      conversation.host.files["bad.nc"] = ".\(command)\na = 2\n"
      #expect(conversation.say("source bad.nc").contains { $0.hasPrefix("    bad.nc:1:2: error[command]: ") })
    }
    #expect(!conversation.dialogue.isOver)
    #expect(conversation.say("list") == ["  a = 1"])
  }

  @Test func whatIsRefusedInAFileIsToldWithItsNotes() {
    let conversation = Conversation("a = 1", "b = a + 1")
    conversation.host.files["bad.nc"] = "a = b"
    let printed = conversation.say("source bad.nc")
    #expect(printed.contains { $0.hasPrefix("    bad.nc:1:5: error[cycle]: ") } && printed.count > 4, "\(printed)")
    #expect(!printed.contains { $0.contains("↵") })
  }

  @Test func whatIsRefusedInAFileIsToldWithItsPlace() {
    let conversation = Conversation()
    conversation.host.files["bad.nc"] = "a = 1\nb = a +\nlist\nc = 2"
    #expect(
      conversation.say("source bad.nc") == [
        "  error[file]: a statement was refused; the statements before it keep their effect", "    source bad.nc",
        "           ^~~~~~",
        "    bad.nc:2:8: error[syntax]: expected a value at the end of the line; in a script, a statement must be on one line",
        "    2 lines were not run: 'list' to 'c = 2'", "  a = 1",
      ])
    #expect(conversation.say("list") == ["  a = 1"])
    #expect(conversation.say("open bad.nc")[0] == "  error[file]: a statement was refused; nothing changed")
    #expect(conversation.say("list") == ["  a = 1"])
  }

  @Test func anOpenedFileTakesThePlaceOfEverything() {
    let conversation = Conversation("a = 1")
    #expect(conversation.say("open Examples/tax.nc").first == "  opened Examples/tax.nc: 3 names")
    #expect(conversation.say("order") == ["  price", "  qty", "  total"])
    #expect(conversation.say("undo")[0] == "  error[command]: there is nothing to undo")
    conversation.say("price = 25")
    #expect(conversation.say("undo")[0] == "  undone: price = 25")
  }

  @Test func filesThatReadEachOtherEnd() {
    let conversation = Conversation()
    conversation.host.files["loop.nc"] = ".source loop.nc"
    #expect(conversation.say("source loop.nc").contains { $0.contains("the files read each other in a circle") })
  }

  @Test func scriptsNeedDotsAndWholeNamesAndCanNotQuit() throws {
    let dialogue = Dialogue(host: RecordingHost(), manner: .script)
    func summary(_ line: String) -> String? {
      do throws(Diagnostic) {
        for statement in try dialogue.session.parse(line.utf8).statements { _ = try dialogue.run(statement) }
        return nil
      } catch {
        return error.summary
      }
    }
    #expect(summary(".list") == nil)
    #expect(summary(".lis") == "error[command]: unknown command 'lis'; did you mean 'list'?")
    #expect(summary(".quit") == "error[command]: 'quit' works only at the prompt")
    #expect(summary("kinds") == "error[name]: unknown name 'kinds'")
  }

  @Test func quitEndsTheDialogueAndTheLine() {
    let conversation = Conversation()
    #expect(conversation.say("quit; a = 1") == [])
    #expect(conversation.dialogue.isOver)
    #expect(conversation.dialogue.session.names.isEmpty)
  }

  @Test func valuesAreShownAsTheyAreSet() {
    let conversation = Conversation("set digits 3")
    #expect(conversation.say("1 / 3") == ["  0.333"])
    #expect(conversation.say("a = 1 / 3") == ["  a = 0.333"])
    #expect(conversation.say("a = 0.3331") == ["  a  0.3333 → 0.3331"])
    #expect(conversation.say("set") == ["  digits  3", "  color   off"])
  }

  @Test func aColorIsFollowedByBlocksOnlyWhereColorIsShown() {
    let plain = Conversation()
    #expect(plain.say("c = #3366cc") == ["  c = #3366cc"])
    let host = RecordingHost()
    host.usesColor = true
    let dialogue = Dialogue(host: host)
    dialogue.answer("c = #3366cc")
    dialogue.answer("set color off")
    dialogue.answer("c")
    #expect(host.lines == ["  c = #3366cc \u{1b}[38;2;51;102;204m██\u{1b}[0m", "  #3366cc"])
  }

  @Test func portsAreConnectedAndCut() {
    let conversation = Conversation("a = 3")
    #expect(conversation.say("add Add") == ["  add1 = 0"])
    #expect(conversation.say("connect a add1.x") == ["  add1  0 → 3"])
    #expect(conversation.say("toggle a add1.x") == ["  add1  3 → 0"])
    #expect(conversation.say("toggle a add1.y") == ["  add1  0 → 3"])
    #expect(conversation.say("disconnect add1.y") == ["  add1  3 → 0"])
    conversation.say("connect a add1.x")
    #expect(conversation.say("kind add1 Multiply") == ["  add1  3 → 0"])
    #expect(conversation.say("delete a add1") == [])
    #expect(conversation.say("list") == [])
  }

  @Test func namesAreListedByAPattern() {
    let conversation = Conversation("price = 1", "`net price` = 2", "total = 3")
    #expect(conversation.say(".list *price") == ["  price = 1", "  `net price` = 2"])
    #expect(conversation.say("list t?tal") == ["  total = 3"])
    #expect(conversation.say("list t*t*l*") == ["  total = 3"])
    #expect(conversation.say("list t") == [])
  }

  @Test func aCommandThatReadsAsAFormulaIsPointedOut() {
    #expect(
      Conversation("price = 1").say("list * price")[0]
        == "  error[name]: unknown name 'list'; the command is '.list'")
  }

  @Test(arguments: [
    ("why total", ".why total"), ("why", ".why"), ("total; list t*; total", ".list t*"), ("undo 2", ".undo 2"),
    ("total = 4; hex total", ".hex total"), ("list * total", ".list * total"),
  ])
  func aCommandOfAScriptBeginsWithADot(line: String, command: String) {
    let conversation = Conversation()
    conversation.host.files["a.nc"] = "total = 3\n\(line)\n"
    #expect(
      conversation.say("source a.nc").contains { $0.hasSuffix("; commands in scripts begin with a dot: \(command)") })
  }

  @Test func aWordThatIsNoCommandOfAScriptGetsNoDot() {
    let conversation = Conversation()
    for line in ["show = 1\nshow total", "hex(3)", "total show", "total x"] {
      conversation.host.files["a.nc"] = "total = 3\n\(line)\n"
      #expect(!conversation.say("source a.nc").contains { $0.contains("dot") }, "\(line)")
    }
  }

  @Test func whatANodeDependsOnIsListedInOrder() {
    let conversation = Conversation("price = 20", "sub = price * 3", "total = sub * 2")
    #expect(conversation.say("upstream total") == ["  price = 20", "  sub = 60    price * 3"])
    #expect(conversation.say("downstream sub") == ["  total = 120    sub * 2"])
    #expect(conversation.say("downstream total") == ["  nothing"])
  }

  @Test func whatCommandsDoCanBeUndoneAndDoneAgain() {
    let conversation = Conversation(
      "a = 3", "add Add sum1", "connect a sum1.x", "disconnect sum1.x", "toggle a sum1.y", "move a 10 20",
      "kind sum1 Multiply", "rename a b", "delete b")
    var states: [[String]] = []
    func state() -> [String] { conversation.dialogue.session.text.split(separator: "\n").map(String.init) }
    for _ in 0..<9 {
      states.append(state())
      #expect(conversation.say("undo")[0].hasPrefix("  undone: "))
    }
    #expect(state() == ["# nodecalc 1"])
    for expected in states.reversed() {
      #expect(conversation.say("redo")[0].hasPrefix("  redone: "))
      #expect(state() == expected)
    }
  }

  @Test func theHistoryTellsWhatWasDoneAsOneWouldWriteIt() {
    let conversation = Conversation("a = 3", "add Add sum1", "connect a sum1.x", "move a -1.5 2", "undo")
    #expect(
      conversation.say("history") == ["  3  a = 3", "  2  sum1 = Add()", "  1  a -> sum1.x", "  redo  move a -1.5 2"])
  }

  @Test func aFileAndPastedLinesAreOneStep() {
    let conversation = Conversation("source Examples/tax.nc")
    conversation.dialogue.answer(pasted: ["x = 1", "y = x + 1"])
    #expect(conversation.say("undo") == ["  undone: 2 lines"])
    #expect(conversation.say("order") == ["  price", "  qty", "  total"])
    #expect(conversation.say("undo") == ["  undone: source Examples/tax.nc"])
    #expect(conversation.say("order") == [])
  }

  @Test func whatIsSavedOpensAsItWas() {
    let conversation = Conversation(
      "brand = #3366cc", "soft = ColorAdjust(color: brand, multiplier: 128)", "move soft -1.5 1e-9",
      "`net price` = 1 / 3")
    #expect(conversation.say("save a.nc") == ["  saved a.nc: 3 names"])
    let text = conversation.dialogue.session.text
    #expect(conversation.host.files["a.nc"] == text)
    conversation.say("brand = #ffffff")
    #expect(conversation.say("save") == ["  saved a.nc: 3 names"])
    #expect(conversation.host.files["a.nc"] == text.replacing("3366cc", with: "ffffff"))
    conversation.host.files["b.nc"] = text
    #expect(conversation.say("open b.nc") == ["  opened b.nc: 3 names"])
    #expect(conversation.dialogue.session.text == text)
  }

  @Test func aSweepReadsItsRangeAndItsNames() {
    let conversation = Conversation("x = 1", "`net x` = x ^ 2")
    let table = ["  x        0  2   4   6   8", "  `net x`  0  4  16  36  64   ▁▁▂▄█"]
    #expect(conversation.say("sweep x 0..8 step 2 : `net x`") == table)
    #expect(conversation.say("sweep x 0..8 step 2:`net x`") == table)
    #expect(conversation.say("sweep x 0..8 : nope")[0] == "  error[name]: unknown name 'nope'")
    #expect(conversation.say("sweep x 0..8 : nope")[2] == "                   ^~~~")
    #expect(conversation.say("x") == ["  1"])
  }

  @Test func aGraphIsDrawnInWhatTheTerminalCanShow() {
    let conversation = Conversation("price = 20", "total = price * 3", "other = 1")
    #expect(conversation.say("graph total") == ["  ○  price  = 20", "  ◆  total  = 60  price * 3"])
    conversation.host.usesUnicode = false
    #expect(conversation.say("graph total") == ["  o  price  = 20", "  @  total  = 60  price * 3"])
    #expect(conversation.say("graph").count == 3)
    let lanes = conversation.say("graph total")
    let boxes = conversation.say("graph --box total")
    #expect(boxes.count > lanes.count && boxes.allSatisfy { $0.count <= 80 })
    #expect(conversation.say("graph total --box") == boxes)
    conversation.host.width = 10
    #expect(conversation.say("graph total --box").count == lanes.count)
    #expect(conversation.say("graph nope")[0] == "  error[name]: unknown name 'nope'")
  }

  @Test func picturesAreWrittenToFiles() {
    let conversation = Conversation("a = 3", "b = a + 1", "export svg b.svg", "export dot \"my b.dot\"")
    #expect(conversation.host.files["b.svg"]?.contains("<svg") == true)
    #expect(conversation.host.files["my b.dot"]?.hasPrefix("digraph") == true)
  }

  @Test func aPastedLineThatGoesBackInTimeStandsAlone() {
    let conversation = Conversation("timer on", "a = 1")
    conversation.host.lines = []
    conversation.dialogue.answer(pasted: ["a = 2", "b = a + 1", "undo", "c = a + 5", "xyzw", "d = 1"])
    #expect(
      conversation.host.lines == [
        "  a  1 → 2", "  b  = 3", "  0 ms, 1 node evaluated", "  undone: 2 lines", "  a  2 → 1",
        "  0 ms, 0 nodes evaluated",
        "  error[name]: unknown name 'xyzw'", "    xyzw", "    ^~~~", "  c = 6", "  0 ms, 1 node evaluated",
        "  1 line was not run: 'd = 1'",
      ])
    #expect(conversation.say("order") == ["  a", "  c"])
    conversation.dialogue.answer(pasted: ["x = 1", "xyzw", "undo"])
    #expect(conversation.say("order") == ["  a", "  c", "  x"])
  }

  @Test func whatIsBehindARefusedLineIsNamedAsNotRun() {
    let conversation = Conversation()
    func paste(_ lines: String...) -> [String] {
      conversation.host.lines = []
      conversation.dialogue.answer(pasted: lines)
      return conversation.host.lines
    }
    #expect(
      paste("a = 1", "xyzw", "b = 2", "", "  # a comment", "undo", "c = 3") == [
        "  error[name]: unknown name 'xyzw'", "    xyzw", "    ^~~~", "  a = 1",
        "  3 lines were not run: 'b = 2' to 'c = 3'",
      ])
    #expect(conversation.say("order") == ["  a"])
    // Refused at the first line; with a single line before an undo; and after lines with undo and redo.
    #expect(paste("xyzw", "b = 2").last == "  1 line was not run: 'b = 2'")
    #expect(paste("xyzw", "undo", "b = 2").last == "  2 lines were not run: 'undo' to 'b = 2'")
    #expect(paste("undo 3", "redo 9", "redo", "d = 4", "e = 5").last == "  2 lines were not run: 'd = 4' to 'e = 5'")
    // A line that is not a statement; a refusal in the last line; one followed by blank lines; and lines that all run.
    #expect(paste("x = 1", "y = (", "z = 2").last == "  1 line was not run: 'z = 2'")
    #expect(paste("x = 2", "xyzw").last == "  x  1 → 2")
    #expect(paste("x = 3", "xyzw", "", " ").last == "  x  2 → 3")
    #expect(paste("x = 4", "x = 5").last == "  x  3 → 5")
    #expect(paste("quit", "x = 6").isEmpty)
  }

  @Test func whatIsBehindARefusedStatementIsNamedAsNotRun() {
    let conversation = Conversation()
    #expect(
      conversation.say("a = 1; xyzw; b = 2 # and more") == [
        "  a = 1", "  error[name]: unknown name 'xyzw'", "    a = 1; xyzw; b = 2 # and more", "           ^~~~",
        "  1 statement was not run: 'b = 2'",
      ])
    #expect(conversation.say("xyzw; b = 2; c = 3").last == "  2 statements were not run: 'b = 2' to 'c = 3'")
    #expect(conversation.say("a; xyzw").last == "       ^~~~")
    conversation.host.lines = []
    conversation.dialogue.answer(pasted: ["a = 2", "xyzw; b = 2", "c = 3"])
    #expect(
      conversation.host.lines.suffix(3) == [
        "  1 statement was not run: 'b = 2'", "  a  1 → 2", "  1 line was not run: 'c = 3'",
      ])
  }

  @Test func whatWasNotRunIsNamedInAFewWords() {
    let conversation = Conversation()
    let long = "b = 2\(String(repeating: " + 2", count: 300_000))"
    conversation.dialogue.answer(pasted: ["nope", long, "c = \u{1b}[2J"])
    #expect(
      conversation.host.lines.last
        == "  2 lines were not run: 'b = 2 + 2 + 2 + 2 + 2 + 2 + 2 +…' to 'c = ␛[2J'")
  }

  @Test func whatWasRefusedIsTold() {
    let dialogue = Conversation().dialogue
    #expect(dialogue.answer("a = 1; a"))
    #expect(!dialogue.answer("a; b"))
  }

  @Test func nodesAreDeletedTogetherOrNotAtAll() {
    let conversation = Conversation("a = 1", "b = 2", "c = a + b")
    #expect(conversation.say("delete a nope")[0] == "  error[name]: unknown name 'nope'")
    #expect(conversation.say("order") == ["  a", "  b", "  c"])
    #expect(conversation.say("delete a b a").count == 1)
    #expect(conversation.say("order") == ["  c"])
    #expect(conversation.say("undo")[0] == "  undone: delete a b a")
    #expect(conversation.say("c") == ["  3"])
  }

  @Test func aNodeWithoutANameGetsTheNextThatIsFree() {
    #expect(Conversation("add Add", "add2 = 3").say("add Add") == ["  add3 = 0"])
  }

  @Test func whatIsUndoneReportsWhatChanged() {
    let conversation = Conversation("price = 20", "total = price * 3", "price = 25")
    #expect(conversation.say("undo") == ["  undone: price = 25", "  price  25 → 20", "  total  75 → 60"])
    #expect(conversation.say("redo") == ["  redone: price = 25", "  price  20 → 25", "  total  60 → 75"])
  }

  @Test func aBadRangeIsPointedAt() {
    #expect(Conversation("x = 1").say("sweep x 0..q : x")[2] == "               ^")
  }

  @Test func noCommandBringsColorToWhereNoneIsShown() {
    #expect(Conversation("set color on").say("c = #fff") == ["  c = #ffffff"])
  }

  @Test func hiddenDigitsOfANodeOfAGroupAreNotedToo() {
    let host = RecordingHost()
    let dialogue = Dialogue(host: host)
    for line in ["x = 0.5", "y = floor(x * 100)", "z = y + 1", "group G = y z"] { dialogue.answer(line) }
    host.lines = []
    dialogue.answer("G › y")
    dialogue.answer("x = 0.29")
    dialogue.answer("G › y")
    let notes = host.lines.filter { $0.hasPrefix("  note: in ") }
    #expect(notes == ["  note: in G › y, x * 100 is 28.999999999999996, shown as 29"])
  }

  @Test func aJournalHoldsTheAnswerThatAnsMeant() throws {
    let host = RecordingHost()
    let dialogue = Dialogue(host: host)
    for line in ["6 * 7", "x = ans", "8", "y = ans + x"] { dialogue.answer(line) }
    let journals = try #require(host.journals as? RecordingJournals)
    let text = String(decoding: try #require(journals.bytes), as: UTF8.self)
    #expect(!text.contains("ans") && text.contains("y = 8 + x"))
  }

  @Test func aFunctionOfAFileWithTheNameOfABuiltInOneIsNoted() throws {
    let conversation = Conversation()
    conversation.host.files["old.nc"] = "year(x) = x * 12\na = year(2)\n"
    #expect(
      conversation.say("open old.nc").contains(
        "  note: 'year' is now a built-in function; this file uses its own function of that name, `year`"))
    #expect(conversation.say("a") == ["  24"])
    #expect(conversation.say("year(2026-03-01)") == ["  2026"])
    #expect(conversation.say("`year`(1)") == ["  12"])
  }
}
