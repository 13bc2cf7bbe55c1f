// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Which vertex stands above which in each layer.
struct LayerOrder {
  let graph: LayeredGraph
  private(set) var layers: [[Int]]
  /// Where each vertex stands in its layer.
  private(set) var position: [Int]
  /// How many ports the layer has above a vertex's first, less the number of that: a port's number plus it is its rank.
  private(set) var inputShift: [Int]
  private(set) var outputShift: [Int]

  /// Takes the vertices of each layer as `sequence` lists them.
  init(_ graph: LayeredGraph, listing sequence: some Sequence<Int>) {
    self.graph = graph
    position = [Int](repeating: 0, count: graph.vertexCount)
    inputShift = position
    outputShift = position
    layers = [[Int]](repeating: [], count: graph.layerCount)
    for vertex in sequence { layers[graph.layer[vertex]].append(vertex) }
    for layer in layers.indices { number(layer) }
  }

  mutating func replace(_ layer: Int, by vertices: [Int]) {
    layers[layer] = vertices
    number(layer)
  }

  private mutating func number(_ layer: Int) {
    var (place, inputs, outputs) = (0, 0, 0)
    for vertex in layers[layer] {
      position[vertex] = place
      inputShift[vertex] = inputs - graph.firstInput[vertex]
      outputShift[vertex] = outputs - graph.firstOutput[vertex]
      place += 1
      inputs += graph.firstInput[vertex + 1] - graph.firstInput[vertex]
      outputs += graph.firstOutput[vertex + 1] - graph.firstOutput[vertex]
    }
  }

  /// Where a segment starts among all outputs of its layer.
  func startRank(_ segment: LayeredGraph.Segment) -> Int { segment.output + outputShift[segment.source] }

  /// Where a segment ends among all inputs of its layer.
  func endRank(_ segment: LayeredGraph.Segment) -> Int { segment.input + inputShift[segment.target] }
}
