// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The lines of connections: which a node has, how a layout has routed them, and where they pass.
///
/// A connection has a line if both its ends are shown. Its course is computed when the line is laid and then kept,
/// because computing it takes longer than everything else. Drawing, hit testing and removing a line read the stored
/// course.
///
/// Invariants (see `checkInvariants`): each line belongs to a connection that was added, and has the course that its
/// ends, corners, reroutes and the style make now. One of the indexes contains its pieces and no others: that of the
/// trunks if a layout has routed the line of a node with many connections, else that of all other lines.
struct LineTable: Sendable {
  /// A line as it was laid.
  struct Line: Sendable {
    /// The points between the ends through which a layout has routed the line.
    let corners: [GraphPoint]
    /// The course of the line, equal to ``EdgePath/path``.
    let path: DrawingPath
    /// Whether the input is to the left of the output.
    let runsBack: Bool
    /// The smallest rectangle around the line.
    let bounds: GraphRect
    /// Whether a layout has found its course, which it then shares with other lines of its output.
    let isRouted: Bool
    /// Whether the line is drawn with the trunks.
    fileprivate(set) var isInTrunk = false
    fileprivate var handle: SpatialIndex<Connection>.Handle

    fileprivate init(
      _ path: EdgePath, through corners: [GraphPoint], _ bounds: GraphRect, isRouted: Bool,
      _ handle: SpatialIndex<Connection>.Handle
    ) {
      (self.corners, self.path, runsBack) = (corners, path.path, path.runsBack)
      (self.bounds, self.isRouted, self.handle) = (bounds, isRouted, handle)
    }
  }

  /// The connections that leave each node, whether or not they are shown.
  private var leaving: [NodeID: Set<Connection>] = [:]
  private var lines: [Connection: Line] = [:]
  private var index = SpatialIndex<Connection>()
  /// The index of the lines that are drawn with the trunks.
  private var trunkIndex = SpatialIndex<Connection>()
  private(set) var trunks = LineTrunks()
  /// The number of calls of ``lay(_:_:through:)``.
  private(set) var laidCount = 0

  /// The line of a connection; `nil` unless both ends are shown.
  subscript(connection: Connection) -> Line? { lines[connection] }

  /// The drawn course of a connection, and whether its input is to the left of its output; `nil` unless both ends are
  /// shown.
  func course(of connection: Connection) -> (path: DrawingPath, runsBack: Bool)? {
    guard let place = lines.index(forKey: connection) else { return nil }
    return (lines.values[place].path, lines.values[place].runsBack)
  }

  /// Whether a connection's line is drawn with the trunks.
  func isInTrunk(_ connection: Connection) -> Bool { lines[connection]?.isInTrunk == true }

  /// Whether a connection has a line.
  func contains(_ connection: Connection) -> Bool { lines.index(forKey: connection) != nil }

  /// The number of lines.
  var count: Int { lines.count }

  /// The smallest rectangle around all lines; `nil` if there are none. Complexity: O(lines).
  var bounds: GraphRect? {
    var bounds: GraphRect?
    for line in lines.values { bounds = bounds?.union(line.bounds) ?? line.bounds }
    return bounds
  }

  /// All connections that have a line, in no particular order.
  var connections: [Connection] { Array(lines.keys) }

  /// The connections that leave a node, shown or not, in no particular order.
  func leaving(_ node: NodeID) -> Set<Connection> { leaving[node] ?? [] }

  /// The most connections that leave a node and are drawn together.
  static let mostTogether = 24

  /// Whether so many connections leave a node that each of them is drawn separately.
  func isHub(_ node: NodeID) -> Bool { crowding(of: node) > 0 }

  /// How often the number of connections that leave a node, shown or not, can be halved until they are drawn together:
  /// 0 up to 24, 1 up to 48, 2 up to 96.
  func crowding(of node: NodeID) -> Int {
    guard let place = leaving.index(forKey: node) else { return 0 }
    let multiple = (leaving.values[place].count - 1) / Self.mostTogether
    return Int.bitWidth - multiple.leadingZeroBitCount
  }

  /// Calls `body` with the connection of each line for each of its pieces that meets `rect`. Complexity: O(pieces around it).
  func search(_ rect: GraphRect, _ body: (Connection) -> Void) {
    searchApart(rect, body)
    searchTrunkLines(rect, body)
  }

  /// Whether ``search(_:_:)`` finds a line. Complexity: O(pieces).
  func meets(_ connection: Connection, _ rect: GraphRect) -> Bool {
    guard let line = lines[connection], line.bounds.touches(rect) else { return false }
    return (line.isInTrunk ? trunkIndex : index).pieces(of: line.handle).contains { $0.touches(rect) }
  }

  /// Calls `body` as ``search(_:_:)`` does, but only with lines that aren't drawn with the trunks.
  func searchApart(_ rect: GraphRect, _ body: (Connection) -> Void) {
    index.search(rect) { connection, _ in body(connection) }
  }

  /// Calls `body` as ``search(_:_:)`` does, but only with lines that are drawn with the trunks.
  func searchTrunkLines(_ rect: GraphRect, _ body: (Connection) -> Void) {
    trunkIndex.search(rect) { connection, _ in body(connection) }
  }

  // MARK: Changes

  /// Reserves memory for this many nodes and connections.
  mutating func reserveCapacity(nodes: Int, connections: Int) {
    leaving.reserveCapacity(nodes)
    lines.reserveCapacity(connections)
    index.reserveCapacity(connections)
  }

  /// Adds a connection, which doesn't have a line yet.
  ///
  /// - Returns: Whether the routed lines of its source have to be laid again, because they are in the trunks now.
  mutating func add(_ connection: Connection) -> Bool {
    let source = connection.source.node
    let wasHub = isHub(source)
    leaving[source, default: []].insert(connection)
    return !wasHub && isHub(source)
  }

  /// Removes a connection and its line.
  ///
  /// - Returns: Whether the routed lines of its source have to be laid again, because they aren't in the trunks any more.
  mutating func remove(_ connection: Connection) -> Bool {
    hide(connection)
    let source = connection.source.node
    let wasHub = isHub(source)
    leaving[source]?.remove(connection)
    if leaving[source]?.isEmpty == true { leaving[source] = nil }
    return wasHub && !isHub(source)
  }

  /// Removes the pieces of a line.
  private mutating func take(_ connection: Connection, _ line: Line) {
    if line.isInTrunk {
      trunkIndex.remove(line.handle)
      trunks.remove(line.path, of: connection.source)
    } else {
      index.remove(line.handle)
    }
  }

  /// Enters a line where it belongs.
  private mutating func insert(_ connection: Connection, _ line: Line, at pieces: [GraphRect], isInTrunk: Bool) {
    var line = line
    line.isInTrunk = isInTrunk
    if isInTrunk {
      line.handle = trunkIndex.insert(connection, at: pieces)
      trunks.add(line.path, of: connection.source)
    } else {
      line.handle = index.insert(connection, at: pieces)
    }
    lines[connection] = line
  }

  /// Removes the line of a connection, if it has one.
  mutating func hide(_ connection: Connection) {
    if let line = lines.removeValue(forKey: connection) { take(connection, line) }
  }

  /// Lays the line of a connection, which replaces the previous one. `isRouted` says whether the line runs as a layout
  /// has found, and to the right. Complexity: O(pieces).
  mutating func lay(_ connection: Connection, _ path: EdgePath, through corners: [GraphPoint], isRouted: Bool) {
    laidCount += 1
    let bounds = path.bounds
    let isInTrunk = isRouted && isHub(connection.source.node)
    let pieces = Self.pieces(path, within: bounds, isInTrunk: isInTrunk)
    // The entry is written at once, because each access to a value of the table costs as much as the rest.
    if let place = lines.index(forKey: connection) {
      let (handle, wasInTrunk) = (lines.values[place].handle, lines.values[place].isInTrunk)
      if !isInTrunk, !wasInTrunk {
        index.move(handle, to: pieces)
        lines.values[place] = Line(path, through: corners, bounds, isRouted: isRouted, handle)
        return
      }
      take(connection, lines.values[place])
    }
    // A handle of no index; it gets that of the index that it is entered into.
    insert(
      connection, Line(path, through: corners, bounds, isRouted: isRouted, .none), at: pieces, isInTrunk: isInTrunk)
  }

  /// The pieces by which a line is found. Those of a trunk are as long as the parts of its path: all searches around it find
  /// most lines of its node anyway, and there may be thousands.
  private static func pieces(_ path: EdgePath, within bounds: GraphRect, isInTrunk: Bool) -> [GraphRect] {
    isInTrunk ? path.path.partBounds(combinedUpTo: 512) : path.pieceBounds(within: bounds)
  }

  /// Checks every invariant and stops with the rule that is broken.
  ///
  /// - Parameters:
  ///   - count: The number of connections, shown or not.
  ///   - path: Computes the line that a shown connection should have.
  func checkInvariants(connections count: Int, path: (Connection) -> EdgePath?) {
    precondition(leaving.values.reduce(0) { $0 + $1.count } == count, "sources know no connection that is gone")
    index.checkInvariants()
    trunkIndex.checkInvariants()
    var (pieces, trunkPieces, expected) = (0, 0, LineTrunks())
    for (connection, line) in lines {
      precondition(leaving[connection.source.node]?.contains(connection) == true, "sources know their connections")
      guard let path = path(connection) else { preconditionFailure("only connections that are shown have lines") }
      let bounds = path.bounds
      precondition(line.bounds == bounds, "it is known what a line covers")
      precondition(
        line.path == path.path && line.runsBack == path.runsBack, "a line is drawn in the course that it has now")
      precondition(
        line.isInTrunk == (line.isRouted && isHub(connection.source.node)), "routed lines of hubs are in trunks")
      let index = line.isInTrunk ? trunkIndex : index
      precondition(
        index.element(of: line.handle) == connection
          && index.pieces(of: line.handle) == Self.pieces(path, within: bounds, isInTrunk: line.isInTrunk),
        "the index knows where each line is")
      if line.isInTrunk {
        trunkPieces += index.pieces(of: line.handle).count
        expected.add(line.path, of: connection.source)
      } else {
        pieces += index.pieces(of: line.handle).count
      }
    }
    precondition(
      index.count == pieces && trunkIndex.count == trunkPieces, "the indexes hold each piece of a line once")
    precondition(trunks == expected, "trunks have the pieces of the lines in them")
  }
}

extension DrawingPath {
  /// Rectangles around the elements of a line. Successive ones are combined while they are this small together.
  fileprivate func partBounds(combinedUpTo size: Double) -> [GraphRect] {
    var found: [GraphRect] = []
    var last = GraphPoint.zero
    for element in elements {
      var rect: GraphRect
      switch element {
      case .move(let point):
        last = point
        continue
      case .line(let end):
        rect = GraphRect(from: last, to: end)
        last = end
      case .curve(let first, let second, let end):
        rect = GraphRect(from: last, to: first).union(GraphRect(from: second, to: end))
        last = end
      case .close: continue
      }
      if let together = found.last?.union(rect), max(together.width, together.height) <= size {
        found.removeLast()
        rect = together
      }
      found.append(rect)
    }
    return found
  }
}
