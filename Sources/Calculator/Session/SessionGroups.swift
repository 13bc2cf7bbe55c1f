// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Groups of nodes, and the current scope.
extension Session {
  /// Makes a group of nodes and groups. No node runs, and formulas keep their texts.
  ///
  /// ```swift
  /// try session.run("price = 20; rate = 20%; tax = price * rate; total = price + tax")
  /// try session.group([SourceName("rate", range: 0..<4), SourceName("tax", range: 5..<8)], as: name)
  /// // Tax: price → tax
  /// ```
  ///
  /// The inputs of the group are what its members read from outside, and its outputs what is read of its members. Ports have the
  /// names that formulas use, inside and outside, so formulas outside still read `tax`. Inside an entered group, its nodes and
  /// groups become a group in all its instances.
  ///
  /// - Parameters:
  ///   - names: Names of nodes, and titles of groups.
  ///   - name: A name that neither a node, a group nor a function has.
  /// - Returns: One line about the group: `Tax: price → tax`.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name, for a node in another group, for a name that is taken,
  ///   and for a formula that reads a file, waits for a name, or calls a user-defined function that reads names other
  ///   than its parameters; the session is unchanged.
  /// - Complexity: O(k log k) for k members and their connections.
  @discardableResult
  public func group(_ names: [SourceName], as name: SourceName) throws(Diagnostic) -> String {
    summary(of: try group(try selected(names), as: name))
  }

  /// Makes a group of members, even if other members have the same names or titles.
  package func group(_ selected: [(member: NodeID, name: SourceName)], as name: SourceName) throws(Diagnostic)
    -> InstanceID
  {
    try requireFreeTitle(name)
    let scope = formulas.path.scope
    let members = try members(of: selected)
    var group: InstanceID?
    let title = "group \(name.spelling) = \(selected.map(\.name.spelling).joined(separator: " "))"
    try timeline.recorded(stepTitle(title)) { () throws(Diagnostic) in
      _ = try edit(name.range) { edit in
        try edit.refreshPorts(around: members)
        try edit.graph.change(in: scope) { inner in group = try inner.group(members, named: name.text) }
        guard let group else { return }
        try namePorts(of: group, edit.graph)
        try requireNames(of: group)
      }
    }
    guard let group else { throw Diagnostic(.name, "nothing was grouped", name.range) }
    return group
  }

  /// One line about a group: `Tax: price → tax`
  package func summary(of group: InstanceID) -> String {
    let groups = evaluator.subgraphs
    let inputs = groups.inputs(of: group).map { SourceName.spelling($0.name) }
    let outputs = groups.outputs(of: group).map { SourceName.spelling($0.name) }
    let flow = [inputs.joined(separator: ", "), outputs.joined(separator: ", ")].filter { !$0.isEmpty }
    if flow.isEmpty { return "\(groups.title(of: group)): no inputs or outputs" }
    return "\(groups.title(of: group)): "
      + (inputs.isEmpty ? "→ " : "") + flow.joined(separator: " → ") + (outputs.isEmpty ? " →" : "")
  }

  /// The nodes that a member brings into a new group: itself, and the formulas without a name that feed it.
  func groupable(_ node: NodeID, _ name: SourceName) throws(Diagnostic) -> [NodeID] {
    if InstanceID(node) != nil { return [node] }
    let members = [node] + helpers(of: node)
    for member in members {
      guard let formula = formulas.formula(of: member) else { continue }
      let title = formulas.spelledTitle(of: member)
      let place = (notes: ["\(title) = \(formula.text)"], hint: "leave it out of the group")
      if let uncertainty = formulas.uncertainty(of: member) {
        throw Diagnostic(
          .kind, "\(title) is uncertain, which a node in a group can't be; nothing changed", name.range,
          hint: "\(place.hint), or write \(title) = \(formula.text) first",
          notes: [uncertainty.statement(naming: name.text)])
      }
      if let (function, read) = formulas.functions.all.outerName(readBy: formula.functions) {
        throw Diagnostic(
          .kind, "\(title) calls \(function.name), which reads '\(read)', and a group can't; nothing changed",
          name.range,
          hint: "make '\(read)' a parameter of it, or \(place.hint)", notes: place.notes + [function.text])
      }
      if !formula.columns.isEmpty {
        throw Diagnostic(
          .kind, "\(title) reads a file, and a group can't; nothing changed", name.range, hint: place.hint,
          notes: place.notes)
      }
    }
    if let waiting = unconnectedInputs(of: members).first {
      let title = formulas.spelledTitle(of: waiting.node)
      throw Diagnostic(
        .name, "\(title) waits for '\(waiting.name)'; nothing changed", name.range, hint: "define it first",
        notes: ["\(title) = \(formulas.text(of: waiting.node) ?? "")"])
    }
    return members
  }

  /// The node that a name refers to, if it can be changed in the current scope.
  func ownNode(_ name: SourceName) throws(Diagnostic) -> NodeID {
    switch formulas.names.meaning(of: name.text) {
    case .node(let node)?: return node
    case .output(_, let node)?: try requireOwn(node, name)
    case .input?:
      throw Diagnostic(.name, "'\(name.text)' is an input of \(breadcrumb.last ?? "the group")", name.range)
    case nil: break
    }
    throw formulas.unknown(name)
  }

  /// Throws if a node is in a group of the current scope.
  func requireOwn(_ node: NodeID, _ name: SourceName) throws(Diagnostic) {
    let groups = evaluator.subgraphs
    guard let group = groups.scope(of: node), group != formulas.path.scope,
      let shown = groups.member(showing: node, in: formulas.path.scope).flatMap({ InstanceID($0) })
    else { return }
    let title = groups.title(of: shown)
    throw Diagnostic(
      .name, "'\(name.text)' is in the group \(title); nothing changed", name.range,
      hint: "enter \(SourceName.spelling(title)) changes it, ungroup \(SourceName.spelling(title)) takes it out")
  }

  func requireFreeTitle(_ name: SourceName) throws(Diagnostic) {
    if isTaken(name.text) {
      throw Diagnostic(.name, "the name '\(name.text)' is taken; nothing changed", name.range)
    }
    if SourceName.isSpellable(name.text), !name.text.contains(" › ") { return }
    throw Diagnostic(
      .name, "'\(name.text)' can't be the name of a group", name.range,
      hint: "a name consists of visible characters other than back-ticks, without ' › '")
  }

  /// Names the ports of a new group after the names that its formulas use for their values. Formulas of inner groups use the names of
  /// those groups' inputs, which the new group's members may have.
  private func namePorts(of group: InstanceID, _ edit: Edit) throws {
    let groups = evaluator.subgraphs
    var taken = Set(groups.members(of: group).compactMap { groups.name(of: $0) })
    var inputs: [String] = []
    let declared = groups.inputs(of: group)
    let used = declared.indices.map { index -> String? in
      for target in groups.targets(of: group.node.input(index)) where groups.scope(of: target.node) == group {
        let text = formulas.text(of: target.node)
        let names = text.flatMap { try? Formula($0) }?.names
        if let names, names.indices.contains(target.index) { return names[target.index].text }
      }
      return nil
    }
    taken.formUnion(used.compactMap { $0 })
    for (index, name) in used.enumerated() {
      inputs.append(name ?? Edit.freshName(declared[index].name) { taken.contains($0) })
      taken.insert(inputs[index])
    }
    let outputs = groups.outputs(of: group).indices.map { index -> String? in
      let port = group.node.output(index)
      return groups.source(of: port).flatMap { source in
        // An output that an inner group gives keeps its name.
        groups.scope(of: source.node) == group ? groups.name(of: source.node) : nil
      }
    }
    try edit.change(in: group) { inner in
      // Two ports may swap their names, so all get temporary names first.
      for (index, input) in declared.enumerated() { try inner.renameInput(input.name, to: "\u{1}\(index)") }
      for (index, name) in inputs.enumerated() { try inner.renameInput("\u{1}\(index)", to: name) }
      let given = groups.outputs(of: group)
      for (index, output) in given.enumerated() where outputs[index] != nil {
        try inner.renameOutput(output.name, to: "\u{1}\(index)")
      }
      for (index, name) in outputs.enumerated() { if let name { try inner.renameOutput("\u{1}\(index)", to: name) } }
    }
  }

  /// Throws if a formula outside the new group would read something other than the name in it says.
  private func requireNames(of group: InstanceID) throws(Diagnostic) {
    let groups = evaluator.subgraphs
    let scope = groups.scope(of: group.node)
    for (_, _, source) in groups.sources(ofOutputsOf: group) {
      for (reader, name, _) in formulas.readers(of: source, in: scope)
      where formulas.names(in: scope).meaning(of: name)?.node != source.node {
        throw Diagnostic(
          .name,
          "\(formulas.spelledTitle(of: reader)) reads '\(name)', which would have another name; nothing changed",
          0..<0, hint: "put it into the group as well")
      }
    }
  }

  // MARK: Current scope

  /// The scope of statements: the groups that were entered, the outermost first.
  public var path: GraphPath { formulas.path }

  /// The titles of the groups that were entered, the outermost first.
  public var breadcrumb: [String] { evaluator.subgraphs.titles(along: formulas.path) }

  /// Enters a group: names have the meanings of the group until ``leave()``.
  ///
  /// Inside, a definition changes the group in all its instances, or in none of them. A node outside can be read through an input;
  /// a formula that names such a node adds the input.
  ///
  /// - Parameter name: The title of a group.
  /// - Throws: A ``Formulas/Diagnostic`` if the group does not exist.
  public func enter(_ name: SourceName) throws(Diagnostic) { formulas.path.enter(try group(name)) }

  /// Leaves the group that was entered last.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if none was entered.
  public func leave() throws(Diagnostic) {
    if formulas.path.leave() { return }
    throw Diagnostic(.command, "no group is entered", 0..<0, hint: "enter NAME enters one")
  }

  /// Makes edits as if the groups of a path were entered, then returns to the former scope.
  package func within<Value>(_ path: GraphPath, _ body: () throws(Diagnostic) -> Value) throws(Diagnostic) -> Value {
    let before = formulas.path
    formulas.path = path
    defer { formulas.path = evaluator.subgraphs.living(before) }
    return try body()
  }

  /// Whether the current scope has a group with a title.
  package func isGroup(_ name: SourceName) -> Bool { formulas.names.group(titled: name.text) != nil }

  /// The group with a title in the current scope.
  func group(_ name: SourceName) throws(Diagnostic) -> InstanceID {
    let names = formulas.names
    if let group = names.group(titled: name.text) { return group }
    if node(named: name.text) != nil || formulas.functions[name.text] != nil {
      throw Diagnostic(.name, "'\(name.text)' is not a group", name.range)
    }
    let titles = evaluator.subgraphs.instances(in: names.scope).map { evaluator.subgraphs.title(of: $0) }
    throw Diagnostic(
      .name, "unknown group '\(name.text)'", name.range,
      hint: Suggestion.hint(for: name.text, among: titles) ?? (titles.isEmpty ? "group NAME = NODE… makes one" : nil))
  }

  /// Exposes a name of the entered group as one of its outputs, in all instances.
  ///
  /// - Parameter name: The name of a node of the group, or of an output of a group in it.
  /// - Throws: A ``Formulas/Diagnostic`` outside of all groups, for an unknown name, for an input, and for what is an
  ///   output already; the session is unchanged.
  /// - Complexity: O(ports of the group)
  public func expose(_ name: SourceName) throws(Diagnostic) {
    guard let scope = formulas.path.scope else {
      throw Diagnostic(
        .command, "outside of groups every name can be read", name.range, hint: "enter GROUP, then expose a name of it")
    }
    let output: OutputPort
    switch formulas.names.meaning(of: name.text) {
    case .node(let node): output = node.output
    case .output(let port, _): output = port
    case .input:
      throw Diagnostic(.name, "'\(name.text)' is an input of \(breadcrumb.last ?? "the group")", name.range)
    case nil: throw formulas.unknown(name)
    }
    let source = evaluator.subgraphs.source(of: output)
    if evaluator.subgraphs.sources(ofOutputsOf: scope).contains(where: { $0.source == source }) {
      throw Diagnostic(.port, "\(breadcrumb.last ?? "the group") already has the output '\(name.text)'", name.range)
    }
    try timeline.recorded(stepTitle("expose \(name.spelling)")) { () throws(Diagnostic) in
      _ = try edit(name.range) { edit in
        try edit.graph.change(in: scope) { inner in try inner.expose(output, as: name.text) }
      }
    }
  }

  /// The diagnostic for a name that is not visible in the current scope.
  package func unshown(_ name: SourceName) -> Diagnostic {
    if formulas.path.isRoot || (try? formulas.member(name)) == nil { return formulas.unknown(name) }
    let title = breadcrumb.last ?? "the group"
    return Diagnostic(.name, "'\(name.text)' is outside of \(title)", name.range, hint: "leave \(title) first")
  }
}

extension Diagnostic {
  /// The diagnostic for an error of an edit of groups.
  init(_ error: SubgraphError, _ range: Range<Int>, in evaluator: Evaluator) {
    let groups = evaluator.subgraphs
    guard case .refused(let reason, let group) = error else {
      self.init(.name, groups.describe(error), range)
      return
    }
    self.init(reason, range, in: evaluator)
    guard let group, groups.contains(group) else { return }
    message = "in \(groups.scopedName(of: group.node)), \(message)"
  }
}

extension Session {
  /// The title of a node or a group in its scope.
  package func titleInScope(of member: NodeID) -> String {
    let groups = evaluator.subgraphs
    if let group = InstanceID(member) { return groups.title(of: group) }
    guard let owner = groups.scope(of: member) else { return formulas.title(of: member) }
    if let name = groups.name(of: member) { return name }
    let outputs = groups.outputs(of: owner)
    return outputs.indices.first { groups.source(of: owner.node.output($0))?.node == member }.map { outputs[$0].name }
      ?? "a formula"
  }
}
