// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Graph {
  /// All nodes that a node depends on, itself excluded, in evaluation order. Complexity: O(k log k) for k of them and
  /// their connections.
  public func upstream(of node: NodeID) -> [NodeID] {
    guard contains(node) else { return [] }
    return reached(from: node.slot, isUpstream: true)
  }

  /// All nodes that depend on a node, itself excluded, in evaluation order. Complexity: O(k log k) for k of them and
  /// their connections.
  public func downstream(of node: NodeID) -> [NodeID] {
    guard contains(node) else { return [] }
    return reached(from: node.slot, isUpstream: false)
  }

  /// Whether `node` depends on `candidate`; false for a node and itself. Nodes are visited once, so that stacked diamonds
  /// cost no more than their nodes. Complexity: linear in the region between the two.
  public func isUpstream(_ candidate: NodeID, of node: NodeID) -> Bool {
    guard contains(candidate), contains(node), candidate != node else { return false }
    return storage.value.path(from: candidate.slot, to: node.slot) != nil
  }

  /// The nodes to which nothing is connected, in evaluation order. Complexity: O(nodes + connections).
  public var sources: [NodeID] {
    nodes.filter { node in storage.value.isSource(node.slot) }
  }

  /// The nodes whose outputs nobody reads, in evaluation order. Complexity: O(nodes).
  public var sinks: [NodeID] {
    nodes.filter { node in storage.value.isSink(node.slot) }
  }

  /// Those of some nodes that exist, in evaluation order. Complexity: O(k log k) for k of them.
  package func inEvaluationOrder(_ nodes: some Sequence<NodeID>) -> [NodeID] {
    nodes.filter(contains).sorted { storage.value.records[$0.slot].rank < storage.value.records[$1.slot].rank }
  }

  private func reached(from start: UInt32, isUpstream: Bool) -> [NodeID] {
    var seen: Set<UInt32> = [start]
    var found: [UInt32] = []
    var open = [start]
    while let node = open.popLast() {
      storage.value.forEachNeighbour(of: node, isUpstream: isUpstream) { neighbour in
        if seen.insert(neighbour).inserted {
          found.append(neighbour)
          open.append(neighbour)
        }
      }
    }
    return found.sorted { storage.value.records[$0].rank < storage.value.records[$1].rank }
      .map { storage.value.id(of: $0) }
  }
}

extension Topology {
  func isSource(_ node: UInt32) -> Bool {
    var count = 0
    wiring.forEachNeighbour(of: node, isUpstream: true) { _ in count += 1 }
    return count == 0
  }

  func isSink(_ node: UInt32) -> Bool {
    (0..<Int(wiring.layout(of: node).outputCount)).allSatisfy {
      wiring.count(of: wiring.consumerList(of: node, output: $0)) == 0
    }
  }

  /// The inputs along a shortest path from one node to another, empty if they are the same; `nil` if there is
  /// none. Nothing is changed, the ranks bound the search.
  func path(from start: UInt32, to goal: UInt32) -> [ConsumerEntry]? {
    if start == goal { return [] }
    let limit = wiring.records[goal].rank
    guard wiring.records[start].rank < limit else { return nil }
    return search(from: start, to: goal) { wiring.records[$0].rank < limit }
  }

  /// One of the shortest cycles among nodes known to lie on or behind cycles: the inputs along it.
  func shortestCycle(in tangled: [UInt32]) -> [ConsumerEntry]? {
    guard let first = tangled.first else { return nil }
    // Every tangled node has a tangled predecessor, so going back long enough leads onto a cycle.
    let members = Set(tangled)
    var seen: Set<UInt32> = []
    var node = first
    while seen.insert(node).inserted {
      var previous = node
      wiring.forEachNeighbour(of: node, isUpstream: true) { if members.contains($0) { previous = $0 } }
      node = previous
    }
    return search(from: node, to: node) { members.contains($0) }
  }

  /// Breadth first along consumers that are admitted.
  private func search(
    from start: UInt32, to goal: UInt32, where isAdmitted: (UInt32) -> Bool
  ) -> [ConsumerEntry]? {
    var arrival: [UInt32: (previous: UInt32, argument: UInt32)] = [:]
    var open = [start]
    var next = 0
    while next < open.count {
      let node = open[next]
      next += 1
      for output in 0..<Int(wiring.layout(of: node).outputCount) {
        let list = wiring.consumerList(of: node, output: output)
        for position in 0..<wiring.count(of: list) {
          let entry = wiring.entry(position, of: list)
          if entry.consumer == goal {
            var path = [entry]
            var current = node
            while current != start, let step = arrival[current] {
              path.append(ConsumerEntry(consumer: current, argument: step.argument))
              current = step.previous
            }
            return path.reversed()
          }
          if arrival[entry.consumer] == nil, entry.consumer != start, isAdmitted(entry.consumer) {
            arrival[entry.consumer] = (node, entry.argument)
            open.append(entry.consumer)
          }
        }
      }
    }
    return nil
  }
}

extension Graph {
  /// The nodes along a shortest path, both ends included; `nil` if there is none.
  public func path(from start: NodeID, to end: NodeID) -> [NodeID]? {
    guard contains(start), contains(end) else { return nil }
    return storage.value.path(from: start.slot, to: end.slot).map { path in
      [start] + path.map { storage.value.id(of: $0.consumer) }
    }
  }
}
