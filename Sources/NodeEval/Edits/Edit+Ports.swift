// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The ports of a definition.
extension Edit {
  /// Makes an input of a member an input of the definition, through which instances get values from outside.
  ///
  /// - Parameters:
  ///   - target: The input, of a node or an inner instance.
  ///   - name: The name of the port, with a number if another input has it.
  ///   - order: Its position among the inputs; with `nil`, the last.
  /// - Throws: ``SubgraphError/notExposable(_:)`` if the input is exposed already, or takes one connection and has it;
  ///   ``SubgraphError/refused(_:in:)`` if the input doesn't exist.
  /// - Precondition: A definition is edited: the root has no ports.
  /// - Complexity: O(ports of the definition).
  public func expose(
    _ target: some InputReference, as name: String, order: Int? = nil
  ) throws(SubgraphError) {
    let (end, declared) = try exposable(target)
    changeDefinition {
      _ = $0.addPort(name, isInput: true, type: declared.type, arity: declared.arity, ends: [end], at: order)
    }
  }

  /// Makes an input of the definition lead to an input of a member too. In each instance the member's input gets what the port's
  /// other inputs have: their connections from outside, or their literal.
  ///
  /// ```swift
  /// try inner.expose(fee.input("x"), joining: "price")
  /// ```
  ///
  /// - Parameters:
  ///   - target: The input, of a node or an inner instance.
  ///   - name: The name of an input of the definition.
  /// - Throws: ``SubgraphError/noPort(_:_:)``; ``SubgraphError/notExposable(_:)`` as when it gets an input of its own;
  ///   ``SubgraphError/refused(_:in:)`` if the input doesn't exist, if its type or arity differs from that of the port, or if a
  ///   connection would close a cycle in an instance.
  /// - Precondition: A definition is edited: the root has no ports.
  /// - Complexity: O(ports of the definition), and for each instance as ``Edit/connect(_:to:replacing:)``.
  public func expose(_ target: some InputReference, joining name: String) throws(SubgraphError) {
    let joined = try port(name, isInput: true)
    let (end, declared) = try exposable(target)
    guard let other = joined.ends.first else { return }
    guard declared.type == joined.type, declared.arity == joined.arity else {
      let member = try look { () throws(GraphError) in try input(target) }
      let source = table.port(other, in: scope) ?? member
      throw .refused(
        .typeMismatch(
          source: self.port(source, isInput: true), joined.type, target: taker(member), declared.type), in: looked)
    }
    try look { () throws(GraphError) in
      try everywhere { index throws(GraphError) in try evaluator.state.join(end, to: other, in: index) }
    }
    changeDefinition { $0.changePort(joined.id) { $0.ends.append(end) } }
  }

  /// Detaches an input of a member from the input of the definition that leads to it. The connections that instances have to it
  /// from outside are removed, and its literal is the definition's again. If the input of the definition leads nowhere else, it is
  /// removed.
  ///
  /// ```swift
  /// try inner.conceal(fee.input("x"))
  /// try inner.connect(rate.output, to: fee.input("x"))
  /// ```
  ///
  /// - Parameter target: The input, of a node or an inner instance. If no input leads to it, the definition is not changed.
  /// - Throws: ``SubgraphError/refused(_:in:)`` if the input doesn't exist.
  /// - Precondition: A definition is edited: the root has no ports.
  /// - Complexity: O(ports of the definition), and for each instance O(connections of the input).
  public func conceal(_ target: some InputReference) throws(SubgraphError) {
    let end = table.end(try changing { () throws(GraphError) in try input(target) })
    guard let exposed = edited.input(leadingTo: end) else { return }
    try cutOutside([end], isInput: true)
    changeDefinition { definition in
      definition.changeEnds { ends, port in if port.id == exposed { ends.removeAll { $0 == end } } }
    }
  }

  /// Makes an output of a member an output of the definition.
  ///
  /// - Parameters:
  ///   - source: The output, of a node or an inner instance.
  ///   - name: The name of the port, with a number if another output has it.
  ///   - order: Its position among the outputs; with `nil`, the last.
  /// - Throws: ``SubgraphError/notExposable(_:)`` if the output is exposed already; ``SubgraphError/refused(_:in:)`` if the output
  ///   doesn't exist.
  /// - Precondition: A definition is edited: the root has no ports.
  /// - Complexity: O(ports of the definition).
  public func expose(
    _ source: some OutputReference, as name: String, order: Int? = nil
  ) throws(SubgraphError) {
    let port = try changing { () throws(GraphError) in try output(source) }
    let end = table.end(port)
    guard let declared = declaration(of: port, isInput: false), edited.output(from: end) == nil else {
      throw .notExposable(port.member)
    }
    changeDefinition {
      _ = $0.addPort(name, isInput: false, type: declared.type, arity: .one, ends: [end], at: order)
    }
  }

  /// Removes an input of the definition, and the literals that instances have set through it: the inputs it led to get the
  /// definition's literals again.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - cutting: Whether connections to it in instances are removed; otherwise they are a reason to refuse.
  /// - Throws: ``SubgraphError/noPort(_:_:)``; ``SubgraphError/portInUse(_:_:)``, which names an instance.
  /// - Complexity: O(instances).
  public func removeInput(_ name: String, cutting: Bool = false) throws(SubgraphError) {
    try removePort(name, isInput: true, cutting: cutting)
  }

  /// Removes an output of the definition.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - cutting: Whether connections from it in instances are removed; otherwise they are a reason to refuse.
  /// - Throws: As ``removeInput(_:cutting:)``.
  /// - Complexity: O(instances).
  public func removeOutput(_ name: String, cutting: Bool = false) throws(SubgraphError) {
    try removePort(name, isInput: false, cutting: cutting)
  }

  private func removePort(_ name: String, isInput: Bool, cutting: Bool) throws(SubgraphError) {
    let port = try port(name, isInput: isInput)
    if !cutting {
      for index in table.users(of: edited.id.number)
      where !evaluator.state.connectionsOutside(port.ends, isInput: isInput, of: index).isEmpty {
        throw .portInUse(name, table.id(of: index))
      }
    }
    try cutOutside(port.ends, isInput: isInput)
    changeDefinition { definition in definition.setPorts(definition.ports.filter { $0.id != port.id }) }
  }

  /// Renames an input of the definition. Its connections stay.
  ///
  /// - Throws: ``SubgraphError/noPort(_:_:)``, ``SubgraphError/duplicatePort(_:)``.
  public func renameInput(_ name: String, to other: String) throws(SubgraphError) {
    try renamePort(name, to: other, isInput: true)
  }

  /// Renames an output of the definition. Its connections stay.
  ///
  /// - Throws: ``SubgraphError/noPort(_:_:)``, ``SubgraphError/duplicatePort(_:)``.
  public func renameOutput(_ name: String, to other: String) throws(SubgraphError) {
    try renamePort(name, to: other, isInput: false)
  }

  private func renamePort(_ name: String, to other: String, isInput: Bool) throws(SubgraphError) {
    let port = try port(name, isInput: isInput)
    if other == name { return }
    guard definition?.ports.contains(where: { $0.isInput == isInput && $0.name == other }) == false else {
      throw .duplicatePort(other)
    }
    changeDefinition { $0.changePort(port.id) { $0.name = other } }
  }

  /// Moves an input of the definition among the others. Its connections stay.
  ///
  /// - Throws: ``SubgraphError/noPort(_:_:)``.
  public func moveInput(_ name: String, to order: Int) throws(SubgraphError) {
    let port = try port(name, isInput: true)
    changeDefinition { $0.movePort(port.id, to: order) }
    evaluator.state.sortWires(toInstancesOf: edited.id.number)
  }

  /// Moves an output of the definition among the others. Its connections stay.
  ///
  /// - Throws: ``SubgraphError/noPort(_:_:)``.
  public func moveOutput(_ name: String, to order: Int) throws(SubgraphError) {
    let port = try port(name, isInput: false)
    changeDefinition { $0.movePort(port.id, to: order) }
  }

  private func port(_ name: String, isInput: Bool) throws(SubgraphError) -> SubgraphDefinition.Port {
    let definition = try changing { () throws(GraphError) in edited }
    guard let port = definition.ports.first(where: { $0.isInput == isInput && $0.name == name }) else {
      throw .noPort(definition.id, name)
    }
    return port
  }

  /// The edited definition.
  private var edited: SubgraphDefinition {
    guard let definition else { stop("ports are those of a definition: the root has none") }
    return definition
  }

  /// An input that can be exposed: no port leads to it, and if it takes one connection, it has none.
  private func exposable(
    _ target: some InputReference
  ) throws(SubgraphError) -> (
    end: SubgraphDefinition.End, declared: (name: String, type: PortType, arity: NodeKind.Arity)
  ) {
    let port = try changing { () throws(GraphError) in try input(target) }
    let (end, first) = (table.end(port), table.targets(of: port).first)
    let isConnected = first.map { !evaluator.state.graph.sources(of: $0).isEmpty } ?? false
    guard let declared = declaration(of: port, isInput: true), edited.input(leadingTo: end) == nil,
      declared.arity == .many || !isConnected
    else { throw .notExposable(port.member) }
    return (end, declared)
  }

  private func cutOutside(_ ends: [SubgraphDefinition.End], isInput: Bool) throws(SubgraphError) {
    try look { () throws(GraphError) in
      try everywhere { index throws(GraphError) in
        try evaluator.state.cutOutside(ends, isInput: isInput, of: index)
      }
    }
  }

  private func changing<Result>(_ body: () throws(GraphError) -> Result) throws(SubgraphError) -> Result {
    try look { () throws(GraphError) in
      try checkStructureMayChange()
      return try body()
    }
  }

  /// Converts an error of the graph to one that names the instance that has refused.
  private func look<Result>(_ body: () throws(GraphError) -> Result) throws(SubgraphError) -> Result {
    do {
      return try body()
    } catch {
      throw refused(error)
    }
  }
}
