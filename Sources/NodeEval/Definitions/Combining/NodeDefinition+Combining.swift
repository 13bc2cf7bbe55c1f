// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Kinds that combine the values of many connections, so that a change of one value costs O(log n). If a value can be removed
/// again from the combination, as from a sum of integers, a kind that folds the values does it in O(1) (see
/// ``init(_:folding:output:empty:adding:removing:)``).
///
/// Values are combined in a tree, neighbours first, in the order of connection. So `combine` should be associative: sums,
/// products, minima, unions, concatenations. If it is so only approximately, as for sums of floating-point numbers, the result
/// differs from that of a loop in the last digits. But it depends only on the present values and not on earlier changes, and
/// its error grows with the logarithm of the number of values (pairwise summation: Higham, The Accuracy of Floating Point
/// Summation, 1993).
extension NodeDefinition {
  /// Declares a kind that combines values of one type.
  ///
  /// ```swift
  /// NodeDefinition("Total", combining: ManyPort<Double>("values"), output: ValuePort("total"), empty: 0, by: +)
  /// ```
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - values: The input. A node keeps a copy of each of its values, and as many combinations.
  ///   - output: The output.
  ///   - empty: The output without any values.
  ///   - combine: Combines two neighbours. It runs on the thread of the edit, and must depend on its arguments only.
  /// - Complexity: A run takes O(k log n) for k of n values that have changed, and O(n) if the changes are not known: the first
  ///   time, after a connection, undo, redo or a fork, and after the node was deferred or failed.
  @inlinable
  public init<Value: Equatable & Sendable>(
    _ name: String, combining values: ManyPort<Value>, output: ValuePort<Value>, empty: Value,
    by combine: @escaping @Sendable (Value, Value) -> Value
  ) {
    self.init(name, combining: values, output: output, each: { $0 }, by: combine, result: { $0 ?? empty })
  }

  /// Declares a kind that converts each value to a part and combines these.
  ///
  /// ```swift
  /// NodeDefinition(
  ///   "Mean", combining: ManyPort<Double>("values"), output: ValuePort("mean"), each: { (sum: $0, count: 1.0) },
  ///   by: { (sum: $0.sum + $1.sum, count: $0.count + $1.count) },
  ///   result: { all in all.map { $0.sum / $0.count } ?? .nan })
  /// ```
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - values: The input.
  ///   - output: The output.
  ///   - part: Converts a value to the part to be combined. A node keeps each part, and as many combinations.
  ///   - combine: Combines two neighbours.
  ///   - result: Computes the output from the combination of all parts, which is `nil` without any values.
  /// - Complexity: That of ``init(_:combining:output:empty:by:)``.
  @inlinable
  public init<Element: Sendable, Part: Sendable, Value: Equatable & Sendable>(
    _ name: String, combining values: ManyPort<Element>, output: ValuePort<Value>,
    each part: @escaping @Sendable (Element) -> Part, by combine: @escaping @Sendable (Part, Part) -> Part,
    result: @escaping @Sendable (Part?) -> Value
  ) {
    let type = ValueType(Value.self)
    let offset = PortType.words(of: Value.self)
    let memory = KernelMemory([ValueType(Combination.self)], combines: true) { call in
      call.begin(CombinationTree<Part>(), behind: offset)
    }
    let kernel = Kernel(output: type, memory: memory) { call in
      let cells = call.manyCells()
      let read = { part(call.read(Element.self, of: cells, at: $0)) }
      let kept = call.combination(behind: offset, as: CombinationTree<Part>.self)
      let tree = kept ?? CombinationTree()
      if tree.isKnown {
        tree.levels.replace(tree.changed, by: combine, with: read)
      } else {
        tree.place(cells)
        tree.levels.rebuild((0..<cells.count).map(read), by: combine)
      }
      let changed = call.store(result(tree.root))
      if kept == nil { call.begin(tree, behind: offset) }
      return changed
    }
    // Changed values are known only if nodes run one after the other.
    self.init(name, [values], [output], kernel, cost: .light)
  }
}
