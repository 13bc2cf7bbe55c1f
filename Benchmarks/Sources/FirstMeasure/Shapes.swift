// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring
import NodeEval
import NodeGraph

/// A graph to be measured: what to write, what to read, and how many nodes one write evaluates.
struct Shape {
  let evaluator: Evaluator
  let source: Variable<Double>
  let result: Output<Double>

  /// Writes, reads, and returns how many nodes ran.
  func update(to value: Double) -> (evaluated: Int, result: Double) {
    let receipt = evaluator.set(source, to: value)
    return (receipt.evaluatedCount, evaluator[result])
  }

  static func chain(_ length: Int) -> Shape {
    let evaluator = Evaluator()
    let source = evaluator.input(nil, 0.0)
    var last = evaluator.node(nil, source) { $0 + 1 }
    for _ in 1..<length { last = evaluator.node(nil, last) { $0 + 1 } }
    return Shape(evaluator: evaluator, source: source, result: last)
  }

  /// A chain of nodes of a declared kind, placed by name.
  static func placedChain(_ length: Int) throws -> Shape? {
    let increment = NodeDefinition(
      "Increment", inputs: Port("x", default: 0.0), Port("step", default: 1.0), output: Port("y")
    ) { (x: Double, step: Double) in x + step }
    let evaluator = Evaluator(definitions: [increment])
    let source = evaluator.input(nil, 0.0)
    var last = source.port
    try evaluator.edit { graph in
      for _ in 0..<length {
        let node = try graph.add("Increment")
        try graph.connect(last, to: node.input(0))
        last = node.output
      }
    }
    guard let result = try evaluator.output(last, as: Double.self) else { return nil }
    return Shape(evaluator: evaluator, source: source, result: result)
  }

  static func broad(_ width: Int) -> Shape {
    let evaluator = Evaluator()
    let source = evaluator.input(nil, 0.0)
    var last = evaluator.node(nil, source) { $0 + 1 }
    for _ in 1..<width { last = evaluator.node(nil, source) { $0 + 1 } }
    return Shape(evaluator: evaluator, source: source, result: last)
  }

  static func stackedDiamonds(_ count: Int) -> Shape {
    let evaluator = Evaluator()
    let source = evaluator.input(nil, 0.0)
    func diamond(_ top: some Readable<Double>) -> Output<Double> {
      let left = evaluator.node(nil, top) { $0 + 1 }
      let right = evaluator.node(nil, top) { $0 - 1 }
      return evaluator.node(nil, left, right) { ($0 + $1) / 2 }
    }
    var last = diamond(source)
    for _ in 1..<count { last = diamond(last) }
    return Shape(evaluator: evaluator, source: source, result: last)
  }
}

/// A layered random graph of two inputs a node; every tenth of a layer is a variable.
struct RandomGraph {
  let evaluator = Evaluator()
  private(set) var variables: [Variable<Double>] = []
  private(set) var nodeCount = 0

  init(layers: Int, width: Int) {
    var random = SplitMix64(state: 42)
    var above: [OutputPort] = []
    for layer in 0..<layers {
      var current: [OutputPort] = []
      for index in 0..<width {
        if layer == 0 || index % 10 == 0 {
          let variable = evaluator.input(nil, Double(index))
          variables.append(variable)
          current.append(variable.port)
        } else {
          let left = Source(port: above[random.below(above.count)])
          let right = Source(port: above[random.below(above.count)])
          current.append(evaluator.node(nil, left, right) { $0 * 0.5 + $1 }.port)
        }
      }
      nodeCount += width
      above = current
    }
  }

  /// A variable of which a change reaches about so many nodes: the first of some that are tried at random.
  func variable(reaching count: Int) -> Variable<Double>? {
    var random = SplitMix64(state: 7)
    for _ in 0..<20_000 {
      let variable = variables[random.below(variables.count)]
      let value = evaluator[variable]
      let reached = evaluator.set(variable, to: value + 1).evaluatedCount
      evaluator.set(variable, to: value)
      if abs(reached - count) <= count / 20 { return variable }
    }
    return nil
  }
}

/// A variable or an output, whichever it is.
struct Source: Readable {
  typealias Value = Double
  let port: OutputPort
}
