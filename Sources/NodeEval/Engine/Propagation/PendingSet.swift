// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The nodes that wait to be evaluated, by rank: one bit each, with levels of summaries of 64 words each above them.
///
/// The bits are the whole state of an evaluation. An interrupted evaluation can therefore continue, even after other edits:
/// what it has left stays here. Inserting a rank and finding the lowest cost O(log₆₄ ranks), mostly one step. Only this type
/// accesses words and summaries; an evaluation uses a `Cursor`.
///
/// Invariant (see `brokenRules`): a bit of a summary is set exactly if the word below it is not zero. While a cursor is in use,
/// the word that it has taken is zero here.
@safe
package struct PendingSet: ~Copyable {
  /// Level 0 has a bit for each rank; each further level has a bit for every word below it that is not zero. There are at least
  /// two levels: words, and the summaries of groups of words.
  private var levels: Levels
  private var depth: Int
  private var words: Int

  package init() {
    depth = 2
    words = 1
    unsafe levels = .allocate(capacity: 6)
    for level in 0..<depth {
      unsafe levels[level] = .allocate(capacity: 1)
      unsafe levels[level].initialize(to: 0)
    }
  }

  deinit {
    for level in 0..<depth { unsafe levels[level].deallocate() }
    unsafe levels.deallocate()
  }

  /// Makes room for ranks below `count`, keeping what is pending.
  @inline(__always)
  package mutating func reserve(_ count: Int) {
    if count > words << 6 { grow(to: (count + 63) / 64) }
  }

  /// Releases memory if most of it is for ranks from `count` on, none of which may be pending.
  package mutating func shrink(to count: Int) {
    let needed = (count + 63) / 64
    if GrowingMemory.isSparse(needed, of: words, stride: 8) { resize(to: GrowingMemory.capacity(ofSparse: needed)) }
  }

  @inline(never)
  private mutating func grow(to needed: Int) { resize(to: max(needed, words + words / 2)) }

  private mutating func resize(to newCount: Int) {
    let old = unsafe levels[0]
    let oldWords = words
    for level in 1..<depth { unsafe levels[level].deallocate() }
    words = newCount
    depth = 0
    var size = words
    repeat {
      let level = UnsafeMutablePointer<UInt64>.allocate(capacity: size)
      unsafe level.initialize(repeating: 0, count: size)
      unsafe levels[depth] = level
      depth += 1
      guard size > 1 || depth < 2 else { break }
      size = (size + 63) / 64
    } while true
    for word in 0..<oldWords {
      var bits = unsafe old[word]
      while bits != 0 {
        insert(UInt32(word << 6 | bits.trailingZeroBitCount))
        bits &= bits - 1
      }
    }
    unsafe old.deallocate()
  }

  @inline(__always)
  package var isEmpty: Bool { unsafe levels[depth - 1][0] == 0 }

  @inline(__always)
  package func insert(_ rank: UInt32) {
    precondition(Int(rank) >> 6 < words, "a rank within the order")
    unsafe Self.insert(Int(rank), levels, depth)
  }

  /// Inserts the ranks of the set bits of a word, which may be zero.
  @inline(__always)
  package func insert(_ bits: UInt64, inWord word: UInt32) {
    guard bits != 0 else { return }
    insert(word << 6 | UInt32(bits.trailingZeroBitCount))
    unsafe levels[0][Int(word)] |= bits
  }

  /// Removes and returns the lowest word that has bits.
  @inline(never)
  package func takeWord() -> (word: Int, bits: UInt64)? {
    guard !isEmpty else { return nil }
    return unsafe Self.takeWord(after: 0, levels, depth)
  }

  /// Whether a rank is pending.
  func contains(_ rank: UInt32) -> Bool {
    unsafe Int(rank) >> 6 < words && levels[0][Int(rank >> 6)] & 1 << UInt64(rank & 63) != 0
  }

  /// The lowest pending rank from `start` on. Complexity: O(log₆₄ ranks).
  package func first(from start: Int) -> Int? {
    var (level, index, size) = (0, start, words)
    while level < depth {
      guard index >> 6 < size else { return nil }
      let bits = unsafe levels[level][index >> 6] & (.max << UInt64(index & 63))
      if bits != 0 {
        index = index & ~63 | bits.trailingZeroBitCount
        while level > 0 {
          level -= 1
          index = unsafe index << 6 | levels[level][index].trailingZeroBitCount
        }
        return index
      }
      index = index >> 6 + 1
      size = (size + 63) / 64
      level += 1
    }
    return nil
  }

  /// Removes a rank. Returns whether it was pending.
  @discardableResult
  package func remove(_ rank: UInt32) -> Bool {
    guard contains(rank) else { return false }
    let word = Int(rank >> 6)
    unsafe levels[0][word] &= ~(1 << UInt64(rank & 63))
    guard unsafe levels[0][word] == 0 else { return true }
    unsafe levels[1][word >> 6] &= ~(1 << UInt64(word & 63))
    if unsafe levels[1][word >> 6] == 0 { unsafe Self.leaveOut(group: word >> 6, levels, depth) }
    return true
  }

  /// Removes all ranks from `end` on. Complexity: O(words from there on).
  package func removeAll(from end: Int) {
    if isEmpty { return }
    for word in end >> 6..<max(end >> 6, words) {
      var bits = unsafe levels[0][word]
      if word == end >> 6 { bits &= .max << UInt64(end & 63) }
      while bits != 0 {
        remove(UInt32(word << 6 | bits.trailingZeroBitCount))
        bits &= bits - 1
      }
    }
  }

  /// Calls `body` with each rank, lowest first.
  package func forEachRank(_ body: (UInt32) -> Void) { forEachDifference(from: [], body) }

  /// Calls `body` with each rank that is pending and was not, or the other way round. Complexity: O(ranks / 64 + calls).
  package func forEachDifference(from before: [UInt64], _ body: (UInt32) -> Void) {
    precondition(before.count <= words, "a set does not shrink while nodes run")
    for word in 0..<words {
      var bits = unsafe levels[0][word] ^ (word < before.count ? before[word] : 0)
      while bits != 0 {
        body(UInt32(word << 6 | bits.trailingZeroBitCount))
        bits &= bits - 1
      }
    }
  }

  /// A copy of the bits of all ranks, 64 to a word.
  package func copyOfWords() -> [UInt64] { unsafe Array(UnsafeBufferPointer(start: levels[0], count: words)) }

  /// Moves pending ranks to the ranks that their nodes have since the order was closed.
  mutating func replaceRanks(_ ranks: [UInt32]) {
    if isEmpty { return }
    var before: [UInt32] = []
    forEachRank { before.append($0) }
    for rank in before { remove(rank) }
    for rank in before { insert(ranks[Int(rank)]) }
  }

  private typealias Levels = UnsafeMutablePointer<UnsafeMutablePointer<UInt64>>

  @inline(__always)
  private static func insert(_ rank: Int, _ levels: Levels, _ depth: Int) {
    let before = unsafe levels[0][rank >> 6]
    unsafe levels[0][rank >> 6] = before | 1 << UInt64(rank & 63)
    if before == 0 { unsafe summarize(rank >> 6, levels[1], levels, depth) }
  }

  /// Sets the summary bit of a word that has become nonzero.
  @inline(__always)
  private static func summarize(_ word: Int, _ summaries: UnsafeMutablePointer<UInt64>, _ levels: Levels, _ depth: Int)
  {
    let before = unsafe summaries[word >> 6]
    unsafe summaries[word >> 6] = before | 1 << UInt64(word & 63)
    if before == 0 && depth > 2 { unsafe summarize(group: word >> 6, levels, depth) }
  }

  @inline(never)
  private static func summarize(group: Int, _ levels: Levels, _ depth: Int) {
    var index = group
    for level in 2..<depth {
      unsafe levels[level][index >> 6] |= 1 << UInt64(index & 63)
      index >>= 6
    }
  }

  /// Removes and returns the lowest word that has bits. There must be one, and none below `last`, so the search begins with the
  /// group of that word.
  @inline(never)
  private static func takeWord(after last: Int, _ levels: Levels, _ depth: Int) -> (word: Int, bits: UInt64) {
    let words = unsafe levels[0]
    let summaries = unsafe levels[1]
    var group = last >> 6
    var summary = unsafe summaries[group]
    if summary == 0 {
      group = 0
      var level = depth &- 1
      while level > 1 {
        group = unsafe group << 6 | levels[level][group].trailingZeroBitCount
        level &-= 1
      }
      summary = unsafe summaries[group]
    }
    let word = group << 6 | summary.trailingZeroBitCount
    let bits = unsafe words[word]
    unsafe words[word] = 0
    summary &= summary &- 1
    unsafe summaries[group] = summary
    if summary == 0 { unsafe leaveOut(group: group, levels, depth) }
    return (word, bits)
  }

  /// Clears the bits that summarize a group that has become empty.
  @inline(__always)
  private static func leaveOut(group: Int, _ levels: Levels, _ depth: Int) {
    var index = group
    var level = 2
    while level < depth {
      let place = unsafe levels[level] + index >> 6
      unsafe place.pointee &= ~(1 << UInt64(index & 63))
      if unsafe place.pointee != 0 { break }
      index >>= 6
      level &+= 1
    }
  }

  /// The bytes that the set holds, without the summaries.
  var byteCount: Int { words * 8 }

  /// The rules that are broken. Complexity: O(ranks).
  package func brokenRules() -> [String] {
    var size = words
    for level in 1..<depth {
      for index in 0..<size {
        let isSet = unsafe levels[level][index >> 6] & 1 << UInt64(index & 63) != 0
        if unsafe isSet != (levels[level - 1][index] != 0) { return ["a summary tells which words have bits"] }
      }
      size = (size + 63) / 64
    }
    return []
  }

  /// Breaks a rule, for the test that checks that it is reported.
  package mutating func damage() { unsafe levels[1][0] ^= 1 }
}

extension PendingSet {
  /// Ranks that are all in one word, or none.
  struct Word {
    var word = 0
    var bits: UInt64 = 0
  }
}

/// The traversal of a pending set by one evaluation, in order of rank.
///
/// The bits of the current word are held here, in registers, and not in the set. The set must not be reserved for more ranks
/// while a cursor is in use.
extension PendingSet {
  @unsafe
  struct Cursor {
    private let levels: Levels
    private let depth: Int
    /// The two lowest levels and the highest.
    private let words: UnsafeMutablePointer<UInt64>
    private let summaries: UnsafeMutablePointer<UInt64>
    private let top: UnsafeMutablePointer<UInt64>
    /// The current word.
    private(set) var word: Int
    private var bits: UInt64
    /// All ones if that word had several nodes to begin with, otherwise zero: whether the current nodes are close together.
    private var crowded: UInt64 = 0

    /// Starts a traversal with the bits of a word. The set must have no bits in that word, nor in any before it.
    @inline(__always)
    init(_ set: borrowing PendingSet, from start: Word) {
      unsafe levels = set.levels
      unsafe depth = set.depth
      unsafe words = set.levels[0]
      unsafe summaries = set.levels[1]
      unsafe top = set.levels[set.depth - 1]
      unsafe (word, bits) = (start.word, start.bits)
    }

    /// Whether the current word has no more ranks.
    var isAtEndOfWord: Bool { @inline(__always) get { unsafe bits == 0 } }

    /// The ranks of the current word.
    var rest: Word { @inline(__always) get { unsafe Word(word: word, bits: bits) } }

    /// Whether no rank is pending at all.
    var isEmpty: Bool { @inline(__always) get { unsafe bits | top.pointee == 0 } }

    /// Whether the current nodes are far apart.
    var isScattered: Bool { @inline(__always) get { unsafe crowded == 0 } }

    /// Makes the lowest word that has ranks the current one. Returns whether there is one.
    @inline(__always)
    mutating func takeWord() -> Bool {
      if unsafe top.pointee == 0 { return false }
      let taken = unsafe PendingSet.takeWord(after: word, levels, depth)
      unsafe word = taken.word
      unsafe bits = taken.bits
      unsafe crowded = taken.bits & (taken.bits &- 1) == 0 ? 0 : .max
      return true
    }

    /// Removes the lowest rank of the current word, and returns its index in the word.
    @inline(__always)
    mutating func takeIndex() -> Int {
      let index = unsafe bits.trailingZeroBitCount
      unsafe bits &= bits &- 1
      return index
    }

    /// Inserts a rank that comes after those that were taken.
    ///
    /// Where nodes are close together, most words already have bits, and their summary is not written. Where they are
    /// scattered, the summary is written even if it has the bit: a branch could not be predicted, and a wrong prediction waits
    /// for the memory that the rank is read from (1,000 of 1,000,000 nodes: 17 → 14 ns a node).
    @inline(__always)
    mutating func insert(_ rank: Int) {
      if unsafe rank >> 6 == word {
        unsafe bits |= 1 << UInt64(rank & 63)
      } else {
        let before = unsafe words[rank >> 6]
        unsafe words[rank >> 6] = before | 1 << UInt64(rank & 63)
        if unsafe before & crowded == 0 { unsafe PendingSet.summarize(rank >> 6, summaries, levels, depth) }
      }
    }

    /// Inserts ranks of the current word.
    @inline(__always)
    mutating func insert(bits more: UInt64) { unsafe bits |= more }

    /// Returns the ranks of the current word to the set.
    mutating func putBack() {
      while unsafe bits != 0 { unsafe PendingSet.insert(word << 6 | takeIndex(), levels, depth) }
    }

    /// Lists nodes that come next, a few dozen at most: those of the current word, and of the following words of its group.
    ///
    /// - Parameters:
    ///   - nodeAtRank: The nodes by rank.
    ///   - list: Where the nodes are written. It must have room for all that are pending.
    /// - Returns: The number of nodes and the last word that was read; `nil` if at most one other word of the group has nodes.
    @inline(__always)
    func listUpcoming(
      _ nodeAtRank: UnsafeMutablePointer<UInt32>, to list: UnsafeMutablePointer<UInt32>
    ) -> (count: Int, lastWord: Int)? {
      var summary = unsafe summaries[word >> 6]
      // Reading ahead does not pay for a few nodes.
      guard summary & (summary &- 1) != 0 else { return nil }
      var (word, bits) = unsafe (word, bits)
      var count = 0
      while true {
        while bits != 0 {
          unsafe list[count] = nodeAtRank[word << 6 | bits.trailingZeroBitCount]
          count &+= 1
          bits &= bits &- 1
        }
        guard summary != 0, count < 32 else { return (count, word) }
        word = word & ~63 | summary.trailingZeroBitCount
        summary &= summary &- 1
        bits = unsafe words[word]
      }
    }
  }
}

/// Direct access to the words of a set, for code that holds the current word itself and inserts into later words.
extension PendingSet {
  @unsafe
  struct Words {
    private let levels: Levels
    private let depth: Int
    private let words: UnsafeMutablePointer<UInt64>
    private let summaries: UnsafeMutablePointer<UInt64>
    private let top: UnsafeMutablePointer<UInt64>

    @inline(__always)
    init(_ set: borrowing PendingSet) {
      unsafe levels = set.levels
      unsafe depth = set.depth
      unsafe words = set.levels[0]
      unsafe summaries = set.levels[1]
      unsafe top = set.levels[set.depth - 1]
    }

    var isEmpty: Bool { @inline(__always) get { unsafe top.pointee == 0 } }

    /// Removes and returns the lowest word that has bits. There must be one, and none below `last`.
    @inline(__always)
    func takeWord(after last: Int) -> (word: Int, bits: UInt64) {
      unsafe PendingSet.takeWord(after: last, levels, depth)
    }

    /// Removes and returns the bits of the first word, which may be zero.
    func takeFirstWord() -> UInt64 {
      if unsafe words[0] == 0 { return 0 }
      return unsafe takeWord(after: 0).bits
    }

    /// Inserts a rank that is not in the current word.
    @inline(__always)
    func insert(_ rank: Int) { unsafe insert(1 << UInt64(rank & 63), inWord: rank >> 6) }

    /// Inserts the ranks of some bits of a word; at least one bit must be set.
    @inline(__always)
    func insert(_ bits: UInt64, inWord word: Int) {
      let before = unsafe words[word]
      unsafe words[word] = before | bits
      if before == 0 { unsafe PendingSet.summarize(word, summaries, levels, depth) }
    }
  }
}

extension EvaluatorPart {
  static let pending = EvaluatorPart(
    "pending", contents: "the pending nodes; no other part sees its words"
  ) { state in
    state.pending.brokenRules()
  } damage: { state in
    state.pending.damage()
  }
}
