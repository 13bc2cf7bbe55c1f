// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What the verbs of an edit do to values.
extension Evaluator {
  private typealias Status = EvaluatorState.Status

  /// Prepares a new node: a source gets its first value, others wait for the edit to end.
  func equip(_ slot: UInt32, initial: @autoclosure () -> ErasedDefault?) {
    makeRoom()
    if !box.value.failures.isEmpty { box.value.failures[slot] = nil }
    let status = freshStatus(of: slot)
    box.value.status[slot] = status | Status.empty
    if status == Status.source, let initial = initial() { giveInitial(initial, to: slot) }
  }

  /// Gives a node that has been loaded the status of one without a value.
  func beginStatus(of slot: UInt32) { box.value.status[slot] = freshStatus(of: slot) | Status.empty }

  private func freshStatus(of slot: UInt32) -> UInt8 {
    let shape = Int(box.value.topology.records[slot].shape)
    // A kind without inputs may have code all the same: a formula without free names.
    if box.value.kernels[shape]?.isSource == true { return Status.source }
    return Status.checkInputs | (box.value.topology.layout(of: slot).outputCount == 1 ? 0 : Status.severalOutputs)
  }

  private func giveInitial(_ initial: ErasedDefault, to slot: UInt32) {
    journalWrites()
    let cell = box.value.graph.storage.value.records[slot].output
    let isEmpty = box.value.status[slot] & Status.empty != 0
    let before = isEmpty ? nil : box.value.values.keep(cell, initial.type)
    if !isEmpty { box.value.values.destroy(cell, initial.type) }
    box.value.values.initialize(cell, initial.type, to: initial.value)
    box.value.status[slot] &= ~Status.empty
    box.value.journal.append(.gave(slot: slot, cell: cell, type: initial.type, other: before))
  }

  /// Notes that a new source has a value.
  func noteFirstValue(of slot: UInt32) {
    journalWrites()
    let cell = box.value.graph.storage.value.records[slot].output
    box.value.journal.append(.gave(slot: slot, cell: cell, type: kernel(of: slot).outputs[0], other: nil))
  }

  /// Exchanges the ports and the code of a node.
  func reshape(_ slot: UInt32, to shape: UInt32, _ initial: ErasedDefault?, matching: Graph.PortMatching) {
    journalWrites()
    let topology = box.value.graph.storage
    let status = box.value.status[slot]
    let cell = topology.value.records[slot].output
    let types = kernel(of: slot).outputs
    topology.value.reshape(slot, to: shape, matching: matching)
    makeRoom()
    let reshaping = ValueStep.Reshaping(
      slot: slot, before: .init(cell: cell, types: types),
      after: .init(cell: topology.value.records[slot].output, types: kernel(of: slot).outputs), status: status,
      failure: box.value.failures[slot])
    box.value.journal.append(.reshaped(reshaping))
    box.value.journalsWritesOnly = false
    box.value.status[slot] = freshStatus(of: slot) | status & Status.observed
    if reshaping.keepsOutputs {
      box.value.status[slot] |= status & (Status.empty | Status.failed)
    } else {
      box.value.status[slot] |= Status.empty
      box.value.failures[slot] = nil
      // Its first value is news to its consumers, but observers of an output of the same type go on and may know it.
      if status & Status.observed != 0 { box.value.asksObservers = true }
    }
    guard let initial else { return }
    box.value.status[slot] &= ~Status.failed
    box.value.failures[slot] = nil
    giveInitial(initial, to: slot)
  }

  /// Gives an input a literal.
  func writeLiteral<Value>(_ target: InputPort, _ value: Value) throws(GraphError) {
    let topology = box.value.graph.storage
    let place = try topology.value.place(target)
    let input = try box.value.graph.kind(of: target.node).inputs[target.index]
    guard input.arity == .one else { throw .takesNoLiteral(target) }
    let type = ValueType(Value.self)
    guard type.port == input.type else { throw .literalMismatch(type.port, target: target, input.type) }
    if let cell = topology.value.literal(place) {
      journalWrites()
      let before = box.value.values.keep(cell, type)
      box.value.values.replace(cell, with: value)
      box.value.journal.append(.wroteLiteral(place, cell: cell, type: type, other: before))
      box.value.journalsWritesOnly = false
    } else {
      let cell = topology.value.makeLiteralCell(input.type)
      makeRoom()
      box.value.values.initialize(cell, to: value)
      box.value.constants[cell] = type
      topology.value.setLiteral(place, cell: cell)
    }
  }
}
