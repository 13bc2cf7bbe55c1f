// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The ports of a definition.
extension Edit {
  /// Makes an input of a member an input of the definition, which instances can be given values by from outside.
  ///
  /// - Parameters:
  ///   - target: The input, of a node or an inner instance.
  ///   - name: The name of the port, with a number if another input has it.
  ///   - order: Its position among the inputs; the last unless given.
  /// - Throws: ``SubgraphError/notExposable(_:)`` if the input is exposed already, or takes one connection and has it;
  ///   ``SubgraphError/refused(_:in:)`` if there is no such input.
  /// - Precondition: A definition is edited: the root has no ports.
  /// - Complexity: O(ports of the definition).
  public func expose(
    _ target: some InputReference, as name: String, order: Int? = nil
  ) throws(SubgraphError) {
    let port = try look { () throws(GraphError) in
      try checkStructureMayChange()
      return try input(target)
    }
    guard let declared = declaration(of: port, isInput: true), let definition else { return requireDefinition() }
    let end = table.end(port)
    let first = table.targets(of: port).first
    let isConnected = first.map { !evaluator.state.graph.sources(of: $0).isEmpty } ?? false
    guard definition.input(leadingTo: end) == nil, declared.arity == .many || !isConnected else {
      throw .notExposable(port.member)
    }
    changeDefinition {
      _ = $0.addPort(name, isInput: true, type: declared.type, arity: declared.arity, ends: [end], at: order)
    }
  }

  /// Has an input of the definition lead to an input of a member too, which gets in each instance what the others get that
  /// the port leads to: their connections from outside, or their literal.
  ///
  /// ```swift
  /// try inner.expose(fee.input("x"), joining: "price")
  /// ```
  ///
  /// - Parameters:
  ///   - target: The input, of a node or an inner instance.
  ///   - name: The name of an input of the definition.
  /// - Throws: ``SubgraphError/noPort(_:_:)``; ``SubgraphError/notExposable(_:)`` as when it gets an input of its own;
  ///   ``SubgraphError/refused(_:in:)`` if there is no such input, if its type or arity is another than that of the port, or if
  ///   a connection would close a cycle in this instance. In other instances that is seen when the edit of the definition
  ///   ends (``Edit/change(_:lookingAt:_:)``).
  /// - Precondition: A definition is edited: the root has no ports.
  /// - Complexity: O(ports of the definition), and for each instance as ``Edit/connect(_:to:replacing:)``.
  public func expose(_ target: some InputReference, joining name: String) throws(SubgraphError) {
    let joined = try port(name, isInput: true)
    let member = try look { () throws(GraphError) in try input(target) }
    guard let declared = declaration(of: member, isInput: true), let definition, let other = joined.ends.first else {
      return
    }
    let end = table.end(member)
    let first = table.targets(of: member).first
    let isConnected = first.map { !evaluator.state.graph.sources(of: $0).isEmpty } ?? false
    guard definition.input(leadingTo: end) == nil, declared.arity == .many || !isConnected else {
      throw .notExposable(member.member)
    }
    guard declared.type == joined.type, declared.arity == joined.arity else {
      let place = { (port: ScopePort) in InputPort(node: port.member, index: Int(port.port)) }
      let source = table.port(other, in: scope).map { place($0) } ?? place(member)
      throw .refused(
        .typeMismatch(
          source: OutputPort(node: source.node, index: source.index), joined.type, target: place(member), declared.type),
        in: looked)
    }
    try look { () throws(GraphError) in try perform(.join(end, to: other)) }
    changeDefinition { $0.changePort(joined.id) { $0.ends.append(end) } }
  }

  /// Has no input of the definition lead to an input of a member any more. What instances gave to it there is cut, and their literals
  /// are those of the definition again; an input of the definition that led to nothing else goes.
  ///
  /// ```swift
  /// try inner.conceal(fee.input("x"))
  /// try inner.connect(rate.output, to: fee.input("x"))
  /// ```
  ///
  /// - Parameter target: The input, of a node or an inner instance. Nothing changes if no input leads to it.
  /// - Throws: ``SubgraphError/refused(_:in:)`` if there is no such input.
  /// - Precondition: A definition is edited: the root has no ports.
  /// - Complexity: O(ports of the definition), and for each instance O(connections of the input).
  public func conceal(_ target: some InputReference) throws(SubgraphError) {
    let port = try look { () throws(GraphError) in
      try checkStructureMayChange()
      return try input(target)
    }
    guard let definition else { return requireDefinition() }
    let end = table.end(port)
    guard let exposed = definition.input(leadingTo: end) else { return }
    try look { () throws(GraphError) in try perform(.cutOutside([end], isInput: true)) }
    changeDefinition { definition in
      definition.setPorts(
        definition.ports.compactMap { port in
          var port = port
          if port.id == exposed { port.ends.removeAll { $0 == end } }
          return port.ends.isEmpty ? nil : port
        })
    }
  }

  /// Makes an output of a member an output of the definition.
  ///
  /// - Parameters:
  ///   - source: The output, of a node or an inner instance.
  ///   - name: The name of the port, with a number if another output has it.
  ///   - order: Its position among the outputs; the last unless given.
  /// - Throws: ``SubgraphError/notExposable(_:)`` if the output is exposed already; ``SubgraphError/refused(_:in:)`` if
  ///   there is no such output.
  /// - Precondition: A definition is edited: the root has no ports.
  /// - Complexity: O(ports of the definition).
  public func expose(
    _ source: some OutputReference, as name: String, order: Int? = nil
  ) throws(SubgraphError) {
    let port = try look { () throws(GraphError) in
      try checkStructureMayChange()
      return try output(source)
    }
    guard let declared = declaration(of: port, isInput: false), let definition else { return requireDefinition() }
    let end = table.end(port)
    guard definition.output(from: end) == nil else { throw .notExposable(port.member) }
    changeDefinition {
      _ = $0.addPort(name, isInput: false, type: declared.type, arity: .one, ends: [end], at: order)
    }
  }

  /// Takes an input of the definition away, and in all instances the literals that they gave to it: what it led to begins once more
  /// with what the definition says.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - cutting: Whether what is connected to it in instances is cut; otherwise that is a reason to refuse.
  /// - Throws: ``SubgraphError/noPort(_:_:)``; ``SubgraphError/portInUse(_:_:)``, which names an instance.
  /// - Complexity: O(instances).
  public func removeInput(_ name: String, cutting: Bool = false) throws(SubgraphError) {
    try removePort(name, isInput: true, cutting: cutting)
  }

  /// Takes an output of the definition away.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - cutting: Whether what is connected to it in instances is cut; otherwise that is a reason to refuse.
  /// - Throws: As ``removeInput(_:cutting:)``.
  /// - Complexity: O(instances).
  public func removeOutput(_ name: String, cutting: Bool = false) throws(SubgraphError) {
    try removePort(name, isInput: false, cutting: cutting)
  }

  private func removePort(_ name: String, isInput: Bool, cutting: Bool) throws(SubgraphError) {
    let port = try port(name, isInput: isInput)
    if !cutting {
      for index in table.users(of: recorder?.definition ?? 0)
      where !evaluator.state.connectionsOutside(port.ends, isInput: isInput, of: index).isEmpty {
        throw .portInUse(name, table.id(of: index))
      }
    }
    try look { () throws(GraphError) in try perform(.cutOutside(port.ends, isInput: isInput)) }
    changeDefinition { definition in definition.setPorts(definition.ports.filter { $0.id != port.id }) }
  }

  /// Gives an input of the definition another name. What is connected to it stays.
  ///
  /// - Throws: ``SubgraphError/noPort(_:_:)``, ``SubgraphError/duplicatePort(_:)``.
  public func renameInput(_ name: String, to other: String) throws(SubgraphError) {
    try renamePort(name, to: other, isInput: true)
  }

  /// Gives an output of the definition another name. What is connected to it stays.
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

  /// Moves an input of the definition among the others. What is connected to it stays.
  ///
  /// - Throws: ``SubgraphError/noPort(_:_:)``.
  public func moveInput(_ name: String, to order: Int) throws(SubgraphError) {
    let port = try port(name, isInput: true)
    changeDefinition { $0.movePort(port.id, to: order) }
    evaluator.state.sortWires(toInstancesOf: recorder?.definition ?? 0)
  }

  /// Moves an output of the definition among the others. What is connected to it stays.
  ///
  /// - Throws: ``SubgraphError/noPort(_:_:)``.
  public func moveOutput(_ name: String, to order: Int) throws(SubgraphError) {
    let port = try port(name, isInput: false)
    changeDefinition { $0.movePort(port.id, to: order) }
  }

  private func port(_ name: String, isInput: Bool) throws(SubgraphError) -> SubgraphDefinition.Port {
    try look { () throws(GraphError) in try checkStructureMayChange() }
    guard let definition else { stop("ports are those of a definition: the root has none") }
    guard let port = definition.ports.first(where: { $0.isInput == isInput && $0.name == name }) else {
      throw .noPort(definition.id, name)
    }
    return port
  }

  private func requireDefinition() {
    require(editsDefinition, "ports are those of a definition: the root has none")
  }

  /// Says of what a graph refuses where that is.
  private func look<Result>(_ body: () throws(GraphError) -> Result) throws(SubgraphError) -> Result {
    do {
      return try body()
    } catch {
      throw .refused(error, in: looked)
    }
  }
}
