// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What saving and loading documents read of a graph, and the one change that loading makes without a step.
extension Topology {
  /// The shapes of the registered kinds.
  package var registeredShapes: Set<UInt32> { Set(wiring.shapes.named.values) }

  /// Returns a node in the form of documents, without values. Complexity: O(ports and connections).
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

  /// Returns whether a node has ports of its own, so that its kind is not registered.
  ///
  /// - Parameters:
  ///   - slot: The node.
  ///   - registered: The value of ``registeredShapes``.
  /// - Returns: Whether its shape is not registered.
  package func hasOwnKind(_ slot: UInt32, _ registered: Set<UInt32>) -> Bool {
    !registered.contains(records[slot].shape)
  }

  /// Makes a connection of a document, or records why it can't be made.
  ///
  /// - Parameters:
  ///   - connection: The connection in the document.
  ///   - source: The node that is read.
  ///   - output: The index of its output of that name; `nil` if it has none.
  ///   - target: The node that reads.
  ///   - input: The index of its input of that name; `nil` if it has none.
  ///   - path: The place of the connection in the document.
  ///   - faults: Records the faults.
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

  /// Gives an input a literal without a step, so that it can't be reverted.
  package mutating func loadLiteral(_ place: InputPlace, cell: UInt32) { putLiteral(place, cell: cell) }
}
