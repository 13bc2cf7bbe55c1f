// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A source of a plan.
struct PlanSource: BitwiseCopyable {
  let slot: UInt32
  /// The index of the first link to its consumers; `NodeRecord.none` if it has none.
  let link: UInt32
  /// The cell of its value.
  let cell: UInt32
}

/// All nodes that some sources reach, as a list in the order of ranks.
///
/// The plan defines which nodes may run, not which do: a replay cuts changes off as other evaluations do. `PlanTable` stores
/// the plan's parts. Each replay copies the plan, so it is four words.
struct Plan: BitwiseCopyable {
  /// The places in the first word that read the plan's source, if it has one source and no other places read it; otherwise
  /// zero.
  let start: UInt64
  private let firstEntry, entryCount, firstSource, sourceCount: UInt32
  private let index: UInt32
  /// How many nodes recent replays have run in kernels' own loops while calls ran fewer than four nodes on average.
  var shortRuns: UInt8 = 0
  private var traits: Traits
  /// How many more replays run a good part of the plan until the changes in the log of one are counted.
  private var countdown: UInt8 = 0

  private struct Traits: OptionSet {
    let rawValue: UInt8
    /// Nodes may test in a replay whether their inputs changed, instead of being queued by their sources (see `Evaluator.pull`).
    static let mayBePulled = Traits(rawValue: 1)
    /// The plan is large enough for a dense form. That is made when the plan is replayed after a replay that ran enough of it.
    static let mayBeDense = Traits(rawValue: 2)
    /// Three quarters or more of the nodes ran in the last replay.
    static let isFull = Traits(rawValue: 4)
    /// So many nodes ran in the last replay, and changed, that the order of levels pays.
    static let isBusy = Traits(rawValue: 8)
    /// The levels are too narrow for their order to pay.
    static let isNarrow = Traits(rawValue: 16)
    /// So few of the nodes that run change that following each change is faster than testing each node.
    static let isQuiet = Traits(rawValue: 32)
  }

  /// The index of its first entry in the table, and the number of entries.
  var first: Int { @inline(__always) get { Int(firstEntry) } }
  var count: Int { @inline(__always) get { Int(entryCount) } }
  var entries: Range<Int> { first..<first + count }
  var sources: Range<Int> { Int(firstSource)..<Int(firstSource) + Int(sourceCount) }
  /// The index of the plan.
  var number: Int { @inline(__always) get { Int(index) } }

  /// Whether kernels run nodes in a loop of their own: true until it has turned out that few of one shape follow each other.
  var isBatched: Bool { shortRuns < Self.mostShortRuns }

  private static let mostShortRuns = 64

  /// The least number of entries of a plan that may be pulled or have a dense form.
  static let leastFull = 96

  init(entries: Range<Int>, sources: Range<Int>, start: UInt64, number: Int, mayBePulled: Bool, leastDense: Int) {
    (firstEntry, entryCount) = (UInt32(entries.lowerBound), UInt32(entries.count))
    (firstSource, sourceCount) = (UInt32(sources.lowerBound), UInt32(sources.count))
    self.start = start
    index = UInt32(number)
    traits = mayBePulled ? .mayBePulled : []
    if entries.count >= leastDense { traits.insert(.mayBeDense) }
  }

  /// Whether another kind of replay is faster when nearly all of it runs.
  var mayBeFull: Bool { !traits.isDisjoint(with: [.mayBePulled, .mayBeDense]) }
  /// Whether so many of its nodes ran in the last replay that pushing changes may not be the fastest way to replay it.
  var ranMuch: Bool { !traits.isDisjoint(with: [.isFull, .isBusy]) }
  /// Whether three quarters or more of its nodes ran in the last replay.
  var isFull: Bool { traits.contains(.isFull) }
  /// Whether the next replay uses the plan's dense form, if it can.
  var isDense: Bool {
    traits.contains(.mayBeDense) && !traits.contains(.isQuiet)
      && (traits.contains(.isFull) || traits.contains(.isBusy) && !isNarrow)
  }
  /// Whether the dense form runs by rank.
  var isNarrow: Bool { traits.contains(.isNarrow) }
  /// Whether nodes test their inputs in the next replay, unless that uses the dense form.
  var isPulled: Bool { traits.isSuperset(of: [.isFull, .mayBePulled]) }

  /// The new value of `shortRuns` after a replay in which kernels ran nodes in loops of their own.
  func shortRuns(afterRunning nodes: Int, in calls: Int) -> UInt8 {
    nodes >= 4 * calls ? 0 : UInt8(min(Int(shortRuns) + nodes, Self.mostShortRuns))
  }

  /// The least number of nodes that must run for a replay by level to be faster than one that follows each change. By level, each
  /// node of the plan is tested, in the order of memory. Following a change costs some nanoseconds a node, and a cache miss or two
  /// if the plan is larger than a cache.
  private var leastByLevel: Int { isLarge ? count / 16 : count / 3 }

  /// Whether its entries and their nodes are larger than a cache.
  private var isLarge: Bool { count >= 1 << 16 }

  /// Notes which entries a replay ran. Called for plans that may be full.
  mutating func note(ran log: borrowing Buffer<LogEntry>, from start: Int) {
    let ran = log.count - start
    traits.remove([.isFull, .isBusy])
    if ran >= count - count / 4 { traits.insert(.isFull) }
    guard ran >= leastByLevel else { return }
    if countdown == 0 { countChanges(log, from: start) } else { countdown -= 1 }
    if !traits.contains(.isQuiet) { traits.insert(.isBusy) }
  }

  /// Determines whether the plan is quiet. Counting takes about a nanosecond for each entry, so most replays skip it.
  ///
  /// In a plan larger than a cache, following a change costs more than testing many nodes, so such a plan is never quiet.
  @inline(never)
  private mutating func countChanges(_ log: borrowing Buffer<LogEntry>, from start: Int) {
    countdown = 31
    if isLarge { return }
    var changed = 0
    for index in start..<log.count where log[index].isChanged { changed += 1 }
    if 4 * changed < log.count - start { traits.insert(.isQuiet) } else { traits.remove(.isQuiet) }
  }

  /// Notes that the dense form runs by rank.
  mutating func noteNarrow() { traits.insert(.isNarrow) }

  /// Makes the next replay another kind than the last one.
  mutating func toggleFull() { traits.formSymmetricDifference(.isFull) }
}
