// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// One primitive change of a topology, with what is needed to take it back.
package enum Step {
  /// A kind was registered, of this shape.
  case registered(UInt32)
  case added(UInt32)
  case removed(UInt32, rank: UInt32)
  /// A connection at `ordinal` among the connections of the input.
  case linked(InputPlace, ordinal: UInt32, source: UInt32, output: UInt32)
  case unlinked(InputPlace, ordinal: UInt32, source: UInt32, output: UInt32)
  case named(UInt32, before: String?, after: String?)
  case moved(UInt32, before: Point?, after: Point?)
  /// The cell of the literal before, or `NodeRecord.none`; the cell after is in the table.
  case literal(InputPlace, before: UInt32, after: UInt32)
  /// The ports of a node were exchanged, all connections having been cut that don't fit.
  case reshaped(UInt32, before: Former)
  /// The order as it was: each node and its rank before.
  case ranked([Placement])

  /// What a node had before its ports were exchanged.
  package struct Former: Sendable {
    package let shape: UInt32
    package let arguments: UInt32
    package let output: UInt32
    package let consumers: ConsumerList
    /// Whether the outputs, and who reads them, were kept.
    package let keepsOutputs: Bool
  }

  /// A node's place in the order.
  package struct Placement: Sendable {
    let node: UInt32
    let rank: UInt32
  }
}
