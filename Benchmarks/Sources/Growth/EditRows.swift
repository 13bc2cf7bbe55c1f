// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

extension Row {
  /// The costs of an engine's operations.
  static var engine: [Row] {
    graphQueries + graphChanges + edits + evaluations + demands + ticks + memos + reactions + histories + documents
      + groups + looks
  }

  /// The costs of the methods of edits, each in an edit of its own and including the evaluation that follows.
  static var edits: [Row] {
    [
      .call("Edit.add and remove") { (wide: inout Wide, _) in
        var node: NodeID?
        try wide.evaluator.edit { edit in node = try edit.add("Add", named: "new", at: GraphPoint(1, 1)) }
        if let node { try wide.evaluator.edit { edit in try edit.remove(node) } }
      },
      .call("Edit.add(own:) and remove") { (wide: inout Wide, _) in
        var node: NodeID?
        try wide.evaluator.edit { edit in node = try edit.add(own: Definitions.all[2], named: "new") }
        if let node { try wide.evaluator.edit { edit in try edit.remove(node) } }
      },
      .call("Evaluator.input and node") { (wide: inout Wide, call) in
        let source = wide.evaluator.input(nil, 1.0)
        _ = wide.evaluator.node(nil, source, wide.source(call)) { $0 + $1 }
      },
      .each("Edit.remove of a hub: a connection", isRepeated: false) { (star: inout Star) in
        let hub = star.source.node
        try star.evaluator.edit { edit in try edit.remove(hub) }
      },
      .call("Edit.rename and move") { (wide: inout Wide, call) in
        let node = wide.node(call)
        try wide.evaluator.edit { edit in
          try edit.rename(node, to: "name \(call)")
          try edit.move(node, to: GraphPoint(1, Double(call)))
        }
      },
      .call("Edit.set, setLiteral, clearLiteral") { (wide: inout Wide, call) in
        let (source, node) = (wide.source(call), wide.node(call))
        try wide.evaluator.edit { edit in
          try edit.set(source.node, to: Double(call) + 0.5)
          try edit.setLiteral(node.input(2), to: Double(call) + 0.25)
          try edit.setLiteral(node.input(1), to: 1.0)
          try edit.clearLiteral(node.input(1))
        }
      },
      .each("Edit.setLiteral of inputs that have none: a literal", isRepeated: false) { (wide: inout Wide) in
        let nodes = wide.nodes
        try wide.evaluator.edit { edit in for node in nodes { try edit.setLiteral(node.input(1), to: 1.0) } }
      },
      .each("Edit.setLiteral of inputs that have one: a literal") { (wide: inout Wide) in
        let nodes = wide.nodes
        let value = wide.nextNumber()
        try wide.evaluator.edit { edit in for node in nodes { try edit.setLiteral(node.input(2), to: value) } }
      },
      .call("Edit.setKind") { (wide: inout Wide, call) in
        let node = wide.node(call)
        try wide.evaluator.edit { edit in try edit.setKind(of: node, to: call % 2 == 0 ? "Mean" : "Add") }
      },
      .call("Edit.setDefinition") { (wide: inout Wide, call) in
        let node = wide.node(call)
        try wide.evaluator.edit { edit in try edit.setDefinition(of: node, to: Definitions.sum(of: call % 5)) }
      },
      .each("Edit.setDefinition of a node with many inputs, one more: an input", largest: 10_000, isRepeated: false) {
        (ports: inout ManyPorts) in
        let (node, larger) = (ports.node, ports.larger)
        try ports.evaluator.edit { edit in try edit.setDefinition(of: node, to: larger) }
      },
      .each("Edit.disconnect by name at a node with many inputs: an input", isRepeated: false) {
        (ports: inout ManyPorts) in
        let (node, names) = (ports.node, ports.larger.kind.inputs.dropLast().map(\.name))
        try ports.evaluator.edit { edit in for name in names { try edit.disconnect(node.input(name)) } }
      },
      .each("Edit.setDefinition that cuts an input: a connection", largest: 10_000, isRepeated: false) {
        (funnel: inout Funnel) in
        let end = funnel.end
        let count = funnel.nodes.count
        try funnel.evaluator.edit { edit in
          try edit.setDefinition(of: end, to: Definitions.sum(of: count + (count % 2)))
        }
      },
      .call("Edit.connect and disconnect that agree with the order") { (wide: inout Wide, call) in
        try wide.toggle(call)
      },
      .call("the same where another node has failed") { (wide: inout Wide) in
        try wide.failElsewhere()
      } _: { (wide: inout Wide, call) in
        try wide.toggle(call)
      },
      .call("the same with an undoLimit") { (wide: inout Wide) in
        wide.evaluator.undoLimit = 1 << 20
      } _: { (wide: inout Wide, call) in
        try wide.toggle(call)
      },
      .call("Edit.connect and disconnect against the order") { (wide: inout Wide, call) in
        let (source, target) = (wide.late(call), wide.early(call).input(1))
        try wide.evaluator.edit { edit in try edit.connect(source.output, to: target) }
        try wide.evaluator.edit { edit in try edit.disconnect(target) }
      },
      .call("Edit.connect in place of another connection, and back") { (wide: inout Wide, call) in
        let (source, target) = (wide.source(call + 1), wide.node(call).input(0))
        try wide.evaluator.edit { edit in try edit.connect(source.port, to: target, replacing: true) }
      },
      .call("Edit.connect(contentsOf:) of one connection against the order") { (wide: inout Wide, call) in
        let target = wide.early(call).input(1)
        let connection = Connection(from: wide.nodes[wide.index(call) / 2 + 1].output, to: target)
        try wide.evaluator.edit { edit in try edit.connect(contentsOf: [connection]) }
        try wide.evaluator.edit { edit in try edit.disconnect(target) }
      },
      .each("Edit.connect(contentsOf:): a connection", isRepeated: false) { (wide: inout Wide) in
        let connections = zip(wide.sources, wide.nodes).map { Connection(from: $0.port, to: $1.input(1)) }
        try wide.evaluator.edit { edit in try edit.connect(contentsOf: connections) }
      },
      .call("edits that are refused: a cycle of two, types, an occupied input, a name") { (wide: inout Wide, call) in
        let (node, evaluator) = (wide.node(call), wide.evaluator)
        let taken = wide.source(call).port
        evaluator.refuse { edit throws(GraphError) in try edit.connect(node.output, to: node.input(1)) }
        evaluator.refuse { edit throws(GraphError) in try edit.setLiteral(node.input(1), to: "text") }
        evaluator.refuse { edit throws(GraphError) in try edit.connect(taken, to: node.input(0)) }
        evaluator.refuse { edit throws(GraphError) in try edit.add("Add", named: "n0") }
      },
      .call("an edit that throws, and one within it") { (wide: inout Wide, call) in
        let (source, node, evaluator) = (wide.sources[0], wide.node(call), wide.evaluator)
        _ = try? evaluator.edit { edit in
          edit.set(source, to: 7)
          try edit.connect(source.port, to: node.input(1))
          _ = try? evaluator.edit { edit in
            try edit.remove(node)
            throw Stopped()
          }
          throw Stopped()
        }
      },
      .each("an edit that throws after it has changed everything: a node", isRepeated: false) { (wide: inout Wide) in
        let (sources, nodes) = (wide.sources, wide.nodes)
        _ = try? wide.evaluator.edit { edit in
          for source in sources { edit.set(source, to: 5) }
          for node in nodes { try edit.remove(node) }
          throw Stopped()
        }
      },
      .each("an edit that makes small edits within it: an inner edit") { (wide: inout Wide) in
        let evaluator = wide.evaluator
        evaluator.edit { _ in for source in wide.sources { evaluator.edit { edit in edit.set(source, to: 8) } } }
      },
      .each("an edit that makes everything: a node", isRepeated: false) { (size: inout Size) in
        _ = try Wide(size.count)
      },
      .each("an edit that removes everything: a node", isRepeated: false) { (wide: inout Wide) in
        let (sources, nodes) = (wide.sources, wide.nodes)
        try wide.evaluator.edit { edit in for node in nodes + sources.map(\.node) { try edit.remove(node) } }
      },
      .each("Evaluator.compact: a node", .memory) { (wide: inout Wide) in wide.evaluator.compact() },
      .call("Evaluator.graph inside an edit, a question and a change after it") { (wide: inout Wide, call) in
        let (node, source, evaluator) = (wide.node(call), wide.sources[0], wide.evaluator)
        try evaluator.edit { edit in
          for number in 0..<5 {
            expect(evaluator.graph.contains(node))
            edit.set(source, to: Double(number))
            try edit.move(node, to: GraphPoint(1, Double(number)))
          }
        }
      },
      .call("the queries of an Edit") { (wide: inout Wide, call) in
        let (source, node) = (wide.source(call), wide.node(call))
        wide.evaluator.edit { edit in
          expect(edit.contains(node) && edit.name(of: node) == nil || edit.nodeCount > edit.connectionCount)
          expect(edit.sources(of: node.input(0)) == [source.port] && edit.consumers(of: node.output).isEmpty)
          expect(edit.upstream(of: node) == [source.node] && edit.isUpstream(source.node, of: node))
          expect(edit.verdict(onConnecting: source.port, to: node.input(1)) == .allowed)
        }
      },
      .each("an edit while a copy of the graph is kept: a node", .memory) { (wide: inout Wide) in
        wide.kept.append(wide.evaluator.graph)
        let node = wide.nodes[0]
        try wide.evaluator.edit { edit in try edit.move(node, to: GraphPoint(1, 1)) }
      },
      .call("Evaluator.register") { (wide: inout Wide, call) in
        wide.evaluator.register(.source("kind \(call)", output: ValuePort("value"), initial: 0.0))
      },
    ]
  }
}

/// A fixture that only has a size.
struct Size: Fixture {
  let count: Int

  init(_ size: Int) { count = size }
}

extension Wide {
  /// Connects a free input and disconnects it again, in two edits.
  func toggle(_ call: Int) throws {
    let (source, node) = (sources[0], node(call))
    try evaluator.edit { edit in try edit.connect(source.port, to: node.input(1)) }
    try evaluator.edit { edit in try edit.disconnect(node.input(1)) }
  }
}

extension Evaluator {
  fileprivate func refuse(_ body: (Edit) throws(GraphError) -> Void) {
    do throws(GraphError) { try edit(body) } catch { return }
    preconditionFailure("what has to be refused was done")
  }
}
