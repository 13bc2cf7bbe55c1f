// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeGraph
import Testing

@Suite struct SessionDuplicatingTests {
  private func names(_ names: String...) -> [SourceName] { names.map { SourceName($0) } }

  @Test func copiesReadEachOtherWhereTheNodesDo() throws {
    let session = try Session(
      running: "price = 20", "qty = 3", "total = price * qty", "`net total` = total - price", "x = Add(x: total, y: 4)",
      "x.z = price + qty")
    let (copies, result) = try session.duplicate(names("net total", "price", "total", "x"))
    #expect(copies.map(\.copy).sorted() == ["net total 2", "price2", "total2", "x2"])
    #expect(result.changes.count == 4)
    #expect(session.source(of: "total2") == "price2 * qty")
    #expect(session.source(of: "net total 2") == "total2 - price2")
    #expect(session.text.contains("x2 = Add(x: total2, y: 4, z: price2 + qty)\n"))
    try session.run("price2 = 1")
    #expect(session.value(of: "net total 2")?.text == "2")
    #expect(session.value(of: "net total")?.text == "40")
  }

  @Test func itIsOneStepOfTheHistory() throws {
    let session = try Session(running: "a = 1", "b9 = a + a")
    let text = session.text
    let copies = try session.duplicate(names("a", "b9")).copies
    #expect(copies.map(\.copy) == ["a2", "b10"])
    #expect(session.history.last == "duplicate a b9")
    let after = session.text
    try session.undo()
    #expect(session.text == text)
    try session.redo()
    #expect(session.text == after)
  }

  @Test func aCopyIsNextToItsOriginal() throws {
    let session = try Session(running: "a = 1", "b = a + 1")
    try session.move(SourceName("a"), to: GraphPoint(40, 50))
    _ = try session.duplicate(names("a", "b"), offset: GraphPoint(5, 6))
    let places = try ["a2", "b2"].map { session.evaluator.graph.position(of: try #require(session.node(named: $0))) }
    #expect(places == [GraphPoint(45, 56), .zero])
  }

  @Test func allCopiesAreMadeInOneEdit() throws {
    let session = try Session(
      running: "a = 1", "b = a + 1", "k = Add(x: b, y: a * 2)", "c = k + a", "n = Number(value: 3)")
    let before = session.evaluator.edit { _ in }.edit
    let (copies, result) = try session.duplicate(names("a", "b", "k", "c", "n"))
    #expect(session.evaluator.edit { _ in }.edit == before + 2)
    // Each copy follows those that it reads, and changes are reported in that order.
    #expect(result.changes.map(\.name) == copies.map(\.copy) && copies.count == 5)
    #expect(["a2", "b2", "k2", "c2", "n2"].map { session.value(of: $0)?.text } == ["1", "2", "4", "5", "3"])
    session.checkInvariants()
  }

  @Test func aCopyGetsTheNameThatAnotherCopyWaitsFor() throws {
    let session = try Session(running: "a3 = 5", "f = a3 + 1", "a2 = 1")
    _ = try session.delete(SourceName("a3"))
    for order in [names("f", "a2"), names("a2", "f")] {
      let copies = try session.duplicate(order).copies
      #expect(copies.map(\.copy).sorted() == ["a3", "f2"])
      #expect(session.value(of: "f")?.text == "2" && session.value(of: "f2")?.text == "2")
      session.checkInvariants()
      try session.undo()
    }
  }

  @Test func anUnknownNameIsRefused() throws {
    let session = try Session(running: "a = 1")
    #expect(
      refusal { () throws(Diagnostic) in _ = try session.duplicate(names("a", "q")) } == "error[name]: unknown name 'q'"
    )
    #expect(session.names == ["a"])
  }

  @Test func aNodeOfAnUnknownKindIsRefused() throws {
    let session = try Session(
      document: try SessionDocumentTests.document(
        #"{"format":"NodeGraph","nodes":[{"id":"0","kind":"Blur","name":"b","literals":{"r":1},"note":"x"}]}"#))
    #expect(
      refusal { () throws(Diagnostic) in _ = try session.duplicate(names("b")) }
        == "error[kind]: b has the unknown kind 'Blur', so it can't be copied")
    #expect(session.names == ["b"])
  }

  @Test func aNameThatIsTakenIsAskedForOnce() throws {
    let session = try Session(running: "a = 1", "b = a + a * 2")
    func copies(_ name: String) throws -> [String] { try session.duplicate(names(name)).copies.map(\.copy) }
    for number in 2..<150 { #expect(try copies("a") == ["a\(number)"]) }
    #expect(session.formulas.numbers.askedCount <= 2 * 150)
    #expect(try session.duplicate(names("a", "a2", "a3")).copies.map(\.copy) == ["a150", "a151", "a152"])
    #expect(session.formulas.numbers.askedCount <= 2 * 154)
    // A free name is used first.
    _ = try session.delete(SourceName("a7"))
    #expect(try copies("a") == ["a7"] && copies("a9") == ["a153"])
    try session.undo(2)
    #expect(try copies("a") == ["a7"])
    try session.rename(SourceName("a5"), to: SourceName("five"))
    #expect(try copies("a3") == ["a5"])
    #expect(try session.expand(SourceName("b")).made == ["b_1"])
    try session.run("b = a + a * 2")
    #expect(try session.expand(SourceName("b")).made == ["b_2"])
    try session.undo(3)
    #expect(try session.expand(SourceName("b")).made == ["b_1"])
  }

  @Test func namesOfARefusedCopyStayFree() throws {
    let session = try Session(running: "a = 1", "b = a", "c = b + a")
    _ = try session.delete(SourceName("a"))
    try session.run("a2 = 2")
    _ = try? session.duplicate(names("c", "q"))
    #expect(try session.duplicate(names("c")).copies.map(\.copy) == ["c2"])
  }

  /// Checks that statements hold no copy of the graph, which would make each edit copy its storage.
  @Test func statementsCopyNoGraph() throws {
    let session = try Session(running: "a = 1", "b = a + 1")
    let records = ObjectIdentifier(session.evaluator.graph.storage)
    _ = try session.duplicate(names("a", "b"))
    try session.run("c = Add(x: a, y: 2, z: b + 1)")
    #expect(ObjectIdentifier(session.evaluator.graph.storage) == records)
  }
}
