// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Writing variables and reading values.
extension Evaluator {
  /// Sets a variable and evaluates what depends on it, unless the value does not propagate (see ``Cutoff``).
  ///
  /// Inside ``edit(_:)`` the value is stored at once, and evaluated when the edit ends.
  ///
  /// - Parameters:
  ///   - variable: The variable.
  ///   - value: Its new value.
  /// - Returns: What the edit caused.
  /// - Precondition: The variable exists in this evaluator, and no node's code is running.
  /// - Complexity: O(nodes that run).
  @inlinable
  @discardableResult
  public func set<Value>(_ variable: Variable<Value>, to value: Value) -> Receipt {
    if !box.value.topology.isLive(variable.node) { stopForMissing(variable.node) }
    unsafe withUnsafePointer(to: value) { pointer in
      unsafe assign(UnsafeRawPointer(pointer), ObjectIdentifier(Value.self), to: variable.node.slot)
    }
    return handed
  }

  @usableFromInline
  func assign(_ value: UnsafeRawPointer, _ type: ObjectIdentifier, to slot: UInt32) {
    requireIdle()
    withSource(slot, type) { kernel, cell in
      if state.activity.editDepth > 0 { return unsafe writeInside(value, to: slot, cell, kernel) }
      if state.undo.history.isOn { return unsafe writeRemembered(value, to: slot, cell, kernel) }
      // The value that is released may have code of its own, which makes edits.
      let isChanged = unsafe kernel.assign(state.nodes.arena.base, cell, value)
      beginLog()
      if isChanged {
        state.logGiven(slot)
        if state.kernels.hasFeedback {
          _ = giveBack()
          propagateGiven()
        } else {
          propagateGiven(from: slot)
        }
      }
      rememberCauses()
      deliverKeepingReceipt()
    }
  }

  /// Writes a variable inside an edit.
  @inlinable @inline(__always)
  func write<Value>(_ value: Value, to variable: Variable<Value>) {
    unsafe withUnsafePointer(to: value) { pointer in
      unsafe write(UnsafeRawPointer(pointer), ObjectIdentifier(Value.self), to: variable.node)
    }
  }

  @usableFromInline
  func write(_ value: UnsafeRawPointer, _ type: ObjectIdentifier, to node: NodeID) {
    checkEditUnderWay()
    if !state.topology.isLive(node) { stopForMissing(node) }
    requireIdle()
    withSource(node.slot, type) { kernel, cell in unsafe write(value, to: node.slot, cell, kernel) }
  }

  /// Calls `body` with the kernel and the cell of a source of values of the given type.
  @inline(__always)
  private func withSource(
    _ slot: UInt32, _ type: ObjectIdentifier, _ body: (_ kernel: Kernel, _ cell: UInt32) -> Void
  ) {
    let record = state.topology.records[slot]
    let kernel = unsafe state.kernels.borrowed(record.shape)
    unsafe kernel._withUnsafeGuaranteedRef { kernel in
      guard kernel.identity == type, kernel.isSource else { stopSetting(state.topology.id(of: slot)) }
      body(kernel, record.output)
    }
  }

  /// Writes a source inside an edit.
  @inline(__always)
  private func write(_ value: UnsafeRawPointer, to slot: UInt32, _ cell: UInt32, _ kernel: Kernel) {
    guard kernel.isPlainWord else { return unsafe writeAny(value, to: slot, cell, kernel) }
    if state.undo.journal.expectsMany { unsafe LookAhead.readExpectedWrites(in: &state) }
    let before = state.nodes.arena.word(cell)
    guard unsafe kernel.assign(state.nodes.arena.base, cell, value) else { return }
    state.undo.journal.append(WordWrite(slot: slot, cell: cell, word: before))
  }

  /// Writes a source inside an edit by the evaluator's `set`, whose receipt is empty there.
  @inline(never)
  private func writeInside(_ value: UnsafeRawPointer, to slot: UInt32, _ cell: UInt32, _ kernel: Kernel) {
    state.log.handNone()
    unsafe write(value, to: slot, cell, kernel)
  }

  /// Writes a source of values that are not a word inside an edit.
  @inline(never)
  private func writeAny(_ value: UnsafeRawPointer, to slot: UInt32, _ cell: UInt32, _ kernel: Kernel) {
    let before = state.nodes.arena.keep(cell, kernel.outputs[0])
    if unsafe kernel.assign(state.nodes.arena.base, cell, value) {
      state.journal(.gave(slot: slot, cell: cell, type: kernel.outputs[0], other: before))
    }
  }

  /// Writes a source as an edit of its own that can be undone.
  private func writeRemembered(_ value: UnsafeRawPointer, to slot: UInt32, _ cell: UInt32, _ kernel: Kernel) {
    unsafe writeInside(value, to: slot, cell, kernel)
    if state.onlyWritesWords {
      keepReceipts()
      commitWritesKeeping()
      return deliverKeepingReceipt()
    }
    remember(commitValueKeepingPatch())
    deliverKeepingReceipt()
  }

  /// The value of a variable or an output.
  ///
  /// Inside ``edit(_:)`` outputs have the values from before the edit; those of ``unfinished`` nodes are out of date.
  ///
  /// - Precondition: The source exists in this evaluator and has a value; if it may have failed, use ``value(of:)`` instead.
  /// - Complexity: O(1).
  @inlinable
  public subscript<Source: Readable>(source: Source) -> Source.Value {
    let port = source.port
    let cell = cell(of: port, ObjectIdentifier(Source.Value.self))
    if !box.value.nodes.hasValue(port.node.slot) { stopReading(port.node) }
    return box.value.nodes.arena.load(cell, as: Source.Value.self)
  }

  /// The value of a variable or an output.
  ///
  /// - Throws: The ``NodeFailure`` of the node if it has no value.
  /// - Precondition: The source exists in this evaluator and was evaluated; a node added in an edit is evaluated when the edit
  ///   ends.
  /// - Complexity: O(1), or as ``failure(of:)`` after an evaluation was stopped.
  @inlinable
  public func value<Source: Readable>(of source: Source) throws(NodeFailure) -> Source.Value {
    let port = source.port
    let cell = cell(of: port, ObjectIdentifier(Source.Value.self))
    if let failure = failure(of: port.node) { throw failure }
    if !box.value.nodes.hasValue(port.node.slot) { stopReading(port.node) }
    return box.value.nodes.arena.load(cell, as: Source.Value.self)
  }

  /// The output of a port, typed for reading: use it for nodes that were added by name.
  ///
  /// - Parameters:
  ///   - reference: The output, by index or name.
  ///   - type: The type of its values.
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``, ``NodeGraph/GraphError/noSuchOutput(_:_:among:)``.
  /// - Returns: `nil` if the output is of another type.
  public func output<Value>(
    _ reference: some OutputReference, as type: Value.Type
  ) throws(GraphError) -> Output<Value>? {
    let port = try reference.resolved(in: state.graph)
    let slot = try state.graph.storage.value.source(port)
    let cell = state.topology.cell(of: slot, output: port.index, type: ObjectIdentifier(type))
    return cell == nil ? nil : Output(port: port)
  }

  /// The number that a node's first output has; `nil` if a caller has to look closer: the node has no value, the value is not up to
  /// date, or it is of another type or of one that is distinguished by its name.
  ///
  /// It takes a tenth of the time of looking closer, and suffices for most nodes of a calculator.
  @inline(__always)
  package func plainNumber(of node: NodeID) -> Double? {
    guard state.topology.isLive(node), state.activity.unfinished.isEmpty,
      state.nodes.status[node.slot].isSubset(of: [.isObserved, .hasSeveralOutputs, .isSource]),
      let cell = state.topology.cell(ofFirstOutput: node.slot, undistinguished: ObjectIdentifier(Double.self))
    else { return nil }
    return state.nodes.arena.load(cell, as: Double.self)
  }

  /// The numbers of nodes, as ``plainNumber(of:)`` returns them, with NaN in place of `nil`. Complexity: O(nodes).
  package func plainNumbers(of nodes: [NodeID]) -> [Double] { nodes.map { plainNumber(of: $0) ?? .nan } }

  /// The variable of a source, typed for writing: use it for nodes that were added by name.
  ///
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``.
  /// - Returns: `nil` if the node is not a source, or of another type.
  public func variable<Value>(_ node: NodeID, as type: Value.Type) throws(GraphError) -> Variable<Value>? {
    let slot = try state.graph.storage.value.slot(node)
    guard state.nodes.status[slot].contains(.isSource),
      state.kernel(of: slot).identity == ObjectIdentifier(type)
    else { return nil }
    return Variable(node: state.topology.own(node))
  }

  /// The value that an input reads while it is not connected: its literal, or else its default.
  ///
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``, ``NodeGraph/GraphError/noSuchInput(_:_:among:)``.
  /// - Returns: `nil` if the input has neither, or is of another type.
  public func unconnectedValue<Value>(
    of reference: some InputReference, as type: Value.Type
  ) throws(GraphError) -> Value? {
    let port = try reference.resolved(in: state.graph)
    let place = try state.graph.storage.value.place(port)
    let declared = try state.graph.kind(of: port.node).inputs[port.index]
    guard declared.arity == .one, declared.type.identity == ObjectIdentifier(type) else { return nil }
    let cell = state.graph.storage.value.restingCell(of: place)
    return cell == NodeRecord.none ? nil : state.nodes.arena.load(cell, as: type)
  }

  /// The cell that stores the value of an output, which must be of the given type.
  @inlinable
  func cell(of port: OutputPort, _ type: ObjectIdentifier) -> UInt32 {
    if !box.value.topology.isLive(port.node) { stopForMissing(port.node) }
    guard let cell = box.value.topology.cell(of: port.node.slot, output: port.index, type: type) else {
      stopReading(port)
    }
    return cell
  }
}
