// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A rule for the texts that connections carry, such as their values: ``GraphView/edgeContent`` draws them next to the
/// lines.
///
/// ```swift
/// view.edgeContent = EdgeContent { connection in evaluator.text(of: connection.source) }
/// ```
///
/// The view asks while it draws, and reloading a node marks its connections for drawing: a host that draws dirty
/// regions shows a new value after that reload. Content is drawn only in a themed view, at a zoom of 0.6 and above, and
/// for connections without a label.
public struct EdgeContent {
  /// The connections whose content is shown.
  ///
  /// Content of all connections costs a call of the closure for each visible connection in each drawing.
  public enum Scope: Hashable, Sendable {
    /// The connection below the pointer, selected connections, and those of selected nodes.
    case pointedAt
    /// All connections.
    case all
  }

  /// The greatest width of a text with its pill, in canvas points. A longer text is cut in the middle, so that its
  /// beginning and its end stay readable.
  public static let width = 96.0

  /// The connections whose content is shown. ``GraphView/edgeContent`` holds a value: set it again after a change, or
  /// change it there.
  public var scope: Scope
  /// Returns the text of a connection.
  let text: (Connection) -> String?

  /// Describes what connections carry.
  ///
  /// - Parameters:
  ///   - scope: The connections whose content is shown.
  ///   - text: Returns what a connection carries; `nil` for no text. The view calls it for each such connection in each
  ///     drawing: it must be fast, must not change the graph or the view, and must not capture a view strongly that
  ///     keeps it.
  public init(of scope: Scope = .pointedAt, _ text: @escaping (Connection) -> String?) {
    self.scope = scope
    self.text = text
  }

  /// How far a text reaches from its line.
  static let reach = width + 16
}

extension GraphView {
  /// Measures how far labels reach from their lines.
  func measureLabels() {
    let reach = EdgeAttributes.reach(of: edgeAttributes, isBeside: style.palette != nil)
    let hasContent = edgeContent != nil && style.palette != nil
    presentation.labelReach = hasContent ? max(reach, EdgeContent.reach) : reach
    presentation.marksConnectionsOfSelection = hasContent
  }

  /// Finds the connections near a point, the nearest first: for a host that inserts a dropped node into a wire.
  ///
  /// ```swift
  /// if let wire = view.connections(around: position, within: 12).first { insert(node, into: wire) }
  /// ```
  ///
  /// - Parameters:
  ///   - point: The point, in canvas points.
  ///   - distance: How far from the point their lines may pass, in canvas points. Negative or infinite distances find
  ///     none.
  /// - Returns: The connections; of equally near ones the one drawn later first.
  /// - Complexity: O(k log k) for k connections around it.
  public func connections(around point: GraphPoint, within distance: Double) -> [Connection] {
    guard point.isFinite, distance >= 0, distance.isFinite else { return [] }
    let near = scene.connections(near: GraphRect(point, .zero).expanded(by: distance)).enumerated()
    let found = near.compactMap { place, connection in
      scene.path(of: connection).map { (connection, distance: $0.distance(to: point), place: place) }
    }
    return found.filter { $0.distance <= distance }.sorted { ($0.distance, -$0.place) < ($1.distance, -$1.place) }.map(
      \.0)
  }
}

extension ThemedPainter {
  /// The text next to a connection, if it is to be shown.
  func content(of connection: Connection) -> String? {
    guard detail == .all, let content = view.edgeContent else { return nil }
    let isShown =
      content.scope == .all || connection == hoveredConnection || selection.contains(connection)
      || selection.contains(connection.source.node) || selection.contains(connection.target.node)
    return isShown ? content.text(connection) : nil
  }

  /// Draws a text in a pill next to a line, if the nodes at its ends leave room.
  func draw(content: String, beside path: EdgePath, of connection: Connection) {
    let width = min(TextWidth.points(of: content, size: 11) + 14, EdgeContent.width)
    let room = TextBesideLine(path, between: ends(of: connection), gap: 5, reach: EdgeContent.reach)
    guard let rect = room.place(GraphSize(width, 18)) else { return }
    let pill = DrawingPath(rect, cornerRadius: 9)
    canvas.fill(pill, with: palette.body)
    canvas.stroke(pill, with: Stroke(palette.line))
    canvas.draw(
      content, in: GraphRect(x: rect.minX + 6, y: rect.minY, width: width - 12, height: 18),
      style: TextStyle(
        size: 11, paint: palette.secondaryInk, alignment: .center, truncation: .middle, hasTabularFigures: true))
  }

  /// The nodes at the ends of a connection.
  func ends(of connection: Connection) -> [GraphRect] {
    [connection.source.node, connection.target.node].compactMap { scene.nodes[$0]?.frame.rect }
  }
}
