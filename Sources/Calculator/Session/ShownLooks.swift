// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// What is shown otherwise than by default in a scope, by names: what lists, scripts and texts of sessions say of it.
struct ShownLooks {
  /// Nodes and groups in the order of their names.
  private(set) var members: [(name: String, settings: String, isGroup: Bool)] = []
  /// Wires by the ports that they lead to; `isPlain` if no end is a group.
  private(set) var wires: [(name: String, settings: String, isPlain: Bool)] = []
  /// The words of commands that make the frames, in their order.
  private(set) var frames: [String] = []

  /// - Complexity: O(members and connections) where anything has a look, O(1) otherwise.
  init(of session: Session, in scope: InstanceID?) {
    let groups = session.evaluator.subgraphs
    guard groups.hasLooks(in: scope) else { return }
    for member in groups.members(of: scope) {
      let look = groups.look(of: member)
      guard !look.isDefault, let name = session.nameWhereOneIs(of: member) else { continue }
      members.append((SourceName.spelling(name), look.settings, InstanceID(member) != nil))
    }
    for wire in groups.connections(in: scope) {
      let look = groups.look(of: wire, in: scope)
      guard !look.isDefault, let name = session.nameWhereOneIs(of: wire.target.node),
        let port = session.portName(wire.target)
      else { continue }
      let ends = [wire.source.node, wire.target.node]
      wires.append(
        (
          "\(SourceName.spelling(name)).\(SourceName.spelling(port))", look.settings,
          ends.allSatisfy { InstanceID($0) == nil && session.nameWhereOneIs(of: $0) != nil }
        ))
    }
    members.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    wires.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    frames = groups.frames(in: scope).map(\.frame.words)
  }

  /// Commands that make it, in a session without groups; what belongs to groups is not among them.
  var commands: [String] {
    members.filter { !$0.isGroup }.map { ".look \($0.name) \($0.settings)" }
      + wires.filter(\.isPlain).map { ".look \($0.name) \($0.settings)" } + frames.map { ".frame \($0)" }
  }

  /// What no script can make, as text.
  var rest: [String] {
    members.filter(\.isGroup).map { "look \($0.name) \($0.settings)" }
      + wires.filter { !$0.isPlain }.map { "look \($0.name) \($0.settings)" }
  }

  /// All of it as text.
  var all: [String] {
    members.map { "look \($0.name) \($0.settings)" } + wires.map { "look \($0.name) \($0.settings)" }
      + frames.map { "frame \($0)" }
  }
}

extension Session {
  /// What an input is called: of a formula by the name in it.
  func portName(_ input: InputPort) -> String? {
    let groups = evaluator.subgraphs
    if let definition = InstanceID(input.node).flatMap(groups.definition) {
      let inputs = groups.inputs(of: definition)
      return inputs.indices.contains(input.index) ? inputs[input.index].name : nil
    }
    let names = formulas.formula(of: input.node)?.names
    if let names, names.indices.contains(input.index) { return names[input.index].text }
    let inputs = (try? evaluator.graph.kind(of: input.node).inputs) ?? []
    return inputs.indices.contains(input.index) ? inputs[input.index].name : nil
  }
}
