// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeEval
import NodeGraph
import Testing

@Suite struct UncertainInputsTests {
  private func texts(_ session: Session, _ names: String...) -> [String?] {
    session.checkInvariants()
    return names.map { session.uncertainty(of: $0)?.text }
  }

  @Test func anUncertainInputIsAnOrdinaryNumber() throws {
    let session = try Session(running: "price = 20 ± 1", "total = price * 3")
    #expect(session.source(of: "price") == "20" && session.value(of: "total")?.text == "60")
    var scenarios = Scenarios()
    try scenarios.vary("price", over: [1, 2])
    #expect(try session.sweep(scenarios, ["total"]).columns[0].values.map(\.text) == ["3", "6"])
    // A Number node can become uncertain as well.
    try session.run("n = Number(value: 3); n = 4 ± 1")
    #expect(texts(session, "n") == ["4 ± 1"])
  }

  @Test func aPlainDefinitionEndsTheUncertaintyInOneStep() throws {
    let session = try Session(running: "price = 20 ± 1", "price = 20", "price ~ uniform(1, 3)", "price = 2 * (3 + 1)")
    #expect(texts(session, "price") == [nil])
    try session.undo()
    #expect(texts(session, "price") == ["~ uniform(1, 3)"] && session.value(of: "price")?.text == "2")
    try session.undo()
    #expect(texts(session, "price") == [nil] && session.value(of: "price")?.text == "20")
    try session.undo()
    #expect(texts(session, "price") == ["20 ± 1"])
    try session.undo()
    #expect(session.node(named: "price") == nil && session.history == [])
    try session.redo(2)
    #expect(texts(session, "price") == [nil])
    try session.redo()
    #expect(texts(session, "price") == ["~ uniform(1, 3)"])
    // An equal mean with another deviation is a step of its own.
    try session.run("price ~ uniform(0, 4)")
    #expect(texts(session, "price") == ["~ uniform(0, 4)"])
    try session.undo()
    #expect(texts(session, "price") == ["~ uniform(1, 3)"])
    try session.run("price = Number(value: 2)")
    #expect(texts(session, "price") == [nil])
  }

  @Test func aRefusedDefinitionChangesNothing() throws {
    let session = try Session(running: "price = 20 ± 1", "total = price * 3")
    #expect(throws: Diagnostic.self) { try session.run("price = total") }
    #expect(throws: Diagnostic.self) { try session.run("total = 3 m ± 2") }
    #expect(texts(session, "price", "total") == ["20 ± 1", nil])
  }

  @Test func itFollowsRenamingDuplicatingAndDeleting() throws {
    let session = try Session(running: "price = 20 ± 1", "total = price * 3")
    try session.rename(SourceName("price"), to: SourceName("cost"))
    #expect(texts(session, "price", "cost") == [nil, "20 ± 1"])
    _ = try session.duplicate([SourceName("cost"), SourceName("total")])
    #expect(texts(session, "cost2", "total2") == ["20 ± 1", nil])
    try session.undo()
    try session.redo()
    #expect(texts(session, "cost2") == ["20 ± 1"])
    _ = try session.delete(SourceName("cost"))
    #expect(texts(session, "cost") == [nil])
    try session.run("cost = 3")
    #expect(texts(session, "cost") == [nil])
    try session.undo(2)
    #expect(texts(session, "cost") == ["20 ± 1"])
  }

  @Test func groupsRefuseUncertainInputs() throws {
    let session = try Session(running: "price = 20 ± 1", "total = price * 3", "x = 1")
    let before = session.text
    #expect(
      refusal { () throws(Diagnostic) in try session.group([SourceName("price"), SourceName("x")], as: SourceName("G"))
      }
      .contains("price is uncertain, which a node in a group can't be; nothing changed"))
    #expect(session.text == before)
    try session.group([SourceName("total")], as: SourceName("G"))
    #expect(throws: Diagnostic.self) { try session.move([SourceName("price")], into: SourceName("G")) }
    try session.enter(SourceName("G"))
    #expect(throws: Diagnostic.self) { try session.run("y = 3 ± 1") }
    try session.leave()
    #expect(throws: Diagnostic.self) { try session.run("`G › total` = 3 ± 1") }
    #expect(texts(session, "price") == ["20 ± 1"])
    // An input that is no longer uncertain can be grouped.
    try session.run("price = 20")
    try session.group([SourceName("price"), SourceName("x")], as: SourceName("H"))
  }

  @Test func textsAndDocumentsKeepIt() throws {
    let session = try Session(
      running: "price = 20 +/- 5%", "`net price` ~ normal(3 m, 10 cm)", "total = price * `net price`")
    #expect(
      session.text == """
        # nodecalc 1
        `net price` ~ normal(3 m, 10 cm)
        price = 20 ± 5%
        total = price * `net price`

        """)
    let again = Session()
    for line in session.text.split(separator: "\n") { try again.run(String(line)) }
    #expect(again.text == session.text)
    let document = try session.document()
    let fields = document.nodes.compactMap { $0.others["uncertainty"] }
    #expect(fields == [.string("20 ± 5%"), .string("~ normal(3 m, 10 cm)")])
    let loaded = try Session(document: document)
    #expect(loaded.text == session.text)
    #expect(try loaded.document() == document)
    #expect(texts(loaded, "price") == ["20 ± 5%"])
    // The document loses the field together with the uncertainty.
    try loaded.run("price = 20; `net price` = 3 m")
    #expect(try loaded.document().nodes.allSatisfy { $0.others["uncertainty"] == nil })
  }

  @Test func brokenUncertaintiesOfDocumentsAreNamedAndDropped() throws {
    let session = try Session(running: "price = 20 ± 1", "total = price * 3", "n = Number(value: 3)")
    let sound = try session.document()
    for (index, value, reason) in [
      (0, DocumentValue.number(3), "an uncertainty must be a string such as \"20 ± 1\" or \"~ normal(20, 1)\""),
      (0, .string("20"), "an uncertainty must be a string such as \"20 ± 1\" or \"~ normal(20, 1)\""),
      (0, .string("20 ± 1; b = 3"), "an uncertainty must be a string such as \"20 ± 1\" or \"~ normal(20, 1)\""),
      (0, .string("21 ± 1"), "the middle of '21 ± 1' must be the formula of the node, '20'"),
      (0, .string("20 ± -1"), "a deviation can't be negative, and '-1' is"),
      (1, .string("20 ± 1"), "the middle of '20 ± 1' must be the formula of the node, 'price * 3'"),
    ] {
      var document = sound
      document.nodes[index].others["uncertainty"] = value
      let error = #expect(throws: DocumentError.self) { try Session(document: document) }
      #expect(error.map { "\($0.path): \($0.reason)" } == "nodes[\(index)].uncertainty: \(reason)")
      var dropped: [DocumentError] = []
      let repaired = try Session(repairing: document, dropped: &dropped)
      #expect(dropped.map(\.reason) == [reason])
      #expect(repaired.value(of: "total")?.text == "60")
      #expect(texts(repaired, "price") == [index == 0 ? nil : "20 ± 1"])
      #expect(try Session(document: repaired.document()).text == repaired.text)
    }
  }

  @Test func fieldsOfOtherKindsAreTheirs() throws {
    let session = try Session(running: "n = Number(value: 3)")
    var document = try session.document()
    document.nodes[0].others["uncertainty"] = .number(3)
    #expect(try Session(document: document).document() == document)
  }
}
