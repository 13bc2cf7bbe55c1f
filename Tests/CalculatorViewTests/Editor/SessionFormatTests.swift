// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import NodeGraph
import NodeView
import TestSupport
import Testing

/// Formats of nodes in an editor: on cards, in the rows of their readers, on wires and in words.
@Suite struct SessionFormatTests {
  private let session = Session()
  private let editor: SessionEditor
  private let controller: SessionController

  init() throws {
    try session.run("price = 1234.567; total = price * 3; note = \"a\"; day = 2026-03-01; on = total > 5")
    editor = SessionEditor(session)
    controller = SessionController(
      of: editor, in: GraphView(size: GraphSize(1000, 700), profile: .editor, style: .light))
    controller.layOut()
  }

  private func node(_ name: String) throws -> NodeID { try #require(session.node(named: name)) }

  private func drawing(of name: String) throws -> String {
    let node = try node(name)
    let part = try #require(
      controller.view.parts(in: GraphRect(x: -1e5, y: -1e5, width: 2e5, height: 2e5)).first {
        $0.content == .node(node)
      })
    let canvas = RecordingCanvas()
    controller.view.draw([part]) { _ in canvas }
    return canvas.description
  }

  @Test func aCardItsReadersAndItsDescriptionShowTheFormat() throws {
    let (price, total) = (try node("price"), try node("total"))
    let before = (try drawing(of: "price"), try drawing(of: "total"))
    #expect(editor.text(of: .format(total)) == "")
    let count = session.history.count
    try editor.commit("$#,##0.00", to: .format(price))
    #expect(session.history.count == count + 1)
    try editor.commit("#,##0.0", to: .format(total))
    #expect(editor.text(of: .format(price)) == "$#,##0.00")
    #expect(try drawing(of: "price").contains("$1,234.57"))
    // The row of the input, then the value.
    #expect(try drawing(of: "total").contains("$1,234.57") && drawing(of: "total").contains("3,703.7"))
    #expect(editor.summary(of: total).text == "3,703.7" && editor.summary(of: total).value.text == "3703.701")
    #expect(editor.undo() != nil && editor.undo() != nil)
    #expect(try drawing(of: "price") == before.0 && drawing(of: "total") == before.1)
    #expect(editor.redo() != nil)
    #expect(try drawing(of: "total").contains("$1,234.57"))
    try editor.commit("", to: .format(price))
    #expect(try drawing(of: "total") == before.1)
  }

  @Test func onlyNumbersHaveAFormatAndOnlyAFormatIsTaken() throws {
    for name in ["note", "day", "on"] { #expect(editor.text(of: .format(try node(name))) == nil, "\(name)") }
    let error = #expect(throws: Diagnostic.self) { try editor.commit("0.0.0", to: .format(try node("total"))) }
    #expect(error?.message == "this is not a format")
    #expect(editor.text(of: .format(try node("total"))) == "")
  }

  /// Whatever is changed, formats are those that follow from the whole graph, and an editor reports each node whose format changes.
  @Test func formatsFollowFromTheWholeGraph() throws {
    for seed in fuzzSeeds(1...8) {
      var random = SplitMix64(seed: seed)
      let session = Session()
      session.undoLimit = 1 << 20
      let editor = SessionEditor(session)
      var reported: Set<NodeID> = []
      editor.onEdit = { reported.formUnion($0) }
      var names = ["a", "b", "c"]
      for name in names { try session.run("\(name) = 3") }
      func formula() -> String {
        func name() -> String { names[Int.random(in: 0..<names.count, using: &random)] }
        let operation = ["+", "-", "*", "/", "* 0 +", "* 2 -"][Int.random(in: 0..<6, using: &random)]
        return "\(name()) \(operation) \(name())"
      }
      for index in 0..<24 {
        try session.run("n\(index) = \(formula())")
        names.append("n\(index)")
      }
      var before = shown(in: session)
      for step in 0..<60 {
        reported = []
        let name = names[Int.random(in: 0..<names.count, using: &random)]
        let node = try #require(session.node(named: name))
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1:
          let formats = ["", "", "$0.00", "$0", "0.00 €", "0.0", "plain", "$0.000"]
          try editor.commit(formats[Int.random(in: 0..<formats.count, using: &random)], to: .format(node))
        case 2: try session.run("a = \(step)")
        case 3: _ = try? session.undo()
        case 4: _ = try? session.redo()
        default: if name.count > 1 { _ = try? session.run("\(name) = \(formula())") }
        }
        editor.reloadViews()
        let now = shown(in: session)
        #expect(now == expected(in: session), "seed \(seed), step \(step)")
        let changed = session.evaluator.graph.nodes.filter { now[$0] != before[$0] }
        #expect(reported.isSuperset(of: changed), "seed \(seed), step \(step)")
        before = now
      }
    }
  }

  private func shown(in session: Session) -> [NodeID: ValueFormat] {
    var formats: [NodeID: ValueFormat] = [:]
    for node in session.evaluator.graph.nodes { formats[node] = session.format(of: node) }
    return formats
  }

  /// The formats by the rule alone, in evaluation order.
  private func expected(in session: Session) -> [NodeID: ValueFormat] {
    let graph = session.evaluator.graph
    var formats: [NodeID: ValueFormat] = [:]
    for node in graph.nodes {
      if let own = session.evaluator.subgraphs.look(of: node).format {
        formats[node] = own == "plain" ? nil : ValueFormat(own)
        continue
      }
      guard let text = graph.name(of: node).flatMap({ session.source(of: $0) }), let formula = try? Formula(text) else {
        continue
      }
      let amounts = formula.names.indices.map { index -> MoneyAmount? in
        let format = graph.sources(of: node.input(index)).first.flatMap { formats[$0.node] }
        return format.flatMap { $0.currency == nil ? nil : .money($0) } ?? .plain
      }
      formats[node] = formula.moneyFormat(amounts)
    }
    return formats
  }
}
