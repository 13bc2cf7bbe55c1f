// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension Evaluator {
  /// Registers a kind; nodes of it can then be added by name.
  ///
  /// Nodes that a document contained before their kind was registered become nodes of the kind. They keep the document's
  /// connections, literals and values as far as these fit. This is one edit, which ``undo()`` undoes; the kind stays registered.
  /// Nodes that were made in code and have the kind's name are not changed.
  ///
  /// Nodes of subgraph definitions become nodes of the kind as well, in all instances. A port of a definition is kept, with the
  /// type of its input, if that input takes as many connections as before. A port that leads nowhere is removed with its
  /// connections.
  ///
  /// Inside an edit the kind is registered as part of it: it is removed when the edit fails or is undone.
  ///
  /// - Parameter definition: The kind and its code.
  /// - Returns: What was dropped because it doesn't fit the kind, in the form that repairs use, with the name of the node as the
  ///   path. It is restored when the edit is undone.
  /// - Precondition: No other kind has the same name, no node's code is running, and no definition that has such a node is being
  ///   changed (``Edit/change(_:lookingAt:_:)``).
  /// - Complexity: O(ports and members of definitions), and O(their connections) where there are nodes without code. Also O(what
  ///   can be redone) if an undone edit registered a kind of the same name, because that can't be redone any more.
  @discardableResult
  public func register(_ definition: NodeDefinition) -> [DocumentError] {
    requireIdle()
    let name = definition.kind.name
    // An undone edit may have registered a kind of that name; it can't be redone together with this registration.
    if state.activity.editDepth == 0, state.undo.history.wouldRegister(name) {
      forgetAll(state.undo.history.dropUndone())
    }
    state.graph.makeUnique()
    let shape = state.graph.storage.value.register(definition.kind)
    state.install(definition, at: shape)
    if let conversion = definition.conversion { state.enter(conversion, kind: name, shape: shape) }
    if state.activity.editDepth > 0 {
      state.set(KindTable.self, at: name, to: definition)
    } else {
      state.kernels.definitions[name] = definition
    }
    // The changes of definitions are computed from their current state.
    if !state.activity.definitionEdits.isEmpty { edit { edit in edit.updateDefinitions() } }
    let groups = SuppliedDefinitions(self, definition, shape: shape)
    let nodes = nodesWithoutCode(ofKind: name).map { Supply(node: $0, shape: shape, definition: definition) }
    if nodes.isEmpty, groups.isEmpty { return [] }
    require(
      Set(groups.definitions).isDisjoint(with: state.activity.changedDefinitions),
      "'\(name)' can't be registered while a definition with nodes of this kind is being changed")
    var dropped: [DocumentError] = []
    edit("register \(name)") { edit in dropped = edit.supply(groups.supplies + nodes, in: groups) }
    return dropped
  }

  /// The nodes of a kind that a document contained before there was code for it, except those in instances.
  private func nodesWithoutCode(ofKind name: String) -> [NodeID] {
    let (topology, subgraphs) = (state.graph.storage, state.scopes.subgraphs)
    return state.documents.kept.lazy.filter { node, kept in
      guard kept.missing == .kind, topology.value.isLive(node) else { return false }
      // Nodes in instances get their code with their definitions.
      if subgraphs.owner(node.slot) != SubgraphTable.none { return false }
      return topology.value.shapes[Int(topology.value.records[node.slot].shape)].kind.name == name
    }.map(\.key).sorted { $0.slot < $1.slot }
  }
}
