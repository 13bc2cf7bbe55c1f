// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Where everything is: the geometry of what a view shows, without what it looks like.
package struct Scene: Sendable {
  /// A node as the view knows it.
  package struct Node: Sendable {
    package internal(set) var frame: NodeFrame
    /// How far to the front: of two nodes the one with the greater number covers the other.
    package internal(set) var depth: Int
    package internal(set) var title: String
    /// What is connected to each input.
    package internal(set) var sources: [[OutputPort]]
    package internal(set) var isFailed = false
  }

  package private(set) var nodes: [NodeID: Node] = [:]
  /// The connections that leave each node shown, or that would if it were.
  private var leaving: [NodeID: Set<Connection>] = [:]
  /// Connections a layout has found a way for: the corners between their ends.
  private var corners: [Connection: [Point]] = [:]
  private var nodeIndex = SpatialIndex<NodeID>()
  private var edgeIndex = SpatialIndex<Connection>()
  private var topDepth = 0
  /// The course of connections.
  private(set) var edgeStyle: EdgeStyle
  /// Whether title bars have a trash.
  var showsTrash: Bool

  package init(_ style: GraphViewStyle) {
    edgeStyle = style.edgeStyle
    showsTrash = style.showsTrash
  }
}

// MARK: What there is

extension Scene {
  /// The connections at a node, both ways, whose other ends are shown, in a fixed order.
  package func connections(of node: NodeID) -> [Connection] {
    unorderedConnections(of: node).filter(isShown).sorted(by: Self.isOrdered)
  }

  private func unorderedConnections(of node: NodeID) -> [Connection] {
    let own = nodes[node].map { incoming(to: node, $0) } ?? []
    return own + (leaving[node] ?? []).filter { $0.target.node != node }
  }

  /// The connections that reach a node from nodes that are shown, by input.
  func incoming(to node: NodeID) -> [Connection] {
    nodes[node].map { incoming(to: node, $0) }?.filter(isShown) ?? []
  }

  /// The inputs that an output of the node feeds.
  func inputs(fedBy node: NodeID) -> [InputPort] {
    (leaving[node] ?? []).sorted(by: Self.isOrdered).map(\.target)
  }

  /// Whether there is such a connection, and both its ends are shown.
  package func contains(_ connection: Connection) -> Bool {
    leaving[connection.source.node]?.contains(connection) == true && isShown(connection)
  }

  func contains(_ port: OutputPort) -> Bool {
    nodes[port.node]?.frame.outputHeights.indices.contains(port.index) == true
  }

  func contains(_ port: InputPort) -> Bool {
    nodes[port.node]?.frame.inputHeights.indices.contains(port.index) == true
  }

  /// The line of a connection, if both ends are shown.
  package func path(of connection: Connection) -> EdgePath? {
    guard isShown(connection), let source = nodes[connection.source.node]?.frame,
      let target = nodes[connection.target.node]?.frame
    else { return nil }
    let start = source.outputAnchor(connection.source.index)
    let end = target.inputAnchor(connection.target.index)
    return EdgePath(from: start, to: end, through: corners[connection] ?? [], style: edgeStyle)
  }

  /// Whether both ends of a connection are shown.
  private func isShown(_ connection: Connection) -> Bool {
    contains(connection.source) && contains(connection.target)
  }

  /// The connections to a node's inputs. One that an input takes twice is one line.
  private func incoming(to id: NodeID, _ node: Node) -> [Connection] {
    node.sources.enumerated().flatMap { index, sources in
      (sources.count < 2 ? sources : Array(Set(sources))).map {
        Connection(from: $0, to: InputPort(node: id, index: index))
      }
    }
  }

  /// By target, then input, then source: whatever order they were made in, they are drawn in one.
  static func isOrdered(_ one: Connection, _ other: Connection) -> Bool {
    (one.target.node.slot, one.target.index, one.source.node.slot, one.source.index)
      < (other.target.node.slot, other.target.index, other.source.node.slot, other.source.index)
  }
}

// MARK: Changing it

extension Scene {
  /// Adds a node or gives it another frame, title or other connections.
  ///
  /// - Complexity: O(connections of the node).
  package mutating func set(
    _ id: NodeID, frame: NodeFrame, title: String, sources: [[OutputPort]], isFailed: Bool
  ) {
    if let old = nodes[id], old.frame == frame, old.sources == sources {
      nodes[id]?.title = title
      nodes[id]?.isFailed = isFailed
      return
    }
    let old = nodes[id]
    if let old {
      unindexEdges(of: id)
      nodeIndex.remove(id, at: old.frame.rect)
      forgetIncoming(of: id, old)
      if old.frame != frame { dropCorners(of: id) }
    } else {
      topDepth += 1
    }
    let depth = old?.depth ?? topDepth
    let node = Node(frame: frame, depth: depth, title: title, sources: sources, isFailed: isFailed)
    nodes[id] = node
    for connection in incoming(to: id, node) { leaving[connection.source.node, default: []].insert(connection) }
    if let old, !corners.isEmpty {
      for connection in incoming(to: id, old) where !contains(connection) { corners[connection] = nil }
    }
    nodeIndex.insert(id, at: frame.rect)
    indexEdges(of: id)
  }

  package mutating func remove(_ id: NodeID) {
    guard let old = nodes[id] else { return }
    unindexEdges(of: id)
    dropCorners(of: id)
    nodeIndex.remove(id, at: old.frame.rect)
    forgetIncoming(of: id, old)
    nodes[id] = nil
  }

  private mutating func forgetIncoming(of id: NodeID, _ node: Node) {
    for connection in incoming(to: id, node) {
      let source = connection.source.node
      leaving[source]?.remove(connection)
      if leaving[source]?.isEmpty == true { leaving[source] = nil }
    }
  }

  /// Puts a node elsewhere. Its connections forget the way a layout had found.
  package mutating func move(_ id: NodeID, to position: Point) {
    guard let old = nodes[id]?.frame, old.origin != position else { return }
    unindexEdges(of: id)
    dropCorners(of: id)
    nodeIndex.remove(id, at: old.rect)
    nodes[id]?.frame.origin = position
    nodeIndex.insert(id, at: Rect(position, old.rect.size))
    indexEdges(of: id)
  }

  /// Puts a node in front of all others.
  @discardableResult
  package mutating func raise(_ id: NodeID) -> Bool {
    guard let depth = nodes[id]?.depth, depth < topDepth else { return false }
    topDepth += 1
    nodes[id]?.depth = topDepth
    return true
  }

  /// Gives a connection that is shown the way a layout has found for it.
  package mutating func setCorners(_ points: [Point], of connection: Connection) {
    guard contains(connection) else { return }
    unindex(connection)
    corners[connection] = points.isEmpty ? nil : points
    index(connection)
  }

  package mutating func setEdgeStyle(_ style: EdgeStyle) {
    let all = leaving.values.flatMap(\.self)
    for connection in all { unindex(connection) }
    edgeStyle = style
    for connection in all { index(connection) }
  }

  private mutating func dropCorners(of id: NodeID) {
    if corners.isEmpty { return }
    for connection in unorderedConnections(of: id) { corners[connection] = nil }
  }

  private mutating func indexEdges(of id: NodeID) {
    for connection in unorderedConnections(of: id) { index(connection) }
  }

  private mutating func unindexEdges(of id: NodeID) {
    for connection in unorderedConnections(of: id) { unindex(connection) }
  }

  private mutating func index(_ connection: Connection) {
    for bounds in path(of: connection)?.pieceBounds ?? [] { edgeIndex.insert(connection, at: bounds) }
  }

  private mutating func unindex(_ connection: Connection) {
    for bounds in path(of: connection)?.pieceBounds ?? [] { edgeIndex.remove(connection, at: bounds) }
  }
}

// MARK: Finding things

extension Scene {
  /// The nodes that meet a part of the canvas, those to the back first.
  package func nodes(in rect: Rect) -> [NodeID] {
    var found: [(id: NodeID, depth: Int)] = []
    nodeIndex.search(rect) { id in
      if let node = nodes[id], node.frame.rect.intersects(rect) { found.append((id, node.depth)) }
    }
    return found.sorted { $0.depth < $1.depth }.map(\.id)
  }

  /// The connections whose lines pass near a part of the canvas, in a fixed order.
  package func connections(near rect: Rect) -> [Connection] {
    var found: Set<Connection> = []
    edgeIndex.search(rect) { found.insert($0) }
    return found.sorted(by: Self.isOrdered)
  }

  /// The topmost node at a point.
  func topmostNode(at point: Point) -> NodeID? {
    var top: (id: NodeID, depth: Int)?
    nodeIndex.search(Rect(point, .zero)) { id in
      if let node = nodes[id], node.frame.rect.contains(point), node.depth > top?.depth ?? Int.min {
        top = (id, node.depth)
      }
    }
    return top?.id
  }

  /// All there is of nodes and lines; nothing if there are no nodes. Complexity: O(nodes + connections).
  package var contentBounds: Rect? {
    var bounds: Rect?
    for node in nodes.values { bounds = bounds?.union(node.frame.rect) ?? node.frame.rect }
    for connection in leaving.values.joined() {
      if let path = path(of: connection) { bounds = bounds?.union(path.bounds) }
    }
    return bounds
  }
}

extension EdgePath {
  /// Rectangles around the parts of the line: one for a short line, up to 64 for a long one, so that a long line is
  /// not found all over the rectangle that it crosses.
  var pieceBounds: [Rect] {
    let whole = bounds
    let extent = max(whole.width, whole.height)
    if extent <= 256 || pieces.count < 2 { return [whole] }
    let parts = min(64, Int(min(extent, 65_536) / 256) + 1)
    let count = pieces.count - 1
    if count < parts {
      // Few long straight pieces: each is divided evenly.
      let each = (parts + count - 1) / count
      return zip(pieces, pieces.dropFirst()).flatMap { start, end in
        (0..<each).map { part in
          let (from, to) = (Double(part) / Double(each), Double(part + 1) / Double(each))
          return Rect(from: start + (end - start) * from, to: start + (end - start) * to)
        }
      }
    }
    return (0..<parts).map { part in
      let (first, last) = (count * part / parts, count * (part + 1) / parts)
      return pieces[first...last].reduce(Rect(pieces[first], .zero)) { $0.union(Rect($1, .zero)) }
    }
  }
}
