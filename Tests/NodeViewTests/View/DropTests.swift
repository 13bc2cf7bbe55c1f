// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

@Suite struct DropTests {
  private let demo: Demo
  private var wire: Connection { Connection(from: demo.one.output, to: demo.sum.input(0)) }
  private let payload = GraphPayload("text/plain", "3 * x")
  /// A point on the line from One to Add, away from both nodes.
  private var onWire: GraphPoint { demo.view.path(of: wire)?.labelPoint ?? .zero }

  init() throws {
    demo = try Demo(.editor)
    demo.view.style = .light
    demo.host.log = []
  }

  private func anchor(output node: NodeID) -> GraphPoint { demo.view.frame(of: node)?.outputAnchor(0) ?? .zero }

  private func anchor(input index: Int) -> GraphPoint { demo.view.frame(of: demo.sum)?.inputAnchor(index) ?? .zero }

  private func over(_ point: GraphPoint, _ payload: GraphPayload? = nil) {
    demo.send(.draggedOver(payload ?? self.payload, at: point))
  }

  @Test func thePayloadIsDroppedOnWhatIsBelowItIfThatIsAccepted() {
    demo.host.accepts = { _, _ in true }
    for (point, target) in [
      (Demo.nowhere, HitTarget.background), (Demo.oneItem, .item(demo.one)), (onWire, .connection(wire)),
      (Demo.yRow, .inputRow(demo.sum.input(1))),
    ] {
      demo.host.log = []
      over(point)
      #expect(demo.view.payloadTarget == target)
      let effects = demo.send(.dropped(payload, at: point))
      #expect(effects.contains(.dropped(.payload(payload), target, point)))
      #expect(demo.host.log == ["dropped text/plain on \(target) at \(point)"])
      #expect(demo.view.payloadTarget == nil)
    }
  }

  @Test func severalThingsAreOfferedAndDroppedAtOnce() {
    let files = [GraphPayload("image/png", "a.png"), GraphPayload("text/csv", "b.csv")]
    var asked: [GraphDrop] = []
    demo.host.accepts = { drop, target in
      asked.append(drop)
      return target == .background
    }
    demo.send(.draggedOver(files, at: Demo.nowhere))
    #expect(demo.view.payloadTarget == .background)
    demo.send(.draggedOver(files, at: Demo.nowhere + GraphPoint(5, 0)))
    let effects = demo.send(.dropped(files, at: Demo.nowhere))
    #expect(effects.contains(.dropped(.payloads(files), .background, Demo.nowhere)))
    #expect(demo.host.log == ["dropped image/png, text/csv on background at \(Demo.nowhere)"])
    #expect(asked == [.payloads(files)], "once for all, and once for each thing below")
    // Payloads are accepted all together or not at all.
    #expect(demo.send(.dropped(files, at: Demo.oneItem)).allSatisfy { if case .dropped = $0 { false } else { true } })
    // An empty list is not a drop.
    demo.send(.draggedOver([], at: Demo.nowhere))
    #expect(demo.view.payloadTarget == nil)
    demo.send(.dropped([], at: Demo.nowhere))
    #expect(demo.host.log.count == 1)
  }

  @Test func whatIsNotAcceptedIsNeitherHighlightedNorTold() {
    demo.host.accepts = { [one = demo.one] drop, target in target.node == one && drop == .payload(payload) }
    over(Demo.twoItem)
    #expect(demo.view.payloadTarget == nil)
    #expect(!demo.send(.dropped(payload, at: Demo.twoItem)).contains { if case .dropped = $0 { true } else { false } })
    over(Demo.oneItem)
    #expect(demo.view.payloadTarget == .item(demo.one))
    demo.send(.dropped(GraphPayload("text/plain", "other"), at: Demo.oneItem))
    #expect(demo.host.log.isEmpty, "what it is was known only when it was dropped")
  }

  @Test func theHostIsAskedOnceForEachThingThatComesToLieBelow() {
    var asked: [HitTarget] = []
    demo.host.accepts = { _, target in
      asked.append(target)
      return false
    }
    for x in [0.0, 5, 10] { over(Demo.oneItem + GraphPoint(x, 0)) }
    for x in [0.0, 5] { over(Demo.nowhere + GraphPoint(x, 0)) }
    over(Demo.oneItem)
    #expect(asked == [.item(demo.one), .background, .item(demo.one)])
  }

  @Test func theHighlightEndsWhenThePayloadLeavesOrItsTargetGoes() {
    demo.host.accepts = { _, _ in true }
    over(Demo.oneItem)
    demo.send(.dragLeft)
    #expect(demo.view.payloadTarget == nil)
    over(onWire)
    #expect(demo.view.payloadTarget == .connection(wire))
    demo.host.toggle(wire.source, wire.target)
    #expect(demo.view.payloadTarget == nil)
    over(Demo.oneItem)
    demo.host.delete(demo.one)
    #expect(demo.view.payloadTarget == nil)
  }

  private var strokes: [(path: DrawingPath, stroke: Stroke)] {
    let canvas = CountingCanvas()
    demo.view.draw(in: canvas)
    return canvas.strokes
  }

  @Test func whatTakesThePayloadIsHighlightedAndDrawnAgain() {
    demo.host.accepts = { _, _ in true }
    func isDirty(_ rect: GraphRect) -> Bool {
      guard case .parts(let parts)? = demo.view.takeDirtyRegion() else { return false }
      return parts.contains { $0.contains(rect) }
    }
    _ = demo.view.takeDirtyRegion()
    let candidate = GraphPalette.light.candidate
    func count() -> Int { strokes.count { $0.stroke.paint == candidate } }
    #expect(count() == 0)
    let frame = demo.view.frame(of: demo.one)?.rect ?? GraphRect(.zero, .zero)
    over(Demo.oneItem)
    #expect(count() == 1 && isDirty(frame), "the node has a ring")
    over(Demo.nowhere)
    let new = GraphRect(Demo.nowhere - GraphPoint(101, 144), GraphSize(202, 288))
    #expect(count() == 1 && isDirty(new), "the canvas shows where the node would be")
    #expect(demo.view.parts(in: demo.view.viewport.visible).contains { $0.content == .gesture })
    over(onWire)
    #expect(count() == 0)
    #expect(demo.view.parts(in: demo.view.viewport.visible).contains { $0.content == .connection(wire) })
    demo.send(.dragLeft)
    #expect(isDirty(GraphRect(onWire, .zero)))
    #expect(!demo.view.parts(in: demo.view.viewport.visible).contains { $0.content == .connection(wire) })
  }

  @Test func aWireIsDroppedOnAWireIfThatIsAccepted() throws {
    demo.host.accepts = { [two = demo.two, wire] drop, target in
      drop == .wire(two.output) && target == .connection(wire)
    }
    demo.down(anchor(output: demo.two))
    demo.move(anchor(output: demo.two) + GraphPoint(10, 0))
    demo.move(onWire)
    #expect(
      demo.view.parts(in: demo.view.viewport.visible).contains { $0.content == .connection(wire) }, "it is raised")
    demo.up(onWire)
    #expect(demo.host.log.last == "dropped Two.value on \(HitTarget.connection(wire)) at \(onWire)")
    // If the host refuses the drop on a connection, the wire is dropped on the canvas.
    demo.host.accepts = { _, _ in false }
    demo.drag(anchor(output: demo.two), onWire)
    #expect(demo.host.log.last == "drop Two.value at \(onWire)")
  }

  @Test func aWirePulledFromAnInputIsDroppedOnAWireToo() throws {
    demo.host.accepts = { drop, target in drop == .inputWire(demo.sum.input(1)) && target == .connection(wire) }
    demo.drag(anchor(input: 1), onWire)
    #expect(demo.host.log.last == "dropped Add.y on \(HitTarget.connection(wire)) at \(onWire)")
    // A wire that was pulled off its input is not dropped on its own line.
    demo.host.accepts = { _, _ in true }
    let log = demo.log { demo.drag(anchor(input: 0), Demo.nowhere) }
    #expect(!log.contains { $0.hasPrefix("dropped") })
  }

  @Test func aWireForgetsTheConnectionItCrossesWhenThatGoes() throws {
    demo.host.accepts = { _, target in if case .connection = target { true } else { false } }
    // A wire from an input that is dropped on the canvas makes no call to the host.
    for (start, told) in [(anchor(output: demo.two), ["drop Two.value at \(onWire)"]), (anchor(input: 1), [])] {
      let place = onWire
      demo.time += 1
      demo.down(start)
      demo.move(start + GraphPoint(0, 12))
      demo.move(place)
      #expect(demo.view.parts(in: demo.view.viewport.visible).contains { $0.content == .connection(wire) })
      demo.host.toggle(demo.one.output, demo.sum.input(0))
      #expect(!demo.view.parts(in: demo.view.viewport.visible).contains { $0.content == .connection(wire) })
      #expect(demo.log { demo.up(place) } == told)
      demo.host.toggle(demo.one.output, demo.sum.input(0))
    }
  }
}
