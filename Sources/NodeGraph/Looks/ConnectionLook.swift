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

  /// Whether it says nothing.
  public var isDefault: Bool { self == ConnectionLook() }
}
