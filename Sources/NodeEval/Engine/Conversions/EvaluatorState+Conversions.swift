// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Nodes that are part of wires.
extension EvaluatorState {
  /// The kind whose nodes convert one type to another. A kind that was registered in an edit is gone after undo.
  func conversion(from source: PortType, to target: PortType) -> (kind: String, conversion: Conversion)? {
    scopes.conversions.first(from: source, to: target) { kind, shape in topology.shape(ofKind: kind) == shape }
  }

  /// Enters the kind of a conversion.
  mutating func enter(_ conversion: Conversion, kind: String, shape: UInt32) {
    scopes.conversions.insert(conversion, kind: kind, shape: shape)
  }

  /// The conversion of a node; `nil` if it does not convert.
  func conversion(at node: NodeID) -> Conversion? {
    if scopes.conversions.isEmpty || InstanceID(node) != nil || !topology.isLive(node) { return nil }
    return scopes.conversions.conversion(topology.records[node.slot].shape)
  }

  /// The output that flows into a conversion that is part of a wire, with a source and at least one consumer; otherwise `nil`.
  func sourceOfWire(_ node: NodeID) -> OutputPort? {
    guard conversion(at: node) != nil, !topology.inputs(reading: 0, of: node.slot).isEmpty else { return nil }
    return topology.outputs(readBy: InputPlace(node: node.slot, input: 0)).first
  }
  /// Whether a node is a conversion that is not part of a wire any more, and should not stay.
  func isIdleConversion(_ node: NodeID) -> Bool {
    !scopes.conversions.keepsIdle && conversion(at: node) != nil && sourceOfWire(node) == nil
  }

  /// The nodes that convert values that flow into instances from outside of them, or from them to the outside.
  ///
  /// - Complexity: O(connections of their ports); O(1) without conversions.
  func conversions(around instances: [UInt32]) -> [NodeID] {
    if scopes.conversions.isEmpty { return [] }
    var found: [NodeID] = []
    var seen: Set<NodeID> = []
    for index in instances {
      for port in scopes.subgraphs.definition(of: index)?.ports ?? [] {
        for (source, target) in connectionsOutside(port.ends, isInput: port.isInput, of: index) {
          let node = port.isInput ? source.node : target.node
          if conversion(at: node) != nil, seen.insert(node).inserted { found.append(node) }
        }
      }
    }
    return found
  }
}

extension Evaluator {
  /// The conversion of one type to another, if it is declared.
  public func conversion(from source: PortType, to target: PortType) -> Conversion? {
    state.conversion(from: source, to: target)?.conversion
  }
}
