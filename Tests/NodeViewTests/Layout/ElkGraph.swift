// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NodeGraph
import NodeView

/// A flat graph in ELK's JSON format. Ports at which edges start become outputs; ports at which they end become inputs.
///
/// Ports keep the order of their indices, with those on the western and eastern sides before the others. A port that is
/// used in both directions becomes an output and an input; an unused one is left out. Ports are spread evenly over a
/// node's height.
struct ElkGraph: Decodable {
  struct Port: Decodable {
    let id: String
    let properties: [String: String]

    /// The position in the order of ports: by side, then by index.
    var place: (Int, Int, String) {
      let side = properties["port.side"] ?? ""
      return (
        ["WEST", "EAST"].contains(side) ? 1 : side == "NORTH" ? 0 : 2, Int(properties["port.index"] ?? "") ?? 0, id
      )
    }
  }

  struct Node: Decodable {
    let id: String
    let width: Double
    let height: Double
    let ports: [Port]?
  }

  struct Edge: Decodable {
    let sources: [String]
    let targets: [String]
  }

  let children: [Node]
  let edges: [Edge]

  static let folder: String = {
    let root = #filePath.split(separator: "/").dropLast(4)
    return "/" + root.dropLast().joined(separator: "/") + "/shared/data/ptolemy"
  }()

  /// The names of the graphs that are present on this machine, sorted.
  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".json") }.sorted()
  }()

  static func load(_ name: String) throws -> ElkGraph {
    try JSONDecoder().decode(ElkGraph.self, from: Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
  }

  /// The graph as the input of a layout, in whole numbers of points.
  var layoutGraph: LayoutGraph {
    let sources = Set(edges.flatMap(\.sources))
    let targets = Set(edges.flatMap(\.targets))
    var graph = LayoutGraph()
    var owner: [String: (node: Int, output: Int, input: Int)] = [:]
    for (index, child) in children.enumerated() {
      let ports = (child.ports ?? []).sorted { $0.place < $1.place }
      let outputs = ports.filter { sources.contains($0.id) }
      let inputs = ports.filter { targets.contains($0.id) }
      let height = max(Int(child.height), 10 * max(outputs.count, inputs.count, 1))
      for port in ports {
        owner[port.id] = (
          index, outputs.firstIndex { $0.id == port.id } ?? -1, inputs.firstIndex { $0.id == port.id } ?? -1
        )
      }
      graph.nodes.append(
        LayoutGraph.Node(
          GraphSize(max(10, Double(Int(child.width))), Double(height)), inputs: spread(inputs.count, over: height),
          outputs: spread(outputs.count, over: height)))
    }
    for edge in edges {
      for source in edge.sources {
        for target in edge.targets {
          guard let start = owner[source], let end = owner[target] else { continue }
          graph.edges.append(LayoutGraph.Edge(from: start.node, output: start.output, to: end.node, input: end.input))
        }
      }
    }
    return graph
  }

  private func spread(_ count: Int, over height: Int) -> [Double] {
    (0..<count).map { (Double($0) + 0.5) * Double(height) / Double(count) }
  }
}
