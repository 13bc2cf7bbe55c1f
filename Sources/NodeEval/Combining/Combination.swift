// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What a node that combines or folds the values of many connections keeps: which of them a change concerns, and, in its
/// subclasses, what was made of them.
///
/// Access to it is not checked: code of kinds, which runs while it is being changed, can't reach it, and a check costs as much as
/// adding a number.
///
/// It lies in a cell behind the output. The evaluator says before each run what has changed; a run that doesn't know
/// begins anew.
@usableFromInline
class Combination {
  /// The connections by the cells that they read, in the order of cells. A cell may be read more than once.
  @safe @exclusivity(unchecked) private final var places: [(cell: UInt32, index: UInt32)] = []
  /// When the node last ran, as long as no change can have escaped it (see `Evaluator.prepareCombination`).
  @safe @exclusivity(unchecked) final var epoch: Int?
  /// Whether it is known what has changed since the last run.
  @safe @exclusivity(unchecked) @usableFromInline final var isKnown = false
  /// The connections whose values may be others than in the last run, each once and in order, if that is known.
  @safe @exclusivity(unchecked) @usableFromInline final var changed: [UInt32] = []

  @usableFromInline init() {}

  /// How many connections there are.
  final var count: Int { places.count }

  /// Takes over what the connections read.
  @usableFromInline
  final func place(_ cells: ManyCells) {
    let isKnown =
      cells.count == places.count && places.allSatisfy { cells[Int($0.index)] == $0.cell }
    if isKnown { return }
    places = (0..<cells.count).map { (cells[$0], UInt32($0)) }
    places.sort { ($0.cell, $0.index) < ($1.cell, $1.index) }
  }

  /// Forgets what has changed: a run begins anew.
  final func forgetChanges() {
    isKnown = false
    if changed.isEmpty { return }
    // The memory is used again, unless there is much of it.
    changed.removeAll(keepingCapacity: changed.capacity <= 1024)
  }

  /// Says that what has changed is known from now on, and added by `addReaders`.
  final func beginChanges() { isKnown = true }

  /// Adds the connections that read one of some cells to those that have changed.
  final func addReaders(of cells: Range<UInt32>) {
    var place = firstPlace(from: cells.lowerBound)
    while place < places.count, places[place].cell < cells.upperBound {
      changed.append(places[place].index)
      place += 1
    }
  }

  /// Puts those that have changed in order.
  final func endChanges() { if changed.count > 1 { changed.sort() } }

  /// The first place in order that does not read a cell below another.
  ///
  /// Cells of nodes that were made together lie at even distances. So the search begins where the cell would be, and goes on
  /// in steps that double: among 50,000 that takes 20 ns, halving from both ends 80.
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
