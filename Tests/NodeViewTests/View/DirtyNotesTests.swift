// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

@Suite struct DirtyNotesTests {
  private func dirty(_ effects: [GraphViewEffect]) -> DirtyRegion? {
    for case .dirty(let region) in effects { return region }
    return nil
  }

  @Test func anEffectTellsWhatBecameDirtySinceTheLastOne() throws {
    let demo = try Demo(.desktop)
    _ = demo.view.takeDirtyRegion()
    let first = demo.send(.down(pointer: 0, at: Demo.oneItem, button: .primary))
    let second = demo.send(.moved(pointer: 0, at: Demo.oneItem + GraphPoint(0, 1)))
    #expect(dirty(first) != nil)
    #expect(dirty(second) == nil, "nothing has moved yet")
    let third = demo.send(.moved(pointer: 0, at: Demo.oneItem + GraphPoint(0, 9)))
    #expect(dirty(third) != nil)
  }

  @Test func anEffectTellsWhatCallsMadeDirtyToo() throws {
    let demo = try Demo(.desktop)
    demo.move(Demo.nowhere)
    demo.view.select(GraphSelection(nodes: [demo.one]))
    let frame = try #require(demo.view.frame(of: demo.one))
    guard case .parts(let parts)? = dirty(demo.send(.moved(pointer: 0, at: Demo.nowhere))) else {
      Issue.record("the selected node is drawn anew")
      return
    }
    #expect(parts.contains { $0.contains(frame.rect) })
  }

  @Test func takingTellsAllSinceItWasLastTakenWhateverEffectsHaveTold() throws {
    let demo = try Demo(.desktop)
    _ = demo.view.takeDirtyRegion()
    demo.down(Demo.oneItem)
    demo.up(Demo.oneItem)
    guard case .parts(let parts)? = demo.view.takeDirtyRegion() else {
      Issue.record("the selected node is drawn anew")
      return
    }
    let frame = try #require(demo.view.frame(of: demo.one))
    #expect(parts.contains { $0.contains(frame.rect) })
    #expect(demo.view.takeDirtyRegion() == nil)
  }

  private func isDrawnAgain(_ rect: GraphRect, in demo: Demo) -> Bool {
    switch demo.view.takeDirtyRegion() {
    case .parts(let parts)?: parts.contains { $0.contains(rect) }
    case .everything?: true
    case nil: false
    }
  }

  @Test func whatAWireWouldReplaceIsDrawnAgainWhereItIsAimedAtAndWhereItIsNoMore() throws {
    let demo = try Demo(.desktop)
    let replaced = try #require(demo.view.path(of: Connection(from: demo.one.output, to: demo.sum.input(0))))
    demo.down(Demo.twoOutput)
    demo.move(Demo.twoOutput + GraphPoint(40, 20))
    _ = demo.view.takeDirtyRegion()
    demo.move(Demo.twoOutput + GraphPoint(50, 20))
    #expect(!isDrawnAgain(replaced.bounds, in: demo), "the wire is elsewhere")
    demo.move(Demo.x)
    #expect(isDrawnAgain(replaced.bounds, in: demo))
    demo.move(Demo.twoOutput + GraphPoint(40, 20))
    #expect(isDrawnAgain(replaced.bounds, in: demo))
  }

  @Test func aNodeThatRefusesAWireIsDrawnAgainWhereTheWireComesAndWhereItGoes() throws {
    let demo = try Demo(.desktop)
    let node = try #require(demo.view.frame(of: demo.sum)).rect
    demo.down(Demo.sumOutput)
    demo.move(Demo.nowhere)
    _ = demo.view.takeDirtyRegion()
    demo.move(Demo.nowhere + GraphPoint(4, 0))
    #expect(!isDrawnAgain(node, in: demo), "the wire is elsewhere")
    // A connection to an input of its own node would close a cycle.
    demo.move(Demo.yRow)
    #expect(isDrawnAgain(node, in: demo))
    demo.move(Demo.nowhere)
    #expect(isDrawnAgain(node, in: demo))
  }

  @Test(arguments: [16, 17])
  func moreThanSixteenPartsAreOneAroundAllOfThem(count: Int) throws {
    let demo = try Demo(.desktop)
    demo.view.viewport = Viewport(size: GraphSize(8000, 1000))
    for index in 0..<count {
      demo.view.reload(try demo.host.graph.add("Number", at: GraphPoint(1000 + Double(index) * 400, 10)))
    }
    _ = demo.view.takeDirtyRegion()
    let nodes = demo.view.nodes.suffix(count)
    for node in nodes { demo.view.reload(node) }
    guard case .parts(let parts)? = demo.view.takeDirtyRegion() else {
      Issue.record("the nodes are drawn again")
      return
    }
    #expect(parts.count == (count == 16 ? 16 : 1))
    for node in nodes {
      let frame = try #require(demo.view.frame(of: node))
      #expect(parts.contains { $0.contains(frame.rect) })
    }
    #expect(!parts.contains { $0.contains(Demo.oneItem) }, "what lies aside is not drawn again")
  }
}
