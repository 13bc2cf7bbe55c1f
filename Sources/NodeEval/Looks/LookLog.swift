// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Of which members the look has changed lately, or that of a connection that leads to them: so that views look at those alone.
///
/// Changes are numbered as ``Subgraphs/lookCount`` counts them.
///
/// Invariant: `changes` are those before `end`, without gaps; `nil` is one of a frame.
struct LookLog {
  /// How many changes it has at least before it forgets earlier ones; at most twice as many.
  static let least = 1024

  private var changes: [NodeID?] = []
  private var end = 0

  /// Notes a change of a member or of a connection to it; `nil` for a frame. A count that does not follow the last one drops all
  /// earlier changes.
  mutating func note(_ member: NodeID?, _ count: Int) {
    if count != end + 1 { changes = [] }
    if changes.count >= 2 * Self.least { changes.removeFirst(Self.least) }
    end = count
    changes.append(member)
  }

  /// The members of the changes that have taken place since there were `start` of `count`, each once and in order; `nil` if they are
  /// not known any more.
  func members(since start: Int, of count: Int) -> [NodeID]? {
    if start == count { return [] }
    guard count == end, start >= end - changes.count, start < end else { return nil }
    var seen: Set<NodeID> = []
    return changes.suffix(end - start).compactMap(\.self).filter { seen.insert($0).inserted }
  }
}
