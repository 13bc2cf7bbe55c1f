// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// How nodes, instances and connections are shown, and frames: part of the graph for documents and undo, and nothing to evaluation.
extension Edit {
  private var root: ScopeEdit { ScopeEdit(root: evaluator) }

  /// Says how a node or an instance is shown: its size, depth, form, colour, and whether it is locked.
  ///
  /// ```swift
  /// try edit.setLook(NodeLook(isLocked: true, color: GraphColor(0x7e9bd0)), of: rate)
  /// ```
  ///
  /// A look goes with its node, and comes back where removing that is undone. It is no lock on edits: who shows the graph
  /// keeps a locked node where it is. What lies in an instance has the look that its definition says
  /// (``ScopeEdit/setLook(_:of:)-(NodeLook,_)``).
  ///
  /// - Parameters:
  ///   - look: How it is shown. A size that is not finite counts as none.
  ///   - member: A node, or an instance by its ``NodeGraph/InstanceID/node``, which lies in no instance.
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``, ``NodeGraph/GraphError/outsideScope(_:)``;
  ///   ``NodeGraph/GraphError/valuesOnly`` in an edit that is not remembered.
  /// - Complexity: O(1). An edit that cuts connections or removes nodes looks at the looks of what it touches; the first one, at those of
  ///   all connections.
  public func setLook(_ look: NodeLook, of member: NodeID) throws(GraphError) { try root.setLook(look, of: member) }

  /// Says how a connection is shown: its label, its colour, width, dashes and course, and the points that it goes through.
  ///
  /// The look belongs to the two ports: what converts values on the way, and the place among other connections, are
  /// nothing to it. It goes with the connection. One that is cut and made again within an edit keeps it.
  ///
  /// - Parameters:
  ///   - look: How it is shown. Points that are not finite are left out, and so are a width and dashes that a wire can't have.
  ///   - connection: A connection between members of the graph around, as ``Subgraphs/connections(in:)`` lists it.
  /// - Throws: ``NodeGraph/GraphError/notConnected(_:)``, and what naming the ports can throw;
  ///   ``NodeGraph/GraphError/valuesOnly`` in an edit that is not remembered.
  /// - Complexity: As ``setLook(_:of:)-(NodeLook,_)``.
  public func setLook(_ look: ConnectionLook, of connection: Connection) throws(GraphError) {
    try root.setLook(look, of: connection)
  }

  /// Routes a connection through a point. The point goes where it lengthens the wire least. A reroute is a point of the wire, not a
  /// node.
  ///
  /// - Parameters:
  ///   - connection: A connection between members of the graph around.
  ///   - point: Where, in canvas points. Nothing happens if it is not finite.
  /// - Returns: Its place among the reroutes of the connection.
  /// - Throws: As ``setLook(_:of:)-(ConnectionLook,_)``.
  /// - Complexity: O(reroutes of the connection).
  @discardableResult
  public func addReroute(on connection: Connection, at point: GraphPoint) throws(GraphError) -> Int {
    try root.addReroute(on: connection, at: point)
  }

  /// Moves a reroute of a connection.
  ///
  /// - Throws: ``NodeGraph/GraphError/noReroute(_:_:count:)``, and as ``setLook(_:of:)-(ConnectionLook,_)``.
  public func moveReroute(_ index: Int, of connection: Connection, to point: GraphPoint) throws(GraphError) {
    try root.moveReroute(index, of: connection, to: point)
  }

  /// Takes a reroute of a connection away.
  ///
  /// - Throws: As ``moveReroute(_:of:to:)``.
  public func removeReroute(_ index: Int, of connection: Connection) throws(GraphError) {
    try root.removeReroute(index, of: connection)
  }

  /// Adds a frame to the graph around all instances. Frames are shown behind nodes, later ones in front of earlier ones.
  ///
  /// - Parameter frame: The frame; one that is not finite has no size, at the origin.
  /// - Returns: Its id in this scope.
  /// - Throws: ``NodeGraph/GraphError/valuesOnly`` in an edit that is not remembered.
  /// - Complexity: O(1).
  @discardableResult
  public func addFrame(_ frame: GraphFrame) throws(GraphError) -> FrameID { try root.addFrame(frame) }

  /// Adds a frame around nodes and instances.
  ///
  /// ```swift
  /// let inputs = try edit.addFrame("Inputs", around: [price, rate], color: GraphColor(0x7e9bd0))
  /// ```
  ///
  /// - Parameters:
  ///   - title: What stands in its upper left corner.
  ///   - members: What it goes around. Of what is added or moved later it knows nothing.
  ///   - color: Its colour.
  ///   - nodeSize: How large those are that have no size of their own: the graph doesn't know what renderers draw.
  /// - Returns: Its id in this scope.
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``, ``NodeGraph/GraphError/outsideScope(_:)``;
  ///   ``NodeGraph/GraphError/valuesOnly``.
  /// - Complexity: O(members).
  @discardableResult
  public func addFrame(
    _ title: String, around members: some Sequence<NodeID>, color: GraphColor? = nil,
    nodeSize: GraphSize = GraphSize(180, 100)
  ) throws(GraphError) -> FrameID {
    try root.addFrame(title, around: members, color: color, nodeSize: nodeSize)
  }

  /// Gives a frame another title, place or colour. What lies in it stays where it is.
  ///
  /// - Throws: ``NodeGraph/GraphError/noFrame(_:)``; ``NodeGraph/GraphError/valuesOnly``.
  public func setFrame(_ id: FrameID, to frame: GraphFrame) throws(GraphError) { try root.setFrame(id, to: frame) }

  /// Takes a frame away. What lies in it stays.
  ///
  /// - Throws: ``NodeGraph/GraphError/noFrame(_:)``; ``NodeGraph/GraphError/valuesOnly``.
  public func removeFrame(_ id: FrameID) throws(GraphError) { try root.removeFrame(id) }

  /// Moves a frame with what lies in it: nodes and instances by their positions, reroutes, and frames that lie in it whole.
  ///
  /// Who shows the graph knows how large nodes are, and may move frame and nodes each by itself, with ``setFrame(_:to:)``.
  ///
  /// - Parameters:
  ///   - id: The frame.
  ///   - offset: How far. Nothing happens if it is not finite.
  /// - Throws: ``NodeGraph/GraphError/noFrame(_:)``; ``NodeGraph/GraphError/valuesOnly``.
  /// - Complexity: O(nodes, frames, and connections with reroutes).
  public func moveFrame(_ id: FrameID, by offset: GraphPoint) throws(GraphError) {
    try root.moveFrame(id, by: offset)
  }
}
