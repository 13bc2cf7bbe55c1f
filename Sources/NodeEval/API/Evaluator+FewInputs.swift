// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Nodes of few inputs. The optimiser specialises these completely, which parameter packs prevent: 3 instead of 10 ns
/// an evaluation. They are inlined always, since only where the optimiser sees both closures at once does it make one
/// of them that needs no context, so that nodes made by one line of code share a kernel.
extension Evaluator {
  /// Adds a node that computes a value from one other: as `node(_:_:cutoff:evaluate:)`, and faster to run.
  ///
  /// - Parameters:
  ///   - name: A name no other node has, or none.
  ///   - a: The first input.
  ///   - body: Computes the value; if it throws, the node has a ``NodeFailure`` instead.
  /// - Returns: The output: what other nodes read.
  /// - Precondition: No other node has the name, the inputs belong to this evaluator, and no node's code is running.
  @inlinable @inline(__always)
  public func node<A: Readable, Value: Equatable>(
    _ name: String?, _ a: A, evaluate body: @escaping (A.Value) throws -> Value
  ) -> Output<Value> {
    let code: Kernel.Body = { values, block, _, output in
      let a = unsafe Cell.load(values, block[0], as: A.Value.self)
      return unsafe Kernel.store(try body(a), values, output)
    }
    let shape = unsafe shape(of: code, inputs: A.Value.self, output: Value.self)
    return Output(port: place(name, shape: shape, a.port))
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
  @inlinable @inline(__always)
  public func node<A: Readable, B: Readable, Value: Equatable>(
    _ name: String?, _ a: A, _ b: B, evaluate body: @escaping (A.Value, B.Value) throws -> Value
  ) -> Output<Value> {
    let code: Kernel.Body = { values, block, _, output in
      let a = unsafe Cell.load(values, block[0], as: A.Value.self)
      let b = unsafe Cell.load(values, block[1], as: B.Value.self)
      return unsafe Kernel.store(try body(a, b), values, output)
    }
    let shape = unsafe shape(of: code, inputs: A.Value.self, B.Value.self, output: Value.self)
    return Output(port: place(name, shape: shape, a.port, b.port))
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
  @inlinable @inline(__always)
  public func node<A: Readable, B: Readable, C: Readable, Value: Equatable>(
    _ name: String?, _ a: A, _ b: B, _ c: C, evaluate body: @escaping (A.Value, B.Value, C.Value) throws -> Value
  ) -> Output<Value> {
    let code: Kernel.Body = { values, block, _, output in
      let a = unsafe Cell.load(values, block[0], as: A.Value.self)
      let b = unsafe Cell.load(values, block[1], as: B.Value.self)
      let c = unsafe Cell.load(values, block[2], as: C.Value.self)
      return unsafe Kernel.store(try body(a, b, c), values, output)
    }
    let slot = unsafe beginNode(
      name, shape: shape(of: code, inputs: A.Value.self, B.Value.self, C.Value.self, output: Value.self))
    attach(a.port, to: slot, input: 0)
    attach(b.port, to: slot, input: 1)
    attach(c.port, to: slot, input: 2)
    return Output(port: endNode(slot))
  }

  /// Adds a node that computes a value from four others: as `node(_:_:cutoff:evaluate:)`, and faster to run.
  ///
  /// - Parameters:
  ///   - name: A name no other node has, or none.
  ///   - a: The first input.
  ///   - b: The second input.
  ///   - c: The third input.
  ///   - d: The fourth input.
  ///   - body: Computes the value; if it throws, the node has a ``NodeFailure`` instead.
  /// - Returns: The output: what other nodes read.
  /// - Precondition: No other node has the name, the inputs belong to this evaluator, and no node's code is running.
  @inlinable @inline(__always)
  public func node<A: Readable, B: Readable, C: Readable, D: Readable, Value: Equatable>(
    _ name: String?, _ a: A, _ b: B, _ c: C, _ d: D,
    evaluate body: @escaping (A.Value, B.Value, C.Value, D.Value) throws -> Value
  ) -> Output<Value> {
    let code: Kernel.Body = { values, block, _, output in
      let a = unsafe Cell.load(values, block[0], as: A.Value.self)
      let b = unsafe Cell.load(values, block[1], as: B.Value.self)
      let c = unsafe Cell.load(values, block[2], as: C.Value.self)
      let d = unsafe Cell.load(values, block[3], as: D.Value.self)
      return unsafe Kernel.store(try body(a, b, c, d), values, output)
    }
    let slot = unsafe beginNode(
      name, shape: shape(of: code, inputs: A.Value.self, B.Value.self, C.Value.self, D.Value.self, output: Value.self))
    attach(a.port, to: slot, input: 0)
    attach(b.port, to: slot, input: 1)
    attach(c.port, to: slot, input: 2)
    attach(d.port, to: slot, input: 3)
    return Output(port: endNode(slot))
  }

  /// Adds a node that computes a value from five others: as `node(_:_:cutoff:evaluate:)`, and faster to run.
  ///
  /// - Parameters:
  ///   - name: A name no other node has, or none.
  ///   - a: The first input.
  ///   - b: The second input.
  ///   - c: The third input.
  ///   - d: The fourth input.
  ///   - e: The fifth input.
  ///   - body: Computes the value; if it throws, the node has a ``NodeFailure`` instead.
  /// - Returns: The output: what other nodes read.
  /// - Precondition: No other node has the name, the inputs belong to this evaluator, and no node's code is running.
  @inlinable @inline(__always)
  public func node<A: Readable, B: Readable, C: Readable, D: Readable, E: Readable, Value: Equatable>(
    _ name: String?, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E,
    evaluate body: @escaping (A.Value, B.Value, C.Value, D.Value, E.Value) throws -> Value
  ) -> Output<Value> {
    let code: Kernel.Body = { values, block, _, output in
      let a = unsafe Cell.load(values, block[0], as: A.Value.self)
      let b = unsafe Cell.load(values, block[1], as: B.Value.self)
      let c = unsafe Cell.load(values, block[2], as: C.Value.self)
      let d = unsafe Cell.load(values, block[3], as: D.Value.self)
      let e = unsafe Cell.load(values, block[4], as: E.Value.self)
      return unsafe Kernel.store(try body(a, b, c, d, e), values, output)
    }
    let slot = unsafe beginNode(
      name,
      shape: shape(
        of: code, inputs: A.Value.self, B.Value.self, C.Value.self, D.Value.self, E.Value.self, output: Value.self))
    attach(a.port, to: slot, input: 0)
    attach(b.port, to: slot, input: 1)
    attach(c.port, to: slot, input: 2)
    attach(d.port, to: slot, input: 3)
    attach(e.port, to: slot, input: 4)
    return Output(port: endNode(slot))
  }

  /// Adds a node that computes a value from six others: as `node(_:_:cutoff:evaluate:)`, and faster to run.
  ///
  /// - Parameters:
  ///   - name: A name no other node has, or none.
  ///   - a: The first input.
  ///   - b: The second input.
  ///   - c: The third input.
  ///   - d: The fourth input.
  ///   - e: The fifth input.
  ///   - f: The sixth input.
  ///   - body: Computes the value; if it throws, the node has a ``NodeFailure`` instead.
  /// - Returns: The output: what other nodes read.
  /// - Precondition: No other node has the name, the inputs belong to this evaluator, and no node's code is running.
  @inlinable @inline(__always)
  public func node<A: Readable, B: Readable, C: Readable, D: Readable, E: Readable, F: Readable, Value: Equatable>(
    _ name: String?, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F,
    evaluate body: @escaping (A.Value, B.Value, C.Value, D.Value, E.Value, F.Value) throws -> Value
  ) -> Output<Value> {
    let code: Kernel.Body = { values, block, _, output in
      let a = unsafe Cell.load(values, block[0], as: A.Value.self)
      let b = unsafe Cell.load(values, block[1], as: B.Value.self)
      let c = unsafe Cell.load(values, block[2], as: C.Value.self)
      let d = unsafe Cell.load(values, block[3], as: D.Value.self)
      let e = unsafe Cell.load(values, block[4], as: E.Value.self)
      let f = unsafe Cell.load(values, block[5], as: F.Value.self)
      return unsafe Kernel.store(try body(a, b, c, d, e, f), values, output)
    }
    let slot = unsafe beginNode(
      name,
      shape: shape(
        of: code, inputs: A.Value.self, B.Value.self, C.Value.self, D.Value.self, E.Value.self, F.Value.self,
        output: Value.self))
    attach(a.port, to: slot, input: 0)
    attach(b.port, to: slot, input: 1)
    attach(c.port, to: slot, input: 2)
    attach(d.port, to: slot, input: 3)
    attach(e.port, to: slot, input: 4)
    attach(f.port, to: slot, input: 5)
    return Output(port: endNode(slot))
  }
}
