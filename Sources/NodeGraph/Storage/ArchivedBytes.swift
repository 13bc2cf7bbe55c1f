// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Estimates the memory of archived ports and nodes: those that are removed but that a step may restore.
extension Topology {
  /// Returns the bytes of an archived node, without its values.
  package func archivedByteCount(ofNode slot: UInt32) -> Int {
    let ports = GraphStep.Ports(of: slot, keepsOutputs: false, in: wiring)
    // In addition to its record a node has a rank and a status, and entries for its name and position if it has them.
    let labels = (labels.name(of: slot) == nil ? 0 : 96) + (labels.position(of: slot) == nil ? 0 : 48)
    return MemoryLayout<NodeRecord>.stride + 16 + labels + archivedByteCount(of: ports)
  }

  /// Returns the bytes of ports that a node does not have now, without values.
  package func archivedByteCount(of ports: GraphStep.Ports) -> Int {
    let layout = wiring.shapes.layouts[ports.shape]
    // An argument word has a cell and a position; an output word has a value and an owner.
    let words =
      (Int(layout.argumentWords) + listedArguments(of: ports, layout)) * 8
      + (ports.keepsOutputs ? 0 : Int(layout.outputWords) * 12)
    // An estimate for a closure and its captures.
    if layout.keepsCode { return words + 128 }
    guard wiring.shapes.entries[Int(ports.shape)].isOwn else { return words }
    let kind = wiring.shapes.kind(ports.shape)
    var names = kind.name.utf8.count
    for input in kind.inputs where input.name.utf8.count > 15 { names += input.name.utf8.count + 32 }
    let ofInput = MemoryLayout<NodeKind.Input>.stride + MemoryLayout<PortLayout>.stride + 16
    return words + 512 + names + kind.inputs.count * ofInput
  }

  /// Returns the capacity, in arguments, of the lists of all inputs that take many connections.
  private func listedArguments(of ports: GraphStep.Ports, _ layout: ShapeLayout) -> Int {
    guard layout.argumentWords > layout.inputCount else { return 0 }
    var count = 0
    for input in 0..<layout.inputCount {
      let port = wiring.shapes.input(input, of: layout)
      if port.takesMany { count += Int(wiring.arguments.cells[ports.arguments + port.offset + 2]) }
    }
    return count
  }
}
