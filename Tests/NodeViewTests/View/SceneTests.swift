// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct SceneTests {
  /// The expected content of a scene: frames, connections, and the routes of a layout that are still valid.
  private struct Oracle {
    var frames: [NodeID: NodeFrame] = [:]
    var sources: [NodeID: [[OutputPort]]] = [:]
    var corners: [Connection: [GraphPoint]] = [:]
    /// The routes for lines that are laid later, with the ends between which they lead.
    var routes: [Connection: (corners: [GraphPoint], start: GraphPoint, end: GraphPoint)] = [:]

    var connections: Set<Connection> {
      Set(
        sources.flatMap { node, inputs in
          inputs.enumerated().flatMap { index, sources in
            sources.map { Connection(from: $0, to: node.input(index)) }
          }
        })
    }

    /// The corners of the route that fits the present ends.
    func fitting(_ connection: Connection) -> [GraphPoint] {
      guard let route = routes[connection], let path = path(connection, .straight, through: []),
        path.source == route.start, path.target == route.end
      else { return [] }
      return route.corners
    }

    func path(_ connection: Connection, _ style: EdgeStyle) -> EdgePath? {
      path(connection, style, through: corners[connection] ?? fitting(connection))
    }

    private func path(_ connection: Connection, _ style: EdgeStyle, through corners: [GraphPoint]) -> EdgePath? {
      let (source, target) = (connection.source, connection.target)
      guard let one = frames[source.node], let other = frames[target.node], source.index < one.outputHeights.count,
        target.index < other.inputHeights.count
      else { return nil }
      return EdgePath(
        from: one.outputAnchor(source.index), to: other.inputAnchor(target.index),
        through: corners, style: style)
    }

    mutating func spoil(_ node: NodeID) {
      corners = corners.filter { $0.key.source.node != node && $0.key.target.node != node }
    }
  }

  private func anywhere(_ random: inout SplitMix64) -> GraphPoint {
    let scales = [100.0, 2000, 2000, 2000, 1e6, 1e9]
    func number() -> Double {
      (scales.randomElement(using: &random) ?? 0) * Double.random(in: -1...1, using: &random)
    }
    return GraphPoint(number(), number())
  }

  private func frame(_ place: GraphPoint, _ random: inout SplitMix64) -> NodeFrame {
    let widths = [0, 1e-6, 100, 100, 1e6]
    func size() -> GraphSize { GraphSize(widths.randomElement(using: &random) ?? 0, random.oneIn(20) ? 1e6 : 40) }
    return NodeFrame(
      at: place, titleHeight: 44, item: size(), inputs: (0..<random.below(3)).map { _ in size() },
      outputs: (0..<random.below(3)).map { _ in size() })
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func aSceneFindsWhatLookingAtEverythingFinds(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var style = GraphViewStyle()
    var scene = Scene(style)
    var oracle = Oracle()
    let ids = (0..<12).map { NodeID(slot: UInt32($0), generation: 0) }
    for step in 0..<3000 {
      let id = ids[random.below(ids.count)]
      switch random.below(10) {
      case 0, 1:
        let new = random.oneIn(3) ? oracle.frames[id] ?? frame(.zero, &random) : frame(anywhere(&random), &random)
        // Sources are nodes before this one, possibly several and repeated; some of them are not shown.
        let sources = new.inputHeights.map { _ in
          (0..<random.below(3)).map { _ in ids[random.below(Int(id.slot) + 1)].output(random.below(3)) }
            .filter { $0.node != id }
        }
        if oracle.frames[id] != new { oracle.spoil(id) }
        (oracle.frames[id], oracle.sources[id]) = (new, sources)
        oracle.corners = oracle.corners.filter { oracle.connections.contains($0.key) }
        scene.set(id, frame: new, title: "", sources: sources, isFailed: false)
      case 2:
        (oracle.frames[id], oracle.sources[id]) = (nil, nil)
        oracle.spoil(id)
        scene.remove(id)
      case 3, 4, 5:
        let place = anywhere(&random)
        if var frame = oracle.frames[id] {
          frame.origin = place
          oracle.frames[id] = frame
          oracle.spoil(id)
        }
        scene.move(id, to: place)
      case 6:
        let connections = oracle.connections.filter { oracle.path($0, style.edgeStyle) != nil }
        guard let connection = connections.randomElement(using: &random) else { continue }
        let corners = (0..<random.below(4)).map { _ in anywhere(&random) }
        oracle.corners[connection] = corners
        scene.setCorners(corners, of: connection)
      case 7:
        let moves = ids.filter { _ in random.oneIn(3) }.map { ($0, anywhere(&random)) }
        let shown = oracle.connections.filter { oracle.path($0, style.edgeStyle) != nil }
        let routes = shown.filter { _ in random.oneIn(2) }.map { connection in
          (connection, (0..<random.below(4)).map { _ in anywhere(&random) })
        }
        for (node, place) in moves where oracle.frames[node] != nil {
          oracle.frames[node]?.origin = place
          oracle.spoil(node)
        }
        for (connection, corners) in routes { oracle.corners[connection] = corners }
        scene.arrange(moves, routes: routes)
      case 8:
        var routes = LineRoutes()
        let shown = oracle.connections.filter { oracle.path($0, style.edgeStyle) != nil }
        let before = shown.map { ($0, oracle.corners[$0] ?? oracle.fitting($0)) }
        oracle.routes = [:]
        for connection in shown where random.oneIn(2) {
          guard let path = oracle.path(connection, style.edgeStyle) else { continue }
          let corners = (1...1 + random.below(3)).map { _ in anywhere(&random) }
          let start = random.oneIn(3) ? anywhere(&random) : path.source
          routes.set(corners, of: connection, from: start, to: path.target)
          oracle.routes[connection] = (corners, start, path.target)
        }
        for (connection, corners) in before {
          oracle.corners[connection] = oracle.fitting(connection).isEmpty ? corners : nil
        }
        scene.setRoutes(routes, of: scene.connections(reroutedBy: routes))
      default:
        style.edgeStyle = [.curve, .straight, .orthogonal, .smoothStep(radius: 9)][random.below(4)]
        scene.setEdgeStyle(style.edgeStyle)
      }
      if step % 16 == 0 { scene.checkInvariants() }
      if let fault = fault(scene, oracle, style.edgeStyle, &random) {
        Issue.record("seed \(seed), step \(step): \(fault)")
        return
      }
    }
  }

  private func fault(
    _ scene: Scene, _ oracle: Oracle, _ style: EdgeStyle, _ random: inout SplitMix64
  ) -> String? {
    if scene.nodes.mapValues(\.frame) != oracle.frames { return "other frames" }
    let shown = oracle.connections.filter { oracle.path($0, style) != nil }
    for connection in shown where scene.path(of: connection) != oracle.path(connection, style) {
      return "\(connection) takes another way"
    }
    let everywhere = GraphRect(x: -1e10, y: -1e10, width: 2e10, height: 2e10)
    if Set(scene.connections(near: everywhere)) != shown { return "other lines" }
    let place = random.oneIn(2) ? anywhere(&random) : oracle.frames.values.randomElement(using: &random)?.rect.center
    guard let place else { return nil }
    let rect = GraphRect(place, .zero).expanded(by: Double.random(in: 0...500, using: &random))
    let inside = oracle.frames.filter { $0.value.rect.intersects(rect) }.keys
    if Set(scene.nodes(in: rect)) != Set(inside) { return "other nodes in \(rect)" }
    let near = Set(scene.connections(near: rect))
    let reach = rect.width / 2
    for connection in shown where (oracle.path(connection, style)?.distance(to: place) ?? .infinity) < reach {
      if !near.contains(connection) { return "\(connection) is not found at \(place)" }
    }
    return nil
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func theLinesOfATrunkAreFoundAlongTheirWholeCourse(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var style = GraphViewStyle()
    style.edgeStyle = .lanes(radius: 12)
    var scene = Scene(style)
    let size = GraphSize(100, 40)
    let hub = NodeID(slot: 0, generation: 0)
    func put(_ id: NodeID, at place: GraphPoint, reads sources: [OutputPort]) {
      let frame = NodeFrame(at: place, titleHeight: 44, item: size, inputs: [size], outputs: [size])
      scene.set(id, frame: frame, title: "", sources: [sources], isFailed: false)
    }
    put(hub, at: .zero, reads: [])
    let readers = (1...40).map { NodeID(slot: UInt32($0), generation: 0) }
    for (index, reader) in readers.enumerated() {
      let place = GraphPoint(2000 * Double(index + 1), Double.random(in: -900...900, using: &random))
      put(reader, at: place, reads: [hub.output])
    }
    let lane = Double.random(in: 1000...2000, using: &random)
    let routes = readers.compactMap { reader in
      scene.nodes[reader].map { node in
        let end = node.frame.inputAnchor(0)
        let corners = [
          GraphPoint(200, lane), GraphPoint(end.x - 160, lane), GraphPoint(end.x - 90, end.y),
        ]
        return (Connection(from: hub.output, to: reader.input(0)), corners)
      }
    }
    scene.arrange([], routes: routes)
    scene.checkInvariants()
    for removed in readers.prefix(20) {
      for (connection, _) in routes {
        guard let path = scene.path(of: connection) else { continue }
        for point in path.path.points where random.oneIn(3) {
          let rect = GraphRect(point, .zero).expanded(by: 2)
          #expect(scene.connections(near: rect).contains(connection), "seed \(seed), \(connection) at \(point)")
        }
      }
      // With 24 readers left, the lines are in no trunk any more.
      scene.remove(removed)
      scene.checkInvariants()
    }
  }

  @Test func theWayALayoutHasFoundIsForgottenWhenAnEndMoves() {
    var scene = Scene(GraphViewStyle())
    let (one, two) = (NodeID(slot: 0, generation: 0), NodeID(slot: 1, generation: 0))
    let connection = Connection(from: one.output, to: two.input(0))
    func put(_ id: NodeID, _ x: Double, _ sources: [[OutputPort]]) {
      let size = GraphSize(100, 40)
      let frame = NodeFrame(at: GraphPoint(x, 0), titleHeight: 44, item: size, inputs: [size], outputs: [size])
      scene.set(id, frame: frame, title: "", sources: sources, isFailed: false)
    }
    put(one, 0, [[]])
    put(two, 500, [[one.output]])
    let direct = scene.path(of: connection)
    for spoil in [
      { scene.move(one, to: GraphPoint(0, 1)) }, { put(two, 501, [[one.output]]) }, { put(two, 500, [[]]) },
    ] {
      put(one, 0, [[]])
      put(two, 500, [[one.output]])
      scene.setCorners([GraphPoint(200, 300)], of: connection)
      #expect(scene.path(of: connection) != direct)
      put(two, 500, [[one.output]])
      #expect(scene.path(of: connection) != direct, "nothing has changed")
      spoil()
      put(one, 0, [[]])
      scene.move(one, to: .zero)
      put(two, 500, [[one.output]])
      #expect(scene.path(of: connection) == direct)
    }
  }

  @Test func aSceneReportsANodeThatItsIndexHasLost() async {
    // A node at a position that is not a number isn't found by any search.
    await #expect(processExitsWith: .failure) {
      var scene = Scene(GraphViewStyle())
      let node = NodeID(slot: 0, generation: 0)
      let frame = NodeFrame(at: .zero, titleHeight: 44, item: GraphSize(20, 20), inputs: [], outputs: [])
      scene.set(node, frame: frame, title: "", sources: [], isFailed: false)
      scene.checkInvariants()
      scene.move(node, to: GraphPoint(.nan, 0))
      scene.checkInvariants()
    }
    await #expect(processExitsWith: .failure) {
      var scene = Scene(GraphViewStyle())
      let node = NodeID(slot: 0, generation: 0)
      let frame = NodeFrame(at: .zero, titleHeight: 44, item: GraphSize(20, 20), inputs: [GraphSize(9, 9)], outputs: [])
      scene.set(node, frame: frame, title: "", sources: [], isFailed: false)
      scene.checkInvariants()
    }
  }
}

extension DrawingPath {
  /// The ends of the elements.
  fileprivate var points: [GraphPoint] {
    elements.compactMap { element in
      switch element {
      case .move(let point), .line(let point): point
      case .curve(_, _, let end): end
      case .close: nil
      }
    }
  }
}
