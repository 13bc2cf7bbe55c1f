// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Changing definitions, in all their instances.
extension Edit {
  /// Removes an instance with everything in it. The definition stays.
  ///
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``, ``NodeGraph/GraphError/outsideScope(_:)``.
  /// - Complexity: O(nodes and their degrees).
  public func remove(_ instance: InstanceID) throws(GraphError) { try remove(instance.node) }

  /// Sets or removes the name of an instance.
  ///
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``, ``NodeGraph/GraphError/outsideScope(_:)``.
  public func rename(_ instance: InstanceID, to name: String?) throws(GraphError) {
    try rename(instance.node, to: name)
  }

  /// Renames a definition.
  ///
  /// - Throws: ``SubgraphError/noDefinition(_:)``.
  public func rename(_ definition: DefinitionID, to name: String) throws(SubgraphError) {
    checkUnderWay()
    guard var entry = evaluator.state.scopes.subgraphs.definitions[definition.number] else {
      throw .noDefinition(definition)
    }
    entry.name = name
    evaluator.state.setDefinition(definition.number, to: entry)
  }

  /// Removes a definition that has no instances.
  ///
  /// - Throws: ``SubgraphError/noDefinition(_:)``, ``SubgraphError/definitionInUse(_:)``.
  public func remove(_ definition: DefinitionID) throws(SubgraphError) {
    checkUnderWay()
    let table = evaluator.state.scopes.subgraphs
    guard table.definitions[definition.number] != nil else { throw .noDefinition(definition) }
    if table.isContained(definition.number) { throw .definitionInUse(definition) }
    evaluator.state.setDefinition(definition.number, to: nil)
  }

  /// Changes a definition in all its instances, or in none.
  ///
  /// ```swift
  /// try edit.change(definition, lookingAt: tax) { inner in
  ///   let rounded = try inner.add("Round", named: "rounded")
  ///   try inner.connect(product.output, to: rounded.input("x"))
  ///   try inner.expose(rounded.output("value"), as: "Rounded")
  /// }
  /// ```
  ///
  /// Each change is made in all instances at once. One that an instance refuses, because it would close a cycle there, for example,
  /// is made in none. If `body` rethrows the error, and it is about another instance than the edited one, it becomes
  /// ``SubgraphError/refused(_:in:)`` with that instance.
  ///
  /// - Parameters:
  ///   - definition: The definition.
  ///   - instance: The edited instance, whose nodes `body` names, at any depth; with `nil`, the first. If a definition has no
  ///     instances, `body` gets a temporary one, which is removed when it returns.
  ///   - body: Makes the changes.
  /// - Throws: ``SubgraphError/noDefinition(_:)``, ``SubgraphError/noInstance(_:)`` if the instance is not one of the definition,
  ///   ``SubgraphError/refused(_:in:)``, and what `body` throws. The graph is unchanged then.
  /// - Complexity: What `body` does, for each instance; if conversions are declared, also O(connections of the instances).
  public func change(
    _ definition: DefinitionID, lookingAt instance: InstanceID? = nil, _ body: (Edit) throws -> Void
  ) throws {
    try checkStructureMayChange()
    let number = definition.number
    try evaluator.edit { _ in
      updateDefinitions()
      guard evaluator.state.scopes.subgraphs.definitions[number] != nil else {
        throw SubgraphError.noDefinition(definition)
      }
      if let instance, evaluator.state.scopes.subgraphs.index(instance).map({ self.number(of: $0) == number }) != true {
        throw SubgraphError.noInstance(instance)
      }
      let temporary =
        try evaluator.state.scopes.subgraphs.isUsed(number)
        ? nil : evaluator.state.makeInstance(of: number, in: SubgraphTable.none, inner: 0)
      let users = evaluator.state.scopes.subgraphs.users(of: number)
      guard let looked = instance?.index ?? users.first else { throw SubgraphError.noDefinition(definition) }
      if temporary == nil { evaluator.state.keep(EnteredInstances.self, at: looked) }
      let conversions = evaluator.state.conversions(around: users)
      try carryOut(body, on: number, lookingAt: looked)
      if let temporary { evaluator.state.removeInstance(temporary) }
      try removeIdleInAllScopes(conversions)
    }
  }

  /// Changes a scope: the definition of an instance, in all its instances or not at all, or the root.
  ///
  /// - Parameters:
  ///   - scope: The edited instance; `nil` for the root.
  ///   - body: Makes the changes.
  /// - Throws: As ``change(_:lookingAt:_:)``.
  /// - Complexity: As for ``change(_:lookingAt:_:)``; in the root, what `body` does.
  package func change(in scope: InstanceID?, _ body: (Edit) throws -> Void) throws {
    guard let scope else { return try body(Edit(evaluator: evaluator)) }
    guard let definition = evaluator.subgraphs.definition(of: scope) else { throw SubgraphError.noInstance(scope) }
    try change(definition, lookingAt: scope, body)
  }

  /// Makes changes in all instances of a definition.
  private func carryOut(
    _ body: (Edit) throws -> Void, on number: UInt32, lookingAt looked: UInt32
  ) throws {
    let place = evaluator.state.activity.definitionEdits.count
    let inner = Edit(evaluator, lookingAt: looked, place: place)
    evaluator.state.activity.definitionEdits.append(DefinitionEdit(definition: number, looked: looked))
    defer { evaluator.state.activity.definitionEdits.removeLast() }
    do {
      try body(inner)
    } catch let error as GraphError where evaluator.state.activity.definitionEdits[place].refusal?.reason == error {
      throw inner.refused(error)
    }
    updateDefinitions(in: number, endingWith: place)
  }

  /// Updates the definitions that are being changed, so that they describe the present connections of their instances.
  ///
  /// - Parameters:
  ///   - number: If not `nil`, only this definition and those that it contains.
  ///   - last: The edit of a definition that ends, by its place; the definition gets a new revision.
  func updateDefinitions(in number: UInt32? = nil, endingWith last: Int? = nil) {
    for (place, edit) in evaluator.state.activity.definitionEdits.enumerated().reversed()
    where number.map({ table.containment(of: edit.definition, in: $0) != nil }) ?? true {
      let users = table.users(of: edit.definition)
      guard let looked = users.contains(edit.looked) ? edit.looked : users.first else { continue }
      evaluator.state.endChange(of: edit.definition, lookingAt: looked, isNew: place == last)
    }
  }

  /// Removes those of some conversion nodes, in any scopes, that are not part of a wire any more.
  private func removeIdleInAllScopes(_ conversions: [NodeID]) throws {
    var byOwner: [(owner: UInt32, nodes: [NodeID])] = []
    var places: [UInt32: Int] = [:]
    for node in conversions where evaluator.state.isIdleConversion(node) {
      let owner = evaluator.state.scopes.subgraphs.owner(node.slot)
      if let place = places[owner] {
        byOwner[place].nodes.append(node)
      } else {
        places[owner] = byOwner.count
        byOwner.append((owner, [node]))
      }
    }
    for (owner, nodes) in byOwner {
      guard let number = number(of: owner) else {
        for node in nodes { try Edit(evaluator: evaluator).removeMember(node) }
        continue
      }
      // In another definition they are removed from all its instances, one of which may have been processed before.
      let idle = nodes.filter { evaluator.state.isIdleConversion($0) }
      if idle.isEmpty { continue }
      try carryOut({ scope in for node in idle { try scope.removeMember(node) } }, on: number, lookingAt: owner)
    }
  }

  private func number(of index: UInt32) -> UInt32? { evaluator.state.scopes.subgraphs.instance(index)?.definition }
}

extension EvaluatorState {
  /// Updates a definition, and those that contain it, after an edit has changed its instances.
  mutating func endChange(of number: UInt32, lookingAt index: UInt32, isNew: Bool) {
    guard var definition = scopes.subgraphs.definitions[number] else { return }
    definition.wires = scopes.subgraphs.wires(of: index, topology)
    definition.looks = presentLooks(of: definition, in: index)
    if isNew { definition.revision += 1 }
    setDefinition(number, to: definition)
    dropMissingPorts(of: number)
  }

  /// Removes a definition that has no instances and is not part of another definition.
  mutating func dropIfUnused(_ number: UInt32) {
    if scopes.subgraphs.definitions[number] != nil, !scopes.subgraphs.isContained(number) {
      setDefinition(number, to: nil)
    }
  }

  /// Sorts the wires to inputs of a definition, in the definitions that contain it, by the order of its inputs.
  mutating func sortWires(toInstancesOf number: UInt32) {
    let ports = scopes.subgraphs.definitions[number]?.ports ?? []
    let places = Dictionary(uniqueKeysWithValues: zip(ports.map(\.id), 0...))
    for (outer, definition) in scopes.subgraphs.definitions {
      let members = Set(definition.children(of: number).map(\.inner))
      if members.isEmpty { continue }
      var copy = definition
      copy.sortWires(to: members, by: places)
      if copy.wires != definition.wires { setDefinition(outer, to: copy) }
    }
  }

  /// Restores the definition's order of inner connections for inputs of an instance that take many. Where a group was dissolved,
  /// connections from its outside may be before or after the others.
  mutating func alignOrder(of index: UInt32) throws(GraphError) {
    guard let declared = scopes.subgraphs.definition(of: index)?.wires else { return }
    let present = scopes.subgraphs.wires(of: index, topology)
    if present == declared { return }
    var sources: [SubgraphDefinition.End: [SubgraphDefinition.End]] = [:]
    for wire in present { sources[wire.target, default: []].append(wire.source) }
    var wanted: [SubgraphDefinition.End: [SubgraphDefinition.End]] = [:]
    for wire in declared { wanted[wire.target, default: []].append(wire.source) }
    for (target, inOrder) in wanted.sorted(by: { ($0.key.member, $0.key.port) < ($1.key.member, $1.key.port) })
    where sources[target] != inOrder {
      guard let port = scopes.subgraphs.port(target, in: index) else { continue }
      try disconnect(port, in: index)
      for source in inOrder { try connect(source, to: target, in: index, replacing: false) }
    }
  }

  /// Removes the ports that a definition no longer has from the definitions that contain it, and so on outwards.
  mutating func dropMissingPorts(of number: UInt32) {
    var open = [number]
    while let changed = open.popLast() {
      let ports = Set((scopes.subgraphs.definitions[changed]?.ports ?? []).map(\.id))
      for (outer, definition) in scopes.subgraphs.definitions {
        let members = Set(definition.children(of: changed).map(\.inner))
        if members.isEmpty { continue }
        var copy = definition
        let isGone = { (end: SubgraphDefinition.End) in members.contains(end.member) && !ports.contains(end.port) }
        let dropped = copy.dropEnds { end, _ in isGone(end) }
        copy.looks.removeAll { _ in
          false
        } wires: {
          isGone($0.source) || isGone($0.target)
        }
        for inner in members { copy[inner]?.literals.removeAll { !ports.contains($0.input) } }
        guard
          copy.wires.count < definition.wires.count || copy.ports.flatMap(\.ends) != definition.ports.flatMap(\.ends)
        else { continue }
        setDefinition(outer, to: copy)
        if !dropped.isEmpty { open.append(outer) }
      }
    }
  }
}
