// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The code for a node that a document contained without code.
struct Supply {
  let node: NodeID
  let shape: UInt32
  let definition: NodeDefinition
  /// For a node in an instance, the fields that its definition had for it.
  var declared: DocumentState.KeptFields?
}

extension Edit {
  /// Supplies code for nodes. Their connections, literals and values are kept where the ports with their names fit.
  ///
  /// - Parameters:
  ///   - supplies: The code for each node. Of nodes in instances, exactly those of `groups`.
  ///   - groups: The changes of definitions.
  /// - Returns: What was dropped, with the name of the node as the path.
  /// - Complexity: O(nodes and their connections), and O(connections of inputs that take many and read one of them).
  func supply(_ supplies: [Supply], in groups: SuppliedDefinitions? = nil) -> [DocumentError] {
    var supplying = Supplying(evaluator: evaluator, supplies: supplies)
    supplying.cut()
    for supply in supplies { supplying.reshape(supply) }
    groups?.enter(in: evaluator)
    supplying.connect()
    groups?.clearHidden(in: evaluator)
    return (groups?.faults.dropped ?? []) + supplying.faults.dropped
  }
}

/// Moves nodes from the ports that a document names to those of their code.
private struct Supplying {
  /// An input with its sources, by the names that they had.
  private struct Wires {
    let target: InputPort
    let input: String
    let sources: [Source]
  }

  private struct Source {
    let node: NodeID
    let output: String
    /// How the connection gets to the input; `nil` if both ends are in the root.
    let route: ScopedRoute?
  }

  private let evaluator: Evaluator
  private(set) var faults = DocumentFaults(isRepairing: true)
  private var wires: [Wires] = []
  /// The faults noted about wires of the root, each of which may be several connections.
  private var noted: Set<DocumentError> = []
  private var declaredWires: [UInt32: Set<SubgraphDefinition.Wire>] = [:]

  private var graph: Graph { evaluator.state.graph }
  private var topology: StateBox<Topology> { evaluator.state.graph.storage }

  init(evaluator: Evaluator, supplies: [Supply]) {
    self.evaluator = evaluator
    let table = evaluator.state.scopes.subgraphs
    var seen: Set<InputPort> = []
    for supply in supplies {
      let inputs = kind(of: supply.node).inputs.indices.map { supply.node.input($0) }
      let consumers = graph.connections(of: supply.node).lazy.filter { $0.source.node == supply.node }.map(\.target)
      for target in inputs + consumers where seen.insert(target).inserted {
        let input = kind(of: target.node).inputs[target.index].name
        let sources = graph.sources(of: target).map { source in
          let output = kind(of: source.node).outputs[source.index].name
          let route = ScopedRoute(from: source, to: target, named: (output, input), in: table)
          return Source(node: source.node, output: output, route: route)
        }
        if !sources.isEmpty { wires.append(Wires(target: target, input: input, sources: sources)) }
      }
    }
  }

  private func kind(of node: NodeID) -> NodeKind {
    topology.value.shapes[Int(topology.value.records[node.slot].shape)].kind
  }

  /// The path of a node or an instance: the names of the instances that contain it, the outermost first, and its own name.
  private func path(_ member: NodeID) -> DocumentPath {
    let (groups, path) = (evaluator.subgraphs, evaluator.subgraphs.path(of: member))
    let name = InstanceID(member).map { groups.title(of: $0) } ?? groups.name(of: member) ?? member.documentText
    return DocumentPath(path.instances.map { .key(groups.title(of: $0)) } + [.key(name)])
  }

  /// The kind of a node, or the title of an instance.
  private func label(_ member: NodeID) -> String {
    InstanceID(member).map { evaluator.subgraphs.title(of: $0) } ?? kind(of: member).name
  }

  private mutating func note(_ error: DocumentError) { try? faults.note(error) }

  /// Removes all connections of the inputs that are affected, so that those of an input are made again in their order.
  func cut() {
    for wire in wires { try? topology.value.disconnect(wire.target) }
  }

  /// Replaces the ports of a node, and sets its literals and, if it is a source, its value.
  mutating func reshape(_ supply: Supply) {
    let kept = evaluator.state.documents.kept[supply.node] ?? DocumentState.KeptFields()
    let values = kept.values(
      of: supply.definition, beside: supply.declared, evaluator, at: path(supply.node), &faults)
    let remaining = values.kept(beside: kept.others)
    let before = kind(of: supply.node)
    let initial = values.value ?? supply.definition.initial
    evaluator.state.reshape(supply.node.slot, to: supply.shape, initial, matching: .name)
    evaluator.state.set(KeptFieldTable.self, at: supply.node, to: remaining)
    evaluator.changeLooks(of: CollectionOfOne(supply.node)) {
      $0.movePorts(of: supply.node, from: before, to: supply.definition.kind)
    }
    for literal in values.literals {
      do throws(GraphError) {
        try evaluator.state.putLiteral(supply.node.input(Int(literal.input)), literal.value.declared)
      } catch {
        note(DocumentError(.port, at: path(supply.node).appending("literals"), graph.describe(error)))
      }
    }
  }

  // MARK: Connections

  /// Makes the connections again, as far as they fit.
  mutating func connect() {
    for wire in wires {
      let target = wire.target.node
      let input = kind(of: target).position(ofInput: wire.input)
      for source in wire.sources {
        let output = kind(of: source.node).position(ofOutput: source.output)
        if let route = source.route {
          connect(output.map { source.node.output($0) }, to: input.map { target.input($0) }, by: route)
        } else if let input {
          connect(source, output, to: target.input(input), wire.input)
        } else {
          note(.noInput(wire.input, of: kind(of: target).name, at: path(target).appending("inputs")))
          break
        }
      }
    }
  }

  /// Connects nodes of the root.
  private mutating func connect(_ source: Source, _ output: Int?, to target: InputPort, _ input: String) {
    let path = path(target.node).appending("inputs")
    guard let output else {
      return note(.noOutput(source.output, of: kind(of: source.node).name, for: input, at: path))
    }
    do throws(GraphError) {
      try topology.value.connect(source.node.output(output), to: target, replacing: false)
    } catch {
      let code = if case .typeMismatch = error { DocumentError.Code.type } else { DocumentError.Code.connection }
      note(DocumentError(code, at: path, graph.describe(error)))
    }
  }

  /// Makes a connection within instances again, if their definitions still have it. For one that they dropped, a fault was noted
  /// already.
  private mutating func connect(_ source: OutputPort?, to target: InputPort?, by route: ScopedRoute) {
    let table = evaluator.state.scopes.subgraphs
    let (giver, taker) = (
      source.flatMap { table.port($0.index, of: $0.node, isInput: false, in: route.scope) },
      target.flatMap { table.port($0.index, of: $0.node, isInput: true, in: route.scope) }
    )
    if let source, let target, let giver, let taker, isDeclared(giver, taker, route) {
      // This refuses only a second connection of an input that takes one.
      try? topology.value.connect(source, to: target, replacing: false)
      return
    }
    if route.scope == SubgraphTable.none { noteLoss(of: route, giver, taker) }
    // All inputs to which a port leads read the same outputs.
    guard let source, let target else { return }
    let port = table.outermostPort(leadingTo: target, in: route.scope)
    for other in table.targets(of: port) where other != target {
      for read in topology.value.outputs(readBy: other.place) where read == source {
        try? topology.value.disconnect(read, from: other)
      }
    }
  }

  /// Whether a scope has a connection between two ports.
  private mutating func isDeclared(_ source: ScopePort, _ target: ScopePort, _ route: ScopedRoute) -> Bool {
    let table = evaluator.state.scopes.subgraphs
    guard let definition = table.definition(of: route.scope) else {
      return route.leads(from: source, to: target) && types(source, target).map { $0.given.fits($0.taken) } ?? false
    }
    let number = definition.id.number
    let wires = declaredWires[number] ?? Set(definition.wires)
    declaredWires[number] = wires
    return wires.contains(.init(source: table.end(source), target: table.end(target)))
  }

  private func types(_ source: ScopePort, _ target: ScopePort) -> (given: PortType, taken: PortType)? {
    let scope = Edit(evaluator: evaluator)
    guard let given = scope.declaration(of: source, isInput: false)?.type,
      let taken = scope.declaration(of: target, isInput: true)?.type
    else { return nil }
    return (given, taken)
  }

  /// Notes once that a wire of the root was dropped.
  private mutating func noteLoss(of route: ScopedRoute, _ source: ScopePort?, _ target: ScopePort?) {
    let path = path(route.target.member).appending("inputs")
    let (giver, taker) = (label(route.source.member), label(route.target.member))
    let error: DocumentError
    if let source, let target, route.leads(from: source, to: target), let types = types(source, target) {
      error = .misfit(
        route.targetName, takes: types.taken, route.sourceName, of: giver, gives: types.given, at: path)
    } else if target == nil {
      error = .noInput(route.targetName, of: taker, at: path)
    } else {
      error = .noOutput(route.sourceName, of: giver, for: route.targetName, at: path)
    }
    if noted.insert(error).inserted { note(error) }
  }
}

extension DocumentState.KeptFields {
  /// Reads the kept fields of a node by the types of the code that it gets.
  ///
  /// - Parameters:
  ///   - definition: The code.
  ///   - declared: For a member of an instance, the fields of its definition. A fault that they have too was noted there, and is
  ///     not
  ///     noted again.
  ///   - evaluator: The evaluator, which knows how values are read.
  ///   - path: The path of the node.
  ///   - faults: Receives what doesn't fit.
  /// - Returns: The values that fit.
  func values(
    of definition: NodeDefinition, beside declared: DocumentState.KeptFields?, _ evaluator: Evaluator,
    at path: DocumentPath, _ faults: inout DocumentFaults
  ) -> DocumentedValues {
    do throws(DocumentError) {
      return try DocumentedValues(value, literals, of: definition, by: evaluator.literals, at: path) {
        (part, error) throws(DocumentError) in
        switch part {
        case .value: if value == declared?.value { return }
        case .literal(let name): if literals[name] == declared?.literals[name] { return }
        }
        try faults.note(error)
      }
    } catch {
      preconditionFailure("what is dropped in a repair is noted, not thrown")
    }
  }
}
