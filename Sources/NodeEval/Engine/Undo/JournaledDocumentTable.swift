// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A table of documents whose entries the evaluator keeps.
protocol JournaledDocumentTable: DocumentTable {
  associatedtype Journaled: JournaledTable where Journaled.Value == Value

  /// The key that the evaluator has for a key of the document; `nil` if what it names doesn't exist. `id` returns the id that a node
  /// or an instance of the document has in the graph.
  static func key(_ key: Key, in root: Edit, _ id: (NodeID) -> NodeID) -> Journaled.Key?
}

extension JournaledDocumentTable {
  /// The entry for a key of the document; `nil` for the default.
  static func entry(at key: some Hashable, in root: Edit, _ id: (NodeID) -> NodeID) -> Value? {
    guard let key = key as? Key, let key = self.key(key, in: root, id) else { return nil }
    return Journaled.value(at: key, in: root.evaluator.state)
  }
}
