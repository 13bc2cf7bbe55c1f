// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Graph {
  /// How many connections there are.
  public var connectionCount: Int { storage.value.connectionCount }

  /// Says what connecting an output to an input would mean, changing nothing.
  ///
  /// - Returns: Allowed, allowed in place of another connection, or the reason why not.
  /// - Complexity: O(1) if the connection agrees with the evaluation order, else what a search from both ends passes
  ///   until they meet in rank, mostly a few nodes. A cycle costs the region between the two nodes: the reason names the
  ///   whole path. To ask about many inputs, use ``candidates(for:among:)``.
  public func verdict(
    onConnecting source: some OutputReference, to target: some InputReference
  ) -> ConnectionVerdict {
    do {
      let source = try source.resolved(in: self)
      let target = try target.resolved(in: self)
      let ends = try storage.value.ends(source, target)
      if let path = storage.value.path(from: ends.place.node, to: ends.source) {
        return .refused(.cycle([storage.value.own(target)] + path.map { storage.value.inputPort(of: $0) }))
      }
      if let occupant = storage.value.occupant(ends.place) { return .replacing(occupant) }
      return .allowed
    } catch {
      return .refused(error)
    }
  }

  /// What connecting ports would mean if their types were the same. Complexity: As ``verdict(onConnecting:to:)``.
  package func verdict(onConverting source: OutputPort, to target: InputPort, by conversion: Conversion)
    -> ConnectionVerdict
  {
    do {
      let (slot, place) = (try storage.value.source(source), try storage.value.place(target))
      if let path = storage.value.path(from: place.node, to: slot) {
        return .refused(.cycle([storage.value.own(target)] + path.map { storage.value.inputPort(of: $0) }))
      }
      return .converting(conversion, replacing: storage.value.occupant(place))
    } catch {
      return .refused(error)
    }
  }

  /// Finds the inputs to which an output may be connected, in place of another connection or not.
  ///
  /// These are the inputs that ``verdict(onConnecting:to:)`` does not refuse. An editor that marks them asks for all
  /// inputs that show at once: what depends on what is then searched for all of them together.
  ///
  /// - Parameters:
  ///   - source: Where values come from.
  ///   - inputs: The inputs to choose from.
  /// - Returns: Those of `inputs` that may be connected, in their order; none if there is no such output.
  /// - Complexity: O(inputs), and what is searched: each node upstream of the source at most once, down to the rank of
  ///   the lowest input, and no more than that downstream of the inputs.
  public func candidates(for source: some OutputReference, among inputs: some Sequence<InputPort>) -> [InputPort] {
    guard let source = try? source.resolved(in: self) else { return [] }
    return storage.value.candidates(for: source, among: Array(inputs))
  }

  /// Connects an output to an input.
  ///
  /// - Parameters:
  ///   - source: Where values come from.
  ///   - target: Where they go.
  ///   - replacing: Whether a connection that occupies the input makes way; otherwise it is a reason to refuse.
  /// - Throws: ``GraphError/cycle(_:)`` with the whole path, ``GraphError/typeMismatch(source:_:target:_:)``,
  ///   ``GraphError/occupied(_:)``, ``GraphError/noSuchInput(_:_:among:)``, ``GraphError/noSuchOutput(_:_:among:)``,
  ///   ``GraphError/stale(_:)``.
  /// - Complexity: O(1) if the connection agrees with the evaluation order, else what a search from both ends passes
  ///   until they meet in rank (Haeupler, Kavitha, Mathew, Sen and Tarjan 2012), mostly a few nodes; moving these is
  ///   amortised over the searches. Refusing a cycle costs the region between the two nodes.
  @inlinable
  public mutating func connect(
    _ source: some OutputReference, to target: some InputReference, replacing: Bool = false
  ) throws(GraphError) {
    try connect(source.resolved(in: self), target.resolved(in: self), replacing: replacing)
  }

  @usableFromInline
  mutating func connect(_ source: OutputPort, _ target: InputPort, replacing: Bool) throws(GraphError) {
    makeUnique()
    // It changes nothing where it can't be done, so it needs no edit that could be reverted.
    if storage.value.connectAtOnce(source, target) { return checkIfAsked() }
    try change { topology throws(GraphError) in
      try topology.connectWithCare(source, target, replacing: replacing)
    }
  }

  /// Makes many connections at once and sorts once, if at all, which is faster than one by one where they come in no
  /// order.
  ///
  /// - Parameter connections: The connections; all of them are made, or none.
  /// - Throws: As ``connect(_:to:replacing:)``; a cycle is found last, and the shortest through one of
  ///   its nodes is reported.
  /// - Complexity: O(connections made) where these agree with the order. Else what moving each takes, as long as they
  ///   are few beside the nodes and move few of them, or O(nodes + connections) of the graph.
  public mutating func connect(contentsOf connections: some Sequence<Connection>) throws(GraphError) {
    let connections = Array(connections)
    try changeTogether { topology throws(GraphError) in try topology.connect(contentsOf: connections) }
  }

  /// Cuts whatever is connected to an input; its literal or default applies again.
  ///
  /// - Throws: ``GraphError/stale(_:)``, ``GraphError/noSuchInput(_:_:among:)``.
  /// - Complexity: O(connections of the input).
  @inlinable
  public mutating func disconnect(_ target: some InputReference) throws(GraphError) {
    try cut(target.resolved(in: self))
  }

  @usableFromInline
  mutating func cut(_ target: InputPort) throws(GraphError) {
    try change { topology throws(GraphError) in try topology.disconnect(target) }
  }

  /// Cuts one connection.
  ///
  /// - Throws: ``GraphError/notConnected(_:)`` and what naming the ports can throw.
  /// - Complexity: O(1). For an input that takes many: the connections of the output or of the input, whichever are
  ///   fewer, and when the edit ends, once, those of the input.
  public mutating func disconnect(
    _ source: some OutputReference, from target: some InputReference
  ) throws(GraphError) {
    let source = try source.resolved(in: self)
    let target = try target.resolved(in: self)
    try change { topology throws(GraphError) in try topology.disconnect(source, from: target) }
  }

  /// All connections, in evaluation order of their targets. Complexity: O(nodes + connections).
  public var connections: [Connection] { nodes.flatMap(incoming) }

  /// The connections of a node, those to its inputs first. Complexity: O(degree).
  public func connections(of node: NodeID) -> [Connection] { incoming(node) + outgoing(node) }

  /// What is connected to an input, in order. Complexity: O(connections of the input).
  public func sources(of target: InputPort) -> [OutputPort] {
    guard let place = try? storage.value.place(target) else { return [] }
    return storage.value.arguments(of: place).compactMap { storage.value.outputPort(ofArgument: $0) }
  }

  /// Who reads an output, in no particular order. Complexity: O(readers).
  public func consumers(of source: OutputPort) -> [InputPort] { consumers(of: source, atMost: .max) }

  /// Some of those who read an output: the first in the order of connection, until one is cut. Complexity: O(count).
  package func consumers(of source: OutputPort, atMost count: Int) -> [InputPort] {
    guard let list = consumerList(of: source) else { return [] }
    return (0..<min(storage.value.wiring.count(of: list), UInt32(clamping: count))).map {
      storage.value.inputPort(of: storage.value.wiring.entry($0, of: list))
    }
  }

  /// How many read an output.
  package func consumerCount(of source: OutputPort) -> Int {
    consumerList(of: source).map { Int(storage.value.wiring.count(of: $0)) } ?? 0
  }

  private func consumerList(of source: OutputPort) -> ConsumerTable.ListReference? {
    guard let outputs = try? kind(of: source.node).outputs, outputs.indices.contains(source.index) else { return nil }
    return storage.value.wiring.consumerList(of: source.node.slot, output: source.index)
  }

  private func incoming(_ node: NodeID) -> [Connection] {
    guard let inputs = try? kind(of: node).inputs else { return [] }
    let node = storage.value.own(node)
    return inputs.indices.flatMap { index in
      let target = InputPort(node: node, index: index)
      return sources(of: target).map { Connection(from: $0, to: target) }
    }
  }

  private func outgoing(_ node: NodeID) -> [Connection] {
    guard let outputs = try? kind(of: node).outputs else { return [] }
    let node = storage.value.own(node)
    return outputs.indices.flatMap { index in
      let list = storage.value.wiring.consumerList(of: node.slot, output: index)
      return (0..<storage.value.wiring.count(of: list)).map { position in
        let entry = storage.value.wiring.entry(position, of: list)
        return Connection(from: node.output(index), to: storage.value.inputPort(of: entry))
      }
    }
  }
}
