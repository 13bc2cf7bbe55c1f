// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph

extension Arithmetic {
  /// Depends on the order of the terms, and on each of about a hundred terms.
  @inline(never) static func fold(_ total: Double, _ term: Double) -> Double { total * 0.9 + term }

  @inline(never) static func fold(_ terms: [Double]) -> Double { terms.reduce(0, fold) }

  @inline(never) static func weave(_ left: [Double], _ gain: Double, _ right: [Double]) -> Double {
    fold(left) + gain * fold(right)
  }
}

extension ModelKind {
  /// Returns kinds with inputs that take many connections, and whose values depend on the order of the connections.
  static func folds(_ runs: RunCounter) -> [ModelKind] {
    let folding = NodeDefinition("Fold", inputs: ManyPort<Double>("terms"), output: ValuePort("sum")) {
      (terms: [Double]) -> Double in
      runs.add()
      return Arithmetic.fold(terms)
    }
    let weaving = NodeDefinition(
      "Weave", inputs: ManyPort<Double>("left"), ValuePort("gain", default: 0.25), ManyPort<Double>("terms"),
      output: ValuePort("sum")
    ) { (left: [Double], gain: Double, right: [Double]) -> Double in
      runs.add()
      return Arithmetic.weave(left, gain, right)
    }
    var fold = ModelKind(definition: folding, inputs: [Input(name: "terms", isMany: true)])
    fold.evaluate = { arguments in [.number(Arithmetic.fold(try arguments[0].map { try $0.get().number }))] }
    var weave = ModelKind(
      definition: weaving,
      inputs: [
        Input(name: "left", isMany: true), Input(name: "gain", fallback: .number(0.25)),
        Input(name: "terms", isMany: true),
      ])
    weave.evaluate = { arguments in
      let numbers = try arguments.map { try $0.map { try $0.get().number } }
      return [.number(Arithmetic.weave(numbers[0], numbers[1][0], numbers[2]))]
    }
    return [fold, weave]
  }

  /// Returns a definition for a single node, with an input for each name; failed inputs count as 1.
  static func ports(_ names: [String], _ runs: RunCounter) -> ModelKind {
    let number = PortType(Double.self)
    let definition = NodeDefinition.dynamic(
      "Ports", inputs: names.map { NodeKind.Input($0, number) }, output: ValuePort<Double>("y")
    ) { inputs in
      runs.add()
      var total = 0.0
      for index in 0..<inputs.count {
        let term = inputs.failure(index) == nil ? try inputs.value(index, as: Double.self) : 1
        total = Arithmetic.fold(total, term)
      }
      return total
    }
    var kind = ModelKind(definition: definition, inputs: names.map { Input(name: $0) }, recovers: true)
    kind.evaluate = { arguments in
      [
        .number(
          arguments.reduce(0) { total, argument in
            Arithmetic.fold(total, (try? argument[0].get().number) ?? 1)
          })
      ]
    }
    return kind
  }
}
