// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct SessionPlacingTests {
  private let session = Session()
  private let editor: SessionEditor
  private let controller: SessionController

  init() throws {
    for line in ["price = 20", "qty = 3", "sub = price * qty", "tax = sub * 20%"] { try session.run(line) }
    editor = SessionEditor(session)
    controller = SessionController(
      of: editor, in: GraphView(size: GraphSize(1000, 700), profile: .desktop, style: .light))
    controller.layOut()
    editor.endMoving()
  }

  private func node(_ name: String) throws -> NodeID { try #require(session.node(named: name)) }

  private func rect(_ node: NodeID) throws -> GraphRect { try #require(controller.view.frame(of: node)).rect }

  private func expectNoOverlaps() throws {
    let rects = try controller.view.nodes.map(rect)
    for one in rects.indices {
      for other in rects.indices where other > one {
        #expect(!rects[one].intersects(rects[other]), "\(rects[one]) and \(rects[other])")
      }
    }
  }

  @Test func manyNodesAtOnePointDoNotOverlap() throws {
    for number in 1...24 {
      try editor.add(number.isMultiple(of: 3) ? "Add" : "\(number)", near: GraphPoint(300, 100))
    }
    #expect(controller.view.nodes.count == 28)
    try expectNoOverlaps()
  }

  @Test func aNodeIsToTheRightOfWhatItReads() throws {
    let net = try editor.add("net = sub - tax", near: try rect(node("price")).origin)
    #expect(try rect(net).minX >= rect(node("tax")).maxX + 40)
    // Also without a view, by estimated sizes.
    let other = Session()
    try other.run("a = 1")
    let alone = SessionEditor(other)
    let double = try alone.add("b = a * 2", near: .zero)
    #expect(other.evaluator.subgraphs.position(of: double).x >= 220)
    try expectNoOverlaps()
  }

  @Test func anInsertedNodePushesWhatIsDownstreamInOneStep() throws {
    let (sub, tax) = (try node("sub"), try node("tax"))
    let before = try (rect(sub), rect(tax))
    let net = try editor.add("net = tax * 2", near: GraphPoint(before.1.maxX + 60, before.1.minY))
    let last = try rect(net)
    let wire = Connection(from: sub.output, to: tax.input(0))
    let middle = GraphPoint((before.0.maxX + before.1.minX) / 2, before.0.midY)
    let half = try editor.add("half = sub / 2", near: middle, into: wire)
    let made = try rect(half)
    #expect(try made.minX >= before.0.maxX + 40 && rect(tax).minX == made.maxX + 40)
    #expect(try rect(sub) == before.0 && rect(tax).minY == before.1.minY)
    #expect(try rect(net).minX > last.minX, "what reads the target makes room as well")
    try expectNoOverlaps()
    #expect(editor.undo() == "add half")
    #expect(try rect(tax) == before.1 && rect(net) == last)
  }

  @Test func whereThereIsRoomNothingIsPushed() throws {
    let (sub, tax) = (try node("sub"), try node("tax"))
    editor.move(tax, to: GraphPoint(try rect(sub).maxX + 600, try rect(sub).minY))
    editor.endMoving()
    let before = try rect(tax)
    let middle = GraphPoint(before.minX - 300, before.midY)
    let half = try editor.add("half = sub / 2", near: middle, into: Connection(from: sub.output, to: tax.input(0)))
    #expect(try rect(tax) == before && abs(rect(half).midX - middle.x) < 0.01)
  }

  @Test func whatIsPastedOrDuplicatedLiesFree() throws {
    let text = editor.text(of: try ["price", "qty", "sub"].map(node))
    try editor.paste(text, near: nil)
    try expectNoOverlaps()
    let pasted = try editor.paste(text, near: GraphPoint(2000, 1000))
    try expectNoOverlaps()
    let whole = try pasted.map(rect).reduce(rect(pasted[0])) { $0.union($1) }
    #expect(abs(whole.midX - 2000) < 0.01 && abs(whole.midY - 1000) < 0.01)
    // They keep their positions relative to each other.
    let (one, other) = (try rect(node("sub")).origin - rect(node("price")).origin, try rect(pasted[2]).origin)
    #expect(try other - rect(pasted[0]).origin == one)
    try editor.duplicate(try ["sub", "tax"].map(node))
    try expectNoOverlaps()
    // A text without positions is placed node by node.
    let script = try editor.paste("x = 1\ny = x + 1\nz = y + 1", near: GraphPoint(300, 100))
    #expect(try rect(script[0]).maxX < rect(script[1]).minX && rect(script[1]).maxX < rect(script[2]).minX)
    try expectNoOverlaps()
  }
}
