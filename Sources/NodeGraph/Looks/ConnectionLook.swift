// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// How a connection is shown: its label, its colour, the course of its wire, and the points that this goes through.
///
/// A reroute is such a point: no node, and nothing to evaluation.
public struct ConnectionLook: Hashable, Sendable {
  /// The course that a wire takes between its ends and its reroutes.
  public enum Course: String, Hashable, Sendable, CaseIterable {
    /// A curve that is level where it begins and ends.
    case curve
    /// Straight lines.
    case straight
    /// Level and upright lines.
    case orthogonal
    /// Level and upright lines with round corners.
    case rounded
    /// A curve where it is flat, else level and upright lines with round corners.
    case lanes
  }

  /// The text beside the wire; `nil` for none.
  public var label: String?
  /// The colour of the wire; `nil` for that of its type.
  public var color: GraphColor?
  /// The points that the wire goes through, from output to input, in canvas points.
  public var reroutes: [GraphPoint]
  /// The course that the wire takes; `nil` for that of all.
  public var course: Course?

  /// Describes a connection.
  ///
  /// - Parameters:
  ///   - label: The text beside the wire.
  ///   - color: The colour of the wire; `nil` for that of its type.
  ///   - reroutes: The points that the wire goes through, from output to input.
  ///   - course: The course that the wire takes; `nil` for that of all.
  public init(
    label: String? = nil, color: GraphColor? = nil, reroutes: [GraphPoint] = [], course: Course? = nil
  ) {
    self.label = label
    self.color = color
    self.reroutes = reroutes
    self.course = course
  }

  /// The same through other points.
  ///
  /// - Parameter reroutes: The points, from output to input.
  /// - Returns: The look.
  package func rerouted(_ reroutes: [GraphPoint]) -> ConnectionLook {
    var look = self
    look.reroutes = reroutes
    return look
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

  /// The looks of both parts of a wire into which something is put. The label, which names what flows out of the source, stays there.
  ///
  /// - Parameters:
  ///   - point: Where that is shown; each reroute goes to the part on its side.
  ///   - start: Where the wire begins.
  ///   - end: Where it ends.
  /// - Returns: The look of the part before it, and of that after it.
  package func split(
    at point: GraphPoint, from start: GraphPoint, to end: GraphPoint
  ) -> (first: ConnectionLook, second: ConnectionLook) {
    let place = Self.place(of: point, on: [start] + reroutes + [end])
    var second = rerouted(Array(reroutes[place...]))
    second.label = nil
    return (rerouted(Array(reroutes[..<place])), second)
  }

  /// The look of a wire that was this one, and another after it.
  package func joined(_ second: ConnectionLook) -> ConnectionLook {
    ConnectionLook(
      label: label ?? second.label, color: color ?? second.color, reroutes: reroutes + second.reroutes,
      course: course ?? second.course)
  }

  /// Whether it says nothing.
  public var isDefault: Bool { self == ConnectionLook() }
}
