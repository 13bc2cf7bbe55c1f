// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Which kinds are heavy, by what they declare or by how long their code took.
///
/// A kind with ``NodeCost/automatic`` is measured the first few times, and a few of its nodes now and then afterwards. Of two
/// consecutive runs the shorter counts, so that a thread that was interrupted does not make a kind heavy.
struct HeavyKinds: ~Copyable {
  /// What is known of the code of a shape.
  private struct Entry: BitwiseCopyable {
    let isAutomatic: Bool
    var isHeavy: Bool
    /// How many runs were measured, up to `enough`.
    var samples: UInt8 = 0
    /// The nanoseconds of the last run, and the average.
    var last: UInt32 = 0
    var average: UInt32 = 0

    init(_ cost: NodeCost) {
      isAutomatic = cost == .automatic
      isHeavy = cost == .heavy
    }
  }

  /// A kind becomes heavy above the first number of nanoseconds, and light again below the second. A heavy node costs some 120
  /// ns more, on whatever thread it runs.
  private static let heavy: UInt32 = 2_000
  private static let light: UInt32 = 1_000
  /// How many runs are measured before a kind is regarded as light.
  private static let enough: UInt8 = 4
  /// After how many evaluations some of the nodes that ran are measured again, and how many nodes.
  private static let interval = 256
  static let remeasured = 16
  /// The assumed nanoseconds of a heavy node before it was measured.
  private static let guess = 10_000

  var workers = Workers.none
  /// The entries by shape. Shapes beyond the end are light.
  private var entries = Buffer<Entry>()
  /// The shapes that have become heavy or light, and whose nodes are not yet marked.
  private var changed: Set<UInt32> = []
  private var countdown = HeavyKinds.interval
  /// Whether the next evaluation measures some nodes again.
  private(set) var isMeasuring = false

  /// Sets the cost of a shape to the one that its definition declares.
  mutating func install(_ cost: NodeCost, at shape: UInt32) {
    while entries.count <= Int(shape) { entries.append(Entry(.light)) }
    entries[shape] = Entry(cost)
  }

  /// Removes a shape that is gone.
  mutating func remove(at shape: UInt32) { if Int(shape) < entries.count { entries[shape] = Entry(.light) } }

  /// Removes the shapes from `count` on.
  mutating func shrink(to count: Int) { if count < entries.count { entries.truncate(to: count) } }

  /// The flags in the status of nodes of a shape.
  func marks(of shape: UInt32) -> NodeStatus {
    guard workers.areOn, Int(shape) < entries.count else { return [] }
    let entry = entries[shape]
    if entry.isHeavy { return .isHeavy }
    return entry.isAutomatic && entry.samples < Self.enough ? .isMeasured : []
  }

  /// Whether runs of a shape decide whether it is heavy.
  func isAutomatic(_ shape: UInt32) -> Bool { Int(shape) < entries.count && entries[shape].isAutomatic }

  /// The estimated nanoseconds of a node of a shape.
  func estimate(of shape: UInt32) -> Int {
    isMeasured(shape) ? Int(entries[shape].average) : Self.guess
  }

  /// Whether a run of a shape was measured.
  func isMeasured(_ shape: UInt32) -> Bool { Int(shape) < entries.count && entries[shape].samples > 0 }

  /// Records a measured run. Returns whether the shape was measured often enough.
  @discardableResult
  mutating func note(_ nanoseconds: UInt64, of shape: UInt32) -> Bool {
    guard Int(shape) < entries.count else { return true }
    var entry = entries[shape]
    let run = UInt32(clamping: nanoseconds)
    let shorter = entry.samples == 0 ? run : min(entry.last, run)
    entry.last = run
    entry.average = entry.samples < 2 ? shorter : entry.average - entry.average / 4 + shorter / 4
    entry.samples = min(Self.enough, entry.samples + 1)
    if entry.isAutomatic, entry.samples > 1 {
      let isHeavy = entry.average > (entry.isHeavy ? Self.light : Self.heavy)
      if isHeavy != entry.isHeavy { changed.insert(shape) }
      entry.isHeavy = isHeavy
    }
    entries[shape] = entry
    return entry.samples == Self.enough
  }

  /// Returns the shapes that have become heavy or light since the last call.
  mutating func takeChanged() -> Set<UInt32> {
    if changed.isEmpty { return [] }
    defer { changed = [] }
    return changed
  }

  /// Counts an evaluation. Returns whether nodes are to be measured again.
  mutating func countEvaluation() -> Bool {
    countdown -= 1
    isMeasuring = countdown <= 0
    if isMeasuring { countdown = Self.interval }
    return isMeasuring
  }
}

extension EvaluatorState {
  /// Updates the flags of nodes by the cost of their shapes, including those of nodes that are archived for undo.
  ///
  /// - Complexity: O(nodes).
  mutating func markHeavyNodes(where isConcerned: (_ shape: UInt32) -> Bool) {
    // Plans have no heavy nodes.
    plans.invalidate()
    for slot in 0..<UInt32(topology.records.count) where !nodes.status[slot].contains(.isSource) {
      let shape = topology.records[slot].shape
      if isConcerned(shape) { nodes.status[slot].replaceCosts(by: kernels.heavyKinds.marks(of: shape)) }
    }
  }

  /// Updates the flags of a node by the cost of its shape.
  mutating func markCost(of slot: UInt32) {
    let isSource = nodes.status[slot].contains(.isSource)
    nodes.status[slot].replaceCosts(by: isSource ? [] : kernels.heavyKinds.marks(of: topology.records[slot].shape))
  }

  /// Applies what was measured in an evaluation that has ended.
  @inline(never)
  mutating func settleCosts() {
    let changed = kernels.heavyKinds.takeChanged()
    if !changed.isEmpty { markHeavyNodes(where: changed.contains) }
    guard kernels.heavyKinds.countEvaluation() else { return }
    // Spread over the log, where nodes of one kind may follow each other.
    let ran = log.entries.count - log.givenCount
    let distance = max(1, ran / HeavyKinds.remeasured)
    for index in 0..<min(HeavyKinds.remeasured, ran) {
      let slot = log.entries[log.entries.count - 1 - index * distance].slot
      let isLight = nodes.status[slot].isDisjoint(with: [.isHeavy, .isSource])
      if isLight, kernels.heavyKinds.isAutomatic(topology.records[slot].shape) {
        nodes.status[slot].insert(.isMeasured)
      }
    }
  }

  /// The rules that are broken.
  func brokenCostRules() -> [String] {
    for slot in 0..<UInt32(topology.records.count) where topology.isAlive(slot) {
      let marks =
        nodes.status[slot].contains(.isSource) ? [] : kernels.heavyKinds.marks(of: topology.records[slot].shape)
      if nodes.status[slot].contains(.isHeavy) != marks.contains(.isHeavy) {
        return ["with workers, exactly the nodes of heavy kinds are marked"]
      }
    }
    return []
  }
}

extension EvaluatorPart {
  static let heavyKinds = EvaluatorPart(
    "kernels.heavyKinds", contents: "which kinds are worth another thread, by declaration or measurement",
    betweenEdits: true
  ) { state in
    state.brokenCostRules()
  } damage: { state in
    state.nodes.status[0].formSymmetricDifference(.isHeavy)
  }
}
