// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Groups: nodes that are edited as one, and used in several places.
///
/// A definition describes the members of its instances. Instances don't affect evaluation: their inner nodes are nodes of the
/// graph. ``Edit/change(_:lookingAt:_:)`` changes members of an instance in all instances at once; methods in another scope refuse
/// them (``NodeGraph/GraphError/outsideScope(_:)``). Values of sources and literals belong to each instance.
extension Edit {
  /// Turns nodes and instances of the scope into an instance of a new definition. Ids, connections and values stay, and no node
  /// runs.
  ///
  /// ```swift
  /// let tax = try edit.group([rate, product], named: "Tax")
  /// try edit.connect(price.output, to: tax.input("x"), replacing: true)
  /// ```
  ///
  /// The definition gets an input for each source that the selection reads, named like the first input that it leads to, and an
  /// output for each output that is read from outside. The names of the nodes belong to the definition from then on, and other
  /// nodes may use them. When the kind of a node without code is registered, the node gets its code in all instances.
  ///
  /// - Parameters:
  ///   - selection: Nodes and instances, in any order.
  ///   - name: The name of the definition.
  /// - Returns: The instance, placed at the centre of its members.
  /// - Throws: ``SubgraphError/nothingSelected``, ``SubgraphError/outsideScope(_:)``.
  /// - Complexity: O(k log k) for k members and their connections.
  @discardableResult
  public func group(_ selection: some Sequence<NodeID>, named name: String) throws(SubgraphError) -> InstanceID {
    try allAtOnce(in: looked) { () throws(SubgraphError) in
      var members = try checkMembers(selection)
      members += conversions(among: members)
      let number = evaluator.state.scopes.subgraphs.makeDefinitionID()
      var empty = SubgraphDefinition(id: DefinitionID(number), name: name)
      // Moving the members in makes the first revision.
      (empty.revision, empty.origin) = (0, centre(of: members))
      evaluator.state.setDefinition(number, to: empty)
      let instance = try add(instanceOf: empty.id, at: empty.origin)
      var move = try MoveIn(evaluator, members, into: instance)
      try move.carryOut()
      return instance
    }
  }

  /// The centre of the positions of members.
  private func centre(of members: [NodeID]) -> GraphPoint {
    let points = members.map { table.position(of: $0, in: storage.value) ?? .zero }
    let (x, y) = (points.map(\.x).filter(\.isFinite), points.map(\.y).filter(\.isFinite))
    guard let left = x.min(), let right = x.max(), let top = y.min(), let bottom = y.max() else { return .zero }
    return GraphPoint(left / 2 + right / 2, top / 2 + bottom / 2)
  }

  /// Turns the members of an instance into members of the scope, and removes the instance. Ids, connections and values stay. If it
  /// was the last instance of its definition, the definition is removed as well.
  ///
  /// Right after ``group(_:named:)`` this restores the previous state. A name that was used meanwhile gets a number. If the
  /// instance was moved, its members are moved by the same distance.
  ///
  /// - Parameter instance: An instance of the scope.
  /// - Returns: The members.
  /// - Throws: ``SubgraphError/noInstance(_:)``, ``SubgraphError/outsideScope(_:)``.
  /// - Complexity: O(members).
  @discardableResult
  public func ungroup(_ instance: InstanceID) throws(SubgraphError) -> [NodeID] {
    try allAtOnce(in: instance) { () throws(SubgraphError) in
      let (index, definition) = try look(at: instance)
      let members = table.members(of: index, in: storage.value)
      var move = MoveOut(evaluator, dissolving: index, definition)
      try move.carryOut()
      return members
    }
  }

  /// Adds an instance of a definition, unconnected.
  ///
  /// - Parameters:
  ///   - definition: The definition.
  ///   - name: The name of the instance; with `nil`, that of the definition. Instances may have the same name.
  ///   - position: Where it is shown.
  /// - Returns: The instance, whose inputs have the definition's literals.
  /// - Throws: ``SubgraphError/noDefinition(_:)``; ``SubgraphError/containsItself(_:)`` in an edit of a definition that this
  ///   one contains, or is.
  /// - Complexity: O(its nodes and wires), in an edit of a definition for each instance.
  @discardableResult
  public func add(
    instanceOf definition: DefinitionID, named name: String? = nil, at position: GraphPoint? = nil
  ) throws(SubgraphError) -> InstanceID {
    let number = definition.number
    guard table.definitions[number] != nil else { throw .noDefinition(definition) }
    if let editedNumber { try table.checkContaining(number, in: editedNumber) }
    // New instances are made from the current definition.
    updateDefinitions(in: number)
    do {
      try checkStructureMayChange()
      guard editsDefinition else {
        let index = try evaluator.state.makeInstance(of: number, in: scope, inner: 0)
        evaluator.state.changeInstance(index) { ($0.name, $0.position) = (name, position) }
        return table.id(of: index)
      }
      var child = SubgraphDefinition.Member(
        inner: 0, content: .instance(of: number), name: name, position: position)
      changeDefinition {
        child.inner = $0.makeInner()
        $0.members.append(child)
      }
      try everywhere { index throws(GraphError) in try evaluator.state.add(child, to: index) }
      return table.id(of: table.instance(scope)?.child(child.inner) ?? 0)
    } catch {
      throw refused(error)
    }
  }

  /// Makes a copy of an instance's definition for this instance, which can be changed without changing other instances.
  ///
  /// - Parameters:
  ///   - instance: An instance of the scope.
  ///   - name: The name of the copy; with `nil`, that of the definition.
  /// - Returns: The copy. In an edit of a definition all its instances share it.
  /// - Throws: ``SubgraphError/noInstance(_:)``, ``SubgraphError/outsideScope(_:)``.
  /// - Complexity: O(members of the definition); in an edit of a definition also O(instances).
  @discardableResult
  public func makeIndependent(_ instance: InstanceID, named name: String? = nil) throws(SubgraphError) -> DefinitionID {
    try allAtOnce(in: instance) { () throws(SubgraphError) in
      let (index, definition) = try look(at: instance)
      let number = evaluator.state.scopes.subgraphs.makeDefinitionID()
      evaluator.state.setDefinition(
        number, to: SubgraphDefinition(copying: definition, id: DefinitionID(number), name: name ?? definition.name))
      let inner = inner(instance.node)
      changeDefinition { $0[inner]?.content = .instance(of: number) }
      for copied in table.counterparts(of: index) {
        evaluator.state.changeInstance(copied) { $0.definition = number }
      }
      return DefinitionID(number)
    }
  }

  /// An instance of the scope, and its definition.
  private func look(
    at instance: InstanceID
  ) throws(SubgraphError) -> (index: UInt32, definition: SubgraphDefinition) {
    guard let index = table.index(instance) else { throw .noInstance(instance) }
    guard table.instance(index)?.parent == scope else { throw .outsideScope(instance.node) }
    guard let definition = table.definition(of: index) else { throw .noInstance(instance) }
    return (index, definition)
  }
}
