// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The arguments of all nodes: for each argument the cell it reads and its position in a consumer list.
///
/// A node has a block of words. An input that takes one connection has one word, which is its argument. An input that
/// takes many has three words: the start, count and capacity of a list that holds its arguments.
///
/// Invariants (see `checkInvariants`): each argument has a position; a connected argument has a cell; words that no
/// block has ever covered are clear.
@usableFromInline
package struct ArgumentTable: ~Copyable {
  /// For each argument the cell it reads, or `NodeRecord.none`; the words of lists are interleaved.
  @usableFromInline package var cells = Buffer<UInt32>()
  /// For each argument its position in the consumer list that names it.
  package var positions = PositionTable()
  private var blocks = BlockAllocator()
  /// Inputs that take many connections and have lost some in this edit; their gaps are closed when it ends.
  @usableFromInline package var gappedInputs: Set<InputPlace> = []

  package init() {}

  /// Reserves `words` clear words. Words that were never handed out are cleared in advance, many at a time.
  @inline(__always)
  mutating func reserve(_ words: UInt32) -> UInt32 {
    let end = blocks.end
    let start = blocks.allocate(words)
    if start != end {
      clear(start, words)
    } else if Int(blocks.end) > cells.count {
      cells.extend(to: Int(blocks.end), repeating: NodeRecord.none)
      positions.extend(to: cells.count)
    }
    return start
  }

  @inline(never)
  private mutating func clear(_ start: UInt32, _ words: UInt32) {
    for argument in start..<start + words {
      cells[argument] = NodeRecord.none
      positions[argument] = NodeRecord.none
    }
  }

  /// Frees words that no connection uses.
  mutating func release(_ start: UInt32, words: UInt32) { blocks.release(start, length: words) }

  @inline(__always)
  package func isConnected(_ argument: UInt32) -> Bool { positions.isConnected(argument) }

  /// Disconnects an argument and stores `cell` in it instead. The caller updates the consumer list that named it.
  @inline(__always)
  mutating func detach(_ argument: UInt32, leaving cell: UInt32) {
    positions[argument] = NodeRecord.none
    cells[argument] = cell
  }

  /// Returns the arguments of an input that takes many connections, whose three words start at `word`.
  @inline(__always)
  func list(at word: UInt32) -> Range<UInt32> { cells[word]..<cells[word] + cells[word + 1] }

  /// Releases the words at the end if most of the table is unused. Complexity: see `BlockAllocator.shrink`.
  mutating func shrink(clock: Int) {
    let stride = MemoryLayout<UInt32>.stride
    guard let end = blocks.shrink(capacity: cells.capacity, stride: stride, clock: clock) else { return }
    cells.truncate(to: end)
    positions.shrink(to: end)
  }

  /// Returns a copy with storage of its own.
  package func copy() -> ArgumentTable {
    var result = ArgumentTable()
    result.cells = cells.copy()
    result.positions = positions.copy()
    result.blocks = blocks
    result.gappedInputs = gappedInputs
    return result
  }

  /// The allocated bytes.
  package var byteCount: Int { cells.byteCount + positions.byteCount }

  /// Returns a sentence for each broken invariant. Complexity: O(arguments).
  package func checkInvariants() -> [String] {
    guard Int(blocks.end) <= cells.count, cells.count <= positions.count else {
      return ["each argument has a cell and a position"]
    }
    var broken = blocks.checkInvariants("arguments")
    for argument in 0..<cells.count {
      let isClear = cells[argument] == NodeRecord.none
      if isClear, isConnected(UInt32(argument)) {
        broken.append("a connected argument has a cell, \(argument) has none")
      }
      if !isClear, argument >= blocks.end { broken.append("free arguments are clear, \(argument) is not") }
    }
    return broken
  }
}
