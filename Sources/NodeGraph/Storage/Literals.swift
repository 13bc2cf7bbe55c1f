// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The cells of literals: values that inputs read while they are not connected.
///
/// A cell without an input is kept as long as a step may give it back. Invariant (see `checkInvariants`): the cell of
/// each literal is known with its size.
package struct Literals: ~Copyable {
  private var cells: [InputPlace: UInt32] = [:]
  /// How many words each cell has, also those that no input has at present.
  private var words: [UInt32: UInt32] = [:]

  package init() {}

  @inline(__always)
  var isEmpty: Bool { cells.isEmpty }

  /// The cell of an input's literal. Asking an empty table costs a comparison.
  @inline(__always)
  package subscript(place: InputPlace) -> UInt32? { cells.isEmpty ? nil : cells[place] }

  /// Gives an input a literal, or takes it away where `cell` is `NodeRecord.none`.
  package mutating func set(_ place: InputPlace, to cell: UInt32) {
    cells[place] = cell == NodeRecord.none ? nil : cell
  }

  /// Enters a cell that may hold a literal.
  package mutating func add(_ cell: UInt32, words: UInt32) { self.words[cell] = words }

  /// Takes a cell out, if it is one of a literal, and returns how many words it has.
  mutating func remove(_ cell: UInt32) -> UInt32? { words.removeValue(forKey: cell) }

  /// A copy, which shares storage until one of the two changes.
  package func copy() -> Literals {
    var result = Literals()
    result.cells = cells
    result.words = words
    return result
  }

  /// The bytes its tables hold on to, about.
  package var byteCount: Int {
    cells.capacity * MemoryLayout<(InputPlace, UInt32)>.stride + words.capacity * MemoryLayout<(UInt32, UInt32)>.stride
  }

  /// The rules that are broken, as sentences. Complexity: O(literals).
  package func checkInvariants() -> [String] {
    cells.filter { words[$0.value] == nil }.map { place, cell in
      "every literal has a cell of its own, input \(place.input) of slot \(place.node) reads cell \(cell)"
    }
  }
}
