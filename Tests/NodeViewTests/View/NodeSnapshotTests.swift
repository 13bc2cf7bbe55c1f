// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

@Suite struct NodeSnapshotTests {
  private let demo: Demo

  init() throws { demo = try Demo(.editor) }

  private func picture(_ text: String, _ size: GraphSize = GraphSize(100, 40)) -> NodeSnapshot {
    NodeSnapshot(size: size) { $0.draw(text, in: GraphRect(.zero, size), style: TextStyle(size: 12, paint: Paint(0))) }
  }

  private var texts: [String] {
    let canvas = RecordingCanvas()
    demo.view.draw(in: canvas)
    return canvas.texts
  }

  @Test(arguments: [GraphViewStyle.classic, .light])
  func aPictureTakesThePlaceOfTheItemUntilItIsTakenAway(style: GraphViewStyle) {
    demo.view.style = style
    let before = texts
    #expect(before.contains("item One"))
    #expect(demo.view.show(picture("40 %"), for: demo.view.beginSnapshot(of: demo.one)) == .shown)
    #expect(texts.contains("40 %") && !texts.contains("item One") && texts.contains("item Two"))
    demo.view.reload()
    #expect(texts.contains("40 %"), "it isn't of the graph, and stays")
    demo.view.removeSnapshot(of: demo.one)
    #expect(texts == before && demo.view.snapshot(of: demo.one) == nil)
  }

  @Test func aPictureForAnOlderGenerationIsRefused() {
    let first = demo.view.beginSnapshot(of: demo.one)
    let other = demo.view.beginSnapshot(of: demo.two)
    let second = demo.view.beginSnapshot(of: demo.one)
    #expect(first.generation < second.generation)
    #expect(demo.view.show(picture("old"), for: first) == .stale && demo.view.snapshot(of: demo.one) == nil)
    #expect(demo.view.show(picture("new"), for: second) == .shown)
    #expect(demo.view.show(picture("old"), for: first) == .stale)
    #expect(demo.view.snapshot(of: demo.one) == picture("new"))
    #expect(demo.view.show(picture("newer"), for: second) == .shown, "as long as none is asked for")
    #expect(demo.view.show(picture("other"), for: other) == .shown, "each node has its own")
  }

  @Test func nothingComesLateForWhatIsTakenAwayOrGone() {
    let request = demo.view.beginSnapshot(of: demo.one)
    demo.view.removeSnapshot(of: demo.one)
    #expect(demo.view.show(picture("late"), for: request) == .stale)
    let last = demo.view.beginSnapshot(of: demo.one)
    demo.host.delete(demo.one)
    #expect(demo.view.show(picture("late"), for: last) == .stale)
    #expect(demo.view.show(picture("late"), for: demo.view.beginSnapshot(of: demo.one)) == .stale)
    let other = demo.view.beginSnapshot(of: demo.two)
    try? demo.host.graph.setKind(of: demo.two, to: "Add")
    demo.view.reload(demo.two)
    #expect(demo.view.show(picture("late"), for: other) == .stale, "what it was made of is another kind")
    demo.view.checkInvariants()
  }

  @Test func aNodeIsAsLargeAsItsPictureAsksForAndIsDrawnAgain() throws {
    let frame = try #require(demo.view.frame(of: demo.one))
    _ = demo.view.takeDirtyRegion()
    let large = picture("large", GraphSize(300, 260))
    #expect(demo.view.show(large, for: demo.view.beginSnapshot(of: demo.one)) == .shown)
    let larger = try #require(demo.view.frame(of: demo.one))
    #expect(larger.item.size == GraphSize(300, 260) && larger.width == 302)
    #expect(demo.changes.last == [.resized(demo.one, larger.rect.size)])
    guard case .parts(let parts)? = demo.view.takeDirtyRegion() else {
      Issue.record("nothing is drawn again")
      return
    }
    #expect(parts.contains { $0.contains(larger.rect) })
    let small = picture("small", GraphSize(10, 10))
    #expect(demo.view.show(small, for: demo.view.beginSnapshot(of: demo.one)) == .shown)
    #expect(demo.view.frame(of: demo.one) == frame, "its item needs as much")
    #expect(demo.view.takeDirtyRegion() != nil)
    demo.view.checkInvariants()
  }

  @Test func aPictureThatIsTooLargeIsRefused() {
    let request = demo.view.beginSnapshot(of: demo.one)
    for size in [GraphSize(1025, 10), GraphSize(10, .infinity), GraphSize(.nan, 10), GraphSize(-1, 10)] {
      #expect(demo.view.show(picture("x", size), for: request) == .unusable)
    }
    let many = NodeSnapshot(size: GraphSize(10, 10)) { canvas in
      for _ in 0..<4097 { canvas.fill(GraphRect(x: 0, y: 0, width: 1, height: 1), with: Paint(0)) }
    }
    #expect(demo.view.show(many, for: request) == .unusable && demo.view.snapshot(of: demo.one) == nil)
  }

  @Test func aPictureEndsAllGroupsThatItBegins() {
    let plain = CountingCanvas()
    demo.view.draw(in: plain)
    let ends = NodeSnapshot(size: GraphSize(10, 10)) { canvas in for _ in 0..<3 { canvas.endGroup() } }
    let begins = NodeSnapshot(size: GraphSize(10, 10)) { canvas in for _ in 0..<3 { canvas.beginGroup(CanvasGroup()) } }
    for broken in [ends, begins] {
      #expect(demo.view.show(broken, for: demo.view.beginSnapshot(of: demo.one)) == .shown)
      let canvas = CountingCanvas()
      demo.view.draw(in: canvas)
      #expect(canvas.openGroups == 0 && canvas.endsWithoutBeginning == 0)
      #expect(canvas.texts == plain.texts.filter { $0.text != "item One" }, "what follows is where it was")
    }
  }
}
