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

  /// Whether a node has ports of its own: its kind is none of those that are registered.
  ///
  /// - Parameters:
  ///   - slot: The node.
  ///   - registered: What ``registeredShapes`` gives.
  /// - Returns: Whether it has.
  package func hasOwnKind(_ slot: UInt32, _ registered: Set<UInt32>) -> Bool {
    !registered.contains(records[slot].shape)
  }

  /// Connects two nodes as a document says, or notes why they can't be connected.
  ///
  /// - Parameters:
  ///   - connection: What the document says.
  ///   - source: The node that is read.
  ///   - output: Its output of that name, if there is one.
  ///   - target: The node that reads.
  ///   - input: Its input of that name, if there is one.
  ///   - path: Where the document says it.
  ///   - faults: What is unsound.
  /// - Throws: The first fault, unless the document is being repaired.
  package mutating func load(
    _ connection: DocumentConnection, from source: NodeID, output: Int?, to target: NodeID, input: Int?,
    at path: () -> DocumentPath, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    let (giver, taker) = (wiring.kind(of: source.slot), wiring.kind(of: target.slot))
    guard let output else {
      return try faults.note(.noOutput(connection.output, of: giver.name, for: connection.input, at: path()))
    }
    guard let input else { return try faults.note(.noInput(connection.input, of: taker.name, at: path())) }
    guard fits(source.output(output), target.input(input)) else {
      let (given, taken) = (giver.outputs[output].type, taker.inputs[input].type)
      return try faults.note(
        .misfit(connection.input, takes: taken, connection.output, of: giver.name, gives: given, at: path()))
    }
    let place = InputPlace(node: target.slot, input: UInt32(input))
    guard !isOccupied(place) else { return try faults.note(.occupied(connection.input, at: path())) }
    connect(source.slot, output: output, to: place)
  }

  /// Whether any input has a literal.
  package var hasLiterals: Bool { !literals.isEmpty }

  /// Gives an input a literal that no edit reverts.
  package mutating func loadLiteral(_ place: InputPlace, cell: UInt32) { putLiteral(place, cell: cell) }
}
