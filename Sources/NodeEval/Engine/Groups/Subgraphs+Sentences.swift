// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Sentences about nodes, in which members of instances have their path: `Tax › rate`.
extension Subgraphs {
  /// Describes the reason of a refusal in a sentence in which members of instances have their scoped names.
  public func describe(_ error: GraphError) -> String {
    if case .duplicateName(let name, let node) = error {
      return "the name '\(name)' is already used by \(scopedName(of: node))"
    }
    if case .group(let id) = error, !contains(id) { return "group \(id) does not exist; it may have been removed" }
    if case .cycle(let path) = error {
      // A conversion node is part of the wire.
      let shown = path.filter { evaluator.state.sourceOfWire($0.node) == nil }
      return GraphError.cycle(shown).text(node: scopedName, input: describe)
    }
    return error.text(node: scopedName) { input in
      self.describe(input)
    }
  }

  func inputNames(of member: NodeID) -> [String] {
    if let instance = InstanceID(member) {
      return (table.index(instance).flatMap { table.definition(of: $0) }?.inputs ?? []).map { $0.name }
    }
    return ((try? evaluator.state.graph.kind(of: member))?.inputs ?? []).map { $0.name }
  }

  /// Describes the reason of a refusal in a sentence.
  public func describe(_ error: SubgraphError) -> String {
    switch error {
    case .noDefinition(let id): return "\(id) does not exist; it may have been removed"
    case .noInstance(let id): return "instance \(id) does not exist; it may have been removed"
    case .outsideScope(let id): return describe(GraphError.outsideScope(id))
    case .nothingSelected: return "nothing is selected"
    case .containsItself(let path):
      let names = path.map { name(of: $0) ?? "\($0)" }
      return "\(names.first ?? "it") would contain itself: \(names.joined(separator: " › "))"
    case .definitionInUse(let id): return "\(name(of: id) ?? "\(id)") is in use"
    case .noPort(let id, let port): return "\(name(of: id) ?? "\(id)") has no port '\(port)'"
    case .duplicatePort(let port): return "the port '\(port)' already exists"
    case .notExposable(let id): return "that port of \(scopedName(of: id)) is already connected or exposed"
    case .portInUse(let port, let id): return "'\(port)' is connected in \(scopedName(of: id.node))"
    case .refused(let reason, let id):
      guard let id, contains(id) else { return describe(reason) }
      return "in \(scopedName(of: id.node)): \(describe(reason))"
    }
  }

  /// Describes why a node has no value, with the node of origin: `Tax › rate: unset input 'x'`. Complexity: O(depth).
  public func describe(_ failure: NodeFailure) -> String { "\(scopedName(of: failure.origin)): \(failure.message)" }

  /// Describes what happened to a node, and along which path: `Tax › product changed: price → Tax › product`.
  ///
  /// - Complexity: O(length of the sentence).
  public func describe(_ explanation: Explanation) -> String {
    let node = scopedName(of: explanation.node)
    let way = explanation.path.map(scopedName).joined(separator: " → ")
    switch explanation.outcome {
    case .given: return "\(node) was given a value"
    case .changed:
      if let failure = evaluator.failure(of: explanation.node), failure.origin == explanation.node {
        return "\(node) has failed: \(failure.message)"
      }
      return explanation.path.count > 1 ? "\(node) changed: \(way)" : "\(node) changed"
    case .cutOff: return "\(node) ran and stayed the same: \(way)"
    case .blocked(let failure):
      return failure.origin == explanation.node
        ? "\(node) has failed: \(failure.message)" : "\(node) is blocked by \(describe(failure))"
    }
  }

  /// Describes a change of a receipt: `connect price to Tax › product.x`.
  public func describe(_ change: Change) -> String {
    switch change {
    case .added(let node): return "add \(scopedName(of: node))"
    case .removed(let node): return "remove \(scopedName(of: node))"
    case .connected(let made): return "connect \(scopedName(of: made.source.node)) to \(describe(made.target))"
    case .disconnected(let cut): return "disconnect \(scopedName(of: cut.source.node)) from \(describe(cut.target))"
    case .renamed(_, let from?, let to?): return "rename \(from) to \(to)"
    case .renamed(let node, nil, let to?): return "call \(node) \(to)"
    case .renamed(_, let from, nil): return "remove the name \(from ?? "")"
    case .moved(let node, _, _): return "move \(scopedName(of: node))"
    case .kindChanged(let node): return "change \(scopedName(of: node))"
    case .literalChanged(let input): return "set \(describe(input))"
    case .modeChanged(let member):
      switch evaluator.mode(of: member) {
      case .active: return "activate \(scopedName(of: member))"
      case .muted: return "mute \(scopedName(of: member))"
      case .bypassed: return "bypass \(scopedName(of: member))"
      }
    case .lookChanged(let member): return "restyle \(scopedName(of: member))"
    }
  }

  /// An input by its name and that of its node: `Tax › product.x`.
  public func describe(_ input: InputPort) -> String {
    let declared = inputNames(of: input.node)
    let name = declared.indices.contains(input.index) ? declared[input.index] : "\(input.index)"
    return "\(scopedName(of: input.node)).\(name)"
  }
}

/// Reading receipts for a view of one scope.
extension Subgraphs {
  /// The member that represents a node or an instance in a scope: itself, or the instance of the scope that contains it, at any
  /// depth.
  ///
  /// - Returns: `nil` if the scope doesn't contain it, or it is gone.
  /// - Complexity: O(depth).
  public func member(showing node: NodeID, in scope: InstanceID?) -> NodeID? {
    if let scope, table.index(scope) == nil { return nil }
    let (index, node) = (scope?.index ?? SubgraphTable.none, own(node))
    guard contains(node), let seat = table.seat(of: node, in: evaluator.state.topology) else { return nil }
    return table.branch(of: seat.index, in: index).map { $0 == SubgraphTable.none ? node : table.id(of: $0).node }
  }

  /// The members that a view of a scope draws again after an edit: those that represent the nodes in ``Receipt/affected``, each
  /// once, in their order.
  ///
  /// Nodes that are gone are in no scope: ``changeCount``, or ``Receipt/changes``, shows that there are fewer nodes.
  ///
  /// - Complexity: O(nodes that ran + changes, and their depth).
  public func affected(by receipt: Receipt, in scope: InstanceID?) -> [NodeID] {
    var seen: Set<NodeID> = []
    return receipt.affected.compactMap { member(showing: $0, in: scope) }.filter { seen.insert($0).inserted }
  }

  /// The node or instance with a scoped name; of several, the one that was made first.
  ///
  /// - Parameter name: A name as ``scopedName(of:)`` returns it: `Tax › rate`.
  /// - Returns: `nil` if there is none.
  /// - Complexity: O(members of the scopes along the path).
  public func member(scopedName name: String) -> NodeID? {
    if let node = evaluator.state.graph.node(named: name) { return node }
    // Names may contain the separator, so the first instance whose title matches may be the wrong one: the longest title is tried
    // first.
    var open: [(rest: Substring, scope: InstanceID?)] = [(name[...], nil)]
    while let (rest, scope) = open.popLast() {
      var inner: [(instance: InstanceID, lead: String)] = []
      for member in members(of: scope) {
        let instance = InstanceID(member)
        guard let title = instance.map({ title(of: $0) }) ?? self.name(of: member) else { continue }
        if rest == title { return member }
        let lead = title + SubgraphDefinition.separator
        if let instance, rest.hasPrefix(lead) { inner.append((instance, lead)) }
      }
      // Of equally long ones the first is tried first.
      open += inner.reversed().sorted { $0.lead.count < $1.lead.count }.map {
        (rest.dropFirst($0.lead.count), $0.instance)
      }
    }
    return nil
  }
}
