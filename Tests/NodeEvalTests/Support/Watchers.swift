// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport

/// Observers of outputs of a world, each with the last outcome that it received.
final class Watchers {
  private final class Watcher {
    let node: Int
    let output: Int
    let isText: Bool
    let epoch: Int
    var last: Result<Datum, NodeFailure>
    var observation: ObservationToken?

    init(_ node: Int, _ output: Int, _ record: GraphModel.Node, _ last: Result<Datum, NodeFailure>) {
      self.node = node
      self.output = output
      isText = record.kind.outputs[output]
      epoch = record.epoch
      self.last = last
    }
  }

  private unowned let world: World
  private var watchers: [Watcher] = []

  init(of world: World) {
    self.world = world
    world.observed = { [weak self] in Set(self?.watchers.map(\.node) ?? []) }
  }

  /// Begins to observe a random output.
  func watch(_ random: inout SplitMix64) {
    guard let node = world.model.nodes.keys.sorted().randomElement(using: &random),
      let record = world.model.nodes[node], !record.kind.outputs.isEmpty
    else { return }
    if watchers.count > 12 { watchers.remove(at: random.below(watchers.count)) }
    let output = random.below(record.kind.outputs.count)
    let port = world.ids[node].output(output)
    let isText = record.kind.outputs[output]
    let watcher = Watcher(node, output, record, world.value(of: port, isText: isText))
    watcher.observation =
      if watcher.isText {
        observe(port, watcher, as: String.self) { .text($0) }
      } else {
        observe(port, watcher, as: Double.self) { .number($0) }
      }
    // Where only needed nodes are evaluated, the node may have run just now.
    watcher.last = world.value(of: port, isText: isText)
    watchers.append(watcher)
  }

  private func observe<Value>(
    _ port: OutputPort, _ watcher: Watcher, as type: Value.Type, _ datum: @escaping (Value) -> Datum
  ) -> ObservationToken? {
    guard let output = try? world.evaluator.output(port, as: type) else { return nil }
    return world.evaluator.observe(output) { [unowned world, unowned watcher] change in
      let (old, new) = (change.old.map(datum), change.new.map(datum))
      if old != watcher.last { world.complain("\(watcher.node) was \(watcher.last), and is told as \(change)") }
      if old == new { world.complain("\(watcher.node) is told as \(change)") }
      watcher.last = new
    }
  }

  /// Checks that all observers have received the present outcomes, except unfinished ones. Observers of an output whose type
  /// changed have ended.
  func check() {
    watchers.removeAll { watcher in
      world.model.nodes[watcher.node].map { $0.epoch != watcher.epoch } ?? false
    }
    for watcher in watchers {
      guard world.model.nodes[watcher.node] != nil, !(world.isStopping && world.isUnfinished(watcher.node)) else {
        continue
      }
      // The observer is notified when its node has a value, or fails.
      if world.lateRuns != nil, world.isPending(watcher.node) { continue }
      let present = world.value(of: world.ids[watcher.node].output(watcher.output), isText: watcher.isText)
      if present != watcher.last { world.complain("\(watcher.node) is \(present), and was told as \(watcher.last)") }
    }
  }
}
