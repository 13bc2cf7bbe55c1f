// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport

/// Single steps, applied to the graph and to the oracle.
extension EditScript {
  mutating func step(_ graph: inout Graph) throws {
    stepsTaken += 1
    let choice = random.below(profile.actions.count + (oracle.nodes.count > profile.nodeLimit ? 5 : 0))
    let name =
      switch choice < profile.actions.count ? profile.actions[choice] : .remove {
      case .add: try add(&graph)
      case .addOwn: try addOwn(&graph)
      case .connect: try connect(&graph)
      case .disconnectInput: try disconnectInput(&graph)
      case .disconnectOne: try disconnectOne(&graph)
      case .rename: try rename(&graph)
      case .move: try move(&graph)
      case .setKind: try setKind(&graph)
      case .remove: try remove(&graph)
      case .addMany: try addMany(&graph)
      case .removeMost: try removeMost(&graph)
      }
    tally[name, default: 0] += 1
    try compare(graph, after: name)
    for node in oracle.nodes.values {
      mostPorts = max(mostPorts, node.sources.count)
      mostConnections = max(mostConnections, node.sources.map(\.count).max() ?? 0)
    }
  }

  func compare(_ graph: Graph, after step: String) throws {
    graph.checkInvariants()
    let picture = try GraphPicture(graph)
    if let difference = oracle.difference(from: picture) { throw Fault(description: "after \(step): \(difference)") }
    for (id, node) in oracle.nodes {
      if let name = node.name, graph.node(named: name) != id { throw Fault(description: "\(name) isn't found") }
    }
    guard graph.names.count == oracle.nodes.values.count(where: { $0.name != nil }) else {
      throw Fault(description: "after \(step): too many names")
    }
  }

  /// Applies a change to the graph and to the oracle. Either both accept it, or both refuse it for one reason.
  private mutating func both(
    _ name: String, _ graph: inout Graph, _ change: (inout Graph) throws(GraphError) -> Void,
    _ changeOracle: (inout GraphOracle) throws(GraphError) -> Void
  ) throws -> String {
    let expected: GraphError?
    do throws(GraphError) {
      try changeOracle(&oracle)
      expected = nil
    } catch {
      expected = error
    }
    let actual: GraphError?
    do throws(GraphError) {
      try change(&graph)
      actual = nil
    } catch {
      actual = error
    }
    guard expected == actual else {
      throw Fault(description: "\(name): \(String(describing: actual)), not \(String(describing: expected))")
    }
    return actual == nil ? name : name + " refused"
  }

  private mutating func anyNode() -> NodeID {
    if let id = known.randomElement(using: &random), random.oneIn(25) { return id }
    return oracle.nodes.keys.sorted { ($0.slot, $0.generation) < ($1.slot, $1.generation) }
      .randomElement(using: &random) ?? NodeID(slot: 3, generation: 7)
  }

  private mutating func anyOutput() -> OutputPort {
    let node = anyNode()
    let count = oracle.nodes[node]?.kind.outputs.count ?? 1
    return node.output(count == 0 || random.oneIn(40) ? random.below(5) - 1 : random.below(count))
  }

  private mutating func anyInput() -> InputPort {
    let node = anyNode()
    let count = oracle.nodes[node]?.kind.inputs.count ?? 1
    return node.input(count == 0 || random.oneIn(40) ? random.below(5) - 1 : random.below(count))
  }

  private mutating func anyName() -> String? {
    ["a", "b", "c", "d", "e", "f", "g", "h", nil].randomElement(using: &random) ?? nil
  }

  private mutating func anyPosition() -> GraphPoint { GraphPoint(Double(random.below(3)), Double(random.below(3))) }

  private mutating func welcome(_ id: NodeID, kind: NodeKind, name: String?, position: GraphPoint?) throws {
    guard everUsed.insert(id).inserted else { throw Fault(description: "\(id) was used before") }
    known.append(id)
    kinds.append(kind)
    oracle.nodes[id] = GraphOracle.Node(kind: kind)
    oracle.nodes[id]?.name = name
    oracle.nodes[id]?.position = position ?? .zero
  }

  private mutating func add(_ graph: inout Graph, isNamed: Bool = true) throws -> String {
    let kind = random.oneIn(20) ? "Nothing" : profile.kinds[random.below(profile.kinds.count)].name
    let (name, position) = (isNamed ? anyName() : nil, random.oneIn(2) ? anyPosition() : nil)
    var id: NodeID?
    let result = try both("add", &graph) { graph throws(GraphError) in
      id = try graph.add(kind, named: name, at: position)
    } _: { oracle throws(GraphError) in
      _ = try oracle.kind(named: kind)
      try oracle.checkName(name, of: nil)
    }
    if let id { try welcome(id, kind: try oracle.kind(named: kind), name: name, position: position) }
    return result
  }

  private mutating func addOwn(_ graph: inout Graph) throws -> String {
    let types = [number, text, pair]
    let kind = NodeKind(
      "own",
      inputs: ["x", "terms", "y", "pair"].shuffled(using: &random).prefix(random.below(5)).map {
        .init($0, types[random.below(3)], arity: random.oneIn(3) ? .many : .one, hasDefault: random.oneIn(2))
      }, outputs: ["sum", "text", "low"].prefix(random.below(4)).map { .init($0, types[random.below(3)]) })
    let name = anyName()
    var id: NodeID?
    let result = try both("add own", &graph) { graph throws(GraphError) in
      id = try graph.add(own: kind, named: name)
    } _: { oracle throws(GraphError) in
      try oracle.checkName(name, of: nil)
    }
    if let id { try welcome(id, kind: kind, name: name, position: nil) }
    return result
  }

  private mutating func connect(_ graph: inout Graph) throws -> String {
    let (source, target, replacing) = (anyOutput(), anyInput(), random.oneIn(2))
    var outcome: GraphError?
    let verdict = graph.verdict(onConnecting: source, to: target)
    let expected: GraphOracle.Verdict
    do throws(GraphError) {
      expected = try oracle.verdict(onConnecting: source, to: target)
    } catch {
      expected = .refused(error)
    }
    switch (expected, verdict) {
    case (.allowed, .allowed): oracle.connect(source, to: target)
    case (.replacing(let one), .replacing(let other)) where one == other:
      if replacing { oracle.connect(source, to: target) } else { outcome = .occupied(one) }
    case (.cycle(let length), .refused(.cycle(let path)))
    where path.count == length && path.first == target && path.last?.node == source.node && isPath(path, in: graph):
      outcome = .cycle(path)
    case (.refused(let one), .refused(let other)) where one == other: outcome = one
    default: throw Fault(description: "connect: \(verdict), not \(expected)")
    }
    let refusal = outcome
    return try both("connect", &graph) { graph throws(GraphError) in
      try graph.connect(source, to: target, replacing: replacing)
    } _: { _ throws(GraphError) in
      if let refusal { throw refusal }
    }
  }

  private mutating func disconnectInput(_ graph: inout Graph) throws -> String {
    let target = anyInput()
    return try both("disconnect input", &graph) { graph throws(GraphError) in
      try graph.disconnect(target)
    } _: { oracle throws(GraphError) in
      try oracle.disconnect(target)
    }
  }

  private mutating func disconnectOne(_ graph: inout Graph) throws -> String {
    let target = anyInput()
    var source = anyOutput()
    if let sources = oracle.nodes[target.node]?.sources, sources.indices.contains(target.index),
      let connected = sources[target.index].randomElement(using: &random), !random.oneIn(5)
    {
      source = connected
    }
    return try both("disconnect", &graph) { graph throws(GraphError) in
      try graph.disconnect(source, from: target)
    } _: { oracle throws(GraphError) in
      try oracle.disconnect(source, from: target)
    }
  }

  private mutating func rename(_ graph: inout Graph) throws -> String {
    let (id, name) = (anyNode(), anyName())
    return try both("rename", &graph) { graph throws(GraphError) in
      try graph.rename(id, to: name)
    } _: { oracle throws(GraphError) in
      _ = try oracle.node(id)
      try oracle.checkName(name, of: id)
      oracle.nodes[id]?.name = name
    }
  }

  private mutating func move(_ graph: inout Graph) throws -> String {
    let (id, position) = (anyNode(), anyPosition())
    return try both("move", &graph) { graph throws(GraphError) in
      try graph.move(id, to: position)
    } _: { oracle throws(GraphError) in
      _ = try oracle.node(id)
      oracle.nodes[id]?.position = position
    }
  }

  /// A random kind; with `takesNeighbours`, one near the node's present kind in the list.
  private mutating func anyKind(for id: NodeID) -> String {
    let kinds = profile.kinds
    guard profile.takesNeighbours, let present = oracle.nodes[id].flatMap({ node in kinds.firstIndex(of: node.kind) })
    else { return kinds[random.below(kinds.count)].name }
    let step = random.below(random.oneIn(8) ? 40 : 3) + 1
    return kinds[max(0, min(kinds.count - 1, random.oneIn(3) ? present - step : present + step))].name
  }

  private mutating func setKind(_ graph: inout Graph) throws -> String {
    let (id, matching) = (anyNode(), random.oneIn(2) ? Graph.PortMatching.name : .position)
    let kind = random.oneIn(20) ? "Nothing" : anyKind(for: id)
    let result = try both("set kind", &graph) { graph throws(GraphError) in
      try graph.setKind(of: id, to: kind, matching: matching)
    } _: { oracle throws(GraphError) in
      try oracle.setKind(of: id, to: kind, matching: matching)
    }
    if result == "set kind", let kind = oracle.nodes[id]?.kind { kinds.append(kind) }
    return result
  }

  private mutating func addMany(_ graph: inout Graph) throws -> String {
    for _ in 0..<40 { _ = try add(&graph, isNamed: false) }
    return "add many"
  }

  /// Removes all nodes, or all but up to three, in random order.
  private mutating func removeMost(_ graph: inout Graph) throws -> String {
    let nodes = oracle.nodes.keys.sorted { $0.slot < $1.slot }.shuffled(using: &random)
    for id in nodes.dropLast(random.oneIn(2) ? 0 : random.below(4)) { _ = try remove(id, &graph) }
    return "remove most"
  }

  private mutating func remove(_ graph: inout Graph) throws -> String { try remove(anyNode(), &graph) }

  private mutating func remove(_ id: NodeID, _ graph: inout Graph) throws -> String {
    try both("remove", &graph) { graph throws(GraphError) in
      try graph.remove(id)
    } _: { oracle throws(GraphError) in
      try oracle.remove(id)
    }
  }
}
