// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The arguments of all nodes: for each the cell that is read there, and where a consumer list names it.
///
/// A node has a block of words. An input that takes one connection has one word, which is its argument. One that takes
/// many has three, the start, count and capacity of a list, and its arguments lie in that list.
///
/// Invariants (see `checkInvariants`): each argument has a position; a connected one has a cell; words that no block has
/// ever covered are clear.
@usableFromInline
package struct ArgumentTable: ~Copyable {
  /// By argument the cell that is read there, or `NodeRecord.none`; the words of lists lie among them.
  @usableFromInline package var cells = Buffer<UInt32>()
  /// By argument its position in the consumer list that names it.
  package var positions = PositionTable()
  private var blocks = BlockAllocator()
  /// Inputs that take many connections and have lost some in this edit: closed up when it ends.
  @usableFromInline package var gappedInputs: Set<InputPlace> = []

  package init() {}

  /// Reserves `words` words that are clear. Those that were never handed out are cleared beforehand, many at a time.
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

  /// Takes words back that no connection uses.
  mutating func release(_ start: UInt32, words: UInt32) { blocks.release(start, length: words) }

  @inline(__always)
  package func isConnected(_ argument: UInt32) -> Bool { positions.isConnected(argument) }

  /// Cuts an argument off and leaves `cell` there instead. The consumer list that named it is the caller's to change.
  @inline(__always)
  mutating func detach(_ argument: UInt32, leaving cell: UInt32) {
    positions[argument] = NodeRecord.none
    cells[argument] = cell
  }

  /// The arguments of an input that takes many connections and has its three words at `word`.
  @inline(__always)
  func list(at word: UInt32) -> Range<UInt32> { cells[word]..<cells[word] + cells[word + 1] }

  /// Gives the words at the end back if most of the table is unused. Complexity: see `BlockAllocator.shrink`.
  mutating func shrink(clock: Int) {
    let stride = MemoryLayout<UInt32>.stride
    guard let end = blocks.shrink(capacity: cells.capacity, stride: stride, clock: clock) else { return }
    cells.truncate(to: end)
    positions.shrink(to: end)
  }

  /// A copy with storage of its own.
  package func copy() -> ArgumentTable {
    var result = ArgumentTable()
    result.cells = cells.copy()
    result.positions = positions.copy()
    result.blocks = blocks
    result.gappedInputs = gappedInputs
    return result
  }

  /// The bytes it holds on to.
  package var byteCount: Int { cells.byteCount + positions.byteCount }

  /// The rules that are broken, as sentences. Complexity: O(arguments).
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
