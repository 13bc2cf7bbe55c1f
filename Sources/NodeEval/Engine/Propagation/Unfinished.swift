// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Whether a stopped evaluation has left pending nodes, and which nodes depend on them.
///
/// The nodes themselves stay in the pending set, so stopping and continuing cost nothing extra. Nodes downstream of them are
/// marked when the marks are first needed. While an observer may know its node as unfinished (`ObserverTable.mayWait`) there
/// are marks.
///
/// Invariant (see `brokenRules`): between edits there is something unfinished exactly if something is pending, and if there are
/// marks, what is pending is marked.
struct Unfinished {
  private(set) var isEmpty = true
  /// The marks by slot: whether the node or something it depends on is pending; `nil` until they are needed.
  private var marks: [Bool]?

  init() {}

  /// Makes the record of an evaluation that was stopped and may have left something pending.
  init(isEmpty: Bool) { self.isEmpty = isEmpty }

  /// Whether unfinished nodes are marked. If not, no observer knows its node as unfinished.
  var isMarked: Bool { marks != nil }

  /// Whether a node is marked.
  func marks(_ slot: UInt32) -> Bool {
    // A node that was added in the current edit may have a slot after those that were marked.
    guard let marks, Int(slot) < marks.count else { return false }
    return marks[Int(slot)]
  }

  /// Marks pending nodes, and all that depend on them. Complexity: O(nodes + connections downstream of pending nodes).
  mutating func mark(pending: [UInt32], in topology: borrowing Topology) {
    var marks = [Bool](repeating: false, count: topology.records.count)
    for slot in pending { marks[Int(slot)] = true }
    var reached = pending
    while let next = reached.popLast() {
      topology.forEachNeighbour(of: next, isUpstream: false) { consumer in
        guard !marks[Int(consumer)] else { return }
        marks[Int(consumer)] = true
        reached.append(consumer)
      }
    }
    self.marks = marks
  }

  /// The slots that are marked.
  var markedSlots: [UInt32] { (marks ?? []).indices.lazy.filter { marks?[$0] == true }.map { UInt32($0) } }

  /// Breaks a rule, for the test that checks that it is reported.
  mutating func damage() { isEmpty.toggle() }

  /// The rules that are broken.
  func brokenRules(pending: [UInt32]) -> [String] {
    if isEmpty != pending.isEmpty { return ["between edits what is pending was left by a stopped evaluation"] }
    if isMarked, !pending.allSatisfy(marks) { return ["what is unfinished is marked"] }
    return []
  }
}

/// The nodes that left their ranks because of some steps, by the ranks that they had before all of them.
private struct FormerRanks {
  private(set) var nodes: [UInt32: UInt32] = [:]

  /// Adds a step that was made, reverted or applied again after those that were added before.
  mutating func add(_ step: GraphStep) {
    switch step {
    case .removed(let slot, let rank): add(slot, rank)
    case .ranked(let placements): for placement in placements { add(placement.node, placement.rank) }
    case .placed(let placement): add(placement.node, placement.rank)
    default: break
    }
  }

  /// Adds a node that left a rank. The first node to leave a rank is the one that had it before the steps; later ones moved to
  /// it since. The end of the order is not a node.
  private mutating func add(_ slot: UInt32, _ rank: UInt32) {
    if slot != NodeRecord.none, nodes[rank] == nil { nodes[rank] = slot }
  }
}

/// What a stopped evaluation left, across edits.
extension EvaluatorState {
  /// Whether a node is pending, or depends on one that is.
  ///
  /// - Complexity: O(1); O(nodes + connections downstream of pending nodes) if nodes have to be marked first.
  mutating func marksUnfinished(_ slot: UInt32) -> Bool {
    if activity.unfinished.isEmpty { return false }
    if !activity.unfinished.isMarked { markUnfinished() }
    let isUnfinished = activity.unfinished.marks(slot)
    if isUnfinished { observers.mayWait = true }
    return isUnfinished
  }

  mutating func markUnfinished() {
    let storage = graph.storage
    activity.unfinished.mark(pending: pendingSlots(), in: storage.value)
  }

  /// The nodes that are pending and exist, in evaluation order. Ranks are those from before the current edit, if there is one.
  func pendingSlots() -> [UInt32] {
    var former = FormerRanks()
    for index in 0..<topology.steps.count { former.add(topology.steps[index]) }
    var slots: [UInt32] = []
    pending.forEachRank { rank in
      let slot = former.nodes[rank] ?? topology.nodeAtRank[rank]
      if topology.isAlive(slot) { slots.append(slot) }
    }
    return slots
  }

  /// Moves pending bits with their nodes after steps that moved or removed nodes, or made sources of them.
  ///
  /// - Parameter steps: The steps in the order in which they were made or reverted.
  /// - Returns: The nodes that can't be run any more.
  /// - Complexity: O(steps).
  @discardableResult
  mutating func movePending(after steps: some Sequence<GraphStep>) -> [UInt32] {
    var former = FormerRanks()
    var reshaped: [UInt32] = []
    for step in steps {
      former.add(step)
      if case .reshaped(let slot, _) = step { reshaped.append(slot) }
    }
    let moved = former.nodes.filter { pending.contains($0.key) }
    for rank in moved.keys { pending.remove(rank) }
    // A node that was added does not exist any more after its edit is undone.
    pending.removeAll(from: topology.nodeAtRank.count)
    pending.reserve(topology.nodeAtRank.count)
    var dropped: [UInt32] = []
    for slot in moved.values {
      if topology.isAlive(slot) { queue(slot) } else { dropped.append(slot) }
    }
    // A source runs only because of its mode: a node that has become a source runs if it has to be muted.
    for slot in reshaped where topology.isAlive(slot) && !mayRun(slot) {
      if pending.remove(topology.records[slot].rank) { dropped.append(slot) }
    }
    return dropped
  }

  /// Whether a node exists and runs because of its inputs.
  private func mayRun(_ slot: UInt32) -> Bool { topology.isAlive(slot) && !nodes.status[slot].contains(.isSource) }

  /// Swaps whether nodes are pending, if they exist and run. `settlePendingSources(_:)` handles sources.
  mutating func togglePending(_ slots: [UInt32]) {
    for slot in slots where mayRun(slot) {
      let rank = topology.records[slot].rank
      if !pending.remove(rank) { pending.insert(rank) }
      // It may be needed although it was deferred.
      if nodes.status[slot].contains(.isPutOff) { reach.due.append(slot) }
    }
  }

  /// The nodes that were pending and are not, or the other way round.
  ///
  /// - Parameter before: What was pending, by current ranks, and the nodes that were pending and can't be run any more.
  /// - Returns: Their slots.
  /// - Complexity: O(ranks / 64 + nodes that are returned).
  func pendingChanges(since before: (words: [UInt64], dropped: [UInt32])) -> [UInt32] {
    if before.words.isEmpty, before.dropped.isEmpty, activity.unfinished.isEmpty { return [] }
    var slots = before.dropped
    pending.forEachDifference(from: before.words) { slots.append(topology.nodeAtRank[$0]) }
    return slots
  }

  /// The rule about results, if it is broken: unless nodes are pending, each node has a value, has failed, or was deferred or started.
  fileprivate func brokenRulesOfResults() -> [String] {
    if !activity.unfinished.isEmpty || activity.phase == .readingFork { return [] }
    let isBroken = (0..<UInt32(topology.records.count)).contains { slot in
      topology.isAlive(slot) && nodes.status[slot].intersection(.withoutValue) == .empty
        && nodes.status[slot].isDisjoint(with: .later)
    }
    return isBroken ? ["a node without a value has failed, or was deferred or started"] : []
  }

  /// The words of pending bits, for `pendingChanges(since:)`; empty unless an evaluation is unfinished.
  func pendingWords() -> [UInt64] { activity.unfinished.isEmpty ? [] : pending.copyOfWords() }
}

extension EvaluatorPart {
  static let unfinished = EvaluatorPart(
    "activity.unfinished", contents: "what a stopped evaluation left", betweenEdits: true
  ) { state in
    state.activity.unfinished.brokenRules(pending: state.pendingSlots()) + state.brokenRulesOfResults()
  } damage: { state in
    state.activity.unfinished.damage()
  }
}
