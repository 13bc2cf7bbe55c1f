// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What a node that combines or folds the values of many connections keeps: which connections a change concerns, and, in
/// subclasses, the combined values.
///
/// Access to it is not checked at run time: code of kinds, which runs while it is being changed, can't reach it, and a check
/// costs as much as adding a number.
///
/// It is stored in a cell after the output. Before each run the evaluator notes which values have changed; if that is not
/// known, the run combines all values again.
@usableFromInline
class Combination {
  /// The connections by the cells that they read, in the order of cells. A cell may be read more than once.
  @safe @exclusivity(unchecked) private final var places: [(cell: UInt32, index: UInt32)] = []
  /// When the node last ran, as long as no change can have escaped it (see `Evaluator.prepareCombination`).
  @safe @exclusivity(unchecked) final var epoch: Int?
  /// Whether the changes since the last run are known.
  @safe @exclusivity(unchecked) @usableFromInline final var isKnown = false
  /// The connections whose values may have changed since the last run, each once and in order, if that is known.
  @safe @exclusivity(unchecked) @usableFromInline final var changed: [UInt32] = []

  @usableFromInline init() {}

  /// The number of connections.
  final var count: Int { places.count }

  /// Stores which cells the connections read.
  @usableFromInline
  final func place(_ cells: ManyCells) {
    let isKnown =
      cells.count == places.count && places.allSatisfy { cells[Int($0.index)] == $0.cell }
    if isKnown { return }
    places = (0..<cells.count).map { (cells[$0], UInt32($0)) }
    places.sort { ($0.cell, $0.index) < ($1.cell, $1.index) }
  }

  /// Marks the changes as unknown, so that the next run combines all values again.
  final func forgetChanges() {
    isKnown = false
    if changed.isEmpty { return }
    // The memory is kept for reuse, unless there is much of it.
    changed.removeAll(keepingCapacity: changed.capacity <= 1024)
  }

  /// Marks the changes as known from now on. They are added by `addReaders`.
  final func beginChanges() { isKnown = true }

  /// Adds the connections that read some cells to the changed ones.
  final func addReaders(of cells: Range<UInt32>) {
    var place = firstPlace(from: cells.lowerBound)
    while place < places.count, places[place].cell < cells.upperBound {
      changed.append(places[place].index)
      place += 1
    }
  }

  /// Sorts the changed connections.
  final func endChanges() { if changed.count > 1 { changed.sort() } }

  /// The index of the first place whose cell is not below the given one.
  ///
  /// Cells of nodes that were made together are at even distances. So the search begins where the cell would be, and continues
  /// in steps that double: among 50,000 places that takes 20 ns, while bisecting the whole range takes 80.
  private final func firstPlace(from cell: UInt32) -> Int {
    guard let first = places.first?.cell, let last = places.last?.cell, cell > first else { return 0 }
    if cell > last { return places.count }
    let guess = Int(UInt64(cell - first) * UInt64(places.count - 1) / UInt64(last - first))
    var (low, high) = (0, places.count)
    var step = 1
    if places[guess].cell < cell {
      low = guess + 1
      while low + step < high, places[low + step].cell < cell {
        low += step + 1
        step *= 2
      }
      high = min(high, low + step)
    } else {
      high = guess
      while high - step > 0, places[high - step].cell >= cell {
        high -= step
        step *= 2
      }
      low = max(0, high - step)
    }
    while low < high {
      let middle = (low + high) / 2
      if places[middle].cell < cell { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
