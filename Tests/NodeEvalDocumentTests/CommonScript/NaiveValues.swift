// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The outcome of a node: a value for each output, or a failure.
enum ScriptResult: Hashable, CustomStringConvertible {
  case values([ScriptValue])
  case failed(NodeID, NodeFailure.Reason)

  var description: String {
    switch self {
    case .values(let values): "\(values)"
    case .failed(let node, let reason): "\(reason) at \(node)"
    }
  }
}

/// The outcomes of all nodes, computed one after the other from the graph alone, without caching.
struct NaiveValues {
  /// The reasons for a node's outcome: if they are as before, the node has no reason to run.
  struct Run: Hashable {
    let kind: String
    let effect: NaiveSwitches.Effect?
    /// The source of each value that flows into each input. `read` holds the values.
    let sources: [[OutputPort]]
    let read: [[ScriptResult]]
    /// Whether evaluating the node runs its code.
    let runsCode: Bool
  }

  private(set) var results: [NodeID: ScriptResult] = [:]
  private(set) var runs: [NodeID: Run] = [:]
  /// The states of nodes that have one.
  private(set) var memory: [NodeID: ScriptMemory] = [:]
  private(set) var nodesWithState: Set<NodeID> = []
  private let evaluator: Evaluator
  private let switches: NaiveSwitches

  /// Evaluates all nodes, starting from the given states. The state of any other node is derived from its present value.
  init(_ evaluator: Evaluator, memory: [NodeID: ScriptMemory] = [:]) {
    (self.evaluator, self.memory) = (evaluator, memory)
    switches = NaiveSwitches(evaluator)
    for node in Self.ordered(evaluator.graph) { results[node] = result(of: node) }
    let living = Set(evaluator.graph.nodes.map(\.inDocument))
    self.memory = self.memory.filter { living.contains($0.key) }
  }

  /// Returns how the evaluator's outcomes differ. In a fork, asynchronous code has not been started.
  func complaints(about evaluator: Evaluator, isFork: Bool = false) -> [String] {
    evaluator.graph.nodes.compactMap { node in
      guard ScriptPicture.isSettled(node, evaluator) else { return nil }
      let found = ScriptPicture.result(of: node, evaluator)
      if found == results[node] { return nil }
      return "\(evaluator.subgraphs.scopedName(of: node)): \(found), not \(results[node].text)"
    }
  }

  /// The nodes in an order in which each comes after all that it reads (Kahn 1962).
  private static func ordered(_ graph: Graph) -> [NodeID] {
    var missing: [NodeID: Int] = [:]
    var readers: [NodeID: [NodeID]] = [:]
    for connection in graph.connections {
      missing[connection.target.node, default: 0] += 1
      readers[connection.source.node, default: []].append(connection.target.node)
    }
    var free = graph.nodes.filter { missing[$0] == nil }
    var order: [NodeID] = []
    while let node = free.popLast() {
      order.append(node)
      for reader in readers[node] ?? [] {
        missing[reader, default: 0] -= 1
        if missing[reader] == 0 { free.append(reader) }
      }
    }
    return order
  }

  private mutating func result(of node: NodeID) -> ScriptResult {
    guard let kind = try? evaluator.graph.kind(of: node) else { return .failed(node.inDocument, .notEvaluated) }
    let effect = switches.effects[node]
    let read: [[ScriptResult]]
    if case .passes(let inputs, let inside) = effect {
      read = inputs.map { [passed($0, inside, by: node)] }
    } else {
      read = kind.inputs.indices.map { self.read(node.input($0), kind.inputs[$0].arity) }
    }
    let sources = kind.inputs.indices.map { evaluator.graph.sources(of: node.input($0)).map(\.inDocument) }
    // A node that passes values on still depends on all its inputs.
    let own = effect == nil ? [] : kind.inputs.indices.map { self.read(node.input($0), kind.inputs[$0].arity) }
    let isBlocked = read.joined().contains { if case .failed = $0 { true } else { false } }
    let hasCode = ScriptKind.byName[kind.name]?.results != nil && !evaluator.isWithoutCode(node)
    runs[node] = Run(
      kind: kind.name, effect: effect, sources: sources, read: read + own,
      runsCode: effect == nil && hasCode && !isBlocked)
    if ScriptKind.byName[kind.name]?.hasState == true { nodesWithState.insert(node.inDocument) }
    if effect == .fails { return .failed(node.inDocument, .muted) }
    guard let known = ScriptKind.byName[kind.name], !evaluator.isWithoutCode(node) else {
      // The evaluator knows why the node has no code. Without code the node sees no tick either.
      memory[node.inDocument] = nil
      return ScriptPicture.result(of: node, evaluator)
    }
    guard let results = known.results else { return given(node, kind) }
    // A node whose run was cancelled keeps its last value, which its readers use.
    if known.isLate, effect == nil, evaluator.state(of: node) == .stale {
      return ScriptPicture.result(of: node, evaluator)
    }
    for case .failed(let origin, let reason) in read.joined() { return .failed(origin, reason) }
    let values = read.map { $0.flatMap { if case .values(let values) = $0 { values } else { [] as [ScriptValue] } } }
    if effect != nil { return .values(values.map { $0[0] }) }
    if known.hasState { return advanced(node, values) }
    do {
      return .values(try results(values))
    } catch {
      return .failed(node.inDocument, .thrown("\(error)"))
    }
  }

  /// Returns the sum of the values that a node read at the end of each tick, and of the one it reads now.
  private mutating func advanced(_ node: NodeID, _ values: [[ScriptValue]]) -> ScriptResult {
    let (tick, value) = (values[0][0].int, values[1][0].int)
    let id = node.inDocument
    if memory[id] == nil, case .values(let found) = ScriptPicture.result(of: node, evaluator), let now = found.first {
      let beginning = (now.int - value + 100 * ScriptKind.limit) % ScriptKind.limit
      memory[id] = ScriptMemory(beginning: beginning, tick: tick, end: now.int)
    }
    var state = memory[id] ?? ScriptMemory(beginning: 0, tick: tick, end: 0)
    if state.tick != tick { state.beginning = state.end }
    (state.tick, state.end) = (
      tick, ((state.beginning + value) % ScriptKind.limit + ScriptKind.limit) % ScriptKind.limit
    )
    memory[id] = state
    return .values([.whole(state.end)])
  }

  private func given(_ node: NodeID, _ kind: NodeKind) -> ScriptResult {
    if let variable = (try? evaluator.variable(node, as: Int.self)).flatMap({ $0 }) {
      return .values([.whole(evaluator.givenValue(of: variable))])
    }
    if let variable = (try? evaluator.variable(node, as: Double.self)).flatMap({ $0 }) {
      return .values([.broken(evaluator.givenValue(of: variable))])
    }
    return .failed(node.inDocument, .notEvaluated)
  }

  private func read(_ input: InputPort, _ arity: NodeKind.Arity) -> [ScriptResult] {
    let sources = evaluator.graph.sources(of: input)
    return sources.isEmpty && arity == .one ? [unconnected(input)] : sources.map(value)
  }

  private func passed(_ input: InputPort, _ inside: Set<NodeID>, by node: NodeID) -> ScriptResult {
    let sources = evaluator.graph.sources(of: input)
    if let source = sources.first(where: { !inside.contains($0.node) }) { return value(source) }
    let arity = (try? evaluator.graph.kind(of: input.node))?.inputs[input.index].arity
    return arity == .one ? unconnected(input) : .failed(node.inDocument, .muted)
  }

  private func value(_ source: OutputPort) -> ScriptResult {
    guard let result = results[source.node] else { return .failed(source.node.inDocument, .notEvaluated) }
    if case .values(let values) = result { return .values([values[source.index]]) }
    return result
  }

  private func unconnected(_ input: InputPort) -> ScriptResult {
    if let value = (try? evaluator.unconnectedValue(of: input, as: Int.self)).flatMap({ $0 }) {
      return .values([.whole(value)])
    }
    if let value = (try? evaluator.unconnectedValue(of: input, as: Double.self)).flatMap({ $0 }) {
      return .values([.broken(value)])
    }
    let name = (try? evaluator.graph.kind(of: input.node))?.inputs[input.index].name
    return .failed(input.node.inDocument, .unsetInput(name ?? ""))
  }
}

/// The state of a node: its value at the beginning of the tick, the tick, and the value that the last run computed.
struct ScriptMemory: Hashable {
  var beginning: Int
  var tick: Int
  var end: Int
}
