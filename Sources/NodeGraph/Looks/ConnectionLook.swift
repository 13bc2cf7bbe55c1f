// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The stored presentation of a connection: its label, and the colour, width, dashes, course and reroutes of its wire.
///
/// A reroute is a point that the wire passes through. It is not a node and doesn't affect evaluation.
///
/// ```swift
/// var look = ConnectionLook(label: "net", color: GraphColor(0x7e9bd0))
/// look.reroutes = [GraphPoint(120, 40), GraphPoint(160, 40)]
/// ```
///
/// A value may have a width or dashes that a wire can't have: these count as not set. An evaluator stores the look without
/// them; in a document they are a fault.
public struct ConnectionLook: Hashable, Sendable {
  /// The course that a wire takes between its ends and its reroutes.
  ///
  /// Documents store the raw value.
  public enum Course: String, Hashable, Sendable, CaseIterable {
    /// A curve that is horizontal at its ends.
    case curve
    /// Straight lines.
    case straight
    /// Horizontal and vertical lines.
    case orthogonal
    /// Horizontal and vertical lines with round corners.
    case rounded
    /// A curve where that is flat, otherwise horizontal and vertical lines with round corners.
    case lanes
  }

  /// The text next to the wire; `nil` for none.
  ///
  /// It describes the value that flows through the wire. If a node is inserted into the wire, the label stays at the first part.
  public var label: String?
  /// The colour of the wire; `nil` for the colour of its type.
  ///
  /// A view may still draw a selected or highlighted wire in another colour.
  public var color: GraphColor?
  /// The points that the wire passes through, in canvas points, in order from output to input.
  ///
  /// An evaluator drops points that are not finite.
  public var reroutes: [GraphPoint]
  /// The course that the wire takes; `nil` for the default of the view.
  public var course: Course?
  /// The width of the wire in canvas points; `nil` for the default of the view.
  ///
  /// A width above ``greatestWidth`` counts as that one; a width that is not above 0 counts as `nil`.
  public var width: Double?
  /// The lengths of dashes and gaps in canvas points, alternating and starting with a dash; empty for the default of the view.
  ///
  /// A list counts as empty if a length is negative or not finite, or if all lengths are 0.
  ///
  /// ```swift
  /// look.dash = [8, 4]  // dashes of 8 points with gaps of 4
  /// ```
  public var dash: [Double]

  /// The greatest width of a wire, in canvas points.
  ///
  /// A greater ``width`` counts as this one in views; in a document it is a fault.
  public static let greatestWidth = 64.0

  /// Creates a look. Without arguments it is the default.
  ///
  /// - Parameters:
  ///   - label: The text next to the wire; `nil` for none.
  ///   - color: The colour of the wire; `nil` for the colour of its type.
  ///   - reroutes: The points that the wire passes through, in canvas points, in order from output to input.
  ///   - course: The course that the wire takes; `nil` for the default of the view.
  ///   - width: The width of the wire in canvas points; `nil` for the default of the view.
  ///   - dash: The lengths of dashes and gaps in canvas points, alternating; empty for the default of the view.
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

  /// Returns the width that a wire can have, at most ``greatestWidth``; `nil` for a width that is not above 0.
  package static func usable(width: Double?) -> Double? {
    width.flatMap { $0 > 0 ? min($0, greatestWidth) : nil }
  }

  /// Returns the lengths of dashes and gaps if a wire can have them; otherwise an empty list.
  package static func usable(dash: [Double]) -> [Double] {
    dash.allSatisfy { $0 >= 0 && $0.isFinite } && dash.contains { $0 > 0 } ? dash : []
  }

  /// The look without points that are not finite, and without a width or dashes that a wire can't have.
  package var usable: ConnectionLook {
    var look = rerouted(reroutes.filter(\.isFinite))
    look.width = Self.usable(width: width)
    look.dash = Self.usable(dash: dash)
    return look
  }

  /// Returns this look with other reroutes.
  ///
  /// - Parameter reroutes: The points, in order from output to input.
  /// - Returns: The look.
  package func rerouted(_ reroutes: [GraphPoint]) -> ConnectionLook {
    var look = self
    look.reroutes = reroutes
    return look
  }

  /// Returns the index at which a new reroute makes the shortest detour.
  ///
  /// - Parameters:
  ///   - point: The new reroute.
  ///   - course: The start of the wire, its reroutes and its end.
  /// - Returns: The index of the new reroute among the reroutes.
  package static func place(of point: GraphPoint, on course: [GraphPoint]) -> Int {
    let detours = zip(course, course.dropFirst()).map { before, after in
      before.distance(to: point) + point.distance(to: after) - before.distance(to: after)
    }
    return detours.indices.min { detours[$0] < detours[$1] } ?? 0
  }

  /// Returns the looks of both parts of a wire into which a node is inserted. The label, which names the value of the source,
  /// stays at the first part.
  ///
  /// - Parameters:
  ///   - point: The position of the node; each reroute belongs to the part on its side.
  ///   - start: The start of the wire.
  ///   - end: The end of the wire.
  /// - Returns: The look of the part before the node, and of the part after it.
  package func split(
    at point: GraphPoint, from start: GraphPoint, to end: GraphPoint
  ) -> (first: ConnectionLook, second: ConnectionLook) {
    let place = Self.place(of: point, on: [start] + reroutes + [end])
    var second = rerouted(Array(reroutes[place...]))
    second.label = nil
    return (rerouted(Array(reroutes[..<place])), second)
  }

  /// Returns the look of one wire that replaces the wire of this look and a second one after it.
  package func joined(_ second: ConnectionLook) -> ConnectionLook {
    ConnectionLook(
      label: label ?? second.label, color: color ?? second.color, reroutes: reroutes + second.reroutes,
      course: course ?? second.course, width: width ?? second.width, dash: dash.isEmpty ? second.dash : dash)
  }

  /// Whether no property is set, so that the look need not be stored.
  ///
  /// A look with a width or dashes that a wire can't have isn't the default.
  public var isDefault: Bool { self == ConnectionLook() }
}
