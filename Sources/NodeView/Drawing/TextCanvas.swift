// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Draws into the cells of a terminal.
///
/// A fill colours the cells whose centre it covers, a line becomes box-drawing characters that join where lines meet,
/// and text takes the row its frame's middle lies in. What is drawn later covers what was drawn before; only lines go
/// round text, which would be lost in cells where they pass beside it on paper.
///
/// Colours that are not opaque are blended with what is below; where that is the terminal's own background, with black.
public final class TextCanvas: DrawingCanvas {
  /// The combined effect of the open groups.
  private struct Scope {
    var offset = GraphPoint.zero
    var scale = 1.0
    var opacity = 1.0
    /// The cells that may be drawn on: those whose centre no clip leaves out.
    var columns: Range<Int>
    var rows: Range<Int>
  }

  private let cell: GraphSize
  private let size: GraphSize
  private let usesColor: Bool
  private let isASCII: Bool
  private var grid: CellGrid
  private var scopes: [Scope] = []
  private var scope: Scope

  /// Makes an empty picture.
  ///
  /// - Parameters:
  ///   - size: Its size, in points; cut off beyond a thousand cells each way.
  ///   - cell: The size of one cell of the terminal, in points.
  ///   - usesColor: Whether escape sequences for 24-bit colours are written.
  ///   - isASCII: Whether only ASCII is written.
  /// - Precondition: `cell` has a width and a height above 0.
  public init(size: GraphSize, cell: GraphSize = GraphSize(8, 16), usesColor: Bool, isASCII: Bool = false) {
    require(
      cell.width > 0 && cell.height > 0, "the cells of a terminal have an extent, unlike \(cell.width) × \(cell.height)"
    )
    self.cell = cell
    self.size = size
    self.usesColor = usesColor
    self.isASCII = isASCII
    grid = CellGrid(
      columns: -DecimalText.floor(-size.width / cell.width), rows: -DecimalText.floor(-size.height / cell.height))
    scope = Scope(columns: 0..<grid.columns, rows: 0..<grid.rows)
  }

  /// The rows as lines, without what is empty at their ends. Complexity: O(cells).
  public var text: String { lines.joined(separator: "\n") }

  /// The rows. Complexity: O(cells).
  public var lines: [String] { grid.lines(isASCII: isASCII, usesColor: usesColor) }

  /// Colours the cells whose centre lies in the path; what they showed is covered if the colour hides more than it
  /// lets through, else tinted.
  public func fill(_ path: DrawingPath, with paint: Paint) {
    let opacity = Self.opacity(paint.opacity * scope.opacity)
    guard opacity > 0 else { return }
    let outline = CellOutline(path.flattened(steps: 16, cellPoint))
    for row in outline.rows.clamped(to: scope.rows) {
      for span in outline.columns(inRow: row) {
        for column in span.clamped(to: scope.columns) {
          if opacity > 0.5 { grid.set(.lines([]), column: column, row: row) }
          let below = grid[column, row]
          grid[column, row].background = paint.over(below.background, opacity: opacity)
          if let ink = below.ink { grid[column, row].ink = paint.over(ink, opacity: opacity) }
        }
      }
    }
  }

  /// Draws a line from cell to cell; a slanted one in steps.
  ///
  /// It joins lines of its own colour that it meets, and covers others. What consists of several lines and is too small
  /// for that, such as an icon, becomes a mark. Without colours, lines that can hardly be told from what is behind them
  /// are left out.
  public func stroke(_ path: DrawingPath, with stroke: Stroke) {
    let opacity = Self.opacity(stroke.paint.opacity * scope.opacity)
    // Dashes without length are dots, which are finer than a cell.
    guard opacity > 0, stroke.width > 0, stroke.dash.first != 0 else { return }
    func draw(_ column: Int, _ row: Int, _ change: (inout CellGrid, _ ink: Paint) -> Void) {
      guard scope.columns.contains(column), scope.rows.contains(row) else { return }
      switch grid[column, row].content {
      case .lines, .character(" "): break
      default: return
      }
      let background = grid[column, row].background
      let ink = stroke.paint.over(background, opacity: opacity)
      if !usesColor, let background, ink.isClose(to: background) { return }
      change(&grid, ink)
      grid[column, row].isBold = false
      grid[column, row].ink = ink
    }
    let runs = path.flattened(steps: 32, cellPoint)
    if let (column, row) = Self.middle(ofIcon: runs) {
      draw(column, row) { grid, _ in grid.set(.character(isASCII ? "o" : "◦"), column: column, row: row) }
      return
    }
    for run in runs {
      let cells = run.map { point in (column: lineCell(point.x, grid.columns), row: lineCell(point.y, grid.rows)) }
      for (start, end) in zip(cells, cells.dropFirst()) {
        CellSteps.walk(from: start, to: end, within: grid) { column, row, arms in
          draw(column, row) { grid, ink in
            if grid[column, row].ink != ink { grid.set(.lines([]), column: column, row: row) }
            grid.add(arms, column: column, row: row)
          }
        }
      }
    }
  }

  /// The cell in the middle of several lines that together are no larger than three cells by two.
  private static func middle(ofIcon runs: [[GraphPoint]]) -> (column: Int, row: Int)? {
    guard runs.count > 1, let first = runs[0].first else { return nil }
    var (low, high) = (first, first)
    for point in runs.joined() {
      low = GraphPoint(min(low.x, point.x), min(low.y, point.y))
      high = GraphPoint(max(high.x, point.x), max(high.y, point.y))
      guard high.x - low.x <= 3, high.y - low.y <= 2 else { return nil }
    }
    return (DecimalText.floor((low.x + high.x) / 2), DecimalText.floor((low.y + high.y) / 2))
  }

  /// Writes text into the row in which the middle of `frame` lies, cut to the cells whose centre is in it; if there are
  /// none, to the cell in its middle.
  public func draw(_ text: String, in frame: GraphRect, style: TextStyle) {
    let opacity = Self.opacity(style.paint.opacity * scope.opacity)
    let left = cellPoint(GraphPoint(frame.minX, frame.midY))
    let right = cellPoint(GraphPoint(frame.maxX, frame.midY))
    let row = DecimalText.floor(left.y)
    var (start, end) = (Self.firstCenter(left.x), Self.firstCenter(right.x))
    if start >= end, frame.width > 0 {
      start = DecimalText.floor((left.x + right.x) / 2)
      end = start + 1
    }
    guard opacity > 0, style.size > 0, start < end, scope.rows.contains(row), scope.columns.overlaps(start..<end)
    else { return }
    let label = TextWidth.cut(
      VisibleText.standIns(text, isASCII: isASCII), to: min(end - start, 4 * grid.columns), at: style.truncation,
      ellipsis: isASCII ? "." : "…")
    let rest = end - start - TextWidth.columns(of: label)
    var column = start
    switch style.alignment {
    case .leading: break
    case .center: column += rest / 2
    case .trailing: column += rest
    }
    // What a clip cuts off is cut without an ellipsis, by characters.
    var visible = label[...]
    while column < scope.columns.lowerBound, let first = visible.first {
      column += TextWidth.columns(of: first)
      visible.removeFirst()
    }
    grid.write(String(visible), column: column, row: row, end: scope.columns.upperBound, isASCII: isASCII) { cell in
      cell.ink = style.paint.over(cell.background, opacity: opacity)
      cell.isBold = style.isBold
    }
  }

  /// Begins a group; its opacity applies to each thing drawn in it, not to the group as a whole.
  public func beginGroup(_ group: CanvasGroup) {
    scopes.append(scope)
    scope.offset = scope.offset + group.offset * scope.scale
    scope.scale *= group.scale
    scope.opacity *= group.opacity
    if let clip = group.clip {
      let (low, high) = (cellPoint(clip.origin), cellPoint(GraphPoint(clip.maxX, clip.maxY)))
      scope.columns = scope.columns.clamped(to: Self.centers(from: low.x, to: high.x))
      scope.rows = scope.rows.clamped(to: Self.centers(from: low.y, to: high.y))
    }
  }

  /// Ends the innermost group; does nothing without one.
  public func endGroup() {
    if let last = scopes.popLast() { scope = last }
  }

  /// A point in cells from the top left.
  private func cellPoint(_ point: GraphPoint) -> GraphPoint {
    let point = scope.offset + point * scope.scale
    return GraphPoint(point.x / cell.width, point.y / cell.height)
  }

  /// The cell a line runs through; one along the far edge of the picture runs through the last.
  private func lineCell(_ position: Double, _ count: Int) -> Int {
    let cell = DecimalText.floor(position)
    return cell == count && Double(cell) == position ? count - 1 : cell
  }

  /// The first cell whose centre is not before the position.
  private static func firstCenter(_ position: Double) -> Int { -DecimalText.floor(0.5 - position) }

  private static func centers(from low: Double, to high: Double) -> Range<Int> {
    let start = firstCenter(low)
    return start..<max(start, firstCenter(high))
  }

  /// NaN counts as transparent.
  private static func opacity(_ opacity: Double) -> Double { opacity > 0 ? min(1, opacity) : 0 }
}

extension Paint {
  /// This colour laid over another with the opacity given, not its own; without another over black.
  package func over(_ below: Paint?, opacity: Double) -> Paint {
    func blend(_ above: UInt8, _ below: UInt8?) -> UInt8 {
      UInt8(max(0, min(255, Double(above) * opacity + Double(below ?? 0) * (1 - opacity) + 0.5)))
    }
    return Paint(
      red: blend(red, below?.red), green: blend(green, below?.green), blue: blend(blue, below?.blue))
  }

  /// Whether the two can hardly be told apart: no component differs by a tenth.
  fileprivate func isClose(to other: Paint) -> Bool {
    func isClose(_ one: UInt8, _ other: UInt8) -> Bool { abs(Int(one) - Int(other)) < 24 }
    return isClose(red, other.red) && isClose(green, other.green) && isClose(blue, other.blue)
  }
}
