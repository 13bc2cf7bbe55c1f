// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The consumers of an output: up to two entries stored inline, more in an overflow list.
@frozen
@usableFromInline
package struct ConsumerList: BitwiseCopyable, Sendable {
  /// The count, shifted left by five bits that hold the binary logarithm of the overflow capacity, or zero.
  @usableFromInline var sizes: UInt32 = 0
  /// The first consumer, or the start of the overflow list.
  @usableFromInline package var first: UInt32 = 0
  @usableFromInline package var second: UInt32 = 0

  @usableFromInline package init() {}

  @inlinable package var count: UInt32 {
    @inline(__always) get { sizes >> 5 }
    @inline(__always) set { sizes = newValue << 5 | sizes & 31 }
  }

  /// Whether the consumers are stored in an overflow list.
  @inlinable package var hasOverflow: Bool {
    @inline(__always) get { sizes & 31 != 0 }
  }

  /// Whether there is exactly one consumer, stored inline.
  @inlinable package var isSingle: Bool {
    @inline(__always) get { sizes == 1 << 5 }
  }

  /// The capacity of the overflow list, a power of two; zero while the consumers are stored inline.
  var capacity: UInt32 {
    get { hasOverflow ? 1 << (sizes & 31) : 0 }
    set { sizes = sizes & ~31 | UInt32(newValue.trailingZeroBitCount) & 31 }
  }

  /// Adds a consumer inline, if there are fewer than two, and returns its position; `nil` otherwise. The position is
  /// unpredictable, so it is chosen without a branch.
  @inline(__always)
  mutating func append(_ consumer: UInt32) -> UInt32? {
    let position = sizes >> 5
    guard sizes == 0 || sizes == 1 << 5 else { return nil }
    sizes += 1 << 5
    first = position == 0 ? consumer : first
    second = position == 0 ? second : consumer
    return position
  }

  /// Whether the consumers are stored in an overflow list that is not full.
  @inline(__always)
  var hasRoomInOverflow: Bool { hasOverflow && count < 1 << (sizes & 31) }

  /// Removes the consumer at a position if it is the last one and the list keeps its storage. Returns whether it did.
  @inline(__always)
  mutating func removeLast(_ position: UInt32) -> Bool {
    guard position &+ 1 == count, position > 0 || !hasOverflow else { return false }
    sizes -= 1 << 5
    return true
  }
}

/// The arguments that the two inline consumers occupy.
package struct InlineArguments: BitwiseCopyable, Sendable {
  package var first: UInt32 = NodeRecord.none
  package var second: UInt32 = NodeRecord.none

  @inline(__always)
  mutating func put(_ argument: UInt32, at position: UInt32) {
    first = position == 0 ? argument : first
    second = position == 0 ? second : argument
  }
}

/// An entry of a consumer list: a consumer and the argument it reads with.
///
/// Overflow lists store entries in two tables with a common index: the consumers, which the inner loop reads, and the
/// arguments, which only edits read.
package struct ConsumerEntry {
  package var consumer: UInt32
  package var argument: UInt32
}
