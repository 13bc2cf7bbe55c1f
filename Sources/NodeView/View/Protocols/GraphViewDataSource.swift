// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Says which nodes a view shows, and what the graph is.
///
/// Only two requirements have no default: ``nodes(for:)`` and ``graph(for:)``. The others answer from the graph, and a
/// host implements those that it stores elsewhere, such as positions or frames.
///
/// ```swift
/// extension Host: GraphViewDataSource {
///   func nodes(for view: GraphView) -> [NodeID] { evaluator.graph.nodes }
///   func graph(for view: GraphView) -> Graph { evaluator.graph }
/// }
/// ```
///
/// The view calls these methods only while it loads nodes: in ``GraphView/reload()``,
/// ``GraphView/reload(_:)-([NodeID])`` and ``GraphView/reloadFrames()``. It keeps the answers, not the graph, so a
/// change of the model shows only after a reload. Answer from the model, and change neither the model nor the view in
/// an answer.
public protocol GraphViewDataSource: AnyObject {
  /// The nodes that the view shows after ``GraphView/reload()``. Mirrors `dataProviderForView` of ShinpuruNodeUI's
  /// `SNDelegate`, which returned nodes instead of their ids.
  ///
  /// Nodes that were shown and are missing here are removed from the view, with their selection.
  /// ``GraphView/reload(_:)-([NodeID])`` doesn't call this method: it calls ``graphView(_:shows:in:)`` for each node.
  ///
  /// - Parameter view: The view that asks.
  /// - Returns: The nodes, the rearmost first. Nodes that the view already shows keep their depth.
  func nodes(for view: GraphView) -> [NodeID]

  /// The graph that the nodes belong to. The view asks once per reload and keeps no copy.
  ///
  /// Returning a stored `Graph` costs O(1). If you edit it while the view still has its copy, that edit copies the
  /// storage; the view therefore releases its copy before it calls the delegate.
  ///
  /// - Parameter view: The view that asks.
  /// - Returns: The graph as it is now.
  func graph(for view: GraphView) -> Graph

  /// The position of a node; by default the one in the graph.
  ///
  /// During a drag the view moves nodes itself and calls ``GraphViewDelegate/graphView(_:didMove:to:)``. A reload puts
  /// the node where this method says, so store that position first.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - node: The node.
  ///   - graph: The graph it belongs to.
  /// - Returns: The node's top left corner, in canvas points. Coordinates are clamped to the range where nodes can be.
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
  /// Return `false` for nodes of the graph that this view hides: otherwise they appear when they are reloaded. A node
  /// for which the answer is `false` is removed from the view.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - node: The node.
  ///   - graph: The graph it may belong to.
  /// - Returns: Whether it is shown.
  func graphView(_ view: GraphView, shows node: NodeID, in graph: Graph) -> Bool

  /// The kind of a node, which says what ports it has; by default the one in the graph.
  ///
  /// Implement it for a node that the view shows but the graph doesn't contain, such as a group by its
  /// ``/NodeGraph/InstanceID/node``. Then ``graphView(_:sourcesOf:in:)``, ``graphView(_:shows:in:)``,
  /// ``graphView(_:positionOf:in:)`` and ``graphView(_:titleOf:in:)`` have to answer for that node as well. A kind that
  /// differs from the last one replaces all renderers of the node.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - node: The node.
  ///   - graph: The graph it may belong to.
  /// - Returns: The kind; `nil` for a node that was removed, which the view removes too.
  func graphView(_ view: GraphView, kindOf node: NodeID, in graph: Graph) -> NodeKind?

  /// The outputs that an input is connected to; by default those in the graph.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - input: An input of a node that is shown.
  ///   - graph: The graph the node may belong to.
  /// - Returns: Outputs, in order. Connections from nodes that aren't shown aren't drawn. If the list has changed, the
  ///   view asks for a new renderer of the input's row.
  func graphView(_ view: GraphView, sourcesOf input: InputPort, in graph: Graph) -> [OutputPort]

  /// How a node differs from what its parts ask for; by default in no way.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - node: The node.
  ///   - graph: The graph it may belong to.
  /// - Returns: Its size, depth, form, flow and colour, and whether it is locked.
  func graphView(_ view: GraphView, lookOf node: NodeID, in graph: Graph) -> NodeLook

  /// Whether the user may resize a node by its lower right corner; `false` by default.
  ///
  /// A resize arrives as ``GraphViewDelegate/graphView(_:didResize:to:)``; return the size from then on in
  /// ``graphView(_:lookOf:in:)-(_,NodeID,_)``. Locked nodes, and nodes in the forms
  /// ``/NodeGraph/NodeLook/Form/compact`` and ``/NodeGraph/NodeLook/Form/dot``, have no such corner.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - node: The node.
  ///   - graph: The graph it may belong to.
  /// - Returns: Whether it has such a corner.
  func graphView(_ view: GraphView, canResize node: NodeID, in graph: Graph) -> Bool

  /// How a connection is shown; by default as the style says. The view asks when it loads the node that the connection
  /// leads to.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - connection: A connection of a node that is shown.
  ///   - graph: The graph it may belong to.
  /// - Returns: Its label, colour, width, dashes, course and reroutes. Values in ``GraphView/edgeAttributes`` take
  ///   precedence.
  func graphView(_ view: GraphView, lookOf connection: Connection, in graph: Graph) -> ConnectionLook

  /// The frames drawn below the nodes; by default none.
  ///
  /// The view asks in ``GraphView/reload()`` and ``GraphView/reloadFrames()``, not when single nodes are reloaded. A
  /// frame whose position or size is not finite is left out.
  ///
  /// - Parameter view: The view that asks.
  /// - Returns: The frames. Those with greater ids cover others.
  func frames(for view: GraphView) -> [FrameID: GraphFrame]
}

extension GraphViewDataSource {
  /// Returns the node's position in the graph, in canvas points, or zero for a node that the graph doesn't contain.
  ///
  /// A host that stores positions in the graph has no need of another implementation: `graph.move(_:to:)` in
  /// ``GraphViewDelegate/graphView(_:didMove:to:)`` is enough.
  public func graphView(_ view: GraphView, positionOf node: NodeID, in graph: Graph) -> GraphPoint {
    graph.position(of: node)
  }

  /// Returns the node's name, or its kind's name, or an empty text for a node that the graph doesn't contain.
  ///
  /// A change of the name appears when the node is reloaded.
  public func graphView(_ view: GraphView, titleOf node: NodeID, in graph: Graph) -> String {
    graph.name(of: node) ?? (try? graph.kind(of: node).name) ?? ""
  }

  /// Returns whether the graph contains the node: all its nodes are shown when they are reloaded, including those that
  /// ``nodes(for:)`` leaves out.
  public func graphView(_ view: GraphView, shows node: NodeID, in graph: Graph) -> Bool { graph.contains(node) }

  /// Returns the node's kind in the graph, or `nil` for a node that the graph doesn't contain, which removes it from
  /// the view.
  public func graphView(_ view: GraphView, kindOf node: NodeID, in graph: Graph) -> NodeKind? {
    try? graph.kind(of: node)
  }

  /// Returns the outputs that the input is connected to in the graph: none for an unconnected input or one that the
  /// graph doesn't contain.
  public func graphView(_ view: GraphView, sourcesOf input: InputPort, in graph: Graph) -> [OutputPort] {
    graph.sources(of: input)
  }

  /// Returns an empty look: the node is as large as its parts ask for, in its usual form and colour, and not locked.
  ///
  /// Implement it together with ``graphView(_:canResize:in:)``, or a node that the user resized has its old size again
  /// when it is reloaded.
  public func graphView(_ view: GraphView, lookOf node: NodeID, in graph: Graph) -> NodeLook { NodeLook() }

  /// Returns `false`: nodes are as large as their parts and looks ask for, and ``HitTarget/nodeCorner(_:)`` is never
  /// hit.
  public func graphView(_ view: GraphView, canResize node: NodeID, in graph: Graph) -> Bool { false }

  /// Returns an empty look: the connection has no label and no reroutes, and its course, colour and width are those of
  /// the style, the renderer provider and ``GraphView/edgeAttributes``.
  public func graphView(_ view: GraphView, lookOf connection: Connection, in graph: Graph) -> ConnectionLook {
    ConnectionLook()
  }

  /// Returns no frames. Implement it together with ``GraphViewDelegate/graphView(_:didChangeFrame:to:)``, or frames
  /// that the user moves return to where they were.
  public func frames(for view: GraphView) -> [FrameID: GraphFrame] { [:] }
}
