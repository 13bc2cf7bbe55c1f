// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A picture of a graph as boxes with typed ports, joined by lines, in the cells of a terminal.
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
/// Inputs are on the left side of a box, each with its name. Outputs are on the right side, each with its type, and
/// with its name if there are several. A port is `●` if it is connected to a shown node, else `○`. An input with
/// several sources has a row for each of them; the first row has the input's name.
///
/// Lines run from left to right and are connected where they are drawn as joined (`├`, `┬`, `┼` …). Where two unrelated
/// lines cross, the vertical one is drawn in front: `─│─`.
///
/// Boxes are in columns, to the right of all boxes they read. Parts of the graph that are not connected are below each
/// other. Equal graphs give equal pictures.
///
/// ```swift
/// if let picture = BoxPicture(graph, fitting: 80, value: { values[$0] }) {
///   for line in picture.lines() { print(line) }
/// } else {
///   for line in LaneList(graph, texts: { [graph.name(of: $0) ?? ""] }).lines(width: 80) { print(line) }
/// }
/// ```
public struct BoxPicture: Sendable {
  /// The number of columns of cells, above which no line reaches.
  ///
  /// Use it to decide whether the picture fits a terminal that was resized after the picture was made.
  public let width: Int
  let parts: [BoxCells]

  /// Lays out boxes and lines, whatever room they take.
  ///
  /// A long chain of nodes makes long lines, and a terminal wraps them into an unreadable picture. Use
  /// ``init(_:nodes:fitting:value:)`` where the room is limited or the graph may be large.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - nodes: The nodes to show, in any order; `nil` for all nodes. Connections to other nodes aren't shown, and
  ///     nodes that don't exist are left out.
  ///   - value: Returns the text below the name of a node, which may have several lines, or `nil`. Names, and lines of
  ///     the text, are cut to 24 cells.
  /// - Complexity: O((nodes + connections) · log(nodes)) and the number of cells, which may be layers times the
  ///   connections that pass them.
  public init(_ graph: Graph, nodes: [NodeID]? = nil, value: (NodeID) -> String? = { _ in nil }) {
    let (boxes, edges) = Self.content(ShownGraph(graph, nodes: nodes), of: graph, value: value)
    self.init(boxes, edges)
  }

  /// Lays out boxes and lines, unless they need longer lines than there is room for, or more than ``cellLimit`` cells.
  ///
  /// The result is `nil` if the picture doesn't fit; fall back to a ``LaneList``, which is narrower. Whether the boxes
  /// alone take too much room is checked before lines are laid out.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - nodes: The nodes to show, in any order; `nil` for all nodes. Connections to other nodes aren't shown, and
  ///     nodes that don't exist are left out.
  ///   - limit: The maximum number of cells of a line.
  ///   - value: Returns the text below the name of a node, or `nil`.
  /// - Complexity: If the boxes alone take too much room, O(nodes · connections) for graphs of some hundred nodes and
  ///   linear for larger ones; else that of a picture without a limit.
  public init?(_ graph: Graph, nodes: [NodeID]? = nil, fitting limit: Int, value: (NodeID) -> String? = { _ in nil }) {
    try? self.init(graph, nodes: nodes, fitting: limit, cells: Self.cellLimit, value: value)
  }

  /// The maximum number of cells of a picture with a limited width: a hundred million, of a byte each.
  ///
  /// It keeps ``init(_:nodes:fitting:value:)`` from filling memory for graphs whose lines are short but very many.
  public static let cellLimit = 100_000_000

  /// The reason why a picture is not drawn.
  package enum Misfit: Error {
    /// A line would be longer than the limit.
    case width
    /// The picture would take more cells than the limit.
    case cells
  }

  /// Lays out boxes and lines within limits.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - nodes: The nodes to show, in any order; `nil` for all nodes.
  ///   - limit: The maximum number of cells of a line.
  ///   - cells: The maximum number of cells of all lines together.
  ///   - titles: The titles of nodes that aren't shown by their name, or by the name of their kind.
  ///   - inside: Pictures of the contents of nodes, drawn in their boxes.
  ///   - value: Returns the text below the name of a node, or `nil`.
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
  /// - Parameter isASCII: Whether only ASCII characters are used: `*` for connected ports, `o` for other ports, `+`
  ///   where lines turn or join, and `?` for each cell of another character of a text.
  /// - Returns: The lines, without trailing spaces. An empty line separates parts that are not connected.
  /// - Complexity: O(cells).
  public func lines(isASCII: Bool = false) -> [String] {
    var lines: [String] = []
    forEachLine(isASCII: isASCII) { lines.append($0) }
    return lines
  }

  /// Calls a closure with each row as text, so that the rows need not be in memory together.
  ///
  /// - Parameters:
  ///   - isASCII: Whether only ASCII characters are used, as in ``lines(isASCII:)``.
  ///   - body: Receives a line without trailing spaces.
  /// - Throws: What `body` throws. The remaining rows are then left out.
  /// - Complexity: O(cells).
  public func forEachLine<Failure>(
    isASCII: Bool = false, _ body: (String) throws(Failure) -> Void
  ) throws(Failure) {
    for (index, part) in parts.enumerated() {
      if index > 0 { try body("") }
      try part.forEachLine(isASCII: isASCII, body)
    }
  }

  /// The boxes of the shown nodes and their connections, with ports numbered as in the boxes.
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
