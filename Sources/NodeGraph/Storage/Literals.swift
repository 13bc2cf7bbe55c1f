// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The cells of literals: values that inputs read while they are not connected.
///
/// A cell without an input is kept as long as a step may give it back. Invariant (see `checkInvariants`): the cells are
/// those of literals, each of one input.
package struct Literals: ~Copyable {
  /// By place, as one number: the standard library hashes one faster than two.
  private var cells: [UInt64: UInt32] = [:]
  /// How many words a literal has, by type.
  private var words: [UInt32] = []

  package init() {}

  @inline(__always)
  var isEmpty: Bool { cells.isEmpty }

  /// The cell of an input's literal. Asking an empty table costs a comparison.
  @inline(__always)
  package subscript(place: InputPlace) -> UInt32? {
    cells.isEmpty ? nil : cells[Self.key(place)]
  }

  @inline(__always)
  private static func key(_ place: InputPlace) -> UInt64 { UInt64(place.node) << 32 | UInt64(place.input) }

  /// Gives an input a literal, or takes it away where `cell` is `NodeRecord.none`.
  package mutating func set(_ place: InputPlace, to cell: UInt32) {
    cells[Self.key(place)] = cell == NodeRecord.none ? nil : cell
  }

  /// Makes a cell for a literal of a type, which has so many words.
  package mutating func makeCell(_ type: Int, words count: UInt32, in table: inout CellTable) -> UInt32 {
    while type >= words.count { words.append(count) }
    words[type] = count
    return table.make(count, for: CellTable.Owner.ofLiteral(type))
  }

  /// Takes back a cell, if it is one of a literal. Returns its type; the value in it is the caller's to destroy.
  package func releaseCell(_ cell: UInt32, in table: inout CellTable) -> Int? {
    guard let type = table.literalType(of: cell) else { return nil }
    table.release(cell, words: words[type])
    return type
  }

  /// Calls `body` with each cell of a literal, whether an input has it or not. Complexity: O(cells).
  package func forEachCell(in table: borrowing CellTable, _ body: (_ cell: UInt32, _ type: Int) -> Void) {
    var cell = 0
    while cell < table.end {
      guard let type = table.literalType(of: UInt32(cell)) else {
        cell += 1
        continue
      }
      body(UInt32(cell), type)
      cell += Int(words[type])
    }
  }

  /// A copy, which shares storage until one of the two changes.
  package func copy() -> Literals {
    var result = Literals()
    result.cells = cells
    result.words = words
    return result
  }

  /// The bytes its tables hold on to, about.
  package var byteCount: Int {
    cells.capacity * (MemoryLayout<UInt64>.stride + MemoryLayout<UInt32>.stride)
  }

  /// The rules that are broken, as sentences. Complexity: O(literals).
  package func checkInvariants(in table: borrowing CellTable) -> [String] {
    var seen: Set<UInt32> = []
    var broken: [String] = []
    for (key, cell) in cells where table.literalType(of: cell) == nil || !seen.insert(cell).inserted {
      broken.append(
        "every literal has a cell of its own, input \(key & 0xffff_ffff) of slot \(key >> 32) reads cell \(cell)")
    }
    return broken
  }
}
