// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Topology {
  @inlinable @inline(__always)
  package func isLive(_ id: NodeID) -> Bool {
    guard id.slot < records.count else { return false }
    let record = records[id.slot]
    return (record.stamp == id.stamp || isUntagged(id, record)) && record.rank != NodeRecord.none
  }

  /// Whether an id from a document, which has no tag, names the node of a record.
  @usableFromInline @inline(never)
  func isUntagged(_ id: NodeID, _ record: NodeRecord) -> Bool {
    id.tag == 0 && id.generation == record.stamp & NodeID.generations
  }

  @inlinable @inline(__always)
  package func id(of slot: UInt32) -> NodeID { NodeID(slot: slot, stamp: records[slot].stamp) }

  /// Whether an id was made by another graph.
  package func isForeign(_ id: NodeID) -> Bool { id.tag != 0 && id.tag != tag }

  /// Why an id names no node here, as a sentence.
  package func reasonForMissing(_ id: NodeID) -> String {
    isForeign(id) ? "\(id) belongs to another graph or evaluator" : "there is no node \(id) any more: it was removed"
  }

  /// The slot of a living node.
  @inline(__always)
  package func slot(_ id: NodeID) throws(GraphError) -> UInt32 {
    guard isLive(id) else { throw isForeign(id) ? .foreign(id) : .stale(id) }
    return id.slot
  }

  /// Adds a node at the end of the order, all inputs unconnected. Complexity: O(ports).
  package mutating func addNode(shape: UInt32) -> UInt32 { append(shape, layouts[shape]).slot }

  /// Adds a node at the end of the order that reads `a`.
  package mutating func addNode(shape: UInt32, reading a: OutputPort) -> UInt32 {
    let layout = layouts[shape]
    let (slot, arguments) = append(shape, layout)
    attach(a, record(of: a), to: slot, input: 0, layout, arguments)
    return slot
  }

  /// Adds a node at the end of the order that reads `a` and `b`, whose records are fetched side by side.
  package mutating func addNode(shape: UInt32, reading a: OutputPort, _ b: OutputPort) -> UInt32 {
    let layout = layouts[shape]
    let (first, second) = (record(of: a), record(of: b))
    let (slot, arguments) = append(shape, layout)
    attach(a, first, to: slot, input: 0, layout, arguments)
    attach(b, second, to: slot, input: 1, layout, arguments)
    return slot
  }

  /// Connects an input of a node that nobody consumes yet, so that the order can't be against it.
  package mutating func attach(_ source: OutputPort, to slot: UInt32, input: UInt32) {
    let target = records[slot]
    attach(source, record(of: source), to: slot, input: input, layouts[target.shape], target.arguments)
  }

  @inline(__always)
  private func record(of source: OutputPort) -> NodeRecord {
    require(isLive(source.node), reasonForMissing(source.node))
    return records[source.node.slot]
  }

  @inline(__always)
  private mutating func append(_ shape: UInt32, _ layout: ShapeLayout) -> (slot: UInt32, arguments: UInt32) {
    let rank = UInt32(truncatingIfNeeded: nodeAtRank.count)
    var record = NodeRecord(arguments: makeArguments(layout), output: 0, rank: rank, shape: shape, stamp: tag)
    let slot: UInt32
    if freeSlots.isEmpty {
      require(records.count < 1 << 30, "a graph holds at most 2^30 nodes")
      slot = UInt32(truncatingIfNeeded: records.count)
      equipOutputs(of: &record, layout, slot: slot)
      records.append(record)
      if records.count > inlineArguments.count {
        inlineArguments.extend(to: records.count, repeating: InlineArguments())
      }
    } else {
      slot = freeSlots.removeLast()
      equipOutputs(of: &record, layout, slot: slot)
      record.stamp = records[slot].stamp
      records[slot] = record
    }
    nodeAtRank.append(slot)
    nodeCount += 1
    if isJournalled { steps.append(.added(slot)) }
    return (slot, record.arguments)
  }

  @inline(__always)
  private mutating func attach(
    _ source: OutputPort, _ record: NodeRecord, to slot: UInt32, input: UInt32, _ layout: ShapeLayout,
    _ arguments: UInt32
  ) {
    let other = layouts[record.shape]
    let port = inputLayout(input, of: layout)
    let output = outputLayout(source.index, of: other)
    require(output.type == port.type && !port.takesMany, "an input of a node has the type of its handle")
    link(arguments &+ port.offset, of: slot, to: source.node.slot, record, other, output: source.index)
    if isJournalled {
      let place = InputPlace(node: slot, input: input)
      steps.append(.linked(place, ordinal: 0, source: source.node.slot, output: UInt32(source.index)))
    }
  }

  @inline(__always)
  private mutating func equipOutputs(of record: inout NodeRecord, _ layout: ShapeLayout, slot: UInt32) {
    record.output = makeCells(layout.outputWords, for: slot)
    record.consumers = ConsumerList()
    if layout.outputCount != 1 { record.consumers.first = makeOutputLists(Int(layout.outputCount)) }
  }

  /// Gives a node the ports of another shape. Connections of ports that have a counterpart stay, the rest is cut. If
  /// the types of all outputs stay the same, so do the cells of the outputs, and who reads them.
  package mutating func reshape(_ slot: UInt32, to shape: UInt32, matching: Graph.PortMatching) {
    let inputMap = inputMap(slot, to: shape, matching: matching)
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
    let readers = keepsOutputs ? [] : cutReaders(of: slot, outputMap(slot, to: shape, matching: matching))

    var record = records[slot]
    steps.append(.reshaped(slot, other: ports(of: slot, keepsOutputs: keepsOutputs)))
    record.shape = shape
    let layout = layouts[shape]
    record.arguments = makeArguments(layout)
    if !keepsOutputs { equipOutputs(of: &record, layout, slot: slot) }
    records[slot] = record
    for (input, cells, literal) in kept {
      let place = InputPlace(node: slot, input: UInt32(input))
      if literal != NodeRecord.none { setLiteral(place, cell: literal) }
      for cell in cells {
        if let source = source(ofCell: cell) { connect(source.node, output: source.output, to: place) }
      }
    }
    for reader in readers { connectAgain(reader, to: slot) }
  }

  /// An input that reads a node: for each of its connections to the node the new number of the output, by ordinal.
  private struct Reader {
    let place: InputPlace
    var outputs: [UInt32: Int] = [:]
  }

  /// Cuts whoever reads a node. Returns those that read an output with a counterpart.
  private mutating func cutReaders(of slot: UInt32, _ counterparts: [Int?]) -> [Reader] {
    var readers: [Reader] = []
    var indices: [InputPlace: Int] = [:]
    for (output, counterpart) in counterparts.enumerated() {
      if let counterpart {
        let list = consumerList(of: slot, output: output)
        for position in 0..<self[list: list].count {
          let entry = entry(position, of: list)
          let place = place(of: entry)
          let index = indices[place] ?? readers.count
          if index == readers.count { readers.append(Reader(place: place)) }
          indices[place] = index
          readers[index].outputs[entry.argument - arguments(of: place).lowerBound] = counterpart
        }
      }
      disconnectConsumers(of: slot, output: output)
    }
    return readers
  }

  /// Connects an input to a node that it has read before. What comes behind in an input that takes many is connected
  /// again as well, so that the order stays, for whoever replays the journal too.
  private mutating func connectAgain(_ reader: Reader, to slot: UInt32) {
    let end = UInt32(arguments(of: reader.place).count)
    for ordinal in (reader.outputs.keys.min() ?? end)..<end {
      if let output = reader.outputs[ordinal] {
        connect(slot, output: output, to: reader.place)
      } else if let source = source(ofCell: arguments[arguments(of: reader.place).lowerBound + ordinal]) {
        disconnect(reader.place, ordinal: ordinal)
        connect(source.node, output: source.output, to: reader.place)
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
