// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// How much is evaluated when something changes.
public enum EvaluationPolicy: Hashable, Sendable {
  /// Every node that the change reaches.
  case eager
  /// Of the nodes that the change reaches, those that are needed: nodes that are observed or named by a ``Need``, and everything
  /// upstream of them. The others are deferred until they are needed.
  case onDemand
}

/// The nodes that are needed, and by what.
///
/// On demand, a node that is not needed does not run when a change reaches it: it is marked as deferred (`NodeStatus.isPutOff`),
/// and no change propagates from it. Only the first nodes downstream of a change are therefore touched, however many depend on
/// them.
///
/// Invariants (see `brokenRules`): on demand, the roots of `needed` are the nodes that are themselves observed or needed, and a node
/// is `isUnneeded` exactly if it runs and is not a member of `needed`.
struct Demand: ~Copyable {
  private(set) var policy = EvaluationPolicy.eager
  /// The number of needs that name a node, by slot.
  private var needs: [UInt32: Int] = [:]
  /// The number of needs that name an instance, by its index.
  private var groupNeeds: [UInt32: Int] = [:]
  /// The nodes that are needed because needs name their instances (see `EvaluatorState.settleNeededGroups`).
  private(set) var shownByGroups: Set<UInt32> = []
  /// Whether `shownByGroups` may be out of date.
  private var groupsAreStale = false
  /// The `changeCount` of subgraphs at which `shownByGroups` was computed.
  private var groupsFoundAt = 0
  /// The needed nodes, closed upstream; empty unless evaluation is on demand.
  var needed = ReachSet(isUpstream: true)

  /// Whether nodes that are not needed are deferred.
  var isOn: Bool { policy == .onDemand }

  /// Whether a need names a node, or an instance whose output the node gives.
  func isNamed(_ slot: UInt32) -> Bool { needs[slot] != nil || shownByGroups.contains(slot) }

  /// The instances that needs name, by index.
  var neededGroups: [UInt32] { Array(groupNeeds.keys) }

  /// Whether `shownByGroups` may be out of date at a `changeCount` of subgraphs.
  func needsGroups(_ changeCount: Int) -> Bool {
    groupsAreStale || !groupNeeds.isEmpty && groupsFoundAt != changeCount
  }

  /// Stores which nodes are needed because of instances. Returns the nodes for which this has changed.
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

  /// Drops all needs of a node that is permanently gone.
  mutating func removeNeeds(of slot: UInt32) { if !needs.isEmpty { needs[slot] = nil } }

  mutating func setPolicy(_ new: EvaluationPolicy) {
    policy = new
    if new == .eager { needed.removeAll() }
  }
}
