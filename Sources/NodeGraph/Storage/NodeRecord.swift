// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The data of a node that the inner loop reads, in half a cache line. Names and positions are in side tables.
@frozen
@usableFromInline
package struct NodeRecord: BitwiseCopyable, Sendable {
  /// The start of its argument block.
  @usableFromInline package var arguments: UInt32
  /// The cell of its first output.
  @usableFromInline package var output: UInt32
  /// Its rank in the topological order; `NodeRecord.none` for a slot without a node.
  @usableFromInline package var rank: UInt32
  /// Its shape; `NodeRecord.none` for a free slot, to which no step can restore a node.
  @usableFromInline package var shape: UInt32
  /// The consumers of its only output. For another number of outputs `first` is the index of the first output's list.
  @usableFromInline package var consumers: ConsumerList
  /// The stamp of its id: the tag of the graph and the generation, which counts the nodes that have used the slot.
  @usableFromInline package var stamp: UInt32

  @usableFromInline package init(arguments: UInt32, output: UInt32, rank: UInt32, shape: UInt32, stamp: UInt32) {
    self.arguments = arguments
    self.output = output
    self.rank = rank
    self.shape = shape
    self.stamp = stamp
    consumers = ConsumerList()
  }

  package var isFree: Bool { shape == NodeRecord.none }

  /// Whether the slot has a node or a step may restore one: it is not free, and its generations are not used up.
  var mayHaveNode: Bool { !isFree && stamp & NodeID.generations != NodeID.generations }

  /// The number of words of an input that takes many connections: start, count and capacity of its list.
  @inlinable package static var wordsOfMany: Int { 3 }

  /// The value for "no index" in records and tables.
  @inlinable package static var none: UInt32 { .max }
}
