// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Everything an evaluator knows, behind one constant pointer: the graph, and the parts that keep values, kernels, what
/// is pending and what edits did beside its records.
///
/// Client code (bodies, observers, edits) runs only while nothing here is being changed. So what runs client code is a
/// method of `Evaluator`; methods of the state and of its parts run none, but for what values do when they are compared,
/// counted or released, which `Activity.phase` keeps from changing anything.
@safe
@usableFromInline
package struct EvaluatorState: ~Copyable {
  @usableFromInline var graph: Graph
  /// The graph's records. By way of `graph` each access would count a reference (5 ns).
  @usableFromInline var topology: Topology {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(graph.storage.pointer) }
    @inline(__always) unsafeMutableAddress { unsafe graph.storage.pointer }
  }
  @usableFromInline var nodes = NodeValues()
  @usableFromInline var kernels = KernelTable()
  var pending = PendingSet()
  var unfinished = Unfinished()
  /// How often nodes have run, where that is counted.
  var runCounts = RunCounts()
  var settings = EvaluationSettings()
  /// What documents say that is no part of the graph.
  var documents = DocumentState()
  /// The definitions of subgraphs, and which nodes are their instances.
  var subgraphs: SubgraphTable
  /// Whether there is a definition of a subgraph.
  var hasSubgraphs: Bool { !subgraphs.isEmpty }
  /// Whether there is a definition, or a conversion: one look for the verbs of edits, which are those of a scope then.
  @usableFromInline var needsScope = false
  /// What is muted or bypassed.
  var modes = ModeTable() { didSet { if modes.isInUse { followsReach = true } } }
  /// How what lies in no instance is shown.
  var looks = LookSheet<ScopePort>() {
    didSet {
      lookCount += 1
      if looks.namesMembers { followsReach = true }
    }
  }
  private(set) var lookCount = 0
  /// Which of them changed lately.
  var lookLog = LookLog()
  /// The connections with looks, by what they connect.
  var wireIndex = WireIndex()
  var activity = Activity()
  var journal = ValueJournal()
  var history: EditHistory
  @usableFromInline var log = EditLog()
  var observers = ObserverTable()
  var hook = EditHook()
  /// Where other threads leave values; `nil` until someone asks for it.
  var inbox: Inbox?
  /// What is needed, where only that is evaluated.
  var demand = Demand()
  /// Which kinds are worth running on several threads.
  var heavyKinds = HeavyKinds()
  /// What some sources reach, where that was listed.
  var plans = PlanTable()
  /// What asynchronous code is computing.
  var flights = Flights()
  /// The nodes that may have become needed by themselves, or in flight, or neither any more (see `settleReach`).
  var touched: [UInt32] = [] { didSet { if !touched.isEmpty { followsReach = true } } }
  /// The nodes that were put off and may run now; they are queued when nodes run next.
  var due: [UInt32] = []
  /// Whether connections may decide what runs (see `needsReach`), until roots are settled: one look in each edit.
  var followsReach = false
  /// Which types become which others on their way through a connection.
  var conversions = ConversionTable()
  /// Never holds anything. With a member that only has an address the state is handed to its methods by address, as `Wiring` is;
  /// without, each call that reads it and isn't inlined copies all its 2,169 bytes.
  private let passedByAddress: Any? = nil

  init(graph: consuming Graph, held: HeldBytes) {
    self.graph = graph
    subgraphs = SubgraphTable(tag: self.graph.storage.value.tag)
    history = EditHistory(held: held)
  }

  /// The rules that are broken. Complexity: O(nodes).
  func brokenRules() -> [String] {
    var rules =
      nodes.brokenRules(nodes: topology.records.count) + kernels.brokenRules() + brokenPlanRules()
    rules += journal.brokenRules() + log.brokenRules() + pending.brokenRules() + history.brokenRules()
    if activity.editDepth == 0 {
      rules += unfinished.brokenRules(pending: pendingSlots())
      if !journal.isEmpty { rules.append("after an edit its journal is empty") }
      rules += brokenSubgraphRules()
      rules += brokenReachRules() + brokenCostRules() + brokenModeRules() + brokenLookRules()
    }
    for slot in 0..<UInt32(topology.records.count)
    where nodes.status[slot].contains(.isObserved) != observers.hasObservers(of: slot) {
      rules.append("an observed node has an observer")
    }
    return rules
  }
}

/// The parts of an evaluator that check rules of their own.
package enum EvaluatorPart: CaseIterable {
  case nodes, kernels, pending, unfinished, journal, history, log, observers, demand, flights, heavyKinds, subgraphs
  case plans, modes, looks
}

extension EvaluatorState {
  /// Breaks a rule of a part, for the test that sees it reported.
  mutating func damage(_ part: EvaluatorPart) {
    switch part {
    case .nodes: nodes.damage()
    case .kernels: kernels.damage()
    case .pending: pending.damage()
    case .unfinished: unfinished.damage()
    case .journal: journal.damage()
    case .history: history.damage()
    case .log: log.damage()
    case .subgraphs: subgraphs.damage()
    case .plans: plans.damage()
    case .observers: nodes.status[0].formSymmetricDifference(.isObserved)
    case .heavyKinds: nodes.status[0].formSymmetricDifference(.isHeavy)
    case .modes: nodes.status[0].formSymmetricDifference(.isSwitched)
    case .looks: looks.set(NodeLook(depth: 1), of: NodeID(slot: UInt32(topology.records.count), generation: 0))
    case .demand, .flights:
      let storage = graph.storage
      if part == .demand {
        demand.reach.damage(in: storage.value)
      } else {
        flights.waiting.damage(in: storage.value)
      }
    }
  }
}

/// What an evaluator is doing: whether an edit is under way, and whose code may be running.
struct Activity {
  /// What may be done now: only while it is idle does anything change the graph. The rest say whose code may be running.
  enum Phase {
    case idle
    /// Nodes run, and values that they gave are compared and released.
    case evaluating
    /// `isInterrupted` is called.
    case asking
    /// Values are compared that an edit gave.
    case comparing
    /// Values and companions are released.
    case releasing
    /// The bytes of values are counted that the edit history keeps.
    case counting
    /// A fork is read.
    case readingFork
    /// An edit is undone or redone, its companions included.
    case travelling
    /// Observers are told what is the case. They may change it: what the others are to be told is queued before (`requireIdle`).
    case telling
  }

  var phase = Phase.idle
  /// How many edits are under way, one within the other.
  var editDepth = 0
  /// The edits of definitions of subgraphs that are under way, one within the other.
  var recorders: [EditRecorder] = []
  /// The definitions that they change.
  var changedDefinitions: [UInt32] { recorders.map(\.definition) }
  /// Whether the edit under way is that of a node made in code.
  var isConstructing = false
  /// Whether the edit under way is not remembered, and so leaves the graph as it is.
  var changesValuesOnly = false
  /// Whether the edit under way is that of a fork.
  var isForking = false
  /// Whether someone may have a copy of the graph that was taken in the edit under way.
  var hasCopies = false
  /// Whether what nodes have is kept when they run, to undo that.
  var keepsRuns = false
  /// Of the node of several outputs that ran last, a bit for each that changed.
  var changedOutputs: UInt32 = 0
  /// Grows where values change without a trace in the log (see `Combination`).
  var combinationEpoch = 0
  /// How many forks there are that were neither committed nor dropped.
  var forkCount = 0
  /// Whether values are to be put into order once the edit under way is remembered.
  var isCompactionDue = false
}

/// Copies of the graph that are taken inside an edit. They share its records until it changes.
extension EvaluatorState {
  @inline(never)
  mutating func beginCopies() {
    _ = graph.beginCopies()
    activity.hasCopies = true
  }

  /// Lets copies keep the records as they are: comes before each change inside an edit.
  @inline(__always)
  mutating func leaveCopies() {
    if activity.hasCopies { graph.makeUnique() }
  }

  /// Lets copies go on without the edit, which ends.
  @inline(__always)
  mutating func endCopies() {
    if activity.hasCopies { endAllCopies() }
  }

  @inline(never)
  private mutating func endAllCopies() {
    graph.makeUnique()
    graph.endCopies()
    activity.hasCopies = false
  }
}

/// Tables beside the graph.
extension EvaluatorState {
  /// Brings the tables beside the graph to its size.
  @inline(__always)
  mutating func makeRoom() {
    nodes.reserve(nodes: topology.records.count, cells: topology.cellEnd)
    pending.reserve(topology.nodeAtRank.count)
  }

  func kernel(of slot: UInt32) -> Kernel { kernels[topology.records[slot].shape] }

  /// Gives a shape its kernel, and its defaults their values.
  mutating func install(_ definition: NodeDefinition, at shape: UInt32) {
    kernels.install(definition.kernel, initial: definition.initial.map { SubgraphDefinition.Value($0) }, at: shape)
    heavyKinds.install(definition.cost, at: shape)
    makeRoom()
    let cells = topology.shapes[Int(shape)].defaultCells
    for (cell, value) in zip(cells, definition.defaults) {
      guard let value, cell != NodeRecord.none else { continue }
      nodes.initializeDefault(cell, to: value)
    }
  }
}

/// What the verbs of an edit do to what nodes have.
extension EvaluatorState {
  /// Prepares a new node: a source gets its first value, others wait for the edit to end.
  mutating func equip(_ slot: UInt32) {
    makeRoom()
    beginStatus(of: slot)
    let record = topology.records[slot]
    guard nodes.status[slot].contains(.isSource), let initial = kernels.initial(of: record.shape) else { return }
    guard case .word(var word) = initial.value else { return give(initial, to: slot) }
    nodes.arena.swapWord(record.output, &word)
    nodes.status[slot].remove(.empty)
    journal.append(WordWrite(newSlot: slot, cell: record.output))
  }

  /// Gives a new node the status of one without a value.
  mutating func beginStatus(of slot: UInt32) {
    nodes.clear(slot)
    nodes.status[slot] = freshStatus(of: slot).union(.empty)
  }

  /// The status of a new node with a value to compute: it looks at its inputs only if the caller says so.
  @inline(__always)
  var newStatus: NodeStatus { demand.isOn ? [.empty, .isUnneeded] : .empty }

  private func freshStatus(of slot: UInt32) -> NodeStatus {
    let shape = topology.records[slot].shape
    var status = kernels.marks(of: shape).union(switchMark(of: slot))
    if status.contains(.isSource) { return status }
    if topology.layout(of: slot).outputCount > 1 { status.insert(.hasSeveralOutputs) }
    return status.union(restraints(of: slot)).union(heavyKinds.marks(of: shape))
  }

  private mutating func give(_ initial: ErasedDefault, to slot: UInt32) {
    let cell = topology.records[slot].output
    let before = nodes.give(initial, to: slot, cell: cell)
    journal(.gave(slot: slot, cell: cell, type: initial.type, other: before))
  }

  /// Gives a node other ports and another code.
  mutating func reshape(_ slot: UInt32, to shape: UInt32, _ initial: ErasedDefault?, matching: Graph.PortMatching) {
    let status = nodes.status[slot]
    let before = outputs(of: slot)
    let failure = nodes.failures[slot]
    let kindBefore = topology.wiring.kind(of: slot)
    journalWrites()
    graph.storage.value.reshape(slot, to: shape, matching: matching)
    makeRoom()
    var reshaping = ValueStep.Reshaping(
      slot: slot, before: before, after: outputs(of: slot), status: status, failure: failure)
    reshaping.carriesOutputs = carriesOutputs(reshaping, from: kindBefore, to: topology.wiring.kind(of: slot))
    journal(.reshaped(reshaping))
    if !reshaping.keepsOutputs {
      nodes.clear(slot)
      dropDocumentedState(of: slot)
      if reshaping.carriesOutputs { carryOutputs(reshaping) }
      // Its first value is a change for its consumers, but observers of an output of the same type go on and may know it.
      if status.contains(.isObserved) { observers.asksEach = true }
    }
    let kept = nodes.status[slot].intersection([.empty, .failed]).union(status.intersection(.isObserved))
    nodes.status[slot] = freshStatus(of: slot).union(kept)
    guard let initial else { return }
    nodes.clearFailure(of: slot)
    give(initial, to: slot)
  }

  /// Whether the values of a node stay that gets other code and keeps something else between runs: as where it keeps nothing, the
  /// first value of the new code is compared with them. Code that changes its last value where it lies begins with that of its kind.
  private func carriesOutputs(
    _ reshaping: ValueStep.Reshaping, from before: NodeKind, to after: NodeKind
  ) -> Bool {
    if reshaping.keepsOutputs || !reshaping.status.isDisjoint(with: [.empty, .failed, .isSource]) { return false }
    return before.outputs.map(\.type) == after.outputs.map(\.type)
      && kernel(of: reshaping.slot).memory?.updates != true
  }

  private mutating func carryOutputs(_ reshaping: ValueStep.Reshaping) {
    var (source, cell) = (reshaping.before.cell, reshaping.after.cell)
    for type in reshaping.after.types.prefix(Int(topology.layout(of: reshaping.slot).outputCount)) {
      _ = nodes.arena.copyValue(from: source, to: cell, type, isFirst: true)
      source += type.port.words
      cell += type.port.words
    }
    beginMemory(of: reshaping.slot)
    nodes.status[reshaping.slot].remove(.empty)
  }

  private func outputs(of slot: UInt32) -> ValueStep.Reshaping.Outputs {
    .init(cell: topology.records[slot].output, types: kernel(of: slot).outputs)
  }

  /// Gives an input a literal.
  @inlinable
  mutating func writeLiteral<Value>(_ target: InputPort, _ value: Value) throws(GraphError) {
    let place = try beginLiteral(target, ObjectIdentifier(Value.self)) { ValueType(Value.self) }
    if place.isNew {
      nodes.arena.initialize(place.cell, to: value)
    } else {
      nodes.arena.replace(place.cell, with: value)
    }
  }

  /// Makes a cell for the literal of an input, or keeps what it has, as a step. The caller writes the cell.
  @usableFromInline
  mutating func beginLiteral(
    _ target: InputPort, _ identity: ObjectIdentifier, _ makeType: () -> ValueType
  ) throws(GraphError) -> (cell: UInt32, isNew: Bool) {
    let storage = graph.storage
    let place = try storage.value.place(target)
    let index = nodes.literalType(identity, make: makeType)
    guard storage.value.takesLiteral(place, identity) else {
      throw reasonAgainstLiteral(nodes.literalTypes[index].port, target)
    }
    if let cell = storage.value.literal(place) {
      let type = nodes.literalTypes[index]
      journalWrites()
      journal.append(.wroteLiteral(place, cell: cell, type: type, other: nodes.arena.keep(cell, type)))
      return (cell, false)
    }
    if activity.changesValuesOnly { throw .valuesOnly }
    let cell = storage.value.addLiteral(place, words: nodes.literalTypes[index].port.words, index: index)
    makeRoom()
    return (cell, true)
  }

  /// Why an input does not take a literal of a type.
  @inline(never)
  private func reasonAgainstLiteral(_ type: PortType, _ target: InputPort) -> GraphError {
    let input = topology.shapes[Int(topology.records[target.node.slot].shape)].kind.inputs[target.index]
    return input.arity == .many ? .takesNoLiteral(target) : .literalMismatch(type, target: target, input.type)
  }
}

/// The log and the journal of an edit.
extension EvaluatorState {
  /// Enters a source that was given a value into the log, and notifies its observers.
  @inline(__always)
  mutating func logGiven(_ slot: UInt32) {
    log.appendGiven(slot)
    if !nodes.status[slot].isDisjoint(with: [.isObserved, .isSwitched, .failed]) { notifyOfGiven(slot) }
  }

  /// Notifies the observers of a node of outputs that changed.
  @inline(__always)
  mutating func notify(of slot: UInt32, outputs: UInt32) {
    if outputs != 0, nodes.status[slot].contains(.isObserved) {
      observers.notices.append(Notice(slot: slot, outputs: outputs))
    }
  }

  /// Enters a step into the journal.
  @inline(never)
  mutating func journal(_ step: consuming ValueStep) {
    journalWrites()
    journal.append(step)
  }

  /// Turns the writes of the journal into steps.
  @inline(__always)
  mutating func journalWrites() {
    if journal.hasWrites { journalAllWrites() }
  }

  @inline(never)
  private mutating func journalAllWrites() {
    let storage = graph.storage
    journal.enterWrites(kernels, storage.value)
  }

  /// Reverts the writes since the last step of the journal.
  mutating func revertWrites() {
    while var write = journal.removeLastWrite() {
      nodes.arena.swapWord(write.cell, &write.word)
      if write.isFirst { nodes.status[write.slot].insert(.empty) }
    }
  }

  /// Reverts a step, or applies it again, and makes it its opposite.
  mutating func toggle(_ step: inout ValueStep) {
    switch step {
    case .gave(let slot, let cell, let type, let other):
      step = .gave(slot: slot, cell: cell, type: type, other: nodes.swap(other, in: cell, type, of: slot))
    case .wroteLiteral(let place, let cell, let type, let other):
      let present = nodes.arena.take(cell, type)
      nodes.arena.restore(other, to: cell, type)
      step = .wroteLiteral(place, cell: cell, type: type, other: present)
    case .reshaped(var reshaping):
      let present = nodes.swapStatus(of: reshaping.slot, with: reshaping.status, reshaping.failure)
      (reshaping.status, reshaping.failure) = present
      // It may have been a source, which nothing keeps from running.
      nodes.status[reshaping.slot].subtract(.restrained)
      if !nodes.status[reshaping.slot].contains(.isSource) {
        nodes.status[reshaping.slot].formUnion(restraints(of: reshaping.slot))
      }
      markCost(of: reshaping.slot)
      if nodes.status[reshaping.slot].contains(.isPutOff) { due.append(reshaping.slot) }
      step = .reshaped(reshaping)
    case .owned(let node, let other):
      step = .owned(node, other: subgraphs.membership(of: node))
      subgraphs.setMembership(of: node, to: other)
    case .entry(var entry):
      entry.toggle(in: &self)
      step = .entry(entry)
    }
  }
}
