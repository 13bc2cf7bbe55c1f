// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeGraph
import TestSupport
import Testing

/// Statements such as `prices[2] = 7`, which edit an element of a list literal.
@Suite struct ElementAssignmentTests {
  private func refused(_ line: String, after lines: String...) throws -> String {
    let session = Session()
    for line in lines { try session.run(line) }
    let before = session.state
    let text = refusal { () throws(Diagnostic) in try session.run(line) }
    #expect(session.state == before, "\(line)")
    session.checkInvariants()
    return text
  }

  @Test func oneElementIsWrittenAnew() throws {
    let lines: [(list: String, edit: String, source: String)] = [
      ("[3, 4, 5]", "l[2] = 7", "[3, 7, 5]"), ("[3,4 , 5]", "l[1] = 7", "[7,4 , 5]"), ("[3]", "l[1] = -1", "[-1]"),
      ("[1, x * 2, max(3, 4)]", "l[3] = x + 1", "[1, x * 2, x + 1]"),
      ("[1, x * 2, max(3, 4)]", "l[x - 1] = [7, 8][1]", "[1, [7, 8][1], max(3, 4)]"),
      (#"["a, b", "]", "c"]"#, #"l[2] = "x""#, #"["a, b", "x", "c"]"#), ("[3 m, 4 m]", "l[2] = 7 ft", "[3 m, 7 ft]"),
      ("[true, false]", "l[2] = x > 1", "[true, x > 1]"), ("[#fff, #000]", "l[1] = #36c", "[#36c, #000]"),
      ("[2026-03-01]", "l[1] = 2026-03-02", "[2026-03-02]"), ("[20 °C, 30 °C]", "l[2] = 25 °C", "[20 °C, 25 °C]"),
      ("[20 °C , 30 °C]", "l[1] = 25 °C", "[25 °C , 30 °C]"),
      ("[1, 2]", "l[1 + 1] = x > 2 ? 4 : 5", "[1, x > 2 ? 4 : 5]"),
      ("[(1 + 2) * 3, 4]", "`l`[1] = 5", "[5, 4]"),
    ]
    for (list, edit, source) in lines {
      let session = try Session(running: "x = 3", "l = \(list)", "behind = first(l)")
      try session.run(edit)
      #expect(session.source(of: "l") == source, "\(edit)")
      let written = try Session(running: "x = 3", "l = \(source)", "behind = first(l)")
      #expect(session.state == written.state, "\(edit)")
      session.checkInvariants()
    }
  }

  @Test func whatReadsTheListFollowsAndUndoTakesItBack() throws {
    let session = try Session(running: "prices = [3, 4, 5]", "total = sum(prices)")
    session.undoLimit = 1 << 20
    let result = try #require(try session.run("prices[2] = 7").first)
    #expect(result.changes.map { "\($0.name) \($0.text)" } == ["prices [3, 4, 5] → [3, 7, 5]", "total 12 → 15"])
    #expect(result.evaluatedCount == 1)
    #expect((try session.undo()).titles == ["prices[2] = 7"])
    #expect(session.source(of: "prices") == "[3, 4, 5]")
    #expect(session.value(of: "total")?.text == "12")
    // An element that is a formula follows its inputs.
    try session.run("x = 1; prices[3] = x * 2; x = 10")
    #expect(session.value(of: "prices")?.text == "[3, 4, 20]")
  }

  @Test func whatHangsOnOtherElementsIsNotComputed() throws {
    let count = 200
    let session = try Session(running: "l = [\((1...count).map(String.init).joined(separator: ", "))]")
    for index in 1...count { try session.run("e\(index) = l[\(index)]; d\(index) = e\(index) * 2") }
    try session.run("part = l[2..4]; behind = sum(part); whole = sum(l)")
    // Each formula that reads the list is evaluated; only the changed one's dependents are.
    let far = try #require(try session.run("l[100] = 0").first)
    #expect(Set(far.changes.map(\.name)) == ["l", "e100", "d100", "whole"])
    #expect(far.evaluatedCount == count + 2 + 1)
    let near = try #require(try session.run("l[3] = 0").first)
    #expect(Set(near.changes.map(\.name)) == ["l", "e3", "d3", "part", "behind", "whole"])
    #expect(near.evaluatedCount == count + 2 + 2)
    #expect(try #require(try session.run("l[3] = 0").first).evaluatedCount == 0)
  }

  @Test func otherListsAndPlacesAreRefused() throws {
    #expect(
      try refused("l[4] = 9", after: "l = [3, 4, 5]")
        == "error[domain]: element 4 does not exist: the list has 3 elements; nothing changed; write l = [3, 4, 5, 9]")
    #expect(
      try refused("l[0] = 9", after: "l = [3, 4]")
        == "error[domain]: element 0 does not exist: the list has 2 elements, the first is element 1; nothing changed")
    #expect(
      try refused("l[1.5] = 9", after: "l = [3, 4]")
        == "error[domain]: 1.5 is not a place: places are whole numbers from 1; nothing changed")
    #expect(
      try refused("l[1] = 9", after: "l = []")
        == "error[domain]: element 1 does not exist: the list has 0 elements; nothing changed; write l = [9]")
    #expect(
      try refused("m[1] = 9", after: "l = [3, 4]", "m = l * 2").hasPrefix(
        "error[type]: 'm' is computed, so its elements can't be set: l * 2; nothing changed"))
    #expect(try refused("m[1] = 9", after: "m = 1..3").hasPrefix("error[type]: 'm' is computed"))
    #expect(try refused("m[1] = 9", after: "m = join([1], [2])").hasPrefix("error[type]: 'm' is computed"))
    #expect(try refused("m[1] = 9", after: "m = [1, 2] * 2").hasPrefix("error[type]: 'm' is computed"))
    #expect(
      try refused("x[1] = 9", after: "x = 3")
        == "error[type]: 'x' is a Number, not a list; nothing changed; write x = 9")
    #expect(try refused("x[1] = 9") == "error[name]: unknown name 'x'")
    #expect(
      try refused("l[1..2] = 9", after: "l = [3, 4]")
        == "error[type]: the place of an element must be a number; nothing changed")
    #expect(
      try refused(#"l[2] = "tea""#, after: "l = [3, 4]")
        == #"error[type]: a list has elements of one type, '3' is a Number and '"tea"' is a Text"#)
    #expect(
      try refused("l[2] = l[1] + 1", after: "l = [3, 4]")
        == "error[cycle]: l would depend on itself; nothing changed; an element can't use its own list; "
        + "for its new value write l[2] = 4")
    // Without a '=' after it, an element is part of a formula.
    let session = try Session(running: "l = [3, 4]")
    #expect(try session.run("l[2] == 4")[0].value?.text == "true")
  }

  @Test func faultsAreShownWhereTheyWereTyped() throws {
    let session = try Session(running: "l = [3, 4, 5]")
    for (line, typed) in [
      (#"l[2] = "tea""#, #""tea""#), ("l[1] = 2 + l[3]", "2 + l[3]"), ("l[7] = 1", "7"), ("l[l] = 1", "l"),
      ("m[1] = 2", "m"),
    ] {
      let end = (line.lastIndex(of: "=").map { line.utf8.distance(from: line.startIndex, to: $0) }) ?? 0
      do throws(Diagnostic) {
        try session.run(line)
        Issue.record("\(line) was not refused")
      } catch {
        let text = String(decoding: Array(line.utf8)[error.range], as: UTF8.self)
        #expect(text == typed && (line.hasSuffix(typed) == (error.range.lowerBound > end)), "\(line)")
      }
    }
  }

  @Test func randomEditsMakeTheListThatIsWrittenOut() throws {
    var random = SplitMix64(seed: 20)
    let session = try Session(running: "l = [0, 0, 0, 0, 0]")
    var expected = [0, 0, 0, 0, 0]
    for _ in 0..<200 {
      let (place, value) = (Int(random.next() % 5), Int(random.next() % 100))
      expected[place] = value
      try session.run("l[\(place + 1)] = \(value)")
      #expect(session.source(of: "l") == "[\(expected.map(String.init).joined(separator: ", "))]")
    }
  }
}
