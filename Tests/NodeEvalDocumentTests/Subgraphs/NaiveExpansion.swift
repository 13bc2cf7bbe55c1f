// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The contents of instances, found by descending the definitions each time: slow, recursive, and without caching.
struct NaiveExpansion {
  private let groups: Subgraphs
  private let graph: Graph
  private let structures: [DefinitionID: DefinitionStructure]

  init(_ evaluator: Evaluator) {
    groups = evaluator.subgraphs
    graph = evaluator.graph
    structures = DefinitionStructure.all(in: evaluator)
  }

  private func structure(of instance: InstanceID) -> DefinitionStructure {
    groups.definition(of: instance).flatMap { structures[$0] } ?? DefinitionStructure()
  }

  private func member(_ name: String, of instance: InstanceID) -> NodeID? {
    groups.members(of: instance).first { groups.name(of: $0) == name }
  }

  private func ports(_ instance: InstanceID, isInput: Bool) -> [DefinitionStructure.Port] {
    structure(of: instance).ports.filter { $0.isInput == isInput }
  }

  private func portNames(of member: NodeID, isInput: Bool) -> [String] {
    if let instance = InstanceID(member) { return ports(instance, isInput: isInput).map(\.name) }
    guard let kind = try? graph.kind(of: member) else { return [] }
    return isInput ? kind.inputs.map(\.name) : kind.outputs.map(\.name)
  }

  private func input(_ end: DefinitionStructure.End, of instance: InstanceID) -> InputPort? {
    guard let member = member(end.member, of: instance) else { return nil }
    return portNames(of: member, isInput: true).firstIndex(of: end.port).map { member.input($0) }
  }

  private func output(_ end: DefinitionStructure.End, of instance: InstanceID) -> OutputPort? {
    guard let member = member(end.member, of: instance) else { return nil }
    return portNames(of: member, isInput: false).firstIndex(of: end.port).map { member.output($0) }
  }

  /// Returns the inputs of nodes to which an input leads.
  func targets(_ port: InputPort) -> Set<InputPort> {
    guard let instance = InstanceID(port.node) else { return [port] }
    let ports = ports(instance, isInput: true)
    guard ports.indices.contains(port.index) else { return [] }
    var found: Set<InputPort> = []
    for end in ports[port.index].ends {
      if let input = input(end, of: instance) { found.formUnion(targets(input)) }
    }
    return found
  }

  /// Returns the output of a node that an output shows.
  func source(_ port: OutputPort) -> OutputPort? {
    guard let instance = InstanceID(port.node) else { return port }
    let ports = ports(instance, isInput: false)
    guard ports.indices.contains(port.index), let end = ports[port.index].ends.first,
      let output = output(end, of: instance)
    else { return nil }
    return source(output)
  }

  /// Returns the given members that are nodes, and the nodes in those that are instances.
  func expanded(_ members: [NodeID]) -> [NodeID] {
    members.flatMap { member in InstanceID(member).map { nodes(in: $0).sorted { $0.slot < $1.slot } } ?? [member] }
  }

  /// Returns the nodes in an instance, at any depth.
  func nodes(in instance: InstanceID) -> Set<NodeID> {
    var found: Set<NodeID> = []
    for member in groups.members(of: instance) {
      if let inner = InstanceID(member) { found.formUnion(nodes(in: inner)) } else { found.insert(member) }
    }
    return found
  }

  /// Returns the connections within an instance according to its definition, at any depth.
  func connections(in instance: InstanceID) -> [Connection] {
    var found: [Connection] = []
    for wire in structure(of: instance).wires {
      guard let from = output(wire.source, of: instance), let to = input(wire.target, of: instance),
        let source = source(from)
      else { continue }
      found += targets(to).map { Connection(from: source, to: $0) }
    }
    for member in groups.members(of: instance) { if let inner = InstanceID(member) { found += connections(in: inner) } }
    return found
  }

  /// Returns how an instance differs from its definition.
  func complaint(about instance: InstanceID) -> String? {
    let structure = structure(of: instance)
    var kinds: [String: String] = [:]
    var inner: [String: DefinitionID] = [:]
    for member in groups.members(of: instance) {
      let name = groups.name(of: member) ?? ""
      if let instance = InstanceID(member) {
        inner[name] = groups.definition(of: instance)
      } else {
        kinds[name] = (try? graph.kind(of: member))?.name
      }
      if groups.scope(of: member) != instance { return "a member knows its scope" }
    }
    if kinds != structure.nodes || inner != structure.instances {
      return "the members of \(instance) are those declared"
    }
    let nodes = nodes(in: instance)
    let actual = graph.connections.filter { nodes.contains($0.source.node) && nodes.contains($0.target.node) }
    return count(actual) == count(connections(in: instance)) ? nil : "\(instance) is connected as it is declared"
  }

  private func count(_ connections: [Connection]) -> [Connection: Int] {
    connections.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  /// Whether one definition is another or is contained in it.
  func contains(_ inner: DefinitionID, in outer: DefinitionID) -> Bool {
    inner == outer || (structures[outer]?.instances.values ?? [:].values).contains { contains(inner, in: $0) }
  }

  // MARK: Ports

  func takesMany(_ input: InputPort) -> Bool {
    targets(input).contains { (try? graph.kind(of: $0.node))?.inputs[$0.index].arity == .many }
  }

  func isConnected(_ input: InputPort) -> Bool { targets(input).contains { !graph.sources(of: $0).isEmpty } }

  private func end(_ member: NodeID, _ port: Int, isInput: Bool) -> DefinitionStructure.End {
    DefinitionStructure.End(member: groups.name(of: member) ?? "", port: portNames(of: member, isInput: isInput)[port])
  }

  func isExposed(_ input: InputPort, in scope: InstanceID) -> Bool {
    ports(scope, isInput: true).contains { $0.ends.contains(end(input.node, input.index, isInput: true)) }
  }

  func isExposed(_ output: OutputPort, in scope: InstanceID) -> Bool {
    ports(scope, isInput: false).contains { $0.ends.contains(end(output.node, output.index, isInput: false)) }
  }

  /// Whether a port is connected from outside in any instance.
  func isUsed(_ name: String, isInput: Bool, of definition: DefinitionID) -> Bool {
    groups.instances(of: definition).contains { instance in
      let inside = nodes(in: instance)
      guard let index = ports(instance, isInput: isInput).firstIndex(where: { $0.name == name }) else { return false }
      if isInput {
        return targets(instance.node.input(index)).contains { target in
          graph.sources(of: target).contains { !inside.contains($0.node) }
        }
      }
      guard let source = source(instance.node.output(index)) else { return false }
      return graph.consumers(of: source).contains { !inside.contains($0.node) }
    }
  }

  /// Whether members of a scope may be connected. In a definition, all its instances must allow the connection.
  func allowsConnecting(_ source: OutputPort, to target: InputPort, in scope: InstanceID?) -> Bool {
    if source.node == target.node, InstanceID(source.node) != nil { return false }
    var added: [Connection] = []
    var pairs = [(source, target)]
    if let scope, let definition = groups.definition(of: scope) {
      if isExposed(target, in: scope), !takesMany(target) { return false }
      let (from, to) = (groups.name(of: source.node) ?? "", groups.name(of: target.node) ?? "")
      pairs = groups.instances(of: definition).compactMap { instance in
        guard let from = member(from, of: instance), let to = member(to, of: instance) else { return nil }
        return (from.output(source.index), to.input(target.index))
      }
    }
    for (from, to) in pairs {
      guard let from = self.source(from) else { return false }
      for to in targets(to) {
        if (try? graph.kind(of: to.node))?.inputs[to.index].arity == .one, !graph.sources(of: to).isEmpty {
          return false
        }
        added.append(Connection(from: from, to: to))
      }
    }
    return !hasCycle(graph.connections + added)
  }

  private func hasCycle(_ connections: [Connection]) -> Bool {
    var counts: [NodeID: Int] = [:]
    var readers: [NodeID: [NodeID]] = [:]
    for connection in connections {
      counts[connection.target.node, default: 0] += 1
      readers[connection.source.node, default: []].append(connection.target.node)
    }
    var free = graph.nodes.filter { counts[$0] == nil }
    var sorted = 0
    while let node = free.popLast() {
      sorted += 1
      for reader in readers[node] ?? [] {
        counts[reader, default: 0] -= 1
        if counts[reader] == 0 { free.append(reader) }
      }
    }
    return sorted < graph.nodeCount
  }
}

/// Everything observable in a graph with groups.
struct SubgraphSnapshot: Equatable {
  private let names: [NodeID: String]
  private let places: [NodeID: GraphPoint]
  private let values: [NodeID: Int]
  private let connections: [Connection: Int]
  private let scopes: [InstanceID: GraphPath]
  private let titles: [InstanceID: String]
  private let definitions: [DefinitionID: DefinitionStructure]
  private let revisions: [DefinitionID: Int]
  private let modes: [NodeID: NodeMode]
  let looks: ShownLooks

  init(_ evaluator: Evaluator) {
    looks = ShownLooks(evaluator)
    let (graph, groups) = (evaluator.graph, evaluator.subgraphs)
    names = Dictionary(uniqueKeysWithValues: graph.nodes.map { ($0.inDocument, groups.scopedName(of: $0)) })
    places = Dictionary(uniqueKeysWithValues: graph.nodes.map { ($0.inDocument, groups.position(of: $0)) })
    values = Dictionary(
      uniqueKeysWithValues: graph.nodes.compactMap { node in
        guard let output = try? evaluator.output(node.output, as: Int.self),
          let value = try? evaluator.value(of: output)
        else { return nil }
        return (node.inDocument, value)
      })
    connections = graph.connections.reduce(into: [:]) { $0[$1.inDocument, default: 0] += 1 }
    let ids = groups.definitions
    let instances = ids.flatMap { groups.instances(of: $0) }
    scopes = Dictionary(uniqueKeysWithValues: instances.map { ($0.inDocument, groups.path(of: $0.node).inDocument) })
    titles = Dictionary(uniqueKeysWithValues: instances.map { ($0.inDocument, groups.title(of: $0)) })
    definitions = DefinitionStructure.all(in: evaluator)
    let members = graph.nodes + instances.map(\.node)
    modes = Dictionary(uniqueKeysWithValues: members.map { ($0.inDocument, evaluator.mode(of: $0)) })
    revisions = Dictionary(uniqueKeysWithValues: ids.map { ($0, groups.revision(of: $0) ?? 0) })
  }

  /// Returns which parts differ.
  func difference(to other: SubgraphSnapshot) -> String {
    var parts: [String] = []
    if names != other.names { parts.append("names \(names) \(other.names)") }
    if places != other.places { parts.append("places") }
    if values != other.values { parts.append("values") }
    if connections != other.connections { parts.append("connections") }
    if scopes != other.scopes || titles != other.titles { parts.append("instances") }
    if modes != other.modes { parts.append("modes") }
    if looks != other.looks { parts.append("looks \(looks) \(other.looks)") }
    if definitions != other.definitions || revisions != other.revisions { parts.append("definitions") }
    return parts.joined(separator: ", ")
  }

  /// Returns the faults of a graph: broken rules of the evaluator, instances that differ from their definitions, and values that
  /// differ from a fresh computation.
  static func brokenRules(of evaluator: Evaluator, comparingValues: Bool = true) -> [String] {
    var broken = evaluator.brokenRules()
    let (graph, groups, naive) = (evaluator.graph, evaluator.subgraphs, NaiveExpansion(evaluator))
    for definition in groups.definitions {
      broken += groups.instances(of: definition).compactMap { naive.complaint(about: $0) }
    }
    if !comparingValues { return broken }
    let modes = NaiveModes(evaluator)
    var values: [OutputPort: Int] = [:]
    for node in graph.nodes {
      guard let kind = try? graph.kind(of: node) else { continue }
      switch modes.effect(on: node) {
      case .works: values.merge(worked(node, kind, values, evaluator)) { $1 }
      case .fails: break
      case .passes(let input, let inside):
        let sources = graph.sources(of: input)
        let value =
          if sources.isEmpty {
            (try? evaluator.unconnectedValue(of: input, as: Int.self)).flatMap { $0 }
          } else {
            sources.first { !inside.contains($0.node) }.flatMap { values[$0] }
          }
        for index in kind.outputs.indices { values[node.output(index)] = value }
      }
      for index in kind.outputs.indices {
        guard let output = try? evaluator.output(node.output(index), as: Int.self) else { continue }
        if (try? evaluator.value(of: output)) != values[node.output(index)] {
          broken.append("\(node) has the right value")
        }
      }
    }
    return broken
  }

  /// Returns the outputs of a node that does its work; empty if an input lacks a value.
  private static func worked(
    _ node: NodeID, _ kind: NodeKind, _ values: [OutputPort: Int], _ evaluator: Evaluator
  ) -> [OutputPort: Int] {
    if kind.name == "Number" {
      let variable = (try? evaluator.variable(node, as: Int.self)).flatMap { $0 }
      return variable.map { [node.output: evaluator.givenValue(of: $0)] } ?? [:]
    }
    let read = kind.inputs.indices.map { index -> [Int?] in
      let sources = evaluator.graph.sources(of: node.input(index))
      if !sources.isEmpty || kind.inputs[index].arity == .many { return sources.map { values[$0] } }
      return [(try? evaluator.unconnectedValue(of: node.input(index), as: Int.self)).flatMap { $0 } ?? 0]
    }
    let inputs = read.joined().compactMap { $0 }
    if inputs.count < read.joined().count { return [:] }
    if kind.name == "Split" { return [node.output(0): inputs[0] % 10, node.output(1): inputs[0] / 10] }
    return [node.output: inputs.reduce(0) { ($0 &+ $1) % 1009 }]
  }
}
