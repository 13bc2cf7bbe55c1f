// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Kinds of few inputs. The optimiser specialises these completely, which parameter packs prevent.
extension NodeDefinition {
  /// Declares a kind with one input and one output, with the automatic cutoff.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - a: The first input, as ``Port`` or ``ManyPort``.
  ///   - output: The output.
  ///   - body: Computes the output from the inputs.
  @inlinable
  public init<A: InputDeclaration, Value: Equatable & Sendable>(
    _ name: String, inputs a: A, output: Port<Value>,
    evaluate body: @escaping @Sendable (A.Value) throws -> Value
  ) {
    var declared = Declarations()
    declared.add(a)
    let kernel = unsafe Kernel(outputs: [ValueType(Value.self)]) { values, block, arguments, output in
      var reader = unsafe _ArgumentReader(ArgumentReader(values, block, arguments))
      let a = A._read(&reader)
      return unsafe Kernel.store(try body(a), values, output)
    }
    self.init(declared.kind(name, [output.output]), kernel: kernel, defaults: declared.defaults)
  }

  /// Declares a kind with two inputs and one output, with the automatic cutoff.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - a: The first input, as ``Port`` or ``ManyPort``.
  ///   - b: The second input, as ``Port`` or ``ManyPort``.
  ///   - output: The output.
  ///   - body: Computes the output from the inputs.
  @inlinable
  public init<A: InputDeclaration, B: InputDeclaration, Value: Equatable & Sendable>(
    _ name: String, inputs a: A, _ b: B, output: Port<Value>,
    evaluate body: @escaping @Sendable (A.Value, B.Value) throws -> Value
  ) {
    var declared = Declarations()
    declared.add(a)
    declared.add(b)
    let kernel = unsafe Kernel(outputs: [ValueType(Value.self)]) { values, block, arguments, output in
      var reader = unsafe _ArgumentReader(ArgumentReader(values, block, arguments))
      let a = A._read(&reader)
      let b = B._read(&reader)
      return unsafe Kernel.store(try body(a, b), values, output)
    }
    self.init(declared.kind(name, [output.output]), kernel: kernel, defaults: declared.defaults)
  }

  /// Declares a kind with three inputs and one output, with the automatic cutoff.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - a: The first input, as ``Port`` or ``ManyPort``.
  ///   - b: The second input, as ``Port`` or ``ManyPort``.
  ///   - c: The third input, as ``Port`` or ``ManyPort``.
  ///   - output: The output.
  ///   - body: Computes the output from the inputs.
  @inlinable
  public init<A: InputDeclaration, B: InputDeclaration, C: InputDeclaration, Value: Equatable & Sendable>(
    _ name: String, inputs a: A, _ b: B, _ c: C, output: Port<Value>,
    evaluate body: @escaping @Sendable (A.Value, B.Value, C.Value) throws -> Value
  ) {
    var declared = Declarations()
    declared.add(a)
    declared.add(b)
    declared.add(c)
    let kernel = unsafe Kernel(outputs: [ValueType(Value.self)]) { values, block, arguments, output in
      var reader = unsafe _ArgumentReader(ArgumentReader(values, block, arguments))
      let a = A._read(&reader)
      let b = B._read(&reader)
      let c = C._read(&reader)
      return unsafe Kernel.store(try body(a, b, c), values, output)
    }
    self.init(declared.kind(name, [output.output]), kernel: kernel, defaults: declared.defaults)
  }

  /// Declares a kind with four inputs and one output, with the automatic cutoff.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - a: The first input, as ``Port`` or ``ManyPort``.
  ///   - b: The second input, as ``Port`` or ``ManyPort``.
  ///   - c: The third input, as ``Port`` or ``ManyPort``.
  ///   - d: The fourth input, as ``Port`` or ``ManyPort``.
  ///   - output: The output.
  ///   - body: Computes the output from the inputs.
  @inlinable
  public init<
    A: InputDeclaration, B: InputDeclaration, C: InputDeclaration, D: InputDeclaration, Value: Equatable & Sendable
  >(
    _ name: String, inputs a: A, _ b: B, _ c: C, _ d: D, output: Port<Value>,
    evaluate body: @escaping @Sendable (A.Value, B.Value, C.Value, D.Value) throws -> Value
  ) {
    var declared = Declarations()
    declared.add(a)
    declared.add(b)
    declared.add(c)
    declared.add(d)
    let kernel = unsafe Kernel(outputs: [ValueType(Value.self)]) { values, block, arguments, output in
      var reader = unsafe _ArgumentReader(ArgumentReader(values, block, arguments))
      let a = A._read(&reader)
      let b = B._read(&reader)
      let c = C._read(&reader)
      let d = D._read(&reader)
      return unsafe Kernel.store(try body(a, b, c, d), values, output)
    }
    self.init(declared.kind(name, [output.output]), kernel: kernel, defaults: declared.defaults)
  }

  /// Declares a kind with five inputs and one output, with the automatic cutoff.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - a: The first input, as ``Port`` or ``ManyPort``.
  ///   - b: The second input, as ``Port`` or ``ManyPort``.
  ///   - c: The third input, as ``Port`` or ``ManyPort``.
  ///   - d: The fourth input, as ``Port`` or ``ManyPort``.
  ///   - e: The fifth input, as ``Port`` or ``ManyPort``.
  ///   - output: The output.
  ///   - body: Computes the output from the inputs.
  @inlinable
  public init<
    A: InputDeclaration, B: InputDeclaration, C: InputDeclaration, D: InputDeclaration, E: InputDeclaration,
    Value: Equatable & Sendable
  >(
    _ name: String, inputs a: A, _ b: B, _ c: C, _ d: D, _ e: E, output: Port<Value>,
    evaluate body: @escaping @Sendable (A.Value, B.Value, C.Value, D.Value, E.Value) throws -> Value
  ) {
    var declared = Declarations()
    declared.add(a)
    declared.add(b)
    declared.add(c)
    declared.add(d)
    declared.add(e)
    let kernel = unsafe Kernel(outputs: [ValueType(Value.self)]) { values, block, arguments, output in
      var reader = unsafe _ArgumentReader(ArgumentReader(values, block, arguments))
      let a = A._read(&reader)
      let b = B._read(&reader)
      let c = C._read(&reader)
      let d = D._read(&reader)
      let e = E._read(&reader)
      return unsafe Kernel.store(try body(a, b, c, d, e), values, output)
    }
    self.init(declared.kind(name, [output.output]), kernel: kernel, defaults: declared.defaults)
  }

  /// Declares a kind with six inputs and one output, with the automatic cutoff.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - a: The first input, as ``Port`` or ``ManyPort``.
  ///   - b: The second input, as ``Port`` or ``ManyPort``.
  ///   - c: The third input, as ``Port`` or ``ManyPort``.
  ///   - d: The fourth input, as ``Port`` or ``ManyPort``.
  ///   - e: The fifth input, as ``Port`` or ``ManyPort``.
  ///   - f: The sixth input, as ``Port`` or ``ManyPort``.
  ///   - output: The output.
  ///   - body: Computes the output from the inputs.
  @inlinable
  public init<
    A: InputDeclaration, B: InputDeclaration, C: InputDeclaration, D: InputDeclaration, E: InputDeclaration,
    F: InputDeclaration, Value: Equatable & Sendable
  >(
    _ name: String, inputs a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, output: Port<Value>,
    evaluate body: @escaping @Sendable (A.Value, B.Value, C.Value, D.Value, E.Value, F.Value) throws -> Value
  ) {
    var declared = Declarations()
    declared.add(a)
    declared.add(b)
    declared.add(c)
    declared.add(d)
    declared.add(e)
    declared.add(f)
    let kernel = unsafe Kernel(outputs: [ValueType(Value.self)]) { values, block, arguments, output in
      var reader = unsafe _ArgumentReader(ArgumentReader(values, block, arguments))
      let a = A._read(&reader)
      let b = B._read(&reader)
      let c = C._read(&reader)
      let d = D._read(&reader)
      let e = E._read(&reader)
      let f = F._read(&reader)
      return unsafe Kernel.store(try body(a, b, c, d, e, f), values, output)
    }
    self.init(declared.kind(name, [output.output]), kernel: kernel, defaults: declared.defaults)
  }
}
