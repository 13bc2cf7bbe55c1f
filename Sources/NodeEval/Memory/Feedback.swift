// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// How a node gives the value that it has kept to a source.
@safe
@usableFromInline
struct Feedback {
  /// Hands the kept value to what assigns one.
  let read: (_ values: borrowing ValueArena, _ cell: UInt32, _ assign: (UnsafeRawPointer) -> Bool) -> Bool

  /// The inputs of the node.
  static var tick: UInt32 { 0 }
  static var value: UInt32 { 1 }
  static var target: UInt32 { 2 }

  init<Value>(of type: Value.Type) {
    unsafe read = { values, cell, assign in
      unsafe withUnsafePointer(to: values.load(cell, as: Value.self)) { unsafe assign(UnsafeRawPointer($0)) }
    }
  }
}

extension NodeDefinition {
  /// Declares a kind whose nodes give a value back to a source, one tick later: feedback that is no cycle.
  ///
  /// A node of the kind reads a `value`, and is connected to the source that the value comes back `into`. When the `tick`
  /// changes, the source is given the value of the end of the last tick, as part of the same edit and before anything runs. So
  /// what depends on the source computes with the last value, and the order of evaluation has no edge from `value` to it.
  ///
  /// The source keeps what it has where the value has failed, and where the edit gives it another one itself. The value comes back
  /// only if `tick` and `into` are connected to sources: what else changes a tick is known too late. If the `tick` is not
  /// connected, the node fails and says so.
  ///
  /// On demand such nodes are always needed. Undo, forks and documents need to know nothing of it: the value lies in a source.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - tick: The input that tells when the value comes back.
  ///   - value: The input whose value comes back. The kind has an output `next` of the same type, which has what comes back
  ///     with the next tick.
  /// - Returns: The definition.
  public static func feedback<Tick: Equatable & Sendable, Value: Equatable & Sendable>(
    _ name: String, tick: ValuePort<Tick>, value: ValuePort<Value>
  ) -> NodeDefinition {
    let output = ValuePort<Value>("next", typeName: value.typeName)
    let memory = KernelMemory([], feedback: Feedback(of: Value.self)) { _ in }
    let kernel = Kernel(output: output.valueType, memory: memory) { call in
      call.store(call.read(Value.self, at: Int(Feedback.value)))
    }
    return NodeDefinition(name, [tick, value, ValuePort<Value>("into")], [output], kernel)
  }
}

/// A value that comes back one tick later: what ``Evaluator/delay(_:of:initial:tick:)`` makes.
public struct Delay<Value>: Readable, Hashable, Sendable {
  /// The source that holds the value of the last tick.
  public let variable: Variable<Value>
  /// What takes the value of this tick.
  public let input: InputPort

  /// The value of the last tick.
  public var port: OutputPort { variable.port }
}

extension Evaluator {
  /// Adds a delay of one tick: what is connected to its input is its value after the tick has changed. What depends on the
  /// delay may be connected to it, which is no cycle.
  ///
  /// ```swift
  /// let last = evaluator.delay("last", of: Double.self, initial: 0, tick: tick)
  /// let total = evaluator.node("total", last, input) { 0.5 * $0 + $1 }
  /// try evaluator.edit { try $0.connect(total.port, to: last.input) }
  /// ```
  ///
  /// It is made of two nodes, a source and one of the kind that ``NodeDefinition/feedback(_:tick:value:)`` describes.
  ///
  /// - Parameters:
  ///   - name: A name no other node has, or none.
  ///   - type: The type of the value.
  ///   - initial: The value before the first tick, and what the input has as long as nothing is connected.
  ///   - tick: What is given another value at each tick.
  /// - Returns: The delay.
  /// - Precondition: No other node has the name, the tick belongs to this evaluator, and no node's code is running.
  public func delay<Value: Equatable & Sendable, Tick: Equatable & Sendable>(
    _ name: String?, of type: Value.Type, initial: Value, tick: Variable<Tick>
  ) -> Delay<Value> {
    if !state.topology.isLive(tick.node) { stopForMissing(tick.node) }
    let feedback = NodeDefinition.feedback(
      "Feedback", tick: ValuePort<Tick>("tick"), value: ValuePort("value", default: initial))
    var delay: Delay<Value>?
    do throws(GraphError) {
      try edit { graph throws(GraphError) in
        let variable = input(name, initial)
        let node = try graph.add(own: feedback)
        try graph.connect(tick.port, to: node.input(Int(Feedback.tick)))
        try graph.connect(variable.port, to: node.input(Int(Feedback.target)))
        delay = Delay(variable: variable, input: node.input(Int(Feedback.value)))
      }
    } catch {
      stop("\(error)")
    }
    guard let delay else { stop("an edit that succeeds has added its nodes") }
    return delay
  }

  /// Gives sources what comes back to them, now that an edit has given their ticks another value. They are logged like those
  /// that it gave a value itself.
  ///
  /// - Returns: What it takes to revert that.
  /// - Complexity: O(readers of what was given).
  @inline(never)
  func giveBack() -> [ValueStep] {
    var nodes: [UInt32] = []
    let topology = state.graph.storage
    for tick in state.log.given {
      topology.value.forEachConsumer(of: tick, outputs: .max) { node in
        if feedback(of: node) != nil, source(of: node, Feedback.tick) == tick { nodes.append(node) }
      }
    }
    if nodes.isEmpty { return [] }
    var given = Set(state.log.given)
    var steps: [ValueStep] = []
    // Where several give back to one source, the first does.
    for node in nodes.sorted() where state.nodes.hasValue(node) {
      guard let target = source(of: node, Feedback.target), state.nodes.status[target].contains(.isSource),
        given.insert(target).inserted, let step = giveBack(from: node, to: target)
      else { continue }
      state.logGiven(target)
      steps.append(step)
    }
    return steps
  }

  private func giveBack(from node: UInt32, to target: UInt32) -> ValueStep? {
    guard let feedback = feedback(of: node) else { return nil }
    let kernel = state.kernel(of: target)
    let cell = state.topology.records[target].output
    let before = state.nodes.arena.keep(cell, kernel.outputs[0])
    let base = unsafe state.nodes.arena.base
    // Code that compares changes no graph.
    state.activity.phase = .comparing
    defer { state.activity.phase = .idle }
    let isChanged = unsafe feedback.read(state.nodes.arena, state.topology.records[node].output) { value in
      unsafe kernel.assign(base, cell, value)
    }
    return isChanged ? .gave(slot: target, cell: cell, type: kernel.outputs[0], other: before) : nil
  }

  /// What gives a value back to a source, the first that does first.
  func feedbacks(into target: UInt32) -> [UInt32] {
    var nodes: Set<UInt32> = []
    state.topology.forEachReader(of: target) { node, _ in
      if feedback(of: node) != nil, source(of: node, Feedback.target) == target { nodes.insert(node) }
    }
    return nodes.sorted()
  }

  /// The source that tells a node when to give back; `nil` if what tells it is no source.
  func tick(ofFeedback node: UInt32) -> UInt32? {
    guard let tick = source(of: node, Feedback.tick), state.nodes.status[tick].contains(.isSource) else { return nil }
    return tick
  }

  private func feedback(of slot: UInt32) -> Feedback? { state.kernel(of: slot).memory?.feedback }

  /// The node that an input reads which takes one connection.
  private func source(of slot: UInt32, _ input: UInt32) -> UInt32? {
    let place = InputPlace(node: slot, input: input)
    guard let argument = state.topology.arguments(of: place).first else { return nil }
    let cell = state.topology.arguments[argument]
    return cell == NodeRecord.none ? nil : state.topology.source(ofCell: cell)?.node
  }
}
