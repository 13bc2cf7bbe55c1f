// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// How ports that callers name become places in the tables, or a reason why not.
extension Topology {
  @inline(__always)
  package func place(_ port: InputPort) throws(GraphError) -> InputPlace {
    let slot = try slot(port.node)
    guard UInt(bitPattern: port.index) < UInt(layout(of: slot).inputCount) else {
      throw .noSuchInput(port.node, .index(port.index))
    }
    return InputPlace(node: slot, input: UInt32(port.index))
  }

  /// The slot of an output's node.
  @inline(__always)
  package func source(_ port: OutputPort) throws(GraphError) -> UInt32 {
    let slot = try slot(port.node)
    guard UInt(bitPattern: port.index) < UInt(layout(of: slot).outputCount) else {
      throw .noSuchOutput(port.node, .index(port.index))
    }
    return slot
  }

  /// Both ends of a connection that may be made as far as the types go.
  func ends(_ source: OutputPort, _ target: InputPort) throws(GraphError) -> (source: UInt32, place: InputPlace) {
    let slot = try self.source(source)
    let place = try place(target)
    if outputLayout(source.index, of: layout(of: slot)).type == inputLayout(place).type { return (slot, place) }
    let given = shapes[Int(records[slot].shape)].kind.outputs[source.index].type
    let taken = shapes[Int(records[place.node].shape)].kind.inputs[target.index].type
    guard given.fits(taken) else { throw .typeMismatch(source: source, given, target: target, taken) }
    return (slot, place)
  }

  package mutating func connect(_ source: OutputPort, to target: InputPort, replacing: Bool) throws(GraphError) {
    let ends = try ends(source, target)
    let isOccupied = isOccupied(ends.place)
    // A cycle is the graver reason: replacing the occupant would not help.
    let isRefused = isOccupied && !replacing
    let cycle =
      isRefused
      ? path(from: ends.place.node, to: ends.source) : makeRoom(from: ends.source, to: ends.place.node)
    if let cycle { throw .cycle([target] + cycle.map { inputPort(of: $0) }) }
    if isRefused, let occupant = occupant(ends.place) { throw .occupied(occupant) }
    if isOccupied { disconnect(ends.place, ordinal: 0) }
    connect(ends.source, output: source.index, to: ends.place)
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
  func isConnected(_ argument: UInt32) -> Bool { argumentPosition[argument] != NodeRecord.none }

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

  /// Whether an output exists and has the type of an input.
  package func canConnect(_ source: UInt32, output: Int, to place: InputPlace) -> Bool {
    let layout = layout(of: source)
    return UInt(bitPattern: output) < UInt(layout.outputCount)
      && outputLayout(output, of: layout).type == inputLayout(place).type
  }

  /// Whether a node has an output of this type.
  package func hasOutput(_ output: Int, of node: UInt32, type: ObjectIdentifier) -> Bool {
    let layout = layout(of: node)
    return UInt(bitPattern: output) < UInt(layout.outputCount) && outputLayout(output, of: layout).type == type
  }

  /// Whether a shape has one output and inputs of exactly these types.
  @inlinable package func hasTypes<each Input, Value>(
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
  package func isAlive(_ slot: UInt32) -> Bool { records[slot].rank != NodeRecord.none }

  /// Whether an input, if there still is such a one, reads what it has when it is not connected.
  package func isResting(_ place: InputPlace) -> Bool {
    isAlive(place.node) && place.input < layout(of: place.node).inputCount
      && arity(of: place) == .one && !isConnected(word(of: place))
  }

  /// Whether a node has an input without connection, literal and default. Complexity: O(inputs).
  package func hasUnsetInput(_ node: UInt32) -> Bool {
    let record = records[node]
    let layout = layouts[record.shape]
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

  package mutating func disconnect(_ target: InputPort) throws(GraphError) { disconnectAll(try place(target)) }

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
