// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The members of the root whose look, or the look of a connection to them, has changed recently, so that views update only those.
///
/// Invariant: `changes` are the last ones up to number `count`, without gaps; `nil` stands for the change of a frame.
struct LookLog {
  /// The number of changes that are kept at least before earlier ones are dropped; at most twice as many are kept.
  static let least = 1024

  private var changes: [NodeID?] = []
  /// The number of changes so far.
  private(set) var count = 0

  /// Notes a change of a member or of a connection to it; `nil` for a frame.
  mutating func note(_ member: NodeID?) {
    if changes.count >= 2 * Self.least { changes.removeFirst(Self.least) }
    count += 1
    changes.append(member)
  }

  /// Notes a change of everything. Earlier changes are dropped.
  mutating func noteAll() {
    count += 1
    changes = []
  }

  /// The members whose looks have changed since an earlier count, each once and in order; `nil` if the changes are not known any
  /// more.
  func members(since start: Int) -> [NodeID]? {
    guard start >= count - changes.count, start <= count else { return nil }
    var seen: Set<NodeID> = []
    return changes.suffix(count - start).compactMap(\.self).filter { seen.insert($0).inserted }
  }
}
