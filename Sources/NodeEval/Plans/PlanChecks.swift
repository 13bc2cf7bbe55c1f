// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Comparing plans with what they would be now, found another way than they were made.
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
    // A source that nothing reads may be gone.
    let sources = plan.sources.map { plans.sources[$0] }.filter { topology.isAlive($0.slot) }
    let given = sources.map(\.slot)
    let slots = plan.entries.map { plans.entries[$0].slot }
    guard slots == slotsReached(from: given) else { return ["a plan has what its sources reach, by rank"] }
    if !(given + slots).allSatisfy({ plans.isMarked($0) }) { return ["the nodes of a plan are marked"] }
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
    for source in sources {
      // The slot of one that nothing reads may have another node.
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
    /// One of the outputs that it reads.
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

  /// The readers that an entry names.
  private func readers(of entry: PlanEntry, at place: Int) -> Set<Reader> {
    var readers: Set<Reader> = []
    for bit in 0..<64 where entry.near & 1 << UInt64(bit) != 0 {
      readers.insert(Reader(place: place & ~63 | bit, output: 0))
    }
    if entry.far.isEmpty { return readers }
    if !entry.far.isLinked {
      readers.insert(Reader(place: place + entry.far.distance, output: 0))
      if entry.far.otherDistance > 0 { readers.insert(Reader(place: place + entry.far.otherDistance, output: 0)) }
      return readers
    }
    if entry.far.isTargeted {
      return readers.union(targeted(entry.far.index).map { Reader(place: $0, output: 0) })
    }
    let found = linked(entry.far.index)
    return readers.union(entry.hasSeveralOutputs ? found : found.map { Reader(place: $0.place, output: 0) })
  }

  /// What targets name, from one on.
  private func targeted(_ first: Int) -> [Int] {
    var found: [Int] = []
    var index = first
    while true {
      found.append(plans.links.targets[index].place)
      if plans.links.targets[index].isLast { return found }
      index += 1
    }
  }

  /// What links name, from one on.
  private func linked(_ first: Int) -> [Reader] {
    var found: [Reader] = []
    var index = first
    while true {
      let link = plans.links.links[index]
      for bit in 0..<64 where link.bits & 1 << UInt64(bit) != 0 {
        found.append(Reader(place: link.word << 6 | bit, output: link.outputs.trailingZeroBitCount))
      }
      if link.isLast { return found }
      index += 1
    }
  }
}
