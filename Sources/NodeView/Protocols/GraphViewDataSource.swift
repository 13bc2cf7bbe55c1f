// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Says what a view shows.
///
/// The view asks while it loads nodes: in ``GraphView/reload()`` and ``GraphView/reload(_:)-([NodeID])``. Answer from the
/// model, and don't change the model in an answer.
public protocol GraphViewDataSource: AnyObject {
  /// The nodes that the view shows after ``GraphView/reload()``.
  ///
  /// - Parameter view: The view that asks.
  /// - Returns: The nodes, the rearmost first. Nodes that the view shows already keep their depth.
  func nodes(for view: GraphView) -> [NodeID]

  /// The graph that the nodes belong to. The view asks once per reload and keeps no copy.
  ///
  /// - Parameter view: The view that asks.
  /// - Returns: The graph as it is now.
  func graph(for view: GraphView) -> Graph

  /// The position of a node; by default the one in the graph.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - node: The node.
  ///   - graph: The graph it belongs to.
  /// - Returns: The node's top left corner, in canvas points.
  func graphView(_ view: GraphView, positionOf node: NodeID, in graph: Graph) -> GraphPoint

  /// The text in a node's title bar; by default its name, or its kind's name if it has none.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - node: The node.
  ///   - graph: The graph it belongs to.
  /// - Returns: The title, which is cut with an ellipsis if it doesn't fit.
  func graphView(_ view: GraphView, titleOf node: NodeID, in graph: Graph) -> String

  /// Whether a node that is reloaded is shown; by default whether the graph contains it.
  ///
  /// Return `false` for nodes of the graph that this view hides: otherwise they appear when they are reloaded.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - node: The node.
  ///   - graph: The graph it may belong to.
  /// - Returns: Whether it is shown.
  func graphView(_ view: GraphView, shows node: NodeID, in graph: Graph) -> Bool

  /// The kind of a node, which says what ports it has; by default the one in the graph.
  ///
  /// Answer for what is a node to the view and none of the graph, such as a group by its ``/NodeGraph/InstanceID/node``. Then
  /// ``graphView(_:sourcesOf:in:)``, ``graphView(_:shows:in:)``, place and title have to be answered for it as well.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - node: The node.
  ///   - graph: The graph it may belong to.
  /// - Returns: The kind; `nil` for a node that is gone, which the view removes.
  func graphView(_ view: GraphView, kindOf node: NodeID, in graph: Graph) -> NodeKind?

  /// What an input is connected to; by default what it is connected to in the graph.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - input: An input of a node that is shown.
  ///   - graph: The graph the node may belong to.
  /// - Returns: Outputs, in order. Connections from nodes that aren't shown aren't drawn.
  func graphView(_ view: GraphView, sourcesOf input: InputPort, in graph: Graph) -> [OutputPort]

  /// How a node is shown beside its parts; by default as these ask for.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - node: The node.
  ///   - graph: The graph it may belong to.
  /// - Returns: Its size, depth, form, flow and colour, and whether it is locked.
  func graphView(_ view: GraphView, lookOf node: NodeID, in graph: Graph) -> NodeLook

  /// Whether the user may drag the lower right corner of a node to make it larger and smaller; by default not. Nodes of one row or
  /// of a point, and locked ones, keep their size.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - node: The node.
  ///   - graph: The graph it may belong to.
  /// - Returns: Whether it has such a corner.
  func graphView(_ view: GraphView, canResize node: NodeID, in graph: Graph) -> Bool

  /// How a connection is shown; by default as the style says. The view asks when it loads the node that the connection leads to.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - connection: A connection of a node that is shown.
  ///   - graph: The graph it may belong to.
  /// - Returns: Its label, its colour, width, dashes, course and reroutes. What ``GraphView/edgeAttributes`` say of it goes before.
  func graphView(_ view: GraphView, lookOf connection: Connection, in graph: Graph) -> ConnectionLook

  /// The frames behind the nodes; by default none. The view asks in ``GraphView/reload()`` and ``GraphView/reloadFrames()``.
  ///
  /// - Parameter view: The view that asks.
  /// - Returns: The frames. Those with greater ids cover others.
  func frames(for view: GraphView) -> [FrameID: GraphFrame]
}

extension GraphViewDataSource {
  /// Returns the node's position in the graph.
  public func graphView(_ view: GraphView, positionOf node: NodeID, in graph: Graph) -> GraphPoint {
    graph.position(of: node)
  }

  /// Returns the node's name, or its kind's name.
  public func graphView(_ view: GraphView, titleOf node: NodeID, in graph: Graph) -> String {
    graph.name(of: node) ?? (try? graph.kind(of: node).name) ?? ""
  }

  /// Returns whether the graph contains the node.
  public func graphView(_ view: GraphView, shows node: NodeID, in graph: Graph) -> Bool { graph.contains(node) }

  /// Returns the node's kind in the graph.
  public func graphView(_ view: GraphView, kindOf node: NodeID, in graph: Graph) -> NodeKind? {
    try? graph.kind(of: node)
  }

  /// Returns what the input is connected to in the graph.
  public func graphView(_ view: GraphView, sourcesOf input: InputPort, in graph: Graph) -> [OutputPort] {
    graph.sources(of: input)
  }

  /// Returns a look that says nothing.
  public func graphView(_ view: GraphView, lookOf node: NodeID, in graph: Graph) -> NodeLook { NodeLook() }

  /// Returns no.
  public func graphView(_ view: GraphView, canResize node: NodeID, in graph: Graph) -> Bool { false }

  /// Returns a look that says nothing.
  public func graphView(_ view: GraphView, lookOf connection: Connection, in graph: Graph) -> ConnectionLook {
    ConnectionLook()
  }

  /// Returns none.
  public func frames(for view: GraphView) -> [FrameID: GraphFrame] { [:] }
}
