// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Keeping the needed nodes, and the nodes that wait for something in flight, in step with the graph.
///
/// Both sets describe the graph between edits. Nodes whose role as a root changes in the middle of an edit are appended to
/// `touched` and checked when the edit ends. So are nodes that an undo may have made roots, or removed from the roots.
extension EvaluatorState {
  /// Whether connections decide what runs. They do on demand, while something is in flight, in a fork without a flight, and where
  /// something is bypassed.
  private var needsReach: Bool {
    reach.demand.isOn || !reach.touched.isEmpty || !reach.flights.isEmpty || !reach.flights.waiting.isEmpty
      || reach.modes.isInUse
      || looks.sheet.namesMembers
  }

  /// Updates both sets after steps that were made or reverted, and after changes of roots. Deferred nodes that have become needed
  /// or have stopped waiting are appended to `due`.
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
        reach.modes.touch(slot)
      default: break
      }
    }
    settleModes(hasSteps: hasSteps)
    settleNeededGroups()
    let storage = graph.storage
    if reach.demand.isOn { reach.demand.needed.rewire(rewirings, in: storage.value) }
    reach.flights.waiting.rewire(rewirings, in: storage.value)
    settleRoots()
  }

  /// Notes a node for a check after it was added or removed, or has got other ports.
  private mutating func touch(_ slot: UInt32) {
    reach.touched.append(slot)
    if reach.flights.hasFlight(slot) { reach.flights.abandon(slot) }
    if nodes.status[slot].contains(.isInFlight) { reach.flights.unsettle(slot) }
    if nodes.status[slot].contains(.isPutOff) { reach.due.append(slot) }
  }

  /// Notes the nodes that steps have restored or removed. They may have been deferred, or in flight, when needed and waiting nodes
  /// were still followed.
  mutating func touchReturned(by steps: [GraphStep]) {
    for step in steps {
      switch step {
      case .added(let slot), .removed(let slot, _), .reshaped(let slot, _):
        if !nodes.status[slot].isDisjoint(with: .later) { touch(slot) }
      default: break
      }
    }
  }

  /// Updates both sets after nodes may have become roots, or stopped being roots.
  mutating func settleRoots() {
    settleNeededGroups()
    let storage = graph.storage
    for slot in reach.touched {
      if reach.demand.isOn { reach.demand.needed.setRoot(slot, needsItself(slot), in: storage.value) }
      reach.flights.waiting.setRoot(slot, isHoldingBack(slot), in: storage.value)
    }
    reach.touched.removeAll(keepingCapacity: true)
    markNoted()
    reach.isFollowed = needsReach
  }

  /// Updates which nodes are needed because needs name their instances: the nodes that give the instance's outputs, or all of its
  /// nodes if it has no outputs.
  ///
  /// - Complexity: O(1) if no group has changed; else O(outputs of those groups).
  private mutating func settleNeededGroups() {
    guard reach.demand.needsGroups(scopes.subgraphs.changeCount) else { return }
    var shown: Set<UInt32> = []
    for index in reach.demand.neededGroups { shown.formUnion(nodesShown(by: index)) }
    reach.touched += reach.demand.settleGroups(shown, scopes.subgraphs.changeCount)
  }

  /// The nodes that give the outputs of an instance; all nodes in it if it has no outputs.
  func nodesShown(by index: UInt32) -> [UInt32] {
    guard let definition = scopes.subgraphs.definition(of: index) else { return [] }
    let member = scopes.subgraphs.id(of: index).node
    let givers = definition.outputs.compactMap { port in
      scopes.subgraphs.source(of: ScopePort(member: member, port: port.id))?.node.slot
    }
    if !definition.outputs.isEmpty { return givers }
    return scopes.subgraphs.subtree(of: index).flatMap { scopes.subgraphs.instance($0)?.nodes.map(\.node.slot) ?? [] }
  }

  /// Updates whether a node is a root, in the middle of an evaluation.
  mutating func settleRoot(_ slot: UInt32) {
    reach.touched.append(slot)
    settleRoots()
  }

  /// Updates both sets after undo or redo has restored the status of a node together with its values.
  mutating func followSwap(of slot: UInt32, from before: NodeStatus) {
    let status = nodes.status[slot]
    if before.union(status).contains(.isInFlight) {
      reach.touched.append(slot)
      reach.flights.abandon(slot)
      reach.flights.unsettle(slot)
    }
    if status.contains(.isPutOff) { reach.due.append(slot) }
  }

  /// Whether a node is needed regardless of what is downstream of it.
  private func needsItself(_ slot: UInt32) -> Bool {
    if reach.demand.isNamed(slot) || nodes.status[slot].contains(.isObserved) { return true }
    return topology.isAlive(slot) && kernel(of: slot).memory?.isAlwaysNeeded == true
  }

  /// Whether the nodes downstream of a node wait for it.
  private func isHoldingBack(_ slot: UInt32) -> Bool {
    guard topology.isAlive(slot), nodes.status[slot].contains(.isInFlight) else { return false }
    return nodes.status[slot].contains(.empty) || kernel(of: slot).asyncCode?.keepsLastValue != true
  }

  /// Updates the status of the nodes that have joined or left one of both sets.
  mutating func markNoted() {
    for slot in reach.demand.needed.takeNoted() { mark(slot, .isUnneeded, !reach.demand.needed.contains(slot)) }
    for slot in reach.flights.waiting.takeNoted() { mark(slot, .isWaiting, reach.flights.waiting.isReached(slot)) }
  }

  private mutating func mark(_ slot: UInt32, _ restraint: NodeStatus, _ isRestrained: Bool) {
    if nodes.status[slot].contains(.isSource) { return }
    if isRestrained { return nodes.status[slot].formUnion(restraint) }
    nodes.status[slot].subtract(restraint)
    if isDue(slot) { reach.due.append(slot) }
  }

  /// Whether a node was deferred and can run now.
  func isDue(_ slot: UInt32) -> Bool {
    nodes.status[slot].contains(.isPutOff) && nodes.status[slot].isDisjoint(with: .restrained)
  }

  /// Removes the due nodes from `due` and returns them. Muted or bypassed nodes run in any case: what they pass may have changed.
  mutating func takeDue() -> [UInt32] {
    var taken: [UInt32] = []
    swap(&taken, &reach.due)
    taken.removeAll { !topology.isAlive($0) || !isDue($0) && !nodes.status[$0].contains(.isSwitched) }
    // Since they were deferred, their ports may have changed, and they may now have the values that observers already know.
    if !taken.isEmpty { observers.asksEach = true }
    return taken
  }

  /// Whether any node is due.
  mutating func hasDue() -> Bool {
    if reach.due.isEmpty { return false }
    reach.due = takeDue()
    return !reach.due.isEmpty
  }

  /// Forgets asynchronous code that was started, and nodes that are due because it was cancelled: for a fork that is read or left.
  /// Nodes that the fork's edit made needed stay due.
  mutating func forgetStarted() {
    var kept = reach.due
    kept.removeAll { !topology.isAlive($0) || !isDue($0) || nodes.status[$0].contains(.isAsync) }
    reach.due = kept
    reach.flights.forgetUnsettled()
  }

  /// Makes due nodes pending.
  mutating func queueDue() {
    if reach.due.isEmpty { return }
    for slot in takeDue() { queue(slot) }
  }

  /// The restraints that both sets impose on a node that gets a new status.
  func restraints(of slot: UInt32) -> NodeStatus {
    var status: NodeStatus = []
    if reach.demand.isOn, !reach.demand.needed.contains(slot) { status.insert(.isUnneeded) }
    if reach.flights.waiting.isReached(slot) { status.insert(.isWaiting) }
    return status
  }

  /// Changes the policy, and marks all nodes that run as needed or not.
  ///
  /// - Complexity: O(nodes + connections).
  mutating func setPolicy(_ policy: EvaluationPolicy) {
    reach.demand.setPolicy(policy)
    settleNeededGroups()
    reach.isFollowed = needsReach
    let storage = graph.storage
    for slot in 0..<UInt32(storage.value.records.count) where storage.value.isAlive(slot) {
      if reach.demand.isOn { reach.demand.needed.setRoot(slot, needsItself(slot), in: storage.value) }
    }
    _ = reach.demand.needed.takeNoted()
    for slot in 0..<UInt32(storage.value.records.count) where !nodes.status[slot].contains(.isSource) {
      mark(slot, .isUnneeded, reach.demand.isOn && !reach.demand.needed.contains(slot))
    }
  }

  /// The rules about both sets that are violated. Complexity: O(nodes + connections).
  func brokenReachRules() -> [String] {
    var rules = reach.demand.needed.brokenRules(in: topology)
    if needsReach, !reach.isFollowed { rules.append("an evaluator knows that connections decide what runs") }
    for slot in 0..<UInt32(topology.records.count) where topology.isAlive(slot) {
      let status = nodes.status[slot]
      if status.contains(.isSource) { continue }
      if reach.demand.isOn, reach.demand.needed.isRoot(slot) != needsItself(slot) {
        rules.append("the roots of what is needed are what is observed or named")
      }
      if reach.flights.waiting.isRoot(slot) != isHoldingBack(slot) {
        rules.append("the roots of what waits are in flight")
      }
      if status.contains(.isUnneeded) != (reach.demand.isOn && !reach.demand.needed.contains(slot)) {
        rules.append("on demand a node is needed or unneeded")
      }
      if status.contains(.isWaiting) != reach.flights.waiting.isReached(slot) {
        rules.append("a node waits exactly if something upstream is in flight")
      }
      if isDue(slot), activity.unfinished.isEmpty, !status.contains(.isAsync), !reach.due.contains(slot) {
        rules.append("a deferred node is unneeded, waits or is about to run, slot \(slot) does not (\(status))")
      }
      // While a fork is read, nothing was started.
      if activity.phase == .idle, status.contains(.isInFlight) != reach.flights.hasFlight(slot) {
        rules.append("a node in flight has a flight")
      }
    }
    return rules
  }
}

extension EvaluatorPart {
  static let demand = EvaluatorPart(
    "reach.demand", contents: "the policy, and which nodes are needed by whom", betweenEdits: true
  ) { state in
    state.brokenReachRules()
  } damage: { state in
    let storage = state.graph.storage
    state.reach.demand.needed.damage(in: storage.value)
  }

  static let flights = EvaluatorPart(
    "reach.flights", contents: "runs of asynchronous code, and the nodes that wait for them", betweenEdits: true
  ) { state in
    state.reach.flights.waiting.brokenRules(in: state.topology)
  } damage: { state in
    let storage = state.graph.storage
    state.reach.flights.waiting.damage(in: storage.value)
  }
}
