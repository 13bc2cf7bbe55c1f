// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What an edit is called, and what it belongs to; most have neither. An object, so that who looks at the history copies nothing.
final class EditLabel {
  let title: String?
  /// Edits in a row with the same key are one entry.
  let key: AnyHashable?

  init(title: String?, key: AnyHashable?) {
    self.title = title
    self.key = key
  }

  /// Whether edits of both belong together.
  func isSame(as other: EditLabel) -> Bool { key != nil && key == other.key }
}

/// The edits that can be undone, and those that can be redone, within a limit of bytes.
///
/// Invariant (see `brokenRules`): bytes and ranks are the sums of those of the entries, and are within the limit between
/// edits.
struct EditHistory {
  /// An edit, or several that belong together.
  struct Entry {
    let label: EditLabel?
    var patches: [Patch]
    /// Without what values hold elsewhere.
    var byteCount: Int
    var rankCount: Int

    var title: String? { label?.title }
  }

  /// How many bytes may be used; with 0 nothing is remembered.
  var limit = 0
  /// What values hold elsewhere.
  private let held: HeldBytes
  /// Oldest first; those before `start` are forgotten.
  private var entries: [Entry?] = []
  private var start = 0
  /// Last undone last.
  private(set) var undone: [Entry] = []
  /// The kinds that what was undone has registered, each with how many edits did.
  private var undoneKinds: [String: Int] = [:]
  private var ownByteCount = 0
  private(set) var addedCount = 0
  /// How many ranks the entries name that can be undone.
  private(set) var rankCount = 0
  /// The label of the last entry if that has a key and was too large to be kept: what else belongs to it is not kept either.
  private var tooLarge: EditLabel?
  /// How often values have changed outside: by edits that are not remembered, and by what ran when others were undone and
  /// redone because of that. Patches that were made before name values that need not be right any more.
  private(set) var outsideChanges = 0
  /// Whether that happened after the last edit, undo or redo: what the last evaluation has left belongs to no edit then.
  private(set) var endsOutside = false
  /// Edits that are made now belong to this.
  var group: EditLabel?

  init(held: HeldBytes) { self.held = held }

  /// Whether edits are remembered.
  var isOn: Bool { limit > 0 }

  /// The bytes that all entries take, and what their values hold elsewhere.
  var byteCount: Int { ownByteCount + held.byteCount }

  /// What can be undone, oldest first.
  var done: [Entry] { entries[start...].compactMap { $0 } }
  /// How many entries there are of either. Unlike their list, the number of what can be undone costs nothing.
  var doneCount: Int { entries.count - start }
  var undoneCount: Int { undone.count }
  var lastDone: Entry? { entries.count > start ? entries.last ?? nil : nil }

  /// Adds an edit; what was undone can't be redone then. Returns what is to be forgotten.
  mutating func add(_ patch: Patch, title: String?, gesture: AnyHashable?) -> [Patch] {
    var forgotten = dropUndone()
    let label = label(title: title, gesture: gesture)
    addedCount += 1
    patch.outsideChanges = outsideChanges
    endsOutside = false
    if let tooLarge, let label, label.isSame(as: tooLarge) {
      release(patch)
      return forgotten + [patch]
    }
    tooLarge = nil
    if let label, lastDone?.label?.isSame(as: label) == true {
      forgotten += extendLast(with: patch)
    } else {
      // The entry, its label and its list of patches lie in pieces of their own, and so does a title.
      let byteCount = patch.byteCount + 256 + (label?.title?.utf8.count ?? 0)
      push(Entry(label: label, patches: [patch], byteCount: byteCount, rankCount: patch.rankCount))
    }
    if byteCount > limit { trim(into: &forgotten) }
    return forgotten
  }

  /// What an edit is called, and what it belongs to, the group that is open before anything else.
  private func label(title: String?, gesture: AnyHashable?) -> EditLabel? {
    guard let group else { return title == nil && gesture == nil ? nil : EditLabel(title: title, key: gesture) }
    return group.title != nil || title == nil ? group : EditLabel(title: title, key: group.key)
  }

  /// Adds what an edit that was stopped still had to do. Returns what is to be forgotten.
  ///
  /// What can be redone was made while those nodes were unfinished. So the next of it first reverts that part, and applies
  /// it again after it was undone itself: it has a copy, since either edit may be forgotten before the other.
  mutating func complete(with patch: Patch) -> [Patch] {
    patch.outsideChanges = outsideChanges
    if let next = undone.indices.last {
      let copy = patch.copyOfRuns()
      held.retain(copy.holding)
      undone[next].patches.insert(copy, at: 0)
      undone[next].byteCount += copy.byteCount
      ownByteCount += copy.byteCount
    }
    var forgotten = extendLast(with: patch)
    trim(into: &forgotten)
    return forgotten
  }

  /// Makes an edit part of the last entry, and one patch of those that can absorb each other.
  private mutating func extendLast(with patch: Patch) -> [Patch] {
    // Taken out, so that its list of patches has one owner.
    guard entries.count > start, var last = entries.removeLast() else {
      release(patch)
      return [patch]
    }
    ownByteCount -= last.byteCount
    rankCount -= last.rankCount
    last.patches.append(patch)
    last.byteCount += patch.byteCount
    last.rankCount += patch.rankCount
    var absorbed: [Patch] = []
    while last.patches.count > 1, let later = last.patches.last {
      let earlier = last.patches[last.patches.count - 2]
      guard earlier.canAbsorb(later) else { break }
      if later.isOfCompanionsOnly {
        // What the earlier one takes is not counted again: it may have been a large edit.
        last.byteCount -= later.byteCount - later.companionByteCount
        earlier.absorb(later)
      } else {
        last.byteCount -= earlier.byteCount + later.byteCount
        absorb(later, into: earlier)
        last.byteCount += earlier.byteCount
      }
      absorbed.append(last.patches.removeLast())
    }
    push(last)
    return absorbed
  }

  private func absorb(_ later: Patch, into earlier: Patch) {
    let holdings = [earlier.holding, later.holding]
    earlier.absorb(later)
    later.holding = .init()
    // Before the others are released, so that no storage is gone through again.
    earlier.holding = held.hold { earlier.countValues(in: &$0) }
    for holding in holdings { held.release(holding) }
  }

  private mutating func push(_ entry: Entry) {
    entries.append(entry)
    ownByteCount += entry.byteCount
    rankCount += entry.rankCount
  }

  mutating func dropUndone() -> [Patch] {
    if undone.isEmpty { return [] }
    // What was undone first was done last: it is forgotten first.
    defer { (undone, undoneKinds) = ([], [:]) }
    return undone.flatMap { drop($0).reversed() }
  }

  /// Takes the bytes of an entry off. Returns its patches.
  private mutating func drop(_ entry: Entry) -> [Patch] {
    ownByteCount -= entry.byteCount
    for patch in entry.patches { release(patch) }
    return entry.patches
  }

  private func release(_ patch: Patch) {
    if patch.holding.isEmpty { return }
    held.release(patch.holding)
    patch.holding = .init()
  }

  /// Drops the oldest until the rest is within the limit, and then what would be redone last.
  mutating func trim() -> [Patch] {
    var forgotten: [Patch] = []
    trim(into: &forgotten)
    return forgotten
  }

  /// The same, adding what is to be forgotten.
  private mutating func trim(into forgotten: inout [Patch]) {
    while byteCount > limit, start < entries.count, let oldest = entries[start].take() {
      if forgotten.isEmpty { forgotten = drop(oldest) } else { forgotten += drop(oldest) }
      rankCount -= oldest.rankCount
      start += 1
      if start == entries.count { tooLarge = oldest.label }
    }
    var dropped = 0
    while byteCount > limit, dropped < undone.count {
      countKinds(of: undone[dropped], -1)
      forgotten += drop(undone[dropped]).reversed()
      dropped += 1
    }
    if dropped > 0 { undone.removeFirst(dropped) }
    // Now and then only, because all that stay have to move.
    if start > 64, start > entries.count / 2 {
      entries.removeFirst(start)
      start = 0
    }
  }

  /// Drops everything.
  mutating func removeAll() -> [Patch] {
    let forgotten = dropUndone() + done.flatMap { drop($0) }
    let limit = limit
    self = EditHistory(held: held)
    self.limit = limit
    return forgotten
  }

  /// Gives memory back that longer lists needed.
  mutating func shrink() {
    entries.shrinkIfSparse()
    undone.shrinkIfSparse()
  }

  /// Takes into account that values have changed outside of the history.
  mutating func noteOutsideChange() {
    outsideChanges += 1
    endsOutside = true
  }

  /// Whether an entry names values that need not be right any more.
  func isOutdated(_ entry: Entry) -> Bool {
    if outsideChanges == 0 { return false }
    return entry.patches.contains { $0.outsideChanges != outsideChanges && !$0.isOfCompanionsOnly }
  }

  /// Moves the next entry to the other side.
  mutating func travel(isUndo: Bool) -> Entry? {
    endsOutside = false
    if isUndo {
      guard let entry = lastDone else { return nil }
      entries.removeLast()
      rankCount -= entry.rankCount
      undone.append(entry)
      countKinds(of: entry, 1)
      return entry
    }
    guard let entry = undone.popLast() else { return nil }
    countKinds(of: entry, -1)
    entries.append(entry)
    rankCount += entry.rankCount
    return entry
  }

  /// Whether an edit that was undone registers a kind of this name.
  func wouldRegister(_ name: String) -> Bool { undoneKinds[name] != nil }

  private mutating func countKinds(of entry: Entry, _ change: Int) {
    for kind in entry.registeredKinds {
      let count = undoneKinds[kind, default: 0] + change
      undoneKinds[kind] = count == 0 ? nil : count
    }
  }

  /// Breaks a rule, for the test that sees it reported.
  mutating func damage() { ownByteCount += 1 }

  /// The rules that are broken.
  func brokenRules() -> [String] {
    var rules: [String] = []
    if (done + undone).reduce(0, { $0 + $1.byteCount }) != ownByteCount {
      rules.append("the history's bytes are those of its entries")
    }
    if done.reduce(0, { $0 + $1.rankCount }) != rankCount {
      rules.append("the history's ranks are those of its entries")
    }
    if Dictionary(undone.flatMap(\.registeredKinds).map { ($0, 1) }, uniquingKeysWith: +) != undoneKinds {
      rules.append("the history knows which kinds can be registered again")
    }
    return rules
  }

  /// Closes the order of a graph without losing the ranks that entries name, where that is worth it.
  ///
  /// - Returns: For each rank before the one it has now.
  func closeOrder(of graph: inout Graph) -> [UInt32]? {
    guard graph.storage.value.hasManyHoles(reserved: rankCount) else { return nil }
    graph.makeUnique()
    let patches = done.flatMap(\.patches)
    var reserved: Set<UInt32> = []
    for patch in patches {
      patch.replaceRanks { rank in
        reserved.insert(rank)
        return rank
      }
    }
    let ranks = graph.storage.value.closeOrder(keeping: reserved)
    for patch in patches { patch.replaceRanks { ranks[Int($0)] } }
    return ranks
  }
}

extension EditHistory.Entry {
  /// The kinds that its edits register, one for each time.
  fileprivate var registeredKinds: [String] { patches.flatMap(\.registeredKinds) }
}

extension Patch {
  fileprivate var rankCount: Int { steps.reduce(0) { $0 + $1.rankCount } }

  fileprivate func replaceRanks(_ rank: (UInt32) -> UInt32) {
    for index in steps.indices { steps[index].replaceRanks(rank) }
  }
}
