// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The line of a connection, in canvas points, with hit testing and the position of its label.
///
/// ``GraphView/path(of:)`` returns the lines that a view draws. Create one yourself to draw a line of your own in the
/// course that connections take:
///
/// ```swift
/// let line = EdgePath(from: frame.outputAnchor(0), to: pointer, style: .curve)
/// canvas.stroke(line.path, with: Stroke(.black, width: 2))
/// ```
///
/// A line is a value: it doesn't follow nodes that move.
public struct EdgePath: Hashable, Sendable {
  /// The line, from output to input.
  ///
  /// In the course of an ``EdgeStyle`` it begins and ends 4 points outside of the ports, where the markers are.
  public let path: DrawingPath
  /// The position of the output, in canvas points.
  ///
  /// The line itself may begin a few points outside of it; its first point is in ``path``.
  public let source: GraphPoint
  /// The position of the input, in canvas points.
  ///
  /// The line itself may end a few points outside of it; its last point is in ``path``.
  public let target: GraphPoint
  /// The edge of the output's node at which the line begins; by default the right one.
  public let sourceSide: NodeSide
  /// The edge of the input's node at which the line ends; by default the left one.
  public let targetSide: NodeSide
  /// The line as straight pieces that are short enough for hit testing.
  let pieces: [GraphPoint]
  /// The reroutes that the user has set, which the line of a host's own course doesn't have to pass.
  private var reroutes: [GraphPoint] = []

  /// The distance between the ports and the ends of the line, where its markers are, in canvas points; as in
  /// ShinpuruNodeUI.
  package static let terminalLength = 4.0
  /// The length that an orthogonal line continues straight before it turns back, in canvas points.
  static let stub = 20.0

  /// Creates the line from an output at the right edge of its node to an input at the left edge of its node.
  ///
  /// The corners are those of a layout, such as ``LayoutResult`` has. A line that turns back at a corner may run back
  /// on itself; for points that the user has set, use ``init(from:to:reroutes:style:)``, which avoids that.
  ///
  /// - Parameters:
  ///   - source: The position of the output, in canvas points.
  ///   - target: The position of the input, in canvas points.
  ///   - corners: The points through which a layout routes the line, from output to input.
  ///   - style: The course between these points.
  /// - Complexity: O(corners). A single curve has up to 256 pieces.
  public init(from source: GraphPoint, to target: GraphPoint, through corners: [GraphPoint] = [], style: EdgeStyle) {
    self.source = source
    self.target = target
    (sourceSide, targetSide) = (.right, .left)
    let start = GraphPoint(source.x + Self.terminalLength, source.y)
    let end = GraphPoint(target.x - Self.terminalLength, target.y)
    let stops = [start] + corners + [end]
    switch style {
    case .curve where corners.isEmpty:
      let reach = max(abs(target.x - source.x), 40) * 0.75
      let curve = CubicCurve(
        start, GraphPoint(source.x + reach, source.y), GraphPoint(target.x - reach, target.y), end)
      path = DrawingPath([.move(start), curve.element])
      pieces = curve.points(count: curve.pieceCount)
    case .curve:
      // The curve is horizontal at each corner, so that the pieces join smoothly and the curve stays between the
      // corners.
      let curves = zip(stops, stops.dropFirst()).map { from, to in
        let reach = (to.x - from.x) / 2
        return CubicCurve(from, GraphPoint(from.x + reach, from.y), GraphPoint(to.x - reach, to.y), to)
      }
      path = DrawingPath([.move(start)] + curves.map(\.element))
      pieces = [start] + curves.flatMap { $0.points(count: 12).dropFirst() }
    case .straight:
      pieces = stops
      path = DrawingPath(through: pieces)
    case .orthogonal:
      pieces = corners.isEmpty ? Self.steps(from: start, to: end) : Self.stairs(through: stops)
      path = DrawingPath(through: pieces)
    case .smoothStep(let radius):
      pieces = corners.isEmpty ? Self.steps(from: start, to: end) : Self.stairs(through: stops)
      path = DrawingPath(roundingCornersOf: pieces, radius: radius)
    case .lanes(let radius):
      (path, pieces) = Self.lanes(through: stops, radius: radius)
    }
  }

  /// Creates the line from an output at the right edge of its node, through reroutes, to an input at the left edge of
  /// its node.
  ///
  /// The line passes each reroute horizontally, to the right or to the left.
  ///
  /// - Parameters:
  ///   - source: The position of the output, in canvas points.
  ///   - target: The position of the input, in canvas points.
  ///   - reroutes: The points that the user has set, from output to input.
  ///   - style: The course between these points.
  /// - Complexity: O(reroutes). A single curve has up to 256 pieces.
  public init(from source: GraphPoint, to target: GraphPoint, reroutes: [GraphPoint], style: EdgeStyle) {
    self.init(from: EdgeEnd(source, .right), to: EdgeEnd(target, .left), reroutes: reroutes, course: style)
  }

  /// Creates the line between ports at any edges of their nodes, in any course.
  ///
  /// ```swift
  /// let line = EdgePath(
  ///   from: EdgeEnd(low.outputAnchor(0), .bottom), to: EdgeEnd(high.inputAnchor(0), .top), course: EdgeStyle.lanes(radius: 12))
  /// ```
  ///
  /// If a course of your own returns a line without a length, or with a coordinate that is NaN or beyond ±10⁹, a
  /// straight line through the reroutes replaces it.
  ///
  /// - Parameters:
  ///   - source: The position and the edge of the output.
  ///   - target: The position and the edge of the input.
  ///   - reroutes: The points that the user has set, from output to input. An ``EdgeStyle`` passes them horizontally,
  ///     or vertically if both ports are on top or at the bottom.
  ///   - course: The course between these points.
  /// - Complexity: O(reroutes) for an ``EdgeStyle``; else that of ``EdgeCourse/line(from:to:through:)``.
  public init(from source: EdgeEnd, to target: EdgeEnd, reroutes: [GraphPoint] = [], course: some EdgeCourse) {
    self.init(from: source, to: target, through: [], reroutes: reroutes, course: course)
  }

  /// Creates the line through reroutes that the user has set, or if there are none, through the corners that a layout
  /// has found. Corners are used only between ports at opposite edges.
  init(
    from source: EdgeEnd, to target: EdgeEnd, through corners: [GraphPoint], reroutes: [GraphPoint],
    course: some EdgeCourse
  ) {
    let isAlong = target.side == source.side.opposite
    let points = reroutes.isEmpty && isAlong ? corners : reroutes
    if let style = course as? EdgeStyle {
      if source.side != .right, isAlong {
        // The line between ports at the right and left edge, turned.
        let side = source.side
        let level = EdgePath(
          from: EdgeEnd(side.leveled(source.point), .right), to: EdgeEnd(side.leveled(target.point), .left),
          through: corners.map(side.leveled), reroutes: reroutes.map(side.leveled), course: style)
        self.init(source, target, (level.path.mapped(side.turned), level.pieces.map(side.turned)))
      } else if reroutes.isEmpty, source.side == .right, isAlong {
        self.init(from: source.point, to: target.point, through: corners, style: style)
      } else {
        var rerouted = ReroutedCourse(from: source, to: target, through: points, style)
        self.init(source, target, rerouted.drawn())
      }
    } else {
      let path = course.line(from: source, to: target, through: points)
      if let pieces = path.pieces {
        self.init(source, target, (path, pieces))
        self.reroutes = reroutes
      } else {
        self.init(from: source, to: target, through: [], reroutes: points, course: EdgeStyle.straight)
      }
    }
  }

  private init(_ source: EdgeEnd, _ target: EdgeEnd, _ line: (path: DrawingPath, pieces: [GraphPoint])) {
    (self.source, self.target, path, pieces) = (source.point, target.point, line.path, line.pieces)
    (sourceSide, targetSide) = (source.side, target.side)
  }
}

extension EdgePath {
  /// Whether the input is on the side of the output that the line leads away from, such as to the left of an output at
  /// the right edge.
  var runsBack: Bool { sourceSide.leveled(target).x < sourceSide.leveled(source).x }

  /// The point halfway along the line, in canvas points, which is the middle of a label.
  ///
  /// - Complexity: O(pieces).
  public var labelPoint: GraphPoint {
    let lengths = zip(pieces, pieces.dropFirst()).map { $0.distance(to: $1) }
    var rest = lengths.reduce(0, +) / 2
    for (index, length) in lengths.enumerated() {
      if rest <= length, length > 0 {
        return pieces[index] + (pieces[index + 1] - pieces[index]) * (rest / length)
      }
      rest -= length
    }
    return pieces.last ?? source
  }

  /// The direction of the line at ``labelPoint``, from output to input, as a vector of any length above zero.
  ///
  /// It is `(1, 0)` for a line without a length.
  ///
  /// - Complexity: O(pieces).
  public var labelDirection: GraphPoint {
    let lengths = zip(pieces, pieces.dropFirst()).map { $0.distance(to: $1) }
    var rest = lengths.reduce(0, +) / 2
    for (index, length) in lengths.enumerated() {
      if rest <= length, length > 0 { return pieces[index + 1] - pieces[index] }
      rest -= length
    }
    return GraphPoint(1, 0)
  }

  /// The angle by which text at ``labelPoint`` is turned to run along the line, in radians, clockwise.
  ///
  /// It is greater than −π/2 and at most π/2, so text is never upside down. Where the line runs to the left, text runs
  /// against it: use ``labelDirection`` for an arrow.
  ///
  /// - Complexity: O(pieces).
  public var labelAngle: Double {
    let direction = labelDirection
    let (width, height) = (abs(direction.x), abs(direction.y))
    let rises = (direction.x < 0) != (direction.y < 0)
    let angle = height <= width ? Self.arctangent(height / width) : .pi / 2 - Self.arctangent(width / height)
    return rises && height > 0 && width > 0 ? -angle : angle
  }

  /// The arctangent of a number from 0 to 1, computed with sums and roots alone, so that it is the same on every
  /// system.
  private static func arctangent(_ tangent: Double) -> Double {
    // The tangent of an eighth of the angle is below 0.1, where nine terms of the series are exact except for the last
    // bit.
    var eighth = tangent
    for _ in 0..<3 { eighth /= 1 + (1 + eighth * eighth).squareRoot() }
    let square = eighth * eighth
    var sum = 0.0
    for odd in stride(from: 17.0, through: 1, by: -2) { sum = 1 / odd - square * sum }
    return 8 * eighth * sum
  }

  /// The smallest rectangle around the line, its ports and its reroutes, in canvas points.
  ///
  /// The width of the stroke, the markers and the label aren't included: enlarge it before you use it as a dirty
  /// region.
  ///
  /// - Complexity: O(pieces).
  public var bounds: GraphRect {
    var extent = Extent(of: source)
    extent.reach(target)
    for point in pieces { extent.reach(point) }
    for point in reroutes { extent.reach(point) }
    return extent.rect
  }

  /// Returns the distance of a point from the line, in canvas points.
  ///
  /// The line is taken without its width. Convert a pointer's position to canvas points before, and compare the result
  /// with a radius that is divided by the zoom.
  ///
  /// ```swift
  /// let isHit = line.distance(to: viewport.canvasPoint(pointer)) * viewport.zoom < 8
  /// ```
  ///
  /// - Parameter point: A point, in canvas points.
  /// - Returns: The distance to the nearest point of the line.
  /// - Complexity: O(pieces). A single curve has between 24 and 256 pieces, each curve of a line with several 12 of
  ///   them.
  public func distance(to point: GraphPoint) -> Double {
    var nearest = Double.infinity
    for (start, end) in zip(pieces, pieces.dropFirst()) {
      let along = end - start
      let squared = along.x * along.x + along.y * along.y
      let to = point - start
      let fraction = squared > 0 ? min(max((to.x * along.x + to.y * along.y) / squared, 0), 1) : 0
      nearest = min(nearest, point.distance(to: start + along * fraction))
    }
    return nearest
  }

  /// Returns whether the line passes through a rectangle or touches it.
  ///
  /// The test is exact for the pieces of the line, not just for its ``bounds``.
  ///
  /// - Parameter rect: A rectangle, in canvas points.
  /// - Returns: `true` if a point of the line is in the rectangle or on its border.
  /// - Complexity: O(pieces).
  public func meets(_ rect: GraphRect) -> Bool {
    zip(pieces, pieces.dropFirst()).contains { rect.meets($0, $1) } || pieces.first.map(rect.contains) == true
  }

  /// Horizontal and vertical lines: over the middle, or around the nodes if the input is to the left of the output.
  static func steps(from start: GraphPoint, to end: GraphPoint) -> [GraphPoint] {
    if start.y == end.y, start.x <= end.x { return [start, end] }
    if start.x + stub <= end.x - stub {
      let middle = (start.x + end.x) / 2
      return [start, GraphPoint(middle, start.y), GraphPoint(middle, end.y), end]
    }
    let middle = (start.y + end.y) / 2
    let (right, left) = (start.x + stub, end.x - stub)
    return [
      start, GraphPoint(right, start.y), GraphPoint(right, middle), GraphPoint(left, middle), GraphPoint(left, end.y),
      end,
    ]
  }

  /// Curves where the line is flat, and horizontal and vertical lines where it is steep or turns back.
  private static func lanes(through stops: [GraphPoint], radius: Double) -> (DrawingPath, [GraphPoint]) {
    var (elements, pieces) = ([DrawingPath.Element](), [stops[0]])
    /// Horizontal and vertical lines that aren't written yet, because their corners are rounded together.
    var run = [stops[0]]
    func endRun() {
      guard run.count > 1 else { return }
      let line = DrawingPath(roundingCornersOf: run, radius: radius).elements
      elements += elements.isEmpty ? line[...] : line.dropFirst()
      pieces += run.dropFirst()
    }
    for (from, to) in zip(stops, stops.dropFirst()) {
      let (across, along) = (to.x - from.x, abs(to.y - from.y))
      if along == 0 || across == 0 {
        run.append(to)
      } else if across > 0 || stops.count > 2, along <= 1.6 * abs(across) {
        endRun()
        if elements.isEmpty { elements.append(.move(from)) }
        let reach = across > 0 ? max(across / 2, min(across, 28)) : across / 2
        let curve = CubicCurve(from, GraphPoint(from.x + reach, from.y), GraphPoint(to.x - reach, to.y), to)
        elements.append(curve.element)
        pieces += curve.points(count: 12).dropFirst()
        run = [to]
      } else {
        // Vertical in the middle if there is room for it, else around the nodes.
        let isBetween = stops.count > 2 || across >= 8
        run += (isBetween ? stairs(through: [from, to]) : steps(from: from, to: to)).dropFirst()
      }
    }
    endRun()
    return (DrawingPath(elements), pieces)
  }

  /// Horizontal and vertical lines that pass all points.
  private static func stairs(through points: [GraphPoint]) -> [GraphPoint] {
    var corners: [GraphPoint] = []
    for point in points {
      if let last = corners.last, last.x != point.x, last.y != point.y {
        let middle = (last.x + point.x) / 2
        corners.append(GraphPoint(middle, last.y))
        corners.append(GraphPoint(middle, point.y))
      }
      corners.append(point)
    }
    return corners
  }
}

extension GraphRect {
  /// Whether the line between two points meets the rectangle.
  ///
  /// The part of the line between each pair of opposite edges is cut out; the line meets the rectangle if anything is
  /// left (Liang and Barsky, "A new concept and method for line clipping", 1984).
  fileprivate func meets(_ start: GraphPoint, _ end: GraphPoint) -> Bool {
    var (from, to) = (0.0, 1.0)
    for (place, way, low, high) in [(start.x, end.x - start.x, minX, maxX), (start.y, end.y - start.y, minY, maxY)] {
      if way == 0 {
        if place < low || place > high { return false }
      } else {
        let (one, other) = ((low - place) / way, (high - place) / way)
        (from, to) = (max(from, min(one, other)), min(to, max(one, other)))
      }
    }
    return from <= to
  }
}

extension EdgePath {
  /// Rectangles around the parts of the line and its reroutes: one for a short line, up to 64 for a long one.
  ///
  /// The index then finds a long line only near its parts, instead of in the whole rectangle that it crosses.
  ///
  /// - Parameter whole: The line's ``bounds``.
  /// - Returns: The rectangles, in the order of the line.
  func pieceBounds(within whole: GraphRect) -> [GraphRect] {
    let extent = max(whole.width, whole.height)
    if extent <= 512 || pieces.count < 2 { return [whole] }
    let parts = min(64, Int(min(extent, 65_536) / 512) + 1)
    let count = pieces.count - 1
    var found = reroutes.map { GraphRect($0, .zero) }
    if count < parts {
      // The line has few, long straight pieces. Each is divided evenly.
      let each = (parts + count - 1) / count
      found.reserveCapacity(found.count + each * count)
      for index in 0..<count {
        let (start, end) = (pieces[index], pieces[index + 1])
        for part in 0..<each {
          let (from, to) = (Double(part) / Double(each), Double(part + 1) / Double(each))
          found.append(GraphRect(from: start + (end - start) * from, to: start + (end - start) * to))
        }
      }
      return found
    }
    found.reserveCapacity(found.count + parts)
    for part in 0..<parts {
      let (first, last) = (count * part / parts, count * (part + 1) / parts)
      var extent = Extent(of: pieces[first])
      for index in first...last { extent.reach(pieces[index]) }
      found.append(extent.rect)
    }
    return found
  }

  /// The extent of some points. It consists of plain numbers and comparisons because a line has hundreds of points.
  private struct Extent {
    private var (minX, minY, maxX, maxY): (Double, Double, Double, Double)

    init(of point: GraphPoint) { (minX, minY, maxX, maxY) = (point.x, point.y, point.x, point.y) }

    mutating func reach(_ point: GraphPoint) {
      if point.x < minX { minX = point.x }
      if point.y < minY { minY = point.y }
      if point.x > maxX { maxX = point.x }
      if point.y > maxY { maxY = point.y }
    }

    var rect: GraphRect { GraphRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY) }
  }
}
