// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What came with a document that is no part of the graph: kept to be written again.
struct DocumentState {
  /// What a node has that no kind knows of.
  struct Kept {
    /// Why there is no code for a node.
    enum Missing {
      /// Nobody has registered its kind.
      case kind
      /// It was made in code, and its definition was not supplied.
      case own
    }

    var others: [String: DocumentValue] = [:]
    /// Only where code is missing, and with it the types.
    var literals: [String: DocumentValue] = [:]
    var value: DocumentValue?
    /// The state that a node begins with when it runs first.
    var state: (any Sendable)?
    var missing: Missing?
    /// In which order its inputs are written, where code is missing, and with it the order of the kind.
    var inputs: [String] = []

    var isEmpty: Bool { others.isEmpty && missing == nil && state == nil }

    /// What is kept, without the state.
    var withoutState: Kept {
      var kept = self
      kept.state = nil
      return kept
    }

    /// What is kept of a node of a document that there is no code for.
    static func of(_ node: DocumentNode) -> Kept {
      var inputs: [String] = []
      for connection in node.connections where inputs.last != connection.input { inputs.append(connection.input) }
      return Kept(
        others: node.others, literals: node.literals, value: node.value, missing: node.isOwn ? .own : .kind,
        inputs: inputs)
    }
  }

  var coding = LiteralCoding()
  /// What the document says apart from the graph. What is selected has the ids of the graph.
  var header = GraphDocument.Header()
  /// Of removed nodes too, as long as their removal can be undone.
  var kept: [NodeID: Kept] = [:]
}

/// What documents say of nodes and the graph does not hold.
enum KeptFieldTable: JournaledTable {
  static func value(at node: NodeID, in state: borrowing EvaluatorState) -> DocumentState.Kept? {
    state.documents.kept[node]
  }

  static func put(_ kept: DocumentState.Kept?, at node: NodeID, in state: inout EvaluatorState) {
    state.documents.kept[node] = kept.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension EvaluatorState {
  /// What a document said of a node that no kind knows of.
  func kept(of node: NodeID) -> DocumentState.Kept? {
    documents.kept.isEmpty ? nil : documents.kept[topology.own(node)]
  }

  /// Why there is no code for a node; `nil` if there is code.
  func missing(_ node: NodeID) -> DocumentState.Kept.Missing? { kept(of: node)?.missing }
}

extension DocumentNode {
  /// Has an application add what it knows of the node, which has the id of the graph meanwhile.
  mutating func add(_ details: (inout DocumentNode) -> Void, as id: NodeID) {
    let written = self.id
    self.id = id
    details(&self)
    self.id = written
  }
}
