// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// How a connection is shown: its label, the colour, width, dashes and course of its wire, and the points that this goes through.
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
  /// How wide the wire is, in canvas points; `nil` for the width of all. More than ``greatestWidth`` counts as that, and what is no
  /// number above 0 as `nil`.
  public var width: Double?
  /// The lengths of the dashes of the wire and of the gaps between them, in canvas points, in turn; empty for those of all. Lengths
  /// that are all 0, below 0 or no numbers count as none.
  public var dash: [Double]

  /// How wide a wire can be, in canvas points.
  public static let greatestWidth = 64.0

  /// Describes a connection.
  ///
  /// - Parameters:
  ///   - label: The text beside the wire.
  ///   - color: The colour of the wire; `nil` for that of its type.
  ///   - reroutes: The points that the wire goes through, from output to input.
  ///   - course: The course that the wire takes; `nil` for that of all.
  ///   - width: How wide the wire is, in canvas points; `nil` for the width of all.
  ///   - dash: The lengths of its dashes and gaps, in canvas points, in turn; empty for those of all.
  public init(
    label: String? = nil, color: GraphColor? = nil, reroutes: [GraphPoint] = [], course: Course? = nil,
    width: Double? = nil, dash: [Double] = []
  ) {
    self.label = label
    self.color = color
    self.reroutes = reroutes
    self.course = course
    self.width = width
    self.dash = dash
  }

  /// A width that a wire can have: at most ``greatestWidth``; `nil` for anything but a number above 0.
  package static func usable(width: Double?) -> Double? {
    width.flatMap { $0 > 0 ? min($0, greatestWidth) : nil }
  }

  /// Lengths of dashes and gaps that a wire can have; empty for those it can't.
  package static func usable(dash: [Double]) -> [Double] {
    dash.allSatisfy { $0 >= 0 && $0.isFinite } && dash.contains { $0 > 0 } ? dash : []
  }

  /// The look without points that are nowhere, and without a width or dashes that a wire can't have.
  package var usable: ConnectionLook {
    var look = rerouted(reroutes.filter(\.isFinite))
    look.width = Self.usable(width: width)
    look.dash = Self.usable(dash: dash)
    return look
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
      course: course ?? second.course, width: width ?? second.width, dash: dash.isEmpty ? second.dash : dash)
  }

  /// Whether it says nothing.
  public var isDefault: Bool { self == ConnectionLook() }
}
