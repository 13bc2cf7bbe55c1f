// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Hands out runs of consecutive indices and takes them back for reuse, by length.
///
/// Complexity: O(1) each way.
package struct BlockAllocator: Sendable {
  /// The first index never handed out.
  package private(set) var end: UInt32 = 0
  private var free: [UInt32: [UInt32]] = [:]

  package init() {}

  /// The start of a run of `length` indices.
  package mutating func allocate(_ length: UInt32) -> UInt32 {
    if !free.isEmpty, let start = free[length]?.popLast() {
      if free[length]?.isEmpty == true { free[length] = nil }
      return start
    }
    let (next, overflow) = end.addingReportingOverflow(length)
    precondition(!overflow && next < 1 << 31, "a graph holds at most 2^31 port words")
    defer { end = next }
    return end
  }

  package mutating func release(_ start: UInt32, length: UInt32) {
    if length > 0 { free[length, default: []].append(start) }
  }
}
