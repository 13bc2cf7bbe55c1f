// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Queries that scopes need.
extension Topology {
  /// Returns the outputs that an input reads, in order. Complexity: O(connections of the input).
  package func outputs(readBy place: InputPlace) -> [OutputPort] {
    wiring.connectedCells(of: place).compactMap { cell in
      wiring.source(ofCell: cell).map { OutputPort(node: id(of: $0.node), index: $0.output) }
    }
  }

  /// Returns the inputs that read an output, in no particular order. Complexity: O(consumers).
  package func inputs(reading output: Int, of slot: UInt32) -> [InputPort] {
    let list = wiring.consumerList(of: slot, output: output)
    return (0..<wiring.count(of: list)).map { inputPort(of: wiring.entry($0, of: list)) }
  }

  /// Returns whether a node has a shape of its own, which is freed with it.
  package func hasOwnShape(_ slot: UInt32) -> Bool { wiring.shapes.entries[Int(wiring.records[slot].shape)].isOwn }
}
