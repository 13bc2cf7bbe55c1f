// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The examination of a document with groups: ids and names are unique, no definition contains itself, ports and connections
/// lead to members, each instance has the members of its definition, and connections close no cycle. Ports of kinds and
/// their types are checked by the code that makes the graph.
package struct DocumentGroups {
  /// An instance of the document. In lists, each comes after the instance that it is inside.
  package struct Placed {
    /// Its index in the document.
    package let instance: Int
    /// The index of its definition.
    package let definition: Int
    /// The index in this list of the instance that it is inside; `nil` if it is outermost.
    package let parent: Int?
    /// Its inner id in that instance.
    package let inner: NodeID
  }

  /// The indices of definitions, each after those that it contains.
  package private(set) var order: [Int] = []
  /// For each definition the indices of its nodes, each after those that it reads.
  package private(set) var nodeOrders: [[Int]] = []
  /// The instances.
  package private(set) var placed: [Placed] = []
  private var places: [DefinitionID: Int] = [:]
  private var interfaces: [DocumentInterface] = []
  private var ids: DocumentIDs

  /// Examines a document. If it is being repaired, whatever is unsound is dropped from it.
  ///
  /// - Throws: The first fault, unless the document is being repaired.
  /// - Complexity: O(document); for a definition, times its ports.
  package init(_ document: inout GraphDocument, _ faults: inout DocumentFaults) throws(DocumentError) {
    ids = DocumentIDs(of: document.nodes, document.instances)
    try placeDefinitions(&document, &faults)
    var members: [DocumentIDs] = []
    for index in document.definitions.indices {
      members.append(try Self.identify(&document.definitions[index], at: index, &faults))
    }
    try sort(&document, &faults)
    interfaces = Array(repeating: DocumentInterface(), count: document.definitions.count)
    nodeOrders = Array(repeating: [], count: document.definitions.count)
    for index in order { try examine(&document.definitions[index], members[index], at: index, &faults) }
    try ids.insert(&document.nodes, at: { .node($0) }, &faults)
    try document.nodes.dropDuplicateNames(at: { .node($0) }, &faults)
    placed = try InstanceTree(&document, places, &ids, &faults).placed
    try examineRoot(&document, &faults)
  }

  /// Returns the index of a definition; `nil` if it doesn't exist.
  package func place(of definition: DefinitionID) -> Int? { places[definition] }

  // MARK: Definitions

  private mutating func placeDefinitions(
    _ document: inout GraphDocument, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    for index in document.definitions.indices {
      let id = document.definitions[index].id
      if id == .missing { continue }
      if id.number >= DefinitionID.limit {
        try faults.note(.id, at: Self.path(index).appending("id"), "'\(id.number)' is not a valid id of a definition")
        document.definitions[index].id = .missing
      } else if let other = places[id] {
        try faults.note(
          .id, at: Self.path(index).appending("id"), "the id '\(id.number)' is already used by definitions[\(other)]")
        document.definitions[index].id = .missing
      } else {
        places[id] = index
      }
    }
    var fresh: UInt32 = 1
    for index in document.definitions.indices where document.definitions[index].id == .missing {
      while places[DefinitionID(fresh)] != nil { fresh += 1 }
      document.definitions[index].id = DefinitionID(fresh)
      places[DefinitionID(fresh)] = index
    }
  }

  private static func path(_ index: Int) -> DocumentPath { DocumentPath.definition(index) }

  /// Makes the ids of members and the names of nodes in a definition unique. Instances may have equal names.
  ///
  /// - Returns: The indices of members by their inner numbers, which nodes and instances share. Instances are counted after
  ///   the nodes.
  private static func identify(
    _ definition: inout DocumentDefinition, at index: Int, _ faults: inout DocumentFaults
  ) throws(DocumentError) -> DocumentIDs {
    let count = definition.nodes.count
    let node = { (place: Int) in path(index).appending("nodes").appending(place) }
    let instance = { (place: Int) in path(index).appending("instances").appending(place) }
    for place in 0..<count {
      let id = definition.nodes[place].id
      if id == .missing || id.generation == 0 && id.slot < DefinitionID.limit { continue }
      try faults.noteInnerID(id, at: node(place))
      definition.nodes[place].id = .missing
    }
    var ids = DocumentIDs(of: definition.nodes)
    try ids.insert(&definition.nodes, at: node, &faults)
    try definition.nodes.dropDuplicateNames(at: node, &faults)
    var missing: [Int] = []
    for place in definition.instances.indices {
      let id = definition.instances[place].id
      if id.index >= DefinitionID.limit {
        if id != .missing { try faults.noteInnerID(id.node, at: instance(place)) }
        missing.append(place)
      } else if let owner = ids.insert(NodeID(slot: id.index, generation: 0), at: Int32(count + place)) {
        try faults.note(
          id.node, of: owner < count ? node(Int(owner)) : instance(Int(owner) - count), at: instance(place))
        missing.append(place)
      }
      if !definition.instances[place].members.isEmpty || !definition.instances[place].values.isEmpty {
        try faults.note(.field, at: instance(place), "an instance in a definition has no members or values of its own")
        definition.instances[place].members = []
        definition.instances[place].values = []
      }
    }
    ids.complete(&definition.nodes)
    for place in missing {
      definition.instances[place].id = InstanceID(index: ids.makeID(at: Int32(count + place)).slot, tag: 0)
    }
    return ids
  }

  /// Orders the definitions, and drops instances by which a definition contains itself.
  private mutating func sort(
    _ document: inout GraphDocument, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    let (new, done) = (-1, -2)
    var depths = Array(repeating: new, count: document.definitions.count)
    for start in document.definitions.indices where depths[start] == new {
      depths[start] = 0
      var open = [(definition: start, next: 0)]
      while let (index, next) = open.last {
        guard next < document.definitions[index].instances.count else {
          depths[index] = done
          order.append(index)
          open.removeLast()
          continue
        }
        let child = document.definitions[index].instances[next]
        let path = Self.path(index).appending("instances").appending(next)
        if let inner = places[child.definition] {
          if depths[inner] == done || depths[inner] == new {
            open[open.count - 1].next += 1
            if depths[inner] == done { continue }
            depths[inner] = open.count
            open.append((inner, 0))
            continue
          }
          let titles = open[depths[inner]...].map { VisibleText.standIns(document.definitions[$0.definition].name) }
          try faults.note(
            .cycle, at: path, "a definition contains itself: \((titles + titles.prefix(1)).joined(separator: " › "))")
        } else {
          try faults.note(.kind, at: path, "definition '\(child.definition.number)' does not exist")
        }
        document.definitions[index].instances.remove(at: next)
      }
    }
  }

  private mutating func examine(
    _ definition: inout DocumentDefinition, _ ids: DocumentIDs, at index: Int, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    var scope = DocumentScope(
      definition.nodes, ids, definition.instances, at: Self.path(index), interface: { interface(of: $0) })
    try examinePorts(&definition.inputs, isInput: true, scope, at: Self.path(index).appending("inputs"), &faults)
    try examinePorts(&definition.outputs, isInput: false, scope, at: Self.path(index).appending("outputs"), &faults)
    try scope.examine(exposed: Set(definition.inputs.flatMap(\.ends)), &faults)
    definition.nodes = scope.nodes
    definition.instances = scope.instances
    nodeOrders[index] = scope.order
    interfaces[index] = DocumentInterface(of: definition)
    interfaces[index].reach = scope.reach(of: definition)
  }

  private func examinePorts(
    _ ports: inout [DocumentDefinition.Port], isInput: Bool, _ scope: DocumentScope, at path: DocumentPath,
    _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    var names: Set<String> = []
    var taken: Set<DocumentDefinition.End> = []
    var kept: [DocumentDefinition.Port] = []
    for (index, port) in ports.enumerated() {
      var port = port
      let place = path.appending(index)
      if !names.insert(port.name).inserted {
        try faults.note(
          .name, at: place.appending("name"),
          "the name '\(VisibleText.standIns(port.name))' is already used by another port")
        var number = 2
        while !names.insert("\(port.name) \(number)").inserted { number += 1 }
        port.name += " \(number)"
      }
      var ends: [DocumentDefinition.End] = []
      for end in port.ends {
        let text = VisibleText.standIns(DocumentText.text(end))
        if !scope.has(end, isInput: isInput) {
          try faults.note(.port, at: place.appending("leads"), "'\(text)' is not a port of a member")
        } else if taken.contains(end) || (!isInput && !ends.isEmpty) {
          try faults.note(
            .port, at: place.appending("leads"),
            "'\(text)' can't be exposed: it is already exposed, or the output already has a source")
        } else if let many = scope.takesMany(end), isInput, many != port.takesMany {
          try faults.note(
            .port, at: place.appending("leads"), "'\(text)' and the port differ in whether they take many connections")
        } else {
          taken.insert(end)
          ends.append(end)
        }
      }
      port.ends = ends
      if ends.isEmpty {
        try faults.note(.port, at: place, "'\(VisibleText.standIns(port.name))' leads to no node")
      } else {
        kept.append(port)
      }
    }
    ports = kept
  }

  // MARK: The root

  private func interface(of instance: DocumentInstance) -> DocumentInterface {
    places[instance.definition].map { interfaces[$0] } ?? DocumentInterface()
  }

  private func examineRoot(_ document: inout GraphDocument, _ faults: inout DocumentFaults) throws(DocumentError) {
    let roots = placed.filter { $0.parent == nil }.map(\.instance)
    var scope = DocumentScope(
      document.nodes, ids, roots.map { document.instances[$0] }, listed: roots, at: DocumentPath(),
      interface: { interface(of: $0) })
    try scope.examine(&faults)
    guard faults.isRepairing else { return }
    document.nodes = scope.nodes
    for (index, place) in roots.enumerated() { document.instances[place] = scope.instances[index] }
    let instances = Set(document.instances.map(\.id.node))
    document.view?.selection.removeAll { ids[$0] == nil && !instances.contains($0) }
  }
}

extension DocumentFaults {
  /// Records an id that a member of a definition can't have.
  fileprivate mutating func noteInnerID(_ id: NodeID, at path: DocumentPath) throws(DocumentError) {
    try note(.id, at: path.appending("id"), "'\(DocumentText.text(id))' is not an inner id")
  }
}
