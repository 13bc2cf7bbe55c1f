// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The new places of cells when they are reordered.
///
/// Invariant: each cell has a place of its own, or none if it has no owner; words of one value stay adjacent.
package struct CellMap: ~Copyable {
  /// The place of each cell; `NodeRecord.none` if it has none.
  private var places = Buffer<UInt32>()
  /// The first place that is not assigned.
  package private(set) var end: UInt32 = 0

  /// - Parameter count: The number of cells, used or free.
  init(count: Int) { places.resize(to: count, repeating: NodeRecord.none) }

  /// The number of cells before the move, used or free.
  package var count: Int { places.count }

  /// Assigns the next places to adjacent words, in their order.
  @inline(__always)
  mutating func place(_ start: UInt32, words: UInt32) {
    for cell in start..<start + words {
      places[cell] = end
      end += 1
    }
  }

  @inline(__always)
  package func isPlaced(_ cell: UInt32) -> Bool { places[cell] != NodeRecord.none }

  /// The new place of a cell. A value that is not a placed cell, such as `NodeRecord.none`, is returned unchanged.
  @inline(__always)
  package subscript(cell: UInt32) -> UInt32 {
    guard Int(cell) < places.count, places[cell] != NodeRecord.none else { return cell }
    return places[cell]
  }
}

extension Topology {
  /// Returns places for all cells in evaluation order: for each node the literals that it reads, then its outputs. Cells of
  /// defaults, and cells that only steps refer to, come last in their present order.
  ///
  /// - Parameter last: Nodes whose cells follow those of all other nodes, in this order. No node occurs twice.
  /// - Returns: The places.
  /// - Complexity: O(cells + inputs).
  package func cellsInOrder(endingWith last: [UInt32] = []) -> CellMap {
    var map = CellMap(count: wiring.cells.end)
    var isLast = Buffer<UInt64>()
    if !last.isEmpty { isLast.resize(to: wiring.records.count / 64 + 1, repeating: 0) }
    for slot in last { isLast[slot >> 6] |= 1 << UInt64(slot & 63) }
    for rank in 0..<nodeAtRank.count {
      let slot = nodeAtRank[rank]
      if slot == NodeRecord.none || !last.isEmpty && isLast[slot >> 6] & 1 << UInt64(slot & 63) != 0 { continue }
      place(slot, in: &map)
    }
    for slot in last { place(slot, in: &map) }
    for cell in 0..<UInt32(wiring.cells.end)
    where !map.isPlaced(cell) && wiring.cells.owners[cell] != CellTable.Owner.none {
      map.place(cell, words: 1)
    }
    return map
  }

  /// Assigns the next places to the literals that a node reads, and to its outputs.
  @inline(__always)
  private func place(_ slot: UInt32, in map: inout CellMap) {
    let record = wiring.records[slot]
    let layout = wiring.shapes.layouts[record.shape]
    if !literals.isEmpty {
      for input in 0..<layout.inputCount {
        for argument in wiring.arguments(of: input, inBlock: record.arguments, layout) {
          let cell = wiring.arguments.cells[argument]
          if let words = literals.words(of: cell, in: wiring.cells) { map.place(cell, words: words) }
        }
      }
    }
    map.place(record.output, words: layout.outputWords)
  }

  /// Moves cells to other places. The caller moves their values, and updates steps with `GraphStep.moveCells`.
  ///
  /// - Complexity: O(cells + arguments).
  package mutating func moveCells(by map: borrowing CellMap) {
    precondition(!journal.isOpen, "cells move between edits")
    wiring.moveCells(by: map)
    literals.moveCells(by: map)
  }
}

extension Wiring {
  /// Returns the arguments of an input in a block.
  @inline(__always)
  fileprivate func arguments(of input: UInt32, inBlock start: UInt32, _ layout: ShapeLayout) -> Range<UInt32> {
    let port = shapes.input(input, of: layout)
    let word = start + port.offset
    return port.takesMany ? arguments.list(at: word) : word..<word + 1
  }

  fileprivate mutating func moveCells(by map: borrowing CellMap) {
    cells.move(by: map)
    shapes.moveCells(by: map)
    for slot in 0..<UInt32(records.count) where records[slot].mayHaveNode {
      moveCells(ofBlock: records[slot].arguments, shape: records[slot].shape, by: map)
      records[slot].output = map[records[slot].output]
    }
    version &+= 1
  }

  /// Replaces the cells that a block of arguments reads by their new places.
  mutating func moveCells(ofBlock start: UInt32, shape: UInt32, by map: borrowing CellMap) {
    let layout = shapes.layouts[shape]
    for input in 0..<layout.inputCount {
      for argument in self.arguments(of: input, inBlock: start, layout) {
        arguments.cells[argument] = map[arguments.cells[argument]]
      }
    }
  }
}

extension GraphStep {
  /// Replaces the cells that the step names by their new places. Complexity: O(1); O(arguments) for a change of ports.
  package mutating func moveCells(by map: borrowing CellMap, in topology: inout Topology) {
    switch self {
    case .literal(let place, let before, let after): self = .literal(place, before: map[before], after: map[after])
    case .reshaped(let slot, let other):
      topology.wiring.moveCells(ofBlock: other.arguments, shape: other.shape, by: map)
      self = .reshaped(slot, other: other.moving(to: map[other.output]))
    default: break
    }
  }
}
