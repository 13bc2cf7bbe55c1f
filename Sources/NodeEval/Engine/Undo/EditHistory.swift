// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The title and the key of an edit; most edits have neither. It is an object so that reading the history copies no strings.
final class EditLabel {
  let title: String?
  /// Consecutive edits with the same key are one entry.
  let key: AnyHashable?

  init(title: String?, key: AnyHashable?) {
    self.title = title
    self.key = key
  }

  /// Makes a label, or returns `nil` if there is neither a title nor a key.
  static func make(title: String?, key: AnyHashable? = nil) -> EditLabel? {
    title == nil && key == nil ? nil : EditLabel(title: title, key: key)
  }

  /// Whether edits with both labels belong together.
  func isSame(as other: EditLabel) -> Bool { key != nil && key == other.key }
}

/// The edits that can be undone, and those that can be redone, within a limit of bytes.
///
/// Invariant (see `brokenRules`): bytes and ranks are the sums of those of the entries, and bytes are within the limit between
/// edits.
struct EditHistory {
  /// An edit, or several that are undone together.
  struct Entry {
    let label: EditLabel?
    fileprivate var contents: Contents
    /// The bytes of the entry, without the memory that its values hold outside of it.
    fileprivate(set) var byteCount: Int
    fileprivate(set) var rankCount = 0

    fileprivate init(label: EditLabel?, _ contents: Contents) {
      self.label = label
      self.contents = contents
      byteCount = Self.ownByteCount(label) + contents.byteCount
      if case .patches(let patches) = contents { for patch in patches { rankCount += patch.rankCount } }
    }

    /// The bytes of the entry, its label, its title and its lists, which are allocated separately.
    private static func ownByteCount(_ label: EditLabel?) -> Int { 256 + (label?.title?.utf8.count ?? 0) }

    var title: String? { label?.title }
    /// The patches of the entry; one is made if the entry keeps words only.
    var patches: [Patch] { if case .words(let edit) = contents { [edit.makePatch()] } else { keptPatches } }
    /// The patches that are stored. The words of a `WordEdit` are not among them: they hold no memory.
    var keptPatches: [Patch] {
      switch contents {
      case .words(let edit): edit.companionPatch.map { [$0] } ?? []
      case .patches(let patches): patches
      }
    }

    /// Stores patches instead of words.
    fileprivate mutating func makePatches() { contents = .patches(patches) }

    /// Adds the companions of an entry that consists of them, if this one keeps words. Returns whether it did.
    fileprivate mutating func addCompanions(of other: Entry) -> Bool {
      guard case .words(var edit) = contents, case .patches(let patches) = other.contents,
        patches.allSatisfy(\.isOfCompanionsOnly)
      else { return false }
      for patch in patches {
        edit.add(companionsOf: patch)
        byteCount += patch.companionByteCount
      }
      contents = .words(edit)
      return true
    }
  }

  /// The changes of an entry.
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

  /// The limit of bytes; with 0 no edits are remembered.
  var limit = 0
  /// The memory that values hold outside of entries.
  private let held: HeldBytes
  /// The edits that can be undone, oldest first; those before `start` are forgotten.
  private var entries: [Entry?] = []
  private var start = 0
  /// The edits that can be redone; the one that was undone last comes last.
  private(set) var undone: [Entry] = []
  /// The kinds that undone edits have registered, each with the number of those edits.
  private var undoneKinds: [String: Int] = [:]
  private var ownByteCount = 0
  private(set) var addedCount = 0
  /// The number of ranks that the entries in `done` name.
  private(set) var rankCount = 0
  /// The label of the last entry if it has a key and was too large to be kept: further edits with that key are not kept either.
  private var tooLarge: EditLabel?
  /// How often values have changed outside of the history: by edits that are not remembered, and by nodes that ran because of that
  /// when other edits were undone and redone. The values in patches that are older than the last such change may be out of date.
  private(set) var outsideChanges = 0
  /// Whether such a change came after the last edit, undo or redo: then the rest of the last evaluation belongs to no edit.
  private(set) var endsOutside = false
  /// The label of the open group; new edits belong to it.
  var group: EditLabel?

  init(held: HeldBytes) { self.held = held }

  /// Whether edits are remembered.
  var isOn: Bool { limit > 0 }

  /// The bytes of all entries, and of the memory that their values hold outside of them.
  var byteCount: Int { ownByteCount + held.byteCount }

  /// The edits that can be undone, oldest first.
  var done: [Entry] { entries[start...].compactMap { $0 } }
  /// The last edits that can be undone, newest first.
  func lastDone(atMost limit: Int) -> [Entry] { entries[start...].reversed().prefix(limit).compactMap { $0 } }
  /// The number of entries that can be undone. Unlike `done.count`, it is O(1).
  var doneCount: Int { entries.count - start }
  var undoneCount: Int { undone.count }
  var lastDone: Entry? { entries.count > start ? entries.last ?? nil : nil }

  /// Adds an edit; edits that were undone can't be redone then. Returns the patches to forget.
  mutating func add(_ patch: Patch, _ label: EditLabel?) -> [Patch] {
    patch.outsideChanges = outsideChanges
    return add(Entry(label: whole(label), .patches([patch])))
  }

  /// Adds an edit of words; edits that were undone can't be redone then. Returns the patches to forget.
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
      if !extendLast(withWordsOf: entry), !extendLast(withCompanionsOf: entry) {
        for patch in entry.patches { forgotten += extendLast(with: patch) }
      }
    } else {
      push(entry)
    }
    if byteCount > limit { trim(into: &forgotten) }
    return forgotten
  }

  /// The label of an edit, with the key of the open group, if any, and the title: that of the group, or else that of the edit.
  private func whole(_ label: EditLabel?) -> EditLabel? {
    guard let group else { return label }
    guard group.title == nil, let title = label?.title else { return group }
    return EditLabel(title: title, key: group.key)
  }

  /// Adds the rest of an edit that was stopped to that edit. Returns the patches to forget.
  ///
  /// The edits that can be redone were made while the nodes of the patch were unfinished. The next of them therefore gets a copy of
  /// the patch: redoing that edit first reverts the patch, and undoing the edit applies it again. It is a copy because either edit
  /// may be forgotten before the other.
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

  /// Merges words into the last entry, if that has words of the same nodes. Returns whether it did.
  private mutating func extendLast(withWordsOf entry: Entry) -> Bool {
    guard case .words(let later) = entry.contents, case .words(var words)? = lastDone?.contents else { return false }
    guard words.absorb(later) else { return false }
    entries[entries.count - 1]?.contents = .words(words)
    return true
  }

  /// Adds companions to the last entry, if that has words. Returns whether it did.
  private mutating func extendLast(withCompanionsOf entry: Entry) -> Bool {
    guard entries.count > start, var last = entries[entries.count - 1] else { return false }
    let before = last.byteCount
    guard last.addCompanions(of: entry) else { return false }
    ownByteCount += last.byteCount - before
    entries[entries.count - 1] = last
    return true
  }

  /// Adds an edit to the last entry, and merges patches that can absorb each other. Returns the absorbed patches.
  private mutating func extendLast(with patch: Patch) -> [Patch] {
    // Removed from the list, so that its list of patches has one owner.
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
        // The bytes of the earlier patch are not counted again: it may be a large edit.
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
    // Counted before the others are released, so that no storage is traversed again.
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
    // The edit that was undone first was made last, so it is forgotten first.
    defer { (undone, undoneKinds) = ([], [:]) }
    return undone.flatMap { drop($0).reversed() }
  }

  /// Subtracts the bytes of an entry. Returns its patches.
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

  /// Drops the oldest edits until the rest is within the limit, and then those that would be redone last. Returns the patches to
  /// forget.
  mutating func trim() -> [Patch] {
    var forgotten: [Patch] = []
    trim(into: &forgotten)
    return forgotten
  }

  /// Drops edits as `trim()` does, and appends their patches to `forgotten`.
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
    // Done only now and then, because all remaining entries have to move.
    if start > 64, start > entries.count / 2 {
      entries.removeFirst(start)
      start = 0
    }
  }

  /// Drops all edits. Returns the patches to forget.
  mutating func removeAll() -> [Patch] {
    let forgotten = dropUndone() + done.flatMap { drop($0) }
    let limit = limit
    self = EditHistory(held: held)
    self.limit = limit
    return forgotten
  }

  /// Releases memory that longer lists needed.
  mutating func shrink() {
    entries.shrinkIfSparse()
    undone.shrinkIfSparse()
  }

  /// Notes that values have changed outside of the history.
  mutating func noteOutsideChange() {
    outsideChanges += 1
    endsOutside = true
  }

  /// Whether the values in an entry may be out of date.
  func isOutdated(_ entry: Entry) -> Bool {
    if outsideChanges == 0 { return false }
    if case .words(let edit) = entry.contents { return edit.outsideChanges != outsideChanges }
    return entry.keptPatches.contains { $0.outsideChanges != outsideChanges && !$0.isOfCompanionsOnly }
  }

  /// Moves the next entry from `done` to `undone`, or back, and returns it.
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

  /// Whether an undone edit registers a kind of this name.
  func wouldRegister(_ name: String) -> Bool { undoneKinds[name] != nil }

  private mutating func countKinds(of entry: Entry, _ change: Int) {
    for kind in entry.registeredKinds {
      let count = undoneKinds[kind, default: 0] + change
      undoneKinds[kind] = count == 0 ? nil : count
    }
  }

  /// Violates a rule, for the test that expects the report.
  mutating func damage() { ownByteCount += 1 }

  /// The rules that are violated.
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

  /// Closes the gaps in the order of a graph, if there are many, without losing the ranks that entries name.
  ///
  /// - Returns: The new rank for each previous one; `nil` if the order was not changed.
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

/// Moving cells.
extension EditHistory {
  /// Replaces the cells in all entries. Complexity: O(what they keep).
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

  /// The kinds that its edits register, one for each registration.
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

extension EvaluatorPart {
  static let history = EvaluatorPart(
    "undo.history", contents: "patches that can be undone and redone"
  ) { state in
    state.undo.history.brokenRules()
  } damage: { state in
    state.undo.history.damage()
  }
}
