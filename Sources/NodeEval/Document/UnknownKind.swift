// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What came with a document that is no part of the graph: kept to be written again.
struct DocumentState {
  /// What nodes have that no kind knows of.
  struct Kept {
    var others: [String: DocumentValue] = [:]
    /// Only where the kind is unknown, and with it the types.
    var literals: [String: DocumentValue] = [:]
    var value: DocumentValue?

    var isEmpty: Bool { others.isEmpty && literals.isEmpty && value == nil }
  }

  var coding = LiteralCoding()
  var kindsVersion = 1
  var view: GraphViewState?
  var others: [String: DocumentValue] = [:]
  /// Of removed nodes too, as long as their removal can be taken back.
  var kept: [NodeID: Kept] = [:]
}

/// Thrown by the code of nodes whose kind is unknown.
struct UnknownKindError: Error, CustomStringConvertible {
  let kind: String
  var description: String { "there is no kind '\(kind)'" }
}

extension NodeDefinition {
  /// Stands for a kind that is not known: its nodes can be moved and connected, and fail.
  static func unknown(_ kind: NodeKind) -> NodeDefinition {
    let failure = UnknownKindError(kind: kind.name)
    let kernel = unsafe Kernel(
      outputs: kind.outputs.map { _ in ValueType(UnknownValue.self) },
      body: { _, _, _, _ in throw failure },
      // Whatever its inputs have, this is what there is to say.
      carefulBody: { _, _, _, _, _ in throw failure })
    return NodeDefinition(kind, kernel: kernel, defaults: kind.inputs.map { _ in nil }, isUnknown: true)
  }
}

/// The ports of kinds that are not known: those that a document names.
struct UnknownKinds {
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

  private var ports: [String: Ports] = [:]

  /// The unknown kinds of a document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - plan: Where its connections lead.
  ///   - others: The same nodes with further connections, whose inputs count.
  ///   - isKnown: Whether a kind is known.
  init(
    of document: GraphDocument, _ plan: DocumentPlan, others: GraphDocument? = nil, isKnown: (String) -> Bool
  ) {
    for index in document.nodes.indices where !isKnown(document.nodes[index].kind) {
      ports[document.nodes[index].kind] = Ports()
    }
    guard !ports.isEmpty else { return }
    for (index, node) in document.nodes.enumerated() {
      for (ordinal, connection) in node.connections.enumerated() {
        let source = document.nodes[Int(plan.sources[Int(plan.starts[index]) + ordinal])]
        ports[source.kind]?.outputs.insert(connection.output)
      }
    }
    for node in (others ?? document).nodes where ports[node.kind] != nil { addInputs(of: node) }
  }

  private mutating func addInputs(of node: DocumentNode) {
    let named = Self.inputs(of: node)
    ports[node.kind]?.nodes += 1
    ports[node.kind]?.mentions += named.count
    for (port, arity) in named where arity == .many || ports[node.kind]?.inputs[port] == nil {
      ports[node.kind]?.inputs[port] = arity
    }
  }

  /// The inputs that a node names.
  private static func inputs(of node: DocumentNode) -> [String: NodeKind.Arity] {
    var inputs: [String: NodeKind.Arity] = [:]
    for connection in node.connections { inputs[connection.input] = inputs[connection.input] == nil ? .one : .many }
    for port in node.literals.keys where inputs[port] == nil { inputs[port] = .one }
    return inputs
  }

  /// Definitions that stand for the kinds, by name.
  var definitions: [NodeDefinition] {
    ports.sorted { $0.key < $1.key }.map { name, ports in
      definition(name, inputs: ports.areScattered ? [:] : ports.inputs, outputs: ports.outputs)
    }
  }

  /// The definition of a node that has inputs of its own; nothing if it has those of its kind.
  func ownDefinition(of node: DocumentNode) -> NodeDefinition? {
    guard let ports = ports[node.kind], ports.areScattered else { return nil }
    return definition(node.kind, inputs: Self.inputs(of: node), outputs: ports.outputs)
  }

  private func definition(
    _ name: String, inputs: [String: NodeKind.Arity], outputs: Set<String>
  ) -> NodeDefinition {
    let inputs = inputs.sorted { $0.key < $1.key }.map { NodeKind.Input($0, .unknown, arity: $1) }
    // A kind has at most 32 outputs; connections of further ones are refused.
    let outputs = outputs.sorted().prefix(32).map { NodeKind.Output($0, .unknown) }
    return .unknown(NodeKind(name, inputs: inputs, outputs: outputs))
  }
}
