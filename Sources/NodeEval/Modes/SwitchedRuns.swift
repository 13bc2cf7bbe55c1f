// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What nodes do that are muted or bypassed, in place of running their code.
extension Evaluator {
  /// Also lets sources go on that are active again.
  @inline(never)
  func runSwitched(_ node: UInt32) -> RunResult {
    land(node)
    let result =
      switch state.modes.switches[node] {
      case .muted: fail(node, muted(node), wakes: false)
      case .idle: fail(node, muted(node), wakes: true)
      case .passing(let places, let wakes): pass(places, through: node, wakes: wakes)
      case nil: goOn(node, changed: 0)
      }
    if let entry = result.entry, entry.outcome == .changed || entry.outcome == .blocked {
      state.notify(of: node, outputs: .max)
    }
    return state.log.runningGiven.contains(node) ? result.logged : result
  }

  private func muted(_ node: UInt32) -> NodeFailure { NodeFailure(origin: state.topology.id(of: node), reason: .muted) }

  /// Gives up what is in flight.
  private func land(_ node: UInt32) {
    state.nodes.status[node].remove(.isPutOff)
    guard state.nodes.status[node].contains(.isInFlight) else { return }
    state.nodes.status[node].remove(.isInFlight)
    state.flights.unsettle(node)
    state.settleRoot(node)
  }

  private func fail(_ node: UInt32, _ failure: NodeFailure, wakes: Bool) -> RunResult {
    let result = RunResult(blocked: node, isNew: setFailure(failure, of: node))
    return wakes ? result.waking : result
  }

  /// Gives outputs what inputs read.
  private func pass(_ passages: [ModeTable.Passage], through node: UInt32, wakes: Bool) -> RunResult {
    let record = state.topology.records[node]
    let kernel = state.kernel(of: node)
    let isFirst = state.nodes.status[node].contains(.empty)
    // What it keeps between runs is made of its own inputs.
    if isFirst, let memory = kernel.memory, !memory.combines, let failure = firstInputFailure(of: node) {
      return fail(node, failure, wakes: wakes)
    }
    var sources: [UInt32] = []
    for passage in passages {
      let arguments = state.topology.arguments(of: passage.input)
      guard passage.ordinal < arguments.count else { return fail(node, muted(node), wakes: wakes) }
      let cell = state.topology.arguments[arguments.lowerBound + UInt32(passage.ordinal)]
      if cell == NodeRecord.none { return fail(node, unsetInput(passage.input), wakes: wakes) }
      if let source = state.topology.source(ofCell: cell)?.node, let failure = state.nodes.failures[source] {
        return fail(node, failure, wakes: wakes)
      }
      sources.append(cell)
    }
    if isFirst, let memory = kernel.memory {
      memory.begin(makeCall(record, flags: KernelCall.firstTime))
      _ = restoreState(of: node, kernel)
    }
    var changed: UInt32 = 0
    var cell = record.output
    for (index, source) in sources.enumerated() {
      let type = kernel.outputs[index]
      if state.nodes.arena.copyValue(from: source, to: cell, type, isFirst: isFirst) { changed |= 1 << UInt32(index) }
      cell += type.port.words
    }
    let result = goOn(node, changed: changed)
    return wakes ? result.waking : result
  }

  /// The node has a value. Whatever was blocked has to look again, even if the value is the one from before.
  private func goOn(_ node: UInt32, changed outputs: UInt32) -> RunResult {
    state.nodes.status[node].remove(.empty)
    guard state.nodes.status[node].contains(.failed) else { return RunResult(node, changed: outputs) }
    state.nodes.clearFailure(of: node)
    return RunResult(node, changed: .max)
  }
}
