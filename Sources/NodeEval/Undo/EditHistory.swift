// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What was done, and what was taken back, within a limit of bytes.
struct EditHistory {
  /// An edit, or several that belong together.
  struct Entry {
    var title: String?
    /// Edits in a row with the same key are one entry.
    let key: AnyHashable?
    var patches: [Patch]
    var byteCount: Int
    var rankCount: Int
  }

  var limit: Int
  /// Oldest first; those before `start` are forgotten.
  private var entries: [Entry?] = []
  private var start = 0
  /// Last taken back first.
  private(set) var undone: [Entry] = []
  private(set) var byteCount = 0
  private(set) var addedCount = 0
  /// How many ranks the entries that can be taken back name.
  private(set) var rankCount = 0
  /// Edits that are made now belong to this.
  var group: (key: AnyHashable, title: String?)?

  init(limit: Int) { self.limit = limit }

  /// What can be taken back, oldest first.
  var done: [Entry] { entries[start...].compactMap { $0 } }
  var lastDone: Entry? { entries.count > start ? entries.last ?? nil : nil }

  /// Adds an edit; what was taken back can't be done again then. Returns what is to be forgotten.
  mutating func add(_ patch: Patch, title: String?, key: AnyHashable?) -> [Patch] {
    var forgotten = dropUndone()
    addedCount += 1
    if let key, var last = lastDone, last.key == key {
      let before = last.byteCount
      if let previous = last.patches.last, previous.isOfValuesOnly, patch.isOfValuesOnly {
        last.byteCount -= previous.byteCount
        previous.absorb(patch)
        last.byteCount += previous.byteCount
        forgotten.append(patch)
      } else {
        last.patches.append(patch)
        last.byteCount += patch.byteCount
        last.rankCount += patch.rankCount
        rankCount += patch.rankCount
      }
      byteCount += last.byteCount - before
      entries[entries.count - 1] = last
    } else {
      push(
        Entry(
          title: title, key: key, patches: [patch], byteCount: patch.byteCount + 64, rankCount: patch.rankCount))
    }
    return forgotten + trim()
  }

  /// Adds what an edit that was stopped still had to do. Returns what is to be forgotten.
  mutating func complete(with patch: Patch) -> [Patch] {
    let forgotten = dropUndone()
    guard var last = lastDone else { return forgotten + [patch] }
    last.patches.append(patch)
    last.byteCount += patch.byteCount
    byteCount += patch.byteCount
    entries[entries.count - 1] = last
    return forgotten + trim()
  }

  private mutating func push(_ entry: Entry) {
    entries.append(entry)
    byteCount += entry.byteCount
    rankCount += entry.rankCount
  }

  private mutating func dropUndone() -> [Patch] {
    for entry in undone { byteCount -= entry.byteCount }
    // What was taken back first was done last: it is forgotten first.
    defer { undone = [] }
    return undone.flatMap { $0.patches.reversed() }
  }

  /// Drops the oldest until the rest is within the limit.
  mutating func trim() -> [Patch] {
    var forgotten: [Patch] = []
    while byteCount > limit, start < entries.count, let oldest = entries[start] {
      forgotten += oldest.patches
      byteCount -= oldest.byteCount
      rankCount -= oldest.rankCount
      entries[start] = nil
      start += 1
    }
    // Now and then only, because all that stay have to move.
    if start > 64, start > entries.count / 2 {
      entries.removeFirst(start)
      start = 0
    }
    return forgotten
  }

  /// Drops everything.
  mutating func removeAll() -> [Patch] {
    defer { self = EditHistory(limit: limit) }
    return dropUndone() + done.flatMap(\.patches)
  }

  /// Moves the next entry to the other side.
  mutating func travel(isUndo: Bool) -> Entry? {
    if isUndo {
      guard let entry = lastDone else { return nil }
      entries.removeLast()
      rankCount -= entry.rankCount
      undone.append(entry)
      return entry
    }
    guard let entry = undone.popLast() else { return nil }
    entries.append(entry)
    rankCount += entry.rankCount
    return entry
  }

  /// Closes the order of a graph without losing the ranks that entries name.
  func closeOrder(of topology: StateBox<Topology>) {
    guard topology.value.hasManyHoles(reserved: rankCount) else { return }
    let patches = done.flatMap(\.patches)
    var reserved: Set<UInt32> = []
    for patch in patches { patch.replaceRanks { rank in
      reserved.insert(rank)
      return rank
    } }
    let ranks = topology.value.closeOrder(keeping: reserved)
    for patch in patches { patch.replaceRanks { ranks[Int($0)] } }
  }
}

extension Patch {
  fileprivate var rankCount: Int { steps.reduce(0) { $0 + $1.rankCount } }

  fileprivate func replaceRanks(_ rank: (UInt32) -> UInt32) {
    for index in steps.indices { steps[index].replaceRanks(rank) }
  }
}
