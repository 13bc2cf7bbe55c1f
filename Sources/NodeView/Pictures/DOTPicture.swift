// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A graph as text in the DOT language of Graphviz.
///
/// A node is a table with its inputs on the left and its outputs on the right, or has the form that a
/// ``Style-swift.struct`` names. Equal graphs give equal text. Names and labels may contain any characters.
///
/// ```swift
/// print(DOTPicture(graph) { node in values[node] }.text)     // graph.dot; then: dot -Tsvg graph.dot
/// ```
///
/// The text has no positions: Graphviz lays the graph out. For a drawing of a ``GraphView`` as it is shown, use an
/// ``SVGCanvas``.
public struct DOTPicture: Sendable {
  /// Nodes that are drawn in a labelled frame, which may be in another frame.
  ///
  /// ```swift
  /// let clusters = [
  ///   DOTPicture.Cluster("Shop", [price, quantity]),
  ///   DOTPicture.Cluster("Taxes", [rate], in: 0),  // inside of "Shop"
  /// ]
  /// print(DOTPicture(graph, clusters: clusters).text)
  /// ```
  public struct Cluster: Hashable, Sendable {
    /// The label of the frame, which may be empty.
    public var label: String
    /// The nodes in the frame. A node that is in several clusters is drawn in the first of them.
    ///
    /// Don't repeat the nodes of an inner cluster in the outer one: they would be drawn there.
    public var nodes: [NodeID]
    /// The index of the cluster that directly contains this one; `nil` if there is none.
    ///
    /// The index has to be less than this cluster's own index, so list outer clusters first.
    public var enclosing: Int?

    /// Creates a cluster.
    ///
    /// - Parameters:
    ///   - label: The label of the frame.
    ///   - nodes: The nodes in it, without those of inner clusters.
    ///   - enclosing: The index of the cluster that directly contains this one; `nil` if there is none.
    public init(_ label: String, _ nodes: [NodeID], in enclosing: Int? = nil) {
      self.label = label
      self.nodes = nodes
      self.enclosing = enclosing
    }
  }

  /// The direction of a drawing and the form of its nodes.
  ///
  /// ```swift
  /// print(DOTPicture(graph, style: DOTPicture.Style(flow: .down, shape: "ellipse")).text)
  /// ```
  public struct Style: Hashable, Sendable {
    /// The direction in which values flow from node to node.
    ///
    /// Graphviz places the nodes in it (`rankdir`), and tables have their ports at the corresponding edges.
    public var flow: NodeLook.Flow
    /// The name of a Graphviz shape for nodes, such as `box` or `ellipse`; `nil` for tables that show the ports.
    ///
    /// A shape contains the title and the text below it, and connections lead from node to node instead of from port to
    /// port. The name isn't checked: Graphviz warns of unknown shapes.
    public var shape: String?

    /// Creates a style.
    ///
    /// - Parameters:
    ///   - flow: The direction in which values flow.
    ///   - shape: The name of a Graphviz shape for nodes; `nil` for tables that show the ports.
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

    /// The compass points of Graphviz at which connections leave and reach a node.
    fileprivate var compass: (output: String, input: String) {
      switch flow {
      case .right: ("e", "w")
      case .down: ("s", "n")
      case .left: ("w", "e")
      case .up: ("n", "s")
      }
    }
  }

  /// The whole document, ending with a line feed. Write it to a file, or pipe it to `dot`.
  public let text: String

  /// Describes a graph.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - nodes: The nodes to show, in any order; `nil` for all nodes. Connections to other nodes aren't shown, and
  ///     nodes that don't exist are left out.
  ///   - clusters: The frames around nodes. Frames without shown nodes are left out.
  ///   - titles: The titles of nodes that aren't shown by their name, or by the name of their kind.
  ///   - style: The direction of the drawing and the form of its nodes.
  ///   - labels: The texts at connections.
  ///   - value: Returns the text below the name of a node, or `nil`. It is called once for each shown node.
  /// - Precondition: The ``Cluster/enclosing`` of each cluster is the index of an earlier one.
  /// - Complexity: O(nodes of the graph + connections shown).
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

  /// The lines of the clusters that contain shown nodes, each with its inner clusters after its nodes.
  private static func lines(
    of clusters: [Cluster], _ members: [[NodeID]], _ node: (NodeID) -> String
  ) -> [String] {
    var isShown = members.map { !$0.isEmpty }
    var inner = clusters.map { _ in [Int]() }
    for (index, cluster) in clusters.enumerated().reversed() {
      guard let enclosing = cluster.enclosing else { continue }
      require(
        enclosing >= 0 && enclosing < index,
        "an enclosing cluster comes before its clusters, that of \(index) does not")
      inner[enclosing].append(index)
      if isShown[index] { isShown[enclosing] = true }
    }
    var lines: [String] = []
    /// The remaining clusters, with the next one last. `nil` closes the innermost open cluster.
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

  /// A row of cells as a single cell, because rows have two cells; empty without cells.
  private static func row(_ cells: [String]) -> [String] {
    if cells.isEmpty { return [] }
    let table = "<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"4\">"
    return ["<td colspan=\"2\" cellpadding=\"0\">\(table)<tr>\(cells.joined())</tr></table></td>"]
  }

  /// A name that may contain any characters, in quotes.
  private static func quoted(_ name: String) -> String {
    "\"\(VisibleText.standIns(name).filter { $0 != "\"" && $0 != "\\" })\""
  }

  private static func port(_ name: String, _ type: PortType) -> String {
    "\(escaped(name)) \(styled(type.name, "font", " point-size=\"9\" color=\"\(palette.type.hexadecimal)\""))"
  }

  /// The label of a frame. An empty one can't be written as HTML.
  private static func label(_ text: String) -> String {
    let text = escaped(text)
    return text.isEmpty ? "\"\"" : "<\(text)>"
  }

  /// The text in an element; empty for an empty text, because `dot` refuses empty elements.
  private static func styled(_ text: String, _ tag: String, _ attributes: String = "") -> String {
    let text = escaped(text)
    return text.isEmpty ? "" : "<\(tag)\(attributes)>\(text)</\(tag)>"
  }

  private static func escaped(_ text: String) -> String {
    // A backslash is an escape character in HTML labels too: `\N` would become the name of the node.
    VisibleText.escapedForXML(VisibleText.standIns(text)).split(separator: "\\", omittingEmptySubsequences: false)
      .joined(separator: "\\\\")
  }
}
