// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Inserting nodes into wires, and taking them out.
extension Edit {
  /// Inserts a node or an instance into a connection, as dropping it on the wire does: the connection's values then pass through
  /// it.
  ///
  /// - Parameters:
  ///   - member: The node or instance. Its first free input that takes the source's type is connected, and its first output that
  ///     has
  ///     the target's type; ports of these types are preferred to those that fit by a conversion.
  ///   - connection: A connection between members of the scope, as ``Subgraphs/connections(in:)`` lists it.
  /// - Throws: ``NodeGraph/GraphError/notConnected(_:)`` if the connection doesn't exist; ``NodeGraph/GraphError/occupied(_:)`` or
  ///   ``NodeGraph/GraphError/exposed(_:)`` if an input that fits is taken; if no port fits,
  ///   ``NodeGraph/GraphError/typeMismatch(source:_:target:_:)``, ``NodeGraph/GraphError/noSuchInput(_:_:among:)`` or
  ///   ``NodeGraph/GraphError/noSuchOutput(_:_:among:)``; and the errors of connecting. The graph is unchanged then.
  /// - Complexity: O(ports, and connections of the target), and as ``connect(_:to:replacing:)``.
  public func insert(_ member: NodeID, into connection: Connection) throws(GraphError) {
    try checkStructureMayChange()
    let member = try check(member)
    let (source, target) = (try output(connection.source), try input(connection.target))
    let (into, out) = (try freeInput(of: member, for: source), try fittingOutput(of: member, for: target))
    try whole { () throws(GraphError) in
      var sources = sources(of: target)
      guard let place = sources.firstIndex(of: source), source.member != member, target.member != member else {
        throw .notConnected(connection)
      }
      let shown = look(source, target)
      try disconnect(port(source, isInput: false), from: connection.target)
      try link(source, into, replacing: false)
      sources[place] = out
      try putBack(sources, from: place, to: target)
      if shown.isDefault || evaluator.state.isConnected(source, target) { return }
      let points = [source.member, member, target.member].map { position(of: $0) }
      let (first, second) = shown.split(at: points[1], from: points[0], to: points[2])
      set(first, source, into)
      set(second, out, target)
    }
  }

  /// Removes a node or an instance, and connects its readers to its sources, so that wires are not interrupted.
  ///
  /// The readers of an output are connected to the source of the input whose value the output would give if the node were
  /// ``NodeGraph/NodeMode/bypassed``: the first of its type, unless the kind declares another
  /// (``NodeDefinition/bypassing(_:by:)``). They are disconnected if no input has that type, or the input was not connected.
  ///
  /// Inside a group, this also removes ports of the definition that led only there.
  ///
  /// - Throws: The errors of ``remove(_:)-(NodeID)``. The graph is unchanged then.
  /// - Complexity: O(degree, and connections of its readers), inside a group for each instance.
  public func dissolve(_ member: NodeID) throws(GraphError) {
    try checkStructureMayChange()
    let member = try check(member)
    try whole { () throws(GraphError) in
      var givers: [ScopePort: ScopePort] = [:]
      var looks: [ScopePort: ConnectionLook] = [:]
      var torn: [(target: ScopePort, sources: [ScopePort])] = []
      for output in outputs(of: member) {
        if let input = passedInput(of: member, by: output), let giver = sources(of: input).first {
          givers[output] = giver
          looks[output] = look(giver, input)
        }
        for target in readers(of: output)
        where target.member != member && !torn.contains(where: { $0.target == target }) {
          torn.append((target, sources(of: target)))
        }
      }
      let healedLooks = torn.flatMap { target, sources in
        sources.filter { $0.member == member }.map { (target: target, output: $0, look: look($0, target)) }
      }
      try remove(member)
      for (target, sources) in torn {
        let place = sources.firstIndex { $0.member == member } ?? 0
        let healed = sources.compactMap { source in
          source.member == member ? givers[source].flatMap { canLink($0, target) ? $0 : nil } : source
        }
        try putBack(healed, from: place, to: target)
      }
      for (target, output, second) in healedLooks {
        guard let giver = givers[output], evaluator.state.isConnected(giver, target), look(giver, target).isDefault
        else { continue }
        set((looks[output] ?? ConnectionLook()).joined(second), giver, target)
      }
    }
  }

  /// Whether the types allow to connect an output to an input, and they don't belong to the same member.
  private func canLink(_ source: ScopePort, _ target: ScopePort) -> Bool {
    if source.member == target.member { return false }
    guard let given = declaration(of: source, isInput: false)?.type,
      let taken = declaration(of: target, isInput: true)?.type
    else { return false }
    return given.fits(taken) || conversion(source, target) != nil
  }

  // MARK: Ports

  /// A port in the form that methods of edits take.
  func port(_ port: ScopePort, isInput: Bool) -> OutputPort {
    OutputPort(node: port.member, index: evaluator.subgraphs.position(of: port, isInput: isInput))
  }

  /// An input in the form that methods of edits take.
  func taker(_ target: ScopePort) -> InputPort {
    InputPort(node: target.member, index: evaluator.subgraphs.position(of: target, isInput: true))
  }

  /// The ports of the scope that an input reads, before conversions, in order.
  private func sources(of target: ScopePort) -> [ScopePort] {
    table.incoming(to: target.member, in: scope, storage.value).filter { $0.target == target }.compactMap { wire in
      let output = evaluator.state.sourceOfWire(wire.source.node) ?? wire.source
      return table.port(output.index, of: output.node, isInput: false, in: scope)
    }
  }

  /// The inputs of members that read an output, after conversions, each once.
  private func readers(of source: ScopePort) -> [ScopePort] {
    guard let output = table.source(of: source) else { return [] }
    var found: [ScopePort] = []
    var seen: Set<ScopePort> = []
    var open = storage.value.inputs(reading: output.index, of: output.node.slot)
    var next = 0
    while next < open.count {
      let input = open[next]
      next += 1
      if evaluator.state.sourceOfWire(input.node) != nil {
        open += storage.value.inputs(reading: 0, of: input.node.slot)
      } else if let port = table.port(input.index, of: input.node, isInput: true, in: scope), seen.insert(port).inserted
      {
        found.append(port)
      }
    }
    return found
  }

  /// Connects the sources that an input has lost, from a place on. The later ones are connected again, so that the order stays.
  private func putBack(_ sources: [ScopePort], from place: Int, to target: ScopePort) throws(GraphError) {
    let present = self.sources(of: target)
    // Of several connections from one source the first is removed, so all of them are made again.
    let place = Set(present.prefix(place)).isDisjoint(with: present.dropFirst(place)) ? place : 0
    for source in present.dropFirst(place) {
      try disconnect(
        port(source, isInput: false), from: taker(target))
    }
    for source in sources.dropFirst(place) { try link(source, target, replacing: false) }
  }

  private func inputs(of member: NodeID) -> [ScopePort] {
    if let instance = InstanceID(member) {
      return (table.definition(of: instance.index)?.inputs ?? []).map { ScopePort(member: member, port: $0.id) }
    }
    return (0..<storage.value.layout(of: member.slot).inputCount).map { ScopePort(member: member, port: $0) }
  }

  /// The input whose values an output passes on if its member is dissolved.
  private func passedInput(of member: NodeID, by output: ScopePort) -> ScopePort? {
    if InstanceID(member) == nil, let kind = try? evaluator.state.graph.kind(of: member) {
      return kind.bypass(ofOutput: Int(output.port)).map { ScopePort(member: member, port: UInt32($0)) }
    }
    guard let given = declaration(of: output, isInput: false)?.type, given != .unknown else { return nil }
    return inputs(of: member).first { declaration(of: $0, isInput: true)?.type == given }
  }

  private func freeInput(of member: NodeID, for source: ScopePort) throws(GraphError) -> ScopePort {
    let inputs = inputs(of: member)
    guard let first = inputs.first else { throw .noSuchInput(member, .index(0), among: []) }
    let given = declaration(of: source, isInput: false)?.type ?? .unknown
    let free = inputs.filter { input in
      declaration(of: input, isInput: true)?.arity == .many
        || sources(of: input).isEmpty && definition?.input(leadingTo: table.end(input)) == nil
    }
    let exact = free.first { declaration(of: $0, isInput: true)?.type.fits(given) ?? false }
    if let input = exact ?? free.first(where: { conversion(source, $0) != nil }) { return input }
    try refuseTaken(inputs.filter { !free.contains($0) }, source, given)
    throw .typeMismatch(
      source: port(source, isInput: false), given,
      target: taker(free.first ?? first),
      declaration(of: free.first ?? first, isInput: true)?.type ?? .unknown)
  }

  /// Throws an error about an input that would fit but is connected or exposed, so that the error does not blame the type.
  private func refuseTaken(_ inputs: [ScopePort], _ source: ScopePort, _ given: PortType) throws(GraphError) {
    let exact = inputs.first { declaration(of: $0, isInput: true)?.type.fits(given) ?? false }
    guard let taken = exact ?? inputs.first(where: { conversion(source, $0) != nil }) else { return }
    let input = taker(taken)
    guard let present = sources(of: taken).first else { throw .exposed(input) }
    throw .occupied(Connection(from: port(present, isInput: false), to: input))
  }

  private func fittingOutput(of member: NodeID, for target: ScopePort) throws(GraphError) -> ScopePort {
    let outputs = outputs(of: member)
    guard let first = outputs.first else { throw .noSuchOutput(member, .index(0), among: []) }
    let taken = declaration(of: target, isInput: true)?.type ?? .unknown
    let exact = outputs.first { declaration(of: $0, isInput: false)?.type.fits(taken) ?? false }
    if let output = exact ?? outputs.first(where: { conversion($0, target) != nil }) { return output }
    throw .typeMismatch(
      source: port(first, isInput: false), declaration(of: first, isInput: false)?.type ?? .unknown,
      target: taker(target), taken)
  }
}
