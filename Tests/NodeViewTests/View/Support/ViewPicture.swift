// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView

/// The state that a view shows, recorded to find changes since it was last drawn.
struct ViewPicture {
  private struct Node: Equatable {
    let frame: NodeFrame
    let depth: Int
    let title: String
    let sources: [[OutputPort]]
    let isFailed: Bool
    let isSelected: Bool
    let isSource: Bool
  }

  private struct Edge: Equatable {
    let path: EdgePath
    let attributes: EdgeAttributes?
    let isSelected: Bool
  }

  private var nodes: [NodeID: Node] = [:]
  private var edges: [Connection: Edge] = [:]
  private var frames: [FrameID: GraphFrame] = [:]

  init() {}

  init(_ view: GraphView) {
    let selection = view.selection
    frames = view.frames
    for (id, node) in view.scene.nodes {
      nodes[id] = Node(
        frame: node.frame, depth: node.depth, title: node.title, sources: node.sources, isFailed: node.isFailed,
        isSelected: selection.nodes.contains(id), isSource: view.connectionSource?.node == id)
      for connection in view.scene.connections(of: id) {
        if let path = view.path(of: connection) {
          edges[connection] = Edge(
            path: path, attributes: view.attributes(of: connection),
            isSelected: selection.connections.contains(connection))
        }
      }
    }
  }

  /// A description of the first visible difference from `new` outside the dirty region; `nil` if none exists.
  func fault(_ new: ViewPicture, _ region: DirtyRegion?, _ visible: GraphRect) -> String? {
    if region == .everything { return nil }
    var parts: [GraphRect] = []
    if case .parts(let rects) = region { parts = rects }
    func isMissing(_ rect: GraphRect?) -> Bool {
      guard let rect, rect.intersects(visible) else { return false }
      return !parts.contains { $0.contains(rect) }
    }
    for id in Set(nodes.keys).union(new.nodes.keys) where nodes[id] != new.nodes[id] {
      if isMissing(nodes[id]?.frame.rect) || isMissing(new.nodes[id]?.frame.rect) {
        return "node \(id) changed beyond what is to be drawn"
      }
    }
    for connection in Set(edges.keys).union(new.edges.keys) where edges[connection] != new.edges[connection] {
      if isMissing(edges[connection]?.path.bounds) || isMissing(new.edges[connection]?.path.bounds) {
        return "\(connection) changed beyond what is to be drawn"
      }
    }
    for id in Set(frames.keys).union(new.frames.keys) where frames[id] != new.frames[id] {
      if isMissing(frames[id]?.rect) || isMissing(new.frames[id]?.rect) {
        return "frame \(id) changed beyond what is to be drawn"
      }
    }
    return nil
  }
}

extension GraphView {
  /// A description of view state that is inconsistent with the nodes shown; `nil` if all is consistent.
  func stateFault(_ graph: Graph) -> String? {
    if let source = connectionSource {
      let outputs = (try? graph.kind(of: source.node))?.outputs.count ?? 0
      if frame(of: source.node) == nil || source.index >= outputs { return "\(source) waits and is gone" }
    }
    if !viewport.zoomRange.contains(viewport.zoom) { return "zoom \(viewport.zoom)" }
    if !viewport.origin.isFinite { return "the view shows \(viewport.origin)" }
    if selection.nodes.contains(where: { frame(of: $0) == nil }) { return "a node is selected that is not shown" }
    if selection.connections.contains(where: { path(of: $0) == nil }) {
      return "a connection is selected that is not shown"
    }
    return nil
  }

  /// A description of a difference from a newly made view; `nil` if both show the same.
  func freshFault(_ host: ViewHost) -> String? {
    let fresh = GraphView(size: viewport.size, style: style)
    fresh.dataSource = host
    fresh.rendererProvider = host
    fresh.reload()
    guard Set(nodes) == Set(fresh.nodes) else { return "other nodes than in a new view" }
    for node in nodes {
      let (mine, other) = (scene.nodes[node], fresh.scene.nodes[node])
      if mine?.frame != other?.frame { return "\(node) is elsewhere than in a new view" }
      if mine?.sources != other?.sources { return "\(node) has other connections than in a new view" }
      if mine?.title != other?.title { return "\(node) has another title than in a new view" }
      guard scene.connections(of: node) == fresh.scene.connections(of: node) else {
        return "\(node) has other lines than in a new view"
      }
      for connection in scene.connections(of: node) where path(of: connection) != fresh.path(of: connection) {
        return "\(connection) takes another way than in a new view"
      }
      for connection in scene.connections(of: node) where attributes(of: connection) != fresh.attributes(of: connection)
      {
        return "\(connection) looks otherwise than in a new view"
      }
      if mine?.isLocked != other?.isLocked { return "\(node) is locked otherwise than in a new view" }
    }
    return frames == fresh.frames ? nil : "other frames than in a new view"
  }

  /// A description of a difference between the search and an exhaustive one; `nil` if they agree.
  func searchFault(_ point: GraphPoint, reach: Double) -> String? {
    guard point.isFinite, abs(point.x) < 1e12, abs(point.y) < 1e12 else { return nil }
    let place = viewport.canvasPoint(point)
    let rect = GraphRect(place, .zero).expanded(by: reach)
    let inside = nodes.filter { frame(of: $0)?.rect.intersects(rect) == true }
    if self.nodes(in: rect) != inside { return "\(self.nodes(in: rect)) in \(rect), not \(inside)" }
    let shown = nodes.filter { frame(of: $0)?.rect.intersects(viewport.visible) == true }
    if visibleNodes != shown { return "\(visibleNodes) are visible, not \(shown)" }
    let near = Set(scene.connections(near: rect))
    let all = Set(nodes.flatMap { scene.connections(of: $0) })
    if !near.isSubset(of: all) { return "lines of connections that are gone" }
    for connection in all.subtracting(near) {
      if let path = path(of: connection), path.distance(to: place) < reach { return "\(connection) is not found" }
    }
    let meeting = Set(connections(in: rect))
    for connection in all {
      guard let distance = path(of: connection)?.distance(to: place) else { continue }
      // The square has the side 2 · `reach`: it contains the disc of radius `reach`, and its circumscribed disc contains it.
      if distance < reach, !meeting.contains(connection) { return "\(connection) meets \(rect)" }
      if distance > reach * 1.415, meeting.contains(connection) { return "\(connection) doesn't meet \(rect)" }
    }
    for connection in near where path(of: connection)?.bounds.expanded(by: 1).intersects(rect) != true {
      return "\(connection) is found where it isn't"
    }
    let (found, expected) = (hitTest(point), slowHitTest(place))
    return found == expected ? nil : "\(found) at \(place), not \(expected)"
  }

  /// The index of the compact node's port at a point, which must be in the third of the card next to the ports' edge.
  private func slowRow(_ frame: NodeFrame, _ count: Int, _ side: (Int) -> NodeSide, _ place: GraphPoint) -> Int? {
    guard count > 0 else { return nil }
    // Computed as in the view, so that a point on a border is on the same side.
    let along = (place.x - frame.rect.minX) / max(frame.width, 1)
    let down = (place.y - frame.rect.minY) / max(frame.height, 1)
    let (depth, share) =
      switch side(0) {
      case .left: (along, down)
      case .right: (1 - along, down)
      case .top: (down, along)
      case .bottom: (1 - down, along)
      }
    guard depth < 1 / 3 else { return nil }
    return (0..<count).last { Double($0 + 1) > share * Double(count) && Double($0) <= share * Double(count) } ?? count
      - 1
  }

  /// The target at a point: ports before nodes before connections, and items in front before those they cover.
  private func slowHitTest(_ place: GraphPoint) -> HitTarget {
    let (portRadius, edgeRadius) = (profile.portRadius / viewport.zoom, profile.edgeRadius / viewport.zoom)
    var covered = false
    for node in nodes.reversed() where !covered {
      guard let frame = frame(of: node) else { continue }
      covered = frame.rect.contains(place)
      let ports =
        frame.inputHeights.indices.map { (HitTarget.inputPort(node.input($0)), frame.inputAnchor($0)) }
        + frame.outputHeights.indices.map { (HitTarget.outputPort(node.output($0)), frame.outputAnchor($0)) }
      let nearest = ports.min { $0.1.distance(to: place) < $1.1.distance(to: place) }
      let radius = frame.form == .dot ? min(portRadius, 6) : portRadius
      if let nearest, radius > 0, nearest.1.distance(to: place) <= radius { return nearest.0 }
    }
    for node in nodes.reversed() {
      guard let frame = frame(of: node), frame.rect.contains(place) else { continue }
      switch frame.form {
      case .full: break
      case .dot: return .item(node)
      case .compact:
        return slowRow(frame, frame.inputHeights.count, frame.inputSide, place).map { .inputRow(node.input($0)) }
          ?? slowRow(frame, frame.outputHeights.count, frame.outputSide, place).map { .outputRow(node.output($0)) }
          ?? .titleBar(node)
      }
      let corner = min(16, frame.width / 2, frame.height / 2)
      if let shown = scene.nodes[node], shown.isResizable, !shown.isLocked, place.x >= frame.rect.maxX - corner,
        place.y >= frame.rect.maxY - corner
      {
        return .nodeCorner(node)
      }
      if style.showsTrash, frame.trash.contains(place) { return .trash(node) }
      if frame.titleBar.contains(place) { return .titleBar(node) }
      if let row = frame.inputHeights.indices.first(where: { frame.inputRow($0).contains(place) }) {
        return .inputRow(node.input(row))
      }
      if let row = frame.outputHeights.indices.first(where: { frame.outputRow($0).contains(place) }) {
        return .outputRow(node.output(row))
      }
      return .item(node)
    }
    let connections = Set(nodes.flatMap { scene.connections(of: $0) })
    let discs = connections.flatMap { connection in
      (scene.reroutes[connection] ?? []).enumerated().map {
        (HitTarget.reroute(connection, $0), $1.distance(to: place))
      }
    }
    if let least = discs.map(\.1).min(), least <= max(portRadius, 8) {
      let found = hitTest(viewport.viewPoint(place))
      return discs.contains { $0.0 == found && $0.1 == least } ? found : discs.first { $0.1 == least }?.0 ?? found
    }
    let near = connections.compactMap { connection in
      path(of: connection).map { (connection, $0.distance(to: place)) }
    }
    guard edgeRadius > 0, let least = near.map(\.1).min(), least <= edgeRadius else {
      for (id, frame) in frames.sorted(by: { $0.key > $1.key }) where frame.rect.contains(place) {
        if place.y < frame.rect.minY + 36 { return .frame(id) }
        let reach = min(16, frame.rect.width / 2, frame.rect.height / 2)
        if place.x >= frame.rect.maxX - reach, place.y >= frame.rect.maxY - reach { return .frameCorner(id) }
      }
      return .background
    }
    // Of several connections equally near, the one drawn last.
    let found = hitTest(viewport.viewPoint(place))
    if case .connection(let connection) = found, path(of: connection)?.distance(to: place) == least { return found }
    return near.first { $0.1 == least }.map { .connection($0.0) } ?? .background
  }
}
