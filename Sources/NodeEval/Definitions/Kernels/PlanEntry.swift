// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A node of a plan: what the loop needs to run it, in half a cache line.
///
/// Consumers are identified by their places in the plan. Places are in the order of ranks, so most consumers are close by.
@frozen
@usableFromInline
struct PlanEntry: BitwiseCopyable {
  /// The consumers whose places are in the same word of 64 as this one, one bit each.
  @usableFromInline var near: UInt64
  @usableFromInline let slot: UInt32
  /// The shape, and in the two top bits marks for nodes that differ from most.
  @usableFromInline private(set) var shapeAndMarks: UInt32
  /// The cell of the node's first output.
  @usableFromInline private(set) var output: UInt32
  /// The consumers in other words: none, the distances of one or two, or the start of their links.
  @usableFromInline var far: FarConsumers
  /// The two words of the node's argument block, or the start of the block if it is longer.
  @usableFromInline private(set) var arguments: (UInt32, UInt32)

  private static let isLongMark: UInt32 = 1 << 31
  private static let hasSeveralMark: UInt32 = 1 << 30

  init(slot: UInt32) {
    (near, shapeAndMarks, output, far) = (0, 0, 0, FarConsumers())
    arguments = (NodeRecord.none, NodeRecord.none)
    self.slot = slot
  }

  var shape: UInt32 { @inline(__always) get { shapeAndMarks & (Self.hasSeveralMark &- 1) } }
  /// Whether the argument block does not fit in the entry.
  var isLong: Bool { @inline(__always) get { shapeAndMarks & Self.isLongMark != 0 } }
  /// Whether the node has several outputs. If so, all its consumers are linked, each with the outputs that it reads.
  var hasSeveralOutputs: Bool { @inline(__always) get { shapeAndMarks & Self.hasSeveralMark != 0 } }

  /// The argument block stored inline, in the entry's last two words. Valid unless `isLong`.
  @unsafe
  @inlinable @inline(__always)
  static func block(of entry: UnsafeMutablePointer<PlanEntry>) -> UnsafeMutablePointer<UInt32> {
    unsafe UnsafeMutableRawPointer(entry + 1).assumingMemoryBound(to: UInt32.self) - 2
  }

  /// Fills the entry from the tables of the graph.
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

  /// Sets the start of an argument block that does not fit in the entry.
  mutating func setArguments(from start: UInt32) {
    shapeAndMarks |= Self.isLongMark
    arguments = (start, 0)
  }

  /// Sets the cells of the arguments.
  mutating func setArguments(_ first: UInt32, _ second: UInt32) { arguments = (first, second) }
}

/// The consumers of an entry that are in other words of the plan.
@frozen
@usableFromInline
struct FarConsumers: BitwiseCopyable {
  /// Zero; or two distances, the upper one of 15 bits and zero if there is only one; or, with the top bit set, an index in
  /// `PlanLinks`: of targets if the next bit is set, otherwise of links.
  @usableFromInline let bits: UInt32

  private static let isIndexMark: UInt32 = 1 << 31
  private static let isTargetMark: UInt32 = 1 << 30
  private static let index = isTargetMark - 1
  /// The greatest distances that fit.
  static let greatestDistances = (lower: Int(UInt16.max), upper: Int(Int16.max))

  init() { bits = 0 }

  init(link: UInt32) { bits = link | Self.isIndexMark }

  init(target: UInt32) { bits = target | Self.isIndexMark | Self.isTargetMark }

  init(distance: Int, _ other: Int) { bits = UInt32(distance) | UInt32(other) << 16 }

  @inlinable
  var isEmpty: Bool { @inline(__always) get { bits == 0 } }
  /// Whether the bits are an index in `PlanLinks`.
  var isLinked: Bool { @inline(__always) get { bits & Self.isIndexMark != 0 } }
  /// Whether the index is one of targets, and not of links.
  var isTargeted: Bool { @inline(__always) get { bits & Self.isTargetMark != 0 } }
  /// The index of the first link or target.
  var index: Int { @inline(__always) get { Int(bits & Self.index) } }
  var distance: Int { @inline(__always) get { Int(bits & 0xFFFF) } }
  /// The other distance; zero if there is only one consumer.
  var otherDistance: Int { @inline(__always) get { Int(bits >> 16) } }
}
