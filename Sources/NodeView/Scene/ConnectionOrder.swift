// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The orders in which connections are drawn and looked at, whatever order they were made in.
extension Scene {
  /// By target, then input, then source, then output.
  static func isOrdered(_ one: Connection, _ other: Connection) -> Bool {
    let (first, second) = (one.target.place, other.target.place)
    return first == second ? one.source.place < other.source.place : first < second
  }

  /// By source, then output, then target: those of an output come together.
  static func isOrderedBySource(_ one: Connection, _ other: Connection) -> Bool {
    let (first, second) = (one.source.place, other.source.place)
    return first == second ? one.target.place < other.target.place : first < second
  }
}

extension OutputPort {
  /// The place of the node and the position in one number, which orders outputs.
  fileprivate var place: UInt64 { UInt64(node.slot) << 32 | UInt64(UInt32(truncatingIfNeeded: index)) }
}

extension InputPort {
  /// The place of the node and the position in one number, which orders inputs.
  fileprivate var place: UInt64 { UInt64(node.slot) << 32 | UInt64(UInt32(truncatingIfNeeded: index)) }
}
