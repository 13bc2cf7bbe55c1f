// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The connections of a graph: the records of nodes, and the tables of arguments, consumers, cells and shapes.
///
/// A connection is stored at both ends: its argument holds the cell of an output and a position in the consumer list of
/// that output, and the entry at this position names the argument. Removing a connection therefore costs O(1). Each table
/// maintains its own part; this type has the operations that concern several tables. The caller maintains order, journal,
/// literals and labels.
///
/// Invariants (see `checkInvariants`): a node owns the cells of its outputs; each argument and its entry name each other;
/// a connection joins types that fit.
@usableFromInline
package struct Wiring: ~Copyable {
  package typealias ListReference = ConsumerTable.ListReference

  /// The records of nodes, by slot.
  @usableFromInline package var records = Buffer<NodeRecord>()
  @usableFromInline package var arguments = ArgumentTable()
  @usableFromInline package var consumers = ConsumerTable()
  @usableFromInline package var cells = CellTable()
  @usableFromInline package var shapes = ShapeTable()
  /// A number that changes with each change of what nodes read and of the cells of their outputs: of connections, literals
  /// and ports, and when a node is removed.
  @usableFromInline package internal(set) var version = 0

  /// Always `nil`. A structure of plain values is passed to its methods by copying it, here 700 bytes a call; with a member
  /// that must be addressed it is passed by address, which makes edits 3 times as fast. The same applies to `Topology`,
  /// which contains this structure.
  private let passedByAddress: Any? = nil

  package init() {}

  @inlinable @inline(__always)
  package func isAlive(_ slot: UInt32) -> Bool { records[slot].rank != NodeRecord.none }

  // MARK: Ports

  @inlinable @inline(__always)
  package func layout(of node: UInt32) -> ShapeLayout { shapes.layouts[records[node].shape] }

  @inline(__always)
  package func kind(of node: UInt32) -> NodeKind { shapes.kind(records[node].shape) }

  @inline(__always)
  func port(_ place: InputPlace) -> PortLayout { shapes.input(place.input, of: layout(of: place.node)) }

  /// Returns the first word of an input in its node's argument block.
  @inline(__always)
  func word(of place: InputPlace) -> UInt32 { records[place.node].arguments + port(place).offset }

  /// Returns the arguments of an input: its only one, or those of its list.
  @inline(__always)
  package func arguments(of place: InputPlace) -> Range<UInt32> {
    let port = port(place)
    let word = records[place.node].arguments + port.offset
    return port.takesMany ? arguments.list(at: word) : word..<word + 1
  }

  /// Returns the cells that the connections of an input read, in order.
  func connectedCells(of place: InputPlace) -> [UInt32] {
    arguments(of: place).filter { arguments.isConnected($0) }.map { arguments.cells[$0] }
  }

  /// Returns whether the input (still) exists and takes many connections.
  func takesMany(_ place: InputPlace) -> Bool {
    guard isAlive(place.node) else { return false }
    let layout = layout(of: place.node)
    return place.input < layout.inputCount && shapes.input(place.input, of: layout).takesMany
  }

  @inlinable @inline(__always)
  package func cell(of node: UInt32, output: Int) -> UInt32 {
    let record = records[node]
    return record.output + shapes.output(output, of: shapes.layouts[record.shape]).offset
  }

  /// Returns the cell of an output; `nil` if the node has no such output or it has another type.
  @inlinable @inline(__always)
  package func cell(of node: UInt32, output: Int, type: ObjectIdentifier) -> UInt32? {
    let record = records[node]
    let layout = shapes.layouts[record.shape]
    guard UInt(bitPattern: output) < UInt(layout.outputCount) else { return nil }
    let port = shapes.portLayouts[layout.ports &+ layout.inputCount &+ UInt32(truncatingIfNeeded: output)]
    return port.type == type ? record.output &+ port.offset : nil
  }

  /// Returns the node and output that a cell belongs to; `nil` if it is a default, a literal or free.
  @inline(__always)
  package func source(ofCell cell: UInt32) -> (node: UInt32, output: Int)? {
    guard cell != NodeRecord.none else { return nil }
    let node = cells.owners[cell]
    guard node < CellTable.Owner.none else { return nil }
    let record = records[node]
    return (node, shapes.output(at: cell - record.output, of: shapes.layouts[record.shape]))
  }

  /// Returns the input that a consumer reads with. Complexity: O(log inputs); O(inputs) if the input takes many.
  func place(of entry: ConsumerEntry) -> InputPlace {
    let (node, argument) = (entry.consumer, entry.argument)
    let record = records[node]
    let layout = shapes.layouts[record.shape]
    let offset = argument &- record.arguments
    // If no input takes many, each has one word. A search would mispredict its branches, so it is skipped.
    if layout.argumentWords == layout.inputCount { return InputPlace(node: node, input: offset) }
    if offset < layout.argumentWords {
      // The last input whose first word is not after the argument.
      var low: UInt32 = 0
      var high = layout.inputCount
      while high - low > 1 {
        let middle = (low + high) / 2
        if shapes.input(middle, of: layout).offset <= offset { low = middle } else { high = middle }
      }
      return InputPlace(node: node, input: low)
    }
    for input in 0..<layout.inputCount where shapes.input(input, of: layout).takesMany {
      let place = InputPlace(node: node, input: input)
      if arguments(of: place).contains(argument) { return place }
    }
    preconditionFailure("every argument belongs to an input of its node")
  }

  /// Returns whether a node has an input without connection, literal and default. Complexity: O(inputs).
  @inlinable
  package func hasUnsetInput(_ node: UInt32) -> Bool {
    let record = records[node]
    let layout = shapes.layouts[record.shape]
    // An input that takes many has more than one word.
    guard layout.argumentWords == layout.inputCount else { return hasUnsetInput(record, layout) }
    for argument in record.arguments..<record.arguments + layout.argumentWords
    where arguments.cells[argument] == NodeRecord.none {
      return true
    }
    return false
  }

  @usableFromInline
  func hasUnsetInput(_ record: NodeRecord, _ layout: ShapeLayout) -> Bool {
    for input in 0..<layout.inputCount {
      let port = shapes.input(input, of: layout)
      if !port.takesMany, arguments.cells[record.arguments + port.offset] == NodeRecord.none { return true }
    }
    return false
  }

  // MARK: Neighbours

  /// Returns the consumer list of the output in `cell`.
  func consumerList(ofCell cell: UInt32) -> ListReference {
    let node = cells.owners[cell]
    let record = records[node]
    let layout = shapes.layouts[record.shape]
    guard layout.outputCount != 1 else { return ListReference(index: node, isPooled: false) }
    let output = shapes.output(at: cell - record.output, of: layout)
    return ListReference(index: record.consumers.first + UInt32(output), isPooled: true)
  }

  @inline(__always)
  package func consumerList(of node: UInt32, output: Int) -> ListReference {
    let record = records[node]
    guard shapes.layouts[record.shape].outputCount != 1 else { return ListReference(index: node, isPooled: false) }
    return ListReference(index: record.consumers.first + UInt32(output), isPooled: true)
  }

  @inline(__always)
  func count(of reference: ListReference) -> UInt32 { consumers.list(reference, records).count }

  @inline(__always)
  func entry(_ position: UInt32, of reference: ListReference) -> ConsumerEntry {
    consumers.entry(position, of: reference, records)
  }

  /// Calls `body` for each consumer of a node, once for each connection. Complexity: O(consumers).
  @inline(__always)
  func forEachConsumer(of node: UInt32, _ body: (UInt32) -> Void) {
    guard layout(of: node).outputCount == 1 else { return forEachConsumer(of: node, outputs: .max, body) }
    let list = records[node].consumers
    if list.hasOverflow {
      for place in list.first..<list.first + list.count { body(consumers.nodes[place]) }
    } else {
      if list.count > 0 { body(list.first) }
      if list.count > 1 { body(list.second) }
    }
  }

  /// Calls `body` for the consumers of the outputs whose bits are set. Complexity: O(consumers of these outputs).
  package func forEachConsumer(of node: UInt32, outputs: UInt32, _ body: (UInt32) -> Void) {
    for output in 0..<Int(layout(of: node).outputCount) where outputs & 1 << UInt32(output) != 0 {
      let list = consumerList(of: node, output: output)
      for position in 0..<count(of: list) { body(entry(position, of: list).consumer) }
    }
  }

  /// Calls `body` for each source or each consumer of a node, once for each connection. Complexity: O(degree).
  package func forEachNeighbour(of node: UInt32, isUpstream: Bool, _ body: (UInt32) -> Void) {
    guard isUpstream else { return forEachConsumer(of: node, body) }
    for input in 0..<Int(layout(of: node).inputCount) {
      let range = arguments(of: InputPlace(node: node, input: UInt32(input)))
      for argument in Int(range.lowerBound)..<Int(range.upperBound) where arguments.isConnected(UInt32(argument)) {
        body(cells.owners[arguments.cells[argument]])
      }
    }
  }

  /// Returns whether all sources of a node satisfy a condition; stops at the first that doesn't.
  /// Complexity: O(visited connections).
  func allSources(of node: UInt32, satisfy condition: (UInt32) -> Bool) -> Bool {
    for input in 0..<Int(layout(of: node).inputCount) {
      let range = arguments(of: InputPlace(node: node, input: UInt32(input)))
      for argument in Int(range.lowerBound)..<Int(range.upperBound) where arguments.isConnected(UInt32(argument)) {
        if !condition(cells.owners[arguments.cells[argument]]) { return false }
      }
    }
    return true
  }

  /// Returns for each slot the number of connections to its node. Complexity: O(nodes + connections).
  func countIncoming() -> Buffer<UInt32> {
    var counts = Buffer<UInt32>()
    counts.resize(to: records.count, repeating: 0)
    for slot in 0..<UInt32(records.count) where isAlive(slot) {
      for input in 0..<layout(of: slot).inputCount {
        for argument in arguments(of: InputPlace(node: slot, input: input)) where arguments.isConnected(argument) {
          counts[slot] += 1
        }
      }
    }
    return counts
  }

  // MARK: Blocks of nodes

  /// Reserves an argument block for a node, with every input unconnected. Complexity: O(inputs).
  @inline(__always)
  mutating func makeArguments(_ layout: ShapeLayout) -> UInt32 {
    guard layout.argumentWords > 0 else { return 0 }
    let start = arguments.reserve(layout.argumentWords)
    if layout.isPlain { return start }
    for input in 0..<layout.inputCount {
      let port = shapes.input(input, of: layout)
      let word = start + port.offset
      if port.takesMany {
        (arguments.cells[word], arguments.cells[word + 1], arguments.cells[word + 2]) = (0, 0, 0)
      } else {
        arguments.cells[word] = port.resting
      }
    }
    return start
  }

  /// Reserves cells and consumer lists for the outputs of a node.
  @inline(__always)
  mutating func makeOutputs(of record: inout NodeRecord, _ layout: ShapeLayout, slot: UInt32) {
    record.output = cells.make(layout.outputWords, for: slot)
    if let code = layout.codeCell(behind: record.output) { cells.owners[code] = CellTable.Owner.ofCode }
    record.consumers = ConsumerList()
    if layout.outputCount != 1 { record.consumers.first = consumers.makeOutputLists(Int(layout.outputCount)) }
  }

  /// Frees a node's argument block; no input may be connected.
  mutating func releaseArguments(_ start: UInt32, shape: UInt32) {
    let layout = shapes.layouts[shape]
    for input in 0..<layout.inputCount {
      let port = shapes.input(input, of: layout)
      guard port.takesMany else { continue }
      let word = start + port.offset
      arguments.release(arguments.cells[word], words: arguments.cells[word + 2])
    }
    arguments.release(start, words: layout.argumentWords)
  }

  /// Frees the cells and consumer lists of a node, which no input may read.
  mutating func releaseOutputs(_ output: UInt32, _ list: ConsumerList, shape: UInt32) {
    let layout = shapes.layouts[shape]
    cells.release(output, words: layout.outputWords)
    if layout.outputCount != 1 { consumers.releaseOutputLists(list.first, layout.outputCount) }
  }

  // MARK: Inputs that take many connections

  /// Adds an unconnected argument at the end of an input that takes many. Complexity: O(1), amortised.
  package mutating func appendArgument(to place: InputPlace) -> UInt32 {
    let word = word(of: place)
    let (start, count, capacity) = (arguments.cells[word], arguments.cells[word + 1], arguments.cells[word + 2])
    if count == capacity {
      let larger = max(4, capacity * 2)
      let moved = arguments.reserve(larger)
      for ordinal in 0..<count { moveArgument(from: start + ordinal, to: moved + ordinal) }
      arguments.release(start, words: capacity)
      arguments.cells[word] = moved
      arguments.cells[word + 2] = larger
    }
    arguments.cells[word + 1] = count + 1
    return arguments.cells[word] + count
  }

  /// Moves the content of an argument to another, and leaves the old one unconnected.
  mutating func moveArgument(from old: UInt32, to new: UInt32) {
    takeArgument(of: old, to: new)
    arguments.detach(old, leaving: NodeRecord.none)
  }

  /// Copies the content of an argument to another, whose entry then names the new one. The caller overwrites the old one.
  @inline(__always)
  mutating func takeArgument(of old: UInt32, to new: UInt32) {
    let (cell, position) = (arguments.cells[old], arguments.positions[old])
    arguments.cells[new] = cell
    arguments.positions[new] = position
    if position != NodeRecord.none {
      consumers.setArgument(new, at: position, of: consumerList(ofCell: cell), records)
    }
  }

  // MARK: Connections

  /// Returns the argument for a new connection of an input, which must be free or take many.
  @inline(__always)
  mutating func freeArgument(of place: InputPlace, _ port: PortLayout) -> UInt32 {
    port.takesMany ? appendArgument(to: place) : records[place.node].arguments + port.offset
  }

  /// Connects an argument of a node to an output. The caller maintains the order.
  @inline(__always)
  package mutating func link(_ argument: UInt32, of node: UInt32, to source: UInt32, output: Int) {
    let record = records[source]
    link(argument, of: node, to: source, record, shapes.layouts[record.shape], output: output)
  }

  /// Connects an argument of a node to an output of a source whose record and layout are given.
  @inline(__always)
  mutating func link(
    _ argument: UInt32, of node: UInt32, to source: UInt32, _ record: NodeRecord, _ layout: ShapeLayout, output: Int
  ) {
    let cell = record.output &+ shapes.output(output, of: layout).offset
    let list =
      layout.outputCount == 1
      ? ListReference(index: source, isPooled: false)
      : ListReference(index: record.consumers.first + UInt32(output), isPooled: true)
    link(argument, of: node, toCell: cell, list)
  }

  @inline(__always)
  mutating func link(_ argument: UInt32, of node: UInt32, toCell cell: UInt32, _ list: ListReference) {
    version &+= 1
    arguments.cells[argument] = cell
    let entry = ConsumerEntry(consumer: node, argument: argument)
    arguments.positions[argument] = consumers.append(entry, to: list, &records)
  }

  /// Removes the entry of an argument from its consumer list. The caller changes the argument itself.
  ///
  /// - Returns: The source, its output, and the position that the entry had there.
  @inline(__always)
  mutating func removeEntry(ofArgument argument: UInt32) -> (source: UInt32, output: UInt32, position: UInt32) {
    version &+= 1
    let cell = arguments.cells[argument]
    let position = arguments.positions[argument]
    let node = cells.owners[cell]
    let record = records[node]
    let layout = shapes.layouts[record.shape]
    let isSole = layout.outputCount == 1
    let output = isSole ? 0 : UInt32(shapes.output(at: cell - record.output, of: layout))
    let list = ListReference(index: isSole ? node : record.consumers.first + output, isPooled: !isSole)
    let moved = consumers.remove(position, of: list, &records)
    if moved != NodeRecord.none { arguments.positions[moved] = position }
    return (node, output, position)
  }

  /// Cuts the connection of an argument and leaves `cell` there instead.
  package mutating func unlink(_ argument: UInt32, leaving cell: UInt32) {
    _ = removeEntry(ofArgument: argument)
    arguments.detach(argument, leaving: cell)
  }

  /// Swaps the last entry with the one at `position`, where it was before it was removed.
  mutating func moveLastEntry(to position: UInt32, of reference: ListReference) {
    let last = count(of: reference) - 1
    guard position != last else { return }
    let (moved, displaced) = consumers.swapEntries(position, last, of: reference, &records)
    arguments.positions[moved] = position
    arguments.positions[displaced] = last
  }

  // MARK: The whole

  /// Releases unused memory at the end of tables, where it is most of a table.
  mutating func shrink(clock: Int) {
    arguments.shrink(clock: clock)
    consumers.shrink(slots: records.count, clock: clock)
    cells.shrink(clock: clock)
    shapes.shrink(clock: clock)
  }

  /// Returns a copy with storage of its own.
  package func copy() -> Wiring {
    var result = Wiring()
    result.records = records.copy()
    result.arguments = arguments.copy()
    result.consumers = consumers.copy()
    result.cells = cells.copy()
    result.shapes = shapes.copy()
    result.version = version
    return result
  }

  /// The bytes its tables have allocated.
  package var byteCount: Int {
    records.byteCount + arguments.byteCount + consumers.byteCount + cells.byteCount + shapes.byteCount
  }

  /// Returns a sentence for each broken invariant: those of the tables and, if these hold, those between tables.
  /// Complexity: O(nodes + connections).
  ///
  /// - Parameter mayHaveGaps: Whether a current edit may have left gaps.
  /// - Returns: A sentence for each broken invariant; empty if none is broken.
  package func checkInvariants(mayHaveGaps: Bool) -> [String] {
    var broken = arguments.checkInvariants() + cells.checkInvariants() + shapes.checkInvariants()
    for slot in 0..<records.count {
      let record = records[slot]
      if record.rank != NodeRecord.none, record.shape >= shapes.layouts.count {
        broken.append("a node has a shape, that in slot \(slot) has none")
      }
    }
    guard broken.isEmpty else { return broken }
    broken = consumers.checkInvariants(records) { isAlive($0) && layout(of: $0).outputCount == 1 }
    guard broken.isEmpty else { return broken }
    var connections = 0
    for index in 0..<records.count {
      let record = records[index]
      guard record.rank != NodeRecord.none else { continue }
      let (slot, layout) = (UInt32(index), shapes.layouts[record.shape])
      let code = layout.codeCell(behind: record.output)
      for cell in record.output..<record.output + layout.outputWords
      where cells.owners[cell] != (cell == code ? CellTable.Owner.ofCode : slot) {
        broken.append("a node owns its output cells, slot \(slot) does not own \(cell)")
      }
      for input in 0..<Int(layout.inputCount) {
        let place = InputPlace(node: slot, input: UInt32(input))
        connections += checkInput(place, mayHaveGaps: mayHaveGaps, &broken)
      }
      for output in 0..<Int(layout.outputCount) { checkConsumers(of: slot, output: output, &broken) }
    }
    if connections != consumers.connectionCount {
      broken.append("the connection count is right: \(connections) arguments, not \(consumers.connectionCount)")
    }
    return broken
  }

  private func checkInput(_ place: InputPlace, mayHaveGaps: Bool, _ broken: inout [String]) -> Int {
    let range = arguments(of: place)
    var name: String { "input \(place.input) of slot \(place.node)" }
    var connections = 0
    for index in Int(range.lowerBound)..<Int(range.upperBound) {
      let argument = UInt32(index)
      guard arguments.isConnected(argument) else {
        if !mayHaveGaps, takesMany(place) { broken.append("an input that takes many has no gap, \(name) has") }
        continue
      }
      connections += 1
      let cell = arguments.cells[argument]
      guard let source = source(ofCell: cell), isAlive(source.node) else {
        broken.append("a connection leads from an output, that of \(name) does not")
        continue
      }
      let type = kind(of: place.node).inputs[Int(place.input)].type
      if !kind(of: source.node).outputs[source.output].type.fits(type) {
        broken.append("a connection joins types that fit, that of \(name) does not")
      }
      let (list, position) = (consumerList(ofCell: cell), arguments.positions[argument])
      let back = position < count(of: list) ? entry(position, of: list) : nil
      if back?.argument != argument || back?.consumer != place.node {
        broken.append("both ends know a connection, the source of \(name) does not")
      }
    }
    return connections
  }

  private func checkConsumers(of slot: UInt32, output: Int, _ broken: inout [String]) {
    let list = consumerList(of: slot, output: output)
    let cell = cell(of: slot, output: output)
    for position in 0..<Int(count(of: list)) {
      let argument = entry(UInt32(position), of: list).argument
      guard argument < arguments.cells.count, arguments.cells[argument] == cell else {
        broken.append("a consumer reads the output it is listed under, one of slot \(slot) does not")
        continue
      }
      if arguments.positions[argument] != UInt32(position) {
        broken.append("both ends know a connection, a consumer of slot \(slot) does not")
      }
    }
  }
}
