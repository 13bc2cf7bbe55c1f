// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The geometry of everything that a view shows, without its appearance.
///
/// Invariant (see `checkInvariants`): the index contains each node once, the table of lines has the connections of all
/// inputs and a line for each that is shown, and no two nodes have the same depth.
package struct Scene: Sendable {
  /// A node as the view knows it.
  package struct Node: Sendable {
    package internal(set) var frame: NodeFrame
    /// The depth of the node. Of two nodes, the one with the greater number covers the other.
    package internal(set) var depth: Int
    package internal(set) var title: String
    /// The outputs that are connected to each input.
    package internal(set) var sources: [[OutputPort]]
    package internal(set) var isFailed = false
    /// Whether a drag doesn't move the node.
    package internal(set) var isLocked = false
    /// Whether the data source allows that the node's lower right corner is dragged.
    package internal(set) var isResizable = false
    /// The size that the user has given the node.
    var ownSize: GraphSize?
    /// Whether the user can resize the node.
    var hasCorner: Bool { isResizable && !isLocked && frame.form == .full }
    /// The node's handle in the index.
    fileprivate let handle: SpatialIndex<NodeID>.Handle
  }

  package private(set) var nodes: [NodeID: Node] = [:]
  var lines = LineTable()
  /// The reroutes of connections. Only existing connections have entries.
  package internal(set) var reroutes: [Connection: [GraphPoint]] = [:]
  /// The routes along which lines run while their ends are where a layout has put them.
  private(set) var routes = LineRoutes()
  /// The courses of connections that differ from the common one. Only existing connections have entries.
  private var courses: [Connection: any EdgeCourse] = [:]
  /// The frames, which are drawn below connections and nodes.
  var frames: [FrameID: GraphFrame] = [:]
  private(set) var nodeIndex = SpatialIndex<NodeID>()
  /// The number of times that a node has been brought to the front.
  private var topOrder = 0
  /// The course of all connections without an entry in `courses`.
  private(set) var edgeStyle: EdgeStyle
  /// Whether title bars have a trash.
  var showsTrash: Bool

  package init(_ style: GraphViewStyle) {
    edgeStyle = style.edgeStyle
    showsTrash = style.showsTrash
  }
}

extension Scene {
  /// Checks every invariant and stops with the rule that is broken. Complexity: O(nodes + connections).
  package func checkInvariants() {
    nodeIndex.checkInvariants()
    precondition(nodeIndex.count == nodes.count, "the index holds each node once")
    // The edges of a union are rounded.
    let around = nodeIndex.bounds?.expanded(by: 0.001)
    var depths: Set<Int> = []
    var connections = 0
    for (id, node) in nodes {
      precondition(
        depths.insert(node.depth).inserted && Self.order(of: node.depth) <= topOrder, "nodes have depths of their own")
      precondition(
        nodeIndex.element(of: node.handle) == id && nodeIndex.pieces(of: node.handle) == [node.frame.rect],
        "the index knows where each node is")
      precondition(around?.contains(node.frame.rect) == true, "the index knows what all nodes cover")
      precondition(node.sources.count == node.frame.inputHeights.count, "each input has its sources")
      for connection in incoming(to: id, node) {
        connections += 1
        precondition(lines.leaving(connection.source.node).contains(connection), "sources know their connections")
        precondition(lines.contains(connection) == isShown(connection), "a connection that is shown has a line")
      }
    }
    lines.checkInvariants(connections: connections, path: path)
    for (connection, points) in reroutes {
      precondition(!points.isEmpty && isConnected(connection), "only connections have reroutes")
    }
    precondition(courses.keys.allSatisfy(isConnected), "only connections have courses")
  }

  /// Whether an input has this source, shown or not.
  private func isConnected(_ connection: Connection) -> Bool {
    let sources = nodes[connection.target.node]?.sources ?? []
    return sources.indices.contains(connection.target.index)
      && sources[connection.target.index].contains(connection.source)
  }

  /// The number of times that a line was laid, which means computed and entered into the index.
  package var laidLineCount: Int { lines.laidCount }
}

// MARK: Contents

extension Scene {
  /// The connections of a node in both directions whose other ends are shown, in a fixed order.
  package func connections(of node: NodeID) -> [Connection] {
    unorderedConnections(of: node).filter(lines.contains).sorted(by: Self.isOrdered)
  }

  /// The connections from an output, shown or not, in a fixed order. Complexity: O(connections from its node).
  func connections(from output: OutputPort) -> [Connection] {
    lines.leaving(output.node).lazy.filter { $0.source == output }.sorted(by: Self.isOrdered)
  }

  /// The bounds of the lines at a node in the order of their connections, or one rectangle around all if there are more
  /// than `most`.
  func lineBounds(of node: NodeID, most: Int) -> [GraphRect] {
    let connections = unorderedConnections(of: node)
    if connections.count <= most {
      return connections.sorted(by: Self.isOrdered).compactMap { lines[$0]?.bounds }
    }
    // The union is the same in any order, so that thousands of lines needn't be sorted at each event.
    var bounds: GraphRect?
    for connection in connections {
      if let line = lines[connection] { bounds = bounds?.union(line.bounds) ?? line.bounds }
    }
    return bounds.map { [$0] } ?? []
  }

  /// The bounds of a connection's line; `nil` unless both ends are shown.
  func lineBounds(of connection: Connection) -> GraphRect? { lines[connection]?.bounds }

  func unorderedConnections(of node: NodeID) -> [Connection] {
    let own = nodes[node].map { incoming(to: node, $0) } ?? []
    return own + lines.leaving(node)
  }

  /// The connections that reach a node from shown nodes, ordered by input.
  func incoming(to node: NodeID) -> [Connection] {
    nodes[node].map { incoming(to: node, $0) }?.filter(lines.contains) ?? []
  }

  /// The inputs that outputs of these nodes feed, each once. The inputs of a node are adjacent.
  func inputs(fedBy nodes: [NodeID]) -> [InputPort] {
    var inputs: [InputPort] = []
    for connection in nodes.flatMap(lines.leaving).sorted(by: Self.isOrdered) where inputs.last != connection.target {
      inputs.append(connection.target)
    }
    return inputs
  }

  /// Whether the connection exists and both its ends are shown.
  package func contains(_ connection: Connection) -> Bool { lines.contains(connection) }

  func contains(_ port: OutputPort) -> Bool {
    nodes[port.node]?.frame.outputHeights.indices.contains(port.index) == true
  }

  func contains(_ port: InputPort) -> Bool {
    nodes[port.node]?.frame.inputHeights.indices.contains(port.index) == true
  }

  /// The line of a connection; `nil` unless both ends are shown.
  package func path(of connection: Connection) -> EdgePath? {
    line(of: connection, through: lines[connection]?.corners ?? [])?.path
  }

  /// The corners of a connection's line that a layout has found.
  func route(of connection: Connection) -> [GraphPoint] { lines[connection]?.corners ?? [] }

  /// The line through these corners, or for `nil` along the route of the connection.
  private func line(
    of connection: Connection, through corners: [GraphPoint]?
  ) -> (path: EdgePath, corners: [GraphPoint])? {
    guard let source = nodes[connection.source.node]?.frame, let target = nodes[connection.target.node]?.frame,
      source.outputHeights.indices.contains(connection.source.index),
      target.inputHeights.indices.contains(connection.target.index)
    else { return nil }
    let (start, end) = (source.outputEnd(connection.source.index), target.inputEnd(connection.target.index))
    let corners =
      corners ?? (routes.isEmpty ? [] : routes.corners(of: connection, from: start.point, to: end.point))
    func path(_ course: some EdgeCourse) -> EdgePath {
      EdgePath(from: start, to: end, through: corners, reroutes: reroutes[connection] ?? [], course: course)
    }
    if !courses.isEmpty, let course = courses[connection] { return (path(course), corners) }
    return (path(edgeStyle), corners)
  }

  /// The points where a connection begins and ends; `nil` unless both ends are shown.
  func ends(of connection: Connection) -> (GraphPoint, GraphPoint)? {
    guard contains(connection), let source = nodes[connection.source.node]?.frame,
      let target = nodes[connection.target.node]?.frame
    else { return nil }
    return (source.outputAnchor(connection.source.index), target.inputAnchor(connection.target.index))
  }

  /// Whether a shown connection leaves its output at this edge and reaches its input at the opposite one.
  func isAlong(_ connection: Connection, _ side: NodeSide) -> Bool {
    nodes[connection.source.node]?.frame.outputSide(connection.source.index) == side
      && nodes[connection.target.node]?.frame.inputSide(connection.target.index) == side.opposite
  }

  /// Whether a connection leads from an output to a shown node. Complexity: O(connections from its node).
  func isUsed(_ output: OutputPort) -> Bool {
    lines.leaving(output.node).contains { $0.source == output && lines.contains($0) }
  }

  /// The line of a wire that is being dragged from an output; `nil` if the output isn't shown.
  func path(of wire: Wire) -> EdgePath? {
    guard contains(wire.source), let source = nodes[wire.source.node]?.frame else { return nil }
    let start = source.outputEnd(wire.source.index)
    var end = EdgeEnd(wire.end, start.side.opposite)
    if let target = wire.target, contains(target), let frame = nodes[target.node]?.frame {
      end = frame.inputEnd(target.index)
    }
    return EdgePath(from: start, to: end, course: edgeStyle)
  }

  /// The line of a wire that is being dragged from an input; `nil` if the input isn't shown.
  func path(of wire: InputWire) -> EdgePath? {
    guard contains(wire.target), let target = nodes[wire.target.node]?.frame else { return nil }
    let end = target.inputEnd(wire.target.index)
    var start = EdgeEnd(wire.end, end.side.opposite)
    if let source = wire.source, contains(source), let frame = nodes[source.node]?.frame {
      start = frame.outputEnd(source.index)
    }
    return EdgePath(from: start, to: end, course: edgeStyle)
  }

  /// Whether both ends of a connection are shown.
  private func isShown(_ connection: Connection) -> Bool {
    contains(connection.source) && contains(connection.target)
  }

  /// The connections to a node's inputs. An input that has the same source twice has one line for it.
  private func incoming(to id: NodeID, _ node: Node) -> [Connection] {
    var found: [Connection] = []
    found.reserveCapacity(node.sources.count)
    for (index, sources) in node.sources.enumerated() {
      let input = InputPort(node: id, index: index)
      for source in sources.count < 2 ? sources : Array(Set(sources)) {
        found.append(Connection(from: source, to: input))
      }
    }
    return found
  }
}

// MARK: Changes

extension Scene {
  /// Reserves memory for this many nodes and connections.
  mutating func reserveCapacity(nodes: Int, connections: Int) {
    self.nodes.reserveCapacity(nodes)
    nodeIndex.reserveCapacity(nodes)
    lines.reserveCapacity(nodes: nodes, connections: connections)
  }

  /// Adds a node, or changes its frame, title or connections.
  ///
  /// - Complexity: O(connections of the node).
  package mutating func set(
    _ id: NodeID, frame: NodeFrame, title: String, sources: [[OutputPort]], isFailed: Bool,
    look: NodeLook = NodeLook(), isResizable: Bool = false
  ) {
    let old = nodes[id]
    if old == nil { topOrder += 1 }
    let depth = Self.depth(look.depth, old.map { Self.order(of: $0.depth) } ?? topOrder)
    if let old, old.frame == frame, old.sources == sources {
      nodes[id]?.title = title
      nodes[id]?.isFailed = isFailed
      nodes[id]?.isLocked = look.isLocked
      nodes[id]?.isResizable = isResizable
      nodes[id]?.ownSize = look.size
      nodes[id]?.depth = depth
      return
    }
    if let old { nodeIndex.move(old.handle, to: [frame.rect]) }
    let node = Node(
      frame: frame, depth: depth, title: title, sources: sources, isFailed: isFailed, isLocked: look.isLocked,
      isResizable: isResizable, ownSize: look.size, handle: old?.handle ?? nodeIndex.insert(id, at: frame.rect))
    nodes[id] = node
    let connections = incoming(to: id, node)
    if let old {
      let kept = Set(connections)
      for connection in incoming(to: id, old) where !kept.contains(connection) { remove(connection) }
    }
    for connection in connections { add(connection) }
    if old?.frame != frame {
      for connection in connections { lay(connection) }
      for connection in lines.leaving(id) { lay(connection) }
    } else {
      for connection in connections where !lines.contains(connection) { lay(connection) }
    }
  }

  mutating func setOwnSize(_ size: GraphSize?, of node: NodeID) { nodes[node]?.ownSize = size }

  package mutating func remove(_ id: NodeID) {
    guard let old = nodes[id] else { return }
    for connection in incoming(to: id, old) { remove(connection) }
    for connection in lines.leaving(id) { lines.hide(connection) }
    nodeIndex.remove(old.handle)
    nodes[id] = nil
  }

  private mutating func add(_ connection: Connection) {
    if lines.add(connection) { layRoutedLines(from: connection.source.node) }
  }

  /// Lays lines of a node again that are in the trunks now, or aren't any more.
  private mutating func layRoutedLines(from node: NodeID) {
    for connection in lines.leaving(node) {
      if let line = lines[connection], line.isRouted { lay(connection, through: line.corners) }
    }
  }

  private mutating func remove(_ connection: Connection) {
    if lines.remove(connection) { layRoutedLines(from: connection.source.node) }
    if !reroutes.isEmpty { reroutes[connection] = nil }
    if !courses.isEmpty { courses[connection] = nil }
  }

  /// Moves a node. Its connections lose the routes that lead elsewhere. Complexity: O(connections of the node).
  package mutating func move(_ id: NodeID, to position: GraphPoint) {
    guard setOrigin(of: id, to: position) else { return }
    for connection in unorderedConnections(of: id) { lay(connection) }
  }

  /// Moves a node without its lines, which the caller has to update, and returns whether its position changed.
  private mutating func setOrigin(of id: NodeID, to position: GraphPoint) -> Bool {
    guard let old = nodes[id], old.frame.origin != position else { return false }
    nodes[id]?.frame.origin = position
    nodeIndex.move(old.handle, to: [GraphRect(position, old.frame.rect.size)])
    return true
  }

  /// Moves nodes and routes connections as a layout has found. Connections of moved nodes lose their previous routes.
  ///
  /// Each line is laid once. Connections that aren't shown are left out.
  ///
  /// - Complexity: O(connections that are routed or whose ends move).
  package mutating func arrange(
    _ positions: [(node: NodeID, position: GraphPoint)], routes: [(connection: Connection, corners: [GraphPoint])]
  ) {
    var moved: [NodeID] = []
    for (node, position) in positions where setOrigin(of: node, to: position) { moved.append(node) }
    var routed: Set<Connection> = []
    for (connection, corners) in routes where contains(connection) && routed.insert(connection).inserted {
      lay(connection, through: corners)
    }
    for node in moved {
      for connection in unorderedConnections(of: node) where routed.insert(connection).inserted {
        lay(connection)
      }
    }
  }

  /// The connections that run along these routes as soon as the scene has them, and now run otherwise. Complexity: O(lines).
  package func connections(reroutedBy routes: LineRoutes) -> [Connection] {
    lines.connections.filter { connection in
      guard let (start, end) = ends(of: connection) else { return false }
      let corners = routes.corners(of: connection, from: start, to: end)
      return !corners.isEmpty && corners != lines[connection]?.corners
    }
  }

  /// Keeps routes for lines that are laid from now on, and lays those of some connections.
  package mutating func setRoutes(_ routes: LineRoutes, of connections: [Connection]) {
    self.routes = routes
    for connection in connections { lay(connection) }
  }

  /// The routes along which lines run now. Complexity: O(lines).
  var presentRoutes: LineRoutes {
    var routes = LineRoutes()
    for connection in lines.connections {
      guard let corners = lines[connection]?.corners, !corners.isEmpty, let (start, end) = ends(of: connection) else {
        continue
      }
      routes.set(corners, of: connection, from: start, to: end)
    }
    return routes
  }

  /// Brings a node in front of all others of its layer.
  @discardableResult
  package mutating func raise(_ id: NodeID) -> Bool {
    guard let depth = nodes[id]?.depth, Self.order(of: depth) < topOrder else { return false }
    topOrder += 1
    nodes[id]?.depth = depth - Self.order(of: depth) + topOrder
    return true
  }

  /// Combines the layer, in the upper bits (15 of them), with the order in which nodes were brought to the front of
  /// their layer, in the lower 32.
  private static func depth(_ layer: Int, _ order: Int) -> Int {
    (max(-16_384, min(layer, 16_383)) + 16_384) << 32 | order
  }

  private static func order(of depth: Int) -> Int { depth & 0xffff_ffff }

  /// Sets the route that a layout has found for a shown connection.
  package mutating func setCorners(_ points: [GraphPoint], of connection: Connection) {
    if contains(connection) { lay(connection, through: points) }
  }

  /// Whether a connection has this course of its own, or the common one for `nil`.
  func hasCourse(_ course: (any EdgeCourse)?, _ connection: Connection) -> Bool {
    guard let own = courses.isEmpty ? nil : courses[connection] else { return course == nil }
    return own.isSame(as: course)
  }

  /// Sets the course of an existing connection; `nil` for the common one.
  mutating func setCourse(_ course: (any EdgeCourse)?, of connection: Connection) {
    courses[connection] = course
    lay(connection, through: lines[connection]?.corners ?? [])
  }

  package mutating func setEdgeStyle(_ style: EdgeStyle) {
    edgeStyle = style
    for connection in lines.connections { lay(connection, through: lines[connection]?.corners ?? []) }
  }

  /// Lays the line of a connection between the present positions of its ends, through these corners or along its route, or
  /// removes it if one of the ends isn't shown.
  mutating func lay(_ connection: Connection, through corners: [GraphPoint]? = nil) {
    if let (path, corners) = line(of: connection, through: corners) {
      let isRouted =
        !corners.isEmpty && !path.runsBack && (reroutes.isEmpty || reroutes[connection] == nil)
        && (courses.isEmpty || courses[connection] == nil)
      lines.lay(connection, path, through: corners, isRouted: isRouted)
    } else {
      lines.hide(connection)
    }
  }
}

// MARK: Search

extension Scene {
  /// The nodes that meet a part of the canvas, from back to front.
  package func nodes(in rect: GraphRect) -> [NodeID] {
    var found: [(id: NodeID, depth: Int)] = []
    nodeIndex.search(rect) { id, bounds in
      if bounds.intersects(rect), let place = nodes.index(forKey: id) { found.append((id, nodes.values[place].depth)) }
    }
    return found.sorted { $0.depth < $1.depth }.map(\.id)
  }

  /// Calls `body` with the nodes around a part of the canvas and their rectangles.
  func search(_ rect: GraphRect, _ body: (NodeID, GraphRect) -> Void) {
    nodeIndex.search(rect, body)
  }

  /// The connections whose lines pass near a part of the canvas, in a fixed order.
  package func connections(near rect: GraphRect) -> [Connection] {
    var found: Set<Connection> = []
    lines.search(rect) { found.insert($0) }
    return found.sorted(by: Self.isOrdered)
  }

  /// The connections whose lines are completely in `rect`, in order.
  func connections(within rect: GraphRect) -> [Connection] {
    connections(near: rect).filter { connection in
      guard let bounds = lines[connection]?.bounds else { return false }
      return bounds.union(rect) == rect
    }
  }

  /// The topmost node at a point.
  func topmostNode(at point: GraphPoint, where counts: (NodeID) -> Bool = { _ in true }) -> NodeID? {
    var top: (id: NodeID, depth: Int)?
    nodeIndex.search(GraphRect(point, .zero)) { id, bounds in
      if bounds.contains(point), let node = nodes[id], node.depth > top?.depth ?? Int.min, counts(id) {
        top = (id, node.depth)
      }
    }
    return top?.id
  }

  /// The smallest rectangle around all nodes, lines and frames; `nil` if there are none. Complexity: O(nodes +
  /// connections).
  package var contentBounds: GraphRect? {
    // The index is read instead of the nodes because it contains only rectangles.
    var all = [nodeIndex.bounds, lines.bounds].compactMap(\.self) + frames.values.map(\.rect)
    guard let last = all.popLast() else { return nil }
    return all.reduce(last) { $0.union($1) }
  }
}
