// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The room between two columns of boxes, in which wires run from rows on its left to rows on its right.
///
/// A wire comes from its row on the left, runs vertically along a track, and leaves the track to the right on each of
/// its rows there. Where one wire starts on a row on which another ends, its track has to be further left. If these
/// constraints form a circle, one of the wires changes its track halfway, on a row that no other wire needs: a dogleg,
/// as in Deutsch, "A dogleg channel router" (1976).
struct BoxChannel {
  /// The connections that start on one row and share a track.
  struct Wire {
    /// The row on which the wire comes from the left.
    var start: Int
    /// The rows on which the wire leaves to the right. Two wires never share one.
    var ends: [Int]
    /// The wire that this one continues, instead of coming from the left side.
    var previous: Int?
    /// Whether another wire continues this one, instead of leaving to the right side.
    var goesOn = false
    /// The track of the wire; `nil` if it runs straight.
    var track: Int?

    /// The rows that the track passes. Complexity: O(1), once the ends are sorted.
    var span: ClosedRange<Int> { min(start, ends.first ?? start)...max(start, ends.last ?? start) }
    var isStraight: Bool { ends == [start] }
  }

  private(set) var wires: [Wire] = []
  private var trackCount = 0

  /// The width without tracks.
  static let leastWidth = 3

  /// The number of columns. There is a column between tracks, so that adjacent turns never look joined.
  var width: Int { max(Self.leastWidth, 2 * trackCount + 1) }

  /// Adds an end to the wire that starts on a row, or a new wire. Complexity: O(1).
  ///
  /// - Parameters:
  ///   - start: The row on the left.
  ///   - end: The row on the right.
  ///   - wire: The wire that starts there; `nil` for a new one.
  /// - Returns: The wire.
  mutating func add(from start: Int, to end: Int, as wire: Int?) -> Int {
    if let wire {
      wires[wire].ends.append(end)
      return wire
    }
    wires.append(Wire(start: start, ends: [end]))
    return wires.count - 1
  }

  /// Assigns a track to each wire.
  ///
  /// - Parameter rowCount: The number of rows, which increases if a wire needs a row below all others.
  /// - Complexity: O(rows passed · log(wires)).
  mutating func route(rowCount: inout Int) {
    for wire in wires.indices { wires[wire].ends.sort() }
    breakCircles(rowCount: &rowCount)
    let order = WireOrder(wires).order
    // The number of tracks in use in each row, with an additional row above and below.
    var taken = Array(repeating: 0, count: rowCount + 2)
    for wire in order {
      let span = wires[wire].span
      let track = taken[span.lowerBound...span.upperBound + 2].reduce(0, max)
      wires[wire].track = track
      for row in span { taken[row + 1] = track + 1 }
      trackCount = max(trackCount, track + 1)
    }
  }

  private mutating func breakCircles(rowCount: inout Int) {
    var wireEndingOn: [Int: Int] = [:]
    var isUsed: Set<Int> = []
    for (index, wire) in wires.enumerated() {
      for end in wire.ends { wireEndingOn[end] = index }
      isUsed.insert(wire.start)
      isUsed.formUnion(wire.ends)
    }
    // At most one wire has to be further right than another one, so circles have no branches.
    var walk = Array(repeating: -1, count: wires.count)
    for first in wires.indices {
      var wire = first
      while walk[wire] < 0 {
        walk[wire] = first
        guard let next = wireEndingOn[wires[wire].start], next != wire else { break }
        wire = next
        if walk[wire] == first { split(wire, &isUsed, &rowCount) }
      }
    }
  }

  /// Makes a wire change its track.
  private mutating func split(_ wire: Int, _ isUsed: inout Set<Int>, _ rowCount: inout Int) {
    let start = wires[wire].start
    let end = wires[wire].ends.min { abs($0 - start) < abs($1 - start) } ?? start
    let middle = (start + end) / 2
    let free = (0..<rowCount).filter { !isUsed.contains($0) }.min { abs($0 - middle) < abs($1 - middle) }
    let row = free ?? rowCount
    rowCount = max(rowCount, row + 1)
    isUsed.insert(row)
    wires.append(Wire(start: row, ends: wires[wire].ends, previous: wire))
    wires[wire].ends = [row]
    wires[wire].goesOn = true
  }

  /// Draws the wires, beginning in a column.
  func draw(in cells: inout BoxCells, column: Int) {
    for wire in wires {
      guard let place = place(of: wire, column) else {
        cells.drawLine(column..<column + width, row: wire.start)
        continue
      }
      let from = wire.previous.flatMap { self.place(of: wires[$0], column) }.map { $0 + 1 } ?? column
      cells.drawLine(from..<place, row: wire.start)
      if wire.goesOn { continue }
      for end in wire.ends { cells.drawLine(place + 1..<column + width, row: end) }
    }
    // Tracks are drawn last, because they cover the lines that cross them.
    for wire in wires {
      guard let place = place(of: wire, column) else { continue }
      let span = wire.span
      var ends = wire.ends[...]
      for row in span {
        var arms: LineArms = []
        if row > span.lowerBound { arms.insert(.up) }
        if row < span.upperBound { arms.insert(.down) }
        if row == wire.start { arms.insert(.left) }
        if row == ends.first {
          arms.insert(.right)
          ends.removeFirst()
        }
        cells.set(arms, column: place, row: row)
      }
    }
  }

  private func place(of wire: Wire, _ column: Int) -> Int? { wire.track.map { column + 1 + 2 * $0 } }
}
