// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Declaring kinds of up to six inputs and one output, with the automatic cutoff. The optimiser specialises these completely, which
/// parameter packs prevent (1.3 against 2.3 to 6.1 ns an evaluation).
///
/// Kinds of up to three inputs have code for blocks of scenarios. Kinds of one and two inputs also have loops over batches: a local
/// function that is compiled for each kind of batch. A closure that is called in a loop elsewhere would not be inlined there.
extension NodeDefinition {
  /// Declares a kind with one input and one output, with the automatic cutoff.
  ///
  /// Parameters are those of `init(_:inputs:output:cutoff:evaluate:)`.
  @inlinable
  public init<
    A: InputDeclaration, Value: Equatable & Sendable
  >(
    _ name: String, inputs a: A, output: ValuePort<Value>,
    evaluate body: @escaping @Sendable (A.Value) throws -> Value
  ) {
    func run(_ batch: inout some KernelBatch) throws {
      while batch.findNext() {
        var call = batch.call
        batch.end(call.store(try body(A._read(&call))))
      }
    }
    let columns: ColumnCode.Body = { call in
      let first = unsafe call.column(0)
      call.storeRows { row in try body(unsafe A._read(call, first, row)) }
    }
    self.init(
      name, [a], [output],
      body: { call in
        var call = call
        return call.store(try body(A._read(&call)))
      },
      loops: BatchLoops(pushed: { try run(&$0) }, dense: { try run(&$0) }),
      columns: A._isColumn && ColumnCode.takes(Value.self) ? columns : nil)
  }

  /// Declares a kind with two inputs and one output, with the automatic cutoff.
  ///
  /// Parameters are those of `init(_:inputs:output:cutoff:evaluate:)`.
  @inlinable
  public init<
    A: InputDeclaration, B: InputDeclaration, Value: Equatable & Sendable
  >(
    _ name: String, inputs a: A, _ b: B, output: ValuePort<Value>,
    evaluate body: @escaping @Sendable (A.Value, B.Value) throws -> Value
  ) {
    func run(_ batch: inout some KernelBatch) throws {
      while batch.findNext() {
        var call = batch.call
        batch.end(call.store(try body(A._read(&call), B._read(&call))))
      }
    }
    let columns: ColumnCode.Body = { call in
      let (first, second) = unsafe (call.column(0), call.column(1))
      call.storeRows { row in try body(unsafe A._read(call, first, row), unsafe B._read(call, second, row)) }
    }
    self.init(
      name, [a, b], [output],
      body: { call in
        var call = call
        return call.store(try body(A._read(&call), B._read(&call)))
      },
      loops: BatchLoops(pushed: { try run(&$0) }, dense: { try run(&$0) }),
      columns: A._isColumn && B._isColumn && ColumnCode.takes(Value.self) ? columns : nil)
  }

  /// Declares a kind with three inputs and one output, with the automatic cutoff.
  ///
  /// Parameters are those of `init(_:inputs:output:cutoff:evaluate:)`.
  @inlinable
  public init<
    A: InputDeclaration, B: InputDeclaration, C: InputDeclaration, Value: Equatable & Sendable
  >(
    _ name: String, inputs a: A, _ b: B, _ c: C, output: ValuePort<Value>,
    evaluate body: @escaping @Sendable (A.Value, B.Value, C.Value) throws -> Value
  ) {
    let columns: ColumnCode.Body = { call in
      let (first, second, third) = unsafe (call.column(0), call.column(1), call.column(2))
      call.storeRows { row in
        try body(unsafe A._read(call, first, row), unsafe B._read(call, second, row), unsafe C._read(call, third, row))
      }
    }
    self.init(
      name, [a, b, c], [output],
      body: { call in
        var call = call
        return call.store(try body(A._read(&call), B._read(&call), C._read(&call)))
      },
      columns: A._isColumn && B._isColumn && C._isColumn && ColumnCode.takes(Value.self) ? columns : nil)
  }

  /// Declares a kind with four inputs and one output, with the automatic cutoff.
  ///
  /// Parameters are those of `init(_:inputs:output:cutoff:evaluate:)`.
  @inlinable
  public init<
    A: InputDeclaration, B: InputDeclaration, C: InputDeclaration, D: InputDeclaration, Value: Equatable & Sendable
  >(
    _ name: String, inputs a: A, _ b: B, _ c: C, _ d: D, output: ValuePort<Value>,
    evaluate body: @escaping @Sendable (A.Value, B.Value, C.Value, D.Value) throws -> Value
  ) {
    self.init(name, [a, b, c, d], [output]) { call in
      var call = call
      return call.store(try body(A._read(&call), B._read(&call), C._read(&call), D._read(&call)))
    }
  }

  /// Declares a kind with five inputs and one output, with the automatic cutoff.
  ///
  /// Parameters are those of `init(_:inputs:output:cutoff:evaluate:)`.
  @inlinable
  public init<
    A: InputDeclaration, B: InputDeclaration, C: InputDeclaration, D: InputDeclaration, E: InputDeclaration,
    Value: Equatable & Sendable
  >(
    _ name: String, inputs a: A, _ b: B, _ c: C, _ d: D, _ e: E, output: ValuePort<Value>,
    evaluate body: @escaping @Sendable (A.Value, B.Value, C.Value, D.Value, E.Value) throws -> Value
  ) {
    self.init(name, [a, b, c, d, e], [output]) { call in
      var call = call
      return call.store(try body(A._read(&call), B._read(&call), C._read(&call), D._read(&call), E._read(&call)))
    }
  }

  /// Declares a kind with six inputs and one output, with the automatic cutoff.
  ///
  /// Parameters are those of `init(_:inputs:output:cutoff:evaluate:)`.
  @inlinable
  public init<
    A: InputDeclaration, B: InputDeclaration, C: InputDeclaration, D: InputDeclaration, E: InputDeclaration,
    F: InputDeclaration, Value: Equatable & Sendable
  >(
    _ name: String, inputs a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, output: ValuePort<Value>,
    evaluate body: @escaping @Sendable (A.Value, B.Value, C.Value, D.Value, E.Value, F.Value) throws -> Value
  ) {
    self.init(name, [a, b, c, d, e, f], [output]) { call in
      var call = call
      return call.store(
        try body(A._read(&call), B._read(&call), C._read(&call), D._read(&call), E._read(&call), F._read(&call)))
    }
  }
}
