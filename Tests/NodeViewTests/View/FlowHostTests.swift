// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

/// Flows in a view: how they are shown, and how gestures edit them.
@Suite struct FlowHostTests {
  private typealias Flow = FlowGraph<String, String>

  private let view = GraphView(size: GraphSize(1000, 700), profile: .editor, style: .light)
  private let host: FlowHost<String, String>

  private static let places: [String?: GraphPoint] = [
    nil: GraphPoint(20, 300), "home": GraphPoint(20, 20), "cart": GraphPoint(260, 60), "done": GraphPoint(520, 20),
    "lost": GraphPoint(520, 240),
  ]

  private static let flow = Flow {
    step("home") { on("order") { next("cart") } }
    step("cart") {
      on("pay") { next("done") }
      on("fail") { back() }
    }
    step("lost") { on("found") { next("home") } }
    anyStep { on("quit") { restart(at: "home") } }
  }

  init() { host = FlowHost(Self.flow, in: view, positions: Self.places) }

  // MARK: Reading the picture

  private var texts: [String] {
    let canvas = RecordingCanvas()
    view.draw(in: canvas)
    return canvas.drawings.compactMap { if case .text(let text, _, _) = $0 { text } else { nil } }
  }

  /// The connection that starts at an event's row.
  private func wire(_ step: String?, _ event: String, _ target: String) throws -> Connection {
    Connection(
      from: try #require(host.port(at: step, on: event)), to: try #require(host.node(of: target)).input(0))
  }

  private func start(_ step: String?, _ event: String) throws -> GraphPoint {
    let port = try #require(host.port(at: step, on: event))
    return try #require(view.frame(of: port.node)).outputAnchor(port.index)
  }

  private func end(_ step: String) throws -> GraphPoint {
    try #require(host.node(of: step).flatMap(view.frame)).inputAnchor(0)
  }

  private func drag(_ start: GraphPoint, _ end: GraphPoint) {
    view.handle(InputEvent(.down(pointer: 0, at: start, button: .primary), time: 0))
    for step in 1...4 {
      let place = start + (end - start) * (Double(step) / 4)
      view.handle(InputEvent(.moved(pointer: 0, at: place), time: Double(step)))
    }
    view.handle(InputEvent(.up(pointer: 0, at: end), time: 9))
    host.checkInvariants()
    view.checkInvariants()
  }

  // MARK: What is shown

  @Test func aFlowIsShownWithAllStepsItsEventsAndWhatWiresDoNotSay() throws {
    #expect(host.flow == Self.flow && view.nodes.count == 5)
    #expect(
      texts.sorted() == [
        "*", "back", "cart", "done", "enter", "enter", "enter", "enter", "fail", "found", "found", "home",
        "lost", "order", "order", "pay", "pay", "quit", "quit", "restart",
      ])
    #expect(view.path(of: try wire("home", "order", "cart")) != nil)
    #expect(view.path(of: try wire(nil, "quit", "home")) != nil)
    #expect(view.edgeAttributes[try wire("cart", "pay", "done")]?.label == "pay" && view.edgeAttributes.count == 4)
    #expect(host.positions == Self.places && host.node(of: "lost").flatMap(host.step) == "lost")
    #expect(host.node(of: "nowhere") == nil)
  }

  @Test func stepsThatCannotBeReachedAreShownAsOff() throws {
    host.start = "home"
    #expect(texts.contains("start") && texts.count { $0 == "cut off" } == 1)
    host.start = "lost"
    #expect(texts.contains("start") && !texts.contains("cut off"))
    host.start = nil
    #expect(!texts.contains("start"))
  }

  @Test func aRuleOfAStepIsHiddenByOneOfAllSteps() {
    let host = FlowHost(Self.flow, in: view, events: ["quit", "pay"])
    #expect(texts.count { $0 == "*" } == 5)
    host.edit { $0.set(.back, at: "home", on: "quit") }
    #expect(texts.count { $0 == "*" } == 4 && texts.contains("hidden by *"))
    #expect(host.flow.move(at: "home", on: "quit") == .restart("home"))
  }

  @Test func theSameFlowGivesTheSamePicture() {
    let flow = Flow {
      step("cart") {
        on("pay") { next("done") }
        on("fail") { back() }
      }
      anyStep { on("quit") { restart(at: "cart") } }
    }
    let view = GraphView(size: GraphSize(640, 230), profile: .editor)
    let host = FlowHost(
      flow, in: view, positions: [nil: GraphPoint(8, 16), "cart": GraphPoint(240, 48), "done": GraphPoint(472, 16)])
    let canvas = TextCanvas(size: view.viewport.size, usesColor: false)
    view.draw(in: canvas)
    #expect(
      canvas.lines.filter { !$0.isEmpty }.joined(separator: "\n") == """
         ┌───────────────┐                                         ┌───────────────┐
         │*           ◦  │                                         │done        ◦  │
         │               │            ┌───────────────┐            │               │
         │ quit  res…rt  │────┐       │cart        ◦  │       ┌─── │ enter         │
         └───────────────┘   quit     │               │     ┌─┘    └───────────────┘
                                └──── │ enter         │    pay
                                      │               │┌───┘
                                      │          pay  │┘
                                      │ fail    back  │
                                      └───────────────┘
        """)
    withExtendedLifetime(host) {}
  }

  @Test(.enabled(if: Program.isInstalled("xmllint")))
  func theDrawingOfAFlowIsWellFormed() throws {
    let flow = FlowGraph<String, String> {
      for label in awkwardLabels { step(label) { for event in awkwardLabels { on(event) { next(label) } } } }
    }
    let view = GraphView(size: GraphSize(4000, 4000), profile: .editor, style: .dark)
    let host = FlowHost(flow, in: view)
    let canvas = SVGCanvas(size: view.viewport.size)
    view.draw(in: canvas)
    #expect(try Program.run("xmllint --noout -", on: canvas.text).output == "")
    withExtendedLifetime(host) {}
  }

  @Test func withoutPositionsAFlowIsArrangedAndThatIsNoStep() throws {
    let host = FlowHost(Self.flow, in: view)
    let rects = view.nodes.compactMap { view.frame(of: $0)?.rect }
    for (place, rect) in rects.enumerated() {
      #expect(!rects[(place + 1)...].contains { $0.intersects(rect) })
    }
    #expect(Set(host.positions.keys) == Set(Self.places.keys) && !host.undo())
    let (home, cart) = (try #require(host.positions["home"]), try #require(host.positions["cart"]))
    #expect(home.x < cart.x)
    // The arrangement is an undo step of its own.
    drag(cart + GraphPoint(40, 12), GraphPoint(600, 600))
    let moved = host.positions
    host.arrange()
    #expect(host.positions != moved && host.undo() && host.positions == moved && host.undo() && !host.undo())
  }

  @Test func stepsWithoutAPositionStandBelowTheOthers() throws {
    let host = FlowHost(Self.flow, in: view, positions: ["home": GraphPoint(40, 50), "cart": GraphPoint(300, 60)])
    #expect(host.positions["home"] == GraphPoint(40, 50) && host.positions.count == 5)
    try host.edit { flow throws(FlowEditError<String, String>) in try flow.add("new") }
    let rects = view.nodes.compactMap { view.frame(of: $0)?.rect }
    for (place, rect) in rects.enumerated() {
      #expect(!rects[(place + 1)...].contains { $0.intersects(rect) })
    }
  }

  @Test func aStepHasAsManyEventsAsOneLikes() throws {
    let flow = FlowGraph<Int, Int> { step(0) { for event in 0..<100 { on(event) { next(event + 1) } } } }
    let view = GraphView(size: GraphSize(1000, 700), profile: .editor, style: .light)
    let host = FlowHost(flow, in: view)
    let (first, last) = (try #require(host.node(of: 0)), try #require(host.node(of: 100)))
    #expect(view.frame(of: first)?.outputHeights.count == 100)
    let connection = Connection(from: try #require(host.port(at: 0, on: 99)), to: last.input(0))
    #expect(view.path(of: connection) != nil)
    view.select(GraphSelection(connections: [connection]))
    view.handle(InputEvent(.key(.delete), time: 0))
    #expect(host.flow.move(at: 0, on: 99) == nil && host.flow.rules.count == 99)
    host.checkInvariants()
  }

  private struct Alike: Hashable, CustomStringConvertible {
    let number: Int
    var description: String { number == 2 ? "same 2" : "same" }
  }

  @Test func eventsThatLookAlikeHaveRowsOfTheirOwn() {
    let flow = FlowGraph<Int, Alike> {
      step(0) { for number in 0..<4 { on(Alike(number: number)) { next(number) } } }
    }
    let host = FlowHost(flow, in: view)
    let rows = Set(texts.filter { $0.hasPrefix("same") })
    #expect(rows == ["same", "same 2", "same 2 2", "same 3"])
    host.checkInvariants()
  }

  // MARK: Gestures

  @Test func aWireFromARowSetsItsRule() throws {
    var told: [Flow] = []
    host.onEdit = { told.append($0) }
    // A wire from an event that led back before.
    drag(try start("cart", "fail"), try end("lost"))
    #expect(host.flow.move(at: "cart", on: "fail") == .next("lost"))
    #expect(host.flow.rules.map(\.event) == Self.flow.rules.map(\.event) && !texts.contains("back"))
    #expect(view.path(of: try wire("cart", "fail", "lost")) != nil)
    // A wire to another step replaces the target; the move remains a restart.
    drag(try start(nil, "quit"), try end("done"))
    #expect(host.flow.move(at: "done", on: "quit") == .restart("done"))
    #expect(view.edgeAttributes[try wire(nil, "quit", "home")] == nil)
    #expect(view.edgeAttributes[try wire(nil, "quit", "done")]?.label == "quit")
    // A wire to the step itself.
    drag(try start("home", "order"), try end("home"))
    #expect(host.flow.move(at: "home", on: "order") == .next("home"))
    #expect(told.count == 3 && told.last == host.flow)
    #expect(host.undo() && host.undo() && host.undo() && !host.undo() && host.flow == Self.flow)
    #expect(texts.contains("back") && view.edgeAttributes.count == 4)
  }

  @Test func aRowThatIsConnectedToWhereItLeadsAlreadyIsCut() throws {
    // Dragged there again, the wire stays; a pending connection, completed by a click on the step, toggles it.
    drag(try start("home", "order"), try end("cart"))
    #expect(host.flow == Self.flow && !host.undo())
    view.beginConnecting(from: host.port(at: "home", on: "order"))
    view.handle(InputEvent(.down(pointer: 0, at: try end("cart"), button: .primary), time: 20))
    view.handle(InputEvent(.up(pointer: 0, at: try end("cart")), time: 20.1))
    #expect(host.flow.move(at: "home", on: "order") == nil && host.flow.rules.count == 4)
    // The row remains and can be connected again.
    drag(try start("home", "order"), try end("done"))
    #expect(host.flow.move(at: "home", on: "order") == .next("done"))
  }

  @Test func aWirePulledFromAFreeStepSetsTheRuleOfTheRowItIsDroppedOn() throws {
    drag(try end("lost"), try start("cart", "pay"))
    #expect(host.flow.move(at: "cart", on: "pay") == .next("lost"))
  }

  @Test func aWirePulledOffAStepLeadsToAnotherOrIsCut() throws {
    view.select(GraphSelection(connections: [try wire("cart", "pay", "done")]))
    drag(try end("done"), try end("lost"))
    #expect(host.flow.move(at: "cart", on: "pay") == .next("lost"))
    drag(try end("lost"), GraphPoint(800, 600))
    #expect(host.flow.move(at: "cart", on: "pay") == nil && host.flow.steps == Self.flow.steps)
    #expect(host.undo() && host.undo() && host.flow == Self.flow)
  }

  @Test func theStartOfAWireIsMovedToAnotherEventAsOneStep() throws {
    host.graphView(
      view, did: .replugged(try wire(nil, "quit", "home"), try #require(host.port(at: "cart", on: "fail"))))
    #expect(host.flow.move(at: "cart", on: "fail") == .restart("home") && host.flow.move(at: "home", on: "quit") == nil)
    #expect(host.undo() && !host.undo() && host.flow == Self.flow)
  }

  @Test func aDoubleTapOnAWireMakesANewBeginningOfItAndBack() throws {
    let connection = try wire("cart", "pay", "done")
    let middle = try #require(view.path(of: connection)).labelPoint
    func doubleTap(at time: Double) {
      for tap in [time, time + 0.1] {
        view.handle(InputEvent(.down(pointer: 0, at: middle, button: .primary), time: tap))
        view.handle(InputEvent(.up(pointer: 0, at: middle), time: tap + 0.02))
      }
    }
    doubleTap(at: 1)
    #expect(host.flow.move(at: "cart", on: "pay") == .restart("done") && texts.count { $0 == "restart" } == 2)
    doubleTap(at: 5)
    #expect(host.flow == Self.flow && host.undo() && host.undo() && !host.undo())
  }

  @Test func stepsThatAreDeletedComeBackSelectedWhereTheyWere() throws {
    let nodes = try ["home", "cart"].map { try #require(host.node(of: $0)) }
    view.select(GraphSelection(nodes: nodes))
    view.handle(InputEvent(.key(.delete), time: 0))
    #expect(host.flow.steps == ["done", "lost"] && host.flow.rules.isEmpty)
    // The rows remain without rules, including those for all steps.
    #expect(view.nodes.count == 3 && view.edgeAttributes.isEmpty)
    host.checkInvariants()
    #expect(host.undo())
    #expect(host.flow == Self.flow && view.selection.nodes == nodes && host.positions == Self.places)
    #expect(host.redo() && !host.redo() && host.flow.rules.isEmpty)
  }

  @Test func theNodeOfAllStepsGoesWithItsRulesAndComesBackWhereEventsAreOffered() throws {
    view.select(GraphSelection(nodes: [try #require(host.node(of: nil))]))
    view.handle(InputEvent(.key(.delete), time: 0))
    #expect(host.flow.rules.allSatisfy { $0.step != nil } && host.node(of: nil) == nil && view.nodes.count == 4)
    #expect(host.undo() && host.flow == Self.flow)
    let offering = FlowHost(Self.flow, in: view, events: ["sleep"])
    view.select(GraphSelection(nodes: [try #require(offering.node(of: nil))]))
    view.handle(InputEvent(.key(.delete), time: 0))
    offering.checkInvariants()
    #expect(offering.port(at: nil, on: "quit") == nil && offering.port(at: nil, on: "sleep") != nil)
    #expect(texts.count { $0 == "sleep" } == 5)
  }

  @Test func aDragIsAStepAndOneBackIsNone() throws {
    drag(GraphPoint(300, 72), GraphPoint(400, 172))
    #expect(host.positions["cart"] == GraphPoint(360, 160))
    #expect(host.undo() && !host.undo() && host.positions == Self.places)
    #expect(host.node(of: "cart").flatMap { view.frame(of: $0)?.origin } == GraphPoint(260, 60))
    view.handle(InputEvent(.down(pointer: 0, at: GraphPoint(300, 72), button: .primary), time: 20))
    view.handle(InputEvent(.moved(pointer: 0, at: GraphPoint(400, 300)), time: 21))
    view.handle(InputEvent(.key(.escape), time: 22))
    #expect(host.positions == Self.places && !host.undo())
  }

  // MARK: Calls

  @Test func aStepThatIsRenamedStaysWhereItIsAndSelected() throws {
    let node = try #require(host.node(of: "cart"))
    view.select(GraphSelection(nodes: [node]))
    try host.rename("cart", to: "basket")
    #expect(host.node(of: "basket") == node && host.node(of: "cart") == nil && view.selection.nodes == [node])
    #expect(host.positions["basket"] == GraphPoint(260, 60) && texts.contains("basket") && !texts.contains("cart"))
    #expect(host.undo() && host.flow == Self.flow && host.node(of: "cart") == node)
  }

  @Test func whatAFlowCannotHaveIsRefusedWithAReasonAndIsNoStep() throws {
    #expect(throws: FlowEditError<String, String>.stepExists("cart")) { try host.add("cart", at: .zero) }
    #expect(throws: FlowEditError<String, String>.stepExists("cart")) { try host.rename("home", to: "cart") }
    #expect(throws: FlowEditError<String, String>.noStep("help")) { try host.rename("help", to: "cart") }
    var reasons: [String] = []
    host.onRefusal = { reasons.append("\($0)") }
    host.graphView(view, did: .requestedNode(.zero))
    host.stepToAdd = { _ in "cart" }
    host.graphView(view, did: .requestedNode(.zero))
    // The rule was removed in the meantime.
    let connection = try wire("cart", "pay", "done")
    host.edit { flow in _ = try? flow.removeRule(at: "cart", on: "pay") }
    host.graphView(view, did: .cut(connection))
    #expect(reasons == ["step 'cart' already exists", "'pay' has no rule at 'cart'"] && host.undo())
    let any = try #require(host.node(of: nil))
    #expect(
      host.graphView(view, verdictOnConnecting: try wire("cart", "pay", "done").source, to: any.input(0))
        == .refused(.noSuchInput(any, .index(0), among: [])))
    #expect(host.flow == Self.flow && !host.undo())
    // An edit that changes nothing is not an undo step.
    host.edit { $0.set(.back, at: "cart", on: "fail") }
    #expect(!host.undo())
  }

  @Test func stepsAreAddedWhereTheUserAsksForThem() throws {
    host.stepToAdd = { _ in "help" }
    host.graphView(view, did: .requestedNode(GraphPoint(700, 300)))
    #expect(host.flow.steps.last == "help" && host.positions["help"] == GraphPoint(700, 300))
    #expect(host.undo() && host.node(of: "help") == nil && view.nodes.count == 5)
    // The host decides where a wire leads that is dropped on the canvas: back, or to a step added there.
    drag(try start("cart", "pay"), GraphPoint(700, 500))
    #expect(host.flow == Self.flow)
    var asked: [String] = []
    host.moveForDrop = { step, event, _ in
      asked.append("\(step ?? "*") \(event ?? "next")")
      return event == "pay" ? .back : .next("help")
    }
    drag(try start("cart", "pay"), GraphPoint(700, 500))
    drag(try start("home", "order"), GraphPoint(700, 500))
    #expect(asked == ["cart pay", "home order"] && host.flow.move(at: "cart", on: "pay") == .back)
    #expect(host.flow.move(at: "home", on: "order") == .next("help") && host.positions["help"] == GraphPoint(700, 500))
    #expect(host.undo() && host.undo() && !host.undo() && host.flow == Self.flow)
  }

  @Test func aStepThatIsRenamedIsStillWhereOneBegins() throws {
    host.start = "home"
    try host.rename("home", to: "landing")
    #expect(host.start == "landing" && texts.contains("start") && texts.count { $0 == "cut off" } == 1)
    #expect(host.undo() && host.start == "home" && texts.contains("start"))
    #expect(host.redo() && host.start == "landing" && texts.contains("start"))
    try host.rename("lost", to: "found")
    #expect(host.start == "landing")
  }
}
