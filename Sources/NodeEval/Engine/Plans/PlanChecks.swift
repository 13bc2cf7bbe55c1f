// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Compares plans with what they would be if they were made now, computed in a different way.
extension EvaluatorState {
  /// The rules of plans that are broken. Complexity: O(entries and links of plans).
  func brokenPlanRules() -> [String] {
    if plans.isEmpty != plans.plans.isEmpty { return ["it is known whether there are plans"] }
    if !plans.positions.isEmpty { return ["no place of a plan is pending between evaluations"] }
    if !plans.changed.isEmpty { return ["no cell counts as changed between evaluations"] }
    if hasStalePlans { return [] }
    return (0..<plans.plans.count).flatMap { brokenRules(of: plans.plans[$0]) }
  }

  private func brokenRules(of plan: Plan) -> [String] {
    // A source without consumers may be gone.
    let sources = plan.sources.map { plans.sources[$0] }.filter { topology.isAlive($0.slot) }
    let given = sources.map(\.slot)
    let slots = plan.entries.map { plans.entries[$0].slot }
    guard slots == slotsReached(from: given) else { return ["a plan has what its sources reach, by rank"] }
    if !(given + slots).allSatisfy({ plans.isMarked($0) }) { return ["the nodes of a plan are marked"] }
    if slots.contains(where: { nodes.status[$0].contains(.isHeavy) }) { return ["a plan has no heavy node"] }
    let places = Dictionary(uniqueKeysWithValues: zip(slots, slots.indices))
    for (place, index) in plan.entries.enumerated() {
      let entry = plans.entries[index]
      var fresh = PlanEntry(slot: entry.slot)
      fresh.fill(from: topology)
      guard entry.shape == fresh.shape, entry.output == fresh.output, entry.isLong == fresh.isLong,
        entry.arguments == fresh.arguments, entry.hasSeveralOutputs == fresh.hasSeveralOutputs
      else { return ["an entry of a plan says what the tables of the graph do"] }
      if readers(of: entry, at: place) != readers(of: entry.slot, places) {
        return ["an entry of a plan names the places of its consumers"]
      }
    }
    if plans.plans[plan.number].entries != plan.entries { return ["a plan knows which one it is"] }
    if plan.start != 0, let source = sources.first {
      let places = readers(of: source.slot, places).map(\.place)
      guard plan.sources.count == 1, Set(places) == Set((0..<64).filter { plan.start & 1 << UInt64($0) != 0 }) else {
        return ["a plan names the places that read its only source, where they share a word"]
      }
    }
    let denseRules = brokenRules(ofDense: plan)
    if !denseRules.isEmpty { return denseRules }
    for source in sources {
      // The slot of a source without consumers may have another node.
      if source.link != NodeRecord.none, source.cell != topology.records[source.slot].output {
        return ["a plan knows where its sources have their values"]
      }
      let found = source.link == NodeRecord.none ? [] : linked(Int(source.link))
      if Set(found.map(\.place)) != Set(readers(of: source.slot, places).map(\.place)) {
        return ["a source of a plan names the places of its consumers"]
      }
    }
    return []
  }

  /// The levels that some nodes of a plan read, which are of one level.
  private func levelsRead(by slots: [UInt32], of plan: Plan, _ levels: [UInt32: Int]) -> LevelSet {
    let given = Set(plan.sources.map { plans.sources[$0].slot })
    var reads = LevelSet()
    for slot in slots {
      let own = levels[slot] ?? 0
      topology.forEachNeighbour(of: slot, isUpstream: true) { source in
        if let level = levels[source] { reads.insert(distance: own - level) }
        if given.contains(source) { reads.insert(distance: own + 1) }
      }
    }
    return reads
  }

  private func slotsReached(from given: [UInt32]) -> [UInt32] {
    var reached: Set<UInt32> = []
    var open = given
    while let next = open.popLast() {
      topology.forEachNeighbour(of: next, isUpstream: false) { if reached.insert($0).inserted { open.append($0) } }
    }
    return reached.sorted { topology.records[$0].rank < topology.records[$1].rank }
  }

  private struct Reader: Hashable {
    let place: Int
    /// One of the outputs that the reader reads.
    let output: Int
  }

  private func readers(of slot: UInt32, _ places: [UInt32: Int]) -> Set<Reader> {
    var readers: Set<Reader> = []
    for output in 0..<Int(topology.layout(of: slot).outputCount) {
      topology.forEachConsumer(of: slot, outputs: 1 << UInt32(output)) {
        readers.insert(Reader(place: places[$0] ?? -1, output: output))
      }
    }
    return readers
  }

  /// The readers that are stored in an entry.
  private func readers(of entry: PlanEntry, at place: Int) -> Set<Reader> {
    var readers: Set<Reader> = []
    plans.links.forEachReader(of: entry, at: place) {
      readers.insert(Reader(place: $0, output: $1.trailingZeroBitCount))
    }
    return readers
  }

  /// The readers that a list of links stores, given its first link.
  private func linked(_ first: Int) -> [Reader] {
    var found: [Reader] = []
    plans.links.forEachLinked(from: first) { found.append(Reader(place: $0, output: $1.trailingZeroBitCount)) }
    return found
  }

  /// The rules that the dense form of a plan breaks. Its nodes and their order are computed from the graph.
  private func brokenRules(ofDense plan: Plan) -> [String] {
    guard let number = plans.dense.number(ofPlan: plan.number) else { return [] }
    let dense = plans.dense.plans[number]
    if !dense.isByLevel { return [] }
    let spans = dense.spans.map { plans.dense.spans[$0] }
    let slots = spans.flatMap { plans.dense.slots(of: $0) }
    let entries = plan.entries.map { plans.entries[$0] }
    guard slots.sorted() == entries.map(\.slot).sorted() else { return ["a dense plan has the nodes of its plan"] }
    let bySlot = Dictionary(uniqueKeysWithValues: entries.map { ($0.slot, $0) })
    var levels: [UInt32: Int] = [:]
    // In the order of ranks, so that the levels of a node's sources are known.
    for entry in entries {
      var level = 0
      topology.forEachNeighbour(of: entry.slot, isUpstream: true) { level = max(level, (levels[$0] ?? -1) + 1) }
      levels[entry.slot] = level
    }
    var last = (level: -1, shape: UInt32.max, rank: UInt32.max)
    for index in dense.entries {
      let found = plans.dense.entries[index]
      guard let entry = bySlot[found.slot], found.output == entry.output, found.arguments == entry.arguments else {
        return ["an entry of a dense plan says what that of its plan does"]
      }
      let key = (level: levels[found.slot] ?? 0, shape: entry.shape, rank: topology.records[found.slot].rank)
      if last.level >= 0, last >= key { return ["a dense plan is sorted by level, shape and rank"] }
      last = key
    }
    for (span, next) in zip(spans, spans.dropFirst().map(Optional.some) + [nil]) {
      let levelsOfBoth = [span, next].map { $0.flatMap { levels[plans.dense.entries[$0.first].slot] } }
      guard plans.dense.slots(of: span).allSatisfy({ bySlot[$0]?.shape == span.shape }),
        span.endsLevel == (levelsOfBoth[0] != levelsOfBoth[1])
      else { return ["a span of a dense plan has one shape and knows whether it ends its level"] }
      guard span.reads == levelsRead(by: plans.dense.slots(of: span), of: plan, levels) else {
        return ["a span of a dense plan knows which levels it reads"]
      }
    }
    return []
  }
}

extension EvaluatorPart {
  static let plans = EvaluatorPart(
    "plans", contents: "plans: the nodes that repeated sources reach, listed for replays"
  ) { state in
    state.brokenPlanRules()
  } damage: { state in
    state.plans.damage()
  }
}
