// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A connected part of a box picture: boxes in columns, and a row for each output whose lines pass a column.
struct BoxLayers {
  fileprivate let boxes: [PictureBox]
  private let edges: [LayoutGraph.Edge]
  /// The column of each box, and the width of each column in cells.
  private let rank: [Int]
  fileprivate let widths: [Int]

  /// The distance between neighbours in a column.
  private static let spacing = LayerSpacing(nodes: 1, edges: 1)

  /// The connected parts, in the order of their first boxes.
  static func parts(_ boxes: [PictureBox], _ edges: [LayoutGraph.Edge]) -> [BoxLayers] {
    let graph = LayoutGraph(nodes: boxes.map(node), edges: edges)
    return GraphPart.parts(of: graph, previous: []).map { part in
      BoxLayers(boxes: part.nodes.map { boxes[$0] }, edges: part.graph.edges)
    }
  }

  private init(boxes: [PictureBox], edges: [LayoutGraph.Edge]) {
    self.boxes = boxes
    self.edges = edges
    let arcs = edges.map { Ranking.Arc(source: $0.source, target: $0.target) }
    rank = Ranking(nodeCount: boxes.count, arcs: arcs).rank
    var widths = Array(repeating: 0, count: (rank.max() ?? -1) + 1)
    for (box, layer) in zip(boxes, rank) { widths[layer] = max(widths[layer], box.width) }
    self.widths = widths
  }

  /// The minimum number of columns of cells.
  var leastWidth: Int { widths.reduce(0, +) + BoxChannel.leastWidth * (widths.count - 1) }

  /// The minimum number of cells: the width times the rows of the column that needs most for its boxes and the lines
  /// that pass them.
  ///
  /// - Complexity: O(boxes + edges). The passing lines are counted without being made, because there may be columns
  ///   times edges of them.
  var leastCellCount: Int {
    var last: [OutputSlot: Int] = [:]
    for edge in edges {
      let slot = OutputSlot(node: edge.source, output: edge.output)
      last[slot] = max(last[slot] ?? 0, rank[edge.target])
    }
    var rows = Array(repeating: 0, count: widths.count)
    for (box, layer) in zip(boxes, rank) { rows[layer] += box.height }
    // The number of lines that begin minus the number of lines that end at each column.
    var passing = Array(repeating: 0, count: widths.count + 1)
    for (slot, end) in last where end > rank[slot.node] + 1 {
      passing[rank[slot.node] + 1] += 1
      passing[end] -= 1
    }
    var count = 0
    for layer in rows.indices {
      count += passing[layer]
      rows[layer] += count
    }
    return max(0, leastWidth) * (rows.max() ?? 0)
  }

  private static func node(_ box: PictureBox) -> LayoutGraph.Node {
    LayoutGraph.Node(
      GraphSize(Double(box.width), Double(box.height)), inputs: box.inputRows.map { Double($0) },
      outputs: box.outputRows.map { Double($0) })
  }

  /// The graph with a node of one row for each column that an output's lines pass, and the column of each node.
  private func withPasses() -> (graph: LayoutGraph, rank: [Int]) {
    var graph = LayoutGraph(nodes: boxes.map(Self.node))
    var rank = rank
    /// The node and port at which an output is available in each column after its own, as far as already needed.
    var passes: [OutputSlot: [(node: Int, output: Int)]] = [:]
    for edge in edges {
      var path = passes[OutputSlot(node: edge.source, output: edge.output)] ?? [(edge.source, edge.output)]
      let start = rank[edge.source]
      while start + path.count < rank[edge.target] {
        let pass = graph.nodes.count
        graph.nodes.append(.init(GraphSize(1, 1), inputs: [0], outputs: [0]))
        rank.append(start + path.count)
        let (node, output) = path[path.count - 1]
        graph.edges.append(.init(from: node, output: output, to: pass))
        path.append((pass, 0))
      }
      let (node, output) = path[rank[edge.target] - 1 - start]
      graph.edges.append(.init(from: node, output: output, to: edge.target, input: edge.input))
      passes[OutputSlot(node: edge.source, output: edge.output)] = path
    }
    return (graph, rank)
  }

  private struct OutputSlot: Hashable {
    var node: Int
    var output: Int
  }

  /// Computes the positions of boxes and lines.
  func laidOut() -> Drawing {
    let (graph, rank) = withPasses()
    let layered = LayeredGraph(graph, rank: rank, isReversed: graph.edges.map { _ in false }, sharesBends: false)
    var reduction = CrossingReduction(layered)
    let tops = Coordinates(order: reduction.run(), spacing: Self.spacing, isTight: false).placed()
    // All heights and distances are integers, so that rounding positions to rows keeps the distances.
    var rows = tops.map { DecimalText.floor($0) }
    let first = rows.min() ?? 0
    rows = rows.map { $0 - first }
    var rowCount = zip(rows, graph.nodes).reduce(0) { max($0, $1.0 + Int($1.1.size.height)) }

    var channels = Array(repeating: BoxChannel(), count: max(0, widths.count - 1))
    var wires: [OutputSlot: Int] = [:]
    for edge in graph.edges {
      let (source, target) = (graph.nodes[edge.source], graph.nodes[edge.target])
      let start = rows[edge.source] + Int(source.outputs[edge.output])
      let end = rows[edge.target] + Int(target.inputs[edge.input])
      let slot = OutputSlot(node: edge.source, output: edge.output)
      let channel = rank[edge.source]
      wires[slot] = channels[channel].add(from: start, to: end, as: wires[slot])
    }
    for channel in channels.indices { channels[channel].route(rowCount: &rowCount) }

    return Drawing(
      layers: self, graph: graph, rank: rank, rows: rows, rowCount: rowCount, channels: channels)
  }

  /// A part with the positions of its boxes and lines.
  struct Drawing {
    fileprivate let layers: BoxLayers
    fileprivate let graph: LayoutGraph
    fileprivate let rank: [Int]
    fileprivate let rows: [Int]
    let rowCount: Int
    fileprivate let channels: [BoxChannel]

    /// The number of cells of a line.
    var columns: Int { layers.widths.reduce(0, +) + channels.reduce(0) { $0 + $1.width } }

    /// The picture. Complexity: O(cells).
    func drawn() -> BoxCells {
      let (boxes, widths) = (layers.boxes, layers.widths)
      var lefts: [Int] = []
      var column = 0
      for layer in widths.indices {
        lefts.append(column)
        column += widths[layer] + (layer < channels.count ? channels[layer].width : 0)
      }
      var cells = BoxCells(columns: column, rows: rowCount)
      // From left to right, because labels have to be written in this order.
      for node in graph.nodes.indices.sorted(by: { (rank[$0], $0) < (rank[$1], $1) }) {
        let (layer, row) = (rank[node], rows[node])
        if node < boxes.count {
          boxes[node].draw(in: &cells, column: lefts[layer], row: row, width: widths[layer])
        } else {
          cells.drawLine(lefts[layer]..<lefts[layer] + widths[layer], row: row)
        }
      }
      for (layer, channel) in channels.enumerated() { channel.draw(in: &cells, column: lefts[layer] + widths[layer]) }
      return cells
    }
  }
}
