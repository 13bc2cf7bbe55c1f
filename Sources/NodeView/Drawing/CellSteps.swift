// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Lines from cell to cell.
enum CellSteps {
  /// Visits the cells of the straight line between two cells, each with the arms that join it to its neighbours.
  ///
  /// Steps lead sideways or up and down, never diagonally, so that box-drawing characters join. A cell may be visited
  /// twice, with different arms. A slanted line that spans 10,000 cells or more is not visited at all.
  static func walk(
    from start: (column: Int, row: Int), to end: (column: Int, row: Int), within grid: CellGrid,
    _ visit: (Int, Int, LineArms) -> Void
  ) {
    if start.column == end.column || start.row == end.row {
      walkStraight(from: start, to: end, within: grid, visit)
    } else {
      walkSlanted(from: start, to: end, visit)
    }
  }

  /// Visits a horizontal or vertical line. It may be long, so only the cells within the grid are visited.
  private static func walkStraight(
    from start: (column: Int, row: Int), to end: (column: Int, row: Int), within grid: CellGrid,
    _ visit: (Int, Int, LineArms) -> Void
  ) {
    let columns = clamped(start.column, end.column, grid.columns)
    let rows = clamped(start.row, end.row, grid.rows)
    if start.column != end.column, rows.lowerBound == start.row {
      for column in columns {
        var arms = LineArms()
        if column > min(start.column, end.column) { arms.insert(.left) }
        if column < max(start.column, end.column) { arms.insert(.right) }
        visit(column, start.row, arms)
      }
    } else if start.row != end.row, columns.lowerBound == start.column {
      for row in rows {
        var arms = LineArms()
        if row > min(start.row, end.row) { arms.insert(.up) }
        if row < max(start.row, end.row) { arms.insert(.down) }
        visit(start.column, row, arms)
      }
    }
  }

  /// Visits a slanted line as a staircase, in which each step is the one that deviates less from the line.
  private static func walkSlanted(
    from start: (column: Int, row: Int), to end: (column: Int, row: Int), _ visit: (Int, Int, LineArms) -> Void
  ) {
    let (dx, dy) = (end.column - start.column, end.row - start.row)
    let (right, down) = (dx > 0, dy > 0)
    guard abs(dx) < 10_000, abs(dy) < 10_000 else { return }
    var (column, row) = start
    var (across, along) = (0, 0)
    while across < abs(dx) || along < abs(dy) {
      let isSideways = along == abs(dy) || across < abs(dx) && (2 * across + 1) * abs(dy) <= (2 * along + 1) * abs(dx)
      visit(column, row, isSideways ? (right ? .right : .left) : (down ? .down : .up))
      if isSideways {
        (column, across) = (column + (right ? 1 : -1), across + 1)
      } else {
        (row, along) = (row + (down ? 1 : -1), along + 1)
      }
      visit(column, row, isSideways ? (right ? .left : .right) : (down ? .up : .down))
    }
  }

  private static func clamped(_ one: Int, _ other: Int, _ count: Int) -> Range<Int> {
    (min(one, other)..<max(one, other) + 1).clamped(to: 0..<max(1, count))
  }
}
