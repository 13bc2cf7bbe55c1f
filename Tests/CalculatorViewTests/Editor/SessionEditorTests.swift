// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import CalculatorView
import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct SessionEditorTests {
  private let session = Session()
  private let editor: SessionEditor
  private let one: SessionController
  private let two: SessionController

  init() throws {
    for line in ["price = 20", "qty = 3", "sub = price * qty", "rate = 20%", "tax = sub * rate", "total = sub + tax"] {
      try session.run(line)
    }
    editor = SessionEditor(session)
    one = Self.controller(editor)
    two = Self.controller(editor)
    one.layOut()
  }

  private static func controller(_ editor: SessionEditor) -> SessionController {
    SessionController(of: editor, in: GraphView(size: GraphSize(1000, 700), profile: .desktop, style: .light))
  }

  private func node(_ name: String) throws -> NodeID { try #require(session.node(named: name)) }

  private func drawings(_ controller: SessionController) -> [String] {
    let view = controller.view
    var texts: [String] = []
    for part in view.parts(in: GraphRect(x: -1e5, y: -1e5, width: 2e5, height: 2e5)) {
      let canvas = RecordingCanvas()
      view.draw([part]) { _ in canvas }
      texts.append(canvas.description)
    }
    // Depths depend on the order in which a view received its nodes, so the drawings are sorted.
    return texts.sorted()
  }

  private func message(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return (error as? Diagnostic)?.message ?? "\(error)" }
    return nil
  }

  @Test func whatWasDeletedIsBackInEachViewWhenThatIsUndone() throws {
    let tax = try node("tax")
    let before = drawings(one)
    one.view.select(GraphSelection(nodes: [tax]))
    one.view.handle(InputEvent(.key(.delete), time: 0))
    #expect(session.node(named: "tax") == nil)
    #expect(one.view.frame(of: tax) == nil && two.view.frame(of: tax) == nil)
    #expect(editor.undo() == "delete tax")
    #expect(session.node(named: "tax") == tax)
    #expect(drawings(one) == before && drawings(two) == before)
    #expect(editor.redo() == "delete tax")
    #expect(two.view.frame(of: tax) == nil)
  }

  @Test func aSelectionIsDeletedInOneStepWithItsWiresAndComesBackSelected() throws {
    let (before, view) = (drawings(one), one.view)
    let names = ["price", "qty", "sub", "rate", "tax", "total"]
    // All wires are deleted with their nodes, including those that formulas imply by name.
    let selection = GraphSelection(nodes: try names.map(node), connections: session.evaluator.graph.connections)
    var refusals = 0
    one.onRequest = { if case .explain = $0 { refusals += 1 } }
    view.select(selection)
    view.handle(InputEvent(.key(.delete), time: 0))
    #expect(session.evaluator.graph.nodeCount == 0 && refusals == 0 && view.selection.isEmpty)
    #expect(editor.undo() == "delete price qty sub rate tax total")
    #expect(editor.newSelection == selection && drawings(one) == before)
    view.select(editor.newSelection)
    #expect(view.selection == selection)
    #expect(editor.redo() != nil && editor.newSelection.isEmpty && session.evaluator.graph.nodeCount == 0)
    #expect(editor.undo() != nil && editor.newSelection == selection)
    // The next edit restores no nodes, so there is no new selection.
    try editor.commit("21", to: .definition(try node("price")))
    #expect(editor.newSelection.isEmpty)
    // A wire of a formula that stays can't be deleted, so the whole deletion is refused.
    let wire = try #require(session.evaluator.graph.connections(of: try node("total")).first)
    let refused = GraphSelection(nodes: [try node("rate")], connections: [wire])
    view.select(refused)
    view.handle(InputEvent(.key(.delete), time: 1))
    #expect(refusals == 1 && session.node(named: "rate") != nil && view.selection == refused)
  }

  @Test func aNewNameShowsWhereverTheNodeIsRead() throws {
    let before = drawings(one)
    try editor.commit("cost", to: .name(node("price")))
    // Rows show the names that formulas have, not those of the graph's ports.
    #expect(editor.summary(of: try node("sub")).inputs == ["cost", "qty"])
    #expect(SessionPicture(of: session).svg(title: "bill").contains(">cost</text>"))
    #expect(!SessionPicture(of: session).svg(title: "bill").contains(">price</text>"))
    #expect(drawings(one) != before && drawings(one) == drawings(Self.controller(editor)))
    editor.undo()
    #expect(drawings(one) == before)
  }

  @Test func aDragIsOneStepAndTheOtherViewsFollow() throws {
    let price = try node("price")
    let start = try #require(one.view.frame(of: price)).rect
    let steps = session.history.count
    let grip = GraphPoint(start.minX + 20, start.midY)
    one.view.handle(InputEvent(.down(pointer: 0, at: grip, button: .primary), time: 0))
    for step in 1...5 {
      let place = grip + GraphPoint(Double(step) * 10, 4)
      one.view.handle(InputEvent(.moved(pointer: 0, at: place), time: Double(step)))
      editor.reloadViews()
      #expect(two.view.frame(of: price)?.origin == one.view.frame(of: price)?.origin)
    }
    one.view.handle(InputEvent(.up(pointer: 0, at: grip + GraphPoint(50, 4)), time: 6))
    #expect(one.view.frame(of: price)?.origin == start.origin + GraphPoint(50, 4))
    #expect(session.history.count == steps + 1)
    editor.undo()
    for view in [one.view, two.view] { #expect(view.frame(of: price)?.origin == start.origin) }
  }

  @Test func routesOfALayoutShowInAllViewsAndComeBackWithTheNodes() throws {
    try session.run("each = total / qty")
    editor.reloadViews()
    one.layOut()
    let connection = Connection(from: try node("qty").output, to: try node("each").input(1))
    let routed = try #require(one.view.path(of: connection))
    #expect(two.view.path(of: connection) == routed)
    #expect(Self.controller(editor).view.path(of: connection) == routed)
    let place = session.evaluator.graph.position(of: try node("each"))
    editor.move(try node("each"), to: place + GraphPoint(40, 40))
    editor.endMoving()
    #expect(two.view.path(of: connection)?.path.elements.count != routed.path.elements.count)
    #expect(two.view.path(of: connection) == one.view.path(of: connection))
    editor.undo()
    for view in [one.view, two.view, Self.controller(editor).view] { #expect(view.path(of: connection) == routed) }
  }

  @Test func aWireToAFormulaPutsTheNameInPlaceOfAnother() throws {
    try editor.connect(node("rate").output, to: node("total").input(1))
    #expect(session.source(of: "total") == "sub + rate")
    #expect(session.value(of: "total") == .value(.number(60.2)))
    editor.undo()
    #expect(session.source(of: "total") == "sub + tax")
  }

  @Test func aCycleIsRefusedAndShown() throws {
    var explained: [Diagnostic] = []
    one.onRequest = { if case .explain(let diagnostic) = $0 { explained.append(diagnostic) } }
    let steps = session.history
    one.graphView(one.view, did: .toggledConnection(try node("total").output, try node("sub").input(0)))
    #expect(explained.map(\.message) == ["sub would depend on itself; nothing changed"])
    #expect(explained.first?.notes.first?.contains("sub") == true)
    #expect(session.history == steps)
  }

  @Test func aWireOfAFormulaIsNotCut() throws {
    let connection = Connection(from: try node("sub").output, to: try node("tax").input(0))
    #expect(message { try editor.cut(connection) } == "the formula of tax uses sub")
    #expect(session.source(of: "tax") == "sub * rate")
  }

  @Test func portsOfKindsAreConnectedCutAndReconnected() throws {
    let sum = try editor.add("Add", at: GraphPoint(10, 20), from: node("price").output)
    #expect(session.evaluator.graph.name(of: sum) == "add1")
    #expect(session.evaluator.graph.position(of: sum) == GraphPoint(10, 20))
    #expect(session.value(of: "add1") == .value(.number(20)))
    let connection = Connection(from: try node("price").output, to: sum.input(0))
    try editor.commit("7", to: .literal(sum.input(1)))
    #expect(session.value(of: "add1") == .value(.number(27)))
    try editor.reroute(connection, to: sum.input(2))
    #expect(session.evaluator.graph.sources(of: sum.input(0)).isEmpty)
    #expect(session.value(of: "add1") == .value(.number(27)))
    try editor.cut(Connection(from: try node("price").output, to: sum.input(2)))
    #expect(session.value(of: "add1") == .value(.number(7)))
    #expect(editor.text(of: .literal(sum.input(1))) == "7")
    for _ in 0..<4 { editor.undo() }
    #expect(session.node(named: "add1") == nil)
    #expect(one.view.frame(of: sum) == nil)
  }

  @Test func whatCannotBeAddedWholeIsNotAdded() throws {
    try editor.add("#3366cc", at: .zero)
    let names = session.names
    let (history, before) = (session.history, drawings(two))
    // No input of an addition accepts a colour.
    #expect(message { try editor.add("Add", at: .zero, from: try node("value1").output) } != nil)
    #expect(message { try editor.add("price = 3", at: .zero) } == "the name 'price' is taken")
    #expect(message { try editor.add("a = 1; b = 2", at: .zero) } != nil)
    #expect(message { try editor.add(".source /etc/passwd", at: .zero) } != nil)
    #expect(session.names == names && session.history == history && drawings(two) == before)
  }

  @Test func fieldsTakeOneValueOrFormula() throws {
    let price = try node("price")
    #expect(editor.text(of: .definition(price)) == "20")
    try editor.commit("25", to: .definition(price))
    #expect(session.value(of: "total") == .value(.number(90)))
    try editor.commit("cost", to: .name(price))
    #expect(session.source(of: "sub") == "cost * qty")
    for text in ["1; b = 2", "", "nobody + 1", "total"] {
      #expect(message { try editor.commit(text, to: .definition(price)) } != nil, "\(text)")
    }
    #expect(session.value(of: "total") == .value(.number(90)))
    #expect(message { try editor.commit("qty", to: .name(price)) } != nil)
    #expect(editor.text(of: .literal(try node("sub").input(0))) == nil)
  }

  @Test func whatIsPastedGetsNamesOfItsOwn() throws {
    let text = editor.text(of: [try node("sub"), try node("tax")])
    let pasted = try editor.paste(text)
    #expect(pasted.compactMap { session.evaluator.graph.name(of: $0) } == ["sub2", "tax2"])
    #expect(session.source(of: "sub2") == "price * qty")
    // The copy reads the copied node, and the original of the one that wasn't copied.
    #expect(session.source(of: "tax2") == "sub2 * rate")
    let place = session.evaluator.graph.position(of: try node("sub"))
    #expect(session.evaluator.graph.position(of: pasted[0]) == place + GraphPoint(24, 24))
    #expect(two.view.frame(of: pasted[1]) != nil)
    #expect(message { try editor.paste("a1 = 1\n.save /somewhere") } != nil)
    #expect(session.node(named: "a1") == nil)
    editor.undo()
    #expect(session.node(named: "sub2") == nil)
  }

  @Test func aFormulaOfAPortIsEditedAndDeletedThere() throws {
    try session.run("bill = Add(x: price + 1)")
    editor.reloadViews()
    let helper = try #require(session.evaluator.graph.sources(of: try node("bill").input(0)).first).node
    #expect(editor.summary(of: helper).title == "bill.x")
    try editor.commit("price + 2", to: .definition(helper))
    #expect(session.value(of: "bill") == .value(.number(22)))
    let now = try #require(session.evaluator.graph.sources(of: try node("bill").input(0)).first).node
    try editor.delete([now])
    #expect(session.value(of: "bill") == .value(.number(0)))
    #expect(two.view.frame(of: now) == nil)
  }

  /// Checks that a view reloaded after any edits shows the same as a new view.
  @Test(arguments: 0..<6) func viewsFollowWhateverIsDone(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let texts = ["Add", "Multiply", "Color", "1 / 0", "price * 2", "x1 = qty + 1", "#123456", "total > 3", "nobody"]
    for step in 0..<60 {
      let nodes = session.evaluator.graph.nodes
      guard let node = nodes.randomElement(using: &random), let other = nodes.randomElement(using: &random) else {
        break
      }
      let inputs = (try? session.evaluator.graph.kind(of: other).inputs.count) ?? 0
      let place = GraphPoint(Double(random.next() % 900), Double(random.next() % 600))
      switch random.next() % 9 {
      case 0: _ = try? editor.add(texts.randomElement(using: &random) ?? "", at: place, from: node.output)
      case 1: try? editor.delete([node])
      case 2: editor.undo()
      case 3: editor.redo()
      case 4 where inputs > 0:
        try? editor.connect(node.output, to: other.input(Int(random.next() % UInt64(inputs))))
      case 5:
        if let connection = session.evaluator.graph.connections(of: node).first { try? editor.cut(connection) }
      case 6: _ = try? editor.paste(editor.text(of: [node, other]))
      case 7: try? editor.commit(texts.randomElement(using: &random) ?? "", to: .definition(node))
      default:
        editor.move(node, to: place)
        editor.endMoving()
      }
      if step % 10 == 9 {
        let fresh = drawings(Self.controller(editor))
        #expect(drawings(one) == fresh, "seed \(seed), step \(step)")
        #expect(drawings(two) == fresh, "seed \(seed), step \(step)")
      }
    }
  }

  @Test func oneOfTheResultsOfAFunctionGoesAlone() throws {
    let session = try Session(
      running: "split(x) = (net: x / 1.2, tax: x - x / 1.2)", "s = split(120)", "total = s.tax")
    let editor = SessionEditor(session)
    try editor.delete([try #require(session.node(named: "s.net"))])
    #expect(session.names == ["s.tax", "total"] && session.value(of: "total")?.text == "20")
    #expect(
      try session.run("`s.tax` = 3")[0].changes.map { "\($0.name) \($0.text)" } == ["s.tax 20 → 3", "total 20 → 3"])
    try session.undo(2)
    let all = try ["s.net", "s.tax"].map { try #require(session.node(named: $0)) }
    try editor.delete(all)
    #expect(session.names == ["total"])
    editor.undo()
    #expect(try session.run("s")[0].results.map { "\($0.name) = \($0.value.text)" } == ["s.net = 100", "s.tax = 20"])
    session.checkInvariants()
  }

  @Test func pastedTextsKeepUncertainties() throws {
    let session = try Session(running: "price = 20 ± 1", "rate ~ uniform(1, 2)")
    let editor = SessionEditor(session)
    let nodes = ["price", "rate"].compactMap(session.node)
    try editor.paste(editor.text(of: nodes))
    #expect(["price2", "rate2"].map { session.uncertainty(of: $0)?.text } == ["20 ± 1", "~ uniform(1, 2)"])
    session.checkInvariants()
  }
}
