// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The error with which nodes of a document fail that have no code.
enum MissingCodeError: Error, CustomStringConvertible {
  /// The kind is not registered.
  case kind(String)
  /// The node was made in code, and its definition was not supplied.
  case own(name: String?, kind: String)

  var description: String {
    switch self {
    case .kind(let kind): "unknown kind '\(VisibleText.standIns(kind))'"
    case .own(let name?, _): "'\(VisibleText.standIns(name))' was made in code; supply its definition to load it"
    case .own(nil, let kind):
      "a node of kind '\(VisibleText.standIns(kind))' was made in code; supply its definition to load it"
    }
  }
}

extension NodeDefinition {
  /// A definition in place of missing code: its nodes can be moved and connected, and fail.
  static func missing(_ kind: NodeKind, _ failure: MissingCodeError) -> NodeDefinition {
    let kernel = Kernel(
      outputs: kind.outputs.map { _ in ValueType(UnknownValue.self) },
      body: { _ in throw failure },
      // Whether or not its inputs have failed, the missing code is the cause to report.
      carefulBody: { _, _ in throw failure })
    return NodeDefinition(kind, kernel: kernel, defaults: kind.inputs.map { _ in nil }, isUnknown: true)
  }
}

/// The definitions of nodes that have no code. Their ports are those that a document names.
struct UnknownKinds {
  /// The nodes that share their ports: those of one kind, or a single node.
  private enum Key: Hashable {
    case kind(String)
    /// A node by its id, in the definition at a place; `nil` for the root.
    case own(NodeID, definition: Int?)

    init(_ node: DocumentNode, in definition: Int? = nil) {
      self = node.isOwn ? .own(node.id, definition: definition) : .kind(node.kind)
    }
  }

  private struct Ports {
    var inputs: [String: NodeKind.Arity] = [:]
    var outputs: Set<String> = []
    /// The number of nodes, and the sum of the numbers of inputs that each of them names.
    var nodes = 0
    var mentions = 0

    /// Whether the nodes name so different inputs that each should have only its own: shared ports would take memory that grows
    /// with the square of the document.
    var areScattered: Bool { nodes * inputs.count > 16 * mentions + 1024 }
  }

  private var ports: [Key: Ports] = [:]
  /// For each definition and node in it, a connection for each input that a port of the definition may connect.
  private var exposed: [[NodeID: [DocumentConnection]]] = []

  /// Finds the nodes without code in the root and in the definitions of a document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - whole: The nodes outside of instances with additional connections, whose inputs are included.
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

  /// Connections, by node, that name the inputs to which ports lead: two for an input whose port takes many.
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

  /// A copy of a definition's node that also names the inputs that are ports.
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

  /// The definition that replaces the missing code of a node; `nil` if the node has code.
  ///
  /// - Parameters:
  ///   - node: The node, with all connections that are to be included.
  ///   - index: The place of the definition of which it is a member; `nil` for the root.
  /// - Returns: The definition, and whether other nodes of the kind share it.
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
