// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Nodes of few inputs. The optimiser specialises these completely, which parameter packs prevent: 3 instead of 10 ns
/// an evaluation.
extension Evaluator {
  /// Adds a node that computes a value from one other: as `node(_:_:cutoff:evaluate:)`, and faster to run.
  ///
  /// - Parameters:
  ///   - name: A name no other node has, or none.
  ///   - a: The first input.
  ///   - body: Computes the value; if it throws, the node has a ``NodeFailure`` instead.
  /// - Returns: The output: what other nodes read.
  /// - Precondition: No other node has the name, the inputs belong to this evaluator, and no node's code is running.
  @inlinable
  public func node<A: Readable, Value: Equatable>(
    _ name: String?, _ a: A, evaluate body: @escaping (A.Value) throws -> Value
  ) -> Output<Value> {
    unsafe place(name, a) { values, block, _, output in
      let a = unsafe Cell.load(values, block[0], as: A.Value.self)
      return unsafe Kernel.store(try body(a), values, output)
    }
  }

  /// Adds a node that computes a value from two others: as `node(_:_:cutoff:evaluate:)`, and faster to run.
  ///
  /// - Parameters:
  ///   - name: A name no other node has, or none.
  ///   - a: The first input.
  ///   - b: The second input.
  ///   - body: Computes the value; if it throws, the node has a ``NodeFailure`` instead.
  /// - Returns: The output: what other nodes read.
  /// - Precondition: No other node has the name, the inputs belong to this evaluator, and no node's code is running.
  @inlinable
  public func node<A: Readable, B: Readable, Value: Equatable>(
    _ name: String?, _ a: A, _ b: B, evaluate body: @escaping (A.Value, B.Value) throws -> Value
  ) -> Output<Value> {
    unsafe place(name, a, b) { values, block, _, output in
      let a = unsafe Cell.load(values, block[0], as: A.Value.self)
      let b = unsafe Cell.load(values, block[1], as: B.Value.self)
      return unsafe Kernel.store(try body(a, b), values, output)
    }
  }

  /// Adds a node that computes a value from three others: as `node(_:_:cutoff:evaluate:)`, and faster to run.
  ///
  /// - Parameters:
  ///   - name: A name no other node has, or none.
  ///   - a: The first input.
  ///   - b: The second input.
  ///   - c: The third input.
  ///   - body: Computes the value; if it throws, the node has a ``NodeFailure`` instead.
  /// - Returns: The output: what other nodes read.
  /// - Precondition: No other node has the name, the inputs belong to this evaluator, and no node's code is running.
  @inlinable
  public func node<A: Readable, B: Readable, C: Readable, Value: Equatable>(
    _ name: String?, _ a: A, _ b: B, _ c: C, evaluate body: @escaping (A.Value, B.Value, C.Value) throws -> Value
  ) -> Output<Value> {
    unsafe place(name, a, b, c) { values, block, _, output in
      let a = unsafe Cell.load(values, block[0], as: A.Value.self)
      let b = unsafe Cell.load(values, block[1], as: B.Value.self)
      let c = unsafe Cell.load(values, block[2], as: C.Value.self)
      return unsafe Kernel.store(try body(a, b, c), values, output)
    }
  }
}
