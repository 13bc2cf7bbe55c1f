// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The results that nodes of an evaluator keep, within a limit of bytes.
///
/// Results are removed first if they save least time for their bytes and were not used for long: GreedyDual-Size (Cao and
/// Irani, Cost-Aware WWW Proxy Caching Algorithms, 1997). The priority of a result is its cost divided by its bytes, plus a
/// base value that grows over time: when a result is removed, the base value becomes its priority.
package final class Memo {
  var limit = 256 << 20 {
    didSet { trim() }
  }
  private let counters: ByteCounters
  /// The bytes that the values of all results hold. Values that results share, of whatever kind, count once.
  private let held: HeldBytes
  private var groups: [ObjectIdentifier: MemoGroup] = [:]
  private var queue = MemoQueue()
  private var floor = 0.0
  private var count = 0

  /// The bytes of the objects of a result, without values.
  static let bytesOfResult = 256

  package init(counters: ByteCounters) {
    self.counters = counters
    held = HeldBytes(counters: counters)
  }

  /// The bytes of all results.
  package var byteCount: Int { held.byteCount + count * Self.bytesOfResult }

  /// The priority of a result that is used now.
  func priority(of result: KeptResult) -> Double { floor + Double(result.cost + 1) / Double(max(1, result.byteCount)) }

  /// Counts the result of the last run of a node's code, and removes results that exceed a limit.
  func takeResult(of results: NodeResults, _ kernel: Kernel, _ memo: NodeMemo) {
    guard let (added, removed) = results.takeFresh() else { return }
    let group = groups[ObjectIdentifier(kernel)] ?? MemoGroup(of: self, kernel, limit: memo.limit, counters)
    groups[ObjectIdentifier(kernel)] = group
    results.group = group
    if let removed { group.remove(removed) }
    add(added)
    group.add(added)
    while group.byteCount > group.limit, let result = group.takeLowest() { forget(result) }
    trim()
  }

  /// Counts the result of a run of a definition's code. For tests, which set the cost.
  package func takeResult(of results: NodeResults, _ definition: NodeDefinition, _ memo: NodeMemo) {
    takeResult(of: results, definition.kernel, memo)
  }

  private func add(_ result: KeptResult) {
    let before = held.byteCount
    result.holding = held.hold(result.count)
    result.byteCount = held.byteCount - before + Self.bytesOfResult
    result.priority = priority(of: result)
    count += 1
    queue.insert(result)
  }

  /// Removes results until the limit is kept.
  private func trim() {
    while byteCount > limit, let result = queue.takeLowest() { forget(result) }
  }

  private func forget(_ result: KeptResult) {
    floor = max(floor, result.priority)
    result.owner.remove(result)
    result.owner.group?.remove(result)
  }

  /// Releases a result, and its group if it was the last one.
  fileprivate func remove(_ result: KeptResult, _ holding: HeldBytes.Holding, of group: MemoGroup) {
    held.release(holding)
    count -= 1
    queue.shrink(toFit: count)
    if group.count == 0 { groups[ObjectIdentifier(group.kernel)] = nil }
  }

  /// The rules that are broken between edits.
  package func brokenRules() -> [String] {
    var rules = groups.values.flatMap { $0.brokenRules() }
    if groups.values.reduce(0, { $0 + $1.count }) != count { rules.append("each result belongs to a kind") }
    if queue.liveCount != count { rules.append("each result that is kept can be forgotten") }
    if byteCount > limit { rules.append("results take no more bytes than they may") }
    return rules
  }
}

/// The results of all nodes of one kernel, within their own limit.
final class MemoGroup {
  let memo: Memo
  /// Retained, so that no other kernel has its identity.
  let kernel: Kernel
  let limit: Int
  /// The bytes that the values of these results hold; `nil` unless there is a limit. The results are queued only with a limit.
  private let held: HeldBytes?
  private var queue = MemoQueue()
  fileprivate private(set) var count = 0

  init(of memo: Memo, _ kernel: Kernel, limit: Int, _ counters: ByteCounters) {
    self.memo = memo
    self.kernel = kernel
    self.limit = limit
    held = limit < .max ? HeldBytes(counters: counters) : nil
  }

  /// The bytes of all results if there is a limit, otherwise 0.
  var byteCount: Int { held.map { $0.byteCount + count * Memo.bytesOfResult } ?? 0 }

  func add(_ result: KeptResult) {
    count += 1
    guard let held else { return }
    result.holdingInGroup = held.hold(result.count)
    queue.insert(result)
  }

  /// Releases a result.
  func remove(_ result: KeptResult) {
    guard let holding = result.holding else { return }
    if let holding = result.holdingInGroup { held?.release(holding) }
    count -= 1
    result.clear()
    queue.shrink(toFit: count)
    memo.remove(result, holding, of: self)
  }

  /// The result that is to be removed first; the caller releases it.
  func takeLowest() -> KeptResult? { queue.takeLowest() }

  func brokenRules() -> [String] {
    var rules: [String] = []
    if byteCount > limit { rules.append("results of a kind take no more bytes than they may") }
    if held != nil, queue.liveCount != count { rules.append("each result of a kind with a limit can be forgotten") }
    return rules
  }
}

/// A binary heap of results, lowest priority first. A result whose priority has risen since is reinserted when it reaches the
/// top; one that was removed is dropped then.
private struct MemoQueue {
  private var heap: [(priority: Double, result: KeptResult)] = []

  var liveCount: Int { heap.reduce(0) { $0 + ($1.result.holding == nil ? 0 : 1) } }

  mutating func insert(_ result: KeptResult) {
    heap.append((result.priority, result))
    var index = heap.count - 1
    while index > 0, heap[index].priority < heap[(index - 1) / 2].priority {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func takeLowest() -> KeptResult? {
    while let (priority, result) = heap.first {
      let last = heap.removeLast()
      if !heap.isEmpty {
        heap[0] = last
        sink(0)
      }
      if result.holding == nil { continue }
      if result.priority <= priority { return result }
      insert(result)
    }
    return nil
  }

  /// Drops removed results, if they are most of the heap.
  mutating func shrink(toFit count: Int) {
    guard heap.count > 2 * count + 16 else { return }
    heap.removeAll { $0.result.holding == nil }
    for index in stride(from: heap.count / 2, through: 0, by: -1) where index < heap.count { sink(index) }
  }

  private mutating func sink(_ start: Int) {
    var index = start
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < heap.count && heap[child].priority < heap[least].priority { least = child }
      if least == index { return }
      heap.swapAt(index, least)
      index = least
    }
  }
}
