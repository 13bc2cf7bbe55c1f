// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

@Suite struct EditQueriesTests {
  /// The answers of all of a graph's queries, as lines of text.
  private func answers(_ graph: some GraphReading) -> [String] {
    var lines = ["\(graph.nodeCount) \(graph.connectionCount)", "\(graph.nodes)", "\(graph.connections)"]
    lines += ["\(graph.sources)", "\(graph.sinks)", "\(graph.kind(named: "Double")?.name ?? "none")"]
    for node in graph.nodes {
      lines.append("\(graph.contains(node)) \(graph.name(of: node) ?? "") \(graph.position(of: node))")
      lines.append("\((try? graph.kind(of: node).name) ?? "") \(graph.connections(of: node))")
      lines.append("\(graph.name(of: node).flatMap(graph.node(named:)) == node)")
      lines.append("\(graph.consumers(of: node.output)) \(graph.sources(of: node.input(0)))")
      lines.append("\(graph.upstream(of: node)) \(graph.downstream(of: node))")
      for other in graph.nodes {
        lines.append("\(graph.isUpstream(other, of: node)) \(graph.path(from: node, to: other) ?? [])")
        lines.append("\(graph.verdict(onConnecting: node.output, to: other.input(0)))")
      }
    }
    lines.append(graph.describe(.unknownKind("Triple")))
    return lines
  }

  @Test func anEditAnswersAboutTheGraphAsEditedSoFar() throws {
    let double = NodeDefinition("Double", inputs: ValuePort("in", default: 0), output: ValuePort("out")) { (a: Int) in
      2 * a
    }
    let evaluator = Evaluator(definitions: [double])
    let before = answers(evaluator.graph)
    try evaluator.edit { edit in
      #expect(answers(edit) == before)
      let nodes = try (1...4).map { try edit.add("Double", named: "node \($0)", at: GraphPoint(Double($0), 0)) }
      try edit.connect(nodes[3].output, to: nodes[0].input(0))
      try edit.connect(nodes[0].output, to: nodes[2].input(0))
      #expect(answers(edit) == answers(evaluator.graph))
      try edit.remove(nodes[0])
      #expect(answers(edit) == answers(evaluator.graph))
      #expect(!edit.contains(nodes[0]) && edit.connectionCount == 0)
    }
    #expect(answers(evaluator.graph) != before)
  }
}
