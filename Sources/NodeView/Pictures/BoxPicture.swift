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
  let parts: [BoxCells]

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

  /// Lays out boxes and lines; `nil` if they need longer lines than there is room for, or more than ``cellLimit`` cells.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - nodes: The nodes to be shown, in any order; all of them unless given. Connections to others are not shown.
  ///   - limit: How many cells a line may take.
  ///   - value: The text shown below the name of a node, if any.
  /// - Complexity: O(nodes · connections) for a graph of some hundred, else linear, if the boxes alone take too much
  ///   room; else that of a picture without a limit.
  public init?(_ graph: Graph, nodes: [NodeID]? = nil, fitting limit: Int, value: (NodeID) -> String? = { _ in nil }) {
    try? self.init(graph, nodes: nodes, fitting: limit, cells: Self.cellLimit, value: value)
  }

  /// How many cells a picture takes at most that is made to fit: a hundred million, of a byte each.
  public static let cellLimit = 100_000_000

  /// Why a picture is not drawn.
  package enum Misfit: Error {
    /// A line would be longer than the limit.
    case width
    /// It would take more cells than the limit.
    case cells
  }

  /// Lays out boxes and lines.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - nodes: The nodes to be shown, in any order; all of them unless given.
  ///   - limit: How many cells a line may take.
  ///   - cells: How many cells all lines together may take.
  ///   - titles: What nodes are called that are not called by their name, or that of their kind.
  ///   - inside: Pictures of what lies in nodes, drawn in their boxes.
  ///   - value: The text shown below the name of a node, if any.
  /// - Throws: ``Misfit``.
  package init(
    _ graph: Graph, nodes: [NodeID]? = nil, fitting limit: Int, cells: Int, titles: [NodeID: String] = [:],
    inside: [NodeID: BoxPicture] = [:], value: (NodeID) -> String? = { _ in nil }
  ) throws(Misfit) {
    let (boxes, edges) = Self.content(
      ShownGraph(graph, nodes: nodes), of: graph, titles, inside, value: value)
    try self.init(boxes, edges, limit: limit, cells: cells)
  }

  private init(_ boxes: [PictureBox], _ edges: [LayoutGraph.Edge]) {
    let layouts = BoxLayers.parts(boxes, edges)
    parts = layouts.map { $0.laidOut().drawn() }
    width = parts.reduce(0) { max($0, $1.columns) }
  }

  private init(_ boxes: [PictureBox], _ edges: [LayoutGraph.Edge], limit: Int, cells: Int) throws(Misfit) {
    let layouts = BoxLayers.parts(boxes, edges)
    guard layouts.allSatisfy({ $0.leastWidth <= limit }) else { throw .width }
    guard layouts.reduce(0, { $0 + $1.leastCellCount }) <= cells else { throw .cells }
    var left = cells
    var parts: [BoxCells] = []
    for layout in layouts {
      let part = layout.laidOut()
      guard part.columns <= limit else { throw .width }
      left -= part.columns * part.rowCount
      guard left >= 0 else { throw .cells }
      parts.append(part.drawn())
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
    forEachLine(isASCII: isASCII) { lines.append($0) }
    return lines
  }

  /// Hands over the rows as text, one after the other, so that they need not be in memory together.
  ///
  /// - Parameters:
  ///   - isASCII: Whether to do with ASCII alone, as ``lines(isASCII:)`` has it.
  ///   - body: Receives a line without spaces at its end.
  /// - Throws: What `body` throws.
  /// - Complexity: O(cells).
  public func forEachLine<Failure>(
    isASCII: Bool = false, _ body: (String) throws(Failure) -> Void
  ) throws(Failure) {
    for (index, part) in parts.enumerated() {
      if index > 0 { try body("") }
      try part.forEachLine(isASCII: isASCII, body)
    }
  }

  /// The boxes of the nodes shown, and their connections: ports numbered as the boxes have them.
  private static func content(
    _ shown: ShownGraph, of graph: Graph, _ titles: [NodeID: String] = [:],
    _ inside: [NodeID: BoxPicture] = [:], value: (NodeID) -> String?
  ) -> ([PictureBox], [LayoutGraph.Edge]) {
    var edges: [LayoutGraph.Edge] = []
    var isRead: Set<OutputPort> = []
    for connection in shown.incoming.joined() { isRead.insert(connection.source) }
    let boxes = shown.nodes.enumerated().compactMap { place, node -> PictureBox? in
      guard let kind = try? graph.kind(of: node) else { return nil }
      var box = PictureBox(title: titles[node] ?? graph.name(of: node) ?? kind.name)
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
      box.picture = inside[node]?.parts ?? []
      return box
    }
    return (boxes, edges)
  }
}
