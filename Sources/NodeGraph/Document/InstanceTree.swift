// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The nesting of the instances of a document, and the nodes that are their members.
///
/// An instance that no other names as a member is not inside any. If the document is being repaired, missing members are made.
struct InstanceTree {
  /// The greatest number of missing instances and nodes that are made.
  private static let mostMissing = 1 << 16

  private(set) var placed: [DocumentGroups.Placed] = []
  private let places: [DefinitionID: Int]
  private let givenCount: Int
  private var byID: [InstanceID: Int] = [:]
  private var fresh: UInt32 = 0
  private var isPlaced: [Bool]
  /// The members that no node of the document is assigned to. They get ids when all others are known.
  private var missing: [(instance: Int, inner: NodeID)] = []
  private var madeCount = 0

  /// Places the instances of a document, each after the one it is inside; their nodes get ids of their own.
  init(
    _ document: inout GraphDocument, _ places: [DefinitionID: Int], _ ids: inout DocumentIDs,
    _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    self.places = places
    givenCount = document.instances.count
    isPlaced = Array(repeating: false, count: document.instances.count)
    try identify(&document, &faults)
    let claimed = Set(document.instances.flatMap { $0.members.compactMap { InstanceID($0.node) } })
    for start in 0..<givenCount where !claimed.contains(document.instances[start].id) {
      try place(start, &document, &ids, &faults)
    }
    for start in 0..<givenCount where !isPlaced[start] {
      try faults.note(.id, at: Self.path(start), "it is listed as a member of an instance that does not exist")
      try place(start, &document, &ids, &faults)
    }
    ids.complete(&document.nodes)
    for (instance, inner) in missing {
      document.instances[instance].members.append(.init(inner, is: ids.makeID(at: DocumentIDs.inInstance)))
    }
    for instance in Set(missing.map(\.instance)) {
      document.instances[instance].members.sort { $0.inner.slot < $1.inner.slot }
    }
    removeUnplaced(&document)
  }

  private static func path(_ index: Int) -> DocumentPath { DocumentPath.instance(index) }

  private mutating func identify(
    _ document: inout GraphDocument, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    for index in document.instances.indices {
      let id = document.instances[index].id
      if id != .missing, byID[id] == nil {
        byID[id] = index
        continue
      }
      if id != .missing { try faults.note(id.node, of: Self.path(byID[id] ?? 0), at: Self.path(index)) }
      document.instances[index].id = .missing
    }
    for index in document.instances.indices where document.instances[index].id == .missing {
      document.instances[index].id = makeID(index)
    }
  }

  private mutating func makeID(_ index: Int) -> InstanceID {
    while byID[InstanceID(index: fresh, tag: 0)] != nil { fresh += 1 }
    byID[InstanceID(index: fresh, tag: 0)] = index
    return InstanceID(index: fresh, tag: 0)
  }

  /// Places an outermost instance and the instances inside it.
  private mutating func place(
    _ start: Int, _ document: inout GraphDocument, _ ids: inout DocumentIDs, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    isPlaced[start] = true
    guard let definition = places[document.instances[start].definition] else {
      let number = document.instances[start].definition.number
      return try faults.note(.kind, at: Self.path(start), "definition '\(number)' does not exist")
    }
    var next = placed.count
    placed.append(.init(instance: start, definition: definition, parent: nil, inner: .missing))
    while next < placed.count {
      let current = placed[next]
      let entry = document.definitions[current.definition]
      var members = try members(of: document.instances[current.instance], entry, at: current.instance, &ids, &faults)
      for node in entry.nodes where members[node.id] == nil {
        try noteMissing(node.id, of: current.instance, &faults)
        missing.append((current.instance, node.id))
      }
      for child in entry.instances {
        let inner = child.id.node
        var place = members[inner].flatMap { InstanceID($0) }.flatMap { byID[$0] }
        if let found = place, isPlaced[found] { place = nil }
        let found = place ?? document.instances.count
        if place == nil {
          try noteMissing(inner, of: current.instance, &faults)
          isPlaced.append(true)
          document.instances.append(DocumentInstance(id: makeID(found), of: child.definition))
        }
        members[inner] = document.instances[found].id.node
        isPlaced[found] = true
        try settle(&document.instances[found], child, at: found, &faults)
        placed.append(.init(instance: found, definition: places[child.definition] ?? 0, parent: next, inner: inner))
      }
      document.instances[current.instance].members = members.sorted { $0.key.slot < $1.key.slot }.map {
        .init($0.key, is: $0.value)
      }
      try examineValues(&document.instances[current.instance], entry, at: current.instance, &faults)
      next += 1
    }
  }

  /// Returns the members that an instance names and its definition has.
  private func members(
    of instance: DocumentInstance, _ definition: DocumentDefinition, at index: Int, _ ids: inout DocumentIDs,
    _ faults: inout DocumentFaults
  ) throws(DocumentError) -> [NodeID: NodeID] {
    var members: [NodeID: NodeID] = [:]
    let known = Set(definition.nodes.map(\.id) + definition.instances.map(\.id.node))
    for member in instance.members {
      let reason: String
      if !known.contains(member.inner) {
        reason = "its definition has no such member"
      } else if members[member.inner] != nil {
        reason = "the member is listed twice"
      } else if InstanceID(member.inner) == nil, !ids.take(member.node) {
        reason = "the id is already used by another node"
      } else {
        members[member.inner] = member.node
        continue
      }
      let text = "\(DocumentText.text(member.inner))=\(DocumentText.text(member.node))"
      try faults.note(.id, at: Self.path(index).appending("members"), "'\(text)': \(reason)")
    }
    return members
  }

  private mutating func noteMissing(
    _ inner: NodeID, of index: Int, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    madeCount += 1
    if madeCount > Self.mostMissing {
      throw DocumentError(.id, at: Self.path(index), "too many of its members are missing to repair it")
    }
    // An instance that was made has no members yet, which is not a fault.
    if index >= givenCount { return }
    try faults.note(
      .id, at: Self.path(index).appending("members"),
      "'\(DocumentText.text(inner))' is missing, does not exist, or belongs to another instance")
  }

  /// Removes from a nested instance what its outer definition determines.
  private func settle(
    _ instance: inout DocumentInstance, _ child: DocumentInstance, at index: Int, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    if instance.definition != child.definition {
      try faults.note(
        .kind, at: Self.path(index).appending("of"),
        "it must be '\(child.definition.number)', as in the enclosing definition")
      instance.definition = child.definition
      instance.members = []
      instance.values = []
      instance.orders = []
    }
    if !instance.connections.isEmpty || instance.name != nil || instance.position != nil {
      try faults.note(
        .field, at: Self.path(index), "its name, position and connections are those in the enclosing definition")
      (instance.connections, instance.name, instance.position) = ([], nil, nil)
    }
  }

  /// Drops values, literals and orders that don't fit the nodes of the definition.
  private func examineValues(
    _ instance: inout DocumentInstance, _ definition: DocumentDefinition, at index: Int, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    let nodes = Set(definition.nodes.map(\.id))
    var seen: Set<NodeID> = []
    var kept: [DocumentInstance.Values] = []
    for (place, values) in instance.values.enumerated() {
      if nodes.contains(values.inner), seen.insert(values.inner).inserted {
        kept.append(values)
      } else {
        try faults.note(
          .id, at: Self.path(index).appending("values").appending(place),
          "its definition has no node '\(DocumentText.text(values.inner))', or the node is listed twice")
      }
    }
    instance.values = kept
    for (name, _) in instance.literals.sorted(by: { $0.key < $1.key }) {
      try faults.note(
        .field, at: Self.path(index).appending("literals").appending(name),
        "an instance can't have literals; write the literals of its nodes in 'values'")
    }
    instance.literals = [:]
    var orders: [DocumentInstance.Order] = []
    for order in instance.orders {
      if nodes.contains(order.inner), order.places.sorted() == Array(order.places.indices) {
        orders.append(order)
      } else {
        try faults.note(
          .connection, at: Self.path(index).appending("orders"),
          "'\(DocumentText.text(order.inner)).\(VisibleText.standIns(order.port))' does not exist, or the order is not a permutation of its connections"
        )
      }
    }
    instance.orders = orders
  }

  /// Removes instances that were not placed.
  private mutating func removeUnplaced(_ document: inout GraphDocument) {
    if placed.count == document.instances.count { return }
    let kept = placed.map(\.instance).sorted()
    let places = Dictionary(uniqueKeysWithValues: zip(kept, 0...))
    document.instances = kept.map { document.instances[$0] }
    placed = placed.map {
      .init(instance: places[$0.instance] ?? 0, definition: $0.definition, parent: $0.parent, inner: $0.inner)
    }
  }
}
