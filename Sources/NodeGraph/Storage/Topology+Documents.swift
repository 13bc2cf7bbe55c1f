// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What loading a document and saving one need of the records.
extension Topology {
  /// Makes room for nodes that come with their ids. Nothing has been added yet.
  package mutating func beginLoading(slots: Int, nodes: Int) {
    precondition(records.isEmpty && editDepth == 0, "ids can be given to the first nodes only")
    records.reserve(slots)
    records.resize(
      to: slots, repeating: NodeRecord(arguments: 0, output: 0, rank: NodeRecord.none, shape: 0, stamp: tag))
    inlineArguments.extend(to: slots, repeating: InlineArguments())
    nodeAtRank.reserve(nodes)
    names.reserveCapacity(nodes)
    nodeNamed.reserveCapacity(nodes)
    positions.reserveCapacity(nodes)
  }

  /// Adds a node with an id of its own at the end of the order. Complexity: O(ports).
  package mutating func load(_ id: NodeID, shape: UInt32) {
    records[id.slot].stamp = tag | id.generation
    freeSlots.append(id.slot)
    _ = addNode(shape: shape)
  }

  /// Gives what has no node free, the lowest first.
  package mutating func endLoading() {
    for slot in (0..<UInt32(records.count)).reversed() where records[slot].rank == NodeRecord.none {
      freeSlots.append(slot)
    }
  }

  /// Gives an input a literal that nobody takes back.
  package mutating func loadLiteral(_ place: InputPlace, cell: UInt32) { putLiteral(place, cell: cell) }

  /// Whether what an output gives may flow into an input; both exist.
  package func fits(_ output: OutputPort, _ input: InputPort) -> Bool {
    let given = shapes[Int(records[output.node.slot].shape)].kind.outputs[output.index].type
    return given.fits(shapes[Int(records[input.node.slot].shape)].kind.inputs[input.index].type)
  }

  /// The shapes of the kinds that are registered.
  package var registeredShapes: Set<UInt32> { Set(shapeOfKind.values) }

  /// A node as documents hold it, its values left out.
  package func documentNode(_ slot: UInt32) -> DocumentNode {
    let kind = shapes[Int(records[slot].shape)].kind
    var node = DocumentNode(id: id(of: slot).untagged, kind: kind.name, name: names[slot], position: positions[slot])
    if let position = node.position, !position.isFinite || position == .zero { node.position = nil }
    for (index, input) in kind.inputs.enumerated() {
      for argument in arguments(of: InputPlace(node: slot, input: UInt32(index))) where isConnected(argument) {
        guard let source = source(ofCell: arguments[argument]) else { continue }
        let output = shapes[Int(records[source.node].shape)].kind.outputs[source.output].name
        node.connections.append(DocumentConnection(input.name, from: id(of: source.node).untagged, output))
      }
    }
    return node
  }

  /// All literals, in no particular order.
  package func forEachLiteral(_ body: (InputPlace, _ cell: UInt32) -> Void) {
    for (place, cell) in literals { body(place, cell) }
  }
}
