// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

/// Large graphs stay fast, measured by the calls made to the host; a test that hangs has failed.
@Suite struct GraphViewSizeTests {
  /// A host with `columns` × 100 additions, each connected to two nodes of the preceding column.
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

  /// A number that feeds the inputs of `count` labels in a column to its right.
  private func star(_ count: Int) throws -> (host: ViewHost, view: GraphView, hub: NodeID) {
    let host = ViewHost()
    let hub = try host.graph.add("Number", at: .zero)
    for index in 0..<count {
      let reader = try host.graph.add("Label", at: GraphPoint(600, Double(index) * 200))
      try host.graph.connect(hub.output, to: reader.input(0))
    }
    let view = GraphView(size: GraphSize(1000, 800), profile: .desktop)
    host.view = view
    view.present(host)
    return (host, view, hub)
  }

  @Test func eachLineOfAHubIsLaidOnceForEachEvent() throws {
    let (host, view, hub) = try star(200)
    #expect(view.scene.laidLineCount == 200, "loading lays each once")
    let place = try #require(view.frame(of: hub)).item.center
    view.handle(InputEvent(.down(pointer: 0, at: place, button: .primary), time: 0))
    var laid = view.scene.laidLineCount
    for step in 1...5 {
      view.handle(InputEvent(.moved(pointer: 0, at: place + GraphPoint(Double(step) * 20, 0)), time: Double(step)))
      #expect(view.scene.laidLineCount == laid + 200)
      laid = view.scene.laidLineCount
    }
    view.handle(InputEvent(.up(pointer: 0, at: place + GraphPoint(100, 0)), time: 9))
    view.reload(hub)
    #expect(view.scene.laidLineCount == laid, "nothing has moved")
    try host.graph.move(hub, to: GraphPoint(-100, 0))
    view.reload(hub)
    #expect(view.scene.laidLineCount == laid + 200)
    view.checkInvariants()
  }

  @Test func rowsThatReadOneNodeAreReloadedOnceAndTheirNodeIsMeasuredOnce() throws {
    let host = ViewHost()
    let kind = NodeKind("Wide", inputs: (0..<300).map { .init("in\($0)", number) }, outputs: [])
    host.graph.register(kind)
    let source = try host.graph.add("Number", at: .zero)
    let wide = try host.graph.add("Wide", at: GraphPoint(600, 0))
    for input in 0..<300 { try host.graph.connect(source.output, to: wide.input(input)) }
    let view = GraphView(size: GraphSize(1000, 800), profile: .desktop)
    host.view = view
    view.present(host)
    (host.reloads, host.measured) = ([], 0)
    view.reload(source)
    #expect(host.reloads.filter { $0.contains("Wide") || $0.contains("in") }.count == 300)
    #expect(host.measured == 303, "the 301 parts of the wide node and two of the other")
    view.checkInvariants()
  }

  @Test func arrangingLaysEachLineOnce() throws {
    let (_, view, _) = try star(200)
    let laid = view.scene.laidLineCount
    view.arrange { graph, places in
      LayoutResult(
        positions: places.map { $0 + GraphPoint($0.x, 7) }, routes: graph.edges.map { _ in [] },
        isReversed: graph.edges.map { _ in false }, size: .zero)
    }
    #expect(view.scene.laidLineCount == laid + 200)
    view.arrange { graph, places in
      LayoutResult(positions: places.map { $0 + GraphPoint($0.x, 7) }, routes: [], isReversed: [], size: .zero)
    }
    #expect(view.scene.laidLineCount == laid + 400)
    view.checkInvariants()
  }

  @Test func aSelectionOfManyIsLookedUpNotSearched() throws {
    // Searching the list would make two thousand million comparisons.
    let nodes = (0..<50_000).map { NodeID(slot: UInt32($0), generation: 0) }
    let connections = nodes.map { Connection(from: $0.output, to: $0.input(0)) }
    let selection = GraphSelection(nodes: nodes, connections: connections)
    for node in nodes.reversed() where !selection.contains(node) { Issue.record("\(node) is selected") }
    #expect(!selection.contains(NodeID(slot: 50_000, generation: 0)))
    let others = nodes.filter { selection.contains(Connection(from: $0.output, to: $0.input(1))) }
    #expect(others.isEmpty && selection.contains(connections[9]))
    let twice = GraphSelection(nodes: nodes + nodes.reversed())
    #expect(twice.nodes == nodes && twice != selection && twice == GraphSelection(nodes: nodes))
  }

  @Test func drawingALargeGraphDrawsOnlyWhatShows() throws {
    let (host, _) = try canvas(columns: Self.columns)
    let view = GraphView(size: GraphSize(1000, 800))
    view.present(host)
    view.viewport.origin = GraphPoint(3000, 20_000)
    let canvas = CountingCanvas()
    view.draw(in: canvas)
    #expect(canvas.nodes.count == 8, "4 × 2 of them")
    #expect(canvas.strokes.count < 120)
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
    // 2^60 paths lead through 60 diamonds; ShinpuruNodeUI's test for ancestors follows all of them.
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
