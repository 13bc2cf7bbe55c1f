// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Where the code of nodes lies that have code of their own: behind their outputs, as long as a step may bring them back.
extension Topology {
  /// Where the code of a node lies that has code of its own.
  @inline(__always)
  package func codeCell(of slot: UInt32) -> UInt32? {
    wiring.layout(of: slot).codeCell(behind: wiring.records[slot].output)
  }

  /// Calls `body` with the first word of each node's code, also of one that was removed and may come back.
  /// Complexity: O(cells).
  package func forEachCodeCell(_ body: (_ cell: UInt32) -> Void) { wiring.cells.forEachCode(body) }
}
