// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What is evaluated when something changes.
public enum EvaluationPolicy: Hashable, Sendable {
  /// Everything that the change reaches.
  case eager
  /// What is needed of that: what is observed, or named by a ``Need``, and everything upstream of it. The rest is put off
  /// until it is needed.
  case onDemand
}

/// Who needs which nodes.
///
/// On demand, a node that nobody needs does not run when a change reaches it: it is marked as put off (`NodeStatus`), and
/// nothing is propagated. So only the first nodes behind a change are touched, whatever depends on them.
///
/// Invariants (see `brokenRules`): on demand, the roots of `reach` are the nodes that are observed or needed by themselves,
/// and a node is `isUnneeded` exactly if it runs and is no member.
struct Demand: ~Copyable {
  private(set) var policy = EvaluationPolicy.eager
  /// By slot how many needs name the node.
  private var needs: [UInt32: Int] = [:]
  /// By index how many needs name the instance of a group.
  private var groupNeeds: [UInt32: Int] = [:]
  /// The nodes that are needed because of that (see `EvaluatorState.settleNeededGroups`).
  private(set) var shownByGroups: Set<UInt32> = []
  /// Whether these may be others.
  private var groupsAreStale = false
  /// The `changeCount` of subgraphs for which they were found.
  private var groupsFoundAt = 0
  /// The needed nodes, closed upstream; empty unless evaluation is on demand.
  var reach = ReachSet(isUpstream: true)

  /// Whether nodes that nobody needs are put off.
  var isOn: Bool { policy == .onDemand }

  /// Whether a need names a node, or a group whose output it gives.
  func isNamed(_ slot: UInt32) -> Bool { needs[slot] != nil || shownByGroups.contains(slot) }

  /// The instances that needs name.
  var neededGroups: [UInt32] { Array(groupNeeds.keys) }

  /// Whether the nodes that groups show may be others.
  func needsGroups(_ changeCount: Int) -> Bool {
    groupsAreStale || !groupNeeds.isEmpty && groupsFoundAt != changeCount
  }

  /// Takes over which nodes groups show. Returns those of which that is another answer.
  mutating func settleGroups(_ shown: Set<UInt32>, _ changeCount: Int) -> Set<UInt32> {
    (groupsAreStale, groupsFoundAt) = (false, changeCount)
    defer { shownByGroups = shown }
    return shown.symmetricDifference(shownByGroups)
  }

  mutating func addNeed(ofGroup index: UInt32) {
    groupNeeds[index, default: 0] += 1
    groupsAreStale = true
  }

  mutating func removeNeed(ofGroup index: UInt32) {
    guard let count = groupNeeds[index] else { return }
    groupNeeds[index] = count > 1 ? count - 1 : nil
    groupsAreStale = true
  }

  mutating func addNeed(_ slot: UInt32) { needs[slot, default: 0] += 1 }

  mutating func removeNeed(_ slot: UInt32) {
    guard let count = needs[slot] else { return }
    needs[slot] = count > 1 ? count - 1 : nil
  }

  /// Drops all needs of a node that is gone for good.
  mutating func removeNeeds(of slot: UInt32) { if !needs.isEmpty { needs[slot] = nil } }

  mutating func setPolicy(_ new: EvaluationPolicy) {
    policy = new
    if new == .eager { reach.removeAll() }
  }
}
