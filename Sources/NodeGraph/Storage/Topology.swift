// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A graph as tables of plain values, stored once; an evaluator walks them and keeps values beside them.
///
/// Nodes, arguments and cells are indices into tables. An *argument* is the place of one input; it holds the *cell*
/// that is read there: an output of another node, a literal, or the default of the port.
///
/// Each part has its own state and invariant: who reads what (`Wiring`), in which order (`NodeOrder`), names and
/// positions (`Labels`), values that inputs have (`Literals`), and what the edit under way has done (`EditJournal`). Here
/// is what concerns several of them: the ids of nodes, and the primitive changes, each with its step in the journal.
@usableFromInline
package struct Topology: ~Copyable {
  /// The tag of the ids of its nodes. Drawn at random, so that graphs need no common counter: one in 65,535 handles of
  /// another graph goes unnoticed.
  @usableFromInline package let tag: UInt32
  @usableFromInline package var freeSlots = FreeSlots()
  @usableFromInline package var wiring = Wiring()
  @usableFromInline package var order = NodeOrder()
  @usableFromInline package var journal = EditJournal()
  package var labels = Labels()
  package var literals = Literals()
  /// How many steps were forgotten, now and when memory was given back last.
  @usableFromInline var clock = 0
  @usableFromInline var shrunkClock = 0
  #if DEBUG
    /// How often it was asked whether checks are due; see `InvariantChecks`.
    var askedChecks: UInt32 = 0
  #endif

  package init() { self.init(tag: Self.randomTag()) }

  /// A tag for ids of something new.
  package static func randomTag() -> UInt32 { UInt32.random(in: 1...0xFFFF) << 16 }

  private init(tag: UInt32) { self.tag = tag }

  /// A copy with storage of its own, in the middle of the same edit if there is one.
  package func copy() -> Topology {
    var result = Topology(tag: tag)
    result.freeSlots = freeSlots.copy()
    result.wiring = wiring.copy()
    result.order = order.copy()
    result.journal = journal.copy()
    result.labels = labels.copy()
    result.literals = literals.copy()
    (result.clock, result.shrunkClock) = (clock, shrunkClock)
    #if DEBUG
      result.askedChecks = askedChecks
    #endif
    return result
  }

  /// The bytes its tables hold on to; the journal, names, positions and literals are not counted.
  package var byteCount: Int { wiring.byteCount + order.byteCount }

  // MARK: Ids

  @inlinable @inline(__always)
  package func isLive(_ id: NodeID) -> Bool {
    guard id.slot < wiring.records.count else { return false }
    let record = wiring.records[id.slot]
    return (record.stamp == id.stamp || isUntagged(id, record)) && record.rank != NodeRecord.none
  }

  /// Whether an id is that of a node that is there, or whose removal can be undone.
  package func isKnown(_ id: NodeID) -> Bool {
    guard id.slot < wiring.records.count else { return false }
    let record = wiring.records[id.slot]
    return record.stamp == id.stamp || isUntagged(id, record)
  }

  /// Whether an id from a document, which has no tag, names the node of a record.
  @usableFromInline @inline(never)
  func isUntagged(_ id: NodeID, _ record: NodeRecord) -> Bool {
    id.tag == 0 && id.generation == record.stamp & NodeID.generations
  }

  @inlinable @inline(__always)
  package func id(of slot: UInt32) -> NodeID { NodeID(slot: slot, stamp: wiring.records[slot].stamp) }

  /// The id by which the graph itself names what an id names: that of a document gets the tag.
  @inlinable package func own(_ id: NodeID) -> NodeID { id.tagged(tag) }

  /// The port by which the graph itself names an input.
  package func own(_ port: InputPort) -> InputPort { InputPort(node: own(port.node), index: port.index) }

  /// Whether an id was made by another graph.
  package func isForeign(_ id: NodeID) -> Bool { id.tag != 0 && id.tag != tag }

  /// Why an id names no node here, as a sentence.
  package func reasonForMissing(_ id: NodeID) -> String {
    if isForeign(id) { return "\(id) belongs to another graph or evaluator" }
    if InstanceID(id) != nil { return GraphError.group(id).description }
    return "node \(id) does not exist; it may have been removed"
  }

  /// The slot of a living node.
  @inline(__always)
  package func slot(_ id: NodeID) throws(GraphError) -> UInt32 {
    guard isLive(id) else { throw reason(against: id) }
    return id.slot
  }

  /// Why an id is not that of a living node.
  @inline(never)
  private func reason(against id: NodeID) -> GraphError {
    if isForeign(id) { return .foreign(id) }
    return InstanceID(id) == nil ? .stale(id) : .group(id)
  }

  // MARK: Kinds

  /// Enters a kind without registering it. Complexity: O(ports).
  package mutating func makeShape(_ kind: NodeKind, isOwn: Bool) -> UInt32 {
    wiring.shapes.make(kind, isOwn: isOwn, &wiring.cells)
  }

  package mutating func register(_ kind: NodeKind) -> UInt32 {
    require(shape(ofKind: kind.name) == nil, "kinds have unique names, '\(kind.name)' is taken")
    let shape = makeShape(kind, isOwn: false)
    wiring.shapes.register(shape)
    journal.note(.registered(shape))
    return shape
  }

  package func shape(ofKind name: String) -> UInt32? { wiring.shapes.named[name] }

  /// The same, which remembers the kinds that were asked for last.
  package mutating func findShape(ofKind name: String) -> UInt32? { wiring.shapes.find(name) }

  // MARK: Adding nodes

  /// Adds a node at the end of the order, all inputs unconnected. Complexity: O(ports).
  package mutating func addNode(shape: UInt32) -> UInt32 { append(shape, wiring.shapes.layouts[shape]).slot }

  /// Adds a node at the end of the order that reads `a`.
  package mutating func addNode(shape: UInt32, reading a: OutputPort) -> UInt32 {
    let layout = wiring.shapes.layouts[shape]
    let (slot, arguments) = append(shape, layout)
    attach(a, record(of: a), to: slot, input: 0, layout, arguments)
    return slot
  }

  /// Adds a node at the end of the order that reads `a` and `b`, whose records are fetched side by side.
  package mutating func addNode(shape: UInt32, reading a: OutputPort, _ b: OutputPort) -> UInt32 {
    let layout = wiring.shapes.layouts[shape]
    let (first, second) = (record(of: a), record(of: b))
    let (slot, arguments) = append(shape, layout)
    attach(a, first, to: slot, input: 0, layout, arguments)
    attach(b, second, to: slot, input: 1, layout, arguments)
    return slot
  }

  /// Connects an input of a node without consumers, so that the order can't be against it.
  package mutating func attach(_ source: OutputPort, to slot: UInt32, input: UInt32) {
    let target = wiring.records[slot]
    attach(
      source, record(of: source), to: slot, input: input, wiring.shapes.layouts[target.shape], target.arguments)
  }

  @inline(__always)
  private func record(of source: OutputPort) -> NodeRecord {
    require(isLive(source.node), reasonForMissing(source.node))
    return wiring.records[source.node.slot]
  }

  @inline(__always)
  private mutating func append(_ shape: UInt32, _ layout: ShapeLayout) -> (slot: UInt32, arguments: UInt32) {
    let arguments = wiring.makeArguments(layout)
    var record = NodeRecord(
      arguments: arguments, output: 0, rank: order.end, shape: shape, stamp: tag | freeSlots.firstGeneration)
    let slot: UInt32
    if freeSlots.isEmpty {
      require(wiring.records.count < 1 << 30, "a graph holds at most 2^30 nodes")
      slot = UInt32(truncatingIfNeeded: wiring.records.count)
      wiring.makeOutputs(of: &record, layout, slot: slot)
      wiring.records.append(record)
      wiring.consumers.reserveSlots(wiring.records.count)
    } else {
      slot = freeSlots.removeLast()
      wiring.makeOutputs(of: &record, layout, slot: slot)
      record.stamp = wiring.records[slot].stamp
      wiring.records[slot] = record
    }
    order.append(slot)
    journal.note(.added(slot))
    return (slot, record.arguments)
  }

  @inline(__always)
  private mutating func attach(
    _ source: OutputPort, _ record: NodeRecord, to slot: UInt32, input: UInt32, _ layout: ShapeLayout,
    _ arguments: UInt32
  ) {
    let other = wiring.shapes.layouts[record.shape]
    let port = wiring.shapes.input(input, of: layout)
    let output = wiring.shapes.output(source.index, of: other)
    require(output.type == port.type && !port.takesMany, "an input of a node has the type of its handle")
    wiring.link(arguments &+ port.offset, of: slot, to: source.node.slot, record, other, output: source.index)
    let place = InputPlace(node: slot, input: input)
    journal.note(.linked(place, ordinal: 0, source: source.node.slot, output: UInt32(source.index)))
  }

  // MARK: Nodes that come with their ids

  /// Makes room for nodes that come with their ids. Nothing has been added yet.
  package mutating func beginLoading(slots: Int, nodes: Int) {
    precondition(wiring.records.isEmpty && !journal.isOpen, "ids can be given to the first nodes only")
    wiring.records.reserve(slots)
    wiring.records.resize(
      to: slots,
      repeating: NodeRecord(arguments: 0, output: 0, rank: NodeRecord.none, shape: NodeRecord.none, stamp: tag))
    wiring.consumers.reserveSlots(slots)
    order.reserve(nodes)
    labels.reserve(nodes)
  }

  /// Adds a node with an id of its own at the end of the order. Complexity: O(ports).
  package mutating func load(_ id: NodeID, shape: UInt32) {
    wiring.records[id.slot].stamp = tag | id.generation
    freeSlots.append(id.slot, in: &wiring.records)
    _ = addNode(shape: shape)
  }

  /// Gives what has no node free, the lowest first.
  package mutating func endLoading() {
    for slot in (0..<UInt32(wiring.records.count)).reversed() where !wiring.isAlive(slot) {
      freeSlots.append(slot, in: &wiring.records)
    }
  }

  // MARK: Removing nodes

  /// Removes a node, its connections first. Ports and cells stay until the edit ends. Complexity: O(degree).
  package mutating func removeNode(_ slot: UInt32) {
    let layout = wiring.layout(of: slot)
    fetchSources(of: slot)
    for input in 0..<layout.inputCount {
      let place = InputPlace(node: slot, input: input)
      disconnectInput(place)
      if !literals.isEmpty { setLiteral(place, cell: NodeRecord.none) }
    }
    for output in 0..<Int(layout.outputCount) { disconnectConsumers(of: slot, output: output) }
    if labels.hasNames { rename(slot, to: nil) }
    if labels.hasPositions { move(slot, to: nil) }
    journal.steps.append(.removed(slot, rank: order.remove(slot, in: &wiring)))
  }

  /// Looks at all nodes that a node reads, so that their records are fetched side by side. Being taken out of their
  /// lists one by one, it would wait for each.
  private func fetchSources(of slot: UInt32) {
    var connections = 0
    var consumers = 0
    for input in 0..<wiring.layout(of: slot).inputCount {
      for argument in wiring.arguments(of: InputPlace(node: slot, input: input))
      where wiring.arguments.isConnected(argument) {
        let source = wiring.records[wiring.cells.owners[wiring.arguments.cells[argument]]]
        connections += 1
        consumers += wiring.shapes.layouts[source.shape].outputCount == 1 ? Int(source.consumers.count) : 1
      }
    }
    precondition(connections <= consumers, "both ends know a connection")
  }

  /// Frees the slot of a removed node, whose id becomes stale. One whose generations are used up is never used again.
  package mutating func releaseSlot(_ slot: UInt32) {
    wiring.records[slot].stamp &+= 1
    if wiring.records[slot].stamp & NodeID.generations != NodeID.generations {
      freeSlots.append(slot, in: &wiring.records)
    }
  }

  // MARK: Connections

  /// Connects an output to an input that is free. The caller has checked types and order.
  package mutating func connect(_ source: UInt32, output: Int, to place: InputPlace) {
    connect(source, output: output, to: place, wiring.port(place))
  }

  @inline(__always)
  mutating func connect(_ source: UInt32, output: Int, to place: InputPlace, _ port: PortLayout) {
    let argument = link(place, port, to: source, output: output)
    guard journal.isOpen else { return }
    let ordinal = port.takesMany ? argument - wiring.arguments(of: place).lowerBound : 0
    journal.steps.append(.linked(place, ordinal: ordinal, source: source, output: UInt32(output)))
  }

  /// Makes many connections and sorts once, if at all.
  package mutating func connect(contentsOf connections: [Connection]) throws(GraphError) {
    try BulkConnection(connections).perform(in: &self)
  }

  /// Cuts one connection of an input.
  package mutating func disconnect(_ place: InputPlace, ordinal: UInt32) {
    let port = wiring.port(place)
    cut(wiring.arguments(of: place).lowerBound + ordinal, of: place, port, ordinal: ordinal)
  }

  /// Cuts what is connected to an input.
  @inline(__always)
  mutating func disconnectInput(_ place: InputPlace) {
    let port = wiring.port(place)
    if port.takesMany { return disconnectAll(place) }
    let argument = wiring.records[place.node].arguments + port.offset
    if wiring.arguments.isConnected(argument) { cut(argument, of: place, port, ordinal: 0) }
  }

  mutating func disconnectAll(_ place: InputPlace) {
    let range = wiring.arguments(of: place)
    for argument in range.reversed() where wiring.arguments.isConnected(argument) {
      disconnect(place, ordinal: argument - range.lowerBound)
    }
  }

  @inline(__always)
  private mutating func cut(_ argument: UInt32, of place: InputPlace, _ port: PortLayout, ordinal: UInt32) {
    let (source, output, position) = wiring.removeEntry(ofArgument: argument)
    journal.steps.append(
      .unlinked(place, ordinal: ordinal, source: source, position: position, output: UInt8(output)))
    leaveUnconnected(argument, of: place, port)
  }

  /// Leaves an input with what it reads without a connection, or with a gap that is closed when the edit ends.
  @inline(__always)
  private mutating func leaveUnconnected(_ argument: UInt32, of place: InputPlace, _ port: PortLayout) {
    if port.takesMany {
      wiring.arguments.detach(argument, leaving: NodeRecord.none)
      wiring.arguments.gappedInputs.insert(place)
    } else {
      wiring.arguments.detach(argument, leaving: takeRestingCell(of: place, port))
    }
  }

  /// Cuts all connections of an output, the last one first. Complexity: O(consumers).
  mutating func disconnectConsumers(of slot: UInt32, output: Int) {
    let list = wiring.consumerList(of: slot, output: output)
    let count = wiring.count(of: list)
    if count == 0 { return }
    for position in (0..<count).reversed() {
      let entry = wiring.entry(position, of: list)
      let place = wiring.place(of: entry)
      let ordinal = entry.argument - wiring.arguments(of: place).lowerBound
      journal.steps.append(
        .unlinked(place, ordinal: ordinal, source: slot, position: position, output: UInt8(output)))
      leaveUnconnected(entry.argument, of: place, wiring.port(place))
    }
    wiring.version &+= 1
    wiring.consumers.removeAll(of: list, &wiring.records)
  }

  // MARK: Ports, names and positions

  /// Gives a node the ports of another shape; for what stays see `Reshaping`. Complexity: O(degree).
  package mutating func reshape(_ slot: UInt32, to shape: UInt32, matching: Graph.PortMatching) {
    var reshaping = Reshaping(slot, to: shape, matching: matching, in: self)
    reshaping.perform(in: &self)
  }

  package mutating func rename(_ slot: UInt32, to name: String?) {
    let before = labels.name(of: slot)
    guard before != name else { return }
    journal.note(.named(slot, before: before, after: name))
    labels.setName(name, of: slot)
  }

  package mutating func move(_ slot: UInt32, to position: GraphPoint?) {
    let before = labels.position(of: slot)
    guard before != position else { return }
    journal.note(.moved(slot, before: before, after: position))
    labels.setPosition(position, of: slot)
  }

  // MARK: Order

  /// Makes room in the order for an edge from `source` to `target`; see `NodeOrder`.
  ///
  /// - Returns: `nil`, or the inputs along a shortest path from `target` to `source`: the edge would close a cycle.
  package mutating func makeRoom(from source: UInt32, to target: UInt32) -> [ConsumerEntry]? {
    order.makeRoom(from: source, to: target, in: &wiring, &journal)
  }

  /// Sorts everything at once. Returns the nodes left on or behind cycles; the order is unchanged unless there are none.
  mutating func sortAll() -> [UInt32] { order.sortAll(in: &wiring, &journal) }

  @inlinable
  package func hasManyHoles(reserved: Int) -> Bool { order.hasManyHoles(reserved: reserved) }

  /// Closes the holes of removed nodes, but for those at ranks that have to stay.
  ///
  /// - Returns: For each rank before the one it has now; those of closed holes mean nothing.
  @discardableResult @inline(never)
  package mutating func closeOrder(keeping reserved: Set<UInt32> = []) -> [UInt32] {
    order.close(keeping: reserved, in: &wiring)
  }
}

// MARK: - The parts, as evaluators see them

extension Topology {
  // These are read in place: a getter would count references, or copy tables.
  @inlinable package var records: Buffer<NodeRecord> { @inline(__always) _read { yield wiring.records } }
  /// By argument the cell that is read there.
  @inlinable package var arguments: Buffer<UInt32> { @inline(__always) _read { yield wiring.arguments.cells } }
  /// The consumers in overflow lists.
  @inlinable package var consumerNodes: Buffer<UInt32> { @inline(__always) _read { yield wiring.consumers.nodes } }
  /// The consumer lists of nodes with several outputs.
  @inlinable package var outputLists: Buffer<ConsumerList> {
    @inline(__always) _read { yield wiring.consumers.outputLists }
  }
  @inlinable package var nodeAtRank: Buffer<UInt32> { @inline(__always) _read { yield order.nodeAtRank } }
  /// The steps of the edit under way.
  @inlinable package var steps: StepList { @inline(__always) _read { yield journal.steps } }
  package var shapes: [Shape] { @inline(__always) _read { yield wiring.shapes.entries } }

  /// Another one after each change of what nodes read, and of where their outputs lie (see `Wiring.version`).
  @inlinable package var wiringVersion: Int { @inline(__always) get { wiring.version } }

  package var nodeCount: Int { order.nodeCount }
  package var connectionCount: Int { wiring.consumers.connectionCount }
  /// How many words of cells there are, used or free.
  @inlinable package var cellEnd: Int { wiring.cells.end }

  @inlinable package func isAlive(_ slot: UInt32) -> Bool { wiring.isAlive(slot) }

  @inlinable @inline(__always)
  package func layout(of node: UInt32) -> ShapeLayout { wiring.layout(of: node) }

  /// The arguments of an input: its one, or those of its list.
  @inline(__always)
  package func arguments(of place: InputPlace) -> Range<UInt32> { wiring.arguments(of: place) }

  @inlinable @inline(__always)
  package func cell(of node: UInt32, output: Int) -> UInt32 { wiring.cell(of: node, output: output) }

  /// Where an output of this type lies, if the node has it.
  @inlinable package func cell(of node: UInt32, output: Int, type: ObjectIdentifier) -> UInt32? {
    wiring.cell(of: node, output: output, type: type)
  }

  /// The node and output that lie in a cell, unless it is a default, a literal or free.
  @inline(__always)
  package func source(ofCell cell: UInt32) -> (node: UInt32, output: Int)? { wiring.source(ofCell: cell) }

  /// Whether a node has an input without connection, literal and default. Complexity: O(inputs).
  @inlinable package func hasUnsetInput(_ node: UInt32) -> Bool { wiring.hasUnsetInput(node) }

  /// Calls `body` for the consumers of those outputs whose bits are set. Complexity: O(consumers of these outputs).
  package func forEachConsumer(of node: UInt32, outputs: UInt32, _ body: (UInt32) -> Void) {
    wiring.forEachConsumer(of: node, outputs: outputs, body)
  }

  /// Calls `body` for each node that a node reads, or is read by, once for each connection. Complexity: O(degree).
  package func forEachNeighbour(of node: UInt32, isUpstream: Bool, _ body: (UInt32) -> Void) {
    wiring.forEachNeighbour(of: node, isUpstream: isUpstream, body)
  }

  /// Whether all nodes that a node reads satisfy a condition; asks until one does not. Complexity: O(connections asked for).
  package func allSources(of node: UInt32, satisfy condition: (UInt32) -> Bool) -> Bool {
    wiring.allSources(of: node, satisfy: condition)
  }

  /// Checks every invariant and stops with the rule that is broken. Complexity: O(nodes + connections).
  package func checkInvariants() {
    let broken = brokenInvariants()
    precondition(broken.isEmpty, broken.joined(separator: "\n"))
  }

  /// The rules that are broken, as sentences: those of the parts, and if these are kept, what holds between them.
  package func brokenInvariants() -> [String] {
    var broken = freeSlots.checkInvariants(wiring.records)
    guard broken.isEmpty else { return broken }
    broken = wiring.checkInvariants(mayHaveGaps: journal.isOpen)
    guard broken.isEmpty else { return broken }
    broken = order.checkInvariants(in: wiring) + journal.checkInvariants() + labels.checkInvariants()
    broken += brokenLiteralRules()
    if !journal.isOpen, !wiring.arguments.gappedInputs.isEmpty { broken.append("gaps are closed when an edit ends") }
    for index in 0..<wiring.records.count where wiring.records[index].rank != NodeRecord.none {
      let slot = UInt32(index)
      if id(of: slot).tag != tag { broken.append("the id of a node has the tag of its graph, that of \(slot) has not") }
    }
    return broken
  }
}
