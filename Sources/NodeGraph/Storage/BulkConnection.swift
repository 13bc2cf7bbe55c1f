// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Many connections that are made as one step; the order is sorted at most once.
struct BulkConnection {
  private let connections: [Connection]

  init(_ connections: [Connection]) { self.connections = connections }

  /// Makes all connections. If it throws, those made so far are steps of the edit, which the edit reverts.
  ///
  /// - Complexity: O(connections) if they agree with the order. Otherwise the cost of moving nodes for each connection,
  ///   as long as there are few connections and they move few nodes; else O(nodes + connections).
  func perform(in topology: inout Topology) throws(GraphError) {
    if connections.count <= min(256, topology.nodeCount / 256), try linkEach(in: &topology) { return }
    if try linkAll(in: &topology) { return }
    let tangled = topology.sortAll()
    if let cycle = topology.shortestCycle(in: tangled) { throw .cycle(cycle.map { topology.inputPort(of: $0) }) }
  }

  /// Makes connections one by one. Returns false, having made none, if they move many nodes or close a cycle: the cycle
  /// to report is chosen where all connections are known.
  private func linkEach(in topology: inout Topology) throws(GraphError) -> Bool {
    let mark = topology.beginEdit()
    var moved = 0
    var seen = mark
    for connection in connections {
      do {
        try topology.connect(connection.source, to: connection.target, replacing: false)
      } catch {
        _ = topology.rollBackEdit(to: mark)
        guard case .cycle = error else { throw error }
        return false
      }
      while seen < topology.journal.steps.count {
        moved += topology.journal.steps[seen].rankCount
        seen += 1
      }
      if moved > topology.nodeCount / 4 {
        _ = topology.rollBackEdit(to: mark)
        return false
      }
    }
    topology.commitEdit()
    return true
  }

  /// Makes connections without regard to the order. Returns whether all agree with it.
  private func linkAll(in topology: inout Topology) throws(GraphError) -> Bool {
    reserveConsumers(in: &topology.wiring)
    var difficult = 0
    var made = 0
    // One step for all connections, which holds only the list that was passed in: writing a step for each, and
    // reading it when the edit ends, would take half the time that linking takes.
    defer {
      if made < connections.count { releaseReserved(for: connections[made...], in: &topology) }
      if made > 0 {
        topology.journal.note(.linkedAll(made == connections.count ? connections : Array(connections[..<made])))
      }
    }
    for start in stride(from: 0, to: connections.count, by: 64) {
      let batch = start..<min(start + 64, connections.count)
      difficult += countDifficult(connections[batch], in: topology)
      for index in batch {
        let connection = connections[index]
        let (source, place) = try topology.ends(connection.source, connection.target)
        if topology.isOccupied(place), let occupant = topology.occupant(place) { throw .occupied(occupant) }
        topology.link(place, topology.wiring.port(place), to: source, output: connection.source.index)
        made += 1
      }
    }
    return difficult == 0
  }

  /// Reserves the final length of the consumer lists, in the order of the nodes, which is memory order. Does nothing for
  /// few connections, because it visits all nodes.
  private func reserveConsumers(in wiring: inout Wiring) {
    guard connections.count > wiring.records.count / 4 else { return }
    var added = Buffer<UInt32>()
    added.resize(to: wiring.records.count, repeating: 0)
    for connection in connections where connection.source.node.slot < wiring.records.count {
      added[connection.source.node.slot] += 1
    }
    for slot in 0..<UInt32(wiring.records.count) where added[slot] > 0 && wiring.isAlive(slot) {
      guard wiring.layout(of: slot).outputCount == 1 else { continue }
      let list = wiring.records[slot].consumers
      let needed = list.count + added[slot]
      guard needed > max(2, list.capacity) else { continue }
      wiring.consumers.grow(wiring.consumerList(of: slot, output: 0), to: needed, &wiring.records)
    }
  }

  /// Releases lists that were reserved for connections that were not made.
  private func releaseReserved(for connections: ArraySlice<Connection>, in topology: inout Topology) {
    for connection in connections where connection.source.node.slot < topology.wiring.records.count {
      let slot = connection.source.node.slot
      guard topology.wiring.isAlive(slot), topology.wiring.layout(of: slot).outputCount == 1 else { continue }
      let list = topology.wiring.consumerList(of: slot, output: 0)
      guard topology.wiring.count(of: list) == 0 else { continue }
      topology.wiring.consumers.releaseOverflow(of: list, &topology.wiring.records)
    }
  }

  /// Counts the connections that are against the order, or lead to inputs that are occupied or don't exist.
  ///
  /// It runs for a batch before the batch is connected, so that the processor fetches the records and then the arguments
  /// concurrently instead of waiting for each (60–100 ns). It counts by addition because whether a connection is against
  /// the order is unpredictable, and a mispredicted branch would stall the fetches.
  private func countDifficult(_ connections: ArraySlice<Connection>, in topology: borrowing Topology) -> Int {
    var difficult = 0
    for connection in connections {
      let (source, target) = (connection.source.node.slot, connection.target.node.slot)
      let exist = source < topology.wiring.records.count && target < topology.wiring.records.count
      difficult += exist && topology.wiring.records[source].rank < topology.wiring.records[target].rank ? 0 : 1
    }
    for connection in connections {
      let target = connection.target
      let exists =
        topology.isLive(target.node)
        && UInt(bitPattern: target.index) < UInt(topology.wiring.layout(of: target.node.slot).inputCount)
      guard exists else {
        difficult += 1
        continue
      }
      let word = topology.wiring.word(of: InputPlace(node: target.node.slot, input: UInt32(target.index)))
      difficult += topology.wiring.arguments.isConnected(word) ? 1 : 0
    }
    return difficult
  }
}
