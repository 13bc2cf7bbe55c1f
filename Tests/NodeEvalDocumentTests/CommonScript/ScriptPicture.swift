// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Everything that can be seen of a graph at a time, by ids as documents have them.
struct ScriptPicture {
  let document: GraphDocument
  let results: [NodeID: ScriptResult]
  /// The nodes that were evaluated to the end.
  let settled: Set<NodeID>
  /// What each input reads, in order.
  let wires: [String: [String]]
  /// What a naive evaluation says.
  let naive: NaiveValues
  /// The observers that go on.
  var living: Set<Int> = []

  /// What there is; states go on from what they were.
  init(_ evaluator: Evaluator, memory: [NodeID: ScriptMemory] = [:]) throws {
    document = try evaluator.document()
    let results = Dictionary(
      uniqueKeysWithValues: evaluator.graph.nodes.map { ($0.inDocument, Self.result(of: $0, evaluator)) })
    let settled = Set(evaluator.graph.nodes.filter { Self.isSettled($0, evaluator) }.map(\.inDocument))
    // What is new has a state that only its value shows.
    naive = NaiveValues(evaluator, memory: memory.filter { settled.contains($0.key) })
    (self.results, self.settled) = (results, settled)
    wires = Self.wires(evaluator.graph)
  }

  /// By names of ports: those of a node without code are not always at the same places.
  private static func wires(_ graph: Graph) -> [String: [String]] {
    var wires: [String: [String]] = [:]
    for node in graph.nodes {
      for (index, input) in ((try? graph.kind(of: node))?.inputs ?? []).enumerated() {
        let sources = graph.sources(of: node.input(index)).map { source in
          "\(source.node).\((try? graph.kind(of: source.node))?.outputs[source.index].name ?? "")"
        }
        if !sources.isEmpty { wires["\(node).\(input.name)"] = sources }
      }
    }
    return wires
  }

  /// The states that are known after some edits. What has not run in time has one that only its value shows, and what has got
  /// code again begins with another.
  func memory(after receipts: [Receipt] = []) -> [NodeID: ScriptMemory] {
    let renewed = receipts.flatMap(\.changes).compactMap { change -> NodeID? in
      if case .kindChanged(let node) = change { node.inDocument } else { nil }
    }
    let known = settled.subtracting(renewed)
    return naive.memory.filter { known.contains($0.key) }
  }

  /// The memory of an evaluator that reads the document: it has the states of the beginning of each tick, and what a run has made of
  /// them only when it has run.
  func memoryOfDocument() -> [NodeID: ScriptMemory] {
    memory().mapValues { ScriptMemory(beginning: $0.beginning, tick: $0.tick, end: $0.beginning) }
  }

  /// Whether all nodes with a state have run.
  private var hasStates: Bool { naive.nodesWithState.isSubset(of: settled) }

  func isSettled(_ node: NodeID) -> Bool { settled.contains(node.inDocument) }

  static func isSettled(_ node: NodeID, _ evaluator: Evaluator) -> Bool {
    switch evaluator.state(of: node) {
    case .current: true
    case .failed:
      switch evaluator.failure(of: node)?.reason {
      case .unfinished, .notEvaluated, .cancelled: false
      default: true
      }
    default: false
    }
  }

  /// What the evaluator says that a node has.
  static func result(of node: NodeID, _ evaluator: Evaluator) -> ScriptResult {
    if let failure = evaluator.failure(of: node) { return .failed(failure.origin.inDocument, failure.reason) }
    let kind = try? evaluator.graph.kind(of: node)
    return .values(
      (kind?.outputs.indices).map { indices in
        indices.compactMap { value(of: node.output($0), evaluator) }
      } ?? [])
  }

  static func value(of port: OutputPort, _ evaluator: Evaluator) -> ScriptValue? {
    if let output = (try? evaluator.output(port, as: Int.self)).flatMap({ $0 }) { return .whole(evaluator[output]) }
    if let output = (try? evaluator.output(port, as: Double.self)).flatMap({ $0 }) {
      return .broken(evaluator[output])
    }
    return nil
  }

  /// In what it differs from another; `nil` if it doesn't. What was not evaluated in one of them is not compared.
  func difference(from other: ScriptPicture) -> String? {
    // A state that was not reached yet is not written.
    if hasStates, other.hasStates, document != other.document {
      return "document: \(GraphDiff(from: other.document, to: document))"
    }
    if wires != other.wires { return "wires: \(wires), not \(other.wires)" }
    for node in settled.intersection(other.settled).sorted(by: { $0.slot < $1.slot })
    where results[node] != other.results[node] {
      return "value of \(node): \(results[node].text), not \(other.results[node].text)"
    }
    return results.count == other.results.count ? nil : "nodes"
  }
}

extension ScriptResult? {
  var text: String { map { "\($0)" } ?? "none" }
}
