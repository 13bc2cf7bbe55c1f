// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A graph in the DOT language of Graphviz: a table for each node, its inputs on the left, its outputs on the right.
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

  /// The whole document.
  public let text: String

  /// Describes a graph.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - nodes: The nodes to be shown, in any order; all of them unless given. Connections to others are not shown.
  ///   - clusters: Which nodes share a frame. Frames in which nothing is shown are left out.
  ///   - titles: What nodes are called that are not called by their name, or that of their kind.
  ///   - value: The text shown below the name of a node, if any.
  /// - Precondition: A cluster lies in one that comes before it.
  /// - Complexity: O(nodes + connections).
  public init(
    _ graph: Graph, nodes: [NodeID]? = nil, clusters: [Cluster] = [], titles: [NodeID: String] = [:],
    value: (NodeID) -> String? = { _ in nil }
  ) {
    let shown = ShownGraph(graph, nodes: nodes)
    var lines = [
      "digraph {", "  graph [rankdir=LR, fontname=\"sans-serif\"];",
      "  node [shape=plain, fontname=\"sans-serif\"];", "  edge [arrowsize=0.6];",
    ]
    func describe(_ node: NodeID) -> String { Self.node(node, in: graph, title: titles[node], value: value(node)) }
    var isFramed: Set<NodeID> = []
    let members = clusters.map { cluster in
      cluster.nodes.filter { shown.places[$0] != nil && isFramed.insert($0).inserted }
    }
    lines += Self.lines(of: clusters, members, describe)
    for other in shown.nodes where !isFramed.contains(other) { lines.append("  " + describe(other)) }
    for connection in shown.incoming.joined() {
      let (source, target) = (connection.source, connection.target)
      lines.append("  \(Self.id(source.node)):o\(source.index):e -> \(Self.id(target.node)):i\(target.index):w;")
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

  private static func node(_ node: NodeID, in graph: Graph, title: String?, value: String?) -> String {
    guard let kind = try? graph.kind(of: node) else { return "" }
    let title = title ?? graph.name(of: node) ?? kind.name
    var rows = "<tr><td colspan=\"2\" bgcolor=\"\(palette.title.hexadecimal)\">\(styled(title, "b"))</td></tr>"
    if let value { rows += "<tr><td colspan=\"2\">\(escaped(value))</td></tr>" }
    for index in 0..<max(kind.inputs.count, kind.outputs.count) {
      rows += "<tr>"
      if index < kind.inputs.count {
        let input = kind.inputs[index]
        rows += "<td port=\"i\(index)\" align=\"left\">\(port(input.name, input.type))</td>"
      } else {
        rows += "<td></td>"
      }
      if index < kind.outputs.count {
        let output = kind.outputs[index]
        rows += "<td port=\"o\(index)\" align=\"right\">\(port(output.name, output.type))</td>"
      } else {
        rows += "<td></td>"
      }
      rows += "</tr>"
    }
    let table =
      "<table border=\"1\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"4\" color=\"\(palette.border.hexadecimal)\">"
    return "\(id(node)) [label=<\(table)\(rows)</table>>];"
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
