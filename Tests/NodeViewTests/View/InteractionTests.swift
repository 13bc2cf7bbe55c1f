// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

/// Rules that hold in both manners of interaction.
@Suite struct InteractionTests {
  @Test func eventsWithNumbersThatAreNoneAreIgnored() throws {
    for wild in [Double.nan, .infinity, -.infinity] {
      let demo = try Demo(.desktop)
      let viewport = demo.view.viewport
      demo.send(.tick)
      let place = GraphPoint(wild, 100)
      for action in [
        .down(pointer: 0, at: place, button: .primary), .moved(pointer: 0, at: place), .up(pointer: 0, at: place),
        .scroll(at: place, by: .zero), .scroll(at: .zero, by: place), .pinch(at: .zero, factor: wild),
      ] as [InputEvent.Action] {
        #expect(demo.send(action) == [])
      }
      demo.view.handle(InputEvent(.down(pointer: 0, at: Demo.oneItem, button: .primary), time: wild))
      #expect(demo.view.viewport == viewport && demo.view.selection.isEmpty)
      demo.tap(Demo.oneItem)
      #expect(demo.view.selection.nodes == [demo.one], "and what follows counts")
    }
    let demo = try Demo()
    demo.send(.tick)
    for factor in [0, -1.0] { #expect(demo.send(.pinch(at: .zero, factor: factor)) == []) }
  }

  @Test func timeThatGoesBackwardsStandsStill() throws {
    let demo = try Demo()
    demo.time = 10
    demo.send(.tick)
    demo.time = 3
    demo.down(Demo.oneItem)
    demo.time = 10.4
    #expect(demo.log { demo.send(.tick) }.isEmpty)
    #expect(demo.log { demo.send(.tick, after: 0.2) } == ["source One.value"])
  }

  @Test(arguments: [InteractionProfile.touch, .desktop])
  func dragsAreEqualOnTheCanvasAtAnyZoom(profile: InteractionProfile) throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<200 {
      let demo = try Demo(profile)
      demo.view.viewport = Viewport(
        size: GraphSize(1000, 900), origin: GraphPoint(Double(random.below(300)), Double(random.below(300))),
        zoom: Double.random(in: 0.5...2, using: &random))
      let start = demo.view.viewport.viewPoint(Demo.sumItem)
      let offset = GraphPoint(Double(random.below(300)) - 150, Double(random.below(300)) - 150)
      guard offset.distance(to: .zero) >= profile.dragThreshold else { continue }
      demo.drag(start, start + offset)
      let expected = GraphPoint(570, 170) + offset * (1 / demo.view.viewport.zoom)
      #expect(try #require(demo.view.frame(of: demo.sum)).origin.distance(to: expected) < 1e-9)
      #expect(demo.host.graph.position(of: demo.sum) == demo.view.frame(of: demo.sum)?.origin)
    }
  }

  @Test func aNodeFollowsThePointerWhileTheWheelZooms() throws {
    let demo = try Demo(.desktop)
    demo.down(Demo.oneItem)
    demo.move(Demo.oneItem + GraphPoint(50, 0))
    demo.send(.scroll(at: GraphPoint(700, 700), by: GraphPoint(0, -50)))
    demo.move(GraphPoint(400, 300))
    let grip = Demo.oneItem - GraphPoint(210, 10)
    let expected = demo.view.viewport.canvasPoint(GraphPoint(400, 300)) - grip
    #expect(try #require(demo.view.frame(of: demo.one)).origin.distance(to: expected) < 1e-9)
  }

  @Test func nodesCannotBeDraggedOutOfTheWorld() throws {
    let demo = try Demo(.desktop)
    demo.drag(Demo.oneItem, GraphPoint(1e308, -1e308))
    #expect(demo.view.frame(of: demo.one)?.origin.x == 1e9 - 100)
    #expect(demo.view.frame(of: demo.one)?.origin.y == -1e9)
    #expect(demo.log { demo.drag(Demo.twoOutput, GraphPoint(1e308, 0)) } == ["drop Two.value at (1000000000.0, 0.0)"])
  }

  @Test func aViewThatShowsNothingTakesAnyEvent() {
    let view = GraphView(size: .zero, profile: .desktop)
    let actions: [InputEvent.Action] = [
      .down(pointer: 0, at: .zero, button: .primary), .moved(pointer: 0, at: GraphPoint(9, 9)), .key(.delete), .key(.a),
      .key(.left), .up(pointer: 0, at: GraphPoint(9, 9)), .pinch(at: .zero, factor: 2), .tick, .key(.escape),
    ]
    for (time, action) in actions.enumerated() {
      view.handle(InputEvent(action, time: Double(time), modifiers: .command))
    }
    #expect(view.nodes.isEmpty && view.selection.isEmpty && view.hitTest(.zero) == .background)
    #expect(view.contentBounds == nil)
  }

  @Test func anotherMannerCancelsWhatIsGoingOn() throws {
    let demo = try Demo(.desktop)
    demo.down(Demo.oneItem)
    demo.move(Demo.oneItem + GraphPoint(50, 0))
    #expect(demo.log { demo.view.profile = .touch } == ["move One to (210.0, 10.0)", "moved One"])
    demo.host.log = []
    demo.up(Demo.oneItem)
    #expect(demo.host.log.isEmpty)
    demo.longPress(Demo.oneItem)
    #expect(demo.view.connectionSource == demo.one.output)
  }

  @Test func eventsAreAnsweredInOrderWhenTheHostSendsMore() throws {
    let demo = try Demo()
    demo.host.afterCall = { host in
      host.afterCall = nil
      let inner = InputEvent(.key(.delete), time: 0)
      host.note(host.view?.handle(inner) == [] ? "later" : "at once")
    }
    #expect(demo.log { demo.down(Demo.oneItem) } == ["select One", "later", "select nothing", "delete One"])
  }

  @Test func whatHappenedIsSaidInOrder() throws {
    let demo = try Demo()
    let selection = GraphSelection(nodes: [demo.one])
    demo.send(.tick)
    let effects = demo.send(.down(pointer: 0, at: Demo.oneItem, button: .primary))
    #expect(effects.dropLast() == [.raised(demo.one), .selected(selection)])
    guard case .dirty(.parts) = effects.last else {
      Issue.record("at the end stands what is to be drawn")
      return
    }
    #expect(
      demo.send(.moved(pointer: 0, at: Demo.oneItem + GraphPoint(1, 0))).allSatisfy { $0 != .endedMoving([demo.one]) })
  }

  @Test(arguments: [InteractionProfile.touch, .desktop])
  func twoTapsAtOnePlaceOnDifferentNodesAreNoDoubleTap(profile: InteractionProfile) throws {
    let demo = try Demo(profile)
    let tap = {
      demo.down(Demo.oneItem)
      demo.up(Demo.oneItem)
    }
    tap()
    // Two moves to the position where One was.
    try demo.host.graph.move(demo.one, to: GraphPoint(800, 800))
    try demo.host.graph.move(demo.two, to: GraphPoint(210, 10))
    demo.view.reload([demo.one, demo.two])
    let log = demo.log { tap() }
    #expect(log.contains("select Two") && !log.contains { $0.hasPrefix("activate") })
    #expect(demo.log { tap() }.contains("activate Two") == false, "the third tap of a row begins another")
    #expect(demo.log { tap() }.contains("activate Two"))
  }
}
