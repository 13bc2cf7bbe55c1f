// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import FoundationEssentials
import NodeGraph
import TestSupport
import Testing

@Suite struct DocumentFileTests {
  private func refusal(_ lines: String...) -> String {
    let text = lines.joined(separator: "\n")
    do throws(FileFailure) {
      _ = try DocumentFile.session(Array(text.utf8), named: "a.json", TestDocuments())
      return "it was not refused"
    } catch {
      return error.message
    }
  }

  private func refusal(nodes: String...) -> String {
    refusal(#"{"format":"NodeGraph","version":1,"nodes":["#, nodes.joined(separator: ",\n"), "]}")
  }

  @Test func whatIsWrongIsSaidWithItsLineAndColumn() {
    #expect(refusal("{", #" "format" : "NodeGraph""#, #" "nodes" : []}"#) == "a.json:3:2: ',' or '}' is expected")
    #expect(
      refusal("{", #" "version" : 6,"#, #" "format" : "NodeGraph","#, #" "nodes" : []}"#)
        == "a.json:2:14: version: version 6 of the format is newer than version 5, the newest that this program reads")
    #expect(
      refusal(nodes: #"{"id":"0","kind":"Number"}"#, #"{"id":"1", "kind":7}"#)
        == "a.json:3:19: nodes[1].kind: expected a string")
    #expect(refusal(nodes: #"{"id":"0"}"#) == "a.json:2:1: nodes[0]: 'kind' is missing")
  }

  @Test(arguments: [
    (
      #"{"id":"0","kind":"Number","name":"a`b"}"#,
      "2:34: nodes[0].name: a name can't contain back-ticks or invisible characters"
    ),
    (#"{"id":"0","kind":"Number","name":""}"#, "2:34: nodes[0].name: a name can't be empty"),
    (#"{"id":"0","kind":"Number","value":"nan"}"#, "2:35: nodes[0].value: expected a number, not 'nan'"),
    (
      #"{"id":"0","kind":"ColorAdjust","literals":{"color":"red"}}"#,
      "2:52: nodes[0].literals.color: expected a colour such as #3366cc, not 'red'"
    ),
    (#"{"id":"0","kind":"formula","name":"a"}"#, "2:1: nodes[0]: a formula needs its text in 'formula'"),
    (
      #"{"id":"0","kind":"formula","name":"a","formula":"1 +"}"#,
      "2:49: nodes[0].formula: expected a value at the end of the line"
    ),
    (
      #"{"id":"0","kind":"formula","name":"a","formula":"1","value":1}"#,
      "2:61: nodes[0].value: a formula can't have a value of its own, because it is computed"
    ),
    (
      #"{"id":"0","kind":"formula","name":"a","formula":"b","types":"Word"}"#,
      "2:61: nodes[0].types: expected a type for each name of the formula, such as \"Number Text Numbers\""
    ),
    (
      #"{"id":"0","kind":"Number","name":"b"},{"id":"1","kind":"formula","name":"a","formula":"b"}"#,
      "2:39: nodes[1].inputs: 'b' in a formula stands for the node of that name, but is not connected to it"
    ),
    (
      #"{"id":"0","kind":"Number","name":"c"},{"id":"1","kind":"formula","name":"a","formula":"b","inputs":"b=0.value"}"#,
      "2:100: nodes[1].inputs: 'b' in a formula stands for the node of that name, but is connected to 'c'"
    ),
    (
      #"{"id":"0","kind":"Number","name":"c"},{"id":"1","kind":"formula","name":"a","formula":"red(c)","inputs":"c=0.value"}"#,
      "2:87: nodes[1].formula: 'red' needs a colour, 'c' is a Number"
    ),
  ])
  func whatIsNoCalculatorsIsRefused(nodes: String, reason: String) {
    #expect(refusal(nodes: nodes) == "a.json:" + reason)
  }

  /// Checks numbers of all sizes. The second is between 2^53 and 2^64, written with more digits than needed to identify it.
  @Test(arguments: ["20", "4.3611997675512556e18", "-4.3611997675512556e18", "1.8446744073709550e19", "1e17", "2e22"])
  func aNumberIsReadFromTheDocumentItWasSavedIn(text: String) throws {
    let session = Session()
    try session.run("s = Add(x: \(text)); n = Number(value: \(text)); f = \(text)")
    let coder = TestDocuments()
    let saved = try coder.text(of: try session.document())
    let again = try DocumentFile.session(Array(saved.utf8), named: "l.json", coder)
    for name in ["s", "n", "f"] {
      #expect(again.value(of: name) == .value(.number(try #require(Double(text)))))
    }
    let (repaired, dropped) = try DocumentFile.repaired(Array(saved.utf8), named: "l.json", coder)
    #expect(repaired == saved && dropped.isEmpty)
  }

  /// Checks numbers as earlier versions and other programs write them.
  @Test(arguments: [
    ("4361199767551255600", 4.3611997675512556e18), ("4.3611997675512556e+18", 4.3611997675512556e18), ("0e1", 0),
  ])
  func aNumberIsReadHoweverItIsWritten(text: String, number: Double) throws {
    let bytes = Array(
      #"{"format":"NodeGraph","nodes":[{"id":"0","kind":"Number","value":\#(text),"name":"n"}]}"#.utf8)
    let session = try DocumentFile.session(bytes, named: "n.json", TestDocuments())
    #expect(session.value(of: "n") == .value(.number(number)))
    #expect(try DocumentFile.repaired(bytes, named: "n.json", TestDocuments()).dropped.isEmpty)
  }

  @Test func nodesWithoutANameGetOne() throws {
    let text =
      #"{"format":"NodeGraph","nodes":[{"id":"0","kind":"Number","value":4},"#
      + #"{"id":"1","kind":"Add","inputs":"x=0.value"},{"id":"2","kind":"Number","name":"number1"}]}"#
    let session = try DocumentFile.session(Array(text.utf8), named: "a.json", TestDocuments())
    #expect(session.text == "# nodecalc 1\nnumber2 = Number(value: 4)\nadd1 = Add(x: number2)\nnumber1 = Number()\n")
  }

  @Test func aBrokenDocumentIsRepaired() throws {
    let text =
      #"{"format":"NodeGraph","nodes":[{"id":"0","kind":"formula","name":"a","formula":"1"},"#
      + #"{"id":"0","kind":"formula","name":"b","formula":"a + 1","inputs":"a=7.value"},"#
      + #"{"id":"2","kind":"formula","name":"c","formula":"b +","inputs":"b=0.value"},"#
      + #"{"id":"3","kind":"Add","name":"d","inputs":"x=0.value y=0.nothing"}]}"#
    let (repaired, dropped) = try DocumentFile.repaired(Array(text.utf8), named: "a.json", TestDocuments())
    #expect(
      dropped
        == [
          "nodes[1].id: the id '0' is already used by nodes[0]",
          "nodes[1].inputs: 'a=7.value' has no source: no node has the id '7'",
          "nodes[2].formula: expected a value at the end of the line",
          "nodes[3].inputs: formula has no output 'nothing', which is connected to 'y'",
        ])
    let session = try DocumentFile.session(Array(repaired.utf8), named: "a.json", TestDocuments())
    #expect(session.text == "# nodecalc 1\na = 1\nb = a + 1\nd = Add(x: a)\n")
    #expect(try DocumentFile.repaired(Array(repaired.utf8), named: "a.json", TestDocuments()).text == repaired)
  }

  @Test func whatIsDroppedIsSaidOnce() throws {
    let text =
      #"{"format":"NodeGraph","nodes":[{"id":"0","kind":"formula","name":"a","formula":"b","inputs":"b=1.value"},"#
      + #"{"id":"1","kind":"formula","name":"b","formula":"a","inputs":"a=0.value"}]}"#
    #expect(
      try DocumentFile.repaired(Array(text.utf8), named: "a.json", TestDocuments()).dropped
        == [
          "nodes[1].inputs: 'a' closes a cycle: b → a → b",
          "nodes[1].inputs: 'a' in a formula stands for the node of that name, but is not connected to it",
        ])
  }

  @Test func aNodeMadeInCodeIsNoneOfTheKindThatIsCalledAlike() throws {
    let text =
      #"{"format":"NodeGraph","version":2,"nodes":[{"id":"0","kind":"Number","own":true,"name":"n","value":4},"#
      + #"{"id":"1","kind":"Add","own":true,"name":"a","inputs":"x=0.value","literals":{"y":3}}]}"#
    let session = try DocumentFile.session(Array(text.utf8), named: "a.json", TestDocuments())
    #expect(session.value(of: "a")?.text == "⚠ 'a' was made in code; supply its definition to load it")
    let saved = try session.document()
    #expect(saved.nodes.allSatisfy { $0.isOwn })
    #expect(throws: Diagnostic.self) { try session.duplicate([SourceName("a")]) }
    try session.run("n = Number(value: 2)")
    try session.run("a = Add(z: 1)")
    #expect(session.value(of: "a") == .value(.number(6)))
    #expect(try session.document().nodes.allSatisfy { !$0.isOwn })
    _ = try session.undo()
    _ = try session.undo()
    #expect(try session.document() == saved)
  }

  @Test func theRepairIsMentionedWhereItHelps() {
    func hint(_ text: String) -> String? {
      do throws(FileFailure) {
        _ = try DocumentFile.session(Array(text.utf8), named: "a.json", TestDocuments())
        return "it was not refused"
      } catch {
        return error.hint
      }
    }
    let node = #"{"id":"0","kind":"Number","name":"a"}"#
    func document(_ nodes: String) -> String { #"{"format":"NodeGraph","version":1,"nodes":[\#(nodes)]}"# }
    let repair = "nodecalc --repair a.json writes its sound parts"
    #expect(hint(document(node + #",{"id":"0","kind":"Number"}"#)) == repair)
    #expect(hint(document(node + #",{"id":"1","kind":"Add","inputs":"x=7.value"}"#)) == repair)
    // No repair is offered for text that isn't JSON, later versions, other formats, or documents without a valid node.
    #expect(hint(document(node + ",")) == nil)
    #expect(hint(document(node).replacing("\"version\":1", with: "\"version\":6")) == nil)
    #expect(hint("{}") == nil)
    #expect(hint(document(#"{"id":7}"#)) == nil)
  }

  @Test(arguments: [
    (
      #""version":1.5,"nodes":[]"#,
      "1:33: version: the number is too large, or not a whole number where one is required"
    ),
    (
      #""version":99999999999999999999,"nodes":[]"#,
      "1:33: version: the number is too large, or not a whole number where one is required"
    ),
    (
      #""version":1,"kindsVersion":1.5,"nodes":[]"#,
      "1:50: kindsVersion: the number is too large, or not a whole number where one is required"
    ),
    (
      #""version":1,"nodes":[{"id":"0","kind":"Number","name":"\ud800"}]"#,
      "1:77: nodes[0].name: its text has an escape that is not a valid character"
    ),
  ])
  func whatACoderCallsAFaultIsSaidInWords(fields: String, reason: String) {
    #expect(refusal(#"{"format":"NodeGraph",\#(fields)}"#) == "a.json:" + reason)
  }

  @Test func whatARepairDropsIsSaidInWordsToo() throws {
    let text =
      #"{"format":"NodeGraph","version":1,"kindsVersion":1.5,"#
      + #""nodes":[{"id":"0","kind":"Number","name":"\ud800"}]}"#
    #expect(
      try DocumentFile.repaired(Array(text.utf8), named: "a.json", TestDocuments()).dropped == [
        "kindsVersion: the number is too large, or not a whole number where one is required",
        "nodes[0].name: its text has an escape that is not a valid character",
      ])
  }

  @Test func longIdsAndNamesAreNotRepeatedWhole() {
    let long = String(repeating: "7", count: largeCount(1_000_000))
    for nodes in [
      [#"{"id":"\#(long)","kind":"Number"}"#], [#"{"id":"0","kind":"Add","inputs":"x=\#(long).value"}"#],
      [#"{"id":"0","kind":"Number","name":"\#(long)"}"#, #"{"id":"1","kind":"Number","name":"\#(long)"}"#],
      [#"{"id":"0","kind":"Number","\#(long)":1,"\#(long)":2}"#],
      [#"{"id":"0","kind":"formula","formula":"1 + \#(long)x"}"#],
    ] {
      let text = refusal(#"{"format":"NodeGraph","version":1,"nodes":["#, nodes.joined(separator: ",\n"), "]}")
      #expect(text.hasPrefix("a.json:") && text.utf8.count < 600, "\(text.prefix(2000))")
    }
  }
}
