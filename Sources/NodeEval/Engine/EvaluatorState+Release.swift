// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Giving up what tables hold of nodes, ports and kinds that are gone.
extension EvaluatorState {
  /// Destroys what retired cells hold, and releases the kernels of retired shapes.
  mutating func release(_ retired: Topology.Retired) {
    for literal in retired.literals { nodes.destroyLiteral(literal.cell, literal.type) }
    for cell in retired.defaults { nodes.destroyDefault(cell) }
    for cell in retired.codes { nodes.arena.releaseCode(in: cell) }
    for shape in retired.shapes {
      kernels.remove(at: shape)
      heavyKinds.remove(at: shape)
      conversions.remove(at: shape)
    }
  }

  /// Destroys everything that is held; the evaluator is going.
  mutating func destroyAllValues() {
    if kernels.hasNontrivialOutputs {
      // A document that was refused leaves slots without nodes, and there is room for a status that no slot has yet.
      for slot in 0..<UInt32(min(nodes.status.count, topology.records.count))
      where topology.isAlive(slot) && !nodes.status[slot].contains(.empty) {
        let kernel = kernel(of: slot)
        if !kernel.isTrivial { nodes.destroy(kernel.outputs, from: topology.records[slot].output) }
      }
    }
    nodes.destroyAllDefaults()
    if kernels.hasOwnCode { topology.forEachCodeCell { nodes.arena.releaseCode(in: $0) } }
    if nodes.literalTypes.allSatisfy(\.isTrivial) { return }
    topology.forEachLiteralCell { cell, type in nodes.destroyLiteral(cell, type) }
  }
}
