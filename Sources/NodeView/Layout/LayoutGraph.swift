// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A graph as a layout sees it: the sizes of nodes, the heights of their ports, and the connections.
///
/// The graph may have cycles, loops, several connections between the same nodes, and parts that are not connected.
/// Nodes and ports are identified by their index. ``GraphView/arrange(at:flow:with:)`` builds this graph from the nodes
/// that a view shows; build it yourself to draw a graph without a view:
///
/// ```swift
/// let graph = LayoutGraph(
///   nodes: [.init(GraphSize(120, 60), outputs: [30]), .init(GraphSize(120, 60), inputs: [30])],
///   edges: [.init(from: 0, to: 1)])
/// let drawing = LayeredLayout().layout(graph)
/// ```
///
/// Indices aren't checked here. ``LayeredLayout/layout(_:previous:)`` stops the program if an edge joins a node or port
/// that doesn't exist.
public struct LayoutGraph: Hashable, Sendable {
  /// A box that a layout places, with inputs on its left edge and outputs on its right edge.
  ///
  /// For a drawing that leads down, turn the graph: the width of a box is its height on the screen.
  public struct Node: Hashable, Sendable {
    /// The size of the box, in points. Boxes never overlap, and need no further margin: layouts add their own
    /// distances.
    public var size: GraphSize
    /// The distance of each input from the top of the box, in points, in ascending order.
    ///
    /// The order isn't checked. A layout assumes it when it counts crossings, so lines of unordered ports cross more
    /// often than necessary.
    public var inputs: [Double]
    /// The distance of each output from the top of the box, in points, in ascending order.
    ///
    /// See ``inputs`` for what happens with unordered ports.
    public var outputs: [Double]

    /// Creates a box with ports.
    ///
    /// - Parameters:
    ///   - size: The size of the box, in points.
    ///   - inputs: The distance of each input from the top of the box, in points, in ascending order.
    ///   - outputs: The distance of each output from the top of the box, in points, in ascending order.
    public init(_ size: GraphSize, inputs: [Double] = [], outputs: [Double] = []) {
      self.size = size
      self.inputs = inputs
      self.outputs = outputs
    }
  }

  /// A connection between two ports.
  ///
  /// Each port is identified by the index of its node in ``LayoutGraph/nodes`` and its own index among the node's
  /// inputs or outputs.
  public struct Edge: Hashable, Sendable {
    /// The index in ``LayoutGraph/nodes`` of the node where the connection begins.
    public var source: Int
    /// The index of the output in the ``LayoutGraph/Node/outputs`` of the source.
    public var output: Int
    /// The index in ``LayoutGraph/nodes`` of the node where the connection ends. It may be the source itself.
    public var target: Int
    /// The index of the input in the ``LayoutGraph/Node/inputs`` of the target.
    public var input: Int

    /// Creates a connection from an output to an input.
    ///
    /// - Parameters:
    ///   - source: The index of the node where it begins.
    ///   - output: The index of the output among those of the source.
    ///   - target: The index of the node where it ends.
    ///   - input: The index of the input among those of the target.
    public init(from source: Int, output: Int = 0, to target: Int, input: Int = 0) {
      self.source = source
      self.output = output
      self.target = target
      self.input = input
    }
  }

  /// The boxes.
  ///
  /// The positions of a ``LayoutResult``, and the previous positions that a layout gets, have the same order.
  public var nodes: [Node]
  /// The connections.
  ///
  /// The routes of a ``LayoutResult`` have the same order.
  public var edges: [Edge]

  /// Creates a graph of boxes and connections.
  ///
  /// - Parameters:
  ///   - nodes: The boxes.
  ///   - edges: The connections, whose indices refer to `nodes` and their ports.
  public init(nodes: [Node] = [], edges: [Edge] = []) {
    self.nodes = nodes
    self.edges = edges
  }
}

/// The positions and routes that a layout has found for a ``LayoutGraph``.
///
/// A layout of your own returns one to ``GraphView/arrange(at:flow:with:)``. It may leave ``routes`` and ``isReversed``
/// empty: connections then take the course of their style.
///
/// ```swift
/// view.arrange { graph, places in
///   let row = places.indices.map { GraphPoint(Double($0) * 240, 0) }
///   return LayoutResult(positions: row, routes: [], isReversed: [], size: GraphSize(240 * Double(row.count), 200))
/// }
/// ```
public struct LayoutResult: Hashable, Sendable {
  /// The top left corner of each node, in points, in the order of ``LayoutGraph/nodes``.
  ///
  /// A drawing begins at the origin; ``GraphView/arrange(at:flow:with:)`` moves it to the point that you choose.
  public var positions: [GraphPoint]
  /// The corners of each connection, in points, in the order of ``LayoutGraph/edges``: from its output to its input,
  /// both included.
  ///
  /// Straight lines between the corners that ``LayeredLayout`` finds pass no node. A view draws the route in the course
  /// of the connection until a node at one of its ends moves.
  public var routes: [[GraphPoint]]
  /// Whether each edge runs against the direction of the layout, in the order of ``LayoutGraph/edges``.
  ///
  /// These edges close the cycles of the graph. An edge from a node to itself is one of them.
  public var isReversed: [Bool]
  /// The size of the area that nodes and routes take, in points, measured from the origin.
  ///
  /// ``GraphView/arrange(at:flow:with:)`` needs its width to mirror drawings that lead to the left or up, so a layout
  /// of your own has to set it.
  public var size: GraphSize

  /// Creates the result of a layout.
  ///
  /// - Parameters:
  ///   - positions: The top left corner of each node, in points.
  ///   - routes: The corners of each connection, both ends included; empty for no routes.
  ///   - isReversed: Whether each connection runs against the direction of the layout; empty if `routes` is.
  ///   - size: The size of the area that nodes and routes take, in points, measured from the origin.
  public init(positions: [GraphPoint], routes: [[GraphPoint]], isReversed: [Bool], size: GraphSize) {
    self.positions = positions
    self.routes = routes
    self.isReversed = isReversed
    self.size = size
  }
}
