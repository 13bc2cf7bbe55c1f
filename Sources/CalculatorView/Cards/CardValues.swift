// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

/// The values and states that the cards of nodes show.
struct CardValues {
  let kind: (NodeID) -> NodeKind?
  let value: (OutputPort) -> NodeValue
  let unconnectedValue: (InputPort) -> CalculatorValue?
  /// The format of the values of an output.
  let format: (OutputPort) -> ValueFormat?
  /// Whether a node represents a group.
  var isGroup: (NodeID) -> Bool = { _ in false }
  /// How much of a node is shown.
  var form: (NodeID) -> NodeLook.Form = { _ in .full }
  /// The condition of a node.
  var condition: (NodeID) -> NodeAppearance.Condition = { _ in .normal }
  /// The run counts of a node; `nil` if they are not shown.
  var runs: (NodeID) -> NodeAppearance.Runs? = { _ in nil }

  /// The text of an output's value in its format, or the origin of its failure.
  func shortText(of output: OutputPort) -> String {
    let value = value(output)
    return value.isFailure ? value.shortText : value.text(in: format(output))
  }

  /// Creates the values of an evaluator's graph.
  init(of evaluator: Evaluator) {
    kind = { try? evaluator.graph.kind(of: $0) }
    value = { evaluator.nodeValue(of: $0.node) }
    unconnectedValue = { evaluator.unconnectedValue(of: $0) }
    format = { evaluator.format(of: $0.node) }
    condition = { evaluator.condition(of: $0) }
    runs = { evaluator.shownRuns(of: $0) }
  }
}
