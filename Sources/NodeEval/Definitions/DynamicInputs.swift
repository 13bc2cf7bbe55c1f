// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The arguments of a node whose ports are known at run time only.
///
/// It is valid during one call of the node's code, which can't keep it.
public struct DynamicInputs: ~Copyable {
  let call: KernelCall
  let inputs: [NodeKind.Input]
  let failures: [NodeFailure?]

  /// How many inputs there are.
  public var count: Int { inputs.count }

  /// The type of an input.
  ///
  /// - Precondition: There is such an input.
  public func type(_ index: Int) -> PortType {
    check(index)
    return inputs[index].type
  }

  /// Why an input has no value, if it has none.
  ///
  /// - Precondition: There is such an input.
  public func failure(_ index: Int) -> NodeFailure? {
    check(index)
    return failures.isEmpty ? nil : failures[index]
  }

  /// The value of an input.
  ///
  /// - Throws: The input's failure if it has no value. Code that lets it pass on fails with the same origin.
  /// - Precondition: There is such an input, and it is of that type.
  public func value<Value>(_ index: Int, as type: Value.Type) throws(NodeFailure) -> Value {
    if let failure = failure(index) { throw failure }
    guard inputs[index].type.identity == ObjectIdentifier(type) else {
      stop("input '\(inputs[index].name)' gives \(inputs[index].type) and is read as \(type)")
    }
    return call.read(type, at: index)
  }

  @inline(__always)
  private func check(_ index: Int) {
    require(inputs.indices.contains(index), "there is no input \(index): the node has \(count)")
  }
}

/// The output of a dynamic definition, to be shared by all that have the same one: it takes more room than the rest.
package struct DynamicOutput<Value: Equatable & Sendable>: Sendable {
  fileprivate let types: [ValueType]
  fileprivate let outputs: [NodeKind.Output]

  /// Prepares an output.
  package init(_ port: ValuePort<Value>) {
    types = [ValueType(Value.self)]
    outputs = [port.output]
  }
}

/// What both closures of a dynamic kernel need. An object, since closures that capture nothing else need no context of
/// their own.
private final class DynamicCode<Value: Equatable & Sendable>: Sendable {
  private let inputs: [NodeKind.Input]
  private let body: @Sendable (borrowing DynamicInputs) throws -> Value

  init(_ inputs: [NodeKind.Input], _ body: @escaping @Sendable (borrowing DynamicInputs) throws -> Value) {
    self.inputs = inputs
    self.body = body
  }

  @inline(__always)
  func run(_ call: KernelCall, _ failures: [NodeFailure?]) throws -> UInt32 {
    call.store(try body(DynamicInputs(call: call, inputs: inputs, failures: failures)))
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
    _ name: String, inputs: [NodeKind.Input], output: ValuePort<Value>,
    evaluate body: @escaping @Sendable (borrowing DynamicInputs) throws -> Value
  ) -> NodeDefinition {
    dynamic(name, inputs: inputs, output: DynamicOutput(output), evaluate: body)
  }

  /// Declares a node as ``dynamic(_:inputs:output:evaluate:)`` does, of an output that many share.
  package static func dynamic<Value: Equatable & Sendable>(
    _ name: String, inputs: [NodeKind.Input], output: DynamicOutput<Value>,
    evaluate body: @escaping @Sendable (borrowing DynamicInputs) throws -> Value
  ) -> NodeDefinition {
    require(
      inputs.allSatisfy { $0.arity == .one && !$0.hasDefault },
      "inputs of a dynamic node take one connection and have no default, unlike those of '\(name)'")
    let code = DynamicCode(inputs, body)
    let kernel = Kernel(
      outputs: output.types, body: { call in try code.run(call, []) },
      carefulBody: { call, failures in try code.run(call, failures) })
    return NodeDefinition(
      NodeKind(name, inputs: inputs, outputs: output.outputs), kernel: kernel, defaults: [])
  }
}
