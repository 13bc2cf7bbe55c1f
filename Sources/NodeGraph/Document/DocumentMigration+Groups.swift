// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Migrations of what lies in definitions and instances.
extension DocumentMigration {
  func applyToGroups(of document: inout GraphDocument, _ changes: inout [String]) {
    for index in document.definitions.indices {
      let members = Dictionary(
        document.definitions[index].nodes.lazy.filter { $0.isOf(kind) }.map { ($0.id, $0) }
      ) { first, _ in first }
      if members.isEmpty { continue }
      let place = DocumentPath([.key("definitions"), .index(index)])
      applyToLooks(&document.definitions[index].looks, of: document.definitions[index].nodes)
      changeNodes(of: &document.definitions[index], at: place, &changes)
      changePorts(of: &document.definitions[index], members, at: place, &changes)
    }
    if case .dropInput = self { document.dropInputsWithoutEnds() }
    var kinds: [DefinitionID: [NodeID: DocumentNode]] = [:]
    for definition in document.definitions {
      // By now a kind that was renamed has its new name.
      kinds[definition.id] = Dictionary(
        definition.nodes.lazy.filter { $0.isOf(kindAfter) }.map { ($0.id, $0) }
      ) { first, _ in first }
    }
    for index in document.instances.indices {
      guard let members = kinds[document.instances[index].definition], !members.isEmpty else { continue }
      changeValues(of: &document.instances[index], members, at: index, &changes)
    }
  }

  /// The kind that it concerns.
  private var kind: String {
    switch self {
    case .renameKind(let kind, _), .renameInput(let kind, _, _), .renameOutput(let kind, _, _),
      .giveInput(let kind, _, _), .dropInput(let kind, _), .dropField(let kind, _):
      kind
    }
  }

  private var kindAfter: String { if case .renameKind(_, let new) = self { new } else { kind } }

  private func changeNodes(
    of definition: inout DocumentDefinition, at place: DocumentPath, _ changes: inout [String]
  ) {
    for index in definition.nodes.indices where definition.nodes[index].isOf(kind) {
      let path = place.appending("nodes").appending(index)
      switch self {
      case .renameKind(let old, let new):
        definition.nodes[index].kind = new
        changes.append("\(path): kind '\(old)' becomes '\(new)'")
      case .renameOutput: break
      default:
        if let change = apply(to: &definition.nodes[index]) { changes.append("\(path): \(change)") }
      }
    }
    guard case .renameOutput(let kind, let old, let new) = self else { return }
    let givers = Set(definition.nodes.lazy.filter { $0.isOf(kind) }.map(\.id))
    for index in definition.nodes.indices {
      rename(old, to: new, of: givers, in: &definition.nodes[index].connections)
    }
    for index in definition.instances.indices {
      rename(old, to: new, of: givers, in: &definition.instances[index].connections)
    }
  }

  func rename(_ old: String, to new: String, of givers: Set<NodeID>, in connections: inout [DocumentConnection]) {
    for index in connections.indices
    where connections[index].output == old && givers.contains(connections[index].source) {
      connections[index].output = new
    }
  }

  private func changePorts(
    of definition: inout DocumentDefinition, _ members: [NodeID: DocumentNode], at place: DocumentPath,
    _ changes: inout [String]
  ) {
    switch self {
    case .renameInput(_, let old, let new):
      for port in definition.inputs.indices {
        rename(old, to: new, of: members, in: &definition.inputs[port].ends)
      }
    case .renameOutput(_, let old, let new):
      for port in definition.outputs.indices {
        rename(old, to: new, of: members, in: &definition.outputs[port].ends)
      }
    case .dropInput(_, let input):
      for port in definition.inputs.indices {
        let count = definition.inputs[port].ends.count
        definition.inputs[port].ends.removeAll { members[$0.member] != nil && $0.port == input }
        if definition.inputs[port].ends.count < count {
          changes.append("\(place.appending("inputs").appending(port)): input '\(input)' is dropped")
        }
      }
    case .renameKind, .giveInput, .dropField: break
    }
  }

  private func rename(
    _ old: String, to new: String, of members: [NodeID: DocumentNode], in ends: inout [DocumentDefinition.End]
  ) {
    for index in ends.indices where members[ends[index].member] != nil && ends[index].port == old {
      ends[index].port = new
    }
  }

  private func changeValues(
    of instance: inout DocumentInstance, _ members: [NodeID: DocumentNode], at index: Int, _ changes: inout [String]
  ) {
    for place in instance.values.indices {
      guard let declared = members[instance.values[place].inner] else { continue }
      // What is connected in the definition is so in each instance.
      if case .giveInput(_, let input, _) = self, declared.connections.contains(where: { $0.input == input }) {
        continue
      }
      var node = DocumentNode(id: instance.values[place].inner, kind: kindAfter)
      (node.literals, node.others) = (instance.values[place].literals, instance.values[place].others)
      guard let change = apply(to: &node) else { continue }
      (instance.values[place].literals, instance.values[place].others) = (node.literals, node.others)
      let path = DocumentPath([.key("instances"), .index(index), .key("values"), .index(place)])
      changes.append("\(path): \(change)")
    }
    switch self {
    case .renameInput(_, let old, let new):
      for place in instance.orders.indices
      where members[instance.orders[place].inner] != nil && instance.orders[place].port == old {
        instance.orders[place].port = new
      }
    case .dropInput(_, let input):
      instance.orders.removeAll { members[$0.inner] != nil && $0.port == input }
    case .renameKind, .renameOutput, .giveInput, .dropField: break
    }
  }
}

extension GraphDocument {
  /// Drops inputs of definitions that lead nowhere, with what is connected to them, and so on outwards.
  fileprivate mutating func dropInputsWithoutEnds() {
    while true {
      var dropped: [DefinitionID: Set<String>] = [:]
      for index in definitions.indices where definitions[index].inputs.contains(where: \.ends.isEmpty) {
        dropped[definitions[index].id] = Set(definitions[index].inputs.filter(\.ends.isEmpty).map(\.name))
        definitions[index].inputs.removeAll(where: \.ends.isEmpty)
      }
      if dropped.isEmpty { return }
      for index in definitions.indices {
        var gone: Set<DocumentDefinition.End> = []
        for place in definitions[index].instances.indices {
          let instance = definitions[index].instances[place]
          guard let names = dropped[instance.definition] else { continue }
          definitions[index].instances[place].drop(inputs: names)
          definitions[index].looks.dropConnections(to: names, of: [instance.id.node])
          gone.formUnion(names.map { .init(instance.id.node, $0) })
        }
        for place in definitions[index].inputs.indices where !gone.isEmpty {
          definitions[index].inputs[place].ends.removeAll { gone.contains($0) }
        }
      }
      for index in instances.indices {
        guard let names = dropped[instances[index].definition] else { continue }
        instances[index].drop(inputs: names)
        looks.dropConnections(to: names, of: [instances[index].id.node])
      }
    }
  }
}

extension DocumentInstance {
  fileprivate mutating func drop(inputs: Set<String>) {
    connections.removeAll { inputs.contains($0.input) }
    literals = literals.filter { !inputs.contains($0.key) }
  }
}
