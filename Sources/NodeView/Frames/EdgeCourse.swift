// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A course that the lines of connections take.
///
/// ``EdgeStyle`` contains the built-in courses. A host returns a course of its own from
/// ``GraphViewRendererProvider/graphView(_:courseOf:)``:
///
/// ```swift
/// struct Hanging: EdgeCourse {
///   func line(from source: EdgeEnd, to target: EdgeEnd, through points: [GraphPoint]) -> DrawingPath {
///     let low = GraphPoint((source.point.x + target.point.x) / 2, max(source.point.y, target.point.y) + 80)
///     return DrawingPath([.move(source.point), .curve(control1: low, control2: low, end: target.point)])
///   }
/// }
/// ```
///
/// The line that is drawn is also used for hit testing, labels and the search for visible connections. A view computes
/// it when the connection or a node at its ends is shown, moved or resized, and keeps it. It doesn't compute it again
/// for an equal course, so **two courses that draw different lines must not be equal**: store in properties what the
/// line depends on.
public protocol EdgeCourse: Equatable, Sendable {
  /// The line of a connection.
  ///
  /// It has to depend on the parameters and the properties of the course alone. The view draws a straight line instead
  /// if the result has no length, or has a coordinate that is NaN or beyond ±10⁹.
  ///
  /// - Parameters:
  ///   - source: The port at which the connection begins.
  ///   - target: The port at which the connection ends.
  ///   - points: The reroutes that the user has set, or the points through which a layout routes the connection, from
  ///     output to input.
  /// - Returns: One line from output to input, in canvas points.
  func line(from source: EdgeEnd, to target: EdgeEnd, through points: [GraphPoint]) -> DrawingPath
}

extension EdgeCourse {
  /// Whether another course is of this type and equal to this one.
  func isSame(as other: (any EdgeCourse)?) -> Bool { other as? Self == self }
}

extension EdgeStyle: EdgeCourse {
  /// The line in this style, which passes `points` as reroutes and ends 4 points outside of the ports.
  ///
  /// - Parameters:
  ///   - source: The port at which the connection begins.
  ///   - target: The port at which the connection ends.
  ///   - points: The reroutes, from output to input.
  /// - Returns: The line, in canvas points.
  /// - Complexity: O(points).
  public func line(from source: EdgeEnd, to target: EdgeEnd, through points: [GraphPoint]) -> DrawingPath {
    EdgePath(from: source, to: target, reroutes: points, course: self).path
  }

  /// Creates the style for the course that the look of a connection names.
  ///
  /// Rounded corners, and those of lanes, get a radius of 12 canvas points.
  ///
  /// - Parameter course: The course in the look of the connection.
  public init(_ course: ConnectionLook.Course) {
    switch course {
    case .curve: self = .curve
    case .straight: self = .straight
    case .orthogonal: self = .orthogonal
    case .rounded: self = .smoothStep(radius: 12)
    case .lanes: self = .lanes(radius: 12)
    }
  }
}

extension DrawingPath {
  /// The path with each of its points mapped.
  func mapped(_ place: (GraphPoint) -> GraphPoint) -> DrawingPath {
    DrawingPath(
      elements.map { element in
        switch element {
        case .move(let point): .move(place(point))
        case .line(let point): .line(place(point))
        case .curve(let control1, let control2, let end):
          .curve(control1: place(control1), control2: place(control2), end: place(end))
        case .close: .close
        }
      })
  }

  /// The path as straight pieces that are short enough for hit testing; `nil` if the path has no length, or a point
  /// that isn't finite or beyond the limits of the canvas.
  var pieces: [GraphPoint]? {
    var pieces: [GraphPoint] = []
    for element in elements {
      switch element {
      case .move(let point), .line(let point): pieces.append(point)
      case .curve(let control1, let control2, let end):
        guard let start = pieces.last, [control1, control2, end].allSatisfy({ $0 == $0.limited }) else { return nil }
        let curve = CubicCurve(start, control1, control2, end)
        pieces += curve.points(count: curve.pieceCount).dropFirst()
      case .close: if let first = pieces.first { pieces.append(first) }
      }
    }
    let hasLength = pieces.contains { $0 != pieces[0] }
    return hasLength && pieces.allSatisfy { $0 == $0.limited } ? pieces : nil
  }
}
