// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension Evaluator {
  /// Adds a node that keeps results of its code.
  ///
  /// ```swift
  /// let layout = evaluator.node("layout", text, width, memo: .automatic) { text, width in wrap(text, to: width) }
  /// ```
  ///
  /// - Parameters:
  ///   - name: A name no other node has, or none.
  ///   - inputs: What the node depends on: variables and outputs.
  ///   - memo: Which results it keeps. The limit of ``NodeMemo/bytes(_:)`` applies to this node alone.
  ///   - body: Computes the value; if it throws, the node has a ``NodeFailure`` instead.
  /// - Returns: The output: what other nodes read.
  /// - Precondition: No other node has the name, the inputs belong to this evaluator, and no node's code is running.
  @inlinable
  public func node<each Input: Readable, Value: Equatable>(
    _ name: String?, _ inputs: repeat each Input, memo: NodeMemo,
    evaluate body: @escaping (repeat (each Input).Value) throws -> Value
  ) -> Output<Value> {
    let kernel = Kernel.remembering(values: repeat (each Input).Value.self, memo: memo, evaluate: body)
    return place(name, kernel, repeat each inputs)
  }
}
