// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

/// That what is large stays fast, by what is asked and told: a test that takes for ever has failed.
@Suite struct GraphViewSizeTests {
  /// A host with `columns` × 100 additions, each connected to two of the column before.
  private func canvas(columns: Int) throws -> (host: ViewHost, nodes: [NodeID]) {
    let host = ViewHost()
    var nodes: [NodeID] = []
    for index in 0..<columns * 100 {
      nodes.append(
        try host.graph.add("Add", at: GraphPoint(Double(index / 100) * 300, Double(index % 100) * 500)))
    }
    try host.graph.connect(
      contentsOf: (100..<nodes.count).flatMap { index in
        [0, 1].map {
          Connection(from: nodes[index - 100 + $0 * (index % 100 == 99 ? -1 : 1)].output, to: nodes[index].input($0))
        }
      })
    return (host, nodes)
  }

  #if DEBUG
    private static let columns = 50
  #else
    private static let columns = 1000
  #endif

  @Test func aDragInALargeGraphTouchesOnlyWhatIsNear() throws {
    let (host, nodes) = try canvas(columns: Self.columns)
    let view = GraphView(size: GraphSize(1000, 800), profile: .desktop)
    host.view = view
    view.present(host)
    #expect(view.nodes.count == nodes.count)
    let node = nodes[nodes.count / 2 + 50]
    let center = try #require(view.frame(of: node)).item.center
    view.viewport.origin = center - GraphPoint(500, 400)
    _ = view.takeDirtyRegion()
    (host.log, host.graphs, host.reloads, host.made) = ([], 0, [], [])

    var time = 0.0
    func send(_ action: InputEvent.Action) -> [GraphViewEffect] {
      time += 0.01
      return view.handle(InputEvent(action, time: time))
    }
    _ = send(.down(pointer: 0, at: GraphPoint(500, 400), button: .primary))
    _ = view.takeDirtyRegion()
    for step in 1...50 {
      let effects = send(.moved(pointer: 0, at: GraphPoint(500 + Double(step) * 4, 400)))
      #expect(effects.count == 2, "a move and what is to be drawn: \(effects)")
      guard case .parts(let parts) = view.takeDirtyRegion() else {
        Issue.record("a drag dirties parts")
        break
      }
      #expect(parts.count <= 16)
      for part in parts { #expect(part.width < 1500 && part.height < 2000) }
    }
    _ = send(.up(pointer: 0, at: GraphPoint(700, 400)))
    #expect(host.log.count == 52, "selected, 50 moves and their end")
    #expect(host.graphs == 0 && host.reloads.isEmpty && host.made.isEmpty && host.verdicts == 0)
  }

  @Test func drawingALargeGraphDrawsOnlyWhatShows() throws {
    let (host, _) = try canvas(columns: Self.columns)
    let view = GraphView(size: GraphSize(1000, 800))
    view.present(host)
    view.viewport.origin = GraphPoint(3000, 20_000)
    let canvas = CountingCanvas()
    view.draw(in: canvas)
    #expect(canvas.nodes.count == 8, "4 × 2 of them")
    #expect(canvas.strokes.count < 60)
  }

  @Test func allNodesAtOnePlaceAreLoadedAndReloadedAtOnce() throws {
    let host = ViewHost()
    for _ in 0..<3000 { try host.graph.add("Number", at: .zero) }
    let view = GraphView(size: GraphSize(1000, 800))
    view.present(host)
    view.reload()
    #expect(view.nodes(in: GraphRect(x: 0, y: 0, width: 1, height: 1)).count == 3000)
    let top = try #require(view.nodes.last)
    #expect(view.hitTest(GraphPoint(50, 50)).node == top)
  }

  @Test func stackedDiamondsAndLongChainsAreShownAndJudgedAtOnce() throws {
    // 2^60 ways lead through 60 diamonds; ShinpuruNodeUI's test for ancestors walks all of them.
    let host = ViewHost()
    let first = try host.graph.add("Number", at: .zero)
    var last = first
    for level in 1...60 {
      let node = try host.graph.add("Add", at: GraphPoint(Double(level) * 300, 0))
      for input in 0..<3 { try host.graph.connect(last.output, to: node.input(input)) }
      last = node
    }
    let view = GraphView(size: GraphSize(1000, 800))
    host.view = view
    view.present(host)
    view.beginConnecting(from: last.output)
    let second = try #require(host.graph.consumers(of: first.output).first)
    #expect(view.isDimmed(second) && host.graph.isUpstream(first, of: last))
    #expect(!host.graph.isUpstream(last, of: first))

    for _ in 0..<20_000 {
      let node = try host.graph.add("Label", at: .zero)
      last = node
    }
    view.reload(last)
    #expect(view.isDimmed(last.input(0)) == false)
  }
}
