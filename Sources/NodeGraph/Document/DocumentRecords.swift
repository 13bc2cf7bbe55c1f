// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What saving a document and loading one read of a graph, and the one thing loading writes that has no step.
extension Topology {
  /// The shapes of the kinds that are registered.
  package var registeredShapes: Set<UInt32> { Set(wiring.shapes.named.values) }

  /// A node as documents hold it, its values left out. Complexity: O(ports and connections).
  package func documentNode(_ slot: UInt32) -> DocumentNode {
    let kind = wiring.kind(of: slot)
    var node = DocumentNode(
      id: id(of: slot).inDocument, kind: kind.name, name: labels.name(of: slot), position: labels.position(of: slot))
    if let position = node.position, !position.isFinite || position == .zero { node.position = nil }
    for (index, input) in kind.inputs.enumerated() {
      for cell in wiring.connectedCells(of: InputPlace(node: slot, input: UInt32(index))) {
        guard let source = wiring.source(ofCell: cell) else { continue }
        let output = wiring.kind(of: source.node).outputs[source.output].name
        node.connections.append(DocumentConnection(input.name, from: id(of: source.node).inDocument, output))
      }
    }
    return node
  }

  /// Whether any input has a literal.
  package var hasLiterals: Bool { !literals.isEmpty }

  /// Gives an input a literal that no edit reverts.
  package mutating func loadLiteral(_ place: InputPlace, cell: UInt32) { putLiteral(place, cell: cell) }
}
