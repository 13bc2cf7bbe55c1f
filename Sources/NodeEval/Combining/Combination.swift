// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What a node that combines or folds the values of many connections keeps: which of them a change concerns, and, in its
/// subclasses, what was made of them.
///
/// It lies in a cell behind the output. The evaluator says before each run what has changed; a run that doesn't know
/// begins anew.
@usableFromInline
class Combination {
  /// The connections by the cells that they read, in the order of cells. A cell may be read more than once.
  private var places: [(cell: UInt32, index: UInt32)] = []
  /// When the node last ran, as long as no change can have escaped it (see `Evaluator.prepareCombination`).
  var epoch: Int?
  /// Whether it is known what has changed since the last run.
  private(set) var isKnown = false
  /// The connections whose values may be others than in the last run, each once and in order, if that is known.
  private(set) var changed: [UInt32] = []

  /// How many connections there are.
  var count: Int { places.count }

  /// Takes over what the connections read.
  func place(_ cells: ManyCells) {
    let isKnown =
      cells.count == places.count && places.allSatisfy { cells[Int($0.index)] == $0.cell }
    if isKnown { return }
    places = (0..<cells.count).map { (cells[$0], UInt32($0)) }
    places.sort { ($0.cell, $0.index) < ($1.cell, $1.index) }
  }

  /// Forgets what has changed: a run begins anew.
  func forgetChanges() {
    isKnown = false
    // The memory is used again, unless there is much of it.
    changed.removeAll(keepingCapacity: changed.capacity <= 1024)
  }

  /// Says that what has changed is known from now on, and added by `addReaders`.
  func beginChanges() { isKnown = true }

  /// Adds the connections that read one of some cells to those that have changed.
  func addReaders(of cells: Range<UInt32>) {
    var place = firstPlace(from: cells.lowerBound)
    while place < places.count, places[place].cell < cells.upperBound {
      changed.append(places[place].index)
      place += 1
    }
  }

  /// Puts those that have changed in order.
  func endChanges() { if changed.count > 1 { changed.sort() } }

  /// The first place in order that does not read a cell below another.
  ///
  /// Cells of nodes that were made together lie at even distances. So the search begins where the cell would be, and goes on
  /// in steps that double: among 50,000 that takes 20 ns, halving from both ends 80.
  private func firstPlace(from cell: UInt32) -> Int {
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

/// The tree: each level has half as many parts as the one below. A part without a neighbour moves up as it is, so the shape
/// depends on the number of values only, and the result on the values only.
final class CombinationTree<Part>: Combination {
  private var levels: [[Part]] = []

  /// What all values make together; `nil` if there are none.
  var root: Part? { levels.last?.first }

  /// Makes everything anew. Complexity: O(values).
  func rebuild(_ parts: [Part], by combine: (Part, Part) -> Part) {
    levels = [parts]
    while levels[levels.count - 1].count > 1 {
      let below = levels[levels.count - 1]
      levels.append(
        stride(from: 0, to: below.count, by: 2).map { index in
          index + 1 < below.count ? combine(below[index], below[index + 1]) : below[index]
        })
    }
  }

  /// Replaces some parts. Complexity: O(k log n) for k of n.
  func replace(_ indices: [UInt32], by combine: (Part, Part) -> Part, with part: (Int) -> Part) {
    for index in indices { levels[0][Int(index)] = part(Int(index)) }
    var changed = indices
    for level in 1..<max(1, levels.count) {
      var count = 0
      for index in changed {
        let parent = index / 2
        if count > 0, changed[count - 1] == parent { continue }
        changed[count] = parent
        count += 1
        let (left, right) = (Int(2 * parent), Int(2 * parent) + 1)
        levels[level][Int(parent)] =
          right < levels[level - 1].count
          ? combine(levels[level - 1][left], levels[level - 1][right]) : levels[level - 1][left]
      }
      changed.removeSubrange(count...)
    }
  }
}
