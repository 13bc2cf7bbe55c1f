// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

@Suite struct GraphViewLayoutTests {
  /// Moves all nodes by the same offset, and routes the first connection through a corner.
  private func arrange(_ view: GraphView, by offset: GraphPoint = GraphPoint(10, 20)) {
    view.arrange { graph, places in
      var routes = graph.edges.map { _ in [GraphPoint.zero, GraphPoint.zero] }
      routes[0] = [.zero, GraphPoint(500, 50), .zero]
      return LayoutResult(
        positions: places.map { $0 + offset }, routes: routes, isReversed: graph.edges.map { _ in false },
        size: .zero)
    }
  }

  @Test func arrangingMovesNodesAndTellsTheDelegateOnce() throws {
    let demo = try Demo()
    let told = demo.log { arrange(demo.view) }
    #expect(
      told == [
        "move One to (220.0, 30.0)", "move Two to (230.0, 370.0)", "move Add to (580.0, 190.0)",
        "moved One, Two, Add",
      ])
    #expect(demo.view.frame(of: demo.two)?.origin == GraphPoint(230, 370))
    #expect(demo.log { arrange(demo.view, by: .zero) }.isEmpty, "nothing moved")
  }

  @Test func connectionsGoTheWayOfTheLayoutUntilANodeAtTheirEndIsMoved() throws {
    let demo = try Demo()
    let line = Connection(from: demo.one.output, to: demo.sum.input(0))
    arrange(demo.view)
    let path = try #require(demo.view.path(of: line)?.path)
    #expect(path.elements.count == 3)
    demo.drag(Demo.oneItem, Demo.oneItem + GraphPoint(30, 0))
    #expect(demo.view.path(of: line)?.path.elements.count == 2)
  }

  @Test func whatIsArrangedInACallGoesTheWayOfTheLayoutToo() throws {
    let demo = try Demo(.desktop)
    demo.host.afterCall = { host in
      guard host.log.last == "activate One", let view = host.view else { return }
      self.arrange(view)
    }
    demo.doubleTap(Demo.oneItem)
    #expect(demo.host.log.suffix(2) == ["move Add to (580.0, 190.0)", "moved One, Two, Add"])
    let line = Connection(from: demo.one.output, to: demo.sum.input(0))
    #expect(demo.view.path(of: line)?.path.elements.count == 3)
  }

  @Test func placesAreSaidFromTheOriginOnAtWhichTheLayoutIsPut() throws {
    let demo = try Demo()
    var seen: [GraphPoint] = []
    func stay(at origin: GraphPoint) {
      demo.view.arrange(at: origin) { graph, places in
        seen = places
        return LayoutResult(positions: places, routes: [], isReversed: [], size: .zero)
      }
    }
    #expect(demo.log { stay(at: GraphPoint(10, 300)) }.isEmpty, "whoever is left in place doesn't drift")
    #expect(seen == [GraphPoint(200, -290), GraphPoint(210, 50), GraphPoint(560, -130)])
  }

  @Test(arguments: NodeLook.Flow.allCases)
  func aDrawingLeadsWhereItsNodesAreTurned(_ flow: NodeLook.Flow) throws {
    let demo = try Demo()
    for node in [demo.one, demo.two, demo.sum] { demo.host.looks.nodes[node] = NodeLook(flow: flow) }
    demo.view.reload()
    demo.view.style.edgeStyle = .orthogonal
    let origin = GraphPoint(30, 40)
    let layout = LayeredLayout(laneSpacing: 8)
    demo.view.arrange(at: origin, flow: flow) { graph, _ in layout.layout(graph) }
    demo.view.checkInvariants()
    let rects = try [demo.one, demo.two, demo.sum].map { try #require(demo.view.frame(of: $0)).rect }
    let bounds = rects.dropFirst().reduce(rects[0]) { $0.union($1) }
    #expect(bounds.origin == origin, "it begins where it is put")
    for (one, other) in [(0, 1), (0, 2), (1, 2)] { #expect(!rects[one].intersects(rects[other])) }
    for source in rects.prefix(2) {
      switch flow {
      case .right: #expect(source.maxX < rects[2].minX)
      case .left: #expect(source.minX > rects[2].maxX)
      case .down: #expect(source.maxY < rects[2].minY)
      case .up: #expect(source.minY > rects[2].maxY)
      }
    }
    for connection in demo.host.graph.connections {
      let path = try #require(demo.view.path(of: connection))
      #expect(path.sourceSide == flow.side && path.targetSide == flow.side.opposite)
      for rect in rects {
        let inside = rect.expanded(by: -1)
        #expect(
          !path.path.elements.contains { if case .line(let point) = $0 { inside.contains(point) } else { false } })
      }
    }
    // Nodes that the layout leaves in place do not drift.
    demo.view.arrange(at: origin, flow: flow) { _, places in
      LayoutResult(positions: places, routes: [], isReversed: [], size: .zero)
    }
    #expect(try [demo.one, demo.two, demo.sum].map { try #require(demo.view.frame(of: $0)).rect } == rects)
  }

  @Test func aLayoutRoutesOnlyConnectionsWhosePortsAreWhereItTakesThemToBe() throws {
    let demo = try Demo()
    demo.host.looks.nodes[demo.one] = NodeLook(flow: .down)
    demo.view.reload()
    demo.view.arrange { graph, places in
      let routes = graph.edges.map { _ in [GraphPoint.zero, GraphPoint(500, 5), GraphPoint(900, 9)] }
      return LayoutResult(positions: places, routes: routes, isReversed: [], size: .zero)
    }
    #expect(demo.view.route(of: Connection(from: demo.one.output, to: demo.sum.input(0))).isEmpty)
    #expect(demo.view.route(of: Connection(from: demo.two.output, to: demo.sum.input(2))) == [GraphPoint(500, 5)])
    // Turning a node later removes the routes that don't fit it.
    demo.host.looks.nodes[demo.two] = NodeLook(flow: .down)
    demo.view.reload(demo.two)
    demo.view.checkInvariants()
    let path = try #require(demo.view.path(of: Connection(from: demo.two.output, to: demo.sum.input(2))))
    #expect(path.distance(to: GraphPoint(500, 5)) > 50)
  }

  @Test func nodesThatAreNotShownAreNotArranged() throws {
    let demo = try Demo()
    demo.host.hidden = [demo.one]
    demo.view.reload(demo.one)
    var counts: [Int] = []
    demo.view.arrange { graph, places in
      counts = [graph.nodes.count, graph.edges.count, places.count]
      return LayoutResult(positions: places, routes: [[], []], isReversed: [], size: .zero)
    }
    #expect(counts == [2, 1, 2])
  }
}

@Suite struct TreeArrangementTests {
  private struct Part {
    let node: NodeID
    var parts: [Part] = []
  }

  @Test func aTreeOfAnyValuesPlacesItsNodesAndLeavesTheOthers() throws {
    let demo = try Demo()
    let other = try demo.host.graph.add("Number", at: GraphPoint(800, 700))
    demo.view.reload(other)
    let gone = NodeID(slot: 99, generation: 0)
    // One node occurs twice, and one value has no node.
    let root = Part(
      node: demo.sum,
      parts: [
        Part(node: demo.one, parts: [Part(node: demo.sum)]), Part(node: gone, parts: [Part(node: other)]),
        Part(node: demo.two),
      ])
    demo.view.arrange(root, children: \.parts, node: \.node, at: GraphPoint(100, 50))
    let frames = [demo.sum, demo.one, demo.two].compactMap { demo.view.frame(of: $0)?.rect }
    #expect(frames[0].minY == 50 && frames[1].minY == frames[0].maxY + 32 && frames[2].minY == frames[1].minY)
    #expect(frames[1].minX == 100 && frames[2].minX == frames[1].maxX + 16)
    #expect(frames[0].midX == (frames[1].midX + frames[2].midX) / 2, "in the middle of its children's middles")
    #expect(demo.view.frame(of: other)?.origin == GraphPoint(800, 700))
    #expect(demo.host.graph.position(of: demo.one) == frames[1].origin, "the delegate was told")
  }
}
