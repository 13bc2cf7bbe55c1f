// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring
import NodeGraph

/// Graphs without values, to which edges are added.
struct Edges {
  /// Nodes with two number inputs and one number output, without connections.
  let empty: Graph
  let connections: [Connection]

  private static let number = PortType(Double.self)
  private static let kind = NodeKind(
    "Node", inputs: [.init("x", number), .init("y", number)], outputs: [.init("z", number)])

  /// Adds `count` nodes and prepares connections between them by source, target, and input of the target.
  init(_ count: Int, _ edges: [(source: Int, target: Int, input: Int)]) throws {
    var graph = Graph(kinds: [Self.kind])
    var nodes: [NodeID] = []
    nodes.reserveCapacity(count)
    try graph.edit { graph in for _ in 0..<count { nodes.append(try graph.add("Node")) } }
    empty = graph
    connections = edges.map { Connection(from: nodes[$0.source].output, to: nodes[$0.target].input($0.input)) }
  }

  /// Returns a copy of the graph that shares no storage.
  private func fresh() -> Graph {
    var graph = empty
    graph.edit { _ in }
    return graph
  }

  /// Measures `body` on a graph without edges; small graphs are measured more than once.
  private func subject(_ body: @escaping (inout Graph) throws -> Void) -> Subject {
    let rounds = max(1, 100_000 / connections.count)
    return Subject(Declared.name, divisor: Double(connections.count), repetitions: rounds) {
      var total = 0.0
      for _ in 0..<rounds {
        var graph = fresh()
        total += try timed { try body(&graph) }
        guard graph.connectionCount == connections.count else {
          throw Mismatch("\(graph.connectionCount) connections, not \(connections.count)")
        }
        if connections.count < 20_000 { graph.checkInvariants() }
      }
      return total / Double(rounds)
    }
  }

  /// Connects all edges in one edit.
  func together() -> Subject {
    subject { graph in
      try graph.edit { graph in
        for connection in connections { try graph.connect(connection.source, to: connection.target) }
      }
    }
  }

  /// Connects each edge in an edit of its own.
  func apart() -> Subject {
    subject { graph in
      for connection in connections { try graph.connect(connection.source, to: connection.target) }
    }
  }

  /// Connects all edges in one call, which sorts them once.
  func bulk() -> Subject { subject { graph in try graph.connect(contentsOf: connections) } }

  /// A connection from the end of a chain to its start, refused with the whole path.
  static func refusal(_ length: Int) throws -> Subject {
    let edges = try Edges(length, (1..<length).map { ($0 - 1, $0, 0) })
    var graph = edges.empty
    try graph.connect(contentsOf: edges.connections)
    guard let first = edges.connections.first?.source.node, let last = edges.connections.last?.target.node else {
      throw Mismatch("a chain has two ends")
    }
    return Subject(Declared.name, divisor: Double(length)) { updates in
      for _ in 0..<updates {
        do {
          try graph.connect(last.output, to: first.input(1))
          throw Mismatch("a cycle was not refused")
        } catch GraphError.cycle(let path) {
          guard path.count == length else { throw Mismatch("the path has \(path.count) ports, not \(length)") }
        }
      }
    }
  }

  /// Two edges into each node, from random preceding nodes.
  static func agreeing(_ count: Int) throws -> Edges {
    var random = SplitMix64(state: 5)
    return try Edges(
      count, (1..<count).flatMap { node in (0..<2).map { (random.below(node), node, $0) } })
  }

  /// A layered random graph whose nodes and edges are added in random order.
  static func random(_ count: Int, layers: Int = 20) throws -> Edges {
    var random = SplitMix64(state: 6)
    let names = (0..<count).shuffled(using: &random)
    let width = count / layers
    var edges: [(source: Int, target: Int, input: Int)] = []
    for node in width..<count {
      let above = (node / width - 1) * width
      for input in 0..<2 { edges.append((names[above + random.below(width)], names[node], input)) }
    }
    return try Edges(count, edges.shuffled(using: &random))
  }

  /// A chain in the reverse order of its nodes, each edge of which moves all nodes that are connected so far.
  static func worst(_ count: Int) throws -> Edges { try Edges(count, (1..<count).map { ($0, $0 - 1, 0) }) }
}

extension Row {
  /// Rows for edges in different orders.
  static func edges(large: Int) -> [Row] {
    [
      Row(
        "insert edges that agree", 1000, "ns/edge", goal: 20, isSingle: true,
        [(Declared.name, { try Edges.agreeing(1000).together() })]
      ),
      Row(
        "insert edges that agree", large / 2, "ns/edge", goal: 80,
        isSingle: true, [(Declared.name, { try Edges.agreeing(large / 2).together() })]),
      Row(
        "insert agreeing edges one edit each", 1000, "ns/edge", isSingle: true,
        [(Declared.name, { try Edges.agreeing(1000).apart() })]),
      Row(
        "insert edges in random order", large / 10, "ns/edge", goal: 1000,
        isSingle: true, [(Declared.name, { try Edges.random(large / 10).together() })]),
      Row(
        "insert edges in the worst order", 20_000, "ns/edge", goal: 2000,
        isSingle: true, [(Declared.name, { try Edges.worst(20_000).together() })]),
      Row(
        "insert worst edges one edit each", 2000, "ns/edge", isSingle: true,
        [(Declared.name, { try Edges.worst(2000).apart() })]),
      Row(
        "bulk load in random order", large / 2, "ns/edge", goal: 100,
        isSingle: true, [(Declared.name, { try Edges.random(large / 2).bulk() })]),
      Row("refuse a cycle across all", large, "ns/node", [(Declared.name, { try Edges.refusal(large) })]),
    ]
  }
}
