// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport

/// Everything that can be observed of a graph.
struct GraphPicture: Equatable {
  struct Node: Equatable {
    var kind: NodeKind
    var name: String?
    var position: GraphPoint
    /// The sources of each input, in order.
    var sources: [[OutputPort]]
    /// The consumers of each output, with the number of connections to each.
    var consumers: [[InputPort: Int]]
  }

  var nodes: [NodeID: Node] = [:]
  /// The nodes in evaluation order.
  var order: [NodeID]
  var connectionCount: Int

  init(_ graph: Graph) throws {
    order = graph.nodes
    connectionCount = graph.connectionCount
    for id in order {
      let kind = try graph.kind(of: id)
      nodes[id] = Node(
        kind: kind, name: graph.name(of: id), position: graph.position(of: id),
        sources: kind.inputs.indices.map { graph.sources(of: id.input($0)) },
        consumers: kind.outputs.indices.map { output in
          graph.consumers(of: id.output(output)).reduce(into: [:]) { $0[$1, default: 0] += 1 }
        })
    }
  }

  /// A description of the first violation of the evaluation order; `nil` if the order is valid.
  var orderFault: String? {
    var seen: Set<NodeID> = []
    for id in order {
      guard seen.insert(id).inserted else { return "\(id) comes twice" }
      let sources = (nodes[id]?.sources ?? []).flatMap { $0 }
      if let source = sources.first(where: { !seen.contains($0.node) }) {
        return "\(id) comes before \(source.node), which it reads"
      }
    }
    return seen.count == nodes.count ? nil : "nodes are missing from the order"
  }
}

/// Whether `path` is a path: each input after the first is fed by the node of the input before it.
func isPath(_ path: [InputPort], in graph: Graph) -> Bool {
  zip(path, path.dropFirst()).allSatisfy { before, input in
    graph.sources(of: input).contains { $0.node == before.node }
  }
}
