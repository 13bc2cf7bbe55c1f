// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The arguments of a node whose ports are known at run time only.
///
/// It is valid during one call of the node's code, which can't keep it.
@safe
public struct DynamicInputs: ~Copyable {
  let values: UnsafeMutableRawPointer
  let block: UnsafePointer<UInt32>
  let inputs: [NodeKind.Input]
  let failures: [NodeFailure?]

  /// How many inputs there are.
  public var count: Int { inputs.count }

  /// The type of an input.
  public func type(_ index: Int) -> PortType { inputs[index].type }

  /// Why an input has no value, if it has none.
  public func failure(_ index: Int) -> NodeFailure? { failures.isEmpty ? nil : failures[index] }

  /// The value of an input.
  ///
  /// - Throws: The input's failure if it has no value. Code that lets it pass on fails with the same origin.
  /// - Precondition: The input is of that type.
  public func value<Value>(_ index: Int, as type: Value.Type) throws(NodeFailure) -> Value {
    if let failure = failure(index) { throw failure }
    precondition(inputs[index].type.identity == ObjectIdentifier(type), "an input is read as the type it has")
    return unsafe Cell.load(values, block[index], as: type)
  }
}

extension NodeDefinition {
  /// Declares a node whose ports are known at run time only, as those of a formula are, which has an input for each of
  /// its free names. Its code runs even if inputs have failed; what it doesn't read can't make it fail.
  ///
  /// - Parameters:
  ///   - name: The name of the kind.
  ///   - inputs: The inputs, each taking one connection; defaults are not supported.
  ///   - output: The output.
  ///   - body: Computes the output from the inputs.
  /// - Returns: The definition.
  public static func dynamic<Value: Equatable & Sendable>(
    _ name: String, inputs: [NodeKind.Input], output: Port<Value>,
    evaluate body: @escaping @Sendable (borrowing DynamicInputs) throws -> Value
  ) -> NodeDefinition {
    precondition(inputs.allSatisfy { $0.arity == .one && !$0.hasDefault }, "inputs take one connection, no default")
    let kernel = unsafe Kernel(
      outputs: [ValueType(Value.self)],
      body: { values, block, _, output in
        let inputs = unsafe DynamicInputs(values: values, block: block, inputs: inputs, failures: [])
        return unsafe Kernel.store(try body(inputs), values, output)
      },
      carefulBody: { values, block, _, output, failures in
        let inputs = unsafe DynamicInputs(values: values, block: block, inputs: inputs, failures: failures)
        return unsafe Kernel.store(try body(inputs), values, output)
      })
    return NodeDefinition(
      NodeKind(name, inputs: inputs, outputs: [output.output]), kernel: kernel, defaults: inputs.map { _ in nil })
  }
}
