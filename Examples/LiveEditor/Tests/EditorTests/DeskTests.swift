// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorDesk
import EditorProtocol
import NodeGraph
import NodeView
import Testing

/// Drives a desk with bytes, as pages do.
private final class Page {
  let desk: Desk
  private(set) var number = 0
  private(set) var received: [[UInt8]] = []
  private var time = 0.0

  init(_ desk: Desk) {
    self.desk = desk
    number = desk.open { [unowned self] in receive($0) }
  }

  /// Whether the page acknowledges each frame immediately.
  var answers = true
  private var frames = 0
  /// The expected hash of the page's contents.
  private(set) var hash: UInt32 = 0

  private func receive(_ bytes: [UInt8]) {
    received.append(bytes)
    // A frame ends with its hash.
    frames += 1
    hash = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  private func answer() {
    if answers { _ = desk.receive(PageMessage.bytes([.acknowledge(frame: frames, hash: hash)]), from: number) }
  }

  @discardableResult
  func say(_ messages: PageMessage...) -> Bool {
    defer { answer() }
    return desk.receive(PageMessage.bytes(messages), from: number)
  }

  func hello(_ camera: PageMessage.Camera = PageMessage.Camera(origin: .zero, zoom: 1)) {
    say(.hello(token: "secret", PageMessage.Surface(size: GraphSize(1000, 700)), camera))
  }

  func takeBytes() -> Int {
    defer { received = [] }
    return received.reduce(0) { $0 + $1.count }
  }

  func pointer(_ action: InputEvent.Action) {
    time += 0.1
    say(.input(InputEvent(action, time: time)))
  }
}

@Suite struct DeskTests {
  private final class Kept {
    var count = 0
    var goesOn = false
  }

  private let kept = Kept()

  private func desk(_ lines: String...) throws -> Desk {
    let session = Session()
    for line in lines { try session.run(line) }
    return desk(session)
  }

  private func desk(_ session: Session, wake: @escaping @Sendable () -> Void = {}) -> Desk {
    let kept = kept
    var host = Desk.Host(
      token: "secret",
      keep: { _, _, goesOn in
        kept.goesOn = goesOn
        if !goesOn { kept.count += 1 }
        return !goesOn
      }, save: nil, text: { $0.text }, read: { _, _ in Session() })
    host.wake = wake
    return Desk(session, title: "test", host: host)
  }

  @Test func whatWasToBeAddedIsNotAddedToAnotherDocument() throws {
    let desk = try desk("a = 1")
    let page = Page(desk)
    page.hello()
    page.say(.command("palette", []))
    page.say(.command("add", ["b = a + 1"]))
    #expect(desk.names == ["a", "b"])
    page.say(.command("palette", []))
    // The document was edited, so the new one is only offered first.
    page.say(.command("open", ["other", ""]))
    page.say(.command("replace", []))
    #expect(desk.names == [])
    page.say(.command("add", ["c = 2"]))
    #expect(desk.names == [], "the palette was that of a document that is gone")
    page.say(.command("palette", []))
    page.say(.command("add", ["c = 2"]))
    #expect(desk.names == ["c"])
  }

  @Test func aCommandChangesOneThingOfHowAllThatIsSelectedIsShown() throws {
    let desk = try desk("a = 1", "b = a + 1")
    let b = try #require(desk.editor.session.node(named: "b"))
    let look = NodeLook(form: .compact, flow: .down, color: GraphColor(0x62a698))
    desk.editor.changeLooks(of: [b]) { $0 = look }
    let page = Page(desk)
    page.hello()
    page.say(.command("all", []), .command("lock", []))
    var locked = look
    locked.isLocked = true
    #expect(desk.editor.groups.look(of: b) == locked)
  }

  @Test func whatIsLockedIsCopiedAndNotCut() throws {
    let desk = try desk("a = 1", "b = a + 1")
    let a = try #require(desk.editor.session.node(named: "a"))
    desk.editor.changeLooks(of: [a]) { $0.isLocked = true }
    let page = Page(desk)
    page.hello()
    page.say(.command("all", []), .command("cut", []))
    #expect(desk.names == ["a"])
    page.say(.command("all", []), .command("cut", []))
    #expect(desk.names == ["a"])
  }

  @Test func keysLeadOnWhenTheSourceOfAWireIsGone() throws {
    let desk = try desk("a = 1", "b = a + 1")
    let page = Page(desk)
    page.hello()
    page.say(.command("palette", []), .command("add", ["c = 3"]))
    // Begins a connection from it, at an input of another node.
    page.say(.key("Enter", []), .key("Enter", []))
    page.say(.command("undo", []))
    #expect(desk.names == ["a", "b"])
    page.say(.key("ArrowRight", []))
    _ = page.takeBytes()
    page.say(.key("F2", []))
    #expect(page.received.contains { $0.contains(Array("name of ".utf8)) })
  }

  @Test func runsShowInAllWindowsWhileTheyAreCounted() throws {
    let desk = try desk("a = 1", "b = a + 1")
    let (page, other) = (Page(desk), Page(desk))
    page.hello()
    other.hello()
    let count = kept.count
    page.say(.command("runs", []))
    #expect(kept.count == count, "it is nothing to keep")
    page.say(.command("paste", ["c = b + 1"]))
    other.say(.command("none", []))
    let counted = other.hash
    page.say(.command("runs", []))
    other.say(.command("none", []))
    let plain = other.hash
    #expect(plain != counted, "c had run")
    page.say(.command("runs", []))
    other.say(.command("none", []))
    #expect(other.hash == plain, "nothing has run since")
  }

  @Test func valuesThatComeLateAreShownAndAreNothingToKeep() async throws {
    let session = Session()
    let (arrivals, arrived) = AsyncStream<Void>.makeStream()
    let desk = desk(session) { arrived.yield() }
    let page = Page(desk)
    page.hello()
    page.say(.command("paste", ["slow = Later(x: 3, seconds: 0)"]))
    #expect(session.hasPending)
    let (before, count) = (page.hash, kept.count)
    var iterator = arrivals.makeAsyncIterator()
    await iterator.next()
    desk.land()
    #expect(session.value(of: "slow") == .value(.number(3)))
    #expect(page.hash != before)
    #expect(kept.count == count)
  }

  @Test func aPageSaysWhoItIsBeforeAnythingElse() throws {
    let desk = try desk("a = 1")
    let page = Page(desk)
    #expect(!page.say(.command("undo", [])))
    let other = Page(desk)
    #expect(!other.say(.hello(token: "Secret", PageMessage.Surface(size: GraphSize(10, 10)), nil)))
    let third = Page(desk)
    third.hello()
    #expect(third.received.count == 1)
    #expect(!desk.receive([1, 99], from: third.number))
    #expect(!desk.receive([1], from: 1000))
  }

  @Test func aPageThatDoesNotAnswerIsSentTwoFramesAndThenTheRestAtOnce() throws {
    let desk = try desk("a = 1", "b = a + 1")
    let (slow, fast) = (Page(desk), Page(desk))
    slow.answers = false
    slow.hello()
    fast.hello()
    for value in 0..<10 { fast.say(.command("paste", ["x\(value) = \(value)"])) }
    #expect(slow.received.count == 2)
    slow.say(.acknowledge(frame: 2, hash: slow.hash))
    #expect(slow.received.count == 3)
    fast.say(.command("none", []))
    // In the end all pages have the same contents.
    #expect(slow.hash == fast.hash)
  }

  /// 300 nodes in a grid, each of which reads the preceding one.
  private func grid() throws -> Desk {
    let session = Session()
    for index in 0..<300 {
      try session.run(index == 0 ? "a0 = 1" : "a\(index) = a\(index - 1) + 1")
      let place = GraphPoint(Double(index % 20) * 220, Double(index / 20) * 140 + 10)
      try session.move(SourceName("a\(index)", range: 0..<0), to: place)
    }
    return desk(session)
  }

  @Test func eachEventOfADragSendsPlacesAndWiresOnly() throws {
    let desk = try grid()
    let (page, other) = (Page(desk), Page(desk))
    page.hello()
    other.hello()
    let grip = GraphPoint(240, 24)
    page.pointer(.down(pointer: 0, at: grip, button: .primary))
    page.pointer(.moved(pointer: 0, at: grip + GraphPoint(8, 8)))
    let (before, otherBefore) = (page.hash, other.hash)
    _ = page.takeBytes() + other.takeBytes()
    for step in 1...20 {
      page.pointer(.moved(pointer: 0, at: grip + GraphPoint(8 + Double(step) * 3, 8 + Double(step))))
      #expect(1...400 ~= page.takeBytes())
      #expect(1...400 ~= other.takeBytes())
      other.say()
    }
    #expect(page.hash != before && other.hash != otherBefore)
    #expect(kept.count == 0)
    page.pointer(.up(pointer: 0, at: grip))
    #expect(kept.count == 1)
  }

  /// A node that the given number of others read, which are in columns of ten.
  private func hub(readers count: Int) throws -> Desk {
    let session = Session()
    try session.run("hub = 1")
    for index in 0..<count {
      try session.run("r\(index) = hub + \(index)")
      let place = GraphPoint(300 + Double(index / 10) * 220, Double(index % 10) * 140 + 10)
      try session.move(SourceName("r\(index)", range: 0..<0), to: place)
    }
    return desk(session)
  }

  @Test func aDragOfOneOfManyReadersOfANodeSendsItsWireOnly() throws {
    let desk = try hub(readers: 300)
    for zoom in [1, 0.5, 0.2] {
      let page = Page(desk)
      page.hello(PageMessage.Camera(origin: .zero, zoom: zoom))
      let grip = GraphPoint(350, 24) * zoom
      page.pointer(.down(pointer: 0, at: grip, button: .primary))
      page.pointer(.moved(pointer: 0, at: grip + GraphPoint(8, 8)))
      let before = page.hash
      _ = page.takeBytes()
      for step in 1...10 {
        page.pointer(.moved(pointer: 0, at: grip + GraphPoint(8 + Double(step) * 3, 8 + Double(step))))
        // Nothing is sent while guides hold the node.
        #expect(page.takeBytes() <= 400)
      }
      #expect(page.hash != before)
      page.pointer(.up(pointer: 0, at: grip))
      desk.close(page.number)
    }
  }

  @Test func whatAPageWasInTheMiddleOfGoesBackWhenItIsGone() throws {
    let desk = try grid()
    let (page, other) = (Page(desk), Page(desk))
    page.hello()
    other.hello()
    other.say()
    let before = other.hash
    let grip = GraphPoint(240, 24)
    page.pointer(.down(pointer: 0, at: grip, button: .primary))
    page.pointer(.moved(pointer: 0, at: grip + GraphPoint(80, 40)))
    #expect(other.hash != before)
    other.say()
    desk.close(page.number)
    #expect(other.hash == before)
  }

  @Test func aNumberThatIsDraggedIsKeptOnceAndGoesBackWhenItsPageIsGone() throws {
    let session = Session()
    for line in ["a = 20", "b = a * 2"] { try session.run(line) }
    try session.move(SourceName("a", range: 0..<0), to: GraphPoint(40, 40))
    try session.move(SourceName("b", range: 0..<0), to: GraphPoint(300, 40))
    let desk = desk(session)
    let (page, other) = (Page(desk), Page(desk))
    page.hello()
    other.hello()
    other.say()
    let before = other.hash
    // The point is in the pill at (40, 40), 128 wide and 36 high, to the right of its name.
    let grip = GraphPoint(140, 58)
    page.pointer(.down(pointer: 0, at: grip, button: .primary))
    for step in 1...10 { page.pointer(.moved(pointer: 0, at: grip + GraphPoint(Double(step) * 2, 0))) }
    #expect(session.value(of: "b") != .value(.number(40)) && other.hash != before)
    #expect(kept.count == 0 && kept.goesOn)
    desk.close(page.number)
    #expect(session.value(of: "b") == .value(.number(40)))
    other.say()
    #expect(other.hash == before)
    // A drag that is completed is one step.
    let third = Page(desk)
    third.hello()
    let steps = session.history.count
    third.pointer(.down(pointer: 0, at: grip, button: .primary))
    for step in 1...10 { third.pointer(.moved(pointer: 0, at: grip + GraphPoint(Double(step) * 50, 0))) }
    third.pointer(.up(pointer: 0, at: grip))
    #expect(session.value(of: "a") == .value(.number(100)) && session.history.count == steps + 1)
    #expect(session.evaluator.graph.position(of: try #require(session.node(named: "a"))) == GraphPoint(40, 40))
  }

  @Test func aNumberThatGoesWhileItIsDraggedEndsTheDrag() throws {
    let session = Session()
    try session.run("a = 20")
    try session.move(SourceName("a", range: 0..<0), to: GraphPoint(40, 40))
    let desk = desk(session)
    let (page, other) = (Page(desk), Page(desk))
    page.hello()
    other.hello()
    page.pointer(.down(pointer: 0, at: GraphPoint(140, 58), button: .primary))
    page.pointer(.moved(pointer: 0, at: GraphPoint(150, 58)))
    other.say(.command("all", []), .command("delete", []))
    #expect(session.node(named: "a") == nil)
    page.pointer(.moved(pointer: 0, at: GraphPoint(160, 58)))
    page.pointer(.up(pointer: 0, at: GraphPoint(160, 58)))
    #expect(session.node(named: "a") == nil)
    page.say(.command("undo", []))
    #expect(session.node(named: "a") != nil)
  }

  @Test func undoingInTheMiddleOfADragPutsTheNumberBackAndUndoesNothingElse() throws {
    let session = Session()
    for line in ["a = 20", "b = a * 2"] { try session.run(line) }
    try session.move(SourceName("a", range: 0..<0), to: GraphPoint(40, 40))
    try session.move(SourceName("b", range: 0..<0), to: GraphPoint(300, 40))
    let page = Page(desk(session))
    page.hello()
    page.say(.command("palette", []))
    page.say(.command("add", ["c = 3"]))
    let steps = session.history.count
    let grip = GraphPoint(140, 58)
    for command in ["undo", "redo"] {
      page.pointer(.down(pointer: 0, at: grip, button: .primary))
      page.pointer(.moved(pointer: 0, at: grip + GraphPoint(20, 0)))
      #expect(session.value(of: "a") != .value(.number(20)))
      page.say(.command(command, []))
      #expect(session.value(of: "a") == .value(.number(20)) && session.history.count == steps, "\(command)")
      // The pointer is still down, but drags no number.
      page.pointer(.moved(pointer: 0, at: grip + GraphPoint(30, 0)))
      page.pointer(.up(pointer: 0, at: grip + GraphPoint(30, 0)))
      #expect(session.value(of: "b") == .value(.number(40)) && session.history.count == steps, "\(command)")
      #expect(session.evaluator.graph.position(of: try #require(session.node(named: "a"))) == GraphPoint(40, 40))
    }
    // A press without movement is not a drag.
    page.pointer(.down(pointer: 0, at: grip, button: .primary))
    page.say(.command("undo", []))
    #expect(session.node(named: "c") == nil)
  }

  @Test func whoIsInAGroupThatGoesComesOutWhereTheyWentIn() throws {
    let desk = try desk("a = 20", "b = a * 2")
    let (page, other) = (Page(desk), Page(desk))
    let camera = PageMessage.Camera(origin: GraphPoint(-30, -100), zoom: 1)
    page.hello(camera)
    other.hello()
    page.say(.command("all", []), .command("group", []))
    page.say(.key("Enter", []))
    page.say(.camera(PageMessage.Camera(origin: GraphPoint(500, 400), zoom: 0.5)))
    _ = page.takeBytes()
    other.say(.command("undo", []))
    let sent = Array(EditorMessage.bytes([.camera(camera)]).dropFirst())
    #expect(page.received.contains { $0.contains(sent) })
  }

  /// A group that is made without a name gets a text field for it where the group is shown, also inside a group; a
  /// group with a given name doesn't.
  @Test func aGroupIsAskedForItsNameUnlessThatIsGiven() throws {
    let desk = try desk("a = 20", "b = a * 2")
    let page = Page(desk)
    page.hello()
    func isAsked(_ name: String) -> Bool {
      page.received.contains { $0.contains(Array("name of \(name)".utf8)) }
    }
    func titles() -> [String] {
      let groups = desk.editor.groups
      return groups.definitions.flatMap { groups.instances(of: $0) }.map { groups.scopedName(of: $0.node) }.sorted()
    }
    page.say(.command("all", []), .command("group", []))
    #expect(isAsked("Group") && titles() == ["Group"])
    page.say(.text(field: 1, "Tax"))
    #expect(titles() == ["Tax"])
    _ = page.takeBytes()
    page.say(.key("Enter", []), .command("all", []), .command("group", ["Inner"]))
    #expect(!isAsked("Inner") && titles() == ["Tax", "Tax › Inner"])
    page.say(.command("undo", []), .command("all", []), .command("group", []))
    #expect(isAsked("Group") && titles() == ["Tax", "Tax › Group"])
    page.say(.command("ungroup", []))
    #expect(titles() == ["Tax"])
  }

  @Test func aWindowThatPansHasWhatANewOneThereHas() throws {
    let desk = try grid()
    let page = Page(desk)
    page.hello()
    for step in 1...12 {
      page.say(.camera(PageMessage.Camera(origin: GraphPoint(Double(step) * 97.5, Double(step) * 33.25), zoom: 1)))
    }
    page.say(.camera(PageMessage.Camera(origin: GraphPoint(400, 300), zoom: 0.5)))
    page.say(.camera(PageMessage.Camera(origin: GraphPoint(410, 300), zoom: 0.5)))
    let fresh = Page(desk)
    fresh.hello(PageMessage.Camera(origin: GraphPoint(410, 300), zoom: 0.5))
    #expect(page.hash == fresh.hash)
    #expect(page.hash != 0)
    // The preceding edit is not forgotten.
    page.say(.camera(PageMessage.Camera(origin: .zero, zoom: 1)), .command("paste", ["z = a0 + 1"]))
    page.say(.command("undo", []), .camera(PageMessage.Camera(origin: GraphPoint(10, 0), zoom: 1)))
    fresh.say(.camera(PageMessage.Camera(origin: GraphPoint(10, 0), zoom: 1)))
    #expect(page.hash == fresh.hash)
  }

  @Test(arguments: [1, 0.2, 0.02])
  func aWindowThatPansInSmallStepsHasWhatANewOneThereHas(_ zoom: Double) throws {
    let session = Session()
    for line in ["hub = 1", "other = 2"] + (0..<90).map({ "n\($0) = hub + \($0 < 12 ? "other" : "n\($0 - 12)")" }) {
      try session.run(line)
    }
    let desk = desk(session)
    let page = Page(desk)
    var place = GraphPoint(-700 / zoom, -500 / zoom)
    page.hello(PageMessage.Camera(origin: place, zoom: zoom))
    var state: UInt64 = 7
    func random(_ most: Double) -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (Double(state >> 33) / Double(1 << 31) * most * 64).rounded() / 64
    }
    for step in 1...60 {
      place = place + GraphPoint((random(90) - 30) / zoom, (random(60) - 20) / zoom)
      let camera = PageMessage.Camera(origin: place, zoom: zoom)
      page.say(.camera(camera))
      if step % 10 == 0 {
        page.say(.command("paste", ["p\(step) = hub * \(step)"]), .camera(camera))
        page.say(.command("undo", []), .camera(camera))
      }
      let fresh = Page(desk)
      fresh.hello(camera)
      #expect(page.hash == fresh.hash, "step \(step)")
      desk.close(fresh.number)
    }
  }

  @Test func aQuestionIsAnsweredByItselfAndIsNotRecorded() throws {
    let desk = try desk("a = 1")
    let page = Page(desk)
    page.hello()
    page.answers = false
    _ = page.takeBytes()
    var steps: [DeskStep] = []
    desk.onStep = { steps.append($0) }
    page.say(.ask(7))
    #expect(page.received == [EditorMessage.bytes([.answer(7)])] && steps.isEmpty)
    // After what was sent before, even if frames are not acknowledged.
    for _ in 0..<4 { page.say(.command("all", []), .command("none", [])) }
    page.say(.command("undo", []), .ask(8))
    #expect(page.received.last == EditorMessage.bytes([.answer(8)]))
    #expect(!steps.contains { if case .said(_, let messages) = $0 { messages.contains(.ask(8)) } else { false } })
  }

  @Test func aPageThatHasSomethingElseGetsEverythingOnceMore() throws {
    let desk = try desk("a = 1", "b = a + 1")
    let page = Page(desk)
    page.answers = false
    page.hello()
    let first = page.takeBytes()
    page.say(.acknowledge(frame: 1, hash: page.hash))
    #expect(page.takeBytes() == 0)
    page.say(.command("all", []))
    _ = page.takeBytes()
    page.say(.acknowledge(frame: 2, hash: page.hash &+ 1))
    // The table of commands, which never changes, is sent once.
    #expect(page.takeBytes() > first / 4)
  }

  @Test func whatIsDroppedIsShownWhereItIsAndForgottenWhenItsPageIsGone() throws {
    let session = Session()
    try session.run("a = 20")
    try session.move(SourceName("a", range: 0..<0), to: GraphPoint(40, 40))
    let desk = desk(session)
    let (page, other) = (Page(desk), Page(desk))
    page.hello()
    other.hello()
    let before = page.hash
    let place = GraphPoint(60, 58)
    page.pointer(.draggedOver(GraphPayload("text/plain"), at: place))
    #expect(page.hash != before)
    page.pointer(.dragLeft)
    #expect(page.hash == before)
    page.pointer(.dropped(GraphPayload("text/plain", "b = a * 2"), at: GraphPoint(400, 300)))
    #expect(session.value(of: "b") == .value(.number(40)))
    #expect(session.evaluator.graph.position(of: try #require(session.node(named: "b"))) == GraphPoint(400, 300))
    page.pointer(.dropped(GraphPayload("text/plain", "7"), at: place))
    #expect(session.value(of: "a") == .value(.number(7)))
    page.pointer(.draggedOver(GraphPayload("text/plain"), at: place))
    desk.close(page.number)
    other.say()
    #expect(session.history.count == 2, "\(session.history)")
  }

  @Test func anEditIsKeptBeforeAnybodySeesIt() throws {
    let desk = try desk("a = 1")
    let page = Page(desk)
    page.hello()
    #expect(kept.count == 0)
    page.say(.command("paste", ["b = a * 2"]))
    #expect(kept.count == 1)
    page.say(.command("undo", []))
    #expect(kept.count == 2)
    page.say(.command("fit", []))
    #expect(kept.count == 2)
  }

  @Test func aDocumentTakesThePlaceOfChangesOnlyWhenItIsAskedTo() throws {
    let other = Session()
    try other.run("z = 26")
    let session = Session()
    try session.run("a = 1")
    let host = Desk.Host(
      token: "secret", keep: { _, _, _ in true }, save: nil, text: { $0.text },
      read: { _, text in if text == "broken" { throw Unreadable() } else { other } })
    let desk = Desk(session, title: "test", host: host)
    let page = Page(desk)
    page.hello()
    // Without changes that could be lost, the document opens, unless the page only offers it.
    page.say(.command("offer", ["shared.nc", "z = 26"]))
    #expect(desk.names == ["a"])
    page.say(.command("paste", ["b = a * 2"]))
    // An edit withdraws the offered document.
    page.say(.command("replace", []))
    #expect(desk.names == ["a", "b"])
    page.say(.command("open", ["other.nc", "broken"]), .command("replace", []))
    #expect(desk.names == ["a", "b"])
    page.say(.command("open", ["other.nc", "z = 26"]))
    page.say(.command("open", ["other.nc", "z = 26"]))
    #expect(desk.names == ["a", "b"])
    // A window that did not offer the document can't accept it.
    let second = Page(desk)
    second.hello()
    second.say(.command("replace", []))
    #expect(desk.names == ["a", "b"])
    // A page that never sent its token is shown no contents.
    let stranger = Page(desk)
    page.say(.command("replace", []))
    #expect(desk.names == ["z"])
    #expect(stranger.received.isEmpty && !stranger.say(.command("paste", ["y = 25"])) && desk.names == ["z"])
  }

  @Test func aWireThatChangedOutOfSightIsDrawnAnewWhenItComesToShow() throws {
    let session = Session()
    for line in ["a = 1", "b = a + 1", "c = a + 2"] { try session.run(line) }
    let (b, c) = (try #require(session.node(named: "b")), try #require(session.node(named: "c")))
    try session.evaluator.edit { edit in
      try edit.move(b, to: GraphPoint(8000, 0))
      try edit.move(c, to: GraphPoint(400, -600))
    }
    let desk = desk(session)
    let page = Page(desk)
    // Only the connection to b crosses the visible part.
    page.hello(PageMessage.Camera(origin: GraphPoint(3000, 0), zoom: 1))
    desk.editor.move(c, to: GraphPoint(400, -500))
    desk.editor.endMoving()
    let place = PageMessage.Camera(origin: GraphPoint(0, -300), zoom: 1)
    page.say(.camera(place))
    let other = Page(desk)
    other.hello(place)
    #expect(page.hash == other.hash)
  }

  @Test func whatWasSavedIsNotKeptAsUnsaved() throws {
    let session = Session()
    try session.run("a = 1")
    let log = Log()
    let host = Desk.Host(
      token: "secret",
      keep: { _, _, _ in
        log.entries.append("keep")
        return true
      },
      save: { _ in
        log.entries.append("save")
        return "saved"
      }, text: { $0.text }, read: { _, _ in Session() })
    let page = Page(Desk(session, title: "test", host: host))
    page.hello()
    page.say(.command("paste", ["z = 1"]), .command("save", []))
    #expect(log.entries == ["save"])
    page.say(.command("paste", ["y = 1"]))
    #expect(log.entries == ["save", "keep"])
  }

  private final class Log { var entries: [String] = [] }

  @Test func whoIsLeftIsToldThatAWindowWasClosed() throws {
    let desk = try desk("a = 1")
    let (page, other) = (Page(desk), Page(desk))
    page.hello()
    other.hello()
    _ = page.takeBytes()
    desk.close(other.number)
    #expect(page.takeBytes() > 0)
  }

  @Test func aFieldOfADocumentThatIsGoneIsClosed() throws {
    let page = Page(try desk("a = 1"))
    page.hello()
    _ = page.takeBytes()
    page.say(.text(field: 7, "1"))
    let sent = Array(EditorMessage.bytes([.endEdit(field: 7)]).dropFirst())
    #expect(page.received.contains { $0.contains(sent) })
  }

  @Test func noLinkHoldsAScriptThatLacksGroups() throws {
    let page = Page(try desk("a = 20", "b = a * 2"))
    page.hello()
    page.say(.command("all", []), .command("group", ["Tax"]))
    _ = page.takeBytes()
    page.say(.command("share", []))
    #expect(page.received.contains { String(decoding: $0, as: UTF8.self).contains("a script can't contain groups") })
    #expect(!page.received.contains { String(decoding: $0, as: UTF8.self).contains("# nodecalc") })
  }

  private struct Unreadable: Error {}
}
