// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// How ports that callers name become places in the tables, or a reason why not.
extension Topology {
  @inline(__always)
  package func place(_ port: InputPort) throws(GraphError) -> InputPlace {
    let slot = try slot(port.node)
    guard UInt(bitPattern: port.index) < UInt(layout(of: slot).inputCount) else {
      throw noSuchInput(port)
    }
    return InputPlace(node: slot, input: UInt32(port.index))
  }

  /// The slot of an output's node.
  @inline(__always)
  package func source(_ port: OutputPort) throws(GraphError) -> UInt32 {
    let slot = try slot(port.node)
    guard UInt(bitPattern: port.index) < UInt(layout(of: slot).outputCount) else {
      throw noSuchOutput(port)
    }
    return slot
  }

  @inline(never)
  private func noSuchInput(_ port: InputPort) -> GraphError {
    let kind = shapes[Int(records[port.node.slot].shape)].kind
    return .noSuchInput(port.node, .index(port.index), among: kind.inputs.map(\.name))
  }

  @inline(never)
  private func noSuchOutput(_ port: OutputPort) -> GraphError {
    let kind = shapes[Int(records[port.node.slot].shape)].kind
    return .noSuchOutput(port.node, .index(port.index), among: kind.outputs.map(\.name))
  }

  /// Both ends of a connection that may be made as far as the types go.
  @inline(__always)
  func ends(_ source: OutputPort, _ target: InputPort) throws(GraphError) -> (source: UInt32, place: InputPlace) {
    let slot = try self.source(source)
    let place = try place(target)
    if outputLayout(source.index, of: layout(of: slot)).type != inputLayout(place).type {
      try checkTypes(source, target, slot, place)
    }
    return (slot, place)
  }

  /// Different types may fit all the same.
  @inline(never)
  private func checkTypes(
    _ source: OutputPort, _ target: InputPort, _ slot: UInt32, _ place: InputPlace
  ) throws(GraphError) {
    let given = shapes[Int(records[slot].shape)].kind.outputs[source.index].type
    let taken = shapes[Int(records[place.node].shape)].kind.inputs[target.index].type
    guard given.fits(taken) else { throw .typeMismatch(source: source, given, target: target, taken) }
  }

  package mutating func connect(_ source: OutputPort, to target: InputPort, replacing: Bool) throws(GraphError) {
    if !connectAtOnce(source, target) { try connectWithCare(source, target, replacing: replacing) }
  }

  /// Connects ports if nothing speaks against it at first sight: they exist and are of the same type, the input takes one
  /// connection and has none, and the order has the source first. Looks at each record once. Returns false otherwise.
  @inline(__always)
  private mutating func connectAtOnce(_ source: OutputPort, _ target: InputPort) -> Bool {
    guard isLive(source.node), isLive(target.node) else { return false }
    let (from, to) = (records[source.node.slot], records[target.node.slot])
    let (fromLayout, toLayout) = (layouts[from.shape], layouts[to.shape])
    guard from.rank < to.rank, UInt(bitPattern: source.index) < UInt(fromLayout.outputCount),
      UInt(bitPattern: target.index) < UInt(toLayout.inputCount)
    else { return false }
    let output = portLayouts[fromLayout.ports &+ fromLayout.inputCount &+ UInt32(truncatingIfNeeded: source.index)]
    let input = portLayouts[toLayout.ports &+ UInt32(truncatingIfNeeded: target.index)]
    let argument = to.arguments &+ input.offset
    guard output.type == input.type, !input.takesMany, !isConnected(argument) else { return false }
    let place = InputPlace(node: target.node.slot, input: UInt32(truncatingIfNeeded: target.index))
    let isSole = fromLayout.outputCount == 1
    let list = isSole ? source.node.slot : from.consumers.first &+ UInt32(truncatingIfNeeded: source.index)
    arguments[argument] = from.output &+ output.offset
    argumentPosition[argument] = append(
      ConsumerEntry(consumer: place.node, argument: argument), to: ListReference(index: list, isPooled: !isSole))
    connectionCount += 1
    if isJournalled {
      steps.append(
        .linked(place, ordinal: 0, source: source.node.slot, output: UInt32(truncatingIfNeeded: source.index)))
    }
    return true
  }

  /// The same where the order may be otherwise, the input occupied, or a port not be there.
  @inline(never)
  private mutating func connectWithCare(
    _ source: OutputPort, _ target: InputPort, replacing: Bool
  ) throws(GraphError) {
    let ends = try ends(source, target)
    let port = inputLayout(ends.place)
    let isOccupied = !port.takesMany && isConnected(records[ends.place.node].arguments + port.offset)
    if isOccupied || records[ends.source].rank >= records[ends.place.node].rank {
      try makeRoom(source, target, ends.source, ends.place, isOccupied: isOccupied, replacing: replacing)
    }
    connect(ends.source, output: source.index, to: ends.place, port)
  }

  /// Has an edge agree with the order and its target free, or tells why it can't be.
  @inline(never)
  private mutating func makeRoom(
    _ source: OutputPort, _ target: InputPort, _ slot: UInt32, _ place: InputPlace, isOccupied: Bool, replacing: Bool
  ) throws(GraphError) {
    // A cycle is the graver reason: replacing the occupant would not help.
    let isRefused = isOccupied && !replacing
    let cycle =
      isRefused ? path(from: place.node, to: slot) : makeRoom(from: slot, to: place.node)
    if let cycle { throw .cycle([target] + cycle.map { inputPort(of: $0) }) }
    if isRefused, let occupant = occupant(place) { throw .occupied(occupant) }
    if isOccupied { disconnect(place, ordinal: 0) }
  }

  /// The connection of an input that takes only one.
  func occupant(_ place: InputPlace) -> Connection? {
    guard isOccupied(place), let source = outputPort(ofArgument: word(of: place)) else { return nil }
    return Connection(from: source, to: InputPort(node: id(of: place.node), index: Int(place.input)))
  }

  /// Whether an input takes only one connection and has it.
  @inline(__always)
  package func isOccupied(_ place: InputPlace) -> Bool {
    let port = inputLayout(place)
    return !port.takesMany && isConnected(records[place.node].arguments + port.offset)
  }

  @inline(__always)
  func isConnected(_ argument: UInt32) -> Bool { argumentPosition.isConnected(argument) }

  func outputPort(ofArgument argument: UInt32) -> OutputPort? {
    guard isConnected(argument), let source = source(ofCell: arguments[argument]) else { return nil }
    return OutputPort(node: id(of: source.node), index: source.output)
  }

  func inputPort(of entry: ConsumerEntry) -> InputPort {
    let place = place(of: entry)
    return InputPort(node: id(of: place.node), index: Int(place.input))
  }
}

extension Topology {
  /// Whether no node has this name.
  package func isFree(_ name: String) -> Bool { nodeNamed[name] == nil }

  /// Whether a node has an output of this type.
  package func hasOutput(_ output: Int, of node: UInt32, type: ObjectIdentifier) -> Bool {
    let layout = layout(of: node)
    return UInt(bitPattern: output) < UInt(layout.outputCount) && outputLayout(output, of: layout).type == type
  }

  /// Where an output of this type lies, if the node has it.
  @inlinable package func cell(of node: UInt32, output: Int, type: ObjectIdentifier) -> UInt32? {
    let record = records[node]
    let layout = layouts[record.shape]
    guard UInt(bitPattern: output) < UInt(layout.outputCount) else { return nil }
    let port = portLayouts[layout.ports &+ layout.inputCount &+ UInt32(truncatingIfNeeded: output)]
    return port.type == type ? record.output &+ port.offset : nil
  }

  /// Whether a shape has one output and inputs of exactly these types.
  @inlinable @inline(__always)
  package func hasTypes<each Input, Value>(
    _ shape: UInt32, inputs: repeat (each Input).Type, output: Value.Type
  ) -> Bool {
    let layout = layouts[shape]
    var index: UInt32 = 0
    for type in repeat each inputs {
      guard index < layout.inputCount, inputLayout(index, of: layout).type == ObjectIdentifier(type) else {
        return false
      }
      index += 1
    }
    return index == layout.inputCount && outputLayout(0, of: layout).type == ObjectIdentifier(output)
  }
}

extension Topology {
  @inlinable package func isAlive(_ slot: UInt32) -> Bool { records[slot].rank != NodeRecord.none }

  /// Whether an input, if there still is such a one, reads what it has when it is not connected.
  package func isResting(_ place: InputPlace) -> Bool {
    isAlive(place.node) && place.input < layout(of: place.node).inputCount
      && arity(of: place) == .one && !isConnected(word(of: place))
  }

  /// Whether a node has an input without connection, literal and default. Complexity: O(inputs).
  @inlinable
  package func hasUnsetInput(_ node: UInt32) -> Bool {
    let record = records[node]
    let layout = layouts[record.shape]
    // An input that takes many has more words than one.
    guard layout.argumentWords == layout.inputCount else { return hasUnsetInput(record, layout) }
    for argument in record.arguments..<record.arguments + layout.argumentWords
    where arguments[argument] == NodeRecord.none {
      return true
    }
    return false
  }

  @usableFromInline
  func hasUnsetInput(_ record: NodeRecord, _ layout: ShapeLayout) -> Bool {
    for input in 0..<layout.inputCount {
      let port = inputLayout(input, of: layout)
      if !port.takesMany, arguments[record.arguments + port.offset] == NodeRecord.none { return true }
    }
    return false
  }

  /// Whether an input reads this cell now.
  package func reads(_ place: InputPlace, cell: UInt32) -> Bool {
    isResting(place) && arguments[word(of: place)] == cell
  }

  package mutating func disconnect(_ target: InputPort) throws(GraphError) {
    disconnectInput(try place(target))
  }

  package mutating func disconnect(_ source: OutputPort, from target: InputPort) throws(GraphError) {
    let cell = cell(of: try self.source(source), output: source.index)
    let place = try place(target)
    let range = arguments(of: place)
    guard let argument = range.first(where: { isConnected($0) && arguments[$0] == cell }) else {
      throw .notConnected(Connection(from: source, to: target))
    }
    disconnect(place, ordinal: argument - range.lowerBound)
  }
}
