// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A naive model of a graph. Only the ids of new nodes come from the graph under test.
struct GraphOracle {
  struct Node {
    var kind: NodeKind
    var name: String?
    var position = GraphPoint.zero
    var sources: [[OutputPort]]

    init(kind: NodeKind) {
      self.kind = kind
      sources = kind.inputs.map { _ in [] }
    }
  }

  var nodes: [NodeID: Node] = [:]
  let kinds: [String: NodeKind]

  init(kinds: [NodeKind]) { self.kinds = Dictionary(uniqueKeysWithValues: kinds.map { ($0.name, $0) }) }

  // MARK: Reasons to refuse, in the order in which they are checked

  func node(_ id: NodeID) throws(GraphError) -> Node {
    guard let node = nodes[id] else { throw .stale(id) }
    return node
  }

  func checkName(_ name: String?, of node: NodeID?) throws(GraphError) {
    guard let name else { return }
    for (id, other) in nodes where other.name == name && id != node { throw .duplicateName(name, id) }
  }

  func kind(named name: String) throws(GraphError) -> NodeKind {
    guard let kind = kinds[name] else { throw .unknownKind(name) }
    return kind
  }

  func output(_ port: OutputPort) throws(GraphError) -> NodeKind.Output {
    let outputs = try node(port.node).kind.outputs
    guard outputs.indices.contains(port.index) else {
      throw .noSuchOutput(port.node, .index(port.index), among: outputs.map(\.name))
    }
    return outputs[port.index]
  }

  func input(_ port: InputPort) throws(GraphError) -> NodeKind.Input {
    let inputs = try node(port.node).kind.inputs
    guard inputs.indices.contains(port.index) else {
      throw .noSuchInput(port.node, .index(port.index), among: inputs.map(\.name))
    }
    return inputs[port.index]
  }

  /// The number of connections on a shortest path from one node to another; `nil` if no path exists.
  func distance(from start: NodeID, to goal: NodeID) -> Int? {
    var reached: Set<NodeID> = [start]
    var distance = 0
    while !reached.contains(goal) {
      let wider = reached.union(
        nodes.filter { $0.value.sources.joined().contains { reached.contains($0.node) } }.keys)
      guard wider.count > reached.count else { return nil }
      reached = wider
      distance += 1
    }
    return distance
  }

  /// The expected verdict on a connection. A cycle is described only by its length, because several may be equally short.
  func verdict(onConnecting source: OutputPort, to target: InputPort) throws(GraphError) -> Verdict {
    let given = try output(source).type
    let input = try input(target)
    guard given == input.type else {
      throw .typeMismatch(source: source, given, target: target, input.type)
    }
    if let length = distance(from: target.node, to: source.node) { return .cycle(length + 1) }
    let occupant = try node(target.node).sources[target.index].first
    guard input.arity == .one, let occupant else { return .allowed }
    return .replacing(Connection(from: occupant, to: target))
  }

  enum Verdict: Equatable {
    case allowed
    case replacing(Connection)
    /// A cycle with this number of connections.
    case cycle(Int)
    case refused(GraphError)
  }

  // MARK: Edits

  mutating func connect(_ source: OutputPort, to target: InputPort) {
    if nodes[target.node]?.kind.inputs[target.index].arity == .one {
      nodes[target.node]?.sources[target.index] = [source]
    } else {
      nodes[target.node]?.sources[target.index].append(source)
    }
  }

  mutating func disconnect(_ target: InputPort) throws(GraphError) {
    _ = try input(target)
    nodes[target.node]?.sources[target.index] = []
  }

  mutating func disconnect(_ source: OutputPort, from target: InputPort) throws(GraphError) {
    _ = try output(source)
    _ = try input(target)
    guard let ordinal = try node(target.node).sources[target.index].firstIndex(of: source) else {
      throw .notConnected(Connection(from: source, to: target))
    }
    nodes[target.node]?.sources[target.index].remove(at: ordinal)
  }

  mutating func cutConsumers(of id: NodeID) {
    for other in Array(nodes.keys) {
      for input in nodes[other]?.sources.indices ?? 0..<0 {
        nodes[other]?.sources[input].removeAll { $0.node == id }
      }
    }
  }

  mutating func remove(_ id: NodeID) throws(GraphError) {
    _ = try node(id)
    nodes[id] = nil
    cutConsumers(of: id)
  }

  mutating func setKind(of id: NodeID, to name: String, matching: Graph.PortMatching) throws(GraphError) {
    let kind = try kind(named: name)
    let before = try node(id)
    var after = Node(kind: kind)
    after.name = before.name
    after.position = before.position
    for (index, input) in kind.inputs.enumerated() {
      let old = matching == .position ? index : before.kind.inputs.firstIndex { $0.name == input.name } ?? .max
      guard before.kind.inputs.indices.contains(old), before.kind.inputs[old].type == input.type,
        before.kind.inputs[old].arity == input.arity
      else { continue }
      after.sources[index] = before.sources[old]
    }
    nodes[id] = after
    guard before.kind.outputs.map(\.type) != kind.outputs.map(\.type) else { return }
    let counterparts = before.kind.outputs.enumerated().map { index, output -> Int? in
      let new = matching == .position ? index : kind.outputs.firstIndex { $0.name == output.name } ?? .max
      return kind.outputs.indices.contains(new) && kind.outputs[new].type == output.type ? new : nil
    }
    for (other, reader) in nodes {
      nodes[other]?.sources = reader.sources.map { sources in
        sources.compactMap { $0.node == id ? counterparts[$0.index].map { id.output($0) } : $0 }
      }
    }
  }

  /// A description of the first difference between a graph and this model; `nil` if they agree.
  func difference(from picture: GraphPicture) -> String? {
    guard Set(picture.order) == Set(nodes.keys) else { return "the nodes differ" }
    var count = 0
    for (id, node) in nodes {
      guard let other = picture.nodes[id] else { return "\(id) is missing" }
      guard other.kind == node.kind else { return "\(id) is a \(other.kind.name), not a \(node.kind.name)" }
      guard other.name == node.name else { return "\(id) has another name" }
      guard other.position == node.position else { return "\(id) is elsewhere" }
      guard other.sources == node.sources else { return "\(id) has the sources \(other.sources), not \(node.sources)" }
      count += node.sources.joined().count
    }
    guard count == picture.connectionCount else { return "connections are counted wrongly" }
    var consumers: [OutputPort: [InputPort: Int]] = [:]
    for (id, node) in nodes {
      for (index, sources) in node.sources.enumerated() {
        for source in sources { consumers[source, default: [:]][id.input(index), default: 0] += 1 }
      }
    }
    for (id, node) in picture.nodes {
      for (index, inputs) in node.consumers.enumerated() where inputs != consumers[id.output(index), default: [:]] {
        return "output \(index) of \(id) has other consumers"
      }
    }
    return picture.orderFault
  }
}
