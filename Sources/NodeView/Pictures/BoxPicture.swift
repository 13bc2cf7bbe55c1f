// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A graph as boxes with typed ports, joined by lines, in the cells of a terminal.
///
/// ```
///                 ┌ sub ────────┐
///                 │ 60   Number ○
/// ┌ price ────┐   │ price * qty │
/// │ 20 Number ●───● price       │
/// └───────────┘ ┌─● qty         │
///               │ └─────────────┘
/// ┌ qty ──────┐ │
/// │ 3  Number ●─┘
/// └───────────┘
/// ```
///
/// Inputs are on a box's left side, each with its name, and outputs on its right side, each with its type, and with
/// its name if there are several. A port is `●` if it is connected to something shown, else `○`. An input with several
/// sources has a row for each of them, of which the first bears its name.
///
/// Lines run from left to right and belong together where they are drawn as joined (`├`, `┬`, `┼` …). Where a line
/// passes another that it doesn't belong to, that one is drawn in front of it: `─│─`.
///
/// Boxes stand in columns, behind all they read. Parts of the graph that are not connected stand below each
/// other. The same graph gives the same picture.
public struct BoxPicture: Sendable {
  /// How many cells its longest line takes.
  public let width: Int
  private let parts: [BoxCells]

  /// Lays out boxes and lines.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - nodes: The nodes to be shown, in any order; all of them unless given. Connections to others are not shown.
  ///   - value: The text shown below the name of a node, if any; it may have several lines. What is longer than 24
  ///     cells is cut, as names are.
  /// - Complexity: O((nodes + connections) · log(nodes)) and the cells it takes, which may be layers times the
  ///   connections that pass them.
  public init(_ graph: Graph, nodes: [NodeID]? = nil, value: (NodeID) -> String? = { _ in nil }) {
    let (boxes, edges) = Self.content(ShownGraph(graph, nodes: nodes), of: graph, value: value)
    self.init(boxes, edges)
  }

  /// Lays out boxes and lines; `nil` if they need longer lines than there is room for.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - nodes: The nodes to be shown, in any order; all of them unless given. Connections to others are not shown.
  ///   - limit: How many cells a line may take.
  ///   - value: The text shown below the name of a node, if any.
  /// - Complexity: O(nodes · connections) for a graph of some hundred, else linear, if the boxes alone take too much
  ///   room; else that of a picture without a limit.
  public init?(_ graph: Graph, nodes: [NodeID]? = nil, fitting limit: Int, value: (NodeID) -> String? = { _ in nil }) {
    let (boxes, edges) = Self.content(ShownGraph(graph, nodes: nodes), of: graph, value: value)
    self.init(boxes, edges, limit: limit)
  }

  private init(_ boxes: [PictureBox], _ edges: [LayoutGraph.Edge]) {
    let layouts = BoxLayers.parts(boxes, edges)
    parts = layouts.map { $0.drawn() }
    width = parts.reduce(0) { max($0, $1.columns) }
  }

  private init?(_ boxes: [PictureBox], _ edges: [LayoutGraph.Edge], limit: Int) {
    let layouts = BoxLayers.parts(boxes, edges)
    guard layouts.allSatisfy({ $0.leastWidth <= limit }) else { return nil }
    var parts: [BoxCells] = []
    for layout in layouts {
      let part = layout.drawn()
      guard part.columns <= limit else { return nil }
      parts.append(part)
    }
    self.parts = parts
    width = parts.reduce(0) { max($0, $1.columns) }
  }

  /// The rows as text.
  ///
  /// - Parameter isASCII: Whether to do with ASCII alone: `*` for ports that are connected, `o` for others, `+` where
  ///   lines turn or join, and `?` for each cell of a character of a text that isn't ASCII.
  /// - Returns: The lines, without spaces at their ends.
  /// - Complexity: O(cells).
  public func lines(isASCII: Bool = false) -> [String] {
    var lines: [String] = []
    for part in parts {
      if !lines.isEmpty { lines.append("") }
      lines += part.lines(isASCII: isASCII)
    }
    return lines
  }

  /// The boxes of the nodes shown, and their connections: ports numbered as the boxes have them.
  private static func content(
    _ shown: ShownGraph, of graph: Graph, value: (NodeID) -> String?
  ) -> ([PictureBox], [LayoutGraph.Edge]) {
    var edges: [LayoutGraph.Edge] = []
    var isRead: Set<OutputPort> = []
    for connection in shown.incoming.joined() { isRead.insert(connection.source) }
    let boxes = shown.nodes.enumerated().compactMap { place, node -> PictureBox? in
      guard let kind = try? graph.kind(of: node) else { return nil }
      var box = PictureBox(title: graph.name(of: node) ?? kind.name)
      if let value = value(node) { box.addText(value) }
      var connections = shown.incoming[place][...]
      for (index, input) in kind.inputs.enumerated() {
        var name = input.name
        repeat {
          let connection = connections.first?.target.index == index ? connections.popFirst() : nil
          if let source = connection?.source, let sourcePlace = shown.places[source.node] {
            edges.append(.init(from: sourcePlace, output: source.index, to: place, input: box.inputRows.count))
          }
          box.addInput(name, isConnected: connection != nil)
          name = ""
        } while connections.first?.target.index == index
      }
      for (index, output) in kind.outputs.enumerated() {
        let name = kind.outputs.count > 1 ? output.name : ""
        box.addOutput(name, output.type.name, isConnected: isRead.contains(node.output(index)))
      }
      return box
    }
    return (boxes, edges)
  }
}
