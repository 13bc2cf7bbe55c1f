// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The status of each node, by slot, with a version that changes when the status of an existing node is written.
///
/// A replay of a dense plan checks the status of all its nodes once, and again only if the version has changed.
@safe
@usableFromInline
package struct StatusTable: ~Copyable {
  @usableFromInline package private(set) var entries = Buffer<NodeStatus>()
  /// Increases with each write through the subscript, even of the same status.
  @usableFromInline package private(set) var version = 0

  init() {}

  @inlinable package subscript(slot: UInt32) -> NodeStatus {
    @inline(__always) get { entries[slot] }
    @inline(__always) _modify {
      version &+= 1
      yield &entries[slot]
    }
  }

  /// Marks a node as visited. The version stays, because the mark is removed before nodes run.
  @inline(__always)
  mutating func markSeen(_ slot: UInt32) { entries[slot].insert(.isSeen) }

  /// Removes the mark.
  @inline(__always)
  mutating func unmarkSeen(_ slot: UInt32) { entries[slot].remove(.isSeen) }

  var count: Int { entries.count }
  var byteCount: Int { entries.byteCount }

  /// The first entry, for loops that only read.
  var base: UnsafePointer<NodeStatus> { @inline(__always) get { unsafe UnsafePointer(entries.base) } }

  /// Makes room for a number of nodes; new ones are empty.
  @inline(__always)
  mutating func reserve(_ nodes: Int) {
    if entries.count < nodes { entries.extend(to: nodes, repeating: .empty) }
  }

  mutating func shrink(to nodes: Int) { entries.shrink(to: nodes) }
}
