// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Adding a node made in code: it is put at the end of the order, connected and run, in one piece for few inputs.
extension Evaluator {
  @usableFromInline
  func place(_ name: String?, _ code: PlacedCode, _ a: OutputPort) -> OutputPort {
    prepare()
    let slot = state.topology.addNode(shape: code.shape, reading: a)
    equip(slot, name, code)
    checkFailure(of: a, for: slot)
    return endNode(slot)
  }

  @usableFromInline
  func place(_ name: String?, _ code: PlacedCode, _ a: OutputPort, _ b: OutputPort) -> OutputPort {
    prepare()
    let slot = state.topology.addNode(shape: code.shape, reading: a, b)
    equip(slot, name, code)
    checkFailure(of: a, for: slot)
    checkFailure(of: b, for: slot)
    return endNode(slot)
  }

  /// Starts a node at the end of the order.
  @usableFromInline
  func beginNode(_ name: String?, _ code: PlacedCode) -> UInt32 {
    prepare()
    let slot = state.topology.addNode(shape: code.shape)
    equip(slot, name, code)
    return slot
  }

  /// Connects an input of a new node.
  @usableFromInline
  func attach(_ port: OutputPort, to slot: UInt32, input: UInt32) {
    state.topology.attach(port, to: slot, input: input)
    checkFailure(of: port, for: slot)
  }

  @inline(__always)
  private func prepare() {
    requireIdle()
    state.graph.makeUnique()
    if state.undo.history.isOn || state.reach.isFollowed, state.activity.editDepth == 0 { beginConstruction() }
  }

  @inline(__always)
  private func equip(_ slot: UInt32, _ name: String?, _ code: PlacedCode) {
    state.makeRoom()
    if let own = code.own { keep(own, of: slot) }
    state.nodes.status[slot] = state.newStatus
    if let name { give(name, to: slot) }
  }

  @inline(never)
  private func keep(_ code: @escaping Kernel.Body, of slot: UInt32) {
    guard let cell = state.topology.codeCell(of: slot) else { preconditionFailure("the shape has room for code") }
    state.nodes.arena.keep(code, in: cell)
  }

  @inline(never)
  private func give(_ name: String, to slot: UInt32) {
    require(state.topology.isFree(name), "node names are unique, '\(name)' is taken")
    state.topology.rename(slot, to: name)
  }

  @inline(__always)
  private func checkFailure(of input: OutputPort, for slot: UInt32) {
    if !state.nodes.hasNoFailure, state.nodes.failures[input.node.slot] != nil {
      state.nodes.status[slot].insert(.checksInputs)
    }
  }

  /// Evaluates a new node, unless an edit is under way that will do so.
  @usableFromInline @inline(__always)
  func endNode(_ slot: UInt32) -> OutputPort {
    let record = state.topology.records[slot]
    if state.activity.editDepth == 0 {
      beginLog()
      runNew(slot, record)
      rememberCauses()
      deliverKeepingReceipt()
    } else if state.activity.isConstructing {
      endConstruction()
    }
    return NodeID(slot: slot, stamp: record.stamp).output
  }
}
