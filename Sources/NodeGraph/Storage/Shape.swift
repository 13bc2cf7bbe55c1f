// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A kind as used by nodes. The offsets of its ports are in its `ShapeLayout`.
///
/// All nodes of a registered kind share one shape; a node with ports of its own has a shape of its own.
package struct Shape: Sendable {
  package let kind: NodeKind
  package let isOwn: Bool
  /// For each input the cell of its default, or `NodeRecord.none`.
  package internal(set) var defaultCells: [UInt32]

  init(_ kind: NodeKind, isOwn: Bool) {
    self.kind = kind
    self.isOwn = isOwn
    let count = kind.inputs.count
    defaultCells = count < Self.absent.count ? Self.absent[count] : Array(repeating: NodeRecord.none, count: count)
  }

  // Most shapes have few inputs and no defaults; they share these arrays, one for each count.
  private static let absent: [[UInt32]] = (0..<9).map { Array(repeating: NodeRecord.none, count: $0) }
}
