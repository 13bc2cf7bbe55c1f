// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The part of a graph that a picture shows: some nodes, each after those it reads, and the connections among them.
struct ShownGraph {
  /// The nodes, in evaluation order.
  let nodes: [NodeID]
  /// The index of each node in ``nodes``.
  let places: [NodeID: Int]
  /// The connections to each node's inputs whose source is also shown, in the order of the inputs.
  let incoming: [[Connection]]

  /// Reads a graph. Complexity: O(nodes of the graph + connections shown).
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - nodes: The nodes to be shown, in any order; all nodes if it is `nil`. Nodes that don't exist are left out.
  init(_ graph: Graph, nodes: (some Sequence<NodeID>)?) {
    let wanted = nodes.map { Set($0) }
    let shown = graph.nodes.filter { wanted?.contains($0) ?? true }
    let places = Dictionary(uniqueKeysWithValues: zip(shown, shown.indices))
    incoming = shown.map { node in
      let count = (try? graph.kind(of: node).inputs.count) ?? 0
      return (0..<count).flatMap { index in
        let target = node.input(index)
        return graph.sources(of: target).filter { places[$0.node] != nil }.map { Connection(from: $0, to: target) }
      }
    }
    self.nodes = shown
    self.places = places
  }

  private init(nodes: [NodeID], incoming: [[Connection]]) {
    self.nodes = nodes
    self.incoming = incoming
    places = Dictionary(uniqueKeysWithValues: zip(nodes, nodes.indices))
  }

  /// This part in an order that keeps values close to their readers.
  ///
  /// Before each node are the nodes that it reads, in the order of its inputs, and before these the nodes that they
  /// read.
  ///
  /// - Complexity: O(nodes + connections).
  var depthFirst: ShownGraph {
    let reads = reads
    var isRead = Array(repeating: false, count: nodes.count)
    for source in reads.joined() { isRead[source] = true }
    var order: [Int] = []
    var isListed = isRead.map { _ in false }
    for last in nodes.indices where !isRead[last] {
      // The nodes on the path from one that no other reads, and the number of inputs that each has visited.
      var path = [(node: last, looked: 0)]
      while let (node, looked) = path.last {
        if looked < reads[node].count {
          path[path.count - 1].looked += 1
          let source = reads[node][looked]
          if !isListed[source] { path.append((source, 0)) }
        } else {
          path.removeLast()
          isListed[node] = true
          order.append(node)
        }
      }
    }
    return ShownGraph(nodes: order.map { nodes[$0] }, incoming: order.map { incoming[$0] })
  }

  /// For each node, the indices of the nodes that it reads, each once, in the order of its inputs.
  var reads: [[Int]] {
    incoming.map { connections in
      var seen: Set<Int> = []
      return connections.compactMap { places[$0.source.node] }.filter { seen.insert($0).inserted }
    }
  }
}
