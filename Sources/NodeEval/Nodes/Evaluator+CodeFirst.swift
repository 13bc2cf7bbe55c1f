// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Building a graph in code, call by call.
extension Evaluator {
  /// Adds a variable: a value that is set from outside.
  ///
  /// - Parameters:
  ///   - name: A name no other node has, or none.
  ///   - value: What it holds at first.
  ///   - cutoff: When a new value does not propagate.
  /// - Returns: The variable: what ``set(_:to:)`` writes and other nodes read.
  /// - Precondition: No other node has the name, and no node's code is running.
  @inlinable
  public func input<Value: Equatable>(
    _ name: String?, _ value: Value, cutoff: Cutoff<Value> = .automatic
  ) -> Variable<Value> {
    let shape = sourceShape(Value.self, isAutomatic: cutoff.isAutomatic) { Kernel.source(cutoff) }
    return makeInput(name, value, shape: shape)
  }

  /// Adds a variable of a type that can't be compared; objects are compared by identity.
  ///
  /// - Parameters:
  ///   - name: A name no other node has, or none.
  ///   - value: What it holds at first.
  ///   - cutoff: When a new value does not propagate.
  /// - Returns: The variable: what ``set(_:to:)`` writes and other nodes read.
  /// - Precondition: No other node has the name, and no node's code is running.
  @inlinable
  public func input<Value>(
    _ name: String?, _ value: Value, cutoff: Cutoff<Value> = .automatic
  ) -> Variable<Value> {
    let shape = sourceShape(Value.self, isAutomatic: cutoff.isAutomatic) { Kernel.source(cutoff) }
    return makeInput(name, value, shape: shape)
  }

  /// Adds a node that computes a value from others.
  ///
  /// - Parameters:
  ///   - name: A name no other node has, or none.
  ///   - inputs: What it depends on: variables and outputs.
  ///   - cutoff: When a new value does not propagate.
  ///   - body: Computes the value; if it throws, the node has a ``NodeFailure`` instead.
  /// - Returns: The output: what other nodes read.
  /// - Precondition: No other node has the name, the inputs belong to this evaluator, and no node's code is running.
  @inlinable
  public func node<each Input: Readable, Value: Equatable>(
    _ name: String?, _ inputs: repeat each Input, cutoff: Cutoff<Value> = .automatic,
    evaluate body: @escaping (repeat (each Input).Value) throws -> Value
  ) -> Output<Value> {
    let code: Kernel.Body
    switch cutoff.rule {
    case .automatic:
      code = { call in
        var call = call
        return call.store(try body(repeat call.read((each Input).Value.self)))
      }
    case .never:
      code = { call in
        var call = call
        return call.store(try body(repeat call.read((each Input).Value.self)), comparing: NoComparison.self)
      }
    case .custom(let isSame):
      code = self.code(unless: isSame, inputs: repeat (each Input).Value.self, evaluate: body)
    }
    return place(name, repeat each inputs, code: code)
  }

  /// Adds a node that computes a value of a type that can't be compared; objects are compared by identity.
  ///
  /// - Parameters:
  ///   - name: A name no other node has, or none.
  ///   - inputs: What it depends on: variables and outputs.
  ///   - cutoff: When a new value does not propagate.
  ///   - body: Computes the value; if it throws, the node has a ``NodeFailure`` instead.
  /// - Returns: The output: what other nodes read.
  /// - Precondition: No other node has the name, the inputs belong to this evaluator, and no node's code is running.
  @inlinable
  public func node<each Input: Readable, Value>(
    _ name: String?, _ inputs: repeat each Input, cutoff: Cutoff<Value> = .automatic,
    evaluate body: @escaping (repeat (each Input).Value) throws -> Value
  ) -> Output<Value> {
    let code: Kernel.Body
    switch cutoff.rule {
    case .automatic where IdentityComparison<Value>.applies:
      code = { call in
        var call = call
        return call.store(try body(repeat call.read((each Input).Value.self)), comparing: IdentityComparison.self)
      }
    case .automatic, .never:
      code = { call in
        var call = call
        return call.store(try body(repeat call.read((each Input).Value.self)), comparing: NoComparison.self)
      }
    case .custom(let isSame):
      code = self.code(unless: isSame, inputs: repeat (each Input).Value.self, evaluate: body)
    }
    return place(name, repeat each inputs, code: code)
  }

  /// Makes a node of code that reads `inputs` and stores a value.
  @inlinable
  func place<each Input: Readable, Value>(
    _ name: String?, _ inputs: repeat each Input, code: @escaping Kernel.Body
  ) -> Output<Value> {
    let slot = beginNode(name, placed(code, inputs: repeat (each Input).Value.self, output: Value.self))
    var index: UInt32 = 0
    for input in repeat each inputs {
      attach(input.port, to: slot, input: index)
      index += 1
    }
    return Output(port: endNode(slot))
  }

  // The comparisons that are types are in separate closures above: passing a pack to an inlined function that makes them crashes
  // the compiler (Swift 6.3.1).
  @usableFromInline
  func code<each Input, Value>(
    unless isSame: @escaping (Value, Value) -> Bool, inputs: repeat (each Input).Type,
    evaluate body: @escaping (repeat each Input) throws -> Value
  ) -> Kernel.Body {
    { call in
      var call = call
      return call.store(try body(repeat call.read((each Input).self)), unless: isSame)
    }
  }

  @usableFromInline
  func makeInput<Value>(_ name: String?, _ value: Value, shape: UInt32) -> Variable<Value> {
    let slot = beginNode(name, PlacedCode(shape))
    state.nodes.status[slot] = .isSource
    let cell = state.topology.records[slot].output
    state.nodes.arena.initialize(cell, to: value)
    if state.activity.editDepth == 0 {
      beginLog()
      state.log.appendGiven(slot)
      rememberCauses()
      deliverKeepingReceipt()
    } else {
      state.journal(.gave(slot: slot, cell: cell, type: state.kernel(of: slot).outputs[0], other: nil))
      if state.activity.isConstructing { endConstruction() }
    }
    return Variable(node: state.topology.id(of: slot))
  }
}
