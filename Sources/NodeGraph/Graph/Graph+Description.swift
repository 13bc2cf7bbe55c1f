// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Graph: CustomStringConvertible {
  /// How large the graph is, not what is in it: a million nodes describe themselves in a line.
  public var description: String { "Graph of \(nodeCount) nodes and \(connectionCount) connections" }
}
