// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring
import NodeGraph

extension Row {
  /// The costs of queries to a graph.
  static var graphQueries: [Row] {
    [
      .call("Graph.contains, name, position, kind, node(named:)") { (wide: inout WideGraph, call) in
        let node = wide.node(call)
        expect(wide.graph.contains(node) && wide.graph.node(named: wide.graph.name(of: node) ?? "") == node)
        expect(wide.graph.position(of: node).y == 0)
        try expect(wide.graph.kind(of: node).name == "Add")
      },
      .call("Graph.nodeCount, connectionCount, kind(named:)") { (wide: inout WideGraph, _) in
        expect(wide.graph.nodeCount == 2 * wide.graph.connectionCount && wide.graph.kind(named: "Add") != nil)
      },
      .call("Graph.connections(of:), sources(of:), consumers(of:)") { (wide: inout WideGraph, call) in
        let node = wide.node(call)
        expect(wide.graph.connections(of: node).count == wide.graph.sources(of: node.input(0)).count)
        expect(wide.graph.consumers(of: node.output).isEmpty)
      },
      .call("Graph.kinds, among nodes of a few kinds") { (wide: inout WideGraph, _) in
        expect(wide.graph.kinds.count == Kinds.all.count)
      },
      .each("Graph.kinds, among nodes with ports of their own: such a node") { (wide: inout WideGraph) in
        for node in wide.nodes { try wide.graph.remove(node) }
        for _ in wide.nodes { try wide.graph.add(own: Kinds.all[2]) }
      } _: { (wide: inout WideGraph) in
        expect(wide.graph.kinds.count == Kinds.all.count)
      },
      .each("Graph.nodes, sources, sinks: a node") { (wide: inout WideGraph) in
        expect(wide.graph.nodes.count == wide.graph.sources.count + wide.graph.sinks.count)
      },
      .each("Graph.names: a name") { (wide: inout WideGraph) in
        expect(wide.graph.names.count { $0 != "" } == wide.nodes.count)
      },
      .each("Graph.connections: a connection") { (wide: inout WideGraph) in
        expect(wide.graph.connections.count == wide.nodes.count)
      },
      .each("Graph.connections(of:) of a hub: a connection") { (star: inout StarGraph) in
        expect(star.graph.connections(of: star.hub).count == star.readers.count)
      },
      .each("Graph.consumers(of:) of a hub: a connection") { (star: inout StarGraph) in
        expect(star.graph.consumers(of: star.hub.output).count == star.readers.count)
      },
      .each("Graph.sources(of:) of an input that takes many: a connection") { (star: inout StarGraph) in
        expect(star.graph.sources(of: star.end.input(0)).count == star.readers.count)
      },
      .call("Graph.upstream, downstream, of a node with one neighbour") { (wide: inout WideGraph, call) in
        expect(wide.graph.upstream(of: wide.node(call)) == wide.graph.upstream(of: wide.node(call)))
        expect(wide.graph.downstream(of: wide.source(call)) == [wide.node(call)])
      },
      .each("Graph.upstream of the end of a chain: a node") { (chain: inout ChainGraph) in
        expect(chain.graph.upstream(of: chain.last).count == chain.nodes.count - 1)
      },
      .each("Graph.downstream of a hub: a node") { (star: inout StarGraph) in
        expect(star.graph.downstream(of: star.hub).count == star.readers.count + 1)
      },
      .call("Graph.isUpstream and path of neighbours") { (wide: inout WideGraph, call) in
        expect(wide.graph.isUpstream(wide.source(call), of: wide.node(call)))
        expect(wide.graph.path(from: wide.source(call), to: wide.node(call))?.count == 2)
      },
      .call("Graph.isUpstream and path of nodes far apart, where there is none") { (wide: inout WideGraph, call) in
        let (source, node) = (wide.sources[0], wide.nodes[wide.nodes.count - 1])
        expect(!wide.graph.isUpstream(source, of: node) && wide.graph.path(from: source, to: node) == nil)
      },
      .each("Graph.path along a chain: a node") { (chain: inout ChainGraph) in
        expect(chain.graph.path(from: chain.nodes[0], to: chain.last)?.count == chain.nodes.count)
      },
      .call("Graph.verdict that agrees with the order") { (wide: inout WideGraph, call) in
        let verdict = wide.graph.verdict(onConnecting: wide.source(call).output, to: wide.node(call).input(1))
        expect(verdict == .allowed)
      },
      .call("Graph.verdict against the order") { (wide: inout WideGraph, call) in
        expect(wide.graph.verdict(onConnecting: wide.late(call).output, to: wide.early(call).input(1)) == .allowed)
      },
      .each("Graph.candidates among all inputs: an input") { (wide: inout WideGraph) in
        let last = wide.nodes[wide.nodes.count - 1]
        let found = wide.graph.candidates(for: last.output, among: wide.nodes.lazy.map { $0.input(1) })
        expect(found.count == wide.nodes.count - 1)
      },
      .call("Graph.candidates among five inputs") { (wide: inout WideGraph, call) in
        let last = wide.nodes[wide.nodes.count - 1]
        _ = wide.graph.candidates(for: last.output, among: (0..<5).map { wide.node(call + $0).input(1) })
      },
      .call("Graph.describe of a refusal") { (wide: inout WideGraph, call) in
        expect(
          !wide.graph.describe(.occupied(Connection(from: wide.source(call).output, to: wide.node(call).input(0))))
            .isEmpty)
      },
      .each("Graph.describe of a cycle: a node") { (chain: inout ChainGraph) in
        expect(!chain.graph.describe(.cycle(chain.nodes.dropFirst().map { $0.input(0) })).isEmpty)
      },
      .each("Graph.checkInvariants: a node") { (wide: inout WideGraph) in wide.graph.checkInvariants() },
    ]
  }

  /// The costs of changes to a graph.
  static var graphChanges: [Row] {
    [
      .call("Graph.add and remove") { (wide: inout WideGraph, _) in
        try wide.graph.remove(try wide.graph.add("Add", named: "new", at: GraphPoint(1, 1)))
      },
      .call("Graph.add(own:) and remove") { (wide: inout WideGraph, _) in
        try wide.graph.remove(try wide.graph.add(own: Kinds.all[2], named: "new"))
      },
      .each("Graph.add one by one: a node", isRepeated: false) { (empty: inout EmptyGraph) in
        for number in 0..<empty.size { try empty.graph.add("Add", named: "n\(number)") }
      },
      .each("Graph.remove one by one: a node", isRepeated: false) { (wide: inout WideGraph) in
        for node in wide.sources { try wide.graph.remove(node) }
      },
      .each("Graph.remove of a hub: a connection", isRepeated: false) { (star: inout StarGraph) in
        try star.graph.remove(star.hub)
      },
      .each("Graph.remove of a node that reads many: a connection", isRepeated: false) { (star: inout StarGraph) in
        try star.graph.remove(star.end)
      },
      .each("Graph.remove of all that a node with many connections reads: a node", isRepeated: false) {
        (star: inout StarGraph) in
        try star.graph.edit { graph in for reader in star.readers { try graph.remove(reader) } }
      },
      .call("Graph.rename and move") { (wide: inout WideGraph, call) in
        try wide.graph.rename(wide.node(call), to: "name \(call)")
        try wide.graph.move(wide.node(call), to: GraphPoint(Double(call), 1))
      },
      .call("Graph.setKind") { (wide: inout WideGraph, call) in
        try wide.graph.setKind(of: wide.node(call), to: call % 2 == 0 ? "Mean" : "Add", matching: .name)
      },
      .call("Graph.setKind of a hub whose output stays") { (star: inout StarGraph, call) in
        try star.graph.setKind(of: star.hub, to: call % 2 == 0 ? "Mean" : "Number")
      },
      .each("Graph.setKind of a hub whose output goes: a connection", isRepeated: false) { (star: inout StarGraph) in
        try star.graph.setKind(of: star.hub, to: "Word")
      },
      .call("Graph.connect and disconnect that agree with the order") { (wide: inout WideGraph, call) in
        try wide.graph.connect(wide.sources[0].output, to: wide.node(call).input(1))
        try wide.graph.disconnect(wide.node(call).input(1))
      },
      .call("Graph.connect in place of another connection") { (wide: inout WideGraph, call) in
        try wide.graph.connect(wide.sources[call % 5].output, to: wide.node(call).input(0), replacing: true)
      },
      .call("Graph.connect and disconnect against the order") { (wide: inout WideGraph, call) in
        let target = wide.early(call).input(1)
        try wide.graph.connect(wide.late(call).output, to: target)
        try wide.graph.disconnect(target)
      },
      .each("Graph.connect in random order: a connection", largest: 10_000, isRepeated: false) {
        (wide: inout WideGraph) in
        var random = SplitMix64(state: 1)
        for node in wide.nodes {
          let other = wide.nodes[random.below(wide.nodes.count)]
          try? wide.graph.connect(other.output, to: node.input(1))
        }
      },
      .call("Graph.connect to an input that takes many") { (star: inout StarGraph, call) in
        try star.graph.connect(star.readers[call].output, to: star.end.input(0))
      },
      .each("Graph.disconnect of an input that takes many: a connection", isRepeated: false) {
        (star: inout StarGraph) in
        try star.graph.disconnect(star.end.input(0))
      },
      .call("Graph.connect that is refused: types, an occupied input, a cycle of two") {
        (wide: inout WideGraph, call) in
        let (source, node) = (wide.source(call), wide.node(call))
        wide.refuse { graph throws(GraphError) in try graph.connect(source.output, to: node.input(0)) }
        wide.refuse { graph throws(GraphError) in try graph.connect(node.output, to: node.input(1)) }
        wide.refuse { graph throws(GraphError) in try graph.connect(node.output(1), to: node.input(1)) }
        wide.refuse { graph throws(GraphError) in try graph.add("Add", named: "n0") }
        wide.refuse { graph throws(GraphError) in try graph.add("Nothing") }
      },
      .each("Graph.connect that is refused for a cycle: a node of it") { (chain: inout ChainGraph) in
        let (last, first) = (chain.last.output, chain.nodes[1].input(1))
        do throws(GraphError) { try chain.graph.connect(last, to: first) } catch { return }
        preconditionFailure("a cycle was not refused")
      },
      .each("Graph.connect(contentsOf:) that agree with the order: a connection", isRepeated: false) {
        (wide: inout WideGraph) in
        try wide.graph.connect(
          contentsOf: zip(wide.sources, wide.nodes).map { Connection(from: $0.output, to: $1.input(1)) })
      },
      .each("Graph.connect(contentsOf:) in random order: a connection", isRepeated: false) { (wide: inout WideGraph) in
        let reversed = zip(wide.nodes.reversed(), wide.nodes).prefix(wide.nodes.count / 2)
        try wide.graph.connect(contentsOf: reversed.map { Connection(from: $0.output, to: $1.input(1)) })
      },
      .call("Graph.register") { (wide: inout WideGraph, call) in
        wide.graph.register(NodeKind("kind \(call)", outputs: [.init("value", Kinds.number)]))
      },
      .call("Graph.edit of one change") { (wide: inout WideGraph, call) in
        try wide.graph.edit { graph in try graph.move(wide.nodes[call % 61], to: GraphPoint(1, Double(call))) }
      },
      .call("Graph.edit that throws, and one within it") { (wide: inout WideGraph, call) in
        let (source, node) = (wide.sources[0], wide.node(call))
        _ = try? wide.graph.edit { graph in
          try graph.connect(source.output, to: node.input(1))
          _ = try? graph.edit { graph in
            try graph.remove(node)
            throw Stopped()
          }
          expect(graph.contains(node))
          throw Stopped()
        }
      },
      .each("Graph.edit that throws after changing everything: a node", isRepeated: false) { (wide: inout WideGraph) in
        let (sources, nodes) = (wide.sources, wide.nodes)
        _ = try? wide.graph.edit { graph in
          for node in nodes { try graph.remove(node) }
          for source in sources { try graph.rename(source, to: "\(source)") }
          throw Stopped()
        }
      },
      .call("copying a Graph, and asking the copy") { (wide: inout WideGraph, call) in
        let copy = wide.graph
        expect(copy.contains(wide.node(call)))
      },
      .each("Graph: the first change while there is a copy: a node", .memory) { (wide: inout WideGraph) in
        wide.copies.append(wide.graph)
        try wide.graph.move(wide.nodes[0], to: GraphPoint(3, 3))
      },
    ]
  }
}

/// Thrown to end an edit.
struct Stopped: Error {}

/// A graph without nodes.
private struct EmptyGraph: Fixture {
  var graph = Graph(kinds: Kinds.all)
  let size: Int

  init(_ size: Int) { self.size = size }
}

extension WideGraph {
  fileprivate mutating func refuse(_ body: (inout Graph) throws(GraphError) -> Void) {
    do throws(GraphError) { try body(&graph) } catch { return }
    preconditionFailure("what has to be refused was done")
  }
}
