// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Failures by index: those of nodes by slot, those of the entries of a record by place.
///
/// Failures are stored in pages, which exist while they have a failure. A table with few failures takes little memory however
/// large its indices are, and one with many takes a few nanoseconds for each.
///
/// Invariant (see `brokenRules`): each page counts its failures, and the table counts those of all pages.
package struct FailureTable {
  private struct Page {
    var count = 0
    /// Empty while the page has no failure.
    var failures: ContiguousArray<NodeFailure?> = []
  }

  private static let pageSize = 64

  private var pages: ContiguousArray<Page> = []
  package private(set) var count = 0

  package init() {}

  package var isEmpty: Bool { @inline(__always) get { count == 0 } }

  /// The failure at an index, or `nil`. Setting one costs O(1); setting one beyond all others costs O(index / 64).
  package subscript(index: Int) -> NodeFailure? {
    get {
      let page = index / Self.pageSize
      guard page < pages.count, pages[page].count > 0 else { return nil }
      return pages[page].failures[index % Self.pageSize]
    }
    set {
      let page = index / Self.pageSize
      if newValue == nil, page >= pages.count || pages[page].count == 0 { return }
      makePage(page)
      let hadOne = pages[page].failures[index % Self.pageSize] != nil
      pages[page].failures[index % Self.pageSize] = newValue
      let change = (newValue == nil ? 0 : 1) - (hadOne ? 1 : 0)
      count += change
      pages[page].count += change
      if pages[page].count == 0 { pages[page].failures = [] }
    }
  }

  subscript(slot: UInt32) -> NodeFailure? {
    get { self[Int(slot)] }
    set { self[Int(slot)] = newValue }
  }

  private mutating func makePage(_ page: Int) {
    while page >= pages.count { pages.append(Page()) }
    if pages[page].failures.isEmpty { pages[page].failures = ContiguousArray(repeating: nil, count: Self.pageSize) }
  }

  /// Keeps room for the first `count` indices only, if most of the memory is unused. There must be no failure from `count` on.
  package mutating func shrink(to count: Int) {
    let needed = (count + Self.pageSize - 1) / Self.pageSize
    guard GrowingMemory.isSparse(needed, of: pages.capacity, stride: MemoryLayout<Page>.stride) else { return }
    var fewer: ContiguousArray<Page> = []
    fewer.reserveCapacity(GrowingMemory.capacity(ofSparse: needed))
    fewer += pages.prefix(needed)
    pages = fewer
  }

  /// Calls `body` with each failure. Complexity: O(highest index / 64 + failures).
  package func forEachFailure(_ body: (NodeFailure) -> Void) {
    for page in pages { for case let failure? in page.failures { body(failure) } }
  }

  /// The bytes of the pages, without what failures hold elsewhere.
  package var byteCount: Int {
    pages.reduce(pages.capacity * MemoryLayout<Page>.stride) { $0 + ($1.failures.isEmpty ? 0 : Self.pageSize * 8 + 32) }
  }

  /// The rules that are broken.
  package func brokenRules() -> [String] {
    let counts = pages.map { page in page.failures.count { $0 != nil } }
    if counts != pages.map(\.count) || counts.reduce(0, +) != count { return ["a table of failures counts them"] }
    return []
  }
}
