// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport

/// Random edits of a graph and of its oracle, compared after each.
struct EditScript {
  /// Thrown to abandon an edit halfway.
  struct Abandoned: Error {}

  /// A difference between the graph and the oracle.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  let profile: EditProfile
  var oracle: GraphOracle
  var random: SplitMix64
  var known: [NodeID] = []
  var everUsed: Set<NodeID> = []
  /// The kinds of the nodes that the current edit adds or changes, in order. The journal names only the nodes.
  var kinds: [NodeKind] = []
  var stepsTaken = 0
  /// The number of times each step occurred, so that tests can check the script's coverage.
  var tally: [String: Int] = [:]
  /// The largest number of inputs of a node, and of connections of an input, so far.
  var (mostPorts, mostConnections) = (0, 0)

  init(seed: UInt64, _ profile: EditProfile = .mixed) {
    self.profile = profile
    oracle = GraphOracle(kinds: profile.kinds)
    random = SplitMix64(seed: seed)
  }

  /// Takes at least `count` steps, and stops as soon as the graph and the oracle differ.
  mutating func run(_ count: Int) throws {
    var graph = Graph(kinds: profile.kinds)
    while stepsTaken < count {
      let slots = graph.storage.value.records.count
      defer { if graph.storage.value.records.count < slots { tally["slots given back", default: 0] += 1 } }
      if random.oneIn(4) {
        try edit(&graph)
      } else {
        try step(&graph)
      }
    }
  }

  // MARK: Edits of several steps

  private mutating func edit(_ graph: inout Graph) throws {
    let before = try GraphPicture(graph)
    let copy = graph
    let oracleBefore = oracle
    kinds = []
    do {
      let changes = try graph.edit { graph in try body(&graph, depth: 1) }
      try compare(graph, after: "an edit")
      try replay(changes, on: copy)
      tally["edit", default: 0] += 1
    } catch is Abandoned {
      oracle = oracleBefore
      guard try GraphPicture(graph) == before else { throw Fault(description: "a failed edit left traces") }
      try compare(graph, after: "a failed edit")
      tally["failed edit", default: 0] += 1
    }
    guard try GraphPicture(copy) == before else { throw Fault(description: "an edit changed a copy") }
  }

  private mutating func body(_ graph: inout Graph, depth: Int) throws {
    for _ in 0...random.below(8) {
      guard depth < 4, random.oneIn(4) else {
        try step(&graph)
        continue
      }
      let before = try GraphPicture(graph)
      let (oracleBefore, kindsBefore) = (oracle, kinds)
      do {
        try graph.edit { graph in try body(&graph, depth: depth + 1) }
      } catch is Abandoned {
        oracle = oracleBefore
        kinds = kindsBefore
        guard try GraphPicture(graph) == before else { throw Fault(description: "a failed nested edit left traces") }
        tally["failed nested edit", default: 0] += 1
      }
    }
    if random.oneIn(3) { throw Abandoned() }
  }

  /// Replays an edit's journal on a copy, and compares the results.
  private func replay(_ changes: [Change], on copy: Graph) throws {
    var copy = copy
    var current: [NodeID: NodeID] = [:]
    var kinds = kinds[...]
    func here(_ id: NodeID) -> NodeID { current[id] ?? id }
    func here(_ port: OutputPort) -> OutputPort { here(port.node).output(port.index) }
    func here(_ port: InputPort) -> InputPort { here(port.node).input(port.index) }
    for change in changes {
      switch change {
      case .added(let id):
        guard let kind = kinds.popFirst() else { throw Fault(description: "the journal adds too much") }
        current[id] = try copy.add(own: kind)
      case .removed(let id):
        guard copy.connections(of: here(id)).isEmpty else { throw Fault(description: "a connected node went") }
        try copy.remove(here(id))
      case .connected(let connection): try copy.connect(here(connection.source), to: here(connection.target))
      case .disconnected(let connection):
        try copy.disconnect(here(connection.source), from: here(connection.target))
      case .renamed(let id, let before, let after):
        guard copy.name(of: here(id)) == before else { throw Fault(description: "\(change) starts elsewhere") }
        try copy.rename(here(id), to: after)
      case .moved(let id, let before, let after):
        guard copy.position(of: here(id)) == before else { throw Fault(description: "\(change) starts elsewhere") }
        try copy.move(here(id), to: after)
      case .kindChanged(let id):
        guard let kind = kinds.popFirst() else { throw Fault(description: "the journal changes too much") }
        try copy.setKind(of: here(id), to: kind.name)
      case .literalChanged: throw Fault(description: "no literal was given")
      case .modeChanged, .lookChanged: throw Fault(description: "a graph has neither modes nor looks")
      }
    }
    guard kinds.isEmpty else { throw Fault(description: "the journal leaves out nodes") }
    copy.checkInvariants()
    var replayed = GraphOracle(kinds: profile.kinds)
    for (id, node) in oracle.nodes {
      var node = node
      node.sources = node.sources.map { $0.map { here($0) } }
      replayed.nodes[here(id)] = node
    }
    if let difference = replayed.difference(from: try GraphPicture(copy)) {
      throw Fault(description: "replayed: " + difference)
    }
  }
}
