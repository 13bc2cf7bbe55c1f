// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A port of a definition that is made at run time, for a plugin or for a node that passes values on
/// (``NodeDefinition/dynamic(_:inputs:outputs:cost:evaluate:)``). Its type is a value, not known to the compiler.
///
/// ```swift
/// let type = try evaluator.graph.kind(of: source).outputs[0].type
/// let ports = [DynamicPort("in", type), DynamicPort("others", type, arity: .many), DynamicPort("limit", default: 2.0)]
/// ```
public struct DynamicPort: Sendable {
  /// The name, unique among the inputs or outputs of the kind.
  public let name: String
  /// The type of its values.
  public let type: PortType
  /// The number of connections that it takes as an input.
  public let arity: NodeKind.Arity
  /// The value that an unconnected input reads, if it has a default.
  let defaultValue: ErasedDefault?

  /// Declares an input or an output.
  ///
  /// - Parameters:
  ///   - name: Unique among the inputs or outputs of the kind.
  ///   - type: The type of its values.
  ///   - arity: The number of connections that it takes; outputs ignore it.
  /// - Precondition: The type is known: no value is of the type ``NodeGraph/PortType/unknown``.
  public init(_ name: String, _ type: PortType, arity: NodeKind.Arity = .one) {
    require(type != .unknown, "a port has a type, that of '\(name)' is unknown")
    (self.name, self.type, self.arity, defaultValue) = (name, type, arity, nil)
  }

  /// Declares an input that takes one connection and has a default.
  ///
  /// - Parameters:
  ///   - name: Unique among the inputs of the kind.
  ///   - default: The value that it reads while it is not connected.
  ///   - typeName: The name of the type that user interfaces show; with `nil`, that of the Swift type.
  public init<Value: Sendable>(_ name: String, default: Value, typeName: String? = nil) {
    self.name = name
    (type, arity) = (PortType(Value.self, name: typeName), .one)
    defaultValue = ErasedDefault(type: ValueType(Value.self), value: `default`)
  }

  var input: NodeKind.Input { NodeKind.Input(name, type, arity: arity, hasDefault: defaultValue != nil) }
  var output: NodeKind.Output { NodeKind.Output(name, type) }
}
