// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// Kinds of nodes that can run on a real-time thread.
enum RealTimeKinds {
  struct Negative: Error {}

  /// A value of more words than the header of a queue entry.
  struct Vector: Equatable, Sendable {
    var x = 0.0
    var y = 0.0
    var z = 0.0
    var w = 0.0
    var tag: UInt8 = 0
  }

  static let all: [NodeDefinition] = [
    NodeDefinition("Sum", inputs: number("a"), number("b"), output: ValuePort<Double>("sum")) { $0 + $1 },
    NodeDefinition("Mix", inputs: number("a"), number("b"), number("c"), output: ValuePort<Double>("mix")) {
      ($0 + $1 + $2) / 2
    },
    // Changes of its input are mostly cut off.
    NodeDefinition("Sign", inputs: number("a"), output: ValuePort<Double>("sign")) { a in a < 0 ? -1 : 1 },
    NodeDefinition(
      "Split", inputs: number("a"), outputs: ValuePort<Double>("whole"), ValuePort<Double>("rest")
    ) { (a: Double) in (a.rounded(.towardZero), a - a.rounded(.towardZero)) },
    NodeDefinition(
      "Sum so far", tick: ValuePort<Int>("tick"), inputs: number("a"), output: ValuePort<Double>("sum"), state: 0.0
    ) { (sum: inout Double, a: Double) in
      sum = (sum + a) / 2
      return sum
    },
    NodeDefinition("Root", inputs: number("a"), output: ValuePort<Double>("root")) { (a: Double) throws in
      if a < 0 { throw Negative() }
      return a.squareRoot()
    },
    NodeDefinition(
      "Length", inputs: ValuePort<Vector>("vector", default: Vector()), output: ValuePort<Double>("length")
    ) { (vector: Vector) in vector.x + vector.y + vector.z + vector.w + Double(vector.tag) },
    NodeDefinition("Total", inputs: ManyPort<Double>("all"), output: ValuePort<Double>("total")) { (all: [Double]) in
      all.reduce(0, +)
    },
    NodeDefinition("Text", inputs: number("a"), output: ValuePort<String>("text")) { (a: Double) in "\(a)" },
    NodeDefinition(
      "Count", inputs: ValuePort<String>("text", default: "abc"), output: ValuePort<Double>("count")
    ) { (text: String) in Double(text.count) },
    NodeDefinition("Need", inputs: ValuePort<Double>("a"), output: ValuePort<Double>("same")) { (a: Double) in a },
  ]

  private static func number(_ name: String) -> ValuePort<Double> { ValuePort(name, default: 1.5) }
}

extension Evaluator {
  /// Adds a node of a kind, connects its first inputs to the sources, and returns its output.
  func addReading(_ kind: String, _ sources: OutputPort...) throws -> Output<Double> {
    var node: NodeID?
    try edit { edit in
      let added = try edit.add(kind)
      for (index, source) in sources.enumerated() { try edit.connect(source, to: added.input(index)) }
      node = added
    }
    return try typed(node, Double.self)
  }

  /// Returns the first output of a node as an output of the given type.
  func typed<Value>(_ node: NodeID?, _ type: Value.Type) throws -> Output<Value> {
    let node = try #require(node)
    let found = try output(node.output, as: type)
    return try #require(found)
  }
}
