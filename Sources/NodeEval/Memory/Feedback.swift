// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// How a node writes the value that it keeps to a source.
@safe
@usableFromInline
struct Feedback {
  /// Calls `assign` with the address of the kept value.
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
  /// Declares a kind whose nodes write a value back to a source one tick later: feedback without a cycle.
  ///
  /// A node of the kind reads a `value`, and its input `into` is connected to the source that receives the value. When the
  /// `tick` changes, the source is given the value from the end of the last tick, as part of the same edit and before any node
  /// runs. So what depends on the source computes with the last value, and the order of evaluation has no edge from `value` to
  /// the source.
  ///
  /// The source keeps its value if `value` has failed, or if the edit itself gives the source another value. The value is
  /// written only if `tick` and `into` are connected to sources: the change of any other tick is known too late. If the `tick`
  /// is not connected, the node has a failure that says so.
  ///
  /// With ``EvaluationPolicy/onDemand`` such nodes are always needed. Undo, forks and documents need no special handling: the
  /// value is that of a source.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - tick: The input whose changes write the value back.
  ///   - value: The input whose value is written back. The kind has an output `next` of the same type, with the value that is
  ///     written at the next tick.
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

/// A value that is delayed by one tick, made by ``Evaluator/delay(_:of:initial:tick:)``.
public struct Delay<Value>: Readable, Hashable, Sendable {
  /// The source that holds the value of the last tick.
  public let variable: Variable<Value>
  /// The input that takes the value of this tick.
  public let input: InputPort

  /// The value of the last tick.
  public var port: OutputPort { variable.port }
}

extension Evaluator {
  /// Adds a delay of one tick: what is connected to its input becomes its value after the tick has changed. What depends on the
  /// delay may be connected to its input, without making a cycle.
  ///
  /// ```swift
  /// let last = evaluator.delay("last", of: Double.self, initial: 0, tick: tick)
  /// let total = evaluator.node("total", last, input) { 0.5 * $0 + $1 }
  /// try evaluator.edit { try $0.connect(total.port, to: last.input) }
  /// ```
  ///
  /// A delay consists of two nodes: a source, and a node of the kind that ``NodeDefinition/feedback(_:tick:value:)`` describes.
  ///
  /// - Parameters:
  ///   - name: A name no other node has, or none.
  ///   - type: The type of the value.
  ///   - initial: The value before the first tick, and the value of the input as long as it is not connected.
  ///   - tick: The variable that is given another value at each tick.
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

  /// Writes feedback values to sources, after an edit has given their ticks another value. These sources are logged like those
  /// to which the edit itself gave a value.
  ///
  /// - Returns: The steps that revert the writes.
  /// - Complexity: O(consumers of the sources that were given values).
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
    // If several nodes write to one source, the first one does.
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
    // The code that compares values cannot change the graph.
    state.activity.phase = .comparing
    defer { state.activity.phase = .idle }
    let isChanged = unsafe feedback.read(state.nodes.arena, state.topology.records[node].output) { value in
      unsafe kernel.assign(base, cell, value)
    }
    return isChanged ? .gave(slot: target, cell: cell, type: kernel.outputs[0], other: before) : nil
  }

  /// The feedback nodes that write to a source, in the order in which they take precedence.
  func feedbacks(into target: UInt32) -> [UInt32] {
    var nodes: Set<UInt32> = []
    state.topology.forEachReader(of: target) { node, _ in
      if feedback(of: node) != nil, source(of: node, Feedback.target) == target { nodes.insert(node) }
    }
    return nodes.sorted()
  }

  /// The source that is a feedback node's tick; `nil` if its tick is not a source.
  func tick(ofFeedback node: UInt32) -> UInt32? {
    guard let tick = source(of: node, Feedback.tick), state.nodes.status[tick].contains(.isSource) else { return nil }
    return tick
  }

  private func feedback(of slot: UInt32) -> Feedback? { state.kernel(of: slot).memory?.feedback }

  /// The node that an input that takes one connection reads.
  private func source(of slot: UInt32, _ input: UInt32) -> UInt32? {
    let place = InputPlace(node: slot, input: input)
    guard let argument = state.topology.arguments(of: place).first else { return nil }
    let cell = state.topology.arguments[argument]
    return cell == NodeRecord.none ? nil : state.topology.source(ofCell: cell)?.node
  }
}
