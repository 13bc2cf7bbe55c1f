// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Values of sources, and literals of inputs.
extension ScriptFeature {
  static let values = ScriptFeature("values", [.set, .setInEdit, .setLiteral, .clearLiteral, .setInDefinition])
}

extension ScriptStep {
  /// The sources, in the order of the graph.
  private static func sources(_ model: ScriptModel) -> [NodeID] {
    model.evaluator.graph.nodes.filter { (try? model.evaluator.graph.kind(of: $0))?.inputs.isEmpty == true }
      .sorted { $0.slot < $1.slot }
  }

  static let set = ScriptStep("set", 8, .between) { model, numbers in
    let (source, number) = (numbers.pick(sources(model)), numbers.below(40))
    guard let source else { return }
    if let whole = (try? model.evaluator.variable(source, as: Int.self)).flatMap({ $0 }) {
      model.note { model.evaluator.set(whole, to: number) }
      if model.evaluator.givenValue(of: whole) != number { model.complain("a source has what it was given") }
    } else if let broken = (try? model.evaluator.variable(source, as: Double.self)).flatMap({ $0 }) {
      model.note { model.evaluator.set(broken, to: Double(number) / 2) }
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

  /// Sets the literal of a node's input, or of all inputs to which an instance's input leads.
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

  /// Sets or clears a literal, or sets a source, in a definition.
  static let setInDefinition = ScriptStep("setInDefinition", 6) { model, numbers in
    guard let scope = numbers.pick(model.instances) else { return }
    let input = pickInput(model, scope, &numbers)
    let sources = model.members(of: scope).filter { InstanceID($0) == nil && model.inputCount(of: $0) == 0 }
    let (source, number, choice) = (numbers.pick(sources), numbers.below(40), numbers.below(3))
    model.touched.formUnion(model.evaluator.graph.nodes.filter { model.groups.scope(of: $0) != nil })
    let isWhole = source.map { ((try? model.evaluator.variable($0, as: Int.self)) ?? nil) != nil } ?? false
    let place: Given? = choice == 2 ? source.map { .source($0) } : input.map { .input($0.0) }
    let followers = place.map { model.followers(of: $0) } ?? []
    let isMade = model.edit(in: scope) { scope in
      guard scope.isDefinition else { return }
      let edit = scope.edit
      switch (choice, input, source) {
      case (0, let (input, true)?, _): try edit.setLiteral(input, to: number)
      case (0, let (input, false)?, _): try edit.setLiteral(input, to: Double(number) / 2 - 4)
      case (1, let (input, _)?, _): try edit.clearLiteral(input)
      case (_, _, let source?):
        if isWhole { try edit.set(source, to: number) } else { try edit.set(source, to: Double(number) / 2) }
      default: break
      }
    }
    guard isMade, !model.isInEdit, let place else { return }
    for other in followers where model.given(other) != model.given(place) {
      model.complain("instances have what the definition says", "\(other): \(String(describing: model.given(other)))")
    }
  }

  /// A source or an input, which can be given a value.
  enum Given {
    case source(NodeID)
    case input(InputPort)

    var node: NodeID {
      switch self {
      case .source(let node): node
      case .input(let input): input.node
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
  /// Returns the counterparts of a place in those instances of the definition whose document entry has no own value there.
  fileprivate func followers(of place: ScriptStep.Given) -> [ScriptStep.Given] {
    let document = now.document
    // A literal of an enclosing group takes precedence.
    if document.definitions.contains(where: { $0.instances.contains { !$0.literals.isEmpty } }) { return [] }
    if InstanceID(place.node) != nil { return [] }
    return groups.counterparts(of: place.node).compactMap { node in
      let instance = document.instances.first { instance in
        instance.members.contains { $0.node == node.inDocument }
      }
      guard let instance, let inner = instance.members.first(where: { $0.node == node.inDocument })?.inner,
        !instance.values.contains(where: { $0.inner == inner })
      else { return nil }
      return switch place {
      case .source: .source(node)
      case .input(let input): .input(node.input(input.index))
      }
    }
  }

  /// Returns the value that was given at a place, or the value that applies without one.
  func given(_ place: ScriptStep.Given) -> ScriptValue? {
    switch place {
    case .source(let node):
      if let whole = (try? evaluator.variable(node, as: Int.self)) ?? nil {
        return .whole(evaluator.givenValue(of: whole))
      }
      if let broken = (try? evaluator.variable(node, as: Double.self)) ?? nil {
        return .broken(evaluator.givenValue(of: broken))
      }
    case .input(let input):
      if let whole = (try? evaluator.unconnectedValue(of: input, as: Int.self)) ?? nil { return .whole(whole) }
      if let broken = (try? evaluator.unconnectedValue(of: input, as: Double.self)) ?? nil { return .broken(broken) }
    }
    return nil
  }

  fileprivate func type(of input: InputPort) -> PortType? {
    if let definition = InstanceID(input.node).flatMap({ groups.definition(of: $0) }) {
      return groups.inputs(of: definition)[input.index].type
    }
    return (try? evaluator.graph.kind(of: input.node))?.inputs[input.index].type
  }
}
