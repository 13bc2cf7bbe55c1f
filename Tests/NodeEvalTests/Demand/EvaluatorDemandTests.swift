// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Which nodes are evaluated on demand.
@Suite struct EvaluatorDemandTests {
  /// A source followed by chains of nodes that add one each and count their runs.
  private final class Chains {
    let evaluator = Evaluator()
    let source: Variable<Double>
    private(set) var ends: [Output<Double>] = []
    private(set) var nodes: [[NodeID]] = []
    private(set) var runs = 0

    init(_ count: Int, length: Int, policy: EvaluationPolicy = .onDemand) {
      evaluator.policy = policy
      source = evaluator.input("source", 0.0)
      for _ in 0..<count {
        var end = add(behind: source)
        var chain = [end.node]
        for _ in 1..<length {
          end = add(behind: end)
          chain.append(end.node)
        }
        ends.append(end)
        nodes.append(chain)
      }
    }

    private func add(behind source: some Readable<Double>) -> Output<Double> {
      evaluator.node(nil, source) { [unowned self] value in
        runs += 1
        return value + 1
      }
    }
  }

  @Test func aNodeThatNobodyNeedsDoesNotRun() {
    let chains = Chains(3, length: 4)
    #expect(chains.runs == 0)
    #expect(chains.evaluator.state(of: chains.ends[0].node) == .stale)
    #expect(throws: NodeFailure(origin: chains.ends[0].node, reason: .notEvaluated)) {
      try chains.evaluator.value(of: chains.ends[0])
    }
  }

  @Test func aNeedRunsWhatIsUpstreamOfItAndNothingElse() {
    let chains = Chains(3, length: 4)
    let need = chains.evaluator.need(chains.ends[1])
    #expect(chains.runs == 4)
    #expect(chains.evaluator[chains.ends[1]] == 4)
    let receipt = chains.evaluator.set(chains.source, to: 10)
    #expect(receipt.evaluated == chains.nodes[1])
    #expect(receipt.putOff == [chains.nodes[0][0], chains.nodes[2][0]])
    #expect(chains.evaluator[chains.ends[1]] == 14)
    need.end()
    let put = chains.evaluator.set(chains.source, to: 20)
    #expect(put.evaluated == [])
    #expect(put.putOff == chains.nodes.map { $0[0] })
    #expect(chains.evaluator[chains.ends[1]] == 14)
    #expect(chains.nodes[1].allSatisfy { chains.evaluator.state(of: $0) == .stale })
  }

  @Test func aChangeTouchesOnlyTheFirstNodesThatNobodyNeeds() {
    let chains = Chains(5, length: 10)
    for end in chains.ends { chains.evaluator.bringUpToDate(end) }
    let need = chains.evaluator.need(chains.ends[0])
    let receipt = chains.evaluator.set(chains.source, to: 1)
    #expect(receipt.evaluated == chains.nodes[0])
    #expect(receipt.putOff == chains.nodes.dropFirst().map { $0[0] })
    // These nodes are already marked, and represent the nodes after them.
    #expect(chains.evaluator.set(chains.source, to: 2).putOff == receipt.putOff)
    withExtendedLifetime(need) {}
  }

  @Test func bringingANodeUpToDateRunsItOnceAndNeedsItNoLonger() {
    let chains = Chains(2, length: 3)
    #expect(chains.evaluator.bringUpToDate(chains.ends[0]).evaluated == chains.nodes[0])
    #expect(chains.evaluator.bringUpToDate(chains.ends[0]).evaluated == [])
    #expect(chains.evaluator.state(of: chains.ends[0].node) == .current)
    chains.evaluator.set(chains.source, to: 1)
    #expect(chains.runs == 3)
    #expect(chains.evaluator.state(of: chains.ends[0].node) == .stale)
  }

  @Test func aValueThatIsPutOffAndComesBackIsCutOffWhenItIsNeeded() {
    let chains = Chains(1, length: 3)
    chains.evaluator.bringUpToDate(chains.ends[0])
    chains.evaluator.set(chains.source, to: 1)
    chains.evaluator.set(chains.source, to: 0)
    let receipt = chains.evaluator.bringUpToDate(chains.ends[0])
    #expect(receipt.evaluated == [chains.nodes[0][0]])
    #expect(receipt.cutOff == [chains.nodes[0][0]])
  }

  @Test func anObserverIsANeedAsLongAsItLasts() {
    let chains = Chains(2, length: 3)
    var told: [Double] = []
    var token: ObservationToken? = chains.evaluator.observe(chains.ends[0]) { change in
      if let value = try? change.new.get() { told.append(value) }
    }
    #expect(chains.runs == 3)
    chains.evaluator.set(chains.source, to: 5)
    #expect(told == [8])
    #expect(token != nil)
    token = nil
    chains.evaluator.set(chains.source, to: 6)
    #expect(chains.runs == 6)
    #expect(told == [8])
  }

  @Test func aNeedIsChangedByDifference() {
    let chains = Chains(4, length: 3)
    let need = chains.evaluator.need([chains.ends[0].node, chains.ends[1].node])
    #expect(chains.runs == 6)
    need.change(to: [chains.ends[1].node, chains.ends[2].node])
    #expect(chains.runs == 9)
    #expect(chains.evaluator.set(chains.source, to: 1).evaluated.count == 6)
    #expect(chains.evaluator.state(of: chains.ends[0].node) == .stale)
  }

  @Test func connectingToWhatIsNeededNeedsTheSourceAndCuttingEndsThat() throws {
    let chains = Chains(2, length: 3)
    let sum = chains.evaluator.node("sum", chains.ends[0]) { $0 * 100 }
    let need = chains.evaluator.need(sum)
    #expect(chains.runs == 3)
    try chains.evaluator.edit { graph in
      try graph.connect(chains.ends[1].port, to: sum.node.input(0), replacing: true)
    }
    #expect(chains.evaluator[sum] == 300)
    #expect(chains.runs == 6)
    #expect(chains.evaluator.set(chains.source, to: 1).evaluated == chains.nodes[1] + [sum.node])
    withExtendedLifetime(need) {}
  }

  @Test func theEagerPolicyRunsWhatWasPutOff() {
    let chains = Chains(3, length: 3)
    chains.evaluator.policy = .eager
    #expect(chains.runs == 9)
    #expect(chains.evaluator[chains.ends[2]] == 3)
    chains.evaluator.policy = .onDemand
    chains.evaluator.set(chains.source, to: 1)
    #expect(chains.runs == 9)
    #expect(chains.evaluator.state(of: chains.ends[2].node) == .stale)
  }

  @Test func whatIsNeededInAnEditIsEvaluatedWhenItEnds() throws {
    let chains = Chains(2, length: 3)
    var need: Need?
    let receipt = chains.evaluator.edit { _ in
      need = chains.evaluator.need(chains.ends[0])
      #expect(chains.runs == 0)
    }
    #expect(receipt.evaluated == chains.nodes[0])
    withExtendedLifetime(need) {}
  }

  @Test func anEditThatFailsLeavesNeedsThatWereMadeInIt() throws {
    let chains = Chains(1, length: 2)
    var need: Need?
    _ = try? chains.evaluator.edit { graph in
      _ = try graph.add(own: NodeDefinition.source("Own", output: ValuePort<Double>("x"), initial: 1))
      need = chains.evaluator.need(chains.ends[0])
      throw Abandoned()
    }
    chains.evaluator.checkInvariants()
    chains.evaluator.set(chains.source, to: 1)
    #expect(chains.evaluator[chains.ends[0]] == 3)
    withExtendedLifetime(need) {}
  }

  @Test func undoingWhatWasPutOffMakesItCurrentAgain() {
    let chains = Chains(1, length: 3)
    chains.evaluator.undoLimit = 1 << 20
    chains.evaluator.bringUpToDate(chains.ends[0])
    chains.evaluator.set(chains.source, to: 1)
    #expect(chains.evaluator.state(of: chains.ends[0].node) == .stale)
    chains.evaluator.undo()
    #expect(chains.evaluator.state(of: chains.ends[0].node) == .current)
    chains.evaluator.redo()
    #expect(chains.evaluator.state(of: chains.ends[0].node) == .stale)
    #expect(chains.runs == 3)
  }

  @Test func whatIsNeededByTheTimeOfAnUndoRunsThen() {
    let chains = Chains(1, length: 2)
    chains.evaluator.undoLimit = 1 << 20
    chains.evaluator.set(chains.source, to: 1)
    chains.evaluator.set(chains.source, to: 2)
    let need = chains.evaluator.need(chains.ends[0])
    #expect(chains.evaluator[chains.ends[0]] == 4)
    chains.evaluator.undo()
    #expect(chains.evaluator[chains.ends[0]] == 3)
    chains.evaluator.redo()
    #expect(chains.evaluator[chains.ends[0]] == 4)
    withExtendedLifetime(need) {}
  }

  @Test func aRemovedNodeIsNeededAgainWhenItComesBack() throws {
    let chains = Chains(1, length: 3)
    chains.evaluator.undoLimit = 1 << 20
    let need = chains.evaluator.need(chains.ends[0])
    try chains.evaluator.edit { try $0.remove(chains.ends[0].node) }
    let before = chains.runs
    chains.evaluator.set(chains.source, to: 1)
    #expect(chains.runs == before)
    chains.evaluator.undo()
    chains.evaluator.undo()
    chains.evaluator.checkInvariants()
    chains.evaluator.set(chains.source, to: 7)
    #expect(chains.evaluator[chains.ends[0]] == 10)
    withExtendedLifetime(need) {}
  }

  @Test func aForkEvaluatesWhatIsNeededAndLeavesNoTrace() throws {
    let chains = Chains(2, length: 2)
    let need = chains.evaluator.need(chains.ends[0])
    let fork = try chains.evaluator.fork { try $0.set(chains.source.node, to: 5.0) }
    #expect(fork.receipt.evaluated == chains.nodes[0])
    fork.read { #expect(chains.evaluator[chains.ends[0]] == 7) }
    #expect(chains.evaluator.state(of: chains.ends[0].node) == .current)
    chains.evaluator.checkInvariants()
    try fork.commit()
    #expect(chains.evaluator[chains.ends[0]] == 7)
    chains.evaluator.checkInvariants()
    withExtendedLifetime(need) {}
  }

  @Test func invalidatingANodeRunsItAgainAndCutsOffTheSameValue() throws {
    let chains = Chains(1, length: 3, policy: .eager)
    let receipt = try chains.evaluator.invalidate(chains.nodes[0][1])
    #expect(receipt.evaluated == [chains.nodes[0][1]])
    #expect(receipt.cutOff == [chains.nodes[0][1]])
    #expect(try chains.evaluator.invalidate(chains.source.node).evaluated == [])
    #expect(throws: GraphError.self) { try chains.evaluator.invalidate(NodeID(slot: 99, generation: 0)) }
  }

  @Test func aFailureThatIsPutOffReachesWhoeverNeedsIt() throws {
    let evaluator = Evaluator()
    evaluator.policy = .onDemand
    let source = evaluator.input("source", 1.0)
    let root = evaluator.node("root", source) { value in
      if value < 0 { throw Complaint(description: "negative") }
      return value.squareRoot()
    }
    let twice = evaluator.node("twice", root) { $0 * 2 }
    evaluator.bringUpToDate(twice)
    evaluator.set(source, to: -1)
    #expect(evaluator.state(of: twice.node) == .stale)
    let need = evaluator.need(twice)
    #expect(evaluator.failure(of: twice.node)?.origin == root.node)
    evaluator.set(source, to: 16)
    #expect(evaluator[twice] == 8)
    withExtendedLifetime(need) {}
  }

  @Test func whatAFailedEditHasMadeIsNeededByNobody() throws {
    let evaluator = Evaluator()
    evaluator.policy = .onDemand
    let source = evaluator.input("source", 1)
    var ghost: Need?
    #expect(throws: Abandoned.self) {
      try evaluator.edit { _ in
        ghost = evaluator.need(evaluator.node("ghost", source) { $0 })
        throw Abandoned()
      }
    }
    ghost?.end()
    let heir = evaluator.node("heir", source) { $0 + 1 }
    #expect(evaluator.failure(of: heir.node)?.reason == .notEvaluated)
    let need = evaluator.need(heir)
    #expect(evaluator[heir] == 2)
    #expect(evaluator.brokenRules().isEmpty)
    withExtendedLifetime(need) {}
  }

  @Test func whatAForkHasNeededRunsWhenTheForkIsDropped() throws {
    let evaluator = Evaluator()
    evaluator.policy = .onDemand
    let source = evaluator.input("source", 1)
    let next = evaluator.node("next", source) { $0 + 1 }
    var need: Need?
    let fork = try evaluator.fork { edit in
      edit.set(source, to: 5)
      need = evaluator.need(next)
    }
    #expect(evaluator.brokenRules().isEmpty)
    #expect(fork.read { evaluator[next] } == 6)
    fork.drop()
    #expect(evaluator[next] == 2)
    #expect(evaluator.brokenRules().isEmpty)
    withExtendedLifetime(need) {}
  }

  @Test func bringingANodeUpToDateThatIsRemovedMeanwhileTakesNoNeedFromItsHeir() throws {
    let evaluator = Evaluator()
    evaluator.policy = .onDemand
    let source = evaluator.input("source", 1)
    let old = evaluator.node("old", source) { $0 }
    var made: (heir: Output<Int>, need: Need)?
    evaluator.onEdit = { [unowned evaluator] _ in
      if made != nil || !evaluator.graph.contains(old.node) { return }
      _ = try? evaluator.edit { try $0.remove(old.node) }
      let heir = evaluator.node("heir", source) { $0 * 10 }
      made = (heir, evaluator.need(heir))
    }
    evaluator.bringUpToDate(old)
    let heir = try #require(made?.heir)
    evaluator.set(source, to: 2)
    #expect(evaluator[heir] == 20)
    #expect(evaluator.brokenRules().isEmpty)
    evaluator.onEdit = nil
  }
}
