// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What the plans of an evaluator have done so far (see ``Evaluator/planLimit``).
public struct PlanStatistics: Equatable, Sendable {
  /// How many plans were made.
  public internal(set) var made = 0
  /// How many evaluations replayed a plan.
  public internal(set) var replayed = 0
  /// How many of these replays tested for each node whether its inputs changed, because three quarters or more had run the last
  /// time.
  public internal(set) var pulled = 0
  /// How many of these replays ran nodes without a check for each, at least while every value changed. They ran level by level and
  /// kind by kind if on average six nodes or more of a level are of one kind, and if a third or more had run the last time (a
  /// sixteenth of 65,536 nodes or more) and a quarter of these had changed; others ran by rank, after three quarters or more had
  /// run.
  public internal(set) var dense = 0
  /// How many of the dense replays ran nodes on several threads (see ``Evaluator/workers``).
  public internal(set) var shared = 0
  /// How many of these replays let kernels run nodes in loops of their own, because on average four nodes or more of one shape
  /// follow each other, or to test whether they do.
  public internal(set) var batched = 0
  /// How many replays left their plan, because nodes that are not in it became pending.
  public internal(set) var left = 0
  /// How many plans were dropped, because an edit touched a node of one or there was no room for another.
  public internal(set) var dropped = 0
}

/// Plans: evaluations that repeat are replayed.
extension Evaluator {
  /// The most bytes that plans may take. `nil`, the default, allows three quarters of the graph's bytes, and at least 1 MiB; 0
  /// turns plans off.
  ///
  /// When the same sources are given values again and again, an evaluator lists the nodes that they reach once, in a plan. From
  /// then on it goes through that list, which stores side by side everything that an evaluation reads for a node. The
  /// nodes that run, the receipts and the changes that observers receive are the same. Nodes that don't depend on each other
  /// may run in another order, kind by kind: code with side effects must not rely on the order.
  ///
  /// A plan is made once it would have saved, in the evaluations that ran without it, about the time that making it takes. It
  /// takes some 36 bytes a node, or 52 if a good part of it runs, and is made in the middle of an evaluation. In addition there
  /// may be a bit or two for each value of the graph, and up to 2 MB for levels that ``workers`` share. All plans are dropped when
  /// an edit touches a node of one. Evaluations that may stop (``isInterrupted``, ``budget``) or count runs (``measuresRuns``) use
  /// no plans, and no plan has a node that ``workers`` run as a heavy one.
  ///
  /// - Complexity: O(plans) to set.
  public var planLimit: Int? {
    get { state.plans.limit }
    set {
      requireIdle()
      state.plans.limit = newValue.map { max(0, $0) }
      state.dropPlans()
    }
  }

  /// How many bytes plans take now. Complexity: O(1).
  public var planByteCount: Int { state.plans.byteCount }

  /// What plans have done so far. Complexity: O(1).
  public var planStatistics: PlanStatistics { state.plans.statistics }

  /// Whether each evaluation makes or replays a plan even if that does not pay. For tests.
  package var forcesPlans: Bool {
    get { state.plans.isForced }
    set { state.plans.isForced = newValue }
  }

  /// Runs the nodes that depend on the only source that was given a value.
  @inline(__always)
  func propagateGiven(from slot: UInt32) {
    guard state.plans.isEmpty else { return propagateGiven() }
    propagate(to: state.topology.records[slot].consumers)
    if state.plans.isWorthALook(state.log) { considerPlan() }
  }

  /// Runs the nodes that depend on the sources that were given values.
  @inline(never)
  func propagateGiven() {
    if !state.plans.isEmpty, replayGiven() { return }
    if state.log.givenCount == 1, state.pending.isEmpty {
      propagate(to: state.topology.records[state.log.entries[0].slot].consumers)
    } else {
      state.queueConsumersOfGiven()
      propagate()
    }
    if state.plans.isWorthALook(state.log) { considerPlan() }
  }

  /// Replays the plan of the sources that were given values. Returns false if there is none, or other nodes are pending.
  @inline(__always)
  private func replayGiven() -> Bool {
    if state.hasStalePlans { state.dropPlans() }
    guard mayUsePlans, state.pending.isEmpty else { return false }
    let plan = state.log.givenCount == 1 ? state.plans.plan(of: state.log.entries[0].slot) : state.findPlanOfSet()
    guard let plan else { return false }
    replay(plan)
    return true
  }

  /// Whether an evaluation runs all that is pending.
  private var mayUsePlans: Bool { state.activity.unfinished.isEmpty && !state.settings.isWatched }

  /// Makes a plan of the nodes that have just run, if that pays.
  @inline(never)
  private func considerPlan() {
    let runs = state.plans.takeRuns(nodeCount: state.topology.nodeCount)
    guard mayUsePlans, state.log.givenCount > 0, state.pending.isEmpty, compactAfterRun() else { return }
    state.considerPlan(runs)
  }
}

extension EvaluatorState {
  mutating func dropPlans() { plans.removeAll(nodeCount: topology.nodeCount) }

  fileprivate mutating func findPlanOfSet() -> Plan? {
    plans.sets.isEmpty ? nil : plans.plan(ofGiven: log)
  }

  fileprivate mutating func considerPlan(_ runs: Int) {
    // Checking whether sources are those of a plan costs, for each source, as much as a plan saves for a node.
    if log.givenCount > 1, log.entries.count < 3 * log.givenCount, !plans.isForced { return }
    // A few nodes in a row need no loop.
    if log.entries.count <= Evaluator.mostAlone + 1, !plans.isForced,
      topology.records[log.entries[0].slot].consumers.isSingle
    {
      return
    }
    if hasStalePlans { dropPlans() }
    // The plan exists, but could not be replayed because other nodes were pending.
    if !plans.isEmpty, (log.givenCount == 1 ? plans.plan(of: log.entries[0].slot) : findPlanOfSet()) != nil { return }
    let earned = plans.earn(
      log, runs: runs, nodeCount: topology.nodeCount, version: topology.wiringVersion)
    if earned == 0 { return }
    let room = plans.room(forGraphOf: graphByteCount)
    let limit = min(earned, room)
    guard limit > 0 else { return }
    if log.givenCount > 1, plans.sets.count == PlanTable.greatestSets {
      return plans.noteFailure(log, lastsFor: topology.wiringVersion)
    }
    let outcome = PlanBuilder.makePlan(of: log.given, limit: limit, in: &self)
    if outcome == .made { return }
    plans.noteFailure(log, lastsFor: outcome == .needless ? topology.wiringVersion : nil)
    // Other plans that take the memory are dropped, their dense forms first.
    guard outcome == .tooLarge, limit == room else { return }
    if plans.dense.byteCount > 0 { plans.dense.giveUp() } else { dropPlans() }
  }

  /// The bytes of the graph, which limit the memory of plans.
  var graphByteCount: Int { topology.byteCount + nodes.byteCount }

  /// Whether the wiring has changed since the plans were made or last confirmed.
  var hasStalePlans: Bool { @inline(__always) get { plans.isStale(topology.wiringVersion) } }

  /// Keeps the plans if the steps that made them stale touch no node of one.
  ///
  /// - Complexity: O(steps).
  @inline(never)
  mutating func keepPlans(after steps: [GraphStep]) {
    if !steps.contains(where: { $0.touches(plans) }) { plans.renew(topology.wiringVersion) }
  }
}

extension GraphStep {
  /// Whether the step changed the inputs, the consumers or the rank of a node of a plan.
  fileprivate func touches(_ plans: borrowing PlanTable) -> Bool {
    switch self {
    case .linked(let place, _, let source, _): plans.isMarked(place.node) || plans.isMarked(source)
    case .unlinked(let place, _, let source, _, _): plans.isMarked(place.node) || plans.isMarked(source)
    case .linkedAll(let connections):
      connections.contains { plans.isMarked($0.source.node.slot) || plans.isMarked($0.target.node.slot) }
    case .literal(let place, _, _), .closed(let place, _): plans.isMarked(place.node)
    case .reshaped(let slot, _): plans.isMarked(slot)
    case .ranked(let placements): placements.contains { $0.node != NodeRecord.none && plans.isMarked($0.node) }
    case .placed(let placement): plans.isMarked(placement.node)
    case .registered, .added, .removed, .named, .moved: false
    }
  }
}
