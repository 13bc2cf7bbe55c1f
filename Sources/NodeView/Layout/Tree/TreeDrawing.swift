// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The positions and lines that ``TreeLayout/layout(children:sizes:)`` has found for the nodes of a tree.
///
/// All coordinates are points, from the top left of the drawing. Arrays have the order of the nodes in the layout's
/// parameters.
public struct TreeDrawing: Hashable, Sendable {
  /// The top left corner of each node, in points, with 0 as the least coordinate in both directions.
  public var positions: [GraphPoint]
  /// The line to each node from its parent, in points: from the middle of the parent's bottom to the middle of the
  /// node's top.
  ///
  /// The lines of roots are empty.
  public var lines: [[GraphPoint]]
  /// The size of the area that the nodes take, in points, measured from the origin.
  public var size: GraphSize

  /// Creates a drawing.
  ///
  /// - Parameters:
  ///   - positions: The top left corner of each node, in points.
  ///   - lines: The line to each node from its parent, both ends included; empty for roots.
  ///   - size: The size of the area that the nodes take, in points, measured from the origin.
  public init(positions: [GraphPoint], lines: [[GraphPoint]], size: GraphSize) {
    self.positions = positions
    self.lines = lines
    self.size = size
  }
}
