// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

@Suite struct CalculatorModelWalkTests {
  /// The result of one call of the walk.
  enum Step {
    case done(affected: [NodeID], first: NodeID?)
    case refused
  }

  @Test(arguments: fuzzSeeds(1...4))
  func aRandomWalkKeepsEveryRule(seed: UInt64) throws {
    var walk = Walk(seed: seed)
    for call in 0..<2000 {
      let before = try walk.model.snapshot()
      let (text, step) = try walk.step()
      let after = try walk.model.snapshot()
      let place: Comment = "seed \(seed), call \(call): \(text)"
      walk.model.evaluator.checkInvariants()
      try #require(walk.model.nodes.count == walk.model.evaluator.graph.nodeCount, place)
      var naive = NaiveCalculator(after)
      for (node, seen) in after { try #require(seen.hasValue(naive.value(of: node)), place) }
      guard case .done(let affected, let first) = step else {
        try #require(before == after, place)
        continue
      }
      try #require(Set(affected).count == affected.count, place)
      let differing = Set(after.keys.filter { before[$0] != after[$0] })
      try #require(differing.isSubset(of: affected), place)
      try #require(Set(affected).subtracting(differing).isSubset(of: first.map { [$0] } ?? []), place)
      let order = walk.model.evaluator.graph.nodes.filter { affected.contains($0) && $0 != first }
      try #require(affected == (affected.contains { $0 == first } ? first.map { [$0] } ?? [] : []) + order, place)
    }
    #expect(walk.counts.values.allSatisfy { $0 > 5 }, "every call was made and refused often: \(walk.counts)")
    #expect(walk.counts.count == 9)
  }

  /// A random walk over a model, with the nodes it has deleted.
  struct Walk {
    let model = CalculatorModel()
    var random: SplitMix64
    var gone: [NodeID] = []
    var counts: [String: Int] = [:]

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// A random node; sometimes a deleted one.
    mutating func node() throws -> NodeID {
      if let node = gone.last, Int.random(in: 0..<12, using: &random) == 0 { return node }
      return try #require(model.nodes.randomElement(using: &random))
    }

    mutating func step() throws -> (String, Step) {
      let isFull = model.nodes.count > 24
      let choice = model.nodes.count < 6 ? 0 : Int.random(in: 0..<100, using: &random)
      do {
        switch choice {
        case ..<10 where !isFull:
          let node = model.addNode(at: .zero)
          return note("add", .done(affected: [node], first: node))
        case ..<15:
          let node = try node()
          let affected = try model.deleteNode(node)
          gone.append(node)
          return note("delete", .done(affected: affected, first: nil))
        case ..<35:
          let node = try node()
          let value = try #require([0, 0, 1, -2, 3.5, 255, 1e300].randomElement(using: &random))
          return note("set", .done(affected: try model.setValue(value, of: node), first: node))
        case ..<55:
          let node = try node()
          let kind = try #require(CalculatorKinds.all.randomElement(using: &random)).kind.name
          return note("kind", .done(affected: try model.setKind(kind, of: node), first: node))
        default: return try toggle()
        }
      } catch is GraphError {
        return note(choice < 15 ? "delete refused" : choice < 35 ? "set refused" : "kind refused", .refused)
      }
    }

    private mutating func toggle() throws -> (String, Step) {
      let node = try node()
      let inputs = (try? model.evaluator.graph.kind(of: node))?.inputs.count ?? 0
      let target = node.input(Int.random(in: inputs == 3 ? 0...2 : -1...inputs, using: &random))
      var source = try self.node()
      if Bool.random(using: &random), let present = model.evaluator.graph.sources(of: target).first {
        source = present.node
      }
      let isCandidate = model.areRelationshipCandidates(source: source, target: target.node, index: target.index)
      do {
        let affected = try model.toggleConnection(from: source, to: target)
        #expect(isCandidate)
        return note("toggle", .done(affected: affected, first: target.node))
      } catch {
        #expect(!isCandidate)
        #expect(model.verdict(onConnecting: source.output, to: target) == .refused(error))
        return note("toggle refused", .refused)
      }
    }

    private mutating func note(_ text: String, _ step: Step) -> (String, Step) {
      counts[text, default: 0] += 1
      return (text, step)
    }
  }
}
