// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Kinds of few outputs. The optimiser specialises packs of inputs well, packs of outputs badly: 45 instead of 15 ns.
extension NodeDefinition {
  /// Declares a kind with two outputs. Only consumers of those that changed are evaluated.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - inputs: The inputs, as ``Port`` or ``ManyPort``.
  ///   - a: The first output.
  ///   - b: The second output.
  ///   - body: Computes the outputs from the inputs.
  @inlinable
  public init<each Input: InputDeclaration, A: Equatable & Sendable, B: Equatable & Sendable>(
    _ name: String, inputs: repeat each Input, outputs a: Port<A>, _ b: Port<B>,
    evaluate body: @escaping @Sendable (repeat (each Input).Value) throws -> (A, B)
  ) {
    var declared = Declarations()
    repeat declared.add(each inputs)
    let types = [ValueType(A.self), ValueType(B.self)]
    let kernel = unsafe Kernel(outputs: types) { values, block, arguments, output in
      var reader = unsafe _ArgumentReader(ArgumentReader(values, block, arguments))
      let results = try body(repeat (each Input)._read(&reader))
      var writer = unsafe OutputWriter(values: values, output: output)
      writer.store(results.0)
      writer.store(results.1)
      return writer.changed
    }
    let outputs = [a.output, b.output]
    self.init(declared.kind(name, outputs), kernel: kernel, defaults: declared.defaults)
  }

  /// Declares a kind with three outputs. Only consumers of those that changed are evaluated.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - inputs: The inputs, as ``Port`` or ``ManyPort``.
  ///   - a: The first output.
  ///   - b: The second output.
  ///   - c: The third output.
  ///   - body: Computes the outputs from the inputs.
  @inlinable
  public init<each Input: InputDeclaration, A: Equatable & Sendable, B: Equatable & Sendable, C: Equatable & Sendable>(
    _ name: String, inputs: repeat each Input, outputs a: Port<A>, _ b: Port<B>, _ c: Port<C>,
    evaluate body: @escaping @Sendable (repeat (each Input).Value) throws -> (A, B, C)
  ) {
    var declared = Declarations()
    repeat declared.add(each inputs)
    let types = [ValueType(A.self), ValueType(B.self), ValueType(C.self)]
    let kernel = unsafe Kernel(outputs: types) { values, block, arguments, output in
      var reader = unsafe _ArgumentReader(ArgumentReader(values, block, arguments))
      let results = try body(repeat (each Input)._read(&reader))
      var writer = unsafe OutputWriter(values: values, output: output)
      writer.store(results.0)
      writer.store(results.1)
      writer.store(results.2)
      return writer.changed
    }
    let outputs = [a.output, b.output, c.output]
    self.init(declared.kind(name, outputs), kernel: kernel, defaults: declared.defaults)
  }

  /// Declares a kind with four outputs. Only consumers of those that changed are evaluated.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - inputs: The inputs, as ``Port`` or ``ManyPort``.
  ///   - a: The first output.
  ///   - b: The second output.
  ///   - c: The third output.
  ///   - d: The fourth output.
  ///   - body: Computes the outputs from the inputs.
  @inlinable
  public init<
    each Input: InputDeclaration, A: Equatable & Sendable, B: Equatable & Sendable, C: Equatable & Sendable,
    D: Equatable & Sendable
  >(
    _ name: String, inputs: repeat each Input, outputs a: Port<A>, _ b: Port<B>, _ c: Port<C>, _ d: Port<D>,
    evaluate body: @escaping @Sendable (repeat (each Input).Value) throws -> (A, B, C, D)
  ) {
    var declared = Declarations()
    repeat declared.add(each inputs)
    let types = [ValueType(A.self), ValueType(B.self), ValueType(C.self), ValueType(D.self)]
    let kernel = unsafe Kernel(outputs: types) { values, block, arguments, output in
      var reader = unsafe _ArgumentReader(ArgumentReader(values, block, arguments))
      let results = try body(repeat (each Input)._read(&reader))
      var writer = unsafe OutputWriter(values: values, output: output)
      writer.store(results.0)
      writer.store(results.1)
      writer.store(results.2)
      writer.store(results.3)
      return writer.changed
    }
    let outputs = [a.output, b.output, c.output, d.output]
    self.init(declared.kind(name, outputs), kernel: kernel, defaults: declared.defaults)
  }
}
