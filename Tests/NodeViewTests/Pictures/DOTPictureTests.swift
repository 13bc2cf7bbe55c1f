// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct DOTPictureTests {
  private static let hasDOT = Program.isInstalled("dot")

  @Test func aNodeIsATableWithItsPorts() throws {
    var graph = Graph(kinds: mixedKinds)
    let one = try graph.add("Number", named: "one")
    let minus = try graph.add("Negate")
    try graph.connect(one.output, to: minus.input(0))
    let type = "<font point-size=\"9\" color=\"#606060\">Number</font>"
    let table = "<table border=\"1\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"4\" color=\"#808080\">"
    let title = "<tr><td colspan=\"2\" bgcolor=\"#e8e8e8\"><b>"
    #expect(
      DOTPicture(graph) { $0 == one ? "= 1" : nil }.text == """
        digraph {
          graph [rankdir=LR, fontname="sans-serif"];
          node [shape=plain, fontname="sans-serif"];
          edge [arrowsize=0.6, fontname="sans-serif"];
          n0_0 [label=<\(table)\(title)one</b></td></tr><tr><td colspan="2">= 1</td></tr>\
        <tr><td></td><td port="o0" align="right">value \(type)</td></tr></table>>];
          n1_0 [label=<\(table)\(title)Negate</b></td></tr>\
        <tr><td port="i0" align="left">x \(type)</td><td port="o0" align="right">y \(type)</td></tr></table>>];
          n0_0:o0:e -> n1_0:i0:w;
        }

        """)
  }

  @Test(.enabled(if: hasDOT, "needs dot"), arguments: NodeLook.Flow.allCases, [nil, "box", "no such \"shape"])
  func aGraphLeadsAnyWayInAnyShapeWithTextsBesideItsConnections(_ flow: NodeLook.Flow, _ shape: String?) throws {
    let graph = try receipt()
    let labels = Dictionary(graph.connections.map { ($0, "label \($0.target.index)") }) { $1 }
    let text = DOTPicture(graph, style: .init(flow: flow, shape: shape), labels: labels) { _ in "7" }.text
    // The centres of the nodes as placed by dot, with y upwards.
    let (status, plain) = try Program.run("dot -Tplain 2>/dev/null", on: text)
    #expect(status == 0)
    var places: [Substring: GraphPoint] = [:]
    for line in plain.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words[0] == "node", let x = Double(words[2]), let y = Double(words[3]) { places[words[1]] = GraphPoint(x, -y) }
    }
    for connection in graph.connections {
      let ends = [connection.source.node, connection.target.node].map { "n\($0.slot)_\($0.generation)" }
      let way = try #require(places[ends[1][...]]) - #require(places[ends[0][...]])
      let outward = flow.side.outward
      #expect(way.x * outward.x + way.y * outward.y > 0, "\(flow)")
    }
    #expect(
      text.split(separator: "\n").count { $0.contains("-> ") && $0.contains("label=<label ") } == graph.connectionCount)
    #expect(text.contains(":o0:") == (shape == nil) && (shape != "box" || text.contains("shape=\"box\"")))
  }

  @Test func aPartShowsOnlyWhatIsConnectedInIt() throws {
    let graph = try receipt()
    let total = try #require(graph.node(named: "total"))
    let part = graph.upstream(of: total) + [total]
    let edges = DOTPicture(graph, nodes: part).text.split(separator: "\n").filter { $0.contains("->") }
    #expect(edges.count == 6)
    #expect(!DOTPicture(graph, nodes: part).text.contains("each"))
  }

  @Test func aNodeIsDrawnInTheFirstOfItsClusters() throws {
    let graph = try receipt()
    let nodes = graph.nodes
    let clusters = [DOTPicture.Cluster("given", [nodes[0], nodes[1]]), .init("all", nodes), .init("none", nodes)]
    let text = DOTPicture(graph, clusters: clusters).text
    #expect(text.split(separator: "\n").filter { $0.contains(" [label=") }.count == nodes.count)
    #expect(text.contains("label=<given>") && text.contains("label=<all>") && !text.contains("label=<none>"))
  }

  @Test func clustersLieInClustersAndNodesHaveTitlesOfTheirOwn() throws {
    let graph = try receipt()
    let nodes = graph.nodes
    let clusters = [
      DOTPicture.Cluster("outer", [nodes[5]]), .init("around", [], in: 0), .init("inner", [nodes[3], nodes[4]], in: 1),
      .init("empty", [], in: 0),
    ]
    let text = DOTPicture(graph, clusters: clusters, titles: [nodes[3]: "the rate"]).text
    let shape = text.split(separator: "\n").filter {
      $0.contains("subgraph") || $0.hasSuffix("}") || $0.contains("[label=")
    }
    .map { line in
      let title = line.firstRange(of: "<b>").flatMap { start in
        line.firstRange(of: "</b>").map { line[start.upperBound..<$0.lowerBound] }
      }
      return line.prefix { $0 == " " } + (title ?? line.drop { $0 == " " })
    }
    #expect(
      shape == [
        "  subgraph cluster_0 {", "    \(graph.name(of: nodes[5]) ?? "")", "    subgraph cluster_1 {",
        "      subgraph cluster_2 {", "        the rate", "        \(graph.name(of: nodes[4]) ?? "")", "      }",
        "    }",
        "  }", "  price", "  qty", "  sub", "  each", "}",
      ])
    #expect(!text.contains("empty") && text.split(separator: "\n").count { $0.contains(" -> ") } == 8)
  }

  @Test(.enabled(if: hasDOT, "needs dot"))
  func labelsOfAnyTextSurvive() throws {
    var graph = Graph()
    for (index, label) in awkwardLabels.enumerated() {
      let type = PortType(Double.self, name: label)
      let kind = NodeKind(label, inputs: [.init(label, type)], outputs: [.init(label, type)])
      let node = try graph.add(own: kind, named: index % 2 == 0 ? label : nil)
      if let previous = graph.nodes.dropLast().last { try graph.connect(previous.output, to: node.input(0)) }
    }
    let clusters = zip(graph.nodes, awkwardLabels).map { DOTPicture.Cluster($1, [$0]) }
    let source = DOTPicture(graph, clusters: clusters) { graph.name(of: $0) }.text
    let (status, picture) = try Program.run("dot -Tsvg", on: source)
    #expect(status == 0)
    #expect(!picture.contains("Error") && !picture.contains("Warning"), "\(picture.prefix(500))")
    let shown = try Program.run("dot -Tsvg 2>/dev/null | sed -n 's,.*<text [^>]*>\\(.*\\)</text>.*,\\1,p'", on: source)
      .output
    let texts = Set(shown.split(separator: "\n").map { Self.plain(String($0)) })
    for label in awkwardLabels {
      let expected = Self.plain(VisibleText.escapedForXML(VisibleText.standIns(label)))
      #expect(expected.isEmpty || texts.contains(expected), "\(label.debugDescription)")
    }
  }

  /// Normalizes text that dot writes in several equivalent ways.
  private static func plain(_ text: String) -> String {
    var result = text
    for (form, character) in [("&#160;", " "), ("&#45;", "-"), ("&quot;", "\""), ("&#39;", "'")] {
      result = result.split(separator: form, omittingEmptySubsequences: false).joined(separator: character)
    }
    let words = result.split(separator: " ")
    return words.joined(separator: " ")
  }
}
