// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The code of nodes that have code of their own, stored after their outputs until no step can restore the node.
extension Topology {
  /// Returns the cell of a node's code; `nil` if it has no code of its own.
  @inline(__always)
  package func codeCell(of slot: UInt32) -> UInt32? {
    wiring.layout(of: slot).codeCell(behind: wiring.records[slot].output)
  }

  /// Calls `body` with the first word of each node's code, including removed nodes that may be restored.
  /// Complexity: O(cells).
  package func forEachCodeCell(_ body: (_ cell: UInt32) -> Void) { wiring.cells.forEachCode(body) }
}
