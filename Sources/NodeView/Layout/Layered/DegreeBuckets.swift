// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Nodes sorted by their outgoing minus their incoming edges, with separate buckets for sinks and sources.
struct DegreeBuckets {
  var outDegree: [Int]
  var inDegree: [Int]
  private var head: [Int] = []
  private var following: [Int]
  private var preceding: [Int]
  private var bucket: [Int]
  private var isTaken: [Bool]
  private var top = 0
  private var shift = 0

  init(_ count: Int) {
    outDegree = [Int](repeating: 0, count: count)
    inDegree = outDegree
    following = [Int](repeating: -1, count: count)
    preceding = following
    bucket = following
    isTaken = [Bool](repeating: false, count: count)
  }

  mutating func fill() {
    shift = inDegree.max() ?? 0
    head = [Int](repeating: -1, count: shift + (outDegree.max() ?? 0) + 3)
    for node in outDegree.indices.reversed() { insert(node) }
  }

  /// Removes and returns a sink, or else a source, or else the node with the greatest difference.
  mutating func next() -> Int? {
    var chosen = head[0] >= 0 ? 0 : 1
    if head[chosen] < 0 {
      while top > 1, head[top] < 0 { top -= 1 }
      guard top > 1 else { return nil }
      chosen = top
    }
    let node = head[chosen]
    remove(node)
    isTaken[node] = true
    return node
  }

  mutating func loseInput(_ node: Int) {
    guard !isTaken[node] else { return }
    remove(node)
    inDegree[node] -= 1
    insert(node)
  }

  mutating func loseOutput(_ node: Int) {
    guard !isTaken[node] else { return }
    remove(node)
    outDegree[node] -= 1
    insert(node)
  }

  private mutating func insert(_ node: Int) {
    let place = outDegree[node] == 0 ? 0 : inDegree[node] == 0 ? 1 : outDegree[node] - inDegree[node] + shift + 2
    bucket[node] = place
    preceding[node] = -1
    following[node] = head[place]
    if head[place] >= 0 { preceding[head[place]] = node }
    head[place] = node
    top = max(top, place)
  }

  private mutating func remove(_ node: Int) {
    let (before, after) = (preceding[node], following[node])
    if before >= 0 { following[before] = after } else { head[bucket[node]] = after }
    if after >= 0 { preceding[after] = before }
  }
}
