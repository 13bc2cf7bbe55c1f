// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Who consumes an output: two entries in place, more in an overflow list.
@frozen
@usableFromInline
package struct ConsumerList: BitwiseCopyable, Sendable {
  /// The count, above five bits that hold the capacity's logarithm, or zero.
  @usableFromInline var sizes: UInt32 = 0
  /// The first consumer, or the start of the overflow list.
  @usableFromInline package var first: UInt32 = 0
  @usableFromInline package var second: UInt32 = 0

  @usableFromInline package init() {}

  @inlinable package var count: UInt32 {
    @inline(__always) get { sizes >> 5 }
    @inline(__always) set { sizes = newValue << 5 | sizes & 31 }
  }

  /// Whether the consumers lie in an overflow list.
  @inlinable package var hasOverflow: Bool {
    @inline(__always) get { sizes & 31 != 0 }
  }

  /// Whether there is one consumer, and it is held in place.
  @inlinable package var isSingle: Bool {
    @inline(__always) get { sizes == 1 << 5 }
  }

  /// How many fit into the overflow list, a power of two; zero while the consumers are held in place.
  var capacity: UInt32 {
    get { hasOverflow ? 1 << (sizes & 31) : 0 }
    set { sizes = sizes & ~31 | UInt32(newValue.trailingZeroBitCount) & 31 }
  }

  /// Adds a consumer in place, if there are fewer than two, and returns its position. Which of both it is can't be
  /// foreseen, so there is no branch.
  @inline(__always)
  mutating func append(_ consumer: UInt32) -> UInt32? {
    let position = sizes >> 5
    guard sizes == 0 || sizes == 1 << 5 else { return nil }
    sizes += 1 << 5
    first = position == 0 ? consumer : first
    second = position == 0 ? second : consumer
    return position
  }
}

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

  /// The words an input that takes many connections has in the block: start, count and capacity of its list.
  @inlinable package static var wordsOfMany: Int { 3 }

  /// Stands for "no index" wherever a record or a table holds one.
  @inlinable package static var none: UInt32 { .max }
}

/// For each of the two consumers held in place, the argument it occupies.
package struct InlineArguments: BitwiseCopyable, Sendable {
  package var first: UInt32 = NodeRecord.none
  package var second: UInt32 = NodeRecord.none

  @inline(__always)
  mutating func put(_ argument: UInt32, at position: UInt32) {
    first = position == 0 ? argument : first
    second = position == 0 ? second : argument
  }
}

/// An entry of an overflow list lies in two tables of the same index: the consumer (which the inner loop reads) and
/// the argument it occupies (which only edits read).
package struct ConsumerEntry {
  package var consumer: UInt32
  package var argument: UInt32
}
