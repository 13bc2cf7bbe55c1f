// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

extension Row {
  /// The costs of documents, copying and pasting.
  static var documents: [Row] {
    [
      .each("Evaluator.document: a node") { (wide: inout Wide) in
        try expect(wide.evaluator.document().nodes.count == 2 * wide.nodes.count)
      },
      .each("Evaluator(definitions:document:): a node") { (saved: inout Saved) in
        let read = try Evaluator(definitions: Definitions.all, document: saved.document)
        expect(read.graph.nodeCount == saved.document.nodes.count)
      },
      .each("Evaluator(definitions:repairing:), every connection at fault: a node", isRepeated: false) {
        (saved: inout Saved) in
        for node in saved.document.nodes.indices {
          for connection in saved.document.nodes[node].connections.indices {
            saved.document.nodes[node].connections[connection].input = "no input"
          }
        }
      } _: { (saved: inout Saved) in
        var dropped: [DocumentError] = []
        _ = try Evaluator(definitions: Definitions.all, repairing: saved.document, dropped: &dropped)
        expect(dropped.count == saved.size)
      },
      .each("GraphDocument.check: a node") { (saved: inout Saved) in try saved.document.check() },
      .each("GraphDocument.repair of equal ids and names: a node") { (saved: inout Saved) in
        let (id, name) = (saved.document.nodes[0].id, saved.document.nodes[1].name)
        for node in saved.document.nodes.indices {
          saved.document.nodes[node].id = id
          saved.document.nodes[node].name = name
        }
      } _: { (saved: inout Saved) in
        var copy = saved.document
        expect(!copy.repair().isEmpty)
      },
      .each("GraphDocument.repair of cycles: a node") { (saved: inout Saved) in
        for node in saved.document.nodes.indices {
          let next = saved.document.nodes[(node + 1) % saved.document.nodes.count].id
          saved.document.nodes[node].connections.append(DocumentConnection("y", from: next, "sum"))
        }
      } _: { (saved: inout Saved) in
        var copy = saved.document
        expect(!copy.repair().isEmpty)
      },
      .each("DocumentValue(encoding:) and decoded of a document: a node", isRepeated: false) { (saved: inout Saved) in
        let value = try DocumentValue(encoding: saved.document)
        try expect(value.decoded(as: GraphDocument.self).nodes.count == saved.document.nodes.count)
      },
      .each("DocumentMigrations.report of two steps: a node") { (saved: inout Saved) in
        let migrations = DocumentMigrations([
          [.renameKind("Add", to: "Plus"), .renameOutput(kind: "Number", "value", to: "number")]
        ])
        try expect(migrations.report(saved.document).count >= saved.size)
      },
      .each("Evaluator.register of the kind of nodes without code: a node", isRepeated: false) { (saved: inout Saved) in
        let known = Definitions.all.filter { $0.kind.name != "Add" }
        saved.evaluator = try Evaluator(definitions: known, document: saved.document)
      } _: { (saved: inout Saved) in
        expect(saved.evaluator.register(Definitions.all[2]).isEmpty)
        expect(saved.evaluator.failure(of: saved.evaluator.graph.nodes[0]) == nil)
      },
      .call("Evaluator.copy and Edit.paste of one node among others") { (wide: inout Wide, call) in
        let fragment = try wide.evaluator.copy([wide.node(call)])
        var pasted: [NodeID: NodeID] = [:]
        try wide.evaluator.edit { edit in pasted = try edit.paste(fragment, keepingOuterConnections: true) }
        try wide.evaluator.edit { edit in for node in pasted.values { try edit.remove(node) } }
      },
      .each("Evaluator.copy of everything: a node") { (wide: inout Wide) in
        let nodes = wide.nodes + wide.sources.map(\.node)
        try expect(wide.evaluator.copy(nodes).nodes.count == nodes.count)
      },
      .each("Edit.paste of everything, names taken: a node", isRepeated: false) { (wide: inout Wide) in
        wide.kept = [try wide.evaluator.copy(wide.nodes + wide.sources.map(\.node))]
      } _: { (wide: inout Wide) in
        guard let fragment = wide.kept[0] as? GraphDocument else { return }
        try wide.evaluator.edit { edit in try edit.paste(fragment, keepingOuterConnections: true) }
      },
      .each("Edit.paste of nodes of one name with numbers: a node", isRepeated: false) { (wide: inout Wide) in
        let nodes = wide.nodes
        try wide.evaluator.edit { edit in
          for (number, node) in nodes.enumerated() { try edit.rename(node, to: "node \(number)") }
        }
        wide.kept = [try wide.evaluator.copy(nodes)]
      } _: { (wide: inout Wide) in
        guard let fragment = wide.kept[0] as? GraphDocument else { return }
        try wide.evaluator.edit { edit in try edit.paste(fragment) }
      },
      .each("Edit.paste of a named node, one after the other in an edit: a node", isRepeated: false) {
        (wide: inout Wide) in
        wide.kept = [try wide.evaluator.copy([wide.nodes[0]])]
      } _: { (wide: inout Wide) in
        guard let fragment = wide.kept[0] as? GraphDocument else { return }
        let count = wide.nodes.count
        try wide.evaluator.edit { edit in for _ in 0..<count { try edit.paste(fragment) } }
      },
      .each("Edit.freshName where all numbers are taken: a number") { (size: inout Size) in
        let last = "node \(size.count)"
        var isFound = false
        let name = Edit.freshName("node") { name in
          defer { isFound = isFound || name == last }
          return !isFound
        }
        expect(name.hasPrefix("node"))
      },
      .call("LiteralCoding.register") { (wide: inout Wide, _) in wide.evaluator.literals.register([Double].self) },
    ]
  }
}

/// A document of a graph.
private struct Saved: Fixture {
  var document: GraphDocument
  var evaluator = Evaluator()
  let size: Int

  init(_ size: Int) throws {
    document = try Wide(size).evaluator.document()
    self.size = size
  }
}
