// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring
import NodeGraph
import ViewHosts

extension Row {
  /// The costs of checking a connection, and of making or removing it.
  static var verdicts: [Row] {
    [
      Row("Graph.verdict of a node without connections") { size in
        let (graph, chain, lone) = try chainAndLoneNode(size)
        return nanoseconds(calls: 1000) { _ in
          precondition(graph.verdict(onConnecting: lone.output, to: chain[1].input(1)) == .allowed)
        }
      },
      // The first search allocates memory for the graph.
      Row("Graph.connect of such nodes") { size in
        var (graph, chain, _) = try chainAndLoneNode(size)
        let others = try (0...200).map { _ in try graph.add("Two") }
        return try nanoseconds(calls: 200) { try graph.connect(others[$0].output, to: chain[$0].input(1)) }
      },
      Row("Graph.verdict of a cycle: a node between") { size in
        let (graph, chain, _) = try chainAndLoneNode(size)
        return nanoseconds(units: size) {
          _ = graph.verdict(onConnecting: chain[size - 1].output, to: chain[0].input(1))
        }
      },
      Row("Graph.disconnect(_:from:) of one of many connections") { size in
        let inputs = [NodeKind.Input("terms", .number, arity: .many)]
        var graph = Graph(kinds: [.two, NodeKind("Sum", inputs: inputs, outputs: [.init("sum", .number)])])
        let total = try graph.add("Sum")
        let sources = try (0..<size).map { _ in try graph.add("Two") }
        try graph.connect(contentsOf: sources.map { Connection(from: $0.output, to: total.input(0)) })
        var cost = 0.0
        try graph.edit { graph in
          cost = try nanoseconds(calls: 500) { call in
            try graph.disconnect(sources[size - 1 - call].output, from: total.input(0))
          }
        }
        return cost
      },
    ]
  }

  private static func chainAndLoneNode(_ size: Int) throws -> (Graph, [NodeID], NodeID) {
    var graph = Graph(kinds: [.two])
    let nodes = try (0..<size).map { _ in try graph.add("Two") }
    for (source, target) in zip(nodes, nodes.dropFirst()) { try graph.connect(source.output, to: target.input(0)) }
    let lone = try graph.add("Two")
    return (graph, nodes, lone)
  }
}
