// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Feedback nodes write their values to sources when their ticks change.
extension Evaluator {
  /// Writes feedback values to sources, after an edit has given their ticks another value. These sources are logged like those
  /// to which the edit itself gave a value.
  ///
  /// - Returns: The steps that revert the writes.
  /// - Complexity: O(consumers of the sources that were given values).
  @inline(never)
  func giveBack() -> [ValueStep] {
    var nodes: [UInt32] = []
    let topology = state.graph.storage
    for tick in state.log.given {
      topology.value.forEachConsumer(of: tick, outputs: .max) { node in
        if feedback(of: node) != nil, source(of: node, Feedback.tick) == tick { nodes.append(node) }
      }
    }
    if nodes.isEmpty { return [] }
    var given = Set(state.log.given)
    var steps: [ValueStep] = []
    // If several nodes write to one source, the first one does.
    for node in nodes.sorted() where state.nodes.hasValue(node) {
      guard let target = source(of: node, Feedback.target), state.nodes.status[target].contains(.isSource),
        given.insert(target).inserted, let step = giveBack(from: node, to: target)
      else { continue }
      state.logGiven(target)
      steps.append(step)
    }
    return steps
  }

  private func giveBack(from node: UInt32, to target: UInt32) -> ValueStep? {
    guard let feedback = feedback(of: node) else { return nil }
    let kernel = state.kernel(of: target)
    let cell = state.topology.records[target].output
    let before = state.nodes.arena.keep(cell, kernel.outputs[0])
    let base = unsafe state.nodes.arena.base
    // The code that compares values cannot change the graph.
    state.activity.phase = .comparing
    defer { state.activity.phase = .idle }
    let isChanged = unsafe feedback.read(state.nodes.arena, state.topology.records[node].output) { value in
      unsafe kernel.assign(base, cell, value)
    }
    return isChanged ? .gave(slot: target, cell: cell, type: kernel.outputs[0], other: before) : nil
  }

  /// The feedback nodes that write to a source, in the order in which they take precedence.
  func feedbacks(into target: UInt32) -> [UInt32] {
    var nodes: Set<UInt32> = []
    state.topology.forEachReader(of: target) { node, _ in
      if feedback(of: node) != nil, source(of: node, Feedback.target) == target { nodes.insert(node) }
    }
    return nodes.sorted()
  }

  /// The source that is a feedback node's tick; `nil` if its tick is not a source.
  func tick(ofFeedback node: UInt32) -> UInt32? {
    guard let tick = source(of: node, Feedback.tick), state.nodes.status[tick].contains(.isSource) else { return nil }
    return tick
  }

  private func feedback(of slot: UInt32) -> Feedback? { state.kernel(of: slot).memory?.feedback }

  /// The node that an input that takes one connection reads.
  private func source(of slot: UInt32, _ input: UInt32) -> UInt32? {
    let place = InputPlace(node: slot, input: input)
    guard let argument = state.topology.arguments(of: place).first else { return nil }
    let cell = state.topology.arguments[argument]
    return cell == NodeRecord.none ? nil : state.topology.source(ofCell: cell)?.node
  }
}
