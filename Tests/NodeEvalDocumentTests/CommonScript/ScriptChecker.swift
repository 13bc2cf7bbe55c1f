// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Compares the graph after a step with what it should be.
struct ScriptChecker {
  private let model: ScriptModel
  private let picture: ScriptPicture
  private var evaluator: Evaluator { model.evaluator }

  init(_ model: ScriptModel, _ picture: ScriptPicture) { (self.model, self.picture) = (model, picture) }

  /// Checks that all values and failures equal those of a naive evaluation, and that no invariant is broken.
  func checkValues() {
    let broken = evaluator.brokenRules()
    if !broken.isEmpty { model.complain("invariants hold", broken.joined(separator: "; ")) }
    for complaint in picture.naive.complaints(about: evaluator) {
      model.complain("values are those of a naive evaluation", complaint)
    }
    guard model.isPlain, evaluator.policy == .eager else { return }
    for node in evaluator.graph.nodes where !picture.isSettled(node) {
      model.complain("everything is evaluated", evaluator.subgraphs.scopedName(of: node))
    }
  }

  /// Checks that a node that converts belongs to a wire, and is removed with it.
  func checkConversions() {
    guard !model.mayHaveIdle, !model.hasLostCode else { return }
    let groups = evaluator.subgraphs
    let shown = Set(groups.connections(in: nil).flatMap { [$0.source.node, $0.target.node] })
    for node in evaluator.graph.nodes where !evaluator.isWithoutCode(node) {
      guard let kind = try? evaluator.graph.kind(of: node),
        ScriptKind.conversions.contains(where: { $0.name == kind.name })
      else { continue }
      if shown.contains(node) { model.complain("a wire that converts is shown as one", groups.scopedName(of: node)) }
      let outer = groups.scope(of: node).flatMap { groups.scope(of: $0.node) }
      let isInside = groups.scope(of: node) != nil
      let isRead =
        !evaluator.graph.consumers(of: node.output).isEmpty
        || isInside && groups.output(showing: node.output, in: outer) != nil
      let reads =
        !evaluator.graph.sources(of: node.input(0)).isEmpty
        || isInside && groups.input(showing: node.input(0), in: outer) != nil
      if !isRead || !reads {
        model.complain("conversions go with their wires", evaluator.subgraphs.scopedName(of: node))
      }
    }
  }

  /// Checks that all instances of a definition are wired alike.
  func checkInstances() {
    let groups = evaluator.subgraphs
    for definition in groups.definitions {
      let instances = groups.instances(of: definition)
      guard let first = instances.first else { continue }
      let members = groups.members(of: first)
      for other in instances.dropFirst() {
        var places: [NodeID: NodeID] = [:]
        for member in members where InstanceID(member) == nil {
          places[member] = groups.counterparts(of: member).first { groups.scope(of: $0) == other }
        }
        let wires = counted(places.keys) { places[$0] }
        // A conversion that was registered late is a member where it is not part of a wire.
        let hasAll = model.mayHaveIdle || groups.members(of: other).count == members.count
        if wires != counted(places.values, { $0 }) || !hasAll {
          model.complain("instances of a definition are wired alike", "\(first) and \(other)")
        }
      }
    }
  }

  /// Returns the connections among some nodes, with the ids that `rename` gives the nodes.
  private func counted(_ nodes: some Sequence<NodeID>, _ rename: (NodeID) -> NodeID?) -> [Connection: Int] {
    let members = Set(nodes)
    var count: [Connection: Int] = [:]
    for wire in evaluator.graph.connections
    where members.contains(wire.source.node) && members.contains(wire.target.node) {
      guard let source = rename(wire.source.node), let target = rename(wire.target.node) else { continue }
      count[
        Connection(from: source.output(wire.source.index), to: target.input(wire.target.index)), default: 0] += 1
    }
    return count
  }

  func checkObservers() {
    for (index, watcher) in model.watchers.enumerated() {
      if watcher.wasToldTheSame, model.isPlain {
        model.complain("observers are called with changes", "\(watcher.port)")
      }
      if watcher.wasToldAfterEnd { model.complain("an observer that has ended is not called", "\(watcher.port)") }
      guard !watcher.hasEnded, model.now.living.contains(index), watcher.hasOutput(in: evaluator.graph),
        picture.isSettled(watcher.port.node)
      else { continue }
      let present = ScriptPicture.result(of: watcher.port.node, evaluator).output(watcher.port.index)
      if watcher.last != present {
        model.complain(
          "observers have been called with what there is",
          "\(watcher.port): \(watcher.last.text), not \(present)")
      }
    }
  }

  /// Checks that needed nodes were evaluated, with all nodes that they read.
  func checkNeeds() {
    guard model.isPlain else { return }
    for node in model.needs.flatMap({ $0.nodes(in: evaluator) }) {
      for other in [node] + evaluator.graph.upstream(of: node) where !picture.isSettled(other) {
        model.complain("what is needed is evaluated", evaluator.subgraphs.scopedName(of: other))
      }
    }
  }

  /// Checks that the document opens as the present graph.
  func checkDocument() {
    // Nodes that lost a registered kind by undo would get the kind when the document is opened.
    if model.hasLostCode { return }
    do {
      let opened = try ScriptOpening(picture.document, model.kinds).evaluator
      let read = try ScriptPicture(opened, memory: picture.memoryOfDocument())
      if let difference = read.difference(from: picture) {
        model.complain("what is opened is what was saved", difference)
      }
      let broken = opened.brokenRules()
      if !broken.isEmpty { model.complain("invariants hold in what is opened", broken.joined(separator: "; ")) }
    } catch {
      model.complain("a document opens", "\(error)")
    }
  }

  /// Returns the readers of a failed node whose kind was changed. Its failure is a new one, even if equal, so its readers run.
  private func readersOfNewFailure(_ change: Change) -> [NodeID] {
    guard case .kindChanged(let node) = change, evaluator.failure(of: node) != nil else { return [] }
    return evaluator.graph.connections(of: node).map(\.target.node)
  }

  /// Checks that each node that ran had a reason: it reads something different, or was changed itself.
  func checkReceipts(since before: ScriptPicture) {
    guard model.isPlain, evaluator.policy == .eager else { return }
    for receipt in model.receipts {
      let touched = Set(receipt.changes.flatMap(\.affectedNodes)).union(model.touched)
        .union(receipt.changes.flatMap(readersOfNewFailure))
      // A node without code runs none. It reads a muted source again when that is set. A bypassed member reads what it passes.
      for node in receipt.evaluated
      where !touched.contains(node) && !evaluator.isWithoutCode(node) && evaluator.effectiveMode(of: node) != .bypassed
      {
        guard let run = picture.naive.runs[node], run == before.naive.runs[node] else { continue }
        model.complain("what runs has a reason", evaluator.subgraphs.scopedName(of: node))
      }
    }
  }
}

extension ScriptChecker {
  /// Checks that code has run exactly as often as the receipt says, and for each node at most once.
  func checkRuns() {
    guard model.isPlain, evaluator.policy == .eager, model.receipts.count == 1, let receipt = model.receipts.first,
      let found = model.runCounts.first ?? nil
    else { return }
    let evaluated = receipt.evaluated
    if Set(evaluated).count != evaluated.count { model.complain("a node runs at most once in an edit", "\(evaluated)") }
    let running = evaluated.compactMap { picture.naive.runs[$0] }.filter(\.runsCode)
    let kinds = running.compactMap { ScriptKind.byName[$0.kind] }
    let least = kinds.count { !$0.keepsResults }
    // A node that gets its state from a document has first run to make one.
    let most = kinds.count + kinds.count { $0.hasState }
    if !(least...most).contains(found) {
      model.complain("code runs as often as receipts say", "\(found), not \(least)...\(most)")
    }
  }
}

extension Evaluator {
  /// Whether a node has the ports of a document instead of those of its kind.
  func isWithoutCode(_ node: NodeID) -> Bool {
    guard let kind = try? graph.kind(of: node) else { return false }
    return graph.kind(named: kind.name) != kind
  }

  func isRegistered(_ node: NodeID) -> Bool {
    (try? graph.kind(of: node)).map { graph.kind(named: $0.name) != nil } ?? false
  }
}

extension ScriptResult {
  /// Returns the outcome of one output.
  func output(_ index: Int) -> ScriptResult {
    if case .values(let values) = self { return .values([values[index]]) }
    return self
  }
}
