// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Topology {
  /// Checks every invariant and stops with the rule that is broken. Complexity: O(nodes + connections).
  package func checkInvariants() {
    var living = 0
    var connections = 0
    for slot in 0..<UInt32(records.count) where records[slot].rank != NodeRecord.none {
      living += 1
      let record = records[slot]
      precondition(nodeAtRank[record.rank] == slot, "ranks and nodes name each other")
      precondition(id(of: slot).tag == tag, "the id of a node has the tag of its graph")
      let shape = shapes[Int(record.shape)]
      for cell in record.output..<record.output + layouts[record.shape].outputWords {
        precondition(cellOwner[cell] == slot, "a node owns its output cells")
      }
      for input in 0..<shape.kind.inputs.count {
        connections += checkInput(InputPlace(node: slot, input: UInt32(input)), shape: shape)
      }
      for output in 0..<shape.kind.outputs.count { checkConsumers(of: slot, output: output) }
      if let name = names[slot] { precondition(nodeNamed[name] == slot, "names and nodes name each other") }
    }
    precondition(living == nodeCount, "the node count is right")
    precondition(connections == connectionCount, "the connection count is right")
    let ranked = (0..<nodeAtRank.count).count { nodeAtRank[$0] != NodeRecord.none }
    precondition(ranked == nodeCount, "every rank in use has a living node")
    precondition(names.count == nodeNamed.count, "every name belongs to one node")
    precondition(literals.values.allSatisfy { literalWords[$0] != nil }, "every literal has a cell of its own")
  }

  private func checkInput(_ place: InputPlace, shape: Shape) -> Int {
    let port = shape.kind.inputs[Int(place.input)]
    var connections = 0
    for argument in arguments(of: place) {
      guard argumentPosition[argument] != NodeRecord.none else {
        let resting = port.arity == .one ? restingCell(of: place) : NodeRecord.none
        precondition(arguments[argument] == resting, "an unconnected input has its literal or default")
        precondition(port.arity == .one || editDepth > 0, "an input that takes many has no gap")
        continue
      }
      connections += 1
      let cell = arguments[argument]
      guard let source = source(ofCell: cell) else { preconditionFailure("a connection leads from an output") }
      let output = shapes[Int(records[source.node].shape)].kind.outputs[source.output]
      precondition(output.type.fits(port.type), "a connection joins equal types, where both are known")
      precondition(records[source.node].rank < records[place.node].rank, "an edge leads to a higher rank")
      let back = entry(argumentPosition[argument], of: consumerList(ofCell: cell))
      precondition(back.argument == argument && back.consumer == place.node, "both ends know a connection")
    }
    return connections
  }

  private func checkConsumers(of slot: UInt32, output: Int) {
    let list = consumerList(of: slot, output: output)
    let cell = cell(of: slot, output: output)
    for position in 0..<self[list: list].count {
      let entry = entry(position, of: list)
      precondition(arguments[entry.argument] == cell, "a consumer reads the output it is listed under")
      precondition(argumentPosition[entry.argument] == position, "both ends know a connection")
    }
  }
}
