// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What a two-way search through the order works with, kept for the next one.
struct OrderSearch: ~Copyable {
  /// From the target along consumers, lowest rank first.
  var ahead = OrderFrontier()
  /// From the source back along connections, highest rank first.
  var behind = OrderFrontier()
  /// The ranks of target and source: nothing beyond them matters.
  var range: ClosedRange<UInt32> = 0...0
  /// For each slot the side that reached it last.
  private var marks = Buffer<UInt32>()

  /// The nodes to be moved, in the order they will have, and where to.
  var moving = Buffer<UInt32>()
  var ranks = Buffer<UInt32>()
  /// The nodes of a window, when it is spaced anew.
  var sequence = Buffer<UInt32>()
  /// The window that was spaced last.
  var lastWindow = 0..<0

  /// Begins at both ends of a connection that is against the order.
  mutating func begin(source: UInt32, target: UInt32, range: ClosedRange<UInt32>, slots: Int) {
    if marks.count < slots { marks.resize(to: slots, repeating: 0) }
    if behind.mark >= .max - 3 {
      // Every mark of 2^30 searches ago would look new.
      for index in 0..<marks.count { marks[index] = 0 }
      behind.mark = 0
    }
    ahead.begin(mark: behind.mark + 1)
    behind.begin(mark: behind.mark + 2)
    self.range = range
    reachAhead(target, rank: range.lowerBound)
    reachBehind(source, rank: range.upperBound)
  }

  /// Whether neither side has come to its end, or past the other.
  @inline(__always)
  var isOpen: Bool { !ahead.isDone && !behind.isDone && ahead.nearestKey < ~behind.nearestKey }

  var cost: Int { ahead.cost + behind.cost }

  /// Enters a node on the way from the target. Returns whether the way from the source has come there too.
  @inline(__always) @discardableResult
  mutating func reachAhead(_ node: UInt32, rank: UInt32) -> Bool {
    let mark = marks[node]
    if mark == ahead.mark { return false }
    if mark == behind.mark { return true }
    marks[node] = ahead.mark
    ahead.add(node, key: rank)
    return false
  }

  /// Enters a node on the way back from the source. Returns whether the way from the target has come there too.
  @inline(__always) @discardableResult
  mutating func reachBehind(_ node: UInt32, rank: UInt32) -> Bool {
    let mark = marks[node]
    if mark == behind.mark { return false }
    if mark == ahead.mark { return true }
    marks[node] = behind.mark
    behind.add(node, key: ~rank)
    return false
  }

  /// Forgets who was reached, for a search of one side.
  mutating func beginPath() {
    behind.mark += 1
    ahead.mark = behind.mark
  }

  /// Whether a node is reached for the first time since then.
  mutating func reachFirst(_ node: UInt32) -> Bool {
    guard marks[node] != ahead.mark else { return false }
    marks[node] = ahead.mark
    return true
  }

  /// Gives the memory of a large search back.
  mutating func trim() {
    let limit = 1 << 14
    ahead.trim(limit)
    behind.trim(limit)
    if moving.capacity > limit { moving = Buffer() }
    if ranks.capacity > limit { ranks = Buffer() }
    if sequence.capacity > limit { sequence = Buffer() }
  }

  /// The bytes it holds on to.
  var byteCount: Int {
    marks.byteCount + ahead.byteCount + behind.byteCount + moving.byteCount + ranks.byteCount + sequence.byteCount
  }
}

/// One side of a search.
struct OrderFrontier: ~Copyable {
  /// The nodes that were reached and not yet looked through: a heap, each with its key above it.
  private var reached = Buffer<UInt64>()
  /// The nodes that were looked through, nearest first.
  private(set) var passed = Buffer<UInt32>()
  /// How many nodes and connections were looked at.
  var cost = 0
  /// What marks the nodes that it reached.
  fileprivate(set) var mark: UInt32 = 0

  fileprivate mutating func begin(mark: UInt32) {
    reached.removeAll()
    passed.removeAll()
    cost = 0
    self.mark = mark
  }

  @inline(__always)
  var isDone: Bool { reached.isEmpty }

  @inline(__always)
  var nearestKey: UInt32 { UInt32(truncatingIfNeeded: reached[0] >> 32) }

  @inline(__always)
  var nearest: UInt32 { UInt32(truncatingIfNeeded: reached[0]) }

  fileprivate mutating func add(_ node: UInt32, key: UInt32) {
    let entry = UInt64(key) << 32 | UInt64(node)
    reached.append(entry)
    var place = reached.count - 1
    while place > 0 {
      let above = (place - 1) / 2
      guard reached[above] > entry else { break }
      reached[place] = reached[above]
      place = above
    }
    reached[place] = entry
  }

  /// Takes the nearest node to look through.
  mutating func takeNearest() -> UInt32 {
    let node = nearest
    passed.append(node)
    cost += 1
    let entry = reached.removeLast()
    let count = reached.count
    guard count > 0 else { return node }
    var place = 0
    while true {
      var below = 2 * place + 1
      guard below < count else { break }
      if below + 1 < count, reached[below + 1] < reached[below] { below += 1 }
      guard reached[below] < entry else { break }
      reached[place] = reached[below]
      place = below
    }
    reached[place] = entry
    return node
  }

  fileprivate mutating func trim(_ limit: Int) {
    if reached.capacity > limit { reached = Buffer() }
    if passed.capacity > limit { passed = Buffer() }
  }

  fileprivate var byteCount: Int { reached.byteCount + passed.byteCount }
}
