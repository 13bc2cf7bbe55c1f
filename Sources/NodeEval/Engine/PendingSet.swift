// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The nodes that wait to be evaluated, by rank: bits, with summaries of 64 words each above them.
///
/// The bits are the whole state of an evaluation, so one that is interrupted can go on. Inserting and finding the
/// lowest cost O(log₆₄ ranks), mostly one step.
@safe
package struct PendingSet: ~Copyable {
  /// Level 0 has a bit a rank; each further level has a bit for every word of the one below that is not zero. There
  /// are two at least: words, and the summaries of groups of words.
  private(set) var levels: Levels
  private(set) var depth: Int
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
    let needed = (count + 63) / 64
    if needed > words { grow(to: needed) }
  }

  @inline(never)
  private mutating func grow(to needed: Int) {
    let old = unsafe levels[0]
    let oldWords = words
    for level in 1..<depth { unsafe levels[level].deallocate() }
    words = max(needed, words + words / 2)
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

  /// Inserts the ranks of some bits of a word, or none.
  @inline(__always)
  package func insert(_ bits: UInt64, inWord word: UInt32) {
    guard bits != 0 else { return }
    insert(word << 6 | UInt32(bits.trailingZeroBitCount))
    unsafe levels[0][Int(word)] |= bits
  }

  /// Takes the lowest word that has bits, and its bits.
  @inline(never)
  package func takeWord() -> (word: Int, bits: UInt64)? {
    guard !isEmpty else { return nil }
    return unsafe Self.takeWord(after: 0, levels, depth)
  }

  typealias Levels = UnsafeMutablePointer<UnsafeMutablePointer<UInt64>>

  @inline(__always)
  static func insert(_ rank: Int, _ levels: Levels, _ depth: Int) {
    let before = unsafe levels[0][rank >> 6]
    unsafe levels[0][rank >> 6] = before | 1 << UInt64(rank & 63)
    if before == 0 { unsafe summarize(rank >> 6, levels[1], levels, depth) }
  }

  /// Notes that a word has something.
  @inline(__always)
  static func summarize(_ word: Int, _ summaries: UnsafeMutablePointer<UInt64>, _ levels: Levels, _ depth: Int) {
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

  /// Takes the lowest word that has bits, and its bits. There is one, and none below `last`, so the search begins with
  /// the group of that word.
  @inline(never)
  static func takeWord(after last: Int, _ levels: Levels, _ depth: Int) -> (word: Int, bits: UInt64) {
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

  /// Notes that a group has nothing any more.
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

  /// The bytes it holds on to, the summaries aside.
  var byteCount: Int { words * 8 }
}
