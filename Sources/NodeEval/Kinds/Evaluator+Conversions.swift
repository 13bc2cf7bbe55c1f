// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension NodeDefinition {
  /// Declares how values of one type become values of another. An evaluator that has the definition lets an output of the
  /// former type be connected to an input of the latter, and converts the values.
  ///
  /// ```swift
  /// let evaluator = Evaluator(definitions: [
  ///   .conversion(Int.self, to: Double.self) { Double($0) },
  ///   .conversion(Double.self, to: Int.self, .lossy) { value in
  ///     guard let whole = Int(exactly: value.rounded()) else { throw NoSuchNumber() }
  ///     return whole
  ///   },
  /// ])
  /// try evaluator.edit { edit in try edit.connect(count.output, to: mean.input("x")) }
  /// ```
  ///
  /// ``Subgraphs/verdict(onConnecting:to:)`` says beforehand whether a connection converts, and at what loss. A connection has
  /// at most one conversion: conversions are not chained. If the code throws, the wire has failed, and its consumers are
  /// blocked.
  ///
  /// In the flat graph (``Evaluator/graph``) the conversion is a node of this kind, so documents, undo, groups and forks treat
  /// it as any other. ``Subgraphs/members(of:)`` and ``Subgraphs/connections(in:)`` show the wire instead. Cutting the wire, or
  /// removing one of its ends, removes the node. Documents contain the kind's name.
  ///
  /// - Parameters:
  ///   - source: The type of outputs.
  ///   - target: The type of inputs.
  ///   - loss: What the conversion loses; an editor may ask the user first if it loses something.
  ///   - name: The name of the kind; both types unless given, as `Int → Double`.
  ///   - body: Converts a value. It must depend on the value only, and must not change a graph.
  /// - Returns: The definition. If there are several for the same types, an evaluator uses the first.
  /// - Precondition: The types differ.
  public static func conversion<Source: Sendable, Target: Equatable & Sendable>(
    _ source: Source.Type, to target: Target.Type, _ loss: Conversion.Loss = .lossless, named name: String? = nil,
    _ body: @escaping @Sendable (Source) throws -> Target
  ) -> NodeDefinition {
    let conversion = Conversion(from: PortType(Source.self), to: PortType(Target.self), loss)
    return NodeDefinition(
      name ?? conversion.description, inputs: ValuePort<Source>("value"), output: ValuePort<Target>("value"),
      evaluate: body
    ).converting(conversion)
  }

  /// Declares how values of one type become values of another that is not `Equatable`. Every converted value propagates, except
  /// an object that is the same as before.
  ///
  /// - Parameters:
  ///   - source: The type of outputs.
  ///   - target: The type of inputs.
  ///   - loss: What the conversion loses.
  ///   - name: The name of the kind; both types unless given.
  ///   - body: Converts a value.
  /// - Returns: The definition.
  /// - Precondition: The types differ.
  public static func conversion<Source: Sendable, Target: Sendable>(
    _ source: Source.Type, to target: Target.Type, _ loss: Conversion.Loss = .lossless, named name: String? = nil,
    _ body: @escaping @Sendable (Source) throws -> Target
  ) -> NodeDefinition {
    let conversion = Conversion(from: PortType(Source.self), to: PortType(Target.self), loss)
    return NodeDefinition(
      name ?? conversion.description, inputs: ValuePort<Source>("value"), output: ValuePort<Target>("value"),
      evaluate: body
    ).converting(conversion)
  }

  private func converting(_ conversion: Conversion) -> NodeDefinition {
    require(conversion.source != conversion.target, "a conversion has two types, not \(conversion.source) twice")
    return NodeDefinition(kind, kernel: kernel, defaults: defaults, cost: cost, conversion: conversion)
  }
}

extension Evaluator {
  /// Declares how values of one type become values of another, by a definition that
  /// `NodeDefinition.conversion(_:to:_:named:_:)` makes.
  ///
  /// ```swift
  /// evaluator.convert(Int.self, to: Double.self) { Double($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - source: The type of outputs.
  ///   - target: The type of inputs.
  ///   - loss: What the conversion loses.
  ///   - name: The name of the kind; both types unless given.
  ///   - body: Converts a value.
  /// - Returns: What was dropped of a document that had nodes of this kind before, as with ``register(_:)``.
  /// - Precondition: The types differ, and no other kind has the name.
  /// - Complexity: That of ``register(_:)``.
  @discardableResult
  public func convert<Source: Sendable, Target: Equatable & Sendable>(
    _ source: Source.Type, to target: Target.Type, _ loss: Conversion.Loss = .lossless, named name: String? = nil,
    _ body: @escaping @Sendable (Source) throws -> Target
  ) -> [DocumentError] { register(.conversion(source, to: target, loss, named: name, body)) }
}
