// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import ViewHosts

extension Row {
  /// The costs of placing nodes.
  static var layouts: [Row] {
    [
      Row("GraphView.arrange of a star: a node") { size in
        let view = try StarHost(readers: size).makeView()
        return nanoseconds(units: size) { view.arrange { graph, _ in LayeredLayout().layout(graph) } }
      },
      Row("GraphView.arrange without a move: a node") { size in
        let view = try ChainHost(length: size).makeView()
        return nanoseconds(calls: 1, units: size) { _ in
          view.arrange { graph, places in
            LayoutResult(
              positions: places, routes: graph.edges.map { _ in [] }, isReversed: graph.edges.map { _ in false },
              size: .zero)
          }
        }
      },
      layered("a chain") { index in index == 0 ? nil : index - 1 },
      layered("a star") { index in index == 0 ? nil : 0 },
      layered("a tree") { index in index == 0 ? nil : (index - 1) / 2 },
      layered("pairs") { index in index % 2 == 0 ? nil : index - 1 },
      Row("TreeLayout.layout of a chain: a node") { size in
        drawing(children: (0..<size).map { $0 + 1 < size ? [$0 + 1] : [] })
      },
      Row("TreeLayout.layout of a star: a node") { size in
        drawing(children: [Array(1..<size)] + (1..<size).map { _ in [] })
      },
    ]
  }

  /// `LayeredLayout` of a graph in which each node reads one earlier node, or none.
  private static func layered(_ name: String, source: @escaping (Int) -> Int?) -> Row {
    Row("LayeredLayout.layout of \(name): a node", largest: 10_000) { size in
      let graph = LayoutGraph(
        nodes: (0..<size).map { _ in LayoutGraph.Node(GraphSize(120, 100), inputs: [60], outputs: [80]) },
        edges: (0..<size).compactMap { index in source(index).map { LayoutGraph.Edge(from: $0, to: index) } })
      return nanoseconds(units: size) { precondition(LayeredLayout().layout(graph).positions.count == size) }
    }
  }

  private static func drawing(children: [[Int]]) -> Double {
    let sizes = children.map { _ in GraphSize(100, 40) }
    return nanoseconds(units: children.count) {
      precondition(TreeLayout().layout(children: children, sizes: sizes).positions.count == children.count)
    }
  }

  /// The costs of drawing a graph as text.
  static var pictures: [Row] {
    [
      Row("LaneList.init and forEachLine of a chain: a node", largest: 10_000) { size in
        let graph = try ChainHost(length: size).graph
        return nanoseconds(units: size) {
          LaneList(graph) { ["\($0)", "text"] }.forEachLine { precondition(!$0.isEmpty) }
        }
      },
      Row("BoxPicture.init and forEachLine of pairs: a node", largest: 10_000) { size in
        var graph = Graph(kinds: [.two])
        for _ in 0..<size / 2 {
          let (source, target) = (try graph.add("Two"), try graph.add("Two"))
          try graph.connect(source.output, to: target.input(0))
        }
        return nanoseconds(units: size) { BoxPicture(graph).forEachLine { precondition($0.utf8.count >= 0) } }
      },
      Row("DOTPicture.text of a chain: a node") { size in
        let graph = try ChainHost(length: size).graph
        return nanoseconds(units: size) { precondition(!DOTPicture(graph).text.isEmpty) }
      },
    ]
  }
}
