// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Random edit scripts against a model that computes everything from scratch.
@Suite struct EvaluatorOracleTests {
  @Test(arguments: fuzzSeeds(1...3))
  func everyEditLeavesWhatComputingFromScratchGivesAndRunsNoMoreThanItMust(seed: UInt64) {
    let script = RandomScript(seed: seed)
    for step in 0..<fuzzSteps(10_000) {
      script.step()
      guard let complaint = script.world.complaint else { continue }
      Issue.record("seed \(seed), step \(step): \(complaint)")
      return
    }
  }

  /// Graphs in which most nodes fail or are blocked, for several reasons at once. The reasons appear, disappear and replace each
  /// other.
  @Test(arguments: fuzzSeeds(41...42))
  func amongManyFailuresEachNodeHasThatOfItsFirstFailedInput(seed: UInt64) {
    let script = RandomScript(seed: seed, .failures)
    var failing = FailureTally()
    for step in 0..<fuzzSteps(1_000) {
      script.step()
      failing.note(script.world.model)
      guard let complaint = script.world.complaint else { continue }
      Issue.record("seed \(seed), step \(step): \(complaint)")
      return
    }
    // A short run need not reach all of these counts.
    guard fuzzSteps(1_000) >= 1_000 else { return }
    #expect(failing.crowded > 300, "in a third of all graphs half of the nodes fail")
    #expect(failing.ofManyOrigins > 300, "there are three origins and more")
    #expect(min(failing.began, failing.ended, failing.moved) > 80, "failures come, go and change their origin")
  }

  /// Inputs with dozens of connections, which are disconnected in the middle.
  @Test(arguments: fuzzSeeds(51...52))
  func theConnectionsOfAnInputAreReadInOrderWhateverIsCutAmongThem(seed: UInt64) {
    let script = RandomScript(seed: seed, .manyInputs)
    var most = 0
    for step in 0..<fuzzSteps(1_000) {
      script.step()
      most = max(most, script.world.model.nodes.values.flatMap { $0.sources.map(\.count) }.max() ?? 0)
      guard let complaint = script.world.complaint else { continue }
      Issue.record("seed \(seed), step \(step): \(complaint)")
      return
    }
    guard fuzzSteps(1_000) >= 1_000 else { return }
    #expect(most >= 20, "an input takes many connections")
  }

  /// Graphs that grow to dozens of nodes and then lose almost all of them at once.
  @Test(arguments: fuzzSeeds(91...92))
  func whatIsLeftOfALargeGraphIsWhatComputingFromScratchGives(seed: UInt64) {
    let script = RandomScript(seed: seed, .clearing)
    var (most, shrunk) = (0, 0)
    for step in 0..<fuzzSteps(1_000) {
      let before = script.world.evaluator.graph.storage.value.records.count
      let world = script.world
      script.step()
      let after = world.evaluator.graph.storage.value.records.count
      most = max(most, after)
      if after < before { shrunk += 1 }
      guard let complaint = script.world.complaint else { continue }
      Issue.record("seed \(seed), step \(step): \(complaint)")
      return
    }
    guard fuzzSteps(1_000) >= 1_000 else { return }
    #expect(most > 40, "there are dozens of nodes")
    // In optimised builds tables as small as these keep their memory.
    #if DEBUG
      #expect(shrunk > 5, "slots are given back")
    #endif
  }

  /// Nodes that get hundreds of inputs one by one, at any position, and lose them again.
  @Test(arguments: [61] as [UInt64])
  func aNodeThatGetsAndLosesInputsKeepsTheConnectionsOfTheOthers(seed: UInt64) {
    let script = RandomScript(seed: seed, .ports)
    var (most, mostConnected) = (0, 0)
    for step in 0..<fuzzSteps(500) {
      script.step()
      for node in script.world.model.nodes.values {
        most = max(most, node.sources.count)
        mostConnected = max(mostConnected, node.sources.count { !$0.isEmpty })
      }
      guard let complaint = script.world.complaint else { continue }
      Issue.record("seed \(seed), step \(step): \(complaint)")
      return
    }
    guard fuzzSteps(500) >= 500 else { return }
    #expect(most > 150 && mostConnected > 20, "nodes have hundreds of inputs, and dozens are connected")
  }
}

/// Counts how failures appeared and disappeared, so that a test can check that its script does what it is for.
private struct FailureTally {
  /// How many graphs had failures in at least half of their nodes, and how many had at least three origins.
  private(set) var (crowded, ofManyOrigins) = (0, 0)
  /// How many failures of nodes began, ended, and changed their origin.
  private(set) var (began, ended, moved) = (0, 0, 0)
  private var origins: [Int: Int] = [:]

  mutating func note(_ model: GraphModel) {
    var present: [Int: Int] = [:]
    for (node, outcome) in model.outcomes {
      if case .failure(let failure) = outcome.result { present[node] = failure.origin }
    }
    if present.count * 2 >= model.nodes.count { crowded += 1 }
    if Set(present.values).count >= 3 { ofManyOrigins += 1 }
    for (node, origin) in present {
      guard let before = origins[node] else {
        began += 1
        continue
      }
      if before != origin { moved += 1 }
    }
    ended += origins.keys.count { present[$0] == nil }
    origins = present
  }
}
