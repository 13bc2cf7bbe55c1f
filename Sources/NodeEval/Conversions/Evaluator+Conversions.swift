// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension NodeDefinition {
  /// Declares how values of one type become values of another: where an evaluator knows it, an output of the one may be
  /// connected to an input of the other, and values are converted on the way.
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
  /// ``Subgraphs/verdict(onConnecting:to:)`` tells beforehand that, and at what loss. A connection has at most one conversion:
  /// none is put together of others. If the code throws, the wire has failed, and what reads it is blocked.
  ///
  /// In the flat graph (``Evaluator/graph``) the conversion is a node of this kind, so documents, undo, groups and forks treat it
  /// as any other. ``Subgraphs/members(of:)`` and ``Subgraphs/connections(in:)`` show the wire instead, and cutting that, or
  /// removing one of its ends, removes the node. Documents name the kind.
  ///
  /// - Parameters:
  ///   - source: What outputs give.
  ///   - target: What inputs take.
  ///   - loss: What is lost on the way; an editor may ask first where something is.
  ///   - name: The name of the kind; both types unless given, as `Int → Double`.
  ///   - body: Converts a value. It must depend on that only, and change no graph.
  /// - Returns: The definition. Of several for the same types an evaluator uses the first.
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

  /// The same for a type that is not `Equatable`: every converted value propagates, of objects those that are others.
  ///
  /// - Parameters:
  ///   - source: What outputs give.
  ///   - target: What inputs take.
  ///   - loss: What is lost on the way.
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
  /// Declares how values of one type become values of another, as
  /// `NodeDefinition.conversion(_:to:_:named:_:)` says it.
  ///
  /// ```swift
  /// evaluator.convert(Int.self, to: Double.self) { Double($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - source: What outputs give.
  ///   - target: What inputs take.
  ///   - loss: What is lost on the way.
  ///   - name: The name of the kind; both types unless given.
  ///   - body: Converts a value.
  /// - Returns: What was dropped of a document that had such nodes before, as ``register(_:)`` has it.
  /// - Precondition: The types differ, and no other kind has the name.
  /// - Complexity: As ``register(_:)``.
  @discardableResult
  public func convert<Source: Sendable, Target: Equatable & Sendable>(
    _ source: Source.Type, to target: Target.Type, _ loss: Conversion.Loss = .lossless, named name: String? = nil,
    _ body: @escaping @Sendable (Source) throws -> Target
  ) -> [DocumentError] { register(.conversion(source, to: target, loss, named: name, body)) }

  /// How one type becomes another on its way through a connection, if that is declared.
  public func conversion(from source: PortType, to target: PortType) -> Conversion? {
    state.conversion(from: source, to: target)?.conversion
  }
}

/// Nodes that are part of wires.
extension EvaluatorState {
  /// The kind whose nodes convert one type to another. One that was registered in an edit may be gone with that.
  func conversion(from source: PortType, to target: PortType) -> (kind: String, conversion: Conversion)? {
    conversions.first(from: source, to: target) { kind, shape in topology.shape(ofKind: kind) == shape }
  }

  /// Enters the kind of a conversion.
  mutating func enter(_ conversion: Conversion, kind: String, shape: UInt32) {
    conversions.insert(conversion, kind: kind, shape: shape)
    needsScope = true
  }

  /// What a node converts, if it is one that does.
  func conversion(at node: NodeID) -> Conversion? {
    if conversions.isEmpty || InstanceID(node) != nil || !topology.isLive(node) { return nil }
    return conversions.conversion(topology.records[node.slot].shape)
  }

  /// What flows into a node that is part of a wire: it converts, something flows into it, and something reads it.
  func sourceOfWire(_ node: NodeID) -> OutputPort? {
    guard conversion(at: node) != nil, !topology.inputs(reading: 0, of: node.slot).isEmpty else { return nil }
    return topology.outputs(readBy: InputPlace(node: node.slot, input: 0)).first
  }
  /// Whether a node converts, but is part of no wire any more.
  func isIdleConversion(_ node: NodeID) -> Bool {
    !conversions.keepsIdle && conversion(at: node) != nil && sourceOfWire(node) == nil
  }

  /// The nodes that convert what flows into instances from outside of them, or from them to the outside.
  ///
  /// - Complexity: O(connections of their ports), unless nothing converts.
  func conversions(around instances: [UInt32]) -> [NodeID] {
    if conversions.isEmpty { return [] }
    var found: [NodeID] = []
    var seen: Set<NodeID> = []
    for index in instances {
      for port in subgraphs.definition(of: index)?.ports ?? [] {
        for (source, target) in connectionsOutside(port.ends, isInput: port.isInput, of: index) {
          let node = port.isInput ? source.node : target.node
          if conversion(at: node) != nil, seen.insert(node).inserted { found.append(node) }
        }
      }
    }
    return found
  }
}
