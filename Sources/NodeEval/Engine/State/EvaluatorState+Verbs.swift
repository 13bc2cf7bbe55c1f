// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

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
    undo.journal.append(WordWrite(newSlot: slot, cell: record.output))
  }

  /// Sets the status of a new node to that of one without a value.
  mutating func beginStatus(of slot: UInt32) {
    nodes.clear(slot)
    nodes.status[slot] = freshStatus(of: slot).union(.empty)
  }

  /// The status of a new node that computes its value. It checks its inputs only if the caller adds that.
  @inline(__always)
  var newStatus: NodeStatus { reach.demand.isOn ? [.empty, .isUnneeded] : .empty }

  private func freshStatus(of slot: UInt32) -> NodeStatus {
    let shape = topology.records[slot].shape
    var status = kernels.marks(of: shape).union(switchMark(of: slot))
    if status.contains(.isSource) { return status }
    if topology.layout(of: slot).outputCount > 1 { status.insert(.hasSeveralOutputs) }
    return status.union(restraints(of: slot)).union(kernels.heavyKinds.marks(of: shape))
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
    // A muted source fails again, as its observers know.
    if status.contains(.isObserved) { observers.asksEach = true }
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
      undo.journal.append(.wroteLiteral(place, cell: cell, type: type, other: nodes.arena.keep(cell, type)))
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

extension EvaluatorState {
  /// Initializes the memory of a node's code, for a node that was given a value before its first run.
  mutating func beginMemory(of slot: UInt32) {
    guard let memory = kernel(of: slot).memory else { return }
    let record = topology.records[slot]
    let arguments = unsafe UnsafePointer(topology.arguments.base)
    memory.begin(
      unsafe KernelCall(
        values: nodes.arena.base, block: arguments + Int(record.arguments), arguments: arguments,
        output: record.output | KernelCall.firstTime))
  }
}
