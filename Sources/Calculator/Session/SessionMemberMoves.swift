// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Moves of nodes into an existing group, and out of it.
extension Session {
  /// Moves nodes and groups into a group of the same scope, as one step. Values don't change, and no node runs. Formulas are
  /// rewritten to the names that apply afterwards.
  ///
  /// - Parameters:
  ///   - names: Names of nodes, and titles of groups.
  ///   - title: The title of the group.
  /// - Returns: One line about the group: `Tax: price → tax, net`.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name or group, for a node that cannot be grouped (see
  ///   ``group(_:as:)``), and if a formula would have no name for what it reads; the session is unchanged.
  /// - Complexity: O(members and their connections, and nodes of the group), for each instance of it.
  @discardableResult
  public func move(_ names: [SourceName], into title: SourceName) throws(Diagnostic) -> String {
    let group = try group(title)
    return try move(try selected(names), into: group, title)
  }

  /// Moves members into a group, even if other groups have the same title.
  package func move(
    _ selected: [(member: NodeID, name: SourceName)], into group: InstanceID, _ title: SourceName
  ) throws(Diagnostic) -> String {
    let members = try members(of: selected)
    if let own = selected.first(where: { $0.member == group.node })?.name {
      throw Diagnostic(.name, "\(title.spelling) can't contain itself; nothing changed", own.range)
    }
    for member in members where InstanceID(member) == nil {
      guard let name = evaluator.subgraphs.name(of: member) else { continue }
      try requireFree(name, in: group, title)
    }
    let spelled = selected.map(\.name.spelling).joined(separator: " ")
    let newcomers = Newcomers(self, [], named: selected.map(\.name.text), to: group)
    try moving(members, "move \(spelled) into \(title.spelling)", title.range, with: group, newcomers) { edit in
      try edit.move(members, into: group)
    }
    return summary(of: group)
  }

  /// Moves nodes and groups out of the entered group into the scope around it, in all its instances, as one step.
  ///
  /// - Parameter names: Names of nodes, and titles of groups.
  /// - Returns: One line about the group.
  /// - Throws: A ``Formulas/Diagnostic`` outside of all groups, for an unknown name, for a name that is taken outside,
  ///   and if a formula would have no name for what it reads; the session is unchanged.
  /// - Complexity: O(nodes of the group and of the scope around it), for each instance of it.
  @discardableResult
  public func moveOut(_ names: [SourceName]) throws(Diagnostic) -> String {
    guard let scope = formulas.path.scope else {
      let name = names.first
      throw Diagnostic(
        .command, "'\(name?.text ?? "")' is not in a group", name?.range ?? 0..<0,
        hint: "a member needs its path, as in move Tax › rate out; or enter its group first")
    }
    return try moveOut(try selected(names), of: scope)
  }

  /// Moves members out of their group.
  package func moveOut(
    _ selected: [(member: NodeID, name: SourceName)], of scope: InstanceID
  ) throws(Diagnostic) -> String {
    let groups = evaluator.subgraphs
    let members = try members(of: selected)
    for (member, name) in selected {
      // Unlike a group that is taken apart, this one keeps its title.
      let isTitle = groups.title(of: scope) == name.text
      if !isTitle, isFree(name.text, asTitleFor: member, of: scope) { continue }
      throw Diagnostic(
        .name, "'\(name.text)' exists outside of \(groups.title(of: scope)) too; nothing changed", name.range,
        hint: "rename one of them first")
    }
    let title = "move \(selected.map(\.name.spelling).joined(separator: " ")) out"
    let around = groups.scope(of: scope.node)
    // The same members of other instances in that scope move there as well.
    let moved = members.filter { InstanceID($0) == nil }.flatMap { groups.counterparts(of: $0) }
      .filter { member in groups.scope(of: member).map { groups.scope(of: $0.node) == around } ?? false }
    let newcomers = Newcomers(self, moved, named: selected.map(\.name.text), to: around)
    try moving(members, title, selected.first?.name.range ?? 0..<0, with: scope, newcomers) { edit in
      try edit.moveOut(members)
    }
    return summary(of: scope)
  }

  /// Throws if a name stands for something else in a group.
  private func requireFree(_ name: String, in group: InstanceID, _ title: SourceName) throws(Diagnostic) {
    let names = formulas.names(in: group)
    switch names.meaning(of: name) {
    case .node?, .output?: break
    // The input reads the node, and is removed, or reads another node of that name.
    case .input(_, let source)? where source.map({ evaluator.subgraphs.name(of: $0) == name }) ?? false: return
    case .input?: break
    case nil: if names.group(titled: name) == nil { return }
    }
    throw Diagnostic(
      .name, "'\(name)' exists in \(title.text) too; nothing changed", title.range, hint: "rename one of them first")
  }

  /// The members that names refer to, with the names.
  func selected(_ names: [SourceName]) throws(Diagnostic) -> [(member: NodeID, name: SourceName)] {
    try names.map { name throws(Diagnostic) in (member: try shownMember(name), name: name) }
  }

  /// The members without duplicates, with the formulas without a name that feed them.
  func members(of selected: [(member: NodeID, name: SourceName)]) throws(Diagnostic) -> [NodeID] {
    var (members, seen): ([NodeID], Set<NodeID>) = ([], [])
    for (member, name) in selected { members += try groupable(member, name).filter { seen.insert($0).inserted } }
    return members
  }

  /// Moves members by an edit, as one step. Rewrites their formulas and those of their readers to the names of the new scopes.
  private func moving(
    _ members: [NodeID], _ title: String, _ range: Range<Int>, with group: InstanceID, _ newcomers: Newcomers,
    _ body: (Edit) throws -> Void
  ) throws(Diagnostic) {
    let groups = evaluator.subgraphs
    var rewriting = FormulaRewriting(self)
    let ports = portNames(of: group)
    for member in members {
      if let moved = InstanceID(member) {
        for source in counterparts(of: moved).flatMap(groups.sources) {
          rewriting.add(readersOf: source.source.node, in: groups.scope(of: member))
          rewriting.add(readersOf: source.source.node, in: groups.scope(of: group.node))
        }
        continue
      }
      for index in formulas.ownFormula(of: member)?.names.indices ?? 0..<0 { rewriting.add(member.input(index)) }
      for counterpart in groups.counterparts(of: member) {
        for reader in evaluator.graph.consumers(of: counterpart.output) { rewriting.add(reader) }
      }
    }
    try relocating(members, rewriting, newcomers, title, range) { edit in
      try edit.refreshPorts(around: members)
      try body(edit.graph)
      try joinInputs(of: group, besides: ports.inputs, edit.graph)
      try nameNewPorts(of: group, besides: ports, edit.graph)
    }
  }

  /// Makes an edit that gives members another scope, as one step. They keep their texts, except for what `rewriting` changes.
  func relocating(
    _ members: [NodeID], _ rewriting: FormulaRewriting, _ newcomers: Newcomers, _ title: String, _ range: Range<Int>,
    _ body: (inout FormulaEdit) throws -> Void
  ) throws(Diagnostic) {
    var rewriting = rewriting
    let texts = members.filter { InstanceID($0) == nil }.compactMap { member in
      formulas.text(of: member).map { (member, $0, false) }
    }
    try timeline.recorded(stepTitle(title)) { () throws(Diagnostic) in
      let receipt = try edit(range) { edit in
        try body(&edit)
        edit.texts += texts
        try rewriting.rewrite(in: &edit)
        try newcomers.connect(in: edit.graph)
      }
      newcomers.keep()
      _ = result(of: receipt)
    }
  }

  private func portNames(of group: InstanceID) -> (inputs: [String], outputs: [String]) {
    let groups = evaluator.subgraphs
    return (groups.inputs(of: group).map(\.name), groups.outputs(of: group).map(\.name))
  }

  /// Merges new inputs of a group into inputs that it had before, where both have the same source in every instance.
  private func joinInputs(of group: InstanceID, besides old: [String], _ edit: Edit) throws {
    let groups = evaluator.subgraphs
    guard let definition = groups.definition(of: group) else { return }
    let inputs = groups.inputs(of: definition).map(\.name)
    let instances = groups.instances(of: definition)
    func source(_ instance: InstanceID, _ index: Int) -> OutputPort? {
      groups.targets(of: instance.node.input(index)).first.flatMap { evaluator.graph.sources(of: $0).first }
    }
    var joins: [(target: InputPort, name: String)] = []
    for (index, name) in inputs.enumerated() where !old.contains(name) {
      let twin = inputs.indices.first { other in
        old.contains(inputs[other])
          && instances.allSatisfy { source($0, index) != nil && source($0, index) == source($0, other) }
      }
      guard let twin else { continue }
      for target in groups.targets(of: group.node.input(index)) where groups.scope(of: target.node) == group {
        joins.append((target, inputs[twin]))
      }
    }
    if joins.isEmpty { return }
    try edit.change(in: group) { inner in
      for (target, name) in joins { try feed(target, from: .input(name, nil), in: inner) }
    }
  }

  /// Names the new ports of a group after their sources, unless those names are taken.
  private func nameNewPorts(
    of group: InstanceID, besides old: (inputs: [String], outputs: [String]), _ edit: Edit
  ) throws {
    let groups = evaluator.subgraphs
    let around = formulas.names(in: groups.scope(of: group.node))
    let members = Set(groups.members(of: group).compactMap { groups.name(of: $0) })
    var (inputs, outputs) = portNames(of: group)
    try edit.change(in: group) { inner in
      for (index, name) in outputs.enumerated() where !old.outputs.contains(name) {
        guard let source = groups.source(of: group.node.output(index)), groups.scope(of: source.node) == group,
          let new = groups.name(of: source.node), !outputs.contains(new)
        else { continue }
        try inner.renameOutput(name, to: new)
        outputs[index] = new
      }
      for (index, name) in inputs.enumerated() where !old.inputs.contains(name) {
        guard let target = groups.targets(of: group.node.input(index)).first,
          let source = evaluator.graph.sources(of: target).first, let new = around.name(of: source.node),
          !inputs.contains(new), !members.contains(new)
        else { continue }
        try inner.renameInput(name, to: new)
        inputs[index] = new
      }
    }
  }
}
