// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Hands out runs of consecutive indices and takes them back for reuse, by length.
///
/// Complexity: O(1) each way.
@usableFromInline
package struct BlockAllocator: Sendable {
  /// The first index never handed out.
  @usableFromInline package private(set) var end: UInt32 = 0
  /// What was released, by length; almost all runs are short. Empty until there is something.
  private var short: [[UInt32]] = []
  private var long: [UInt32: [UInt32]] = [:]
  /// How many runs there are in both.
  private var released = 0

  private static let shortLengths = 32

  package init() {}

  /// The start of a run of `length` indices.
  @inline(__always)
  package mutating func allocate(_ length: UInt32) -> UInt32 {
    if released > 0, let start = reuse(length) { return start }
    let start = end
    let (next, overflow) = start.addingReportingOverflow(length)
    require(!overflow && next < 1 << 31, "a graph holds at most 2^31 port words")
    end = next
    return start
  }

  @inline(never)
  private mutating func reuse(_ length: UInt32) -> UInt32? {
    if length < Self.shortLengths {
      guard !short.isEmpty, let start = short[Int(length)].popLast() else { return nil }
      released -= 1
      return start
    }
    guard let start = long[length]?.popLast() else { return nil }
    if long[length]?.isEmpty == true { long[length] = nil }
    released -= 1
    return start
  }

  package mutating func release(_ start: UInt32, length: UInt32) {
    guard length > 0 else { return }
    released += 1
    guard length < Self.shortLengths else { return long[length, default: []].append(start) }
    if short.isEmpty { short = Array(repeating: [], count: Self.shortLengths) }
    short[Int(length)].append(start)
  }
}
