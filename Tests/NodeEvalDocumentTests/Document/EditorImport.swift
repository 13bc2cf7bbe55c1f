// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Documents of other editors as documents of this one: nodes of kinds that nobody knows, with their places, wires, modes and
/// nesting. Ports are called by their numbers, or by what the editor calls them where it has no numbers.
struct EditorImport {
  private(set) var document = GraphDocument()
  /// What the other editor calls a node.
  private(set) var ids: [String: NodeID] = [:]
  private var nextNode: UInt32 = 0

  // MARK: LiteGraph and ComfyUI

  init(liteGraph value: DocumentValue) {
    let scope = LiteGraphScope(value)
    for node in scope.nodes {
      let id = node["id"].text
      let position = node["pos"].point
      if case .object = node["subgraph"] {
        let instance = add(
          definition: LiteGraphScope(node["subgraph"]), titled: node["title"].optionalText ?? "subgraph")
        document.instances[document.instances.count - 1].position = position
        ids[id] = instance
      } else {
        ids[id] = add(node["type"].text, named: id, at: position)
      }
      if let mode = [2: NodeMode.muted, 4: .bypassed][node["mode"].integer], let member = ids[id] {
        document.modes[member] = mode
      }
    }
    for link in scope.links {
      connect(from: link.source, scope.outputName(link), to: link.target, scope.inputName(link))
    }
  }

  /// Adds a definition with an instance of it; boundary nodes become ports.
  private mutating func add(definition scope: LiteGraphScope, titled title: String) -> NodeID {
    let number = DefinitionID(UInt32(document.definitions.count + 1))
    var definition = DocumentDefinition(id: number, name: title)
    var inner: [String: NodeID] = [:]
    for node in scope.nodes where !scope.isBoundary(node["id"].text) {
      let id = NodeID(slot: UInt32(definition.nodes.count), generation: 0)
      inner[node["id"].text] = id
      definition.nodes.append(
        DocumentNode(id: id, kind: node["type"].text, name: node["id"].text, position: node["pos"].point))
    }
    for node in scope.nodes where scope.isBoundary(node["id"].text) {
      let (id, name) = (node["id"].text, node["properties"]["name"].text)
      if node["type"].text == "graph/input" {
        let ends = scope.links.filter { $0.source == id }.compactMap { link in
          inner[link.target].map { DocumentDefinition.End($0, "\(link.input)") }
        }
        if !ends.isEmpty { definition.inputs.append(.init(name, leadingTo: ends)) }
      } else {
        let ends = scope.links.filter { $0.target == id }.compactMap { link in
          inner[link.source].map { DocumentDefinition.End($0, "\(link.output)") }
        }
        if !ends.isEmpty { definition.outputs.append(.init(name, leadingTo: ends)) }
      }
    }
    for link in scope.links {
      guard let source = inner[link.source], let target = inner[link.target],
        let place = definition.nodes.firstIndex(where: { $0.id == target })
      else { continue }
      definition.nodes[place].connections.append(DocumentConnection("\(link.input)", from: source, "\(link.output)"))
    }
    document.definitions.append(definition)
    let members = definition.nodes.map { node in
      defer { nextNode += 1 }
      return DocumentInstance.Member(node.id, is: NodeID(slot: nextNode, generation: 0))
    }
    let instance = InstanceID(index: UInt32(document.instances.count), tag: 0)
    document.instances.append(DocumentInstance(id: instance, of: number, members: members))
    return instance.node
  }

  // MARK: React Flow

  init(reactFlow value: DocumentValue) {
    for node in value["nodes"].elements {
      let position = GraphPoint(node["position"]["x"].double, node["position"]["y"].double)
      ids[node["id"].text] = add(node["data"]["name"].text, named: node["id"].text, at: position)
    }
    for edge in value["edges"].elements {
      connect(
        from: edge["source"].text, edge["sourceHandle"].text, to: edge["target"].text, edge["targetHandle"].text)
    }
  }

  // MARK: Node-RED

  init(nodeRED value: DocumentValue) {
    let nodes = value.elements.filter { $0["type"].text != "tab" }
    for node in nodes {
      let position = GraphPoint(node["x"].double, node["y"].double)
      ids[node["id"].text] = add(node["type"].text, named: node["id"].text, at: position)
    }
    for node in nodes {
      for (output, targets) in node["wires"].elements.enumerated() {
        for target in targets.elements { connect(from: node["id"].text, "\(output)", to: target.text, "0") }
      }
    }
  }

  // MARK: Nodes and wires

  private mutating func add(_ kind: String, named name: String, at position: GraphPoint) -> NodeID {
    let id = NodeID(slot: nextNode, generation: 0)
    nextNode += 1
    document.nodes.append(DocumentNode(id: id, kind: kind, name: name, position: position))
    return id
  }

  private mutating func connect(from source: String, _ output: String, to target: String, _ input: String) {
    guard let from = ids[source], let to = ids[target] else { return }
    let connection = DocumentConnection(input, from: from, output)
    if let place = document.instances.firstIndex(where: { $0.id.node == to }) {
      document.instances[place].connections.append(connection)
    } else if let place = document.nodes.firstIndex(where: { $0.id == to }) {
      document.nodes[place].connections.append(connection)
    }
  }
}

/// The nodes and links of a LiteGraph document, or of a subgraph in one.
private struct LiteGraphScope {
  struct Link {
    let source: String
    let output: Int
    let target: String
    let input: Int
  }

  let nodes: [DocumentValue]
  let links: [Link]

  init(_ value: DocumentValue) {
    nodes = value["nodes"].elements
    links = value["links"].elements.map(\.elements).filter { $0.count >= 5 }.map {
      Link(source: $0[1].text, output: $0[2].integer, target: $0[3].text, input: $0[4].integer)
    }
  }

  private func node(_ id: String) -> DocumentValue { nodes.first { $0["id"].text == id } ?? .null }

  func isBoundary(_ id: String) -> Bool { ["graph/input", "graph/output"].contains(node(id)["type"].text) }

  /// Ports of subgraphs are called as in there.
  func outputName(_ link: Link) -> String { name(of: link.output, in: node(link.source), "outputs") }
  func inputName(_ link: Link) -> String { name(of: link.input, in: node(link.target), "inputs") }

  private func name(of port: Int, in node: DocumentValue, _ ports: String) -> String {
    guard case .object = node["subgraph"] else { return "\(port)" }
    return node[ports].elements[port]["name"].text
  }
}

/// Looking into what an editor wrote: what is not there is nothing.
extension DocumentValue {
  subscript(_ name: String) -> DocumentValue {
    if case .object(let members) = self { members[name] ?? .null } else { .null }
  }

  var elements: [DocumentValue] { if case .array(let elements) = self { elements } else { [] } }
  var double: Double { if case .number(let number) = self { number } else { 0 } }
  var integer: Int { Int(double) }

  var optionalText: String? {
    switch self {
    case .string(let text): text
    case .number(let number): "\(Int(number))"
    default: nil
    }
  }

  var text: String { optionalText ?? "" }

  /// Two numbers, in an array or by their places.
  var point: GraphPoint {
    if elements.count == 2 { return GraphPoint(elements[0].double, elements[1].double) }
    return GraphPoint(self["0"].double, self["1"].double)
  }
}
