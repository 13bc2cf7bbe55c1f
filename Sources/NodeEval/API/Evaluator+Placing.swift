// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Adding a node made in code: it is put at the end of the order, connected, and run, in one piece for few inputs.
extension Evaluator {
  @usableFromInline
  func place(_ name: String?, shape: UInt32, _ a: OutputPort) -> OutputPort {
    prepare()
    let slot = box.value.topology.addNode(shape: shape, reading: a)
    equip(slot, name)
    checkFailure(of: a, for: slot)
    return endNode(slot)
  }

  @usableFromInline
  func place(_ name: String?, shape: UInt32, _ a: OutputPort, _ b: OutputPort) -> OutputPort {
    prepare()
    let slot = box.value.topology.addNode(shape: shape, reading: a, b)
    equip(slot, name)
    checkFailure(of: a, for: slot)
    checkFailure(of: b, for: slot)
    return endNode(slot)
  }

  /// Starts a node at the end of the order.
  @usableFromInline
  func beginNode(_ name: String?, shape: UInt32) -> UInt32 {
    prepare()
    let slot = box.value.topology.addNode(shape: shape)
    equip(slot, name)
    return slot
  }

  /// Connects an input of a new node.
  @usableFromInline
  func attach(_ port: OutputPort, to slot: UInt32, input: UInt32) {
    box.value.topology.attach(port, to: slot, input: input)
    checkFailure(of: port, for: slot)
  }

  @inline(__always)
  private func prepare() {
    requireIdle()
    box.value.graph.makeUnique()
    if box.value.remembersEdits, box.value.editDepth == 0 { beginConstruction() }
  }

  @inline(__always)
  private func equip(_ slot: UInt32, _ name: String?) {
    makeRoom()
    box.value.status[slot] = EvaluatorState.Status.empty
    if let name { give(name, to: slot) }
  }

  @inline(never)
  private func give(_ name: String, to slot: UInt32) {
    require(box.value.topology.isFree(name), "node names are unique, '\(name)' is taken")
    box.value.topology.rename(slot, to: name)
  }

  @inline(__always)
  private func checkFailure(of input: OutputPort, for slot: UInt32) {
    if !box.value.failures.isEmpty, box.value.failures[input.node.slot] != nil {
      box.value.status[slot] |= EvaluatorState.Status.checkInputs
    }
  }

  /// Evaluates a new node, unless an edit is under way that will.
  @usableFromInline @inline(__always)
  func endNode(_ slot: UInt32) -> OutputPort {
    let record = box.value.topology.records[slot]
    if box.value.editDepth == 0 {
      beginLog()
      evaluateNew(slot, record)
      rememberCauses()
      checkIfAsked()
      deliver()
    } else if box.value.isConstructing {
      endConstruction()
    }
    return NodeID(slot: slot, stamp: record.stamp).output
  }

  /// Runs a node that nobody consumes yet. Without failures about it needs nothing of what the loop prepares.
  @inline(__always)
  private func evaluateNew(_ slot: UInt32, _ record: NodeRecord) {
    guard !box.value.hasUnfinished, box.value.status[slot] == EvaluatorState.Status.empty else {
      box.value.pending.insert(record.rank)
      return settle()
    }
    box.value.phase = .evaluating
    do {
      _ = try call(record, flags: KernelCall.firstTime)
      box.value.status[slot] = 0
      box.value.log.append(slot)
    } catch {
      box.value.log.append(fail(slot, with: error).entry)
    }
    box.value.phase = .idle
  }
}
