// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

@Suite struct GraphPathTests {
  private let a = InstanceID(index: 0, tag: 0)
  private let b = InstanceID(index: 1, tag: 0)
  private let c = InstanceID(index: 2, tag: 0)

  @Test func verbsSayWhetherTheyDidSomething() {
    var path: GraphPath = [a, b, c]
    #expect(path.scope == c && !path.isRoot)
    #expect(path.leave() && path == [a, b])
    #expect(!path.leaveTo { $0 == b } && path == [a, b])
    #expect(!path.leaveTo { $0 == c } && path == [a, b])
    path.enter(c)
    #expect(path.leaveTo { $0 == a } && path == [a])
    #expect(path.leaveToRoot() && path.isRoot && path.scope == nil)
    #expect(!path.leaveToRoot() && !path.leave() && !path.leaveTo { _ in true })
  }

  @Test func aPlanLeavesToWhatBothPathsShareAndEntersFromThere() {
    #expect(NavigationPlan.steps(from: [a, b], to: [a, c]) == [.leave, .enter(c)])
    #expect(NavigationPlan.steps(from: [], to: [a, b]) == [.enter(a), .enter(b)])
    #expect(NavigationPlan.steps(from: [a, b], to: []) == [.leave, .leave])
    #expect(NavigationPlan.steps(from: [a], to: [a]) == [])
  }

  @Test func aPlanLeadsWhereItShouldByTheFewestSteps() {
    var random = SplitMix64(seed: 1)
    let instances = [a, b, c]
    for _ in 0..<2000 {
      let paths = (0..<2).map { _ in GraphPath((0..<random.below(5)).map { _ in random.pick(instances) }) }
      var path = paths[0]
      let steps = NavigationPlan.steps(from: paths[0], to: paths[1])
      for step in steps { #expect(NavigationPlan.take(step, along: &path)) }
      let shared = paths[0].commonPrefix(with: paths[1]).instances.count
      #expect(path == paths[1])
      #expect(steps.count == paths[0].instances.count + paths[1].instances.count - 2 * shared)
    }
  }

  @Test func idsOfInstancesAreIdsOfNoNode() {
    #expect(InstanceID(a.node) == a && a.node.description == "@0" && a.description == "@0")
    #expect(InstanceID(NodeID(slot: 3, generation: 0)) == nil)
    #expect(DefinitionID(2).description == "definition 2" && DefinitionID(1) < DefinitionID(2))
  }
}
