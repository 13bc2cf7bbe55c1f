// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The looks of a scope's members and connections, and its frames. In an edit of a definition, changes apply to all its instances.
extension Edit {
  private var shown: Subgraphs { Subgraphs(evaluator) }

  // MARK: Members

  /// Sets how a node or an instance is shown: its size, depth, form, colour and note, and whether it is locked.
  ///
  /// ```swift
  /// try edit.setLook(NodeLook(isLocked: true, color: GraphColor(0x7e9bd0)), of: rate)
  /// ```
  ///
  /// A look is removed with its node, and restored where the removal is undone. A lock does not prevent edits: the view keeps a
  /// locked node in its place. Inside a group the look applies to the member in all instances.
  ///
  /// - Parameters:
  ///   - look: The look. A size that is not finite is ignored.
  ///   - member: A node of the scope, or an instance by its ``NodeGraph/InstanceID/node``.
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``, ``NodeGraph/GraphError/outsideScope(_:)``;
  ///   ``NodeGraph/GraphError/valuesOnly`` in an edit that is not remembered.
  /// - Complexity: O(1). A later edit that removes connections or nodes checks the looks of what it touches; the first such edit,
  ///   those of all connections.
  public func setLook(_ look: NodeLook, of member: NodeID) throws(GraphError) {
    try checkStructureMayChange()
    let member = try check(member)
    let look = look.finite
    if editsDefinition {
      let inner = inner(member)
      return changeDefinition { $0.looks.set(look, of: inner) }
    }
    if evaluator.state.looks.sheet.look(of: member) == look { return }
    evaluator.state.set(MemberLookTable.self, at: member, to: look)
  }

  // MARK: Connections

  /// Sets how a connection is shown: its label, colour, width, dashes and course, and the points that it passes through.
  ///
  /// The look belongs to the two ports. Conversion nodes within the connection, and its place among other connections, don't affect
  /// it. It is removed with the connection. A connection that is removed and made again within an edit keeps it.
  ///
  /// - Parameters:
  ///   - look: The look. Points that are not finite are ignored, and so are a width and dashes that a wire can't have.
  ///   - connection: A connection between members of the scope, as ``Subgraphs/connections(in:)`` lists it.
  /// - Throws: ``NodeGraph/GraphError/notConnected(_:)``, and the errors of naming the ports;
  ///   ``NodeGraph/GraphError/valuesOnly`` in an edit that is not remembered.
  /// - Complexity: As ``setLook(_:of:)-(NodeLook,_)``.
  public func setLook(_ look: ConnectionLook, of connection: Connection) throws(GraphError) {
    let (source, target) = try wire(connection)
    set(look.usable, source, target)
  }

  func set(_ look: ConnectionLook, _ source: ScopePort, _ target: ScopePort) {
    if editsDefinition {
      let wire = LookSheet.Wire(source: table.end(source), target: table.end(target))
      return changeDefinition { $0.looks.set(look, of: wire) }
    }
    let wire = LookSheet.Wire(source: source, target: target)
    if evaluator.state.looks.sheet.look(of: wire) == look { return }
    evaluator.state.set(WireLookTable.self, at: wire, to: look)
  }

  func look(_ source: ScopePort, _ target: ScopePort) -> ConnectionLook {
    guard editsDefinition else { return evaluator.state.looks.sheet.look(of: .init(source: source, target: target)) }
    return definition?.looks.look(of: .init(source: table.end(source), target: table.end(target))) ?? ConnectionLook()
  }

  private func wire(_ connection: Connection) throws(GraphError) -> (source: ScopePort, target: ScopePort) {
    try checkStructureMayChange()
    let (source, target) = (try output(connection.source), try input(connection.target))
    guard evaluator.state.isConnected(source, target) else { throw .notConnected(connection) }
    return (source, target)
  }

  /// Routes a connection through a point. The point goes where it lengthens the wire least. A reroute is a point of the wire, not a
  /// node.
  ///
  /// - Parameters:
  ///   - connection: A connection between members of the scope.
  ///   - point: The position, in canvas points. If it is not finite, no reroute is added.
  /// - Returns: Its place among the reroutes of the connection.
  /// - Throws: As ``setLook(_:of:)-(ConnectionLook,_)``.
  /// - Complexity: O(reroutes of the connection).
  @discardableResult
  public func addReroute(on connection: Connection, at point: GraphPoint) throws(GraphError) -> Int {
    let (source, target) = try wire(connection)
    var look = look(source, target)
    let ends = [source, target].map { table.position(of: $0.member, in: storage.value) ?? .zero }
    let place = ConnectionLook.place(of: point, on: [ends[0]] + look.reroutes + [ends[1]])
    guard point.isFinite else { return place }
    look.reroutes.insert(point, at: place)
    set(look, source, target)
    return place
  }

  /// Moves a reroute of a connection.
  ///
  /// - Throws: ``NodeGraph/GraphError/noReroute(_:_:count:)``, and as ``setLook(_:of:)-(ConnectionLook,_)``.
  public func moveReroute(_ index: Int, of connection: Connection, to point: GraphPoint) throws(GraphError) {
    try changeReroutes(of: connection, index) { if point.isFinite { $0[index] = point } }
  }

  /// Removes a reroute of a connection.
  ///
  /// - Throws: As ``moveReroute(_:of:to:)``.
  public func removeReroute(_ index: Int, of connection: Connection) throws(GraphError) {
    try changeReroutes(of: connection, index) { $0.remove(at: index) }
  }

  private func changeReroutes(
    of connection: Connection, _ index: Int, _ body: (inout [GraphPoint]) -> Void
  ) throws(GraphError) {
    let (source, target) = try wire(connection)
    var look = look(source, target)
    guard look.reroutes.indices.contains(index) else {
      throw .noReroute(connection, index, count: look.reroutes.count)
    }
    body(&look.reroutes)
    set(look, source, target)
  }

  // MARK: Frames

  private var frames: [FrameID: GraphFrame] {
    editsDefinition ? definition?.looks.frames ?? [:] : evaluator.state.looks.sheet.frames
  }

  private func put(_ frame: GraphFrame?, _ id: FrameID) {
    if editsDefinition { return changeDefinition { $0.looks.set(frame, of: id) } }
    if evaluator.state.looks.sheet.frames[id] != frame { evaluator.state.set(FrameTable.self, at: id, to: frame) }
  }

  /// Adds a frame to the scope. Nodes are drawn over frames, and later frames over earlier ones.
  ///
  /// - Parameter frame: The frame. If it is not finite, it is placed at the origin, without a size.
  /// - Returns: Its id in this scope.
  /// - Throws: ``NodeGraph/GraphError/valuesOnly`` in an edit that is not remembered.
  /// - Complexity: O(1).
  @discardableResult
  public func addFrame(_ frame: GraphFrame) throws(GraphError) -> FrameID {
    try checkStructureMayChange()
    let id = editsDefinition ? definition?.looks.freshFrame ?? FrameID(0) : evaluator.state.looks.sheet.freshFrame
    put(frame, id)
    return id
  }

  /// Adds a frame around nodes and instances.
  ///
  /// ```swift
  /// let inputs = try edit.addFrame("Inputs", around: [price, rate], color: GraphColor(0x7e9bd0))
  /// ```
  ///
  /// - Parameters:
  ///   - title: The text in its upper left corner.
  ///   - members: The members that it encloses. It does not follow members that are added or moved later.
  ///   - color: Its colour.
  ///   - nodeSize: The size of members that have no size of their own: the graph doesn't know what renderers draw.
  ///   - text: The text below the title.
  /// - Returns: Its id in this scope.
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``, ``NodeGraph/GraphError/outsideScope(_:)``;
  ///   ``NodeGraph/GraphError/valuesOnly``.
  /// - Complexity: O(members).
  @discardableResult
  public func addFrame(
    _ title: String, around members: some Sequence<NodeID>, color: GraphColor? = nil,
    nodeSize: GraphSize = GraphSize(180, 100), text: String = ""
  ) throws(GraphError) -> FrameID {
    try checkStructureMayChange()
    var around: GraphRect?
    for member in members {
      try check(member)
      let position = table.position(of: member, in: storage.value) ?? .zero
      guard position.isFinite else { continue }
      let rect = GraphRect(position, shown.look(of: member).size ?? nodeSize)
      around = around?.union(rect) ?? rect
    }
    let rect = GraphFrame.rect(around: around ?? GraphRect(.zero, .zero))
    return try addFrame(GraphFrame(title, rect, color: color, text: text))
  }

  /// Replaces the title, place, colour or text of a frame. What is inside it stays where it is.
  ///
  /// - Throws: ``NodeGraph/GraphError/noFrame(_:)``; ``NodeGraph/GraphError/valuesOnly``.
  public func setFrame(_ id: FrameID, to frame: GraphFrame) throws(GraphError) {
    try checkStructureMayChange()
    guard frames[id] != nil else { throw .noFrame(id) }
    put(frame.finite, id)
  }

  /// Removes a frame. What is inside it stays.
  ///
  /// - Throws: ``NodeGraph/GraphError/noFrame(_:)``; ``NodeGraph/GraphError/valuesOnly``.
  public func removeFrame(_ id: FrameID) throws(GraphError) {
    try checkStructureMayChange()
    guard frames[id] != nil else { throw .noFrame(id) }
    put(nil, id)
  }

  /// Moves a frame with what is inside it: nodes and instances by their positions, reroutes, and frames that are entirely inside.
  ///
  /// A view knows how large nodes are, and may move the frame and nodes separately instead, with ``setFrame(_:to:)``.
  ///
  /// - Parameters:
  ///   - id: The frame.
  ///   - offset: The distance. If it is not finite, the frame is not moved.
  /// - Throws: ``NodeGraph/GraphError/noFrame(_:)``; ``NodeGraph/GraphError/valuesOnly``.
  /// - Complexity: O(nodes, frames, and connections with reroutes).
  public func moveFrame(_ id: FrameID, by offset: GraphPoint) throws(GraphError) {
    try checkStructureMayChange()
    guard let frame = frames[id] else { throw .noFrame(id) }
    guard offset.isFinite else { return }
    for member in members {
      let position = table.position(of: member, in: storage.value) ?? .zero
      if frame.rect.contains(position) { try move(member, to: position.moved(by: offset)) }
    }
    for (other, inner) in frames where other == id || frame.rect.contains(inner.rect) {
      put(inner.moved(by: offset), other)
    }
    let reroute = { (point: GraphPoint) in frame.rect.contains(point) ? point.moved(by: offset) : point }
    guard !editsDefinition else {
      return changeDefinition { definition in
        for (wire, look) in definition.looks.wires {
          definition.looks.set(look.rerouted(look.reroutes.map(reroute)), of: wire)
        }
      }
    }
    for (wire, look) in evaluator.state.looks.sheet.wires {
      set(look.rerouted(look.reroutes.map(reroute)), wire.source, wire.target)
    }
  }
}
