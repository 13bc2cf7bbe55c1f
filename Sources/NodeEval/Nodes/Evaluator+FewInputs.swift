// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Adding nodes of up to six inputs. The optimiser specialises these methods completely, which parameter packs prevent: an
/// evaluation takes 3 instead of 10 ns. They are always inlined, because only an optimiser that sees both closures at once makes
/// them one closure without a context, so that all nodes made by one line of code share a kernel.
extension Evaluator {
  /// Adds a node that computes a value from one other, with the automatic cutoff.
  ///
  /// Parameters are those of `node(_:_:cutoff:evaluate:)`.
  @inlinable @inline(__always)
  public func node<A: Readable, Value: Equatable>(
    _ name: String?, _ a: A, evaluate body: @escaping (A.Value) throws -> Value
  ) -> Output<Value> {
    let code: Kernel.Body = { call in call.store(try body(call.read(A.Value.self, at: 0))) }
    func run(_ batch: inout some KernelBatch) throws {
      while batch.findNext() {
        let call = batch.call
        batch.end(call.store(try body(call.read(A.Value.self, at: 0))))
      }
    }
    let placed = placed(code, inputs: A.Value.self, output: Value.self) {
      BatchLoops(pushed: { try run(&$0) }, dense: { try run(&$0) })
    }
    return Output(port: place(name, placed, a.port))
  }

  /// Adds a node that computes a value from two others, with the automatic cutoff.
  ///
  /// Parameters are those of `node(_:_:cutoff:evaluate:)`.
  @inlinable @inline(__always)
  public func node<A: Readable, B: Readable, Value: Equatable>(
    _ name: String?, _ a: A, _ b: B, evaluate body: @escaping (A.Value, B.Value) throws -> Value
  ) -> Output<Value> {
    let code: Kernel.Body = { call in
      call.store(try body(call.read(A.Value.self, at: 0), call.read(B.Value.self, at: 1)))
    }
    func run(_ batch: inout some KernelBatch) throws {
      while batch.findNext() {
        let call = batch.call
        batch.end(call.store(try body(call.read(A.Value.self, at: 0), call.read(B.Value.self, at: 1))))
      }
    }
    let placed = placed(code, inputs: A.Value.self, B.Value.self, output: Value.self) {
      BatchLoops(pushed: { try run(&$0) }, dense: { try run(&$0) })
    }
    return Output(port: place(name, placed, a.port, b.port))
  }

  /// Adds a node that computes a value from three others, with the automatic cutoff.
  ///
  /// Parameters are those of `node(_:_:cutoff:evaluate:)`.
  @inlinable @inline(__always)
  public func node<A: Readable, B: Readable, C: Readable, Value: Equatable>(
    _ name: String?, _ a: A, _ b: B, _ c: C, evaluate body: @escaping (A.Value, B.Value, C.Value) throws -> Value
  ) -> Output<Value> {
    place(name, a, b, c) { call in
      call.store(
        try body(call.read(A.Value.self, at: 0), call.read(B.Value.self, at: 1), call.read(C.Value.self, at: 2)))
    }
  }

  /// Adds a node that computes a value from four others, with the automatic cutoff.
  ///
  /// Parameters are those of `node(_:_:cutoff:evaluate:)`.
  @inlinable @inline(__always)
  public func node<A: Readable, B: Readable, C: Readable, D: Readable, Value: Equatable>(
    _ name: String?, _ a: A, _ b: B, _ c: C, _ d: D,
    evaluate body: @escaping (A.Value, B.Value, C.Value, D.Value) throws -> Value
  ) -> Output<Value> {
    place(name, a, b, c, d) { call in
      call.store(
        try body(
          call.read(A.Value.self, at: 0), call.read(B.Value.self, at: 1), call.read(C.Value.self, at: 2),
          call.read(D.Value.self, at: 3)))
    }
  }

  /// Adds a node that computes a value from five others, with the automatic cutoff.
  ///
  /// Parameters are those of `node(_:_:cutoff:evaluate:)`.
  @inlinable @inline(__always)
  public func node<A: Readable, B: Readable, C: Readable, D: Readable, E: Readable, Value: Equatable>(
    _ name: String?, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E,
    evaluate body: @escaping (A.Value, B.Value, C.Value, D.Value, E.Value) throws -> Value
  ) -> Output<Value> {
    place(name, a, b, c, d, e) { call in
      call.store(
        try body(
          call.read(A.Value.self, at: 0), call.read(B.Value.self, at: 1), call.read(C.Value.self, at: 2),
          call.read(D.Value.self, at: 3), call.read(E.Value.self, at: 4)))
    }
  }

  /// Adds a node that computes a value from six others, with the automatic cutoff.
  ///
  /// Parameters are those of `node(_:_:cutoff:evaluate:)`.
  @inlinable @inline(__always)
  public func node<A: Readable, B: Readable, C: Readable, D: Readable, E: Readable, F: Readable, Value: Equatable>(
    _ name: String?, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F,
    evaluate body: @escaping (A.Value, B.Value, C.Value, D.Value, E.Value, F.Value) throws -> Value
  ) -> Output<Value> {
    place(name, a, b, c, d, e, f) { call in
      call.store(
        try body(
          call.read(A.Value.self, at: 0), call.read(B.Value.self, at: 1), call.read(C.Value.self, at: 2),
          call.read(D.Value.self, at: 3), call.read(E.Value.self, at: 4), call.read(F.Value.self, at: 5)))
    }
  }
}
