// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

/// The connections of a scope, by their sources and by their targets.
struct ScopeWires {
  private(set) var sources: [InputPort: [OutputPort]] = [:]
  private(set) var readers: [OutputPort: [InputPort]] = [:]

  init(_ connections: [Connection]) {
    for connection in connections {
      sources[connection.target, default: []].append(connection.source)
      readers[connection.source, default: []].append(connection.target)
    }
  }
}

// MARK: Nodes and groups

/// The members of scopes: nodes of the session, and groups by their ``/NodeGraph/InstanceID/node``.
extension SessionEditor {
  /// The groups of the session.
  public var groups: Subgraphs { session.evaluator.subgraphs }

  var hasGroups: Bool { !groups.isEmpty }

  /// Whether a node or group exists.
  ///
  /// - Parameter member: A node, or a group.
  /// - Returns: Whether it exists, in any scope.
  public func contains(_ member: NodeID) -> Bool {
    InstanceID(member).map { groups.contains($0) } ?? session.evaluator.graph.contains(member)
  }

  /// The ports of a node or a group.
  ///
  /// - Parameter member: A node, a group, or a card at the edge of a group by its ``GroupEdge/node``.
  /// - Returns: The kind of the node, or the ports of the group's definition; `nil` if it no longer exists.
  public func kind(of member: NodeID) -> NodeKind? {
    if let edge = GroupEdge(member) { return kind(of: edge) }
    guard let group = InstanceID(member) else { return session.formulas.kind(of: member) }
    return groups.definition(of: group).map {
      NodeKind(groups.title(of: group), inputs: groups.inputs(of: $0), outputs: groups.outputs(of: $0))
    }
  }

  /// The sources of an input in its scope. Sources in other groups are represented by outputs of these groups.
  ///
  /// - Parameter input: An input of a node or a group.
  /// - Returns: Outputs of nodes and groups of the same scope, in order.
  /// - Complexity: O(members of the scope) after an edit, if there are groups; then O(1).
  public func sources(of input: InputPort) -> [OutputPort] {
    hasGroups ? wires(around: input.node).sources[input] ?? [] : session.evaluator.graph.sources(of: input)
  }

  /// The inputs that an output is connected to in its scope.
  ///
  /// - Parameter output: An output of a node or a group.
  /// - Returns: Inputs of nodes and groups of the same scope.
  /// - Complexity: As that of ``sources(of:)``.
  public func readers(of output: OutputPort) -> [InputPort] {
    if let edge = GroupEdge(output.node) { return readers(ofInput: output.index, of: edge.group) }
    return hasGroups ? wires(around: output.node).readers[output] ?? [] : session.evaluator.graph.consumers(of: output)
  }

  /// The value of an output of a node or a group.
  ///
  /// - Parameter output: The output.
  /// - Returns: The value of the node that gives it, or why it has none.
  public func value(of output: OutputPort) -> NodeValue {
    if let edge = GroupEdge(output.node) { return value(ofInput: output.index, of: edge.group) }
    return session.value(of: source(of: output))
  }

  /// The node that gives the value of an output.
  ///
  /// - Parameter output: An output of a node or a group.
  /// - Returns: For a group, a node inside it.
  public func source(of output: OutputPort) -> NodeID {
    (hasGroups ? groups.source(of: output)?.node : nil) ?? output.node
  }

  /// The verdict on connecting two ports of a scope, in their instance.
  ///
  /// - Parameters:
  ///   - source: An output of a node or a group.
  ///   - target: An input of the same scope.
  /// - Returns: Allowed, allowed in place of another connection, or why not. Another instance may still refuse it.
  /// - Complexity: A search of the graph, for each input that the target leads to.
  public func verdict(onConnecting source: OutputPort, to target: InputPort) -> ConnectionVerdict {
    if let verdict = verdictAtEdge(source, target) { return verdict }
    return hasGroups
      ? groups.verdict(onConnecting: source, to: target)
      : session.evaluator.graph.verdict(onConnecting: source, to: target)
  }

  /// The inputs that an output may be connected to.
  ///
  /// - Parameters:
  ///   - source: An output of a node or a group.
  ///   - inputs: Inputs of the same scope.
  /// - Returns: Those that don't refuse it.
  /// - Complexity: A search of the graph; with groups one for each input.
  public func candidates(for source: OutputPort, among inputs: [InputPort]) -> [InputPort] {
    guard hasGroups else { return session.evaluator.graph.candidates(for: source, among: inputs) }
    return inputs.filter { input in
      if case .refused = verdict(onConnecting: source, to: input) { false } else { true }
    }
  }

  /// The title of a node or a group in its scope.
  func title(of member: NodeID) -> String {
    GroupEdge(member).map { $0.title } ?? session.titleInScope(of: member)
  }

  /// The text about a node or a group in addition to its value: a formula, or the size of the group.
  func detail(of member: NodeID) -> String {
    if GroupEdge(member) != nil { return "" }
    if let group = InstanceID(member) { return session.size(of: group) }
    return session.formulas.detail(of: member)
  }

  /// Whether an input of a group's member reads what is connected to the group.
  ///
  /// - Parameter input: An input of a node or a group.
  /// - Returns: Whether it does; `false` for an input that is connected inside.
  public func isFed(_ input: InputPort) -> Bool {
    guard hasGroups, groups.scope(of: input.node) != nil, sources(of: input).isEmpty else { return false }
    return feeder(of: input) != nil
  }

  /// The input of the group around a member that an input of the member reads.
  ///
  /// - Parameter input: An input of a node or a group.
  /// - Returns: The name of the group's input; `nil` at the root, for an input that is connected inside, and for one that is no
  ///   input of the group.
  /// - Complexity: O(ports and depth).
  public func groupInput(readBy input: InputPort) -> String? {
    groupPort(readBy: input).flatMap { port in kind(of: port.node).map { $0.inputs[port.index].name } }
  }

  /// The input of the group around a member that an input of the member reads.
  func groupPort(readBy input: InputPort) -> InputPort? {
    guard hasGroups, let scope = groups.scope(of: input.node), sources(of: input).isEmpty,
      let target = groups.targets(of: input).first,
      let port = groups.input(showing: target, in: groups.scope(of: scope.node)), port.node == scope.node,
      let inputs = kind(of: scope.node)?.inputs, inputs.indices.contains(port.index)
    else { return nil }
    return port
  }

  /// The outputs of the group around a member that give what an output of the member gives.
  ///
  /// - Parameter output: An output of a node or a group.
  /// - Returns: The names of the group's outputs, in order; empty at the root.
  /// - Complexity: O(outputs of the group and depth).
  public func groupOutputs(giving output: OutputPort) -> [String] {
    guard hasGroups, let scope = groups.scope(of: output.node), let source = groups.source(of: output) else {
      return []
    }
    return (kind(of: scope.node)?.outputs ?? []).enumerated().compactMap { index, port in
      groups.source(of: scope.node.output(index)) == source ? port.name : nil
    }
  }

  /// The node that an input reads, in any scope.
  func feeder(of input: InputPort) -> NodeID? {
    groups.targets(of: input).first.flatMap { session.evaluator.graph.sources(of: $0).first?.node }
  }

  /// The value of an input that is not connected in its scope.
  ///
  /// - Parameter input: An input of a node or a group.
  /// - Returns: Its own value, or what it reads from outside the group; `nil` without a value.
  public func unconnectedValue(of input: InputPort) -> CalculatorValue? {
    guard hasGroups else { return session.evaluator.unconnectedValue(of: input) }
    if let feeder = feeder(of: input) {
      if case .value(let value) = session.value(of: feeder) { return value }
      return nil
    }
    return groups.targets(of: input).first.flatMap(session.evaluator.unconnectedValue)
  }
}

// MARK: Edits

extension SessionEditor {
  /// Whether a member is in a group, or is a group.
  func isGrouped(_ member: NodeID) -> Bool {
    hasGroups && (InstanceID(member) != nil || groups.scope(of: member) != nil)
  }

  /// Makes a group of nodes and groups, in one step, as ``Calculator/Session/group(_:as:)`` does, and places it at the
  /// middle of them. Inside a group, this happens in all its instances.
  ///
  /// ```swift
  /// let group = try editor.group(view.selection.nodes)  // Group; the next one Group 2
  /// view.select(GraphSelection(nodes: [group]))
  /// ```
  ///
  /// - Parameters:
  ///   - members: Nodes and groups of one scope; those that no longer exist are ignored, and formulas without a name move with the
  ///     node that they feed.
  ///   - name: The name of the group; by default the first of `Group`, `Group 2` and so on that is free there. To let the user
  ///     choose the name, make the group and edit its ``Field/name(_:)``.
  /// - Returns: The group, by its ``/NodeGraph/InstanceID/node``.
  /// - Throws: A ``Formulas/Diagnostic`` if no member is left, for members of several scopes, and as
  ///   ``Calculator/Session/group(_:as:)``; the session is unchanged.
  /// - Complexity: O(k log k) for k members and their connections, and what it takes to reload the views.
  @discardableResult
  public func group(_ members: [NodeID], as name: String? = nil) throws(Diagnostic) -> NodeID {
    let (named, path) = try named(members, "the selection has no nodes that can be grouped")
    let title = try session.within(path) { () throws(Diagnostic) in SourceName(name ?? freeTitle, range: 0..<0) }
    let line = "group \(title.spelling) = \(named.map(\.name.spelling).joined(separator: " "))"
    return try step(line, at: path) { () throws(Diagnostic) in try session.group(named, as: title).node }
  }

  /// Takes groups apart, in one step, as ``Calculator/Session/ungroup(_:)`` does. Their members keep their positions. A
  /// group in a group is taken apart in all instances of the latter.
  ///
  /// - Parameter members: Groups of one scope; nodes, and groups that no longer exist, are ignored.
  /// - Returns: The former members of the groups, which are now members of the scope.
  /// - Throws: A ``Formulas/Diagnostic`` if none is a group, for groups of several scopes, and as
  ///   ``Calculator/Session/ungroup(_:)``; the session is unchanged.
  /// - Complexity: O(members of the groups and their readers), and what it takes to reload the views.
  @discardableResult
  public func ungroup(_ members: [NodeID]) throws(Diagnostic) -> [NodeID] {
    let instances = members.compactMap { InstanceID($0) }.filter(groups.contains)
    guard let first = instances.first else {
      throw refuse(.name, "no group is selected")
    }
    let path = groups.path(of: first.node)
    for group in instances { try requireScope(of: first.node, for: group.node) }
    let names = instances.map { SourceName(title(of: $0.node), range: 0..<0) }
    let line = names.map { "ungroup \($0.spelling)" }.joined(separator: "; ")
    return try step(line, at: path) { () throws(Diagnostic) in
      var freed: [NodeID] = []
      for (group, name) in zip(instances, names) {
        let members = groups.members(of: group)
        _ = try session.ungroup(group, name)
        freed += members
      }
      return freed
    }
  }

  /// Whether a node is a group in the scope of some members, and not one of them, so that they could move into it.
  ///
  /// - Parameters:
  ///   - members: Nodes and groups of one scope.
  ///   - group: A node or a group.
  /// - Returns: Whether it is such a group. ``move(_:into:)`` may still refuse it for other reasons.
  /// - Complexity: O(members).
  public func canMove(_ members: [NodeID], into group: NodeID) -> Bool {
    guard InstanceID(group) != nil, contains(group), !members.contains(group) else { return false }
    let scope = groups.scope(of: group)
    return members.allSatisfy { groups.scope(of: $0) == scope }
  }

  /// Moves nodes and groups into a group of the same scope, in one step, as ``Calculator/Session/move(_:into:)`` does.
  ///
  /// - Parameters:
  ///   - members: Nodes and groups of the scope of the group. Deleted ones and the group itself are ignored; formulas
  ///     without a name move with the node that they feed.
  ///   - group: The group, by its ``/NodeGraph/InstanceID/node``.
  /// - Throws: A ``Formulas/Diagnostic`` if no member is left, or the group doesn't exist, and as
  ///   ``Calculator/Session/move(_:into:)``; the session is unchanged.
  /// - Complexity: O(members and their connections, and nodes of the group), for each instance of it.
  public func move(_ members: [NodeID], into group: NodeID) throws(Diagnostic) {
    guard let instance = InstanceID(group), groups.contains(instance) else {
      throw refuse(.name, "the group no longer exists")
    }
    let (named, path) = try named(members.filter { $0 != group }, "the selection has no nodes that can be moved")
    guard groups.scope(of: group) == path.scope else {
      throw refuse(.name, "\(groups.scopedName(of: group)) is in another group than the selection")
    }
    let title = SourceName(title(of: group), range: 0..<0)
    let line = "move \(named.map(\.name.spelling).joined(separator: " ")) into \(title.spelling)"
    _ = try step(line, at: path) { () throws(Diagnostic) in try session.move(named, into: instance, title) }
  }

  /// Moves nodes and groups out of their group into the scope around it, or a scope further out, in one step, as
  /// ``Calculator/Session/moveOut(_:)`` does for each group that they leave.
  ///
  /// - Parameters:
  ///   - members: Nodes and groups of one group. Deleted ones are ignored; formulas without a name move with their readers.
  ///   - target: The path of the scope, by default of the one around the group. Names must be free in each scope on the way.
  /// - Throws: A ``Formulas/Diagnostic`` if no member is left, they are in no group, or the scope isn't around that,
  ///   and as ``Calculator/Session/moveOut(_:)``; the session is unchanged.
  /// - Complexity: O(nodes of the group and of the scope around it), for each instance of it, and so on outwards.
  public func moveOut(_ members: [NodeID], to target: GraphPath? = nil) throws(Diagnostic) {
    let (named, path) = try named(members, "the selection has no nodes that can be moved")
    if path.isRoot { throw refuse(.name, "the selection is not in a group") }
    let target = target ?? GraphPath(path.instances.dropLast())
    guard path.leads(out: target) else { throw refuse(.name, "the selection is not in that group") }
    let line = "move \(named.map(\.name.spelling).joined(separator: " ")) out"
    try step(line, at: path) { () throws(Diagnostic) in
      var inner = path
      while inner != target, let scope = inner.scope {
        _ = try session.within(inner) { () throws(Diagnostic) in try session.moveOut(named, of: scope) }
        inner.leave()
      }
    }
  }

  func requireScope(of first: NodeID, for member: NodeID) throws(Diagnostic) {
    if groups.scope(of: member) == groups.scope(of: first) { return }
    throw refuse(.name, "\(groups.scopedName(of: member)) is not in the same scope as \(groups.scopedName(of: first))")
  }

  /// Members of one scope with their names, and the scope. Formulas without a name are left out: they move with their readers.
  private func named(
    _ members: [NodeID], _ refusal: String
  ) throws(Diagnostic) -> (named: [(member: NodeID, name: SourceName)], path: GraphPath) {
    let selected = Set(members)
    let present = members.filter(contains)
    guard let first = present.first else { throw refuse(.name, refusal) }
    let path = groups.path(of: first)
    var named: [(member: NodeID, name: SourceName)] = []
    for member in present {
      try requireScope(of: first, for: member)
      if let name = self.text(of: .name(member)) {
        named.append((member, SourceName(name, range: 0..<0)))
      } else if !session.evaluator.graph.consumers(of: member.output).contains(where: { selected.contains($0.node) }) {
        throw refuse(
          .name, "\(session.formulas.title(of: member)) is a formula of that port",
          hint: "select the node with it, or leave it out")
      }
    }
    if named.isEmpty { throw refuse(.name, refusal) }
    return (named, path)
  }

  /// Makes one step of the changes of `body` in the scope of a path, and reverts them if it throws.
  func step<Value>(
    _ line: String, at path: GraphPath, _ body: () throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    let title = (groups.titles(along: path) + [line]).joined(separator: " › ")
    return try step(title) { () throws(Diagnostic) in try session.within(path, body) }
  }

  /// `Group`, or `Group` with the first number that is free.
  private var freeTitle: String {
    Edit.freshName("Group", session.isTaken)
  }

  /// Moves a member of a scope; in a group, in all its instances.
  func place(_ member: NodeID, at position: GraphPoint) {
    _ = try? session.evaluator.edit("move", gesture: drag) { edit in
      try edit.change(in: groups.scope(of: member)) { scope in try scope.move(member, to: position) }
    }
  }

  /// Gives a source in a group another value, in this instance only.
  func give(_ text: String, to member: NodeID, gesture: String? = nil) throws(Diagnostic) {
    guard let kind = kind(of: member), kind.inputs.isEmpty, !session.formulas.isFormula(member),
      let type = kind.outputs.first?.type
    else {
      throw refuse(
        .name, "\(groups.scopedName(of: member)) is in a group, and what it computes is shared by all instances",
        hint: "only a node without inputs can be given a value")
    }
    let value = try session.formulas.constant(try Formula(text))
    guard value.type.port == type else {
      throw refuse(.type, "\(groups.scopedName(of: member)) takes a \(type.name), this is a \(value.type.port.name)")
    }
    _ = try step("\(groups.scopedName(of: member)) = \(text)", gesture: gesture) { () throws(Diagnostic) in
      try session.edit(0..<text.utf8.count) { edit in try edit.graph.set(member, toConstant: value) }
    }
  }

  /// Edits the scope of a member: the definition of the group that contains it, or the root.
  func change(around member: NodeID, _ body: (Edit) throws -> Void) throws(Diagnostic) {
    try change(in: groups.scope(of: member), body)
  }

  /// Edits a scope: the definition of a group, or the root.
  func change(in scope: InstanceID?, _ body: (Edit) throws -> Void) throws(Diagnostic) {
    _ = session.take(try session.edit(0..<0) { edit in try edit.graph.change(in: scope, body) })
  }
}

extension Session {
  /// The size of a group, as text.
  func size(of group: InstanceID) -> String {
    let count = evaluator.subgraphs.members(of: group).count
    return MessageText.counted(count, "node")
  }
}
