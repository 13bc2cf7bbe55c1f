// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph

extension ModelKind {
  /// Returns kinds whose values come late: one of a number, which fails if it is negative, and one of many numbers, which depends
  /// on their order.
  static func late(_ runs: RunCounter, _ policy: InputChangePolicy, keepsLastValue: Bool = false) -> [ModelKind] {
    let late = NodeDefinition(
      "Late", inputs: ValuePort("value", default: 0.5), output: ValuePort<Double>("later"), whenInputsChange: policy,
      keepsLastValue: keepsLastValue
    ) { _, value in try Arithmetic.root(value) }
    var first = ModelKind(definition: late, inputs: [Input(name: "value", fallback: .number(0.5))])
    first.evaluate = { arguments in [.number(try Arithmetic.root(try arguments[0][0].get().number))] }
    let join = NodeDefinition(
      "Join", inputs: ManyPort<Double>("terms"), output: ValuePort<Double>("sum"), whenInputsChange: policy,
      keepsLastValue: keepsLastValue
    ) { _, terms in Arithmetic.fold(terms) }
    var second = ModelKind(definition: join, inputs: [Input(name: "terms", isMany: true)])
    second.evaluate = { arguments in [.number(Arithmetic.fold(try arguments[0].map { try $0.get().number }))] }
    return [first, second]
  }
}
