// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import Testing

@Suite struct SessionWhyTests {
  func why(_ name: String, in session: Session, depth: Int = 12, limit: Int = 60) throws -> [String] {
    try session.why(SourceName(name), depth: depth, limit: limit)
  }

  @Test func aValueIsExplainedByTheTreeItWasMadeOf() throws {
    let session = try Session(
      running: "price = 20", "qty = 3", "sub = price * qty", "rate = 20%", "tax = sub * rate", "total = sub + tax",
      "price = 25")
    let lines = try why("total", in: session)
    let expected = """
      total = 90           sub + tax
      ├─ sub = 75          price * qty
      │  ├─ price = 25     you set it: 20 → 25
      │  └─ qty = 3
      └─ tax = 15          sub * rate
         ├─ sub ↑
         └─ rate = 0.2
      """
    #expect(lines.joined(separator: "\n") == expected)
  }

  @Test func kindsShowWhatTheirPortsRead() throws {
    let session = try Session(
      running: "brand = #3366cc", "z = 2", "soft = ColorAdjust(color: brand, multiplier: z * 64)",
      "n = Number(value: 4)",
      "`a sum` = Add(x: n, y: 1)", "`a sum`.x = 5", "n -> `a sum`.x", "n = 5")
    #expect(
      try why("soft", in: session) == [
        "soft = #1a3366               ColorAdjust(color: brand, multiplier: z * 64)", "├─ brand = #3366cc",
        "└─ soft.multiplier = 128     z * 64", "   └─ z = 2",
      ])
    #expect(try why("a sum", in: session) == ["`a sum` = 6     Add(x: n, y: 1)", "└─ n = 5        you set it: 4 → 5"])
  }

  @Test func aFailureSaysItsReasonAndWhereItBegan() throws {
    let session = try Session(running: "z = 0", "avg = 90 / z", "margin = avg * 2", "bad = 1 / 0")
    #expect(
      try why("margin", in: session) == [
        "margin = ⚠ from avg: division by zero     avg * 2", "└─ avg = ⚠ division by zero               90 / z",
        "   └─ z = 0",
      ])
    #expect(try why("bad", in: session) == ["bad = ⚠ division by zero     1 / 0"])
    _ = try session.delete(SourceName("z"))
    #expect(
      try why("margin", in: session) == [
        "margin = ⚠ from avg: unset input 'z'     avg * 2", "└─ avg = ⚠ unset input 'z'               90 / z",
        "   └─ z = unset                          no node has this name",
      ])
  }

  @Test func notesStandInColumn48AtMost() throws {
    let session = try Session(running: "a = 1")
    // A line consists of the name, " = 2" and, below the first line, a branch of three characters.
    for (width, column) in [(42, 47), (43, 48), (44, 48), (45, 48), (46, 48), (47, 49), (60, 62)] {
      let name = String(repeating: "n", count: width - 4)
      try session.run("\(name) = a + 1; b = \(name) * 2")
      let lines = try why(name, in: session)
      #expect(lines[0].firstRange(of: "a + 1")?.lowerBound.utf16Offset(in: lines[0]) == column, "\(width)")
      _ = try session.delete(SourceName(name))
    }
  }

  @Test func onlyTheLastChangeOfAConstantIsTold() throws {
    let session = try Session(running: "a = 1", "a = 2", "a = 3", "b = a", "a = 3")
    #expect(try why("a", in: session) == ["a = 3     you set it: 2 → 3"])
    try session.run("c = 1; a = c; c = 5")
    #expect(try why("a", in: session) == ["a = 5        c", "└─ c = 5     you set it: 1 → 5"])
  }

  @Test func deepAndWideTreesAreCutWithACount() throws {
    let session = try Session(running: "n0 = 0")
    for index in 1...5 { try session.run("n\(index) = n\(index - 1) + 1") }
    #expect(
      try why("n5", in: session, depth: 2) == [
        "n5 = 5           n4 + 1", "└─ n4 = 4        n3 + 1", "   └─ n3 = 3     n2 + 1", "      └─ … 1 more",
      ])
    #expect(
      try why("n5", in: session, limit: 2) == ["n5 = 5        n4 + 1", "└─ n4 = 4     n3 + 1", "… 4 more"])
    #expect(try why("n5", in: session, limit: 6).count == 6)
    #expect(try why("n5", in: session, depth: 5).count == 6)
    try session.run("long = \(Array(repeating: "n0", count: 100).joined(separator: " + "))")
    #expect(try why("long", in: session)[0].hasSuffix(" + n0 + n0 …"))
  }

  @Test func aTreeOfManyDiamondsAndALongChainTakesNoLongerThanItsLines() throws {
    let session = try Session(running: "n0 = 1")
    for index in 1...2000 { try session.run("n\(index) = n\(index - 1) / 2 + n\(index - 1) / 2") }
    #expect(try why("n2000", in: session, depth: 5000, limit: 5000).count == 2001)
    #expect(try why("n2000", in: session, depth: 5000).last == "… 1941 more")
  }

  @Test func anUnknownNameIsRefusedWithASuggestion() throws {
    let session = try Session(running: "total = 4")
    #expect(
      refusal { () throws(Diagnostic) in _ = try session.why(SourceName("totl")) }
        == "error[name]: unknown name 'totl'; did you mean 'total'?")
  }
}
