// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The arguments of a node whose ports are known at run time only.
///
/// It is valid during one call of the node's code, which can't keep it.
public struct DynamicInputs: ~Copyable {
  let call: KernelCall
  let inputs: [NodeKind.Input]
  /// Where the arguments of inputs begin; empty if each has one word.
  var words: [Int] = []
  let failures: [NodeFailure?]

  /// Where the arguments of inputs begin.
  static func words(of inputs: [NodeKind.Input]) -> [Int] {
    guard inputs.contains(where: { $0.arity == .many }) else { return [] }
    var next = 0
    return inputs.map { input in
      defer { next += input.arity == .many ? NodeRecord.wordsOfMany : 1 }
      return next
    }
  }

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

  /// The value of an input that takes one connection.
  ///
  /// - Throws: The input's failure if it has no value. Code that lets it pass on fails with the same origin.
  /// - Precondition: There is such an input, it is of that type, and it takes one connection.
  public func value<Value>(_ index: Int, as type: Value.Type) throws(NodeFailure) -> Value {
    if let failure = failure(index) { throw failure }
    checkType(index, type)
    if words.isEmpty { return call.read(type, at: index) }
    return call.read(type, at: try word(ofValue: index))
  }

  /// The values of an input that takes many connections, in the order of connection.
  ///
  /// - Throws: The failure of the first source that has no value.
  /// - Precondition: There is such an input, it is of that type, and it takes many connections.
  /// - Complexity: O(connections of the input).
  public func values<Value>(_ index: Int, as type: Value.Type) throws(NodeFailure) -> [Value] {
    if let failure = failure(index) { throw failure }
    checkType(index, type)
    require(inputs[index].arity == .many, "input '\(inputs[index].name)' takes one connection, and is read by value")
    return call.readMany(type, at: words[index])
  }

  /// Where the argument of an input that takes one connection is.
  func word(ofValue index: Int) throws(NodeFailure) -> Int {
    if let failure = failure(index) { throw failure }
    require(inputs[index].arity == .one, "input '\(inputs[index].name)' takes many connections, and is read by values")
    return words.isEmpty ? index : words[index]
  }

  @inline(__always)
  private func checkType<Value>(_ index: Int, _ type: Value.Type) {
    guard inputs[index].type.identity == ObjectIdentifier(type) else {
      stop("input '\(inputs[index].name)' gives \(inputs[index].type) and is read as \(type)")
    }
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
  /// One with several outputs, many connections or defaults is declared by
  /// ``dynamic(_:inputs:outputs:cost:evaluate:)``.
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
