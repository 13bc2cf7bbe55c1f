// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorDesk
import EditorProtocol
import NodeGraph
import NodeView
import Testing

/// The marks of nodes that wait while an evaluation runs.
@Suite struct WaitingTests {
  /// A desk with a page, which notes when it is asked and what it is sent.
  private final class World {
    let desk: Desk
    private(set) var sent: [[UInt8]] = []
    private(set) var page = 0
    var isSlow = false
    var isInterrupted = false
    /// What was sent when it was last asked whether to stop.
    private(set) var sentWhileAsked: [[UInt8]] = []

    init(_ lines: String...) throws {
      let session = Session()
      for line in lines { try session.run(line) }
      var host = Desk.Host(
        token: "secret", keep: { _, _, _ in true }, save: nil, text: { $0.text }, read: { _, _ in Session() })
      var slow: () -> Bool = { false }
      var stopped: () -> Bool = { false }
      host.isSlow = { slow() }
      host.isInterrupted = { stopped() }
      desk = Desk(session, title: "test", host: host)
      slow = { [unowned self] in isSlow }
      stopped = { [unowned self] in
        sentWhileAsked = sent
        return isInterrupted
      }
      page = desk.open { [unowned self] in sent.append($0) }
      say(
        .hello(
          token: "secret", PageMessage.Surface(size: GraphSize(1000, 700)),
          PageMessage.Camera(origin: .zero, zoom: 1)))
    }

    func say(_ messages: PageMessage...) {
      sent = []
      _ = desk.receive(PageMessage.bytes(messages), from: page)
    }

    /// Gives the node `n` another value, as another page might.
    func set(_ text: String) throws {
      sent = []
      try desk.editor.session.run("n = \(text)")
    }
  }

  private static let none = EditorMessage.bytes([.waiting([])])

  /// The words for a number of nodes.
  private static func words(_ count: Int) -> String {
    count == 1 ? "1 node waits for its new value" : "\(count) nodes wait for their new values"
  }

  private static func isMark(_ bytes: [UInt8], of count: Int) -> Bool {
    bytes.count > 2 && bytes[1] == 35 && bytes[2] == count
      && String(decoding: bytes, as: UTF8.self).hasSuffix(words(count))
  }

  @Test func whatWaitsIsMarkedOnceWhileItIsEvaluatedAndUnmarkedAfterwards() throws {
    let world = try World("n = 10", "free = 5", "early = n + 1", "total = sum((1..early)^0.5)", "half = total / 2")
    world.isSlow = true
    try world.set("200000")
    // The sum is running, and half waits for it; early has run.
    #expect(world.sentWhileAsked.count == 1)
    #expect(world.sentWhileAsked.first.map { Self.isMark($0, of: 2) } == true)
    world.say(.camera(PageMessage.Camera(origin: .zero, zoom: 1)))
    #expect(world.sent.last == Self.none)
    // Nothing is unmarked that was not marked.
    world.say(.camera(PageMessage.Camera(origin: .zero, zoom: 1)))
    #expect(!world.sent.contains(Self.none))
  }

  @Test func aQuickEvaluationMarksNothing() throws {
    let world = try World("n = 10", "total = sum((1..n)^0.5)")
    try world.set("200000")
    #expect(world.sentWhileAsked.allSatisfy { !Self.isMark($0, of: 1) })
    world.say(.camera(PageMessage.Camera(origin: .zero, zoom: 1)))
    #expect(!world.sent.contains(Self.none))
  }

  @Test func aGroupIsMarkedForTheNodesInIt() throws {
    let world = try World("n = 10", "total = sum((1..n)^0.5)", "half = total / 2", "last = half + 1")
    let editor = world.desk.editor
    let nodes = ["total", "half"].compactMap { editor.session.node(named: $0) }
    try editor.session.evaluator.edit { edit in _ = try edit.group(nodes, named: "Part") }
    editor.reloadViews()
    world.say(.camera(PageMessage.Camera(origin: .zero, zoom: 1)))
    world.isSlow = true
    try world.set("200000")
    // The group, and last.
    #expect(world.sentWhileAsked.first.map { Self.isMark($0, of: 2) } == true)
  }

  @Test func aStopWithinANodeLeavesItUnfinished() throws {
    let world = try World("n = 10", "total = sum((1..n)^0.5)", "half = total / 2")
    (world.isSlow, world.isInterrupted) = (true, true)
    try world.set("200000")
    #expect(world.desk.editor.session.evaluator.unfinished.count == 2)
    world.say(.stop)
    let said = String(decoding: world.sent.flatMap { $0 }, as: UTF8.self)
    #expect(said.contains("Stopped: 2 nodes are not up to date") && world.sent.last == Self.none)
    world.isInterrupted = false
    world.say(.command("resume", []))
    #expect(!world.desk.editor.session.evaluator.hasUnfinished)
    #expect(world.sent.last == Self.none)
  }
}
