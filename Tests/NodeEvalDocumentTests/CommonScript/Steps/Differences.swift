// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Differences between past and present documents.
extension ScriptFeature {
  static let differences = ScriptFeature("differences", [.difference, .merge, .applyDifference])
}

extension ScriptStep {
  /// Picks some of the past, present and future documents; returns `nil` if one of them doesn't fit the kinds. Each has fitted
  /// the kinds of its time, but one in which nodes had no code may contain connections that their kinds don't allow, as documents
  /// of other editors may.
  private static func pickDocuments(
    _ count: Int, _ model: ScriptModel, _ numbers: inout ScriptNumbers
  ) -> [GraphDocument]? {
    let documents = (model.past + [model.now] + model.future.reversed()).map(\.document)
    let picked = (0..<count).compactMap { _ in numbers.pick(documents) }
    return picked.allSatisfy { (try? open($0, model)) != nil } ? picked : nil
  }

  /// Turns one document into another, by both ways of applying a difference.
  static let difference = ScriptStep("difference", 2, .between) { model, numbers in
    guard let picked = pickDocuments(2, model, &numbers) else { return }
    let (old, new) = (picked[0], picked[1])
    let difference = GraphDiff(from: old, to: new)
    do {
      if try difference.applied(to: old) != new { model.complain("a difference leads to what it was made to") }
      let (opened, wanted) = (try open(old, model), try open(new, model))
      opened.undoLimit = 1 << 30
      var ids: [NodeID: NodeID] = [:]
      try opened.edit { edit in ids = try edit.apply(difference) }
      complain(about: opened, wanted, ids, model)
      opened.undo()
      if try opened.document() != old { model.complain("what a difference has changed is undone") }
    } catch GraphDiffError.withoutCode, GraphDiffError.state {
      // This refusal is documented.
    } catch GraphDiffError.doesNotFit(_, let step)
      where (try? open(old, model)).map({ namesPortWithoutCode(step, $0) }) == true
    {
      // This refusal is documented, too.
    } catch GraphDiffError.doesNotFit where beginsStates(old, model) {
      // What the difference was made from is not what was opened.
    } catch {
      model.complain("a difference is applied to what it was made from", "\(error)")
    }
  }

  /// Applies a difference to a document that was changed in another way, and compares both ways of applying it.
  static let merge = ScriptStep("merge", 3, .between) { model, numbers in
    guard let picked = pickDocuments(3, model, &numbers) else { return }
    let (base, theirs, mine) = (picked[0], picked[1], picked[2])
    let difference = GraphDiff(from: base, to: theirs)
    let made: GraphDocument?
    do throws(GraphDiffError) {
      made = try difference.applied(to: mine)
    } catch {
      // In an evaluator, added nodes and groups get other ids.
      if case .doesNotFit(_, .addNode) = error { return }
      if case .doesNotFit(_, .addInstance) = error { return }
      if case .doesNotFit(_, .addDefinition) = error { return }
      made = nil
    }
    do {
      let evaluator = try open(mine, model)
      var ids: [NodeID: NodeID]?
      do {
        try evaluator.edit { edit in ids = try edit.apply(difference) }
      } catch GraphDiffError.withoutCode, GraphDiffError.state {
        return
      } catch {
        ids = nil
      }
      guard let made else {
        if ids != nil { model.complain("what a document refuses, an evaluator refuses", "\(difference)") }
        return
      }
      let wanted: Evaluator
      do {
        wanted = try open(made, model)
      } catch {
        // Only the kind of a node determines its ports, so only the evaluator can refuse a connection that doesn't fit.
        if ids == nil { return }
        throw error
      }
      guard let ids else {
        if difference.steps.contains(where: { namesPortWithoutCode($0, evaluator) }) || beginsStates(mine, model) {
          return
        }
        return model.complain("what a document takes, an evaluator takes", "\(difference)")
      }
      complain(about: evaluator, wanted, ids, model)
    } catch {
      model.complain("what a difference has made opens", "\(error): \(difference)")
    }
  }

  /// Applies the difference to a past or future document to the graph itself, as one of its edits.
  static let applyDifference = ScriptStep("applyDifference", 3, .between) { model, numbers in
    guard let target = pickDocuments(1, model, &numbers)?.first else { return }
    let difference = GraphDiff(from: model.now.document, to: target)
    let isFork = model.forkUse != nil
    var ids: [NodeID: NodeID] = [:]
    guard model.edit({ edit in ids = try edit.apply(difference) }), !isFork, !model.hasLostCode else { return }
    do {
      complain(about: model.evaluator, try open(target, model), ids, model)
    } catch {
      model.complain("what a difference leads to opens", "\(error)")
    }
  }

  /// Whether a step connects a port that a node without code lacks: such a node has the ports that its document names.
  private static func namesPortWithoutCode(_ step: GraphDiff.Step, _ evaluator: Evaluator) -> Bool {
    guard case .connect(let member, let connection, _, _) = step else { return false }
    let input = (try? evaluator.graph.kind(of: member))?.position(ofInput: connection.input)
    let outputs = (try? evaluator.graph.kind(of: connection.source))?.outputs ?? []
    return evaluator.isWithoutCode(member) && input == nil
      || evaluator.isWithoutCode(connection.source) && !outputs.contains { $0.name == connection.output }
  }

  /// Whether opening a document changes it: a node that had not run when it was written runs, and then has a state.
  private static func beginsStates(_ document: GraphDocument, _ model: ScriptModel) -> Bool {
    (try? open(document, model).document()) != document
  }

  private static func open(_ document: GraphDocument, _ model: ScriptModel) throws -> Evaluator {
    try ScriptOpening(document, model.kinds).evaluator
  }

  /// Compares the result of a difference with the document to which it leads. Added nodes have other ids.
  private static func complain(
    about made: Evaluator, _ wanted: Evaluator, _ ids: [NodeID: NodeID], _ model: ScriptModel
  ) {
    for rule in made.brokenRules() { model.complain("invariants hold after a difference was applied", rule) }
    for node in wanted.graph.nodes.sorted(by: { $0.slot < $1.slot }) {
      let other = ids[node.inDocument] ?? node.inDocument
      let expected = ScriptPicture.result(of: node, wanted).renamed(ids)
      guard made.graph.contains(other) else {
        return model.complain("a difference makes all nodes", "\(node)")
      }
      guard ScriptPicture.isSettled(node, wanted), ScriptPicture.isSettled(other, made) else { continue }
      // A difference that changes a tick advances a state.
      if hasState(node, wanted) || hasState(other, made) { continue }
      let found = ScriptPicture.result(of: other, made)
      if found != expected {
        model.complain("a difference makes the values that it leads to", "\(node): \(found), not \(expected)")
      }
    }
    if made.graph.nodeCount != wanted.graph.nodeCount { model.complain("a difference makes no other nodes") }
  }

  /// Whether a node's value depends on a state.
  private static func hasState(_ node: NodeID, _ evaluator: Evaluator) -> Bool {
    ([node] + evaluator.graph.upstream(of: node)).contains { other in
      (try? evaluator.graph.kind(of: other)).flatMap { ScriptKind.byName[$0.name] }?.hasState == true
    }
  }
}

extension ScriptResult {
  fileprivate func renamed(_ ids: [NodeID: NodeID]) -> ScriptResult {
    if case .failed(let node, let reason) = self { return .failed(ids[node]?.inDocument ?? node, reason) }
    return self
  }
}
