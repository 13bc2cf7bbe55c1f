// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Kinds whose nodes have a state that advances with a tick.
///
/// A node of such a kind has one more input before the others, the tick. While the tick stays the same, each run begins with
/// the same state, whatever else has changed. When the tick changes, the state that resulted from the last run becomes the next
/// one. So a knob that is turned between two blocks of audio changes the output, and the filter's memory continues from where
/// it was.
///
/// The state is undone with the edit that advanced it. A fork that is dropped leaves it unchanged. Documents contain it if its
/// type is registered (see ``LiteralCoding``). A run that throws leaves it as it is. With ``EvaluationPolicy/onDemand`` such
/// nodes are always needed, since a tick that they miss would change all later ones.
extension NodeDefinition {
  /// Declares a kind with a state, whose code returns a new value in each run.
  ///
  /// ```swift
  /// NodeDefinition(
  ///   "Sum so far", tick: ValuePort<Int>("tick"), inputs: ValuePort("value", default: 0.0),
  ///   output: ValuePort<Double>("sum"), state: 0.0
  /// ) { sum, value in
  ///   sum += value
  ///   return sum
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - tick: The input whose changes advance the state.
  ///   - inputs: The other inputs, as ``ValuePort`` or ``ManyPort``.
  ///   - output: The output.
  ///   - state: The state of a new node. Its contents are copied before each run that advances it: numbers and arrays of fixed
  ///     size without an allocation, an `Array` that the code changes with one.
  ///   - cost: Whether the code is worth running on another thread, while there are ``Evaluator/workers``.
  ///   - body: Advances the state and computes the output.
  /// - Precondition: The state is not an object, because copies of the reference would share it.
  @inlinable
  public init<Tick: Equatable & Sendable, each Input: InputDeclaration, State: Sendable, Value: Equatable & Sendable>(
    _ name: String, tick: ValuePort<Tick>, inputs: repeat each Input, output: ValuePort<Value>, state: State,
    cost: NodeCost = .automatic,
    evaluate body: @escaping @Sendable (inout State, repeat (each Input).Value) throws -> Value
  ) {
    checkState(State.self, of: name)
    var declared: [any InputDeclaration] = [tick]
    var types = InputMemoryTypes()
    for input in repeat each inputs { declared.append(input) }
    for input in repeat (each Input).self { input._addMemory(to: &types) }
    let memory = KernelMemory(behind: output.valueType, tick: Tick.self, state: state, inputs: types)
    let offset = PortType.words(of: Value.self)
    let end = offset + KernelMemory.stateWords(Tick.self, State.self)
    let kernel = Kernel(output: output.valueType, memory: memory) { call in
      var call = call
      let tick = call.read(Tick.self)
      let changed = try call.advance(tick, state, offset: offset) { state in
        var inputs = InputMemory(call, offset: end)
        return call.store(try body(&state, repeat (each Input)._read(&call, keeping: &inputs)))
      }
      var inputs = InputMemory(call, offset: end)
      repeat (each Input)._clear(&inputs)
      return changed
    }
    self.init(name, declared, [output], kernel, cost: cost)
  }

  /// Declares a kind with a state, whose code updates the last output in place, so that a buffer is reused.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - tick: The input whose changes advance the state.
  ///   - inputs: The other inputs, as ``ValuePort`` or ``ManyPort``.
  ///   - output: The output. Its value always propagates, because the former value no longer exists.
  ///   - initial: The value that the first run of a node updates.
  ///   - state: The state of a new node.
  ///   - cost: Whether the code is worth running on another thread, while there are ``Evaluator/workers``.
  ///   - body: Advances the state and updates the output.
  /// - Precondition: The state is not an object, because copies of the reference would share it.
  @inlinable
  public init<Tick: Equatable & Sendable, each Input: InputDeclaration, State: Sendable, Value: Sendable>(
    _ name: String, tick: ValuePort<Tick>, inputs: repeat each Input, output: ValuePort<Value>, initial: Value,
    state: State, cost: NodeCost = .automatic,
    updating body: @escaping @Sendable (inout State, inout Value, repeat (each Input).Value) throws -> Void
  ) {
    checkState(State.self, of: name)
    var declared: [any InputDeclaration] = [tick]
    var types = InputMemoryTypes()
    for input in repeat each inputs { declared.append(input) }
    for input in repeat (each Input).self { input._addMemory(to: &types) }
    let memory = KernelMemory(
      behind: output.valueType, tick: Tick.self, state: state, inputs: types, updates: true)
    let offset = PortType.words(of: Value.self)
    let end = offset + KernelMemory.stateWords(Tick.self, State.self)
    let kernel = Kernel(output: output.valueType, memory: memory) { call in
      var call = call
      let tick = call.read(Tick.self)
      let changed = try call.advance(tick, state, offset: offset) { state in
        var inputs = InputMemory(call, offset: end)
        return try call.update(initial) { value in
          try body(&state, &value, repeat (each Input)._read(&call, keeping: &inputs))
        }
      }
      var inputs = InputMemory(call, offset: end)
      repeat (each Input)._clear(&inputs)
      return changed
    }
    self.init(name, declared, [output], kernel, cost: cost)
  }

  /// Declares a kind whose code updates the last output in place, so that a buffer is reused.
  ///
  /// ```swift
  /// NodeDefinition(
  ///   "Mix", inputs: ManyPort<[Float]>("voices"), output: ValuePort<[Float]>("sum"), initial: []
  /// ) { sum, voices in … }
  /// ```
  ///
  /// The code receives the value of its last run, or `initial`, and turns it into the next value. If the last value is still
  /// held elsewhere, by an observer, an edit that can be undone, or the application, a copy is updated.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - inputs: The inputs, as ``ValuePort`` or ``ManyPort``. Arrays of the latter are reused as well.
  ///   - output: The output. Its value always propagates, because the former value no longer exists.
  ///   - initial: The value that the first run of a node updates.
  ///   - cost: Whether the code is worth running on another thread, while there are ``Evaluator/workers``.
  ///   - body: Updates the output. The result must depend on the inputs only.
  @inlinable
  public init<each Input: InputDeclaration, Value: Sendable>(
    _ name: String, inputs: repeat each Input, output: ValuePort<Value>, initial: Value,
    cost: NodeCost = .automatic,
    updating body: @escaping @Sendable (inout Value, repeat (each Input).Value) throws -> Void
  ) {
    var declared: [any InputDeclaration] = []
    var types = InputMemoryTypes()
    for input in repeat each inputs { declared.append(input) }
    for input in repeat (each Input).self { input._addMemory(to: &types) }
    let offset = PortType.words(of: Value.self)
    let kernel = Kernel(
      output: output.valueType, memory: KernelMemory(behind: output.valueType, types)
    ) { call in
      var call = call
      var inputs = InputMemory(call, offset: offset)
      let changed = try call.update(initial) { value in
        try body(&value, repeat (each Input)._read(&call, keeping: &inputs))
      }
      inputs = InputMemory(call, offset: offset)
      repeat (each Input)._clear(&inputs)
      return changed
    }
    self.init(name, declared, [output], kernel, cost: cost)
  }
}
