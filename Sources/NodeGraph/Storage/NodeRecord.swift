// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What the inner loop knows of a node, in half a cache line. Names, positions and the like are in side tables.
@frozen
@usableFromInline
package struct NodeRecord: BitwiseCopyable, Sendable {
  /// Where its argument block starts.
  @usableFromInline package var arguments: UInt32
  /// The cell of its first output.
  @usableFromInline package var output: UInt32
  /// Its place in the topological order; `NodeRecord.none` for a slot without a node.
  @usableFromInline package var rank: UInt32
  /// `NodeRecord.none` for a slot that is free: one that no step brings a node back to.
  @usableFromInline package var shape: UInt32
  /// The consumers of its only output; with several outputs `first` is where their lists start.
  @usableFromInline package var consumers: ConsumerList
  /// The stamp of its id: the tag of the graph, and which of the nodes that lay here in turn this is.
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

  /// Whether there is a node, or a step may bring one back: neither free, nor have its generations been used up.
  var mayHaveNode: Bool { !isFree && stamp & NodeID.generations != NodeID.generations }

  /// The words an input that takes many connections has in the block: start, count and capacity of its list.
  @inlinable package static var wordsOfMany: Int { 3 }

  /// Stands for "no index" wherever a record or a table holds one.
  @inlinable package static var none: UInt32 { .max }
}
