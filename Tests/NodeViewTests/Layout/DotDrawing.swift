// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The drawing that Graphviz's `dot` makes of a graph with the same sizes, and ports in the same order on the same sides.
struct DotDrawing {
  /// One polyline for each edge; each of its curves is divided into eight straight pieces.
  var lines: [[GraphPoint]]

  /// Whether `dot` is installed.
  static var isPresent: Bool { run("dot -V 2>&1").contains("graphviz") }

  /// Draws all graphs with one call of `dot`.
  static func drawings(of graphs: [LayoutGraph]) -> [DotDrawing] {
    let path = "/tmp/nodegraph-\(getpid()).dot"
    guard let file = unsafe fopen(path, "w") else { return [] }
    for graph in graphs { _ = unsafe fputs(text(of: graph), file) }
    _ = unsafe fclose(file)
    defer { _ = unsafe unlink(path) }
    let output = run("dot -Tplain \(path) 2>/dev/null")
    var drawings: [DotDrawing] = []
    for drawing in output.split(separator: "stop\n") where drawing.hasPrefix("graph") {
      var lines = [[GraphPoint]](repeating: [], count: graphs[drawings.count].edges.count)
      for line in drawing.split(separator: "\n") where line.hasPrefix("edge") {
        let words = line.split(separator: " ")
        // The `plain` format names nodes but not ports, so a unique colour, written last, identifies each edge.
        let count = Int(words[3]) ?? 0
        let numbers = words[4..<(4 + 2 * count)].map { (Double($0) ?? 0) * 72 }
        let index = (Int(words[words.count - 1].dropFirst(), radix: 16) ?? 0) - 0x100000
        lines[index] = flattened(
          stride(from: 0, to: numbers.count, by: 2).map { GraphPoint(numbers[$0], numbers[$0 + 1]) })
      }
      drawings.append(DotDrawing(lines: lines))
    }
    return drawings
  }

  private static func text(of graph: LayoutGraph) -> String {
    var text = "digraph g { rankdir=LR; nodesep=0.33; ranksep=0.83; node [shape=none, margin=0];\n"
    for (index, node) in graph.nodes.enumerated() {
      text += "n\(index) [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr>"
      text += column("i", node.inputs.count, node.size) + column("o", node.outputs.count, node.size)
      text += "</tr></table>>];\n"
    }
    for (index, edge) in graph.edges.enumerated() {
      text += "n\(edge.source):o\(edge.output):e -> n\(edge.target):i\(edge.input):w [color=\"\(color(index))\"];\n"
    }
    return text + "}\n"
  }

  private static func color(_ index: Int) -> String { "#" + String(0x100000 + index, radix: 16) }

  private static func column(_ name: String, _ count: Int, _ size: GraphSize) -> String {
    var text = "<td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\">"
    for index in 0..<max(1, count) {
      let height = Int(size.height) / max(1, count)
      text += "<tr><td port=\"\(name)\(index)\" fixedsize=\"true\" width=\"\(Int(size.width) / 2)\" "
      text += "height=\"\(height)\"></td></tr>"
    }
    return text + "</table></td>"
  }

  private static func flattened(_ points: [GraphPoint]) -> [GraphPoint] {
    guard var last = points.first else { return [] }
    var line = [last]
    for index in stride(from: 1, to: points.count - 2, by: 3) {
      let (first, second, end) = (points[index], points[index + 1], points[index + 2])
      for step in 1...8 {
        let t = Double(step) / 8
        let (a, b, c, d) = ((1 - t) * (1 - t) * (1 - t), 3 * t * (1 - t) * (1 - t), 3 * t * t * (1 - t), t * t * t)
        line.append(last * a + first * b + second * c + end * d)
      }
      last = end
    }
    return line
  }

  private static func run(_ command: String) -> String {
    guard let pipe = unsafe popen(command, "r") else { return "" }
    defer { _ = unsafe pclose(pipe) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe fread(&buffer, 1, buffer.count, pipe)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
