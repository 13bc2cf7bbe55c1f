// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt
import Testing

/// Files as people have them: the format is guessed or stated by options.
@Suite struct TableShapesTests {
  private func said(of text: String, _ formula: String) -> [String] {
    let conversation = Conversation()
    conversation.host.files["f.csv"] = text
    return conversation.say(formula)
  }

  private func value(_ text: String, _ formula: String) -> String { said(of: text, formula).first ?? "" }

  @Test(arguments: [
    ("id\n9007199254740993\n", "9007199254740993"), ("id\n9007199254740993e0\n1\n", "9007199254740993e0"),
    ("id\n1\n-9007199254740993\n5\n", "-9007199254740993"),
    ("id;v\n9007199254740993,5;1\n1,5;2\n", "9007199254740993,5"),
    ("[{\"id\":9007199254740993}]", "9007199254740993"),
    ((["id"] + Array(repeating: "9007199254740993", count: 3000)).joined(separator: "\n"), "9007199254740993"),
  ])
  func aColumnOfNumbersThatWouldLoseDigitsHasTextsAndANote(text: String, cell: String) {
    let conversation = Conversation()
    conversation.host.files["f.csv"] = text
    let notes = conversation.say(#"x = csv("f.csv").id"#).filter { $0.hasPrefix("  note: ") }
    #expect(notes.count == 1)
    let reason = "'\(cell)' is larger than 2^53, and would lose digits as a number, so id is read as texts"
    #expect(notes.first?.contains(reason) == true, "\(notes)")
  }

  @Test(arguments: [
    ("\"A\";\"B\"\n1;2;\n3;4;\n", #"csv("f.csv").B"#, "  [2, 4]"),
    ("1,2.5\n2,3.5\n3,4.5\n", #"csv("f.csv").column2"#, "  [2.5, 3.5, 4.5]"),
    ("Report 2024\n\nday;price\n01.02.2024;3,9432\n13.02.2024;4,5\n", #"csv("f.csv").price"#, "  [3.9432, 4.5]"),
    ("d,v\nJan 1 2000,1\nFeb 1 2000,2\n", #"csv("f.csv").d"#, "  [2000-01-01, 2000-02-01]"),
    ("d,v\n2024/12/12,True\n2024/12/13,False\n", #"csv("f.csv").v"#, "  [true, false]"),
    (",a\n0,5\n1,6\n", #"csv("f.csv").column1"#, "  [0, 1]"),
    ("a,b,c\n1,2,3\n4,5\n", #"csv("f.csv").b"#, "  [2, 5]"),
    ("x;y\n1;2\n", #"csv("f.csv", header: no, type: text).column1"#, #"  ["x", "1"]"#),
    ("p\n20%\n5%\n", #"csv("f.csv").p"#, "  [0.2, 0.05]"),
    ("id\n9007199254740993\n9007199254740995\n", #"csv("f.csv").id[1]"#, #"  "9007199254740993""#),
    (
      "id\n9007199254740992\n123456789012345680\n1e23\n", #"csv("f.csv").id"#,
      "  [9007199254740992, 1.23456789012346e17, 1e23]"
    ),
    ("id\n1\n9007199254740993e0\n", #"csv("f.csv").id[2]"#, #"  "9007199254740993e0""#),
    (
      #"[{"a":9007199254740993},{"a":9007199254740993.0}]"#, #"csv("f.csv").a"#,
      #"  ["9007199254740993", "9007199254740993.0"]"#
    ),
    (#"[{"a":1,"b":{"c":"x"}},{"a":2.5}]"#, #"csv("f.csv").a"#, "  [1, 2.5]"),
    ("{\"a\":1}\n{\"a\":2}\n", #"csv("f.csv").a"#, "  [1, 2]"),
    ("a,a\n1,2\n", #"csv("f.csv").a_2"#, "  [2]"),
  ])
  func aFileIsReadAsItIsWritten(text: String, formula: String, shown: String) {
    #expect(value(text, formula) == shown)
  }

  @Test func aCellThatMakesAColumnOneOfTextsIsNamed() {
    let conversation = Conversation()
    conversation.host.files["f.csv"] = "a,b\n1,x\n\"1,234\",y\n7,z\n"
    #expect(
      conversation.say(#"csv("f.csv").a"#).last
        == "  note: f.csv:3:2: '1,234' is not a number, so a is read as texts; csv(…, thousands: \",\") reads it")
    #expect(conversation.say(#"csv("f.csv", thousands: ",").a"#) == ["  [1, 1234, 7]"])
  }

  @Test(arguments: [
    ("p\n$5.00\n$7.50\n", "'$5.00'", #"number(replace(x, "$", ""))"#, "  [5, 7.5]"),
    ("p\n\"$1,200\"\n$7.50\n", "'$1,200'", #"number(replace(replace(x, ",", ""), "$", ""))"#, "  [1200, 7.5]"),
    ("p\n£5\n£12\n7\n", "'£5'", #"number(replace(x, "£", ""))"#, "  [5, 12, 7]"),
  ])
  func aColumnOfAmountsSaysWhatReadsItsNumbers(text: String, cell: String, advice: String, numbers: String) {
    let conversation = Conversation()
    conversation.host.files["f.csv"] = text
    let note = conversation.say(#"x = csv("f.csv").p"#).first { $0.hasPrefix("  note: ") }
    let reason = "\(cell) is not a number, nor is 1 other cell, so p is read as texts; "
    #expect(note?.hasSuffix(reason + "\(advice) reads the numbers of the texts x") == true, "\(note ?? "no note")")
    #expect(conversation.say(advice) == [numbers])
  }

  @Test func aColumnOfWordsWithDigitsHasNoNote() {
    #expect(said(of: "p\nA1\nA2\nA3\n", #"csv("f.csv").p"#) == [#"  ["A1", "A2", "A3"]"#])
  }

  @Test func aHeaderWithFewerNamesThanRowsHaveCellsIsNotTakenForAPreamble() {
    for text in ["a,b\n1,2,3\n", "a,b\n1,2,3\n4,5,6\n", "a,b\n1,2,3,4\n4,5,6,7\n"] {
      let said = said(of: text, #"csv("f.csv").column1"#).joined(separator: "\n")
      #expect(said.contains("f.csv:2: the row has"), "\(said)")
      #expect(said.contains("csv(…, header: yes, skip: 0) numbers the columns without a name"), "\(said)")
    }
    #expect(value("a,b\n1,2,3\n", #"csv("f.csv", header: yes, skip: 0).column3"#) == "  [3]")
    #expect(value("a,b\n1,2,3\n", #"csv("f.csv", header: no).column3"#) == "  [3]")
    // No cell follows the separator at the end of the only row.
    #expect(value("a;b\n1;2;\n", #"csv("f.csv").b"#) == "  [2]")
  }

  @Test func aLastRowOfTotalsIsNamed() {
    let text = "item,price\nx,1\ny,2\nTotal,3\n"
    #expect(
      said(of: text, #"sum(csv("f.csv").price)"#)
        == ["  6", "  note: f.csv:4: the last row is called 'Total'; csv(…, footer: 1) leaves it out"])
    #expect(said(of: text, #"sum(csv("f.csv", footer: 1).price)"#) == ["  3"])
  }

  @Test(arguments: [
    (
      "a,b,c\n1,2,3\n4\n5,6,7\n",
      "--read ragged=pad fills missing cells with empty ones, and --read ragged=skip leaves such rows out"
    ),
    ("a,b\n1,2\n\"x", "--read quote=no takes quotes as they are"),
    (
      "a,b\n1,2,3\n",
      "--read header=yes --read skip=0 numbers the columns without a name, and --read header=no reads no names"
    ),
  ])
  func adviceForTheCommandLineIsWrittenAsItsOptions(_ text: String, advice: String) {
    do throws(FileFailure) {
      _ = try NumberTable(Array(text.utf8), named: "f.csv")
      Issue.record("it was not refused")
    } catch {
      #expect(error.hint == advice)
    }
  }

  @Test func charactersOfUTF16AreReadWhateverTheirLengthAndByteOrder() throws {
    let units = Array("name\nGröße 𝄞 €\n".utf16) + [0xd834] + Array("\n".utf16)
    for isBig in [false, true] {
      let marked = [0xfeff] + units
      let bytes = marked.flatMap { isBig ? [UInt8($0 >> 8), UInt8($0 & 0xff)] : [UInt8($0 & 0xff), UInt8($0 >> 8)] }
      let column = try CSVTable(bytes, path: "f.csv").column("name", as: nil)
      #expect(column.values == .texts(["Größe 𝄞 €", "\u{fffd}"]))
    }
  }
}
