// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A port of a definition that is made at run time, as of a plugin or of a node that passes on what it gets
/// (``NodeDefinition/dynamic(_:inputs:outputs:cost:evaluate:)``). Its type is a value, not known to the compiler.
///
/// ```swift
/// let type = try evaluator.graph.kind(of: source).outputs[0].type
/// let ports = [DynamicPort("in", type), DynamicPort("others", type, arity: .many), DynamicPort("limit", default: 2.0)]
/// ```
public struct DynamicPort: Sendable {
  /// Unique among the inputs or outputs of the kind.
  public let name: String
  /// What it takes or gives.
  public let type: PortType
  /// How many connections it takes, as an input.
  public let arity: NodeKind.Arity
  /// What an unconnected input reads, if it has a default.
  let defaultValue: ErasedDefault?

  /// Declares an input or an output.
  ///
  /// - Parameters:
  ///   - name: Unique among the inputs or outputs of the kind.
  ///   - type: What it takes or gives.
  ///   - arity: How many connections it takes; an output has no use for it.
  /// - Precondition: The type is known: no value is of the type ``NodeGraph/PortType/unknown``.
  public init(_ name: String, _ type: PortType, arity: NodeKind.Arity = .one) {
    require(type != .unknown, "a port has a type, that of '\(name)' is unknown")
    (self.name, self.type, self.arity, defaultValue) = (name, type, arity, nil)
  }

  /// Declares an input that takes one connection and has a value without one.
  ///
  /// - Parameters:
  ///   - name: Unique among the inputs of the kind.
  ///   - default: What it reads while it is not connected.
  ///   - typeName: The name of the type that user interfaces show; with `nil`, that of the Swift type.
  public init<Value: Sendable>(_ name: String, default: Value, typeName: String? = nil) {
    self.name = name
    (type, arity) = (PortType(Value.self, name: typeName), .one)
    defaultValue = ErasedDefault(type: ValueType(Value.self), value: `default`)
  }

  var input: NodeKind.Input { NodeKind.Input(name, type, arity: arity, hasDefault: defaultValue != nil) }
  var output: NodeKind.Output { NodeKind.Output(name, type) }
}
