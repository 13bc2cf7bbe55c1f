// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Changing the table of subgraphs, as steps of the edit under way, and the nodes of instances.
extension EvaluatorState {
  mutating func setDefinition(_ number: UInt32, to definition: SubgraphDefinition?) {
    set(DefinitionTable.self, at: number, to: definition)
  }

  mutating func setInstance(_ index: UInt32, to instance: SubgraphInstance?) {
    set(InstanceTable.self, at: index, to: instance)
  }

  /// Makes a node a member of an instance, or of the root.
  mutating func setOwner(of node: NodeID, to index: UInt32?, inner: UInt32 = 0) {
    let before = scopes.subgraphs.membership(of: node)
    scopes.subgraphs.setMembership(of: node, to: index.map { SubgraphTable.Owner(index: $0, inner: inner) })
    journal(.owned(node, other: before))
  }

  mutating func changeInstance(_ index: UInt32, _ body: (inout SubgraphInstance) -> Void) {
    guard var instance = scopes.subgraphs.instance(index) else { return }
    body(&instance)
    setInstance(index, to: instance)
  }

  /// Whether a node or an instance exists.
  func exists(_ member: NodeID) -> Bool {
    InstanceID(member).map { scopes.subgraphs.index($0) != nil } ?? topology.isLive(member)
  }

  // MARK: Values and code of nodes

  /// The value of a literal.
  func literal(_ place: InputPlace) -> SubgraphDefinition.MemberValue? {
    guard let cell = topology.literal(place), let index = topology.literalType(ofCell: cell) else { return nil }
    let type = nodes.literalTypes[index]
    return SubgraphDefinition.MemberValue(type: type, value: nodes.arena.keep(cell, type))
  }

  /// The value of a source.
  func sourceValue(_ slot: UInt32) -> SubgraphDefinition.MemberValue? {
    guard nodes.status[slot].intersection([.isSource, .empty]) == .isSource else { return nil }
    let type = kernel(of: slot).outputs[0]
    return SubgraphDefinition.MemberValue(type: type, value: nodes.arena.keep(topology.records[slot].output, type))
  }

  /// Sets or removes the literal of an input.
  mutating func putLiteral(_ target: InputPort, _ value: SubgraphDefinition.MemberValue?) throws(GraphError) {
    let storage = graph.storage
    guard let value else {
      let place = try storage.value.place(target)
      return storage.value.setLiteral(place, cell: NodeRecord.none)
    }
    let place = try beginLiteral(target, value.type.port.identity) { value.type }
    if !place.isNew { nodes.arena.destroy(place.cell, value.type) }
    nodes.arena.restore(value.value, to: place.cell, value.type)
  }

  /// Sets the value of a source.
  mutating func give(_ value: SubgraphDefinition.MemberValue, to slot: UInt32) {
    let cell = topology.records[slot].output
    journalWrites()
    let before = nodes.swap(value.value, in: cell, value.type, of: slot)
    journal(.gave(slot: slot, cell: cell, type: value.type, other: before))
  }

  /// A node of the graph in the form of definitions.
  func describe(_ slot: UInt32) -> SubgraphDefinition.Member {
    let shape = topology.records[slot].shape
    let hasOwnCode = topology.codeCell(of: slot) != nil
    var node = SubgraphDefinition.Member(
      inner: 0, content: .node(topology.hasOwnShape(slot) || hasOwnCode ? .own(ownCode(of: slot)) : .shape(shape)))
    node.name = topology.labels.name(of: slot)
    node.position = topology.labels.position(of: slot)
    if topology.hasLiterals {
      for input in 0..<topology.layout(of: slot).inputCount {
        guard let value = literal(InputPlace(node: slot, input: input)) else { continue }
        node.literals.append(SubgraphDefinition.Literal(input: input, value: value))
      }
    }
    node.initial = sourceValue(slot)
    if !documents.kept.isEmpty, var kept = documents.kept[topology.id(of: slot)] {
      if !nodes.status[slot].contains(.empty) { kept.state = nil }
      node.kept = kept.isEmpty ? nil : kept
    }
    return node
  }

  private func ownCode(of slot: UInt32) -> SubgraphDefinition.OwnCode {
    let shape = topology.records[slot].shape
    let entry = topology.shapes[Int(shape)]
    if let cell = topology.codeCell(of: slot) {
      let kernel = Kernel(inCode: nodes.arena.ownCode(in: cell), outputs: kernels[shape].outputs)
      return SubgraphDefinition.OwnCode(entry.kind.keeping(memoryWords: 0), kernel, [])
    }
    let defaults = entry.defaultCells.map { cell in
      cell == NodeRecord.none
        ? nil : nodes.defaultValue(in: cell).map { SubgraphDefinition.MemberValue(type: $0, value: $1) }
    }
    return SubgraphDefinition.OwnCode(entry.kind, kernels[shape], defaults)
  }

  /// The shape of a code, which all its nodes share.
  private mutating func shape(of code: SubgraphDefinition.Code) -> UInt32 {
    switch code {
    case .shape(let shape): return shape
    case .own(let code):
      if let shape = code.shape { return shape }
      let storage = graph.storage
      let shape = storage.value.makeShape(code.kind, isOwn: false)
      kernels.install(code.kernel, at: shape)
      kernels.heavyKinds.install(.automatic, at: shape)
      makeRoom()
      for (cell, value) in zip(topology.shapes[Int(shape)].defaultCells, code.defaults) {
        if let value, cell != NodeRecord.none { nodes.initializeDefault(cell, value.type, to: value.value) }
      }
      code.shape = shape
      return shape
    }
  }

  /// Makes a node of a definition. Complexity: O(ports).
  mutating func make(
    _ node: borrowing SubgraphDefinition.Member, _ code: SubgraphDefinition.Code
  ) throws(GraphError) -> NodeID {
    let shape = shape(of: code)
    let storage = graph.storage
    let slot = storage.value.addNode(shape: shape)
    makeRoom()
    beginStatus(of: slot)
    if let initial = node.initial { give(initial, to: slot) }
    let id = storage.value.id(of: slot)
    for literal in node.literals { try putLiteral(id.input(Int(literal.input)), literal.value) }
    if let kept = node.kept {
      set(KeptFieldTable.self, at: id, to: kept)
    }
    return id
  }

  // MARK: Instances

  /// Makes an instance with everything in it, without connections to the outside.
  ///
  /// - Returns: Its index.
  /// - Complexity: O(nodes and wires).
  mutating func makeInstance(of number: UInt32, in parent: UInt32, inner: UInt32) throws(GraphError) -> UInt32 {
    let first = scopes.subgraphs.makeInstanceIndex()
    var open = [(index: first, instance: SubgraphInstance(definition: number, parent: parent, inner: inner))]
    var next = 0
    while next < open.count {
      var (index, instance) = open[next]
      next += 1
      guard let definition = scopes.subgraphs.definitions[instance.definition] else { continue }
      instance.nodes.reserveCapacity(definition.members.count)
      for member in definition.members {
        switch member.content {
        case .node(let code): instance.nodes.append(.init(inner: member.inner, node: try make(member, code)))
        case .instance(let number):
          let child = scopes.subgraphs.makeInstanceIndex()
          instance.children.append(.init(inner: member.inner, index: child))
          open.append((child, SubgraphInstance(definition: number, parent: index, inner: member.inner)))
        }
      }
      setInstance(index, to: instance)
    }
    for (index, _) in open.reversed() {
      guard let definition = scopes.subgraphs.definition(of: index) else { continue }
      for wire in definition.wires { try connect(wire.source, to: wire.target, in: index, replacing: false) }
      for child in definition.children { try giveLiterals(of: child, in: index) }
    }
    return first
  }

  mutating func giveLiterals(of child: SubgraphDefinition.Member, in index: UInt32) throws(GraphError) {
    for literal in child.literals {
      guard let port = scopes.subgraphs.port(.init(member: child.inner, port: literal.input), in: index) else {
        continue
      }
      for target in scopes.subgraphs.targets(of: port) {
        if let unread = literal.value.unread {
          keep(unread, for: target)
        } else {
          try putLiteral(target, literal.value)
        }
      }
    }
  }

  /// Keeps a document's literal for an input of a node without code.
  private mutating func keep(_ unread: DocumentValue, for target: InputPort) {
    guard var kept = documents.kept[target.node], kept.missing != nil else { return }
    let kind = topology.shapes[Int(topology.records[target.node.slot].shape)].kind
    kept.literals[kind.inputs[target.index].name] = unread
    set(KeptFieldTable.self, at: target.node, to: kept)
  }

  /// Connects members of an instance.
  mutating func connect(
    _ source: SubgraphDefinition.End, to target: SubgraphDefinition.End, in index: UInt32, replacing: Bool
  ) throws(GraphError) {
    guard let source = scopes.subgraphs.port(source, in: index), let target = scopes.subgraphs.port(target, in: index)
    else { return }
    try connect(source, to: target, replacing: replacing)
  }

  /// Connects ports of a scope. If an input refuses, it is unchanged, but connections to earlier inputs stay.
  mutating func connect(_ source: ScopePort, to target: ScopePort, replacing: Bool) throws(GraphError) {
    guard let output = scopes.subgraphs.source(of: source) else { return }
    let storage = graph.storage
    try scopes.subgraphs.forEachTarget(of: target) { input throws(GraphError) in
      try storage.value.connect(output, to: input, replacing: replacing)
    }
  }

  /// Removes the connections to a port within a scope: all of them, or the one from a certain port.
  mutating func disconnect(
    _ target: ScopePort, from source: ScopePort? = nil, in scope: UInt32
  ) throws(GraphError) {
    let output = source.flatMap { scopes.subgraphs.source(of: $0) }
    let storage = graph.storage
    for input in scopes.subgraphs.targets(of: target) {
      for read in storage.value.outputs(readBy: input.place).reversed() {
        if let output, read != output { continue }
        let member = scopes.subgraphs.member(with: read.node, in: scope)
        guard member != nil, member != target.member || InstanceID(target.member) == nil else { continue }
        try storage.value.disconnect(read, from: input)
        if output != nil { break }
      }
    }
  }

  /// Removes an instance with everything in it.
  mutating func removeInstance(_ index: UInt32) {
    let storage = graph.storage
    for inner in scopes.subgraphs.subtree(of: index).reversed() {
      guard let instance = scopes.subgraphs.instance(inner) else { continue }
      setInstance(inner, to: nil)
      for member in instance.nodes { storage.value.removeNode(member.node.slot) }
    }
  }

  // MARK: Rules

  /// The rules of subgraphs that are violated: those of the table; instances have the connections of their definitions; connections
  /// into and out of an instance pass through its ports. Complexity: O(nodes and connections of instances, and their depth).
  func brokenSubgraphRules() -> [String] {
    if scopes.subgraphs.isUntouched { return [] }
    var broken = scopes.subgraphs.brokenRules(in: topology)
    if !broken.isEmpty { return broken }
    for index in scopes.subgraphs.instances.indices.lazy.map({ UInt32($0) }) {
      guard let definition = scopes.subgraphs.definition(of: index) else { continue }
      if scopes.subgraphs.wires(of: index, topology) != definition.wires {
        broken.append("an instance is connected as its definition says")
      }
    }
    for target in 0..<UInt32(topology.records.count) where topology.isAlive(target) {
      for input in 0..<topology.layout(of: target).inputCount {
        for source in topology.outputs(readBy: InputPlace(node: target, input: input)) {
          if scopes.subgraphs.owner(target) == scopes.subgraphs.owner(source.node.slot) { continue }
          let reader = topology.id(of: target).input(Int(input))
          if ScopedRoute(from: source, to: reader, named: ("", ""), in: scopes.subgraphs) == nil {
            broken.append("what enters or leaves an instance does so by its ports")
          }
        }
      }
    }
    return broken
  }
}

extension Evaluator {
  /// Compares all instances with their definitions.
  func checkGroups() {
    let broken = state.brokenSubgraphRules()
    require(broken.isEmpty, "a rule of groups is broken: \(broken.joined(separator: "; "))")
  }
}

extension EvaluatorPart {
  static let subgraphs = EvaluatorPart(
    "scopes.subgraphs", contents: "definitions of groups, their instances, and their nodes", betweenEdits: true
  ) { state in
    state.brokenSubgraphRules()
  } damage: { state in
    state.scopes.subgraphs.damage()
  }
}
