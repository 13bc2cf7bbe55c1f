// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Hands out runs of consecutive indices and takes them back for reuse: short ones by length, long ones from wherever
/// one has room.
///
/// Complexity: O(1) each way.
@usableFromInline
package struct BlockAllocator: Sendable {
  /// The first index never handed out.
  @usableFromInline package private(set) var end: UInt32 = 0
  /// What was released, by length; almost all runs are short. Empty until there is something.
  private var short: [[UInt32]] = []
  private var long = FreeRuns()
  /// Whether anything was released that is not in use again.
  private var hasReleased = false
  private var shortCount = 0

  fileprivate static let shortLengths = 32

  package init() {}

  /// The start of a run of `length` indices.
  @inline(__always)
  package mutating func allocate(_ length: UInt32) -> UInt32 {
    if hasReleased, let start = reuse(length) { return start }
    let start = end
    let (next, overflow) = start.addingReportingOverflow(length)
    require(!overflow && next < 1 << 31, "a graph holds at most 2^31 port words")
    end = next
    return start
  }

  @inline(never)
  private mutating func reuse(_ length: UInt32) -> UInt32? {
    defer { hasReleased = shortCount > 0 || !long.isEmpty }
    if length < Self.shortLengths {
      guard !short.isEmpty, let start = short[Int(length)].popLast() else { return nil }
      shortCount -= 1
      return start
    }
    guard let run = long.take(length) else { return nil }
    let rest = run.count - Int(length)
    if rest > 0 { release(run.lowerBound + length, length: UInt32(rest)) }
    return run.lowerBound
  }

  package mutating func release(_ start: UInt32, length: UInt32) {
    guard length > 0 else { return }
    hasReleased = true
    guard length < Self.shortLengths else { return long.insert(start..<start + length) }
    if short.isEmpty { short = Array(repeating: [], count: Self.shortLengths) }
    short[Int(length)].append(start)
    shortCount += 1
  }
}

/// Long runs that are free. Neighbours become one, so that what grows by one index each time, as a node that gets one more
/// input, takes a few times its size and not the sum of all its sizes.
///
/// Invariant: no two runs touch, and both tables name all of them.
private struct FreeRuns: Sendable {
  /// The ends by start, and the starts by end.
  private var ends: [UInt32: UInt32] = [:]
  private var starts: [UInt32: UInt32] = [:]
  /// The starts of runs by the binary logarithm of their length. Some are of runs that have changed since.
  private var bins: [[UInt32]] = []

  /// How many runs are passed over that are too short, of those that may be long enough.
  private static let attempts = 4

  var isEmpty: Bool { ends.isEmpty }

  mutating func insert(_ run: Range<UInt32>) {
    var (start, end) = (run.lowerBound, run.upperBound)
    if let before = starts[start] {
      remove(before..<start)
      start = before
    }
    if let behind = ends[end] {
      remove(end..<behind)
      end = behind
    }
    ends[start] = end
    starts[end] = start
    if bins.isEmpty { bins = Array(repeating: [], count: UInt32.bitWidth) }
    bins[Self.bin(end - start)].append(start)
  }

  /// Takes a run out that has room for `length` indices.
  mutating func take(_ length: UInt32) -> Range<UInt32>? {
    if ends.isEmpty { return nil }
    let first = Self.bin(length)
    var tooShort: [UInt32] = []
    defer { bins[first] += tooShort.reversed() }
    while tooShort.count < Self.attempts, let run = popRun(of: first) {
      if run.count >= length { return removed(run) }
      tooShort.append(run.lowerBound)
    }
    for bin in first + 1..<bins.count {
      if let run = popRun(of: bin) { return removed(run) }
    }
    return nil
  }

  /// Takes the last start of a bin off that is that of a run of the bin.
  private mutating func popRun(of bin: Int) -> Range<UInt32>? {
    while let start = bins[bin].popLast() {
      if let end = ends[start], Self.bin(end - start) == bin { return start..<end }
    }
    return nil
  }

  private mutating func removed(_ run: Range<UInt32>) -> Range<UInt32> {
    remove(run)
    return run
  }

  private mutating func remove(_ run: Range<UInt32>) {
    ends[run.lowerBound] = nil
    starts[run.upperBound] = nil
  }

  private static func bin(_ length: UInt32) -> Int { UInt32.bitWidth - 1 - length.leadingZeroBitCount }
}
