// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Values of sources, and literals of inputs.
extension ScriptFeature {
  static let values = ScriptFeature("values", [.set, .setInEdit, .setLiteral, .clearLiteral, .setInDefinition])
}

extension ScriptStep {
  /// Sources as variables, in the order of the graph.
  private static func sources(_ model: ScriptModel) -> [NodeID] {
    model.evaluator.graph.nodes.filter { (try? model.evaluator.graph.kind(of: $0))?.inputs.isEmpty == true }
      .sorted { $0.slot < $1.slot }
  }

  static let set = ScriptStep("set", 8, .between) { model, numbers in
    let (source, number) = (numbers.pick(sources(model)), numbers.below(40))
    guard let source else { return }
    if let whole = (try? model.evaluator.variable(source, as: Int.self)).flatMap({ $0 }) {
      model.receipts.append(model.evaluator.set(whole, to: number))
      if model.evaluator.givenValue(of: whole) != number { model.complain("a source has what it was given") }
    } else if let broken = (try? model.evaluator.variable(source, as: Double.self)).flatMap({ $0 }) {
      model.receipts.append(model.evaluator.set(broken, to: Double(number) / 2))
      if model.evaluator.givenValue(of: broken) != Double(number) / 2 {
        model.complain("a source has what it was given")
      }
    }
  }

  static let setInEdit = ScriptStep("setInEdit", 3) { model, numbers in
    let (source, number) = (numbers.pick(sources(model)), numbers.below(40))
    guard let source else { return }
    let isWhole = (try? model.evaluator.variable(source, as: Int.self)).flatMap { $0 } != nil
    model.edit { edit in
      if isWhole { try edit.set(source, to: number) } else { try edit.set(source, to: Double(number) / 2 - 4) }
    }
  }

  /// A literal of a node, or of all that an input of an instance leads to.
  static let setLiteral = ScriptStep("setLiteral", 5) { model, numbers in
    guard let (input, isWhole) = pickInput(model, model.pickScope(&numbers), &numbers) else { return }
    let number = numbers.below(40)
    model.touched.formUnion(model.groups.targets(of: input).map(\.node))
    model.edit { edit in
      if isWhole {
        try edit.setLiteral(input, to: number)
      } else {
        try edit.setLiteral(input, to: Double(number) / 2 - 4)
      }
    }
  }

  static let clearLiteral = ScriptStep("clearLiteral", 2) { model, numbers in
    guard let (input, _) = pickInput(model, model.pickScope(&numbers), &numbers) else { return }
    model.edit { edit in try edit.clearLiteral(input) }
  }

  /// What a definition says of a source or a literal.
  static let setInDefinition = ScriptStep("setInDefinition", 4) { model, numbers in
    guard let scope = numbers.pick(model.instances) else { return }
    let input = pickInput(model, scope, &numbers)
    let sources = model.members(of: scope).filter { InstanceID($0) == nil && model.inputCount(of: $0) == 0 }
    let (source, number, choice) = (numbers.pick(sources), numbers.below(40), numbers.below(3))
    model.touched.formUnion(model.evaluator.graph.nodes.filter { model.groups.scope(of: $0) != nil })
    let isWhole = source.map { ((try? model.evaluator.variable($0, as: Int.self)) ?? nil) != nil } ?? false
    model.edit(in: scope) { scope in
      guard case .definition(let edit) = scope else { return }
      switch (choice, input, source) {
      case (0, let (input, true)?, _): try edit.setLiteral(input, to: number)
      case (0, let (input, false)?, _): try edit.setLiteral(input, to: Double(number) / 2 - 4)
      case (1, let (input, _)?, _): try edit.clearLiteral(input)
      case (_, _, let source?):
        if isWhole { try edit.set(source, to: number) } else { try edit.set(source, to: Double(number) / 2) }
      default: break
      }
    }
  }

  private static func pickInput(
    _ model: ScriptModel, _ scope: InstanceID?, _ numbers: inout ScriptNumbers
  ) -> (InputPort, isWhole: Bool)? {
    guard let input = model.pickInput(of: model.members(of: scope), &numbers) else { return nil }
    return (input, model.type(of: input) == PortType(Int.self))
  }
}

extension ScriptModel {
  fileprivate func type(of input: InputPort) -> PortType? {
    if let definition = InstanceID(input.node).flatMap({ groups.definition(of: $0) }) {
      return groups.inputs(of: definition)[input.index].type
    }
    return (try? evaluator.graph.kind(of: input.node))?.inputs[input.index].type
  }
}
