// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension LayerOrder {
  /// The number of crossings of segments. Segments that share a port never cross.
  ///
  /// Barth, Jünger and Mutzel, "Simple and efficient bilayer cross counting" (2002).
  ///
  /// - Complexity: O(e log v).
  func crossingCount() -> Int {
    var count = 0
    var tree: [Int] = []
    for layer in layers.indices.dropLast() { count += crossingCount(after: layer, &tree) }
    return count
  }

  /// The number of crossings of segments between a layer and the next.
  private func crossingCount(after layer: Int, _ tree: inout [Int]) -> Int {
    guard let last = layers[layer + 1].last else { return 0 }
    let size = graph.firstInput[last + 1] + inputShift[last]
    tree.removeAll(keepingCapacity: true)
    tree.append(contentsOf: repeatElement(0, count: size + 1))
    var (total, entered) = (0, 0)
    for vertex in layers[layer] {
      for port in graph.outputs(of: vertex) {
        let segments = graph.byOutput[port]
        for segment in segments {
          var index = endRank(graph.segments[segment]) + 1
          total += entered
          while index > 0 {
            total -= tree[index]
            index &= index - 1
          }
        }
        for segment in segments {
          var index = endRank(graph.segments[segment]) + 1
          while index <= size {
            tree[index] += 1
            index += index & -index
          }
        }
        entered += segments.count
      }
    }
    return total
  }
}
