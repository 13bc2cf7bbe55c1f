// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The parts of a document that the graph does not hold, kept to be written again.
struct DocumentState {
  /// The fields of a node that its kind does not use.
  struct KeptFields {
    /// The reason why a node has no code.
    enum Missing {
      /// Its kind is not registered.
      case kind
      /// It was made in code, and its definition was not supplied.
      case own
    }

    var others: [String: DocumentValue] = [:]
    /// The literals; used only for nodes without code, whose types are unknown.
    var literals: [String: DocumentValue] = [:]
    var value: DocumentValue?
    /// The state with which a node begins its first run.
    var state: (any Sendable)?
    var missing: Missing?
    /// The order in which inputs are written; used only for nodes without code, whose kind has no order of inputs.
    var inputs: [String] = []

    var isEmpty: Bool { others.isEmpty && missing == nil && state == nil }

    /// A copy without the state.
    var withoutState: KeptFields {
      var kept = self
      kept.state = nil
      return kept
    }

    /// Collects the fields of a document's node that has no code.
    static func of(_ node: DocumentNode) -> KeptFields {
      var inputs: [String] = []
      for connection in node.connections where inputs.last != connection.input { inputs.append(connection.input) }
      return KeptFields(
        others: node.others, literals: node.literals, value: node.value, missing: node.isOwn ? .own : .kind,
        inputs: inputs)
    }
  }

  var coding = LiteralCoding()
  /// The document's properties apart from the graph. The selection has the ids of the graph.
  var header = GraphDocument.Header()
  /// The kept fields of nodes. Those of a removed node are kept as long as its removal can be undone.
  var kept: [NodeID: KeptFields] = [:]
}

/// The fields of nodes in documents that the graph does not hold.
enum KeptFieldTable: JournaledTable {
  static func value(at node: NodeID, in state: borrowing EvaluatorState) -> DocumentState.KeptFields? {
    state.documents.kept[node]
  }

  static func put(_ kept: DocumentState.KeptFields?, at node: NodeID, in state: inout EvaluatorState) {
    state.documents.kept[node] = kept.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension EvaluatorState {
  /// The fields that a document has for a node and that its kind does not use.
  func kept(of node: NodeID) -> DocumentState.KeptFields? {
    documents.kept.isEmpty ? nil : documents.kept[topology.own(node)]
  }

  /// The reason why a node has no code; `nil` if it has code.
  func missing(_ node: NodeID) -> DocumentState.KeptFields.Missing? { kept(of: node)?.missing }
}

extension DocumentNode {
  /// Calls a closure of an application that adds data to the node. During the call the node has its id in the graph.
  mutating func add(_ details: (inout DocumentNode) -> Void, as id: NodeID) {
    let written = self.id
    self.id = id
    details(&self)
    self.id = written
  }
}
