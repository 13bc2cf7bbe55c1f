// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The orders in which connections are drawn and searched, independent of the order in which they were made.
extension Scene {
  /// Orders by target, then input, then source, then output.
  static func isOrdered(_ one: Connection, _ other: Connection) -> Bool {
    let (first, second) = (one.target.place, other.target.place)
    return first == second ? one.source.place < other.source.place : first < second
  }

  /// Orders by source, then output, then target, so that the connections of an output are adjacent.
  static func isOrderedBySource(_ one: Connection, _ other: Connection) -> Bool {
    let (first, second) = (one.source.place, other.source.place)
    return first == second ? one.target.place < other.target.place : first < second
  }
}

extension OutputPort {
  /// The slot of the node and the index of the output in one number, which orders outputs.
  fileprivate var place: UInt64 { UInt64(node.slot) << 32 | UInt64(UInt32(truncatingIfNeeded: index)) }
}

extension InputPort {
  /// The slot of the node and the index of the input in one number, which orders inputs.
  fileprivate var place: UInt64 { UInt64(node.slot) << 32 | UInt64(UInt32(truncatingIfNeeded: index)) }
}
