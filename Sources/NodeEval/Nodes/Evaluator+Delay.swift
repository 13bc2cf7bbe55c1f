// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A value that is delayed by one tick, made by ``Evaluator/delay(_:of:initial:tick:)``.
public struct Delay<Value>: Readable, Hashable, Sendable {
  /// The source that holds the value of the last tick.
  public let variable: Variable<Value>
  /// The input that takes the value of this tick.
  public let input: InputPort

  /// The value of the last tick.
  public var port: OutputPort { variable.port }
}

extension Evaluator {
  /// Adds a delay of one tick: what is connected to its input becomes its value after the tick has changed. What depends on the
  /// delay may be connected to its input, without making a cycle.
  ///
  /// ```swift
  /// let last = evaluator.delay("last", of: Double.self, initial: 0, tick: tick)
  /// let total = evaluator.node("total", last, input) { 0.5 * $0 + $1 }
  /// try evaluator.edit { try $0.connect(total.port, to: last.input) }
  /// ```
  ///
  /// A delay consists of two nodes: a source, and a node of the kind that ``NodeDefinition/feedback(_:tick:value:)`` describes.
  ///
  /// - Parameters:
  ///   - name: A name no other node has, or none.
  ///   - type: The type of the value.
  ///   - initial: The value before the first tick, and the value of the input as long as it is not connected.
  ///   - tick: The variable that is given another value at each tick.
  /// - Returns: The delay.
  /// - Precondition: No other node has the name, the tick belongs to this evaluator, and no node's code is running.
  public func delay<Value: Equatable & Sendable, Tick: Equatable & Sendable>(
    _ name: String?, of type: Value.Type, initial: Value, tick: Variable<Tick>
  ) -> Delay<Value> {
    if !state.topology.isLive(tick.node) { stopForMissing(tick.node) }
    let feedback = NodeDefinition.feedback(
      "Feedback", tick: ValuePort<Tick>("tick"), value: ValuePort("value", default: initial))
    var delay: Delay<Value>?
    do throws(GraphError) {
      try edit { graph throws(GraphError) in
        let variable = input(name, initial)
        let node = try graph.add(own: feedback)
        try graph.connect(tick.port, to: node.input(Int(Feedback.tick)))
        try graph.connect(variable.port, to: node.input(Int(Feedback.target)))
        delay = Delay(variable: variable, input: node.input(Int(Feedback.value)))
      }
    } catch {
      stop("\(error)")
    }
    guard let delay else { stop("an edit that succeeds has added its nodes") }
    return delay
  }
}
