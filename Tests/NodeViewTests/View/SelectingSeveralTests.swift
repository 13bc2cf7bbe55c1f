// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

/// Selecting one or several nodes, depending on the profile.
@Suite struct SelectingSeveralTests {
  /// The midpoint of the line from One to Add.
  private static let middle = GraphPoint(491, 356)

  @Test(arguments: [InteractionProfile.touch, .desktop])
  func aViewOfSingleSelectionsSelectsOneThingWhateverKeysAreDown(profile: InteractionProfile) throws {
    let demo = try Demo(profile)
    demo.view.profile.canSelectSeveral = false
    demo.view.profile.edgeRadius = 6
    #expect(demo.log { demo.tap(Demo.oneItem, .shift) } == ["select One"])
    #expect(demo.log { demo.tap(Demo.twoItem, .shift) } == ["select Two"])
    #expect(demo.log { demo.tap(Demo.oneItem, .command) } == ["select One"])
    #expect(demo.log { demo.tap(Self.middle, .shift) } == ["select One.value→Add.x"])
    #expect(demo.log { demo.tap(Self.middle, .command) } == ["select nothing"])
    #expect(demo.log { demo.key(.a, .command) }.isEmpty)
  }

  @Test(arguments: [InputEvent.Modifiers(), .shift, .command])
  func aViewOfSingleSelectionsOpensNoRectangle(keys: InputEvent.Modifiers) throws {
    let demo = try Demo(.desktop)
    demo.view.profile.canSelectSeveral = false
    demo.view.profile.longPressDelay = 0.5
    demo.view.profile.longPressOpensRectangle = true
    demo.down(Demo.nowhere, keys)
    demo.move(Demo.nowhere + GraphPoint(30, 30), keys)
    #expect(demo.view.gesture == .panning)
    demo.up(Demo.nowhere, keys)
    #expect(demo.log { demo.longPress(Demo.nowhere) }.contains { $0.hasPrefix("create") })
  }

  @Test func aFrameOfSeveralNodesSelectsNoneWhereOnlyOneCanBeSelected() throws {
    let demo = try Demo(.desktop)
    demo.host.looks.frames[FrameID(0)] = GraphFrame("numbers", GraphRect(x: 200, y: -40, width: 300, height: 500))
    demo.host.looks.frames[FrameID(1)] = GraphFrame("sums", GraphRect(x: 560, y: 100, width: 300, height: 500))
    demo.view.reloadFrames()
    #expect(demo.log { demo.tap(GraphPoint(220, -30)) } == ["select One, Two"])
    demo.tap(Demo.nowhere)
    demo.view.profile.canSelectSeveral = false
    #expect(demo.log { demo.tap(GraphPoint(220, -30)) }.isEmpty)
    #expect(demo.log { demo.tap(GraphPoint(570, 110)) } == ["select Add"])
  }

  @Test func whatTheHostSelectsIsSelectedWhateverGesturesMay() throws {
    let demo = try Demo(.desktop)
    demo.view.profile.canSelectSeveral = false
    demo.view.select(GraphSelection(nodes: [demo.one, demo.two]))
    #expect(demo.view.selection.nodes == [demo.one, demo.two])
    demo.drag(Demo.oneItem, Demo.oneItem + GraphPoint(20, 0))
    #expect(demo.view.frame(of: demo.two)?.origin == GraphPoint(240, 350), "what is selected moves together")
    #expect(demo.log { demo.tap(Demo.oneItem + GraphPoint(20, 0)) } == ["select One"])
    demo.view.profile.canSelect = false
    demo.view.select(GraphSelection(nodes: [demo.sum]))
    #expect(demo.view.selection.nodes == [demo.sum])
  }

  @Test(arguments: [InteractionProfile.touch, .desktop])
  func inTheSelectionModeEachTapAddsOrTakesOut(profile: InteractionProfile) throws {
    let demo = try Demo(profile)
    demo.view.profile.tapsToggleSelection = true
    demo.view.profile.edgeRadius = 16
    #expect(demo.log { demo.tap(Demo.oneItem) } == ["select One"])
    #expect(demo.log { demo.tap(Demo.twoItem) } == ["select One, Two"])
    #expect(demo.log { demo.tap(Self.middle) } == ["select One, Two, One.value→Add.x"])
    #expect(demo.log { demo.tap(Demo.nowhere) }.isEmpty, "the background keeps it")
    #expect(demo.log { demo.tap(Demo.oneItem) } == ["select Two, One.value→Add.x"])
    #expect(demo.log { demo.tap(Self.middle) } == ["select Two"])
    // A drag is not a tap: the selected nodes move and stay selected.
    demo.tap(Demo.oneItem)
    #expect(demo.log { demo.drag(Demo.twoItem, Demo.twoItem + GraphPoint(0, 30)) }.last == "moved Two, One")
    #expect(demo.view.selection.nodes == [demo.two, demo.one])
    #expect(demo.log { demo.doubleTap(Demo.sumItem) } == ["select Two, One, Add", "activate Add"])
    demo.view.profile.canSelectSeveral = false
    #expect(demo.log { demo.tap(Demo.oneItem) } == ["select Two, Add"], "less can always be selected")
    demo.tap(Demo.oneItem)
    #expect(demo.view.selection.nodes == [demo.one])
  }

  @Test func inTheSelectionModeAFingerOpensARectangleThatAdds() throws {
    let demo = try Demo()
    demo.view.profile.tapsToggleSelection = true
    demo.tap(Demo.sumItem)
    demo.drag(GraphPoint(430, 5), GraphPoint(400, 400))
    #expect(demo.view.selection.nodes == [demo.sum, demo.one, demo.two] && demo.view.viewport.origin == .zero)
    demo.host.looks.frames[FrameID(0)] = GraphFrame("numbers", GraphRect(x: 200, y: -40, width: 300, height: 500))
    demo.view.reloadFrames()
    demo.tap(GraphPoint(220, -30))
    #expect(demo.view.selection.nodes == [demo.sum], "the title of a frame toggles what is in it")
  }

  @Test func aFingerTakesSeveralWithTheKeysOfAKeyboard() throws {
    let demo = try Demo()
    demo.tap(Demo.oneItem)
    #expect(demo.log { demo.tap(Demo.twoItem, .shift) } == ["select One, Two"])
    #expect(demo.log { demo.tap(Demo.oneItem, .command) } == ["select Two"])
    #expect(demo.log { demo.tap(Demo.nowhere, .shift) }.isEmpty)
    demo.drag(GraphPoint(560, 160), GraphPoint(580, 180), .shift)
    #expect(demo.view.selection.nodes == [demo.two, demo.sum])
    #expect(demo.log { demo.tap(Demo.oneItem) } == ["select One"], "without keys it is one")
  }

  @Test func aFingerSelectsAWireByATapAndMovesTheCanvasFromIt() throws {
    let demo = try Demo()
    demo.view.profile.edgeRadius = 16
    let near = Self.middle + GraphPoint(10, 0)
    #expect(demo.log { demo.tap(near) } == ["select One.value→Add.x"])
    #expect(demo.log { demo.tap(Demo.oneItem) } == ["select One"])
    #expect(demo.log { demo.drag(near, near - GraphPoint(40, 40)) }.allSatisfy { !$0.hasPrefix("select") })
    #expect(demo.view.viewport.origin == GraphPoint(40, 40))
  }

  @Test func aDraggedBackgroundPansAndWithShiftSelects() throws {
    let demo = try Demo(.desktop)
    demo.view.profile.backgroundDragPans = true
    demo.tap(Demo.sumItem)
    demo.drag(GraphPoint(430, 5), GraphPoint(400, 400), .shift)
    #expect(demo.view.selection.nodes == [demo.sum, demo.one, demo.two] && demo.view.viewport.origin == .zero)
    demo.drag(GraphPoint(430, 305), GraphPoint(430, 205))
    #expect(demo.view.viewport.origin == GraphPoint(0, 100))
    #expect(demo.view.selection.nodes == [demo.sum, demo.one, demo.two])
    demo.view.profile.canPan = false
    demo.drag(GraphPoint(430, 305), GraphPoint(400, 400))
    #expect(demo.view.viewport.origin == GraphPoint(0, 100) && demo.view.selection.nodes.count == 3)
  }
}

/// Long presses followed by a movement.
@Suite struct LongPressRectangleTests {
  private let demo: Demo

  init() throws {
    demo = try Demo()
    demo.view.profile.longPressOpensRectangle = true
    demo.tap(Demo.sumItem)
    demo.host.log = []
  }

  @Test func aLongPressThatMovesOpensARectangleThatAdds() {
    demo.down(GraphPoint(430, 5))
    demo.send(.tick, after: 0.5)
    demo.move(GraphPoint(420, 100))
    #expect(demo.view.gesture == .selecting(GraphRect(x: 420, y: 5, width: 10, height: 95)))
    demo.move(GraphPoint(400, 400))
    demo.up(GraphPoint(400, 400))
    #expect(demo.view.selection.nodes == [demo.sum, demo.one, demo.two])
    #expect(demo.view.viewport.origin == .zero && !demo.host.log.contains { $0.hasPrefix("create") })
  }

  @Test func aLongPressThatIsLiftedWhereItWasAsksForANode() {
    #expect(demo.log { demo.longPress(GraphPoint(800, 300)) } == ["create at (699.0, 156.0)"])
    #expect(demo.view.selection.nodes == [demo.sum])
    // The same holds if the time has passed only at the release.
    demo.down(GraphPoint(800, 300))
    #expect(demo.log { demo.send(.up(pointer: 0, at: GraphPoint(800, 300)), after: 0.6) }.count == 1)
  }

  @Test func aLongPressOnANodeHasItsOutputWaitAndDoesNotMoveIt() {
    demo.down(Demo.oneItem)
    demo.send(.tick, after: 0.5)
    demo.move(Demo.oneItem + GraphPoint(60, 0))
    demo.up(Demo.oneItem + GraphPoint(60, 0))
    #expect(demo.view.connectionSource == demo.one.output)
    #expect(demo.view.frame(of: demo.one)?.origin == GraphPoint(210, 10))
  }

  @Test func theRectangleEndsAsOthersDo() {
    func begin() {
      demo.time += 1
      demo.down(GraphPoint(430, 5))
      demo.send(.tick, after: 0.5)
      demo.move(GraphPoint(400, 400))
    }
    begin()
    #expect(demo.view.selection.nodes.count == 3)
    demo.send(.cancelled(pointer: 0))
    #expect(demo.view.selection.nodes == [demo.sum] && demo.view.gesture == nil)
    begin()
    demo.key(.escape)
    #expect(demo.view.selection.nodes == [demo.sum] && demo.view.gesture == nil)
    demo.up(GraphPoint(400, 400))
    begin()
    demo.down(GraphPoint(600, 50), pointer: 1)
    #expect(demo.view.selection.nodes == [demo.sum], "two fingers pinch")
    demo.view.checkInvariants()
  }

  @Test func aDragBeforeTheDelayPans() {
    demo.drag(GraphPoint(900, 800), GraphPoint(700, 700))
    #expect(demo.view.viewport.origin == GraphPoint(200, 100) && demo.view.selection.nodes == [demo.sum])
  }

  @Test func aSmallDragThatBecomesALongPressGoesBackAndSelects() {
    demo.down(GraphPoint(430, 405))
    demo.move(GraphPoint(430, 400))
    #expect(demo.view.gesture == .panning)
    demo.send(.tick, after: 0.5)
    #expect(demo.view.gesture == nil)
    demo.move(GraphPoint(400, 200))
    #expect(demo.view.selection.nodes == [demo.sum, demo.one, demo.two])
  }
}
