// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Says what connections carry, as values: ``GraphView/edgeContent`` draws it beside their lines.
///
/// ```swift
/// view.edgeContent = EdgeContent { connection in evaluator.text(of: connection.source) }
/// ```
///
/// The view asks while it draws. What is drawn is that of the last time the connection, or a node at its ends, was reloaded.
public struct EdgeContent {
  /// Of which connections it is shown.
  public enum Scope: Hashable, Sendable {
    /// Of the one below the pointer, those that are selected, and those of nodes that are selected.
    case pointedAt
    /// Of all.
    case all
  }

  /// The widest a text may be, in canvas points.
  public static let width = 96.0

  /// Of which connections it is shown.
  public var scope: Scope
  let text: (Connection) -> String?

  /// Says what connections carry.
  ///
  /// - Parameters:
  ///   - scope: Of which connections it is shown.
  ///   - text: Returns what a connection carries; `nil` for nothing. It changes nothing, and keeps no view alive that keeps it.
  public init(of scope: Scope = .pointedAt, _ text: @escaping (Connection) -> String?) {
    self.scope = scope
    self.text = text
  }

  /// How far a text reaches from its line.
  static let reach = width + 16
}

extension GraphView {
  /// Finds out how far labels reach from their lines.
  func measureLabels() {
    let reach = EdgeAttributes.reach(of: edgeAttributes, isBeside: style.palette != nil)
    let hasContent = edgeContent != nil && style.palette != nil
    presentation.labelReach = hasContent ? max(reach, EdgeContent.reach) : reach
    presentation.marksConnectionsOfSelection = hasContent
  }

  /// The connections near a point, the nearest first.
  ///
  /// - Parameters:
  ///   - point: The point, in canvas points.
  ///   - distance: How far from the point their lines may pass, in canvas points.
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
  /// What stands beside a connection, if it is to be shown.
  func content(of connection: Connection) -> String? {
    guard detail == .all, let content = view.edgeContent else { return nil }
    let isShown =
      content.scope == .all || connection == hoveredConnection || selection.contains(connection)
      || selection.contains(connection.source.node) || selection.contains(connection.target.node)
    return isShown ? content.text(connection) : nil
  }

  /// Draws a text in a pill beside a line, if there is room that the nodes at its ends leave.
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
