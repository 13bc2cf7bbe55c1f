// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The ports of definitions, their names and order.
extension ScriptFeature {
  static let definitions = ScriptFeature(
    "definitions", [.exposeInput, .exposeOutput, .conceal, .removePort, .renamePort, .movePort, .renameDefinition])
}

extension ScriptStep {
  static let exposeInput = ScriptStep("exposeInput", 4) { model, numbers in
    guard let scope = numbers.pick(model.instances),
      let input = model.pickInput(of: model.members(of: scope), &numbers)
    else { return }
    let joined = numbers.pick(ports(model, scope, isInput: true))
    let isJoining = numbers.below(3) == 2
    model.edit(in: scope) { scope in
      guard isJoining, let joined, scope.isDefinition else { return try scope.expose(input) }
      try scope.edit.expose(input, joining: joined)
    }
  }

  static let exposeOutput = ScriptStep("exposeOutput", 4) { model, numbers in
    guard let scope = numbers.pick(model.instances),
      let output = model.pickOutput(of: model.members(of: scope), &numbers)
    else { return }
    model.edit(in: scope) { try $0.expose(output) }
  }

  static let conceal = ScriptStep("conceal", 1) { model, numbers in
    guard let scope = numbers.pick(model.instances),
      let input = model.pickInput(of: model.members(of: scope), &numbers)
    else { return }
    model.edit(in: scope) { try $0.conceal(input) }
  }

  static let removePort = ScriptStep("removePort", 2) { model, numbers in
    guard let (scope, name, isInput) = pickPort(model, &numbers) else { return }
    let cutting = numbers.below(2) == 1
    let index = ports(model, scope, isInput: true).firstIndex(of: name)
    let targets = isInput ? index.map { model.groups.targets(of: scope.node.input($0)) } ?? [] : []
    guard model.edit(in: scope, { try $0.removePort(name, isInput: isInput, cutting: cutting) }), !model.isInEdit else {
      return
    }
    // Only the definition gives these inputs values now.
    for target in targets where model.groups.scope(of: target.node) == scope {
      let value = model.given(.input(target))
      for other in model.groups.counterparts(of: target.node)
      where model.given(.input(other.input(target.index))) != value {
        model.complain("an input without a port has what the definition says", "\(other.input(target.index))")
      }
    }
  }

  static let renamePort = ScriptStep("renamePort", 2) { model, numbers in
    guard let (scope, name, isInput) = pickPort(model, &numbers) else { return }
    let other = "p\(numbers.below(6))"
    model.edit(in: scope) { scope in
      guard scope.isDefinition else { return }
      if isInput { try scope.edit.renameInput(name, to: other) } else { try scope.edit.renameOutput(name, to: other) }
    }
  }

  static let movePort = ScriptStep("movePort", 2) { model, numbers in
    guard let (scope, name, isInput) = pickPort(model, &numbers) else { return }
    let order = numbers.below(3)
    model.edit(in: scope) { scope in
      guard scope.isDefinition else { return }
      if isInput { try scope.edit.moveInput(name, to: order) } else { try scope.edit.moveOutput(name, to: order) }
    }
  }

  static let renameDefinition = ScriptStep("renameDefinition", 1) { model, numbers in
    guard let definition = numbers.pick(model.groups.definitions) else { return }
    let (isRemoved, name) = (numbers.below(3) == 2, "D\(numbers.below(4))")
    model.edit { edit in
      if isRemoved { try edit.remove(definition) } else { try edit.rename(definition, to: name) }
    }
  }

  private static func ports(_ model: ScriptModel, _ scope: InstanceID, isInput: Bool) -> [String] {
    guard let definition = model.groups.definition(of: scope) else { return [] }
    return isInput
      ? model.groups.inputs(of: definition).map(\.name) : model.groups.outputs(of: definition).map(\.name)
  }

  private static func pickPort(
    _ model: ScriptModel, _ numbers: inout ScriptNumbers
  ) -> (InstanceID, String, isInput: Bool)? {
    let (scope, isInput) = (numbers.pick(model.instances), numbers.below(2) == 0)
    guard let scope, let name = numbers.pick(ports(model, scope, isInput: isInput)) else { return nil }
    return (scope, name, isInput)
  }
}
