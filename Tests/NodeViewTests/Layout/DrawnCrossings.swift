// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport

/// Counts the pairs of lines that cross at least once, except pairs for which `sharePort` returns true.
///
/// Two lines cross if one piece of each have an inner point in common; lines that only touch do not.
func crossingPairCount(_ lines: [[GraphPoint]], sharePort: (Int, Int) -> Bool) -> Int {
  struct Piece {
    let line: Int
    let start: GraphPoint
    let end: GraphPoint
  }
  struct Cell: Hashable {
    let x: Int
    let y: Int
  }
  struct Pair: Hashable {
    let first: Int
    let second: Int
  }
  func side(_ piece: Piece, _ point: GraphPoint) -> Double {
    (piece.end.x - piece.start.x) * (point.y - piece.start.y)
      - (piece.end.y - piece.start.y) * (point.x - piece.start.x)
  }
  func cross(_ first: Piece, _ second: Piece) -> Bool {
    side(first, second.start) * side(first, second.end) < 0 && side(second, first.start) * side(second, first.end) < 0
  }
  let cellSize = 30.0
  var cells: [Cell: [Piece]] = [:]
  for (index, line) in lines.enumerated() {
    for (start, end) in zip(line, line.dropFirst()) {
      let piece = Piece(line: index, start: start, end: end)
      let columns = Int(min(start.x, end.x) / cellSize)...Int(max(start.x, end.x) / cellSize)
      let slope = (end.y - start.y) / (end.x - start.x)
      for column in columns {
        // Only the rows that the piece crosses in this column.
        var (top, bottom) = (min(start.y, end.y), max(start.y, end.y))
        if columns.count > 1 {
          let ends = [Double(column), Double(column + 1)].map {
            min(max(start.y + slope * ($0 * cellSize - start.x), top), bottom)
          }
          (top, bottom) = (min(ends[0], ends[1]), max(ends[0], ends[1]))
        }
        for row in Int(top / cellSize)...Int(bottom / cellSize) {
          cells[Cell(x: column, y: row), default: []].append(piece)
        }
      }
    }
  }
  var pairs: Set<Pair> = []
  for pieces in cells.values {
    for (index, first) in pieces.enumerated() {
      for second in pieces[..<index] where first.line != second.line {
        let pair = Pair(first: min(first.line, second.line), second: max(first.line, second.line))
        guard cross(first, second), !sharePort(pair.first, pair.second) else { continue }
        pairs.insert(pair)
      }
    }
  }
  return pairs.count
}

extension LayoutGraph {
  /// Whether two edges start from the same output or lead to the same input.
  func sharePort(_ first: Int, _ second: Int) -> Bool {
    let (first, second) = (edges[first], edges[second])
    return first.source == second.source && first.output == second.output
      || first.target == second.target && first.input == second.input
  }

  /// Counts the crossing pairs of lines, one line for each edge, among edges that share no port.
  func crossingPairCount(of lines: [[GraphPoint]]) -> Int {
    NodeViewTests.crossingPairCount(lines, sharePort: sharePort)
  }
}
