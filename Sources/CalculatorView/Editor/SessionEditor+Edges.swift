// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The type of the free row of a group's outputs, which takes values of all types.
private enum AnyValue {}

// MARK: The cards at the edges of a group

extension SessionEditor {
  /// The cards at the edges of a scope: that of the inputs if the group has any, and that of the outputs.
  ///
  /// - Parameter scope: A group; the root has no such cards.
  /// - Returns: The ids of the cards, each a ``GroupEdge/node``; empty if the group no longer exists.
  public func edges(of scope: InstanceID?) -> [NodeID] {
    guard let scope, let kind = kind(of: scope.node) else { return [] }
    let sides: [GroupEdge.Side] = kind.inputs.isEmpty ? [.outputs] : [.inputs, .outputs]
    return sides.map { GroupEdge($0, of: scope).node }
  }

  /// The ports of a card: the inputs of the group as outputs, or its outputs as inputs, followed by a free one.
  func kind(of edge: GroupEdge) -> NodeKind? {
    guard let kind = kind(of: edge.group.node) else { return nil }
    switch edge.side {
    case .inputs:
      return NodeKind(edge.title, inputs: [], anyNumberOf: kind.inputs.map { NodeKind.Output($0.name, $0.type) })
    case .outputs:
      var free = "new output"
      while kind.outputs.contains(where: { $0.name == free }) { free += " …" }
      return NodeKind(
        edge.title,
        inputs: kind.outputs.map { NodeKind.Input($0.name, $0.type) }
          + [NodeKind.Input(free, PortType(AnyValue.self, name: "value of any type"))])
    }
  }

  /// The name of a port of the group; `nil` for the free row.
  func name(ofPort index: Int, at edge: GroupEdge) -> String? {
    guard let kind = kind(of: edge.group.node) else { return nil }
    let names = edge.side == .inputs ? kind.inputs.map(\.name) : kind.outputs.map(\.name)
    return names.indices.contains(index) ? names[index] : nil
  }

  /// The title of the node that has an output; for an input of the entered group, its name.
  ///
  /// - Parameter output: An output of a node, a group, or the card with the inputs of a group.
  /// - Returns: The title.
  public func title(of output: OutputPort) -> String {
    GroupEdge(output.node).flatMap { name(ofPort: output.index, at: $0) } ?? title(of: output.node)
  }

  /// The name of an output: for a group that of the port, with the title of the group.
  ///
  /// - Parameter output: An output of a node or a group.
  /// - Returns: The name.
  public func title(ofPort output: OutputPort) -> String {
    guard InstanceID(output.node) != nil, let outputs = kind(of: output.node)?.outputs,
      outputs.indices.contains(output.index)
    else { return title(of: output.node) }
    return "\(title(of: output.node)).\(outputs[output.index].name)"
  }

  /// The sources of an input as views show them: in addition to ``sources(of:)``, inputs of the group around it, and for an output
  /// of the group what gives it.
  ///
  /// - Parameter input: An input of a node, a group, or the card with the outputs of a group.
  /// - Returns: Outputs that the same view shows, in order.
  /// - Complexity: As that of ``sources(of:)``, and O(ports and depth) in a group.
  public func shownSources(of input: InputPort) -> [OutputPort] {
    if let edge = GroupEdge(input.node) { return giver(ofOutput: input.index, of: edge.group).map { [$0] } ?? [] }
    let inside = sources(of: input)
    guard inside.isEmpty, let port = groupPort(readBy: input), let group = InstanceID(port.node) else { return inside }
    return [GroupEdge(.inputs, of: group).node.output(port.index)]
  }

  /// The output of a member that gives an output of its group.
  private func giver(ofOutput index: Int, of group: InstanceID) -> OutputPort? {
    guard let source = groups.source(of: group.node.output(index)) else { return nil }
    switch session.meaning(showing: source, in: group) {
    case .node(let node)?: return node.output
    case .output(let port, _)?: return port
    case .input?, nil: return nil
    }
  }

  /// The value that an input of a group has in this instance.
  func value(ofInput index: Int, of group: InstanceID) -> NodeValue {
    let input = group.node.input(index)
    if let feeder = feeder(of: input) { return session.value(of: feeder) }
    return unconnectedValue(of: input).map { .value($0) } ?? .failure(message: "not connected", origin: nil)
  }

  /// The inputs of members that read an input of their group.
  func readers(ofInput index: Int, of group: InstanceID) -> [InputPort] {
    var seen: Set<InputPort> = []
    return groups.targets(of: group.node.input(index)).compactMap { target in
      groups.input(showing: target, in: group).flatMap { seen.insert($0).inserted ? $0 : nil }
    }
  }
}

// MARK: Their wires

extension SessionEditor {
  /// The verdict on a connection at an edge of a group, and on one in place of such a connection; `nil` for all others.
  func verdictAtEdge(_ source: OutputPort, _ target: InputPort) -> ConnectionVerdict? {
    if !hasGroups { return nil }
    if let edge = GroupEdge(target.node) {
      if shownSources(of: target).contains(source) { return .allowed }
      return reasonAgainstGiving(source, at: target, of: edge.group).map {
        .refused(.vetoed(source: source, target: target, reason: $0))
      } ?? .allowed
    }
    let present = shownSources(of: target).first
    if let edge = GroupEdge(source.node) {
      guard groups.scope(of: target.node) == edge.group, let kind = kind(of: target.node),
        let given = self.kind(of: edge)?.outputs, given.indices.contains(source.index)
      else { return .refused(.stale(target.node)) }
      if present == source { return .allowed }
      let taken = kind.inputs[target.index]
      if given[source.index].type != taken.type {
        let reason =
          "\(given[source.index].name) gives \(given[source.index].type), "
          + "but \(title(of: target.node)).\(taken.name) takes \(taken.type)"
        return .refused(.vetoed(source: source, target: target, reason: reason))
      }
      if let feeder = feeder(of: edge.group.node.input(source.index)),
        let reason = reasonAgainst(feeder.output, target)
      {
        return .refused(reason)
      }
      return present.map { .replacing(Connection(from: $0, to: target)) } ?? .allowed
    }
    guard let present, GroupEdge(present.node) != nil, let output = groups.source(of: source),
      groups.scope(of: source.node) == groups.scope(of: target.node), source.node != target.node
    else { return nil }
    return reasonAgainst(output, target).map { .refused($0) } ?? .replacing(Connection(from: present, to: target))
  }

  /// The reason why a node can't feed what an input leads to.
  private func reasonAgainst(_ source: OutputPort, _ target: InputPort) -> GraphError? {
    for input in groups.targets(of: target) {
      if case .refused(let reason) = session.evaluator.graph.verdict(onConnecting: source, to: input) { return reason }
    }
    return nil
  }

  /// The reason why an output of a member can't become an output of its group.
  private func reasonAgainstGiving(_ source: OutputPort, at target: InputPort, of group: InstanceID) -> String? {
    let title = groups.title(of: group)
    if GroupEdge(source.node) != nil { return "an input of \(title) can't be its output: compute something from it" }
    if let name = groupOutputs(giving: source).first { return "\(title) already has the output '\(name)'" }
    if let taken = name(ofPort: target.index, at: GroupEdge(.outputs, of: group)) {
      return "'\(taken)' gives another node: connect it to the last row for another output"
    }
    return name(of: source) == nil ? "\(self.title(of: source.node)) has no name, so it can't be an output" : nil
  }

  /// Makes a connection at an edge of a group, or in place of one: connects a member to an input of its group, or makes it an output.
  ///
  /// - Returns: Whether it is such a connection.
  func connectAtEdge(_ source: OutputPort, _ target: InputPort) throws(Diagnostic) -> Bool {
    if let edge = GroupEdge(target.node) {
      if shownSources(of: target).contains(source) { return true }
      let name = SourceName(name(of: source) ?? "", range: 0..<0)
      try session.within(path(into: edge.group)) { () throws(Diagnostic) in try session.expose(name) }
      return true
    }
    if GroupEdge(source.node) != nil {
      _ = try session.feed(target, from: .input(title(of: source), nil))
      return true
    }
    guard groupPort(readBy: target) != nil, let giver = groups.source(of: source) else { return false }
    _ = try session.feed(target, from: session.meaning(showing: giver, in: groups.scope(of: target.node)))
    return true
  }

  /// Removes a connection at an edge of a group: the member no longer reads the input of the group, which is removed if it was the
  /// last one that did, or the output of the group is removed.
  ///
  /// - Returns: Whether it is such a connection.
  func disconnectAtEdge(_ connection: Connection) throws(Diagnostic) -> Bool {
    let (source, target) = (connection.source, connection.target)
    if let edge = GroupEdge(target.node), let name = name(ofPort: target.index, at: edge) {
      try change(in: edge.group) { inner in try inner.removeOutput(name) }
      return true
    }
    guard GroupEdge(source.node) != nil else { return false }
    if readsByFormula(target.node) {
      throw refuse(
        .port, "the formula of \(title(of: target.node)) uses \(title(of: source))",
        hint: "change the formula, or connect something else")
    }
    _ = try session.feed(target, from: nil)
    return true
  }

  /// The path that leads into a group.
  private func path(into group: InstanceID) -> GraphPath {
    var path = groups.path(of: group.node)
    path.enter(group)
    return path
  }

  /// Renames a port of a group in all instances. An output that has the name of its node is renamed with the node.
  func renamePort(_ index: Int, at edge: GroupEdge, to new: SourceName) throws(Diagnostic) {
    guard let name = name(ofPort: index, at: edge) else { throw refuse(.port, "the port no longer exists") }
    let old = SourceName(name, range: 0..<0)
    let isOutput =
      edge.side == .outputs && giver(ofOutput: index, of: edge.group).map { groups.name(of: $0.node) } != name
    _ = try step("rename", at: path(into: edge.group)) { () throws(Diagnostic) in
      isOutput ? try session.renameOutput(old, to: new, of: edge.group) : try session.rename(old, to: new)
    }
  }
}

// MARK: Their places

extension SessionEditor {
  /// The position of a card at an edge of a group.
  func place(of edge: GroupEdge) -> GraphPoint? {
    groups.definition(of: edge.group).flatMap { edgePlaces[edge.side, $0] }
  }

  /// Sets the position of a card at an edge of a group, for all instances. It is not a step, and documents don't contain it.
  func move(_ edge: GroupEdge, to place: GraphPoint) {
    if let definition = groups.definition(of: edge.group) { edgePlaces.move(edge.side, definition, to: place) }
  }

  /// Places a card next to the members of its group, unless the user has moved it.
  ///
  /// - Parameters:
  ///   - edge: The card.
  ///   - size: Its size.
  ///   - content: The rectangle around the members.
  func place(_ edge: GroupEdge, of size: GraphSize, beside content: GraphRect) {
    guard let definition = groups.definition(of: edge.group) else { return }
    let gap = 72.0
    let x = edge.side == .inputs ? content.minX - gap - size.width : content.maxX + gap
    edgePlaces.place(edge.side, definition, at: GraphPoint(x, content.midY - size.height / 2))
  }
}
