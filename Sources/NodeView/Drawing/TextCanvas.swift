// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A canvas that draws into the cells of a terminal.
///
/// A fill colours the cells whose centre it covers, a line becomes box-drawing characters that join where lines meet,
/// and text is written into the row that contains the middle of its frame. Later drawings cover earlier ones, with one
/// exception: lines leave out cells with text. On paper they would pass next to that text; in cells they would hide it.
///
/// Colours that are not opaque are blended with those below, or with black where the terminal's own background is
/// below.
///
/// ```swift
/// let canvas = TextCanvas(size: GraphSize(160, 48), usesColor: false)  // 20 × 3 cells
/// canvas.stroke(DrawingPath(GraphRect(x: 4, y: 8, width: 72, height: 32)), with: Stroke(.black))
/// print(canvas.text)
/// ```
public final class TextCanvas: DrawingCanvas {
  /// The combined effect of the open groups.
  private struct Scope {
    var offset = GraphPoint.zero
    var scale = 1.0
    var opacity = 1.0
    /// The columns that may be drawn on: those whose cell centres are in every clip.
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

  /// Creates an empty picture.
  ///
  /// The number of cells is `size` divided by `cell`, rounded up, and at most a thousand each way. What is drawn
  /// outside is left out.
  ///
  /// - Parameters:
  ///   - size: The size of the picture, in points.
  ///   - cell: The size of a terminal cell, in points.
  ///   - usesColor: Whether ``text`` and ``lines`` contain escape sequences for 24-bit colours and bold text. Without
  ///     them, lines with nearly the colour of their background are left out.
  ///   - isASCII: Whether only ASCII characters are written: lines as `+`, `-` and `|`, other characters as `?`.
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

  /// The rows of the picture, separated by line breaks, without empty cells at their ends.
  ///
  /// - Complexity: O(cells), for each read.
  public var text: String { lines.joined(separator: "\n") }

  /// The rows of the picture from top to bottom, without empty cells at their ends.
  ///
  /// There is one line for each row, also for empty ones. With colours, escape sequences end with the line.
  ///
  /// - Complexity: O(cells), for each read.
  public var lines: [String] { grid.lines(isASCII: isASCII, usesColor: usesColor) }

  /// Colours the cells whose centre is in the path.
  ///
  /// A colour that hides more than it lets through, by its own opacity and that of its groups, clears the contents of
  /// these cells. Another one tints the contents.
  ///
  /// - Complexity: O(rows · edges · log edges + cells covered); a curve has 16 edges.
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

  /// Draws a line from cell to cell, a slanted one in steps.
  ///
  /// The line joins lines of its own colour that it meets, and replaces others. Cells that show text are left out.
  /// Several lines that together span no more than three by two cells, such as an icon, become one mark. Without
  /// colours, lines that nearly have the colour of their background are left out. A slanted straight piece that spans
  /// 10,000 cells or more is never drawn.
  ///
  /// - Complexity: O(cells that the line passes).
  public func stroke(_ path: DrawingPath, with stroke: Stroke) {
    let opacity = Self.opacity(stroke.paint.opacity * scope.opacity)
    // Dashes of length 0 are dots, which are finer than a cell.
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

  /// The cell in the middle of several lines that together span no more than three by two cells; `nil` for other lines.
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

  /// Writes text into the row that contains the middle of `frame`.
  ///
  /// The text is cut to the cells whose centre is in `frame`, or to the cell in its middle if there are none and the
  /// frame has a width. A clip cuts text without an ellipsis. Wide characters that would be cut in half are left out.
  ///
  /// - Parameters:
  ///   - text: The text. Control characters become visible stand-ins.
  ///   - frame: The room for the text, in points of the innermost open group. Its height only determines the row.
  ///   - style: The colour, the weight and the alignment. All sizes above 0 are drawn alike.
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
    // A clip cuts whole characters, without an ellipsis.
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

  /// Begins a group. Its opacity applies to each drawing in it, not to the group as a whole.
  ///
  /// A clip leaves the cells whose centre is in it. Its corner radius and the name of the group are ignored.
  ///
  /// - Parameter group: The transform, opacity and clip of the group.
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

  /// Ends the innermost open group. A call without an open group has no effect.
  public func endGroup() {
    if let last = scopes.popLast() { scope = last }
  }

  /// Converts a point of the innermost group to cells from the top left.
  private func cellPoint(_ point: GraphPoint) -> GraphPoint {
    let point = scope.offset + point * scope.scale
    return GraphPoint(point.x / cell.width, point.y / cell.height)
  }

  /// The index of the cell that a line passes through. A line along the far edge of the picture passes through the last
  /// cell.
  private func lineCell(_ position: Double, _ count: Int) -> Int {
    let cell = DecimalText.floor(position)
    return cell == count && Double(cell) == position ? count - 1 : cell
  }

  /// The index of the first cell whose centre is not before the position.
  private static func firstCenter(_ position: Double) -> Int { -DecimalText.floor(0.5 - position) }

  private static func centers(from low: Double, to high: Double) -> Range<Int> {
    let start = firstCenter(low)
    return start..<max(start, firstCenter(high))
  }

  /// The opacity limited to 0…1; 0 for NaN.
  private static func opacity(_ opacity: Double) -> Double { opacity > 0 ? min(1, opacity) : 0 }
}

extension Paint {
  /// Blends this colour over another one with the given opacity, which replaces its own. Without a colour below, it is
  /// blended with black.
  package func over(_ below: Paint?, opacity: Double) -> Paint {
    func blend(_ above: UInt8, _ below: UInt8?) -> UInt8 {
      UInt8(max(0, min(255, Double(above) * opacity + Double(below ?? 0) * (1 - opacity) + 0.5)))
    }
    return Paint(
      red: blend(red, below?.red), green: blend(green, below?.green), blue: blend(blue, below?.blue))
  }

  /// Whether both colours are hard to distinguish: no component differs by as much as a tenth.
  fileprivate func isClose(to other: Paint) -> Bool {
    func isClose(_ one: UInt8, _ other: UInt8) -> Bool { abs(Int(one) - Int(other)) < 24 }
    return isClose(red, other.red) && isClose(green, other.green) && isClose(blue, other.blue)
  }
}
