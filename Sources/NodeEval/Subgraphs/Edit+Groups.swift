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
    do {
      try checkStructureMayChange()
    } catch {
      throw .refused(error, in: looked)
    }
    var members = Array(Set(selection.map { storage.value.own($0) }))
    guard !members.isEmpty else { throw .nothingSelected }
    for member in members {
      do {
        try check(member)
      } catch {
        throw .outsideScope(member)
      }
    }
    for member in members { if let group = InstanceID(member) { try settle(table.instance(group.index)?.definition) } }
    members += conversions(among: members)
    members.sort { $0.slot < $1.slot }
    let number = evaluator.state.subgraphs.makeDefinitionID()
    var grouping = Grouping(self, members, SubgraphDefinition(id: DefinitionID(number), name: name))
    grouping.addPorts()
    guard editsDefinition else {
      let index = evaluator.state.subgraphs.makeInstanceIndex()
      grouping.takeLooks(as: index)
      evaluator.state.setDefinition(number, to: grouping.definition)
      return makeRootInstance(grouping, at: index)
    }
    var inner: UInt32 = 0
    changeDefinition {
      inner = $0.makeInner()
      grouping.takeLooks(from: &$0, as: inner)
      let moved = Set(grouping.group.nodes.map(\.outer) + grouping.group.children.map(\.outer))
      $0.nodes.removeAll { moved.contains($0.inner) }
      $0.children.removeAll { moved.contains($0.inner) }
      $0.children.append(.init(inner: inner, definition: number, name: nil, position: grouping.definition.origin))
      $0.setPorts(grouping.outerPorts(as: inner))
      // The wires are computed when the edit of the definition ends.
      $0.wires = []
    }
    evaluator.state.setDefinition(number, to: grouping.definition)
    try? perform(.group(grouping.group, inner))
    return table.id(of: table.instance(scope)?.child(inner) ?? 0)
  }

  private func makeRootInstance(_ grouping: Grouping, at index: UInt32) -> InstanceID {
    var instance = SubgraphInstance(
      definition: grouping.definition.id.number, parent: SubgraphTable.none, inner: 0,
      position: grouping.definition.origin)
    for (inner, member) in grouping.members.enumerated() {
      if let child = InstanceID(member) {
        instance.children.append(.init(inner: UInt32(inner), index: child.index))
      } else {
        instance.nodes.append(.init(inner: UInt32(inner), node: member))
        storage.value.rename(member.slot, to: nil)
      }
    }
    evaluator.state.insert(instance, at: index)
    return table.id(of: index)
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
    try settling { () throws(SubgraphError) in try dissolve(instance) }
  }

  private func dissolve(_ instance: InstanceID) throws(SubgraphError) -> [NodeID] {
    let (entry, definition) = try look(at: instance)
    let instance = table.id(of: instance.index)
    let members = table.members(of: instance.index, in: storage.value)
    let offset = (table.position(of: instance.node, in: storage.value) ?? .zero) - definition.origin
    if !editsDefinition {
      takeOutLooks(of: instance, definition, offset)
      evaluator.state.setInstance(instance.index, to: nil)
      for child in entry.children {
        let declared = definition.place(ofChild: child.inner).map { definition.children[$0] }
        evaluator.state.changeInstance(child.index) {
          ($0.parent, $0.inner, $0.name) = (SubgraphTable.none, 0, declared?.name)
          $0.position = declared?.position.map { $0 + offset }
        }
      }
      for (member, declared) in zip(entry.nodes, definition.nodes) {
        let name = declared.name.map { Edit.freshName($0) { !storage.value.isFree($0) } }
        storage.value.rename(member.node.slot, to: name)
        let moved = declared.position.map { $0 + offset } ?? (offset == .zero ? nil : offset)
        storage.value.move(member.node.slot, to: moved)
      }
      evaluator.state.dropIfUnused(definition.id.number)
    } else {
      // Other instances have that definition until they are changed too.
      ungroupInDefinition(instance, definition, offset)
    }
    return members
  }

  /// Sets the looks of members of an instance, which is removed, to those of its definition.
  private func takeOutLooks(of instance: InstanceID, _ inside: SubgraphDefinition, _ offset: GraphPoint) {
    if inside.looks.isEmpty, !evaluator.state.looks.namesMembers { return }
    let before = evaluator.state.looks(of: CollectionOfOne(instance.node))
    var sheet = before
    sheet.dissolve(instance.node, inside, offset) { table.port($0, in: instance.index) }
    evaluator.state.changeLooks(from: before, to: sheet)
  }

  private func ungroupInDefinition(_ instance: InstanceID, _ inside: SubgraphDefinition, _ offset: GraphPoint) {
    let child = table.end(ScopePort(member: instance.node, port: 0)).member
    var group = DefinitionGroup(definition: inside.id.number)
    changeDefinition { outer in
      let ports = outer.ports
      let declared = outer.place(ofChild: child).map { outer.children[$0] }
      outer.children.removeAll { $0.inner == child }
      var taken = Set(outer.nodes.compactMap(\.name) + outer.children.compactMap(\.name))
      let fresh = { (name: String?) -> String? in
        guard let name else { return nil }
        let free = Edit.freshName(name) { taken.contains($0) }
        taken.insert(free)
        return free
      }
      var inners: [UInt32: UInt32] = [:]
      for var node in inside.nodes {
        let inner = outer.makeInner()
        inners[node.inner] = inner
        group.nodes.append((inner, node.inner))
        (node.inner, node.name, node.position) = (inner, fresh(node.name), node.position.map { $0 + offset })
        outer.nodes.append(node)
      }
      for var moved in inside.children {
        let inner = outer.makeInner()
        inners[moved.inner] = inner
        group.children.append((inner, moved.inner))
        (moved.inner, moved.name, moved.position) = (inner, fresh(moved.name), moved.position.map { $0 + offset })
        outer.children.append(moved)
      }
      let ends = { (port: UInt32) -> [SubgraphDefinition.End] in
        (inside.port(port)?.ends ?? []).compactMap { end in
          inners[end.member].map { SubgraphDefinition.End(member: $0, port: end.port) }
        }
      }
      outer.looks.dissolve(child, inside, offset) { end in
        inners[end.member].map { SubgraphDefinition.End(member: $0, port: end.port) }
      }
      // The literals that the outer definition has for ports become those of their ends.
      for literal in declared?.literals ?? [] {
        for end in ends(literal.input) { setLiteral(literal.value, of: end, in: &outer) }
      }
      outer.setPorts(
        ports.map { port in
          var port = port
          port.ends = port.ends.flatMap { $0.member == child ? ends($0.port) : [$0] }
          return port
        })
      outer.wires = []
    }
    try? perform(.ungroup(child, group))
  }

  /// Sets the initial literal of an end; for a node without code, in the form of its document.
  private func setLiteral(
    _ value: SubgraphDefinition.Value, of end: SubgraphDefinition.End, in definition: inout SubgraphDefinition
  ) {
    guard let unread = value.unread, let place = definition.place(ofNode: end.member),
      definition.nodes[place].kept?.missing != nil
    else { return definition.setLiteral(value, of: end) }
    let kind = definition.nodes[place].code.kind(in: storage.value)
    definition.nodes[place].kept?.literals[kind.inputs[Int(end.port)].name] = unread
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
    try settling { () throws(SubgraphError) in try makeInstance(of: definition, named: name, at: position) }
  }

  private func makeInstance(
    of definition: DefinitionID, named name: String?, at position: GraphPoint?
  ) throws(SubgraphError) -> InstanceID {
    let number = definition.number
    guard table.definitions[number] != nil else { throw .noDefinition(definition) }
    if let recorder, let path = table.containment(of: recorder.definition, in: number) {
      throw .containsItself(([recorder.definition] + path).map { DefinitionID($0) })
    }
    try settle(number)
    do {
      try checkStructureMayChange()
      guard editsDefinition else {
        let index = try evaluator.state.makeInstance(of: number, in: scope, inner: 0)
        evaluator.state.changeInstance(index) { ($0.name, $0.position) = (name, position) }
        return table.id(of: index)
      }
      var inner: UInt32 = 0
      changeDefinition {
        inner = $0.makeInner()
        $0.children.append(.init(inner: inner, definition: number, name: name, position: position))
      }
      try perform(.addInstance(inner, of: number))
      return table.id(of: table.instance(scope)?.child(inner) ?? 0)
    } catch {
      throw .refused(error, in: looked)
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
    try settling { () throws(SubgraphError) in try redefine(instance, named: name) }
  }

  private func redefine(_ instance: InstanceID, named name: String?) throws(SubgraphError) -> DefinitionID {
    let (_, definition) = try look(at: instance)
    let number = evaluator.state.subgraphs.makeDefinitionID()
    evaluator.state.setDefinition(
      number, to: SubgraphDefinition(copying: definition, id: DefinitionID(number), name: name ?? definition.name))
    if !editsDefinition {
      evaluator.state.changeInstance(instance.index) { $0.definition = number }
    } else {
      let inner = inner(instance.node)
      changeDefinition {
        if let place = $0.place(ofChild: inner) { $0.children[place].definition = number }
      }
      try? perform(.redefine(inner, as: number))
    }
    return DefinitionID(number)
  }

  /// Performs the pending changes of a definition, and of those it contains, in all instances, so that new instances or changes of
  /// instances are based on the current definition.
  func settle(_ number: UInt32?) throws(SubgraphError) {
    if let number { try carryOverPending(in: number) }
  }

  /// Makes, changes or dissolves an inner instance; if its definition may be changed meanwhile, in all instances at once.
  func settling<Result>(_ body: () throws(SubgraphError) -> Result) throws(SubgraphError) -> Result {
    guard let recorder, evaluator.state.activity.recorders.count > 1 else { return try body() }
    var result: Result?
    try evaluator.edit { _ throws(SubgraphError) in
      result = try body()
      try settle(recorder.definition)
    }
    guard let result else { stop("an edit that succeeds has run its body") }
    return result
  }

  /// An instance of the scope, and its definition.
  func look(
    at instance: InstanceID
  ) throws(SubgraphError) -> (entry: SubgraphInstance, definition: SubgraphDefinition) {
    do {
      try checkStructureMayChange()
    } catch {
      throw .refused(error, in: instance)
    }
    guard let index = table.index(instance) else { throw .noInstance(instance) }
    guard table.instance(index)?.parent == scope else { throw .outsideScope(instance.node) }
    try settle(table.instance(index)?.definition)
    guard let entry = table.instance(index), let definition = table.definition(of: index) else {
      throw .noInstance(instance)
    }
    return (entry, definition)
  }
}
