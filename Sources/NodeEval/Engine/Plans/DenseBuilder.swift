// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Sorts the nodes of a plan by level, shape and rank, with two counting sorts.
///
/// The level of a node is the length of the longest path to it from a source of the plan.
struct DenseBuilder: ~Copyable {
  private var levels = Buffer<UInt32>()
  private var levelCount = 1
  /// By place, the levels that a node reads.
  private var reads = Buffer<LevelSet>()

  private init() {}

  /// The least number of nodes per span, on average, for which the order of levels pays.
  private static let leastPerSpan = 6

  /// Makes the dense form of a plan. The plan stays in the order of ranks if too few nodes share a level and a shape, or if there is
  /// no memory left for plans.
  ///
  /// - Returns: Its number.
  /// - Complexity: O(nodes and connections of the plan + shapes of the graph).
  static func makeDense(_ plan: Plan, in state: inout EvaluatorState) -> Int {
    let bytes = plan.count * MemoryLayout<DenseEntry>.stride
    let hasRoom = !state.plans.dense.isGivenUp && state.plans.bytesLeft(inGraphOf: state.graphByteCount) >= bytes
    let keepsWords = isOfWords(plan, in: state)
    if !hasRoom || state.activity.keepsRuns && !keepsWords {
      return state.plans.dense.end(DensePlan(), ofPlan: plan.number)
    }
    var builder = DenseBuilder()
    builder.findLevels(plan, state.plans)
    builder.findReads(plan, state.plans)
    let places = builder.sortedPlaces(plan, state.plans, shapeCount: state.topology.shapes.count)
    return builder.append(places, of: plan, keepsWords: keepsWords, to: &state)
  }

  /// Whether each node of a plan has one word and no other state.
  private static func isOfWords(_ plan: Plan, in state: borrowing EvaluatorState) -> Bool {
    var last = UInt32.max
    return plan.entries.allSatisfy { index in
      let shape = state.plans.entries[index].shape
      if shape == last { return true }
      last = shape
      return state.kernels.withKernel(of: shape) { $0.isPlainWord }
    }
  }

  private mutating func findLevels(_ plan: Plan, _ plans: borrowing PlanTable) {
    levels.resize(to: plan.count, repeating: 0)
    for place in 0..<plan.count {
      let next = levels[place] + 1
      plans.links.forEachReader(of: plans.entries[plan.first + place], at: place) { reader, _ in
        if levels[reader] < next { levels[reader] = next }
      }
      levelCount = max(levelCount, Int(next))
    }
  }

  private mutating func findReads(_ plan: Plan, _ plans: borrowing PlanTable) {
    reads.resize(to: plan.count, repeating: LevelSet())
    for index in plan.sources where plans.sources[index].link != NodeRecord.none {
      plans.links.forEachLinked(from: Int(plans.sources[index].link)) { reader, _ in
        reads[reader].insert(distance: Int(levels[reader]) + 1)
      }
    }
    for place in 0..<plan.count {
      plans.links.forEachReader(of: plans.entries[plan.first + place], at: place) { reader, _ in
        reads[reader].insert(distance: Int(levels[reader] - levels[place]))
      }
    }
  }

  /// The places of the plan, sorted by level, shape and rank.
  private func sortedPlaces(_ plan: Plan, _ plans: borrowing PlanTable, shapeCount: Int) -> Buffer<UInt32> {
    var ranked = Buffer<UInt32>()
    ranked.reserve(plan.count)
    for place in 0..<UInt32(plan.count) { ranked.append(place) }
    let byShape = Self.sorted(ranked, keys: shapeCount) { plans.entries[plan.first + Int($0)].shape }
    return Self.sorted(byShape, keys: levelCount) { levels[$0] }
  }

  /// Sorts places by a key. The sort is stable.
  private static func sorted(
    _ places: borrowing Buffer<UInt32>, keys: Int, _ key: (UInt32) -> UInt32
  ) -> Buffer<UInt32> {
    var starts = Buffer<UInt32>()
    starts.resize(to: keys + 1, repeating: 0)
    for index in 0..<places.count { starts[key(places[index]) + 1] += 1 }
    for index in 0..<keys { starts[index + 1] += starts[index] }
    var sorted = Buffer<UInt32>()
    sorted.resize(to: places.count, repeating: 0)
    for index in 0..<places.count {
      let key = key(places[index])
      sorted[starts[key]] = places[index]
      starts[key] += 1
    }
    return sorted
  }

  private func append(
    _ places: borrowing Buffer<UInt32>, of plan: Plan, keepsWords: Bool, to state: inout EvaluatorState
  ) -> Int {
    let (firstEntry, firstSpan) = (state.plans.dense.entries.count, state.plans.dense.spans.count)
    var hasAttended = false
    var sharedCount = 0
    var index = 0
    while index < places.count {
      let start = index
      let (level, shape) = (levels[places[start]], state.plans.entries[plan.first + Int(places[start])].shape)
      var reads = LevelSet()
      while index < places.count, levels[places[index]] == level {
        let entry = state.plans.entries[plan.first + Int(places[index])]
        if entry.shape != shape { break }
        reads.formUnion(self.reads[places[index]])
        state.plans.dense.append(DenseEntry(entry))
        index += 1
      }
      let first = state.plans.entries[plan.first + Int(places[start])]
      let (isAttended, mayLeave) = state.kernels.withKernel(of: shape) {
        (
          $0.marks.contains(.isAttended),
          !$0.isMadeInCode && !$0.hasMemory && state.kernels.heavyKinds.isAutomatic(shape)
        )
      }
      let runsEach = first.isLong || first.hasSeveralOutputs || isAttended
      let mayBeShared = mayLeave && !runsEach
      if mayBeShared { sharedCount += index - start }
      hasAttended = hasAttended || isAttended
      state.plans.dense.append(
        DenseSpan(
          first: UInt32(firstEntry + start), count: UInt32(index - start), shape: shape, reads: reads,
          endsLevel: index == places.count || levels[places[index]] != level,
          runsEach: runsEach, isLong: first.isLong, isAttended: isAttended,
          notesEach: first.hasSeveralOutputs || isAttended, mayBeShared: mayBeShared))
    }
    let spanCount = state.plans.dense.spans.count - firstSpan
    var pays = state.plans.isForced ? plan.number.isMultiple(of: 2) : spanCount * Self.leastPerSpan <= places.count
    if state.plans.bytesLeft(inGraphOf: state.graphByteCount) < 0 { pays = false }
    if !pays {
      state.plans.dense.removeAll(fromEntry: firstEntry, span: firstSpan)
      (hasAttended, sharedCount) = (false, 0)
    }
    let number = state.plans.dense.end(
      DensePlan(
        entries: firstEntry..<state.plans.dense.entries.count, spans: firstSpan..<state.plans.dense.spans.count,
        isAttended: hasAttended, keepsWords: keepsWords && pays, sharedCount: sharedCount),
      ofPlan: plan.number)
    let storage = state.graph.storage
    state.plans.dense.noteScatter(of: number, in: storage.value)
    return number
  }
}
