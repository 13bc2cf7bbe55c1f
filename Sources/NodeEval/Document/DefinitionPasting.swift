// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Adds the definitions of a fragment to a graph.
struct DefinitionPasting {
  let loaded: LoadedGroups
  /// The fragment without connections from outside.
  private(set) var document: GraphDocument
  /// The definition of the graph that each definition of the fragment becomes, by its index in the fragment.
  private(set) var numbers: [UInt32] = []
  /// The connections from outside the fragment to its nodes and instances.
  let outer: [OuterConnection]
  private let evaluator: Evaluator

  /// Examines a fragment, without changing the graph.
  init(_ evaluator: Evaluator, _ fragment: GraphDocument, _ reading: DocumentReading) throws(DocumentError) {
    self.evaluator = evaluator
    document = fragment
    document.view = nil
    outer = document.removeOuterConnections()
    Self.dropOrders(of: Set(outer.map(\.member)), from: &document)
    var faults = DocumentFaults(isRepairing: false)
    loaded = try LoadedGroups(&document, whole: fragment.nodes, evaluator, reading, &faults)
  }

  /// The types of the outputs of the outermost instances, by their ids.
  var outputs: [NodeID: [String: PortType]] {
    let roots = loaded.groups.placed.lazy.filter { $0.parent == nil }
    return Dictionary(
      uniqueKeysWithValues: roots.map {
        let outputs = loaded.kinds.ports[$0.definition].lazy.filter { !$0.isInput }
        let types = Dictionary(uniqueKeysWithValues: outputs.map { ($0.name, $0.type) })
        return (document.instances[$0.instance].id.node, types)
      })
  }

  /// Removes the connection orders of inputs of instances, at any depth, for which some connections are not part of the fragment.
  /// The remaining connections get the order of the definition.
  private static func dropOrders(of members: Set<NodeID>, from document: inout GraphDocument) {
    let places = Dictionary(document.instances.indices.map { (document.instances[$0].id.node, $0) }) { first, _ in first
    }
    var open = members.compactMap { places[$0] }
    var seen = Set(open)
    while let index = open.popLast() {
      document.instances[index].orders = []
      for inner in document.instances[index].members.compactMap({ places[$0.node] }) where seen.insert(inner).inserted {
        open.append(inner)
      }
    }
  }

  /// Finds the definitions that the graph already has, and adds the others.
  mutating func addDefinitions() throws(DocumentError) {
    numbers = Array(repeating: 0, count: document.definitions.count)
    let writer = GroupWriter(evaluator)
    var names = Set(evaluator.state.scopes.subgraphs.definitions.values.map(\.name))
    for index in loaded.groups.order {
      var wanted = document.definitions[index]
      let number = wanted.id.number
      for place in wanted.instances.indices {
        let inner = loaded.groups.place(of: wanted.instances[place].definition) ?? 0
        wanted.instances[place].definition = DefinitionID(numbers[inner])
      }
      if var present = try writer.definition(number, { _ in }) {
        present.revision = wanted.revision
        if present == wanted {
          numbers[index] = number
          continue
        }
      }
      if evaluator.state.scopes.subgraphs.isUnused(number) {
        numbers[index] = number
        evaluator.state.scopes.subgraphs.reserveDefinition(number)
      } else {
        numbers[index] = evaluator.state.scopes.subgraphs.makeDefinitionID()
      }
      let name = Edit.freshName(wanted.name) { names.contains($0) }
      names.insert(name)
      let source = loaded.subgraph(index, codes(of: index))
      var definition = SubgraphDefinition(copying: source, id: DefinitionID(numbers[index]), name: name)
      for child in definition.children {
        let place = child.definition.flatMap { loaded.groups.place(of: DefinitionID($0)) } ?? 0
        definition[child.inner]?.content = .instance(of: numbers[place])
      }
      evaluator.state.setDefinition(numbers[index], to: definition)
    }
  }

  /// The code of the nodes of a definition.
  private func codes(of index: Int) -> [SubgraphDefinition.Code?] {
    loaded.kinds.nodes[index].enumerated().map { place, resolved in
      guard let resolved else { return nil }
      let topology = evaluator.state.graph.storage
      if resolved.code.source == .registered,
        let shape = topology.value.shape(ofKind: document.definitions[index].nodes[place].kind)
      {
        return .shape(shape)
      }
      // Several nodes use the shape, so it is kept.
      let shape = topology.value.makeShape(resolved.definition.kind, isOwn: false)
      evaluator.state.install(resolved.definition, at: shape)
      evaluator.state.makeRoom()
      return .shape(shape)
    }
  }
}
