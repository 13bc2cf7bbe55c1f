// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A node of a plan: what the loop needs to run it, in half a cache line.
///
/// Its consumers are named by their places in the plan. Places are in the order of ranks, so most lie close by.
@frozen
@usableFromInline
struct PlanEntry: BitwiseCopyable {
  /// The consumers whose places share a word of 64 with this one, a bit each.
  @usableFromInline var near: UInt64
  @usableFromInline let slot: UInt32
  /// The shape, and in the two top bits what is not as with most nodes.
  @usableFromInline private(set) var shapeAndMarks: UInt32
  /// The cell of its first output.
  @usableFromInline private(set) var output: UInt32
  /// The consumers elsewhere: none, the distances of one or two, or where their links start.
  @usableFromInline var far: FarConsumers
  /// The two words of its argument block, or where the block starts if that is longer.
  @usableFromInline private(set) var arguments: (UInt32, UInt32)

  private static let isLongMark: UInt32 = 1 << 31
  private static let hasSeveralMark: UInt32 = 1 << 30

  init(slot: UInt32) {
    (near, shapeAndMarks, output, far) = (0, 0, 0, FarConsumers())
    arguments = (NodeRecord.none, NodeRecord.none)
    self.slot = slot
  }

  var shape: UInt32 { @inline(__always) get { shapeAndMarks & (Self.hasSeveralMark &- 1) } }
  /// Whether its argument block does not fit in here.
  var isLong: Bool { @inline(__always) get { shapeAndMarks & Self.isLongMark != 0 } }
  /// Whether it has several outputs: then all its consumers are linked, each with the outputs that it reads.
  var hasSeveralOutputs: Bool { @inline(__always) get { shapeAndMarks & Self.hasSeveralMark != 0 } }

  /// Its argument block, if that fits in here: the last two words.
  @unsafe
  @inlinable @inline(__always)
  static func block(of entry: UnsafeMutablePointer<PlanEntry>) -> UnsafeMutablePointer<UInt32> {
    unsafe UnsafeMutableRawPointer(entry + 1).assumingMemoryBound(to: UInt32.self) - 2
  }

  /// Fills in what the tables of the graph say.
  mutating func fill(from topology: borrowing Topology) {
    let record = topology.records[slot]
    let layout = topology.layout(of: slot)
    fill(shape: record.shape, output: record.output, hasSeveralOutputs: layout.outputCount != 1)
    if layout.argumentWords > 2 {
      setArguments(from: record.arguments)
    } else {
      if layout.argumentWords > 0 { arguments.0 = topology.arguments[record.arguments] }
      if layout.argumentWords > 1 { arguments.1 = topology.arguments[record.arguments + 1] }
    }
  }

  mutating func fill(shape: UInt32, output: UInt32, hasSeveralOutputs: Bool) {
    shapeAndMarks = shape | (hasSeveralOutputs ? Self.hasSeveralMark : 0)
    self.output = output
  }

  /// Its argument block begins there, and does not fit in here.
  mutating func setArguments(from start: UInt32) {
    shapeAndMarks |= Self.isLongMark
    arguments = (start, 0)
  }

  /// Its arguments are these cells.
  mutating func setArguments(_ first: UInt32, _ second: UInt32) { arguments = (first, second) }
}

/// The consumers of an entry that are in other words of the plan.
@frozen
@usableFromInline
struct FarConsumers: BitwiseCopyable {
  /// Zero; or two distances, the upper one of 15 bits and zero if there is none; or, with the top bit, an index of
  /// `PlanLinks`, of targets with the next bit and of links without.
  @usableFromInline let bits: UInt32

  private static let isIndexMark: UInt32 = 1 << 31
  private static let isTargetMark: UInt32 = 1 << 30
  private static let index = isTargetMark - 1
  /// Distances up to these fit.
  static let greatestDistances = (lower: Int(UInt16.max), upper: Int(Int16.max))

  init() { bits = 0 }

  init(link: UInt32) { bits = link | Self.isIndexMark }

  init(target: UInt32) { bits = target | Self.isIndexMark | Self.isTargetMark }

  init(distance: Int, _ other: Int) { bits = UInt32(distance) | UInt32(other) << 16 }

  @inlinable
  var isEmpty: Bool { @inline(__always) get { bits == 0 } }
  /// Whether there is neither nothing nor distances.
  var isLinked: Bool { @inline(__always) get { bits & Self.isIndexMark != 0 } }
  /// Whether the index is one of targets.
  var isTargeted: Bool { @inline(__always) get { bits & Self.isTargetMark != 0 } }
  /// The first link, or the first target.
  var index: Int { @inline(__always) get { Int(bits & Self.index) } }
  var distance: Int { @inline(__always) get { Int(bits & 0xFFFF) } }
  /// The other distance, or zero.
  var otherDistance: Int { @inline(__always) get { Int(bits >> 16) } }
}

/// A source of a plan.
struct PlanSource: BitwiseCopyable {
  let slot: UInt32
  /// Where the links to its consumers start; `NodeRecord.none` if it has none.
  let link: UInt32
  /// Where its value lies.
  let cell: UInt32
}

/// Everything that some sources reach, as a list in the order of ranks.
///
/// It says which nodes may run, and not which do: a change is cut off in a replay as it is elsewhere. Where its parts lie is
/// for `PlanTable` to know.
struct Plan: BitwiseCopyable {
  /// The places of the first word that read its source, if it has one source, and that no others.
  let start: UInt64
  private let firstEntry, entryCount, firstSource, sourceCount: UInt32
  private let index: UInt32
  /// How many nodes replays of late have run so that kernels had loops of their own, in calls that ran fewer than four on average.
  var shortRuns: UInt16 = 0
  /// Whether its nodes may look whether they have to run, instead of being told (see `Evaluator.pull`).
  private let mayBePulled: Bool
  /// Whether it has a dense form.
  private(set) var denseForm: DenseForm
  /// Whether three quarters or more of its nodes ran in the last replay.
  var isFull = false

  /// The dense form of a plan is made when it is replayed after a replay that ran nearly all of it.
  enum DenseForm: BitwiseCopyable, Equatable {
    case untried
    /// The plan is too small.
    case needless
    case made(UInt32)
  }

  /// Where its entries begin, and how many there are.
  var first: Int { @inline(__always) get { Int(firstEntry) } }
  var count: Int { @inline(__always) get { Int(entryCount) } }
  var entries: Range<Int> { first..<first + count }
  var sources: Range<Int> { Int(firstSource)..<Int(firstSource) + Int(sourceCount) }
  /// Which one it is.
  var number: Int { @inline(__always) get { Int(index) } }

  /// Whether kernels run nodes in a loop of their own: as long as it is not known that few of one shape follow each other.
  var isBatched: Bool { shortRuns < Self.mostShortRuns }

  private static let mostShortRuns = 64

  /// The least number of entries of a plan that may be pulled or have a dense form.
  static let leastFull = 96

  init(entries: Range<Int>, sources: Range<Int>, start: UInt64, number: Int, mayBePulled: Bool, leastDense: Int) {
    (firstEntry, entryCount) = (UInt32(entries.lowerBound), UInt32(entries.count))
    (firstSource, sourceCount) = (UInt32(sources.lowerBound), UInt32(sources.count))
    self.start = start
    index = UInt32(number)
    self.mayBePulled = mayBePulled
    denseForm = entries.count >= leastDense ? .untried : .needless
  }

  /// Whether another kind of replay is faster when nearly all of it runs.
  var mayBeFull: Bool { mayBePulled || denseForm != .needless }
  /// Whether its nodes test what they read in the next replay, unless that uses the dense form.
  var isPulled: Bool { isFull && mayBePulled }
  /// The number of its dense form, if that was made.
  var denseNumber: Int? { if case .made(let number) = denseForm { Int(number) } else { nil } }

  /// Sets the number of its dense form.
  mutating func setDenseForm(_ number: Int) { denseForm = .made(UInt32(number)) }

  /// What `shortRuns` is after a replay in which kernels have run nodes in loops of their own.
  func shortRuns(afterRunning nodes: Int, in calls: Int) -> UInt16 {
    nodes >= 4 * calls ? 0 : UInt16(min(Int(shortRuns) + nodes, Self.mostShortRuns))
  }

  /// Notes how many entries a replay has run, of a plan that may be full.
  mutating func note(ran: Int) { isFull = ran >= count - count / 4 }
}
