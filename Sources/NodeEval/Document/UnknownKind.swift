// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Thrown by nodes of a document that there is no code for.
enum MissingCodeError: Error, CustomStringConvertible {
  /// Nobody has registered the kind.
  case kind(String)
  /// The node was made in code, and its definition was not supplied.
  case own(name: String?, kind: String)

  var description: String {
    switch self {
    case .kind(let kind): "there is no kind '\(VisibleText.standIns(kind))'"
    case .own(let name?, _): "'\(VisibleText.standIns(name))' was made in code; supply its definition to load it"
    case .own(nil, let kind):
      "a node of kind '\(VisibleText.standIns(kind))' was made in code; supply its definition to load it"
    }
  }
}

extension NodeDefinition {
  /// Stands for code that is missing: its nodes can be moved and connected, and fail.
  static func missing(_ kind: NodeKind, _ failure: MissingCodeError) -> NodeDefinition {
    let kernel = Kernel(
      outputs: kind.outputs.map { _ in ValueType(UnknownValue.self) },
      body: { _ in throw failure },
      // Whether its inputs have failed or not, the code that is missing is the cause to report.
      carefulBody: { _, _ in throw failure })
    return NodeDefinition(kind, kernel: kernel, defaults: kind.inputs.map { _ in nil }, isUnknown: true)
  }
}

/// The definitions of nodes that there is no code for. Their ports are those that a document names.
struct UnknownKinds {
  /// What nodes share their ports with: the others of their kind, or none.
  private enum Key: Hashable {
    case kind(String)
    /// A node by its id, in the definition at a place or in none.
    case own(NodeID, definition: Int?)

    init(_ node: DocumentNode, in definition: Int? = nil) {
      self = node.isOwn ? .own(node.id, definition: definition) : .kind(node.kind)
    }
  }

  private struct Ports {
    var inputs: [String: NodeKind.Arity] = [:]
    var outputs: Set<String> = []
    /// How many nodes there are, and how often they name an input.
    var nodes = 0
    var mentions = 0

    /// Whether nodes name so different inputs that each is better off with its own: all together would take memory
    /// that grows with the square of the document.
    var areScattered: Bool { nodes * inputs.count > 16 * mentions + 1024 }
  }

  private var ports: [Key: Ports] = [:]
  /// By definition and node there, a connection for each that a port of the definition may bring.
  private var exposed: [[NodeID: [DocumentConnection]]] = []

  /// The nodes without code in the root and in definitions of a document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - whole: The nodes that lie in no instance with further connections, whose inputs count.
  ///   - hasCode: Whether there is code for a node of a definition, or of the root.
  init(
    of document: GraphDocument, whole: [DocumentNode]? = nil,
    hasCode: (DocumentNode, _ definition: DocumentDefinition?) -> Bool
  ) {
    for node in document.nodes where !hasCode(node, nil) { ports[Key(node)] = Ports() }
    for (index, definition) in document.definitions.enumerated() {
      for node in definition.nodes where !hasCode(node, definition) { ports[Key(node, in: index)] = Ports() }
    }
    guard !ports.isEmpty else { return }
    addOutputs(of: document.nodes, document.instances, in: nil)
    for node in whole ?? document.nodes where ports[Key(node)] != nil { addInputs(of: node) }
    exposed = document.definitions.map { Self.exposed(by: $0.inputs) }
    for (index, definition) in document.definitions.enumerated() {
      addOutputs(of: definition.nodes, definition.instances, in: index)
      let nodes = Dictionary(definition.nodes.map { ($0.id, $0) }) { first, _ in first }
      for end in definition.outputs.flatMap(\.ends) {
        if let node = nodes[end.member] { ports[Key(node, in: index)]?.outputs.insert(end.port) }
      }
      for node in definition.nodes where ports[Key(node, in: index)] != nil {
        addInputs(of: naming(node, in: index), in: index)
      }
    }
  }

  private mutating func addOutputs(
    of nodes: [DocumentNode], _ instances: [DocumentInstance], in definition: Int?
  ) {
    var keys: [NodeID: Key] = [:]
    for node in nodes {
      let key = Key(node, in: definition)
      if ports[key] != nil { keys[node.id] = key }
    }
    func add(_ connections: [DocumentConnection]) {
      for connection in connections {
        if let key = keys[connection.source] { ports[key]?.outputs.insert(connection.output) }
      }
    }
    for node in nodes { add(node.connections) }
    for instance in instances { add(instance.connections) }
  }

  /// By node, connections that name the inputs to which ports lead: two where a port takes many.
  private static func exposed(by inputs: [DocumentDefinition.Port]) -> [NodeID: [DocumentConnection]] {
    var exposed: [NodeID: [DocumentConnection]] = [:]
    for port in inputs {
      for end in port.ends {
        let connection = DocumentConnection(end.port, from: end.member, "")
        exposed[end.member, default: []] += port.takesMany ? [connection, connection] : [connection]
      }
    }
    return exposed
  }

  /// A node of a definition that names the inputs which are ports, too.
  private func naming(_ node: DocumentNode, in definition: Int) -> DocumentNode {
    var node = node
    node.connections += exposed[definition][node.id] ?? []
    return node
  }

  private mutating func addInputs(of node: DocumentNode, in definition: Int? = nil) {
    let key = Key(node, in: definition)
    let named = Self.inputs(of: node)
    ports[key]?.nodes += 1
    ports[key]?.mentions += named.count
    for (port, arity) in named where arity == .many || ports[key]?.inputs[port] == nil {
      ports[key]?.inputs[port] = arity
    }
  }

  /// The inputs that a node names.
  private static func inputs(of node: DocumentNode) -> [String: NodeKind.Arity] {
    var inputs: [String: NodeKind.Arity] = [:]
    for connection in node.connections { inputs[connection.input] = inputs[connection.input] == nil ? .one : .many }
    for port in node.literals.keys where inputs[port] == nil { inputs[port] = .one }
    return inputs
  }

  /// The definition that stands for the code of a node; `nil` if there is code.
  ///
  /// - Parameters:
  ///   - node: The node, with all connections that count.
  ///   - index: The place of the definition of which it is a member; `nil` for the root.
  /// - Returns: The definition, and whether other nodes of the kind have the same.
  func definition(of node: DocumentNode, in index: Int? = nil) -> (definition: NodeDefinition, isShared: Bool)? {
    guard let ports = ports[Key(node, in: index)] else { return nil }
    let node = index.map { naming(node, in: $0) } ?? node
    let isShared = !node.isOwn && !ports.areScattered
    let failure = node.isOwn ? MissingCodeError.own(name: node.name, kind: node.kind) : .kind(node.kind)
    let inputs = isShared ? ports.inputs : Self.inputs(of: node)
    let kind = NodeKind(
      node.kind,
      inputs: inputs.sorted { $0.key < $1.key }.map { NodeKind.Input($0, .unknown, arity: $1) },
      // A kind has at most 32 outputs; connections of further ones are refused.
      outputs: ports.outputs.sorted().prefix(32).map { NodeKind.Output($0, .unknown) })
    return (.missing(kind, failure), isShared)
  }
}
