// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// How ports that callers name become places in the tables, or a reason why not.
extension Topology {
  package func place(_ port: InputPort) throws(GraphError) -> InputPlace {
    let slot = try slot(port.node)
    guard UInt(bitPattern: port.index) < UInt(layout(of: slot).inputCount) else {
      throw .noSuchInput(port.node, .index(port.index))
    }
    return InputPlace(node: slot, input: UInt32(port.index))
  }

  /// The slot of an output's node.
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
    throw .typeMismatch(
      source: source, shapes[Int(records[slot].shape)].kind.outputs[source.index].type,
      target: target, shapes[Int(records[place.node].shape)].kind.inputs[target.index].type)
  }

  package mutating func connect(_ source: OutputPort, to target: InputPort, replacing: Bool) throws(GraphError) {
    let ends = try ends(source, target)
    let occupant = occupant(ends.place)
    // A cycle is the graver reason: replacing the occupant would not help.
    let isRefused = occupant != nil && !replacing
    let cycle =
      isRefused
      ? path(from: ends.place.node, to: ends.source) : makeRoom(from: ends.source, to: ends.place.node)
    if let cycle { throw .cycle([target] + cycle.map { inputPort(of: $0) }) }
    if let occupant, isRefused { throw .occupied(occupant) }
    if occupant != nil { disconnect(ends.place, ordinal: 0) }
    connect(ends.source, output: source.index, to: ends.place)
  }

  /// The connection of an input that takes only one.
  func occupant(_ place: InputPlace) -> Connection? {
    let word = word(of: place)
    guard arity(of: place) == .one, isConnected(word), let source = outputPort(ofArgument: word) else { return nil }
    return Connection(from: source, to: InputPort(node: id(of: place.node), index: Int(place.input)))
  }

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
