// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Graph: CustomStringConvertible {
  /// The size of the graph in one line: `Graph of 2 nodes and 1 connections`.
  ///
  /// The content isn't listed, however small, so that printing a graph of a million nodes is safe. To see the content, print
  /// ``nodes`` and ``connections``, or encode ``document()``.
  public var description: String { "Graph of \(nodeCount) nodes and \(connectionCount) connections" }
}
