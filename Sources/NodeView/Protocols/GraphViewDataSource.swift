// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Says what a view shows.
public protocol GraphViewDataSource: AnyObject {
  /// Which nodes are shown. Mirrors the seed's `dataProviderForView`.
  ///
  /// - Parameter view: The view that asks.
  /// - Returns: The nodes, those to the back first.
  func nodes(for view: GraphView) -> [NodeID]

  /// The graph the nodes belong to. The view asks for it whenever it loads nodes, and keeps no copy.
  ///
  /// - Parameter view: The view that asks.
  /// - Returns: The graph as it is now.
  func graph(for view: GraphView) -> Graph

  /// Where a node is; by default where the graph says.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - node: The node.
  ///   - graph: The graph it belongs to.
  /// - Returns: The place of its top left corner.
  func graphView(_ view: GraphView, positionOf node: NodeID, in graph: Graph) -> Point

  /// What a node's title bar says; by default its name, or its kind's if it has none.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - node: The node.
  ///   - graph: The graph it belongs to.
  /// - Returns: The title.
  func graphView(_ view: GraphView, titleOf node: NodeID, in graph: Graph) -> String

  /// Whether a node that is reloaded is shown; by default if the graph contains it.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - node: The node.
  ///   - graph: The graph it may belong to.
  /// - Returns: Whether it is shown.
  func graphView(_ view: GraphView, shows node: NodeID, in graph: Graph) -> Bool
}

extension GraphViewDataSource {
  /// The node's position in the graph.
  public func graphView(_ view: GraphView, positionOf node: NodeID, in graph: Graph) -> Point {
    graph.position(of: node)
  }

  /// The node's name, or its kind's.
  public func graphView(_ view: GraphView, titleOf node: NodeID, in graph: Graph) -> String {
    graph.name(of: node) ?? (try? graph.kind(of: node).name) ?? ""
  }

  /// Whether the graph contains the node.
  public func graphView(_ view: GraphView, shows node: NodeID, in graph: Graph) -> Bool { graph.contains(node) }
}
