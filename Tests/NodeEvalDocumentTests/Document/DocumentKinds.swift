// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Kinds that use everything a document can store: sources, defaults, inputs that take many connections, several outputs.
enum DocumentKinds {
  static let all: [NodeDefinition] = [
    .source("Number", output: ValuePort("value"), initial: 0.0),
    .source("Text", output: ValuePort("text"), initial: "?"),
    NodeDefinition("Add", inputs: ValuePort("x", default: 1.5), ValuePort<Double>("the y"), output: ValuePort("sum")) {
      (x: Double, y: Double) -> Double in x + y
    },
    NodeDefinition("Total", inputs: ManyPort<Double>("all"), ValuePort("count", default: 0), output: ValuePort("total"))
    {
      (all: [Double], count: Int) -> Double in all.reduce(Double(count), +)
    },
    NodeDefinition(
      "Halves", inputs: ValuePort("x", default: 8.0), outputs: ValuePort<Double>("half"), ValuePort<String>("label")
    ) {
      (x: Double) -> (Double, String) in (x / 2, "half of \(x)")
    },
    NodeDefinition("Length", inputs: ValuePort("text", default: "abc"), output: ValuePort("length")) {
      (text: String) -> Double in Double(text.utf8.count)
    },
  ]

  static func json(_ document: GraphDocument) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(document), as: UTF8.self)
  }

  static func document(_ text: String) throws -> GraphDocument {
    try JSONDecoder().decode(GraphDocument.self, from: Data(text.utf8))
  }

  static func document(nodes: String...) throws -> GraphDocument {
    try document(#"{"format":"NodeGraph","version":1,"nodes":[\#(nodes.joined(separator: ","))]}"#)
  }

  static func load(_ document: GraphDocument) throws(DocumentError) -> Evaluator {
    try Evaluator(definitions: all, document: document)
  }

  static func refusal(nodes: String...) throws -> String {
    let document = try document(#"{"format":"NodeGraph","version":1,"nodes":[\#(nodes.joined(separator: ","))]}"#)
    do throws(DocumentError) {
      _ = try load(document)
      return "it was not refused"
    } catch {
      return error.description
    }
  }

  /// Everything observable in a graph, as text.
  static func state(_ evaluator: Evaluator) -> [String] {
    let graph = evaluator.graph
    return graph.nodes.map { node in
      let kind = (try? graph.kind(of: node)) ?? NodeKind("")
      let sources = kind.inputs.indices.map { graph.sources(of: node.input($0)) }
      var values: [String] = []
      for (index, output) in kind.outputs.enumerated() {
        if let failure = evaluator.failure(of: node) {
          values.append("\(failure.origin) \(failure)")
        } else if output.type == PortType(String.self) {
          values.append(
            (try? evaluator.output(node.output(index), as: String.self)).flatMap { $0 }.map { evaluator[$0] } ?? "")
        } else {
          let number = (try? evaluator.output(node.output(index), as: Double.self)).flatMap { $0 }.map { evaluator[$0] }
          values.append("\(number ?? .nan)")
        }
      }
      return "\(node) \(kind.name) \(graph.name(of: node) ?? "") \(graph.position(of: node)) \(sources) \(values)"
    }.sorted()
  }

  /// Makes random edits, some of which are refused.
  static func edit(_ evaluator: Evaluator, _ random: inout SplitMix64, steps: Int) {
    for _ in 0..<steps {
      let nodes = evaluator.graph.nodes.sorted { $0.slot < $1.slot }
      let node = nodes.isEmpty ? nil : nodes[random.below(nodes.count)]
      let other = nodes.isEmpty ? nil : nodes[random.below(nodes.count)]
      _ = try? evaluator.edit { edit in
        guard let node, let other, random.below(3) > 0 else {
          let kind = all[random.below(all.count)].kind.name
          let name = random.below(2) == 0 ? nil : "n \(random.below(50))"
          try edit.add(
            kind, named: name, at: random.below(2) == 0 ? nil : GraphPoint(Double(random.below(99)) / 4, -1e20))
          return
        }
        switch random.below(10) {
        case 0: try edit.remove(node)
        case 1: try edit.set(node, to: Double(random.below(9)) / 3)
        case 2: try edit.set(node, to: "t\(random.below(9))\"\\é")
        case 3: try edit.setLiteral(node.input(0), to: random.below(2) == 0 ? .nan : -0.0)
        case 4: try edit.setLiteral(node.input(random.below(2)), to: Int.max - random.below(2))
        case 5: try edit.setLiteral(node.input(0), to: "lit")
        default:
          try edit.connect(
            node.output(random.below(2)), to: other.input(random.below(2)), replacing: random.below(2) == 0)
        }
      }
    }
  }
}
