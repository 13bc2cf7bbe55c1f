// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Graph {
  /// The number of connections. Several connections from one output to the same input are counted separately.
  public var connectionCount: Int { storage.value.connectionCount }

  /// Returns what connecting an output to an input would do, without changing anything.
  ///
  /// An editor calls it while the user drags a wire, to show whether dropping it is possible and why not.
  ///
  /// ```swift
  /// switch graph.verdict(onConnecting: one.output, to: sum.input("x")) {
  /// case .allowed, .replacing, .converting: break
  /// case .refused(let error): print(graph.describe(error))
  /// }
  /// ```
  ///
  /// The verdict holds until the graph changes. A graph never returns ``ConnectionVerdict/converting(_:replacing:)``: only an
  /// evaluator with converters does.
  ///
  /// - Parameters:
  ///   - source: The output whose values the connection would carry.
  ///   - target: The input that would read them.
  /// - Returns: Whether the connection can be made, in place of another one if the input is occupied, or the reason why not.
  /// - Complexity: O(1) if the connection agrees with the evaluation order; otherwise the nodes and connections that a search
  ///   from both ends visits until their ranks meet, usually few. A cycle costs the region between the two nodes, because the
  ///   reason names the whole path. To test many inputs, use ``candidates(for:among:)``.
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

  /// Returns what connecting ports would do if their types were equal. Complexity: As ``verdict(onConnecting:to:)``.
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

  /// Finds the inputs to which an output may be connected, whether or not they are occupied.
  ///
  /// These are the inputs that ``verdict(onConnecting:to:)`` doesn't refuse. An editor that highlights them should pass all
  /// visible inputs in one call: dependencies are then searched for all of them together.
  ///
  /// ```swift
  /// let inputs = try graph.nodes.flatMap { node in try graph.kind(of: node).inputs.indices.map { node.input($0) } }
  /// let highlighted = Set(graph.candidates(for: one.output, among: inputs))
  /// ```
  ///
  /// - Parameters:
  ///   - source: The output whose values the connection would carry.
  ///   - inputs: The inputs to choose from; inputs that don't exist are skipped.
  /// - Returns: Those of `inputs` that may be connected, in their order; empty if the output doesn't exist.
  /// - Complexity: O(inputs) plus the search: each node upstream of the source is visited at most once, down to the rank of
  ///   the lowest input, and no more nodes than that downstream of the inputs.
  public func candidates(for source: some OutputReference, among inputs: some Sequence<InputPort>) -> [InputPort] {
    guard let source = try? source.resolved(in: self) else { return [] }
    return storage.value.candidates(for: source, among: Array(inputs))
  }

  /// Connects an output to an input.
  ///
  /// The connection becomes the last one of an input that takes many; such an input may read the same output twice. The
  /// literal of an input that takes one connection is kept and applies again when the connection is cut. If the connection is
  /// refused, the graph is unchanged, also with `replacing: true`.
  ///
  /// ```swift
  /// try graph.connect(one.output, to: sum.input("x"))
  /// try graph.connect(two.output, to: sum.input("x"), replacing: true)
  /// ```
  ///
  /// - Parameters:
  ///   - source: The output whose values the connection carries.
  ///   - target: The input that reads them.
  ///   - replacing: Whether a connection that occupies the input is cut; otherwise the call throws
  ///     ``GraphError/occupied(_:)``.
  /// - Throws: ``GraphError/cycle(_:)`` with the whole path, ``GraphError/typeMismatch(source:_:target:_:)``,
  ///   ``GraphError/occupied(_:)``, ``GraphError/noSuchInput(_:_:among:)``, ``GraphError/noSuchOutput(_:_:among:)``,
  ///   ``GraphError/stale(_:)``, ``GraphError/foreign(_:)``, ``GraphError/group(_:)``.
  /// - Complexity: O(1) if the connection agrees with the evaluation order; otherwise the nodes and connections that a search
  ///   from both ends visits until their ranks meet (Haeupler, Kavitha, Mathew, Sen and Tarjan 2012), usually few. Moving
  ///   nodes is amortised over the searches. Refusing a cycle costs the region between the two nodes.
  @inlinable
  public mutating func connect(
    _ source: some OutputReference, to target: some InputReference, replacing: Bool = false
  ) throws(GraphError) {
    try connect(source.resolved(in: self), target.resolved(in: self), replacing: replacing)
  }

  @usableFromInline
  mutating func connect(_ source: OutputPort, _ target: InputPort, replacing: Bool) throws(GraphError) {
    makeUnique()
    // It has no effect if it fails, so it doesn't need an edit that can be reverted.
    if storage.value.connectAtOnce(source, target) { return checkIfAsked() }
    try change { topology throws(GraphError) in
      try topology.connectWithCare(source, target, replacing: replacing)
    }
  }

  /// Makes many connections, all or none, and sorts the graph at most once.
  ///
  /// Use it to build or import a graph: it is faster than single calls if the connections are in arbitrary order. Inputs that
  /// are occupied are an error: connections are never replaced.
  ///
  /// ```swift
  /// try graph.connect(contentsOf: [
  ///   Connection(from: one.output, to: sum.input(0)),
  ///   Connection(from: two.output, to: sum.input(1)),
  /// ])
  /// ```
  ///
  /// - Parameter connections: The connections, in the order in which inputs that take many get them.
  /// - Throws: The errors of ``connect(_:to:replacing:)``; the graph is then unchanged. A cycle is found last and reported as
  ///   the shortest one through one of its nodes.
  /// - Complexity: O(connections made) if they agree with the evaluation order. Otherwise the cost of single calls, as long
  ///   as the connections are few compared with the nodes and move few of them, or O(nodes + connections) of the graph.
  public mutating func connect(contentsOf connections: some Sequence<Connection>) throws(GraphError) {
    let connections = Array(connections)
    try changeTogether { topology throws(GraphError) in try topology.connect(contentsOf: connections) }
  }

  /// Cuts all connections of an input. Its literal or default applies again.
  ///
  /// Does nothing if the input is not connected.
  ///
  /// ```swift
  /// try graph.disconnect(sum.input("x"))                    // all connections of the input
  /// try graph.disconnect(one.output, from: sum.input("x"))  // this one
  /// ```
  ///
  /// - Parameter target: The input.
  /// - Throws: ``GraphError/stale(_:)``, ``GraphError/foreign(_:)``, ``GraphError/noSuchInput(_:_:among:)``.
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
  /// Of several connections from the same output to an input that takes many, the first one is cut. The remaining
  /// connections keep their order.
  ///
  /// - Parameters:
  ///   - source: The output that is read.
  ///   - target: The input that reads it.
  /// - Throws: ``GraphError/notConnected(_:)`` if the connection doesn't exist, ``GraphError/stale(_:)``,
  ///   ``GraphError/noSuchInput(_:_:among:)``, ``GraphError/noSuchOutput(_:_:among:)``. The graph is then unchanged.
  /// - Complexity: O(1). For an input that takes many: O(connections) of the output or of the input, whichever are fewer, plus
  ///   once, when the edit ends, O(connections of the input).
  public mutating func disconnect(
    _ source: some OutputReference, from target: some InputReference
  ) throws(GraphError) {
    let source = try source.resolved(in: self)
    let target = try target.resolved(in: self)
    try change { topology throws(GraphError) in try topology.disconnect(source, from: target) }
  }

  /// All connections, in evaluation order of their targets. Those of one node are in the order of its inputs.
  ///
  /// Making connections in this order costs O(1) each if the nodes were added in evaluation order too.
  ///
  /// - Complexity: O(nodes + connections) at each access.
  public var connections: [Connection] { nodes.flatMap(incoming) }

  /// Returns the connections of a node: first those to its inputs, then those from its outputs.
  ///
  /// - Parameter node: The node.
  /// - Returns: Its connections; empty if the node doesn't exist.
  /// - Complexity: O(degree).
  public func connections(of node: NodeID) -> [Connection] { incoming(node) + outgoing(node) }

  /// Returns the outputs that an input reads, in the order in which they were connected.
  ///
  /// ```swift
  /// let isConnected = !graph.sources(of: sum.input(0)).isEmpty
  /// ```
  ///
  /// - Parameter target: The input. For an input by name, resolve it first: ``InputReference/resolved(in:)``.
  /// - Returns: The outputs; empty if the input is not connected or doesn't exist.
  /// - Complexity: O(connections of the input).
  public func sources(of target: InputPort) -> [OutputPort] {
    guard let place = try? storage.value.place(target) else { return [] }
    return storage.value.arguments(of: place).compactMap { storage.value.outputPort(ofArgument: $0) }
  }

  /// Returns the inputs that read an output, in no particular order.
  ///
  /// An input that takes many connections is listed once for each connection to the output. For the nodes that depend on a node
  /// indirectly, use ``downstream(of:)``.
  ///
  /// - Parameter source: The output.
  /// - Returns: The inputs; empty if the output is not connected or doesn't exist.
  /// - Complexity: O(consumers).
  public func consumers(of source: OutputPort) -> [InputPort] { consumers(of: source, atMost: .max) }

  /// Returns the first `count` inputs that read an output, in the order of connection until one is cut. Complexity: O(count).
  package func consumers(of source: OutputPort, atMost count: Int) -> [InputPort] {
    guard let list = consumerList(of: source) else { return [] }
    return (0..<min(storage.value.wiring.count(of: list), UInt32(clamping: count))).map {
      storage.value.inputPort(of: storage.value.wiring.entry($0, of: list))
    }
  }

  /// Returns the number of connections from an output.
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
