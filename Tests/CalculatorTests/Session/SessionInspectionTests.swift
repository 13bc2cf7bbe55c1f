// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import Testing

@Suite struct SessionInspectionTests {
  func inspect(_ name: String, in session: Session, limit: Int = 24) throws -> [String] {
    try session.inspect(SourceName(name), limit: limit)
  }

  @Test func aNodeOfAKindShowsItsPortsAndReaders() throws {
    let session = try Session(
      running: "brand = #3366cc", "k = 4", "soft = ColorAdjust(color: brand, multiplier: k * 32)",
      "page = ColorAdjust(color: soft)", "logo = red(soft)")
    #expect(
      try inspect("soft", in: session) == [
        "soft = #1a3366", "  kind        ColorAdjust", "  color       Color   ← brand = #3366cc",
        "  multiplier  Number  ← k * 32 = 128", "  gives       Color   → logo, page.color", "  evaluated   4 of 6",
      ])
    #expect(
      try inspect("page", in: session) == [
        "page = #000000", "  kind        ColorAdjust", "  color       Color   ← soft = #1a3366",
        "  multiplier  Number  0", "  gives       Color", "  evaluated   5 of 6",
      ])
    #expect(
      try inspect("k", in: session) == [
        "k = 4", "  kind       formula", "  formula    4", "  gives      Number  → soft.multiplier",
        "  evaluated  2 of 6",
      ])
  }

  @Test func aFormulaShowsTheNamesItHasAndThoseItLacks() throws {
    let session = try Session(running: "a = 1", "`b c` = 2", "a = 3", "f = a / `b c`", "g = f + a")
    try session.rename(SourceName("a"), to: SourceName("z"))
    _ = try session.delete(SourceName("b c"))
    #expect(
      try inspect("f", in: session) == [
        "f = ⚠ unset input 'b c'", "  kind       formula", "  formula    z / `b c`", "  z          Number  ← z = 3",
        "  `b c`      Number  unset", "  gives      Number  → g", "  evaluated  2 of 3",
      ])
    #expect(try inspect("z", in: session).contains("  set by you  1 → 3"))
  }

  @Test func theLastEditIsSaidToHaveRunTheNodeOrToHaveEndedBeforeIt() throws {
    let session = try Session(running: "a = 1.2", "b = 2", "r = round(a)", "c = r + b", "d = 1 / (a - 3)")
    func lastEdit(_ name: String) throws -> String? {
      try inspect(name, in: session).first { $0.hasPrefix("  last edit") }.map { String($0.dropFirst(13)) }
    }
    #expect(try lastEdit("c") == nil)
    try session.run("b = 3")
    #expect(try lastEdit("c") == "ran, since b changed")
    #expect(try lastEdit("b") == nil && lastEdit("r") == nil)
    try session.run("a = 1.3")
    #expect(try lastEdit("r") == "ran, since a changed; its value stayed the same")
    #expect(try lastEdit("c") == "did not reach it: r stayed the same")
    try session.run("w = Add(x: d, y: 1)")
    try session.run("a = 3")
    #expect(try lastEdit("w") == "could not run, since a changed")
    try session.run("a = 5")
    _ = try session.setMode(.bypassed, of: [SourceName("w")])
    try session.run("a = 6")
    #expect(try lastEdit("w") == "did not run, as it is bypassed")
    session.evaluator.forcesPlans = true
    try session.run("b = 4")
    try session.run("b = 5")
    #expect(try lastEdit("c") == "ran by a plan, since b changed")
  }

  @Test func manyPortsAndReadersAreCounted() throws {
    let session = try Session(running: "a = 1")
    for index in 10..<20 { try session.run("n\(index) = a") }
    try session.run("all = \((10..<20).map { "n\($0)" }.joined(separator: " + "))")
    #expect(try inspect("a", in: session, limit: 3).contains("  gives      Number  → n10, n11, n12 and 7 more"))
    #expect(try inspect("all", in: session, limit: 3).contains("  …          7 more"))
  }

  @Test func ofManyReadersThoseConnectedFirstAreListedByName() throws {
    let session = try Session(running: "a = 1", "gone = 1")
    var names: [String] = []
    for index in 0..<200 {
      let name = ["n\(index * 7919 % 1000)", "größe \(index)", "Z\(index)"][index % 3]
      names.append(SourceName.spelling(name))
      try session.run("\(SourceName.spelling(name)) = a + \(index)")
    }
    _ = try session.delete(SourceName("gone"))
    let first = names.prefix(24).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let listed = first.joined(separator: ", ")
    #expect(try inspect("a", in: session).contains("  gives      Number  → \(listed) and 176 more"))
    let order = session.names
    for name in ["a", "Z2", "n0"] {
      let place = try #require(order.firstIndex(of: name))
      #expect(try inspect(name, in: session).last == "  evaluated  \(place + 1) of 201")
    }
  }

  @Test func whatDependsOnWhatIsListedInEvaluationOrder() throws {
    let session = try Session(running: "c = 1", "b = c + 1", "x = Add(x: b * 2, y: c)", "a = x", "free = 1")
    #expect(try session.upstream(SourceName("a")) == ["c", "b", "x"])
    #expect(try session.upstream(SourceName("c")) == [])
    #expect(try session.downstream(SourceName("c")) == ["b", "x", "a"])
    #expect(session.names.firstIndex(of: "x").map { $0 > 1 } == true)
    #expect(Set(session.names) == ["a", "b", "c", "free", "x"])
  }

  @Test func anUnknownNameIsRefusedWithASuggestion() throws {
    let session = try Session(running: "total = 4")
    let name = SourceName("totl")
    let text = "error[name]: unknown name 'totl'; did you mean 'total'?"
    #expect(refusal { () throws(Diagnostic) in _ = try session.inspect(name) } == text)
    #expect(refusal { () throws(Diagnostic) in _ = try session.upstream(name) } == text)
    #expect(refusal { () throws(Diagnostic) in _ = try session.downstream(name) } == text)
  }
}
