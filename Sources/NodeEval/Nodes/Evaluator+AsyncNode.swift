// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension Evaluator {
  /// Adds a node that computes a value from others, which arrives later than the edit that starts the code.
  ///
  /// ```swift
  /// let city = evaluator.asyncNode("city", postcode, debounce: .milliseconds(150)) { run, code in
  ///   try await lookUp(code)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: A name no other node has, or none.
  ///   - inputs: What the node depends on: variables and outputs.
  ///   - policy: What happens when inputs change while the code is running.
  ///   - debounce: How long inputs have to stay the same before the code runs, with ``InputChangePolicy/restart``. With the
  ///     other policies a run waits that long before its code begins. Changes during that time are for the following runs,
  ///     which don't wait.
  ///   - keepsLastValue: Whether nodes downstream use the last value while the code runs. They always wait for the first value.
  ///   - body: Computes the value. It receives the run, to report its progress and to learn whether it was cancelled; the task
  ///     that it runs in is cancelled as well. If it throws, the node has a ``NodeFailure``.
  /// - Returns: The output: what other nodes read. It has no value until the first result was landed.
  /// - Precondition: No other node has the name, the inputs belong to this evaluator, and no node's code is running.
  @inlinable
  public func asyncNode<each Input: Readable, Value: Equatable & Sendable>(
    _ name: String?, _ inputs: repeat each Input, whenInputsChange policy: InputChangePolicy = .restart,
    debounce: Duration? = nil, keepsLastValue: Bool = false,
    evaluate body: @escaping @Sendable (NodeRun, repeat (each Input).Value) async throws -> Value
  ) -> Output<Value> where repeat (each Input).Value: Sendable {
    var ports: [NodeKind.Input] = []
    var sources: [OutputPort] = []
    for input in repeat each inputs { sources.append(input.port) }
    repeat ports.append(NodeKind.Input("\(ports.count + 1)", PortType((each Input).Value.self)))
    let code = AsyncCode(policy, debounce: debounce, keepsLastValue: keepsLastValue) { call in
      var call = call
      return AsyncCode.work(body, repeat call.read((each Input).Value.self))
    } store: { call, value in
      guard let value = value as? Value else { return 0 }
      return call.store(value)
    }
    return Output(
      port: place(name, sources, NodeDefinition(node: ports, Kernel(outputs: [ValueType(Value.self)], code))))
  }

  /// Adds a node that has its own definition, and connects it.
  @usableFromInline
  func place(_ name: String?, _ sources: [OutputPort], _ definition: NodeDefinition) -> OutputPort {
    for source in sources { if !state.topology.isLive(source.node) { stopForMissing(source.node) } }
    var added: NodeID?
    do throws(GraphError) {
      try edit { graph throws(GraphError) in
        let node = try graph.add(own: definition, named: name)
        for (index, source) in sources.enumerated() { try graph.connect(source, to: node.input(index)) }
        added = node
      }
    } catch {
      stop("\(error)")
    }
    guard let added else { stop("an edit that succeeds has added its node") }
    return added.output
  }
}
