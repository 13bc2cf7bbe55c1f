// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Nodes made in code that keep something from one run to the next.
extension Evaluator {
  /// Adds a node with a state that advances when a tick changes.
  ///
  /// While the tick stays the same, each run begins with the same state. See ``NodeDefinition`` for how the state is undone and
  /// saved.
  ///
  /// ```swift
  /// let smooth = evaluator.node("smooth", tick: block, level, state: 0.0) { last, level in
  ///   last += 0.1 * (level - last)
  ///   return last
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: A name no other node has, or none.
  ///   - tick: The source or output that advances the state when it changes.
  ///   - inputs: What else the node depends on: variables and outputs.
  ///   - state: The state at the beginning.
  ///   - body: Advances the state and computes the value.
  /// - Returns: The output: what other nodes read.
  /// - Precondition: No other node has the name, the inputs belong to this evaluator, no node's code is running, and the state
  ///   is not an object.
  @inlinable
  public func node<Tick: Readable, each Input: Readable, State, Value: Equatable>(
    _ name: String?, tick: Tick, _ inputs: repeat each Input, state: State,
    evaluate body: @escaping (inout State, repeat (each Input).Value) throws -> Value
  ) -> Output<Value> where Tick.Value: Equatable {
    checkState(State.self, of: name)
    let output = ValueType(Value.self)
    let memory = KernelMemory(behind: output, tick: Tick.Value.self, state: state)
    let offset = PortType.words(of: Value.self)
    let kernel = Kernel(output: output, memory: memory) { call in
      var call = call
      let tick = call.read(Tick.Value.self)
      return try call.advance(tick, state, offset: offset) { state in
        call.store(try body(&state, repeat call.read((each Input).Value.self)))
      }
    }
    return place(name, kernel, tick, repeat each inputs)
  }

  /// Adds a node with a state whose code updates the last value in place, so that a buffer is reused.
  ///
  /// - Parameters:
  ///   - name: A name no other node has, or none.
  ///   - tick: The source or output that advances the state when it changes.
  ///   - inputs: What else the node depends on: variables and outputs.
  ///   - initial: The value that the first run updates.
  ///   - state: The state at the beginning.
  ///   - body: Advances the state and updates the value, which always propagates.
  /// - Returns: The output: what other nodes read.
  /// - Precondition: That of ``node(_:tick:_:state:evaluate:)``.
  @inlinable
  public func node<Tick: Readable, each Input: Readable, State, Value>(
    _ name: String?, tick: Tick, _ inputs: repeat each Input, initial: Value, state: State,
    updating body: @escaping (inout State, inout Value, repeat (each Input).Value) throws -> Void
  ) -> Output<Value> where Tick.Value: Equatable {
    checkState(State.self, of: name)
    let output = ValueType(Value.self)
    let memory = KernelMemory(behind: output, tick: Tick.Value.self, state: state, updates: true)
    let offset = PortType.words(of: Value.self)
    let kernel = Kernel(output: output, memory: memory) { call in
      var call = call
      let tick = call.read(Tick.Value.self)
      return try call.advance(tick, state, offset: offset) { state in
        try call.update(initial) { value in
          try body(&state, &value, repeat call.read((each Input).Value.self))
        }
      }
    }
    return place(name, kernel, tick, repeat each inputs)
  }

  /// Adds a node whose code updates the last value in place, so that a buffer is reused.
  ///
  /// If the last value is still held elsewhere, by an observer, an edit that can be undone, or the application, a copy is
  /// updated.
  ///
  /// - Parameters:
  ///   - name: A name no other node has, or none.
  ///   - inputs: What the node depends on: variables and outputs.
  ///   - initial: The value that the first run updates.
  ///   - body: Updates the value, which always propagates. The result must depend on the inputs only.
  /// - Returns: The output: what other nodes read.
  /// - Precondition: No other node has the name, the inputs belong to this evaluator, and no node's code is running.
  @inlinable
  public func node<each Input: Readable, Value>(
    _ name: String?, _ inputs: repeat each Input, initial: Value,
    updating body: @escaping (inout Value, repeat (each Input).Value) throws -> Void
  ) -> Output<Value> {
    let output = ValueType(Value.self)
    let kernel = Kernel(output: output, memory: KernelMemory(behind: output, InputMemoryTypes())) { call in
      var call = call
      return try call.update(initial) { value in
        try body(&value, repeat call.read((each Input).Value.self))
      }
    }
    return place(name, kernel, repeat each inputs)
  }

  /// Adds a node that has its own kernel, and connects it.
  @inlinable
  func place<each Input: Readable, Value>(
    _ name: String?, _ kernel: Kernel, _ inputs: repeat each Input
  ) -> Output<Value> {
    var ports: [NodeKind.Input] = []
    var sources: [OutputPort] = []
    for input in repeat each inputs { sources.append(input.port) }
    repeat ports.append(NodeKind.Input("\(ports.count + 1)", PortType((each Input).Value.self)))
    return Output(port: place(name, sources, NodeDefinition(node: ports, kernel)))
  }
}

extension NodeDefinition {
  /// Makes the definition of a node made in code.
  @usableFromInline
  init(node inputs: [NodeKind.Input], _ kernel: Kernel) {
    let output = NodeKind.Output("value", kernel.outputs[0].port)
    // The code need not be `Sendable`, so it never leaves the thread of the edit.
    self.init(
      NodeKind("Node", inputs: inputs, outputs: [output]), kernel: kernel, defaults: inputs.map { _ in nil },
      cost: .light)
  }
}
