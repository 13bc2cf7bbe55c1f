// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension Evaluator {
  /// Nodes and instances of subgraphs as a fragment of a document, for
  /// ``Edit/paste(_:offset:keepingOuterConnections:reading:naming:)``.
  ///
  /// The fragment contains the connections between them, and those from other nodes, which pasting can keep. An instance, named by
  /// its ``NodeGraph/InstanceID/node``, is copied with everything in it and with its definition. A node in an instance that is not
  /// copied becomes an ordinary node of the fragment, under its scoped name.
  ///
  /// Code is not part of the fragment; nodes that were made in code are marked, as by ``document(details:)``.
  ///
  /// - Parameters:
  ///   - nodes: The nodes and instances, in any order.
  ///   - details: Adds an application's own data to a node, such as the text of a formula.
  /// - Returns: The fragment.
  /// - Throws: A ``NodeGraph/DocumentError`` for a node that doesn't exist, and for a value of a type that
  ///   ``literals`` doesn't know.
  /// - Precondition: No edit is under way.
  /// - Complexity: O(k log k) for k nodes, their ports and connections, and the kinds there are.
  public func copy(
    _ nodes: some Sequence<NodeID>, details: (inout DocumentNode) -> Void = { _ in }
  ) throws(DocumentError) -> GraphDocument {
    require(state.activity.editDepth == 0, "nodes must be copied between edits")
    let topology = state.graph.storage
    var fragment = GraphDocument(kindsVersion: state.documents.header.kindsVersion)
    let registered = topology.value.registeredShapes
    let names = state.scopes.subgraphs.isEmpty ? [:] : subgraphs.documentNames
    // Conversion nodes between selected nodes of one scope are copied as well.
    let selection = Set(nodes.map { topology.value.own($0) })
    let selected = selection.union(Edit.conversions(among: selection, in: self))
    var instances: [UInt32] = []
    for id in selected.sorted(by: { $0.slot < $1.slot }) {
      if !state.scopes.subgraphs.isEmpty, liesInOne(of: selected, id) { continue }
      if let instance = InstanceID(id) {
        guard let index = state.scopes.subgraphs.index(instance) else {
          throw DocumentError(.id, at: DocumentPath(), "instance \(id) does not exist; it may have been removed")
        }
        instances.append(index)
        continue
      }
      guard topology.value.isLive(id) else {
        throw DocumentError(.id, at: DocumentPath(), "node \(id) does not exist; it may have been removed")
      }
      var node = topology.value.documentNode(id.slot)
      node.isOwn = isOwn(id, registered)
      if !names.isEmpty {
        subgraphs.place(&node, id, names)
        showInstances(in: &node, of: id)
      }
      try addValues(to: &node)
      node.add(details, as: id)
      fragment.nodes.append(node)
    }
    if state.reach.modes.isInUse {
      fragment.modes = documentedModes { selected.contains($0) || self.liesInOne(of: selected, $0) }
    }
    fragment.looks = documentedLooks(
      of: selected.filter { state.scopes.subgraphs.isEmpty || !liesInOne(of: selected, $0) })
    if instances.isEmpty { return fragment }
    let definitions = state.scopes.subgraphs.definitions(neededBy: instances)
    try addGroups(to: &fragment, definitions: definitions, instances: instances, details)
    return fragment
  }

  /// Whether a node or an instance is inside a selected instance.
  private func liesInOne(of selected: Set<NodeID>, _ member: NodeID) -> Bool {
    subgraphs.path(of: member).instances.contains { selected.contains($0.node) }
  }
}

extension Edit {
  /// Adds the nodes and instances of a fragment to the scope, under new ids and names.
  ///
  /// ```swift
  /// let fragment = try evaluator.copy(selection)
  /// try evaluator.edit { edit in try edit.paste(fragment, offset: GraphPoint(20, 20)) }
  /// ```
  ///
  /// Nodes without code, because their kind is not registered or `reading` has no definition for them, are added as when a document
  /// is read; no kind is registered for them.
  ///
  /// A definition of the fragment that this graph already has, with the same id and the same content, is shared. If another
  /// definition has its id, it is added under a new id and under a name that is not in use.
  ///
  /// Inside a group, the values of the fragment become the initial values of instances of the edited definition, and nodes in
  /// pasted instances begin with the values of their own definitions.
  ///
  /// - Parameters:
  ///   - fragment: The result of ``Evaluator/copy(_:details:)``, here or elsewhere.
  ///   - offset: The distance by which the nodes are moved from their original positions.
  ///   - keepingOuterConnections: Whether inputs that read nodes outside the fragment are connected to them again, if these are in
  ///     the
  ///     scope and fit.
  ///   - reading: How literals and nodes with their own ports are read. The default reads with the evaluator's
  ///     ``Evaluator/literals``.
  ///   - naming: Makes a name that is not in use from one that may be. The default, ``freshName(_:_:)``, makes "a 2" of "a".
  /// - Returns: The new ids by those in the fragment, which are those of documents: `ids[node.inDocument]` for a node that was
  ///   copied.
  /// - Throws: A ``NodeGraph/DocumentError`` if the fragment is unsound or doesn't fit the kinds, or if a definition would contain
  ///   itself. The graph is unchanged then.
  /// - Complexity: O(nodes + connections of the fragment), inside a group for each instance; and the cost of `naming`.
  @discardableResult
  public func paste(
    _ fragment: GraphDocument, offset: GraphPoint = .zero, keepingOuterConnections: Bool = false,
    reading: DocumentReading? = nil, naming: (String, _ isTaken: (String) -> Bool) -> String
  ) throws(DocumentError) -> [NodeID: NodeID] {
    if !editsDefinition {
      return try paste(fragment, offset, keepingOuterConnections, reading) { name in
        naming(name) { self.node(named: $0) != nil }
      }
    }
    var names = Set(members.filter { InstanceID($0) == nil }.compactMap { self.name(of: $0) })
    return try paste(fragment, offset, keepingOuterConnections, reading) { name in
      let fresh = naming(name) { names.contains($0) }
      names.insert(fresh)
      return fresh
    }
  }

  /// Adds the nodes and instances of a fragment to the scope, under new ids; names that are in use get a number.
  ///
  /// - Parameters:
  ///   - fragment: The result of ``Evaluator/copy(_:details:)``, here or elsewhere.
  ///   - offset: The distance by which the nodes are moved from their original positions.
  ///   - keepingOuterConnections: Whether inputs that read nodes outside the fragment are connected to them again, if these are in
  ///     the
  ///     scope and fit.
  ///   - reading: How literals and nodes with ports of their own are read.
  /// - Returns: The new ids by those in the fragment, which are those of documents.
  /// - Throws: As ``paste(_:offset:keepingOuterConnections:reading:naming:)``.
  /// - Complexity: O(nodes + connections of the fragment), however many nodes have names that differ only in their number. Each
  ///   number in use is checked once, and once more after a lower one has become free.
  @discardableResult
  public func paste(
    _ fragment: GraphDocument, offset: GraphPoint = .zero, keepingOuterConnections: Bool = false,
    reading: DocumentReading? = nil
  ) throws(DocumentError) -> [NodeID: NodeID] {
    if !editsDefinition {
      return try paste(fragment, offset, keepingOuterConnections, reading) {
        evaluator.state.topology.labels.freshName($0)
      }
    }
    return try paste(fragment, offset: offset, keepingOuterConnections: keepingOuterConnections, reading: reading) {
      Self.freshName($0, $1)
    }
  }

  private func paste(
    _ fragment: GraphDocument, _ offset: GraphPoint, _ keepsOuterConnections: Bool, _ reading: DocumentReading?,
    naming: (String) -> String
  ) throws(DocumentError) -> [NodeID: NodeID] {
    var ids: [NodeID: NodeID] = [:]
    try evaluator.edit { _ throws(DocumentError) in
      let fragment = evaluator.withPresentNames(fragment)
      let reading = reading ?? DocumentReading(literals: evaluator.literals)
      var pasting = try Pasting(self, fragment, reading)
      try pasting.add(offset: offset, naming: naming)
      if keepsOuterConnections { pasting.connectOuter() }
      ids = pasting.ids
      try setModes(of: fragment, ids)
      try setLooks(of: fragment, ids, offset: offset)
    }
    return ids
  }
}
