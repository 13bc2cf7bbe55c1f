// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// How one connection differs from the style: ``GraphView/edgeAttributes`` holds these by connection.
public struct EdgeAttributes: Hashable, Sendable {
  /// The text halfway along the line; `nil` for none. Line breaks are drawn as visible stand-ins.
  public var label: String?
  /// The colour of the line, its markers and its label; `nil` for the style's colour, or that of the port's type. It
  /// replaces the colour of a selected connection too.
  public var paint: Paint?
  /// Whether the line is dashed and the dashes travel from output to input, on canvases that can animate.
  public var isAnimated: Bool

  /// Describes a connection.
  ///
  /// - Parameters:
  ///   - label: The text halfway along the line.
  ///   - paint: The colour; `nil` for the style's.
  ///   - isAnimated: Whether dashes travel along the line.
  public init(label: String? = nil, paint: Paint? = nil, isAnimated: Bool = false) {
    self.label = label
    self.paint = paint
    self.isAnimated = isAnimated
  }

  /// How much room a label takes, in canvas points.
  static func size(ofLabel label: String) -> GraphSize { GraphSize(TextWidth.points(of: label, size: 12) + 10, 18) }

  /// How far labels reach from their lines, on them or beside them. Complexity: O(entries).
  static func reach(ofLabels attributes: [Connection: EdgeAttributes], isBeside: Bool) -> Double {
    attributes.values.reduce(0) { max($0, reach(ofLabel: $1.label, isBeside: isBeside)) }
  }

  /// How far a label reaches from its line, on it or beside it.
  static func reach(ofLabel label: String?, isBeside: Bool) -> Double {
    guard let width = label.map({ size(ofLabel: $0).width }) else { return 0 }
    return isBeside ? max(width + 4, EdgeContent.reach) : max(width / 2, 9)
  }
}

extension GraphView {
  /// How a connection differs from the style: as ``edgeAttributes`` say, else as its look says.
  package func attributes(of connection: Connection) -> EdgeAttributes? {
    let own = edgeAttributes.isEmpty ? nil : edgeAttributes[connection]
    guard !presentation.looks.isEmpty, let look = presentation.looks[connection] else { return own }
    var attributes = own ?? EdgeAttributes()
    attributes.label = attributes.label ?? look.label
    attributes.paint = attributes.paint ?? look.color.map(Paint.init)
    return attributes
  }
}

extension Paint {
  /// A colour of a look.
  init(_ color: GraphColor) { self.init(color.bits) }
}
