// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Returns the number of each node's strongly connected component.
///
/// Tarjan, "Depth-first search and linear graph algorithms" (1972), with an explicit stack.
func strongComponents(of edges: [LayoutGraph.Edge], outgoing: Incidence) -> [Int] {
  let count = outgoing.count
  var component = [Int](repeating: -1, count: count)
  var number = component
  var lowest = component
  var remaining = [ArraySlice<Int>](repeating: [], count: count)
  var open: [Int] = []
  var path: [Int] = []
  var (numbered, components) = (0, 0)

  for start in 0..<count where number[start] < 0 {
    path.append(start)
    while let node = path.last {
      if number[node] < 0 {
        (number[node], lowest[node]) = (numbered, numbered)
        numbered += 1
        open.append(node)
        remaining[node] = outgoing[node]
      }
      if let edge = remaining[node].popFirst() {
        let target = edges[edge].target
        if number[target] < 0 {
          path.append(target)
        } else if component[target] < 0 {
          lowest[node] = min(lowest[node], number[target])
        }
        continue
      }
      path.removeLast()
      if let parent = path.last { lowest[parent] = min(lowest[parent], lowest[node]) }
      guard lowest[node] == number[node] else { continue }
      while let member = open.popLast() {
        component[member] = components
        if member == node { break }
      }
      components += 1
    }
  }
  return component
}
