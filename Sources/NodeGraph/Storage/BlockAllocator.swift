// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Hands out runs of consecutive indices and reuses released ones: short runs by exact length, long runs from any run
/// with enough room.
///
/// Complexity: O(1) for allocation and for release.
///
/// Invariants (see `checkInvariants`): no index is free twice, or greater than the last index handed out; no two long
/// runs touch, and both tables name all long runs.
@usableFromInline
package struct BlockAllocator: Sendable {
  /// The first index never handed out.
  @usableFromInline package private(set) var end: UInt32 = 0
  /// The starts of released short runs, by length; almost all runs are short. Empty until the first release.
  private var short: [[UInt32]] = []
  private var long = FreeRuns()
  /// Whether any released index is not in use again.
  private var hasReleased = false
  private var shortCount = 0
  /// How many indices are free.
  private var freeCount = 0
  private var slack = Slack()

  private static let shortLengths = 32

  package init() {}

  /// Creates an allocator in which all indices before `end` are in use.
  init(end: UInt32) { self.end = end }

  /// Allocates a run of `length` indices and returns its start.
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
      freeCount -= Int(length)
      return start
    }
    guard let run = long.take(length) else { return nil }
    freeCount -= run.count
    let rest = run.count - Int(length)
    if rest > 0 { release(run.lowerBound + length, length: UInt32(rest)) }
    return run.lowerBound
  }

  package mutating func release(_ start: UInt32, length: UInt32) {
    guard length > 0 else { return }
    hasReleased = true
    freeCount += Int(length)
    guard length < Self.shortLengths else { return long.insert(start..<start + length) }
    if short.isEmpty { short = Array(repeating: [], count: Self.shortLengths) }
    short[Int(length)].append(start)
    shortCount += 1
  }

  // MARK: Unused indices at the end

  /// Releases the free indices at the end if most of a table is then unused. The caller truncates the table to the result.
  ///
  /// - Parameters:
  ///   - capacity: The number of elements the table has room for.
  ///   - stride: The bytes of one element.
  ///   - clock: The number of steps forgotten since the graph was made.
  /// - Returns: The new end of the indices; `nil` if it is unchanged.
  /// - Complexity: O(indices), but see `Slack`.
  package mutating func shrink(capacity: Int, stride: Int, clock: Int) -> Int? {
    let used = Int(end) - freeCount
    guard slack.isWorthSearching(used, of: capacity, stride: stride, clock: clock) else { return nil }
    let newEnd = endOfUse()
    guard GrowingMemory.isSparse(newEnd, of: capacity, stride: stride) else {
      slack.searchedInVain(used, clock: clock)
      return nil
    }
    // Each free run is entirely before or entirely after the new end, because the index before that end is in use.
    short = short.map { starts in starts.filter { $0 < newEnd } }
    shortCount = short.reduce(0) { $0 + $1.count }
    long.removeAll(from: UInt32(newEnd))
    freeCount -= Int(end) - newEnd
    end = UInt32(newEnd)
    hasReleased = freeCount > 0
    slack.reset()
    return newEnd
  }

  /// Calls `body` with each free run.
  private func forEachFreeRun(_ body: (Range<UInt32>) -> Void) {
    for (length, starts) in short.enumerated() { for start in starts { body(start..<start + UInt32(length)) } }
    long.forEach(body)
  }

  /// Returns the end of the last run in use.
  private func endOfUse() -> Int {
    var isFree = [Bool](repeating: false, count: Int(end))
    forEachFreeRun { run in for index in run { isFree[Int(index)] = true } }
    return (isFree.lastIndex(of: false) ?? -1) + 1
  }

  /// Returns a sentence for each broken invariant. Complexity: O(indices).
  ///
  /// - Parameter name: What the indices stand for, as a plural noun.
  /// - Returns: A sentence for each broken invariant; empty if none is broken.
  package func checkInvariants(_ name: String) -> [String] {
    var broken = long.checkInvariants().map { "\($0): \(name)" }
    var isFree = [Bool](repeating: false, count: Int(end))
    var found = 0
    forEachFreeRun { run in
      found += run.count
      for index in run {
        guard index < end, !isFree[Int(index)] else {
          return broken.append("an index is free once, and was handed out: \(index) of \(name)")
        }
        isFree[Int(index)] = true
      }
    }
    if found != freeCount { broken.append("free indices are counted: \(found) of \(name), not \(freeCount)") }
    let count = short.reduce(0) { $0 + $1.count }
    if count != shortCount || hasReleased != (found > 0) {
      broken.append("what can be used again is known: \(name)")
    }
    return broken
  }

  /// An invariant that a test can break to see it reported.
  package enum Damage: CaseIterable {
    case freeTwice, neverHandedOut, miscounted, forgotten, touching, namedOnce, notFound
  }

  package mutating func damage(_ rule: Damage) {
    switch rule {
    case .freeTwice:
      short[1] += short[1].suffix(1)
      shortCount += 1
      freeCount += 1
    case .neverHandedOut: release(end, length: 1)
    case .miscounted: freeCount += 1
    case .forgotten: hasReleased = false
    case .touching, .namedOnce, .notFound: long.damage(rule)
    }
  }
}

/// The free long runs. Adjacent runs are merged, so that a block that grows by one index each time, such as that of a
/// node that gains inputs one by one, takes a few times its size and not the sum of all its sizes.
///
/// Invariants (see `checkInvariants`): no two runs touch; both tables name all runs; each run is found by its length.
private struct FreeRuns: Sendable {
  /// The ends of the runs by start, and their starts by end.
  private var ends: [UInt32: UInt32] = [:]
  private var starts: [UInt32: UInt32] = [:]
  /// The starts of runs by the binary logarithm of their length. Some entries are stale: their runs have changed since.
  private var bins: [[UInt32]] = []

  /// How many runs that prove too short are skipped in the first bin before larger bins are searched.
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

  /// Removes and returns a run with room for `length` indices.
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

  /// Removes starts from the end of a bin until one is the start of a run of that size, and returns that run.
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

  func forEach(_ body: (Range<UInt32>) -> Void) { for (start, end) in ends { body(start..<end) } }

  /// Removes all runs from an index on. No run starts before the index and ends after it.
  mutating func removeAll(from index: UInt32) {
    ends = ends.filter { $0.key < index }
    starts = starts.filter { $0.value < index }
    bins = bins.map { starts in starts.filter { $0 < index } }
  }

  func checkInvariants() -> [String] {
    var broken: [String] = []
    if ends.keys.contains(where: { starts[$0] != nil }) { broken.append("free runs that touch are one") }
    if ends.count != starts.count || ends.contains(where: { starts[$0.value] != $0.key }) {
      broken.append("both tables name each free run")
    }
    let listed = bins.map { Set($0) }
    if ends.contains(where: { !listed[Self.bin($0.value - $0.key)].contains($0.key) }) {
      broken.append("a free run is found by its length")
    }
    return broken
  }

  /// Breaks a rule, for the test that checks that this is reported.
  mutating func damage(_ rule: BlockAllocator.Damage) {
    guard let (start, end) = ends.first else { return }
    switch rule {
    case .touching:
      // Two runs where there was one.
      (ends[start], starts[start + 1]) = (start + 1, start)
      (ends[start + 1], starts[end]) = (end, start + 1)
      bins[0].append(start)
      bins[Self.bin(end - start - 1)].append(start + 1)
    case .namedOnce: starts[end] = nil
    case .notFound: bins = bins.map { _ in [] }
    default: break
    }
  }

  private static func bin(_ length: UInt32) -> Int { UInt32.bitWidth - 1 - length.leadingZeroBitCount }
}
