// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Topology {
  /// Makes many connections and sorts once, if at all.
  package mutating func connect(contentsOf connections: [Connection]) throws(GraphError) {
    if try linkAll(connections) { return }
    let tangled = sortAll()
    if let cycle = shortestCycle(in: tangled) { throw .cycle(cycle.map { inputPort(of: $0) }) }
  }

  /// Makes connections, whatever the order. Returns whether all agree with it.
  private mutating func linkAll(_ connections: [Connection]) throws(GraphError) -> Bool {
    reserveConsumers(for: connections)
    var difficult = 0
    var made = 0
    // One step for all of them, which holds no more than the list that came: as steps of their own they would be
    // written, and read when the edit ends, for half the time that linking takes.
    defer {
      if made < connections.count { releaseReserved(for: connections[made...]) }
      if isJournalled, made > 0 {
        steps.append(.linkedAll(made == connections.count ? connections : Array(connections[..<made])))
      }
    }
    for start in stride(from: 0, to: connections.count, by: 64) {
      let batch = start..<min(start + 64, connections.count)
      difficult += countDifficult(connections[batch])
      for index in batch {
        let connection = connections[index]
        let (source, place) = try ends(connection.source, connection.target)
        let port = inputLayout(place)
        if isOccupied(place), let occupant = occupant(place) { throw .occupied(occupant) }
        let argument = port.takesMany ? appendArgument(to: place) : records[place.node].arguments + port.offset
        link(argument, of: place.node, to: source, output: connection.source.index)
        made += 1
      }
    }
    return difficult == 0
  }

  /// Makes the consumer lists as long as they are going to be, in the order of the nodes, which is that of memory.
  /// Not where few are connected: it goes through all nodes.
  private mutating func reserveConsumers(for connections: [Connection]) {
    guard connections.count > records.count / 4 else { return }
    var added = Buffer<UInt32>()
    added.resize(to: records.count, repeating: 0)
    for connection in connections where connection.source.node.slot < records.count {
      added[connection.source.node.slot] += 1
    }
    for slot in 0..<UInt32(records.count) where added[slot] > 0 && isAlive(slot) {
      guard layout(of: slot).outputCount == 1 else { continue }
      let list = records[slot].consumers
      let needed = list.count + added[slot]
      if needed > max(2, list.capacity) { grow(consumerList(of: slot, output: 0), to: needed) }
    }
  }

  /// Gives lists back that were reserved for connections that were not made.
  private mutating func releaseReserved(for connections: ArraySlice<Connection>) {
    for connection in connections where connection.source.node.slot < records.count {
      let slot = connection.source.node.slot
      guard isAlive(slot), layout(of: slot).outputCount == 1 else { continue }
      let list = consumerList(of: slot, output: 0)
      if isEmptyList(list) { releaseOverflow(of: list) }
    }
  }

  /// How many connections to be made are against the order, or lead to inputs that are taken or don't exist.
  ///
  /// Done for some at a time before they are made: the processor fetches first their records and then their arguments
  /// side by side, which it would otherwise wait for one by one (60–100 ns each). Counted by adding up, as it can't be
  /// foreseen what is against the order: a branch foreseen wrongly would hold up all that is being fetched.
  private func countDifficult(_ connections: ArraySlice<Connection>) -> Int {
    var difficult = 0
    for connection in connections {
      let (source, target) = (connection.source.node.slot, connection.target.node.slot)
      let exist = source < records.count && target < records.count
      difficult += exist && records[source].rank < records[target].rank ? 0 : 1
    }
    for connection in connections {
      let target = connection.target
      let exists = isLive(target.node) && UInt(bitPattern: target.index) < UInt(layout(of: target.node.slot).inputCount)
      let isFree = exists && !isConnected(word(of: InputPlace(node: target.node.slot, input: UInt32(target.index))))
      difficult += isFree ? 0 : 1
    }
    return difficult
  }
}
