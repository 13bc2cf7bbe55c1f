// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Whether an evaluation that was stopped has left something, and who is behind it.
///
/// What it left stays in the pending set, so stopping and going on cost nothing by themselves. What lies behind it is
/// marked when that is asked for first. While an observer may know its node as unfinished (`ObserverTable.mayWait`) there are marks.
///
/// Invariant (see `brokenRules`): between edits there is something unfinished exactly if something is pending, and where
/// there are marks, what is pending is marked.
struct Unfinished {
  private(set) var isEmpty = true
  /// By slot, whether it or something it depends on is pending; `nil` until that is asked for.
  private var marks: [Bool]?

  init() {}

  /// What is left where something may be pending.
  init(isEmpty: Bool) { self.isEmpty = isEmpty }

  /// Whether nodes were told from others as unfinished: without that no observer knows its node as such.
  var isMarked: Bool { marks != nil }

  /// Whether a node is marked.
  func marks(_ slot: UInt32) -> Bool {
    // A node added in an edit under way may lie beyond those that were there when the nodes were marked.
    guard let marks, Int(slot) < marks.count else { return false }
    return marks[Int(slot)]
  }

  /// Marks what waits to be run, and what depends on it. Complexity: O(nodes + connections behind what is pending).
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

  /// Breaks a rule, for the test that sees it reported.
  mutating func damage() { isEmpty.toggle() }

  /// The rules that are broken.
  func brokenRules(pending: [UInt32]) -> [String] {
    if isEmpty != pending.isEmpty { return ["between edits what is pending was left by a stopped evaluation"] }
    if isMarked, !pending.allSatisfy(marks) { return ["what is unfinished is marked"] }
    return []
  }
}

/// The nodes that have left their ranks because of some steps, by the ranks that they had before all of them.
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

  /// Whoever has left a rank first had it before: others have come to it since. The end of the order is no node.
  private mutating func add(_ slot: UInt32, _ rank: UInt32) {
    if slot != NodeRecord.none, nodes[rank] == nil { nodes[rank] = slot }
  }
}

/// What a stopped evaluation has left, across edits.
extension EvaluatorState {
  /// Whether a node waits to be run, or depends on one that does.
  ///
  /// - Complexity: O(1), for the first question O(nodes + connections behind what is pending).
  mutating func marksUnfinished(_ slot: UInt32) -> Bool {
    if unfinished.isEmpty { return false }
    if !unfinished.isMarked { markUnfinished() }
    let isUnfinished = unfinished.marks(slot)
    if isUnfinished { observers.mayWait = true }
    return isUnfinished
  }

  mutating func markUnfinished() {
    let storage = graph.storage
    unfinished.mark(pending: pendingSlots(), in: storage.value)
  }

  /// What is pending and exists, in evaluation order. Ranks are those from before the edit under way, if there is one.
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

  /// Has what is pending follow its nodes after steps that have moved or removed some, or made sources of them.
  ///
  /// - Parameter steps: In the order in which they were made, or else reverted.
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
    // A node that was added is no longer there when its edit is undone.
    pending.removeAll(from: topology.nodeAtRank.count)
    pending.reserve(topology.nodeAtRank.count)
    var dropped: [UInt32] = []
    for slot in moved.values {
      if topology.isAlive(slot) { queue(slot) } else { dropped.append(slot) }
    }
    // A source runs because of its mode only: one that has become a source runs if it has to be muted.
    for slot in reshaped where topology.isAlive(slot) && !mayRun(slot) {
      if pending.remove(topology.records[slot].rank) { dropped.append(slot) }
    }
    return dropped
  }

  /// Whether a node is there that runs because of what it reads.
  private func mayRun(_ slot: UInt32) -> Bool { topology.isAlive(slot) && !nodes.status[slot].contains(.isSource) }

  /// Swaps whether nodes are pending, if they are there and run. Sources are left to `settlePendingSources(_:)`.
  mutating func togglePending(_ slots: [UInt32]) {
    for slot in slots where mayRun(slot) {
      let rank = topology.records[slot].rank
      if !pending.remove(rank) { pending.insert(rank) }
      // It may be needed although it was put off.
      if nodes.status[slot].contains(.isPutOff) { due.append(slot) }
    }
  }

  /// The nodes that were pending and are not, or the reverse.
  ///
  /// - Parameter before: What was pending, by the ranks of now, and what was and could not be run any more.
  /// - Returns: Their slots.
  /// - Complexity: O(ranks / 64 + nodes that are returned).
  func pendingChanges(since before: (words: [UInt64], dropped: [UInt32])) -> [UInt32] {
    if before.words.isEmpty, before.dropped.isEmpty, unfinished.isEmpty { return [] }
    var slots = before.dropped
    pending.forEachDifference(from: before.words) { slots.append(topology.nodeAtRank[$0]) }
    return slots
  }

  /// What is pending, for `pendingChanges(since:)`: nothing where nothing is unfinished.
  func pendingWords() -> [UInt64] { unfinished.isEmpty ? [] : pending.copyOfWords() }
}
