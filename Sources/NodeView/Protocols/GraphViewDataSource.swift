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
}
