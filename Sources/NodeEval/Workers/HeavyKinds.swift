// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Which kinds are heavy, by what they declare or by what their code took.
///
/// A kind with ``NodeCost/automatic`` is measured the first few times, and one of its nodes now and then afterwards. Of two
/// runs that follow each other the shorter counts, so that a thread that was stopped in between makes no kind heavy.
struct HeavyKinds: ~Copyable {
  /// What is known of the code of a shape.
  private struct Entry: BitwiseCopyable {
    let isAutomatic: Bool
    var isHeavy: Bool
    /// How many runs were measured, up to `enough`.
    var samples: UInt8 = 0
    /// Nanoseconds of the last run, and on average.
    var last: UInt32 = 0
    var average: UInt32 = 0

    init(_ cost: NodeCost) {
      isAutomatic = cost == .automatic
      isHeavy = cost == .heavy
    }
  }

  /// From how many nanoseconds on a kind becomes heavy, and below how many it is light again. A heavy node costs some 120 ns
  /// more, on whatever thread it runs.
  private static let heavy: UInt32 = 2_000
  private static let light: UInt32 = 1_000
  /// How many runs are measured before a kind is taken for light.
  private static let enough: UInt8 = 4
  /// After how many evaluations a few of the nodes that ran are measured again, and how many.
  private static let interval = 256
  static let remeasured = 16
  /// What a heavy node is taken to cost before it was measured.
  private static let guess = 10_000

  var workers = Workers.none
  /// By shape; those beyond are light.
  private var entries = Buffer<Entry>()
  /// The shapes that have become heavy or light, and whose nodes don't know it.
  private var changed: Set<UInt32> = []
  private var countdown = HeavyKinds.interval

  /// Gives a shape the cost that its definition declares.
  mutating func install(_ cost: NodeCost, at shape: UInt32) {
    while entries.count <= Int(shape) { entries.append(Entry(.light)) }
    entries[shape] = Entry(cost)
  }

  /// Forgets a shape that is gone.
  mutating func remove(at shape: UInt32) { if Int(shape) < entries.count { entries[shape] = Entry(.light) } }

  /// Gives memory back behind so many shapes, where it is most of it.
  mutating func shrink(to count: Int) { if count < entries.count { entries.truncate(to: count) } }

  /// What the status of a node says of its shape.
  func marks(of shape: UInt32) -> NodeStatus {
    guard workers.areOn, Int(shape) < entries.count else { return [] }
    let entry = entries[shape]
    if entry.isHeavy { return .isHeavy }
    return entry.isAutomatic && entry.samples < Self.enough ? .isMeasured : []
  }

  /// Whether runs of a shape decide whether it is heavy.
  func isAutomatic(_ shape: UInt32) -> Bool { Int(shape) < entries.count && entries[shape].isAutomatic }

  /// The nanoseconds that a node of a shape takes, about.
  func estimate(of shape: UInt32) -> Int {
    isMeasured(shape) ? Int(entries[shape].average) : Self.guess
  }

  /// Whether a run of a shape was measured.
  func isMeasured(_ shape: UInt32) -> Bool { Int(shape) < entries.count && entries[shape].samples > 0 }

  /// Takes a run into account. Returns whether the shape was measured often enough.
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

  /// The shapes that have become heavy or light since this was asked for.
  mutating func takeChanged() -> Set<UInt32> {
    if changed.isEmpty { return [] }
    defer { changed = [] }
    return changed
  }

  /// Counts an evaluation. Returns whether nodes are to be measured again.
  mutating func countEvaluation() -> Bool {
    countdown -= 1
    if countdown > 0 { return false }
    countdown = Self.interval
    return true
  }
}

extension EvaluatorState {
  /// Brings the status of nodes in line with what is known of their shapes. What is archived for undo is among them.
  ///
  /// - Complexity: O(nodes).
  mutating func markHeavyNodes(where isConcerned: (_ shape: UInt32) -> Bool) {
    for slot in 0..<UInt32(topology.records.count) where !nodes.status[slot].contains(.isSource) {
      let shape = topology.records[slot].shape
      if isConcerned(shape) { nodes.status[slot].replaceCosts(by: heavyKinds.marks(of: shape)) }
    }
  }

  /// Brings the status of a node in line with what is known of its shape.
  mutating func markCost(of slot: UInt32) {
    let isSource = nodes.status[slot].contains(.isSource)
    nodes.status[slot].replaceCosts(by: isSource ? [] : heavyKinds.marks(of: topology.records[slot].shape))
  }

  /// Takes into account what was measured in an evaluation that is over.
  @inline(never)
  mutating func settleCosts() {
    let changed = heavyKinds.takeChanged()
    if !changed.isEmpty { markHeavyNodes(where: changed.contains) }
    guard heavyKinds.countEvaluation() else { return }
    for index in 0..<min(HeavyKinds.remeasured, log.entries.count - log.givenCount) {
      let slot = log.entries[log.entries.count - 1 - index].slot
      let isLight = nodes.status[slot].isDisjoint(with: [.isHeavy, .isSource])
      if isLight, heavyKinds.isAutomatic(topology.records[slot].shape) { nodes.status[slot].insert(.isMeasured) }
    }
  }

  /// The rules that are broken.
  func brokenCostRules() -> [String] {
    for slot in 0..<UInt32(topology.records.count) where topology.isAlive(slot) {
      let marks = nodes.status[slot].contains(.isSource) ? [] : heavyKinds.marks(of: topology.records[slot].shape)
      if nodes.status[slot].contains(.isHeavy) != marks.contains(.isHeavy) {
        return ["with workers, exactly the nodes of heavy kinds are marked"]
      }
    }
    return []
  }
}
