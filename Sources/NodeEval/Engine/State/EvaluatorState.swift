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
  /// The plans: lists of the nodes that some sources reach.
  var plans = PlanTable()
  /// What decides which nodes run.
  var reach = Reach()
  /// Groups, and conversions of connections.
  @usableFromInline var scopes: Scopes
  /// The contents of documents that are not part of the graph.
  var documents = DocumentState()
  /// The looks of nodes and connections outside of instances.
  var looks = RootLooks() { didSet { if looks.sheet.namesMembers { reach.isFollowed = true } } }
  /// What edits can be reverted to, and the edits that can be undone.
  var undo: UndoState
  @usableFromInline var log = EditLog()
  var observers = ObserverTable()
  var activity = Activity()
  var settings = EvaluationSettings()

  init(graph: consuming Graph, held: HeldBytes) {
    self.graph = graph
    scopes = Scopes(tag: self.graph.storage.value.tag)
    undo = UndoState(held: held)
  }
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
    kernels.install(
      definition.kernel, initial: definition.initial.map { SubgraphDefinition.MemberValue($0) }, at: shape)
    kernels.heavyKinds.install(definition.cost, at: shape)
    makeRoom()
    let cells = topology.shapes[Int(shape)].defaultCells
    for (cell, value) in zip(cells, definition.defaults) {
      guard let value, cell != NodeRecord.none else { continue }
      nodes.initializeDefault(cell, to: value)
    }
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
    undo.journal.append(step)
  }

  /// Turns the writes of the journal into steps.
  @inline(__always)
  mutating func journalWrites() {
    if undo.journal.hasWrites { journalAllWrites() }
  }

  @inline(never)
  private mutating func journalAllWrites() {
    let storage = graph.storage
    undo.journal.enterWrites(kernels, storage.value)
  }

  /// Reverts the writes since the last step of the journal.
  mutating func revertWrites() {
    while var write = undo.journal.removeLastWrite() {
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
      if nodes.status[reshaping.slot].contains(.isPutOff) { reach.due.append(reshaping.slot) }
      step = .reshaped(reshaping)
    case .owned(let node, let other):
      step = .owned(node, other: scopes.subgraphs.membership(of: node))
      scopes.subgraphs.setMembership(of: node, to: other)
    case .entry(var entry):
      entry.toggle(in: &self)
      step = .entry(entry)
    }
  }
}
