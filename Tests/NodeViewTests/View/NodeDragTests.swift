// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

/// Dragging nodes onto another node.
@Suite struct NodeDragTests {
  private let demo: Demo
  /// The point to which One is dragged, on Add's card.
  private let over = Demo.sumItem

  // One is at (210, 10), 202 × 288; Two at (220, 350), of the same size; Add, which takes nodes, at (570, 170), 202 × 420.
  init() throws {
    demo = try Demo(.editor)
    demo.view.style = .light
    demo.host.hasTargets = { _ in true }
    demo.host.accepts = { [sum = demo.sum] drop, target in
      if case .nodes = drop { target == .item(sum) } else { false }
    }
    demo.host.log = []
  }

  private func place(_ node: NodeID) -> GraphPoint { demo.view.frame(of: node)?.origin ?? .zero }

  /// Drags One, without releasing the button.
  private func carry(to point: GraphPoint, _ modifiers: InputEvent.Modifiers = []) {
    demo.time += 1
    demo.down(Demo.oneItem)
    demo.move(Demo.oneItem + GraphPoint(0, 30), modifiers)
    demo.move(point, modifiers)
  }

  @Test func nodesLetGoOnANodeThatTakesThemAreBackWhereTheyWereWhenTheHostIsTold() {
    carry(to: over)
    #expect(demo.view.nodeTarget == demo.sum && demo.view.gesture == .moving([demo.one]))
    demo.host.log = []
    let effects = demo.send(.up(pointer: 0, at: over))
    #expect(effects.contains(.dropped(.nodes([demo.one]), .item(demo.sum), over)))
    #expect(
      demo.host.log == [
        "move One to (210.0, 10.0)", "moved One", "dropped One on \(HitTarget.item(demo.sum)) at \(over)",
      ])
    #expect(place(demo.one) == GraphPoint(210, 10) && demo.view.nodeTarget == nil)
  }

  @Test func allThatAreSelectedAreDroppedButLockedOnes() {
    demo.host.looks.nodes[demo.two] = NodeLook(isLocked: true)
    demo.view.reload()
    demo.view.select(GraphSelection(nodes: [demo.one, demo.two]))
    carry(to: over)
    let last = demo.log { demo.up(over) }.last
    #expect(last == "dropped One on \(HitTarget.item(demo.sum)) at \(over)")
    demo.host.looks = GraphLooks()
    demo.view.reload()
    carry(to: over)
    #expect(demo.log { demo.up(over) }.last == "dropped One, Two on \(HitTarget.item(demo.sum)) at \(over)")
    #expect(place(demo.one) == GraphPoint(210, 10) && place(demo.two) == GraphPoint(220, 350))
  }

  @Test func thePointerDecidesAndNotTheCardOfWhatIsDragged() {
    // One's card covers a part of Add's, but the pointer is outside Add's card.
    let beside = GraphPoint(560, 320)
    carry(to: beside)
    #expect(demo.view.frame(of: demo.one)?.rect.intersects(GraphRect(x: 570, y: 170, width: 202, height: 420)) == true)
    #expect(demo.view.nodeTarget == nil)
    #expect(demo.log { demo.up(beside) } == ["moved One"])
    #expect(place(demo.one) != GraphPoint(210, 10))
  }

  @Test func aDragThatPassesOverANodeMovesAsBefore() {
    carry(to: over)
    demo.move(Demo.nowhere)
    #expect(demo.view.nodeTarget == nil)
    #expect(demo.log { demo.up(Demo.nowhere) } == ["moved One"])
  }

  @Test func theCommandKeyPutsNodesInFrontOfOneThatWouldTakeThem() {
    carry(to: over, .command)
    #expect(demo.view.nodeTarget == nil)
    #expect(demo.log { demo.up(over, .command) } == ["moved One"])
    #expect(place(demo.one) == GraphPoint(210, 10) + (over - Demo.oneItem))
    demo.time += 1
    // The modifier key may be pressed as late as the release of the button.
    demo.down(over)
    demo.move(over + GraphPoint(0, 30))
    demo.move(over + GraphPoint(0, 40))
    #expect(demo.view.nodeTarget == demo.sum)
    #expect(demo.log { demo.up(over + GraphPoint(0, 40), .command) } == ["moved One"])
  }

  @Test func aCancelledDragIsNoDrop() {
    for cancel in [InputEvent.Action.key(.escape), .cancelled(pointer: 0)] {
      carry(to: over)
      #expect(demo.log { demo.send(cancel) } == ["move One to (210.0, 10.0)", "moved One"])
      #expect(demo.view.nodeTarget == nil)
      #expect(demo.log { demo.up(over) } == [])
    }
  }

  @Test func theHostIsAskedOnceForADragAndOnceForEachNodeBelowIt() {
    var (drags, asked): ([[NodeID]], [HitTarget]) = ([], [])
    demo.host.hasTargets = {
      drags.append($0)
      return true
    }
    demo.host.accepts = { _, target in
      asked.append(target)
      return true
    }
    carry(to: over)
    for x in [5.0, 10, 15] { demo.move(over + GraphPoint(x, 0)) }
    demo.move(Demo.twoItem)
    #expect(drags == [[demo.one]] && asked == [.item(demo.sum), .item(demo.two)])
    demo.up(Demo.twoItem)
    // If no node takes others, the host is not asked about targets.
    (drags, asked) = ([], [])
    demo.host.hasTargets = { _ in false }
    carry(to: over)
    #expect(demo.view.nodeTarget == nil && asked.isEmpty)
    #expect(demo.log { demo.up(over) } == ["moved One"])
  }

  @Test func aTargetThatGoesWhileNodesAreOverItTakesNothing() {
    carry(to: over)
    demo.host.delete(demo.sum)
    #expect(demo.view.nodeTarget == nil)
    #expect(demo.log { demo.up(over) } == ["moved One"])
  }

  @Test func whatTakesTheNodesIsHighlightedAndTheyAreFaint() {
    func marks() -> (rings: Int, faint: [String]) {
      let canvas = RecordingCanvas()
      demo.view.draw(in: canvas)
      var (rings, faint): (Int, [String]) = (0, [])
      for drawing in canvas.drawings {
        if case .stroke(_, let stroke) = drawing, stroke.paint == GraphPalette.light.candidate { rings += 1 }
        if case .beginGroup(let group) = drawing, group.opacity < 1, let id = group.id { faint.append(id) }
      }
      return (rings, faint)
    }
    carry(to: Demo.nowhere)
    #expect(marks().rings == 0 && marks().faint.isEmpty)
    _ = demo.view.takeDirtyRegion()
    demo.move(over)
    #expect(marks().rings == 1 && marks().faint == ["node-\(demo.one)"])
    let rect = GraphRect(x: 570, y: 170, width: 202, height: 420)
    guard case .parts(let parts)? = demo.view.takeDirtyRegion() else {
      Issue.record("parts are drawn again")
      return
    }
    #expect(parts.contains { $0.contains(rect) })
    demo.view.style = .classic
    #expect(marks().rings == 0)
    demo.up(over)
    demo.view.style = .light
    #expect(marks().rings == 0 && marks().faint.isEmpty)
  }
}
