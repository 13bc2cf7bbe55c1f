// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// How a connection is shown: its label, its colour, and the points that its wire goes through.
///
/// A reroute is such a point: no node, and nothing to evaluation.
public struct ConnectionLook: Hashable, Sendable {
  /// The text beside the wire; `nil` for none.
  public var label: String?
  /// The colour of the wire; `nil` for that of its type.
  public var color: GraphColor?
  /// The points that the wire goes through, from output to input, in canvas points.
  public var reroutes: [GraphPoint]

  /// Describes a connection.
  ///
  /// - Parameters:
  ///   - label: The text beside the wire.
  ///   - color: The colour of the wire; `nil` for that of its type.
  ///   - reroutes: The points that the wire goes through, from output to input.
  public init(label: String? = nil, color: GraphColor? = nil, reroutes: [GraphPoint] = []) {
    self.label = label
    self.color = color
    self.reroutes = reroutes
  }

  /// Between which two points of a course another makes the shortest detour: which of its reroutes that is.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - course: Where the wire begins, its reroutes, and where it ends.
  /// - Returns: The index that a reroute there gets.
  package static func place(of point: GraphPoint, on course: [GraphPoint]) -> Int {
    let detours = zip(course, course.dropFirst()).map { before, after in
      before.distance(to: point) + point.distance(to: after) - before.distance(to: after)
    }
    return detours.indices.min { detours[$0] < detours[$1] } ?? 0
  }

  /// Whether it says nothing.
  public var isDefault: Bool { self == ConnectionLook() }
}
