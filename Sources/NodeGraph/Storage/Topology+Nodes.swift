// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Topology {
  @inlinable @inline(__always)
  package func isLive(_ id: NodeID) -> Bool {
    guard id.slot < records.count else { return false }
    let record = records[id.slot]
    return record.generation == id.generation && record.rank != NodeRecord.none
  }

  @inline(__always)
  package func id(of slot: UInt32) -> NodeID { NodeID(slot: slot, generation: records[slot].generation) }

  /// The slot of a living node.
  @inline(__always)
  package func slot(_ id: NodeID) throws(GraphError) -> UInt32 {
    guard isLive(id) else { throw .stale(id) }
    return id.slot
  }

  /// Adds a node at the end of the order, all inputs unconnected. Complexity: O(ports).
  package mutating func addNode(shape: UInt32) -> UInt32 {
    let slot = makeSlot()
    var record = NodeRecord(arguments: 0, output: 0, rank: UInt32(nodeAtRank.count), shape: shape)
    record.arguments = makeArguments(shape)
    record.generation = records[slot].generation
    equipOutputs(of: &record, slot: slot)
    records[slot] = record
    nodeAtRank.append(slot)
    nodeCount += 1
    if isJournalled { steps.append(.added(slot)) }
    return slot
  }

  @inline(__always)
  private mutating func makeSlot() -> UInt32 {
    if let free = freeSlots.popLast() { return free }
    precondition(records.count < 1 << 30, "a graph holds at most 2^30 nodes")
    records.append(NodeRecord(arguments: 0, output: 0, rank: NodeRecord.none, shape: 0))
    inlineArguments.append(InlineArguments())
    return UInt32(records.count - 1)
  }

  @inline(__always)
  private mutating func equipOutputs(of record: inout NodeRecord, slot: UInt32) {
    let layout = layouts[record.shape]
    record.output = makeCells(layout.outputWords, for: slot)
    record.consumers = ConsumerList()
    if layout.outputCount != 1 { record.consumers.first = makeOutputLists(Int(layout.outputCount)) }
  }

  /// Removes a node, its connections first. Ports and cells stay until the edit ends. Complexity: O(degree).
  package mutating func removeNode(_ slot: UInt32) {
    let shape = records[slot].shape
    for input in 0..<shapes[Int(shape)].kind.inputs.count {
      let place = InputPlace(node: slot, input: UInt32(input))
      disconnectAll(place)
      setLiteral(place, cell: NodeRecord.none)
    }
    for output in 0..<shapes[Int(shape)].kind.outputs.count { disconnectConsumers(of: slot, output: output) }
    rename(slot, to: nil)
    move(slot, to: nil)
    let rank = records[slot].rank
    nodeAtRank[rank] = NodeRecord.none
    records[slot].rank = NodeRecord.none
    nodeCount -= 1
    steps.append(.removed(slot, rank: rank))
  }

  /// Exchanges the ports of a node. Connections of inputs that `inputMap` sends to an input of the new shape stay, as
  /// do the outputs and all who read them if the outputs are of the same types; the rest is cut.
  /// For each input of the new shape, `inputMap` has the input before that it takes over, if any.
  package mutating func reshape(_ slot: UInt32, to shape: UInt32, inputMap: [Int?]) {
    let oldShape = records[slot].shape
    let oldInputs = shapes[Int(oldShape)].kind.inputs.count
    var kept = [(input: Int, cells: [UInt32], literal: UInt32)]()
    for (new, old) in inputMap.enumerated() {
      guard let old else { continue }
      let place = InputPlace(node: slot, input: UInt32(old))
      let cells = arguments(of: place).filter { argumentPosition[$0] != NodeRecord.none }.map { arguments[$0] }
      kept.append((new, cells, literals[place] ?? NodeRecord.none))
    }
    for input in 0..<oldInputs {
      let place = InputPlace(node: slot, input: UInt32(input))
      disconnectAll(place)
      setLiteral(place, cell: NodeRecord.none)
    }
    let before = shapes[Int(oldShape)].kind.outputs
    let after = shapes[Int(shape)].kind.outputs
    let keepsOutputs = before.map(\.type) == after.map(\.type)
    if !keepsOutputs { for output in before.indices { disconnectConsumers(of: slot, output: output) } }

    var record = records[slot]
    steps.append(.reshaped(slot, other: ports(of: slot, keepsOutputs: keepsOutputs)))
    record.shape = shape
    record.arguments = makeArguments(shape)
    if !keepsOutputs { equipOutputs(of: &record, slot: slot) }
    records[slot] = record
    for (input, cells, literal) in kept {
      let place = InputPlace(node: slot, input: UInt32(input))
      if literal != NodeRecord.none { setLiteral(place, cell: literal) }
      for cell in cells {
        if let source = source(ofCell: cell) { connect(source.node, output: source.output, to: place) }
      }
    }
  }

  package mutating func rename(_ slot: UInt32, to name: String?) {
    let before = names[slot]
    guard before != name else { return }
    if isJournalled { steps.append(.named(slot, before: before, after: name)) }
    setName(name, of: slot)
  }

  mutating func setName(_ name: String?, of slot: UInt32) {
    if let before = names[slot], nodeNamed[before] == slot { nodeNamed[before] = nil }
    names[slot] = name
    if let name { nodeNamed[name] = slot }
  }

  package mutating func move(_ slot: UInt32, to position: Point?) {
    let before = positions[slot]
    guard before != position else { return }
    if isJournalled { steps.append(.moved(slot, before: before, after: position)) }
    positions[slot] = position
  }
}
