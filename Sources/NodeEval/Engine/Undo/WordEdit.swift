// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// An edit of the most frequent kind, in one piece of memory: it set sources of one word, and all nodes that ran have a single
/// word, had run before, did not fail, and keep no other values.
///
/// It becomes a `Patch` when it is undone, or joined with an edit of another kind.
struct WordEdit {
  /// Two words for each node, those that were set first: its slot and its cell; and the word that the cell had before.
  private var words: [UInt64]
  private let givenCount: Int
  /// Whether it was merged from several edits.
  private var isMerged = false
  /// The application's changes outside the graph, in order.
  private(set) var companions: [any UndoCompanion] = []
  /// See `EditHistory.outsideChanges`.
  var outsideChanges = 0

  /// Makes a record of an edit that set words and has ended; `nil` if nodes of another kind ran as well.
  ///
  /// - Complexity: O(nodes that were set or have changed).
  init?(given: borrowing Buffer<WordWrite>, _ runs: borrowing RunRecord) {
    // Words that own memory are not plain words.
    if runs.mayHold { return nil }
    givenCount = given.count
    var words = [UInt64](repeating: 0, count: 2 * (given.count + runs.plainWords.count + runs.entries.count))
    func put(_ slot: UInt32, _ cell: UInt32, _ word: UInt64, at index: Int) {
      words[2 * index] = UInt64(slot) << 32 | UInt64(cell)
      words[2 * index + 1] = word
    }
    for index in 0..<given.count { put(given[index].slot, given[index].cell, given[index].word, at: index) }
    for index in 0..<runs.plainWords.count {
      let write = runs.plainWords[index]
      put(write.slot, write.cell, write.word, at: given.count + index)
    }
    for index in 0..<runs.entries.count {
      let entry = runs.entries[index]
      guard entry.isPlainWord else { return nil }
      put(entry.slot, entry.cell, runs.words[entry.offset], at: given.count + index)
    }
    self.words = words
  }

  private func slot(at index: Int) -> UInt32 { UInt32(words[index] >> 32) }
  private func cell(at index: Int) -> UInt32 { UInt32(truncatingIfNeeded: words[index]) }

  var isEmpty: Bool { words.isEmpty }

  /// Replaces the cells of all nodes.
  mutating func moveCells(by map: borrowing CellMap) {
    for index in stride(from: 0, to: words.count, by: 2) {
      words[index] = UInt64(slot(at: index)) << 32 | UInt64(map[cell(at: index)])
    }
  }

  /// The bytes that it takes as a patch, so that undoing it does not take more than what was counted: tables have more capacity
  /// than elements. Those of companions are counted when they are added.
  var byteCount: Int {
    let runs = words.count / 2 - givenCount
    let room = runs == 0 ? 0 : max(16, runs + runs / 2)
    return 256 + givenCount * (MemoryLayout<ValueStep>.stride + 4)
      + room * (MemoryLayout<RunRecord.Entry>.stride + MemoryLayout<UInt64>.stride)
  }

  /// Adds the companions of a patch that consists of them.
  mutating func add(companionsOf patch: Patch) { companions += patch.companions }

  /// A patch of the companions, which are released with care; `nil` if there are none.
  var companionPatch: Patch? { companions.isEmpty ? nil : Patch(companions: companions) }

  /// Merges a later edit into this one, if both changed the same nodes; this one has the values from before both. Returns whether
  /// it did. If nodes ran in another order, the later order is used, because it is probably that of the next edit as well.
  ///
  /// - Complexity: O(nodes).
  mutating func absorb(_ later: WordEdit) -> Bool {
    guard words.count == later.words.count, givenCount == later.givenCount else { return false }
    let places = stride(from: 0, to: words.count, by: 2)
    if !places.allSatisfy({ words[$0] == later.words[$0] }) {
      guard let ordered = inOrder(of: later) else { return false }
      words = ordered
    }
    isMerged = true
    companions += later.companions
    outsideChanges = min(outsideChanges, later.outsideChanges)
    return true
  }

  /// The words in the order of another edit; `nil` if that has other nodes.
  private func inOrder(of other: WordEdit) -> [UInt64]? {
    var before: [UInt64: UInt64] = [:]
    before.reserveCapacity(words.count / 2)
    let given = 2 * givenCount
    guard words[..<given].indices.allSatisfy({ $0 % 2 == 1 || words[$0] == other.words[$0] }) else { return nil }
    for index in stride(from: given, to: words.count, by: 2) { before[words[index]] = words[index + 1] }
    var ordered = Array(words[..<given])
    ordered.reserveCapacity(words.count)
    for index in stride(from: given, to: words.count, by: 2) {
      guard let word = before.removeValue(forKey: other.words[index]) else { return nil }
      ordered.append(other.words[index])
      ordered.append(word)
    }
    return ordered
  }

  /// Makes a patch of the edit. Complexity: O(nodes).
  func makePatch() -> Patch {
    var journal: [ValueStep] = []
    var given: [UInt32] = []
    var runs = RunRecord()
    for index in stride(from: 0, to: words.count, by: 2) {
      let (slot, cell, word) = (slot(at: index), cell(at: index), words[index + 1])
      if index < 2 * givenCount {
        given.append(slot)
        journal.append(.gave(slot: slot, cell: cell, type: Self.type, other: .word(word)))
      } else {
        runs.append(WordWrite(slot: slot, cell: cell, word: word))
      }
    }
    let patch = Patch(journal: journal, given: given, runs: runs, companions: companions, isMerged: isMerged)
    patch.outsideChanges = outsideChanges
    return patch
  }

  /// Words are moved bit by bit, whatever their type is.
  private static let type = ValueType(UInt64.self)
}

extension RunRecord.Entry {
  /// Whether the entry consists of a word that changed, and needs no other data.
  fileprivate var isPlainWord: Bool {
    holdsValues && words == 1 && outputs == .max && !leavesState && status.isSubset(of: .isObserved)
  }
}
