// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Graph {
  /// Returns all nodes that a node depends on, directly or indirectly, in evaluation order.
  ///
  /// To test a single node, ``isUpstream(_:of:)`` visits fewer nodes.
  ///
  /// ```swift
  /// let sources = Set(graph.sources)
  /// let inputs = graph.upstream(of: total).filter(sources.contains)
  /// ```
  ///
  /// - Parameter node: The node, which is not in the result.
  /// - Returns: The nodes; empty if it depends on none or doesn't exist.
  /// - Complexity: O(k log k) for k nodes and their connections.
  public func upstream(of node: NodeID) -> [NodeID] {
    inOrder(reached(from: CollectionOfOne(node), isUpstream: true))
  }

  /// Returns all nodes that depend on a node, directly or indirectly, in evaluation order.
  ///
  /// These are the nodes that a new value of the node can reach; an evaluation may stop earlier at equal values.
  ///
  /// ```swift
  /// let affected = graph.downstream(of: one)  // mark these before the value changes
  /// ```
  ///
  /// - Parameter node: The node, which is not in the result.
  /// - Returns: The nodes; empty if none depends on it or it doesn't exist.
  /// - Complexity: O(k log k) for k nodes and their connections.
  public func downstream(of node: NodeID) -> [NodeID] {
    inOrder(reached(from: CollectionOfOne(node), isUpstream: false))
  }

  /// Returns whether a node depends on another, directly or indirectly.
  ///
  /// Connecting an output of `node` to an input of `candidate` would close a cycle if it is true.
  ///
  /// - Parameters:
  ///   - candidate: The node that may be upstream.
  ///   - node: The node that may depend on it.
  /// - Returns: Whether a path leads from `candidate` to `node`; false for a node and itself and for nodes that don't exist.
  /// - Complexity: O(1) if `candidate` comes later in evaluation order; otherwise the nodes and connections that a search from
  ///   both ends visits until their ranks meet: usually few, at most the region between the two.
  public func isUpstream(_ candidate: NodeID, of node: NodeID) -> Bool {
    guard contains(candidate), contains(node), candidate != node else { return false }
    var search = OrderSearch(isMadeOnce: true)
    return storage.value.isReachable(node.slot, from: candidate.slot, by: &search)
  }

  /// The nodes without connections to their inputs, in evaluation order.
  ///
  /// They include nodes without inputs and nodes whose inputs all have literals or defaults.
  ///
  /// - Complexity: O(nodes + connections) at each access.
  public var sources: [NodeID] {
    nodes.filter { node in storage.value.isSource(node.slot) }
  }

  /// The nodes without connections from their outputs, in evaluation order.
  ///
  /// In a computation these are usually the results. Nodes without outputs are included.
  ///
  /// - Complexity: O(nodes) at each access.
  public var sinks: [NodeID] {
    nodes.filter { node in storage.value.isSink(node.slot) }
  }

  /// Returns those of some nodes that exist, in evaluation order. Complexity: O(k log k) for k nodes.
  package func inEvaluationOrder(_ nodes: some Sequence<NodeID>) -> [NodeID] {
    nodes.filter(contains).sorted { storage.value.records[$0.slot].rank < storage.value.records[$1.slot].rank }
  }

  /// Returns all nodes that any of some nodes depends on; of these themselves, those that another one depends on. Nodes that don't
  /// exist are ignored. Complexity: O(nodes found and their connections).
  package func upstream(of nodes: some Sequence<NodeID>) -> Set<NodeID> {
    Set(reached(from: nodes, isUpstream: true).map { storage.value.id(of: $0) })
  }

  /// Returns all nodes that depend on any of some nodes; of these themselves, those that depend on another one. Nodes that don't
  /// exist are ignored. Complexity: O(nodes found and their connections).
  package func downstream(of nodes: some Sequence<NodeID>) -> Set<NodeID> {
    Set(reached(from: nodes, isUpstream: false).map { storage.value.id(of: $0) })
  }

  private func reached(from nodes: some Sequence<NodeID>, isUpstream: Bool) -> Set<UInt32> {
    var open = nodes.filter(contains).map(\.slot)
    var found: Set<UInt32> = []
    while let node = open.popLast() {
      storage.value.forEachNeighbour(of: node, isUpstream: isUpstream) { neighbour in
        if found.insert(neighbour).inserted { open.append(neighbour) }
      }
    }
    return found
  }

  private func inOrder(_ slots: Set<UInt32>) -> [NodeID] {
    slots.sorted { storage.value.records[$0].rank < storage.value.records[$1].rank }.map { storage.value.id(of: $0) }
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

  /// Returns the inputs along a shortest path from one node to another: empty for the same node, `nil` if no path exists.
  ///
  /// The search has memory of its own, so that other code may read the graph concurrently.
  ///
  /// - Complexity: Without a path, the nodes and connections that a search from both ends visits until their ranks meet;
  ///   otherwise the region between the two.
  func path(from start: UInt32, to goal: UInt32) -> [ConsumerEntry]? {
    if start == goal { return [] }
    var search = OrderSearch(isMadeOnce: true)
    guard isReachable(goal, from: start, by: &search) else { return nil }
    return search.shortestPath(from: start, to: goal, in: wiring)
  }

  /// Returns whether a node is reachable from another one.
  func isReachable(_ goal: UInt32, from start: UInt32, by search: inout OrderSearch) -> Bool {
    guard wiring.records[start].rank < wiring.records[goal].rank else { return false }
    return search.isReachable(goal, from: start, in: wiring)
  }

  /// Returns those of some inputs to which an output may be connected.
  func candidates(for source: OutputPort, among inputs: [InputPort]) -> [InputPort] {
    guard let slot = try? self.source(source) else { return [] }
    let end = wiring.records[slot].rank
    // Inputs of other types and of the source's node don't qualify; inputs of nodes after the source in the order do.
    let fitting = inputs.filter { (try? ends(source, $0)) != nil && $0.node.slot != slot }
    guard let lowest = fitting.map({ wiring.records[$0.node.slot].rank }).min(), lowest < end else { return fitting }
    var search = OrderSearch(isMadeOnce: true)
    search.begin(behind: slot, from: lowest, in: wiring)
    return fitting.filter {
      wiring.records[$0.node.slot].rank > end || !search.isSourceReachable(from: $0.node.slot, in: wiring)
    }
  }

  /// Returns the inputs along a shortest cycle through one of the nodes on cycles. `tangled` are the nodes on or after cycles.
  func shortestCycle(in tangled: [UInt32]) -> [ConsumerEntry]? {
    guard let first = tangled.first else { return nil }
    // Every tangled node has a tangled source, so following sources long enough leads onto a cycle.
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

  /// Searches breadth-first along the consumers that `isAdmitted` accepts.
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
  /// Returns the nodes along a shortest path in the direction of connections.
  ///
  /// ```swift
  /// if let path = graph.path(from: one, to: total) { print(path.map { graph.name(of: $0) ?? "\($0)" }) }
  /// ```
  ///
  /// - Parameters:
  ///   - start: The node where the path begins.
  ///   - end: The node that depends on it.
  /// - Returns: The nodes, both ends included; one node if both are the same; `nil` if no path exists or one of the nodes
  ///   doesn't.
  /// - Complexity: Without a path as ``isUpstream(_:of:)``, otherwise O(nodes + connections) of the region between the two.
  public func path(from start: NodeID, to end: NodeID) -> [NodeID]? {
    guard contains(start), contains(end) else { return nil }
    return storage.value.path(from: start.slot, to: end.slot).map { path in
      [storage.value.own(start)] + path.map { storage.value.id(of: $0.consumer) }
    }
  }
}
