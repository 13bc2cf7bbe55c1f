// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import Prompt
import Testing

/// Columns of files in formulas.
@Suite struct TableFilesTests {
  private static let prices = "name,price,sold,zip\ntea,3,true,01\nmilk,4.5,false,02\n\"rye, \"\"dark\"\"\",5,true,03\n"

  private func conversation(_ text: String = prices, _ lines: String...) -> Conversation {
    let conversation = Conversation()
    conversation.host.files["p.csv"] = text
    for line in lines { conversation.say(line) }
    return conversation
  }

  @Test(arguments: [
    ("price", "[3, 4.5, 5]"), ("name", #"["tea", "milk", "rye, \"dark\""]"#), ("sold", "[true, false, true]"),
    ("zip", #"["01", "02", "03"]"#),
  ])
  func columnsHaveTheTypeOfAllTheirCells(column: String, value: String) {
    for text in [
      Self.prices, "\u{feff}" + Self.prices, Self.prices.replacing("\n", with: "\r\n"), Self.prices + "\n\n",
      Self.prices.replacing("\n", with: "\r"), "\n \r\n" + Self.prices, Self.prices.replacing("\n", with: "\n  \n"),
    ] {
      #expect(conversation(text).say("csv(\"p.csv\").\(column)") == ["  \(value)"])
    }
    #expect(conversation("a b;c\n1;x\n2;y").say("csv(\"p.csv\").`a b`") == ["  [1, 2]"])
    #expect(conversation("\n\na b;c\n1;x\n2;y").say("csv(\"p.csv\").`a b`") == ["  [1, 2]"])
    #expect(conversation("a, \"b\" \n1, \"x, y\" \n").say("csv(\"p.csv\").b") == [#"  ["x, y"]"#])
    #expect(conversation("a\tc\n1\tx\n2\ty").say("csv(\"p.csv\").c") == [#"  ["x", "y"]"#])
    #expect(conversation().say(#"csv("p.csv", "number").zip"#) == ["  [1, 2, 3]"])
    #expect(conversation().say(#"csv("p.csv", "text").price"#) == [#"  ["3", "4.5", "5"]"#])
    #expect(conversation("a,b\n,\n,\n").say(#"csv("p.csv").a"#) == [#"  ["", ""]"#])
    #expect(conversation("a,b\n").say(#"count(csv("p.csv").a)"#) == ["  0"])
    #expect(conversation("a\n\"x\ny\"\n\"\"\n").say(#"csv("p.csv").a"#) == [#"  ["x\ny", ""]"#])
  }

  @Test func aFileAloneTellsItsColumns() {
    for line in [#"csv("p.csv")"#, #"prices = csv("p.csv")"#, #"csv("p.csv", "text")"#] {
      #expect(
        conversation("name,net price\n").say(line).first
          == #"  error[file]: csv needs a column; 'p.csv' has name, `net price`; write csv("p.csv").name"#)
    }
    #expect(
      conversation().say(#"csv("q.csv")"#).first == "  error[file]: can't read 'q.csv': No such file or directory")
  }

  @Test func datesAndMomentsAreReadAsFormulasHaveThem() {
    let text =
      "day,at,mixed,empty\n2026-03-01,2026-03-01T12:30Z,2026-03-01,\n"
      + "2026-03-02,2026-03-01T12:30+01:00,soon,2026-03-01\n"
    #expect(conversation(text).say("csv(\"p.csv\").day") == ["  [2026-03-01, 2026-03-02]"])
    #expect(conversation(text).say("csv(\"p.csv\").day + 1 d") == ["  [2026-03-02, 2026-03-03]"])
    #expect(conversation(text).say("csv(\"p.csv\").at") == ["  [2026-03-01T12:30:00Z, 2026-03-01T11:30:00Z]"])
    #expect(conversation(text).say("csv(\"p.csv\").mixed").first == #"  ["2026-03-01", "soon"]"#)
    #expect(conversation(text).say(#"csv("p.csv", "text").day"#) == [#"  ["2026-03-01", "2026-03-02"]"#])
    #expect(
      conversation(text).say(#"csv("p.csv", "date").mixed"#).first
        == "  error[file]: p.csv:3:35: 'soon' is not a date as 2026-03-01")
    #expect(
      conversation(text).say(#"csv("p.csv", "moment").day"#).first
        == "  error[file]: p.csv:2:1: '2026-03-01' is not a moment as 2026-03-01T12:30Z")
    #expect(
      conversation(text).say(#"csv("p.csv").empty"#).first
        == "  error[file]: p.csv:2:41: the cell is empty, not a date as 2026-03-01; "
        + "csv(…, \"text\") reads the column as texts")
    // A document stores the values of the column, and opens without the file.
    let saving = conversation(text, "days = csv(\"p.csv\").day", "last = max(days)", "save a.json")
    saving.host.files["p.csv"] = nil
    saving.say("open a.json")
    #expect(saving.dialogue.session.names == ["days", "last"])
    saving.host.files["p.csv"] = text
    saving.say("open a.json")
    #expect(saving.say("last") == ["  2026-03-02"])
  }

  @Test(arguments: [
    ("a,b\n1,2\n3\n", "a", "p.csv:3: the row has 1 cell, but the table has 2 columns"),
    ("a,b\n1,2,3\n", "a", "p.csv:2: the row has 3 cells, but line 1 has 2 names"),
    ("a\n1,2\n", "a", "'p.csv' has no column 'a'; it has column1, column2"),
    ("a,b\r1,2\r3,\"x\r", "b", "p.csv:3:3: a quote is never closed"),
    ("a,b\r\"1\r2\",3\r4\r", "b", "p.csv:4: the row has 1 cell, but the table has 2 columns"),
    ("a,b\n1,\"2\n", "a", "p.csv:2:3: a quote is never closed"),
    ("a,b\n1,\"2\"x\n", "a", "p.csv:2:6: there is text after a closing quote"),
    ("a,b\n1,2\n,3\n", "a", "p.csv:3:1: the cell is empty, not a number; csv(…, \"text\") reads the column as texts"),
    ("a,b\n1,2\n", "c", "'p.csv' has no column 'c'; it has a, b"),
    ("price\n1\n", "prize", "'p.csv' has no column 'prize'; did you mean 'price'?"),
    ("", "a", "'p.csv' is empty, so it has no column names"),
    ("a\nx\0y\n", "a", "p.csv:2:2: this is not UTF-8 text"),
  ])
  func aBrokenFileIsRefusedWithLineAndColumn(text: String, column: String, reason: String) {
    let conversation = conversation(text)
    let refusal = conversation.say("x = csv(\"p.csv\").\(column)").first ?? ""
    #expect(refusal.hasPrefix("  error[file]: \(reason)"))
    #expect(conversation.dialogue.session.names.isEmpty)
  }

  @Test func formulasSayWhatIsWrongWithThem() {
    let lines: [(String, String)] = [
      (#"csv("q.csv").a"#, "error[file]: can't read 'q.csv': No such file or directory"),
      (
        #"csv("p.csv", "number").name"#,
        "error[file]: p.csv:2:1: 'tea' is not a number; number(x where isnumber(x)) takes the numbers of the texts x"
      ),
      (#"csv("p.csv", "boolean").price"#, "error[file]: p.csv:2:5: '3' is not true or false"),
      (
        #"csv("p.csv")"#,
        #"error[file]: csv needs a column; 'p.csv' has name, price, sold, zip; write csv("p.csv").name"#
      ),
      ("csv(p).a", "error[syntax]: csv needs the path of a file in quotes; write csv(\"prices.csv\").price"),
      (
        #"csv("p.csv", "color").a"#,
        "error[type]: cells are \"number\", \"boolean\", \"date\", \"moment\" or \"text\""
      ),
      (
        #"csv("p.csv").price & 1"#,
        "error[type]: '&' needs a text on one side, 'csv(\"p.csv\").price' is a list of Numbers and '1' is a Number"
      ),
      (
        #"f(x) = x * csv("p.csv").price"#,
        "error[syntax]: a function can't read a file; define a name for the column, and use that"
      ),
      ("csv(x) = x", "error[name]: 'csv' reads files and cannot be redefined"),
    ]
    for (line, refusal) in lines { #expect(conversation().say(line).first == "  \(refusal)", "\(line)") }
  }

  @Test func aChangedFileIsAnEditWithAStepOfItsOwn() {
    let conversation = conversation(
      Self.prices, "p = csv(\"p.csv\").price", "total = sum(p) * 2", "n = csv(\"p.csv\").name", "first = n[1]", "k = 1")
    conversation.host.files["p.csv"] = Self.prices.replacing("4.5", with: "6")
    #expect(
      conversation.say("k") == [
        "  p.csv has changed:", "  p      [3, 4.5, 5] → [3, 6, 5]", "  total  25 → 28", "  1",
      ])
    // The change is reported once; a file with a new date and the same content is not reported.
    #expect(conversation.say("k") == ["  1"])
    #expect(conversation.say("undo").contains("  undone: p.csv changed"))
    #expect(conversation.say("total") == ["  25"])
    #expect(conversation.say("k") == ["  1"])
    #expect(conversation.say("redo").contains("  redone: p.csv changed"))
    #expect(conversation.say("total") == ["  28"])
    conversation.host.files["p.csv"] = Self.prices.replacing("4.5", with: "06").replacing("tea", with: "chai")
    // The column now has texts, which have no sum.
    let told = conversation.say("total")
    #expect(told.first == "  p.csv has changed: total = sum(p) * 2 needs numbers, and p would be a list of Texts")
    #expect(told.last == "  28")
    #expect(conversation.say("first") == [#"  "tea""#])
  }

  @Test func whyNamesTheFileAndNotAStatement() {
    let conversation = conversation(Self.prices, "s = sum(csv(\"p.csv\").price)", "twice = s * 2")
    conversation.host.files["p.csv"] = Self.prices.replacing("4.5", with: "6")
    conversation.say("s")
    #expect(conversation.say("why s") == [#"  s = 14     sum(csv("p.csv").price)"#])
    #expect(conversation.say("why twice") == ["  twice = 28     s * 2", #"  └─ s = 14      sum(csv("p.csv").price)"#])
    #expect(!conversation.say("inspect s").contains { $0.contains("set by you") })
    conversation.say("s = 3")
    conversation.say("s = 4")
    #expect(conversation.say("why s") == ["  s = 4     you set it: 3 → 4"])
  }

  @Test func aFileThatCanNotBeUsedAnyMoreIsToldAndLeavesTheValues() {
    let conversation = conversation(Self.prices, "p = csv(\"p.csv\").price", "total = sum(p)")
    conversation.host.files["p.csv"] = nil
    #expect(
      conversation.say("total") == [
        "  can't read 'p.csv': No such file or directory; the values read from it stay", "  12.5",
      ])
    #expect(conversation.say("total") == ["  12.5"])
    conversation.host.files["p.csv"] = "name,price\ntea,x\n\"milk"
    #expect(conversation.say("total").first?.hasPrefix("  p.csv:3:1: a quote is never closed") == true)
    conversation.host.files["p.csv"] = Self.prices
    #expect(conversation.say("total") == ["  12.5"])
    conversation.host.files["p.csv"] = "price\n7\n"
    #expect(conversation.say("total").suffix(3) == ["  p      [3, 4.5, 5] → [7]", "  total  12.5 → 7", "  7"])
  }

  @Test func sessionsWithFilesAreSavedOpenedAndRecovered() throws {
    let conversation = conversation(
      Self.prices, "p = csv(\"p.csv\").price", "q = sum(p where csv(\"p.csv\").sold)", "save s.json", "save s.nc")
    for file in ["s.json", "s.nc"] {
      conversation.host.files["p.csv"] = Self.prices
      let other = Conversation()
      other.host.files = conversation.host.files
      other.say("open \(file)")
      #expect(other.say("q") == ["  8"])
      other.host.files["p.csv"] = Self.prices.replacing("5,true", with: "7,true")
      #expect(other.say("q").last == "  10")
    }
    // A document opens without the file, and reports that it is missing.
    let without = Conversation()
    without.host.files = conversation.host.files
    without.host.files["p.csv"] = nil
    #expect(without.say("open s.json") == ["  opened s.json: 2 names"])
    #expect(without.say("p") == ["  ⚠ from p: can't read 'p.csv': No such file or directory"])
    let text = conversation.host.files["s.json"]
    without.say("save t.json")
    #expect(without.host.files["t.json"] == text)
  }

  @Test func aChangeOfAFileIsNoLineOfTheJournal() {
    let conversation = conversation(Self.prices, "p = csv(\"p.csv\").price", "total = sum(p)")
    conversation.host.files["p.csv"] = Self.prices.replacing("4.5", with: "6")
    conversation.say("undo")
    // The undo was of the file's change; replayed alone, it would undo a definition.
    let next = conversation.afterCrash()
    next.say("recover")
    #expect(next.say("total") == ["  14"])
    next.host.files["p.csv"] = Self.prices
    #expect(next.say("total").last == "  12.5")
  }

  @Test func listsAreExportedAsColumns() {
    let conversation = conversation(
      Self.prices, "p = [0.1 + 0.2, 4]", "n = [\"a, b\", \"\"]", "x = 3", "three = 1..3", "export csv out.csv p n")
    #expect(conversation.host.files["out.csv"] == "p,n\n0.30000000000000004,\"a, b\"\n4,\n")
    conversation.say("back = csv(\"out.csv\").p")
    #expect(conversation.say("back == p") == ["  [true, true]"])
    #expect(conversation.say("export csv out.csv x").first == "  error[type]: x is a Number, not a list")
    #expect(conversation.say("export csv out.csv p three").first == "  error[type]: p has 2 elements and three 3")
    #expect(
      conversation.say("export csv out.csv").first
        == "  error[command]: csv needs the names of lists; write export csv FILE NAME…")
    #expect(
      conversation.say("export json out.json p").first
        == "  error[command]: json contains everything, so it takes no names")
  }

  @Test func aColumnThatNobodyReadsAnyMoreIsNotMissed() {
    let conversation = conversation("p,q\n1,5\n2,6\n", #"a = sum(csv("p.csv").p)"#, #"b = sum(csv("p.csv").q)"#)
    conversation.say(#"sum(csv("p.csv", "text").q)"#)
    conversation.say("delete b")
    conversation.host.files["p.csv"] = "p\n10\n20\n"
    #expect(conversation.say("a") == ["  p.csv has changed:", "  a  3 → 30", "  30"])
    #expect(conversation.say(#"b = sum(csv("p.csv").p)"#) == ["  b = 30"])
  }

  @Test func aFileThatComesLaterIsRead() {
    let conversation = conversation("p\n1\n2\n", #"a = sum(csv("p.csv").p)"#, "b = a * 2", "save u.json")
    conversation.host.files["p.csv"] = nil
    conversation.say("open u.json")
    #expect(conversation.say("b").last?.contains("⚠") == true)
    conversation.host.files["p.csv"] = "p\n10\n20\n"
    #expect(conversation.say("b").last == "  60")
    conversation.host.files["p.csv"] = nil
    conversation.say("open u.json")
    conversation.host.files["p.csv"] = "p\n5\n"
    #expect(conversation.say(#"a = sum(csv("p.csv").p)"#).last?.contains("5") == true)
    #expect(conversation.say("b").last == "  10")
  }
}
