// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The line of a connection, in canvas points.
///
/// Make one yourself to draw a line of your own in the course that connections take; ``GraphView/path(of:)`` returns the
/// lines that the view draws.
public struct EdgePath: Hashable, Sendable {
  /// The line, from output to input.
  public let path: DrawingPath
  /// Where it leaves the output.
  public let source: GraphPoint
  /// Where it reaches the input.
  public let target: GraphPoint
  /// The edge of the node that it leaves: usually the right one.
  public let sourceSide: NodeSide
  /// The edge of the node that it reaches: usually the left one.
  public let targetSide: NodeSide
  /// The line as straight pieces no longer than matters for hit testing.
  let pieces: [GraphPoint]
  /// What somebody has put it through and it may pass by, in a course of a host's own.
  private var reroutes: [GraphPoint] = []

  /// How far beside the ports the line ends, where its markers are; as in ShinpuruNodeUI.
  package static let terminalLength = 4.0
  /// How far an orthogonal line goes straight on before it turns back.
  static let stub = 20.0

  /// Makes the line from an output at the right edge of its node to an input at the left edge of its own.
  ///
  /// - Parameters:
  ///   - source: Where the output is.
  ///   - target: Where the input is.
  ///   - corners: The points that a layout routes it through, in order.
  ///   - style: The course it takes between these points.
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
      // Level where it passes each corner, so that the pieces join smoothly and the curve stays between them.
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

  /// Makes the line from an output at the right edge of its node, through points that somebody has put it through, to an input at
  /// the left edge of its own: level at each, whichever way it runs there.
  ///
  /// - Parameters:
  ///   - source: Where the output is.
  ///   - target: Where the input is.
  ///   - reroutes: The points, from output to input.
  ///   - style: The course it takes between these points.
  public init(from source: GraphPoint, to target: GraphPoint, reroutes: [GraphPoint], style: EdgeStyle) {
    self.init(from: EdgeEnd(source, .right), to: EdgeEnd(target, .left), reroutes: reroutes, course: style)
  }

  /// Makes the line between ports at any edges of their nodes, in a course of whatever kind.
  ///
  /// - Parameters:
  ///   - source: Where the output is.
  ///   - target: Where the input is.
  ///   - reroutes: The points that somebody has put it through, from output to input. An ``EdgeStyle`` is level at each, or upright
  ///     where both ports are on top or at the bottom.
  ///   - course: The course it takes between these points.
  public init(from source: EdgeEnd, to target: EdgeEnd, reroutes: [GraphPoint] = [], course: some EdgeCourse) {
    self.init(from: source, to: target, through: [], reroutes: reroutes, course: course)
  }

  /// Makes the line through points that somebody has put it through, else along the corners that a layout has found, for which ports
  /// are at opposite edges.
  init(
    from source: EdgeEnd, to target: EdgeEnd, through corners: [GraphPoint], reroutes: [GraphPoint],
    course: some EdgeCourse
  ) {
    let isAlong = target.side == source.side.opposite
    let points = reroutes.isEmpty && isAlong ? corners : reroutes
    if let style = course as? EdgeStyle {
      if source.side != .right, isAlong {
        // The same line, turned.
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
  /// Whether the input lies behind the output: to the left of one at the right edge of its node.
  var runsBack: Bool { sourceSide.leveled(target).x < sourceSide.leveled(source).x }

  /// The middle of a label of the connection: halfway along the line.
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

  /// Which way the line runs at ``labelPoint``, as a vector of any length above zero.
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

  /// By how much a text at ``labelPoint`` is turned to run along the line, in radians, clockwise: more than −π/2 and at most π/2,
  /// so that it is never upside down. Where the line runs to the left, the text runs against it; see ``labelDirection``.
  ///
  /// - Complexity: O(pieces).
  public var labelAngle: Double {
    let direction = labelDirection
    let (width, height) = (abs(direction.x), abs(direction.y))
    let rises = (direction.x < 0) != (direction.y < 0)
    let angle = height <= width ? Self.arctangent(height / width) : .pi / 2 - Self.arctangent(width / height)
    return rises && height > 0 && width > 0 ? -angle : angle
  }

  /// The arctangent of a number from 0 to 1, by sums and roots alone, so that it is the same on every system.
  private static func arctangent(_ tangent: Double) -> Double {
    // The tangent of an eighth of the angle is below 0.1, where nine terms of the series are exact to the last bit but one.
    var eighth = tangent
    for _ in 0..<3 { eighth /= 1 + (1 + eighth * eighth).squareRoot() }
    let square = eighth * eighth
    var sum = 0.0
    for odd in stride(from: 17.0, through: 1, by: -2) { sum = 1 / odd - square * sum }
    return 8 * eighth * sum
  }

  /// The smallest rectangle around the line and its reroutes, without the width of its stroke and its markers.
  ///
  /// - Complexity: O(pieces).
  public var bounds: GraphRect {
    var extent = Extent(of: source)
    extent.reach(target)
    for point in pieces { extent.reach(point) }
    for point in reroutes { extent.reach(point) }
    return extent.rect
  }

  /// Returns the distance of the line from a point.
  ///
  /// - Complexity: O(pieces), of which a curve has 24, a long one up to 256.
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

  /// Returns whether the line passes through a rectangle, or touches it.
  ///
  /// - Complexity: O(pieces).
  public func meets(_ rect: GraphRect) -> Bool {
    zip(pieces, pieces.dropFirst()).contains { rect.meets($0, $1) } || pieces.first.map(rect.contains) == true
  }

  /// Horizontal and vertical lines: over the middle, or around the nodes where the input lies behind the output.
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

  /// Curves where the line is flat, and level and upright lines where it is steep or turns back.
  private static func lanes(through stops: [GraphPoint], radius: Double) -> (DrawingPath, [GraphPoint]) {
    var (elements, pieces) = ([DrawingPath.Element](), [stops[0]])
    /// Level and upright lines not yet written: their corners are rounded together.
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
        // Upright in the middle wherever there is room for it; else around the nodes.
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
  /// Whether the line between two points meets the rectangle: the part of it that lies between each two edges is cut out, as Liang
  /// and Barsky do ("A new concept and method for line clipping", 1984), and something is left.
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
  /// Rectangles around the parts of the line and its reroutes: one for a short line, up to 64 for a long one, so that a long line is
  /// not found all over the rectangle that it crosses.
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
      // Few long straight pieces: each is divided evenly.
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

  /// How far some points reach. Numbers and comparisons: a line has hundreds of points.
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
