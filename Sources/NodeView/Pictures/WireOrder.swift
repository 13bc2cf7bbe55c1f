// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// An order of a channel's wires from left to right, in which they seldom cross and never share a piece of a row.
struct WireOrder {
  private let wires: [BoxChannel.Wire]
  /// The wires that need a track, from left to right wherever they meet.
  private(set) var order: [Int] = []

  /// The number of passes over all wires, and the distance by which each wire moves at most in a pass.
  private static let rounds = 8
  private static let reach = 100

  /// Orders wires that have sorted ends and no circular constraints.
  init(_ wires: [BoxChannel.Wire]) {
    self.wires = wires
    sort()
    for _ in 0..<Self.rounds where !improve() { break }
  }

  /// Lists wires that lead upwards from the top, then wires that lead downwards from the bottom, each after those that
  /// have to be further left.
  private mutating func sort() {
    var wireEndingOn: [Int: Int] = [:]
    for (index, wire) in wires.enumerated() {
      for end in wire.ends { wireEndingOn[end] = index }
    }
    // At most one wire starts on each row. Wires that have to be further left are found by their starts.
    var wireStartingOn: [Int: Int] = [:]
    for (index, wire) in wires.enumerated() { wireStartingOn[wire.start] = index }
    func leadsUp(_ wire: BoxChannel.Wire) -> Bool {
      let (first, last) = (wire.ends.first ?? wire.start, wire.ends.last ?? wire.start)
      return first + last < 2 * wire.start
    }
    let wanted = wires.indices.sorted { one, other in
      let (isUp, otherIsUp) = (leadsUp(wires[one]), leadsUp(wires[other]))
      if isUp != otherIsUp { return isUp }
      return isUp ? wires[one].start < wires[other].start : wires[one].start > wires[other].start
    }
    var isListed = wires.map { $0.isStraight }
    for first in wanted where !isListed[first] {
      var path = [(wire: first, looked: 0)]
      while let (wire, looked) = path.last {
        if looked < wires[wire].ends.count {
          path[path.count - 1].looked += 1
          // The continuation of a wire starts on the row on which the wire ends, but is further right.
          if wires[wire].goesOn { continue }
          if let other = wireStartingOn[wires[wire].ends[looked]], other != wire, !isListed[other] {
            path.append((other, 0))
          }
        } else {
          path.removeLast()
          if !isListed[wire] { order.append(wire) }
          isListed[wire] = true
        }
      }
    }
  }

  /// Moves wires to the left where that saves crossings.
  private mutating func improve() -> Bool {
    var isBetter = false
    for place in order.indices {
      let wire = order[place]
      var (gain, best, target) = (0, 0, place)
      for other in stride(from: place - 1, through: max(0, place - Self.reach), by: -1) {
        if mustPrecede(order[other], wire) { break }
        gain += crossings(order[other], wire) - crossings(wire, order[other])
        if gain > best { (best, target) = (gain, other) }
      }
      if target < place {
        order.remove(at: place)
        order.insert(wire, at: target)
        isBetter = true
      }
    }
    return isBetter
  }

  /// Whether one wire starts where another ends.
  ///
  /// The halves of a dogleg need no rule of their own: they are the ends of a former circle, and the rules for the
  /// wires between them determine their order.
  private func mustPrecede(_ left: Int, _ right: Int) -> Bool {
    let start = wires[left].start
    return !wires[right].goesOn && count(wires[right].ends, in: start...start) > 0
  }

  /// The number of crossings of two wires if one is to the left of the other.
  private func crossings(_ left: Int, _ right: Int) -> Int {
    (wires[left].span.contains(wires[right].start) ? 1 : 0) + count(wires[left].ends, in: wires[right].span)
  }

  /// The number of the sorted rows that are in a range. Complexity: O(log rows).
  private func count(_ rows: [Int], in range: ClosedRange<Int>) -> Int {
    func countBelow(_ limit: Int) -> Int {
      var (low, high) = (0, rows.count)
      while low < high {
        let middle = (low + high) / 2
        if rows[middle] < limit { low = middle + 1 } else { high = middle }
      }
      return low
    }
    return countBelow(range.upperBound + 1) - countBelow(range.lowerBound)
  }
}
