// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Keeps what is needed, and what waits for something in flight, in step with the graph.
///
/// Both sets are those of the graph between edits. What changes roots in the midst of an edit is entered into `touched`,
/// and looked at again when the edit ends; so are nodes that an undo may have made roots, or roots no more.
extension EvaluatorState {
  /// Whether connections decide what runs: on demand, or while something is in flight, in a fork without a flight; or what is
  /// passed where something is bypassed.
  private var needsReach: Bool {
    demand.isOn || !touched.isEmpty || !flights.isEmpty || !flights.waiting.isEmpty || modes.isInUse
      || looks.namesMembers
  }

  /// Takes steps into account that were made or reverted, and roots that may have changed. A node that was put off, and is
  /// needed now or waits no longer, is entered into `due`.
  ///
  /// - Complexity: O(steps, and nodes that become needed, unneeded, waiting or ready, with their connections).
  mutating func settleReach(after steps: some Sequence<GraphStep>, areReverted: Bool = false) {
    var rewirings: [ReachSet.Rewiring] = []
    for step in steps {
      step.forEachConnection { source, consumer, isMade in
        rewirings.append(.init(source: source, consumer: consumer, isMade: isMade != areReverted))
      }
    }
    var hasSteps = false
    for step in steps {
      hasSteps = true
      switch step {
      case .added(let slot), .removed(let slot, _): touch(slot)
      case .reshaped(let slot, _):
        touch(slot)
        modes.touch(slot)
      default: break
      }
    }
    settleModes(hasSteps: hasSteps)
    settleNeededGroups()
    let storage = graph.storage
    if demand.isOn { demand.reach.rewire(rewirings, in: storage.value) }
    flights.waiting.rewire(rewirings, in: storage.value)
    settleRoots()
  }

  /// Looks at a node again that has come, gone, or got other ports.
  private mutating func touch(_ slot: UInt32) {
    touched.append(slot)
    if flights.hasFlight(slot) { flights.abandon(slot) }
    if nodes.status[slot].contains(.isInFlight) { flights.unsettle(slot) }
    if nodes.status[slot].contains(.isPutOff) { due.append(slot) }
  }

  /// Looks at the nodes that steps have brought back, or taken away: they may have been put off, or in flight, when there
  /// was still reason to follow what is needed and what waits.
  mutating func touchReturned(by steps: [GraphStep]) {
    for step in steps {
      switch step {
      case .added(let slot), .removed(let slot, _), .reshaped(let slot, _):
        if !nodes.status[slot].isDisjoint(with: .later) { touch(slot) }
      default: break
      }
    }
  }

  /// Takes into account which nodes are roots now.
  mutating func settleRoots() {
    settleNeededGroups()
    let storage = graph.storage
    for slot in touched {
      if demand.isOn { demand.reach.setRoot(slot, needsItself(slot), in: storage.value) }
      flights.waiting.setRoot(slot, isHoldingBack(slot), in: storage.value)
    }
    touched.removeAll(keepingCapacity: true)
    markNoted()
    followsReach = needsReach
  }

  /// Takes into account which nodes the groups show that needs name: those that give their outputs; of one without outputs, all.
  ///
  /// - Complexity: O(1) where no group has changed; else O(outputs of those groups).
  private mutating func settleNeededGroups() {
    guard demand.needsGroups(subgraphs.changeCount) else { return }
    var shown: Set<UInt32> = []
    for index in demand.neededGroups { shown.formUnion(nodesShown(by: index)) }
    touched += demand.settleGroups(shown, subgraphs.changeCount)
  }

  /// The nodes that give what an instance shows where it is closed.
  func nodesShown(by index: UInt32) -> [UInt32] {
    guard let definition = subgraphs.definition(of: index) else { return [] }
    let member = subgraphs.id(of: index).node
    let givers = definition.outputs.compactMap { port in
      subgraphs.source(of: ScopePort(member: member, port: port.id))?.node.slot
    }
    if !definition.outputs.isEmpty { return givers }
    return subgraphs.subtree(of: index).flatMap { subgraphs.instance($0)?.nodes.map(\.node.slot) ?? [] }
  }

  /// Takes into account whether a node is a root now, in the midst of an evaluation.
  mutating func settleRoot(_ slot: UInt32) {
    touched.append(slot)
    settleRoots()
  }

  /// Follows a status that came back with values that were undone or redone.
  mutating func followSwap(of slot: UInt32, from before: NodeStatus) {
    let status = nodes.status[slot]
    if before.union(status).contains(.isInFlight) {
      touched.append(slot)
      flights.abandon(slot)
      flights.unsettle(slot)
    }
    if status.contains(.isPutOff) { due.append(slot) }
  }

  /// Whether a node is needed whatever is downstream of it.
  private func needsItself(_ slot: UInt32) -> Bool {
    if demand.isNamed(slot) || nodes.status[slot].contains(.isObserved) { return true }
    return topology.isAlive(slot) && kernel(of: slot).memory?.isAlwaysNeeded == true
  }

  /// Whether what is downstream of a node waits for it.
  private func isHoldingBack(_ slot: UInt32) -> Bool {
    guard topology.isAlive(slot), nodes.status[slot].contains(.isInFlight) else { return false }
    return nodes.status[slot].contains(.empty) || kernel(of: slot).asyncCode?.keepsLastValue != true
  }

  /// Brings the status of nodes in line with both sets.
  mutating func markNoted() {
    for slot in demand.reach.takeNoted() { mark(slot, .isUnneeded, !demand.reach.contains(slot)) }
    for slot in flights.waiting.takeNoted() { mark(slot, .isWaiting, flights.waiting.isReached(slot)) }
  }

  private mutating func mark(_ slot: UInt32, _ restraint: NodeStatus, _ isRestrained: Bool) {
    if nodes.status[slot].contains(.isSource) { return }
    if isRestrained { return nodes.status[slot].formUnion(restraint) }
    nodes.status[slot].subtract(restraint)
    if isDue(slot) { due.append(slot) }
  }

  /// Whether a node was put off and can run now.
  func isDue(_ slot: UInt32) -> Bool {
    nodes.status[slot].contains(.isPutOff) && nodes.status[slot].isDisjoint(with: .restrained)
  }

  /// Takes out what is due. What is switched runs in any case: what it passes may have changed.
  mutating func takeDue() -> [UInt32] {
    var taken: [UInt32] = []
    swap(&taken, &due)
    taken.removeAll { !topology.isAlive($0) || !isDue($0) && !nodes.status[$0].contains(.isSwitched) }
    // Since they were put off they may have got other ports, and have now what observers know from before.
    if !taken.isEmpty { observers.asksEach = true }
    return taken
  }

  /// Whether something is due.
  mutating func hasDue() -> Bool {
    if due.isEmpty { return false }
    due = takeDue()
    return !due.isEmpty
  }

  /// Forgets what was started, and is due since it was cancelled: a fork is read, or left. What its edit has needed stays due.
  mutating func forgetStarted() {
    var kept = due
    kept.removeAll { !topology.isAlive($0) || !isDue($0) || nodes.status[$0].contains(.isAsync) }
    due = kept
    flights.forgetUnsettled()
  }

  /// Makes pending what is due.
  mutating func queueDue() {
    if due.isEmpty { return }
    for slot in takeDue() { queue(slot) }
  }

  /// What both sets say of a node that gets a new status.
  func restraints(of slot: UInt32) -> NodeStatus {
    var status: NodeStatus = []
    if demand.isOn, !demand.reach.contains(slot) { status.insert(.isUnneeded) }
    if flights.waiting.isReached(slot) { status.insert(.isWaiting) }
    return status
  }

  /// Makes all that runs needed or not, by another policy.
  ///
  /// - Complexity: O(nodes + connections).
  mutating func setPolicy(_ policy: EvaluationPolicy) {
    demand.setPolicy(policy)
    settleNeededGroups()
    followsReach = needsReach
    let storage = graph.storage
    for slot in 0..<UInt32(storage.value.records.count) where storage.value.isAlive(slot) {
      if demand.isOn { demand.reach.setRoot(slot, needsItself(slot), in: storage.value) }
    }
    _ = demand.reach.takeNoted()
    for slot in 0..<UInt32(storage.value.records.count) where !nodes.status[slot].contains(.isSource) {
      mark(slot, .isUnneeded, demand.isOn && !demand.reach.contains(slot))
    }
  }

  /// The rules of both sets that are broken. Complexity: O(nodes + connections).
  func brokenReachRules() -> [String] {
    var rules = demand.reach.brokenRules(in: topology) + flights.waiting.brokenRules(in: topology)
    if needsReach, !followsReach { rules.append("an evaluator knows that connections decide what runs") }
    for slot in 0..<UInt32(topology.records.count) where topology.isAlive(slot) {
      let status = nodes.status[slot]
      if status.contains(.isSource) { continue }
      if demand.isOn, demand.reach.isRoot(slot) != needsItself(slot) {
        rules.append("the roots of what is needed are what is observed or named")
      }
      if flights.waiting.isRoot(slot) != isHoldingBack(slot) {
        rules.append("the roots of what waits are in flight")
      }
      if status.contains(.isUnneeded) != (demand.isOn && !demand.reach.contains(slot)) {
        rules.append("on demand a node is needed or unneeded")
      }
      if status.contains(.isWaiting) != flights.waiting.isReached(slot) {
        rules.append("a node waits exactly if something upstream is in flight")
      }
      if isDue(slot), unfinished.isEmpty, !status.contains(.isAsync), !due.contains(slot) {
        rules.append("what was put off is unneeded, waits or is about to run, slot \(slot) does not (\(status))")
      }
      // A fork that is read has started nothing.
      if activity.phase == .idle, status.contains(.isInFlight) != flights.hasFlight(slot) {
        rules.append("a node in flight has a flight")
      }
    }
    return rules
  }
}
