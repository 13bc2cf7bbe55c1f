// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeGraph
import Testing

/// Functions with several results, and names that stand for all of them.
@Suite struct NamedResultsTests {
  private static let split = "split(x) = (net: x / 1.2, tax: x - x / 1.2)"

  private func error(_ line: String, in session: Session) -> String {
    do throws(Diagnostic) {
      try session.run(line)
      return "it was not refused"
    } catch {
      return ([error.summary] + error.notes).joined(separator: " | ")
    }
  }

  /// The results of an expression: `net = 100, tax = 20`.
  private func results(_ line: String, in session: Session) throws -> String {
    try session.run(line)[0].results.map { "\($0.name) = \($0.value.text)" }.joined(separator: ", ")
  }

  private func changes(_ line: String, in session: Session) throws -> [String] {
    defer { session.checkInvariants() }
    return try session.run(line)[0].changes.map { "\($0.name) \($0.text)" }
  }

  // MARK: Values

  @Test func aResultIsTakenFromACallOrFromANameForAll() throws {
    let session = try Session(running: Self.split)
    #expect(session.functions == [Self.split])
    #expect(try session.run("split(120).net + split(split(288).net).tax")[0].value?.text == "140")
    #expect(try results("split(120)", in: session) == "net = 100, tax = 20")
    #expect(try changes("price = 120", in: session) == ["price = 120"])
    #expect(try changes("s = split(price)", in: session) == ["s.net = 100", "s.tax = 20"])
    #expect(try changes("total = s.net + 2 * s.tax", in: session) == ["total = 140"])
    #expect(try results("s", in: session) == "s.net = 100, s.tax = 20")
    #expect(
      try changes("price = 240", in: session).sorted() == [
        "price 120 → 240", "s.net 100 → 200", "s.tax 20 → 40", "total 140 → 280",
      ])
    // Any word can name a result, because a dot precedes it.
    try session.run("ends(l) = (min: min(l), max: max(l), and: 3)")
    #expect(try results("ends([3, 7])", in: session) == "min = 3, max = 7, and = 3")
    #expect(try session.run("m = ends([3, 7])")[0].changes.map(\.name) == ["m.min", "m.max", "m.and"])
    #expect(try session.run("m.max - m.min + m.and")[0].value?.text == "7")
    // Results may have different types.
    try session.run("show(x) = (text: x & \" EUR\", list: [x, x], big: x > 3); v = show(5)")
    #expect(try session.run("count(v.list) + if(v.big, 1, 0)")[0].value?.text == "3")
    #expect(session.value(of: "v.text")?.text == "\"5 EUR\"")
    session.checkInvariants()
  }

  /// Checks that each result is a node of its own, evaluated only if its own inputs change.
  @Test func onlyWhatATakenResultReadsIsComputed() throws {
    let session = try Session(
      running: "a = 1", "b = 2", "f(x) = (first: x + a, second: x + b)", "r = f(3)", "one = f(3).first",
      "two = r.second")
    #expect(try changes("a = 10", in: session) == ["a 1 → 10", "r.first 4 → 13", "one 4 → 13"])
    #expect(try changes("b = 20", in: session) == ["b 2 → 20", "r.second 5 → 23", "two 5 → 23"])
    #expect(try session.upstream(SourceName("one")) == ["a"])
    #expect(try session.run("g(x) = f(x).second * 2; t = g(1)")[1].changes.map(\.text) == ["= 42"])
    #expect(try session.upstream(SourceName("t")) == ["b"])
    // A result that isn't used can't fail.
    try session.run("h(x) = (good: x, bad: 1 / 0 * x)")
    #expect(try session.run("h(3).good")[0].value?.text == "3")
    #expect(try results("h(3)", in: session) == "good = 3, bad = ⚠ division by zero")
  }

  // MARK: Refusals

  @Test func otherSpellingsAreRefusedAndSayTheRightOne() throws {
    let session = try Session(running: "price = 3", "vat(x) = x * 20%", Self.split)
    let right = "several results need names: f(x) = (net: x / 1.2, tax: x - x / 1.2)"
    for line in [
      "f(x) = (x / 2, x * 2)", "f(x) = x / 2, x * 2", "f(x) = net: x", "f(x) = {net: x}", "f(x) = (`a b`: x)",
      "f(x) = (net: x, x)",
    ] {
      #expect(error(line, in: session).hasSuffix(right), "\(line)")
    }
    #expect(error("f(x) = (a: x, a: 2)", in: session) == "error[name]: the result 'a' is given twice")
    #expect(
      error("t = (net: 1, tax: 2)", in: session)
        == "error[syntax]: a name can't have several values; a function can have several results: f(x) = (net: x / 1.2, tax: x - x / 1.2)"
    )
    #expect(
      error("f(x) = (a: x, b: a)", in: session)
        == "error[name]: unknown name 'a'; a result can't use another result; write the formula of 'a' instead")
    let several =
      "error[syntax]: 'split' returns several results: net, tax; write split(x).net, or name them all: r = split(x)"
    for line in ["t = split(3) + 1", "f(x) = split(x)", "f(x) = (a: split(x), b: x)", "vat(split(3))", "(split(3))"] {
      #expect(error(line, in: session) == several, "\(line)")
    }
    #expect(error("vat(3).net", in: session) == "error[name]: 'vat' returns one value, which has no name; write vat(x)")
    #expect(error("split(3).nett", in: session) == "error[name]: 'split' has no result 'nett'; did you mean 'net'?")
    #expect(
      error("split(3).gross", in: session) == "error[name]: 'split' has no result 'gross'; its results are net, tax")
    #expect(error("split(3, 4).net", in: session) == "error[syntax]: 'split' takes 1 argument, not 2; write split(x)")
    #expect(
      error("price.net", in: session) == "error[syntax]: a port cannot be read in a formula; use the name of its node")
    #expect(session.functions == [Self.split, "vat(x) = x * 20%"])
    #expect(session.names == ["price"])
  }

  @Test func aLineGoesOnUntilTheResultsAreClosed() {
    let parser = StatementParser(kinds: [])
    for line in ["f(x) = (", "f(x) = (a", "f(x) = (a:", "f(x) = (a: x", "f(x) = (a: x,", "f(x) = (a: x, b: x *"] {
      #expect(parser.continues(line), "\(line)")
    }
    #expect(!parser.continues("f(x) = (a: x)"))
    #expect(!parser.continues("f(x) = (a: x) b"))
  }

  @Test func recursionThroughResultsIsRefusedWithItsPath() throws {
    let session = try Session(running: "f(x) = (a: x, b: x)", "g(x) = f(x).a", "h(x) = (c: g(x), d: 1)")
    #expect(
      error("f(x) = (a: x, b: h(x).d)", in: session)
        == "error[cycle]: f would call itself; nothing changed | f → h → g → f")
    #expect(
      error("k(x) = (a: 1, b: k(x).a)", in: session) == "error[cycle]: k would call itself; nothing changed | k → k")
    #expect(
      error("s = f(s.a)", in: session).hasPrefix("error[name]: unknown name 's.a'"))
    try session.run("x = 1; s = f(x); y = s.a + 1")
    #expect(error("x = y", in: session) == "error[cycle]: x would depend on itself; nothing changed | x → s.a → y → x")
    #expect(error("s = f(s.b)", in: session) == "error[cycle]: s.b would depend on itself; nothing changed | s.b → s.b")
    // Nor can a formula that waits for such a name close a cycle.
    _ = try session.delete(SourceName("s"))
    #expect(error("s = f(y)", in: session).hasPrefix("error[cycle]: "))
    #expect(session.node(named: "s.a") == nil && session.node(named: "s.b") == nil)
    session.checkInvariants()
  }

  @Test func aNameForAllStandsForNothingElse() throws {
    let session = try Session(running: Self.split, "s = split(120)", "n = 5", "total = s.net + n")
    let before = session.text
    for line in ["s = 5", "s = Add()", "s(x) = x"] {
      #expect(
        error(line, in: session)
          == "error[name]: 's' holds the results of split; nothing changed; choose another name, or delete s first")
    }
    #expect(
      error("n = split(3)", in: session).hasPrefix("error[name]: 'n' is a node, and split returns several results"))
    #expect(error("s + 1", in: session) == "error[name]: 's' has several results; write s.net or s.tax")
    #expect(error("s.gross + 1", in: session) == "error[name]: 's' has no 'gross'; it has net, tax")
    #expect(error("s.net = 4", in: session) == "error[name]: 's' has several results; write s.net or s.tax")
    let part =
      "error[name]: 's.net' is a result of split(120); nothing changed; s = … gives it another value, delete s removes it"
    #expect(error("`s.net` = 4", in: session) == part)
    #expect(refusal { () throws(Diagnostic) in _ = try session.delete(SourceName("s.net")) } == part)
    #expect(refusal { () throws(Diagnostic) in try session.rename(SourceName("s.net"), to: SourceName("m")) } == part)
    #expect(
      refusal { () throws(Diagnostic) in try session.rename(SourceName("n"), to: SourceName("s")) }
        == "error[name]: the name 's' is taken; nothing changed")
    #expect(session.text == before)
    // Other names with a dot are not results.
    try session.run("`t.net` = 3")
    #expect(try session.run("t.net * 2")[0].value?.text == "6")
    #expect(error("t = split(5)", in: session).hasPrefix("error[name]: 't.net' already exists; nothing changed"))
  }

  // MARK: Edits

  @Test func allAreGivenAndTakenInOneStep() throws {
    let session = try Session(running: Self.split, "price = 120", "total = 0")
    let empty = session.text
    try session.run("s = split(price)")
    try session.run("total = s.net + s.tax")
    let first = session.text
    #expect(session.history.suffix(2) == ["s = split(price)", "total = s.net + s.tax"])
    #expect(
      try changes("s = split(60)", in: session).sorted() == ["s.net 100 → 50", "s.tax 20 → 10", "total 120 → 60"])
    try session.undo()
    #expect(session.text == first && session.value(of: "total")?.text == "120")
    _ = try session.delete(SourceName("s"))
    #expect(session.value(of: "total")?.text == "⚠ unset input 's.net'")
    #expect(session.node(named: "s.tax") == nil)
    try session.run("s = split(240)")
    #expect(session.value(of: "total")?.text == "240")
    try session.undo(2)
    #expect(session.text == first)
    #expect(try session.rename(SourceName("s"), to: SourceName("bill")).text == "renamed s → bill; rewrote total")
    #expect(session.source(of: "total") == "bill.net + bill.tax")
    #expect(try session.rename(SourceName("split"), to: SourceName("cut")).rewritten == ["bill.net", "bill.tax"])
    #expect(try results("bill", in: session) == "bill.net = 100, bill.tax = 20")
    #expect(try session.rename(SourceName("price"), to: SourceName("cost")).rewritten == ["bill.net", "bill.tax"])
    #expect(session.text.contains("bill = cut(cost)"))
    try session.undo(5)
    #expect(session.text == empty)
    try session.redo(5)
    #expect(try results("bill", in: session) == "bill.net = 100, bill.tax = 20")
    session.checkInvariants()
  }

  @Test func aRefusedChangeOfAllChangesNone() throws {
    let session = try Session(
      running: "f(x) = (a: x, b: x)", "s = f(3)", "n = s.a + s.b", "g(x) = (a: x + 1, b: x > 3)", "h(x) = (a: x)")
    let before = session.text
    let count = session.history.count
    #expect(error("s = g(3)", in: session) == "error[type]: n = s.a + s.b adds, and s.b would be a Boolean")
    #expect(
      error("s = h(3)", in: session)
        == "error[name]: n reads 's.b', which h doesn't return; nothing changed; change n first")
    #expect(error("s = f(zz)", in: session) == "error[name]: unknown name 'zz'")
    #expect(session.text == before && session.history.count == count && session.value(of: "n")?.text == "6")
    try session.run("n = s.a")
    #expect(try changes("s = h(4)", in: session) == ["s.a 3 → 4", "n 3 → 4"])
    #expect(session.node(named: "s.b") == nil)
    try session.undo()
    #expect(session.value(of: "s.b")?.text == "3")
  }

  @Test func namesFollowTheirFunction() throws {
    let session = try Session(running: Self.split, "price = 120", "s = split(price)", "total = s.net + 1")
    #expect(
      try changes("split(x) = (net: x / 2, tax: x / 2, gross: x)", in: session)
        == ["s.gross = 120", "s.net 100 → 60", "s.tax 20 → 60", "total 101 → 61"])
    #expect(try results("s", in: session) == "s.net = 60, s.tax = 60, s.gross = 120")
    // Results without readers are removed; results with readers stay.
    try session.run("split(x) = (gross: x, net: x / 3)")
    #expect(try results("s", in: session) == "s.gross = 120, s.net = 40")
    #expect(session.node(named: "s.tax") == nil)
    #expect(
      error("split(x) = (gross: x)", in: session)
        == "error[name]: total reads 's.net', which split doesn't return; nothing changed; change total first")
    #expect(
      error("split(x) = x", in: session)
        == "error[name]: s holds the results of split; nothing changed; delete s first")
    try session.undo(2)
    #expect(try results("s", in: session) == "s.net = 100, s.tax = 20")
    session.checkInvariants()
  }

  // MARK: Reports

  @Test func whyInspectAndTextTellOfThem() throws {
    let session = try Session(
      running: "rate = 20%", "net(x) = x / (1 + rate)", "split(x) = (net: net(x), tax: x - net(x))", "price = 120",
      "s = split(price)", "total = s.tax * 2")
    let why = """
      total = 40                        s.tax * 2
      └─ s.tax = 20                     split(price).tax
         ├─ price = 120
         ├─ rate = 0.2
         └─ split(price).tax = 20       x = 120, x - net(x)
            └─ net(x) = 100             x = 120, x / (1 + rate)
      """
    #expect(
      try session.why(SourceName("total")).map { $0.split(separator: " ").joined(separator: " ") }
        == why.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") })
    #expect(try session.inspect(SourceName("s.tax")).first == "s.tax = 20")
    #expect(refusal { () throws(Diagnostic) in _ = try session.why(SourceName("s")) }.hasSuffix("write s.net or s.tax"))
    #expect(
      session.text == """
        # nodecalc 1
        rate = 20%
        net(x) = x / (1 + rate)
        split(x) = (net: net(x), tax: x - net(x))
        price = 120
        s = split(price)
        total = s.tax * 2

        """)
  }

  @Test func scriptsAndDocumentsKeepThem() throws {
    // The lines may be in any order.
    let text = "total = s.tax * 2 + `odd.one`\ns = split(price)\n`odd.one` = 1\nprice = 120\n\(Self.split)\n"
    let session = SessionTextTests().load(text)
    #expect(session.value(of: "total")?.text == "41")
    #expect(SessionTextTests().load(session.text).text == session.text)
    let document = try session.document()
    let loaded = try Session(document: document)
    #expect(loaded.text == session.text && loaded.state == session.state)
    #expect(try loaded.document() == document)
    #expect(try results("s", in: loaded) == "s.net = 100, s.tax = 20")
    _ = try loaded.delete(SourceName("s"))
    #expect(SessionTextTests().load(loaded.text).text == loaded.text)
    loaded.checkInvariants()
    // If only some of the results exist, each is an ordinary node.
    let cut = SessionTextTests().load("\(Self.split)\n`s.net` = split(120).net\nx = s.net\n")
    #expect(try cut.run("`s.net` = 4")[0].changes.map(\.text) == ["100 → 4", "100 → 4"])
  }
}
