// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Groups that are taken apart: their members move into the scope around them.
extension Session {
  /// Takes a group apart: its members become nodes and groups of the scope around it. Values don't change, and no node runs.
  ///
  /// Formulas of the group are rewritten where their sources have other names outside. A value of an input becomes a node named
  /// after the input, and a formula without a name gets that name. A group inside the entered group is taken apart in all
  /// instances of the latter.
  ///
  /// - Parameter name: The title of a group.
  /// - Returns: One line: `Tax is rate, tax again`.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown group, if the name of a member is taken outside, if a formula
  ///   reads an input that is not connected and has no value, and if a formula outside has another name for an output;
  ///   the session is unchanged.
  /// - Complexity: O(members and their readers).
  @discardableResult
  public func ungroup(_ name: SourceName) throws(Diagnostic) -> String {
    try ungroup(try group(name), name)
  }

  /// Takes a group apart, even if other groups have the same title.
  package func ungroup(_ group: InstanceID, _ name: SourceName) throws(Diagnostic) -> String {
    let groups = evaluator.subgraphs
    let members = groups.members(of: group)
    let named = members.compactMap { groups.name(of: $0) }
    for member in members {
      let isNode = InstanceID(member) == nil
      guard let inside = isNode ? groups.name(of: member) : InstanceID(member).map({ groups.title(of: $0) }) else {
        continue
      }
      if !isFree(inside, asTitleFor: member, of: group) {
        throw Diagnostic(
          .name, "'\(inside)' exists outside of \(name.text) too; nothing changed", name.range,
          hint: "rename it first, or use expand \(name.spelling), which makes new names")
      }
      if let reader = reader(of: inside, exceptFrom: group) {
        throw Diagnostic(
          .name, "\(formulas.spelledTitle(of: reader)) reads another '\(inside)'; nothing changed", name.range,
          hint: "rename '\(inside)' in one of the groups first, or use expand \(name.spelling), which makes new names")
      }
    }
    for member in members where InstanceID(member) == nil { try requireReaders(of: member, in: group, name) }
    try takeApart(group, OwnInputs(self, of: group, name.text), name, "ungroup \(name.spelling)")
    let titles = members.compactMap { InstanceID($0) }.map { evaluator.subgraphs.title(of: $0) }
    let list = MessageText.list(
      (named + titles).prefix(12).map { SourceName.spelling($0) }, of: named.count + titles.count)
    return "\(name.spelling) is \(list) again"
  }

  /// Takes a group apart, as one step. Its formulas, and the formulas around it that read it, are rewritten to the names of the scope
  /// around it.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - inputs: The values and formulas of its inputs, which get names first.
  ///   - renamed: The new names of its nodes, by those in the group.
  ///   - name: The title of the group.
  ///   - title: The title of the step.
  /// - Throws: A ``Formulas/Diagnostic`` if a formula would have no name for a source; the session is unchanged.
  func takeApart(
    _ group: InstanceID, _ inputs: OwnInputs, renaming renamed: [String: String] = [:], _ name: SourceName,
    _ title: String
  ) throws(Diagnostic) {
    try groupedWhole(stepTitle(title)) { () throws(Diagnostic) in
      try inputs.giveNames()
      try takeApart(group, renamed, name, title)
    }
    formulas.numbers.release(name.text)
  }

  private func takeApart(
    _ group: InstanceID, _ renamed: [String: String], _ name: SourceName, _ title: String
  ) throws(Diagnostic) {
    let groups = evaluator.subgraphs
    let scope = groups.scope(of: group.node)
    let members = groups.members(of: group)
    var rewriting = FormulaRewriting(self)
    for member in members where InstanceID(member) == nil {
      guard let text = formulas.text(of: member), let formula = try? Formula(text) else { continue }
      try requireNames(outside: member, formula, in: group, name)
      for index in formula.names.indices { rewriting.add(member.input(index)) }
    }
    for (_, _, source) in groups.sources(ofOutputsOf: group) { rewriting.add(readersOf: source.node, in: scope) }
    let names = members.compactMap { groups.name(of: $0) }.map { renamed[$0] ?? $0 }
    let newcomers = Newcomers(self, members, named: names, to: scope)
    try relocating(members, rewriting, newcomers, title, name.range) { edit in
      if !renamed.isEmpty { try rename(renamed, in: group, edit.graph) }
      try edit.graph.change(in: scope) { inner in try inner.ungroup(group) }
    }
  }

  /// Gives nodes of a group new names. In instances that are not taken apart, they keep theirs.
  private func rename(_ renamed: [String: String], in group: InstanceID, _ edit: Edit) throws {
    let groups = evaluator.subgraphs
    let alike = groups.definition(of: group).map { groups.instances(of: $0).count } ?? 0
    if alike > counterparts(of: group).count {
      try edit.change(in: groups.scope(of: group.node)) { inner in _ = try inner.makeIndependent(group) }
    }
    try edit.change(in: group) { inner in
      for member in inner.members {
        guard let new = inner.name(of: member).flatMap({ renamed[$0] }) else { continue }
        try inner.rename(member, to: new)
      }
    }
  }

  /// Whether a member can keep its name outside of its group.
  func isFree(_ inside: String, for member: NodeID, of group: InstanceID) -> Bool {
    isFree(inside, asTitleFor: member, of: group) && reader(of: inside, exceptFrom: group) == nil
  }

  /// Whether a member can keep its name outside of its group, disregarding formulas there that read outputs by that name.
  func isFree(_ inside: String, asTitleFor member: NodeID, of group: InstanceID) -> Bool {
    let scope = evaluator.subgraphs.scope(of: group.node)
    let names = formulas.names(in: scope)
    if formulas.functions[inside] != nil || namedResults(inside, in: scope) != nil { return false }
    if let titled = names.group(titled: inside), titled != group { return false }
    switch names.meaning(of: inside) {
    case .node(let holder)?, .output(_, let holder)?: return holder == member
    case .input?: return false
    case nil: return true
    }
  }

  /// A formula outside that reads an output of another group by that name; `nil` if there is none.
  private func reader(of output: String, exceptFrom group: InstanceID) -> NodeID? {
    let groups = evaluator.subgraphs
    let scope = groups.scope(of: group.node)
    for other in groups.instances(in: scope) where other != group {
      for (name, _, source) in groups.sources(ofOutputsOf: other) where name == output {
        let reader = formulas.readers(of: source, in: scope).first { $0.name == output }
        if let reader { return reader.node }
      }
    }
    return nil
  }

  /// Throws if a reader outside the group has another name for a member than the member itself.
  private func requireReaders(of member: NodeID, in group: InstanceID, _ name: SourceName) throws(Diagnostic) {
    let groups = evaluator.subgraphs
    let inside = groups.name(of: member)
    for (reader, read, _) in formulas.readers(of: member.output, in: groups.scope(of: group.node)) where read != inside
    {
      throw Diagnostic(
        .name,
        "\(formulas.spelledTitle(of: reader)) reads '\(read)', which would have "
          + (inside.map { "the name '\($0)'" } ?? "no name") + " outside of \(name.text); nothing changed", name.range)
    }
  }

  /// Throws if a member reads, through inputs of its group, a source that has no name outside, or one source by two names.
  private func requireNames(
    outside member: NodeID, _ formula: Formula, in group: InstanceID, _ name: SourceName
  ) throws(Diagnostic) {
    let groups = evaluator.subgraphs
    let scope = groups.scope(of: group.node)
    var given: Set<String> = []
    for (index, used) in formula.names.enumerated() {
      let input = member.input(index)
      if formulas.groupInput(leadingTo: input, in: group) == nil { continue }
      let source = evaluator.graph.sources(of: input).first?.node
      guard
        let read = formulas.groupInput(leadingTo: input, in: scope)
          ?? source.flatMap({ formulas.names(in: scope).name(of: $0) })
      else {
        throw Diagnostic(
          .port,
          "\(name.spelling).\(SourceName.spelling(used.text)) is not connected to a node with a name; nothing changed",
          name.range, hint: "write NODE -> \(name.spelling).\(SourceName.spelling(used.text))")
      }
      if given.insert(read).inserted { continue }
      throw Diagnostic(
        .name, "\(groups.scopedName(of: member)) reads one node by two names; nothing changed", name.range,
        notes: [formula.text])
    }
  }
}
