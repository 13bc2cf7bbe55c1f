// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport

/// The graph of a receipt: price, qty, sub, rate, tax, total, each.
func receipt() throws -> Graph {
  var graph = Graph()
  let given = NodeKind("Number", outputs: [.init("value", number)])
  func formula(_ inputs: String...) -> NodeKind {
    NodeKind("Formula", inputs: inputs.map { .init($0, number) }, outputs: [.init("value", number)])
  }
  let price = try graph.add(own: given, named: "price")
  let qty = try graph.add(own: given, named: "qty")
  let sub = try graph.add(own: formula("price", "qty"), named: "sub")
  let rate = try graph.add(own: given, named: "rate")
  let tax = try graph.add(own: formula("sub", "rate"), named: "tax")
  let total = try graph.add(own: formula("sub", "tax"), named: "total")
  let each = try graph.add(own: formula("total", "qty"), named: "each")
  for (target, sources) in [(sub, [price, qty]), (tax, [sub, rate]), (total, [sub, tax]), (each, [total, qty])] {
    for (index, source) in sources.enumerated() { try graph.connect(source.output, to: target.input(index)) }
  }
  return graph
}

/// A graph of up to 14 nodes of all kinds, connected at random.
func randomShownGraph(_ random: inout SplitMix64) throws -> Graph {
  var graph = Graph(kinds: mixedKinds)
  for _ in 0..<random.below(14) + 1 { try graph.add(mixedKinds[random.below(mixedKinds.count)].name) }
  let nodes = graph.nodes
  for _ in 0..<random.below(90) {
    let (source, target) = (random.below(nodes.count), random.below(nodes.count))
    try? graph.connect(nodes[source].output(random.below(3)), to: nodes[target].input(random.below(3)))
  }
  return graph
}
