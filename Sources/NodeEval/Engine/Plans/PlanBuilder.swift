// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Makes a plan in two passes. The first lists what some sources reach, in the order of an evaluation in which everything
/// changes. The second, which knows the place of each node, links each node to its consumers.
///
/// The second pass finds the place of a node by its rank: the word of the rank gives the place of the word's first node, and
/// the lower bits of the word count the nodes before it. The first pass keeps the ranks of each node's consumers, so that in a
/// large graph their records are read only once.
struct PlanBuilder: ~Copyable {
  /// A nonempty word of ranks, and the place of its first rank.
  private struct Word {
    let start: UInt32
    let bits: UInt64
  }

  private let first: Int
  private let firstSource: Int
  private var words: [Word] = []
  /// By word of ranks, the index in `words`; valid only for words that were reached.
  private var wordIndices: Buffer<UInt32>
  /// For each entry, the number of connections from it and the ranks of their consumers.
  private var ranks = Buffer<UInt32>()
  /// How many elements of `ranks` the second pass has consumed.
  private var taken = 0
  /// The places of the consumers of the current node.
  private var places: [PlanReader] = []
  /// How many entries are read only by the next entry, whose slot follows closely.
  private var chainedCount = 0
  /// How many entries have consumers in other words.
  private var farCount = 0
  /// The total number of arguments of the nodes that have more than two.
  private var longInputs = 0

  private init(_ plans: borrowing PlanTable, wordIndices: consuming Buffer<UInt32>) {
    first = plans.entries.count
    firstSource = plans.sources.count
    self.wordIndices = wordIndices
  }

  /// The outcome of an attempt to make a plan.
  enum Outcome {
    case made
    /// More nodes are reached than the plan may have.
    case tooLarge
    /// The reached nodes are mostly a chain in the order of memory, which the loop runs equally fast without a plan; or some are
    /// heavy, and run together with others.
    case needless
  }

  /// Makes a plan of the nodes that some sources reach.
  ///
  /// - Parameters:
  ///   - given: The sources.
  ///   - limit: How many entries the plan may have.
  ///   - state: The state whose table the plan is added to. Nothing may be pending.
  /// - Returns: The outcome.
  /// - Complexity: O(reached nodes), and not more than the limit.
  static func makePlan(of given: [UInt32], limit: Int, in state: inout EvaluatorState) -> Outcome {
    precondition(state.pending.isEmpty, "plans are made between evaluations")
    state.plans.begin(version: state.topology.wiringVersion)
    var builder = PlanBuilder(state.plans, wordIndices: state.plans.takeWordIndices(state.topology.nodeAtRank.count))
    let outcome = builder.make(of: given, limit: limit, in: &state)
    state.plans.giveBack(builder.endIndices())
    return outcome
  }

  private consuming func endIndices() -> Buffer<UInt32> { wordIndices }

  private mutating func make(of given: [UInt32], limit: Int, in state: inout EvaluatorState) -> Outcome {
    let firstLink = state.plans.links.counts
    let outcome = list(given, limit: limit, in: &state)
    if outcome == .made {
      let plan = Plan(
        entries: first..<state.plans.entries.count, sources: firstSource..<state.plans.sources.count,
        start: start(of: given, in: state.plans), number: state.plans.plans.count,
        mayBePulled: mayBePulled(state.plans),
        leastDense: state.plans.isForced ? 0 : Plan.leastFull)
      state.plans.end(plan, nodes: state.topology.records.count, cells: state.topology.cellEnd)
    } else {
      state.plans.removeAll(fromEntry: first, link: firstLink, source: firstSource)
    }
    return outcome
  }

  /// The value of `Plan.start`.
  private func start(of given: [UInt32], in plans: borrowing PlanTable) -> UInt64 {
    if given.count > 1 { return 0 }
    let link = plans.links.links[plans.sources[firstSource].link]
    return link.isLast && link.word == 0 ? link.bits : 0
  }

  /// Whether at least half of the entries have consumers in other words, and nodes with long argument blocks have no more
  /// arguments in total than there are entries.
  private func mayBePulled(_ plans: borrowing PlanTable) -> Bool {
    let count = plans.entries.count - first
    return plans.isForced || count >= Plan.leastFull && farCount * 2 >= count && longInputs <= count
  }

  private mutating func list(_ given: [UInt32], limit: Int, in state: inout EvaluatorState) -> Outcome {
    guard walk(from: given, limit: limit, in: &state) else { return .tooLarge }
    if state.kernels.heavyKinds.workers.areOn, hasHeavyNodes(state) { return .needless }
    for index in first..<state.plans.entries.count { fill(index, in: &state) }
    if !state.plans.isForced, isChain(after: given, in: state) { return .needless }
    for slot in given { addSource(slot, in: &state) }
    return state.plans.bytesLeft(inGraphOf: state.graphByteCount) < 0 ? .tooLarge : .made
  }

  /// Whether most entries are read only by the next entry, and that reads no source.
  private func isChain(after given: [UInt32], in state: borrowing EvaluatorState) -> Bool {
    var sourceReaders = 0
    for slot in given { state.topology.forEachReader(of: slot) { _, _ in sourceReaders += 1 } }
    return 4 * (chainedCount - sourceReaders) >= 3 * (state.plans.entries.count - first)
  }

  private func hasHeavyNodes(_ state: borrowing EvaluatorState) -> Bool {
    (first..<state.plans.entries.count).contains {
      state.nodes.status[state.plans.entries[$0].slot].contains(.isHeavy)
    }
  }

  /// Lists the reached nodes, lowest rank first. Returns whether there are any and not more than the limit.
  private mutating func walk(from given: [UInt32], limit: Int, in state: inout EvaluatorState) -> Bool {
    for slot in given {
      state.topology.forEachReader(of: slot) { consumer, _ in
        state.pending.insert(state.topology.records[consumer].rank)
      }
    }
    while let (word, taken) = state.pending.takeWord() {
      let start = state.plans.entries.count - first
      var (bits, reached) = (taken, UInt64(0))
      while bits != 0 {
        let index = bits.trailingZeroBitCount
        bits &= bits &- 1
        reached |= 1 << UInt64(index)
        let slot = state.topology.nodeAtRank[word << 6 | index]
        state.plans.append(slot)
        let start = ranks.count
        ranks.append(0)
        state.topology.forEachReader(of: slot) { consumer, _ in
          let rank = state.topology.records[consumer].rank
          ranks.append(rank)
          if Int(rank >> 6) == word { bits |= 1 << UInt64(rank & 63) } else { state.pending.insert(rank) }
        }
        ranks[start] = UInt32(ranks.count - start - 1)
      }
      wordIndices[word] = UInt32(words.count)
      words.append(Word(start: UInt32(start), bits: reached))
      if state.plans.entries.count - first > limit {
        state.pending.removeAll(from: 0)
        return false
      }
    }
    return state.plans.entries.count > first
  }

  /// The place of a reached node, by its rank.
  @inline(__always)
  private func place(ofRank rank: UInt32) -> UInt32 {
    let word = words[Int(wordIndices[rank >> 6])]
    return word.start + UInt32((word.bits & (1 << UInt64(rank & 63) - 1)).nonzeroBitCount)
  }

  /// Sets `places` to the consumers of a node, each with the outputs that it reads, lowest first.
  private mutating func notePlaces(of slot: UInt32, in state: borrowing EvaluatorState) {
    places.removeAll(keepingCapacity: true)
    state.topology.forEachReader(of: slot) { consumer, output in
      let place = place(ofRank: state.topology.records[consumer].rank)
      places.append(PlanReader(place: place, outputs: 1 << output))
    }
    sortPlaces()
  }

  /// Sets `places` to the consumers of the next entry, which has one output, by the ranks that the first pass kept.
  private mutating func noteNextPlaces() {
    places.removeAll(keepingCapacity: true)
    let count = Int(ranks[taken])
    for index in taken + 1..<taken + 1 + count {
      places.append(PlanReader(place: place(ofRank: ranks[index]), outputs: 1))
    }
    taken += 1 + count
    sortPlaces()
  }

  private mutating func sortPlaces() {
    if places.count == 2 {
      if places[0].place > places[1].place { places.swapAt(0, 1) }
    } else if places.count > 2 {
      places.sort { $0.place < $1.place }
    }
  }

  private mutating func fill(_ index: Int, in state: inout EvaluatorState) {
    var entry = state.plans.entries[index]
    entry.fill(from: state.topology)
    if entry.hasSeveralOutputs {
      taken += 1 + Int(ranks[taken])
      notePlaces(of: entry.slot, in: state)
    } else {
      noteNextPlaces()
    }
    entry.link(to: places, from: UInt32(index - first), in: &state.plans.links)
    if let last = places.last, Int(last.place >> 6) != (index - first) >> 6 { farCount += 1 }
    if entry.isLong { longInputs += state.topology.argumentCount(of: entry.slot) }
    if places.count == 1, Int(places[0].place) == index - first + 1 {
      let next = state.plans.entries[index + 1].slot
      if 1...4 ~= Int(next) - Int(entry.slot) { chainedCount += 1 }
    }
    state.plans.setEntry(entry, at: index)
  }

  private mutating func addSource(_ slot: UInt32, in state: inout EvaluatorState) {
    notePlaces(of: slot, in: state)
    let link = places.isEmpty ? NodeRecord.none : state.plans.links.append(places[...], allOutputs: true)
    state.plans.append(PlanSource(slot: slot, link: link, cell: state.topology.records[slot].output))
  }
}

extension Topology {
  /// The number of connections, literals and defaults that a node reads.
  fileprivate func argumentCount(of slot: UInt32) -> Int {
    (0..<layout(of: slot).inputCount).reduce(0) { $0 + arguments(of: InputPlace(node: slot, input: $1)).count }
  }

  /// Calls `body` with the consumer and the output of each connection from a node's outputs.
  @inline(__always)
  func forEachReader(of slot: UInt32, _ body: (_ consumer: UInt32, _ output: UInt32) -> Void) {
    let list = records[slot].consumers
    let outputs = layout(of: slot).outputCount
    if outputs == 1 { return forEachReader(in: list) { body($0, 0) } }
    for output in 0..<UInt32(outputs) { forEachReader(in: outputLists[list.first + output]) { body($0, output) } }
  }

  @inline(__always)
  private func forEachReader(in list: ConsumerList, _ body: (UInt32) -> Void) {
    if list.hasOverflow {
      for index in list.first..<list.first + list.count { body(consumerNodes[index]) }
    } else {
      if list.count > 0 { body(list.first) }
      if list.count > 1 { body(list.second) }
    }
  }
}
