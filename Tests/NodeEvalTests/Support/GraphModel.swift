// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A reason for refusal, without the identities.
enum Refusal: String, Error {
  case cycle, typeMismatch, literalMismatch, takesNoLiteral, notGivable, occupied, notConnected
  case noSuchInput, noSuchOutput, stale, duplicateName, unknownKind, valuesOnly, outsideScope, exposed, loopsBack
  case noFrame, noReroute, vetoed

  init(_ error: GraphError) {
    self =
      switch error {
      case .cycle: .cycle
      case .typeMismatch: .typeMismatch
      case .literalMismatch: .literalMismatch
      case .takesNoLiteral: .takesNoLiteral
      case .notGivable: .notGivable
      case .occupied: .occupied
      case .notConnected: .notConnected
      case .noSuchInput: .noSuchInput
      case .noSuchOutput: .noSuchOutput
      case .stale, .group, .foreign: .stale
      case .duplicateName: .duplicateName
      case .unknownKind: .unknownKind
      case .valuesOnly: .valuesOnly
      case .outsideScope: .outsideScope
      case .exposed: .exposed
      case .loopsBack: .loopsBack
      case .noFrame: .noFrame
      case .noReroute: .noReroute
      case .vetoed: .vetoed
      }
  }
}

/// A graph as plain tables: the naive oracle of an evaluator. Reverting an edit restores a copy of the model.
struct GraphModel {
  struct Source: Hashable {
    let node: Int
    let output: Int
  }

  /// A connection to be made.
  struct Link {
    let source: Source
    let target: Int
    let index: Int
  }

  struct Node {
    var kind: ModelKind
    var name: String?
    var sources: [[Source]]
    var literals: [Datum?]
    /// The value of a source.
    var value: Datum?
    /// Changes when the types of the outputs change: values computed before are then not compared with values computed later.
    var epoch: Int
  }

  struct Outcome: Equatable {
    let epoch: Int
    let result: Result<[Datum], ModelFailure>
  }

  var nodes: [Int: Node] = [:]
  /// The nodes that the edit in progress requires to run.
  var touched: Set<Int> = []
  /// The outcomes of the last evaluation.
  var outcomes: [Int: Outcome] = [:]
  private var epochs = 0

  private func checkName(_ name: String?, of node: Int? = nil) throws(Refusal) {
    guard let name else { return }
    if nodes.contains(where: { $0.key != node && $0.value.name == name }) { throw .duplicateName }
  }

  private func living(_ node: Int) throws(Refusal) -> Node {
    guard let found = nodes[node] else { throw .stale }
    return found
  }

  private func input(_ node: Int, _ index: Int) throws(Refusal) -> ModelKind.Input {
    let inputs = try living(node).kind.inputs
    guard inputs.indices.contains(index) else { throw .noSuchInput }
    return inputs[index]
  }

  mutating func add(_ node: Int, _ kind: ModelKind, named name: String?) throws(Refusal) {
    try checkName(name)
    epochs += 1
    nodes[node] = Node(
      kind: kind, name: name, sources: kind.inputs.map { _ in [] }, literals: kind.inputs.map { _ in nil },
      value: kind.initial, epoch: epochs)
    touched.insert(node)
  }

  mutating func remove(_ node: Int) throws(Refusal) {
    _ = try living(node)
    cutConsumers(of: node)
    nodes[node] = nil
  }

  private mutating func cutConsumers(of node: Int) {
    for (consumer, record) in nodes {
      for index in record.sources.indices where record.sources[index].contains(where: { $0.node == node }) {
        nodes[consumer]?.sources[index].removeAll { $0.node == node }
        touched.insert(consumer)
      }
    }
  }

  mutating func rename(_ node: Int, to name: String?) throws(Refusal) {
    _ = try living(node)
    try checkName(name, of: node)
    nodes[node]?.name = name
  }

  private func ends(_ source: Source, _ target: Int, _ index: Int) throws(Refusal) -> ModelKind.Input {
    let outputs = try living(source.node).kind.outputs
    guard outputs.indices.contains(source.output) else { throw .noSuchOutput }
    let input = try input(target, index)
    guard outputs[source.output] == input.isText else { throw .typeMismatch }
    return input
  }

  func depends(_ node: Int, on other: Int) -> Bool {
    var seen: Set<Int> = []
    var open = [node]
    while let next = open.popLast() {
      if next == other { return true }
      guard seen.insert(next).inserted else { continue }
      open += nodes[next]?.sources.joined().map(\.node) ?? []
    }
    return false
  }

  mutating func connect(_ source: Source, to target: Int, _ index: Int, replacing: Bool) throws(Refusal) {
    let input = try ends(source, target, index)
    let occupied = !input.isMany && nodes[target]?.sources[index].isEmpty == false
    if depends(source.node, on: target) { throw .cycle }
    if occupied, !replacing { throw .occupied }
    if occupied { nodes[target]?.sources[index] = [] }
    nodes[target]?.sources[index].append(source)
    touched.insert(target)
  }

  mutating func connect(contentsOf links: [Link]) throws(Refusal) {
    var connected = self
    for link in links {
      let input = try connected.ends(link.source, link.target, link.index)
      if !input.isMany, connected.nodes[link.target]?.sources[link.index].isEmpty == false { throw .occupied }
      connected.nodes[link.target]?.sources[link.index].append(link.source)
      connected.touched.insert(link.target)
    }
    for link in links where connected.depends(link.source.node, on: link.target) { throw .cycle }
    self = connected
  }

  mutating func disconnect(_ target: Int, _ index: Int) throws(Refusal) {
    _ = try input(target, index)
    if nodes[target]?.sources[index].isEmpty == false { touched.insert(target) }
    nodes[target]?.sources[index] = []
  }

  mutating func disconnect(_ source: Source, from target: Int, _ index: Int) throws(Refusal) {
    guard try living(source.node).kind.outputs.indices.contains(source.output) else { throw .noSuchOutput }
    _ = try input(target, index)
    guard let place = nodes[target]?.sources[index].firstIndex(of: source) else { throw .notConnected }
    nodes[target]?.sources[index].remove(at: place)
    touched.insert(target)
  }

  mutating func set(_ node: Int, to value: Datum) throws(Refusal) {
    let record = try living(node)
    guard record.kind.isSource, record.kind.outputs[0] == value.isText else { throw .notGivable }
    nodes[node]?.value = value
  }

  mutating func setLiteral(_ target: Int, _ index: Int, to value: Datum) throws(Refusal) {
    let input = try input(target, index)
    if input.isMany { throw .takesNoLiteral }
    guard input.isText == value.isText else { throw .literalMismatch }
    nodes[target]?.literals[index] = value
    if nodes[target]?.sources[index].isEmpty == true { touched.insert(target) }
  }

  mutating func clearLiteral(_ target: Int, _ index: Int) throws(Refusal) {
    let input = try input(target, index)
    guard !input.isMany, nodes[target]?.literals[index] != nil else { return }
    nodes[target]?.literals[index] = nil
    if nodes[target]?.sources[index].isEmpty == true { touched.insert(target) }
  }

  mutating func setKind(of node: Int, to kind: ModelKind, matching: Graph.PortMatching) throws(Refusal) {
    var record = try living(node)
    let before = record
    record.kind = kind
    record.sources = kind.inputs.map { _ in [] }
    record.literals = kind.inputs.map { _ in nil }
    record.value = kind.initial
    for (index, input) in kind.inputs.enumerated() {
      let candidate =
        switch matching {
        case .position: index < before.kind.inputs.count ? index : nil
        case .name: before.kind.inputs.firstIndex { $0.name == input.name }
        }
      guard let candidate, before.kind.inputs[candidate].isText == input.isText,
        before.kind.inputs[candidate].isMany == input.isMany
      else { continue }
      record.sources[index] = before.sources[candidate]
      record.literals[index] = before.literals[candidate]
    }
    nodes[node] = record
    touched.insert(node)
    if before.kind.outputs != kind.outputs {
      moveConsumers(of: node, from: before.kind, to: kind, matching)
      epochs += 1
      nodes[node]?.epoch = epochs
    }
  }

  /// Reconnects each consumer of a node's output to the matching output of the new kind, or disconnects it.
  private mutating func moveConsumers(
    of node: Int, from before: ModelKind, to after: ModelKind, _ matching: Graph.PortMatching
  ) {
    let names = (before.definition.kind.outputs.map(\.name), after.definition.kind.outputs.map(\.name))
    for (consumer, record) in nodes {
      for (index, sources) in record.sources.enumerated() where sources.contains(where: { $0.node == node }) {
        touched.insert(consumer)
        nodes[consumer]?.sources[index] = sources.compactMap { source in
          guard source.node == node else { return source }
          let output = matching == .position ? source.output : names.1.firstIndex(of: names.0[source.output]) ?? .max
          guard after.outputs.indices.contains(output), after.outputs[output] == before.outputs[source.output] else {
            return nil
          }
          return Source(node: node, output: output)
        }
      }
    }
  }
}
