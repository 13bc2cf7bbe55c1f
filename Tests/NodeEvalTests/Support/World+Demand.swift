// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport

/// A world that evaluates only a part of its nodes.
extension World {
  /// The nodes that are needed by demand and observers, according to the model's connections.
  var neededNodes: Set<Int> {
    var needed: Set<Int> = []
    var open = Array((needs ?? [:]).keys) + observed()
    while let next = open.popLast() {
      guard let record = model.nodes[next], needed.insert(next).inserted else { continue }
      open += record.sources.joined().map(\.node)
    }
    return needed
  }

  func isStale(_ node: Int) -> Bool {
    guard evaluator.state(of: ids[node]) == .stale else { return false }
    if evaluator.policy == .eager { complain("\(node) is stale where everything is evaluated") }
    if needs?[node] != nil, !isStopping { complain("\(node) is needed and stale") }
    return true
  }

  /// Checks that only needed nodes ran, each once, and that needed nodes are up to date.
  func check(onDemand receipt: Receipt) {
    let numbers = Dictionary(uniqueKeysWithValues: model.nodes.keys.map { (ids[$0], $0) })
    let ran = receipt.evaluated.map { numbers[$0] ?? -1 }
    if Set(ran).count != ran.count { complain("a node ran twice: \(ran)") }
    if evaluator.policy == .onDemand {
      let superfluous = Set(ran).subtracting(neededNodes)
      if !superfluous.isEmpty { complain("\(superfluous.sorted()) ran, which nobody needs") }
    }
    compareState()
  }

  /// Begins, moves or ends a need, brings a node up to date, or changes the policy.
  func changeDemand(_ random: inout SplitMix64) {
    let living = model.nodes.keys.sorted()
    guard !living.isEmpty else { return }
    let node = random.pick(living)
    switch random.below(12) {
    case 0..<4:
      trace.append("need \(node)")
      needs?[node] = evaluator.need(ids[node])
    case 4..<7:
      guard let node = needs?.keys.sorted().randomElement(using: &random) else { return }
      trace.append("need \(node) no more")
      needs?[node] = nil
    case 7..<9:
      guard let key = needs?.keys.sorted().randomElement(using: &random) else { return }
      guard let need = needs?.removeValue(forKey: key) else { return }
      trace.append("need \(node) in place of \(key)")
      need.change(to: [ids[node]])
      needs?[node] = need
    case 9..<11:
      trace.append("bring up to date \(node)")
      _ = try? evaluator.bringUpToDate(ids[node])
      let isStale = evaluator.state(of: ids[node]) == .stale
      if isStale, !isStopping { complain("\(node) was brought up to date and is stale") }
    default:
      let policy: EvaluationPolicy = random.oneIn(3) ? .eager : .onDemand
      trace.append("policy \(policy)")
      evaluator.policy = policy
    }
    compareState()
  }
}
