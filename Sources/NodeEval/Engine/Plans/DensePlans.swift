// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Nodes of one level and one shape. None of them reads another, so one call of their kernel runs them all.
struct DenseSpan: BitwiseCopyable {
  /// The index of its first entry in the table.
  let first: UInt32
  let count: UInt32
  let shape: UInt32
  /// The levels that its nodes read.
  let reads: LevelSet
  /// Whether this is the last span of its level.
  let endsLevel: Bool
  /// Whether its nodes run one at a time: their argument blocks don't fit into entries, they have several outputs, or they are
  /// attended.
  let runsEach: Bool
  let isLong: Bool
  let isAttended: Bool
  /// Whether the changed bits of its outputs are set even while every value changes.
  let notesEach: Bool
  /// Whether one call runs many of its nodes, on any thread: its code is that of a kind without memory that is not declared light.
  let mayBeShared: Bool
}

/// The state of a plan's dense replays: its entries in the order of levels, if that pays, and whether all nodes can run
/// without further checks.
struct DensePlan {
  /// The index of the dense form.
  fileprivate(set) var number = 0
  var entries = 0..<0
  var spans = 0..<0
  /// Whether some nodes are attended.
  var isAttended = false
  /// Whether it runs in the order of levels and each node has one word and no other state, so that its edits can be undone.
  var keepsWords = false
  /// Whether it runs in the order of levels, and not in that of ranks.
  var isByLevel: Bool { !spans.isEmpty }
  /// The version of the status table that the following properties were read from.
  fileprivate(set) var version = -1
  /// Whether the status of every node allows it to run in this order.
  fileprivate(set) var isPlain = false
  /// Whether some nodes are observed.
  fileprivate(set) var isObserved = false
  /// How many nodes are in spans that may run on several threads.
  var sharedCount = 0
  /// Whether it has most nodes of a large graph, and the values of nodes that follow each other are mostly far apart.
  fileprivate(set) var isScattered = false
}

/// Levels above a level, by their distance. The least bit is the level just above, and the greatest all that are 64 or more above.
///
/// The sources are the level above the first one.
struct LevelSet: BitwiseCopyable, Equatable {
  private var bits: UInt64 = 0

  mutating func insert(distance: Int) { bits |= 1 << UInt64(min(distance, UInt64.bitWidth) - 1) }

  mutating func formUnion(_ other: LevelSet) { bits |= other.bits }

  func isDisjoint(with other: LevelSet) -> Bool { bits & other.bits == 0 }

  /// Moves on to the next level, and inserts the one that was left.
  mutating func descend(inserting isInserted: Bool) {
    let farthest = bits & (1 << UInt64(UInt64.bitWidth - 1))
    bits = bits << 1 | farthest | (isInserted ? 1 : 0)
  }
}

/// The entries of plans of which much runs, sorted by level and by shape.
///
/// In that order hundreds of nodes of one kernel follow each other. One call runs them all, and the processor does not mispredict where
/// calls lead. An incremental evaluation by levels is described by Anderson, Blelloch, Baweja and Acar ("Efficient Parallel
/// Self-Adjusting Computation", SPAA 2021).
struct DensePlans: ~Copyable {
  private(set) var entries = Buffer<DenseEntry>()
  private(set) var spans = Buffer<DenseSpan>()
  private(set) var plans: [DensePlan] = []
  /// By plan, the number of its dense form; the maximum if it has none.
  private var numbers = Buffer<UInt32>()
  /// Whether the order of levels was given up, because its memory was needed for other plans.
  private(set) var isGivenUp = false
  /// Memory for the calls of a replay.
  var scratch = DenseScratch()
  /// By plan, whether threads save time.
  var paces: [DensePace] = []
  /// By plan, the places of the observed nodes for which the replay makes notices.
  private(set) var observed: [[UInt32]] = []

  /// The greatest number of entries in one call. They are still in the L1 cache when the log is written.
  static let mostTogether = 1024

  var byteCount: Int {
    entries.count * MemoryLayout<DenseEntry>.stride + spans.count * MemoryLayout<DenseSpan>.stride
  }

  mutating func append(_ entry: DenseEntry) { entries.append(entry) }
  mutating func append(_ span: DenseSpan) { spans.append(span) }

  /// The number of the dense form of a plan, if that was made.
  func number(ofPlan plan: Int) -> Int? {
    plan < numbers.count && numbers[plan] != .max ? Int(numbers[plan]) : nil
  }

  /// Adds the dense form of a plan, whose entries and spans were appended. Returns its number.
  mutating func end(_ dense: DensePlan, ofPlan plan: Int) -> Int {
    if numbers.count <= plan { numbers.resize(to: plan + 1, repeating: .max) }
    let number = plans.count
    numbers[plan] = UInt32(number)
    scratch.reserve(Self.mostTogether)
    plans.append(dense)
    plans[number].number = number
    observed.append([])
    paces.append(DensePace())
    return number
  }

  /// Reads the cells of all entries again, after cells were moved.
  ///
  /// - Complexity: O(entries).
  mutating func readCells(from topology: borrowing Topology) {
    for index in 0..<entries.count { entries[index] = DenseEntry(entries[index].slot, in: topology) }
    for number in plans.indices { noteScatter(of: number, in: topology) }
  }

  /// Finds out whether a dense form has most nodes of a large graph and their values are scattered.
  ///
  /// - Complexity: O(1).
  mutating func noteScatter(of number: Int, in topology: borrowing Topology) {
    let entries = plans[number].entries
    let isLarge = topology.nodeCount >= CellOrder.leastNodes && 2 * entries.count >= topology.nodeCount
    // A cache line has eight cells.
    plans[number].isScattered =
      isLarge
      && CellOrder.isScattered(entries.count, isFar: 8) { index in
        let slot = self.entries[entries.lowerBound + index].slot
        return (topology.records[slot].output, topology.layout(of: slot).outputWords)
      }
  }

  /// The nodes of a dense form, in its order.
  func slots(of dense: DensePlan) -> [UInt32] { dense.entries.map { entries[$0].slot } }

  /// Removes entries and spans from these on.
  mutating func removeAll(fromEntry entry: Int, span: Int) {
    entries.truncate(to: entry)
    spans.truncate(to: span)
  }

  /// Releases the memory. All plans run in the order of ranks until plans are dropped.
  mutating func giveUp() {
    isGivenUp = true
    removeAll(fromEntry: 0, span: 0)
    for index in plans.indices { plans[index] = DensePlan(number: index) }
  }

  mutating func removeAll() {
    isGivenUp = false
    removeAll(fromEntry: 0, span: 0)
    (plans, observed, paces) = ([], [], [])
    numbers = Buffer()
    scratch = DenseScratch()
  }

  /// Sets the state of the nodes of a plan: the union of their status, and the places of those that are observed.
  mutating func note(_ status: NodeStatus, observed: [UInt32], version: Int, of number: Int) {
    let harmless: NodeStatus = [.isObserved, .hasSeveralOutputs, .isMeasured]
    plans[number].isPlain = status.isSubset(of: plans[number].isByLevel ? harmless.union(.isAttended) : harmless)
    plans[number].isObserved = !observed.isEmpty
    plans[number].version = version
    self.observed[number] = observed
  }

  /// The nodes of a span.
  func slots(of span: DenseSpan) -> [UInt32] {
    (span.first..<span.first + span.count).map { entries[$0].slot }
  }
}
