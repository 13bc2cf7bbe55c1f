// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Saving and opening, copying and pasting.
extension ScriptFeature {
  static let documents = ScriptFeature("documents", [.reopen, .paste])
}

extension ScriptStep {
  /// Writes the document, and continues with what is read from it.
  static let reopen = ScriptStep("reopen", 2, .between) { model, _ in
    do {
      let text = try DocumentKinds.json(model.now.document)
      let document = try DocumentKinds.document(text)
      if document != model.now.document { model.complain("a document is read as it was written") }
      try model.reopen(document, with: model.kinds)
    } catch {
      model.complain("a document opens", "\(error)")
    }
  }

  /// Copies members of one scope into another.
  static let paste = ScriptStep("paste", 2, .between) { model, numbers in
    guard model.evaluator.graph.nodeCount < 20 else { return }
    let (source, scope) = (model.pickScope(&numbers), model.pickScope(&numbers))
    let members = numbers.pickSome(of: model.members(of: source), atMost: 3)
    let keepsOuter = numbers.below(2) == 1
    guard let fragment = try? model.evaluator.copy(members) else {
      return model.complain("members can be copied")
    }
    model.edit(in: scope) { scope in
      try scope.edit.paste(fragment, offset: GraphPoint(1, 2), keepingOuterConnections: keepsOuter)
    }
  }
}
