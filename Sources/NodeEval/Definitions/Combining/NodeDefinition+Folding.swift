// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Kinds that fold the values of many connections, so that a change of one value costs O(1): the former value is removed from
/// the total, and the new one added.
///
/// That is correct if removing a value exactly undoes adding it, and the order makes no difference (values form a commutative
/// group): sums of integers by `&+=` and `&-=`, counts, multisets, exclusive or. It is wrong for floating-point numbers: the
/// rounding error of adding a value is not undone by removing it, so the result would depend on all earlier changes, and an
/// infinity would leave a NaN permanently. Folds of floating-point numbers are unavailable. An ``ExactSum`` can be folded, and
/// values that don't form a sum can be combined (see ``init(_:combining:output:empty:by:)``).
extension NodeDefinition {
  /// Declares a kind that folds values of one type.
  ///
  /// ```swift
  /// NodeDefinition(
  ///   "Total", folding: ManyPort<Int>("values"), output: ValuePort("total"), empty: 0, adding: { $0 &+= $1 },
  ///   removing: { $0 &-= $1 })
  /// ```
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - values: The input. A node keeps a copy of each of its values.
  ///   - output: The output.
  ///   - empty: The output without any values.
  ///   - add: Adds a value. It runs on the thread of the edit, and must depend on its arguments only. The operators `+=` and
  ///     `-=` of integers stop the program if an intermediate sum overflows; `&+=` and `&-=` don't, and are exact if the result
  ///     fits.
  ///   - remove: Removes a value that was added, whatever was added and removed since.
  /// - Complexity: A run takes O(k) for k of n values that have changed, and O(n) if the changes are not known: the first time,
  ///   after a connection, undo, redo or a fork, and after the node was deferred or failed.
  @inlinable
  public init<Value: Equatable & Sendable>(
    _ name: String, folding values: ManyPort<Value>, output: ValuePort<Value>, empty: Value,
    adding add: @escaping @Sendable (inout Value, Value) -> Void,
    removing remove: @escaping @Sendable (inout Value, Value) -> Void
  ) {
    self.init(name, folding: values, output: output, empty: empty, adding: add, removing: remove, result: { $0 })
  }

  /// Declares a kind that folds values into a total of another type, and computes its output from the total.
  ///
  /// ```swift
  /// NodeDefinition(
  ///   "Sum", folding: ManyPort<Double>("values"), output: ValuePort("sum"), empty: ExactSum(),
  ///   adding: { $0.add($1) }, removing: { $0.remove($1) }, result: { $0.value })
  /// ```
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - values: The input. A node keeps a copy of each of its values.
  ///   - output: The output.
  ///   - empty: The total without any values.
  ///   - add: Adds a value.
  ///   - remove: Removes a value that was added, whatever was added and removed since.
  ///   - result: Computes the output from the total.
  /// - Complexity: That of ``init(_:folding:output:empty:adding:removing:)``.
  @inlinable
  public init<Element: Sendable, Total: Sendable, Value: Equatable & Sendable>(
    _ name: String, folding values: ManyPort<Element>, output: ValuePort<Value>, empty: Total,
    adding add: @escaping @Sendable (inout Total, Element) -> Void,
    removing remove: @escaping @Sendable (inout Total, Element) -> Void,
    result: @escaping @Sendable (Total) -> Value
  ) {
    let type = ValueType(Value.self)
    let offset = PortType.words(of: Value.self)
    let memory = KernelMemory([ValueType(Combination.self)], combines: true) { call in
      call.begin(Fold<Element, Total>(empty: empty), behind: offset)
    }
    let kernel = Kernel(output: type, memory: memory) { call in
      let cells = call.manyCells()
      let read = { call.read(Element.self, of: cells, at: $0) }
      let kept = call.combination(behind: offset, as: Fold<Element, Total>.self)
      let fold = kept ?? Fold(empty: empty)
      if fold.isKnown {
        fold.content.replace(fold.changed, adding: add, removing: remove, with: read)
      } else {
        fold.place(cells)
        fold.content.rebuild(from: empty, (0..<cells.count).map(read), by: add)
      }
      let changed = call.store(result(fold.content.total))
      if kept == nil { call.begin(fold, behind: offset) }
      return changed
    }
    // Changed values are known only if nodes run one after the other.
    self.init(name, [values], [output], kernel, cost: .light)
  }

  /// Unavailable: floating-point numbers can't be removed from a sum.
  @available(
    *, unavailable,
    message: "rounding errors of floating-point numbers would add up: fold an ExactSum, or combine the values"
  )
  public init<Value: FloatingPoint & Sendable>(
    _ name: String, folding values: ManyPort<Value>, output: ValuePort<Value>, empty: Value,
    adding add: @escaping @Sendable (inout Value, Value) -> Void,
    removing remove: @escaping @Sendable (inout Value, Value) -> Void
  ) {
    self.init(name, [values], [output], Kernel(outputs: []) { _ in 0 })
  }

  /// Unavailable: floating-point numbers can't be removed from a sum.
  @available(
    *, unavailable,
    message: "rounding errors of floating-point numbers would add up: fold an ExactSum, or combine the values"
  )
  public init<Element: Sendable, Total: FloatingPoint & Sendable, Value: Equatable & Sendable>(
    _ name: String, folding values: ManyPort<Element>, output: ValuePort<Value>, empty: Total,
    adding add: @escaping @Sendable (inout Total, Element) -> Void,
    removing remove: @escaping @Sendable (inout Total, Element) -> Void,
    result: @escaping @Sendable (Total) -> Value
  ) {
    self.init(name, [values], [output], Kernel(outputs: []) { _ in 0 })
  }
}
