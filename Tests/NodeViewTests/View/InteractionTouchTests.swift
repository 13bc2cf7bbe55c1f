// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

/// The behaviour of ShinpuruNodeUI, rule by rule.
@Suite struct InteractionTouchTests {
  @Test func aTouchBringsANodeToTheFrontSelectsItAndLeavesTheMode() throws {
    let demo = try Demo()
    demo.view.beginConnecting(from: demo.two.output)
    #expect(demo.view.nodes.last == demo.sum)
    #expect(demo.log { demo.down(Demo.oneItem) } == ["source none", "select One"])
    #expect(demo.view.nodes == [demo.two, demo.sum, demo.one])
    #expect(demo.view.connectionSource == nil)
  }

  @Test func aLongPressOnANodeHasItsOutputWait() throws {
    let demo = try Demo()
    #expect(demo.log { demo.longPress(Demo.oneItem) } == ["select One", "source One.value"])
    #expect(demo.view.connectionSource == demo.one.output)
  }

  @Test func aLongPressOnAnInputRowTakesItsNodeAndNotTheOneSelectedBefore() throws {
    let demo = try Demo()
    demo.tap(Demo.oneItem)
    #expect(demo.log { demo.longPress(Demo.yRow) } == ["select Add", "source Add.sum"])
  }

  @Test func aLongPressOnAnOutputRowTakesThatOutput() throws {
    let demo = try Demo()
    let split = try demo.host.graph.add("Split", named: "Split", at: GraphPoint(0, 0))
    demo.view.reload(split)
    let row = try #require(demo.view.frame(of: split)).outputRow(2).center
    #expect(demo.log { demo.longPress(row) } == ["select Split", "source Split.high"])
  }

  @Test func aLongPressOnANodeWithoutOutputsDoesNothing() throws {
    let demo = try Demo()
    let write = try demo.host.graph.add("Write", named: "Write", at: GraphPoint(780, 600))
    demo.view.reload(write)
    #expect(demo.log { demo.longPress(GraphPoint(880, 700)) } == ["select Write"])
  }

  @Test func theTrashOnlyLeavesTheModeWhileAnOutputWaits() throws {
    let demo = try Demo()
    demo.view.beginConnecting(from: demo.two.output)
    let trash = try #require(demo.view.frame(of: demo.sum)).trash.center
    #expect(demo.log { demo.tap(trash) } == ["source none"])
    #expect(demo.log { demo.tap(trash) } == ["delete Add"])
  }

  @Test func rowsThatAreNoCandidatesAreDimmedToAHalf() throws {
    let demo = try Demo()
    let write = try demo.host.graph.add("Write", named: "Write", at: GraphPoint(780, 600))
    let last = try demo.host.graph.add("Add", named: "Last", at: GraphPoint(780, 100))
    try demo.host.graph.connect(demo.sum.output, to: last.input(0))
    demo.view.reload([write, last])
    demo.longPress(Demo.sumItem)
    let rows = [demo.sum.input(0), demo.sum.input(1), write.input(0), last.input(0), last.input(1)]
    #expect(rows.map(demo.view.isDimmed) == [true, true, true, false, false])

    let canvas = CountingCanvas()
    demo.view.draw(in: canvas)
    func opacity(_ text: String) -> Double? { canvas.texts.first { $0.text == text }?.opacity }
    #expect(opacity("row Add.x ← One.value") == 0.5 && opacity("row Write.text ← –") == 0.5)
    #expect(opacity("row Last.x ← Add.sum") == 1 && opacity("row Last.z ← –") == 1)
    #expect(opacity("item Add") == 1 && opacity("row Add.sum") == 1)
    demo.tap(Demo.nowhere)
    #expect(!rows.contains(where: demo.view.isDimmed))
  }

  @Test func whatCanBeConnectedIsDecidedByTypesAndNotByValues() throws {
    // ShinpuruNodeUI decides by values: an addition without a value could not be a source.
    let demo = try Demo()
    let last = try demo.host.graph.add("Add", named: "Last", at: GraphPoint(780, 100))
    demo.view.reload(last)
    try demo.host.graph.disconnect(demo.sum.input(0))
    demo.longPress(Demo.sumItem)
    #expect(!demo.view.isDimmed(last.input(0)))
    #expect(demo.log { demo.tap(GraphPoint(880, 366)) } == ["source none", "toggle Add.sum→Last.x"])
  }

  @Test(arguments: [
    (Demo.yRow, "y", ["One.value→Add.x", "One.value→Add.y", "Two.value→Add.z"]),
    (Demo.zRow, "z", ["One.value→Add.x", "One.value→Add.z"]), (Demo.xRow, "x", ["Two.value→Add.z"]),
  ])
  func aTouchOnACandidateConnectsReplacesOrCutsAndLeavesTheMode(
    row: GraphPoint, name: String, connections: [String]
  ) throws {
    let demo = try Demo()
    demo.longPress(Demo.oneItem)
    #expect(demo.log { demo.tap(row) } == ["source none", "toggle One.value→Add.\(name)"])
    #expect(demo.connections == Set(connections))
    #expect(demo.view.selection.nodes == [demo.one], "the row's node is not touched")
  }

  @Test func aTouchOnANodeThatIsNoCandidateIsRefusedAndATouch() throws {
    let demo = try Demo()
    let write = try demo.host.graph.add("Write", named: "Write", at: GraphPoint(780, 600))
    demo.view.reload(write)
    demo.longPress(Demo.oneItem)
    let reason = demo.host.graph.verdict(onConnecting: demo.one.output, to: write.input(0))
    guard case .refused(let error) = reason else {
      Issue.record("a number is no text")
      return
    }
    #expect(
      demo.log { demo.tap(GraphPoint(880, 866)) } == [
        "source none", "refuse One.value→Write.text: \(error)", "select Write",
      ])
    #expect("\(error)".contains("gives Number") && "\(error)".contains("takes Text"))
  }

  @Test func aRefusalForACycleNamesItsPath() throws {
    let demo = try Demo()
    let last = try demo.host.graph.add("Add", named: "Last", at: GraphPoint(780, 100))
    try demo.host.graph.connect(demo.sum.output, to: last.input(0))
    demo.view.reload(last)
    demo.longPress(GraphPoint(880, 200))
    let error = GraphError.cycle([demo.sum.input(1), last.input(0)])
    #expect(demo.log { demo.tap(Demo.yRow) } == ["source none", "refuse Last.sum→Add.y: \(error)", "select Add"])
  }

  @Test func aTouchOnNothingJustLeavesTheMode() throws {
    let demo = try Demo()
    demo.longPress(Demo.oneItem)
    #expect(demo.log { demo.drag(Demo.nowhere, GraphPoint(800, 60)) } == ["source none"])
    #expect(demo.view.selection.nodes == [demo.one] && demo.view.viewport.origin == .zero)
  }

  @Test func aFingerThatHasConnectedNeitherDragsNorPressesForLong() throws {
    let demo = try Demo()
    demo.longPress(Demo.oneItem)
    demo.down(Demo.yRow)
    #expect(
      demo.log {
        demo.move(Demo.yRow + GraphPoint(50, 0))
        demo.send(.tick, after: 2)
        demo.up(Demo.yRow)
      }.isEmpty)
    #expect(demo.view.frame(of: demo.sum)?.origin == GraphPoint(570, 170))
  }

  @Test func aLongPressOnTheBackgroundAsksForANodeAroundTheFinger() throws {
    let demo = try Demo()
    demo.view.viewport = Viewport(size: GraphSize(1000, 900), origin: GraphPoint(1000, 2000), zoom: 2)
    // The point under the finger is (1400, 2100); the corner is half of 202 × 288 above it and to its left.
    #expect(demo.log { demo.longPress(GraphPoint(800, 200)) } == ["create at (1299.0, 1956.0)"])
  }

  @Test func theTrashAsksForDeletionOnceNothingIsSelected() throws {
    let demo = try Demo()
    demo.tap(Demo.oneItem)
    let trash = try #require(demo.view.frame(of: demo.one)).trash.center
    #expect(demo.log { demo.tap(trash) } == ["select nothing", "delete One"])
    #expect(demo.view.nodes == [demo.two, demo.sum])
  }

  @Test func aFingerThatLeavesTheTrashDeletesNothing() throws {
    let demo = try Demo()
    let trash = try #require(demo.view.frame(of: demo.one)).trash
    demo.drag(GraphPoint(trash.minX + 1, trash.midY), GraphPoint(trash.minX - 2, trash.midY))
    #expect(demo.host.log.last == "moved One" && demo.view.nodes.count == 3)
  }

  @Test func aTrashThatIsNotShownCannotBeHit() throws {
    let demo = try Demo()
    let trash = try #require(demo.view.frame(of: demo.one)).trash.center
    #expect(demo.view.hitTest(trash) == .trash(demo.one))
    demo.view.style.showsTrash = false
    #expect(demo.view.hitTest(trash) == .titleBar(demo.one))
    #expect(demo.log { demo.tap(trash) } == ["select One"])
  }

  @Test(arguments: [0.5, 1, 2])
  func aDragMovesByTheFingersDistanceOnTheCanvas(zoom: Double) throws {
    let demo = try Demo()
    demo.view.viewport.setZoom(zoom, about: .zero)
    let start = demo.view.viewport.viewPoint(Demo.oneItem)
    demo.drag(start, start + GraphPoint(60, 30) * zoom)
    #expect(demo.view.frame(of: demo.one)?.origin == GraphPoint(270, 40))
    #expect(demo.view.frame(of: demo.two)?.origin == GraphPoint(220, 350))
  }

  @Test func curvesFollowTheNodeThatIsDragged() throws {
    let demo = try Demo()
    let connection = Connection(from: demo.one.output, to: demo.sum.input(0))
    demo.down(Demo.oneItem)
    demo.move(Demo.oneItem + GraphPoint(5, 7))
    #expect(demo.view.path(of: connection)?.source == GraphPoint(417, 283))
    #expect(demo.view.path(of: connection)?.target == GraphPoint(570, 436))
  }

  @Test func aDragOnTheBackgroundMovesTheCanvasAndStaysOnIt() throws {
    let demo = try Demo()
    demo.drag(GraphPoint(900, 800), GraphPoint(700, 700))
    #expect(demo.view.viewport.origin == GraphPoint(200, 100))
    demo.drag(GraphPoint(100, 800), GraphPoint(900, 900))
    #expect(demo.view.viewport.origin == .zero)
    demo.send(.scroll(at: .zero, by: GraphPoint(9000, 9000)))
    #expect(demo.view.viewport.origin == GraphPoint(4000, 4100))
  }

  @Test func zoomStaysBetweenAHalfAndTwo() throws {
    let demo = try Demo()
    demo.send(.pinch(at: GraphPoint(500, 450), factor: 10))
    #expect(demo.view.viewport.zoom == 2)
    demo.send(.pinch(at: GraphPoint(500, 450), factor: 0.01))
    #expect(demo.view.viewport.zoom == 0.5)
  }

  @Test func twoFingersZoomAndMoveTheCanvas() throws {
    let demo = try Demo()
    demo.view.viewport.origin = GraphPoint(1000, 1000)
    let below = demo.view.viewport.canvasPoint(GraphPoint(400, 400))
    demo.down(GraphPoint(300, 400), pointer: 1)
    demo.down(GraphPoint(500, 400), pointer: 2)
    demo.move(GraphPoint(350, 400), pointer: 1)
    demo.move(GraphPoint(500, 460), pointer: 2)
    demo.move(GraphPoint(250, 400), pointer: 1)
    demo.move(GraphPoint(550, 400), pointer: 2)
    #expect(abs(demo.view.viewport.zoom - 1.5) < 1e-12)
    #expect(demo.view.viewport.canvasPoint(GraphPoint(400, 400)).distance(to: below) < 1e-9)
  }
}
