// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Everything that can be seen of a graph at one time, with ids as in documents.
struct ScriptPicture {
  let document: GraphDocument
  let results: [NodeID: ScriptResult]
  /// The nodes whose evaluation is complete.
  let settled: Set<NodeID>
  /// What each input reads, in order.
  let wires: [String: [String]]
  /// The outcomes of a naive evaluation.
  let naive: NaiveValues
  /// The observers that have not ended.
  var living: Set<Int> = []

  /// Takes a picture of an evaluator; states continue from the given ones.
  init(_ evaluator: Evaluator, memory: [NodeID: ScriptMemory] = [:]) throws {
    document = try evaluator.document()
    let results = Dictionary(
      uniqueKeysWithValues: evaluator.graph.nodes.map { ($0.inDocument, Self.result(of: $0, evaluator)) })
    let settled = Set(evaluator.graph.nodes.filter { Self.isSettled($0, evaluator) }.map(\.inDocument))
    // The state of a new node can be derived only from its value.
    naive = NaiveValues(evaluator, memory: memory.filter { settled.contains($0.key) })
    (self.results, self.settled) = (results, settled)
    wires = Self.wires(evaluator.graph)
  }

  /// Returns wires by the names of ports, because a node without code may have its ports in another order.
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

  /// Returns the states that are known after some edits. The state of a node that was not up to date can be derived only from its
  /// value, and a node whose code was changed starts with another state.
  func memory(after receipts: [Receipt] = []) -> [NodeID: ScriptMemory] {
    let renewed = receipts.flatMap(\.changes).compactMap { change -> NodeID? in
      if case .kindChanged(let node) = change { node.inDocument } else { nil }
    }
    let known = settled.subtracting(renewed)
    return naive.memory.filter { known.contains($0.key) }
  }

  /// Returns the states in an evaluator that opens the document: they begin as at the beginning of each tick, and only a run
  /// computes what comes of them.
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

  /// Returns the outcome of a node in the evaluator.
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

  /// Returns how the picture differs from another; `nil` if it doesn't. Nodes not evaluated in one of them are not compared.
  func difference(from other: ScriptPicture) -> String? {
    // A document omits a state that was not computed yet.
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
