// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The resolution of ports that callers name to indices in the tables, or to an error.
extension Topology {
  @inline(__always)
  package func place(_ port: InputPort) throws(GraphError) -> InputPlace {
    let slot = try slot(port.node)
    guard UInt(bitPattern: port.index) < UInt(wiring.layout(of: slot).inputCount) else {
      throw noSuchInput(port)
    }
    return InputPlace(node: slot, input: UInt32(port.index))
  }

  /// Returns the slot of an output's node. Throws if the output doesn't exist.
  @inline(__always)
  package func source(_ port: OutputPort) throws(GraphError) -> UInt32 {
    let slot = try slot(port.node)
    guard UInt(bitPattern: port.index) < UInt(wiring.layout(of: slot).outputCount) else {
      throw noSuchOutput(port)
    }
    return slot
  }

  @inline(never)
  private func noSuchInput(_ port: InputPort) -> GraphError {
    .noSuchInput(port.node, .index(port.index), among: wiring.kind(of: port.node.slot).inputs.map(\.name))
  }

  @inline(never)
  private func noSuchOutput(_ port: OutputPort) -> GraphError {
    .noSuchOutput(port.node, .index(port.index), among: wiring.kind(of: port.node.slot).outputs.map(\.name))
  }

  /// Returns both ends of a connection. Throws if one doesn't exist or their types don't fit.
  @inline(__always)
  func ends(_ source: OutputPort, _ target: InputPort) throws(GraphError) -> (source: UInt32, place: InputPlace) {
    let slot = try self.source(source)
    let place = try place(target)
    if !wiring.shapes.output(source.index, of: wiring.layout(of: slot)).isSameType(asInput: wiring.port(place)) {
      try checkTypes(source, target)
    }
    return (slot, place)
  }

  /// Throws if the types of two ports don't fit. Types that aren't equal may fit.
  @inline(never)
  private func checkTypes(_ source: OutputPort, _ target: InputPort) throws(GraphError) {
    if fits(source, target) { return }
    let given = wiring.kind(of: source.node.slot).outputs[source.index].type
    let taken = wiring.kind(of: target.node.slot).inputs[target.index].type
    throw .typeMismatch(source: source, given, target: target, taken)
  }

  /// Returns whether the type of an output fits an input. Both ports must exist.
  package func fits(_ output: OutputPort, _ input: InputPort) -> Bool {
    let given = wiring.kind(of: output.node.slot).outputs[output.index].type
    return given.fits(wiring.kind(of: input.node.slot).inputs[input.index].type)
  }

  // MARK: Connecting

  package mutating func connect(_ source: OutputPort, to target: InputPort, replacing: Bool) throws(GraphError) {
    if !connectAtOnce(source, target) { try connectWithCare(source, target, replacing: replacing) }
  }

  /// Connects ports in the simplest case: they exist and have the same type, the input takes one connection and has neither a
  /// connection nor a literal, and the source comes first in the order. Reads each record once. Returns false otherwise,
  /// without changes.
  @inline(__always)
  mutating func connectAtOnce(_ source: OutputPort, _ target: InputPort) -> Bool {
    guard max(source.node.slot, target.node.slot) < wiring.records.count else { return false }
    let (from, to) = (wiring.records[source.node.slot], wiring.records[target.node.slot])
    // Ids without a tag are left to `connectWithCare`. A source with a lower rank than the target exists.
    guard from.stamp == source.node.stamp, to.stamp == target.node.stamp, from.rank < to.rank,
      to.rank != NodeRecord.none
    else { return false }
    let (fromLayout, toLayout) = (wiring.shapes.layouts[from.shape], wiring.shapes.layouts[to.shape])
    guard UInt(bitPattern: source.index) < UInt(fromLayout.outputCount),
      UInt(bitPattern: target.index) < UInt(toLayout.inputCount)
    else { return false }
    let outputIndex = UInt32(truncatingIfNeeded: source.index)
    let place = InputPlace(node: target.node.slot, input: UInt32(truncatingIfNeeded: target.index))
    let output = wiring.shapes.portLayouts[fromLayout.ports &+ fromLayout.inputCount &+ outputIndex]
    let input = wiring.shapes.portLayouts[toLayout.ports &+ place.input]
    let argument = to.arguments &+ input.offset
    // An input that reads its default has neither a connection nor a literal, and takes one connection.
    guard output.isSameType(asInput: input), wiring.arguments.cells[argument] == input.resting else { return false }
    let isSole = fromLayout.outputCount == 1
    let list = ConsumerTable.ListReference(
      index: isSole ? source.node.slot : from.consumers.first &+ outputIndex, isPooled: !isSole)
    wiring.link(argument, of: place.node, toCell: from.output &+ output.offset, list)
    journal.note(.linked(place, ordinal: 0, source: source.node.slot, output: outputIndex))
    return true
  }

  /// Connects ports in all other cases, or throws why they can't be connected.
  @inline(never)
  mutating func connectWithCare(
    _ source: OutputPort, _ target: InputPort, replacing: Bool
  ) throws(GraphError) {
    let ends = try ends(source, target)
    let port = wiring.port(ends.place)
    let argument = wiring.records[ends.place.node].arguments + port.offset
    let isOccupied = !port.takesMany && wiring.arguments.isConnected(argument)
    if isOccupied || wiring.records[ends.source].rank >= wiring.records[ends.place.node].rank {
      try makeRoom(source, target, ends.source, ends.place, isOccupied: isOccupied, replacing: replacing)
    }
    connect(ends.source, output: source.index, to: ends.place, port)
  }

  /// Makes an edge agree with the order and its target free, or throws why that is impossible.
  @inline(never)
  private mutating func makeRoom(
    _ source: OutputPort, _ target: InputPort, _ slot: UInt32, _ place: InputPlace, isOccupied: Bool, replacing: Bool
  ) throws(GraphError) {
    // A cycle is reported first, because replacing the occupant would not help.
    let isRefused = isOccupied && !replacing
    let cycle =
      isRefused ? path(from: place.node, to: slot) : makeRoom(from: slot, to: place.node)
    if let cycle { throw .cycle([own(target)] + cycle.map { inputPort(of: $0) }) }
    if isRefused, let occupant = occupant(place) { throw .occupied(occupant) }
    if isOccupied { disconnect(place, ordinal: 0) }
  }

  package mutating func disconnect(_ target: InputPort) throws(GraphError) {
    disconnectInput(try place(target))
  }

  package mutating func disconnect(_ source: OutputPort, from target: InputPort) throws(GraphError) {
    let slot = try self.source(source)
    let place = try place(target)
    guard let argument = firstArgument(of: place, reading: slot, output: source.index) else {
      throw .notConnected(Connection(from: source, to: target))
    }
    disconnect(place, ordinal: argument - wiring.arguments(of: place).lowerBound)
  }

  /// Returns the first argument of an input that reads an output; `nil` if there is none.
  ///
  /// - Complexity: O(connections of the output or of the input, whichever are fewer).
  private func firstArgument(of place: InputPlace, reading source: UInt32, output: Int) -> UInt32? {
    let range = wiring.arguments(of: place)
    let list = wiring.consumerList(of: source, output: output)
    let consumers = wiring.count(of: list)
    guard consumers < range.count else {
      let cell = wiring.cell(of: source, output: output)
      return range.first { wiring.arguments.isConnected($0) && wiring.arguments.cells[$0] == cell }
    }
    var first: UInt32?
    for position in 0..<Int(consumers) {
      let argument = wiring.entry(UInt32(position), of: list).argument
      if range.contains(argument), argument < first ?? .max { first = argument }
    }
    return first
  }

  // MARK: Existing connections

  /// Returns the connection of an input that takes only one; `nil` if it is not connected or takes many.
  func occupant(_ place: InputPlace) -> Connection? {
    guard isOccupied(place), let source = outputPort(ofArgument: wiring.word(of: place)) else { return nil }
    return Connection(from: source, to: InputPort(node: id(of: place.node), index: Int(place.input)))
  }

  /// Returns whether an input takes only one connection and has it.
  @inline(__always)
  package func isOccupied(_ place: InputPlace) -> Bool {
    let port = wiring.port(place)
    return !port.takesMany && wiring.arguments.isConnected(wiring.records[place.node].arguments + port.offset)
  }

  /// Returns whether an input exists, takes one connection and is not connected, so that it reads its literal or default.
  package func isResting(_ place: InputPlace) -> Bool {
    guard wiring.isAlive(place.node), place.input < wiring.layout(of: place.node).inputCount else { return false }
    return !wiring.port(place).takesMany && !isOccupied(place)
  }

  /// Returns whether an unconnected input reads this cell now.
  package func reads(_ place: InputPlace, cell: UInt32) -> Bool {
    isResting(place) && wiring.arguments.cells[wiring.word(of: place)] == cell
  }

  func outputPort(ofArgument argument: UInt32) -> OutputPort? {
    guard wiring.arguments.isConnected(argument),
      let source = wiring.source(ofCell: wiring.arguments.cells[argument])
    else { return nil }
    return OutputPort(node: id(of: source.node), index: source.output)
  }

  func inputPort(of entry: ConsumerEntry) -> InputPort {
    let place = wiring.place(of: entry)
    return InputPort(node: id(of: place.node), index: Int(place.input))
  }

  // MARK: Names and types

  /// Returns whether no node has this name.
  package func isFree(_ name: String) -> Bool { labels.node(named: name) == nil }

  /// Throws if another node has a name.
  package func checkName(_ name: String?, of slot: UInt32?) throws(GraphError) {
    guard let name, let owner = labels.node(named: name), owner != slot else { return }
    throw .duplicateName(name, id(of: owner))
  }

  /// Returns whether a node has an output of this type at an index.
  package func hasOutput(_ output: Int, of node: UInt32, type: ObjectIdentifier) -> Bool {
    wiring.cell(of: node, output: output, type: type) != nil
  }

  /// Returns whether a shape has inputs of exactly these types and a first output of a type.
  @inlinable @inline(__always)
  package func hasTypes<each Input, Value>(
    _ shape: UInt32, inputs: repeat (each Input).Type, output: Value.Type
  ) -> Bool {
    let layout = wiring.shapes.layouts[shape]
    var index: UInt32 = 0
    for type in repeat each inputs {
      guard index < layout.inputCount, wiring.shapes.input(index, of: layout).type == ObjectIdentifier(type) else {
        return false
      }
      index += 1
    }
    return index == layout.inputCount && wiring.shapes.output(0, of: layout).type == ObjectIdentifier(output)
  }
}
