// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A set of nodes that is closed in one direction: its roots, and every node upstream, or downstream, of them.
///
/// Each node has a count of its connections with members, so that edits visit only the nodes whose membership changes. A node
/// is *reached* if the count is not zero, and a member if it is reached or a root.
///
/// Invariant (see `brokenRules`): between edits the count of a node is the number of its connections with members: with its
/// consumers in an upstream set, with its sources in a downstream one.
struct ReachSet: ~Copyable {
  /// Whether members reach their sources; otherwise they reach their consumers.
  private let isUpstream: Bool
  /// The counts by slot. The highest bit marks a root.
  private var counts = Buffer<UInt32>()
  private var rootCount = 0
  /// The nodes that became or ceased to be reached since `takeNoted` was last called; some appear several times.
  private var noted: [UInt32] = []

  private static let rootBit: UInt32 = 1 << 31

  init(isUpstream: Bool) { self.isUpstream = isUpstream }

  /// Whether the set has no members.
  var isEmpty: Bool { rootCount == 0 }

  func isRoot(_ slot: UInt32) -> Bool { slot < counts.count && counts[slot] & Self.rootBit != 0 }

  /// Whether a node is reached from a root.
  func isReached(_ slot: UInt32) -> Bool { slot < counts.count && counts[slot] & ~Self.rootBit != 0 }

  /// Whether a node is a root or reached from one.
  func contains(_ slot: UInt32) -> Bool { slot < counts.count && counts[slot] != 0 }

  /// Returns and clears the list of nodes whose membership may have changed. The caller has to check each of them.
  mutating func takeNoted() -> [UInt32] {
    var taken: [UInt32] = []
    swap(&taken, &noted)
    return taken
  }

  /// Empties the set. Complexity: O(slots).
  mutating func removeAll() {
    counts.removeAll()
    rootCount = 0
    noted = []
  }

  /// Drops the counts of slots that are released; none of their nodes is a member.
  mutating func shrink(to slots: Int) { counts.shrink(to: slots) }

  // MARK: Roots

  /// Makes a node a root, or ends that. Complexity: O(nodes that become or cease to be members, and their connections).
  mutating func setRoot(_ slot: UInt32, _ isRoot: Bool, in topology: borrowing Topology) {
    guard isRoot != self.isRoot(slot) else { return }
    reserve(topology)
    let wasMember = contains(slot)
    counts[slot] ^= Self.rootBit
    rootCount += isRoot ? 1 : -1
    noted.append(slot)
    // A node that was removed has no connections.
    guard topology.isAlive(slot) else { return }
    if isRoot, !wasMember { spread(from: [slot], in: topology) }
    if !isRoot, !contains(slot) { retract(from: [slot], in: topology) }
  }

  private mutating func reserve(_ topology: borrowing Topology) {
    if counts.count < topology.records.count { counts.extend(to: topology.records.count, repeating: 0) }
  }

  /// Adds new members to their neighbours' counts, and repeats for neighbours that become members.
  private mutating func spread(from members: [UInt32], in topology: borrowing Topology) {
    var leaving: Set<UInt32> = []
    spread(from: members, in: topology, leaving: &leaving)
  }

  /// Adds new members to their neighbours' counts, and repeats for neighbours that become members.
  ///
  /// - Parameters:
  ///   - members: The new members.
  ///   - topology: The graph.
  ///   - leaving: Nodes that are not reached now but still count for their neighbours. If they are reached again, they stay.
  private mutating func spread(
    from members: [UInt32], in topology: borrowing Topology, leaving: inout Set<UInt32>
  ) {
    var reached = members
    while let member = reached.popLast() {
      topology.forEachNeighbour(of: member, isUpstream: isUpstream) { node in
        counts[node] += 1
        if counts[node] & ~Self.rootBit == 1 { noted.append(node) }
        if counts[node] == 1, leaving.isEmpty || leaving.remove(node) == nil { reached.append(node) }
      }
    }
  }

  /// Removes former members from their neighbours' counts, and repeats for neighbours that drop to zero.
  private mutating func retract(from former: [UInt32], in topology: borrowing Topology) {
    var left = former
    while let node = left.popLast() {
      topology.forEachNeighbour(of: node, isUpstream: isUpstream) { node in
        counts[node] -= 1
        if counts[node] & ~Self.rootBit == 0 { noted.append(node) }
        if counts[node] == 0 { left.append(node) }
      }
    }
  }

  // MARK: Connections

  /// A connection that was made or cut.
  struct Rewiring {
    let source: UInt32
    let consumer: UInt32
    let isMade: Bool
  }

  /// Updates the set for connections that were made and cut, in any order.
  ///
  /// First the counts of their own ends change, according to the membership before. Then new members are added to their
  /// neighbours' counts, and last of all former members are removed from theirs. So a node that loses one reason to be reached
  /// and gets another is not traversed.
  ///
  /// - Complexity: O(connections + nodes that become or cease to be members, and their connections).
  mutating func rewire(_ rewirings: [Rewiring], in topology: borrowing Topology) {
    if isEmpty || rewirings.isEmpty { return }
    reserve(topology)
    var changes: [UInt32: Int32] = [:]
    for rewiring in rewirings {
      let (member, node) = isUpstream ? (rewiring.consumer, rewiring.source) : (rewiring.source, rewiring.consumer)
      if contains(member) { changes[node, default: 0] += rewiring.isMade ? 1 : -1 }
    }
    var entering: [UInt32] = []
    var leaving: Set<UInt32> = []
    for (slot, change) in changes where change != 0 {
      let before = counts[slot]
      counts[slot] = UInt32(truncatingIfNeeded: Int64(before) + Int64(change))
      if before & ~Self.rootBit == 0 || counts[slot] & ~Self.rootBit == 0 { noted.append(slot) }
      if before == 0 { entering.append(slot) }
      if counts[slot] == 0 { leaving.insert(slot) }
    }
    spread(from: entering, in: topology, leaving: &leaving)
    retract(from: leaving.filter { counts[$0] == 0 && topology.isAlive($0) }, in: topology)
  }

  // MARK: Rules

  /// Breaks a rule, for the test that checks that it is reported: node 0 counts a connection that does not exist, or misses
  /// one.
  mutating func damage(in topology: borrowing Topology) {
    reserve(topology)
    counts[0] ^= 1
  }

  /// The rules that are broken. Complexity: O(nodes + connections).
  func brokenRules(in topology: borrowing Topology) -> [String] {
    var expected = [UInt32](repeating: 0, count: topology.records.count)
    var roots = 0
    for slot in 0..<UInt32(topology.records.count) {
      if isRoot(slot) { roots += 1 }
      guard topology.isAlive(slot), contains(slot) else { continue }
      topology.forEachNeighbour(of: slot, isUpstream: isUpstream) { expected[Int($0)] += 1 }
    }
    let counted = expected.indices.allSatisfy { slot in
      (slot < counts.count ? counts[slot] & ~Self.rootBit : 0) == expected[slot]
    }
    return (counted ? [] : ["a node counts its connections with members of a set that is closed in its direction"])
      + (roots == rootCount ? [] : ["a closed set counts its roots"])
  }
}
