// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Which results of a node's code are kept, so that they need not be computed again for inputs that recur.
///
/// ```swift
/// NodeDefinition("Blur", inputs: image, radius, output: result, memo: .automatic) { image, radius in … }
///
/// evaluator.set(radius, to: 12)   // computes
/// evaluator.set(radius, to: 8)    // has been computed: found, and propagates like any other value
/// ```
///
/// Each node has its own results. A result is found if all inputs are the same as before: floating-point numbers by value,
/// including NaN, objects that are not `Equatable` by identity, everything else by `==`. Inputs that can't be compared are
/// never found. Finding a result takes less than a microsecond, or longer if it compares arrays of equal length that don't
/// share storage.
///
/// Receipts, observers, undo and documents are not affected: a node whose result is found counts as evaluated. Failures are not
/// kept, and ``Evaluator/invalidate(_:)`` removes the results of a node. There is no memo for asynchronous code, nor for code
/// with a state or a buffer: such code keeps what it needs itself.
public enum NodeMemo: Hashable, Sendable {
  /// Results that took 10 µs or longer, within ``Evaluator/memoLimit``.
  case automatic
  /// All results, within this number of bytes for all nodes of the kind in an evaluator together, and within
  /// ``Evaluator/memoLimit``.
  case bytes(Int)

  /// The limit of bytes for all nodes of a kind.
  var limit: Int {
    switch self {
    case .automatic: .max
    case .bytes(let count): max(0, count)
    }
  }

  /// The nanoseconds that the code has to run for its result to be kept.
  var leastCost: UInt64 { self == .automatic ? 10_000 : 0 }
}
