// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Measuring
import NodeEval
import NodeGraph

// Saves and loads random graphs of nodes with names, positions and two inputs; one node in ten is a source.
//
//   swift run -c release --package-path Benchmarks DocumentMeasure [NODES]

let count = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 1_000_000
let definitions = [
  NodeDefinition.source("Number", output: ValuePort("value"), initial: 0.0),
  NodeDefinition("Add", inputs: ValuePort("x", default: 0.0), ValuePort("y", default: 0.0), output: ValuePort("sum")) {
    (x: Double, y: Double) -> Double in x + y
  },
]

func makeGraph() throws -> Evaluator {
  let evaluator = Evaluator(definitions: definitions)
  var random = SplitMix64(state: 1)
  var nodes: [NodeID] = []
  try evaluator.edit { edit in
    for index in 0..<count {
      let place = GraphPoint(Double(index % 1000) * 120, Double(index / 1000) * 80.5)
      let isSource = index < 2 || random.below(10) == 0
      let node = try edit.add(isSource ? "Number" : "Add", named: "node \(index)", at: place)
      if isSource {
        try edit.set(node, to: Double(random.below(1000)) / 8)
      } else {
        for input in ["x", "y"] {
          try edit.connect(nodes[max(0, index - 1 - random.below(1000))].output, to: node.input(input))
        }
      }
      nodes.append(node)
    }
  }
  return evaluator
}

var time = threadTime()
/// Seconds since the last call.
@MainActor func lap() -> Double {
  defer { time = threadTime() }
  return (threadTime() - time) / 1e9
}

let evaluator = try makeGraph()
report("building \(count) nodes call by call", lap(), "s")
let before = residentBytes()

let document = try evaluator.document()
let made = lap()
let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
let data = try encoder.encode(document)
let encoded = lap()
report("  document", made, "s")
report("  encoding", encoded, "s")
report("saving, \(data.count / 1_000_000) MB", made + encoded, "s", limit: 5)

time = threadTime()
let decoded = try JSONDecoder().decode(GraphDocument.self, from: data)
let read = lap()
let loaded = try Evaluator(definitions: definitions, document: decoded)
let built = lap()
report("  decoding", read, "s")
report("  building and evaluating", built, "s")
report("loading", read + built, "s", limit: 5)
report("memory beside the graph and the file", Double(residentBytes() - before - data.count) / 1e6, "MB")

precondition(decoded == document, "what was read is what was written")
let again = try loaded.document()
precondition(again == document, "what was loaded is what was saved")
