// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import CalculatorView
import NodeEval
import NodeGraph
import Testing

@Suite struct SessionScenarioTableTests {
  private func editor() throws -> SessionEditor {
    let session = try Session(
      running: "price = 20", "qty = 3", "len = 3 m", "name = \"tea\"", "total = price * qty", "share = 1 / (qty - 4)",
      "area = len * len", "title = name & \" \" & total")
    let editor = SessionEditor(session)
    try editor.commit("$0.00", to: .format(try node("total", editor)))
    return editor
  }

  private func node(_ name: String, _ editor: SessionEditor) throws -> NodeID {
    try #require(editor.session.node(named: name))
  }

  private func table(_ editor: SessionEditor, _ outputs: [NodeID]? = nil) -> ScenarioTable {
    var table = ScenarioTable()
    table.outputs = outputs
    #expect(editor.refresh(&table))
    editor.session.checkInvariants()
    return table
  }

  /// The texts of a row, each with its difference.
  private func texts(_ table: ScenarioTable, _ title: String) -> [String] {
    guard let row = table.rows.firstIndex(where: { $0.title == title }) else { return [] }
    return (0...table.scenarios.count).map { column in
      let cell = table.cell(row: row, column: column)
      return cell.difference.isEmpty ? cell.text : "\(cell.text) (\(cell.difference))"
    }
  }

  @Test func theTableHasTheValuesThatCompareReports() throws {
    let editor = try editor()
    try editor.session.defineScenario("cheap: price = 10, len = 400 cm")
    try editor.session.defineScenario("`none left`: qty = 4")
    let table = table(editor)
    #expect(table.scenarios == ["cheap", "none left"] && table.remark == "")
    #expect(table.rows.filter(\.isInput).map(\.title) == ["price", "len", "qty"])
    #expect(texts(table, "price") == ["20", "10 (-10, -50%)", "20 (=)"])
    #expect(texts(table, "len") == ["3 m", "4 m (+1 m, +33.3%)", "3 m (=)"])
    let comparison = try editor.session.compare()
    #expect(table.rows.filter { !$0.isInput }.map(\.title) == comparison.rows.map(\.name))
    for row in comparison.rows {
      let format = editor.session.format(of: row.name)
      let values = ([row.now] + row.values).map { ValueStyle().formatted(format).wholeText($0) }
      #expect(texts(table, row.name).map { String($0.prefix { $0 != "(" }).trimming } == values.map(\.trimming))
    }
    // The lines of the prompt have the same differences.
    let total = self.table(editor, [try node("total", editor)])
    #expect(texts(total, "total") == ["$60.00", "$30.00 (-30, -50%)", "$80.00 (+20, +33.3%)"])
    let lines = try editor.session.compare([SourceName("total")]).lines(width: 100, in: editor.session)
    for text in texts(total, "total") { #expect(lines.joined().contains(text)) }
    let failed = self.table(editor, [try node("share", editor)])
    let row = try #require(failed.rows.firstIndex { $0.title == "share" })
    #expect(failed.cell(row: row, column: 2).isFailure && failed.cell(row: row, column: 2).text.contains("zero"))
    #expect(failed.cell(row: row, column: 2).difference == "" && !failed.cell(row: row, column: 1).isFailure)
  }

  @Test func onlyWhatATableDependsOnMakesItComputedAgain() throws {
    let editor = try editor()
    var affected: [[NodeID]] = []
    editor.onEdit = { affected.append($0) }
    try editor.saveScenario("cheap", of: [try node("price", editor)])
    #expect(affected == [[]])
    var table = table(editor, [try node("total", editor)])
    func isRefreshed(_ body: () throws -> Void) rethrows -> Bool {
      affected = []
      try body()
      for nodes in affected { table.note(nodes) }
      return editor.refresh(&table)
    }
    let (len, qty) = (try node("len", editor), try node("qty", editor))
    #expect(try !isRefreshed { try editor.commit("5 m", to: .definition(len)) })
    #expect(try isRefreshed { try editor.commit("5", to: .definition(qty)) })
    #expect(texts(table, "total") == ["$100.00", "$100.00 (=)"])
    #expect(try isRefreshed { try editor.commit("0.0", to: .format(try node("total", editor))) })
    #expect(texts(table, "total") == ["100.0", "100.0 (=)"])
    #expect(try isRefreshed { try editor.setValue("10", of: try node("price", editor), in: "cheap") })
    #expect(texts(table, "total") == ["100.0", "50.0 (-50, -50%)"])
    #expect(isRefreshed { editor.undo() } && affected == [[]])
    #expect(texts(table, "total") == ["100.0", "100.0 (=)"])
    #expect(!isRefreshed {})
    // A node that is deleted is no output any more.
    _ = try isRefreshed { try editor.delete([try node("total", editor)]) }
    #expect(table.rows.map(\.title) == ["price"] && table.outputs == [])
  }

  @Test func aSlideEvaluatesOnlyValuesAndAnythingElseMakesTheTableAgain() throws {
    let editor = try editor()
    try editor.session.defineScenario("cheap: price = 10, len = 400 cm")
    try editor.session.defineScenario("more: qty = 5, name = \"cocoa\"")
    var table = ScenarioTable()
    editor.onEdit = { table.note($0) }
    #expect(editor.refresh(&table))
    func follow(_ isSlide: Bool, _ body: () throws -> Void) throws {
      let revision = table.revision
      try body()
      editor.reloadViews()
      #expect(editor.refresh(&table) && (table.revision == revision) == isSlide)
      var other = ScenarioTable()
      editor.refresh(&other)
      #expect(table.rows == other.rows && table.scenarios == other.scenarios && table.remark == other.remark)
      for row in table.rows.indices {
        for column in 0...table.scenarios.count {
          #expect(table.cell(row: row, column: column) == other.cell(row: row, column: column))
        }
      }
    }
    let (price, qty) = (try node("price", editor), try node("qty", editor))
    // The inputs of the scenarios are varied from the beginning.
    for _ in 1...3 { try follow(true) { try editor.slide(price, by: 1) } }
    try follow(false) { try editor.commit("21", to: .definition(price)) }
    try follow(true) { try editor.slide(qty, by: 1) }
    try follow(false) { try editor.setValue("11", of: price, in: "cheap") }
    try follow(true) { try editor.slide(qty, by: -1) }
    try follow(false) { editor.undo() }
    // Another number becomes varied when it is slid.
    try editor.session.run("tip = 1")
    try follow(false) { try editor.session.run("total = price * qty + tip") }
    let tip = try node("tip", editor)
    try follow(false) { try editor.slide(tip, by: 1) }
    try follow(true) { try editor.slide(tip, by: 1) }
    // Two edits, of which the last one is a slide.
    try follow(false) {
      try editor.commit("4 m", to: .definition(try node("len", editor)))
      try editor.slide(tip, by: 1)
    }
    try follow(false) {
      table.outputs = [try node("total", editor)]
      try editor.slide(tip, by: 1)
      table.outputs = nil
    }
  }

  @Test func eachChangeOfAScenarioIsOneStep() throws {
    let editor = try editor()
    let session = editor.session
    let (price, qty, len) = (try node("price", editor), try node("qty", editor), try node("len", editor))
    var expected: [[String]] = [[]]
    func step(_ body: () throws -> Void, _ scenarios: String...) throws {
      let count = editor.stepCounts.done
      try body()
      session.checkInvariants()
      #expect(session.scenarios.map(\.text) == scenarios && editor.stepCounts.done == count + 1)
      expected.append(scenarios)
    }
    try step(
      { () throws in #expect(try !editor.saveScenario(" my plan ", of: [price, try node("total", editor), qty])) },
      "`my plan`: price = 20, qty = 3")
    try step({ try editor.setValue("1/4", of: qty, in: "my plan") }, "`my plan`: price = 20, qty = 0.25")
    try step({ try editor.setValue("2 m", of: len, in: "my plan") }, "`my plan`: price = 20, qty = 0.25, len = 2 m")
    try step({ try editor.setValue(" ", of: price, in: "my plan") }, "`my plan`: qty = 0.25, len = 2 m")
    try step({ try editor.renameScenario("my plan", to: "plan") }, "plan: qty = 0.25, len = 2 m")
    let before = session.text
    let count = editor.stepCounts.done
    try editor.applyScenario("plan")
    #expect(session.value(of: "total")?.text == "5" && editor.stepCounts.done == count + 1)
    editor.undo()
    #expect(session.text == before)
    try step({ () throws in #expect(try editor.saveScenario("plan", of: [price])) }, "plan: price = 20")
    try step({ try editor.deleteScenario("plan") })
    for scenarios in expected.dropLast().reversed() {
      editor.undo()
      #expect(session.scenarios.map(\.text) == scenarios)
    }
    // What changes nothing is no step.
    try editor.saveScenario("same", of: [price])
    let steps = editor.stepCounts.done
    try editor.setValue("20", of: price, in: "same")
    try editor.setValue("", of: qty, in: "same")
    try editor.renameScenario("same", to: "same")
    #expect(editor.stepCounts.done == steps)
  }

  @Test func aRefusedChangeHasAReasonAndChangesNothing() throws {
    let editor = try editor()
    let session = editor.session
    try editor.group([try node("price", editor), try node("total", editor)], as: "Bill")
    try editor.saveScenario("plan", of: [try node("qty", editor)])
    try editor.saveScenario("other", of: [try node("qty", editor)])
    let before = (session.text, editor.stepCounts.done)
    func reason(_ body: () throws -> Void) -> String {
      do { try body() } catch { return (error as? Diagnostic)?.message ?? "\(error)" }
      return ""
    }
    let inner = try #require(
      session.evaluator.graph.nodes.first { session.evaluator.subgraphs.name(of: $0) == "total" })
    let (qty, share) = (try node("qty", editor), try node("share", editor))
    #expect(editor.scenarioInputs(among: [qty, inner, share]) == [qty])
    #expect(reason { try editor.saveScenario("a", of: [inner]) }.contains("is in a group"))
    #expect(reason { try editor.saveScenario("a", of: [share]) } == "'share' is computed; nothing changed")
    #expect(reason { try editor.saveScenario("", of: [qty]) }.contains("the name of a scenario"))
    #expect(reason { try editor.saveScenario("now", of: [qty]) }.contains("'now' stands for the present values"))
    #expect(reason { try editor.setValue("2 kg", of: qty, in: "plan") }.contains("'qty' is a Number"))
    #expect(reason { try editor.setValue("len", of: qty, in: "plan") }.contains("a scenario needs constants"))
    #expect(reason { try editor.setValue("3 +", of: qty, in: "plan") } != "")
    #expect(reason { try editor.setValue("3, len = 2 m", of: qty, in: "plan") } != "")
    #expect(reason { try editor.setValue("", of: qty, in: "plan") } == "this is the only value of the scenario")
    #expect(reason { try editor.setValue("3", of: share, in: "plan") }.contains("is computed"))
    #expect(
      reason { try editor.renameScenario("plan", to: "other") }
        == "the scenario 'other' exists already; nothing changed")
    for name in ["gone", "now"] {
      #expect(reason { try editor.setValue("3", of: qty, in: name) } == "unknown scenario '\(name)'")
      #expect(reason { try editor.renameScenario(name, to: "new") } == "unknown scenario '\(name)'")
      #expect(reason { try editor.deleteScenario(name) } == "unknown scenario '\(name)'")
      #expect(reason { try editor.applyScenario(name) } == "unknown scenario '\(name)'")
    }
    #expect((session.text, editor.stepCounts.done) == before)
  }

  @Test func nodesInGroupsAreComparedButGetNoValues() throws {
    let editor = try editor()
    try editor.group([try node("total", editor)], as: "Bill")
    try editor.saveScenario("plan", of: [try node("qty", editor)])
    try editor.setValue("5", of: try node("qty", editor), in: "plan")
    var table = table(editor)
    let others = editor.scenarioOutputs(for: table, limit: 10)
    let inner = try #require(others.first { editor.chartName(of: $0).contains("Bill") })
    table.outputs = [inner]
    #expect(editor.refresh(&table))
    #expect(texts(table, try #require(table.rows.last?.title)) == ["$60.00", "$100.00 (+40, +66.7%)"])
  }

  @Test func aTableWithoutOutputsSaysWhy() throws {
    let editor = SessionEditor(try Session(running: "price = 20"))
    #expect(table(editor).rows.isEmpty && table(editor).remark == "")
    try editor.saveScenario("cheap", of: [try #require(editor.session.node(named: "price"))])
    let table = table(editor)
    #expect(table.rows.map(\.title) == ["price"] && table.remark.hasPrefix("no formula depends on price"))
  }
}

extension String {
  fileprivate var trimming: String { split(separator: " ").joined(separator: " ") }
}
