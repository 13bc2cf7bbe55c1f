// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A graph in the DOT language of Graphviz: a table for each node, its inputs on the left, its outputs on the right, or as
/// ``Style-swift.struct`` says.
///
/// The same graph gives the same text. Names and labels may hold any characters.
///
/// ```swift
/// print(DOTPicture(graph) { node in values[node] }.text)     // graph.dot; then: dot -Tsvg graph.dot
/// ```
public struct DOTPicture: Sendable {
  /// Nodes drawn in a frame of their own.
  public struct Cluster: Hashable, Sendable {
    /// The label of the frame.
    public var label: String
    /// The nodes in it; one that is in several clusters is drawn in the first.
    public var nodes: [NodeID]
    /// The cluster that it lies in, by its place among all of them, which comes before its own; `nil` if it lies in none.
    public var enclosing: Int?

    /// Puts nodes into a frame with this label.
    ///
    /// - Parameters:
    ///   - label: The label of the frame.
    ///   - nodes: The nodes in it.
    ///   - enclosing: The cluster that it lies in, by its place among all of them.
    public init(_ label: String, _ nodes: [NodeID], in enclosing: Int? = nil) {
      self.label = label
      self.nodes = nodes
      self.enclosing = enclosing
    }
  }

  /// Which way a graph is drawn, and how its nodes are.
  public struct Style: Hashable, Sendable {
    /// Which way values flow.
    public var flow: NodeLook.Flow
    /// The shape of nodes, one of Graphviz's such as `box` or `ellipse`; `nil` for tables that show the ports. In a shape there are
    /// the title and the text below it, and connections lead from node to node.
    public var shape: String?

    /// Describes a drawing.
    ///
    /// - Parameters:
    ///   - flow: Which way values flow.
    ///   - shape: The shape of nodes, one of Graphviz's; `nil` for tables that show the ports.
    public init(flow: NodeLook.Flow = .right, shape: String? = nil) {
      self.flow = flow
      self.shape = shape
    }

    fileprivate var rankDirection: String {
      switch flow {
      case .right: "LR"
      case .down: "TB"
      case .left: "RL"
      case .up: "BT"
      }
    }

    /// The edges at which connections leave a node and reach it, as Graphviz calls them.
    fileprivate var compass: (output: String, input: String) {
      switch flow {
      case .right: ("e", "w")
      case .down: ("s", "n")
      case .left: ("w", "e")
      case .up: ("n", "s")
      }
    }
  }

  /// The whole document.
  public let text: String

  /// Describes a graph.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - nodes: The nodes to be shown, in any order; all of them unless given. Connections to others are not shown.
  ///   - clusters: Which nodes share a frame. Frames in which nothing is shown are left out.
  ///   - titles: What nodes are called that are not called by their name, or that of their kind.
  ///   - style: Which way the graph is drawn, and how its nodes are.
  ///   - labels: The texts beside connections.
  ///   - value: The text shown below the name of a node, if any.
  /// - Precondition: A cluster lies in one that comes before it.
  /// - Complexity: O(nodes + connections).
  public init(
    _ graph: Graph, nodes: [NodeID]? = nil, clusters: [Cluster] = [], titles: [NodeID: String] = [:],
    style: Style = Style(), labels: [Connection: String] = [:], value: (NodeID) -> String? = { _ in nil }
  ) {
    let shown = ShownGraph(graph, nodes: nodes)
    var lines = [
      "digraph {", "  graph [rankdir=\(style.rankDirection), fontname=\"sans-serif\"];",
      "  node [shape=\(style.shape.map(Self.quoted) ?? "plain"), fontname=\"sans-serif\"];",
      "  edge [arrowsize=0.6, fontname=\"sans-serif\"];",
    ]
    func describe(_ node: NodeID) -> String {
      guard let kind = try? graph.kind(of: node) else { return "" }
      let title = titles[node] ?? graph.name(of: node) ?? kind.name
      return Self.node(node, kind, title, value(node), style)
    }
    var isFramed: Set<NodeID> = []
    let members = clusters.map { cluster in
      cluster.nodes.filter { shown.places[$0] != nil && isFramed.insert($0).inserted }
    }
    lines += Self.lines(of: clusters, members, describe)
    for other in shown.nodes where !isFramed.contains(other) { lines.append("  " + describe(other)) }
    for connection in shown.incoming.joined() {
      let (source, target) = (connection.source, connection.target)
      var ends = (Self.id(source.node), Self.id(target.node))
      if style.shape == nil {
        ends.0 += ":o\(source.index):\(style.compass.output)"
        ends.1 += ":i\(target.index):\(style.compass.input)"
      }
      let text = labels[connection].map { " [label=\(Self.label($0))]" } ?? ""
      lines.append("  \(ends.0) -> \(ends.1)\(text);")
    }
    text = lines.joined(separator: "\n") + "\n}\n"
  }

  /// The clusters in which something is shown, each with those that lie in it behind its nodes.
  private static func lines(
    of clusters: [Cluster], _ members: [[NodeID]], _ node: (NodeID) -> String
  ) -> [String] {
    var isShown = members.map { !$0.isEmpty }
    var inner = clusters.map { _ in [Int]() }
    for (index, cluster) in clusters.enumerated().reversed() {
      guard let enclosing = cluster.enclosing else { continue }
      require(enclosing >= 0 && enclosing < index, "a cluster lies in one before it, that at \(index) does not")
      inner[enclosing].append(index)
      if isShown[index] { isShown[enclosing] = true }
    }
    var lines: [String] = []
    /// Clusters that are to come, the next one last; `nil` closes the innermost that is open.
    var open: [Int?] = clusters.indices.reversed().filter { clusters[$0].enclosing == nil }
    var depth = 1
    while let next = open.popLast() {
      guard let index = next else {
        depth -= 1
        lines.append(String(repeating: "  ", count: depth) + "}")
        continue
      }
      guard isShown[index] else { continue }
      let indent = String(repeating: "  ", count: depth)
      lines.append("\(indent)subgraph cluster_\(index) {")
      lines.append("\(indent)  label=\(label(clusters[index].label));")
      lines += members[index].map { "\(indent)  " + node($0) }
      depth += 1
      open.append(nil)
      open += inner[index]
    }
    return lines
  }

  private static let palette = DOTPalette()

  private static func id(_ node: NodeID) -> String { "n\(node.slot)_\(node.generation)" }

  private static func node(
    _ node: NodeID, _ kind: NodeKind, _ title: String, _ value: String?, _ style: Style
  ) -> String {
    if style.shape != nil {
      let text = [styled(title, "b"), value.map(escaped) ?? ""].filter { !$0.isEmpty }.joined(separator: "<br/>")
      return "\(id(node)) [label=\(text.isEmpty ? "\"\"" : "<\(text)>")];"
    }
    let head = "<td colspan=\"2\" bgcolor=\"\(palette.title.hexadecimal)\">\(styled(title, "b"))</td>"
    var rows = [head]
    if let value { rows.append("<td colspan=\"2\">\(escaped(value))</td>") }
    let inputs = kind.inputs.enumerated().map { cell("i\($0)", port($1.name, $1.type), isLeft: style.flow != .left) }
    let outputs = kind.outputs.enumerated().map { cell("o\($0)", port($1.name, $1.type), isLeft: style.flow == .left) }
    switch style.flow {
    case .right: rows += pairs(inputs, outputs)
    case .left: rows += pairs(outputs, inputs)
    case .down: rows = row(inputs) + rows + row(outputs)
    case .up: rows = row(outputs) + rows + row(inputs)
    }
    let table =
      "<table border=\"1\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"4\" color=\"\(palette.border.hexadecimal)\">"
    return "\(id(node)) [label=<\(table)\(rows.map { "<tr>\($0)</tr>" }.joined())</table>>];"
  }

  private static func cell(_ port: String, _ text: String, isLeft: Bool) -> String {
    "<td port=\"\(port)\" align=\"\(isLeft ? "left" : "right")\">\(text)</td>"
  }

  /// Rows of two cells each, side by side.
  private static func pairs(_ left: [String], _ right: [String]) -> [String] {
    (0..<max(left.count, right.count)).map { index in
      (index < left.count ? left[index] : "<td></td>") + (index < right.count ? right[index] : "<td></td>")
    }
  }

  /// A row of cells as one cell, since rows have two; none without cells.
  private static func row(_ cells: [String]) -> [String] {
    if cells.isEmpty { return [] }
    let table = "<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"4\">"
    return ["<td colspan=\"2\" cellpadding=\"0\">\(table)<tr>\(cells.joined())</tr></table></td>"]
  }

  /// A name that may hold any characters.
  private static func quoted(_ name: String) -> String {
    "\"\(VisibleText.standIns(name).filter { $0 != "\"" && $0 != "\\" })\""
  }

  private static func port(_ name: String, _ type: PortType) -> String {
    "\(escaped(name)) \(styled(type.name, "font", " point-size=\"9\" color=\"\(palette.type.hexadecimal)\""))"
  }

  /// The label of a frame: an empty one can't be written as HTML.
  private static func label(_ text: String) -> String {
    let text = escaped(text)
    return text.isEmpty ? "\"\"" : "<\(text)>"
  }

  /// The text in an element; `dot` refuses elements of text that are empty.
  private static func styled(_ text: String, _ tag: String, _ attributes: String = "") -> String {
    let text = escaped(text)
    return text.isEmpty ? "" : "<\(tag)\(attributes)>\(text)</\(tag)>"
  }

  private static func escaped(_ text: String) -> String {
    // A backslash escapes in HTML labels as well: `\N` would become the name of the node.
    VisibleText.escapedForXML(VisibleText.standIns(text)).split(separator: "\\", omittingEmptySubsequences: false)
      .joined(separator: "\\\\")
  }
}
