// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

extension GraphModel {
  /// The effects that an edit must have.
  struct Effects: Equatable {
    /// Nodes whose value or failure differs from before.
    var changed: Set<Int> = []
    var evaluated: Set<Int> = []
    var cutOff: Set<Int> = []
    var blocked: Set<Int> = []
  }

  /// The nodes in an order in which each node comes after all its dependencies.
  var ordered: [Int] {
    var placed: Set<Int> = []
    var order: [Int] = []
    var open = nodes.keys.sorted()
    while !open.isEmpty {
      let ready = open.filter { nodes[$0]?.sources.joined().allSatisfy { placed.contains($0.node) } ?? true }
      order += ready
      placed.formUnion(ready)
      open.removeAll { placed.contains($0) }
      if ready.isEmpty { break }
    }
    return order
  }

  /// Computes every node from scratch, then compares the outcomes with the previous ones to determine which nodes had to run.
  mutating func evaluate() -> Effects {
    var fresh: [Int: Outcome] = [:]
    var effects = Effects()
    for node in ordered {
      guard let record = nodes[node] else { continue }
      let outcome: Outcome
      if let value = record.value {
        outcome = Outcome(epoch: record.epoch, result: .success([value]))
        if outcome != outcomes[node] { effects.changed.insert(node) }
      } else {
        let arguments = arguments(of: node, record, fresh)
        outcome = Outcome(epoch: record.epoch, result: result(of: node, record.kind, arguments))
        note(node, record, arguments, outcome, fresh, &effects)
      }
      fresh[node] = outcome
    }
    outcomes = fresh
    touched = []
    return effects
  }

  private func note(
    _ node: Int, _ record: Node, _ arguments: [[ModelKind.Argument]], _ outcome: Outcome, _ fresh: [Int: Outcome],
    _ effects: inout Effects
  ) {
    let isNews = outcome != outcomes[node]
    let hasNews = record.sources.joined().contains { source in
      guard let new = fresh[source.node], let old = outcomes[source.node], new.epoch == old.epoch,
        case .success(let newValues) = new.result, case .success(let oldValues) = old.result
      else { return fresh[source.node] != outcomes[source.node] }
      return newValues[source.output] != oldValues[source.output]
    }
    guard touched.contains(node) || hasNews else { return }
    if isNews { effects.changed.insert(node) }
    let isBlocked = arguments.joined().contains { if case .failure = $0 { true } else { false } }
    if isBlocked, !record.kind.recovers {
      effects.blocked.insert(node)
    } else {
      effects.evaluated.insert(node)
      if !isNews { effects.cutOff.insert(node) }
    }
  }

  private func arguments(of node: Int, _ record: Node, _ fresh: [Int: Outcome]) -> [[ModelKind.Argument]] {
    record.kind.inputs.enumerated().map { index, input in
      let sources = record.sources[index]
      if sources.isEmpty, !input.isMany {
        if let value = record.literals[index] ?? input.fallback { return [.success(value)] }
        return [.failure(ModelFailure(origin: node, reason: .unsetInput(input.name)))]
      }
      return sources.map { source in
        switch fresh[source.node]?.result {
        case .success(let values): .success(values[source.output])
        case .failure(let failure): .failure(failure)
        case nil: .failure(ModelFailure(origin: source.node, reason: .thrown("the model has a cycle")))
        }
      }
    }
  }

  private func result(
    of node: Int, _ kind: ModelKind, _ arguments: [[ModelKind.Argument]]
  ) -> Result<[Datum], ModelFailure> {
    do {
      return .success(try kind.evaluate(arguments))
    } catch let failure as ModelFailure {
      return .failure(failure)
    } catch {
      return .failure(ModelFailure(origin: node, reason: .thrown("\(error)")))
    }
  }
}
