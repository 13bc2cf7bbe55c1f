// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The members of the root whose look, or the look of a connection to them, has changed recently, so that views update only those.
///
/// Changes are numbered as ``Subgraphs/lookCount`` counts them.
///
/// Invariant: `changes` are the last ones up to number `end`, without gaps; `nil` stands for the change of a frame.
struct LookLog {
  /// The number of changes that are kept at least before earlier ones are dropped; at most twice as many are kept.
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

  /// The members whose looks have changed between two counts, each once and in order; `nil` if the changes are not known any more.
  func members(since start: Int, of count: Int) -> [NodeID]? {
    if start == count { return [] }
    guard count == end, start >= end - changes.count, start < end else { return nil }
    var seen: Set<NodeID> = []
    return changes.suffix(end - start).compactMap(\.self).filter { seen.insert($0).inserted }
  }
}
