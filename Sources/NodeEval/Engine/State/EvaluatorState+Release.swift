// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Removing what tables hold of nodes, ports and kinds that are gone.
extension EvaluatorState {
  /// Destroys what retired cells hold, and releases the kernels of retired shapes.
  mutating func release(_ retired: Topology.Retired) {
    for literal in retired.literals { nodes.destroyLiteral(literal.cell, literal.type) }
    for cell in retired.defaults { nodes.destroyDefault(cell) }
    for cell in retired.codes { nodes.arena.releaseCode(in: cell) }
    for shape in retired.shapes {
      kernels.remove(at: shape)
      kernels.heavyKinds.remove(at: shape)
      scopes.conversions.remove(at: shape)
    }
  }

  /// Destroys all values, before the evaluator is released.
  mutating func destroyAllValues() {
    if kernels.hasNontrivialOutputs {
      // A refused document leaves slots without nodes, and statuses are allocated for slots that do not exist yet.
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
