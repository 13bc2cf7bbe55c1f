// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension Evaluator {
  /// Adds a node that computes a value from others with code that may run on another thread, while there are ``workers``.
  ///
  /// ```swift
  /// let blurred = evaluator.node("blurred", image, radius, cost: .heavy) { blur($0, radius: $1) }
  /// ```
  ///
  /// - Parameters:
  ///   - name: A name no other node has, or none.
  ///   - inputs: What it depends on: variables and outputs.
  ///   - cost: Whether the code is worth another thread.
  ///   - body: Computes the value; if it throws, the node has a ``NodeFailure`` instead.
  /// - Returns: The output: what other nodes read.
  /// - Precondition: No other node has the name, the inputs belong to this evaluator, and no node's code is running.
  @inlinable
  public func node<each Input: Readable, Value: Equatable & Sendable>(
    _ name: String?, _ inputs: repeat each Input, cost: NodeCost,
    evaluate body: @escaping @Sendable (repeat (each Input).Value) throws -> Value
  ) -> Output<Value> where repeat (each Input).Value: Sendable {
    var ports: [NodeKind.Input] = []
    var sources: [OutputPort] = []
    for input in repeat each inputs { sources.append(input.port) }
    repeat ports.append(NodeKind.Input("\(ports.count + 1)", PortType((each Input).Value.self)))
    let definition = NodeDefinition(heavyNode: ports, ValuePort<Value>("value"), cost) { call in
      var call = call
      return call.store(try body(repeat call.read((each Input).Value.self)))
    }
    return Output(port: place(name, sources, definition))
  }
}

extension NodeDefinition {
  @usableFromInline
  init<Value>(
    heavyNode inputs: [NodeKind.Input], _ output: ValuePort<Value>, _ cost: NodeCost, body: @escaping Kernel.Body
  ) {
    self.init(
      NodeKind("Node", inputs: inputs, outputs: [output.output]),
      kernel: Kernel(outputs: [output.valueType], body: body), defaults: inputs.map { _ in nil }, cost: cost)
  }
}
