// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Node definitions with code.
enum Definitions {
  static let all: [NodeDefinition] = [
    .source("Number", output: ValuePort("value"), initial: 0.0),
    .source("Word", output: ValuePort("word"), initial: "word"),
    NodeDefinition(
      "Add", inputs: ValuePort("x", default: 0.0), ValuePort("y", default: 0.0), ValuePort("z", default: 0.0),
      output: ValuePort("sum")
    ) { (x: Double, y: Double, z: Double) in x + y + z },
    NodeDefinition(
      "Mean", inputs: ValuePort("x", default: 0.0), ValuePort("y", default: 0.0), output: ValuePort("mean")
    ) { (x: Double, y: Double) in (x + y) / 2 },
    NodeDefinition("Sum", inputs: ManyPort<Double>("terms"), output: ValuePort("sum")) { (terms: [Double]) in
      terms.reduce(0, +)
    },
    NodeDefinition("Picky", inputs: ValuePort("x", Double.self), output: ValuePort("y")) { (x: Double) in x },
    NodeDefinition("Sign", inputs: ValuePort("x", Double.self), output: ValuePort("sign")) { (x: Double) in
      x < 0 ? -1.0 : 1.0
    },
    NodeDefinition("Root", inputs: ValuePort("x", Double.self), output: ValuePort("root")) { (x: Double) in
      if x < 0 { throw Stopped() }
      return x.squareRoot()
    },
  ]

  /// A definition that sums `count` inputs, for a single node.
  static func sum(of count: Int) -> NodeDefinition {
    let inputs = (0..<count).map { NodeKind.Input("x\($0)", PortType(Double.self), hasDefault: false) }
    return .dynamic("Own sum", inputs: inputs, output: ValuePort<Double>("sum")) { inputs in Double(inputs.count) }
  }
}

/// Many sources, each with a node "n0", "n1", … that reads it, and that has a literal and a free input.
struct Wide: Fixture {
  let evaluator = Evaluator(definitions: Definitions.all)
  private(set) var sources: [Variable<Double>] = []
  private(set) var nodes: [NodeID] = []
  /// Values that a row keeps from call to call.
  var kept: [Any] = []
  private var number = 1.0

  init(_ size: Int) throws {
    var (sources, nodes) = (sources, nodes)
    try evaluator.edit { edit in
      for number in 0..<size {
        let source = try edit.add("Number")
        let node = try edit.add("Add", named: "n\(number)")
        try edit.set(source, to: Double(number))
        try edit.connect(source.output, to: node.input(0))
        try edit.setLiteral(node.input(2), to: 2.0)
        if let variable = try evaluator.variable(source, as: Double.self) { sources.append(variable) }
        nodes.append(node)
      }
    }
    (self.sources, self.nodes) = (sources, nodes)
  }

  /// One of 61 indices that are as far apart as possible: so few that their memory stays in caches for graphs of any size.
  func index(_ call: Int) -> Int { call % 61 * (nodes.count / 61) }
  func node(_ call: Int) -> NodeID { nodes[index(call)] }
  func source(_ call: Int) -> Variable<Double> { sources[index(call)] }
  /// Nodes of the first half and of the second half of the evaluation order.
  func early(_ call: Int) -> NodeID { nodes[index(call) / 2] }
  func late(_ call: Int) -> NodeID { nodes[nodes.count - 1 - index(call) / 3] }

  /// Returns a new number each time.
  mutating func nextNumber() -> Double {
    number += 1
    return number
  }

  /// Sets all sources to a value.
  @discardableResult
  func setAll(to value: Double) -> Receipt {
    evaluator.edit { edit in for source in sources { edit.set(source, to: value) } }
  }

  /// Sets each source in an edit of its own.
  func editEach() { for (call, source) in sources.enumerated() { evaluator.set(source, to: -0.5 - Double(call)) } }

  /// Makes a node fail that no other node depends on.
  func failElsewhere() throws {
    var failed: NodeID?
    try evaluator.edit { failed = try $0.add("Picky") }
    expect(failed.flatMap(evaluator.failure) != nil)
  }

  func output(_ node: NodeID) throws -> Output<Double> {
    guard let output = try evaluator.output(node.output, as: Double.self) else { throw Stopped() }
    return output
  }
}

/// A source and nodes downstream of it, in a chain or in parallel, optionally with a node that reads all of them with one input.
class Behind {
  let evaluator = Evaluator(definitions: Definitions.all)
  let source: Variable<Double>
  let nodes: [NodeID]
  /// The last node, or the node that reads all others.
  let end: NodeID
  private var number = 1.0

  init(_ size: Int, kinds: [String], isChain: Bool, isJoined: Bool = false) throws {
    let source = evaluator.input("source", 1.0)
    var nodes: [NodeID] = []
    try evaluator.edit { edit in
      for number in 0..<size {
        let node = try edit.add(kinds[min(number, kinds.count - 1)])
        try edit.connect(isChain ? nodes.last?.output ?? source.port : source.port, to: node.input(0))
        nodes.append(node)
      }
    }
    if isJoined {
      let inner = nodes
      try evaluator.edit { edit in
        let sum = try edit.add("Sum")
        try edit.connect(contentsOf: inner.map { Connection(from: $0.output, to: sum.input(0)) })
        nodes.append(sum)
      }
    }
    self.source = source
    end = nodes[nodes.count - 1]
    self.nodes = isJoined ? nodes.dropLast() : nodes
  }

  /// Sets the source to a new value.
  @discardableResult
  func change(isNegative: Bool = false) -> Receipt {
    number += 1
    return evaluator.set(source, to: isNegative ? -number : number)
  }
}

/// A chain.
final class Chain: Behind, Fixture {
  init(_ size: Int) throws { try super.init(size, kinds: ["Add"], isChain: true) }
}

/// A chain whose first node cuts off changes that don't change the sign.
final class Cut: Behind, Fixture {
  init(_ size: Int) throws { try super.init(size, kinds: ["Sign", "Add"], isChain: true) }
}

/// A chain downstream of a node that fails while its source is negative.
final class Blocked: Behind, Fixture {
  init(_ size: Int) throws { try super.init(size, kinds: ["Root", "Add"], isChain: true) }
}

/// Readers of one source.
final class Star: Behind, Fixture {
  init(_ size: Int) throws { try super.init(size, kinds: ["Add"], isChain: false) }
}

/// Readers of one source that all fail while it is negative, and a node that reads all of them with one input.
final class Funnel: Behind, Fixture {
  init(_ size: Int) throws { try super.init(size, kinds: ["Root"], isChain: false, isJoined: true) }
}

/// A node with many connected inputs, and its definition with one more input.
struct ManyPorts: Fixture {
  let evaluator = Evaluator(definitions: Definitions.all)
  let node: NodeID
  let larger: NodeDefinition

  init(_ size: Int) throws {
    larger = Definitions.sum(of: size + 1)
    var made: NodeID?
    try evaluator.edit { edit in
      let node = try edit.add(own: Definitions.sum(of: size))
      for input in 0..<size { try edit.connect(try edit.add("Number").output, to: node.input(input)) }
      made = node
    }
    guard let made else { throw Stopped() }
    node = made
    // Releases the data of the edit above, so that its cost is not part of the next edit.
    evaluator.edit { _ in }
  }
}

/// A source, and chains of ten nodes that all read it, made one after the other.
struct Strands: Fixture {
  private let evaluator = Evaluator(definitions: Definitions.all)
  private let source: Variable<Double>

  init(_ size: Int) throws {
    let source = evaluator.input("source", 1.0)
    try evaluator.edit { edit in
      var last: OutputPort?
      for number in 0..<size {
        let node = try edit.add("Mean")
        try edit.connect(source.port, to: node.input(0))
        if let last, number % 10 != 0 { try edit.connect(last, to: node.input(1)) }
        last = node.output
      }
    }
    self.source = source
  }

  func change() {
    let before = evaluator.planStatistics.dense
    evaluator.set(source, to: evaluator[source] + 1)
    expect(before == 0 || evaluator.planStatistics.dense == before + 1)
  }
}
