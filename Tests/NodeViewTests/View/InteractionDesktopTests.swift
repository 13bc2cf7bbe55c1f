// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

/// Selecting, moving and keys in the manner of editors with a mouse. Wires have their own suite.
@Suite struct InteractionDesktopTests {
  @Test func aClickSelectsOneNodeShiftAddsAndCommandToggles() throws {
    let demo = try Demo(.desktop)
    #expect(demo.log { demo.tap(Demo.oneItem) } == ["select One"])
    #expect(demo.log { demo.tap(Demo.twoItem, .shift) } == ["select One, Two"])
    #expect(demo.log { demo.tap(Demo.twoItem, .shift) }.isEmpty)
    #expect(demo.log { demo.tap(Demo.oneItem, .command) } == ["select Two"])
    #expect(demo.log { demo.tap(Demo.sumItem, .command) } == ["select Two, Add"])
    #expect(demo.log { demo.tap(Demo.sumItem) } == ["select Add"], "a click without keys selects one")
    #expect(demo.log { demo.tap(Demo.nowhere, .shift) }.isEmpty, "beside everything, shift keeps what is selected")
    #expect(demo.log { demo.tap(Demo.nowhere) } == ["select nothing"])
  }

  @Test func aClickOnALineSelectsTheConnectionAndDeleteCutsIt() throws {
    let demo = try Demo(.desktop)
    // The point halfway between (416, 276) and (566, 436).
    let middle = GraphPoint(491, 356)
    #expect(demo.log { demo.tap(middle) } == ["select One.value→Add.x"])
    #expect(demo.log { demo.tap(Demo.twoItem, .shift) } == ["select Two, One.value→Add.x"])
    #expect(demo.log { demo.key(.delete) } == ["select nothing", "toggle One.value→Add.x", "delete Two"])
    #expect(demo.connections == [] && demo.view.nodes == [demo.one, demo.sum])
  }

  @Test func severalNodesThatAreSelectedMoveTogether() throws {
    let demo = try Demo(.desktop)
    demo.view.select(GraphSelection(nodes: [demo.one, demo.sum]))
    demo.drag(Demo.sumItem, Demo.sumItem + GraphPoint(30, 10))
    #expect(demo.view.frame(of: demo.one)?.origin == GraphPoint(240, 20))
    #expect(demo.view.frame(of: demo.sum)?.origin == GraphPoint(600, 180))
    #expect(demo.host.log.last == "moved One, Add")
    #expect(demo.view.selection.nodes == [demo.one, demo.sum])
  }

  @Test func aRectangleSelectsWhatItMeets() throws {
    let demo = try Demo(.desktop)
    demo.drag(GraphPoint(430, 5), GraphPoint(400, 400))
    #expect(demo.view.selection.nodes == [demo.one, demo.two])
    demo.drag(GraphPoint(560, 160), GraphPoint(571, 171), .shift)
    #expect(demo.view.selection.nodes == [demo.one, demo.two, demo.sum])
    demo.drag(GraphPoint(430, 5), GraphPoint(400, 200), .command)
    #expect(demo.view.selection.nodes == [demo.two, demo.sum])
    demo.drag(GraphPoint(900, 5), GraphPoint(990, 100))
    #expect(demo.view.selection.isEmpty)
  }

  @Test func aRectangleGrowsAndShrinks() throws {
    let demo = try Demo(.desktop)
    demo.host.log = []
    demo.down(GraphPoint(430, 5))
    demo.move(GraphPoint(420, 400))
    demo.move(GraphPoint(420, 200))
    demo.move(GraphPoint(409, 200))
    #expect(demo.host.takeLog() == ["select Two", "select nothing", "select One"])
  }

  @Test func theWheelZoomsAboutThePointer() throws {
    let demo = try Demo(.desktop)
    let anchor = GraphPoint(700, 200)
    let below = demo.view.viewport.canvasPoint(anchor)
    demo.send(.scroll(at: anchor, by: GraphPoint(0, -100)))
    #expect(abs(demo.view.viewport.zoom - 2) < 1e-9)
    #expect(demo.view.viewport.canvasPoint(anchor).distance(to: below) < 1e-9)
    demo.send(.scroll(at: anchor, by: GraphPoint(0, 200)))
    #expect(abs(demo.view.viewport.zoom - 0.5) < 1e-9)
    #expect(demo.view.viewport.canvasPoint(anchor).distance(to: below) < 1e-9)
  }

  @Test func twoFingersMoveTheCanvasOfAnEditorAndZoomWithTheCommandKey() throws {
    let demo = try Demo(.editor)
    demo.send(.scroll(at: GraphPoint(700, 200), by: GraphPoint(30, -100)))
    #expect(demo.view.viewport.zoom == 1 && demo.view.viewport.origin == GraphPoint(30, -100))
    demo.view.handle(
      InputEvent(.scroll(at: GraphPoint(700, 200), by: GraphPoint(0, -100)), time: 1, modifiers: .command))
    #expect(abs(demo.view.viewport.zoom - 2) < 1e-9)
  }

  @Test func whatIsSwitchedOffDoesNothing() throws {
    let demo = try Demo(.editor)
    let shown = demo.view.viewport
    (demo.view.profile.canPan, demo.view.profile.canZoom) = (false, false)
    demo.send(.scroll(at: GraphPoint(700, 200), by: GraphPoint(30, -100)))
    demo.view.handle(InputEvent(.scroll(at: .zero, by: GraphPoint(0, -100)), time: 1, modifiers: .command))
    demo.send(.pinch(at: .zero, factor: 2))
    demo.view.handle(InputEvent(.down(pointer: 0, at: Demo.nowhere, button: .middle), time: 2))
    demo.move(Demo.nowhere + GraphPoint(40, 40))
    #expect(demo.view.gesture == nil)
    demo.up(Demo.nowhere + GraphPoint(40, 40))
    #expect(demo.view.viewport == shown)
    // The host can still move the viewport.
    demo.view.viewport.origin = GraphPoint(1, 2)
    #expect(demo.view.viewport.origin == GraphPoint(1, 2))
  }

  @Test func aViewInWhichNothingIsSelectedMovesItsCanvasAndSingleNodes() throws {
    let demo = try Demo(.editor)
    demo.view.select(GraphSelection(nodes: [demo.one, demo.two]))
    demo.view.profile.canSelect = false
    demo.host.log = []
    let origin = try #require(demo.view.frame(of: demo.sum)).origin
    demo.drag(Demo.sumItem, Demo.sumItem + GraphPoint(37, 41))
    #expect(demo.view.frame(of: demo.sum)?.origin != origin)
    demo.view.handle(InputEvent(.key(.a), time: 5, modifiers: .command))
    #expect(demo.view.selection.nodes == [demo.one, demo.two], "what the host has selected stays")
    let shown = demo.view.viewport.origin
    demo.down(Demo.nowhere)
    demo.move(Demo.nowhere + GraphPoint(20, 10))
    #expect(demo.view.gesture == .panning)
    demo.move(Demo.nowhere + GraphPoint(40, 40))
    demo.up(Demo.nowhere + GraphPoint(40, 40))
    #expect(demo.view.viewport.origin == shown - GraphPoint(40, 40))
    #expect(!demo.host.log.contains { $0.hasPrefix("select") })
    // A removed node is deselected.
    demo.host.delete(demo.one)
    #expect(demo.view.selection.nodes == [demo.two])
  }

  @Test func arrowsNudgeWhatIsSelected() throws {
    let demo = try Demo(.desktop)
    #expect(demo.log { demo.key(.left) }.isEmpty, "nothing is selected")
    demo.view.select(GraphSelection(nodes: [demo.one, demo.two]))
    #expect(
      demo.log { demo.key(.right) } == ["move One to (211.0, 10.0)", "move Two to (221.0, 350.0)", "moved One, Two"])
    demo.key(.up, .shift)
    demo.key(.down)
    demo.key(.left)
    #expect(demo.view.frame(of: demo.one)?.origin == GraphPoint(210, 1))
  }

  @Test func onAGridArrowsGoALineFurther() throws {
    var profile = InteractionProfile.desktop
    profile.gridSnap = 25
    let demo = try Demo(profile)
    demo.view.select(GraphSelection(nodes: [demo.one]))
    demo.key(.right)
    #expect(demo.view.frame(of: demo.one)?.origin == GraphPoint(225, 0), "210 + 25 is nearest to 225")
    demo.key(.down, .shift)
    #expect(demo.view.frame(of: demo.one)?.origin == GraphPoint(225, 250))
  }

  @Test func nodesThatAreDraggedSnapToTheGrid() throws {
    var profile = InteractionProfile.desktop
    profile.gridSnap = 20
    let demo = try Demo(profile)
    demo.drag(Demo.oneItem, Demo.oneItem + GraphPoint(-241, -17))
    #expect(demo.view.frame(of: demo.one)?.origin == GraphPoint(-40, 0), "(-31, -7), to the nearest lines")
    demo.drag(Demo.twoItem, Demo.twoItem + GraphPoint(10, -360))
    #expect(demo.view.frame(of: demo.two)?.origin == GraphPoint(240, 0), "(230, -10), halfway: to the right and down")
  }

  @Test func commandASelectsEverything() throws {
    let demo = try Demo(.desktop)
    #expect(demo.log { demo.key(.a) }.isEmpty)
    #expect(demo.log { demo.key(.a, .command) } == ["select One, Two, Add"])
  }

  @Test func escapeEndsTheInnermostOfWhatIsGoingOn() throws {
    let demo = try Demo(.desktop)
    demo.view.select(GraphSelection(nodes: [demo.one]))
    demo.view.beginConnecting(from: demo.one.output)
    #expect(demo.log { demo.key(.escape) } == ["source none"])
    #expect(demo.log { demo.key(.escape) } == ["select nothing"])
    #expect(demo.log { demo.key(.escape) }.isEmpty)
  }

  @Test func escapePutsBackWhatIsDragged() throws {
    let demo = try Demo(.desktop)
    demo.down(Demo.oneItem)
    demo.move(Demo.oneItem + GraphPoint(50, 50))
    #expect(demo.log { demo.key(.escape) } == ["move One to (210.0, 10.0)", "moved One"])
    #expect(
      demo.log {
        demo.move(Demo.oneItem + GraphPoint(90, 90))
        demo.up(Demo.oneItem)
      }.isEmpty, "the rest of the gesture means nothing")
    demo.drag(Demo.oneItem, Demo.oneItem + GraphPoint(5, 5))
    #expect(demo.view.frame(of: demo.one)?.origin == GraphPoint(215, 15))
  }

  @Test func escapeEndsAPressBeforeItIsADrag() throws {
    let demo = try Demo(.desktop)
    demo.down(Demo.oneItem)
    #expect(
      demo.log {
        demo.key(.escape)
        demo.move(Demo.oneItem + GraphPoint(50, 50))
        demo.up(Demo.oneItem)
      }.isEmpty)
    demo.down(Demo.twoItem)
    demo.key(.escape)
    #expect(demo.log { demo.key(.escape) } == ["select nothing"], "the next one ends the selection")
  }

  @Test func escapeStopsTheCanvasWhereItIs() throws {
    let demo = try Demo(.desktop)
    demo.down(GraphPoint(500, 300), button: .middle)
    demo.move(GraphPoint(400, 300))
    demo.key(.escape)
    demo.move(GraphPoint(300, 300))
    demo.up(GraphPoint(300, 300))
    #expect(demo.view.viewport.origin == GraphPoint(100, 0))
  }

  @Test(arguments: [[], .shift, .command] as [InputEvent.Modifiers])
  func escapeSelectsAgainWhatWasSelectedBeforeTheRectangle(keys: InputEvent.Modifiers) throws {
    let demo = try Demo(.desktop)
    demo.view.select(GraphSelection(nodes: [demo.sum]))
    demo.down(GraphPoint(430, 5), keys)
    demo.move(GraphPoint(400, 400), keys)
    #expect(demo.log { demo.key(.escape) } == ["select Add"])
  }

  @Test func aPointerThatIsTakenAwayPutsBackWhatItDragged() throws {
    let demo = try Demo(.desktop)
    demo.down(Demo.oneItem)
    demo.move(Demo.oneItem + GraphPoint(50, 50))
    #expect(demo.log { demo.send(.cancelled(pointer: 0)) } == ["move One to (210.0, 10.0)", "moved One"])
    demo.down(GraphPoint(430, 5))
    demo.move(GraphPoint(409, 400))
    #expect(demo.view.selection.nodes == [demo.two, demo.one])
    demo.send(.cancelled(pointer: 0))
    #expect(demo.view.selection.nodes == [demo.one], "selected again as before the rectangle")
  }

  @Test func anotherButtonDuringADragLeavesTheDragAlone() throws {
    let demo = try Demo(.desktop)
    demo.down(Demo.oneItem)
    demo.move(Demo.oneItem + GraphPoint(50, 0))
    demo.down(Demo.oneItem, pointer: 1, button: .secondary)
    demo.up(Demo.oneItem, pointer: 1)
    demo.move(Demo.oneItem + GraphPoint(60, 0))
    demo.up(Demo.oneItem + GraphPoint(60, 0))
    #expect(demo.host.log.last == "moved One" && demo.view.frame(of: demo.one)?.origin == GraphPoint(270, 10))
    demo.host.log = []
    demo.key(.delete)
    #expect(demo.host.takeLog() == ["select nothing", "delete One"], "nothing goes on any more")
  }

  @Test(arguments: [
    (InputEvent.Button.middle, InputEvent.Modifiers()), (InputEvent.Button.primary, InputEvent.Modifiers.space),
  ])
  func theMiddleButtonAndTheSpaceKeyMoveTheCanvas(
    button: InputEvent.Button, modifiers: InputEvent.Modifiers
  ) throws {
    let demo = try Demo(.desktop)
    demo.view.viewport.setZoom(2, about: .zero)
    demo.host.log = []
    demo.drag(GraphPoint(500, 300), GraphPoint(400, 340), modifiers, button: button)
    #expect(demo.view.viewport.origin == GraphPoint(50, -20))
    #expect(demo.host.log == ["show (25.0, -10.0) at 2.0", "show (50.0, -20.0) at 2.0"])
    #expect(demo.log { demo.tap(Demo.oneItem, modifiers, button: .middle) }.isEmpty, "a click does nothing")
  }

  @Test func theSecondaryButtonAsksForAMenuAndSelectsWhatItIsFor() throws {
    let demo = try Demo(.desktop)
    demo.view.viewport.origin = GraphPoint(10, 0)
    let view = Demo.oneItem - GraphPoint(10, 0)
    #expect(demo.log { demo.tap(view, button: .secondary) } == ["select One", "menu for One at \(Demo.oneItem)"])
    demo.view.select(GraphSelection(nodes: [demo.one, demo.two]))
    #expect(demo.log { demo.tap(view, button: .secondary) } == ["menu for One at \(Demo.oneItem)"])
    #expect(demo.log { demo.tap(GraphPoint(0, 0), button: .secondary) } == ["menu for background at (10.0, 0.0)"])
  }

  @Test func theSecondaryButtonDoesNotConnectWhatWaits() throws {
    let demo = try Demo(.desktop)
    demo.view.beginConnecting(from: demo.one.output)
    #expect(demo.log { demo.tap(Demo.yRow, button: .secondary) } == ["select Add", "menu for Add at \(Demo.yRow)"])
    #expect(demo.log { demo.tap(Demo.yRow) } == ["source none", "toggle One.value→Add.y"])
  }

  @Test func aDoubleTapActivatesANodeOrAsksForOne() throws {
    let demo = try Demo(.desktop)
    #expect(demo.log { demo.doubleTap(Demo.oneItem) } == ["select One", "activate One"])
    #expect(demo.log { demo.doubleTap(Demo.nowhere) } == ["select nothing", "create at (799.0, -84.0)"])
    let touch = try Demo()
    #expect(touch.log { touch.doubleTap(Demo.oneItem) } == ["select One", "activate One"])
    #expect(touch.log { touch.doubleTap(Demo.nowhere) } == ["select nothing"])
  }

  @Test func draggingFromAFreeInputDragsItsNode() throws {
    let demo = try Demo(.desktop)
    #expect(demo.log { demo.drag(Demo.y, Demo.y + GraphPoint(10, 0)) }.first == "select Add")
    #expect(demo.view.frame(of: demo.sum)?.origin == GraphPoint(580, 170))
  }

  @Test func twoTapsOnTheTrashDeleteOneNodeAndMakeNone() throws {
    let demo = try Demo(.desktop)
    let trash = try #require(demo.view.frame(of: demo.sum)).trash.center
    #expect(demo.log { demo.doubleTap(trash) } == ["delete Add"])
    #expect(demo.view.nodes.count == 2)
  }

  @Test func aFingerOnANodeThatGoesAwayMeansNothingAnyMore() throws {
    let demo = try Demo()
    demo.down(Demo.oneItem)
    demo.host.delete(demo.one)
    #expect(
      demo.log {
        demo.send(.tick, after: 0.6)
        demo.move(Demo.oneItem + GraphPoint(50, 50))
        demo.up(Demo.oneItem)
      }.isEmpty)
  }

  @Test func aNodeThatGoesAwayWhileItIsDraggedEndsTheDragOfIt() throws {
    let demo = try Demo(.desktop)
    demo.view.select(GraphSelection(nodes: [demo.one, demo.two]))
    demo.down(Demo.oneItem)
    demo.move(Demo.oneItem + GraphPoint(10, 0))
    demo.host.delete(demo.one)
    demo.move(Demo.oneItem + GraphPoint(20, 0))
    demo.up(Demo.oneItem + GraphPoint(20, 0))
    #expect(demo.host.log.last == "moved Two" && demo.view.frame(of: demo.two)?.origin == GraphPoint(240, 350))
  }
}
