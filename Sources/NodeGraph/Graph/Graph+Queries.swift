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

  /// Whether `node` depends on `candidate`; false for a node and itself.
  ///
  /// - Complexity: What a search from both ends passes until they meet in rank, each node once: mostly a few, at most the
  ///   region between the two.
  public func isUpstream(_ candidate: NodeID, of node: NodeID) -> Bool {
    guard contains(candidate), contains(node), candidate != node else { return false }
    var search = OrderSearch(isMadeOnce: true)
    return storage.value.isReachable(node.slot, from: candidate.slot, by: &search)
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

  /// The inputs along a shortest path from one node to another, empty if they are the same; `nil` if there is none.
  ///
  /// Nothing is changed: the search has memory of its own, so that a graph may be asked while others read it too.
  ///
  /// - Complexity: If there is no path, what a search from both ends passes until they meet in rank, else the region
  ///   between the two.
  func path(from start: UInt32, to goal: UInt32) -> [ConsumerEntry]? {
    if start == goal { return [] }
    var search = OrderSearch(isMadeOnce: true)
    guard isReachable(goal, from: start, by: &search) else { return nil }
    return search.shortestPath(from: start, to: goal, in: wiring)
  }

  /// Whether one node is reached from another, which is not the same.
  func isReachable(_ goal: UInt32, from start: UInt32, by search: inout OrderSearch) -> Bool {
    guard wiring.records[start].rank < wiring.records[goal].rank else { return false }
    return search.isReachable(goal, from: start, in: wiring)
  }

  /// Those of some inputs to which an output may be connected.
  func candidates(for source: OutputPort, among inputs: [InputPort]) -> [InputPort] {
    guard let slot = try? self.source(source) else { return [] }
    let end = wiring.records[slot].rank
    // Those of other types, and the node itself, are none; those behind the source are.
    let fitting = inputs.filter { (try? ends(source, $0)) != nil && $0.node.slot != slot }
    guard let lowest = fitting.map({ wiring.records[$0.node.slot].rank }).min(), lowest < end else { return fitting }
    var search = OrderSearch(isMadeOnce: true)
    search.begin(behind: slot, from: lowest, in: wiring)
    return fitting.filter {
      wiring.records[$0.node.slot].rank > end || !search.isSourceReachable(from: $0.node.slot, in: wiring)
    }
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
  ///
  /// - Complexity: If there is no path, as ``isUpstream(_:of:)``, else the region between the two.
  public func path(from start: NodeID, to end: NodeID) -> [NodeID]? {
    guard contains(start), contains(end) else { return nil }
    return storage.value.path(from: start.slot, to: end.slot).map { path in
      [storage.value.own(start)] + path.map { storage.value.id(of: $0.consumer) }
    }
  }
}
