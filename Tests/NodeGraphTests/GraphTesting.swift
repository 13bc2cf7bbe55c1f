// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The generator of Steele, Lea and Flood (2014): the same numbers for the same seed, everywhere.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number below `count`.
  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

  /// True once in `count` times.
  mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }
}

/// How many steps a random edit script takes: NODEGRAPH_FUZZ_STEPS, or 10,000.
var fuzzSteps: Int {
  guard let text = unsafe getenv("NODEGRAPH_FUZZ_STEPS") else { return 10_000 }
  return Int(unsafe String(cString: text)) ?? 10_000
}

let number = PortType(Double.self, name: "Number")
let text = PortType(String.self, name: "Text")
let pair = PortType((Double, Double).self, name: "Pair")

/// One input, one output, both numbers.
let negate = NodeKind("Negate", inputs: [.init("x", number)], outputs: [.init("y", number)])
/// A source of numbers.
let constant = NodeKind("Number", outputs: [.init("value", number)])
/// Two numbers in, one out.
let add = NodeKind("Add", inputs: [.init("x", number), .init("y", number)], outputs: [.init("sum", number)])
/// Many numbers in, one out.
let sum = NodeKind("Sum", inputs: [.init("terms", number, arity: .many)], outputs: [.init("sum", number)])
/// A number in, a text out.
let label = NodeKind("Label", inputs: [.init("x", number)], outputs: [.init("text", text)])

/// Kinds that differ in every way in which kinds can: types, arity, defaults, names, number and size of outputs.
let mixedKinds = [
  constant, negate, add, sum, label,
  NodeKind("Twin", inputs: [.init("y", number), .init("x", number)], outputs: [.init("total", number)]),
  NodeKind(
    "Split", inputs: [.init("x", number, hasDefault: true)],
    outputs: [.init("low", number), .init("label", text), .init("high", number)]),
  NodeKind(
    "Join", inputs: [.init("parts", text, arity: .many), .init("x", text)], outputs: [.init("text", text)]),
  NodeKind(
    "Mix", inputs: [.init("a", number), .init("terms", number, arity: .many), .init("b", text, hasDefault: true)],
    outputs: [.init("pair", pair), .init("sum", number)]),
  NodeKind("Unmix", inputs: [.init("pair", pair)], outputs: [.init("pair", pair), .init("sum", number)]),
  NodeKind("Show", inputs: [.init("pair", pair), .init("terms", number, arity: .many)]),
]

/// All that can be seen of a graph.
struct GraphPicture: Equatable {
  struct Node: Equatable {
    var kind: NodeKind
    var name: String?
    var position: Point
    /// For each input what is connected to it, in order.
    var sources: [[OutputPort]]
    /// For each output who reads it.
    var consumers: [[InputPort: Int]]
  }

  var nodes: [NodeID: Node] = [:]
  /// The evaluation order.
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

  /// The rule that the evaluation order breaks, if it breaks one.
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

/// Whether `path` is a cycle: each input after the first is fed by the node before it.
func isPath(_ path: [InputPort], in graph: Graph) -> Bool {
  zip(path, path.dropFirst()).allSatisfy { before, input in
    graph.sources(of: input).contains { $0.node == before.node }
  }
}
