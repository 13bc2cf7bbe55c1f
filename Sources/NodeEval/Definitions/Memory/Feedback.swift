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
