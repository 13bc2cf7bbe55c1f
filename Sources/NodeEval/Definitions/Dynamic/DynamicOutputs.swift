// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Collects the outputs of a node whose ports are known at run time only.
///
/// It is valid during one call of the node's code. Values are stored only after the call has returned: if the code throws, its
/// values are dropped.
public struct DynamicOutputs: ~Copyable {
  /// A value that is to be stored in an output.
  fileprivate enum Given {
    case equatable(any Equatable & Sendable)
    case other(any Sendable)
    /// The value of the input at a word of the arguments.
    case input(word: Int)
  }

  private let outputs: [NodeKind.Output]
  fileprivate var given: [Given?]

  fileprivate init(_ outputs: [NodeKind.Output]) {
    self.outputs = outputs
    given = Array(repeating: nil, count: outputs.count)
  }

  /// How many outputs there are.
  public var count: Int { outputs.count }

  /// The type of an output.
  ///
  /// - Precondition: The output exists.
  public func type(_ index: Int) -> PortType {
    check(index)
    return outputs[index].type
  }

  /// Sets the value of an output. A value equal to the previous one doesn't propagate, as with ``Cutoff/automatic``.
  ///
  /// - Parameters:
  ///   - index: The position of the output.
  ///   - value: The value; it replaces a value that was set before in this call.
  /// - Precondition: The output exists and has that type.
  public mutating func set<Value: Equatable & Sendable>(_ index: Int, to value: Value) {
    check(index, Value.self)
    given[index] = .equatable(value)
  }

  /// Sets the value of an output whose type can't be compared; objects are compared by identity.
  ///
  /// - Parameters:
  ///   - index: The position of the output.
  ///   - value: The value; it replaces a value that was set before in this call.
  /// - Precondition: The output exists and has that type.
  public mutating func set<Value: Sendable>(_ index: Int, to value: Value) {
    check(index, Value.self)
    given[index] = .other(value)
  }

  /// Sets an output to the value of an input, whatever its type is. A value that is the same, byte by byte or by `==`, doesn't
  /// propagate.
  ///
  /// - Parameters:
  ///   - input: The position of an input that takes one connection.
  ///   - inputs: The inputs of this call.
  ///   - index: The position of the output.
  /// - Throws: The input's failure if it has no value.
  /// - Precondition: Both ports exist and have the same type.
  public mutating func pass(
    _ input: Int, of inputs: borrowing DynamicInputs, to index: Int
  ) throws(NodeFailure) {
    check(index)
    let (given, taken) = (inputs.type(input), outputs[index].type)
    require(given == taken, "output '\(outputs[index].name)' gives \(taken) and is passed \(given)")
    self.given[index] = .input(word: try inputs.word(ofValue: input))
  }

  @inline(__always)
  private func check(_ index: Int) {
    require(outputs.indices.contains(index), "output \(index) does not exist: the number of outputs is \(count)")
  }

  private func check<Value>(_ index: Int, _ type: Value.Type) {
    check(index)
    require(
      outputs[index].type.identity == ObjectIdentifier(type),
      "output '\(outputs[index].name)' gives \(outputs[index].type) and is given \(type)")
  }
}

/// The error of code that returns without having set an output.
private struct MissingOutputError: Error, CustomStringConvertible {
  let name: String
  var description: String { "output '\(name)' was not given a value" }
}

/// The data that both closures of a dynamic kernel with several outputs need.
private final class DynamicProgram: Sendable {
  typealias Body = @Sendable (borrowing DynamicInputs, inout DynamicOutputs) throws -> Void

  private let ports: DynamicPorts
  private let outputs: [NodeKind.Output]
  private let types: [ValueType]
  private let body: Body

  init(_ kind: NodeKind, _ types: [ValueType], _ body: @escaping Body) {
    (ports, outputs) = (DynamicPorts(kind.inputs), kind.outputs)
    (self.types, self.body) = (types, body)
  }

  func run(_ call: KernelCall) throws -> UInt32 {
    try store(call) { results in try body(DynamicInputs(call, ports), &results) }
  }

  func run(_ call: KernelCall, _ failures: [NodeFailure?]) throws -> UInt32 {
    try store(call) { results in
      try DynamicInputs.withFailures(failures, call, ports) { inputs in try body(inputs, &results) }
    }
  }

  private func store(_ call: KernelCall, _ compute: (inout DynamicOutputs) throws -> Void) throws -> UInt32 {
    var results = DynamicOutputs(outputs)
    try compute(&results)
    for (output, given) in zip(outputs, results.given) where given == nil {
      throw MissingOutputError(name: output.name)
    }
    var writer = OutputWriter(call)
    for (type, given) in zip(types, results.given) {
      switch given {
      case .equatable(let value): writer.store(value)
      case .other(let value): Self.store(value, in: &writer)
      case .input(let word): writer.pass(call, word, type)
      case nil: break
      }
    }
    return writer.changed
  }

  private static func store<Value>(_ value: Value, in writer: inout OutputWriter) {
    if IdentityComparison<Value>.applies {
      writer.store(value) { IdentityComparison.isSame($0, $1) }
    } else {
      writer.store(value) { _, _ in false }
    }
  }
}

extension NodeDefinition {
  /// Declares a node with several outputs whose ports are known at run time only: for a plugin, for example, or a node that passes
  /// on values of a type that it doesn't know. Inputs may take many connections and have defaults. The code runs even if inputs
  /// have failed; a failed input that it doesn't read has no effect.
  ///
  /// ```swift
  /// let gate = NodeDefinition.dynamic(
  ///   "Gate", inputs: [DynamicPort("open", default: true), DynamicPort("a", type), DynamicPort("b", type)],
  ///   outputs: [DynamicPort("value", type), DynamicPort("is open", PortType(Bool.self))]
  /// ) { inputs, outputs in
  ///   let isOpen = try inputs.value(0, as: Bool.self)
  ///   try outputs.pass(isOpen ? 1 : 2, of: inputs, to: 0)
  ///   outputs.set(1, to: isOpen)
  /// }
  /// ```
  ///
  /// Registered, or as the definition of a single node, it is used like any other definition, also in groups, documents and
  /// fragments. Only consumers of the outputs that changed are evaluated.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - inputs: The inputs.
  ///   - outputs: The outputs, at most 32.
  ///   - cost: Whether the code is worth running on another thread, while there are ``Evaluator/workers``.
  ///   - body: Computes the outputs from the inputs. It must set every output, or the node fails.
  /// - Returns: The definition.
  /// - Precondition: Names of inputs are unique, and so are those of outputs; outputs take no connections and have no default.
  public static func dynamic(
    _ name: String, inputs: [DynamicPort], outputs: [DynamicPort], cost: NodeCost = .automatic,
    evaluate body: @escaping @Sendable (borrowing DynamicInputs, inout DynamicOutputs) throws -> Void
  ) -> NodeDefinition {
    require(
      outputs.allSatisfy { $0.arity == .one && $0.defaultValue == nil },
      "outputs take no connections and have no default, unlike those of '\(name)'")
    let kind = NodeKind(name, inputs: inputs.map(\.input), outputs: outputs.map(\.output))
    let types = outputs.map { ValueType.of($0.type) }
    let program = DynamicProgram(kind, types, body)
    let kernel = Kernel(
      outputs: types, body: { call in try program.run(call) },
      carefulBody: { call, failures in try program.run(call, failures) })
    return NodeDefinition(kind, kernel: kernel, defaults: inputs.map(\.defaultValue), cost: cost)
  }
}
