// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeGraph
import TestSupport
import Testing

@Suite struct SessionFunctionsTests {
  func error(_ line: String, in session: Session) -> String {
    do throws(Diagnostic) {
      try session.run(line)
      return "it was not refused"
    } catch {
      return ([error.summary] + error.notes).joined(separator: " | ")
    }
  }

  // MARK: Values

  @Test func aFunctionIsUsedInFormulasAndByFunctions() throws {
    let session = try Session(
      running: "rate = 20%", "vat(x) = x * rate", "gross(x, n) = (x + vat(x)) * n", "price = 80",
      "total = gross(price, 2)")
    #expect(session.value(of: "total")?.text == "192")
    #expect(session.functions == ["gross(x, n) = (x + vat(x)) * n", "vat(x) = x * rate"])
    #expect(try session.run("gross(10, 3) + vat(5)")[0].value?.text == "37")
    // Colours and Booleans are accepted; each call has its own types.
    try session.run("pick(c, x, y) = if(c, x, y)")
    #expect(try session.run("pick(price > 1, #fff, #000)")[0].value?.text == "#ffffff")
    #expect(try session.run("pick(false, price, vat(price))")[0].value?.text == "16")
  }

  @Test func onlyWhatHangsOnAChangedNameIsComputed() throws {
    let session = try Session(
      running: "rate = 20%", "vat(x) = x * rate", "price = 80", "total = price + vat(price)", "other = price * 2",
      "half(x) = x / 2", "small = half(3)")
    #expect(try session.run("rate = 25%")[0].changes.map(\.name) == ["rate", "total"])
    let redefined = try session.run("vat(x) = x * rate + 1")[0]
    #expect(redefined.changes.map { "\($0.name) \($0.text)" } == ["total 100 → 101"])
    #expect(redefined.evaluatedCount == 1)
    #expect(redefined.function == "vat(x) = x * rate + 1")
    // An equal value is cut off before the dependents.
    try session.run("behind = total * 2")
    #expect(try session.run("vat(x) = 1 + rate * x")[0].evaluatedCount == 1)
    // A formula without names is a constant, but still changes with its function.
    #expect(try session.run("half(x) = x / 4")[0].changes.map { "\($0.name) \($0.text)" } == ["small 1.5 → 0.75"])
    // If a function stops using a name, formulas that call it stop too.
    try session.run("vat(x) = x")
    #expect(try session.upstream(SourceName("total")) == ["price"])
    #expect(try session.run("rate = 1")[0].changes.map(\.name) == ["rate"])
    session.checkInvariants()
  }

  @Test func whatIsNotNeededCantFail() throws {
    let session = try Session(running: "safe(x, y) = iferror(x, y)", "pick(c, x, y) = if(c, x, y)", "zero = 0")
    #expect(try session.run("safe(1 / zero, 5)")[0].value?.text == "5")
    #expect(try session.run("pick(true, 1, 1 / zero)")[0].value?.text == "1")
    #expect(try session.run("pick(false, 1, sqrt(zero - 1))")[0].value?.text == "⚠ domain")
    try session.run("bad = 1 / zero; low = safe(bad, 3); passed = pick(true, bad, 1)")
    #expect(session.value(of: "low")?.text == "3")
    #expect(session.value(of: "passed")?.text == "⚠ from bad: division by zero")
  }

  // MARK: Refusals

  @Test func recursionIsRefusedWithItsPath() throws {
    let session = try Session(running: "f(x) = x", "g(x) = f(x) + 1", "h(x) = g(x)")
    #expect(error("f(x) = h(x)", in: session) == "error[cycle]: f would call itself; nothing changed | f → h → g → f")
    #expect(error("f(x) = f(x - 1)", in: session) == "error[cycle]: f would call itself; nothing changed | f → f")
    #expect(error("k(x) = k(x)", in: session) == "error[cycle]: k would call itself; nothing changed | k → k")
    #expect(session.functions == ["f(x) = x", "g(x) = f(x) + 1", "h(x) = g(x)"])
    // A name that a function uses can't be defined through that function.
    try session.run("rate = 2; tax(x) = x * rate; total = tax(3)")
    #expect(
      error("rate = total", in: session)
        == "error[cycle]: rate would depend on itself; nothing changed | rate → total → rate")
    try session.run("top = f(2)")
    #expect(
      error("f(x) = x * top", in: session) == "error[cycle]: top would depend on itself; nothing changed | top → top")
    #expect(session.value(of: "top")?.text == "2")
  }

  @Test func wrongCallsSayWhatIsRight() throws {
    let session = try Session(running: "vat(x) = x * 20%", "area(w, h) = w * h", "price = 3", "total = vat(price)")
    #expect(error("vat(1, 2)", in: session) == "error[syntax]: 'vat' takes 1 argument, not 2; write vat(x)")
    #expect(error("a = area(1)", in: session) == "error[syntax]: 'area' takes 2 arguments, not 1; write area(w, h)")
    #expect(error("aria(1, 2)", in: session) == "error[name]: unknown function 'aria'; did you mean 'area'?")
    #expect(error("foo(1)", in: session) == "error[name]: unknown function 'foo'; define it as foo(x) = …")
    #expect(
      error("price(1 + 2)", in: session)
        == "error[name]: unknown function 'price'; 'price' is a node: multiply with '*'")
    #expect(error("vat + 1", in: session) == "error[name]: 'vat' is a function, not a node; vat(x) is a value")
    #expect(error("q(x) = x * zz", in: session) == "error[name]: unknown name 'zz'")
    #expect(error("q(x) = zz(x)", in: session) == "error[name]: unknown function 'zz'; define it as zz(x) = …")
    #expect(
      error("vat(x, y) = x", in: session)
        == "error[syntax]: total = vat(price) could no longer use vat: 'vat' takes 2 arguments, not 1"
    )
    #expect(
      error("c = vat(#fff)", in: session)
        == "error[type]: in 'vat': '%' needs a number, '20' is a Number | vat(x) = x * 20%"
        || error("c = vat(#fff)", in: session)
          == "error[type]: in 'vat': '*' needs numbers, 'x' is a Color | vat(x) = x * 20%"
    )
    #expect(session.functions == ["area(w, h) = w * h", "vat(x) = x * 20%"])
  }

  @Test func aNameIsANodeOrAFunction() throws {
    let session = try Session(running: "vat(x) = x * 20%", "price = 3")
    #expect(
      error("vat = 4", in: session)
        == "error[name]: 'vat' is a function; nothing changed; choose another name, or delete vat first | vat(x) = x * 20%"
    )
    #expect(error("vat = Add()", in: session).hasPrefix("error[name]: 'vat' is a function; nothing changed"))
    #expect(error("price(x) = x", in: session).hasPrefix("error[name]: 'price' is a node; nothing changed"))
    #expect(
      refusal { () throws(Diagnostic) in try session.rename(SourceName("price"), to: SourceName("vat")) }
        == "error[name]: the name 'vat' is taken; nothing changed")
    // A parameter shadows a node of the same name.
    try session.run("twice(price) = price * 2")
    #expect(try session.run("twice(5)")[0].value?.text == "10")
    #expect(try session.run("price = 4")[0].changes.map(\.name) == ["price"])
    // A user-defined function with the name of a built-in one is written in backticks.
    try session.run("`sqrt`(x) = x * 100; r = `sqrt`(4) + sqrt(4)")
    #expect(session.value(of: "r")?.text == "402")
    #expect(session.functions.first == "`sqrt`(x) = x * 100")
  }

  @Test func aNameThatIsWaitedForIsNoFunction() throws {
    let session = Session()
    try session.run("a = 1; b = a + 1")
    _ = try session.delete(SourceName("a"))
    #expect(
      error("a(x) = x", in: session) == "error[name]: b waits for a value called 'a'; nothing changed; "
        + "choose another name, or change b first")
    try session.run("b = 2; a = 3; g(n) = a")
    _ = try session.delete(SourceName("a"))
    #expect(
      error("a(x) = x", in: session) == "error[name]: g(n) waits for a value called 'a'; nothing changed; "
        + "choose another name, or change g(n) first")
    try session.run("g(n) = n; a(x) = x")
    #expect(session.functions == ["a(x) = x", "g(n) = n"])
  }

  @Test func aFunctionInUseIsNotDeleted() throws {
    let session = try Session(running: "f(x) = x", "g(x) = f(x)", "a = f(1)")
    #expect(
      refusal { () throws(Diagnostic) in _ = try session.delete(SourceName("f")) }
        == "error[name]: 'f' is used by g(x), a; nothing changed; change them first")
    _ = try session.delete(SourceName("g"))
    _ = try session.delete(SourceName("a"))
    _ = try session.delete(SourceName("f"))
    #expect(session.functions == [])
    #expect(session.names == [])
    try session.undo(3)
    #expect(session.functions == ["f(x) = x", "g(x) = f(x)"])
    #expect(session.value(of: "a")?.text == "1")
    session.checkInvariants()
  }

  @Test func aTooLongExpansionIsRefused() throws {
    let session = try Session(running: "f0(x) = x + x * 1")
    for index in 1...40 {
      do throws(Diagnostic) {
        try session.run("f\(index)(x) = f\(index - 1)(x * x) + f\(index - 1)(x - 1)")
      } catch {
        Issue.record("a function alone is not expanded: \(error.summary)")
      }
    }
    #expect(try session.run("f10(0)")[0].value != nil)
    #expect(error("f40(1)", in: session).contains("the formula has more than 65536 steps"))
    // A long chain of calls uses no stack.
    try session.run("g0(x) = x + 1")
    for index in 1...5000 { try session.run("g\(index)(x) = g\(index - 1)(x)") }
    #expect(try session.run("g5000(1)")[0].value?.text == "2")
  }

  // MARK: Edits

  @Test func redefiningIsOneStepThatUndoTakesBack() throws {
    let session = try Session(
      running: "vat(x) = x * 20%", "price = 80", "total = price + vat(price)", "twice = total * 2")
    let before = session.state
    let count = session.history.count
    let result = try session.run("vat(x) = if(x > 50, x, 0)")[0]
    #expect(result.changes.map { "\($0.name) \($0.text)" } == ["total 96 → 160", "twice 192 → 320"])
    #expect(session.history.count == count + 1 && session.history.last == "vat(x) = if(x > 50, x, 0)")
    try session.undo()
    #expect(session.state == before && session.functions == ["vat(x) = x * 20%"])
    try session.redo()
    #expect(session.value(of: "twice")?.text == "320")
    // A refused statement leaves no step.
    _ = error("vat(x, y) = 1", in: session)
    #expect(session.history.count == count + 1)
  }

  @Test func aFunctionMayChangeTheTypeOfWhatCallsIt() throws {
    let session = try Session(running: "f(x) = x", "a = 3", "b = f(a)", "c = if(b == b, b, b)")
    try session.run("f(x) = rgb(x, x, x)")
    #expect(session.value(of: "c")?.text == "#030303")
    try session.run("d = red(c)")
    #expect(error("f(x) = x", in: session) == "error[type]: d = red(c) needs a colour, and c would be a Number")
    #expect(session.value(of: "d")?.text == "3")
    session.checkInvariants()
  }

  @Test func namesInFunctionsFollowTheirNodes() throws {
    let session = try Session(running: "rate = 20%", "vat(x) = x * rate", "total = vat(50)")
    #expect(try session.rename(SourceName("rate"), to: SourceName("tax")).text == "renamed rate → tax; rewrote vat(x)")
    #expect(session.functions == ["vat(x) = x * tax"])
    #expect(try session.run("tax = 10%")[0].changes.map(\.name) == ["tax", "total"])
    #expect(
      refusal { () throws(Diagnostic) in try session.rename(SourceName("tax"), to: SourceName("x")) }
        == "error[name]: 'x' is a parameter of vat(x), which uses 'tax'; nothing changed")
    #expect(
      try session.rename(SourceName("vat"), to: SourceName("my vat")).text == "renamed vat → `my vat`; rewrote total")
    #expect(session.source(of: "total") == "`my vat`(50)")
    // Formulas wait for a deleted name.
    _ = try session.delete(SourceName("tax"))
    #expect(session.value(of: "total")?.text == "⚠ unset input 'tax'")
    #expect(SessionTextTests().load(session.text).text == session.text)
    try session.run("tax = 2")
    #expect(session.value(of: "total")?.text == "100")
    session.checkInvariants()
  }

  @Test func portsAndCopiesCallFunctions() throws {
    let session = try Session(
      running: "vat(x) = x * 2", "p = 5", "s = Add(x: vat(p), y: vat(1))", "n = Number(value: 3)", "t = vat(p) + s")
    #expect(session.value(of: "s")?.text == "12")
    #expect(try session.run("vat(x) = x * 3")[0].changes.map(\.name) == ["s", "t"])
    #expect(error("m = Number(value: vat(3))", in: session).contains("the value of a Number must be a constant number"))
    #expect(session.value(of: "s")?.text == "18")
    try session.run("n = vat(3)")
    #expect(try session.run("vat(x) = x * 4")[0].changes.map(\.name).sorted() == ["n", "s", "t"])
    let copies = try session.duplicate([SourceName("t"), SourceName("p")]).copies
    #expect(copies.map(\.copy) == ["p2", "t2"])
    #expect(session.source(of: "t2") == "vat(p2) + s")
    #expect(
      refusal { () throws(Diagnostic) in try session.expand(SourceName("t")) }.contains(
        "no kind of node computes 'vat'"))
    session.checkInvariants()
  }

  @Test func whyTellsThroughFunctions() throws {
    let session = try Session(
      running: "rate = 20%", "net(x, n) = x * n", "vat(y) = net(y, 1) * rate", "price = 80",
      "total = price + vat(net(price, 2))", "inv(z) = 1 / z", "bad = inv(price - 80) + inv(2)")
    let total = """
      total = 112                    price + vat(net(price, 2))
      ├─ price = 80
      ├─ rate = 0.2
      └─ vat(net(price, 2)) = 32     y = 160, net(y, 1) * rate
         ├─ net(price, 2) = 160      x = 80, n = 2, x * n
         └─ net(y, 1) = 160          x = 160, n = 1, x * n
      """
    #expect(try session.why(SourceName("total")).joined(separator: "\n") == total)
    let bad = """
      bad = ⚠ division by zero                    inv(price - 80) + inv(2)
      ├─ price = 80
      ├─ inv(price - 80) = ⚠ division by zero     z = 0, 1 / z
      └─ inv(2) = 0.5                             z = 2, 1 / z
      """
    #expect(try session.why(SourceName("bad")).joined(separator: "\n") == bad)
    #expect(try session.why(SourceName("total"), depth: 1).last == "   └─ … 2 more")
    #expect(try session.why(SourceName("total"), limit: 4).last == "… 2 more")
  }

  @Test func sweepsEvaluateFunctions() throws {
    let session = try Session(running: "rate = 20%", "vat(x) = x * rate", "price = 1", "total = price + vat(price)")
    let sweep = try session.sweep(
      SourceName("price"), over: SweepRange(from: 10, through: 30, step: 10), [SourceName("total")])
    #expect(sweep.columns.map { $0.values.map(\.text) } == [["12", "24", "36"]])
  }

  // MARK: Files

  @Test func scriptsAndDocumentsKeepEachFunctionOnce() throws {
    let session = try Session(
      running: "rate = 20%", "vat(x) = x * rate", "a = vat(1)", "b = vat(2) + vat(3)", "gross(x) = x + vat(x)")
    #expect(
      session.text == """
        # nodecalc 1
        rate = 20%
        vat(x) = x * rate
        gross(x) = x + vat(x)
        a = vat(1)
        b = vat(2) + vat(3)

        """)
    let document = try session.document()
    #expect(document.others["functions"] == .array([.string("gross(x) = x + vat(x)"), .string("vat(x) = x * rate")]))
    let loaded = try Session(document: document)
    #expect(loaded.text == session.text)
    #expect(try loaded.document() == document)
    #expect(try loaded.run("vat(x) = x")[0].changes.map(\.name) == ["a", "b"])
    loaded.checkInvariants()
    // Documents without functions have no such field.
    #expect(try Session(running: "a = 1").document().others["functions"] == nil)
  }

  @Test func brokenFunctionsOfDocumentsAreNamedAndDropped() throws {
    let session = try Session(running: "f(x) = x", "g(x) = f(x)", "a = f(1)", "b = 2")
    var document = try session.document()
    for (texts, fault) in [
      (["f(x) = x", "g(x) = h(x)"], "functions[1]: unknown function 'h'"),
      (["f(x) = g(x)", "g(x) = f(x)"], "functions[0]: 'f' calls itself: f → g → f"),
      (["f(x) = x", "f(y) = y"], "functions[1]: the function 'f' is given twice"),
      (["f(x) = x", "b(y) = y"], "functions[1]: the name 'b' is already used by a node"),
      (["f(x) = x", "c = 3"], "functions[1]: a function must be a string such as \"vat(x) = x * 20%\""),
      (["f(x) = x", "c(x) = ("], "functions[1]: expected a value at the end of the line"),
    ] {
      document.others["functions"] = .array(texts.map { .string($0) })
      let error = #expect(throws: DocumentError.self) { try Session(document: document) }
      #expect(error.map { "\($0.path): \($0.reason)" } == fault)
      var dropped: [DocumentError] = []
      let repaired = try Session(repairing: document, dropped: &dropped)
      #expect(dropped.contains { "\($0.path): \($0.reason)" == fault })
      repaired.checkInvariants()
      #expect(try Session(document: repaired.document()).text == repaired.text)
    }
  }

  @Test func aScriptDefinesFunctionsInAnyOrder() throws {
    let session = Session()
    var refused: [String] = []
    let script = Script(for: session, named: "s.nc") { command throws(Diagnostic) in
      throw Diagnostic(.command, "none", command.name.range)
    }
    let text = """
      total = gross(price)
      gross(x) = x + vat(x)
      vat(x) = x * rate
      price = 80
      rate = 20%
      f(x) = g(x)
      g(x) = f(x)
      k = l(2)
      vat = 3
      """
    script.run(Array(text.utf8)) { report in
      if case .failure(let diagnostic) = report.outcome {
        refused.append(([report.location, diagnostic.message] + diagnostic.notes).joined(separator: " | "))
      }
      return .proceed
    }
    #expect(session.value(of: "total")?.text == "96")
    #expect(
      refused == [
        "s.nc:8 | unknown function 'l'", "s.nc:9 | 'vat' is a function; nothing changed | vat(x) = x * rate",
        "s.nc:6 | f() would depend on itself; nothing changed | f() → g() → f()",
        "s.nc:7 | g() would depend on itself; nothing changed | g() → f() → g()",
      ])
  }
}
