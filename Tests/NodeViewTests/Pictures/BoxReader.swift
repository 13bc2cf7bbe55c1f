// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport

/// Reads a box picture like a person who knows only what its documentation says of the characters.
///
/// Each box shows the number of its node in its first row.
struct BoxReader {
  struct Unreadable: Error {
    let reason: String
    let row: Int
    let column: Int
  }

  struct Port: Hashable {
    let node: Int
    let index: Int
  }

  struct Line: Hashable {
    let source: Port
    let target: Port
  }

  private struct Place: Hashable {
    var row: Int
    var column: Int

    func moved(_ arm: LineArms) -> Place {
      switch arm {
      case .up: Place(row: row - 1, column: column)
      case .right: Place(row: row, column: column + 1)
      case .down: Place(row: row + 1, column: column)
      default: Place(row: row, column: column - 1)
      }
    }
  }

  private(set) var lines: Set<Line> = []
  private(set) var boxCount = 0
  private let cells: [[Character]]
  private let isASCII: Bool
  private var inputs: [Place: Port] = [:]
  private var outputs: [Place: Port] = [:]
  private var boxed: Set<Place> = []
  /// The outputs whose lines are visible in a cell.
  private var owners: [Place: Set<Port>] = [:]

  private static let arms: [Character: LineArms] = [
    "│": [.up, .down], "─": [.left, .right], "┌": [.right, .down], "┐": [.left, .down], "└": [.right, .up],
    "┘": [.left, .up], "├": [.up, .down, .right], "┤": [.up, .down, .left], "┬": [.left, .right, .down],
    "┴": [.left, .right, .up], "┼": [.left, .right, .up, .down], "|": [.up, .down], "-": [.left, .right],
  ]

  init(_ text: [String], isASCII: Bool) throws {
    cells = text.map { Array($0) }
    self.isASCII = isASCII
    for (row, line) in cells.enumerated() {
      for column in line.indices.dropLast(2)
      where "┌+".contains(line[column]) && line[column + 1] == " " && line[column + 2].isLetter {
        // The last turn before a port looks like a corner, but a line leads to it.
        guard column == 0 || line[column - 1] == " " else { continue }
        try readBox(Place(row: row, column: column))
      }
    }
    for (place, port) in outputs { try follow(from: place, port) }
    for (row, line) in cells.enumerated() {
      for (column, character) in line.enumerated() where character != " " {
        let place = Place(row: row, column: column)
        guard boxed.contains(place) || owners[place] != nil else { throw unreadable("belongs to nothing", place) }
      }
    }
  }

  private func at(_ place: Place) -> Character {
    cells.indices.contains(place.row) && cells[place.row].indices.contains(place.column)
      ? cells[place.row][place.column] : " "
  }

  private func unreadable(_ reason: String, _ place: Place) -> Unreadable {
    Unreadable(reason: reason, row: place.row, column: place.column)
  }

  private mutating func readBox(_ corner: Place) throws {
    var right = corner.moved(.right)
    while !"┐+".contains(at(right)) {
      right = right.moved(.right)
      guard right.column < 10_000 else { throw unreadable("has no right border", corner) }
    }
    var bottom = corner.moved(.down)
    while !"└+".contains(at(bottom)) {
      bottom = bottom.moved(.down)
      guard bottom.row < cells.count else { throw unreadable("has no bottom", corner) }
    }
    for row in corner.row...bottom.row {
      for column in corner.column...right.column {
        guard boxed.insert(Place(row: row, column: column)).inserted else { throw unreadable("overlaps", corner) }
      }
    }
    for column in corner.column + 1..<right.column {
      let place = Place(row: bottom.row, column: column)
      guard "─-".contains(at(place)) else { throw unreadable("is no border", place) }
    }
    let first = cells[corner.row + 1][(corner.column + 1)...].drop { $0 == " " }
    guard let node = Int(String(first.prefix { $0.isNumber })) else { throw unreadable("has no number", corner) }
    var (input, output) = (-1, -1)
    for row in corner.row + 1..<bottom.row {
      let (left, right) = (Place(row: row, column: corner.column), Place(row: row, column: right.column))
      if "●○*o".contains(at(left)) {
        if at(left.moved(.right).moved(.right)) != " " { input += 1 }
        inputs[left] = Port(node: node, index: input)
      } else if !"│|".contains(at(left)) {
        throw unreadable("is no border", left)
      }
      if "●○*o".contains(at(right)) {
        output += 1
        outputs[right] = Port(node: node, index: output)
      } else if !"│|".contains(at(right)) {
        throw unreadable("is no border", right)
      }
    }
    boxCount += 1
  }

  /// The directions in which a line leaves a cell.
  private func arms(_ place: Place) -> LineArms? {
    guard at(place) == "+" else { return Self.arms[at(place)] }
    var arms: LineArms = []
    for arm in [LineArms.left, .right] where at(place.moved(arm)) == "-" { arms.insert(arm) }
    for arm in [LineArms.up, .down] where "|+".contains(at(place.moved(arm))) { arms.insert(arm) }
    return arms
  }

  private mutating func follow(from start: Place, _ source: Port) throws {
    let isConnected = "●*".contains(at(start))
    var ahead: [(place: Place, heading: LineArms)] = isConnected ? [(start.moved(.right), .right)] : []
    var seen: Set<Place> = []
    var ends = 0
    let opposite: [LineArms: LineArms] = [.left: .right, .right: .left, .up: .down, .down: .up]
    while let (place, heading) = ahead.popLast() {
      if let target = inputs[place] {
        guard heading == .right, "●*".contains(at(place)) else { throw unreadable("is entered wrongly", place) }
        ends += 1
        lines.insert(Line(source: source, target: target))
        continue
      }
      if place == start { continue }
      guard !boxed.contains(place), let arms = arms(place) else { throw unreadable("leads to no node", place) }
      owners[place, default: []].insert(source)
      guard let back = opposite[heading], arms.contains(back) else {
        // Another line hides this one here.
        guard arms == [.up, .down], heading == .right || heading == .left else {
          throw unreadable("is not joined", place)
        }
        ahead.append((place.moved(heading), heading))
        continue
      }
      guard seen.insert(place).inserted else { continue }
      for arm in [LineArms.left, .right, .up, .down] where arm != back && arms.contains(arm) {
        ahead.append((place.moved(arm), arm))
      }
    }
    if isConnected, ends == 0 { throw unreadable("is connected to nothing", start) }
    if !isConnected, "─-".contains(at(start.moved(.right))) { throw unreadable("is not connected", start) }
  }
}
