// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Whether definitions and instances of a document make sense: ids and names are unique, no definition contains itself,
/// ports and connections lead to members, each instance has the members of its definition, and nothing closes a cycle.
/// Which ports kinds have, and what types, is known to whoever builds the graph.
package struct DocumentGroups {
  /// An instance of the document, each behind that in which it lies.
  package struct Placed {
    /// Its place in the document.
    package let instance: Int
    /// The place of its definition.
    package let definition: Int
    /// The place in this list of that in which it lies.
    package let parent: Int?
    /// Its inner id there.
    package let inner: NodeID
  }

  /// The places of definitions, each behind those that it contains.
  package private(set) var order: [Int] = []
  /// Of each definition the places of its nodes, each behind those that it reads.
  package private(set) var nodeOrders: [[Int]] = []
  /// The instances.
  package private(set) var placed: [Placed] = []
  private var places: [DefinitionID: Int] = [:]
  private var interfaces: [DocumentInterface] = []
  private var ids = DocumentIDs()

  /// Examines a document. What is unsound is dropped from it if it is being repaired.
  ///
  /// - Throws: The first thing that is unsound, unless the document is being repaired.
  /// - Complexity: O(document), of definitions times the ports of one.
  package init(_ document: inout GraphDocument, _ faults: inout DocumentFaults) throws(DocumentError) {
    try placeDefinitions(&document, &faults)
    for index in document.definitions.indices { try identify(&document.definitions[index], at: index, &faults) }
    try sort(&document, &faults)
    interfaces = Array(repeating: DocumentInterface(), count: document.definitions.count)
    nodeOrders = Array(repeating: [], count: document.definitions.count)
    for index in order { try examine(&document.definitions[index], at: index, &faults) }
    try ids.insertNodes(&document, &faults)
    placed = try InstanceTree(&document, places, &ids, &faults).placed
    try examineRoot(&document, &faults)
  }

  /// The place of a definition.
  package func place(of definition: DefinitionID) -> Int? { places[definition] }

  // MARK: Definitions

  private mutating func placeDefinitions(
    _ document: inout GraphDocument, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    for index in document.definitions.indices {
      let id = document.definitions[index].id
      if id == .missing { continue }
      if id.number >= DefinitionID.limit {
        try faults.note(.id, at: Self.path(index).appending("id"), "'\(id.number)' is no id of a definition")
        document.definitions[index].id = .missing
      } else if let other = places[id] {
        try faults.note(
          .id, at: Self.path(index).appending("id"), "the id '\(id.number)' is that of definitions[\(other)] already")
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

  private static func path(_ index: Int) -> DocumentPath { DocumentPath([.key("definitions"), .index(index)]) }

  /// Has members of a definition ids of their own, and nodes names. Instances may have the same name.
  private func identify(
    _ definition: inout DocumentDefinition, at index: Int, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    var owners: [UInt32: DocumentPath] = [:]
    var names: [String: DocumentPath] = [:]
    let nodes = definition.nodes.lazy.map(\.id).filter { $0 != .missing }.map(\.slot)
    let known = Set(nodes).union(definition.instances.lazy.map(\.id).filter { $0 != .missing }.map(\.index))
    var fresh: UInt32 = 0
    // Nodes and instances count together.
    func inner(_ number: UInt32, _ id: NodeID, isSound: Bool, at path: DocumentPath) throws(DocumentError) -> UInt32 {
      if !isSound {
        if id != .missing {
          try faults.note(.id, at: path.appending("id"), "'\(DocumentText.text(id))' is not an inner id")
        }
      } else if let owner = owners[number] {
        try faults.note(id, of: owner, at: path)
      } else {
        owners[number] = path
        return number
      }
      while known.contains(fresh) || owners[fresh] != nil { fresh += 1 }
      owners[fresh] = path
      return fresh
    }
    for place in definition.nodes.indices {
      let path = Self.path(index).appending("nodes").appending(place)
      let id = definition.nodes[place].id
      let isSound = id.generation == 0 && id.slot < DefinitionID.limit
      definition.nodes[place].id = NodeID(slot: try inner(id.slot, id, isSound: isSound, at: path), generation: 0)
      guard let name = definition.nodes[place].name else { continue }
      if let owner = names[name] {
        try faults.note(name: name, of: owner, at: path)
        definition.nodes[place].name = nil
      } else {
        names[name] = path
      }
    }
    for place in definition.instances.indices {
      let path = Self.path(index).appending("instances").appending(place)
      let id = definition.instances[place].id
      let number = try inner(id.index, id.node, isSound: id.index < DefinitionID.limit, at: path)
      definition.instances[place].id = InstanceID(index: number, tag: 0)
      if !definition.instances[place].members.isEmpty || !definition.instances[place].values.isEmpty {
        try faults.note(.field, at: path, "what lies in a definition has no members of its own")
        definition.instances[place].members = []
        definition.instances[place].values = []
      }
    }
  }

  /// Orders the definitions; what makes one contain itself is dropped.
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
          try faults.note(.kind, at: path, "there is no definition '\(child.definition.number)'")
        }
        document.definitions[index].instances.remove(at: next)
      }
    }
  }

  private mutating func examine(
    _ definition: inout DocumentDefinition, at index: Int, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    var scope = DocumentScope(definition.nodes, definition.instances, at: Self.path(index)) { instance in
      places[instance.definition].map { interfaces[$0] } ?? DocumentInterface()
    }
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
          "the name '\(VisibleText.standIns(port.name))' belongs to another port already")
        var number = 2
        while !names.insert("\(port.name) \(number)").inserted { number += 1 }
        port.name += " \(number)"
      }
      var ends: [DocumentDefinition.End] = []
      for end in port.ends {
        let text = VisibleText.standIns(DocumentText.text(end))
        if !scope.has(end, isInput: isInput) {
          try faults.note(.port, at: place.appending("leads"), "'\(text)' is no port of a member")
        } else if taken.contains(end) || (!isInput && !ends.isEmpty) {
          try faults.note(
            .port, at: place.appending("leads"), "'\(text)' is one too many: it has a port, or the port one")
        } else if let many = scope.takesMany(end), isInput, many != port.takesMany {
          try faults.note(.port, at: place.appending("leads"), "'\(text)' takes another number of connections")
        } else {
          taken.insert(end)
          ends.append(end)
        }
      }
      port.ends = ends
      if ends.isEmpty {
        try faults.note(.port, at: place, "'\(VisibleText.standIns(port.name))' leads nowhere")
      } else {
        kept.append(port)
      }
    }
    ports = kept
  }

  // MARK: The graph around

  private mutating func examineRoot(
    _ document: inout GraphDocument, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    let roots = placed.filter { $0.parent == nil }.map(\.instance)
    var scope = DocumentScope(
      document.nodes, roots.map { document.instances[$0] }, at: DocumentPath()
    ) { instance in places[instance.definition].map { interfaces[$0] } ?? DocumentInterface() }
    let path = { (path: DocumentPath) -> DocumentPath in
      // Instances are told by their place in the document, not among those that lie in none.
      guard path.steps.count > 1, path.steps[0] == .key("instances"), case .index(let index) = path.steps[1] else {
        return path
      }
      return DocumentPath([.key("instances"), .index(roots[index])] + path.steps[2...])
    }
    try faults.relocating(path) { (faults) throws(DocumentError) in try scope.examine(exposed: [], &faults) }
    document.nodes = scope.nodes
    for (index, place) in roots.enumerated() { document.instances[place] = scope.instances[index] }
    guard faults.isRepairing, let selection = document.view?.selection else { return }
    let instances = Set(document.instances.map(\.id.node))
    document.view?.selection = selection.filter { ids.contains($0) || instances.contains($0) }
  }
}

extension DocumentFaults {
  /// Has faults told at other places.
  fileprivate mutating func relocating(
    _ path: (DocumentPath) -> DocumentPath, _ body: (inout DocumentFaults) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    func move(_ error: DocumentError) -> DocumentError {
      DocumentError(error.code, at: path(error.path), error.reason)
    }
    var inner = DocumentFaults(isRepairing: isRepairing)
    do throws(DocumentError) {
      try body(&inner)
    } catch {
      throw move(error)
    }
    for error in inner.dropped { try note(move(error)) }
  }
}
