// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What a layout knows of a graph: the sizes of nodes, where their ports are, and what is connected.
///
/// It may have cycles, loops, several connections between the same nodes, and parts that are not connected.
public struct LayoutGraph: Hashable, Sendable {
  /// A box to be placed.
  public struct Node: Hashable, Sendable {
    /// Its size, in points.
    public var size: GraphSize
    /// How far below its top edge each input lies on its left edge, in ascending order.
    public var inputs: [Double]
    /// How far below its top edge each output lies on its right edge, in ascending order.
    public var outputs: [Double]

    /// A box with ports.
    ///
    /// - Parameters:
    ///   - size: Its size, in points.
    ///   - inputs: How far below its top edge each input lies on its left edge, in ascending order.
    ///   - outputs: How far below its top edge each output lies on its right edge, in ascending order.
    public init(_ size: GraphSize, inputs: [Double] = [], outputs: [Double] = []) {
      self.size = size
      self.inputs = inputs
      self.outputs = outputs
    }
  }

  /// A connection between ports, each given by the index of its node in ``LayoutGraph/nodes`` and its own index.
  public struct Edge: Hashable, Sendable {
    /// The index in ``LayoutGraph/nodes`` of the node it starts from.
    public var source: Int
    /// The index of the output in the source's ``LayoutGraph/Node/outputs``.
    public var output: Int
    /// The index in ``LayoutGraph/nodes`` of the node it leads to.
    public var target: Int
    /// The index of the input in the target's ``LayoutGraph/Node/inputs``.
    public var input: Int

    /// A connection from an output to an input.
    public init(from source: Int, output: Int = 0, to target: Int, input: Int = 0) {
      self.source = source
      self.output = output
      self.target = target
      self.input = input
    }
  }

  /// The boxes.
  public var nodes: [Node]
  /// The connections.
  public var edges: [Edge]

  /// A graph of these boxes and connections.
  public init(nodes: [Node] = [], edges: [Edge] = []) {
    self.nodes = nodes
    self.edges = edges
  }
}

/// Where a layout puts nodes and connections.
public struct LayoutResult: Hashable, Sendable {
  /// The top left corner of each node, in the order of ``LayoutGraph/nodes``.
  public var positions: [GraphPoint]
  /// The corners of each connection, in the order of ``LayoutGraph/edges``: from its output to its input, both included.
  public var routes: [[GraphPoint]]
  /// For each edge, in the order of ``LayoutGraph/edges``, whether it runs against the direction of the layout because it
  /// would close a cycle.
  public var isReversed: [Bool]
  /// The room that nodes and routes take, in points from the origin.
  public var size: GraphSize

  /// What a layout has found.
  ///
  /// - Parameters:
  ///   - positions: The top left corner of each node.
  ///   - routes: The corners of each connection, both ends included.
  ///   - isReversed: Which connections run against the direction of the layout.
  ///   - size: How much room it all takes.
  public init(positions: [GraphPoint], routes: [[GraphPoint]], isReversed: [Bool], size: GraphSize) {
    self.positions = positions
    self.routes = routes
    self.isReversed = isReversed
    self.size = size
  }
}
