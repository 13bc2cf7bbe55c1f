// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The looks of a scope that are not the default, by name, as lists, scripts and texts of sessions show them.
struct ShownLooks {
  /// Nodes and groups in the order of their names.
  private(set) var members: [(name: String, settings: String, isGroup: Bool)] = []
  /// Wires by the ports that they are connected to; `isPlain` if no end is a group or a formula without a name.
  private(set) var wires: [(name: String, settings: String, isPlain: Bool)] = []
  /// The arguments of the commands that add the frames, in order.
  private(set) var frames: [String] = []

  /// - Parameters:
  ///   - session: The session.
  ///   - scope: The scope; `nil` for the root.
  ///   - commented: The nodes whose notes are written as comments of a script. Notes on the canvas are then comments as well,
  ///     where comments can hold them.
  /// - Complexity: O(members and connections) if anything has a look, O(1) otherwise.
  init(of session: Session, in scope: InstanceID?, commented: Set<NodeID>? = nil) {
    let groups = session.evaluator.subgraphs
    guard groups.hasLooks(in: scope) else { return }
    for member in groups.members(of: scope) {
      var look = groups.look(of: member)
      if commented?.contains(member) == true { look.note = nil }
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
    frames = groups.frames(in: scope).map { $0.frame.words(isComment: commented != nil && $0.frame.isComment) }
  }

  /// The commands that set the looks, for a session without groups; looks that involve groups are left out.
  var commands: [String] {
    members.filter { !$0.isGroup }.map { ".look \($0.name) \($0.settings)" }
      + wires.filter(\.isPlain).map { ".look \($0.name) \($0.settings)" } + frames.map { ".frame \($0)" }
  }

  /// The looks that no script can set, as text.
  var rest: [String] {
    members.filter(\.isGroup).map { "look \($0.name) \($0.settings)" }
      + wires.filter { !$0.isPlain }.map { "look \($0.name) \($0.settings)" }
  }

  /// All looks and frames, as text.
  var all: [String] {
    members.map { "look \($0.name) \($0.settings)" } + wires.map { "look \($0.name) \($0.settings)" }
      + frames.map { "frame \($0)" }
  }
}

extension Session {
  /// The name of an input; for a formula, the name in it.
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
