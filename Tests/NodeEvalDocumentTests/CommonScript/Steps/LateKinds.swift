// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Kinds that are registered after nodes of them exist.
extension ScriptFeature {
  static let lateKinds = ScriptFeature("late kinds", [.reopenWithout, .register])
}

extension ScriptStep {
  /// Opens the document without the code of a kind.
  static let reopenWithout = ScriptStep("reopenWithout", 2, .between) { model, numbers in
    let document = model.now.document
    let names = Set((document.nodes + document.definitions.flatMap(\.nodes)).map(\.kind)).sorted()
    guard let name = numbers.pick(names), model.kinds.count > ScriptKind.all.count - 3 else { return }
    do {
      try model.reopen(document, with: model.kinds.filter { $0.name != name })
    } catch {
      model.complain("a document opens without the code of a kind", "\(error)")
    }
  }

  static let register = ScriptStep("register", 4, .between) { model, numbers in
    let known = Set(model.kinds.map(\.name))
    guard let kind = numbers.pick(ScriptKind.all.filter({ !known.contains($0.name) })) else { return }
    model.register(kind)
  }
}
