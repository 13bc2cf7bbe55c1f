// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import Testing

/// Lists and texts in formulas.
@Suite struct ListFormulaTests {
  /// The answer to a formula in a session with some names.
  private func answer(_ formula: String) -> String {
    do throws(Diagnostic) {
      let session = Session()
      try session.run(
        "p = [3, 4, 5]; q = [2, 0, 1]; k = [\"a\", \"b\", \"c\"]; n = 2; t = \"b\"; m = [true, false, true]")
      return try session.run(formula).first?.value?.text ?? "nothing"
    } catch {
      return error.summary
    }
  }

  @Test func listsAndTextsHaveTheirValues() {
    let lines: [(String, String)] = [
      ("[3, 4, 5]", "[3, 4, 5]"), ("[]", "[]"), ("[n, n + 1]", "[2, 3]"),
      ("1..5", "[1, 2, 3, 4, 5]"), ("5..1", "[5, 4, 3, 2, 1]"), ("0..1 step 0.25", "[0, 0.25, 0.5, 0.75, 1]"),
      ("0..0.3 step 0.1", "[0, 0.1, 0.2, 0.3]"), ("1..1", "[1]"), ("n..n + 2", "[2, 3, 4]"),
      ("(1..3) * 2", "[2, 4, 6]"),
      ("10..1 step -4", "[10, 6, 2]"),
      ("1..3 step -1", "⚠ a step of -1 doesn't lead from the first number to the last"),
      ("1..1e9", "⚠ the list would have more than 10000000 elements"),
      ("p * 2", "[6, 8, 10]"), ("2 ^ p", "[8, 16, 32]"), ("p + q", "[5, 4, 6]"), ("-p", "[-3, -4, -5]"),
      ("p%", "[0.03, 0.04, 0.05]"), ("sqrt([4, 9])", "[2, 3]"), ("round([1.26, 2.34], 1)", "[1.3, 2.3]"),
      ("clamp(p, 4, 4.5)", "[4, 4, 4.5]"), ("p > 3", "[false, true, true]"), ("3 < p < 5", "[false, true, false]"),
      ("p / q", "⚠ division by zero at element 2"), ("p + [1, 2]", "⚠ lists of 3 and 2 elements differ in length"),
      ("iferror(p / q, p)", "[3, 4, 5]"), ("n + iferror(p + p / q, p)", "[5, 6, 7]"), ("iserror(p[9])", "true"),
      ("sum(p)", "12"), ("sum(p, 1, q)", "16"), ("sum([])", "0"), ("product(p)", "60"), ("product([])", "1"),
      ("mean(p)", "4"), ("average(p)", "4"), ("median(q)", "1"), ("stdev(p)", "1"), ("min(p, n)", "2"), ("max(p)", "5"),
      ("min([])", "⚠ min of an empty list"), ("gcd([12, 18])", "6"), ("hypot([-3])", "3"), ("count(p)", "3"),
      ("count(p > 3)", "2"), ("count(p, k)", "6"), ("len(p)", "3"), ("len(\"Grüße\")", "5"),
      ("p[1]", "3"), ("p[n]", "4"), ("p[3] - 1", "4"), ("-p[1]", "-3"), ("p[2..3]", "[4, 5]"), ("index(p, 3)", "5"),
      ("p[0]", "⚠ element 0 does not exist: the list has 3 elements, the first is element 1"),
      ("[7][2]", "⚠ element 2 does not exist: the list has 1 element"),
      ("p[1.5]", "⚠ 1.5 is not a place: places are whole numbers from 1"),
      ("p where p > 3", "[4, 5]"), ("k where p > 3", #"["b", "c"]"#), ("filter(p, m)", "[3, 5]"),
      ("sum(p where k == t)", "4"), ("sum(p * q where p > 3 and q > 0)", "5"), ("p where p > 9", "[]"),
      ("match(4, p)", "2"), ("match(t, k)", "2"), ("match([5, 3], p)", "[3, 1]"), ("match(4.5, p, 1)", "2"),
      ("match(9, p)", "⚠ 9 is not in the list"), ("match(\"z\", k)", #"⚠ "z" is not in the list"#),
      ("match(4, reverse(p), -1)", "2"), ("match(1, p, 1)", "⚠ 1 is not in the list"), ("match(1, p, 2)", "⚠ domain"),
      ("lookup(t, k, p)", "4"), ("lookup([\"c\", \"a\"], k, p)", "[5, 3]"),
      ("lookup(t, k, [1])", "⚠ lists of 3 and 1 elements differ in length"),
      ("sort([3, 1, 2])", "[1, 2, 3]"), ("sort([\"b\", \"a\"])", #"["a", "b"]"#), ("reverse(p)", "[5, 4, 3]"),
      ("first(p)", "3"), ("last(k)", #""c""#), ("first([])", "⚠ first of an empty list"),
      ("unique([1, 2, 1])", "[1, 2]"),
      ("join(p, 6, q)", "[3, 4, 5, 6, 2, 0, 1]"), ("sumproduct(p, q)", "11"), ("sumproduct(p, q, q)", "17"),
      ("sumby(p, k)", "[3, 4, 5]"), ("sumby(p, m)", "[8, 4]"),
      ("sumby(join(p, 6), [\"b\", \"a\", \"b\", \"a\"])", "[8, 10]"),
      ("sumby([1e16, 1, -1e16], [0, 0, 0])", "[1]"), ("sumby([], [])", "[]"),
      ("sumby(p, [1])", "⚠ lists of 3 and 1 elements differ in length"),
      ("sumby([1e308, 1e308], [0, 0])", "⚠ overflow"),
      ("any(p > 4)", "true"), ("all(p > 4)", "false"), ("if(p > 3, p, 0)", "[0, 4, 5]"),
      ("p > 3 ? \"big\" : k", #"["a", "big", "big"]"#),
      ("not m", "[false, true, false]"), ("m and p > 3", "[false, false, true]"), ("m or p > 3", "[true, true, true]"),
      ("rgb(p, 0, 0)", "[#030000, #040000, #050000]"), ("red(rgb(p, 0, 0))", "[3, 4, 5]"),
      (#""abc""#, #""abc""#), (#""a \"q\" \\ \n \t \u{e9}""#, #""a \"q\" \\ \n \t é""#), (#""x" & "y""#, #""xy""#),
      (#""n is " & n & "!""#, #""n is 2!""#), (#""v" & p"#, #"["v3", "v4", "v5"]"#), (#"upper("abc")"#, #""ABC""#),
      (#"lower(["A", "B"])"#, #"["a", "b"]"#), (#"contains(k, "b")"#, "[false, true, false]"), (#""a" < "b""#, "true"),
      (#""a" == "A""#, "false"), (#"k == t"#, "[false, true, false]"), (#"number(" -12.5 ")"#, "-12.5"),
      (#"number(["1", "2%"])"#, "[1, 0.02]"), (#"number("x")"#, #"⚠ "x" is not a number"#),
      (#""# + "\"a ; # b\"", "\"a ; # b\""),
      ("1..30", "[1, 2, 3, 4, 5, 6, 7, 8, … 22 more]"),
    ]
    for (formula, value) in lines { #expect(answer(formula) == value, "\(formula)") }
  }

  @Test func textsAreTakenApart() {
    let lines: [(String, String)] = [
      (#"left("Grüße", 3)"#, #""Grü""#), (#"right("Grüße", 2)"#, #""ße""#), (#"mid("Grüße", 2, 3)"#, #""rüß""#),
      (#"left("abc", 0)"#, #""""#), (#"left("abc", 1e300)"#, #""abc""#), (#"right("abc", 9)"#, #""abc""#),
      (#"mid("abc", 3, 9)"#, #""c""#), (#"mid("abc", 1e300, 1)"#, #""""#),
      (#"left(["abc", "d"], n)"#, #"["ab", "d"]"#), (#"mid(k, 1, 1) == k"#, "[true, true, true]"),
      ("trim(\" \\t a b \\n\")", #""a b""#), ("trim(\"\u{a0}a\u{a0}\")", #""a""#), (#"trim("")"#, #""""#),
      (#"trim([" a", "b "])"#, #"["a", "b"]"#),
      (#"left("abc", -1)"#, "⚠ a text cannot have -1 characters: it takes a whole number from 0"),
      (#"right("abc", 1.5)"#, "⚠ a text cannot have 1.5 characters: it takes a whole number from 0"),
      (#"mid("abc", 0, 1)"#, "⚠ a text has no character at 0: places are whole numbers from 1"),
      (#"mid("abc", 1, -2)"#, "⚠ a text cannot have -2 characters: it takes a whole number from 0"),
      ("left(n, 1)", "error[type]: 'left' needs a Text, 'n' is a Number"),
    ]
    for (formula, value) in lines { #expect(answer(formula) == value, "\(formula)") }
  }

  @Test func typesThatDoNotFitAreRefusedWithBothTypes() {
    let lines: [(String, String)] = [
      ("p + t", "error[type]: '+' needs numbers, 't' is a Text; join texts with '&'"),
      ("[1, t]", "error[type]: a list has elements of one type, '1' is a Number and 't' is a Text"),
      (
        "[[1], 2]",
        "error[type]: a list can't be in a list, '[1]' is a list of Numbers; join(x, y) makes one list of two"
      ),
      ("p == k", "error[type]: '==' needs two values of one type, 'p' is a list of Numbers and 'k' is a list of Texts"),
      ("k < p", "error[type]: '<' needs two values of one type, 'k' is a list of Texts and 'p' is a list of Numbers"),
      ("p and m", "error[type]: 'and' needs booleans, 'p' is a list of Numbers"),
      (
        "true and m",
        "error[type]: 'and' needs a Boolean after a Boolean, 'm' is a list of Booleans; put the list first"
      ),
      (
        "if(true, p, n)", "error[type]: 'if' needs two values of one type, 'p' is a list of Numbers and 'n' is a Number"
      ),
      ("lookup(1, k, p)", "error[type]: 'lookup' needs values of one type, '1' is a Number and 'k' is a list of Texts"),
      (
        "p where n > 1",
        "error[type]: 'where' needs a list of Booleans, 'n > 1' is a Boolean; compare the list, as in x where x > 0"
      ),
      ("n[1]", "error[type]: '[ ]' needs a list, 'n' is a Number"),
      ("sumby(k, p)", "error[type]: 'sumby' needs a list of numbers or quantities, 'k' is a list of Texts"),
      ("sumby(p, n)", "error[type]: 'sumby' needs a list, 'n' is a Number"),
      ("count(3)", "error[type]: 'count' needs a list, '3' is a Number"),
      ("first(t)", "error[type]: 'first' needs a list, 't' is a Text"),
      ("1..p", "error[type]: '..' needs numbers, 'p' is a list of Numbers"),
      ("sum(k)", "error[type]: 'sum' needs numbers, 'k' is a list of Texts"),
      ("1 & 2", "error[type]: '&' needs a text on one side, '1' is a Number and '2' is a Number"),
      (
        "true & false",
        "error[type]: '&' needs a text on one side, 'true' is a Boolean and 'false' is a Boolean; write 'and'"
      ),
      ("stdev(3)", "error[syntax]: 'stdev' takes at least 2 arguments, not 1; write stdev(x, y, …)"),
      ("[1, 2", "error[syntax]: '[' is never closed"), ("p]", "error[syntax]: ']' without '['"),
      ("\"abc", "error[syntax]: '\"' is never closed"),
      ("\"a\" \"b\"", "error[syntax]: expected an operator before '\"b\"'; join texts with '&'"),
      (
        #""\q""#,
        #"error[syntax]: unknown escape '\q' in a text; write \\ for a backslash; \" \n \t and \u{e9} are known"#
      ),
    ]
    for (formula, refusal) in lines { #expect(answer(formula) == refusal, "\(formula)") }
  }

  @Test func aChangeOfTypeRecompilesWhatReadsItOrIsRefused() throws {
    let session = try Session(running: "a = 3", "b = a * 2", "c = b + 1")
    try session.run("a = [1, 2]")
    #expect(session.state == ["a = [1, 2] = [1, 2]", "b = a * 2 = [2, 4]", "c = b + 1 = [3, 5]"])
    let before = session.state
    #expect(throws: Diagnostic.self) { try session.run("a = \"x\"") }
    #expect(session.state == before)
    _ = try session.undo()
    #expect(session.state == ["a = 3 = 3", "b = a * 2 = 6", "c = b + 1 = 7"])
    do throws(Diagnostic) {
      try session.run("a = \"x\"")
    } catch {
      #expect(error.message == "b = a * 2 multiplies, and a would be a Text" && error.notes == [])
    }
  }

  @Test func equalListsAndTextsAreCutOff() throws {
    let session = try Session(
      running: "a = 1", "b = 2", "xs = [a, b, 3]", "first = xs[1]", "after = first + 1", "big = xs where xs > 1")
    let result = try #require(try session.run("b = 5").first)
    #expect(result.changes.map(\.name) == ["b", "xs", "big"])
    // xs, first and big ran; first has its old value, so `after` did not run.
    #expect(result.evaluatedCount == 3)
    let same = try #require(try session.run("a = 0.5").first)
    #expect(same.changes.map(\.name) == ["a", "xs", "first", "after"])
    let lists = try Session(
      running: "n = 3", "up = 1..n", "s = sum(sort(reverse(up)))", "even = up where mod(up, 2) == 0", "t = sum(even)")
    #expect(try lists.run("n = 4").first?.changes.map(\.name) == ["n", "up", "s", "even", "t"])
    #expect(try lists.run("n = 5").first?.changes.map(\.name) == ["n", "up", "s"])
  }

  @Test func sessionsWithListsAndTextsComeBackFromScriptsAndDocuments() throws {
    let lines = [
      "prices = [3, 4.5, 5]", "names = [\"a; b\", \"# c\", \"d\\\"\"]", "big = prices where prices > 3",
      "t = \"x\\n\" & len(names)",
      "flags = prices > 4", "reds = rgb(prices, 0, 0)", "none = names where prices > 9",
      "f(x, y) = lookup(x, names, prices) * y",
      "one = f(\"# c\", 2)", "waits = prices * missing", "empty = []",
    ]
    let session = Session()
    for line in lines {
      _ = try? session.run("missing = [1, 2, 3]")
      try session.run(line)
    }
    _ = try session.delete(SourceName("missing"))
    let again = Session()
    for line in session.text.split(separator: "\n") where !line.hasPrefix(".") && !line.hasPrefix("#") {
      try again.run(String(line))
    }
    _ = try again.delete(SourceName("missing"))
    #expect(again.state == session.state)
    let loaded = try Session(document: try session.document())
    #expect(loaded.state == session.state)
    #expect(loaded.text == session.text)
    // An awaited name keeps its type.
    #expect(throws: Diagnostic.self) { try loaded.run("missing = \"x\"") }
    try loaded.run("missing = [1, 1, 2]")
    #expect(loaded.value(of: "waits")?.text == "[3, 4.5, 10]")
  }

  @Test func aListOfAMillionElementsTakesEightBytesAnElement() throws {
    let session = try Session(running: "xs = 1..1000000", "ys = xs * 2")
    #expect(session.value(of: "ys")?.wholeText.utf8.count ?? 0 > 1_000_000)
    guard case .value(.numbers(let list))? = session.value(of: "ys") else { return #expect(Bool(false), "no list") }
    #expect(list.count == 1_000_000 && list.capacity <= 3 * list.count)
    #expect(session.value(of: "xs")?.text == "[1, 2, 3, 4, 5, 6, 7, 8, … 999992 more]")
    #expect(try session.run("sum(ys)").first?.value?.text == "1000001000000")
  }

  @Test func functionsOfOnesOwnTakeListsAndTextsAndFailOnlyWithWhatTheyNeed() throws {
    let session = try Session(
      running: "p = [3, 4]", "q = [1, 0]", "tried(x, y) = iferror(sum(x), y)", "pick(c, x, y) = if(c, x, y)",
      "greet(n) = \"hi \" & upper(n)", "a = 1 + tried(p + p / q, 5)", "b = pick(true, p * 2, p / q)",
      "c = greet(\"x\")",
      "d = greet([\"x\", \"y\"])")
    #expect(session.value(of: "a")?.text == "6")
    #expect(session.value(of: "b")?.text == "[6, 8]")
    #expect(session.value(of: "c")?.text == "\"hi X\"")
    #expect(session.value(of: "d")?.text == "[\"hi X\", \"hi Y\"]")
    try session.run("q = [1, 2]")
    #expect(session.value(of: "a")?.text == "13")
    // Redefined with other types, the function changes its callers' results, or is refused if they can't use it.
    try session.run("tried(x, y) = iferror(first(x), y)")
    #expect(session.value(of: "a")?.text == "7")
    #expect(
      refusal { () throws(Diagnostic) in try session.run("tried(x, y) = upper(x)") }.contains(
        " could no longer use tried: in 'tried': 'upper' needs a Text"))
    #expect(try session.why(SourceName("c")).last == "└─ greet(\"x\") = \"hi X\"     n = \"x\", \"hi \" & upper(n)")
  }

  @Test func whatIsOfOtherTypesStaysAsItIs() throws {
    let session = try Session(running: "xs = [1, 2]", "ys = xs * 2", "n = 1")
    let before = session.state
    #expect(
      refusal { () throws(Diagnostic) in try session.expand(SourceName("ys")) }.contains(
        "'xs' is a list of Numbers, and no kind of node takes lists"))
    #expect(refusal { () throws(Diagnostic) in try session.run("c = Add(x: xs)") }.contains("xs is a list of Numbers"))
    #expect(session.state == before)
    let copies = try session.duplicate([SourceName("xs"), SourceName("ys")]).copies
    #expect(copies.map { session.value(of: $0.copy)?.text } == ["[1, 2]", "[2, 4]"])
    #expect(try session.why(SourceName("ys")) == ["ys = [2, 4]     xs * 2", "└─ xs = [1, 2]"])
  }

  @Test func anAnswerThatIsAListOrATextCanBeUsed() throws {
    let session = try Session(running: "[1, 2, 3]", "ans * 2")
    #expect(try session.run("sum(ans)").first?.value?.text == "12")
    try session.run("[\"a\"] where [false]")
    #expect(try session.run("count(ans)").first?.value?.text == "0")
    try session.run("\"a\"")
    #expect(try session.run("ans & \"b\"").first?.value?.text == "\"ab\"")
  }
}
