// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The routed lines of nodes with many connections, cut into pieces by squares of the canvas. However many lines of an
/// output pass along a piece, it is kept, and drawn, once.
///
/// A layout leads the lines of an output together up to where they part. Drawn one by one, they would be drawn over each
/// other a thousand times, and each change of one would be among all of them.
///
/// Invariant (see `checkInvariants` of ``LineTable``): the pieces are those of the lines that were added, counted.
struct LineTrunks: Sendable, Equatable {
  /// A part of the canvas.
  struct Square: Hashable, Sendable {
    let column: Int
    let row: Int
  }

  /// An output's part in a square.
  struct Place: Hashable, Sendable {
    let output: OutputPort
    let square: Square
  }

  /// A straight line or a curve.
  private struct Piece: Hashable {
    let start: GraphPoint
    let element: DrawingPath.Element

    /// Hashes both ends. Of a trunk with thousands of lines, each has many pieces.
    func _rawHashValue(seed: Int) -> Int {
      // A zero that is added makes negative zeros equal positive ones.
      func mixed(_ number: Double, _ seed: Int) -> Int { IDHash.mix((number + 0).bitPattern, seed) }
      let ends = order
      return mixed(ends.3, mixed(ends.2, mixed(ends.1, mixed(ends.0, seed))))
    }

    /// The end of a straight line; `nil` for a curve.
    var lineEnd: GraphPoint? { if case .line(let end) = element { end } else { nil } }

    /// Numbers that order pieces.
    var order: (Double, Double, Double, Double, Double, Double) {
      switch element {
      case .move(let end), .line(let end): (start.y, start.x, end.y, end.x, 0, 0)
      case .curve(let first, let second, let end):
        (start.y, start.x, end.y, end.x, first.y + second.y, first.x + second.x)
      case .close: (start.y, start.x, start.y, start.x, 0, 0)
      }
    }
  }

  /// The width and height of a square, in canvas points.
  static let side = 8192.0

  /// How many lines pass along each piece of an output in a square.
  private var squares: [Square: [OutputPort: [Piece: Int]]] = [:]
  /// How far pieces may reach beyond their square. It doesn't shrink.
  private var reach = 0.0

  init() {}

  /// Whether both have the same pieces.
  static func == (one: Self, other: Self) -> Bool { one.squares == other.squares }

  /// Whether the trunk has no pieces.
  var isEmpty: Bool { squares.isEmpty }

  /// Adds a line. Complexity: O(pieces).
  mutating func add(_ path: DrawingPath, of output: OutputPort) {
    Self.visitPieces(of: path) { square, piece, bounds in
      squares[square, default: [:]][output, default: [:]][piece, default: 0] += 1
      reach = max(reach, bounds.width, bounds.height)
    }
  }

  /// Removes a line that was added. Complexity: O(pieces).
  mutating func remove(_ path: DrawingPath, of output: OutputPort) {
    Self.visitPieces(of: path) { square, piece, _ in
      guard let count = squares[square]?[output]?[piece] else { return }
      squares[square]?[output]?[piece] = count > 1 ? count - 1 : nil
      if squares[square]?[output]?.isEmpty == true { squares[square]?[output] = nil }
      if squares[square]?.isEmpty == true { squares[square] = nil }
    }
  }

  /// Calls `body` with the squares around a part of the canvas that have pieces, and the outputs of these. Complexity:
  /// O(squares around it).
  func search(_ rect: GraphRect, _ body: (Square, OutputPort) -> Void) {
    guard !squares.isEmpty else { return }
    let (first, last) = around(rect)
    // A search of all that is shown from far away has more squares than there are pieces in some.
    if (last.column - first.column + 1) * (last.row - first.row + 1) > squares.count {
      for (square, outputs) in squares
      where (first.column...last.column).contains(square.column) && (first.row...last.row).contains(square.row) {
        for output in outputs.keys { body(square, output) }
      }
      return
    }
    for column in first.column...last.column {
      for row in first.row...last.row {
        let square = Square(column: column, row: row)
        for output in (squares[square] ?? [:]).keys { body(square, output) }
      }
    }
  }

  /// The places that a line passes.
  static func places(of path: DrawingPath, from output: OutputPort) -> Set<Place> {
    var places: Set<Place> = []
    visitPieces(of: path) { square, _, _ in places.insert(Place(output: output, square: square)) }
    return places
  }

  /// Whether there are pieces of an output in a square.
  func contains(_ place: Place) -> Bool { squares[place.square]?[place.output] != nil }

  /// Whether a square is around a part of the canvas.
  func isNear(_ square: Square, _ rect: GraphRect) -> Bool {
    let (first, last) = around(rect)
    return (first.column...last.column).contains(square.column) && (first.row...last.row).contains(square.row)
  }

  private func around(_ rect: GraphRect) -> (first: Square, last: Square) {
    let around = rect.expanded(by: reach)
    return (Self.square(of: around.origin), Self.square(of: GraphPoint(around.maxX, around.maxY)))
  }

  /// The pieces of an output in a square as one path, the same for equal pieces, without those of a line that no other
  /// line passes along.
  func path(of output: OutputPort, in square: Square, without line: DrawingPath?) -> DrawingPath {
    guard var pieces = squares[square]?[output] else { return DrawingPath() }
    if let line {
      Self.visitPieces(of: line) { other, piece, _ in
        if other == square, pieces[piece] == 1 { pieces[piece] = nil }
      }
    }
    var (level, steep, others) = ([Piece](), [Piece](), [Piece]())
    for piece in pieces.keys {
      if piece.lineEnd?.y == piece.start.y {
        level.append(piece)
      } else if piece.lineEnd?.x == piece.start.x {
        steep.append(piece)
      } else {
        others.append(piece)
      }
    }
    level.sort { $0.order < $1.order }
    steep.sort { ($0.start.x, $0.order.0, $0.order.2) < ($1.start.x, $1.order.0, $1.order.2) }
    others.sort { $0.order < $1.order }
    var elements: [DrawingPath.Element] = []
    // Of lines that overlap only the union is drawn.
    func append(
      _ lines: [Piece], _ isInLine: (GraphPoint, GraphPoint) -> Bool, _ reaches: (GraphPoint, GraphPoint) -> Bool
    ) {
      var run: (start: GraphPoint, end: GraphPoint)?
      for piece in lines {
        guard let end = piece.lineEnd else { continue }
        if let last = run, isInLine(last.start, piece.start), reaches(last.end, piece.start) {
          if reaches(end, last.end) { run?.end = end }
        } else {
          if let run { elements += [.move(run.start), .line(run.end)] }
          run = (piece.start, end)
        }
      }
      if let run { elements += [.move(run.start), .line(run.end)] }
    }
    append(level, { $0.y == $1.y }, { $0.x >= $1.x })
    append(steep, { $0.x == $1.x }, { $0.y >= $1.y })
    for piece in others { elements += [.move(piece.start), piece.element] }
    return DrawingPath(elements)
  }

  private static func square(of point: GraphPoint) -> Square {
    func number(_ value: Double) -> Int { DecimalText.floor(max(-1e6, min(1e6, value / side))) }
    return Square(column: number(point.x), row: number(point.y))
  }

  /// Calls `body` with the pieces of a line, each with its square and the rectangle around it. Level and steep lines run to
  /// the right or down, and end at the edges of squares. A long line has hundreds of pieces.
  private static func visitPieces(of path: DrawingPath, _ body: (Square, Piece, GraphRect) -> Void) {
    func straight(_ start: GraphPoint, _ end: GraphPoint) {
      let bounds = GraphRect(from: start, to: end)
      // In the middle it is in the square, at an edge it is in two.
      body(square(of: (start + end) * 0.5), Piece(start: start, element: .line(end)), bounds)
    }
    var last = GraphPoint.zero
    for element in path.elements {
      switch element {
      case .move(let point): last = point
      case .line(let end):
        let (low, high) = last.x < end.x || last.x == end.x && last.y < end.y ? (last, end) : (end, last)
        if low.y == high.y, low.x < high.x {
          cut(low.x, high.x) { straight(GraphPoint($0, low.y), GraphPoint($1, low.y)) }
        } else if low.x == high.x, low.y < high.y {
          cut(low.y, high.y) { straight(GraphPoint(low.x, $0), GraphPoint(low.x, $1)) }
        } else if last != end {
          straight(last, end)
        }
        last = end
      case .curve(let first, let second, let end):
        let bounds = GraphRect(from: last, to: first).union(GraphRect(from: second, to: end))
        body(square(of: last), Piece(start: last, element: element), bounds)
        last = end
      case .close: break
      }
    }
  }

  private static func cut(_ low: Double, _ high: Double, _ body: (Double, Double) -> Void) {
    if high - low > 4096 * side { return body(low, high) }
    var from = low
    while from < high {
      let to = min(high, Double(DecimalText.floor(from / side) + 1) * side)
      body(from, to)
      from = to
    }
  }
}
