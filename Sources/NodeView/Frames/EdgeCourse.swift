// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The course that the lines of connections take. ``EdgeStyle`` has those that come with views; a host gives connections one of its
/// own with ``GraphViewRendererProvider/graphView(_:courseOf:)``.
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
/// What is drawn is what is hit, labelled and looked for. A view asks when a connection or a node at its ends is shown, moved or
/// resized, and keeps the line; where two courses are equal it doesn't ask again.
public protocol EdgeCourse: Equatable, Sendable {
  /// The line of a connection.
  ///
  /// - Parameters:
  ///   - source: Where the connection begins.
  ///   - target: Where it ends.
  ///   - points: What it was put through by hand, or what a layout routes it through, from output to input.
  /// - Returns: One line from output to input, in canvas points. Instead of one without a length, or with points that are nowhere,
  ///   a straight line is drawn.
  func line(from source: EdgeEnd, to target: EdgeEnd, through points: [GraphPoint]) -> DrawingPath
}

extension EdgeCourse {
  /// Whether another course is the same.
  func isSame(as other: (any EdgeCourse)?) -> Bool { other as? Self == self }
}

extension EdgeStyle: EdgeCourse {
  /// Returns the line in this style.
  public func line(from source: EdgeEnd, to target: EdgeEnd, through points: [GraphPoint]) -> DrawingPath {
    EdgePath(from: source, to: target, reroutes: points, course: self).path
  }

  /// The style for what is said of one connection.
  ///
  /// - Parameter course: What is said.
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
  /// The path with each of its points elsewhere.
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

  /// The path as straight pieces no longer than matters for hit testing; `nil` if it has no length, or points that are nowhere.
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
