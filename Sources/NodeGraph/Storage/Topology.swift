// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A graph as tables of plain values. An evaluator traverses the tables and stores values in its own parallel tables.
///
/// Nodes, arguments and cells are indices into tables. An *argument* is the place of one connection of an input; it holds
/// the *cell* that is read there: an output of another node, a literal, or the default of the port.
///
/// Each part has its own state and invariants: connections (`Wiring`), topological order (`NodeOrder`), names and
/// positions (`Labels`), literals of inputs (`Literals`), and the steps of the current edit (`EditJournal`). This type has
/// the operations that concern several parts: ids of nodes, and primitive changes, each with its step in the journal.
@usableFromInline
package struct Topology: ~Copyable {
  /// The tag of the ids of its nodes. It is random, so that graphs need no common counter: one in 65,535 handles of other
  /// graphs goes undetected.
  @usableFromInline package let tag: UInt32
  @usableFromInline package var freeSlots = FreeSlots()
  @usableFromInline package var wiring = Wiring()
  @usableFromInline package var order = NodeOrder()
  @usableFromInline package var journal = EditJournal()
  package var labels = Labels()
  package var literals = Literals()
  /// The number of steps forgotten so far, and their number when memory was last released.
  @usableFromInline var clock = 0
  @usableFromInline var shrunkClock = 0
  #if DEBUG
    /// How often code has queried whether checks are due; see `InvariantChecks`.
    var askedChecks: UInt32 = 0
  #endif

  package init() { self.init(tag: Self.randomTag()) }

  /// Returns a random tag for the ids of a new graph.
  package static func randomTag() -> UInt32 { UInt32.random(in: 1...0xFFFF) << 16 }

  private init(tag: UInt32) { self.tag = tag }

  /// Returns a copy with storage of its own, inside the same edit if there is one.
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

  /// The bytes its tables have allocated, without the journal, names, positions and literals.
  package var byteCount: Int { wiring.byteCount + order.byteCount }

  // MARK: Ids

  @inlinable @inline(__always)
  package func isLive(_ id: NodeID) -> Bool {
    guard id.slot < wiring.records.count else { return false }
    let record = wiring.records[id.slot]
    return (record.stamp == id.stamp || isUntagged(id, record)) && record.rank != NodeRecord.none
  }

  /// Returns whether an id names a node that exists, or whose removal can be undone.
  package func isKnown(_ id: NodeID) -> Bool {
    guard id.slot < wiring.records.count else { return false }
    let record = wiring.records[id.slot]
    return record.stamp == id.stamp || isUntagged(id, record)
  }

  /// Returns whether an id without a tag, as in a document, names the node of a record.
  @usableFromInline @inline(never)
  func isUntagged(_ id: NodeID, _ record: NodeRecord) -> Bool {
    id.tag == 0 && id.generation == record.stamp & NodeID.generations
  }

  @inlinable @inline(__always)
  package func id(of slot: UInt32) -> NodeID { NodeID(slot: slot, stamp: wiring.records[slot].stamp) }

  /// Returns the id with the graph's tag if it has none, as ids from documents do.
  @inlinable package func own(_ id: NodeID) -> NodeID { id.tagged(tag) }

  /// Returns the port with the graph's tag if its node's id has none.
  package func own(_ port: InputPort) -> InputPort { InputPort(node: own(port.node), index: port.index) }

  /// Returns whether an id was made by another graph.
  package func isForeign(_ id: NodeID) -> Bool { id.tag != 0 && id.tag != tag }

  /// Returns a sentence why an id doesn't name a node here.
  package func reasonForMissing(_ id: NodeID) -> String {
    if isForeign(id) { return "\(id) belongs to another graph or evaluator" }
    if InstanceID(id) != nil { return GraphError.group(id).description }
    return "node \(id) does not exist; it may have been removed"
  }

  /// Returns the slot of a node. Throws if the id doesn't name a node that exists.
  @inline(__always)
  package func slot(_ id: NodeID) throws(GraphError) -> UInt32 {
    guard isLive(id) else { throw reason(against: id) }
    return id.slot
  }

  /// Returns the error for an id that doesn't name a node that exists.
  @inline(never)
  private func reason(against id: NodeID) -> GraphError {
    if isForeign(id) { return .foreign(id) }
    return InstanceID(id) == nil ? .stale(id) : .group(id)
  }

  // MARK: Kinds

  /// Adds a shape for a kind without registering the kind. Complexity: O(ports).
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

  /// Returns the shape of the registered kind with a name, using a cache of the kinds found last.
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

  /// Adds a node at the end of the order that reads `a` and `b`, whose records are fetched concurrently.
  package mutating func addNode(shape: UInt32, reading a: OutputPort, _ b: OutputPort) -> UInt32 {
    let layout = wiring.shapes.layouts[shape]
    let (first, second) = (record(of: a), record(of: b))
    let (slot, arguments) = append(shape, layout)
    attach(a, first, to: slot, input: 0, layout, arguments)
    attach(b, second, to: slot, input: 1, layout, arguments)
    return slot
  }

  /// Connects an input of a node without consumers, for which the order is always right.
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

  // MARK: Loading nodes with given ids

  /// Makes room for nodes with given ids. The topology must be empty.
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

  /// Adds a node with a given id at the end of the order. Complexity: O(ports).
  package mutating func load(_ id: NodeID, shape: UInt32) {
    wiring.records[id.slot].stamp = tag | id.generation
    freeSlots.append(id.slot, in: &wiring.records)
    _ = addNode(shape: shape)
  }

  /// Frees the slots without a node, so that the lowest is used first.
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

  /// Reads the records of all sources of a node, so that they are fetched concurrently. Removing the node from their lists
  /// one by one would otherwise wait for each fetch.
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

  /// Frees the slot of a removed node, whose id becomes stale. A slot with no generations left is never used again.
  package mutating func releaseSlot(_ slot: UInt32) {
    wiring.records[slot].stamp &+= 1
    if wiring.records[slot].stamp & NodeID.generations != NodeID.generations {
      freeSlots.append(slot, in: &wiring.records)
    }
  }

  // MARK: Connections

  /// Connects an output to an input that is free or takes many. The caller must have checked types and order.
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

  /// Makes many connections and sorts at most once; see `BulkConnection`.
  package mutating func connect(contentsOf connections: [Connection]) throws(GraphError) {
    try BulkConnection(connections).perform(in: &self)
  }

  /// Cuts one connection of an input.
  package mutating func disconnect(_ place: InputPlace, ordinal: UInt32) {
    let port = wiring.port(place)
    cut(wiring.arguments(of: place).lowerBound + ordinal, of: place, port, ordinal: ordinal)
  }

  /// Cuts all connections of an input.
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

  /// Leaves an input with its literal or default, or an input that takes many with a gap that is closed when the edit ends.
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

  /// Gives a node the ports of another shape. `Reshaping` describes what stays. Complexity: O(degree).
  package mutating func reshape(_ slot: UInt32, to shape: UInt32, matching: PortMatching) {
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
  /// - Returns: `nil`, or the inputs along a shortest path from `target` to `source` if the edge would close a cycle.
  package mutating func makeRoom(from source: UInt32, to target: UInt32) -> [ConsumerEntry]? {
    order.makeRoom(from: source, to: target, in: &wiring, &journal)
  }

  /// Sorts all nodes. Returns the nodes on or after cycles; if there are any, the order is unchanged.
  mutating func sortAll() -> [UInt32] { order.sortAll(in: &wiring, &journal) }

  @inlinable
  package func hasManyHoles(reserved: Int) -> Bool { order.hasManyHoles(reserved: reserved) }

  /// Closes the holes of removed nodes, except at ranks that have to stay.
  ///
  /// - Returns: The new rank for each former rank; the entries of closed holes are meaningless.
  @discardableResult @inline(never)
  package mutating func closeOrder(keeping reserved: Set<UInt32> = []) -> [UInt32] {
    order.close(keeping: reserved, in: &wiring)
  }
}

// MARK: - The parts, as evaluators see them

extension Topology {
  // These are read in place: a getter would count references, or copy tables.
  @inlinable package var records: Buffer<NodeRecord> { @inline(__always) _read { yield wiring.records } }
  /// For each argument the cell it reads.
  @inlinable package var arguments: Buffer<UInt32> { @inline(__always) _read { yield wiring.arguments.cells } }
  /// The consumers in overflow lists.
  @inlinable package var consumerNodes: Buffer<UInt32> { @inline(__always) _read { yield wiring.consumers.nodes } }
  /// The consumer lists of nodes with several outputs.
  @inlinable package var outputLists: Buffer<ConsumerList> {
    @inline(__always) _read { yield wiring.consumers.outputLists }
  }
  @inlinable package var nodeAtRank: Buffer<UInt32> { @inline(__always) _read { yield order.nodeAtRank } }
  /// The steps of the current edit.
  @inlinable package var steps: StepList { @inline(__always) _read { yield journal.steps } }
  package var shapes: [Shape] { @inline(__always) _read { yield wiring.shapes.entries } }

  /// A number that changes with each change of what nodes read and of the cells of their outputs (see `Wiring.version`).
  @inlinable package var wiringVersion: Int { @inline(__always) get { wiring.version } }

  package var nodeCount: Int { order.nodeCount }
  package var connectionCount: Int { wiring.consumers.connectionCount }
  /// The number of cell words, used or free.
  @inlinable package var cellEnd: Int { wiring.cells.end }

  @inlinable package func isAlive(_ slot: UInt32) -> Bool { wiring.isAlive(slot) }

  @inlinable @inline(__always)
  package func layout(of node: UInt32) -> ShapeLayout { wiring.layout(of: node) }

  /// Returns the arguments of an input: its only one, or those of its list.
  @inline(__always)
  package func arguments(of place: InputPlace) -> Range<UInt32> { wiring.arguments(of: place) }

  @inlinable @inline(__always)
  package func cell(of node: UInt32, output: Int) -> UInt32 { wiring.cell(of: node, output: output) }

  /// Returns the cell of an output; `nil` if the node has no such output or it has another type.
  @inlinable package func cell(of node: UInt32, output: Int, type: ObjectIdentifier) -> UInt32? {
    wiring.cell(of: node, output: output, type: type)
  }

  /// Returns the cell of the first output; `nil` if the node has none, or if it has another type or one that its name distinguishes.
  @inlinable @inline(__always)
  package func cell(ofFirstOutput node: UInt32, undistinguished type: ObjectIdentifier) -> UInt32? {
    let record = wiring.records[node]
    let layout = wiring.shapes.layouts[record.shape]
    guard layout.outputCount > 0 else { return nil }
    let port = wiring.shapes.output(0, of: layout)
    return port.type == type && port.resting != PortLayout.distinguished ? record.output : nil
  }

  /// Returns the node and output that a cell belongs to; `nil` if it is a default, a literal or free.
  @inline(__always)
  package func source(ofCell cell: UInt32) -> (node: UInt32, output: Int)? { wiring.source(ofCell: cell) }

  /// Returns whether a node has an input without connection, literal and default. Complexity: O(inputs).
  @inlinable package func hasUnsetInput(_ node: UInt32) -> Bool { wiring.hasUnsetInput(node) }

  /// Calls `body` for the consumers of the outputs whose bits are set. Complexity: O(consumers of these outputs).
  package func forEachConsumer(of node: UInt32, outputs: UInt32, _ body: (UInt32) -> Void) {
    wiring.forEachConsumer(of: node, outputs: outputs, body)
  }

  /// Calls `body` for each source or each consumer of a node, once for each connection. Complexity: O(degree).
  package func forEachNeighbour(of node: UInt32, isUpstream: Bool, _ body: (UInt32) -> Void) {
    wiring.forEachNeighbour(of: node, isUpstream: isUpstream, body)
  }

  /// Returns whether all sources of a node satisfy a condition; stops at the first that doesn't.
  /// Complexity: O(visited connections).
  package func allSources(of node: UInt32, satisfy condition: (UInt32) -> Bool) -> Bool {
    wiring.allSources(of: node, satisfy: condition)
  }

  /// Checks every invariant and traps with the broken ones. Complexity: O(nodes + connections).
  package func checkInvariants() {
    let broken = brokenInvariants()
    precondition(broken.isEmpty, broken.joined(separator: "\n"))
  }

  /// Returns a sentence for each broken invariant: those of the parts and, if these hold, those between parts.
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
