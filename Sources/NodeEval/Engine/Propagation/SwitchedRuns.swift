// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What muted and bypassed nodes do instead of running their code.
extension Evaluator {
  /// Runs a node that is muted or bypassed, or a source that has become active again.
  @inline(never)
  func runSwitched(_ node: UInt32) -> RunResult {
    land(node)
    var result: RunResult
    switch state.reach.modes.switches[node] {
    case .muted, .idle: result = fail(node, muted(node))
    case .passing(let places, let readers):
      result = pass(places, through: node)
      let hasSeveralOutputs = state.nodes.status[node].contains(.hasSeveralOutputs)
      if result.outputs == 0 || hasSeveralOutputs && result.outputs != .max { state.reach.due += readers }
    case nil: result = goOn(node, changed: 0)
    }
    state.notify(of: node, outputs: result.outputs)
    if state.reach.modes.switches[node] == .idle { result = result.waking }
    return state.log.runningGiven.contains(node) ? result.logged : result
  }

  private func muted(_ node: UInt32) -> NodeFailure { NodeFailure(origin: state.topology.id(of: node), reason: .muted) }

  /// Ends the flight of a node, if it has one.
  private func land(_ node: UInt32) {
    state.nodes.status[node].remove(.isPutOff)
    guard state.nodes.status[node].contains(.isInFlight) else { return }
    state.nodes.status[node].remove(.isInFlight)
    state.reach.flights.unsettle(node)
    state.settleRoot(node)
  }

  private func fail(_ node: UInt32, _ failure: NodeFailure) -> RunResult {
    RunResult(blocked: node, isNew: setFailure(failure, of: node))
  }

  /// Copies inputs to outputs. The result depends only on these inputs, not on the node's former value, memory or other inputs.
  private func pass(_ passages: [ModeTable.Passage], through node: UInt32) -> RunResult {
    let record = state.topology.records[node]
    let kernel = state.kernel(of: node)
    let isFirst = state.nodes.status[node].contains(.empty)
    var sources: [UInt32] = []
    for passage in passages {
      let arguments = state.topology.arguments(of: passage.input)
      guard passage.ordinal < arguments.count else { return fail(node, muted(node)) }
      let cell = state.topology.arguments[arguments.lowerBound + UInt32(passage.ordinal)]
      if cell == NodeRecord.none { return fail(node, unsetInput(passage.input)) }
      if let source = state.topology.source(ofCell: cell)?.node, let failure = state.nodes.failures[source] {
        return fail(node, failure)
      }
      sources.append(cell)
    }
    if isFirst, kernel.hasMemory {
      state.beginMemory(of: node)
      _ = restoreState(of: node, kernel)
    }
    var changed: UInt32 = 0
    var cell = record.output
    for (index, source) in sources.enumerated() {
      let type = kernel.outputs[index]
      if state.nodes.arena.copyValue(from: source, to: cell, type, isFirst: isFirst) { changed |= 1 << UInt32(index) }
      cell += type.port.words
    }
    return goOn(node, changed: changed)
  }

  /// Marks a node as having a value. Consumers that were blocked have to check again, even if the value equals the one before.
  private func goOn(_ node: UInt32, changed outputs: UInt32) -> RunResult {
    state.nodes.status[node].remove(.empty)
    guard state.nodes.status[node].contains(.failed) else { return RunResult(node, changed: outputs) }
    state.nodes.clearFailure(of: node)
    return RunResult(node, changed: .max)
  }
}
