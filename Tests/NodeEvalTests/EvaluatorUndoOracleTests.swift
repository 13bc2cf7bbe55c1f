// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Random edit scripts, taken back and done again in between, against what there was then.
@Suite struct EvaluatorUndoOracleTests {
  @Test(arguments: [11, 12] as [UInt64])
  func undoingAndRedoingBringsBackStructureValuesAndOrderWithoutRunningAnything(seed: UInt64) {
    let script = RandomScript(seed: seed, undoLimit: 1 << 30)
    run(script, steps: 10_000, "seed \(seed)")
  }

  /// Takes steps until one is wrong.
  private func run(_ script: RandomScript, steps: Int, _ name: String) {
    let past = Past(script)
    for step in 0..<fuzzSteps(steps) {
      past.step()
      guard let complaint = script.world.complaint else { continue }
      Issue.record("\(name), step \(step): \(complaint)")
      return
    }
  }

  /// Edits, gestures, groups and forks that are stopped anywhere and perhaps resumed, in all of which nodes fail. What
  /// is finished has the right value, and its observers know it.
  @Test(arguments: [31, 32, 33] as [UInt64])
  func whateverIsStoppedTakenBackAndDoneAgainEndsAtTheRightValuesAndObserversKnowThem(seed: UInt64) {
    let script = RandomScript(seed: seed, undoLimit: 1 << 30, stops: true)
    run(script, steps: 5_000, "seed \(seed)")
  }

  /// Most nodes fail, or inputs take many connections, or nodes get hundreds of inputs.
  @Test(arguments: ["failures", "many inputs", "ports", "clearing"])
  func extremesAreBroughtBackWithoutRunningAnything(name: String) throws {
    let script = RandomScript(seed: 71, try #require(ScriptProfile.named(name)), undoLimit: 1 << 30)
    run(script, steps: name == "ports" ? 200 : 600, name)
  }

  /// The same while evaluations are stopped anywhere.
  @Test(arguments: ["failures", "many inputs", "ports", "clearing"])
  func extremesThatAreStoppedEndAtTheRightValues(name: String) throws {
    let script = RandomScript(seed: 81, try #require(ScriptProfile.named(name)), undoLimit: 1 << 30, stops: true)
    run(script, steps: name == "ports" ? 200 : 600, name)
  }

  @Test(arguments: [21, 22] as [UInt64])
  func whatIsOverTheLimitIsForgottenOldestFirst(seed: UInt64) {
    forgetOldest(seed: seed, limit: 20_000, .mixed, steps: 4_000)
  }

  /// Archived slots are those at the end now and then, and are given back when their edits are forgotten.
  @Test(arguments: [23, 24] as [UInt64])
  func whatIsForgottenOfAGraphThatLosesAlmostAllNodesIsGivenBack(seed: UInt64) {
    forgetOldest(seed: seed, limit: 200_000, .clearing, steps: 1_000)
  }

  private func forgetOldest(seed: UInt64, limit: Int, _ profile: ScriptProfile, steps: Int) {
    let script = RandomScript(seed: seed, profile, undoLimit: limit)
    let past = Past(script)
    for step in 0..<fuzzSteps(steps) {
      past.step()
      let evaluator = script.world.evaluator
      if evaluator.undoByteCount > limit { script.world.complain("\(evaluator.undoByteCount) bytes are kept") }
      guard let complaint = script.world.complaint else { continue }
      Issue.record("seed \(seed), step \(step): \(complaint)")
      return
    }
  }
}

/// What a script has done, and what there was before each edit.
private final class Past {
  /// All that undoing has to bring back.
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
    if script.random.oneIn(3) { watchers.watch(&script.random) }
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
    // An edit of a gesture belongs to the one before.
    if !world.isStopping || kept > done.count { done.append(before) }
    if kept > done.count || world.evaluator.canRedo { world.complain("\(kept) edits can be undone, some redone") }
    done.removeFirst(max(0, done.count - kept))
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
    if world.runs.count != runs { world.complain("a body ran in undoing") }
    let evaluator = world.evaluator
    if evaluator.undoTitle != evaluator.undoTitles.last { world.complain("the next title of undo is not the last") }
    if evaluator.redoTitle != evaluator.redoTitles.first { world.complain("the next title of redo is not the first") }
  }

  private func go(isUndo: Bool) {
    let goal = isUndo ? done.removeLast() : undone.removeLast()
    let present = moment()
    world.trace.append(isUndo ? "undo" : "redo")
    guard let receipt = isUndo ? world.evaluator.undo() : world.evaluator.redo() else {
      return world.complain("there is nothing to \(isUndo ? "undo" : "redo")")
    }
    if isUndo { undone.append(present) } else { done.append(present) }
    world.model = goal.model
    world.compareState()
    watchers.check()
    let reached = moment()
    if reached.nodes != goal.nodes { world.complain("the order is \(reached.nodes), not \(goal.nodes)") }
    if reached.consumers != goal.consumers { world.complain("consumers come in another order") }
    if receipt.evaluatedCount != 0 { world.complain("the receipt names nodes that ran") }
    compare(receipt, from: present.model, to: goal.model)
  }

  /// The receipt names exactly those whose values are others.
  private func compare(_ receipt: Receipt, from old: GraphModel, to new: GraphModel) {
    // What was unfinished may have had the value that it has now.
    if world.isStopping { return }
    let numbers = Dictionary(uniqueKeysWithValues: new.nodes.keys.map { (world.ids[$0], $0) })
    let changed = Set(receipt.changed.compactMap { numbers[$0] })
    for node in new.nodes.keys.sorted() where !changed.contains(node) {
      let (before, after) = (old.outcomes[node]?.result, new.outcomes[node]?.result)
      if before != after {
        world.complain("the receipt doesn't name \(node), \(String(describing: before)) → \(String(describing: after))")
      }
    }
  }
}
