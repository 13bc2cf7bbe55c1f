// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// How one connection differs from the style: ``GraphView/edgeAttributes`` holds these by connection.
///
/// ```swift
/// view.edgeAttributes[wire] = EdgeAttributes(label: "net", paint: Paint(0xd05030), isAnimated: true)
/// ```
///
/// They belong to the view: they are neither saved nor undone. A value that is `nil` or empty leaves the connection as
/// its ``/NodeGraph/ConnectionLook`` and the style say.
public struct EdgeAttributes: Hashable, Sendable {
  /// The text halfway along the line; `nil` for the label of the connection's look. Line breaks are drawn as visible
  /// stand-ins.
  ///
  /// A themed view draws it next to the line, another view on the line. It takes precedence over
  /// ``GraphView/edgeContent``.
  public var label: String?
  /// The colour of the line, its markers and its label; `nil` for the colour of the look, of the port's type or of the
  /// style. It replaces the colour of a selected connection too.
  ///
  /// A selected connection can then be told only by its width, and in a themed look by its halo.
  public var paint: Paint?
  /// Whether the line is dashed and the dashes travel from output to input, on canvases that can animate. Others draw
  /// the dashes at rest.
  ///
  /// The view doesn't mark the line for drawing as time passes: the canvas animates what it was given. Animate few
  /// connections, such as those that carry data right now.
  public var isAnimated: Bool
  /// The width of the line, in canvas points; `nil` for the look's or the style's. A width above
  /// ``/NodeGraph/ConnectionLook/greatestWidth`` counts as that, and anything but a number above 0 as `nil`.
  public var width: Double?
  /// The lengths of the line's dashes and gaps, in canvas points, in turn; empty for those of the look or the style.
  /// The line of a value that is out of date, or muted, keeps the dashes that show this.
  public var dash: [Double]

  /// Describes how a connection differs from its look and the style. The default differs in no way.
  ///
  /// - Parameters:
  ///   - label: The text halfway along the line.
  ///   - paint: The colour; `nil` for the style's.
  ///   - isAnimated: Whether dashes travel along the line.
  ///   - width: The width of the line, in canvas points; `nil` for the style's width.
  ///   - dash: The lengths of its dashes and gaps, in canvas points, in turn; empty for those of the style.
  public init(
    label: String? = nil, paint: Paint? = nil, isAnimated: Bool = false, width: Double? = nil, dash: [Double] = []
  ) {
    self.label = label
    self.paint = paint
    self.isAnimated = isAnimated
    self.width = width
    self.dash = dash
  }

  /// Changes a stroke as the attributes say. A raised line is not made narrower, and dashes that show a state stay.
  func apply(to stroke: inout Stroke, isRaised: Bool, keepingDash: Bool = false) {
    if let paint { stroke.paint = paint }
    if let width = ConnectionLook.usable(width: width) { stroke.width = isRaised ? max(width, stroke.width) : width }
    let dash = ConnectionLook.usable(dash: dash)
    if !dash.isEmpty, !keepingDash { stroke.dash = dash }
    if isAnimated {
      if dash.isEmpty { stroke.dash = [8, 4] }
      stroke.isAnimated = true
    }
  }

  /// How far a line of a width reaches, including its halo and the ground that is cleared around it.
  static func reach(ofWidth width: Double?) -> Double {
    ConnectionLook.usable(width: width).map { $0 * 1.5 + 4 } ?? 0
  }

  /// How much room a label takes, in canvas points.
  static func size(ofLabel label: String) -> GraphSize { GraphSize(TextWidth.points(of: label, size: 12) + 10, 18) }

  /// The largest distance that labels, on their lines or next to them, and wide lines reach from the middles of lines.
  ///
  /// - Complexity: O(entries).
  static func reach(of attributes: [Connection: EdgeAttributes], isBeside: Bool) -> Double {
    attributes.values.reduce(0) { max($0, reach(ofLabel: $1.label, isBeside: isBeside), reach(ofWidth: $1.width)) }
  }

  /// How far a label reaches from its line, whether it is on the line or next to it.
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
    attributes.width = attributes.width ?? look.width
    if attributes.dash.isEmpty { attributes.dash = look.dash }
    return attributes
  }
}

extension Paint {
  /// A colour of a look.
  init(_ color: GraphColor) { self.init(color.bits) }
}
