// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The structure of a definition, by the names of its members and of their ports.
struct DefinitionStructure: Hashable {
  /// A port of a member.
  struct End: Hashable {
    let member: String
    let port: String
  }

  struct Port: Hashable {
    let name: String
    let isInput: Bool
    let ends: Set<End>
  }

  struct Wire: Hashable {
    let source: End
    let target: End
  }

  /// The kinds of nodes and the definitions of instances, by name.
  var nodes: [String: String] = [:]
  var instances: [String: DefinitionID] = [:]
  var wires: [Wire] = []
  var ports: [Port] = []

  init() {}

  private init(_ definition: DocumentDefinition) {
    var names: [NodeID: String] = [:]
    for node in definition.nodes {
      let name = node.name ?? "\(node.id)"
      names[node.id] = name
      nodes[name] = node.kind
    }
    for instance in definition.instances {
      let name = instance.name ?? "\(instance.id)"
      names[instance.id.node] = name
      instances[name] = instance.definition
    }
    let end = { (member: NodeID, port: String) in End(member: names[member] ?? "", port: port) }
    let connected =
      definition.nodes.map { ($0.id, $0.connections) } + definition.instances.map { ($0.id.node, $0.connections) }
    for (member, connections) in connected {
      wires += connections.map { Wire(source: end($0.source, $0.output), target: end(member, $0.input)) }
    }
    for (isInput, listed) in [(true, definition.inputs), (false, definition.outputs)] {
      ports += listed.map { port in
        Port(name: port.name, isInput: isInput, ends: Set(port.ends.map { end($0.member, $0.port) }))
      }
    }
  }

  /// Returns the structures of all definitions, as documents have them.
  static func all(in evaluator: Evaluator) -> [DefinitionID: DefinitionStructure] {
    let definitions = (try? evaluator.document())?.definitions ?? []
    return Dictionary(uniqueKeysWithValues: definitions.map { ($0.id, DefinitionStructure($0)) })
  }
}
