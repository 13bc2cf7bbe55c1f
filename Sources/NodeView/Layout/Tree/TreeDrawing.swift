// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Where ``TreeLayout`` puts the nodes of a tree.
public struct TreeDrawing: Hashable, Sendable {
  /// The top left corner of each node.
  public var positions: [GraphPoint]
  /// The line to each node from its parent: from the middle of that one's bottom to the middle of its own top. Roots
  /// have none.
  public var lines: [[GraphPoint]]
  /// How much room it all takes, from the origin on.
  public var size: GraphSize

  /// A drawing.
  ///
  /// - Parameters:
  ///   - positions: The top left corner of each node.
  ///   - lines: The line to each node from its parent, both ends included; empty for roots.
  ///   - size: How much room it all takes, from the origin on.
  public init(positions: [GraphPoint], lines: [[GraphPoint]], size: GraphSize) {
    self.positions = positions
    self.lines = lines
    self.size = size
  }
}
