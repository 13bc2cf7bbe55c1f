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

  /// One if there is anything to say.
  static func make(title: String?, key: AnyHashable? = nil) -> EditLabel? {
    title == nil && key == nil ? nil : EditLabel(title: title, key: key)
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
    fileprivate var contents: Contents
    /// Without what values hold elsewhere.
    fileprivate(set) var byteCount: Int
    fileprivate(set) var rankCount = 0

    fileprivate init(label: EditLabel?, _ contents: Contents) {
      self.label = label
      self.contents = contents
      byteCount = Self.ownByteCount(label) + contents.byteCount
      if case .patches(let patches) = contents { for patch in patches { rankCount += patch.rankCount } }
    }

    /// The bytes of the entry, its label, its title and its lists, which lie in pieces of their own.
    private static func ownByteCount(_ label: EditLabel?) -> Int { 256 + (label?.title?.utf8.count ?? 0) }

    var title: String? { label?.title }
    /// What it did: made for this if words are all that is kept.
    var patches: [Patch] { if case .words(let edit) = contents { [edit.makePatch()] } else { keptPatches } }
    /// Of what it did all but words, which are values and hold nothing elsewhere.
    var keptPatches: [Patch] { if case .patches(let patches) = contents { patches } else { [] } }

    /// Keeps patches instead of words.
    fileprivate mutating func makePatches() { contents = .patches(patches) }
  }

  /// What an entry did.
  enum Contents {
    case words(WordEdit)
    case patches([Patch])

    fileprivate var byteCount: Int {
      switch self {
      case .words(let edit): edit.byteCount
      case .patches(let patches): patches.reduce(0) { $0 + $1.byteCount }
      }
    }
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
  mutating func add(_ patch: Patch, _ label: EditLabel?) -> [Patch] {
    patch.outsideChanges = outsideChanges
    return add(Entry(label: whole(label), .patches([patch])))
  }

  /// The same for one of words.
  mutating func add(_ edit: consuming WordEdit, _ label: EditLabel?) -> [Patch] {
    edit.outsideChanges = outsideChanges
    return add(Entry(label: whole(label), .words(edit)))
  }

  private mutating func add(_ entry: Entry) -> [Patch] {
    var forgotten = dropUndone()
    addedCount += 1
    endsOutside = false
    if let tooLarge, let label = entry.label, label.isSame(as: tooLarge) {
      for patch in entry.keptPatches { release(patch) }
      return forgotten + entry.keptPatches
    }
    tooLarge = nil
    if let label = entry.label, lastDone?.label?.isSame(as: label) == true {
      if !extendLast(withWordsOf: entry) { for patch in entry.patches { forgotten += extendLast(with: patch) } }
    } else {
      push(entry)
    }
    if byteCount > limit { trim(into: &forgotten) }
    return forgotten
  }

  /// What an edit is called, and what it belongs to, the group that is open before anything else.
  private func whole(_ label: EditLabel?) -> EditLabel? {
    guard let group else { return label }
    guard group.title == nil, let title = label?.title else { return group }
    return EditLabel(title: title, key: group.key)
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
      undone[next].contents = .patches([copy] + undone[next].keptPatches)
      undone[next].byteCount += copy.byteCount
      ownByteCount += copy.byteCount
    }
    var forgotten = extendLast(with: patch)
    trim(into: &forgotten)
    return forgotten
  }

  /// Makes words part of the last entry, if that has words of the same nodes. Returns whether it did.
  private mutating func extendLast(withWordsOf entry: Entry) -> Bool {
    guard case .words(let later) = entry.contents, case .words(var words)? = lastDone?.contents else { return false }
    guard words.absorb(later) else { return false }
    entries[entries.count - 1]?.contents = .words(words)
    return true
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
    last.makePatches()
    var patches = last.keptPatches
    last.contents = .patches([])
    patches.append(patch)
    last.byteCount += patch.byteCount
    last.rankCount += patch.rankCount
    var absorbed: [Patch] = []
    while patches.count > 1, let later = patches.last {
      let earlier = patches[patches.count - 2]
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
      absorbed.append(patches.removeLast())
    }
    last.contents = .patches(patches)
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
    for patch in entry.keptPatches { release(patch) }
    return entry.keptPatches
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
    if case .words(let edit) = entry.contents { return edit.outsideChanges != outsideChanges }
    return entry.keptPatches.contains { $0.outsideChanges != outsideChanges && !$0.isOfCompanionsOnly }
  }

  /// Moves the next entry to the other side.
  mutating func travel(isUndo: Bool) -> Entry? {
    endsOutside = false
    if isUndo {
      guard var entry = lastDone else { return nil }
      entries.removeLast()
      rankCount -= entry.rankCount
      entry.makePatches()
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
    let patches = done.flatMap(\.keptPatches)
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

/// Cells that have other places.
extension EditHistory {
  /// Tells all entries. Complexity: O(what they keep).
  mutating func moveCells(by map: borrowing CellMap, in topology: inout Topology) {
    for index in entries.indices { entries[index]?.moveCells(by: map, in: &topology) }
    for index in undone.indices { undone[index].moveCells(by: map, in: &topology) }
  }
}

extension EditHistory.Entry {
  fileprivate mutating func moveCells(by map: borrowing CellMap, in topology: inout Topology) {
    switch contents {
    case .words(var edit):
      contents = .patches([])
      edit.moveCells(by: map)
      contents = .words(edit)
    case .patches(let patches): for patch in patches { patch.moveCells(by: map, in: &topology) }
    }
  }

  /// The kinds that its edits register, one for each time.
  fileprivate var registeredKinds: [String] { keptPatches.flatMap(\.registeredKinds) }
}

extension Patch {
  fileprivate func moveCells(by map: borrowing CellMap, in topology: inout Topology) {
    for index in steps.indices { steps[index].moveCells(by: map, in: &topology) }
    for index in journal.indices { journal[index].moveCells(by: map) }
    runs.moveCells(by: map)
  }

  fileprivate var rankCount: Int { steps.reduce(0) { $0 + $1.rankCount } }

  fileprivate func replaceRanks(_ rank: (UInt32) -> UInt32) {
    for index in steps.indices { steps[index].replaceRanks(rank) }
  }
}
