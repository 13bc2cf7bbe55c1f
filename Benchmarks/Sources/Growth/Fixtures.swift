// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The subject of a row, with a size.
protocol Fixture {
  init(_ size: Int) throws
}

extension Row {
  /// A row whose unit is a call. Some calls precede the measured ones: they release data of earlier edits, and fill
  /// caches.
  static func call<Subject: Fixture>(
    _ name: String, _ growth: Growth = .constant, largest: Int = .max, calls: Int = 500,
    after prepare: @escaping (inout Subject) throws -> Void = { _ in },
    _ body: @escaping (inout Subject, _ call: Int) throws -> Void
  ) -> Row {
    Row(name, largest: largest, growth) { size in
      var subject = try Subject(size)
      try prepare(&subject)
      for call in calls..<calls + calls / 5 { try body(&subject, call) }
      return try nanoseconds(units: calls) { for call in 0..<calls { try body(&subject, call) } }
    }
  }

  /// A row whose unit is a node, or another of the `size` elements that `body` processes together; it is repeated if
  /// the subject allows that.
  static func each<Subject: Fixture>(
    _ name: String, _ growth: Growth = .constant, largest: Int = .max, isRepeated: Bool = true,
    after prepare: @escaping (inout Subject) throws -> Void = { _ in },
    _ body: @escaping (inout Subject) throws -> Void
  ) -> Row {
    Row(name, largest: largest, growth) { size in
      var subject = try Subject(size)
      try prepare(&subject)
      let rounds = isRepeated ? max(2, 20_000 / size) : 1
      if isRepeated { try body(&subject) }
      return try nanoseconds(units: rounds * size) { for _ in 0..<rounds { try body(&subject) } }
    }
  }
}

/// Stops if a row doesn't do what it is meant to measure.
func expect(_ isTrue: Bool) { precondition(isTrue, "a row does something else than it says") }

/// Kinds without code, for graphs without values.
enum Kinds {
  static let number = PortType(Double.self)
  static let all = [
    NodeKind("Number", outputs: [.init("value", number)]),
    NodeKind("Word", outputs: [.init("word", PortType(String.self))]),
    NodeKind("Add", inputs: ["x", "y", "z"].map { .init($0, number) }, outputs: [.init("sum", number)]),
    NodeKind("Mean", inputs: ["x", "y"].map { .init($0, number) }, outputs: [.init("mean", number)]),
    NodeKind("Sum", inputs: [.init("terms", number, arity: .many)], outputs: [.init("sum", number)]),
  ]
}

/// Many sources, each with a node "n0", "n1", … that reads it, has a free input, and has a position.
struct WideGraph: Fixture {
  var graph = Graph(kinds: Kinds.all)
  private(set) var sources: [NodeID] = []
  private(set) var nodes: [NodeID] = []
  /// Graphs that a row keeps, because memory that is used again costs less than new memory.
  var copies: [Graph] = []

  init(_ size: Int) throws {
    var (sources, nodes) = (sources, nodes)
    try graph.edit { graph in
      for number in 0..<size {
        let source = try graph.add("Number")
        let node = try graph.add("Add", named: "n\(number)", at: GraphPoint(Double(number), 0))
        try graph.connect(source.output, to: node.input(0))
        sources.append(source)
        nodes.append(node)
      }
    }
    (self.sources, self.nodes) = (sources, nodes)
  }

  /// One of 61 indices that are as far apart as possible: so few that their memory stays in caches for graphs of any size.
  func index(_ call: Int) -> Int { call % 61 * (nodes.count / 61) }
  func node(_ call: Int) -> NodeID { nodes[index(call)] }
  func source(_ call: Int) -> NodeID { sources[index(call)] }
  /// Nodes of the first half and of the second half of the order.
  func early(_ call: Int) -> NodeID { nodes[index(call) / 2] }
  func late(_ call: Int) -> NodeID { nodes[nodes.count - 1 - index(call) / 3] }
}

/// A source, and a chain of nodes downstream of it.
struct ChainGraph: Fixture {
  var graph = Graph(kinds: Kinds.all)
  private(set) var nodes: [NodeID]
  var last: NodeID { nodes[nodes.count - 1] }

  init(_ size: Int) throws {
    var nodes = [try graph.add("Number")]
    try graph.edit { graph in
      for number in 0..<size {
        nodes.append(try graph.add("Add"))
        try graph.connect(nodes[number].output, to: nodes[number + 1].input(0))
      }
    }
    self.nodes = nodes
  }
}

/// A hub with many readers, each of which reads it twice, and a node that reads all of these with one input.
struct StarGraph: Fixture {
  var graph = Graph(kinds: Kinds.all)
  let hub: NodeID
  let end: NodeID
  private(set) var readers: [NodeID] = []

  init(_ size: Int) throws {
    hub = try graph.add("Number")
    let hub = hub
    var readers = readers
    try graph.edit { graph in
      for _ in 0..<size {
        let reader = try graph.add("Add")
        try graph.connect(hub.output, to: reader.input(0))
        readers.append(reader)
      }
    }
    end = try graph.add("Sum")
    let end = end
    try graph.edit { graph in
      for reader in readers { try graph.connect(reader.output, to: end.input(0)) }
    }
    self.readers = readers
  }
}
