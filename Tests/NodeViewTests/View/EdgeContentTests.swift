// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

@Suite struct EdgeContentTests {
  private func demo() throws -> Demo {
    let demo = try Demo(.desktop)
    demo.view.style = .light
    demo.view.edgeContent = EdgeContent { [host = demo.host] in "(\(host.name($0)))" }
    return demo
  }

  private func texts(_ view: GraphView) -> [String] {
    let canvas = RecordingCanvas()
    view.draw(in: canvas)
    return canvas.drawings.compactMap { if case .text(let text, _, _) = $0, text.first == "(" { text } else { nil } }
  }

  @Test func whatAConnectionCarriesShowsWhereItIsPointedAt() throws {
    let demo = try demo()
    let view = demo.view
    let first = Connection(from: demo.one.output, to: demo.sum.input(0))
    #expect(texts(view).isEmpty)
    let middle = try #require(view.path(of: first)).labelPoint
    demo.send(.moved(pointer: 0, at: middle))
    #expect(texts(view) == ["(One.value→Add.x)"])
    demo.send(.moved(pointer: 0, at: Demo.nowhere))
    #expect(texts(view).isEmpty)
    view.select(GraphSelection(connections: [first]))
    #expect(texts(view) == ["(One.value→Add.x)"])
    // The contents of connections of a selected node, at either end.
    view.select(GraphSelection(nodes: [demo.two]))
    #expect(texts(view) == ["(Two.value→Add.z)"])
    view.select(GraphSelection(nodes: [demo.sum]))
    #expect(Set(texts(view)) == ["(One.value→Add.x)", "(Two.value→Add.z)"])
    view.viewport.setZoom(0.5, about: .zero)
    #expect(texts(view).isEmpty, "from further away there is no room")
  }

  @Test func allShowWhereThatIsAskedForAndALabelComesFirst() throws {
    let demo = try demo()
    let first = Connection(from: demo.one.output, to: demo.sum.input(0))
    demo.view.edgeContent?.scope = .all
    #expect(texts(demo.view).count == 2)
    demo.view.edgeAttributes = [first: EdgeAttributes(label: "own")]
    #expect(texts(demo.view) == ["(Two.value→Add.z)"])
    demo.view.style = .classic
    #expect(texts(demo.view).isEmpty)
  }

  /// Checks that drawing outside the dirty region is unchanged.
  @Test func whatHasToBeDrawnAgainHoldsThePill() throws {
    let demo = try demo()
    let view = demo.view
    func pills() -> [GraphRect] {
      let canvas = RecordingCanvas()
      view.draw(in: canvas)
      return canvas.drawings.compactMap {
        if case .text(let text, let frame, _) = $0, text.first == "(" { frame } else { nil }
      }
    }
    for node in [demo.one, demo.sum] {
      view.select(GraphSelection())
      _ = view.takeDirtyRegion()
      view.select(GraphSelection(nodes: [node]))
      guard case .parts(let rects)? = view.takeDirtyRegion() else {
        Issue.record("a selection changes parts of the view")
        return
      }
      let shown = pills()
      #expect(!shown.isEmpty)
      for pill in shown { #expect(rects.contains { $0.union(pill) == $0 }, "\(pill) in \(rects)") }
    }
  }

  @Test func theNextNodeDoesNotCoverWhatAConnectionCarries() throws {
    let demo = try demo()
    try demo.host.graph.move(demo.sum, to: GraphPoint(450, 400))
    demo.view.reload(demo.sum)
    let first = Connection(from: demo.one.output, to: demo.sum.input(0))
    demo.view.select(GraphSelection(connections: [first]))
    let canvas = RecordingCanvas()
    demo.view.draw(in: canvas)
    let frame = try #require(demo.view.frame(of: demo.sum)).rect
    var pills: [GraphRect] = []
    for case .text(let text, let pill, _) in canvas.drawings where text.first == "(" { pills.append(pill) }
    #expect(pills.count == 1)
    for pill in pills { #expect(!frame.intersects(pill), "\(pill) in \(frame)") }
  }

  /// Nodes are drawn over connections, so content under a node would be hidden.
  @Test func neitherNodeAtItsEndsCoversWhatAConnectionCarriesOrItsLabel() throws {
    let demo = try demo()
    let view = demo.view
    let first = Connection(from: demo.one.output, to: demo.sum.input(0))
    view.select(GraphSelection(connections: [first]))
    var (pills, labels) = (0, 0)
    for gap in [20.0, 60, 120] {
      for top in stride(from: -350.0, through: 350, by: 50) {
        try demo.host.graph.move(demo.sum, to: GraphPoint(412 + gap, top))
        view.reload(demo.sum)
        let nodes = try [demo.one, demo.sum].map { try #require(view.frame(of: $0)).rect }
        func isCovered(_ rect: GraphRect) -> Bool { nodes.contains { $0.intersects(rect) } }
        for label in [nil, "(label)"] {
          view.edgeAttributes = label == nil ? [:] : [first: EdgeAttributes(label: label)]
          let canvas = RecordingCanvas()
          view.draw(in: canvas)
          for case .text(let text, let frame, _) in canvas.drawings
          where text.first == "(" && text != "(Two.value→Add.z)" {
            // The pill is 6 points wider on each side.
            let rect =
              label == nil
              ? GraphRect(from: frame.origin - GraphPoint(6, 0), to: GraphPoint(frame.maxX + 6, frame.maxY)) : frame
            if label == nil {
              pills += 1
              #expect(!isCovered(rect), "\(rect), \(gap) beside, \(top) down")
            } else if !isCovered(rect) {
              labels += 1
            }
          }
        }
      }
    }
    #expect(pills >= 30 && labels >= pills, "\(pills) pills, \(labels) labels")
  }

  @Test func aDropTargetIsRaisedInPlaceOfWhatIsBelowThePointer() throws {
    let demo = try demo()
    let view = demo.view
    let second = Connection(from: demo.two.output, to: demo.sum.input(2))
    _ = view.takeDirtyRegion()
    view.dropTarget = second
    #expect(view.takeDirtyRegion() != nil)
    #expect(texts(view) == ["(Two.value→Add.z)"])
    view.dropTarget = nil
    #expect(view.takeDirtyRegion() != nil)
    #expect(texts(view).isEmpty)
  }

  @Test func theConnectionsAroundAPointComeWithTheNearestFirst() throws {
    let demo = try Demo(.desktop)
    try demo.host.graph.connect(demo.one.output, to: demo.sum.input(1))
    demo.view.reload(demo.sum)
    let first = Connection(from: demo.one.output, to: demo.sum.input(0))
    let path = try #require(demo.view.path(of: first))
    let near = demo.view.connections(around: path.labelPoint + GraphPoint(1, -1), within: 60)
    #expect(near == [first, Connection(from: demo.one.output, to: demo.sum.input(1))])
    #expect(demo.view.connections(around: path.labelPoint, within: 0.5) == [first])
    #expect(demo.view.connections(around: Demo.nowhere, within: 60) == [])
    #expect(demo.view.connections(around: GraphPoint(.nan, 0), within: 60) == [])
  }
}
