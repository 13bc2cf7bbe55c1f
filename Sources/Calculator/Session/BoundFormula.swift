// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A formula bound to the nodes that its names refer to, with checked types.
struct BoundFormula {
  let formula: Formula
  /// The node of each name; `nil` if no node has that name.
  let nodes: [NodeID?]
  let types: [CalculatorType]
  let program: Program

  var text: String { formula.text }

  /// The free names in the order of the inputs.
  var names: [String] { formula.names.map(\.text) }

  /// The value of a formula without names; `nil` if it has names, or fails.
  var constant: CalculatorValue? {
    nodes.isEmpty ? try? program.constant() : nil
  }

  /// The value for the present values of the nodes; throws if the evaluation is stopped.
  func value(in evaluator: Evaluator) throws(Diagnostic) -> NodeValue {
    let values = nodes.compactMap { $0 }.map(evaluator.nodeValue)
    // A node would wait for all its sources, even those whose values it doesn't need.
    if let pending = values.first(where: \.isPending) { return formula.isName ? pending : .pending(last: nil) }
    do throws(ValueFailure) {
      return .value(
        try evaluator.interruptibly { () throws(ValueFailure) in try program.value(for: values) })
    } catch {
      if error == .interrupted { throw Diagnostic(.command, "stopped; nothing changed", formula.range) }
      if case .formula(.upstream(let index)) = error, case .failure(let message, let origin) = values[index] {
        return .failure(message: message, origin: origin ?? names[index])
      }
      return .failure(message: "\(error)", origin: nil)
    }
  }
}
