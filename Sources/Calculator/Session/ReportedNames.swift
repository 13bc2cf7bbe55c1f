// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The names of the nodes of the last long report. The next report is often one of the same nodes, and finding a name costs as much as
/// evaluating several light nodes. It takes 24 bytes for each node of that report.
///
/// Invariant: as long as no name has changed, it has the name of each of its nodes.
package struct ReportedNames {
  /// The number of nodes from which a report is long.
  private static let least = 32

  private var nodes: [NodeID] = []
  private var names: [String] = []
  /// The version of the names in the graph.
  private var version = 0

  package init() {}

  /// The names of nodes; `nil` if some have none. Complexity: O(nodes).
  package mutating func names(of nodes: [NodeID], in graph: Graph) -> [String]? {
    if version != graph.namesVersion { self = ReportedNames() }
    if nodes == self.nodes { return names }
    var names: [String] = []
    names.reserveCapacity(nodes.count)
    for node in nodes {
      guard let name = graph.name(of: node) else { return nil }
      names.append(name)
    }
    if nodes.count >= Self.least { (self.nodes, self.names, version) = (nodes, names, graph.namesVersion) }
    return names
  }

  /// Returns whether the invariant holds. Complexity: O(nodes).
  package func areValid(in graph: Graph) -> Bool {
    nodes.count == names.count
      && (version != graph.namesVersion || zip(nodes, names).allSatisfy { graph.name(of: $0) == $1 })
  }
}
