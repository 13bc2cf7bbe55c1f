// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The whole state of an evaluator, at one constant address: the graph, and the parts that keep values, kernels, pending nodes,
/// and what edits did outside the graph's records.
///
/// Client code (bodies, observers, edits) runs only while no part of the state is being changed. So a method that runs client
/// code is a method of `Evaluator`. Methods of the state and of its parts run no client code, except the code of values that
/// are compared, counted or released, which `Activity.phase` keeps from changing anything.
@safe
@usableFromInline
package struct EvaluatorState: ~Copyable {
  @usableFromInline var graph: Graph
  /// The graph's records. Access through `graph` would count a reference each time (5 ns).
  @usableFromInline var topology: Topology {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(graph.storage.pointer) }
    @inline(__always) unsafeMutableAddress { unsafe graph.storage.pointer }
  }
  @usableFromInline var nodes = NodeValues()
  @usableFromInline var kernels = KernelTable()
  var pending = PendingSet()
  var unfinished = Unfinished()
  /// How often nodes have run, if that is counted.
  var runCounts = RunCounts()
  var settings = EvaluationSettings()
  /// The contents of documents that are not part of the graph.
  var documents = DocumentState()
  /// The definitions of groups, and the nodes that are their instances.
  var subgraphs: SubgraphTable
  /// Whether there is a definition of a group.
  var hasSubgraphs: Bool { !subgraphs.isEmpty }
  /// Whether there is a definition, or a conversion. The verbs of edits check this one flag, and if it is set use those of a
  /// scope.
  @usableFromInline var needsScope = false
  /// The nodes and instances that are muted or bypassed.
  var modes = ModeTable() { didSet { if modes.isInUse { followsReach = true } } }
  /// The looks of nodes and connections outside of instances.
  var looks = LookSheet<ScopePort>() {
    didSet {
      lookCount += 1
      if looks.namesMembers { followsReach = true }
    }
  }
  private(set) var lookCount = 0
  /// Which looks changed recently.
  var lookLog = LookLog()
  /// The connections with looks, by their ends.
  var wireIndex = WireIndex()
  var activity = Activity()
  var journal = ValueJournal()
  var history: EditHistory
  @usableFromInline var log = EditLog()
  var observers = ObserverTable()
  var hook = EditHook()
  /// Where other threads store values; `nil` until it is first used.
  var inbox: Inbox?
  /// The nodes that are needed, if only those are evaluated.
  var demand = Demand()
  /// The kinds that are worth running on several threads.
  var heavyKinds = HeavyKinds()
  /// The plans: lists of the nodes that some sources reach.
  var plans = PlanTable()
  /// The asynchronous code that is running.
  var flights = Flights()
  /// The nodes that may have become, or ceased to be, needed by themselves or in flight (see `settleReach`).
  var touched: [UInt32] = [] { didSet { if !touched.isEmpty { followsReach = true } } }
  /// The deferred nodes that may run now. They are queued when nodes run next.
  var due: [UInt32] = []
  /// Whether connections may decide what runs (see `needsReach`), until roots are settled. Each edit checks this one flag.
  var followsReach = false
  /// The types that connections convert, and to which others.
  var conversions = ConversionTable()
  /// Always `nil`. Because of a member that only has an address, the state is passed to its methods by address, as `Wiring` is.
  /// Without one, each call that reads the state and isn't inlined copies all its 2,169 bytes.
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
  /// Breaks a rule of a part, for the test that checks that it is reported.
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

/// What an evaluator is doing: whether an edit is under way, and which code may be running.
struct Activity {
  /// The phase of an evaluator's work. The graph may be changed only while it is `idle`; the others say which code may be
  /// running.
  enum Phase {
    case idle
    /// Nodes run, and the values that they produced are compared and released.
    case evaluating
    /// `isInterrupted` is called.
    case asking
    /// Values that an edit gave are compared.
    case comparing
    /// Values and companions are released.
    case releasing
    /// The bytes of values that the edit history keeps are counted.
    case counting
    /// A fork is read.
    case readingFork
    /// An edit is undone or redone, its companions included.
    case travelling
    /// Observers are notified. They may change the graph: the notices of the others are queued before that (`requireIdle`).
    case telling
  }

  var phase = Phase.idle
  /// How many edits are under way, one inside the other.
  var editDepth = 0
  /// The edits of definitions of groups that are under way, one inside the other.
  var definitionEdits: [DefinitionEdit] = []
  /// The definitions that these edits change.
  var changedDefinitions: [UInt32] { definitionEdits.map(\.definition) }
  /// Whether the edit under way makes a node in code.
  var isConstructing = false
  /// Whether the edit under way is not remembered, and so must leave the graph's structure unchanged.
  var changesValuesOnly = false
  /// Whether the edit under way belongs to a fork.
  var isForking = false
  /// Whether a copy of the graph that was taken in the edit under way may still be held.
  var hasCopies = false
  /// Whether what nodes have is kept when they run, to be undone later.
  var keepsRuns = false
  /// The outputs that changed of the multi-output node that ran last, one bit each.
  var changedOutputs: UInt32 = 0
  /// A counter that grows when values change without an entry in the log (see `Combination`).
  var combinationEpoch = 0
  /// The number of forks that were neither committed nor dropped.
  var forkCount = 0
  /// What the evaluation under way has yet to run, if it asks whether to stop.
  var front: EvaluationFront?
  /// The nodes whose code ended early because the evaluation has to stop. They become pending again at once.
  var interrupted: [UInt32] = []
  /// The order of values in memory.
  var cellOrder = CellOrder()
}

/// Copies of the graph that are taken inside an edit. They share its records until the graph changes.
extension EvaluatorState {
  @inline(never)
  mutating func beginCopies() {
    _ = graph.beginCopies()
    activity.hasCopies = true
  }

  /// Separates copies from the graph's records. Called before each change inside an edit.
  @inline(__always)
  mutating func leaveCopies() {
    if activity.hasCopies { graph.makeUnique() }
  }

  /// Ends the sharing with copies that were taken in the edit that is ending; they keep their contents.
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

/// The tables outside the graph.
extension EvaluatorState {
  /// Grows the tables outside the graph to its size.
  @inline(__always)
  mutating func makeRoom() {
    nodes.reserve(nodes: topology.records.count, cells: topology.cellEnd)
    pending.reserve(topology.nodeAtRank.count)
  }

  func kernel(of slot: UInt32) -> Kernel { kernels[topology.records[slot].shape] }

  /// Sets the kernel of a shape, and the values of its defaults.
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

/// What the verbs of an edit do to values.
extension EvaluatorState {
  /// Prepares a new node: a source receives its first value, other nodes wait for the edit to end.
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

  /// Sets the status of a new node to that of one without a value.
  mutating func beginStatus(of slot: UInt32) {
    nodes.clear(slot)
    nodes.status[slot] = freshStatus(of: slot).union(.empty)
  }

  /// The status of a new node that computes its value. It checks its inputs only if the caller adds that.
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

  /// Changes the ports and the code of a node.
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
      // Its first value is a change for its consumers. But observers of an output of the same type stay, and may know the
      // value.
      if status.contains(.isObserved) { observers.asksEach = true }
    }
    let kept = nodes.status[slot].intersection([.empty, .failed]).union(status.intersection(.isObserved))
    nodes.status[slot] = freshStatus(of: slot).union(kept)
    guard let initial else { return }
    nodes.clearFailure(of: slot)
    give(initial, to: slot)
  }

  /// Whether a node that gets other code keeps its values although its memory between runs is dropped. If so, the first value
  /// of the new code is compared with them, as it is for code without memory. Code that updates its last value in place starts
  /// from its kind's first value instead.
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

  /// Sets the literal of an input.
  @inlinable
  mutating func writeLiteral<Value>(_ target: InputPort, _ value: Value) throws(GraphError) {
    let place = try beginLiteral(target, ObjectIdentifier(Value.self)) { ValueType(Value.self) }
    if place.isNew {
      nodes.arena.initialize(place.cell, to: value)
    } else {
      nodes.arena.replace(place.cell, with: value)
    }
  }

  /// Makes a cell for the literal of an input, or journals the literal that it has. The caller writes the cell.
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

  /// The reason why an input does not take a literal of a type.
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

  /// Enters a step into the journal, after the writes before it.
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

  /// Reverts a step, or applies it again, and turns it into its opposite.
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
      // It may have been a source, and sources are never restrained from running.
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
