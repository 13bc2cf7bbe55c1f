// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Writing variables and reading values.
extension Evaluator {
  /// Gives a variable a value and evaluates what depends on it, unless it is no news.
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
    let record = box.value.topology.records[slot]
    let kernel = unsafe Unmanaged<Kernel>.fromOpaque(
      UnsafeRawPointer(bitPattern: box.value.kernelPointers[record.shape]).unsafelyUnwrapped)
    unsafe kernel._withUnsafeGuaranteedRef { kernel in
      guard kernel.identity == type, kernel.isSource else {
        stopSetting(box.value.topology.id(of: slot))
      }
      if box.value.editDepth > 0 { return unsafe write(value, to: slot, kernel) }
      if box.value.remembersEdits { return unsafe writeRemembered(value, to: slot, kernel) }
      // The value that goes may have code of its own, which makes edits.
      let isNews = unsafe kernel.assign(box.value.values.base, record.output, value)
      beginLog()
      if isNews {
        noteGiven(slot)
        wake(box.value.topology.records[slot].consumers)
      }
      rememberCauses()
      deliverKeepingReceipt()
    }
  }

  /// Writes a source inside an edit.
  private func write(_ value: UnsafeRawPointer, to slot: UInt32, _ kernel: Kernel) {
    let cell = box.value.topology.records[slot].output
    hand(0, box.value.emptyLog)
    if kernel.isWord {
      let before = box.value.values.word(cell)
      guard unsafe kernel.assign(box.value.values.base, cell, value) else { return }
      return box.value.writes.append(WordWrite(slot: slot, cell: cell, word: before))
    }
    journalWrites()
    let before = box.value.values.keep(cell, kernel.outputs[0])
    if unsafe kernel.assign(box.value.values.base, cell, value) {
      box.value.journal.append(.gave(slot: slot, cell: cell, type: kernel.outputs[0], other: before))
    }
  }

  /// Writes a source as an edit of its own that can be taken back.
  private func writeRemembered(_ value: UnsafeRawPointer, to slot: UInt32, _ kernel: Kernel) {
    unsafe write(value, to: slot, kernel)
    journalWrites()
    let journal = box.value.journal
    box.value.journal.removeAll()
    let unfinished = (nodes: box.value.unfinished, marks: box.value.isUnfinished)
    beginLog()
    if !journal.isEmpty {
      noteGiven(slot)
      markConsumers(of: slot)
      box.value.keepsRuns = true
      settle()
      box.value.keepsRuns = false
      let patch = Patch(
        steps: [], journal: journal, given: [slot], runs: takeRuns(), unfinished: unfinished.nodes,
        isUnfinished: unfinished.marks)
      remember(patch, title: nil, gesture: nil)
    }
    rememberCauses()
    deliverKeepingReceipt()
  }

  /// Enters a source into the log as given a value.
  @inline(__always)
  func noteGiven(_ slot: UInt32) {
    box.value.log.append(slot)
    box.value.given += 1
    if box.value.status[slot] & EvaluatorState.Status.observed != 0 {
      box.value.notices.append(Notice(slot: slot, outputs: 1))
    }
  }

  /// Marks who reads a source.
  @inline(__always)
  func markConsumers(of slot: UInt32) { markConsumers(box.value.topology.records[slot].consumers) }

  @inline(__always)
  func markConsumers(_ list: ConsumerList) {
    if list.hasOverflow { return markConsumers(listed: list) }
    if list.count > 0 { mark(list.first) }
    if list.count > 1 { mark(list.second) }
  }

  /// Consumers that were made one after the other have one rank after the other: the bits of a word are collected.
  @inline(never)
  private func markConsumers(listed list: ConsumerList) {
    let records = unsafe box.value.topology.records.base
    let consumers = unsafe box.value.topology.consumerNodes.base + Int(list.first)
    var word: UInt32 = 0
    var bits: UInt64 = 0
    for index in 0..<Int(list.count) {
      let rank = unsafe records[Int(consumers[index])].rank
      if rank >> 6 != word {
        box.value.pending.insert(bits, inWord: word)
        word = rank >> 6
        bits = 0
      }
      bits |= 1 << UInt64(rank & 63)
    }
    box.value.pending.insert(bits, inWord: word)
  }

  @inline(__always)
  func mark(_ slot: UInt32) { box.value.pending.insert(box.value.topology.records[slot].rank) }

  /// The value of a variable or an output.
  ///
  /// Inside ``edit(_:)`` outputs have the values from before the edit; those of ``unfinished`` nodes are out of date.
  ///
  /// - Precondition: It exists in this evaluator and has a value; where it may have failed, ask
  ///   ``value(of:)`` instead.
  /// - Complexity: O(1).
  @inlinable
  public subscript<Source: Readable>(source: Source) -> Source.Value {
    let port = source.port
    let cell = cell(of: port, ObjectIdentifier(Source.Value.self))
    if !hasValue(port.node.slot) { stopReading(port.node) }
    return box.value.values.load(cell, as: Source.Value.self)
  }

  /// The value of a variable or an output, or why it has none.
  ///
  /// - Throws: The ``NodeFailure`` of the node.
  /// - Precondition: It exists in this evaluator, and was evaluated: a node added in an edit is when the edit ends.
  /// - Complexity: O(1).
  @inlinable
  public func value<Source: Readable>(of source: Source) throws(NodeFailure) -> Source.Value {
    let port = source.port
    let cell = cell(of: port, ObjectIdentifier(Source.Value.self))
    if let failure = failure(of: port.node) { throw failure }
    if !hasValue(port.node.slot) { stopReading(port.node) }
    return box.value.values.load(cell, as: Source.Value.self)
  }

  /// An output by its port, as something of a type: how nodes placed by name are read.
  ///
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``, ``NodeGraph/GraphError/noSuchOutput(_:_:among:)``.
  /// - Returns: Nothing if the output is of another type.
  public func output<Value>(
    _ reference: some OutputReference, as type: Value.Type
  ) throws(GraphError) -> Output<Value>? {
    let port = try reference.resolved(in: box.value.graph)
    _ = try box.value.graph.storage.value.source(port)
    let declared = try box.value.graph.kind(of: port.node).outputs[port.index].type
    return declared.identity == ObjectIdentifier(type) ? Output(port: port) : nil
  }

  /// A source by its node, as a variable of a type: how nodes placed by name are written.
  ///
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``.
  /// - Returns: Nothing if the node is no source, or of another type.
  public func variable<Value>(_ node: NodeID, as type: Value.Type) throws(GraphError) -> Variable<Value>? {
    let slot = try box.value.graph.storage.value.slot(node)
    guard box.value.status[slot] & EvaluatorState.Status.source != 0,
      kernel(of: slot).identity == ObjectIdentifier(type)
    else { return nil }
    return Variable(node: node)
  }

  /// What an input reads while it is not connected: its literal, or else its default.
  ///
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``, ``NodeGraph/GraphError/noSuchInput(_:_:among:)``.
  /// - Returns: Nothing if the input has neither, or is of another type.
  public func unconnectedValue<Value>(
    of reference: some InputReference, as type: Value.Type
  ) throws(GraphError) -> Value? {
    let port = try reference.resolved(in: box.value.graph)
    let place = try box.value.graph.storage.value.place(port)
    let declared = try box.value.graph.kind(of: port.node).inputs[port.index]
    guard declared.arity == .one, declared.type.identity == ObjectIdentifier(type) else { return nil }
    let cell = box.value.graph.storage.value.restingCell(of: place)
    return cell == NodeRecord.none ? nil : box.value.values.load(cell, as: type)
  }

  @inlinable
  func hasValue(_ slot: UInt32) -> Bool { box.value.status[slot] & EvaluatorState.Status.valueless == 0 }

  /// Where a value of that type lies.
  @inlinable
  func cell(of port: OutputPort, _ type: ObjectIdentifier) -> UInt32 {
    if !box.value.topology.isLive(port.node) { stopForMissing(port.node) }
    guard let cell = box.value.topology.cell(of: port.node.slot, output: port.index, type: type) else {
      stopReading(port)
    }
    return cell
  }
}
