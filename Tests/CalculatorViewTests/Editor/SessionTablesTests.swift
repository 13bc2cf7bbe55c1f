// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import CalculatorView
import NodeGraph
import NodeView
import Testing

@Suite struct SessionTablesTests {
  private let session = Session()
  private let editor: SessionEditor

  init() { editor = SessionEditor(session) }

  private func add(_ text: String, near point: GraphPoint = .zero) throws -> SessionEditor.AddedTable {
    try editor.addTable(Array(text.utf8), named: "f.csv", near: point)
  }

  private func value(_ name: String) -> String { session.value(of: name)?.text ?? "none" }

  private func refusal(_ text: String) -> String {
    do throws(Diagnostic) {
      _ = try editor.addTable(Array(text.utf8), named: "f.csv", near: .zero)
      return "none"
    } catch {
      return error.message
    }
  }

  @Test func columnsBecomeListsOfTheirTypeInOneStep() throws {
    let table = try add("day,price,n,sold,way\n2026-03-01,2.5,a,true,1 km\n2026-03-02,-4,=1+1,false,2 km\n")
    #expect(table.rowCount == 2 && table.nodes.count == 5 && table.notes.isEmpty)
    #expect(value("day") == "[2026-03-01, 2026-03-02]")
    #expect(value("price") == "[2.5, -4]")
    #expect(value("n") == #"["a", "=1+1"]"#)
    #expect(value("sold") == "[true, false]")
    #expect(value("way") == "[1 km, 2 km]")
    let groups = session.evaluator.subgraphs
    #expect(groups.frames(in: nil).map(\.frame.title) == ["f.csv"])
    #expect(editor.undo() == "open f.csv")
    #expect(session.names.isEmpty && groups.frames(in: nil).isEmpty)
  }

  @Test func aScriptOfATableNeedsNoFile() throws {
    _ = try add("a b,c\n\"x \"\"y\"\"\nz\",1e300\nü,0.1\n")
    let copy = Session()
    for line in try session.script().split(separator: "\n") where !line.hasPrefix(".") { try copy.run(String(line)) }
    #expect(copy.value(of: "a b") == session.value(of: "a b") && copy.value(of: "c") == session.value(of: "c"))
  }

  @Test func namesOfColumnsAreValidAndFree() throws {
    try session.run("price = 3")
    try session.run("vat(x) = x * 2")
    let long = String(repeating: "n", count: 300)
    let table = try add("price,vat,x › y,sum,\(long)\n1,2,3,4,5\n6,7,8,9,10\n")
    #expect(
      session.names.filter { $0 != "price" }.sorted().prefix(4) == [
        "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…", "price_2", "sum", "vat_2",
      ])
    #expect(value("x > y") == "[3, 8]" && value("price") == "3")
    #expect(table.notes.count == 4)
    #expect(table.notes.first == "the column 'price' is called price_2, because its name is taken")
  }

  @Test func adviceForFormulasIsLeftOut() throws {
    let table = try add("at,amount\n2026-03-01 12:00,1\n2026-03-02 12:00,NA\nTotal,1\n")
    #expect(table.notes.count > 1 && !table.notes.contains { $0.contains("csv(") }, "\(table.notes)")
  }

  @Test func aFileIsAddedAsAWholeOrRefused() throws {
    let wide = (0..<201).map { "c\($0)" }.joined(separator: ",")
    let lines: [(String, String)] = [
      ("a,b\n1,2\n3,4,5\n", "f.csv:3: the row has 3 cells, but the table has 2 columns"),
      ("\(wide)\n\(wide)\n", "'f.csv' has 201 columns, and at most 200 become nodes"),
      ("", "'f.csv' is empty, so it has no column names"),
      ("a,b\n1,\u{0}\n", "f.csv:2:3: this is not UTF-8 text"),
    ]
    for (text, message) in lines { #expect(refusal(text) == message) }
    #expect(session.names.isEmpty && editor.undo() == nil)
  }

  @Test func aLongColumnOfDatesIsReadOncePerElement() throws {
    let rows = (0..<20_000).map { "2026-03-0\($0 % 9 + 1),\($0)\n" }.joined()
    #expect(try add("day,n\n\(rows)").rowCount == 20_000)
    let day = try #require(session.node(named: "day"))
    // A list that is written out is described by its value alone.
    #expect(editor.summary(of: day).definition == "" && editor.summary(of: day).text.count < 200)
  }

  @Test func onlyContentWithSeveralColumnsIsATable() {
    #expect(SessionEditor.isTable(Array("a\tb\n1\t2\n".utf8)))
    #expect(!SessionEditor.isTable(Array("Nothing here\nis a table.\n".utf8)))
    #expect(!SessionEditor.isTable([]) && !SessionEditor.isTable([0, 1, 2, 255]))
  }

  @Test func aTableLiesBetweenWhatIsThere() throws {
    try session.run("other = 1")
    let other = try #require(session.node(named: "other"))
    try session.move(SourceName("other", range: 0..<0), to: GraphPoint(100, 100))
    let first = try add("a,b\n1,2\n3,4\n", near: GraphPoint(60, 60))
    let second = try add("c,d\n1,2\n3,4\n", near: GraphPoint(60, 60))
    #expect(session.evaluator.subgraphs.position(of: other) == GraphPoint(100, 100))
    #expect(!first.frame.contains(GraphPoint(100, 100)) && !second.frame.contains(GraphPoint(100, 100)))
    #expect(
      first.frame.maxY <= second.frame.minY || second.frame.maxY <= first.frame.minY
        || first.frame.maxX <= second.frame.minX || second.frame.maxX <= first.frame.minX)
  }
}
