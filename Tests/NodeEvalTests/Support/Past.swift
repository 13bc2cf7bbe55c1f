// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport

/// The edits that a script has made, and the state before each of them.
final class Past {
  /// Everything that undo has to restore.
  struct Moment {
    let model: GraphModel
    let nodes: [NodeID]
    let consumers: [[InputPort]]
  }

  private let script: RandomScript
  private var world: World
  private var done: [Moment] = []
  private var undone: [Moment] = []
  private var watchers: Watchers

  init(_ script: RandomScript) {
    self.script = script
    world = script.world
    watchers = Watchers(of: script.world)
  }

  func step() {
    defer { watchers.check() }
    if script.random.oneIn(5) { return travel() }
    if script.random.oneIn(3) { watch() }
    var before = moment()
    var count = world.evaluator.rememberedCount
    if world.isStopping, script.random.oneIn(8) {
      world.trace.append("group")
      world.evaluator.undoGroup {
        for _ in 0...script.random.below(4) where script.world === world {
          script.step()
          watchers.check()
        }
      }
    } else {
      script.step()
    }
    if script.world !== world {
      world = script.world
      watchers = Watchers(of: world)
      before = Moment(model: GraphModel(), nodes: [], consumers: [])
      count = 0
      done = []
      undone = []
    }
    guard world.evaluator.rememberedCount != count else { return }
    undone = []
    let kept = world.evaluator.undoTitles.count
    // An edit of a gesture is merged with the previous edit.
    if !world.isStopping || kept > done.count { done.append(before) }
    if kept > done.count || world.evaluator.canRedo { world.complain("\(kept) edits can be undone, some redone") }
    done.removeFirst(max(0, done.count - kept))
  }

  private func watch() {
    if world.needs == nil { return watchers.watch(&script.random) }
    // The observed node may run now, and the script's generator then decides whether it is stopped.
    var choices = SplitMix64(seed: script.random.next())
    watchers.watch(&choices)
  }

  private func moment() -> Moment {
    let graph = script.world.evaluator.graph
    let consumers = graph.nodes.flatMap { node in
      ((try? graph.kind(of: node).outputs.indices) ?? 0..<0).map { graph.consumers(of: node.output($0)) }
    }
    return Moment(model: script.world.model, nodes: graph.nodes, consumers: consumers)
  }

  private func travel() {
    let count = script.random.below(8) + 1
    let runs = world.runs.count
    for _ in 0..<count where !done.isEmpty { go(isUndo: true) }
    for _ in 0..<script.random.below(count + 1) where !undone.isEmpty { go(isUndo: false) }
    // On demand, a node that is needed by now may have been deferred when the edit was made.
    if world.needs == nil, world.unrecordedCount == 0, world.runs.count != runs {
      world.complain("a body ran in undoing")
    }
    let evaluator = world.evaluator
    if evaluator.undoTitle != evaluator.undoTitles.last { world.complain("the next title of undo is not the last") }
    if evaluator.redoTitle != evaluator.redoTitles.first { world.complain("the next title of redo is not the first") }
  }

  private func go(isUndo: Bool) {
    let goal = isUndo ? done.removeLast() : undone.removeLast()
    let present = moment()
    let runs = world.runs.count
    world.trace.append(isUndo ? "undo" : "redo")
    guard let receipt = isUndo ? world.evaluator.undo() : world.evaluator.redo() else {
      return world.complain("there is nothing to \(isUndo ? "undo" : "redo")")
    }
    if isUndo { undone.append(present) } else { done.append(present) }
    world.model = goal.model
    if world.unrecordedCount > 0 { world.takeGivenValues(from: present.model) }
    world.compareState()
    watchers.check()
    let reached = moment()
    if reached.nodes != goal.nodes { world.complain("the order is \(reached.nodes), not \(goal.nodes)") }
    if reached.consumers != goal.consumers { world.complain("consumers come in another order") }
    if world.unrecordedCount == 0 {
      if receipt.evaluatedCount != 0 { world.complain("the receipt names nodes that ran") }
    } else if world.needs == nil, world.lateRuns == nil, receipt.evaluatedCount != world.runs.count - runs {
      world.complain("\(receipt.evaluatedCount) nodes ran, and \(world.runs.count - runs) bodies")
    }
    compare(receipt, from: present.model, to: world.model)
  }

  /// Checks that the receipt names exactly the nodes whose values differ.
  private func compare(_ receipt: Receipt, from old: GraphModel, to new: GraphModel) {
    // An unfinished node may already have had the value that it has now.
    if world.isStopping || world.needs != nil || world.lateRuns != nil { return }
    let numbers = Dictionary(uniqueKeysWithValues: new.nodes.keys.map { (world.ids[$0], $0) })
    let changed = Set(receipt.changed.compactMap { numbers[$0] })
    for node in new.nodes.keys.sorted() where !changed.contains(node) {
      let (before, after) = (old.outcomes[node]?.result, new.outcomes[node]?.result)
      if before != after {
        world.complain("the receipt doesn't name \(node), \(String(describing: before)) → \(String(describing: after))")
      }
    }
    guard world.unrecordedCount > 0 else { return }
    for node in changed where old.outcomes[node] != nil && old.outcomes[node] == new.outcomes[node] {
      world.complain("the receipt names \(node), which has what it had")
    }
  }
}
